//! Fat binaries: containers, their entries, and the image that is taken of them.

use std::slice;

use occupancy_binary::cubin::{self, Compression, EntryKind, entries, is_fatbin, usage, usage_for};
use occupancy_binary::ptx::Suffix;
use occupancy_binary::{Error, ErrorKind};

use super::builder::{CUBIN, Cubin, Entry, Fault, PTX, container, id, listed, malformed, words};

/// The first entry, after which there is none.
fn only(file: &[u8]) -> Result<cubin::Entry<'_>, (Fault, usize)> {
    let mut entries = entries(file);
    let entry = entries.remove(0);
    assert_eq!(
        entries.first(),
        None,
        "there is only one, or an error is the last"
    );
    entry.map_err(|(_, error)| malformed(error))
}

/// The entries up to the first error.
fn all(file: &[u8]) -> Result<Vec<cubin::Entry<'_>>, Error> {
    let entries = entries(file).into_iter();
    entries
        .map(|entry| entry.map_err(|(_, error)| error))
        .collect()
}

/// A cubin whose kernel has this much shared memory, in bytes.
fn cubin(sm: u8, kernel: &str, shared: u64) -> Vec<u8> {
    let mut cubin = Cubin::new(sm);
    let placed = cubin.kernel(kernel);
    let system = if sm < 90 { 0 } else { 1024 };
    cubin.shared(kernel, placed, shared + system);
    cubin.bytes()
}

#[test]
fn an_entry_is_what_its_header_says() {
    for (kind, expected) in [
        (1, EntryKind::Ptx),
        (2, EntryKind::Cubin),
        (0, EntryKind::Other(0)),
        (0x40, EntryKind::Other(0x40)),
        (0x101, EntryKind::Other(0x101)),
        (0x102, EntryKind::Other(0x102)),
    ] {
        let file = container(&[Entry::new(kind, 86, b"payload")]);
        let entry = only(&file).unwrap();
        assert_eq!((entry.kind, entry.compute_capability), (expected, (8, 6)));
        assert_eq!((entry.payload, entry.offset), (&b"payload"[..], 16));
    }
    for (flags, suffix, compression) in [
        (0, Suffix::None, None),
        (!0x30_a000, Suffix::None, None),
        (0x10_0000, Suffix::Architecture, None),
        (0x20_0000, Suffix::Family, None),
        (0x30_0000, Suffix::Architecture, None),
        (0x2000, Suffix::None, Some(Compression::Lz4)),
        (0x8000, Suffix::None, Some(Compression::Zstandard)),
        (0x20_8000, Suffix::Family, Some(Compression::Zstandard)),
    ] {
        let entry = Entry::new(CUBIN, 121, b"payload")
            .with(40, u64::to_le_bytes(flags))
            .with(16, 7_u32.to_le_bytes())
            .with(56, (1_u64 << 40).to_le_bytes());
        let file = container(&[entry]);
        let entry = only(&file).unwrap();
        assert_eq!(
            (entry.suffix, entry.compression),
            (suffix, compression),
            "{flags:#x}"
        );
        assert_eq!(entry.compute_capability, (12, 1));
        let stated = if compression.is_some() { 1 << 40 } else { 7 };
        assert_eq!(entry.size, stated);
    }
    let both = Entry::new(CUBIN, 80, b"").with(40, 0xa000_u64.to_le_bytes());
    assert_eq!(only(&container(&[both])).unwrap_err(), (Fault::Fatbin, 16));
}

#[test]
fn a_compressed_payload_is_without_what_pads_it() {
    for flags in [0x2000_u64, 0x8000] {
        for (size, expected) in [
            (0, Ok(&b""[..])),
            (5, Ok(b"paylo")),
            (8, Ok(b"payload\0")),
            (9, Err((Fault::Truncated, 16))),
            (u32::MAX, Err((Fault::Truncated, 16))),
        ] {
            let entry = Entry::new(CUBIN, 80, b"payload\0")
                .with(40, flags.to_le_bytes())
                .with(16, size.to_le_bytes());
            let file = container(&[entry]);
            assert_eq!(only(&file).map(|entry| entry.payload), expected, "{size}");
        }
    }
}

