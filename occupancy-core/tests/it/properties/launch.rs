//! Each rule about launching is broken exactly where a second calculation says so, and a block that passes launches.

use occupancy_core::gpu::Vendor;
use occupancy_core::{Arch, Configuration, Kernel, Multiprocessor, Rule};

use crate::any_configuration::for_random;
use crate::common::{blocks, occupancy, shared_memory_allowed};

/// Compares each rule about launching with a second calculation; a block that cannot launch breaks one of them.
fn assert_launch_rules(sm: &'static Multiprocessor, kernel: &Kernel) {
    let archs = [Arch::Multiprocessor(sm)];
    let found = Configuration::new(&archs, *kernel)
        .with_partial_warp_allowed(true)
        .check();

    let threads = kernel.threads_per_block();
    let (x, y, z) = kernel.block_dim;
    let (max_x, max_y, max_z) = sm.max_block_dim();
    let axis_over = x > max_x || y > max_y || z > max_z;
    // If an axis is over its limit and there are too many threads, one of the two is reported.
    let is_dimension = found.contains(Rule::BlockDimension);
    assert!(is_dimension || z <= max_z, "{kernel:?}");
    let is_over = threads > sm.max_threads_per_block().into();
    let block_is_illegal = threads == 0 || is_over || axis_over;
    let registers = 1..=sm.max_registers_per_thread();
    let registers_are_legal = registers.contains(&kernel.registers_on(sm));
    let is_of_amd = sm.vendor() == Vendor::Amd;
    let has_other = is_of_amd && kernel.registers_per_thread > 0 || !is_of_amd && kernel.vgprs > 0;
    let has_none = kernel.registers_on(sm) == 0 && has_other;
    let too_many_scalar = is_of_amd && kernel.sgprs > 108;
    let bare = Kernel::new(kernel.block_dim, kernel.registers_per_thread).with_vgprs(kernel.vgprs);
    let registers_fit = block_is_illegal
        || !registers_are_legal
        || occupancy(sm, &bare).limits.registers != Some(0);
    let declared_over = kernel.static_shared_memory > sm.static_shared_memory_per_block();
    let over = kernel.shared_memory() > shared_memory_allowed(sm, kernel).into();
    let virtual_over = sm.virtual_resources_per_sm() > 0
        && kernel.virtual_resources > sm.virtual_resources_per_sm();
    let expected = [
        (Rule::EmptyBlock, threads == 0),
        (Rule::BlockDimension, is_dimension && axis_over),
        (Rule::ThreadsPerBlock, is_over && !is_dimension),
        (Rule::NoBudget, has_none),
        (Rule::RegistersPerThread, !registers_are_legal && !has_none),
        (Rule::ScalarRegisters, too_many_scalar),
        (Rule::RegisterFile, !registers_fit),
        (Rule::StaticSharedMemory, declared_over),
        (Rule::SharedMemory, over && !declared_over),
        (Rule::Barriers, kernel.barriers > sm.barriers_per_block()),
        (Rule::Carveout, kernel.carveout > Some(100)),
        (Rule::VirtualResources, virtual_over),
    ];
    for (rule, is_broken) in expected {
        let about = format!("{rule:?}: {}: {kernel:?}", sm.name());
        assert_eq!(found.contains(rule), is_broken, "{about}");
    }

    // The calculation takes zero registers, which are not known, and static shared memory over 48 KiB, which does not
    // compile.
    let cannot_launch =
        blocks(sm, kernel) == 0 || kernel.registers_on(sm) == 0 || declared_over || too_many_scalar;
    let is_refused = expected.iter().any(|(_, is_broken)| *is_broken);
    assert_eq!(cannot_launch, is_refused, "{}: {kernel:?}", sm.name());
}

#[test]
fn what_cannot_launch_breaks_a_launch_rule() {
    for_random(100_000, |random| {
        assert_launch_rules(random.multiprocessor(), &random.kernel());
    });
}
