//! Sectors of global memory: the rows that the model has to give, and a count of all bytes of all lanes.

use std::collections::BTreeSet;

use occupancy_core::Ratio;
use occupancy_models::Access;

use crate::random::{Random, inputs};

#[test]
fn sectors_of_known_accesses() {
    for (about, stride, access, base, sectors, efficiency) in [
        ("floats, side by side", 4, 4, 0, 4, "100 %"),
        ("the same from the second float on", 4, 4, 4, 5, "80 %"),
        ("every second float", 8, 4, 0, 8, "50 %"),
        ("a column of 32 floats a row", 128, 4, 0, 32, "12.5 %"),
        ("one float for all", 0, 4, 0, 1, "12.5 %"),
        ("16 bytes, side by side", 16, 16, 0, 16, "100 %"),
        ("bytes, side by side", 1, 1, 0, 1, "100 %"),
        ("bytes across two sectors", 1, 1, 16, 2, "50 %"),
    ] {
        let access = Access::strided(stride, access).unwrap().at(base).unwrap();
        assert_eq!(access.sectors(), sectors, "{about}");
        assert_eq!(access.efficiency().to_string(), efficiency, "{about}");
    }
}

#[test]
fn sectors_of_any_access_are_the_counted_ones() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut seen = BTreeSet::new();
    for _ in 0..inputs(20_000) / 10 {
        let bytes = 1 << random.small(0, 4);
        let row = random.small(0, 100) * bytes;
        let access = Access::rows(random.small(1, 32), row, bytes)
            .or_else(|_| Access::strided(row, bytes))
            .unwrap()
            .at(random.small(0, 40) * bytes)
            .unwrap();
        let all: BTreeSet<u64> = (0..32)
            .map(|lane| access.address(lane))
            .flat_map(|address| address..address + u64::from(bytes))
            .collect();
        let sectors: BTreeSet<u64> = all.iter().map(|byte| byte / 32).collect();
        let (used, moved) = (all.len() as u64, sectors.len() as u64);
        assert_eq!(u64::from(access.sectors()), moved, "{access:?}");
        assert_eq!(
            access.efficiency(),
            Ratio::new(used, moved * 32).unwrap(),
            "{access:?}"
        );
        seen.insert(access.sectors());
    }
    assert!(seen.len() > 25, "{seen:?}");
}

#[test]
fn no_figure_is_too_large() {
    let most = u32::MAX / 16 * 16;
    let access = Access::strided(most, 16).unwrap().at(most).unwrap();
    assert_eq!(access.sectors(), 32);
    assert_eq!(access.address(31), u64::from(most) * 32);
    assert!(Access::strided(4, 5).is_err());
    assert!(Access::strided(4, 4).unwrap().at(3).is_err());
}