#[test]
fn an_entry_is_inside_of_its_container() {
    let whole = Entry::new(CUBIN, 80, b"payload\0");
    // What follows the container is not of its entries.
    let file = |entry: &Entry, cut: usize| {
        let mut file = container(std::slice::from_ref(entry));
        let size = file.len() - 16 - cut;
        file[8..16].copy_from_slice(&(size as u64).to_le_bytes());
        file.extend_from_slice(&[0; 256]);
        file
    };
    assert!(only(&file(&whole, 0)).is_ok());
    for cut in [1, 8, 9, 16, 32, 63, 71] {
        let read = only(&file(&whole, cut)).map(|entry| entry.offset);
        assert_eq!(read, Err((Fault::Truncated, 16)), "{cut} bytes are missing");
    }
    for (at, number, expected) in [
        (4, 0_u64, Fault::Fatbin),
        (4, 63, Fault::Fatbin),
        (4, 73, Fault::Truncated),
        (4, u64::from(u32::MAX), Fault::Truncated),
        (8, 9, Fault::Truncated),
        (8, u64::MAX, Fault::Truncated),
        (8, 1 << 32, Fault::Truncated),
    ] {
        let entry = match at {
            4 => whole
                .clone()
                .with(4, u32::try_from(number).unwrap().to_le_bytes()),
            _ => whole.clone().with(at, number.to_le_bytes()),
        };
        let read = only(&file(&entry, 0)).map(|entry| entry.offset);
        assert_eq!(read, Err((expected, 16)), "{at} {number}");
    }
    // A header may be longer, and take all that is left.
    let entry = whole
        .with(4, 72_u32.to_le_bytes())
        .with(8, 0_u64.to_le_bytes());
    let file = file(&entry, 0);
    let entry = only(&file).unwrap();
    assert_eq!(entry.payload, b"");
}

#[test]
fn containers_follow_each_other() {
    let one = container(&[
        Entry::new(PTX, 80, b"payload\0"),
        Entry::new(CUBIN, 90, b""),
    ]);
    let two = container(&[Entry::new(CUBIN, 100, b"payload\0")]);
    let empty = container(&[]);
    for between in [0, 8, 16, 4096] {
        let mut file = one.clone();
        file.resize(file.len() + between, 0);
        file.extend_from_slice(&empty);
        file.extend_from_slice(&empty);
        let last = file.len();
        file.extend_from_slice(&two);
        file.resize(file.len() + between, 0);
        let places: Vec<_> = all(&file).unwrap().iter().map(|it| it.offset).collect();
        assert_eq!(places, [16, 16 + 72, last + 16], "{between}");
    }
    assert_eq!(entries(&empty), []);
    for (file, expected) in [
        (&b""[..], Err((Fault::Truncated, 0))),
        (&empty[..15], Err((Fault::Truncated, 0))),
        (&[0; 64], Ok(0)),
    ] {
        let count = all(file).map(|it| it.len());
        assert_eq!(count.map_err(malformed), expected, "{file:?}");
    }
    let no = all(b"\x50\xed\x55\xbb and nothing else").unwrap_err();
    assert_eq!(no.kind(), ErrorKind::UnknownFormat);
    assert!(!is_fatbin(b"\x50\xed\x55"));
    assert!(is_fatbin(b"\x50\xed\x55\xba"));
    // What follows is no container, or none that is known, or cut off.
    for (at, byte, expected) in [
        (0, 0x51, Fault::Fatbin),
        (4, 0, Fault::Fatbin),
        (4, 2, Fault::Fatbin),
        (5, 1, Fault::Fatbin),
        (6, 15, Fault::Fatbin),
        (6, 24, Fault::Fatbin),
        (7, 1, Fault::Fatbin),
        (8, 73, Fault::Truncated),
        (15, 255, Fault::Truncated),
    ] {
        let mut file = one.clone();
        let second = file.len();
        file.extend_from_slice(&two);
        file[second + at] = byte;
        let mut entries = entries(&file).into_iter().skip(2);
        let (_, error) = entries.next().unwrap().unwrap_err();
        assert_eq!(malformed(error), (expected, second), "{at} {byte}");
        assert_eq!(entries.next(), None);
    }
    for left in 1..16 {
        let mut file = one.clone();
        let second = file.len();
        file.extend_from_slice(&two[..left]);
        let (_, error) = entries(&file).remove(2).unwrap_err();
        assert_eq!(malformed(error), (Fault::Truncated, second), "{left}");
    }
}

