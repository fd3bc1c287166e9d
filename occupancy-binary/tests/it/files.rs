//! Every form of file, with the same kernels: what is found is what nvcc and ptxas said of them.
use crate::common::{archive, coff, pe};
use occupancy_binary::cubin::Compression;
use occupancy_binary::{
    Decoder, EntryKind, Error, ErrorKind, File, FileKind, Limits, build::Build, usage,
};
use occupancy_core::Compiled;

const FILES: &[(&str, FileKind, &[u8], &[&str])] = &[
    (
        "abi 7",
        FileKind::Cubin,
        fixture!("sm_80-abi7.cubin"),
        &["sm_80"],
    ),
    (
        "abi 8",
        FileKind::Cubin,
        fixture!("sm_90.cubin"),
        &["sm_90"],
    ),
    (
        "ptx",
        FileKind::Ptx,
        fixture!("kernels.ptx"),
        &["compute_80"],
    ),
    (
        "raw",
        FileKind::Fatbin,
        fixture!("raw.fatbin"),
        &["sm_80", "compute_80", "sm_90"],
    ),
    (
        "lz4",
        FileKind::Fatbin,
        fixture!("lz4.fatbin"),
        &["sm_80", "compute_80", "sm_90"],
    ),
    (
        "zstd",
        FileKind::Fatbin,
        fixture!("zstd.fatbin"),
        &["sm_80", "compute_80", "sm_90"],
    ),
    (
        "concatenated",
        FileKind::Fatbin,
        fixture!("concat.fatbin"),
        &["compute_80", "sm_80", "sm_90"],
    ),
    (
        "object",
        FileKind::Elf,
        fixture!("kernels.o"),
        &["sm_80", "compute_80", "sm_90"],
    ),
    (
        "object to be linked",
        FileKind::Elf,
        fixture!("relocatable.o"),
        &["sm_90", "compute_90"],
    ),
    (
        "archive",
        FileKind::Archive,
        fixture!("libkernels.a"),
        &["sm_90", "compute_90"],
    ),
    (
        "library",
        FileKind::Elf,
        fixture!("libkernels.so"),
        &["compute_80", "sm_80", "sm_90"],
    ),
];

#[test]
fn every_file_has_its_entries() {
    for (name, kind, bytes, targets) in FILES {
        let file = File::new(bytes).unwrap();
        assert_eq!(file.kind(), *kind, "{name}");
        assert_eq!(&targets_of(bytes), targets, "{name}");
    }
}

fn targets_of(bytes: &[u8]) -> Vec<String> {
    let entries = File::new(bytes).unwrap().entries();
    entries.map(|entry| entry.unwrap().target()).collect()
}

/// Registers, static shared memory and barriers: what `ptxas -v` of CUDA 13.5 and 12.4 printed, which
/// agree.
const SAXPY: (&str, [u32; 3]) = ("saxpy", [10, 0, 0]);
const OTHERS: [(&str, [u32; 3]); 2] = [
    ("_Z6scaledIfEvPT_S0_", [8, 0, 0]),
    ("_ZN4blas3dotEiPKfPf", [12, 1024, 1]),
];

#[test]
fn every_image_has_its_kernels() {
    let mut images = 0;
    for (name, _, bytes, _) in FILES {
        let file = File::new(bytes).unwrap();
        let mut decoder = Decoder::new();
        let mut reused = Decoder::new();
        for entry in file.entries() {
            let entry = entry.unwrap();
            if entry.kind != EntryKind::Cubin {
                continue;
            }
            images += 1;
            let unpacked = reused.decode(&entry).unwrap();
            assert!(unpacked.len() as u64 <= entry.size, "{name}");
            let image = decoder.image(&entry).unwrap();
            assert_eq!(image.compute_capability(), entry.compute_capability);
            let kernels: Result<Vec<Compiled>, _> = image.kernels().collect();
            let mut found: Vec<_> = kernels.unwrap().iter().map(figures).collect();
            found.sort_unstable();
            let only_saxpy = ["raw", "archive", "object to be linked"].contains(name);
            let mut expected = if only_saxpy { vec![] } else { OTHERS.to_vec() };
            expected.push(SAXPY);
            if (*name, entry.compute_capability) == ("lz4", (9, 0)) {
                // It is still to be linked.
                expected[1].1[0] = 10;
            }
            assert_eq!(found, expected, "{name} {}", entry.target());
        }
    }
    assert_eq!(images, 16);
}

