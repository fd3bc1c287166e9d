//! Every form of file, with the same kernels: what is found is what nvcc and ptxas said of them.

use occupancy_binary::cubin::Entry;
use occupancy_binary::ptx::Module;
use occupancy_binary::{Decoder, EntryKind, Error, ErrorKind, File, Limits, usage};
use occupancy_core::Compiled;

use crate::cases::hold;
use crate::common::{file, fixture};

fn said(error: &Error) -> String {
    let at = error
        .offset()
        .map_or(String::new(), |at| format!(" at {at}"));
    format!("{:?}{at}: {error}", error.kind())
}

fn figures(kernel: &Compiled<'_>) -> String {
    let figures = [
        kernel.registers,
        kernel.static_shared_memory,
        kernel.barriers,
    ];
    let figures = figures.map(|figure| figure.map_or("?".to_owned(), |it| it.to_string()));
    format!("{} {}", kernel.name, figures.join(" "))
}

/// The kernels of an entry.
fn kernels<'a>(decoder: &mut Decoder<'a>, entry: &Entry<'a>) -> Result<Vec<String>, Error> {
    if entry.kind == EntryKind::Ptx {
        let module = Module::new(decoder.ptx(entry)?)?;
        return Ok(module
            .entries()
            .iter()
            .map(|entry| entry.name.to_owned())
            .collect());
    }
    let image = decoder.image(entry)?;
    assert_eq!(image.compute_capability(), entry.compute_capability);
    image
        .kernels()
        .map(|kernel| Ok(figures(&kernel?)))
        .collect()
}

/// What is read of a file: its kind, and a line for each entry.
fn read(bytes: &[u8]) -> String {
    let file = match File::new(bytes) {
        Ok(file) => file,
        Err(error) => return said(&error),
    };
    let mut lines = vec![format!("{:?}", file.kind())];
    // One for all, and one for each.
    let mut reused = Decoder::new();
    for entry in file.entries() {
        lines.push(match entry {
            Err(error) => said(&error),
            Ok(entry) => {
                let kernels = kernels(&mut Decoder::new(), &entry)
                    .map_or_else(|error| said(&error), |it| it.join(", "));
                if let Ok(unpacked) = reused.decode(&entry) {
                    assert!(unpacked.len() as u64 <= entry.size);
                }
                let member = entry
                    .member
                    .as_ref()
                    .map_or(String::new(), |member| format!(" of {member}"));
                let compression = entry
                    .compression
                    .map_or(String::new(), |it| format!(" {it:?}"));
                format!(
                    "{} at {}{member}{compression}: {kernels}",
                    entry.target(),
                    entry.offset
                )
            }
        });
    }
    lines.join("\n")
}

#[test]
fn files_have_their_entries() {
    hold("files.txt", |case| {
        let Some((words, asked)) = case.split_once(" | ") else {
            return read(&file(case));
        };
        let bytes = file(words);
        let (gpu, kernel) = asked.split_once(' ').unwrap();
        let (major, minor) = gpu.split_once('.').unwrap();
        let gpu = (major.parse().unwrap(), minor.parse().unwrap());
        let mut decoder = Decoder::new();
        let found = usage(&File::new(&bytes).unwrap(), &mut decoder, gpu, kernel);
        let found = found.map_or_else(
            |error| said(&error),
            |it| {
                let linked = if it.is_relocatable {
                    ", to be linked"
                } else {
                    ""
                };
                let (block, stack, spills) = (it.required_block, it.stack, it.spill_instructions);
                format!(
                    "{}{linked}, block {block:?}, stack {stack:?}, spills {spills:?}",
                    figures(&it)
                )
            },
        );
        format!("{}\n{found}", read(&bytes))
    });
}

/// The parts of a concatenated entry are the images that are otherwise compressed one by one.
#[test]
fn parts_are_what_is_compressed_alone() {
    let [concatenated, single] = ["concat.fatbin", "zstd.fatbin"].map(fixture);
    let entries = |bytes| -> Vec<_> {
        File::new(bytes)
            .unwrap()
            .entries()
            .map(Result::unwrap)
            .collect()
    };
    let (parts, single) = (entries(&concatenated), entries(&single));
    let (mut decoder, mut other) = (Decoder::new(), Decoder::new());
    for (part, alone) in parts[1..].iter().zip([&single[0], &single[2]]) {
        let (part, alone) = (decoder.decode(part).unwrap(), other.decode(alone).unwrap());
        assert_eq!(&part[..alone.len()], alone);
        assert!(part[alone.len()..].iter().all(|&byte| byte == 0));
    }
}

