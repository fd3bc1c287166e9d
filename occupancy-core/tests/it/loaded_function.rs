//! A loaded function whose GPU has another number of SMs. Its other faults are rows of `tests/figures/loaded.txt`.

use occupancy_core::{Arch, Compiled, Configuration, Kernel, Rule};

/// The help names a device with that number of SMs, which passes.
#[test]
fn the_device_that_is_advised_passes() {
    let of = |name: &str, sm_count| {
        let named = [Arch::find(name).unwrap()];
        let mut function = Compiled::loaded(named[0].multiprocessor().compute_capability());
        function.sm_count = Some(sm_count);
        let configuration = Configuration::new(&named, Kernel::new((256, 1, 1), 64));
        let broken = configuration.with_loaded(&function);
        let advice = occupancy_core::rules::advice(&broken, Rule::LoadedSmCount);
        let &[(occupancy_core::kernel::Change::Device(device), _)] = advice.as_slice() else {
            panic!("{name} {sm_count}: {advice:?}")
        };
        let advised = [Arch::Device(device)];
        let passing = configuration.with_archs(&advised);
        assert!(passing.with_loaded(&function).check().is_empty());
    };
    of("h100", 114);
    of("h20", 132);
}
