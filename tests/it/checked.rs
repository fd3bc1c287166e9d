//! Configurations that are checked when the program runs.

use occupancy::{Arch, Checked, Configuration, GridError, Kernel, Refused, Rule, Unchecked};
use static_assertions::{assert_impl_all, const_assert};

assert_impl_all!(Checked: Copy, PartialEq, Send, Sync);
const_assert!(size_of::<Unchecked>() <= 128);

type Numbers = ((u32, u32, u32), (u32, u32, u32), u32);

#[allow(clippy::result_large_err, reason = "it keeps the whole configuration")]
fn check(gpu: &str, kernel: Kernel) -> Result<Checked, Refused> {
    let gpus = [Arch::find(gpu).unwrap()];
    Checked::new(&Configuration::new(&gpus, kernel))
}

#[test]
fn it_has_what_a_launch_type_has() {
    let checked = check("h100", Kernel::new((256, 1, 1), 64)).unwrap();
    assert_eq!(checked.arch().name(), "H100 SXM5 80GB");
    assert_eq!(checked.occupancy().unwrap().blocks_per_sm, 4);
    let bounds = checked.compile_options().launch_bounds;
    assert_eq!(bounds.as_str(), "__launch_bounds__(256, 4)");
    let grids = [
        checked.for_elements(1000),
        checked.for_grid((7, 1, 1)),
        checked.for_extent((300, 2, 1)),
        checked.persistent_on(132),
    ]
    .map(|launch| launch.unwrap().grid_dim());
    assert_eq!(grids, [(4, 1, 1), (7, 1, 1), (2, 2, 1), (528, 1, 1)]);
    assert_eq!(checked.for_elements(0), Err(GridError::Empty));
    assert_eq!(checked.for_problem(1, 1), Err(GridError::NoTile));
}

const GPUS: &[Arch] = &[Arch::Device(occupancy::devices::H100)];
const CHECKED: Result<Checked, Refused> =
    Checked::new(&Configuration::new(GPUS, Kernel::new((256, 1, 1), 64)));

#[test]
fn a_constant_is_checked_too() {
    assert_eq!(CHECKED.unwrap().block_dim(), (256, 1, 1));
}

#[test]
fn what_needs_the_opt_in_does_not_convert() {
    let kernel = Kernel::new((256, 1, 1), 64).with_dynamic_shared_memory(96 * 1024);
    let checked = check("h100", kernel).unwrap();
    let converted = |checked: Checked| Numbers::try_from(checked.for_elements(512).unwrap());
    assert_eq!(converted(checked), Err(Unchecked::NeedsOptIn));
    let less = checked.with_dynamic_shared_memory(48 * 1024).unwrap();
    assert_eq!(converted(less), Ok(((2, 1, 1), (256, 1, 1), 48 * 1024)));
    let large = kernel
        .with_dynamic_shared_memory(0)
        .with_cluster_dim(Some((16, 1, 1)));
    assert_eq!(
        converted(check("h100", large).unwrap()),
        Err(Unchecked::NeedsOptIn)
    );
}

#[test]
fn a_refusal_has_every_rule_and_names_what_a_program_has() {
    let told = |refused: Refused| (refused.rules().collect::<Vec<_>>(), refused.to_string());
    let (rules, message) = told(check("h100", Kernel::new((100, 1, 1), 300)).unwrap_err());
    assert_eq!(rules, [Rule::PartialWarp, Rule::RegistersPerThread]);
    assert_eq!(
        message,
        "[OCC004] a block of 100 threads ends in a partial warp: 4 of 32 lanes of its last warp work

    help: `with_block_dim((96, 1, 1))` is whole warps; `with_block_dim((128, 1, 1))` is whole warps; or \
         `with_partial_warp_allowed(true)` accepts the idle lanes

[OCC005] 300 registers per thread: a thread can address at most 255

    help: `with_registers(255)` passes"
    );
}

#[test]
fn it_has_one_gpu() {
    let kernel = Kernel::new((256, 1, 1), 64);
    let none = Checked::new(&Configuration::new(&[], kernel)).unwrap_err();
    assert_eq!(
        none.to_string(),
        "[OCC023] no GPU is named: `with_archs` takes at least one"
    );
    let two = ["h100", "a100"].map(|name| Arch::find(name).unwrap());
    let two = Checked::new(&Configuration::new(&two, kernel)).unwrap_err();
    assert_eq!(two.rules().count(), 0);
    assert_eq!(
        two.to_string(),
        "a launch that is checked at run time has one GPU, not 2

    help: `with_archs` takes the one that the program runs on"
    );
}
