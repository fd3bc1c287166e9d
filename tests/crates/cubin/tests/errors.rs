//! What cannot be read says why, and what to do.

use occupancy_binary::cubin::{EntryKind, Image, entries, usage, usage_for};
use occupancy_binary::{Error, ErrorKind};
use occupancy_core::Compiled;
use occupancy_test_cubin::fixtures::{FATBIN, FIXTURES};

fn fixture(name: &str) -> &'static [u8] {
    let found = FIXTURES.iter().find(|fixture| fixture.name == name);
    found.unwrap().bytes
}

/// The fault and the words of a cubin that was changed at one place.
fn changed(at: usize, bytes: &[u8]) -> (ErrorKind, String) {
    let mut cubin = fixture("saxpy-sm_90-13").to_vec();
    cubin[at..at + bytes.len()].copy_from_slice(bytes);
    let error = usage(&cubin, "saxpy").unwrap_err();
    (error.kind(), error.to_string())
}

#[test]
fn files_of_other_formats() {
    for file in [
        &b""[..],
        b"\x7f",
        b".version 8.0\n.target sm_90\n",
        b"!<arch>\n",
        b"MZ\x90\0",
    ] {
        let error = usage(file, "saxpy").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnknownFormat);
        assert_eq!(Image::new(file).unwrap_err(), error);
    }
    // An object of the host: x86-64.
    let (error, words) = changed(18, &[62, 0]);
    assert_eq!(error, ErrorKind::UnknownFormat);
    assert!(words.contains("help: `nvcc -cubin -arch=sm_90`"), "{words}");
}

#[test]
fn layouts_that_are_not_known() {
    for (os_abi, version) in [(0x41, 9), (0x33, 8), (0x33, 6), (0, 7), (0x42, 8)] {
        let (error, words) = changed(7, &[os_abi, version]);
        assert_eq!(error, ErrorKind::Unsupported);
        let expected = format!("a cubin of ABI {version} (OS ABI {os_abi:#04x})");
        assert!(words.starts_with(&expected), "{words}");
        assert!(words.contains("\nhelp: ABI 7"), "{words}");
    }
}

#[test]
fn a_file_that_was_cut_off() {
    let whole = fixture("saxpy-sm_90-13");
    for len in 4..whole.len() {
        let cut = &whole[..len];
        match usage(cut, "saxpy") {
            // Behind the sections there are program headers, which nothing is read from.
            Ok(read) => {
                assert_eq!(Ok(read), usage(whole, "saxpy"));
                assert!(len > whole.len() - 300);
            }
            Err(error) => assert_eq!(error.kind(), ErrorKind::Truncated, "{len}: {error}"),
        }
    }
    for len in 4..FATBIN.len() {
        assert!(usage(&FATBIN[..len], "saxpy").is_err());
    }
}

#[test]
fn names_that_no_kernel_has() {
    let near = |fixture_name, kernel| usage(fixture(fixture_name), kernel).unwrap_err();
    for (kernel, words) in [
        (
            "saxpi",
            "no kernel `saxpi` in the binary\nhelp: the nearest are `saxpy`",
        ),
        (
            "axpy",
            "no kernel `axpy` in the binary\nhelp: the nearest are `saxpy`",
        ),
        (
            "blas::reverse",
            "no kernel `blas::reverse` in the binary\nhelp: the nearest are `reversed`",
        ),
        (
            "other::saxpy",
            "no kernel `other::saxpy` in the binary\nhelp: the nearest are `saxpy`",
        ),
    ] {
        assert_eq!(near("saxpy-sm_90-13", kernel).to_string(), words);
    }
    let far = near("spilling-sm_90-13", "matmul").to_string();
    assert!(
        far.contains("help: there are `recursion`, `spilling`")
            || far.contains("help: there are `spilling`, `recursion`"),
        "{far}"
    );
    let near = near("cluster-sm_100-13", "clusters");
    assert_eq!(near.kind(), ErrorKind::UnknownKernel);
    assert_eq!(near.names()[0], "cluster");
    let words = "no kernel `clusters` in the binary\nhelp: the nearest are `cluster`";
    assert!(near.to_string().starts_with(words), "{near}");
}

