//! A configuration on one GPU, evaluated once for everything that a report shows.

use occupancy_core::{Arch, ComputeCapability, Configuration, Kernel, Occupancy, Waves};

use crate::report::{Report, Variant};

/// The result of a configuration on one GPU. Its paragraphs are [`limits`](Self::limits),
/// [`latency`](Self::latency), [`waves`](Self::waves) and [`changes`](Self::changes): a page, a terminal and JSON
/// each print them in their own way.
pub(crate) struct Verdict<'a> {
    pub(crate) configuration: &'a Configuration<'a>,
    pub(crate) kernel: &'a Kernel,
    pub(crate) arch: &'a Arch,
    pub(crate) cc: &'a ComputeCapability,
    pub(crate) occupancy: Occupancy,
    pub(crate) waves: Option<Waves>,
    /// The most clusters that can be resident on the GPU, if there are clusters.
    pub(crate) clusters: Option<u64>,
}

impl<'a> Verdict<'a> {
    /// `None` if a dimension of the block is zero or the carve-out is over 100 percent.
    pub(crate) fn new(configuration: &'a Configuration<'a>, arch: &'a Arch) -> Option<Self> {
        let (kernel, cc) = (&configuration.kernel, arch.compute_capability());
        Some(Self {
            configuration,
            kernel,
            arch,
            cc,
            occupancy: Occupancy::new(cc, kernel).ok()?,
            waves: configuration.waves(arch),
            clusters: configuration.resident_clusters_at_most(arch),
        })
    }
}

impl Report<'_> {
    /// One for each GPU, in the order of the variants.
    pub(crate) fn verdicts(&self) -> Vec<(&Variant<'_>, Verdict<'_>)> {
        let mut all = Vec::new();
        for variant in &self.variants {
            for arch in variant.configuration.archs {
                if let Some(verdict) = Verdict::new(&variant.configuration, arch) {
                    all.push((variant, verdict));
                }
            }
        }
        all
    }
}
