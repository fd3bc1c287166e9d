//! Files for the tests: those of `fixtures`, and ones that are made of them, in the words of `files.txt`.

use std::fs;
use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use object::write::{Object, StandardSegment};
use object::{Architecture, BinaryFormat, Endianness, SectionKind};
use occupancy_binary::ptx::Module;
use occupancy_binary::{Decoder, EntryKind, Error, File};

use crate::containers::{archive, bundle};

/// A file of the folder `fixtures`, or of the kernels of the repository.
pub(crate) fn fixture(name: &str) -> Vec<u8> {
    let folders = ["fixtures", "../tests/kernels"];
    let mut paths = folders
        .map(|folder| format!("{}/{folder}/{name}", env!("CARGO_MANIFEST_DIR")))
        .into_iter();
    paths.find_map(|path| fs::read(path).ok()).expect(name)
}

/// Every cubin of the fixtures, here and of the repository, with its path.
pub(crate) fn cubins() -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for folder in ["fixtures", "../tests/fixtures/cubins"] {
        let folder = format!("{}/{folder}", env!("CARGO_MANIFEST_DIR"));
        for entry in fs::read_dir(&folder).expect(&folder) {
            let path = entry.unwrap().path();
            if path
                .extension()
                .is_some_and(|extension| extension == "cubin")
            {
                found.push((path.display().to_string(), fs::read(&path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

/// The kernels of a file, each as its target and its figures, and the errors.
pub(crate) fn kernels(bytes: &[u8]) -> (Vec<String>, Vec<Error>) {
    let file = match File::new(bytes) {
        Ok(file) => file,
        Err(error) => return (Vec::new(), vec![error]),
    };
    let (mut found, mut errors) = (Vec::new(), Vec::new());
    let mut decoder = Decoder::new();
    for entry in file.entries() {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                errors.push(error);
                continue;
            }
        };
        let target = entry.target();
        if entry.kind == EntryKind::Ptx {
            let module = Module::new(decoder.ptx(&entry).unwrap()).unwrap();
            // A comment before it counts for the lines of the file alone.
            let usage = |it| module.usage(it).map_err(|error| error.kind());
            let all = module.entries().iter();
            found.extend(all.map(|it| format!("{target} {:?}", usage(it))));
            continue;
        }
        match decoder.image(&entry) {
            Ok(image) => {
                let all = image.kernels();
                found.extend(all.map(|it| format!("{target} {:?}", it.unwrap())));
            }
            Err(error) => errors.push(error),
        }
    }
    (found, errors)
}

/// Files of every kind, whole ones.
pub(crate) const FILES: [&str; 29] = [
    "sm_80-abi7.cubin",
    "sm_90.cubin",
    "spills.cubin",
    "unlinked.cubin",
    "unlinked_template.cubin",
    "raw.fatbin",
    "lz4.fatbin",
    "zstd.fatbin",
    "concat.fatbin",
    "kernels.o",
    "relocatable.o",
    "libkernels.so",
    "libkernels.a",
    "pe:lz4.fatbin",
    "coff .text=zeros:16 __nv_relfatbin=zstd.fatbin",
    "elf .text=zeros:16 .rodata=raw.fatbin .data=sm_90.cubin .rodata.str=kernels.ptx",
    "gfx942.hsaco",
    "gfx1100-wave64-cu.hsaco",
    "gfx9-4-generic.hsaco",
    "accumulates.gfx908.o",
    "kernels.hipfb",
    "compressed.hipfb",
    "compressed-2.hipfb",
    "zlib:3:kernels.hipfb",
    "libhip.so",
    "pe:compressed.hipfb",
    "coff .text=zeros:16 .hip_fatbin=compressed-2.hipfb",
    "elf .rodata=kernels.hipfb .data=accumulates.gfx90a.hsaco .nv_fatbin=raw.fatbin",
    "archive kernels.obj=coff:__nv_relfatbin=zstd.fatbin saxpy.o=relocatable.o odd=text:odd",
];

/// Files with their names: `a.o=kernels.o b.txt=text:none`.
pub(crate) fn parts(words: &str) -> Vec<(String, Vec<u8>)> {
    let parts = words
        .split(' ')
        .map(|part| part.split_once('=').expect(part));
    parts
        .map(|(name, value)| (name.to_owned(), file(value)))
        .collect()
}

/// The file that these words describe.
pub(crate) fn file(words: &str) -> Vec<u8> {
    match words.split_once([':', ' ']) {
        Some(("coff", sections)) => object(BinaryFormat::Coff, &parts(sections)),
        Some(("elf", sections)) => object(BinaryFormat::Elf, &parts(sections)),
        Some(("archive", members)) => archive(&parts(members)),
        Some(("bundle", code)) => bundle(&parts(code)),
        Some(("pe", content)) => pe(&file(content)),
        Some(("thin", content)) => [b"!<thin>\n", &file(content)[8..]].concat(),
        Some(("text", text)) => text.as_bytes().to_vec(),
        Some(("zeros", count)) => vec![0; count.parse().unwrap()],
        Some((change, rest)) => {
            let (number, rest) = rest.split_once(':').expect(words);
            let number: usize = number.parse().unwrap();
            let (byte, rest) = if change == "put" {
                rest.split_once(':').unwrap()
            } else {
                ("0", rest)
            };
            let mut bytes = file(rest);
            match change {
                "zlib" => bytes = zlib(number, &bytes),
                "cut" => bytes.truncate(number),
                "flip" => bytes[number] ^= 0x55,
                "put" => bytes[number] = u8::from_str_radix(byte, 16).unwrap(),
                _ => panic!("{words}"),
            }
            bytes
        }
        None => fixture(words),
    }
}

/// An object file with sections of these names and contents.
pub(crate) fn object(format: BinaryFormat, sections: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut object = Object::new(format, Architecture::X86_64, Endianness::Little);
    for (name, content) in sections {
        let segment = object.segment_name(StandardSegment::Data).to_vec();
        let name = name.as_bytes().to_vec();
        let id = object.add_section(segment, name, SectionKind::ReadOnlyData);
        object.append_section_data(id, content, 8);
    }
    object.write().unwrap()
}

/// A bundle, compressed with zlib in this version of the format. Version 1 is read in such bytes alone: clang 22 does not
/// write it, and no file of it was found.
fn zlib(version: usize, bundle: &[u8]) -> Vec<u8> {
    let mut stream = ZlibEncoder::new(Vec::new(), Compression::default());
    stream.write_all(bundle).unwrap();
    let stream = stream.finish().unwrap();
    let mut out = [b"CCOB", &[u8::try_from(version).unwrap(), 0, 0, 0][..]].concat();
    let (size, unpacked) = (stream.len() as u64, bundle.len() as u64);
    match version {
        1 => out.extend(&unpacked.to_le_bytes()[..4]),
        2 => out.extend(
            [
                &(size + 24).to_le_bytes()[..4],
                &unpacked.to_le_bytes()[..4],
            ]
            .concat(),
        ),
        _ => out.extend([(size + 32).to_le_bytes(), unpacked.to_le_bytes()].concat()),
    }
    // A hash, which is not compared.
    out.extend([0; 8]);
    out.extend(stream);
    out
}

/// A library of Windows with one section, whose name is cut to eight letters: what is not zero of its headers, and where.
pub(crate) fn pe(content: &[u8]) -> Vec<u8> {
    let size = u32::try_from(content.len().next_multiple_of(0x200)).unwrap();
    let is_bundle = content.starts_with(b"__CLANG") || content.starts_with(b"CCOB");
    let name: &[u8] = if is_bundle { b".hip_fat" } else { b".nv_fatb" };
    let mut out = vec![0; 0x200];
    for (at, field) in [
        (0, &b"MZ"[..]),
        // The byte where the next header begins: for x86-64, with one section, after 240 optional bytes with 16
        // directories.
        (0x3c, b"\x80"),
        (0x80, b"PE\0\0\x64\x86\x01"),
        (0x94, b"\xf0\0\x22\x20\x0b\x02"),
        (0x104, b"\x10"),
        (0x188, name),
        // In memory, and in the file.
        (
            0x190,
            &[size.to_le_bytes(), 0x1000_u32.to_le_bytes()].concat(),
        ),
        (
            0x198,
            &[size.to_le_bytes(), 0x200_u32.to_le_bytes()].concat(),
        ),
    ] {
        out[at..at + field.len()].copy_from_slice(field);
    }
    out.extend(content);
    out.resize(0x200 + size as usize, 0);
    out
}
