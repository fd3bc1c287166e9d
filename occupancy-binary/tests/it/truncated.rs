//! Every file, cut at every length: it is called truncated, unless nothing of its GPU code was cut off. Without
//! optimizations, it is every seventh length, which comes to every place in a structure; CI tries all.
use crate::common::{archive, coff, pe};
use occupancy_binary::{Decoder, EntryKind, Error, ErrorKind, File, FileKind};

/// The next length after one that was tried.
const STEP: usize = if cfg!(debug_assertions) { 7 } else { 1 };

/// The kernels of a file, each as text, and its errors.
fn read(bytes: &[u8]) -> (Vec<String>, Vec<Error>) {
    let (mut kernels, mut errors) = (Vec::new(), Vec::new());
    let file = match File::new(bytes) {
        Ok(file) => file,
        Err(error) => return (kernels, vec![error]),
    };
    let mut decoder = Decoder::new();
    for entry in file.entries() {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                errors.push(error);
                continue;
            }
        };
        match entry.kind {
            EntryKind::Ptx => kernels.push(decoder.ptx(&entry).unwrap().trim_end().to_owned()),
            _ => match decoder.image(&entry) {
                Ok(image) => {
                    kernels.extend(
                        image
                            .kernels()
                            .map(|kernel| format!("{:?}", kernel.unwrap())),
                    );
                }
                Err(error) => errors.push(error),
            },
        }
    }
    (kernels, errors)
}

fn files() -> Vec<(&'static str, Vec<u8>)> {
    let object = coff(&[
        (".text", &[0x90; 16]),
        ("__nv_relfatbin", fixture!("zstd.fatbin")),
    ]);
    let members = archive(&[
        ("kernels.obj", &object),
        ("saxpy.o", fixture!("relocatable.o")),
        ("odd", b"odd"),
    ]);
    vec![
        ("cubin, abi 7", fixture!("sm_80-abi7.cubin").to_vec()),
        ("cubin, abi 8", fixture!("sm_90.cubin").to_vec()),
        ("cubin with spills", fixture!("spills.cubin").to_vec()),
        ("cubin to be linked", fixture!("unlinked.cubin").to_vec()),
        (
            "cubin of a template to be linked",
            fixture!("unlinked_template.cubin").to_vec(),
        ),
        ("fat binary", fixture!("raw.fatbin").to_vec()),
        ("fat binary, LZ4", fixture!("lz4.fatbin").to_vec()),
        ("fat binary, Zstandard", fixture!("zstd.fatbin").to_vec()),
        (
            "fat binary, concatenated",
            fixture!("concat.fatbin").to_vec(),
        ),
        ("object file", fixture!("kernels.o").to_vec()),
        (
            "object file to be linked",
            fixture!("relocatable.o").to_vec(),
        ),
        ("library", fixture!("libkernels.so").to_vec()),
        ("archive", fixture!("libkernels.a").to_vec()),
        ("library of Windows", pe(fixture!("lz4.fatbin"))),
        ("archive of Windows", members),
        ("object file of Windows", object),
    ]
}

/// The bytes that a file has by its headers, and those that it has.
fn stated_and_found(error: &Error) -> (usize, usize) {
    let text = error.to_string();
    let (_, sizes) = text
        .split_once("truncated: its headers state at least ")
        .unwrap();
    let (stated, found) = sizes.split_once(" bytes, and it has ").unwrap();
    let (found, _) = found.split_once('\n').unwrap();
    (stated.parse().unwrap(), found.parse().unwrap())
}

#[test]
fn a_file_that_was_cut_off_is_called_truncated() {
    for (name, bytes) in files() {
        let (whole, errors) = read(&bytes);
        assert!(errors.is_empty() && !whole.is_empty(), "{name}: {errors:?}");
        let (mut tried, mut called) = (0, 0);
        for len in (0..bytes.len()).step_by(STEP) {
            tried += 1;
            let (kernels, errors) = read(&bytes[..len]);
            assert!(errors.len() <= 1, "{name}, {len} bytes: {errors:?}");
            match errors.first() {
                None => {
                    // A whole archive without members, or with fewer of them and no list of symbols.
                    let is_archive = matches!(
                        File::new(&bytes[..len]).map(|file| file.kind()),
                        Ok(FileKind::Archive)
                    );
                    assert!(kernels == whole || is_archive, "{name}, {len} bytes");
                }
                Some(error) => match error.kind() {
                    ErrorKind::Truncated => {
                        let (stated, found) = stated_and_found(error);
                        assert_eq!(found, len, "{name}");
                        assert!(stated > found && stated <= bytes.len(), "{name}, {len}");
                        called += 1;
                    }
                    // Two letters are a beginning of anything.
                    ErrorKind::UnknownFormat => {
                        assert!(len < 64, "{name}, {len} bytes");
                        let is_empty = error.to_string().starts_with("the file is empty");
                        assert_eq!(is_empty, len == 0, "{name}");
                    }
                    _ => panic!("{name}, {len} bytes: {error}"),
                },
            }
            assert!(
                kernels.iter().all(|kernel| whole.contains(kernel)),
                "{name}, {len}"
            );
        }
        // Nearly every cut is seen: what follows the last section is padding.
        let least = if name == "archive of Windows" { 2 } else { 20 };
        assert!(
            called > tried - tried / least - 64 / STEP,
            "{name}: {called} of {tried}"
        );
    }
}

