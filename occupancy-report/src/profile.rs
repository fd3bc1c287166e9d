//! The metrics that Nsight Compute shows for a launch that runs as calculated, and the cause of a difference.

use std::fmt;

use occupancy_core::gpu::Vendor;
use occupancy_core::{Arch, Configuration, Kernel, Multiprocessor, Occupancy, Ratio, Waves};

/// One metric of Nsight Compute.
#[derive(Clone, Debug)]
pub struct Metric {
    /// Its name, as `ncu --metrics` takes it.
    pub name: &'static str,
    /// `true` if Nsight Compute shows the figure or less; `false` if it shows the figure.
    pub is_at_most: bool,
    /// The calculated figure, as Nsight Compute shows it: `4`, `1.89` or `50 %`.
    pub value: String,
    /// The cause if Nsight Compute shows something else.
    pub otherwise: &'static str,
}

/// `launch__waves_per_multiprocessor = 1.89`.
impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let relation = if self.is_at_most { "≤" } else { "=" };
        write!(f, "{} {relation} {}", self.name, self.value)
    }
}

/// A metric a line, with the cause if Nsight Compute shows something else.
const METRICS: &str = "\
launch__registers_per_thread: the compiler used another number of registers than declared: pass it the launch bounds, \
    or declare what it uses
launch__occupancy_limit_registers: the kernel was compiled to another number of registers, or launched with another block
launch__occupancy_limit_shared_mem: more: the block has less shared memory than declared; less is usual, because the \
    driver carves out no more than the resident blocks need
launch__occupancy_limit_warps: the kernel was launched with another block
launch__occupancy_limit_blocks: the profile is of a GPU of another compute capability
launch__waves_per_multiprocessor: another grid, other resident blocks, or a GPU with another number of SMs
sm__maximum_warps_per_active_cycle_pct: one of the limits above differs, and it binds
sm__warps_active.avg.pct_of_peak_sustained_active: more: more blocks are resident than calculated; far less: warps of \
    different lengths, or a tail
smsp__warps_active.avg.per_cycle_active: more: more blocks are resident than calculated; far less: warps of different \
    lengths, or a tail
smsp__issue_active.avg.pct_of_peak_sustained_active: more: warps do more between their waits than stated; less: barriers, \
    branches, busy units and queues of the memory add cycles
smsp__inst_executed.avg.per_cycle_active: the same, since a scheduler issues one instruction per cycle
gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed: more: threads have more bytes in flight than stated; less: not \
    all of them at once";

/// Returns the metrics that Nsight Compute shows for a launch if the compiled kernel uses exactly the registers, shared
/// memory and threads of the calculation.
///
/// `occupancy` is that of the kernel on a GPU of `compute_capability`, and `waves` says how its grid falls into waves;
/// `None` if the grid or the number of SMs is not known.
///
/// The metrics of `launch__` come first. They follow from the launch alone, as does the theoretical occupancy. For
/// metrics that are measured while the kernel runs, the figures are upper bounds: warps end at different times, and the
/// last wave is not full. A low figure is no fault by itself: one eligible warp per cycle is enough for a scheduler.
/// Limits that the kernel does not have are left out. Nsight Compute profiles NVIDIA's GPUs: the list of an AMD GPU is
/// empty.
///
/// Source: Nsight Compute, Profiling Guide, Metrics Reference, and the rules that are installed with it.
///
/// ```
/// use occupancy_core::devices::H100;
/// use occupancy_core::{GridDim, Kernel, Occupancy, Waves};
/// use occupancy_report::expected_profile;
///
/// let sm = H100.multiprocessor();
/// let kernel = Kernel::new((256, 1, 1), 64);
/// let occupancy = Occupancy::new(sm, &kernel)?;
/// let waves = Waves::new(GridDim::new((1000, 1, 1))?, H100.sm_count(), occupancy.blocks_per_sm);
///
/// let profile = expected_profile(sm, &kernel, &occupancy, waves);
/// let shown: Vec<_> = profile.iter().map(|metric| metric.to_string()).collect();
/// assert_eq!(shown[0], "launch__registers_per_thread = 64");
/// assert_eq!(shown[1], "launch__occupancy_limit_registers = 4");
/// assert!(shown.contains(&"launch__waves_per_multiprocessor = 1.89".to_owned()));
/// assert_eq!(shown.last().unwrap(), "smsp__warps_active.avg.per_cycle_active ≤ 8.00");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn expected_profile(
    compute_capability: &Multiprocessor,
    kernel: &Kernel,
    occupancy: &Occupancy,
    waves: Option<Waves>,
) -> Vec<Metric> {
    let limits = &occupancy.limits;
    let count = |blocks: Option<u32>| blocks.map(|blocks| blocks.to_string());
    let waves = waves.and_then(|waves| Ratio::new(waves.grid_blocks(), waves.blocks_per_wave()));
    let share = || Some(occupancy.ratio().to_string());
    let schedulers = compute_capability.sub_partitions().into();
    let per_scheduler = Ratio::new(occupancy.warps_per_sm().into(), schedulers);
    known(compute_capability, |name| match name {
        "launch__registers_per_thread" => (false, count(Some(kernel.registers_per_thread))),
        "launch__occupancy_limit_registers" => (false, count(limits.registers)),
        "launch__occupancy_limit_shared_mem" => (true, count(limits.shared_memory)),
        "launch__occupancy_limit_warps" => (false, count(Some(limits.warps))),
        "launch__occupancy_limit_blocks" => (false, count(limits.block_slots)),
        "launch__waves_per_multiprocessor" => (false, waves.map(decimals)),
        "sm__maximum_warps_per_active_cycle_pct" => (false, share()),
        "sm__warps_active.avg.pct_of_peak_sustained_active" => (true, share()),
        "smsp__warps_active.avg.per_cycle_active" => (true, per_scheduler.map(decimals)),
        _ => (false, None),
    })
}

