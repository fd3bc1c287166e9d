//! The ELF layout: where things are, and that they are in the file.

use occupancy_binary::cubin::{Image, usage};
use occupancy_binary::{Error, ErrorKind};

use super::builder::{
    ATTRIBUTES, Cubin, Fault, INFO, NAMES, NO_BITS, PROGRAM, STRINGS, SYMBOLS, id, malformed, words,
};

fn kernel() -> Cubin {
    let mut cubin = Cubin::new(80);
    cubin.kernel("kernel");
    cubin
}

/// The same, read once a number of the file is another one.
fn changed<const N: usize>(cubin: &Cubin, at: usize, number: [u8; N]) -> Result<u32, Error> {
    let mut file = cubin.bytes();
    file[at..at + N].copy_from_slice(&number);
    usage(&file, "kernel").map(|usage| usage.registers.unwrap())
}

/// Offset and size in the header of a section.
const OFFSET: usize = 24;
const SIZE: usize = 32;
const LINK: usize = 40;
const ENTRY_SIZE: usize = 56;

#[test]
fn the_header_is_that_of_a_cubin() {
    let cubin = kernel();
    assert_eq!(changed(&cubin, 9, [1]), Ok(32), "padding");
    for at in [0, 1, 2, 3, 4, 5, 18, 19] {
        let error = changed(&cubin, at, [3]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnknownFormat, "{at}");
    }
    let at = |place| changed(&cubin, place, [65]).map_err(malformed);
    assert_eq!(
        at(58),
        Err((Fault::Header, 58)),
        "the size of the headers of sections"
    );
    assert_eq!(at(59), Err((Fault::Header, 58)));
    assert_eq!(
        at(62),
        Err((Fault::Header, 62)),
        "the section of their names"
    );
    assert_eq!(
        at(60),
        Err((Fault::Truncated, 40)),
        "more sections than there are"
    );
    assert_eq!(at(47), Err((Fault::Truncated, 40)), "sections at 2^62");
    for len in [4, 63] {
        let file = cubin.bytes();
        let error = Image::new(&file[..len]).unwrap_err();
        assert_eq!(malformed(error), (Fault::Truncated, len));
    }
    // The sections end with the file, and not one byte later.
    let mut file = cubin.bytes();
    assert!(Image::new(&file).is_ok());
    file.pop();
    let error = Image::new(&file).unwrap_err();
    assert_eq!(malformed(error), (Fault::Truncated, 40));
}

#[test]
fn what_is_in_a_section_is_in_the_file() {
    let mut cubin = kernel();
    let own = 6;
    let len = cubin.bytes().len() as u64;
    for section in [NAMES, STRINGS, SYMBOLS, INFO, own] {
        let header = cubin.header_of(section);
        let expected = Err((Fault::Truncated, header));
        for (at, number) in [
            (OFFSET, len + 1),
            (OFFSET, u64::MAX),
            (OFFSET, 1 << 32),
            (SIZE, len),
            (SIZE, u64::MAX),
            (SIZE, 1 << 32),
        ] {
            let read = changed(&cubin, header + at, number.to_le_bytes());
            assert_eq!(read.map_err(malformed), expected, "{section} {at} {number}");
        }
        // What has nothing in the file cannot be read; others are not found then, as their kind is
        // what they are found by.
        if matches!(section, NAMES | STRINGS) {
            let read = changed(&cubin, header + 4, NO_BITS.to_le_bytes());
            assert_eq!(
                read.map_err(malformed),
                Err((Fault::Section, header)),
                "{section}"
            );
        }
    }
    // Nothing at all can be at the end of the file, and all that is left of it can be in a section.
    cubin.sections[own].content.clear();
    let read = changed(&cubin, cubin.header_of(own) + OFFSET, len.to_le_bytes());
    assert_eq!(read, Ok(32), "at the end of the file");
    let at = cubin.content_of(NAMES) as u64;
    let read = changed(
        &cubin,
        cubin.header_of(NAMES) + SIZE,
        (len - at).to_le_bytes(),
    );
    assert_eq!(read, Ok(32), "to the end of the file");
    let read = changed(
        &cubin,
        cubin.header_of(NAMES) + SIZE,
        (len - at + 1).to_le_bytes(),
    );
    let expected = Err((Fault::Truncated, cubin.header_of(NAMES)));
    assert_eq!(read.map_err(malformed), expected, "one byte more");
}

#[test]
fn symbols_are_a_table() {
    let cubin = kernel();
    let header = cubin.header_of(SYMBOLS);
    for (at, number) in [
        (ENTRY_SIZE, 16_u64),
        (ENTRY_SIZE, 0),
        (SIZE, 47),
        (SIZE, 49),
        (SIZE, 40),
    ] {
        let read = changed(&cubin, header + at, number.to_le_bytes());
        assert_eq!(
            read.map_err(malformed),
            Err((Fault::Symbol, header)),
            "{at} {number}"
        );
    }
    // Only the first symbol, which is none.
    let read = changed(&cubin, header + SIZE, 24_u64.to_le_bytes()).unwrap_err();
    assert!(read.kind() == ErrorKind::UnknownKernel, "{read}");
    // Its names are in a section that does not exist.
    let read = changed(&cubin, header + LINK, 7_u32.to_le_bytes());
    let headers = cubin.header_of(0);
    assert_eq!(read.map_err(malformed), Err((Fault::Section, headers)));
}

