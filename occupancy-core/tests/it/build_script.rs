//! The lines that a build script prints for a configuration.

use occupancy_core::{Arch, Configuration, Kernel, Lint, build_script};

/// Each lint has its own level, and the last call counts.
#[test]
fn each_lint_has_its_level_in_a_report() {
    let archs = [Arch::find("h100").unwrap()];
    // 6 blocks fit, and 8 with 32 registers.
    let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 33)).with_min_blocks(3);
    let plain = build_script::check("saxpy", &configuration);
    let first_lines = |report: build_script::Report<'_>| -> Vec<String> {
        let text = report.to_string();
        let named = text.lines().filter_map(|line| {
            let (directive, rest) = line.strip_prefix("cargo::")?.split_once("saxpy: [")?;
            Some(format!("{directive}{}", rest.split(']').next()?))
        });
        named.collect()
    };
    let (cliff, blocks) = (Lint::RegisterCliff, Lint::MoreBlocksFit);
    for (report, expected) in [
        (plain, "warning=OCC203"),
        (plain.allow(cliff), ""),
        (plain.allow(blocks), "warning=OCC203"),
        (plain.deny(cliff), "error=OCC203"),
        (plain.deny(cliff).warn(cliff), "warning=OCC203"),
        (plain.warn(blocks), "warning=OCC203 warning=OCC204"),
        (plain.deny(blocks), "warning=OCC203 error=OCC204"),
        (plain.deny(Lint::IdleSms), "warning=OCC203"),
    ] {
        assert_eq!(first_lines(report).join(" "), expected);
        assert_eq!(report.is_ok(), !expected.contains("error"), "{expected}");
    }
}
