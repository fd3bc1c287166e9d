//! Ratios as decimals, percentages and fractions.

use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64, min_occupancy = 0.5)]
fn decimal() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, min_occupancy = 5e-1)]
fn exponent() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, min_occupancy = 50 %)]
fn percent() {}

#[launch_config(arch = "h100", threads = 96, regs = 168, min_occupancy = 18.75%)]
fn percent_with_decimals() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, min_occupancy = 32 / 64)]
fn fraction() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, min_occupancy = (1 / 2))]
fn in_parentheses() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, min_occupancy = 1e-9)]
fn next_to_nothing() {}

#[launch_config(
    arch = "h100",
    threads = 256,
    regs = 32,
    min_occupancy = 1,
    grid = 1056,
    tail_efficiency = 1.0
)]
fn all() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, grid = 529, tail_efficiency = 529 / 1056)]
fn exactly_what_is_reached() {}

fn main() {
    assert_eq!(DecimalLaunch::WARPS_PER_SM, 32);
    assert_eq!(ExponentLaunch::OCCUPANCY, DecimalLaunch::OCCUPANCY);
    assert_eq!(PercentLaunch::OCCUPANCY, DecimalLaunch::OCCUPANCY);
    assert_eq!(PercentWithDecimalsLaunch::WARPS_PER_SM, 12);
    assert_eq!(FractionLaunch::OCCUPANCY, DecimalLaunch::OCCUPANCY);
    assert_eq!(InParenthesesLaunch::OCCUPANCY, DecimalLaunch::OCCUPANCY);
    assert_eq!(NextToNothingLaunch::OCCUPANCY, DecimalLaunch::OCCUPANCY);
    assert_eq!(AllLaunch::configured().waves().count(), 1);
    assert_eq!(ExactlyWhatIsReachedLaunch::configured().waves().count(), 2);
}
