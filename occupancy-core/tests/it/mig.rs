//! MIG instances: their rows, and the names that find them.

use crate::common::{STEP, arch, device, mig_instances, spellings, unknown};
use occupancy_core::devices;
use occupancy_core::{
    Arch, ComputeCapability, Device, GridDim, Kernel, Occupancy, UnknownArch, Waves,
};

/// An alias of its board, profile, SMs.
type Row = (&'static str, &'static str, u32);

// Written out a second time, so that a slip in one of the two shows.
const EXPECTED: &[Row] = &[
    ("a100", "1g.5gb", 14),
    ("a100", "1g.5gb+me", 14),
    ("a100", "1g.10gb", 14),
    ("a100", "2g.10gb", 28),
    ("a100", "3g.20gb", 42),
    ("a100", "4g.20gb", 56),
    ("a100", "7g.40gb", 98),
    ("a100-sxm4-80gb", "1g.10gb", 14),
    ("a100-sxm4-80gb", "1g.10gb+me", 14),
    ("a100-sxm4-80gb", "1g.20gb", 14),
    ("a100-sxm4-80gb", "2g.20gb", 28),
    ("a100-sxm4-80gb", "3g.40gb", 42),
    ("a100-sxm4-80gb", "4g.40gb", 56),
    ("a100-sxm4-80gb", "7g.80gb", 98),
    ("a100-pcie", "1g.5gb", 14),
    ("a100-pcie", "1g.5gb+me", 14),
    ("a100-pcie", "1g.10gb", 14),
    ("a100-pcie", "2g.10gb", 28),
    ("a100-pcie", "3g.20gb", 42),
    ("a100-pcie", "4g.20gb", 56),
    ("a100-pcie", "7g.40gb", 98),
    ("a100-pcie-80gb", "1g.10gb", 14),
    ("a100-pcie-80gb", "1g.10gb+me", 14),
    ("a100-pcie-80gb", "1g.20gb", 14),
    ("a100-pcie-80gb", "2g.20gb", 28),
    ("a100-pcie-80gb", "3g.40gb", 42),
    ("a100-pcie-80gb", "4g.40gb", 56),
    ("a100-pcie-80gb", "7g.80gb", 98),
    ("a30", "1g.6gb", 14),
    ("a30", "1g.6gb+me", 14),
    ("a30", "2g.12gb", 28),
    ("a30", "2g.12gb+me", 28),
    ("a30", "4g.24gb", 56),
    ("h100", "1g.10gb", 16),
    ("h100", "1g.10gb+me", 16),
    ("h100", "1g.20gb", 26),
    ("h100", "2g.20gb", 32),
    ("h100", "3g.40gb", 60),
    ("h100", "4g.40gb", 64),
    ("h100", "7g.80gb", 132),
    ("h100-pcie", "1g.10gb", 14),
    ("h100-pcie", "1g.10gb+me", 14),
    ("h100-pcie", "1g.20gb", 14),
    ("h100-pcie", "2g.20gb", 30),
    ("h100-pcie", "3g.40gb", 46),
    ("h100-pcie", "4g.40gb", 62),
    ("h100-pcie", "7g.80gb", 114),
    ("h100-nvl", "1g.12gb", 16),
    ("h100-nvl", "1g.12gb+me", 16),
    ("h100-nvl", "1g.24gb", 26),
    ("h100-nvl", "2g.24gb", 32),
    ("h100-nvl", "3g.47gb", 60),
    ("h100-nvl", "4g.47gb", 64),
    ("h100-nvl", "7g.94gb", 132),
    ("h200", "1g.18gb", 16),
    ("h200", "1g.18gb+me", 16),
    ("h200", "2g.35gb", 32),
    ("h200", "7g.141gb", 132),
    ("gh200", "1g.12gb", 16),
    ("gh200", "1g.24gb", 26),
    ("gh200", "2g.24gb", 32),
    ("gh200", "3g.48gb", 60),
    ("gh200", "4g.48gb", 64),
    ("gh200", "7g.96gb", 132),
    ("b200", "1g.23gb", 18),
    ("rtxpro6000", "1g.24gb", 46),
    ("rtxpro6000", "1g.24gb+me", 46),
    ("rtxpro6000", "1g.24gb+gfx", 46),
    ("rtxpro6000", "1g.24gb+me.all", 46),
    ("rtxpro6000", "1g.24gb-me", 46),
    ("rtxpro6000", "2g.48gb", 94),
    ("rtxpro6000", "2g.48gb+gfx", 94),
    ("rtxpro6000", "2g.48gb+me.all", 94),
    ("rtxpro6000", "2g.48gb-me", 94),
    ("rtxpro6000", "4g.96gb", 188),
    ("rtxpro6000", "4g.96gb+gfx", 188),
    ("rtxpro6000-maxq", "1g.24gb", 46),
    ("rtxpro6000-maxq", "1g.24gb+me", 46),
    ("rtxpro6000-maxq", "1g.24gb+gfx", 46),
    ("rtxpro6000-maxq", "1g.24gb+me.all", 46),
    ("rtxpro6000-maxq", "1g.24gb-me", 46),
    ("rtxpro6000-maxq", "2g.48gb", 94),
    ("rtxpro6000-maxq", "2g.48gb+gfx", 94),
    ("rtxpro6000-maxq", "2g.48gb+me.all", 94),
    ("rtxpro6000-maxq", "2g.48gb-me", 94),
    ("rtxpro6000-maxq", "4g.96gb", 188),
    ("rtxpro6000-maxq", "4g.96gb+gfx", 188),
    ("rtxpro6000-server", "1g.24gb", 46),
    ("rtxpro6000-server", "1g.24gb+me", 46),
    ("rtxpro6000-server", "1g.24gb+gfx", 46),
    ("rtxpro6000-server", "1g.24gb+me.all", 46),
    ("rtxpro6000-server", "1g.24gb-me", 46),
    ("rtxpro6000-server", "2g.48gb", 94),
    ("rtxpro6000-server", "2g.48gb+gfx", 94),
    ("rtxpro6000-server", "2g.48gb+me.all", 94),
    ("rtxpro6000-server", "2g.48gb-me", 94),
    ("rtxpro6000-server", "4g.96gb", 188),
    ("rtxpro6000-server", "4g.96gb+gfx", 188),
];

