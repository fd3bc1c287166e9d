//! Cubins and fat binaries that no compiler writes: what they say is read to the last bit, and what
//! is not as it should be is an error at the byte where it is.

mod builder;
mod fat_binaries;
mod names;
mod words;
mod work;

use occupancy_binary::cubin::{Image, usage};
use occupancy_binary::{Error, ErrorKind};
use occupancy_core::gpu::Suffix;

use self::builder::{Cubin, INFO, NAMES, PROGRAM, STRINGS, SYMBOLS, words};
use self::words::{ATTRIBUTES, Described, damage};
use crate::cases::hold;

#[test]
fn attributes() {
    hold("cubin/attributes.txt", |case| Described::new(case).read());
}

#[test]
fn headers_sections_and_symbols() {
    hold("cubin/sections.txt", |case| Described::new(case).read());
}

#[test]
fn every_attribute_has_its_form() {
    const FORMS: [&str; 9] = [
        "flag",
        "byte 12",
        "half 7",
        "half 4",
        "half 8",
        "half 12",
        "words",
        "words 7",
        "words 7 7",
    ];
    let forms = FORMS.into_iter().chain(["words 7 7 7", "words 7 7 7 7"]);
    for (name, id) in ATTRIBUTES {
        let of_functions = matches!(id, 0x2f | 0x11 | 0x12 | 0x23);
        let takes = |form: &str| match id {
            0x3e | 0x5b => form == "flag",
            0x4a | 0x4c => form.starts_with("byte"),
            0x19 | 0x1b => form.starts_with("half"),
            0x37 | 0x3f => form == "words 7",
            0x05 | 0x10 | 0x3d => form == "words 7 7 7",
            0x55 => form.starts_with("words"),
            // Of which function it is said cannot be known, so it is wrong for every one.
            _ if of_functions => form == "words 7 7",
            _ => true,
        };
        let (place, at) = if of_functions {
            ("info", ".nv.info+12")
        } else {
            ("own", ".nv.info.kernel+0")
        };
        for form in forms.clone() {
            let read = Described::new(&format!("{place} {name} {form}")).read();
            let wrong = format!("an attribute has an unknown form: {at}");
            assert_eq!(read == wrong, !takes(form), "{name} {form}: {read}");
        }
    }
}

/// Reads a kernel; else what is damaged, and where.
fn registers(file: &[u8], kernel: &str) -> Result<u32, ErrorKind> {
    let read = usage(file, kernel).map(|usage| usage.registers.unwrap());
    read.map_err(|error| error.kind())
}

#[test]
fn headers_that_are_cut_off() {
    let file = Described::new("").file;
    for len in [4, 63] {
        let error = Image::new(&file[..len]).unwrap_err();
        let expected = "what is referred to is outside of the file".to_owned();
        assert_eq!(damage(&error), Some((expected, len)));
    }
}

/// Names that are no text do not matter if another one is asked for.
#[test]
fn other_names_are_not_read() {
    for other in [
        &b"\xff"[..],
        b"\xffernel",
        b"_\xff",
        b"_Z\xff",
        b"_Z6kerne\xff",
        b"_Z5\xffther",
        b"_Z2\xff\xff",
        b"",
    ] {
        let mut cubin = Cubin::new(80);
        cubin.symbol(other, 5);
        cubin.kernel("kernel");
        cubin.symbol(other, 5);
        assert_eq!(registers(&cubin.bytes(), "kernel"), Ok(32), "{other:x?}");
    }
}

/// The file, with the content of a section behind everything else, and of it only the first bytes: once the file goes
/// on, and once it ends there.
fn with_table(cubin: &Cubin, section: usize, size: usize) -> [Vec<u8>; 2] {
    let mut file = cubin.bytes();
    let (header, at) = (cubin.header_of(section), file.len());
    file[header + 24..header + 32].copy_from_slice(&(at as u64).to_le_bytes());
    file[header + 32..header + 40].copy_from_slice(&(size as u64).to_le_bytes());
    file.extend_from_slice(&cubin.sections[section].content);
    [file[..at + size].to_vec(), file]
}

