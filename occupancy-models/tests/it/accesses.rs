//! Bank conflicts and sectors: the rows that the model has to give, and a count of all words of all lanes.

use std::collections::BTreeSet;
use std::panic::catch_unwind;

use occupancy_core::Ratio;
use occupancy_models::{Access, Error, Swizzle};

use crate::random::{Random, inputs};
use crate::rows::{number, rows};

fn strided(stride: u32, access: u32) -> Access {
    Access::strided(stride, access).unwrap()
}

#[test]
fn known_accesses() {
    for row in &rows(include_str!("../accesses.csv"))[1..] {
        let figures: Vec<u32> = row[1..].iter().map(|cell| number(cell)).collect();
        let access = strided(figures[0], figures[1]);
        let found = [
            access.wavefronts(),
            access.least_wavefronts(),
            access.sectors(),
        ];
        assert_eq!(found, figures[2..], "{row:?}");
    }
}

/// A column of floats, and the hardware's swizzles of rows of 128, 64 and 32 bytes.
#[test]
fn known_swizzles() {
    let own = |bits| Swizzle::new(bits, 2, 5).unwrap();
    for (stride, bytes, swizzle, wavefronts) in [
        (128, 4, own(5), 1),
        (128, 4, own(3), 4),
        (128, 4, own(2), 8),
        (128, 16, Swizzle::B128, 4),
        (64, 16, Swizzle::B64, 4),
        (32, 16, Swizzle::B32, 4),
    ] {
        let access = strided(stride, bytes).with_swizzle(swizzle).unwrap();
        assert_eq!(access.wavefronts(), wavefronts, "{swizzle}");
    }
    let columns = Access::columns(16, 64, 4).unwrap();
    assert_eq!(columns.swizzle_needed(), Swizzle::new(3, 3, 4));
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
        let address = random.between(0, 1 << 34);
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

/// The words of each bank, for each phase.
fn counted(access: &Access, bytes: u32) -> Vec<[u32; 32]> {
    let together = match bytes {
        8 => 16,
        16 => 8,
        _ => 32,
    };
    let addresses: Vec<u64> = (0..32).map(|lane| access.address(lane)).collect();
    let phases = addresses.chunks(together).map(|lanes| {
        let bytes = lanes
            .iter()
            .flat_map(|&address| address..address + u64::from(bytes));
        let words: BTreeSet<u64> = bytes.map(|byte| byte / 4).collect();
        let mut banks = [0; 32];
        for word in words {
            banks[usize::try_from(word % 32).unwrap()] += 1;
        }
        banks
    });
    phases.collect()
}

/// Any rows, columns or stride.
fn pattern(kind: u32, lanes: u32, row: u32, bytes: u32) -> Result<Access, Error> {
    match kind {
        0 => Access::rows(lanes, row, bytes),
        1 => Access::columns(lanes, row, bytes),
        _ => Access::strided(row, bytes),
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
    let access = pattern(random.small(0, 3), random.small(1, 32), row, bytes);
    let access = access
        .unwrap_or_else(|_| strided(row, bytes))
        .at(random.small(0, 64) * bytes)
        .unwrap();
    let swizzle = Swizzle::new(random.small(0, 5), random.small(0, 5), random.small(1, 9));
    let swizzled = swizzle.and_then(|swizzle| access.with_swizzle(swizzle).ok());
    (swizzled.unwrap_or(access), bytes)
}

/// The lanes of a conflict access as many words of its bank as it states.
#[test]
fn any_access_is_the_counted_one() {
    let inputs = inputs(30_000) / 3;
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut free, mut degrees, mut sectors_seen) = (0, BTreeSet::new(), BTreeSet::new());
    for _ in 0..inputs {
        let (access, bytes) = any(&mut random);
        let phases = counted(&access, bytes);
        let most = phases.iter().map(|banks| *banks.iter().max().unwrap());
        let degree = most.clone().max().unwrap();
        assert_eq!(access.wavefronts(), most.sum::<u32>(), "{access:?}");
        assert_eq!(access.least_wavefronts() as usize, phases.len());
        assert_eq!(access.is_conflict_free(), degree == 1, "{access:?}");
        let bytes_of = |lane| access.address(lane)..access.address(lane) + u64::from(bytes);
        if let Some(conflict) = access.conflict() {
            assert_eq!(conflict.words, degree, "{access:?}");
            let lanes = (0..32).filter(|lane| conflict.lanes >> lane & 1 == 1);
            let is_of_bank = |word: &u64| word % 32 == u64::from(conflict.bank);
            let words = lanes.map(|lane| {
                let words = bytes_of(lane).map(|byte| byte / 4);
                words.filter(is_of_bank).collect::<BTreeSet<u64>>()
            });
            let words: Vec<_> = words.collect();
            assert!(words.iter().all(|words| !words.is_empty()), "{access:?}");
            let all: BTreeSet<u64> = words.into_iter().flatten().collect();
            assert_eq!(all.len(), degree as usize, "{access:?}");
        } else {
            assert_eq!(degree, 1, "{access:?}");
        }
        let all: BTreeSet<u64> = (0..32).flat_map(bytes_of).collect();
        let sectors: BTreeSet<u64> = all.iter().map(|byte| byte / 32).collect();
        assert_eq!(access.sectors() as usize, sectors.len(), "{access:?}");
        let used = Ratio::new(all.len() as u64, sectors.len() as u64 * 32);
        assert_eq!(Some(access.efficiency()), used, "{access:?}");
        free += u32::from(access.is_conflict_free());
        degrees.insert(degree);
        sectors_seen.insert(sectors.len());
    }
    assert!(
        free > inputs / 10 && inputs - free > inputs / 10,
        "{free} of {inputs}"
    );
    assert!(
        degrees.len() > 20 && sectors_seen.len() > 25,
        "{degrees:?} {sectors_seen:?}"
    );
}

/// Rows, columns and strides of every power of two up to 1,024 bytes, and a few others.
fn accesses() -> Vec<Access> {
    let rows = (0..=10).map(|bits| 1 << bits);
    let mut all = Vec::new();
    for row in rows.chain([48, 96, 144, 192, 320]) {
        for bytes in [1, 2, 4, 8, 16] {
            let kinds = [2, 4, 8, 16]
                .into_iter()
                .flat_map(|lanes| [(0, lanes), (1, lanes)])
                .chain([(2, 32)]);
            all.extend(kinds.filter_map(|(kind, lanes)| pattern(kind, lanes, row, bytes).ok()));
        }
    }
    all
}

/// The answer has the fewest bits: among all swizzles within 128 bytes that leave the access of a lane whole, none with
/// fewer bits leaves no conflict. Without an answer, no swizzle does.
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

/// The padding of a swizzled access, against every padding of a period of the swizzle.
#[test]
fn padding_beside_a_swizzle_is_the_least() {
    let odd = Swizzle::new(5, 2, 5).unwrap();
    for swizzle in [Swizzle::B32, Swizzle::B64, Swizzle::B128, odd] {
        for (lanes, row, bytes) in [
            (8, 128, 4),
            (8, 256, 4),
            (8, 128, 8),
            (16, 256, 4),
            (4, 256, 8),
            (8, 384, 16),
            (32, 512, 4),
        ] {
            let with = |padding| {
                let forms = [
                    Access::rows(lanes, row + padding, bytes),
                    Access::columns(lanes, row + padding, bytes),
                ];
                forms.map(|access| access.ok()?.with_swizzle(swizzle).ok())
            };
            for form in 0..2 {
                let Some(access) = with(0)[form] else {
                    continue;
                };
                let paddings = (0..4096).step_by(bytes as usize);
                let all = paddings
                    .filter_map(|padding| Some((with(padding)[form]?.wavefronts(), padding)));
                let (wavefronts, least) = all.min().unwrap();
                let found = access.padding(1).unwrap();
                assert_eq!(
                    (found.wavefronts, found.bytes),
                    (wavefronts, least),
                    "{access:?}"
                );
            }
        }
    }
}

/// The padding is the least that leaves no conflict, and the swizzle leaves none either. Without an answer, nothing
/// does.
#[test]
fn padding_is_the_least_and_swizzles_help() {
    let mut random = Random(0xd1b5_4a32_d192_ed03);
    let (mut padded, mut swizzled) = (0, 0);
    for _ in 0..inputs(2_000) / 100 {
        let bytes = 1 << random.small(0, 4);
        let row = random.small(0, 200) * bytes;
        let lanes = random.small(1, 32);
        let kind = random.small(0, 2);
        let build = |row| pattern(kind, lanes, row, bytes);
        let Ok(access) = build(row) else {
            continue;
        };
        let free = |pad: u32| build(row + pad).unwrap().is_conflict_free();
        let least = (0..64).map(|steps| steps * bytes).find(|&pad| free(pad));
        let padding = access
            .padding(bytes)
            .filter(|padding| padding.wavefronts == access.least_wavefronts());
        assert_eq!(padding.map(|padding| padding.bytes), least, "{access:?}");
        padded += u32::from(least.is_some_and(|bytes| bytes > 0));
        // Sixteen bytes: as few wavefronts as any such row has.
        let aligned = access.padding(16).unwrap();
        let rows = (0..64)
            .map(|steps| row.next_multiple_of(16) + steps * 16)
            .map(|row| (build(row).unwrap().wavefronts(), row));
        assert_eq!(
            (aligned.wavefronts, row + aligned.bytes),
            rows.min().unwrap(),
            "{access:?}"
        );
        if let Some(swizzle) = access.swizzle_needed() {
            swizzled += 1;
            assert!(access.with_swizzle(swizzle).unwrap().is_conflict_free());
            // Consecutive elements of a row stay free of conflicts.
            let row = strided(bytes, bytes);
            for begin in 0..8 {
                let row = row.at(begin * 128).unwrap().with_swizzle(swizzle);
                assert!(row.unwrap().is_conflict_free(), "{swizzle}");
            }
        }
    }
    assert!(padded > 5 && swizzled > 1, "{padded} {swizzled}");
}

#[test]
fn a_conflict_fails_with_the_bank_the_lanes_and_what_helps() {
    let messages = [strided(128, 4), strided(8, 4), strided(256, 8)].map(|access| {
        let caught = catch_unwind(|| access.assert_conflict_free()).unwrap_err();
        caught.downcast_ref::<String>().unwrap().clone()
    });
    let expected = include_str!("../conflicts.txt");
    assert_eq!(messages.join("\n") + "\n", expected);
    strided(132, 4).assert_conflict_free();
}

/// The longest rows and the highest base.
#[test]
fn no_figure_is_too_large() {
    for bytes in [1, 2, 4, 8, 16] {
        let most = u32::MAX / bytes * bytes;
        let access = strided(most, bytes).at(most).unwrap();
        assert_eq!(access.address(31), u64::from(most) * 32);
        assert!(access.wavefronts() >= access.least_wavefronts() && access.sectors() <= 32);
        assert_eq!([1 << 31, 0, 48].map(|step| access.padding(step)), [None; 3]);
        assert!(
            access
                .padding(bytes)
                .is_none_or(|padding| padding.bytes == 0)
        );
        let swizzle = Swizzle::new(5, 7, 20).unwrap();
        assert!(access.with_swizzle(swizzle).unwrap().wavefronts() > 0);
    }
}

// A check that a program would write beside its kernel.
const _: () = match Access::rows(16, 64, 4) {
    Ok(rows) => rows.assert_conflict_free(),
    Err(_) => panic!("aligned"),
};