fn figures<'a>(kernel: &Compiled<'a>) -> (&'a str, [u32; 3]) {
    let figures = [
        kernel.registers.unwrap(),
        kernel.static_shared_memory.unwrap(),
        kernel.barriers.unwrap(),
    ];
    (kernel.name, figures)
}

#[test]
fn spills_and_exact_blocks() {
    let file = File::new(fixture!("spills.cubin")).unwrap();
    let mut decoder = Decoder::new();
    let spills = usage(&file, &mut decoder, (9, 0), "spills").unwrap();
    // ptxas: 88 bytes of stack, 84 of them stored and 84 loaded.
    assert_eq!((spills.registers, spills.stack), (Some(24), Some(88)));
    assert!(spills.spill_instructions > Some(0));
    let exact = usage(&file, &mut decoder, (9, 0), "exact").unwrap();
    assert_eq!(exact.required_block, Some((16, 8, 1)));
    assert_eq!(exact.spill_instructions, Some(0));
}

#[test]
fn compressions_and_sizes() {
    let entries = |bytes| {
        let file: File<'_> = File::new(bytes).unwrap();
        let entries: Result<Vec<_>, _> = file.entries().collect();
        entries.unwrap()
    };
    let compressions = |bytes| -> Vec<_> {
        let of = entries(bytes).into_iter();
        of.map(|entry| entry.compression).collect()
    };
    assert_eq!(compressions(fixture!("raw.fatbin")), [None; 3]);
    let lz4 = Some(Compression::Lz4);
    assert_eq!(compressions(fixture!("lz4.fatbin")), [lz4; 3]);
    let zstandard = Some(Compression::Zstandard);
    assert_eq!(compressions(fixture!("zstd.fatbin")), [zstandard; 3]);
    assert_eq!(compressions(fixture!("concat.fatbin")), [zstandard; 3]);

    // The parts of a concatenated entry are the images that are otherwise compressed one by one.
    let mut decoder = Decoder::new();
    let concatenated = entries(fixture!("concat.fatbin"));
    let parts: Vec<_> = concatenated[1..]
        .iter()
        .map(|entry| decoder.decode(entry).unwrap().to_vec())
        .collect();
    let mut decoder = Decoder::new();
    let single = entries(fixture!("zstd.fatbin"));
    for (part, entry) in parts.iter().zip([&single[0], &single[2]]) {
        let alone = decoder.decode(entry).unwrap();
        assert_eq!(&part[..alone.len()], alone);
        assert!(part[alone.len()..].iter().all(|&byte| byte == 0));
    }
}

#[test]
fn ptx_has_the_same_kernels_in_every_file() {
    let expected = str::from_utf8(fixture!("kernels.ptx")).unwrap();
    let names = |text: &str| -> Vec<String> {
        let module = occupancy_binary::ptx::Module::new(text).unwrap();
        let names = module.entries().iter().map(|entry| entry.name.to_owned());
        names.collect()
    };
    let mut texts = 0;
    for (name, _, bytes, _) in FILES {
        if ["raw", "archive", "object to be linked"].contains(name) {
            continue;
        }
        let mut decoder = Decoder::new();
        for entry in File::new(bytes).unwrap().entries() {
            let entry = entry.unwrap();
            if entry.kind == EntryKind::Ptx {
                let text = decoder.ptx(&entry).unwrap();
                assert_eq!(names(text), names(expected), "{name}");
                texts += 1;
            }
        }
    }
    assert_eq!(texts, 6);
}

#[test]
fn files_of_windows() {
    let expected = ["sm_80", "compute_80", "sm_90"];
    for name in [".nv_fatbin", ".nv_fatb", "__nv_relfatbin"] {
        let bytes = coff(&[(".text", &[0x90; 16]), (name, fixture!("zstd.fatbin"))]);
        assert_eq!(File::new(&bytes).unwrap().kind(), FileKind::Coff);
        assert_eq!(targets_of(&bytes), expected, "{name}");
    }
    let bytes = pe(fixture!("lz4.fatbin"));
    let file = File::new(&bytes).unwrap();
    assert_eq!(file.kind(), FileKind::Pe);
    assert_eq!(targets_of(&bytes), expected);
    let mut decoder = Decoder::new();
    let dot = usage(&file, &mut decoder, (9, 0), "dot").unwrap();
    assert_eq!((dot.registers, dot.is_relocatable), (Some(10), true));
}

