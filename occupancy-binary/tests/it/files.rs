//! Every form of file, with the same kernels: their figures are those that nvcc and ptxas stated.

use occupancy_binary::cubin::{Entry, Images};
use occupancy_binary::ptx::Module;
use occupancy_binary::{Decoder, EntryKind, Error, ErrorKind, File, usage_on};
use occupancy_core::gpu::CodeForm;
use occupancy_core::{Arch, Compiled};

use crate::cases::check_cases;
use crate::common::{file, fixture};

fn said(error: &Error) -> String {
    let at = error
        .offset()
        .map_or(String::new(), |at| format!(" at {at}"));
    format!("{:?}{at}: {error}", error.kind())
}

fn figures(kernel: &Compiled<'_>) -> String {
    let of_nvidia = [
        kernel.registers,
        kernel.static_shared_memory,
        kernel.barriers,
    ];
    let of_amd = [
        kernel.vgprs,
        kernel.agprs,
        kernel.sgprs,
        kernel.spilled_vgprs,
        kernel.static_shared_memory,
        kernel.stack,
        kernel.max_block.map(|(threads, ..)| threads),
        kernel.parameter_bytes,
    ];
    let is_amd = kernel.form == CodeForm::CodeObject;
    let figures = if is_amd { &of_amd[..] } else { &of_nvidia };
    let mut words = vec![kernel.name.to_owned()];
    words.extend(
        figures
            .iter()
            .map(|it| it.map_or("?".to_owned(), |it| it.to_string())),
    );
    if is_amd && kernel.wavefront_size == Some(64) {
        words.push(kernel.target().to_string());
    }
    words.join(" ")
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
    let target = (image.compute_capability(), image.suffix());
    assert_eq!(target, (entry.compute_capability, entry.suffix));
    image
        .kernels()
        .map(|kernel| Ok(figures(&kernel?)))
        .collect()
}

/// Reads a file: its kind, and a line for each entry.
fn read(bytes: &[u8]) -> String {
    let file = match File::new(bytes) {
        Ok(file) => file,
        Err(error) => return said(&error),
    };
    let mut lines = vec![format!("{:?}", file.kind())];
    // One decoder for all entries, and one for each.
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
                let (target, offset, kind) = (entry.target(), entry.offset, entry.kind);
                let kind = match kind {
                    EntryKind::Other(_) => format!(" {kind:?}"),
                    _ => String::new(),
                };
                format!("{target} at {offset}{member}{compression}{kind}: {kernels}")
            }
        });
    }
    lines.join("\n")
}

#[test]
fn files_have_their_entries() {
    check_cases("files.txt", |case| {
        let Some((words, requested)) = case.split_once(" | ") else {
            return read(&file(case));
        };
        let bytes = file(words);
        let file = File::new(&bytes).unwrap();
        let mut lines = vec![read(&bytes)];
        for request in requested.split(", ") {
            let (gpu, kernel) = request.split_once(' ').unwrap();
            let arch = Arch::find(gpu).unwrap();
            let gpu = arch.multiprocessor();
            let found = answer(usage_on(&file, &mut Decoder::new(), gpu, kernel));
            let images = Images::new(&bytes).and_then(|images| images.usage_on(gpu, kernel));
            let is_other = images
                .as_ref()
                .is_err_and(|error| error.kind() == ErrorKind::UnknownFormat);
            let images = answer(images);
            lines.push(found.clone());
            if !is_other && images != found {
                lines.push(format!("images: {images}"));
            }
        }
        lines.join("\n")
    });
}

/// The answer to a request.
fn answer(read: Result<Compiled<'_>, Error>) -> String {
    read.map_or_else(
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
    )
}

fn first(bytes: &[u8]) -> Entry<'_> {
    File::new(bytes).unwrap().entries().next().unwrap().unwrap()
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
