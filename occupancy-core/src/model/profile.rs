//! What Nsight Compute shows for a launch that runs as calculated, and what a difference means.

use core::fmt;

use super::{Occupancy, SchedulerLoad};
use crate::gpu::ComputeCapability;
use crate::kernel::Kernel;
use crate::model::Waves;
use crate::text::Ratio;

/// How a metric of Nsight Compute relates to the calculated figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// It shows this figure.
    Equal,
    /// It shows this figure or less.
    AtMost,
}

/// The figure of a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MetricValue {
    /// A whole number, of registers or of blocks.
    Count(u64),
    /// A number with decimals, of waves or of warps.
    Number(Ratio),
    /// A share, which Nsight Compute shows in percent.
    Percent(Ratio),
}

/// `4`, `1.89` or `50 %`: numbers with decimals have two, rounded to nearest.
impl fmt::Display for MetricValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Count(count) => write!(f, "{count}"),
            Self::Number(number) => {
                let (over, under) = (u128::from(number.numerator()), number.denominator());
                // The denominator is at least 1.
                let hundredths = over
                    .saturating_mul(100)
                    .saturating_add(u128::from(under / 2))
                    .checked_div(u128::from(under))
                    .unwrap_or(u128::MAX);
                write!(f, "{}.{:02}", hundredths / 100, hundredths % 100)
            }
            Self::Percent(share) => share.fmt(f),
        }
    }
}

/// One metric of Nsight Compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Metric {
    /// Its name, as `ncu --metrics` takes it.
    pub name: &'static str,
    /// How what it shows relates to [`value`](Self::value).
    pub relation: Relation,
    /// The calculated figure.
    pub value: MetricValue,
    /// What it means if Nsight Compute shows something else.
    pub otherwise: &'static str,
}

/// `launch__waves_per_multiprocessor = 1.89`.
impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let relation = match self.relation {
            Relation::Equal => "=",
            Relation::AtMost => "≤",
        };
        write!(f, "{} {relation} {}", self.name, self.value)
    }
}

/// What Nsight Compute shows for a launch if the compiled kernel uses exactly the registers, shared
/// memory and threads of the calculation.
///
/// The metrics of `launch__` follow only from the launch, and so does the theoretical occupancy. For
/// metrics that are measured while the kernel runs, the figures are upper bounds: warps end at different
/// times, and the last wave is not full. Low figures there are no fault by themselves: one eligible warp
/// per cycle is enough for a scheduler.
///
/// Source: Nsight Compute, Profiling Guide, Metrics Reference, and the rules that are installed with it.
///
/// ```
/// use occupancy_core::devices::H100;
/// use occupancy_core::model::ExpectedProfile;
/// use occupancy_core::{GridDim, Kernel, Occupancy, Waves};
///
/// let cc = H100.compute_capability();
/// let kernel = Kernel::new((256, 1, 1), 64);
/// let occupancy = Occupancy::new(cc, &kernel)?;
/// let waves = Waves::new(GridDim::new((1000, 1, 1))?, H100.sm_count(), occupancy.blocks_per_sm);
///
/// let profile = ExpectedProfile::new(cc, &kernel, &occupancy, waves);
/// let shown: Vec<_> = profile.metrics().map(|metric| metric.to_string()).collect();
/// assert_eq!(shown[0], "launch__registers_per_thread = 64");
/// assert_eq!(shown[1], "launch__occupancy_limit_registers = 4");
/// assert!(shown.contains(&"launch__waves_per_multiprocessor = 1.89".to_owned()));
/// assert_eq!(shown.last().unwrap(), "smsp__warps_active.avg.per_cycle_active ≤ 8.00");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ExpectedProfile {
    metrics: [Option<Metric>; 9],
}