/// Every board that the MIG User Guide lists, and its profiles that have a
/// name but no SM count.
#[rustfmt::skip]
const COUNT_NOT_KNOWN: &[(&str, &[&str])] = &[
    ("a100", &[]),
    ("a100-sxm4-80gb", &[]),
    ("a100-pcie", &[]),
    ("a100-pcie-80gb", &[]),
    ("a30", &[]),
    ("h100", &[]),
    ("h100-pcie", &[]),
    ("h100-nvl", &[]),
    ("h200", &["1g.35gb", "3g.71gb", "4g.71gb"]),
    ("h200-nvl", &[]),
    ("h20", &[]),
    ("gh200", &[]),
    ("b200", &["1g.23gb+me", "1g.45gb", "2g.45gb", "3g.90gb", "4g.90gb", "7g.180gb"]),
    ("gb200", &["1g.23gb", "1g.47gb", "2g.47gb", "3g.93gb", "4g.93gb", "7g.186gb", "7g.189gb"]),
    ("b300", &["1g.34gb", "1g.67gb", "2g.67gb", "3g.135gb", "4g.135gb", "7g.269gb"]),
    ("gb300", &[]),
    ("rtxpro6000", &[]),
    ("rtxpro6000-maxq", &[]),
    ("rtxpro6000-server", &[]),
    ("rtxpro5000", &["1g.12gb", "1g.12gb+me", "1g.12gb+gfx", "1g.12gb-me", "2g.24gb-me", "4g.48gb", "4g.48gb+gfx", "1g.24gb", "2g.48gb"]),
    ("rtxpro4500", &["1g.16gb", "2g.32gb"]),
    ("thor", &["1g.0gb", "2g.0gb", "3g.0gb"]),
];

/// Whether the board has the profile, and only its SM count is not known.
fn is_sm_count_unknown(error: &UnknownArch) -> bool {
    error
        .to_string()
        .starts_with("the SM count of MIG profile `")
}

/// Rows of the board, or the board itself if it has none.
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
fn every_row() {
    let all = mig_instances();
    assert_eq!(all.len(), 98);
    assert_eq!(EXPECTED.len(), 98);
    for ((board, profile, row), &(alias, expected, sm_count)) in all.into_iter().zip(EXPECTED) {
        assert_eq!(*board, device(alias), "{alias}:{expected}");
        assert_eq!(profile, expected, "{alias}");
        assert_eq!(row.sm_count(), sm_count, "{alias}:{expected}");
    }
}