/// A name ends with a zero that belongs to it.
#[test]
fn names_of_symbols_are_whole() {
    let cubin = kernel();
    let at = cubin.content_of(SYMBOLS) + 24;
    let list = |file: &[u8]| {
        let first = Image::new(file).unwrap().kernels().next().unwrap();
        first
            .map(|kernel| kernel.registers.unwrap())
            .map_err(malformed)
    };
    let mut file = cubin.bytes();
    assert_eq!(list(&file), Ok(32));
    // Its names end before the zero; also where one follows in the file.
    let strings = cubin.header_of(STRINGS);
    for size in [7_u8, 4, 1, 0] {
        file[strings + SIZE] = size;
        assert_eq!(list(&file), Err((Fault::Name, at)), "{size}");
        let error = usage(&file, "kernel").unwrap_err();
        assert!(error.kind() == ErrorKind::UnknownKernel, "{size}: {error}");
    }
    // Beyond the end, and at a zero.
    let file = cubin.bytes();
    for name in [0, 7, 8, 9, 1 << 16, u32::MAX] {
        let mut file = file.clone();
        file[at..at + 4].copy_from_slice(&name.to_le_bytes());
        assert_eq!(list(&file), Err((Fault::Name, at)), "{name}");
        let error = usage(&file, "kernel").unwrap_err();
        assert!(error.kind() == ErrorKind::UnknownKernel, "{name}: {error}");
        assert!(usage(&file, "").is_err(), "{name}");
    }
    let mut file = cubin.bytes();
    file[cubin.content_of(STRINGS) + 3] = 0xff;
    assert_eq!(list(&file), Err((Fault::Name, at)), "no UTF-8");
}

/// Names that are no text do not matter where another one is asked for.
#[test]
fn other_names_are_not_read() {
    for other in [
        &b"\xff"[..],
        b"\xffernel",
        b"\xffther",
        b"\xff longer",
        b"_\xff",
        b"_Z\xff",
        b"_\xff\xff\xff\xff\xff",
        b"_Z6kerne\xff",
        b"_Z5\xffther",
        b"_Z2\xff\xff",
        b"",
    ] {
        let mut cubin = Cubin::new(80);
        cubin.symbol(other, 5);
        cubin.kernel("kernel");
        cubin.symbol(other, 5);
        let read = usage(&cubin.bytes(), "kernel").map(|usage| usage.registers.unwrap());
        assert_eq!(read, Ok(32), "{other:x?}");
    }
}

/// Names are compared inside of the section that has them, even where the file goes on with what is
/// missing, or ends.
#[test]
fn names_are_compared_to_their_end() {
    let whole = kernel();
    for (section, name) in [(NAMES, &b"\0.nv.info\0"[..]), (STRINGS, b"\0kernel\0")] {
        let mut cubin = whole.clone();
        // The table is behind the headers, where the file ends.
        let table = cubin.sections[section].content.clone();
        let from = table.windows(name.len()).position(|it| it == name);
        let end = from.unwrap() + name.len();
        let mut file = cubin.bytes();
        let header = cubin.header_of(section);
        let at = file.len();
        file[header + OFFSET..header + OFFSET + 8].copy_from_slice(&(at as u64).to_le_bytes());
        file.extend_from_slice(&table);
        for missing in 0..name.len() {
            let size = end - missing;
            file[header + SIZE..header + SIZE + 8].copy_from_slice(&(size as u64).to_le_bytes());
            for file in [&file[..], &file[..at + size]] {
                let error = usage(file, "kernel").map(|it| it.registers.unwrap()).err();
                let kernels = Image::new(file).unwrap().kernels().flatten().count();
                match (section, missing) {
                    (_, 0) => assert_eq!((error, kernels), (None, 1)),
                    // Without attributes, the section of the code says it.
                    (NAMES, _) => assert_eq!((error, kernels), (None, 1), "{missing}"),
                    _ => {
                        let error = error.unwrap();
                        assert!(error.kind() == ErrorKind::UnknownKernel, "{error}");
                        assert_eq!(kernels, 0, "{missing}");
                    }
                }
            }
        }
        cubin.sections.truncate(1);
    }
    // The beginnings of names, too.
    let mut cubin = Cubin::new(80);
    let kernel = cubin.kernel("kernel");
    let shared = cubin.shared("", kernel, 16);
    let table = cubin.sections[NAMES].content.clone();
    let end = cubin.sections[shared].name as usize + b".nv.shared.".len();
    let mut file = cubin.bytes();
    let header = cubin.header_of(NAMES);
    let at = file.len();
    file[header + OFFSET..header + OFFSET + 8].copy_from_slice(&(at as u64).to_le_bytes());
    file.extend_from_slice(&table);
    for (missing, expected) in [(0, 16), (1, 0), (5, 0), (10, 0), (11, 0), (12, 0)] {
        let size = end - missing;
        file[header + SIZE..header + SIZE + 8].copy_from_slice(&(size as u64).to_le_bytes());
        for file in [&file[..], &file[..at + size]] {
            let read = usage(file, "kernel").unwrap().static_shared_memory.unwrap();
            assert_eq!(read, expected, "without {missing}");
        }
    }
}