#[test]
fn the_parts_of_a_block() {
    let parts = [(CUBIN, 75), (PTX, 80), (0x40, 121)];
    let read = |entry: Entry| {
        let file = container(&[entry]);
        let parts = all(&file).map_err(malformed)?;
        let read = parts.iter().map(|it| (it.kind, it.compute_capability));
        Ok(read.collect::<Vec<_>>())
    };
    let expected = [
        (EntryKind::Cubin, (7, 5)),
        (EntryKind::Ptx, (8, 0)),
        (EntryKind::Other(0x40), (12, 1)),
    ];
    for count in 0..=3 {
        let entry = Entry::concatenated(80, count, &parts);
        let expected = expected[..count as usize].to_vec();
        assert_eq!(read(entry), Ok(expected), "{count}");
    }
    let malformed = Err((Fault::Fatbin, 16));
    for count in [4, 1 << 26, u32::MAX] {
        assert_eq!(
            read(Entry::concatenated(80, count, &parts)),
            malformed,
            "{count}"
        );
    }
    // Where the headers begin, that has the header of the entry.
    let size = 64 + 8 + 3 * 64_u32;
    for (at, expected) in [
        (size - 8, malformed.clone()),
        (size - 7, malformed.clone()),
        (size, malformed.clone()),
        (size + 1, malformed.clone()),
        (u32::MAX, malformed),
    ] {
        // There would be a count of 1 there.
        let mut entry = Entry::concatenated(80, 1, &parts).with(20, at.to_le_bytes());
        entry.header[size as usize - 8] = 1;
        assert_eq!(read(entry), expected, "{at}");
    }
    let mut entry = Entry::concatenated(80, 0, &parts).with(20, (size - 8).to_le_bytes());
    entry.header[size as usize - 8] = 0;
    assert_eq!(read(entry), Ok(vec![]), "none, at the end of the header");
    // Another kind of entry has none, whatever is in its header.
    let other = Entry::concatenated(80, 3, &parts).with(0, CUBIN.to_le_bytes());
    assert_eq!(read(other), Ok(vec![(EntryKind::Cubin, (8, 0))]));

    let mut entry = Entry::concatenated(80, 1, &[(CUBIN, 90)]);
    let part = entry.header.len() - 64;
    entry.set(part + 4, 0x1234_5678_u32.to_le_bytes());
    entry.set(part + 8, 0x1234_5678_9abc_u64.to_le_bytes());
    entry.set(part + 40, 0x20_0000_u64.to_le_bytes());
    let file = container(&[entry]);
    let part = only(&file).unwrap();
    let end = 0x1234_5678 + 0x1234_5678_9abc;
    assert_eq!(
        (part.part, part.size),
        (Some(0x1234_5678..end), end - 0x1234_5678)
    );
    assert_eq!(part.suffix, Suffix::Family);
}

#[test]
fn only_an_entry_that_is_a_cubin_has_an_image() {
    let image = cubin(80, "kernel", 0);
    for (kind, flags, expected) in [
        (CUBIN, 0, Ok((8, 0))),
        (PTX, 0, Err(ErrorKind::UnknownFormat)),
        (0x40, 0, Err(ErrorKind::UnknownFormat)),
        (CUBIN, 0x2000, Err(ErrorKind::Compressed)),
        (CUBIN, 0x8000, Err(ErrorKind::Compressed)),
    ] {
        let size = u32::try_from(image.len()).unwrap();
        let entry = Entry::new(kind, 80, &image)
            .with(40, u64::to_le_bytes(flags))
            .with(16, size.to_le_bytes());
        let file = container(&[entry]);
        let read = only(&file).unwrap().image();
        assert_eq!(
            read.map(|image| image.compute_capability())
                .map_err(|error| error.kind()),
            expected,
            "{kind} {flags:#x}"
        );
    }
}

