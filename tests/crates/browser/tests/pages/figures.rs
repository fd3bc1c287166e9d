//! The summary that a page begins with says what the constants of its launch type say.

use std::fs;

use occupancy::Arch;
use occupancy_test_browser::constants::{
    ListedLaunch, OwnBoardLaunch, SearchedLaunch, TiledLaunch,
};
use occupancy_test_browser::grammar::LongLaunch;
use occupancy_test_browser::lists::{OnFourLaunch, OnOneLaunch};
use occupancy_test_browser::nested::{CompiledLaunch, DeferredLaunch};
use occupancy_test_browser::{
    AloneLaunch, AttentionLaunch, FullLaunch, GemmLaunch, SaxpyLaunch, SortLaunch, TablesLaunch,
};

use crate::common::{cells, document};

/// The rows that the constants make: GPU, blocks per SM, warps per scheduler, occupancy, binding limit.
macro_rules! expected {
    ($launch:ty) => {{
        let mut rows = Vec::new();
        for variant in <$launch>::VARIANTS {
            let occupancy = variant.occupancy().expect("it was checked");
            let schedulers = variant.arch().compute_capability().sub_partitions();
            let (warps, slots) = (occupancy.warps_per_sm(), occupancy.max_warps_per_sm);
            let each = match (warps / schedulers, warps % schedulers) {
                (each, 0) => each.to_string(),
                (each, _) => format!("{each} or {}", each + 1),
            };
            rows.push([
                variant.arch().name().to_owned(),
                occupancy.blocks_per_sm.to_string(),
                format!("{each} of {}", slots / schedulers),
                occupancy.ratio().to_string(),
                occupancy.binding().to_string(),
            ]);
        }
        let archs: Vec<&str> = <$launch>::VARIANTS
            .iter()
            .map(|one| one.arch().name())
            .collect();
        assert!(
            <$launch>::ARCHS
                .iter()
                .map(Arch::name)
                .all(|name| archs.contains(&name))
        );
        (stringify!($launch), rows)
    }};
}

#[test]
fn the_summary_equals_the_constants() {
    let doc = document(&[
        "--document-private-items",
        "--package",
        "occupancy-test-browser",
        "--lib",
    ]);
    let doc = doc.join("occupancy_test_browser");
    for (name, expected) in [
        expected!(SaxpyLaunch),
        expected!(GemmLaunch),
        expected!(FullLaunch),
        expected!(AloneLaunch),
        expected!(AttentionLaunch),
        expected!(SortLaunch),
        expected!(TablesLaunch),
        expected!(CompiledLaunch),
        expected!(OnOneLaunch),
        expected!(OnFourLaunch),
        // Of constants.
        expected!(DeferredLaunch),
        expected!(ListedLaunch),
        expected!(LongLaunch),
        expected!(OwnBoardLaunch),
        expected!(SearchedLaunch),
        expected!(TiledLaunch),
    ] {
        let folders = ["", "nested/", "lists/", "constants/", "grammar/"];
        let pages = folders.map(|folder| doc.join(format!("{folder}type.{name}.html")));
        let page = pages.iter().find(|page| page.is_file()).expect("a page");
        let page = fs::read_to_string(page).expect("a page");
        let summary: Vec<[String; 5]> = cells(&page)
            .into_iter()
            .map(|row| {
                let [gpu, _, blocks, warps, occupancy, binding] =
                    row.try_into().expect("six cells");
                [gpu, blocks, warps, occupancy, binding]
            })
            .collect();
        assert_eq!(summary, expected, "{name}");
    }
}
