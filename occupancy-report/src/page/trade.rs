//! Occupancy by block size and registers together, around the configuration: more of one costs the other.

use std::fmt::Write;

use occupancy_core::{ComputeCapability, Kernel, Occupancy};

use crate::markdown::SMALL;
use crate::verdict::Verdict;

/// Values on each side of the stated one.
const ASIDE: usize = 2;

pub(super) fn table(out: &mut String, verdict: &Verdict<'_>) {
    let (cc, kernel) = (verdict.compute_capability(), verdict.kernel());
    let Ok(stated) = u32::try_from(kernel.threads_per_block()) else {
        return;
    };
    let budgets = around(budgets(cc), kernel.registers_per_thread);
    let sizes = around(sizes(cc), stated);
    let [before, behind] = SMALL;
    let _ = write!(
        out,
        "Occupancy by block size (rows) and registers per thread (columns), all else as stated:\n\n\
         {before}| threads |"
    );
    for &registers in &budgets {
        let _ = write!(
            out,
            " {} |",
            marked(registers, registers == kernel.registers_per_thread)
        );
    }
    out.push_str("\n|--:|");
    out.push_str(&"--:|".repeat(budgets.len()));
    out.push('\n');
    for &threads in &sizes {
        let _ = write!(out, "| {} |", marked(threads, threads == stated));
        for &registers in &budgets {
            let is_stated = threads == stated && registers == kernel.registers_per_thread;
            let other = if threads == stated {
                *kernel
            } else {
                verdict
                    .configuration()
                    .with_block_dim((threads, 1, 1))
                    .kernel
            };
            let other = other.with_registers(registers);
            let _ = match Occupancy::new(cc, &other) {
                Ok(occupancy) if occupancy.blocks_per_sm > 0 => {
                    write!(out, " {} |", marked(occupancy.ratio(), is_stated))
                }
                _ => out.write_str(" – |"),
            };
        }
        out.push('\n');
    }
    out.push_str(behind);
}

fn marked(value: impl std::fmt::Display, is_stated: bool) -> String {
    let mark = if is_stated { "**" } else { "" };
    format!("{mark}{value}{mark}")
}

/// The values next to `stated`, and itself.
fn around(mut values: Vec<u32>, stated: u32) -> Vec<u32> {
    let at = match values.binary_search(&stated) {
        Ok(at) => at,
        Err(at) => {
            values.insert(at, stated);
            at
        }
    };
    values.truncate(at.saturating_add(ASIDE + 1));
    values.split_off(at.saturating_sub(ASIDE))
}

/// The most registers per thread with which each number of warps fits in the register file.
fn budgets(cc: &ComputeCapability) -> Vec<u32> {
    let warps = |registers| {
        // A warp for each sub-partition, so that no rest of one is lost.
        let threads = cc.warp_size().saturating_mul(cc.sub_partitions());
        let block = Kernel::new((threads, 1, 1), registers);
        let occupancy = Occupancy::new(cc, &block).ok()?;
        Some(occupancy.limits.registers?.min(occupancy.limits.warps))
    };
    (1..=cc.max_registers_per_thread())
        .filter(|&registers| {
            registers == cc.max_registers_per_thread() || warps(registers) != warps(registers + 1)
        })
        .collect()
}

/// Powers of two, and the sizes half-way between them, from one warp to the largest block.
fn sizes(cc: &ComputeCapability) -> Vec<u32> {
    let doubled = |first: u32| {
        let next = |size: &u32| size.checked_mul(2);
        std::iter::successors(Some(first), next)
            .take_while(|&size| size <= cc.max_threads_per_block())
            .filter(|&size| size > 0)
    };
    let mut sizes: Vec<u32> = doubled(cc.warp_size())
        .chain(doubled(cc.warp_size().saturating_mul(3)))
        .collect();
    sizes.sort_unstable();
    sizes
}

#[cfg(test)]
mod tests {
    use occupancy_core::{Arch, Configuration, Kernel, compute_capabilities::SM_90};

    use super::{around, budgets, sizes, table};
    use crate::report::Variant;
    use crate::verdict::Verdict;

    #[test]
    fn values_on_both_sides() {
        assert_eq!(around(vec![1, 2, 3, 4, 5, 6], 4), [2, 3, 4, 5, 6]);
        assert_eq!(around(vec![10, 20, 30], 15), [10, 15, 20, 30]);
        assert_eq!(around(vec![10, 20, 30], 40), [20, 30, 40]);
        assert_eq!(around(vec![10, 20, 30], 10), [10, 20, 30]);
    }

    /// 16,384 registers of a sub-partition, given to warps in units of 256.
    #[test]
    fn budgets_use_up_the_register_file() {
        let by_hand = (1..=16).rev().map(|warps| 16_384 / warps / 256 * 256 / 32);
        let mut by_hand: Vec<u32> = by_hand.map(|most| most.min(255)).collect();
        by_hand.dedup();
        assert_eq!(budgets(&SM_90), by_hand);
    }

    #[test]
    fn sizes_are_whole_warps() {
        assert_eq!(
            sizes(&SM_90),
            [32, 64, 96, 128, 192, 256, 384, 512, 768, 1024]
        );
    }

    #[test]
    fn around_an_h100() {
        let archs = [Arch::find("h100").unwrap()];
        let variant = Variant::new(Configuration::new(&archs, Kernel::new((256, 1, 1), 64)));
        let mut out = String::new();
        table(&mut out, &Verdict::new(&variant, &archs[0]).unwrap());
        // By hand: 65,536 registers over 256 threads of 64 are 4 blocks, 32 of 64 warps.
        for row in [
            "| threads | 48 | 56 | **64** | 72 | 80 |",
            "| **256** | 62.5 % | 50 % | **50 %** | 37.5 % | 37.5 % |",
            "| 384 | 56.3 % | 56.3 % | 37.5 % | 37.5 % | 37.5 % |",
        ] {
            assert!(out.contains(row), "{row} in\n{out}");
        }
    }
}