#[test]
fn the_usage_is_of_the_only_image() {
    let image = cubin(80, "kernel", 7);
    let ptx = Entry::new(PTX, 80, b".version 8.0");
    let only = Entry::new(CUBIN, 80, &image);
    let shared = |entries: &[Entry]| {
        let file = container(entries);
        let read = usage(&file, "kernel");
        read.map(|usage| usage.static_shared_memory.unwrap())
    };
    assert_eq!(shared(&[ptx.clone(), only.clone(), ptx.clone()]), Ok(7));
    assert_eq!(shared(&[Entry::new(0x40, 80, b""), only.clone()]), Ok(7));
    // A block of several is one of several, also where there is one in it.
    let block =
        |parts: &[(u16, u32)]| Entry::concatenated(80, u32::try_from(parts.len()).unwrap(), parts);
    assert_eq!(shared(&[only.clone(), block(&[(PTX, 80)])]), Ok(7));
    let error = shared(&[only.clone(), block(&[(PTX, 80), (CUBIN, 90)])]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::SeveralImages);
    assert_eq!(listed(&error), "sm_80, sm_90");
    let compressed = shared(&[block(&[(CUBIN, 86), (PTX, 80)])]).unwrap_err();
    assert_eq!(compressed.kind(), ErrorKind::Compressed);
    assert!(compressed.to_string().contains("compute capability 8.6"));
    let error = shared(&[ptx]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NoImage);
    assert!(error.names().is_empty(), "{error}");
    // What cannot be read is an error, before and after what can be.
    let broken = Entry::concatenated(80, 9, &[]);
    for entries in [[broken.clone(), only.clone()], [only, broken]] {
        assert_eq!(malformed(shared(&entries).unwrap_err()).0, Fault::Fatbin);
    }
}

/// The bytes of shared memory tell the images apart: 86 of the one for 8.6.
fn for_each(gpus: &[u8]) -> Vec<u8> {
    let entries: Vec<_> = gpus
        .iter()
        .map(|&sm| Entry::new(CUBIN, sm.into(), &cubin(sm, "kernel", sm.into())))
        .collect();
    container(&entries)
}

#[test]
fn a_gpu_loads_the_last_image_that_it_runs() {
    let taken = |gpus: &[u8], gpu| {
        let file = for_each(gpus);
        let read = usage_for(&file, gpu, "kernel");
        read.map(|usage| usage.static_shared_memory.unwrap()).ok()
    };
    for gpus in [
        [75, 80, 86, 89, 90],
        [90, 89, 86, 80, 75],
        [86, 75, 90, 80, 89],
    ] {
        for (gpu, expected) in [
            ((7, 0), None),
            ((7, 5), Some(75)),
            ((8, 0), Some(80)),
            ((8, 5), Some(80)),
            ((8, 6), Some(86)),
            // A Tegra runs its own code alone.
            ((8, 7), None),
            ((8, 9), Some(89)),
            ((9, 0), Some(90)),
            ((9, 9), Some(90)),
            ((10, 0), None),
        ] {
            assert_eq!(taken(&gpus, gpu), expected, "{gpu:?} of {gpus:?}");
        }
    }
    let file = for_each(&[80, 86, 90]);
    let error = usage_for(&file, (7, 5), "kernel").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NoImage);
    assert_eq!(error.names(), ["sm_80", "sm_86", "sm_90"]);
    // A cubin is read whatever it is for.
    let alone = cubin(86, "kernel", 1);
    assert!(usage_for(&alone, (9, 0), "kernel").is_ok());
}