#[test]
fn members_of_an_archive() {
    let of_windows = coff(&[(".nv_fatbin", fixture!("raw.fatbin"))]);
    let bytes = archive(&[
        ("readme.txt", b"no kernels"),
        ("saxpy.obj", &of_windows),
        ("kernels.ptx", fixture!("kernels.ptx")),
        ("kernels.cubin", fixture!("sm_90.cubin")),
        ("again.a", &archive(&[("inner.o", fixture!("kernels.o"))])),
    ]);
    let file = File::new(&bytes).unwrap();
    let found: Vec<(String, String)> = file
        .entries()
        .map(|entry| {
            let entry = entry.unwrap();
            assert!(entry.offset > 0);
            (entry.target(), entry.member.unwrap().into_owned())
        })
        .collect();
    let found: Vec<_> = found
        .iter()
        .map(|(target, member)| (target.as_str(), member.as_str()))
        .collect();
    assert_eq!(
        found,
        [
            ("sm_80", "saxpy.obj"),
            ("compute_80", "saxpy.obj"),
            ("sm_90", "saxpy.obj"),
            ("compute_80", "kernels.ptx"),
            ("sm_90", "kernels.cubin"),
        ]
    );
    let mut decoder = Decoder::new();
    let several = usage(&file, &mut decoder, (9, 0), "saxpy").unwrap_err();
    assert_eq!(several.kind(), ErrorKind::AmbiguousKernel);

    // What runs is the linked one.
    let both = archive(&[
        ("linked.o", fixture!("libkernels.so")),
        ("to-be-linked.o", fixture!("relocatable.o")),
    ]);
    let file = File::new(&both).unwrap();
    let mut decoder = Decoder::new();
    let saxpy = usage(&file, &mut decoder, (9, 0), "saxpy").unwrap();
    assert!(!saxpy.is_relocatable);

    // The name of a kernel that is nowhere, beside those of every member.
    for members in [
        [
            ("a.cubin", fixture!("sm_90.cubin")),
            ("b.cubin", fixture!("spills.cubin")),
        ],
        [
            ("b.cubin", fixture!("spills.cubin")),
            ("a.cubin", fixture!("sm_90.cubin")),
        ],
    ] {
        let bytes = archive(&members);
        let file = File::new(&bytes).unwrap();
        for (asked, near) in [("saxpi", "`saxpy`"), ("exakt", "`exact`")] {
            let error = usage(&file, &mut Decoder::new(), (9, 0), asked).unwrap_err();
            let expected = format!("help: the nearest are {near}");
            assert!(error.to_string().ends_with(&expected), "{error}");
        }
    }

    let thin = [b"!<thin>\n", &bytes[8..]].concat();
    let mut entries = File::new(&thin).unwrap().entries();
    let error = entries.next().unwrap().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    assert!(error.to_string().starts_with("the archive is thin"));
    assert_eq!(entries.next(), None);
}

#[test]
fn what_is_damaged_is_an_error_and_the_rest_is_read() {
    let mut broken = fixture!("zstd.fatbin").to_vec();
    // The first payload is no Zstandard frame then.
    broken[16 + 64] ^= 0x55;
    let bytes = archive(&[
        ("broken.o", &coff(&[(".nv_fatbin", &broken)])),
        ("cut.o", {
            let object = fixture!("kernels.o");
            &object[..object.len() / 2]
        }),
    ]);
    let file = File::new(&bytes).unwrap();
    let entries: Vec<_> = file.entries().collect();
    assert_eq!(entries.len(), 4);
    let truncated = entries[3].as_ref().unwrap_err();
    assert_eq!(truncated.kind(), ErrorKind::Truncated);
    assert!(truncated.offset() > Some(1000));
    let mut decoder = Decoder::new();
    let first = entries[0].as_ref().unwrap();
    let damage = decoder.decode(first).unwrap_err();
    assert_eq!(damage.kind(), ErrorKind::Damaged);
    assert!(damage.to_string().contains("it cannot be decompressed"));
    assert!(decoder.image(entries[2].as_ref().unwrap()).is_ok());
}

