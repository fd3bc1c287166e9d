//! A configuration on one GPU, evaluated once for all that is said of it.

use occupancy_core::{Arch, ComputeCapability, Configuration, Kernel, Occupancy, Waves};

use crate::{Report, Variant};

/// What one GPU makes of a configuration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Verdict<'a> {
    pub(crate) variant: &'a Variant<'a>,
    pub(crate) arch: &'a Arch,
    pub(crate) occupancy: Occupancy,
    pub(crate) waves: Option<Waves>,
    /// The most clusters that can be resident on the GPU, where there are clusters.
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
