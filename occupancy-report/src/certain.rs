//! What is certain about a configuration with unknown values.

use occupancy_core::{Resource, kernel::Argument};

use crate::verdict::Verdict;

/// The arguments that the limit of a resource depends on.
fn read_by(resource: Resource) -> &'static [Argument] {
    match resource {
        Resource::Warps => &[Argument::Threads],
        Resource::Registers => &[Argument::Threads, Argument::Registers],
        Resource::SharedMemory => &[
            Argument::DynamicSharedMemory,
            Argument::StaticSharedMemory,
            Argument::Carveout,
        ],
        Resource::BlockSlots => &[],
        Resource::Barriers => &[Argument::Barriers],
        // What the kernel's code says.
        _ => &[Argument::Cubin, Argument::Ptx],
    }
}

impl Verdict<'_> {
    /// The unknown arguments that a resource's limit depends on.
    pub(crate) fn missing_for(&self, resource: Resource) -> impl Iterator<Item = Argument> {
        let unknown = self.variant.unknown;
        let read = read_by(resource).iter().copied();
        read.filter(move |argument| unknown.contains(*argument))
    }

    /// The most blocks that the known limits allow on one SM.
    pub(crate) fn blocks_at_most(&self) -> Option<u32> {
        let known = Resource::ALL
            .into_iter()
            .filter(|resource| self.missing_for(*resource).next().is_none());
        known
            .filter_map(|resource| self.occupancy.limits.of(resource))
            .min()
    }
}

#[cfg(test)]
mod tests {
    use occupancy_core::{
        Arch, Configuration, Kernel, Resource,
        kernel::{Argument, Arguments},
    };

    use crate::report::Variant;
    use crate::verdict::Verdict;

    #[test]
    fn a_limit_is_certain_where_all_that_it_reads_is_known() {
        let archs = [Arch::find("h100").unwrap()];
        let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
        let most = |unknown: &[Argument]| {
            let variant = Variant::new(configuration).with_unknown(Arguments::of(unknown));
            Verdict::new(&variant, &archs[0]).unwrap().blocks_at_most()
        };
        // By hand: 4 by registers, 8 by warps, 32 by block slots.
        assert_eq!(most(&[Argument::DynamicSharedMemory]), Some(4));
        assert_eq!(most(&[Argument::Registers]), Some(8));
        assert_eq!(most(&[Argument::Threads]), Some(32));
        let unknown = Arguments::of(&[Argument::Carveout]);
        let variant = Variant::new(configuration).with_unknown(unknown);
        let verdict = Verdict::new(&variant, &archs[0]).unwrap();
        let missing: Vec<_> = verdict.missing_for(Resource::SharedMemory).collect();
        assert_eq!(missing, [Argument::Carveout]);
        assert_eq!(verdict.missing_for(Resource::Registers).count(), 0);
    }
}