/// The size that an entry states is at its byte 56.
#[test]
fn sizes_are_held_to_what_is_stated_and_allowed() {
    for (bytes, most) in [
        (fixture!("zstd.fatbin"), 1 << 40),
        (fixture!("lz4.fatbin"), 1 << 40),
    ] {
        let stated = |size: u64| {
            let mut bytes = bytes.to_vec();
            bytes[16 + 56..16 + 64].copy_from_slice(&size.to_le_bytes());
            bytes
        };
        let error_of = |size: u64, limits: Limits| {
            let bytes = stated(size);
            let entry = File::new(&bytes)
                .unwrap()
                .entries()
                .next()
                .unwrap()
                .unwrap();
            let mut decoder = Decoder::with_limits(limits);
            decoder.decode(&entry).map(<[u8]>::len).unwrap_err()
        };
        for size in [0, 1, 100, 5000, 1_000_000] {
            let error = error_of(size, Limits::default());
            assert!(
                error
                    .to_string()
                    .starts_with("the entry at byte 16 is damaged: ")
            );
            assert_eq!(error.offset(), Some(16));
        }
        let too_large = |error: Error, size: u64, limit: u64| {
            assert_eq!(error.kind(), ErrorKind::TooLarge);
            let expected = format!(
                "the entry at byte 16 comes to {size} bytes unpacked, over the {limit} that are allowed
"
            );
            assert!(error.to_string().starts_with(&expected), "{error}");
        };
        too_large(error_of(most, Limits::default()), most, 1 << 30);
        let strict = Limits {
            total: 1000,
            ..Limits::default()
        };
        too_large(error_of(1001, strict), 1001, 1000);
    }
}

#[test]
fn the_total_is_bounded_and_parts_count_once() {
    let file = File::new(fixture!("concat.fatbin")).unwrap();
    let machine_code = || file.entries().skip(1).map(Result::unwrap);
    let size = 13_672;
    let mut decoder = Decoder::with_limits(Limits {
        total: size,
        ..Limits::default()
    });
    for entry in machine_code() {
        decoder.decode(&entry).unwrap();
    }
    let ptx = file.entries().next().unwrap().unwrap();
    let error = decoder.decode(&ptx).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    assert!(error.to_string().contains(&format!("over the {size} that")));
}

/// A fat binary with one cubin in a Zstandard frame of 4 bytes for each 128 KiB of zeros.
fn bomb(blocks: u32, stated: u64) -> Vec<u8> {
    // RFC 8878: the magic number; one segment, with a size of 8 bytes; blocks of one byte repeated.
    const BLOCK: u32 = 128 << 10;
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0b1110_0000];
    frame.extend((u64::from(blocks) * u64::from(BLOCK)).to_le_bytes());
    for block in 1..=blocks {
        let header = (BLOCK << 3) | (1 << 1) | u32::from(block == blocks);
        frame.extend(&header.to_le_bytes()[..3]);
        frame.push(0);
    }
    let mut entry = vec![0; 64];
    entry[0] = 2;
    entry[4] = 64;
    let size = u32::try_from(frame.len()).unwrap();
    let padded = frame.len().next_multiple_of(8);
    entry[8..16].copy_from_slice(&(padded as u64).to_le_bytes());
    entry[16..20].copy_from_slice(&size.to_le_bytes());
    entry[28] = 90;
    entry[41] = 0x80;
    entry[56..64].copy_from_slice(&stated.to_le_bytes());
    frame.resize(padded, 0);
    let mut bytes = vec![0x50, 0xed, 0x55, 0xba, 1, 0, 16, 0];
    bytes.extend((64 + padded as u64).to_le_bytes());
    bytes.extend(entry);
    bytes.extend(frame);
    bytes
}

