//! Files for the tests: those of `fixtures`, and ones that are made of them.

#![allow(dead_code, unreachable_pub, unused_macros)]

use object::write::{Object, StandardSegment};
use object::{Architecture, BinaryFormat, Endianness, SectionKind};

macro_rules! fixture {
    ($name:literal) => {
        include_bytes!(concat!("../../fixtures/", $name)).as_slice()
    };
}

/// A COFF object with sections of these names and contents.
pub fn coff(sections: &[(&str, &[u8])]) -> Vec<u8> {
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
pub fn pe(content: &[u8]) -> Vec<u8> {
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
pub fn archive(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut out = b"!<arch>\n".to_vec();
    for (name, content) in members {
        let name = format!("{name}/");
        let header = format!("{name:<16}{:<12}{:<6}{:<6}{:<8}", 0, 0, 0, "100644");
        out.extend(header.as_bytes());
        out.extend(format!("{:<10}`\n", content.len()).as_bytes());
        out.extend(*content);
        out.resize(out.len().next_multiple_of(2), b'\n');
    }
    out
}
