//! Bank conflicts: the rows that the model has to give, and a count of all words of all lanes.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::catch_unwind;

use occupancy_models::{Access, Error, Swizzle};

use crate::random::{Random, inputs};

fn strided(stride: u32, access: u32) -> Access {
    Access::strided(stride, access).unwrap()
}

/// The most words of one bank in one phase.
fn degree(access: &Access) -> u32 {
    access.conflict().map_or(1, |conflict| conflict.words)
}

/// The least padding that leaves no conflict, in steps of the access's bytes.
fn without_conflicts(access: &Access, bytes: u32) -> Option<u32> {
    let padding = access.padding(bytes)?;
    (padding.wavefronts == access.least_wavefronts()).then_some(padding.bytes)
}

/// What is known of public kernels and threads: the stride and the bytes of an access, its wavefronts, and
/// the least.
#[test]
fn wavefronts_of_known_accesses() {
    for (about, stride, access, wavefronts, least) in [
        ("a column of float [32][32]", 128, 4, 32, 1),
        ("a column of float [32][33]", 132, 4, 1, 1),
        ("every float", 4, 4, 1, 1),
        ("every second word", 8, 4, 2, 1),
        ("every 16th word", 64, 4, 16, 1),
        ("every 64th word", 256, 4, 32, 1),
        ("a column of half [32][32]", 64, 2, 16, 1),
        ("a column of half [32][33]", 66, 2, 1, 1),
        ("a column of double [32][32]", 256, 8, 32, 2),
        ("a column of double [32][33]", 264, 8, 2, 2),
        ("16 bytes, side by side", 16, 16, 4, 4),
        ("16 bytes of every 32", 32, 16, 8, 4),
        ("a column of float [32][36]", 144, 4, 4, 1),
        ("16 bytes of each row of float [32][36]", 144, 16, 4, 4),
        ("one word", 0, 4, 1, 1),
        ("bytes, side by side", 1, 1, 1, 1),
        ("doubles, side by side", 8, 8, 2, 2),
    ] {
        let access = strided(stride, access);
        assert_eq!(access.wavefronts(), wavefronts, "{about}");
        assert_eq!(access.least_wavefronts(), least, "{about}");
        assert_eq!(access.is_conflict_free(), wavefronts == least, "{about}");
        assert_eq!(degree(&access), wavefronts / least, "{about}");
    }
}

#[test]
fn swizzles_of_a_column() {
    for (bits, wavefronts) in [(5, 1), (3, 4), (2, 8)] {
        let swizzle = Swizzle::new(bits, 2, 5).unwrap();
        let access = strided(128, 4).with_swizzle(swizzle).unwrap();
        assert_eq!(access.wavefronts(), wavefronts, "{swizzle}");
    }
    // The hardware's swizzle of rows of 128 bytes: 16 bytes of each of 8 rows, and of 32.
    let chunks = strided(128, 16);
    assert_eq!(chunks.wavefronts(), 32);
    assert_eq!(chunks.with_swizzle(Swizzle::B128).unwrap().wavefronts(), 4);
    // That of rows of 64 bytes, and of 32.
    let chunks = strided(64, 16);
    assert_eq!(chunks.with_swizzle(Swizzle::B64).unwrap().wavefronts(), 4);
    let chunks = strided(32, 16);
    assert_eq!(chunks.with_swizzle(Swizzle::B32).unwrap().wavefronts(), 4);
}

#[test]
fn a_swizzle_is_its_own_inverse_and_stays_in_its_bytes() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let mut seen = 0;
    for _ in 0..20_000 {
        let (bits, base) = (random.small(0, 8), random.small(0, 8));
        let shift = random.small(0, 20);
        let Some(swizzle) = Swizzle::new(bits, base, shift) else {
            assert!(bits == 0 || shift < bits || bits + base + shift > 32);
            continue;
        };
        seen += 1;
        let address = random.within(0, 1 << 34);
        let moved = swizzle.apply(address);
        assert_eq!(swizzle.apply(moved), address);
        assert_eq!(moved >> (base + bits), address >> (base + bits));
        assert_eq!(moved % (1 << base), address % (1 << base));
    }
    assert!(seen > 5_000, "{seen}");
    for (bits, base, shift) in [(0, 0, 0), (0, 4, 3), (4, 4, 3), (u32::MAX, 1, u32::MAX)] {
        assert_eq!(Swizzle::new(bits, base, shift), None);
    }
}

/// Lanes, their words and banks, as the words of the model have them.
struct Counted {
    wavefronts: u32,
    degree: u32,
    phases: u32,
}