/// Two kernels of one name, in two namespaces.
#[test]
fn a_name_that_several_kernels_have() {
    let mut cubin = fixture("saxpy-sm_90-13").to_vec();
    // `_ZN4blas8reversedEPKfPf` and `saxpy` become `_Z8reversedv…` and `_Z1rv`.
    let place = |name: &[u8], cubin: &[u8]| {
        let places = cubin.windows(name.len()).enumerate();
        let places = places
            .filter(|(_, window)| *window == name)
            .map(|(at, _)| at);
        places.collect::<Vec<_>>()
    };
    for at in place(b"\0_ZN4blas8reversedEPKfPf\0", &cubin) {
        cubin[at + 1..at + 24].copy_from_slice(b"_ZN4blas1rEPKfPfPfPfPfP");
    }
    for at in place(b"\0saxpy\0", &cubin) {
        cubin[at + 1..at + 6].copy_from_slice(b"_Z1rv");
    }
    let error = usage(&cubin, "r").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AmbiguousKernel, "{error}");
    assert!(
        error.to_string().contains("mangled name of one: "),
        "{error}"
    );
    assert!(error.to_string().contains("`_Z1rv`"), "{error}");
    assert!(usage(&cubin, "_Z1rv").is_ok());
    assert!(usage(&cubin, "blas::r").is_ok());
}

#[test]
fn a_kernel_without_registers() {
    // Before 9.0, the section of the code has them too.
    for (name, kernel) in [
        ("saxpy-sm_80-12.4", "saxpy"),
        ("saxpy-sm_80-13", "saxpy"),
        ("saxpy-sm_90-13", "saxpy"),
    ] {
        let mut cubin = fixture(name).to_vec();
        let registers = usage(&cubin, kernel).unwrap().registers;
        let mut removed = 0;
        for at in 0..cubin.len() - 12 {
            if cubin[at..at + 4] == [4, 0x2f, 8, 0] {
                // An attribute that is not known.
                cubin[at + 1] = 0xee;
                removed += 1;
            }
        }
        assert_eq!(removed, 2, "{name}");
        match usage(&cubin, kernel) {
            Ok(usage) => {
                assert_ne!(name, "saxpy-sm_90-13");
                assert_eq!(usage.registers, registers);
            }
            Err(error) => {
                assert_eq!(name, "saxpy-sm_90-13");
                assert!(
                    error.to_string().contains("no registers are stated"),
                    "{error}"
                );
                assert!(
                    error.to_string().contains("help: compile it with ptxas"),
                    "{error}"
                );
            }
        }
    }
}

/// The shared memory of what is assembled without ptxas is in a section of another kind.
#[test]
fn shared_memory_of_an_assembled_kernel() {
    let mut cubin = fixture("saxpy-sm_80-13").to_vec();
    let headers = usize::try_from(u64::from_le_bytes(cubin[40..48].try_into().unwrap())).unwrap();
    let count = usize::from(u16::from_le_bytes([cubin[60], cubin[61]]));
    let of_each = |cubin: &[u8]| -> Vec<(String, u32)> {
        let kernels = Image::new(cubin).unwrap().kernels();
        kernels
            .map(|kernel| kernel.unwrap())
            .map(|kernel| (kernel.name.to_owned(), kernel.static_shared_memory.unwrap()))
            .collect()
    };
    let expected = of_each(&cubin);
    assert!(expected.iter().any(|(_, bytes)| *bytes > 0), "{expected:?}");
    for section in 0..count {
        let header = headers + 64 * section;
        if cubin[header + 4..header + 8] == [8, 0, 0, 0] {
            // `SHT_PROGBITS` for `SHT_NOBITS`, where any bytes may be.
            cubin[header + 4] = 1;
            cubin[header + 24..header + 32].copy_from_slice(&[0; 8]);
        }
    }
    assert_eq!(of_each(&cubin), expected);
}