#[test]
fn names_are_compared_to_their_end() {
    let mut cubin = Cubin::new(80);
    let kernel = cubin.kernel("kernel");
    let end = cubin.sections[STRINGS].content.len();
    for missing in 0..b"\0kernel\0".len() {
        for file in with_table(&cubin, STRINGS, end - missing) {
            let read = registers(&file, "kernel");
            let expected = if missing == 0 {
                Ok(32)
            } else {
                Err(ErrorKind::UnknownKernel)
            };
            assert_eq!(read, expected, "{missing}");
            let kernels = Image::new(&file).unwrap().kernels().flatten().count();
            assert_eq!(kernels, usize::from(missing == 0), "{missing}");
        }
    }
    // The beginnings of names of sections, too: without shared memory, and then without attributes of all functions.
    let shared = cubin.shared("", kernel, 16);
    cubin.sections[kernel.code].info = 8 << 24 | kernel.symbol;
    let ends = |section: usize, name: &str| cubin.sections[section].name as usize + name.len();
    let [shared, info] = [ends(shared, ".nv.shared."), ends(INFO, ".nv.info\0")];
    for (size, bytes, registers) in [
        (shared, 16, 32),
        (shared - 1, 0, 32),
        (shared - 12, 0, 32),
        (info, 0, 32),
        (info - 1, 0, 8),
        (0, 0, 8),
    ] {
        for file in with_table(&cubin, NAMES, size) {
            let read = usage(&file, "kernel").unwrap();
            let figures = (read.static_shared_memory, read.registers);
            assert_eq!(figures, (Some(bytes), Some(registers)), "{size}");
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
        let mut cubin = Cubin::new(80);
        cubin.kernel("kernel");
        cubin.symbol(name.as_bytes(), 5);
        let size = cubin.sections[STRINGS].content.len() - 1;
        for file in with_table(&cubin, STRINGS, size) {
            // It is called so, but does not end.
            let is_called_so = ["_Z6kernel", "_ZN6kernel"].contains(&name);
            let expected = if is_called_so {
                Err(ErrorKind::Damaged)
            } else {
                Ok(32)
            };
            assert_eq!(registers(&file, "kernel"), expected, "{name}");
            for asked in ["kernex", "a", "a_longer_name"] {
                let read = registers(&file, asked);
                assert_eq!(read, Err(ErrorKind::UnknownKernel), "{asked} beside {name}");
            }
        }
    }
}

/// 300 kernels, so that the last 8 bits of a symbol or a section do not tell them apart; they are listed in the order
/// of their symbols.
#[test]
fn many_kernels_are_told_apart() {
    let mut cubin = Cubin::new(80);
    let names: Vec<_> = (0..300).map(|i| format!("kernel_{i}")).collect();
    for name in &names {
        let kernel = cubin.kernel(name);
        let symbol = kernel.symbol;
        cubin.shared(name, kernel, symbol.into());
        for (id, value) in [(0x11, 1000), (0x23, 2000)] {
            cubin.says(INFO, &words(id, &[symbol, symbol + value]));
        }
        cubin.says(kernel.own, &words(0x37, &[symbol]));
    }
    // Of a symbol that does not exist, and only ends as one does that does.
    cubin.says(INFO, &words(0x11, &[1 << 16 | 7, 1]));
    let file = cubin.bytes();
    let image = Image::new(&file).unwrap();
    let all: Result<Vec<_>, Error> = image.kernels().collect();
    let all = all.unwrap();
    assert_eq!(all.len(), names.len());
    for ((name, symbol), one) in names.iter().zip(1..).zip(all) {
        assert_eq!(
            (one.name, one.static_shared_memory),
            (&**name, Some(symbol))
        );
        assert_eq!(one.toolkit, Some((symbol / 10, symbol % 10)), "{name}");
        let stack = (one.frame, one.stack);
        assert_eq!(stack, (Some(symbol + 1000), Some(symbol + 2000)), "{name}");
        assert_eq!(image.usage(name), Ok(one), "{name}");
    }
}

/// The section of the second kernel is 256, whose low byte is 0, and that of the third one has the low byte of the
/// first.
#[test]
fn numbers_of_sections_have_two_bytes() {
    let mut cubin = Cubin::new(80);
    let mut expected = Vec::new();
    for (code, bytes) in [(5, 1), (256, 2), (261, 3)] {
        while cubin.sections.len() < code {
            cubin.section(".nv.other", PROGRAM, 0, &[]);
        }
        let name = format!("kernel_{bytes}");
        let kernel = cubin.kernel(&name);
        assert_eq!(kernel.code, code);
        cubin.shared(&name, kernel, bytes);
        expected.push(Some(u32::try_from(bytes).unwrap()));
    }
    let file = cubin.bytes();
    let kernels = Image::new(&file).unwrap().kernels();
    let shared: Vec<_> = kernels.map(|it| it.unwrap().static_shared_memory).collect();
    assert_eq!(shared, expected);
}

#[test]
fn after_an_error_there_are_no_more() {
    for broken in [0, 1, 15, 16, 20, 39] {
        let mut cubin = Cubin::new(90);
        for i in 0..40 {
            let kernel = cubin.kernel(&format!("kernel_{i}"));
            if i == broken {
                cubin.says(kernel.own, &[3, 0x4c, 1, 0]);
            }
        }
        let file = cubin.bytes();
        let mut kernels: Vec<_> = Image::new(&file).unwrap().kernels().collect();
        let error = kernels.pop().unwrap().unwrap_err();
        assert!(damage(&error).is_some(), "{error}");
        let names: Vec<_> = kernels
            .into_iter()
            .map(|it| it.unwrap().name.to_owned())
            .collect();
        let expected: Vec<_> = (0..broken).map(|i| format!("kernel_{i}")).collect();
        assert_eq!(names, expected);
    }
}

/// An honest file is read to its end, however many kernels it has.
#[test]
fn thousands_of_kernels() {
    const COUNT: usize = 30_000;
    let mut cubin = Cubin::new(80);
    cubin.kernel("kernel");
    let name = cubin.text(STRINGS, b"_Z6kernelv").to_le_bytes();
    let symbols = &mut cubin.sections[SYMBOLS].content;
    let mut symbol = symbols[24..].to_vec();
    symbol[..4].copy_from_slice(&name);
    symbols.extend(symbol.repeat(COUNT - 1));
    let file = cubin.bytes();
    let image = Image::new(&file).unwrap();
    assert_eq!(image.kernels().flatten().count(), COUNT);
    assert_eq!(image.usage("kernel").map(|usage| usage.name), Ok("kernel"));
}

/// Linked, the kernel has 36,000 bytes, and the other one 1,024: `cuobjdump` after `nvlink`, 13.5.
#[test]
fn shared_memory_that_the_linker_gives_is_unknown() {
    let of = |file: &'static [u8], kernel| {
        let found = usage(file, kernel).unwrap();
        (found.is_relocatable, found.static_shared_memory)
    };
    let template = include_bytes!("../../fixtures/unlinked_template.cubin");
    assert_eq!(of(template, "reversed"), (true, None));
    let own = include_bytes!("../../fixtures/unlinked.cubin");
    assert_eq!(of(own, "lookup"), (true, Some(1024)));
}

#[test]
fn the_letter_of_the_target_of_a_compiler() {
    let of = |file: &'static [u8]| Image::new(file).unwrap().suffix();
    let tensor = include_bytes!("../../../tests/fixtures/cubins/tensor-sm_100a-13.cubin");
    assert_eq!(of(tensor), Suffix::Architecture);
    let cluster = include_bytes!("../../../tests/fixtures/cubins/cluster-sm_100-13.cubin");
    assert_eq!(of(cluster), Suffix::None);
}
