//! The table of occupancy by block size and registers together, around the configuration: more of one costs the other.

use occupancy_core::text::grouped;
use occupancy_core::{Multiprocessor, Occupancy, search::max_registers_per_thread};

use crate::format::{joined, table};
use crate::outcome::Outcome;

/// The number of values on each side of the stated one.
const ASIDE: usize = 2;

/// Writes the table.
pub(super) fn by_block_size_and_registers(outcome: &Outcome<'_>) -> String {
    let sm = outcome.sm;
    let Ok(stated) = u32::try_from(outcome.kernel.threads_per_block()) else {
        return String::new();
    };
    let budget = outcome.registers();
    let budgets = around(budgets(sm), budget);
    let heading = |count: &u32| marked(&count.to_string(), *count == budget);
    let headings = joined(" | ", &budgets, heading);
    let columns = "--:|".repeat(budgets.len());
    let head = format!("| threads | {headings} |\n|--:|{columns}");
    let occupancies = table(&head, &around(sizes(sm), stated), |&threads| {
        let of_size = outcome.with_threads(threads);
        let cells = joined(" | ", &budgets, |&registers| {
            let is_stated = threads == stated && registers == budget;
            let kernel = of_size.with_registers(registers).with_vgprs(registers);
            match Occupancy::new(sm, &kernel) {
                Ok(one) if one.blocks_per_sm > 0 => marked(&one.ratio().to_string(), is_stated),
                _ => "–".to_owned(),
            }
        });
        let size = marked(grouped(threads.into()).as_str(), threads == stated);
        format!("| {size} | {cells} |")
    });
    let axes = "block size (rows) and registers per thread (columns)";
    format!("Occupancy by {axes}, all else as stated:\n\n{occupancies}")
}

/// Writes a value in bold if it is stated.
fn marked(value: &str, is_stated: bool) -> String {
    let mark = if is_stated { "**" } else { "" };
    format!("{mark}{value}{mark}")
}

/// Returns `stated`, and the values next to it.
fn around(mut values: Vec<u32>, stated: u32) -> Vec<u32> {
    let at = values.partition_point(|value| *value < stated);
    if values.get(at) != Some(&stated) {
        values.insert(at, stated);
    }
    values.truncate(at.saturating_add(ASIDE + 1));
    values.split_off(at.saturating_sub(ASIDE))
}

/// Returns for each number of warps the most registers per thread with which they fit in the register file.
fn budgets(sm: &Multiprocessor) -> Vec<u32> {
    // Blocks have a warp for each sub-partition, so that they divide the registers of all evenly.
    let threads = sm.warp_size().saturating_mul(sm.sub_partitions());
    let mut budgets = Vec::new();
    for blocks in (1..=sm.max_warps_per_sm() / sm.sub_partitions().max(1)).rev() {
        let most = max_registers_per_thread(sm, threads, blocks);
        if let Some(most) = most.filter(|most| budgets.last() != Some(most)) {
            budgets.push(most);
        }
    }
    budgets
}

/// Returns the powers of two and the sizes half-way between them, from one warp to the largest block.
fn sizes(sm: &Multiprocessor) -> Vec<u32> {
    let mut sizes = vec![32, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048];
    sizes.retain(|size| *size <= sm.max_threads_per_block() && size % sm.warp_size() == 0);
    sizes
}

#[cfg(test)]
mod tests {
    use occupancy_core::compute_capabilities::SM_90;

    use super::{around, budgets, sizes};

    #[test]
    fn values_on_both_sides() {
        assert_eq!(around(vec![1, 2, 3, 4, 5, 6], 4), [2, 3, 4, 5, 6]);
        assert_eq!(around(vec![10, 20, 30], 15), [10, 15, 20, 30]);
        assert_eq!(around(vec![10, 20, 30], 40), [20, 30, 40]);
        assert_eq!(around(vec![10, 20, 30], 10), [10, 20, 30]);
    }

    #[test]
    fn sizes_are_whole_warps() {
        let expected = [32, 64, 96, 128, 192, 256, 384, 512, 768, 1024];
        assert_eq!(sizes(&SM_90), expected);
    }

    /// A sub-partition gives 16,384 registers to warps in units of 256.
    #[test]
    fn budgets_use_up_the_register_file() {
        let of_warps = |warps: u32| (16_384 / warps / 256 * 256 / 32).min(255);
        let mut by_hand: Vec<u32> = (1..=16).rev().map(of_warps).collect();
        by_hand.dedup();
        assert_eq!(budgets(&SM_90), by_hand);
    }
}
