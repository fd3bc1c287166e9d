//! What is said of a kernel outside of attributes: in the header, in its symbol and in its sections.

use occupancy_binary::cubin::{Image, usage};
use occupancy_binary::{Error, ErrorKind};
use occupancy_core::gpu::Suffix;

use super::builder::{
    ATTRIBUTES, Cubin, Fault, INFO, Kernel, NO_BITS, PROGRAM, SHARED, SYMBOL_TABLE, SYMBOLS, byte,
    half, id, malformed, words,
};

fn kernels(file: &[u8]) -> Result<Vec<String>, Error> {
    let kernels = Image::new(file)?.kernels();
    kernels
        .map(|kernel| kernel.map(|it| it.name.to_owned()))
        .collect()
}

#[test]
fn the_compute_capability_is_in_the_flags() {
    for (sm, expected) in [(75, (7, 5)), (86, (8, 6)), (90, (9, 0)), (121, (12, 1))] {
        for (mut cubin, abi) in [(Cubin::of_abi_7(sm, 128), 7), (Cubin::new(sm), 8)] {
            // What else is in the flags is something else.
            for byte in 48..52 {
                if cubin.header[byte] == 0 {
                    cubin.header[byte] = 0xff;
                }
            }
            let file = cubin.bytes();
            let image = Image::new(&file).unwrap();
            assert_eq!(
                (image.compute_capability(), image.abi()),
                (expected, abi),
                "{sm}"
            );
        }
    }
}

#[test]
fn a_file_is_linked_or_to_be_linked() {
    for (kind, expected) in [
        (1, Ok(true)),
        (2, Ok(false)),
        (3, Err((Fault::Header, 16))),
        (0x102, Err((Fault::Header, 16))),
    ] {
        let mut cubin = Cubin::new(90);
        let kernel = cubin.kernel("kernel");
        cubin.says(INFO, &words(id::MAX_STACK_SIZE, &[kernel.symbol, 48]));
        cubin.header[16..18].copy_from_slice(&u16::to_le_bytes(kind));
        let file = cubin.bytes();
        let read = Image::new(&file).map(|image| image.is_relocatable());
        assert_eq!(read.map_err(malformed), expected, "{kind}");
        if let Ok(relocatable) = expected {
            let read = usage(&file, "kernel").unwrap();
            assert_eq!(read.is_relocatable, relocatable);
            // What functions that are called take is not known before they are linked.
            assert_eq!(read.stack, (!relocatable).then_some(48));
        }
    }
}

#[test]
fn a_stack_that_the_compiler_could_not_tell() {
    for id in [id::MIN_STACK_SIZE, id::MAX_STACK_SIZE] {
        for (size, expected) in [
            (0, Some(0)),
            (u32::MAX - 1, Some(u32::MAX - 1)),
            (u32::MAX, None),
        ] {
            let mut cubin = Cubin::new(90);
            let kernel = cubin.kernel("kernel");
            cubin.says(INFO, &words(id, &[kernel.symbol, size]));
            assert_eq!(usage(&cubin.bytes(), "kernel").unwrap().stack, expected);
        }
    }
}

/// Until 9.0 the section of the code has them as well.
#[test]
fn registers_that_no_attribute_states() {
    for (sm, expected) in [(89, Some(40)), (90, None), (100, None)] {
        for mut cubin in [Cubin::of_abi_7(sm, 128), Cubin::new(sm)] {
            let kernel = cubin.kernel("kernel");
            cubin.sections[INFO].content.clear();
            cubin.sections[kernel.code].info = 40 << 24 | 0x00ff_ff00 | kernel.symbol;
            let at = cubin.content_of(SYMBOLS) + 24;
            let read = usage(&cubin.bytes(), "kernel").map(|usage| usage.registers.unwrap());
            let expected = expected.ok_or((Fault::Registers, at));
            assert_eq!(read.map_err(malformed), expected, "{sm}");
        }
    }
}

