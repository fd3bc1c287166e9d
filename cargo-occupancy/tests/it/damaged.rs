//! Files that are damaged, large, or of other formats.

use crate::common::{Folder, code, json_of, occupancy, read, text, with_input, zip};
use crate::containers::archive;

/// The lines of CSV without their first column, the file.
fn without_files(csv: &[u8]) -> Vec<&str> {
    let lines = text(csv).lines().skip(1);
    lines.map(|line| line.split_once(',').unwrap().1).collect()
}

/// The member is so large that it is unpacked to a file.
#[test]
fn a_large_member_of_a_wheel_is_read() {
    let mut large = read("zstd.fatbin");
    large.resize(17 << 20, 0);
    let wheel = zip(&[
        ("large.fatbin", large, true),
        ("MZ.txt", b"MZ is no program".into(), false),
    ]);
    let folder = Folder::new();
    let output = occupancy(&["inspect", "-f", "csv", &folder.put("a.whl", wheel)]);
    assert_eq!((code(&output), text(&output.stderr)), (0, ""));
    let alone = with_input(&["inspect", "-f", "csv", "-"], &read("zstd.fatbin"));
    assert_eq!(without_files(&output.stdout), without_files(&alone.stdout));
}

#[test]
fn damaged_wheels() {
    let members = [
        ("a.cubin", read("sm_90.cubin"), true),
        ("b.cubin", read("sm_80-abi7.cubin"), true),
    ];
    let wheel = zip(&members);
    let inspect = |wheel: &[u8]| with_input(&["inspect", "-f", "csv", "-"], wheel);
    let cut = inspect(&wheel[..wheel.len() - 1]);
    assert_eq!(code(&cut), 2);
    assert!(text(&cut.stderr).starts_with("error: <stdin>: the zip file is "));
    // Cut before the list of members, at any length, it is truncated.
    for len in (4..wheel.len() - 300).step_by(97) {
        let output = inspect(&wheel[..len]);
        assert_eq!(code(&output), 2, "{len}");
        let errors = text(&output.stderr);
        assert!(errors.contains("the zip file is truncated"), "{len}");
    }
    // If one member is damaged, the other is read.
    let mut broken = wheel.clone();
    let second = wheel.windows(7).position(|name| name == b"b.cubin");
    broken[second.unwrap() + 700] ^= 0x55;
    let output = inspect(&broken);
    assert_eq!((code(&output), without_files(&output.stdout).len()), (2, 3));
    let errors = text(&output.stderr);
    let says = "error: <stdin>:b.cubin: it cannot be unpacked: ";
    assert!(errors.starts_with(says), "{errors}");
}

/// Small files that unpack to large ones: a stated size that is too large is refused before unpacking, and the rest is
/// read.
#[test]
fn what_is_unpacked_is_in_proportion() {
    let inspect = |bytes: &[u8]| {
        let output = with_input(&["inspect", "-f", "csv", "-"], bytes);
        let kernels = without_files(&output.stdout).len();
        (code(&output), kernels, text(&output.stderr).to_owned())
    };
    let mut library = read("libkernels.so");
    library.resize(65 << 20, 0);
    let small = ("small.cubin", read("sm_90.cubin"), true);
    let wheel = zip(&[small.clone(), ("large.so", library, true)]);
    let help = "help: unpack the zip file\n";
    let states = "it states 68157440 bytes, over the 67";
    let (exit, kernels, said) = inspect(&wheel);
    assert_eq!((exit, kernels), (2, 3));
    assert!(said.contains(states) && said.ends_with(help), "{said}");
    // The size that an entry states is at byte 56 of its header.
    let mut bytes = read("zstd.fatbin");
    bytes[16 + 56 + 4] = 1;
    let (exit, kernels, said) = inspect(&bytes);
    let fault = "error: <stdin>: the entry at byte 16 comes to 4294973856 bytes unpacked, over those that are left \
        of 67108864, 128 for each byte of the file\nhelp: read less of it with `--arch`\n";
    assert_eq!((exit, kernels, &*said), (2, 3, fault));
    // Two members share their bytes.
    let mut wheel = zip(&[small.clone(), ("other.cubin", small.1, true)]);
    let list = wheel.windows(4).rposition(|bytes| bytes == b"PK\x01\x02");
    let offset = list.unwrap() + 42;
    wheel[offset..offset + 4].fill(0);
    let fault = "error: <stdin>: the zip file is damaged: its members lie over each other\n";
    assert_eq!(inspect(&wheel), (2, 0, fault.to_owned()));
}

/// Breaks the machine code for 8.0, which comes first.
#[test]
fn only_what_is_asked_for_is_decompressed() {
    let mut bytes = read("zstd.fatbin");
    bytes[16 + 64] ^= 0x55;
    let of_90 = with_input(&["inspect", "-a", "9.0", "-f", "csv", "-"], &bytes);
    let all = with_input(&["inspect", "-f", "csv", "-"], &bytes);
    assert_eq!((code(&of_90), without_files(&of_90.stdout).len()), (0, 3));
    assert_eq!((code(&all), &all.stdout), (2, &of_90.stdout));
    let error = text(&all.stderr);
    assert!(error.starts_with("error: ") && error.contains("cannot be decompressed"));
}

/// A kernel that is there linked and as input for the linker, for the same GPU, is listed linked.
#[test]
fn a_kernel_is_listed_once() {
    let (linked, object) = ("libkernels.so", "relocatable.o");
    for (members, args, kernels, relocatable) in [
        (&[object, linked][..], &[][..], 6, 0),
        (&[linked, object], &[], 6, 0),
        (&[object, linked], &["--all"], 7, 1),
        (&[object], &[], 1, 1),
        (&[object, "sm_80-abi7.cubin"], &[], 4, 1),
    ] {
        let args = [&["inspect", "-f", "json"], args, &["-"]].concat();
        let numbered = members.iter().enumerate();
        let files = numbered.map(|(number, name)| (format!("{number}.o"), read(name)));
        let rows = json_of(&with_input(&args, &archive(&files.collect::<Vec<_>>())));
        let rows = rows.as_array().unwrap();
        let unlinked = rows.iter().filter(|row| row["is_relocatable"] == true);
        let counts = (rows.len(), unlinked.count());
        assert_eq!(counts, (kernels, relocatable), "{members:?} {args:?}");
    }
}
