//! The summary that a page begins with says what the constants of its launch type say.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

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

use crate::common::{cells, document, launch_pages};

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
    let all = [
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
    ];
    hold(&doc.join("occupancy_test_browser"), &all);
}

/// The rows of a launch type.
type Expected = (&'static str, Vec<[String; 5]>);

/// Compares the summary of each page.
fn hold(folder: &Path, all: &[Expected]) {
    let pages = launch_pages(folder);
    for (name, expected) in all {
        let file = format!("type.{name}.html");
        let page = pages.iter().find(|page| page.ends_with(&file));
        let page = folder.join(page.expect("a page"));
        let page = fs::read_to_string(page).expect("a page");
        let summary: Vec<[String; 5]> = cells(&page)
            .into_iter()
            .map(|row| {
                let [gpu, _, blocks, warps, occupancy, binding] =
                    row.try_into().expect("six cells");
                [gpu, blocks, warps, occupancy, binding]
            })
            .collect();
        assert_eq!(summary, *expected, "{name}");
    }
}

#[test]
fn the_wrappers_have_the_figures_of_their_constants() {
    use occupancy_test_wrappers::{
        attention::*, boards::*, elementwise::*, gemm::*, normalization::*, particles::*,
        reduction::*, scan::*, stencil::*, transpose::*,
    };
    let doc = document(&[
        "--document-private-items",
        "--package",
        "occupancy-test-wrappers",
        "--lib",
    ]);
    let folder = doc.join("occupancy_test_wrappers");
    let all = [
        expected!(AttentionBackwardLaunch),
        expected!(AttentionForwardLaunch),
        expected!(BesideLaunch),
        expected!(CopyLaunch),
        expected!(ExclusiveScanLaunch),
        expected!(ForcesLaunch),
        expected!(GemmOfLaunch),
        expected!(HgemmLaunch),
        expected!(MaximumLaunch),
        expected!(MinimumLaunch),
        expected!(PagedMaximumLaunch),
        expected!(PushLaunch),
        expected!(ResizeLaunch),
        expected!(SaxpyLaunch),
        expected!(SaxpyOfPtxLaunch),
        expected!(SlicedLaunch),
        expected!(SoftmaxLaunch),
        expected!(SumLaunch),
        expected!(SumOfVectorsLaunch),
        expected!(TransposeLaunch),
        expected!(VarianceLaunch),
        expected!(WaveLaunch),
        expected!(WgmmaLaunch),
    ];
    hold(&folder, &all);
    let pages = launch_pages(&folder);
    let named = |page: &String, name: &str| page.ends_with(&format!("type.{name}.html"));
    let all: BTreeSet<&str> = all.iter().map(|(name, _)| *name).collect();
    for page in &pages {
        // That of a function in the `impl` of a trait is private.
        let private = BTreeSet::from(["LayerNormLaunch"]);
        let mut compared = all.iter().chain(&private);
        let is_compared = compared.any(|name| named(page, name));
        assert!(is_compared, "nothing is compared with {page}");
    }
}
