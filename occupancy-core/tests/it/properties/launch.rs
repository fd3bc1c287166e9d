//! Each rule about launching is reported exactly where it is broken, and what passes launches.

use occupancy_core::{Arch, ComputeCapability, Configuration, Kernel, Rule};

use crate::any_configuration::for_random;
use crate::common::{KIB, blocks, occupancy};

const SHARED_MEMORY_DEFAULT: u32 = 48 * KIB;

const LAUNCH_RULES: [Rule; 10] = [
    Rule::EmptyBlock,
    Rule::BlockDimension,
    Rule::ThreadsPerBlock,
    Rule::RegistersPerThread,
    Rule::RegisterFile,
    Rule::StaticSharedMemory,
    Rule::SharedMemory,
    Rule::Barriers,
    Rule::Carveout,
    Rule::VirtualResources,
];

/// Each launch rule is reported exactly where it is broken, and nothing that cannot launch passes.
fn hold_launch_rules(cc: &'static ComputeCapability, kernel: &Kernel) {
    let archs = [Arch::ComputeCapability(cc)];
    let found = Configuration::new(&archs, *kernel)
        .with_partial_warp_allowed(true)
        .check();
    let is = |rule| found.contains(rule);
    let about = || format!("{}: {kernel:?}: {found:?}", cc.name());

    let threads = kernel.threads_per_block();
    let (x, y, z) = kernel.block_dim;
    let axis_over = x > 1024 || y > 1024 || z > 64;
    assert_eq!(is(Rule::EmptyBlock), threads == 0, "{}", about());
    // A dimension over its limit says it all.
    let too_many = threads > 1024 && !is(Rule::BlockDimension);
    assert_eq!(is(Rule::ThreadsPerBlock), too_many, "{}", about());
    assert!(z <= 64 || is(Rule::BlockDimension), "{}", about());
    assert!(axis_over || !is(Rule::BlockDimension), "{}", about());
    let block_is_illegal =
        is(Rule::EmptyBlock) || is(Rule::ThreadsPerBlock) || is(Rule::BlockDimension);
    assert!(!axis_over || block_is_illegal, "{}", about());

    let registers_are_legal = (1..=255).contains(&kernel.registers_per_thread);
    assert_eq!(
        is(Rule::RegistersPerThread),
        !registers_are_legal,
        "{}",
        about()
    );
    let bare = Kernel::new(kernel.block_dim, kernel.registers_per_thread);
    let registers_fit = block_is_illegal
        || !registers_are_legal
        || occupancy(cc, &bare).limits.registers != Some(0);
    assert_eq!(is(Rule::RegisterFile), !registers_fit, "{}", about());

    let allowed = if kernel.shared_memory_optin {
        cc.shared_memory_per_block_optin()
    } else {
        SHARED_MEMORY_DEFAULT
    };
    let declared_over = kernel.static_shared_memory > SHARED_MEMORY_DEFAULT;
    let over = kernel.shared_memory() > u64::from(allowed);
    assert_eq!(is(Rule::StaticSharedMemory), declared_over, "{}", about());
    assert_eq!(
        is(Rule::SharedMemory),
        over && !declared_over,
        "{}",
        about()
    );

    assert_eq!(is(Rule::Barriers), kernel.barriers > 16, "{}", about());
    let virtual_over = cc.virtual_resources_per_sm() > 0 && kernel.virtual_resources > 128;
    assert_eq!(is(Rule::VirtualResources), virtual_over, "{}", about());
    let carveout_over = matches!(kernel.carveout, Some(percent) if percent > 100);
    assert_eq!(is(Rule::Carveout), carveout_over, "{}", about());

    // Zero registers are not known, and static shared memory over 48 KiB does not compile: the
    // calculation takes both.
    let cannot_launch =
        blocks(cc, kernel) == 0 || kernel.registers_per_thread == 0 || declared_over;
    let launch_rule_broken = LAUNCH_RULES.into_iter().any(is);
    assert_eq!(cannot_launch, launch_rule_broken, "{}", about());
}

#[test]
fn what_cannot_launch_breaks_a_launch_rule() {
    for_random(100_000, |random| {
        hold_launch_rules(random.compute_capability(), &random.kernel());
    });
}