fn count(access: &Access, bytes: u32) -> Counted {
    let together = match bytes {
        8 => 16,
        16 => 8,
        _ => 32,
    };
    let addresses: Vec<u64> = (0..32).map(|lane| access.address(lane)).collect();
    let degrees: Vec<u32> = addresses
        .chunks(together)
        .map(|lanes| {
            let mut words: Vec<u64> = lanes
                .iter()
                .flat_map(|&address| (address..address + u64::from(bytes)).map(|byte| byte / 4))
                .collect();
            words.sort_unstable();
            words.dedup();
            let mut banks = [0_u32; 32];
            for word in words {
                banks[usize::try_from(word % 32).unwrap()] += 1;
            }
            banks.into_iter().max().unwrap()
        })
        .collect();
    Counted {
        wavefronts: degrees.iter().sum(),
        degree: degrees.iter().copied().max().unwrap(),
        phases: u32::try_from(degrees.len()).unwrap(),
    }
}

/// A pattern, and the bytes of each lane's access.
fn any(random: &mut Random) -> (Access, u32) {
    let bytes = 1 << random.small(0, 4);
    let row = match random.small(0, 3) {
        // Powers of two, and what is near them.
        0 => 1 << random.small(4, 12),
        1 => (1 << random.small(5, 12)) + bytes,
        _ => random.small(0, 300) * bytes,
    };
    let row = row / bytes * bytes;
    let lanes = random.small(1, 32);
    let access = match random.small(0, 3) {
        0 => Access::rows(lanes, row, bytes),
        1 => Access::columns(lanes, row, bytes),
        _ => Access::strided(row, bytes),
    };
    let access = access.unwrap_or_else(|error| {
        assert!(matches!(error, Error::Row(..)), "{error}");
        strided(row, bytes)
    });
    let mut access = access.at(random.small(0, 64) * bytes).unwrap();
    let (bits, base) = (random.small(1, 5), random.small(0, 5));
    if random.small(0, 2) == 0
        && let Some(swizzle) = Swizzle::new(bits, base, random.small(1, 9))
    {
        match access.with_swizzle(swizzle) {
            Ok(swizzled) => access = swizzled,
            Err(error) => assert!(1 << base < bytes, "{error}"),
        }
    }
    (access, bytes)
}

#[test]
fn wavefronts_of_any_access_are_the_counted_ones() {
    let inputs = inputs(30_000);
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut free, mut degrees) = (0, BTreeSet::new());
    for _ in 0..inputs {
        let (access, bytes) = any(&mut random);
        let counted = count(&access, bytes);
        assert_eq!(access.wavefronts(), counted.wavefronts, "{access:?}");
        assert_eq!(degree(&access), counted.degree, "{access:?}");
        assert_eq!(access.least_wavefronts(), counted.phases, "{access:?}");
        free += u32::from(access.is_conflict_free());
        degrees.insert(degree(&access));
    }
    assert!(
        free > inputs / 10 && inputs - free > inputs / 10,
        "{free} of {inputs}"
    );
    assert!(degrees.len() > 20, "{degrees:?}");
}

/// The lanes of a conflict access as many words of its bank as it says, and no other lane of the phase does.
#[test]
fn a_conflict_names_the_bank_and_its_lanes() {
    let mut random = Random(0x5851_f42d_4c95_7f2d);
    for _ in 0..inputs(20_000) / 10 {
        let (access, bytes) = any(&mut random);
        let Some(conflict) = access.conflict() else {
            assert!(access.is_conflict_free());
            continue;
        };
        assert_eq!(conflict.words, degree(&access));
        let mut words = BTreeSet::new();
        for lane in (0..32).filter(|lane| conflict.lanes >> lane & 1 == 1) {
            let address = access.address(lane);
            let of_bank: Vec<u64> = (address..address + u64::from(bytes))
                .map(|byte| byte / 4)
                .filter(|word| word % 32 == u64::from(conflict.bank))
                .collect();
            assert!(!of_bank.is_empty(), "{access:?}: lane {lane}");
            words.extend(of_bank);
        }
        assert_eq!(words.len(), conflict.words as usize, "{access:?}");
    }
}

/// Rows, columns and strides of every power of two up to 1,024 bytes, and a few others.
fn accesses() -> impl Iterator<Item = Access> {
    let rows = (0..=10)
        .map(|bits| 1 << bits)
        .chain([48, 96, 144, 192, 320]);
    rows.flat_map(|row_bytes| {
        [1, 2, 4, 8, 16].into_iter().flat_map(move |bytes| {
            let of_lanes = [2, 4, 8, 16].into_iter().flat_map(move |lanes| {
                [
                    Access::rows(lanes, row_bytes, bytes),
                    Access::columns(lanes, row_bytes, bytes),
                ]
            });
            of_lanes
                .chain([Access::strided(row_bytes, bytes)])
                .flatten()
        })
    })
}

