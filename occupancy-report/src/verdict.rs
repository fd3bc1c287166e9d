//! A configuration on one GPU, evaluated once for everything that a report shows.

use occupancy_core::{Arch, ComputeCapability, Configuration, Kernel, Occupancy, Ratio, Waves};

use crate::report::{Report, Variant};

/// The result of a configuration on one GPU.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Verdict<'a> {
    pub(crate) variant: &'a Variant<'a>,
    pub(crate) arch: &'a Arch,
    pub(crate) occupancy: Occupancy,
    pub(crate) waves: Option<Waves>,
    /// The most clusters that can be resident on the GPU, if there are clusters.
    pub(crate) clusters: Option<u64>,
}

impl<'a> Verdict<'a> {
    /// `None` if a dimension of the block is zero or the carve-out is over 100 percent.
    pub(crate) fn new(variant: &'a Variant<'a>, arch: &'a Arch) -> Option<Self> {
        let configuration = &variant.configuration;
        let occupancy = Occupancy::new(arch.compute_capability(), &configuration.kernel).ok()?;
        Some(Self {
            variant,
            arch,
            occupancy,
            waves: configuration.waves(arch),
            clusters: configuration.resident_clusters_at_most(arch),
        })
    }

    pub(crate) fn configuration(&self) -> &'a Configuration<'a> {
        &self.variant.configuration
    }

    pub(crate) fn kernel(&self) -> &'a Kernel {
        &self.variant.configuration.kernel
    }

    pub(crate) fn compute_capability(&self) -> &'a ComputeCapability {
        self.arch.compute_capability()
    }
}

impl Verdict<'_> {
    /// The resident warps per SM that are enough for what the author demands, and the share of the warp slots
    /// that they take; `None` without a demand, or if there are too few slots.
    pub(crate) fn enough(&self) -> Option<(u32, Ratio)> {
        let needed = self.configuration().warps_needed(self.arch)?;
        let needed = u32::try_from(needed).ok()?;
        let slots = self.occupancy.max_warps_per_sm;
        let share = Ratio::new(needed.into(), slots.into())?;
        (needed <= slots).then_some((needed, share))
    }
}

impl Report<'_> {
    /// One for each GPU, in the order of the variants.
    pub(crate) fn verdicts(&self) -> Vec<Verdict<'_>> {
        self.variants.iter().flat_map(Variant::verdicts).collect()
    }
}

impl Variant<'_> {
    /// One for each GPU of the variant.
    pub(crate) fn verdicts(&self) -> impl Iterator<Item = Verdict<'_>> {
        let archs = self.configuration.archs.iter();
        archs.filter_map(|arch| Verdict::new(self, arch))
    }
}