#[test]
fn barriers_and_the_toolkit_are_where_the_abi_has_them() {
    let mut cubin = Cubin::of_abi_7(80, 124);
    let kernel = cubin.kernel("kernel");
    cubin.sections[kernel.code].flags = !(0x7f << 20) | 0x55 << 20;
    let read = |cubin: &Cubin| {
        let file = cubin.bytes();
        let usage = usage(&file, "kernel").unwrap();
        (usage.barriers.unwrap(), usage.toolkit)
    };
    assert_eq!(read(&cubin), (0x55, Some((12, 4))));
    cubin.says(kernel.own, &byte(id::NUM_BARRIERS, 3));
    cubin.says(kernel.own, &words(id::CUDA_API_VERSION, &[118]));
    assert_eq!(read(&cubin), (0x55, Some((11, 8))), "attributes");

    let mut cubin = Cubin::new(80);
    let kernel = cubin.kernel("kernel");
    cubin.sections[kernel.code].flags = u64::MAX;
    assert_eq!(read(&cubin), (0, None));
    cubin.says(kernel.own, &byte(id::NUM_BARRIERS, 3));
    cubin.says(kernel.own, &words(id::CUDA_API_VERSION, &[131]));
    assert_eq!(read(&cubin), (3, Some((13, 1))), "attributes");
}

#[test]
fn shared_memory_is_without_what_the_system_takes() {
    const ALL: u64 = u32::MAX as u64;
    for (sm, relocatable, size, expected) in [
        (80, false, 0, Some(0)),
        (80, false, 16, Some(16)),
        (80, false, ALL, Some(u32::MAX)),
        (80, false, ALL + 1, None),
        (90, true, 1040, Some(1040)),
        (90, false, 0, Some(0)),
        (90, false, 1, None),
        (90, false, 1023, None),
        (90, false, 1024, Some(0)),
        (90, false, 1040, Some(16)),
        (90, false, ALL + 1024, Some(u32::MAX)),
        (90, false, ALL + 1025, None),
    ] {
        let mut cubin = Cubin::new(sm);
        let kernel = cubin.kernel("kernel");
        cubin.shared("kernel", kernel, size);
        cubin.header[16] = if relocatable { 1 } else { 2 };
        let at = cubin.content_of(SYMBOLS) + 24;
        let read = usage(&cubin.bytes(), "kernel").map(|usage| usage.static_shared_memory.unwrap());
        let expected = expected.ok_or((Fault::SharedMemory, at));
        assert_eq!(
            read.map_err(malformed),
            expected,
            "{sm} {relocatable} {size}"
        );
    }
}

/// Linked, the kernel has 36,000 bytes, and the other one 1,024: `cuobjdump` after `nvlink`, 13.5.
#[test]
fn shared_memory_that_the_linker_gives_is_unknown() {
    let of = |file: &'static [u8], kernel| {
        let found = usage(file, kernel).unwrap();
        (found.is_relocatable, found.static_shared_memory)
    };
    let template = include_bytes!("../../../fixtures/unlinked_template.cubin");
    assert_eq!(of(template, "reversed"), (true, None));
    let own = include_bytes!("../../../fixtures/unlinked.cubin");
    assert_eq!(of(own, "lookup"), (true, Some(1024)));

    // Linked and not, with such a section and without bytes in it.
    for (linked, size, expected) in [(true, 4, Some(0)), (false, 4, None), (false, 0, Some(0))] {
        let mut cubin = Cubin::new(80);
        cubin.kernel("kernel");
        let number = cubin.section(".nv_debug.shared", SHARED, 0, &vec![0; size]);
        assert!(number > INFO);
        cubin.header[16] = if linked { 2 } else { 1 };
        let read = usage(&cubin.bytes(), "kernel")
            .unwrap()
            .static_shared_memory;
        assert_eq!(read, expected, "{linked} {size}");
    }
}