fn first(bytes: &[u8]) -> Entry<'_> {
    File::new(bytes).unwrap().entries().next().unwrap().unwrap()
}

/// The size that an entry states is at its byte 56.
#[test]
fn sizes_are_held_to_what_is_stated_and_allowed() {
    for name in ["zstd.fatbin", "lz4.fatbin"] {
        let error_of = |size: u64, limits: Limits| {
            let mut bytes = fixture(name);
            bytes[16 + 56..16 + 64].copy_from_slice(&size.to_le_bytes());
            let mut decoder = Decoder::with_limits(limits);
            let error = decoder.decode(&first(&bytes)).unwrap_err();
            assert_eq!(error.offset(), Some(16));
            (error.kind(), error.to_string())
        };
        for size in [0, 1, 100, 5000, 1_000_000] {
            let (_, text) = error_of(size, Limits::default());
            assert!(
                text.starts_with("the entry at byte 16 is damaged: "),
                "{text}"
            );
        }
        let strict = Limits {
            total: 1000,
            ..Limits::default()
        };
        for (size, limits, limit) in [(1 << 40, Limits::default(), 1 << 30), (1001, strict, 1000)] {
            let expected = format!(
                "the entry at byte 16 comes to {size} bytes unpacked, over the {limit} that are allowed\n\
                 help: if the file is to be trusted, allow more with `Limits`"
            );
            assert_eq!(error_of(size, limits), (ErrorKind::TooLarge, expected));
        }
    }
}

#[test]
fn the_total_is_bounded_and_parts_count_once() {
    let bytes = fixture("concat.fatbin");
    let entries: Vec<_> = File::new(&bytes)
        .unwrap()
        .entries()
        .map(Result::unwrap)
        .collect();
    let total = 13_672;
    let mut decoder = Decoder::with_limits(Limits {
        total,
        ..Limits::default()
    });
    for entry in &entries[1..] {
        decoder.decode(entry).unwrap();
    }
    let error = decoder.decode(&entries[0]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    assert!(
        error
            .to_string()
            .contains(&format!("over the {total} that"))
    );
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
    // The headers of one that is not compressed, up to the payload.
    let mut bytes = fixture("zstd.fatbin")[..16 + 64].to_vec();
    let size = frame.len() as u64;
    frame.resize(frame.len().next_multiple_of(8), 0);
    let padded = frame.len() as u64;
    for (at, number) in [(8, 64 + padded), (16 + 8, padded), (16 + 56, stated)] {
        bytes[at..at + 8].copy_from_slice(&number.to_le_bytes());
    }
    bytes[16 + 16..16 + 20].copy_from_slice(&size.to_le_bytes()[..4]);
    bytes.extend(frame);
    bytes
}

#[test]
fn what_grows_beyond_what_is_stated_is_not_unpacked() {
    let unpack = |bytes: &[u8]| {
        let mut decoder = Decoder::new();
        let unpacked = decoder.decode(&first(bytes)).map(<[u8]>::len);
        unpacked.map_err(|error| error.kind())
    };
    let mebibyte = 1 << 20;
    assert_eq!(unpack(&bomb(8, mebibyte)), Ok(1 << 20));
    // 64 GiB in 2 MiB.
    assert_eq!(unpack(&bomb(1 << 19, mebibyte)), Err(ErrorKind::Damaged));
    assert_eq!(unpack(&bomb(1 << 19, 64 << 30)), Err(ErrorKind::TooLarge));
}

#[test]
fn sections_that_lie_over_each_other_are_refused() {
    let mut bytes = file("coff .nv_fatbin=raw.fatbin .nv_fatbin=zeros:8 .nv_fatbin=zeros:8");
    // The size and the place of each section are at byte 16 of its header.
    for section in 1..3 {
        bytes.copy_within(20 + 16..20 + 24, 20 + 40 * section + 16);
    }
    let error = File::new(&bytes)
        .unwrap()
        .entries()
        .next()
        .unwrap()
        .unwrap_err();
    let said = (error.kind(), error.offset());
    assert_eq!(said, (ErrorKind::Damaged, Some(0)));
    assert!(
        error
            .to_string()
            .contains("its sections lie over each other")
    );
}

#[test]
fn errors_can_be_kept_sent_and_compared() {
    fn is<T: std::error::Error + Clone + Eq + Send + Sync + Unpin + 'static>() {}
    is::<Error>();
}