/// Of all swizzles within 128 bytes that leave a lane's access whole, none with fewer bits leaves no conflict, and none
/// at all where there is no answer.
#[test]
fn no_swizzle_with_fewer_bits_leaves_no_conflict() {
    let (mut conflicts, mut found) = (0, 0);
    for access in accesses() {
        let needed = access.swizzle_needed();
        if access.is_conflict_free() {
            assert_eq!(needed, None);
            continue;
        }
        conflicts += 1;
        let most = needed.map_or(7, |swizzle| swizzle.bits() - 1);
        for bits in 1..=most {
            for base in 0..=7 - bits {
                for shift in bits..=14 {
                    let swizzle = Swizzle::new(bits, base, shift).unwrap();
                    if let Ok(access) = access.with_swizzle(swizzle) {
                        assert!(!access.is_conflict_free(), "{swizzle} of {access:?}");
                    }
                }
            }
        }
        if let Some(swizzle) = needed {
            found += 1;
            let end = swizzle.base() + swizzle.bits();
            assert!(
                end <= 7 && swizzle.base() + swizzle.shift() >= 7,
                "{swizzle}"
            );
            assert!(access.with_swizzle(swizzle).unwrap().is_conflict_free());
        }
    }
    assert!(conflicts > 150 && found > 100, "{found} of {conflicts}");
}

#[test]
fn swizzles_of_tiles_of_other_shapes() {
    for (access, swizzle) in [
        (Access::rows(16, 128, 4), "<1,6,1>"),
        (Access::columns(16, 64, 4), "<3,3,4>"),
        (Access::columns(16, 256, 4), "<4,3,5>"),
    ] {
        let needed = access.unwrap().swizzle_needed();
        assert_eq!(needed.unwrap().to_string(), swizzle);
    }
}

/// The padding is the least that does it, and the swizzle does it too; what is given up on, nothing does.
#[test]
fn padding_is_the_least_and_swizzles_help() {
    let mut random = Random(0xd1b5_4a32_d192_ed03);
    let (mut padded, mut swizzled, mut neither) = (0, 0, 0);
    for _ in 0..inputs(2_000) / 100 {
        let bytes = 1 << random.small(0, 4);
        let row = random.small(0, 200) * bytes;
        let lanes = random.small(1, 32);
        let build = |row: u32, kind: u32| match kind {
            0 => Access::rows(lanes, row, bytes),
            1 => Access::columns(lanes, row, bytes),
            _ => Access::strided(row, bytes),
        };
        let kind = random.small(0, 2);
        let Ok(access) = build(row, kind) else {
            continue;
        };
        let free = |pad: u32| build(row + pad, kind).unwrap().is_conflict_free();
        let least = (0..64).map(|steps| steps * bytes).find(|&pad| free(pad));
        assert_eq!(without_conflicts(&access, bytes), least, "{access:?}");
        padded += u32::from(least.is_some_and(|bytes| bytes > 0));
        // Sixteen bytes: as few wavefronts as any such row has.
        let aligned = access.padding(16).unwrap();
        let rows = (0..64)
            .map(|steps| row.next_multiple_of(16) + steps * 16)
            .map(|row| (build(row, kind).unwrap().wavefronts(), row));
        assert_eq!(
            (aligned.wavefronts, row + aligned.bytes),
            rows.min().unwrap(),
            "{access:?}"
        );
        match access.swizzle_needed() {
            Some(swizzle) => {
                swizzled += 1;
                assert!(access.with_swizzle(swizzle).unwrap().is_conflict_free());
                // Consecutive elements of a row stay free of conflicts.
                let row = Access::strided(bytes, bytes).unwrap();
                for begin in 0..8 {
                    let row = row.at(begin * 128).unwrap().with_swizzle(swizzle);
                    assert!(row.unwrap().is_conflict_free(), "{swizzle}");
                }
            }
            None if access.is_conflict_free() => {}
            None => neither += u32::from(least.is_none()),
        }
    }
    assert!(padded > 5 && swizzled > 1, "{padded} {swizzled} {neither}");
}

