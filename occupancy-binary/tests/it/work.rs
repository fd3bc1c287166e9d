//! The time of reading stays in proportion: bytes that many parts of a file share are not read for each of them. Every
//! file here has eight megabytes, and would take from half an hour to days.

use std::time::{Duration, Instant};

use object::BinaryFormat;
use occupancy_binary::{Decoder, File};

use crate::common::{fixture, object};
use crate::containers::member;

const SIZE: usize = 8 << 20;

/// The seconds that a test may take, without optimization and on a busy machine. Each takes less than one of them.
const SLOWEST: Duration = Duration::from_secs(60);

fn little_endian<const N: usize>(words: [u32; N]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// An archive of Linux or a thin one, whose members are empty and share a name.
fn shared_member_name(magic: &str, letter: u8) -> Vec<u8> {
    let mut names = vec![letter; SIZE / 2];
    names.extend(b"/\n");
    let members = member("/0", &[]).repeat(SIZE / 2 / 60);
    [magic.as_bytes(), &member("//", &names), &members].concat()
}

/// An archive of BSD, whose list has one name of half the file again and again.
fn shared_symbol_name() -> Vec<u8> {
    let count = SIZE / 2 / 8;
    let bytes = u32::try_from(SIZE / 2).unwrap();
    let mut list = little_endian([bytes]);
    list.extend(little_endian([0, 8]).repeat(count));
    list.extend(little_endian([bytes]));
    list.extend(vec![b'k'; SIZE / 2 - 1]);
    list.push(0);
    let whole = member("a.o/", b"text");
    [b"!<arch>\n", &member("__.SYMDEF", &list)[..], &whole].concat()
}

/// An object file of Linux: 65,000 sections, and the rest is their name, which this byte ends.
fn shared_elf_name(end: u8) -> Vec<u8> {
    let mut out = fixture("kernels.o")[..64].to_vec();
    let count: u16 = 65_000;
    let names_at = 64 + 64 * u64::from(count);
    out[40..48].copy_from_slice(&64_u64.to_le_bytes());
    out[60..62].copy_from_slice(&count.to_le_bytes());
    out[62..64].copy_from_slice(&1_u16.to_le_bytes());
    let size = SIZE as u64 - names_at;
    out.extend([0; 64]);
    let mut names = [0; 64];
    names[4] = 3;
    names[24..32].copy_from_slice(&names_at.to_le_bytes());
    names[32..40].copy_from_slice(&size.to_le_bytes());
    out.extend(names);
    let mut empty = [0; 64];
    empty[4] = 1;
    out.extend(empty.repeat(usize::from(count) - 2));
    out.resize(SIZE - 1, b'k');
    out.push(end);
    out
}

/// An object file of Windows, in the same way.
fn shared_coff_name() -> Vec<u8> {
    let count: u16 = 65_000;
    let mut out = little_endian([0x8664 | u32::from(count) << 16, 0]);
    out.extend(little_endian([20 + 40 * u32::from(count), 0, 0]));
    let mut section = [0; 40];
    section[..2].copy_from_slice(b"/4");
    out.extend(section.repeat(usize::from(count)));
    out.extend(little_endian([u32::try_from(SIZE).unwrap()]));
    out.resize(out.len() + SIZE - 5, b'k');
    out.push(0);
    out
}

/// Returns a fat binary with one cubin, and each of its parts claims all of it.
fn shared_payload() -> Vec<u8> {
    let mut payload = fixture("sm_90.cubin");
    payload.resize(SIZE / 2, 0);
    let size = u32::try_from(payload.len()).unwrap();
    let count = u32::try_from(SIZE / 2 / 64).unwrap();
    let header = 72 + 64 * count;
    let mut out = little_endian([0xba55_ed50, 0x0010_0001, header + size, 0]);
    out.extend(little_endian([0x100, header, size, 0, 0, 64]));
    out.extend([0; 40]);
    out.extend(little_endian([count, 0]));
    let mut part = little_endian([2, 0, size, 0, 0, 0, 0, 90]);
    part.extend([0; 32]);
    out.extend(part.repeat(count as usize));
    out.extend(payload);
    out
}

/// An object file with this again and again in a section.
fn embedded(piece: &[u8]) -> Vec<u8> {
    let content = piece.repeat(SIZE / piece.len());
    object(BinaryFormat::Elf, &[(".rodata".to_owned(), content)])
}

/// The header of a fat binary that reaches to the end of the file, in each of whose entries is one more.
fn nested_fat_binaries() -> Vec<u8> {
    let count = SIZE / 80;
    let mut content = Vec::new();
    for number in 0..count {
        let left = u32::try_from(80 * (count - number) - 16).unwrap();
        content.extend(little_endian([0xba55_ed50, 0x0010_0001, left, 0]));
        // A part of none, whose list is missing.
        content.extend(little_endian([0x100, 64, 16, 0]));
        content.extend([0; 48]);
    }
    object(BinaryFormat::Elf, &[(".rodata".to_owned(), content)])
}

/// A code object with 65,000 sections of this kind, and each of them is the rest of the file.
fn shared_section(kind: u8) -> Vec<u8> {
    let mut out = shared_elf_name(0);
    out[..40].copy_from_slice(&fixture("gfx942.hsaco")[..40]);
    let names = out[128..192].to_vec();
    for section in out[192..64 + 64 * 65_000].as_chunks_mut::<64>().0 {
        section.copy_from_slice(&names);
        section[4] = kind;
        section[40] = 1;
        section[56] = 24;
    }
    out
}

/// The list of a bundle, in each of whose names is the beginning of another one with a list of the same names.
fn nested_bundles() -> Vec<u8> {
    let entry = little_endian([48, 0, 0, 0, 48, 0]);
    let beginning = [b"__CLANG_OFFLOAD_BUNDLE__", &[0xff; 8][..]].concat();
    embedded(&[entry, beginning, vec![0; 16]].concat())
}

/// Compressed bundles, each with a window of 128 MiB, in which one byte is 128 KiB.
fn windows() -> Vec<u8> {
    let mut bundle = b"CCOB\x03\0\x01\0".to_vec();
    bundle.extend(little_endian([4096, 0, 1 << 30, 0, 0, 0]));
    bundle.extend([0x28, 0xb5, 0x2f, 0xfd, 0, 17 << 3]);
    bundle.extend(&u32::to_le_bytes((128 << 13) | 0b11)[..3]);
    bundle.resize(4096, b'k');
    let content = bundle.repeat(SIZE / 4096);
    object(BinaryFormat::Elf, &[(".hip_fatbin".to_owned(), content)])
}

/// Reads all kernels, and returns their number.
fn read(bytes: &[u8]) -> usize {
    let mut kernels = 0;
    let mut decoder = Decoder::new();
    let Ok(file) = File::new(bytes) else {
        return 0;
    };
    for entry in file.entries().flatten() {
        if entry.is_machine_code()
            && let Ok(image) = decoder.image(&entry)
        {
            kernels += image.kernels().flatten().count();
        }
    }
    kernels
}

#[test]
fn time_is_in_proportion() {
    for (what, bytes, kernels) in [
        ("GNU", shared_member_name("!<arch>\n", b'k'), 0),
        ("not UTF-8", shared_member_name("!<arch>\n", 0xff), 0),
        ("thin", shared_member_name("!<thin>\n", b'k'), 0),
        ("BSD", shared_symbol_name(), 0),
        ("ELF", shared_elf_name(0), 0),
        ("no end", shared_elf_name(b'k'), 0),
        ("COFF", shared_coff_name(), 0),
        ("parts", shared_payload(), 3),
        ("fat binaries", nested_fat_binaries(), 0),
        ("cubins", embedded(&fixture("sm_90.cubin")[..64]), 0),
        (
            "modules",
            embedded(b".version 8.0 .target sm_90 .entry k() {"),
            0,
        ),
        ("comments", embedded(b".version 8.0 .target sm_90 /*"), 0),
        ("notes", shared_section(7), 0),
        ("symbols", shared_section(2), 0),
        ("bundles", embedded(b"__CLANG_OFFLOAD_BUNDLE__"), 0),
        ("lists", nested_bundles(), 0),
        ("compressed", embedded(b"CCOB\x03\0\x01\0"), 0),
        ("windows", windows(), 0),
        ("versions", embedded(b".version "), 0),
    ] {
        let started = Instant::now();
        assert_eq!(read(&bytes), kernels, "{what}");
        let taken = started.elapsed();
        println!("{what}: {taken:?}");
        assert!(taken < SLOWEST, "{what}: {taken:?}");
    }
}
