//! MIG instances: their rows, and the names that find them.

use crate::common::{arch, device, mig_instances, spellings, unknown};
use occupancy_core::{Arch, Device, UnknownArch};

/// Every profile of the boards that the MIG User Guide lists: an alias of the board, the profile, and its SM count if
/// it is known. A board without a known profile has a row without one.
const ROWS: &str = include_str!("../published/mig.csv");

fn rows() -> impl Iterator<Item = (&'static str, &'static str, Option<u32>)> {
    ROWS.lines().skip(1).map(|row| {
        let mut cells = row.split(',');
        let mut cell = || cells.next().expect("three cells");
        let (board, profile) = (cell(), cell());
        (board, profile, cell().parse().ok())
    })
}

/// The error offers only instances of the board, or the board itself if it has none.
fn offers_only(error: &UnknownArch, whole: &Device) {
    let rows = whole.mig_instances();
    if rows.is_empty() {
        assert_eq!(error.nearest(), [whole.aliases()[0]]);
        return;
    }
    assert_eq!(error.nearest().len(), rows.len().min(3), "{error}");
    for (i, near) in error.nearest().iter().enumerate() {
        assert!(rows.contains(&device(near)), "{near}");
        assert!(!error.nearest()[..i].contains(near), "{error}");
    }
}

#[test]
fn every_row_is_part_of_its_board() {
    let expected: Vec<_> = rows().filter(|(.., sm_count)| sm_count.is_some()).collect();
    let all = mig_instances();
    assert_eq!(
        all.len(),
        expected.len(),
        "rows of devices.rs, and of mig.csv"
    );
    for ((board, profile, row), (alias, name, sm_count)) in all.into_iter().zip(expected) {
        assert_eq!((*board, profile), (device(alias), name));
        assert_eq!(Some(row.sm_count()), sm_count, "{alias}:{name}");
        assert_eq!(row.name(), format!("{} MIG {profile}", board.name()));
        assert_eq!(row.aliases(), [format!("{}:{profile}", board.aliases()[0])]);
        assert_eq!((row.constant(), row.mig_instances()), ("", &[][..]));
        assert_eq!(row.boost_clock_mhz(), board.boost_clock_mhz());
        assert_eq!(arch(row.name()).sm_count(), sm_count);
        for name in board.aliases().iter().copied().chain([board.name()]) {
            for full in [
                format!("{name}:{profile}"),
                format!("{name} : {profile}"),
                format!("{name} MIG {profile}"),
                format!("{name}-mig-{profile}"),
            ] {
                for spelling in spellings(&full) {
                    assert_eq!(device(&spelling), *row, "{spelling:?}");
                }
            }
        }
    }
}

/// A name is not found if the profile has no SM count or is unknown, or if the board has no profiles.
#[test]
fn what_a_board_offers_instead() {
    for (alias, profile, _) in rows().filter(|(.., sm_count)| sm_count.is_none()) {
        let board = device(alias);
        for name in [
            format!("{alias}:{profile}"),
            format!("{} MIG {profile}", board.name()),
            format!("{alias}_mig_{}", profile.to_uppercase()),
        ] {
            let error = unknown(&name);
            let has_profile = !profile.is_empty();
            assert_eq!(is_sm_count_unknown(&error), has_profile, "{error}");
            assert!(error.is_near() && !error.is_ambiguous(), "{name}");
            assert_eq!(error.mig_board(), Some(board.name()), "{name}");
            offers_only(&error, &board);
        }
    }
    let unknown_profiles = "1g.11gb|9g.999gb|toaster||1c.3g.40gb|:|mig|\0|🦀";
    for board in Device::of(occupancy_core::gpu::Vendor::Nvidia) {
        let is_listed = rows().any(|(alias, ..)| device(alias) == *board);
        for profile in unknown_profiles.split('|') {
            let error = unknown(&format!("{}:{profile}", board.aliases()[0]));
            assert!(!is_sm_count_unknown(&error) && error.is_near(), "{error}");
            assert_eq!(error.mig_board(), Some(board.name()), "{error}");
            offers_only(&error, board);
            let is_unlisted = error.to_string().contains("does not list");
            assert_eq!(is_unlisted, !is_listed, "{error}");
        }
    }
}

/// Returns `true` if the board has the profile, and only its SM count is not known.
/// Drivers reported the first two, in bytes and 10⁶ bytes; the others are fractions of the guide, and profile lists.
#[test]
fn an_instance_has_a_part_of_the_memory() {
    let figures = |name| {
        let instance = device(name);
        let bytes = instance.l2_cache_bytes();
        (bytes, instance.memory_mib(), instance.bandwidth_mb_per_s())
    };
    let dumped = [
        ("h100:1g.10gb", 6_553_600, 9_984, 419_040),
        ("b200:1g.23gb", 15_859_712, 20_992, 917_000),
    ];
    for (name, l2, mib, rate) in dumped {
        assert_eq!(figures(name), (Some(l2), Some(mib), Some(rate)), "{name}");
    }
    let mib = 1 << 20;
    assert_eq!(figures("a100:1g.5gb"), (Some(5 * mib), None, None));
    assert_eq!(figures("h100:2g.20gb").0, Some(25 * mib / 2));
    assert_eq!(figures("a30:2g.12gb").0, Some(12 * mib));
    assert_eq!(figures("h100:1g.20gb"), (None, Some(20_090), None));
    for (board, _, instance) in mig_instances() {
        let parts = [
            (instance.l2_cache_bytes(), board.l2_cache_bytes()),
            (instance.bandwidth_mb_per_s(), board.bandwidth_mb_per_s()),
        ];
        for (part, whole) in parts {
            assert!(
                part.is_none_or(|part| whole.is_some_and(|whole| part <= whole)),
                "{}",
                instance.name()
            );
        }
    }
}

fn is_sm_count_unknown(error: &UnknownArch) -> bool {
    error
        .to_string()
        .starts_with("the SM count of MIG profile `")
}

#[test]
fn an_unknown_board_is_as_unknown_as_without_a_profile() {
    let names = "toaster|x|h10|b100|sm_9O|ad102|RTX 3050 Laptop GPU|titan|🦀";
    for name in names.split('|') {
        for instance in [format!("{name}:9g.9gb"), format!("{name} MIG 9g.9gb")] {
            let error = unknown(&instance);
            assert_eq!(error.nearest(), unknown(name).nearest(), "{instance}");
            assert_eq!(error.mig_board(), None, "{instance}");
        }
    }
    let ambiguous = unknown("rtx 6000:1g.24gb");
    assert_eq!(ambiguous.nearest(), unknown("rtx 6000").nearest());
    assert!(ambiguous.is_ambiguous());
}

#[test]
fn every_changed_byte_is_handled() {
    let handled = |name: &str| {
        if let Err(error) = Arch::find(name) {
            assert!(!error.nearest().is_empty(), "{name:?}");
            for near in error.nearest() {
                arch(near);
            }
        }
    };
    for name in ["h100:1g.10gb", "A30 MIG 2g.12gb+me", "b200:2g.45gb"] {
        for at in 0..name.len() {
            // Every third byte, from another one on at each place.
            for byte in (0..=0x7f_u8).skip(at % 3).step_by(3) {
                let mut bytes = name.as_bytes().to_vec();
                bytes[at] = byte;
                handled(&String::from_utf8(bytes).expect("ASCII"));
            }
        }
    }
}
