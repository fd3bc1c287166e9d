//! What a build script prints of a configuration.

use occupancy_core::{Arch, Configuration, Kernel, Lint, build_script};

/// The level of one lint is that of no other, and the last one counts.
#[test]
fn each_lint_has_its_level_in_a_report() {
    let archs = [Arch::find("h100").unwrap()];
    // 6 blocks, and 8 of 32 registers.
    let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 33)).with_min_blocks(3);
    let plain = build_script::check("saxpy", &configuration);
    let first_lines = |report: build_script::Report<'_>| -> Vec<String> {
        let text = report.to_string();
        let named = text.lines().filter_map(|line| {
            let (directive, rest) = line.split_once("saxpy: [")?;
            Some(format!("{directive}{}", rest.split(']').next()?))
        });
        named.collect()
    };
    let (cliff, blocks) = (Lint::RegisterCliff, Lint::MoreBlocksFit);
    for (report, expected, is_ok) in [
        (plain, &["cargo::warning=OCC203"][..], true),
        (plain.allow(cliff), &[], true),
        (plain.allow(blocks), &["cargo::warning=OCC203"], true),
        (plain.deny(cliff), &["cargo::error=OCC203"], false),
        (
            plain.deny(cliff).warn(cliff),
            &["cargo::warning=OCC203"],
            true,
        ),
        (
            plain.warn(blocks),
            &["cargo::warning=OCC203", "cargo::warning=OCC204"],
            true,
        ),
        (
            plain.deny(blocks),
            &["cargo::warning=OCC203", "cargo::error=OCC204"],
            false,
        ),
        (plain.deny(Lint::IdleSms), &["cargo::warning=OCC203"], true),
    ] {
        assert_eq!(first_lines(report), expected);
        assert_eq!(report.is_ok(), is_ok, "{expected:?}");
    }
}