/// What a section states to have in memory is not in the file: of every kind that is NVIDIA's but the one whose
/// bytes are read.
#[test]
fn memory_of_a_kernel_is_not_missing_in_the_file() {
    let whole = fixture!("sm_90.cubin");
    let headers = usize::try_from(u64::from_le_bytes(whole[40..48].try_into().unwrap())).unwrap();
    let last = headers + 64 * (usize::from(u16::from_le_bytes([whole[60], whole[61]])) - 1);
    let truncated = |kind: u32| {
        let mut bytes = whole.to_vec();
        bytes[last + 4..last + 8].copy_from_slice(&kind.to_le_bytes());
        bytes[last + 32..last + 40].copy_from_slice(&(1_u64 << 20).to_le_bytes());
        let mut entries = File::new(&bytes).unwrap().entries();
        let first = entries.next().unwrap();
        first.is_err_and(|error| error.kind() == ErrorKind::Truncated)
    };
    assert!(truncated(1), "code has bytes");
    assert!(truncated(0x7000_0000), "and so have attributes");
    for kind in [0, 8].into_iter().chain(0x7000_0001..0x7000_0100) {
        assert!(!truncated(kind), "{kind:#x}");
    }
}

/// The only ones that are not seen end with a whole member, where the list of symbols is not there or
/// has no more.
#[test]
fn archives_are_whole_where_members_end() {
    let bytes = archive(&[
        ("a.o", fixture!("kernels.o")),
        ("b.o", fixture!("kernels.o")),
    ]);
    let first = 8 + 60 + fixture!("kernels.o").len();
    let unseen: Vec<_> = (8..bytes.len())
        .filter(|len| len % STEP == 0 || *len < 128 || len.abs_diff(first) < 128)
        .filter(|&len| read(&bytes[..len]).1.is_empty())
        .collect();
    assert_eq!(unseen, [8, first.next_multiple_of(2)]);

    // `ar` writes a list of symbols, which states the members that are to come.
    let (_, errors) = read(&fixture!("libkernels.a")[..fixture!("libkernels.a").len() - 1]);
    assert_eq!(errors.len(), 1);
    assert_eq!(errors[0].kind(), ErrorKind::Truncated);
}

#[test]
fn what_is_left_of_a_file_is_listed() {
    // The sections of Windows come after their headers.
    let mut bytes = archive(&[
        ("a.o", fixture!("kernels.o")),
        ("b.o", fixture!("kernels.o")),
    ]);
    bytes.truncate(bytes.len() - 100);
    let (kernels, errors) = read(&bytes);
    let (expected, _) = read(fixture!("kernels.o"));
    assert_eq!(kernels, expected);
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(
        errors[0]
            .to_string()
            .starts_with("truncated: its headers state at least ")
    );
}

/// A payload that ends too early in a container that is whole.
#[test]
fn compressed_bytes_that_end_too_early_are_called_truncated() {
    for bytes in [fixture!("zstd.fatbin"), fixture!("lz4.fatbin")] {
        let size = u32::from_le_bytes(bytes[16 + 16..16 + 20].try_into().unwrap());
        let mut called = 0;
        for cut in 0..size {
            let mut bytes = bytes.to_vec();
            bytes[16 + 16..16 + 20].copy_from_slice(&cut.to_le_bytes());
            let entry = File::new(&bytes)
                .unwrap()
                .entries()
                .next()
                .unwrap()
                .unwrap();
            match Decoder::new().decode(&entry).map(<[u8]>::len) {
                Err(error) => {
                    let is_truncated = error.kind() == ErrorKind::Truncated;
                    let is_short =
                        is_truncated || error.to_string().contains("the size that it states");
                    assert!(is_short, "{cut} of {size}: {error}");
                    called += u32::from(is_truncated);
                }
                Ok(len) => panic!("{cut} of {size}: {len}"),
            }
        }
        assert!(called > size / 2, "{called} of {size}");
    }
}
