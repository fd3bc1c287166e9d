//! Configurations that pass with a warning, and the nearest ones that pass without.

use occupancy_core::compute_capabilities::SM_90;
use occupancy_core::{
    Arch, Compiled, ComputeCapability, Configuration, Device, Grid, Kernel, Lint, Ratio,
    build_script,
};

/// What is said, without its code and its help.
fn said(configuration: &Configuration<'_>, lint: Lint) -> Option<String> {
    let message = configuration.advise(lint)?.to_string();
    let headline = message.lines().next()?;
    let code = format!("[{}] ", lint.code());
    Some(headline.strip_prefix(&code)?.to_owned())
}

/// 132 SMs with 4 blocks each: a wave of 528 blocks.
#[test]
fn a_last_wave_is_less_than_half_full() {
    let archs = [Arch::find("h100").unwrap()];
    let said_of = |blocks, demanded| {
        let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64))
            .with_grid(Some(Grid::Blocks((blocks, 1, 1))))
            .with_tail_efficiency(demanded);
        said(&configuration, Lint::LastWave)
    };
    assert_eq!(
        said_of(791, None).as_deref(),
        Some(
            "the last of 2 waves on H100 SXM5 80GB holds 263 of 528 blocks: tail efficiency 74.9 %"
        )
    );
    // Half of a wave.
    assert_eq!(said_of(792, None), None);
    // One wave, full or not.
    assert_eq!(said_of(528, None), None);
    assert_eq!(said_of(1, None), None);
    // 4,753 of 5,280 blocks are 90.02 %, and 4,225 of 4,752 are 88.9 %.
    assert_eq!(said_of(9 * 528 + 1, None), None);
    assert!(said_of(8 * 528 + 1, None).is_some());
    // A rule checks the demands on the grid.
    assert_eq!(said_of(791, Ratio::new(1, 2)), None);
}

#[test]
fn sms_are_idle_where_a_grid_has_fewer_blocks() {
    let archs = [Arch::find("h100").unwrap()];
    let said_of = |blocks| {
        let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64))
            .with_grid(Some(Grid::Blocks((blocks, 1, 1))));
        said(&configuration, Lint::IdleSms)
    };
    assert_eq!(
        said_of(131).as_deref(),
        Some("the grid of 131 blocks leaves 1 of the 132 SMs of H100 SXM5 80GB without work")
    );
    assert_eq!(said_of(132), None);
}

#[test]
fn more_blocks_fit_than_are_demanded() {
    let archs = [Arch::find("h100").unwrap()];
    let said_of = |min_blocks| {
        let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
        said(
            &configuration.with_min_blocks(min_blocks),
            Lint::MoreBlocksFit,
        )
    };
    assert_eq!(
        said_of(1).as_deref(),
        Some("1 block is demanded, but 4 fit on one SM of H100 SXM5 80GB")
    );
    assert_eq!(
        said_of(3).as_deref(),
        Some("3 blocks are demanded, but 4 fit on one SM of H100 SXM5 80GB")
    );
    assert_eq!(said_of(4), None);
    assert_eq!(said_of(5), None);
}

/// A thread uses one register at least, however few an SM has.
#[test]
fn no_register_is_one_too_many_where_there_is_one() {
    /// 32 warps of 256 registers: half of what fits otherwise.
    const FEW_REGISTERS: ComputeCapability = {
        let mut few = SM_90.limits();
        few.registers_per_sm = 8_192;
        few.registers_per_block = 8_192;
        ComputeCapability::new(few)
    };
    let archs = [Device::new("a board", &FEW_REGISTERS, 132).arch()];
    let said_of = |registers| {
        let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), registers));
        said(&configuration, Lint::RegisterCliff)
    };
    assert_eq!(said_of(1), None);
    assert_eq!(
        said_of(9).as_deref(),
        Some(
            "9 registers per thread are one too many for another block on a board: 2 blocks, 25 % occupancy"
        )
    );
}

/// 3 warps for 4 schedulers; 4 warps have one each, and so do blocks of one warp of which many fit.
#[test]
fn schedulers_are_idle_where_an_sm_has_fewer_warps() {
    let archs = [Arch::find("h100").unwrap()];
    let said_of = |threads, bytes| {
        let kernel = Kernel::new((threads, 1, 1), 168).with_dynamic_shared_memory(bytes);
        said(&Configuration::new(&archs, kernel), Lint::IdleSchedulers)
    };
    assert_eq!(
        said_of(96, 200_000).as_deref(),
        Some(
            "3 resident warps leave 1 of 4 schedulers of an SM of H100 SXM5 80GB without a warp: shared memory \
             allows 1 block"
        )
    );
    assert_eq!(
        said_of(32, 100_000).as_deref(),
        Some(
            "2 resident warps leave 2 of 4 schedulers of an SM of H100 SXM5 80GB without a warp: shared memory \
             allows 2 blocks"
        )
    );
    assert_eq!(said_of(128, 200_000), None);
    assert_eq!(said_of(32, 0), None);
}

/// Half of the warp slots is not low, and an intent silences the one and can be untrue in the other.
#[test]
fn low_occupancy_is_said_unless_it_is_intended() {
    let h100 = Arch::find("h100").unwrap();
    let t4 = Arch::find("t4").unwrap();
    let both = |archs: &[Arch], registers| {
        let configuration = Configuration::new(archs, Kernel::new((256, 1, 1), registers));
        let mut intended = configuration;
        intended.low_occupancy_intended = true;
        assert_eq!(said(&intended, Lint::LowOccupancy), None);
        assert_eq!(said(&configuration, Lint::UnfulfilledIntent), None);
        (
            said(&configuration, Lint::LowOccupancy),
            said(&intended, Lint::UnfulfilledIntent),
        )
    };
    let (low, untrue) = both(&[h100], 72);
    assert_eq!(
        low.as_deref(),
        Some("occupancy on H100 SXM5 80GB is 37.5 %: registers allow 3 blocks")
    );
    assert_eq!(untrue, None);
    let (low, untrue) = both(&[h100], 64);
    assert_eq!(low, None);
    assert_eq!(
        untrue.as_deref(),
        Some("low occupancy is intended, but it is 50 % on H100 SXM5 80GB")
    );
    // 3 of 4 blocks of a T4, which has 32 warp slots: what is low on one GPU is intended.
    let (low, untrue) = both(&[t4, h100], 72);
    assert!(low.is_some_and(|low| low.contains("on H100")));
    assert_eq!(untrue, None);
}

/// The launch bounds of the code are advised as `min_blocks` only if as many blocks fit.
#[test]
fn launch_bounds_are_advised_if_they_fit() {
    let archs = [Arch::find("h100").unwrap()];
    let mut code = [Compiled::machine_code("saxpy", (9, 0)).with_registers(64)];
    code[0].max_block = Some((256, 1, 1));
    code[0].register_cap = Some(64);
    let help = |bytes| {
        let kernel = Kernel::new((256, 1, 1), 64).with_dynamic_shared_memory(bytes);
        let configuration = Configuration::new(&archs, kernel)
            .with_min_blocks(2)
            .with_compiled(&code);
        assert_eq!(configuration.check().len(), 0);
        let message = configuration.advise(Lint::RegisterCap).unwrap().to_string();
        message.split_once("help: ").unwrap().1.to_owned()
    };
    let bounds = "compile it with the launch bounds of this configuration";
    assert_eq!(
        help(0),
        format!("{bounds}; or `min_blocks = 4` is what it was compiled for")
    );
    // Of 100 KiB, 2 blocks fit.
    assert_eq!(help(100 * 1024), bounds);
}

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