#[test]
fn attributes_of_an_unknown_form() {
    let mut cubin = fixture("saxpy-sm_90-13").to_vec();
    let at = cubin
        .windows(4)
        .position(|window| window == [4, 0x2f, 8, 0])
        .unwrap();
    cubin[at] = 9;
    let error = usage(&cubin, "saxpy").unwrap_err();
    assert_eq!(
        (error.kind(), error.offset()),
        (ErrorKind::Damaged, Some(at))
    );
    assert!(
        error
            .to_string()
            .contains("an attribute has an unknown form"),
        "{error}"
    );
    assert!(
        error
            .to_string()
            .contains("report it with the version of nvcc"),
        "{error}"
    );
}

/// A fat binary that is put together here: one entry for each image.
fn fatbin(images: &[(u16, u64, u32, &[u8])]) -> Vec<u8> {
    let mut entries = Vec::new();
    for &(kind, flags, sm, image) in images {
        let padded = image.len().next_multiple_of(8);
        let mut header = [0; 64];
        header[..2].copy_from_slice(&kind.to_le_bytes());
        header[2..4].copy_from_slice(&0x101_u16.to_le_bytes());
        header[4..8].copy_from_slice(&64_u32.to_le_bytes());
        header[8..16].copy_from_slice(&(padded as u64).to_le_bytes());
        header[16..20].copy_from_slice(&u32::try_from(image.len()).unwrap().to_le_bytes());
        header[28..32].copy_from_slice(&sm.to_le_bytes());
        header[40..48].copy_from_slice(&flags.to_le_bytes());
        entries.extend_from_slice(&header);
        entries.extend_from_slice(image);
        entries.resize(entries.len() + padded - image.len(), 0);
    }
    let mut file = 0xba55_ed50_u32.to_le_bytes().to_vec();
    file.extend_from_slice(&[1, 0, 16, 0]);
    file.extend_from_slice(&(entries.len() as u64).to_le_bytes());
    file.extend_from_slice(&entries);
    file
}

#[test]
fn fat_binaries() {
    let (sm_80, sm_90) = (fixture("saxpy-sm_80-13"), fixture("saxpy-sm_90-13"));
    let plain = fatbin(&[
        (1, 0, 80, b".version 8.0\0"),
        (2, 0, 80, sm_80),
        (2, 0, 90, sm_90),
    ]);
    for (compute_capability, alone) in [((8, 0), sm_80), ((9, 0), sm_90)] {
        let read = usage_for(&plain, compute_capability, "saxpy");
        assert_eq!(read, usage(alone, "saxpy"));
        assert_eq!(usage_for(alone, compute_capability, "saxpy"), read);
    }
    let words = |result: Result<_, Error>| result.map(|_: Compiled| ()).unwrap_err().to_string();
    assert!(words(usage(&plain, "saxpy")).contains("for sm_80, sm_90: say which GPU"));
    assert!(words(usage_for(&plain, (7, 5), "saxpy")).contains("there is for sm_80, sm_90; add"));
    assert!(words(usage_for(&plain, (9, 0), "saxpi")).contains("the nearest are `saxpy`"));

    // Two containers, the second at a multiple of 8.
    let mut two = fatbin(&[(2, 0, 80, sm_80)]);
    two.extend_from_slice(&[0; 16]);
    two.extend_from_slice(&fatbin(&[(2, 0, 90, sm_90)]));
    two.extend_from_slice(&[0; 8]);
    assert_eq!(entries(&two).len(), 2);
    assert_eq!(usage_for(&two, (9, 0), "saxpy"), usage(sm_90, "saxpy"));

    // Several for one GPU: the one that has the kernel, and none where both do.
    let clusters = fixture("cluster-sm_90-12.4");
    let several = fatbin(&[(2, 0, 90, sm_90), (2, 0, 90, clusters)]);
    assert_eq!(
        usage_for(&several, (9, 0), "cluster"),
        usage(clusters, "cluster")
    );
    assert_eq!(usage_for(&several, (9, 0), "saxpy"), usage(sm_90, "saxpy"));
    let twice = fatbin(&[(2, 0, 90, sm_90), (2, 0, 90, sm_90)]);
    let error = usage_for(&twice, (9, 0), "saxpy").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::SeveralImages);

    // PTX alone, and what is compressed.
    let ptx = fatbin(&[(1, 0, 80, b".version 8.0\0")]);
    assert!(words(usage(&ptx, "saxpy")).contains("no machine code"));
    for flags in [0x2000, 0x8000] {
        let compressed = fatbin(&[(2, flags, 80, b"compressed"), (2, 0, 90, sm_90)]);
        let error = usage_for(&compressed, (8, 0), "saxpy").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Compressed);
        assert!(error.to_string().contains("compute capability 8.0 is"));
        assert!(
            error
                .to_string()
                .contains("help: compile with `nvcc --no-compress`")
        );
        // The other one can be read.
        assert_eq!(
            usage_for(&compressed, (9, 0), "saxpy"),
            usage(sm_90, "saxpy")
        );
    }
    assert!(usage(&fatbin(&[(2, 0xa000, 80, b"both")]), "saxpy").is_err());

    // More images than a message has place for.
    let many: Vec<_> = (50..90).map(|sm| (2, 0, sm, sm_80)).collect();
    let words = words(usage(&fatbin(&many), "saxpy"));
    assert!(
        words.contains("sm_50, sm_51, sm_52") && words.contains(" more: say which GPU"),
        "{words}"
    );
}

