//! GPU code among other data, as `include_bytes!` and `ld -r -b binary` leave it: the same is found as in the file
//! alone, and nothing that only begins like code.

use object::BinaryFormat;
use occupancy_binary::{ErrorKind, File};

use crate::common::{self, cubins, fixture, object, pe};
use crate::containers::member;

/// Data before code, and after it.
const NOISE: [&[u8]; 12] = [
    b"",
    b"\0\0\0",
    b"called `Option::unwrap()` on a `None` value",
    b".rela.text.shstrtab",
    b"\xff\xfe\x80",
    b"\x50\xed\x55\xba",
    b"\x50\xed\x55\xba\x01\0\x10\0",
    b"\x50\xed\x55\xba\x01\0\x10\0\x40\0\0\0\0\0\0\0\x02\0",
    b"\x7fELF\x02\x01\x01",
    b"\x7fELF\x02\x01\x01\x41\x08\0\0\0\0\0\0\0\x02\0\xbe\0\x01\0\0\0",
    b"state it once: `.version 8.0`; put it after `.version`: `.target sm_90`\n",
    b".version 8.0\n.target sm_90\n.entry k() {",
];

/// The target of each piece of code, and the figures of its kernels.
fn kernels(bytes: &[u8]) -> Vec<String> {
    let (found, errors) = common::kernels(bytes);
    assert!(errors.is_empty(), "{errors:?}");
    found
}

/// Programs and object files with these bytes in a section.
fn hosts(content: Vec<u8>) -> [Vec<u8>; 4] {
    let sections = [
        (".text".to_owned(), vec![0x90; 7]),
        (".rodata".to_owned(), content),
        (".data".to_owned(), vec![1; 9]),
    ];
    let [elf, coff] = [BinaryFormat::Elf, BinaryFormat::Coff].map(|it| object(it, &sections));
    let archive = [b"!<arch>\n", &member("a.o/", &elf)[..]].concat();
    let mut pe = pe(&sections[1].1);
    // The section has code in all cases but this.
    pe[0x188..0x190].copy_from_slice(b".rdata\0\0");
    [elf, coff, archive, pe]
}

#[test]
fn embedded_code_is_what_it_is_alone() {
    let mut files: Vec<_> = ["raw", "lz4", "zstd", "concat"]
        .map(|name| fixture(&format!("{name}.fatbin")))
        .into();
    files.push(fixture("kernels.ptx"));
    files.push(include_bytes!("ptx/module.ptx").to_vec());
    files.extend(cubins().into_iter().map(|(_, bytes)| bytes));
    for (number, bytes) in files.iter().enumerate() {
        let alone = kernels(bytes);
        assert!(!alone.is_empty());
        for (i, before) in NOISE.iter().enumerate() {
            let after = NOISE[(i + number) % NOISE.len()];
            for host in hosts([before, &bytes[..], after].concat()) {
                assert_eq!(kernels(&host), alone, "{number}: {before:?}, {after:?}");
            }
        }
    }
}

/// Several pieces in one section, one next to the other, and in sections of their own: each is found once.
#[test]
fn each_is_found_once() {
    let names = [
        "raw.fatbin",
        "kernels.ptx",
        "sm_90.cubin",
        "kernels.ptx",
        "zstd.fatbin",
    ];
    let files = names.map(fixture);
    let alone: Vec<_> = files.iter().flat_map(|bytes| kernels(bytes)).collect();
    let padded: Vec<_> = files
        .map(|mut bytes| {
            bytes.resize(bytes.len().next_multiple_of(8), b'\n');
            bytes
        })
        .concat();
    for host in hosts(padded) {
        assert_eq!(kernels(&host), alone);
    }
    // In a library, beside the code in its own section, and in a program within a program.
    let library = fixture("libkernels.so");
    let of_library = kernels(&library);
    for host in hosts(library) {
        assert_eq!(kernels(&host), of_library);
    }
}

/// Files are searched in parts: what begins in one and ends in the next is found, once.
#[test]
fn code_is_found_wherever_parts_end() {
    for name in ["sm_90.cubin", "raw.fatbin", "compressed.hipfb"] {
        let code = fixture(name);
        let alone = kernels(&code);
        for before in (1 << 16) - 100..(1 << 16) - 30 {
            let [elf, ..] = hosts([&vec![b'.'; before][..], &code].concat());
            assert_eq!(kernels(&elf), alone, "{name} behind {before} bytes");
        }
    }
}

/// A mapped library need not be in memory as a whole.
#[test]
fn what_was_searched_is_released() {
    let [elf, ..] = hosts(vec![b'.'; 3 << 20]);
    let released = std::cell::Cell::new(0);
    let release = |part: &[u8]| released.update(|bytes| bytes + part.len());
    File::new(&elf).unwrap().entries_releasing(&release);
    assert!((2 << 20..elf.len()).contains(&released.get()));
}

#[test]
fn what_begins_like_code_is_none() {
    for one in NOISE {
        for other in NOISE {
            for host in hosts([one, other].concat()) {
                assert_eq!(kernels(&host), [""; 0], "{one:?}, {other:?}");
            }
        }
    }
    // The piece that is cut off at the end is not read, and the piece before it is.
    for name in ["raw.fatbin", "sm_90.cubin", "kernels.ptx"] {
        let whole = fixture(name);
        let cut = &whole[..whole.len() / 2];
        for host in hosts([&whole[..], cut].concat()) {
            let found = kernels(&host);
            assert!(found.starts_with(&kernels(&whole)), "{name}");
        }
    }
}

/// A cubin of a later CUDA is an error, as it is alone.
#[test]
fn what_is_not_supported_is_said() {
    let mut later = fixture("sm_90.cubin");
    later[8] = 9;
    for host in hosts(later) {
        let entries: Vec<_> = File::new(&host).unwrap().entries().collect();
        let error = entries.into_iter().next().unwrap().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unsupported);
    }
}