/// What each compiler writes for `sm_90`, `sm_90a` and so on.
#[test]
fn the_letter_of_the_target_is_where_the_compiler_records_it() {
    const NOTE: u32 = 7;
    let suffix = |cubin: &Cubin| {
        let file = cubin.bytes();
        let image = Image::new(&file).unwrap();
        assert_eq!(usage(&file, "kernel").unwrap().suffix, image.suffix());
        image.suffix()
    };
    let with_flags = |mut cubin: Cubin, flags: u8, at: usize| {
        cubin.kernel("kernel");
        cubin.header[48 + at] |= flags;
        suffix(&cubin)
    };
    // ptxas 12.4 and 12.9.
    assert_eq!(with_flags(Cubin::of_abi_7(90, 124), 0x05, 1), Suffix::None);
    assert_eq!(
        with_flags(Cubin::of_abi_7(90, 124), 0x0d, 1),
        Suffix::Architecture
    );
    assert_eq!(with_flags(Cubin::new(100), 0x02, 0), Suffix::None);
    assert_eq!(with_flags(Cubin::new(100), 0x0a, 0), Suffix::Architecture);

    for (line, expected) in [
        ("-arch sm_100 -m 64 ", Suffix::None),
        ("-arch sm_100a -m 64 ", Suffix::Architecture),
        ("-v  -O 2 -arch sm_100a ", Suffix::Architecture),
        ("-arch sm_100f -m 64 -c  ", Suffix::Family),
        // nvlink's, then that of ptxas.
        ("-arch sm_100f \0ptxas\0-arch sm_100a -c ", Suffix::Family),
        // Of something else, or nothing.
        ("-arch sm_103a -m 64 ", Suffix::None),
        ("-arch sm_4294967396a", Suffix::None),
        ("-arch sm_100", Suffix::None),
        ("-arch sm_", Suffix::None),
        ("-arch", Suffix::None),
        ("", Suffix::None),
    ] {
        for name in [".note.nv.tkinfo", ".note.nv.cuinfo"] {
            let mut cubin = Cubin::new(100);
            cubin.kernel("kernel");
            cubin.section(
                name,
                NOTE,
                0,
                format!("NVIDIA Corp\0ptxas\0{line}").as_bytes(),
            );
            let is_read = name == ".note.nv.tkinfo";
            let expected = if is_read { expected } else { Suffix::None };
            assert_eq!(suffix(&cubin), expected, "{name} {line}");
        }
    }

    let of = |file: &'static [u8]| Image::new(file).unwrap().suffix();
    assert_eq!(
        of(include_bytes!(
            "../../../../tests/fixtures/cubins/tensor-sm_100a-13.cubin"
        )),
        Suffix::Architecture
    );
    assert_eq!(
        of(include_bytes!(
            "../../../../tests/fixtures/cubins/cluster-sm_100-13.cubin"
        )),
        Suffix::None
    );
    assert_eq!(
        of(include_bytes!("../../../fixtures/sm_90.cubin")),
        Suffix::None
    );
}

#[test]
fn shared_memory_is_in_sections_of_three_kinds() {
    for (kind, counts) in [
        (PROGRAM, true),
        (NO_BITS, true),
        (SHARED, true),
        (0, false),
        (3, false),
        (9, false),
        (0x0a, false),
        (0x7000_0001, false),
        (0x7000_0002, false),
        (0x7000_0008, false),
        (0x7000_000b, false),
        (0x0000_0108, false),
        (0x0001_0008, false),
        (0x7000_010a, false),
        (0x7001_000a, false),
        (0x7001_010a, false),
        (0x6000_000a, false),
        (0xff00_0003, false),
    ] {
        let mut cubin = Cubin::new(80);
        let kernel = cubin.kernel("kernel");
        let shared = cubin.shared("kernel", kernel, 16);
        cubin.sections[shared].kind = kind;
        cubin.sections[shared].content = vec![0; 16];
        let file = cubin.bytes();
        let read = usage(&file, "kernel")
            .unwrap()
            .static_shared_memory
            .unwrap();
        assert_eq!(read, if counts { 16 } else { 0 }, "{kind:#x}");
        let all = Image::new(&file)
            .unwrap()
            .kernels()
            .next()
            .unwrap()
            .unwrap();
        assert_eq!(all.static_shared_memory, Some(read), "{kind:#x}");
    }
}