/// What the container or the image itself records: every target of 10.x on every GPU of 10.x.
#[test]
fn an_image_for_one_gpu_is_not_loaded_by_another() {
    const FLAGS: [(u64, Suffix); 3] = [
        (0, Suffix::None),
        (0x10_0000, Suffix::Architecture),
        (0x20_0000, Suffix::Family),
    ];
    let of_100 = cubin(100, "kernel", 100);
    for (flags, suffix) in FLAGS {
        let entry = Entry::new(CUBIN, 100, &of_100).with(40, flags.to_le_bytes());
        let file = container(slice::from_ref(&entry));
        let own = usage_for(&file, (10, 0), "kernel").unwrap();
        assert_eq!(own.suffix, suffix);
        let later = usage_for(&file, (10, 3), "kernel");
        match suffix {
            Suffix::Architecture => {
                let error = later.unwrap_err();
                assert_eq!(error.kind(), ErrorKind::NoImage);
                assert_eq!(error.names(), ["sm_100a"]);
            }
            _ => assert_eq!(later, Ok(own)),
        }
        assert_eq!(usage(&file, "kernel"), Ok(own));
        // Beside one that runs there.
        let family = Entry::new(CUBIN, 100, &cubin(100, "kernel", 101));
        let family = family.with(40, 0x20_0000_u64.to_le_bytes());
        let both = container(&[entry, family]);
        let both = usage_for(&both, (10, 3), "kernel");
        match suffix {
            Suffix::Architecture => {
                assert_eq!(both.unwrap().static_shared_memory, Some(101));
            }
            _ => assert_eq!(both.unwrap_err().kind(), ErrorKind::SeveralImages),
        }
    }
}

#[test]
fn of_several_images_the_one_for_the_gpu() {
    let file = for_each(&[75, 80, 86, 90]);
    for (gpu, expected) in [
        ((8, 0), Some(80)),
        ((8, 6), Some(86)),
        ((9, 0), Some(90)),
        ((8, 9), Some(86)),
        ((7, 2), None),
        ((10, 0), None),
    ] {
        let read = usage_for(&file, gpu, "kernel").map(|usage| usage.static_shared_memory.unwrap());
        assert_eq!(read.ok(), expected, "{gpu:?}");
    }
    // Several for one GPU: what of them has the kernel, wherever it is.
    let with = |kernels: [&str; 3]| {
        let entries = kernels.map(|kernel| Entry::new(CUBIN, 80, &cubin(80, kernel, 3)));
        let file = container(&entries);
        let read = usage_for(&file, (8, 0), "kernel");
        read.map(|usage| usage.static_shared_memory.unwrap())
    };
    for kernels in [
        ["kernel", "a", "b"],
        ["a", "kernel", "b"],
        ["a", "b", "kernel"],
    ] {
        assert_eq!(with(kernels), Ok(3), "{kernels:?}");
    }
    for kernels in [
        ["kernel", "kernel", "b"],
        ["kernel", "b", "kernel"],
        ["kernel"; 3],
    ] {
        let error = with(kernels).unwrap_err();
        assert!(
            error.kind() == ErrorKind::SeveralImages,
            "{kernels:?}: {error}"
        );
    }
    let error = with(["a", "b", "c"]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::UnknownKernel);
    assert_eq!(listed(&error), "`a`, `b`, `c`");
    // The nearest is named, in whichever image it is.
    for kernels in [
        ["kernels", "b", "c"],
        ["b", "kernels", "c"],
        ["b", "c", "kernels"],
    ] {
        let error = with(kernels).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnknownKernel);
        assert!(error.to_string().ends_with("the nearest are `kernels`"));
    }
    // A symbol counts more than a name in the source, as in one image.
    for kernels in [
        ["kernel", "_Z6kernelv", "b"],
        ["_Z6kernelv", "b", "kernel"],
        ["_Z6kernelv", "_Z6kerneli", "kernel"],
    ] {
        assert_eq!(with(kernels), Ok(3), "{kernels:?}");
    }
    // Another fault than that there is no such kernel is not passed over.
    let mut broken = Cubin::new(80);
    let placed = broken.kernel("kernel");
    broken.says(placed.own, &words(id::CBANK_PARAM_SIZE, &[1]));
    let good = Entry::new(CUBIN, 80, &cubin(80, "kernel", 3));
    let file = container(&[good, Entry::new(CUBIN, 80, &broken.bytes())]);
    let error = usage_for(&file, (8, 0), "kernel").unwrap_err();
    assert_eq!(malformed(error).0, Fault::Attribute);
}