#[test]
fn a_conflict_fails_with_the_bank_the_lanes_and_what_helps() {
    for (access, message) in [
        (
            strided(128, 4),
            "32-way bank conflict: lanes 0, 1, 2, 3 and 28 more access 32 words of bank 0\n\n    \
             the access takes 32 wavefronts, and 1 without conflicts\n\n    \
             help: 4 bytes of padding in each row, 132 bytes instead of 128, or the swizzle <5,2,5>",
        ),
        (
            strided(8, 4),
            "2-way bank conflict: lanes 0 and 16 access 2 words of bank 0\n\n    \
             the access takes 2 wavefronts, and 1 without conflicts\n\n    \
             help: 4 bytes of padding in each row, 12 bytes instead of 8, or the swizzle <1,2,5>",
        ),
        (
            strided(256, 8),
            "16-way bank conflict: lanes 0, 1, 2, 3 and 12 more access 16 words of bank 0\n\n    \
             the access takes 32 wavefronts, and 2 without conflicts\n\n    \
             help: 8 bytes of padding in each row, 264 bytes instead of 256, or the swizzle <4,3,5>",
        ),
        (
            Access::rows(16, 128, 4).unwrap(),
            "2-way bank conflict: lanes 0 and 16 access 2 words of bank 0\n\n    \
             the access takes 2 wavefronts, and 1 without conflicts\n\n    \
             help: 64 bytes of padding in each row, 192 bytes instead of 128, or the swizzle <1,6,1>",
        ),
    ] {
        let caught = catch_unwind(|| access.assert_conflict_free()).unwrap_err();
        assert_eq!(caught.downcast_ref::<String>().unwrap(), message);
    }
    strided(132, 4).assert_conflict_free();
}

#[test]
fn what_is_no_access_says_why() {
    let mut messages = BTreeMap::new();
    for error in [
        Access::strided(12, 3).unwrap_err(),
        Access::strided(0, 0).unwrap_err(),
        Access::strided(32, 32).unwrap_err(),
        Access::strided(6, 4).unwrap_err(),
        Access::rows(0, 128, 4).unwrap_err(),
        Access::rows(33, 4096, 4).unwrap_err(),
        Access::columns(u32::MAX, 4096, 4).unwrap_err(),
        Access::rows(32, 64, 4).unwrap_err(),
        Access::columns(8, 8, 4).unwrap_err(),
        strided(128, 4).at(2).unwrap_err(),
        strided(128, 16)
            .with_swizzle(Swizzle::new(3, 3, 3).unwrap())
            .unwrap_err(),
    ] {
        messages.insert(error.to_string(), error);
    }
    let messages: Vec<&str> = messages.keys().map(String::as_str).collect();
    assert_eq!(
        messages,
        [
            "0 lanes: a warp has 1 to 32",
            "2 bytes is not a multiple of the 4 bytes that a lane accesses",
            "33 lanes: a warp has 1 to 32",
            "4294967295 lanes: a warp has 1 to 32",
            "6 bytes is not a multiple of the 4 bytes that a lane accesses",
            "a row of 64 bytes does not hold 32 elements of 4 bytes",
            "a row of 8 bytes does not hold 4 elements of 4 bytes",
            "an access of 0 bytes: a lane accesses 1, 2, 4, 8 or 16 bytes",
            "an access of 3 bytes: a lane accesses 1, 2, 4, 8 or 16 bytes",
            "an access of 32 bytes: a lane accesses 1, 2, 4, 8 or 16 bytes",
            "the swizzle <3,3,3> changes addresses from bit 3 on, within an access of 16 bytes",
        ]
    );
}

/// The longest rows and the highest base.
#[test]
fn no_figure_is_too_large() {
    for bytes in [1, 2, 4, 8, 16] {
        let most = u32::MAX / bytes * bytes;
        let access = strided(most, bytes).at(most).unwrap();
        assert_eq!(access.address(31), u64::from(most) * 32);
        assert!(access.wavefronts() >= access.least_wavefronts());
        assert_eq!(access.padding(1 << 31), None);
        assert_eq!(access.padding(0), None);
        assert_eq!(access.padding(48), None);
        assert!(without_conflicts(&access, bytes).is_none_or(|padding| padding == 0));
        let swizzle = Swizzle::new(5, 7, 20).unwrap();
        assert!(access.with_swizzle(swizzle).unwrap().wavefronts() > 0);
    }
}

const COLUMN: Access = match Access::strided(128, 4) {
    Ok(column) => column,
    Err(_) => panic!("aligned"),
};
const SWIZZLE: Swizzle = COLUMN.swizzle_needed().unwrap();
const ROWS: Access = match Access::rows(16, 4096, 4) {
    Ok(rows) => rows,
    Err(_) => panic!("aligned"),
};

// What a program would write beside its kernel.
const _: () = match COLUMN.with_swizzle(SWIZZLE) {
    Ok(column) => column.assert_conflict_free(),
    Err(_) => panic!("whole words"),
};

#[test]
fn constants_are_what_a_program_calculates() {
    assert_eq!(COLUMN.padding(4).unwrap().bytes, 4);
    assert_eq!(ROWS.sectors(), 4);
}