#[test]
fn what_grows_beyond_what_is_stated_is_not_unpacked() {
    let unpack = |bytes: &[u8]| {
        let entry = File::new(bytes).unwrap().entries().next().unwrap().unwrap();
        Decoder::new().decode(&entry).map(<[u8]>::len)
    };
    let mebibyte = 1 << 20;
    assert_eq!(unpack(&bomb(8, mebibyte)), Ok(1 << 20));
    // 64 GiB in 2 MiB.
    let bytes = bomb(1 << 19, mebibyte);
    assert_eq!(unpack(&bytes).unwrap_err().kind(), ErrorKind::Damaged);
    let bytes = bomb(1 << 19, 64 << 30);
    let error = unpack(&bytes).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    assert!(error.to_string().contains("over the 1073741824 that"));
}

#[test]
fn sections_that_lie_over_each_other_are_refused() {
    let mut bytes = coff(&[
        (".nv_fatbin", fixture!("raw.fatbin")),
        (".nv_fatbin", &[0; 8]),
        (".nv_fatbin", &[0; 8]),
    ]);
    assert_eq!(targets_of(&bytes).len(), 3);
    // The size and the place of each section are at byte 16 of its header.
    for section in 1..3 {
        bytes.copy_within(20 + 16..20 + 24, 20 + 40 * section + 16);
    }
    let overlap = File::new(&bytes).unwrap().entries().next().unwrap();
    let error = overlap.unwrap_err();
    assert_eq!(
        (error.kind(), error.offset()),
        (ErrorKind::Damaged, Some(0))
    );
    assert!(
        error
            .to_string()
            .contains("its sections lie over each other")
    );
}

#[test]
fn errors_say_what_to_do() {
    let of = |bytes: &[u8]| {
        let file = File::new(bytes)?;
        usage(&file, &mut Decoder::new(), (9, 0), "saxpy").map(|_| ())
    };
    let twice = archive(&[
        ("a.cubin", fixture!("sm_90.cubin")),
        ("b.cubin", fixture!("sm_90.cubin")),
    ]);
    let none = coff(&[(".text", &[0x90; 16])]);
    let mut host = fixture!("kernels.o").to_vec();
    // The section of the names of sections.
    host[62..64].copy_from_slice(&[0xfe, 0xfe]);
    for (bytes, kind, text) in [
        (
            &b"#!/bin/sh"[..],
            ErrorKind::UnknownFormat,
            "not a file with GPU kernels\nhelp: those are cubins, fat binaries, PTX, and object files, \
             libraries and archives that nvcc made for Linux or Windows",
        ),
        (
            b"",
            ErrorKind::UnknownFormat,
            "the file is empty\nhelp: build or copy it anew",
        ),
        (
            &fixture!("raw.fatbin")[..20],
            ErrorKind::Truncated,
            "truncated: its headers state at least 7528 bytes, and it has 20\nhelp: build or copy it \
             anew",
        ),
        (
            &none,
            ErrorKind::NoImage,
            "no machine code for compute capability 9.0\nhelp: there is none at all: compile with \
             `-gencode arch=compute_90,code=sm_90`",
        ),
        (
            &twice,
            ErrorKind::AmbiguousKernel,
            "several kernels `saxpy` for compute capability 9.0\nhelp: read the object file or the \
             linked library that has the one",
        ),
        (
            b".version 8.0\n\xff",
            ErrorKind::Damaged,
            "the entry at byte 0 is damaged: its text is not UTF-8\nhelp: the file may be cut off: build \
             it anew; if cuobjdump reads it, report it with the version of nvcc",
        ),
        (
            &host,
            ErrorKind::DamagedHost,
            "the object file or library at byte 0 is damaged: Invalid ELF e_shstrndx\nhelp: build it anew; if the linker takes it, report it",
        ),
        (
            b".version 8.0\n.entry",
            ErrorKind::InvalidPtx,
            "the PTX at byte 0: line 2 of the PTX: an entry before `.target`\nhelp: put it after \
             `.version`: `.target sm_90`",
        ),
    ] {
        let error = of(bytes).unwrap_err();
        assert_eq!((error.kind(), &*error.to_string()), (kind, text));
    }
    let folder = Build::new("none.a").generate().unwrap_err();
    assert!(folder.to_string().contains("\nhelp: "), "{folder}");
}

#[test]
fn errors_can_be_kept_sent_and_compared() {
    fn is<T: std::error::Error + Clone + Eq + Send + Sync + Unpin + 'static>() {}
    is::<Error>();
}