/// Returns the metrics with a figure, which may be an upper bound.
fn known(
    sm: &Multiprocessor,
    figure: impl Fn(&'static str) -> (bool, Option<String>),
) -> Vec<Metric> {
    let is_profiled = sm.vendor() == Vendor::Nvidia;
    let metrics = METRICS.lines().filter(|_| is_profiled);
    let metrics = metrics.filter_map(|line| line.split_once(": "));
    let known = metrics.filter_map(|(name, otherwise)| {
        let (is_at_most, value) = figure(name);
        Some(Metric {
            name,
            is_at_most,
            value: value?,
            otherwise,
        })
    });
    known.collect()
}

/// Returns the metrics of Nsight Compute that [`hides(…)`](Configuration::hides) bounds on a GPU: cycles with an issue
/// and instructions of a scheduler, and the throughput of device memory. It is empty without a demand, and for an AMD
/// GPU.
///
/// The figures are upper bounds for the whole kernel if all of it is like the part that the demand describes. *One or
/// More Eligible* is Nsight Compute's name for the first.
///
/// ```
/// use occupancy_core::{Arch, Configuration, Kernel, kernel::LatencyDemand};
/// use occupancy_report::demanded_profile;
///
/// let archs = [Arch::find("h100")?];
/// let demand = LatencyDemand { bytes: Some(4), ..LatencyDemand::cycles(400, 30) };
/// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64)).with_hides(Some(demand));
/// let shown = demanded_profile(&configuration, &archs[0]).into_iter().map(|metric| metric.to_string());
/// assert_eq!(shown.collect::<Vec<_>>(), [
///     "smsp__issue_active.avg.pct_of_peak_sustained_active ≤ 55.9 %",
///     "smsp__inst_executed.avg.per_cycle_active ≤ 0.56",
///     "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed ≤ 45.6 %",
/// ]);
/// # Ok::<(), occupancy_core::UnknownArch>(())
/// ```
pub fn demanded_profile(configuration: &Configuration<'_>, arch: &Arch) -> Vec<Metric> {
    let sm = arch.multiprocessor();
    let resident = configuration.resident_warps(arch);
    let Some((demand, warps)) = configuration.hides.zip(resident) else {
        return Vec::new();
    };
    let issue = demand.issue_share(sm, warps);
    let memory = configuration.bytes_in_flight(arch);
    let memory = memory.map(|needed| demand.bandwidth_share(sm, needed, warps));
    known(sm, |name| match name {
        "smsp__issue_active.avg.pct_of_peak_sustained_active" => {
            (true, issue.map(|share| share.to_string()))
        }
        "smsp__inst_executed.avg.per_cycle_active" => (true, issue.map(decimals)),
        "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed" => {
            (true, memory.map(|share| share.to_string()))
        }
        _ => (true, None),
    })
}

/// Writes a number with two decimals, rounded to nearest.
pub(crate) fn decimals(number: Ratio) -> String {
    let (over, under) = (u128::from(number.numerator()), number.denominator());
    // The denominator is at least 1.
    let hundredths = (over * 100 + u128::from(under / 2)) / u128::from(under);
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

#[cfg(test)]
mod tests {
    use occupancy_core::Ratio;

    use super::decimals;

    #[test]
    fn numbers_have_two_decimals() {
        let number = |over, under| decimals(Ratio::new(over, under).unwrap());
        assert_eq!(number(1_000, 528), "1.89");
        assert_eq!(number(1, 528), "0.00");
        assert_eq!(number(5, 1_000), "0.01");
        assert_eq!(number(1_999, 1_000), "2.00");
        assert_eq!(number(u64::MAX, 1), "18446744073709551615.00");
    }
}