/// Sections whose names or whose kinds are only nearly those of what a kernel has.
#[test]
fn other_sections_are_left_alone() {
    let mut cubin = Cubin::new(80);
    let kernel = cubin.kernel("kernel");
    let about = u32::try_from(kernel.code).unwrap();
    let attribute = half(id::CBANK_PARAM_SIZE, 7);
    let before = cubin.section(".nv.compat", ATTRIBUTES, 0, b"no attributes");
    cubin.section(".nv.infp", ATTRIBUTES, 0, b"no attributes");
    cubin.section(".nv.info.", ATTRIBUTES, 0, b"no attributes");
    cubin.section(".nv.inf", ATTRIBUTES, 0, b"no attributes");
    cubin.section(".nv.callgraph", ATTRIBUTES, about, &attribute);
    cubin.section(".nv.info", ATTRIBUTES, about, &attribute);
    cubin.section(".nv.info.kernel", PROGRAM, about, &attribute);
    cubin.section(".nv.info.kernel", SHARED, about, &attribute);
    cubin.section(".nv.shared.kernel", ATTRIBUTES, about, &attribute);
    cubin.section(".nv.shared", SHARED, about, &[0; 16]);
    cubin.section(".nv.constant0.kernel", PROGRAM, about, &[0; 16]);
    cubin.section(".nv.info.kernel", ATTRIBUTES, about | 0x10000, &attribute);
    cubin.section(
        ".nv.info.kernel",
        ATTRIBUTES,
        about | 0x0100_0000,
        &attribute,
    );
    cubin.section(".nv.shared.kernel", SHARED, about + 0x100, &[0; 16]);
    cubin.section(".nv.shared.kernel", SHARED, 0, &[0; 16]);
    // Before the attributes of all functions, too.
    cubin.sections.swap(INFO, before);
    let file = cubin.bytes();
    let read = usage(&file, "kernel").unwrap();
    assert_eq!(
        (
            read.parameter_bytes.unwrap(),
            read.static_shared_memory.unwrap()
        ),
        (0, 0)
    );
    let all: Vec<_> = Image::new(&file).unwrap().kernels().collect();
    assert_eq!(all, [Ok(read)]);
}

#[test]
fn what_there_is_one_of_is_there_once() {
    type Add = fn(&mut Cubin, Kernel) -> usize;
    let adds: [Add; 4] = [
        |cubin, _| {
            let table = cubin.section(".symtab", SYMBOL_TABLE, 0, &[]);
            let symbols = &mut cubin.sections[table];
            (symbols.link, symbols.entry_size) = (2, 24);
            // Where the attributes of all functions are found first, the rest is of single kernels.
            cubin.sections.swap(INFO, table);
            table
        },
        |cubin, _| {
            let info = cubin.section(".nv.info", ATTRIBUTES, 0, &[]);
            cubin.sections.swap(SYMBOLS, info);
            info
        },
        |cubin, kernel| {
            let about = u32::try_from(kernel.code).unwrap();
            cubin.section(".nv.info.kernel", ATTRIBUTES, about, &[])
        },
        |cubin, kernel| {
            cubin.shared("kernel", kernel, 0);
            cubin.shared("kernel", kernel, 0)
        },
    ];
    for (i, add) in adds.into_iter().enumerate() {
        let mut cubin = Cubin::new(80);
        let kernel = cubin.kernel("kernel");
        let second = add(&mut cubin, kernel);
        let second = match i {
            0 | 1 => INFO,
            _ => second,
        };
        let at = cubin.header_of(second);
        let read = usage(&cubin.bytes(), "kernel")
            .map(|_| ())
            .map_err(malformed);
        assert_eq!(read, Err((Fault::Contradiction, at)), "{i}");
    }
}

#[test]
fn kernels_are_functions_with_code_in_this_file() {
    let mut cubin = Cubin::new(80);
    let kernel = cubin.kernel("kernel");
    let code = u16::try_from(kernel.code).unwrap();
    // Its kind and binding, what else it is, and the section of its code.
    for (name, kind, other, section) in [
        ("object", 0x11, 0x10, code),
        ("other_kind", 0x13, 0x10, code),
        ("no_entry", 0x12, 0x00, code),
        ("no_entry_either", 0x12, 0xef, code),
        ("of_another_file", 0x12, 0x10, 0),
        ("weak", 0x22, 0x10, code),
        ("with_more_flags", 0x12, 0xff, code),
        ("local", 0x02, 0x10, code),
    ] {
        let symbol = cubin.symbol(name.as_bytes(), section);
        let at = 24 * symbol as usize;
        cubin.sections[SYMBOLS].content[at + 4..at + 6].copy_from_slice(&[kind, other]);
        cubin.says(INFO, &words(id::REGCOUNT, &[symbol, 16]));
    }
    let expected = ["kernel", "weak", "with_more_flags", "local"];
    let file = cubin.bytes();
    assert_eq!(kernels(&file).unwrap(), expected);
    for absent in [
        "object",
        "other_kind",
        "no_entry",
        "no_entry_either",
        "of_another_file",
    ] {
        let read = usage(&file, absent);
        assert!(
            read.is_err_and(|error| error.kind() == ErrorKind::UnknownKernel),
            "{absent}"
        );
    }
    assert_eq!(usage(&file, "weak").unwrap().registers.unwrap(), 16);
}