/// What is left of a name where the file ends is not taken for more than it is.
#[test]
fn names_that_the_file_cuts_off() {
    for name in [
        "_",
        "_Z",
        "_ZN",
        "_ZL",
        "_ZNL",
        "_Z1",
        "_Z6",
        "_Z6kerne",
        "_Z6kernel",
        "_ZN6kernel",
        "kerne",
    ] {
        let mut cubin = kernel();
        let cut = cubin.symbol(name.as_bytes(), 5);
        let table = &mut cubin.sections[STRINGS].content;
        table.pop();
        let size = table.len() as u64;
        let at = cubin.content_of(SYMBOLS) + 24 * cut as usize;
        let mut file = cubin.bytes();
        let header = cubin.header_of(STRINGS);
        let end = file.len() as u64;
        file[header + OFFSET..header + OFFSET + 8].copy_from_slice(&end.to_le_bytes());
        file[header + SIZE..header + SIZE + 8].copy_from_slice(&size.to_le_bytes());
        file.extend_from_slice(&cubin.sections[STRINGS].content);
        let first = usage(&file, "kernel").map(|usage| usage.registers.unwrap());
        let expected = match name {
            // It is called so, but does not end.
            "_Z6kernel" | "_ZN6kernel" => Err((Fault::Name, at)),
            _ => Ok(32),
        };
        assert_eq!(first.map_err(malformed), expected, "{name}");
        for asked in ["kernex", "a", "a_longer_name"] {
            let error = usage(&file, asked).unwrap_err();
            let unknown = error.kind() == ErrorKind::UnknownKernel;
            assert!(unknown, "{asked} beside {name}: {error}");
        }
    }
}

/// From 256 sections on, both bytes of a number tell them apart.
#[test]
fn hundreds_of_sections() {
    let mut cubin = Cubin::new(80);
    let first = cubin.kernel("first");
    cubin.shared("first", first, 1);
    while cubin.sections.len() < 256 {
        cubin.section(".nv.other", PROGRAM, 0, &[]);
    }
    // 256, whose first byte is 0, and 261, whose first byte is that of the first kernel.
    let second = cubin.kernel("second");
    cubin.shared("second", second, 2);
    while cubin.sections.len() < 256 + first.code {
        cubin.section(".nv.other", PROGRAM, 0, &[]);
    }
    let third = cubin.kernel("third");
    assert_eq!((first.code, second.code, third.code), (5, 256, 261));
    cubin.shared("third", third, 3);
    cubin.says(third.own, &words(id::CUDA_API_VERSION, &[130]));
    let file = cubin.bytes();
    for (name, shared, toolkit) in [
        ("first", 1, None),
        ("second", 2, None),
        ("third", 3, Some((13, 0))),
    ] {
        let read = usage(&file, name).unwrap();
        assert_eq!(
            (read.static_shared_memory.unwrap(), read.toolkit),
            (shared, toolkit),
            "{name}"
        );
    }
    let kernels = Image::new(&file).unwrap().kernels();
    let shared: Vec<_> = kernels.map(|it| it.unwrap().static_shared_memory).collect();
    assert_eq!(shared, [1, 2, 3].map(Some));
}

/// An honest file is read to its end, however many kernels it has.
#[test]
fn thousands_of_kernels() {
    const COUNT: usize = 30_000;
    let mut cubin = kernel();
    let name = cubin.text(STRINGS, b"_Z6kernelv").to_le_bytes();
    let symbols = &mut cubin.sections[SYMBOLS].content;
    let mut symbol = symbols[24..].to_vec();
    symbol[..4].copy_from_slice(&name);
    for _ in 1..COUNT {
        symbols.extend_from_slice(&symbol);
    }
    let file = cubin.bytes();
    let image = Image::new(&file).unwrap();
    let read = image.kernels().flatten().count();
    assert_eq!(read, COUNT);
    assert_eq!(image.usage("kernel").map(|usage| usage.name), Ok("kernel"));
    let section = cubin.section(".nv.info.kernel", ATTRIBUTES, 5, &[]);
    let error = usage(&cubin.bytes(), "kernel").unwrap_err();
    assert_eq!(
        malformed(error),
        (Fault::Contradiction, cubin.header_of(section))
    );
}