#[test]
fn a_row_agrees_with_its_board() {
    for (board, profile, row) in mig_instances() {
        assert_eq!(row.compute_capability(), board.compute_capability());
        assert!(
            (1..=board.sm_count()).contains(&row.sm_count()),
            "{}",
            row.name()
        );

        assert_eq!(row.name(), format!("{} MIG {profile}", board.name()));
        assert_eq!(row.aliases(), [format!("{}:{profile}", board.aliases()[0])]);
        assert_eq!(row.constant(), "");
        assert_eq!(row.boost_clock_mhz(), board.boost_clock_mhz());
        let alias = board.aliases()[0].to_uppercase().replace('-', "_");
        assert_eq!(alias, board.constant());
    }
}

#[test]
fn names_are_distinct() {
    let all = mig_instances();
    for (i, (_, _, row)) in all.iter().enumerate() {
        for (_, _, other) in &all[..i] {
            assert_ne!(row.name(), other.name());
            assert_ne!(row.aliases(), other.aliases());
        }
    }
    // Neither a board nor a compute capability has in its name what separates
    // the board from the profile, or what tells where a profile begins.
    let boards = Device::ALL
        .iter()
        .flat_map(|board| board.aliases().iter().copied().chain([board.name()]));
    let targets = ComputeCapability::ALL
        .iter()
        .flat_map(|one| one.targets().iter().copied().chain([one.name()]));
    for name in boards.chain(targets) {
        let name = name.to_lowercase().replace([' ', '-', '_'], "");
        assert!(!name.contains("mig") && !name.contains(':'), "{name}");
        assert!(!name.contains("g."), "{name}");
    }
}

#[test]
fn profiles_of_a_board_grow() {
    let slices = |profile: &str| profile.as_bytes()[0];
    let plain = |profile: &'static str| profile.split(['+', '-']).next();
    let all = mig_instances();
    for rows in all.chunk_by(|(one, ..), (other, ..)| one == other) {
        // More slices, more SMs; and `+me`, `+gfx` or `-me` changes none.
        for &(_, profile, a) in rows {
            for &(_, other, b) in rows {
                if slices(profile) < slices(other) {
                    assert!(a.sm_count() < b.sm_count(), "{} {}", a.name(), b.name());
                }
                if plain(profile) == plain(other) {
                    assert_eq!(a.sm_count(), b.sm_count(), "{} {}", a.name(), b.name());
                }
            }
        }
    }
}