/// Numbers from 0xff00 on are no sections, and the others have to exist.
#[test]
fn the_section_of_the_code_has_to_exist() {
    for (section, exists) in [
        (5, true),
        (6, true),
        (7, false),
        (0xfeff, false),
        (0xff00, false),
        (0xfff1, false),
    ] {
        let mut cubin = Cubin::new(80);
        cubin.kernel("kernel");
        assert_eq!(cubin.sections.len(), 7);
        let symbol = cubin.symbol(b"another", section);
        cubin.says(INFO, &words(id::REGCOUNT, &[symbol, 16]));
        let at = cubin.content_of(SYMBOLS) + 48;
        let file = cubin.bytes();
        let read = usage(&file, "another").map(|usage| usage.name);
        let expected = if exists {
            Ok("another")
        } else {
            Err((Fault::Symbol, at))
        };
        assert_eq!(read.map_err(malformed), expected, "{section:#x}");
        let count = Image::new(&file).unwrap().kernels().flatten().count();
        // Where one is wrong there are no more; nor are those before it that are read together with it.
        assert!(
            if exists { count == 2 } else { count < 2 },
            "{section:#x}: {count}"
        );
    }
}

/// As many as are located together, one fewer and one more.
#[test]
fn kernels_are_listed_in_the_order_of_their_symbols() {
    for count in [0, 1, 2, 15, 16, 17, 31, 32, 33, 48, 270] {
        let mut cubin = Cubin::new(90);
        let mut expected = Vec::new();
        for i in 0..count {
            let name = format!("kernel_{i}");
            let kernel = cubin.kernel(&name);
            cubin.shared(&name, kernel, 1024 + u64::from(i));
            cubin.says(kernel.own, &words(id::CUDA_API_VERSION, &[100 + i]));
            expected.push((name, i));
        }
        let file = cubin.bytes();
        let mut kernels = Image::new(&file).unwrap().kernels();
        let mut listed = Vec::new();
        for kernel in kernels.by_ref() {
            let kernel = kernel.unwrap();
            let (major, minor) = kernel.toolkit.unwrap();
            assert_eq!(
                10 * major + minor,
                100 + kernel.static_shared_memory.unwrap()
            );
            listed.push((kernel.name.to_owned(), kernel.static_shared_memory.unwrap()));
            assert_eq!(usage(&file, kernel.name), Ok(kernel));
        }
        assert_eq!(listed, expected, "{count}");
        assert!(kernels.next().is_none());
    }
}

#[test]
fn after_an_error_there_are_no_more() {
    for broken in [0, 1, 15, 16, 20, 39] {
        let mut cubin = Cubin::new(90);
        for i in 0..40 {
            let kernel = cubin.kernel(&format!("kernel_{i}"));
            if i == broken {
                cubin.says(kernel.own, &half(id::NUM_BARRIERS, 1));
            }
        }
        let file = cubin.bytes();
        let mut kernels = Image::new(&file).unwrap().kernels();
        for i in 0..broken {
            let kernel = kernels.next().unwrap().unwrap();
            assert_eq!(kernel.name, format!("kernel_{i}"));
        }
        let error = kernels.next().unwrap().unwrap_err();
        assert_eq!(malformed(error).0, Fault::Attribute);
        assert!(kernels.next().is_none(), "{broken}");
        assert!(kernels.next().is_none(), "{broken}");
    }
}
