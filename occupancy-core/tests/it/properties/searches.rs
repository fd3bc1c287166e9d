//! The searches find the most there is.

use occupancy_core::{
    Arch, Configuration, Kernel, Multiprocessor,
    gpu::Vendor,
    launch::CompileOptions,
    search::{max_dynamic_shared_memory, max_registers_per_thread},
};

use crate::any_configuration::multiprocessors;
use crate::common::{KIB, block, blocks};

/// The register cap that ptxas derives from `__launch_bounds__`: the register file of one
/// sub-partition over the warps that it holds, in steps of 8 registers per thread.
#[test]
fn max_registers_is_the_cap_of_ptxas_and_maximal() {
    for sm in multiprocessors() {
        let lanes = sm.warp_size();
        for threads in (1..=32).flat_map(|warps| [lanes * (warps - 1) + 1, lanes * warps]) {
            let most_blocks = blocks(sm, &block(threads, 1));
            for resident in 1..=sm.max_warps_per_sm() + 1 {
                let about = format!("{}: {resident} blocks of {threads} threads", sm.name());
                let Some(most) = max_registers_per_thread(sm, threads, resident) else {
                    assert!(resident > most_blocks, "{about}");
                    continue;
                };
                let keeps = |registers| blocks(sm, &block(threads, registers)) >= resident;
                assert!(keeps(most), "{about}: {most}");
                assert!(
                    most == sm.max_registers_per_thread() || !keeps(most + 1),
                    "{about}: {most}"
                );
                if sm.registers_per_block() == sm.registers_per_sm() && sm.sub_partitions() == 4 {
                    let warps_each = (threads.div_ceil(lanes) * resident).div_ceil(4);
                    let granule = sm.register_allocation_unit() / lanes;
                    let of_part = sm.registers_per_sm() / 4;
                    let fit = of_part / (lanes * warps_each) / granule * granule;
                    assert_eq!(most, fit.min(sm.max_registers_per_thread()), "{about}");
                }
            }
        }
    }
}

/// The launch bounds of a configuration leave the registers that follow from them, on every compute capability, and the
/// blocks are resident whatever the kernel uses of them.
#[test]
fn launch_bounds_leave_the_registers_that_follow() {
    for sm in multiprocessors() {
        let archs = [Arch::Multiprocessor(sm)];
        for threads in
            (1..=32).flat_map(|warps| [sm.warp_size() * warps - 5, sm.warp_size() * warps])
        {
            for (min_blocks, bytes) in (0..=33).flat_map(|blocks| [(blocks, 0), (blocks, 20_000)]) {
                let kernel = block(threads, 1).with_dynamic_shared_memory(bytes);
                let mut auto = Configuration::new(&archs, kernel);
                (auto.auto_registers, auto.auto_vgprs) = (Some(0), Some(0));
                let auto = match min_blocks {
                    0 => auto.with_block_dim(kernel.block_dim),
                    demanded => auto.with_min_blocks(demanded),
                };
                let (left, resident) = (
                    auto.kernel.registers_on(sm),
                    auto.fewest_blocks_per_sm().unwrap(),
                );
                let about = format!(
                    "{}: {min_blocks} blocks of {threads} threads: {left}, {resident}",
                    sm.name()
                );
                if threads > sm.max_threads_per_block() {
                    continue;
                }
                let demanded = min_blocks.max(1);
                let fit = blocks(sm, &block(threads, 1)).min(demanded);
                assert_eq!(
                    max_registers_per_thread(sm, threads, fit),
                    Some(left),
                    "{about}"
                );
                if resident >= demanded {
                    assert_eq!(
                        max_registers_per_thread(sm, threads, resident),
                        Some(left),
                        "{about}"
                    );
                    let options = CompileOptions::new(&auto);
                    if sm.vendor() == Vendor::Nvidia {
                        assert_eq!(
                            options.launch_bounds.as_str(),
                            format!("__launch_bounds__({threads}, {resident})")
                        );
                    }
                }
                // Blocks of one size of several are those of the largest.
                let mut of_largest = auto;
                (of_largest.auto_registers, of_largest.auto_vgprs) = (Some(threads), Some(threads));
                let small = of_largest.with_block_dim((1, 1, 1));
                assert_eq!(small.kernel.registers_on(sm), left, "{about}");
            }
        }
    }
}

/// One byte more than the most loses a block, and every size up to it keeps them all.
#[test]
fn max_dynamic_shared_memory_is_maximal() {
    for sm in multiprocessors() {
        for (threads, declared) in [(64, 0), (96, 1_000), (256, 4 * KIB), (1024, 40_001)] {
            for carveout in [None, Some(0), Some(25)] {
                for optin in [false, true] {
                    let kernel = block(threads, 16)
                        .with_static_shared_memory(declared)
                        .with_carveout(carveout)
                        .with_shared_memory_optin(optin);
                    assert_every_edge(sm, &kernel);
                }
            }
        }
    }
}

/// One byte below, at and above every multiple of 128 bytes, to past what any block may have.
fn granule_edges(sm: &Multiprocessor) -> impl Iterator<Item = u32> + use<> {
    let most = sm.shared_memory_per_sm() + 2 * KIB;
    let edges = (0..most).step_by(128);
    edges.flat_map(|edge| [edge.saturating_sub(1), edge, edge + 1])
}

fn assert_every_edge(sm: &Multiprocessor, kernel: &Kernel) {
    let with = |bytes| blocks(sm, &kernel.with_dynamic_shared_memory(bytes));
    let most: Vec<Option<u32>> = (0..=sm.max_warps_per_sm() + 1)
        .map(|resident| max_dynamic_shared_memory(sm, kernel, resident))
        .collect();
    for (resident, most) in (0..).zip(&most) {
        let about = || format!("{}: {resident} blocks of {kernel:?}", sm.name());
        match *most {
            Some(bytes) => {
                assert!(with(bytes) >= resident, "{}: {bytes}", about());
                assert!(with(bytes + 1) < resident, "{}: {bytes}", about());
            }
            None => assert!(resident == 0 || with(0) < resident, "{}", about()),
        }
    }
    for bytes in granule_edges(sm) {
        let resident = with(bytes);
        // The largest number of blocks whose most is not below these bytes.
        let expected = most
            .iter()
            .rposition(|most| *most >= Some(bytes))
            .unwrap_or(0);
        assert_eq!(
            resident as usize,
            expected,
            "{}: {bytes} of {kernel:?}",
            sm.name()
        );
    }
}