#[test]
fn entries_of_a_fat_binary() {
    let entries: Vec<_> = entries(FATBIN)
        .into_iter()
        .collect::<Result<_, _>>()
        .unwrap();
    let kinds: Vec<_> = entries.iter().map(|entry| entry.kind).collect();
    assert!(kinds.contains(&EntryKind::Ptx) && kinds.contains(&EntryKind::Cubin));
    for entry in entries {
        assert_eq!(entry.compute_capability, (8, 0));
        assert_eq!(entry.compression, None);
        match entry.kind {
            EntryKind::Ptx => {
                let text = core::str::from_utf8(entry.payload).unwrap();
                assert!(text.contains(".entry saxpy("));
                let error = entry.image().unwrap_err();
                assert_eq!(error.kind(), ErrorKind::UnknownFormat);
            }
            _ => assert!(entry.image().unwrap().usage("saxpy").is_ok()),
        }
    }
}

/// Everything refers to the same: a file that would take hours is refused within the second.
#[test]
fn the_work_is_bounded() {
    // Half a million kernels, all of one name of a megabyte, and all of the same section.
    let mut file = fixture("saxpy-sm_80-12.4").to_vec();
    let old = file.len();
    let (symbols, name) = (500_000_u64, 1 << 20);
    let mut symbol = [0; 24];
    symbol[4..8].copy_from_slice(&[0x12, 0x10, 1, 0]);
    for _ in 0..symbols {
        file.extend_from_slice(&symbol);
    }
    let names = file.len();
    file.resize(names + name, b'k');
    file.push(0);
    let headers = usize::try_from(u64::from_le_bytes(file[40..48].try_into().unwrap())).unwrap();
    let count = usize::from(u16::from_le_bytes(file[60..62].try_into().unwrap()));
    let mut replaced = 0;
    for i in 0..count {
        let at = headers + 64 * i;
        let kind = u32::from_le_bytes(file[at + 4..at + 8].try_into().unwrap());
        if kind != 2 {
            continue;
        }
        let link = usize::try_from(u32::from_le_bytes(
            file[at + 40..at + 44].try_into().unwrap(),
        ))
        .unwrap();
        let set = |file: &mut Vec<u8>, at: usize, offset: usize, size: u64| {
            file[at + 24..at + 32].copy_from_slice(&(offset as u64).to_le_bytes());
            file[at + 32..at + 40].copy_from_slice(&size.to_le_bytes());
        };
        set(&mut file, at, old, symbols * 24);
        set(&mut file, headers + 64 * link, names, name as u64 + 1);
        replaced += 1;
    }
    assert_eq!(replaced, 1);
    let started = std::time::Instant::now();
    // No name of a megabyte is compared with more than its beginning.
    let error = usage(&file, "saxpy").unwrap_err();
    assert!(
        error.to_string().ends_with("help: there are more"),
        "{error}"
    );
    let kernels = Image::new(&file).unwrap().kernels();
    let error = kernels.last().unwrap().unwrap_err();
    assert!(
        error
            .to_string()
            .contains("its parts refer to each other too often"),
        "{error}"
    );
    assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
}