impl ExpectedProfile {
    /// Takes a kernel, its occupancy on a GPU of `compute_capability`, and how its grid falls into
    /// waves; `None` if the grid or the number of SMs is not known.
    pub const fn new(
        compute_capability: &ComputeCapability,
        kernel: &Kernel,
        occupancy: &Occupancy,
        waves: Option<Waves>,
    ) -> Self {
        let limits = &occupancy.limits;
        let load = SchedulerLoad::new(compute_capability, occupancy.warps_per_sm());
        Self {
            metrics: [
                Some(Metric {
                    name: "launch__registers_per_thread",
                    relation: Relation::Equal,
                    value: MetricValue::Count(kernel.registers_per_thread as u64),
                    otherwise: "the compiler used another number of registers than declared: pass it the \
                                launch bounds, or declare what it uses",
                }),
                blocks(
                    "launch__occupancy_limit_registers",
                    Relation::Equal,
                    limits.registers,
                    "the kernel was compiled to another number of registers, or launched with another \
                     block",
                ),
                blocks(
                    "launch__occupancy_limit_shared_mem",
                    Relation::AtMost,
                    limits.shared_memory,
                    "more: the block has less shared memory than declared; less is usual, because the \
                     driver carves out no more than the resident blocks need",
                ),
                blocks(
                    "launch__occupancy_limit_warps",
                    Relation::Equal,
                    Some(limits.warps),
                    "the kernel was launched with another block",
                ),
                blocks(
                    "launch__occupancy_limit_blocks",
                    Relation::Equal,
                    Some(limits.block_slots),
                    "the profile is of a GPU of another compute capability",
                ),
                match waves {
                    Some(waves) => Some(Metric {
                        name: "launch__waves_per_multiprocessor",
                        relation: Relation::Equal,
                        value: MetricValue::Number(Ratio::of(
                            waves.grid_blocks(),
                            waves.blocks_per_wave(),
                        )),
                        otherwise: "another grid, other resident blocks, or a GPU with another number of \
                                    SMs",
                    }),
                    None => None,
                },
                Some(Metric {
                    name: "sm__maximum_warps_per_active_cycle_pct",
                    relation: Relation::Equal,
                    value: MetricValue::Percent(occupancy.ratio()),
                    otherwise: "one of the limits above differs, and it binds",
                }),
                Some(Metric {
                    name: "sm__warps_active.avg.pct_of_peak_sustained_active",
                    relation: Relation::AtMost,
                    value: MetricValue::Percent(occupancy.ratio()),
                    otherwise: "more: more blocks are resident than calculated; far less: warps of \
                                different lengths, or a tail",
                }),
                Some(Metric {
                    name: "smsp__warps_active.avg.per_cycle_active",
                    relation: Relation::AtMost,
                    value: MetricValue::Number(load.warps_per_scheduler()),
                    otherwise: "more: more blocks are resident than calculated; far less: warps of \
                                different lengths, or a tail",
                }),
            ],
        }
    }

    /// The metrics: first those that the launch determines, then those that are measured. It leaves out
    /// limits that the kernel does not have.
    pub fn metrics(&self) -> impl Iterator<Item = Metric> + '_ {
        self.metrics.iter().flatten().copied()
    }

    /// The metric with this name.
    ///
    /// ```
    /// use occupancy_core::compute_capabilities::SM_90;
    /// use occupancy_core::model::{ExpectedProfile, MetricValue};
    /// use occupancy_core::{Kernel, Occupancy};
    ///
    /// let kernel = Kernel::new((256, 1, 1), 64);
    /// let occupancy = Occupancy::new(&SM_90, &kernel)?;
    /// let profile = ExpectedProfile::new(&SM_90, &kernel, &occupancy, None);
    ///
    /// let warps = profile.metric("launch__occupancy_limit_warps").unwrap();
    /// assert_eq!(warps.value, MetricValue::Count(8));
    /// assert_eq!(profile.metric("launch__waves_per_multiprocessor"), None);
    /// # Ok::<(), occupancy_core::model::InvalidKernel>(())
    /// ```
    pub fn metric(&self, name: &str) -> Option<Metric> {
        self.metrics().find(|metric| metric.name == name)
    }
}

const fn blocks(
    name: &'static str,
    relation: Relation,
    limit: Option<u32>,
    otherwise: &'static str,
) -> Option<Metric> {
    match limit {
        Some(blocks) => Some(Metric {
            name,
            relation,
            value: MetricValue::Count(blocks as u64),
            otherwise,
        }),
        None => None,
    }
}
