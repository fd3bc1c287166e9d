//! Files for the tests: those of `fixtures`, and ones that are made of them, in the words of `files.txt`.

use std::fs;

use object::write::{Object, StandardSegment};
use object::{Architecture, BinaryFormat, Endianness, SectionKind};

/// A file of the folder `fixtures`.
pub(crate) fn fixture(name: &str) -> Vec<u8> {
    let path = format!("{}/fixtures/{name}", env!("CARGO_MANIFEST_DIR"));
    fs::read(&path).expect(&path)
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

/// Files of every kind, whole ones.
pub(crate) const FILES: [&str; 16] = [
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
        Some(("coff", sections)) => coff(&parts(sections)),
        Some(("archive", members)) => archive(&parts(members)),
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

/// A COFF object with sections of these names and contents.
fn coff(sections: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut object = Object::new(BinaryFormat::Coff, Architecture::X86_64, Endianness::Little);
    for (name, content) in sections {
        let segment = object.segment_name(StandardSegment::Data).to_vec();
        let name = name.as_bytes().to_vec();
        let id = object.add_section(segment, name, SectionKind::ReadOnlyData);
        object.append_section_data(id, content, 8);
    }
    object.write().unwrap()
}

/// A library of Windows with one section, whose name is cut to eight letters, padded with zeros.
fn pe(content: &[u8]) -> Vec<u8> {
    use object::write::pe::{NtHeaders, Writer};
    let mut out = Vec::new();
    let mut writer = Writer::new(true, 0x1000, 0x200, &mut out);
    writer.reserve_dos_header_and_stub();
    writer.reserve_nt_headers(0);
    writer.reserve_section_headers(1);
    let size = u32::try_from(content.len()).unwrap();
    let range = writer.reserve_section(
        *b".nv_fatb",
        object::pe::SectionFlags(0x4000_0040),
        size.next_multiple_of(0x200) + 0x200,
        size.next_multiple_of(0x200),
    );
    writer.write_dos_header_and_stub().unwrap();
    writer.write_nt_headers(NtHeaders {
        machine: object::pe::IMAGE_FILE_MACHINE_AMD64,
        time_date_stamp: 0,
        characteristics: object::pe::FileFlags(0x2022),
        major_linker_version: 14,
        minor_linker_version: 0,
        address_of_entry_point: 0,
        image_base: 0x1_8000_0000,
        major_operating_system_version: 6,
        minor_operating_system_version: 0,
        major_image_version: 0,
        minor_image_version: 0,
        major_subsystem_version: 6,
        minor_subsystem_version: 0,
        subsystem: object::pe::IMAGE_SUBSYSTEM_WINDOWS_GUI,
        dll_characteristics: object::pe::DllFlags(0),
        size_of_stack_reserve: 0,
        size_of_stack_commit: 0,
        size_of_heap_reserve: 0,
        size_of_heap_commit: 0,
    });
    writer.write_section_headers();
    writer.write_section(range.file_offset, content);
    out.resize(out.len().next_multiple_of(0x200), 0);
    out
}

/// An archive of these members, the names in its own headers.
fn archive(members: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut out = b"!<arch>\n".to_vec();
    for (name, content) in members {
        let name = format!("{name}/");
        let header = format!("{name:<16}{:<12}{:<6}{:<6}{:<8}", 0, 0, 0, "100644");
        out.extend(header.as_bytes());
        out.extend(format!("{:<10}`\n", content.len()).as_bytes());
        out.extend(content);
        out.resize(out.len().next_multiple_of(2), b'\n');
    }
    out
}
