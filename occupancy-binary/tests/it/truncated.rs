//! Every file, cut at every length: it is called truncated, unless nothing of its GPU code was cut off. Without
//! optimizations, it is every seventh length, which comes to every place in a structure; CI tries all.

use occupancy_binary::{Error, ErrorKind, File, FileKind};

use crate::common::{FILES, file, fixture, kernels};

/// The next length after one that was tried.
const STEP: usize = if cfg!(debug_assertions) { 7 } else { 1 };

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
    for name in FILES {
        let bytes = file(name);
        let (whole, errors) = kernels(&bytes);
        assert!(errors.is_empty() && !whole.is_empty(), "{name}: {errors:?}");
        let (mut tried, mut called) = (0, 0);
        for len in (0..bytes.len()).step_by(STEP) {
            tried += 1;
            let (kernels, errors) = kernels(&bytes[..len]);
            assert!(errors.len() <= 1, "{name}, {len} bytes: {errors:?}");
            match errors.first().map(|error| (error, error.kind())) {
                None => {
                    // A whole archive without members, or with fewer of them and no list of symbols.
                    let kind = File::new(&bytes[..len]).map(|file| file.kind());
                    let is_archive = kind == Ok(FileKind::Archive);
                    assert!(kernels == whole || is_archive, "{name}, {len} bytes");
                }
                Some((error, ErrorKind::Truncated)) => {
                    let (stated, found) = stated_and_found(error);
                    assert_eq!(found, len, "{name}");
                    assert!(stated > found && stated <= bytes.len(), "{name}, {len}");
                    called += 1;
                }
                // Two letters are a beginning of anything.
                Some((error, ErrorKind::UnknownFormat)) => {
                    assert!(len < 64, "{name}, {len} bytes");
                    let is_empty = error.to_string().starts_with("the file is empty");
                    assert_eq!(is_empty, len == 0, "{name}");
                }
                Some((error, _)) => panic!("{name}, {len} bytes: {error}"),
            }
            let are_of_it = kernels.iter().all(|kernel| whole.contains(kernel));
            assert!(are_of_it, "{name}, {len} bytes");
        }
        // Nearly every cut is seen: what follows the last section is padding.
        let least = if name.starts_with("archive") { 2 } else { 20 };
        let most = tried / least + 64 / STEP;
        assert!(tried - called < most, "{name}: {called} of {tried}");
    }
}

/// A section may state memory that is not in the file, if its kind is one of NVIDIA's other than the one whose bytes
/// are read.
#[test]
fn memory_of_a_kernel_is_not_missing_in_the_file() {
    let whole = fixture("sm_90.cubin");
    let headers = usize::try_from(u64::from_le_bytes(whole[40..48].try_into().unwrap())).unwrap();
    let last = headers + 64 * (usize::from(u16::from_le_bytes([whole[60], whole[61]])) - 1);
    let code_and_attributes = [1, 0x7000_0000];
    for kind in [0, 1, 8].into_iter().chain(0x7000_0000..0x7000_0100) {
        let mut bytes = whole.clone();
        bytes[last + 4..last + 8].copy_from_slice(&u32::to_le_bytes(kind));
        bytes[last + 32..last + 40].copy_from_slice(&u64::to_le_bytes(1 << 20));
        let first = File::new(&bytes).unwrap().entries().next().unwrap();
        let is_truncated = first.is_err_and(|error| error.kind() == ErrorKind::Truncated);
        assert_eq!(
            is_truncated,
            code_and_attributes.contains(&kind),
            "{kind:#x}"
        );
    }
}

/// The only cuts that are not seen are at the end of a whole member, where no list of symbols states more: `ar`
/// writes one, and tools for Windows do not.
#[test]
fn archives_are_whole_where_members_end() {
    let bytes = file("archive a.o=kernels.o b.o=kernels.o");
    let member = fixture("kernels.o");
    let first = 8 + 60 + member.len();
    let unseen: Vec<_> = (8..bytes.len())
        .filter(|len| len % STEP == 0 || *len < 128 || len.abs_diff(first) < 128)
        .filter(|&len| kernels(&bytes[..len]).1.is_empty())
        .collect();
    assert_eq!(unseen, [8, first.next_multiple_of(2)]);
    // The entries that are left are listed.
    let (left, errors) = kernels(&bytes[..bytes.len() - 100]);
    assert_eq!(left, kernels(&member).0);
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(stated_and_found(&errors[0]).0 <= bytes.len());
}