#[test]
fn every_name_finds_its_row() {
    for (board, profile, row) in mig_instances() {
        assert_eq!(device(Arch::Device(*row).name()), *row);
        assert_eq!(arch(row.name()).name(), row.name());
        assert_eq!(arch(row.name()).sm_count(), Some(row.sm_count()));
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

#[test]
fn the_same_profile_of_another_board() {
    for (name, sm_count) in [
        ("h100:1g.10gb", 16),
        ("h100-pcie:1g.10gb", 14),
        ("a100-80gb:1g.10gb", 14),
        ("h100:1g.20gb", 26),
        ("h100-pcie:1g.20gb", 14),
        ("H100 SXM5 80GB:1g.10gb", 16),
        ("h100 mig 1g.10gb", 16),
        ("H100_MIG_1G.10GB", 16),
        ("A100-SXM4-40GB MIG 7g.40gb", 98),
        ("a100-pcie:7g.40gb", 98),
        ("rtxpro6000-ws:2g.48gb -me", 94),
    ] {
        assert_eq!(arch(name).sm_count(), Some(sm_count), "{name}");
    }
    // Each is a profile of its own.
    for (name, full) in [
        ("rtxpro6000:1g.24gb+me", "1g.24gb+me"),
        ("rtxpro6000:1g.24gb-me", "1g.24gb-me"),
        ("rtxpro6000:1g.24gb+me.all", "1g.24gb+me.all"),
    ] {
        let full = format!("RTX PRO 6000 Blackwell Workstation Edition MIG {full}");
        assert_eq!(device(name).name(), full, "{name}");
    }
}

#[test]
fn whole_boards_are_no_instances() {
    let own = Device::new(
        "H100 MIG 1c.3g.40gb",
        devices::H100.compute_capability(),
        16,
    );
    let all = mig_instances();
    for board in Device::ALL.iter().chain([&own]) {
        assert!(
            all.iter().all(|(_, _, row)| *row != board),
            "{}",
            board.name()
        );
    }
    assert!(own.mig_instances().is_empty());
    assert!(all.iter().all(|(_, _, row)| row.mig_instances().is_empty()));
}

#[test]
fn a_profile_without_an_sm_count_is_refused() {
    let mut refused = 0;
    for &(alias, profiles) in COUNT_NOT_KNOWN {
        let board = device(alias);
        for profile in profiles {
            for name in [
                format!("{alias}:{profile}"),
                format!("{} MIG {profile}", board.name()),
                format!("{alias}_mig_{}", profile.to_uppercase()),
            ] {
                let error = unknown(&name);
                assert!(error.is_near(), "{name}");
                assert!(!error.is_ambiguous(), "{name}");
                assert_eq!(error.mig_board(), Some(board.name()), "{name}");
                let start = format!(
                    "the SM count of MIG profile `{profile}` of {} is not known: ",
                    board.name()
                );
                assert!(error.to_string().starts_with(&start), "{error}");
                offers_only(&error, &board);
            }
            refused += 1;
        }
    }
    assert_eq!(refused, 36);
}

#[test]
fn an_unknown_profile_lists_those_of_its_board() {
    for &(alias, _) in COUNT_NOT_KNOWN {
        let board = device(alias);
        for profile in [
            "1g.11gb",
            "9g.999gb",
            "toaster",
            "",
            "1c.3g.40gb",
            ":",
            "mig",
            "\0",
            "🦀",
        ] {
            for separator in [":", " mig "] {
                // A colon separates before `mig` does.
                if separator != ":" && profile == ":" {
                    continue;
                }
                let name = format!("{alias}{separator}{profile}");
                let error = unknown(&name);
                assert!(!is_sm_count_unknown(&error) && error.is_near(), "{name}");
                assert_eq!(error.mig_board(), Some(board.name()), "{name}");
                offers_only(&error, &board);
            }
        }
    }
    for (name, nearest) in [
        (
            "h100:1g.12gb",
            &["h100:1g.10gb", "h100:1g.20gb", "h100:2g.20gb"][..],
        ),
        (
            "h100:1g.10gb+m",
            &["h100:1g.10gb+me", "h100:1g.10gb", "h100:1g.20gb"],
        ),
        ("h100:4g", &["h100:4g.40gb", "h100:3g.40gb", "h100:1g.10gb"]),
        (
            "h100 mig",
            &["h100:1g.10gb", "h100:1g.20gb", "h100:2g.20gb"],
        ),
        (
            "a100:1g.20gb",
            &["a100:1g.10gb", "a100:3g.20gb", "a100:4g.20gb"],
        ),
        (
            "h200:3g.71gb",
            &["h200:1g.18gb", "h200:2g.35gb", "h200:7g.141gb"],
        ),
        ("b200:2g.45gb", &["b200:1g.23gb"]),
        ("gb200:2g.47gb", &["gb200"]),
        ("h20:1g.12gb", &["h20"]),
    ] {
        assert_eq!(unknown(name).nearest(), nearest, "{name}");
    }
}

#[test]
fn a_board_without_mig_is_offered_itself() {
    let listed: Vec<Device> = COUNT_NOT_KNOWN
        .iter()
        .map(|(alias, _)| device(alias))
        .collect();
    assert!(
        mig_instances()
            .iter()
            .all(|(board, ..)| listed.contains(board))
    );
    let others: Vec<_> = Device::ALL
        .iter()
        .filter(|board| !listed.contains(board))
        .collect();
    assert_eq!(listed.len() + others.len(), Device::ALL.len());
    for board in others {
        for name in [
            format!("{}:1g.10gb", board.aliases()[0]),
            format!("{} MIG 1g.10gb", board.name()),
            format!("{}:", board.aliases()[0]),
        ] {
            let error = unknown(&name);
            assert_eq!(error.nearest(), [board.aliases()[0]], "{name}");
            assert_eq!(error.mig_board(), Some(board.name()), "{name}");
            assert!(!is_sm_count_unknown(&error) && error.is_near(), "{name}");
        }
    }
}

#[test]
fn an_unknown_board_is_as_unknown_as_without_a_profile() {
    for name in [
        "toaster",
        "x",
        "h10",
        "b100",
        "sm_9O",
        "sm_101",
        "RTX 3050 Laptop GPU",
        "titan",
        "🦀",
    ] {
        for instance in [format!("{name}:9g.9gb"), format!("{name} MIG 9g.9gb")] {
            assert_eq!(
                unknown(&instance).nearest(),
                unknown(name).nearest(),
                "{instance}"
            );
            assert_eq!(unknown(&instance).mig_board(), None, "{instance}");
        }
    }
    let ambiguous = unknown("rtx 6000:1g.24gb");
    assert_eq!(ambiguous.nearest(), unknown("rtx 6000").nearest());
    assert!(ambiguous.is_ambiguous());

    // A compute capability has no instances.
    assert_eq!(unknown("sm_90:1g.10gb").nearest()[0], "sm_90");
    assert_eq!(unknown("9.0 mig 1g.10gb").nearest()[0], "9.0");

    for (name, nearest) in [
        ("h10:1g.10gb", &["h100", "h100-nvl", "h100-pcie"][..]),
        ("NVIDIA H100 80GB HBM2 MIG 1g.10gb", &["h100-80gb-hbm3"]),
        ("NVIDIA H100 80GB HBM2 MIG 2g.99gb", &["h100-80gb-hbm3"]),
        ("a10o:7g.40gb", &["a100", "a10m", "a10g"]),
        // Without what separates the two.
        ("h100 1g.10gb", &["h100:1g.10gb"]),
        ("A100-SXM4-80GB-7g.80gb", &["a100-sxm4-80gb:7g.80gb"]),
    ] {
        let error = unknown(name);
        let found = error.nearest();
        assert!(found.starts_with(nearest), "{name}: {found:?}");
    }
}

#[test]
fn what_is_not_a_name() {
    let long = format!("h100:{}", "1g.10gb".repeat(1 << 18));
    let padded = format!("h100:1g.10gb{}", " ".repeat(1 << 20));
    let apart = format!("h100{}:1g.10gb", " ".repeat(300));
    let colons = ":".repeat(1 << 18);
    let migs = "mig".repeat(1 << 18);
    for name in [
        ":",
        "::",
        ":1g.10gb",
        "mig",
        "mig 1g.10gb",
        "migraine",
        "mig h100",
        "MIG-1g.10gb:h100",
        "1g.10gb",
        "g.",
        "1g.",
        "h100:h100",
        "h100::1g.10gb",
        "h100:mig:1g.10gb",
        "h100:mig 1g.10gb",
        "h100 mig mig 1g.10gb",
        "h100:1g.10gb:",
        "h100:1g.10gb,",
        "h100:1g,10gb",
        "h100:1g10gb",
        "h100:1g.10g",
        "h100:1g.10gb+",
        "h100:1g.10gb-me",
        "h100:1g.10gb+me+me",
        "h100:01g.10gb",
        "h100:1g.10gb\0",
        "h100\0:1g.10gb",
        "h100/1g.10gb",
        "h100:1g.\u{a0}10gb",
        "h100\u{ff1a}1g.10gb",
        "h100:1c.1g.10gb",
        "mig::H100_1G_10GB",
        long.as_str(),
        padded.as_str(),
        apart.as_str(),
        colons.as_str(),
        migs.as_str(),
    ] {
        let error = unknown(name);
        let cut: String = name.chars().take(20).collect();
        assert!((1..=3).contains(&error.nearest().len()), "{cut:?}");
        assert!(!error.is_ambiguous(), "{cut:?}");
        assert!(!is_sm_count_unknown(&error), "{cut:?}");
        for near in error.nearest() {
            arch(near);
            assert!(error.to_string().contains(near), "{cut:?}");
        }
    }
    // Long, and short enough to be read.
    let long = format!("{:200}:1g.10gb", "h100");
    assert_eq!(device(&long), devices::H100.mig_instances()[0]);
}

#[test]
fn every_prefix_and_every_changed_byte_is_handled() {
    for (_, _, row) in mig_instances() {
        for (end, _) in row.name().char_indices().step_by(STEP) {
            let start = &row.name()[..end];
            if let Err(error) = Arch::find(start) {
                assert!(!error.nearest().is_empty(), "{start:?}");
            }
        }
    }
    for name in ["h100:1g.10gb", "A30 MIG 2g.12gb+me", "b200:2g.45gb"] {
        for at in 0..name.len() {
            // Every third, which is another one at each place.
            for byte in (0..=0x7f_u8).skip(at % 3).step_by(3) {
                let mut bytes = name.as_bytes().to_vec();
                bytes[at] = byte;
                let text = String::from_utf8(bytes).expect("ASCII");
                if let Err(error) = Arch::find(&text) {
                    for near in error.nearest() {
                        arch(near);
                    }
                }
            }
        }
    }
}

#[test]
fn messages() {
    let text = |name| unknown(name).to_string();
    assert_eq!(
        text("b200:2g.45gb"),
        "the SM count of MIG profile `2g.45gb` of B200 SXM 180GB is not known: \
         no report of a real instance was found; the nearest name is `b200:1g.23gb`"
    );
    assert_eq!(
        text("H200 MIG 3G.71GB"),
        "the SM count of MIG profile `3g.71gb` of H200 SXM 141GB is not known: \
         no report of a real instance was found; the nearest names are \
         `h200:1g.18gb`, `h200:2g.35gb`, `h200:7g.141gb`"
    );
    assert_eq!(
        text("b300:1g.34gb"),
        "the SM count of MIG profile `1g.34gb` of B300 SXM is not known: \
         no report of a real instance was found; the whole board is `b300`"
    );
    assert_eq!(
        text("h100:1g.12gb"),
        "`h100:1g.12gb`: unknown MIG profile of H100 SXM5 80GB; the nearest names are \
         `h100:1g.10gb`, `h100:1g.20gb`, `h100:2g.20gb`"
    );
    assert_eq!(
        text("h20:1g.12gb"),
        "the SM count of no MIG profile of H20 96GB is known; the whole board is `h20`"
    );
    assert_eq!(
        text("rtx4090:1g.10gb"),
        "NVIDIA's MIG User Guide does not list GeForce RTX 4090; the whole board is `rtx4090`"
    );
    assert_eq!(
        text("toaster:1g.10gb"),
        "unknown arch `toaster:1g.10gb`; known names are, for example, `h100`, `a100`, `rtx4090`, \
         or a compute capability such as `9.0`"
    );
}

/// An instance has the SM of its board, and fewer of them.
#[test]
fn waves_count_the_instance() {
    const KERNEL: Kernel = Kernel::new((256, 1, 1), 64);
    let whole = arch("h100");
    let part = arch("h100:1g.10gb");
    assert_eq!(part.compute_capability(), whole.compute_capability());

    let occupancy = Occupancy::new(part.compute_capability(), &KERNEL).unwrap();
    assert_eq!(occupancy.blocks_per_sm, 4);

    // 528 blocks: 132 SMs hold them at once, 16 hold 64 at once.
    let grid = GridDim::new((528, 1, 1)).unwrap();
    let waves = |arch: Arch| {
        let sm_count = arch.sm_count().unwrap();
        Waves::new(grid, sm_count, occupancy.blocks_per_sm).unwrap()
    };
    assert_eq!(waves(whole).count(), 1);
    assert_eq!(waves(part).count(), 9);
    assert_eq!(waves(part).tail_efficiency().to_string(), "91.7 %");
}

/// Names, near and far ones, are cheap enough to be looked up by rustc.
#[test]
fn all_of_it_is_const() {
    const FOUND: Result<Arch, UnknownArch> =
        Arch::find("NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition MIG 4g.96gb+gfx");
    const NO_PROFILE: Result<Arch, UnknownArch> =
        Arch::find("RTX PRO 6000 Blackwell Server Edition:1c.1g.24gb+me.all+gfx-me");
    const NO_BOARD: Result<Arch, UnknownArch> =
        Arch::find("RTX PRO 6000 Blackwell Max-Q Workstatiom Edition MIG 4g.96gb");
    const NO_SEPARATOR: Result<Arch, UnknownArch> =
        Arch::find("RTX PRO 6000 Blackwell Max-Q Workstation Edition 4g.96gb+me");
    const SMS: Option<u32> = match FOUND {
        Ok(arch) => arch.sm_count(),
        Err(_) => None,
    };
    const PROFILE: Option<&str> = match &FOUND {
        Ok(arch) => Some(arch.short_name()),
        Err(_) => None,
    };
    const BOARD: Option<&str> = match &NO_PROFILE {
        Ok(_) => None,
        Err(error) => error.mig_board(),
    };
    assert_eq!(SMS, Some(188));
    assert_eq!(PROFILE, Some("rtxpro6000-maxq:4g.96gb+gfx"));
    assert_eq!(BOARD, Some("RTX PRO 6000 Blackwell Server Edition"));
    assert_eq!(
        NO_BOARD.unwrap_err().nearest()[0],
        "RTX PRO 6000 Blackwell Max-Q Workstation Edition"
    );
    assert!(NO_SEPARATOR.unwrap_err().is_near());
}
