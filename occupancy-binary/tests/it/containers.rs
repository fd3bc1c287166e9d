//! Archives and offload bundles, byte by byte. The tests of the command line make them, too.

#![allow(dead_code, reason = "every suite uses its own part")]

/// A bundle of these code objects.
pub(crate) fn bundle(code: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut out = b"__CLANG_OFFLOAD_BUNDLE__".to_vec();
    out.extend((code.len() as u64).to_le_bytes());
    let mut start = 4096;
    for (name, content) in code {
        let place = [start, content.len(), name.len()];
        out.extend(place.iter().flat_map(|it| (*it as u64).to_le_bytes()));
        out.extend(name.as_bytes());
        start = (start + content.len()).next_multiple_of(4096);
    }
    for (_, content) in code {
        out.resize(out.len().next_multiple_of(4096), 0);
        out.extend(content);
    }
    out
}

/// An archive of these members, the names in its own headers.
pub(crate) fn archive(members: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut out = b"!<arch>\n".to_vec();
    for (name, content) in members {
        out.extend(member(&format!("{name}/"), content));
    }
    out
}

/// A member, with the name that its header has.
pub(crate) fn member(name: &str, content: &[u8]) -> Vec<u8> {
    let mut out = format!("{name:<16}{:<12}{:<6}{:<6}{:<8}", 0, 0, 0, "100644").into_bytes();
    out.extend(format!("{:<10}`\n", content.len()).as_bytes());
    out.extend(content);
    out.resize(out.len().next_multiple_of(2), b'\n');
    out
}
