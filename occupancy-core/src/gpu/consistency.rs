//! Checks whether the limits of a compute capability are consistent. Those of the tables are; a program
//! can state its own.

use super::ComputeCapability;
use super::WARP_SIZE;

impl ComputeCapability {
    /// The first way in which the limits contradict each other; `None` if they do not.
    #[allow(
        clippy::arithmetic_side_effects,
        reason = "sums and products of two 32-bit figures, and a power of two is not 0"
    )]
    pub(super) const fn contradiction(&self) -> Option<&'static str> {
        let (max_x, max_y, max_z) = self.max_block_dim;
        let most = self.max_threads_per_block;
        if self.warp_size != WARP_SIZE {
            Some("`warp_size` is 32 in every calculation here")
        } else if most == 0 || most as u64 > self.max_warps_per_sm as u64 * self.warp_size as u64 {
            Some("`max_threads_per_block` is 1 to what `max_warps_per_sm` holds")
        } else if max_x == 0 || max_y == 0 || max_z == 0 {
            Some("no dimension of `max_block_dim` is 0")
        } else if self.max_blocks_per_sm == 0 {
            Some("`max_blocks_per_sm` is at least 1")
        } else if !self.register_allocation_unit.is_power_of_two()
            || self.register_allocation_unit < WARP_SIZE
        {
            Some("`register_allocation_unit` is a power of two, at least a warp's 32 threads")
        } else if self.registers_per_block > self.registers_per_sm {
            Some("`registers_per_block` is at most `registers_per_sm`")
        } else if self.max_registers_per_thread == 0
            || self.max_registers_per_thread > self.registers_per_block / WARP_SIZE
        {
            Some("`max_registers_per_thread` is 1 to what one warp can have")
        } else if !self.sub_partitions.is_power_of_two()
            || self.max_warps_per_sm & (self.sub_partitions - 1) != 0
            || self.registers_per_sm & (self.sub_partitions - 1) != 0
        {
            Some("`sub_partitions` are a power of two, and share warps and registers evenly")
        } else if !self.shared_memory_allocation_unit.is_power_of_two() {
            Some("`shared_memory_allocation_unit` is a power of two")
        } else if self.shared_memory_per_block > self.shared_memory_per_block_optin {
            Some("`shared_memory_per_block` is at most `shared_memory_per_block_optin`")
        } else if self.static_shared_memory_per_block > self.shared_memory_per_block_optin {
            Some("`static_shared_memory_per_block` is at most `shared_memory_per_block_optin`")
        } else if self.shared_memory_per_block_optin as u64
            + self.reserved_shared_memory_per_block as u64
            > self.shared_memory_per_sm as u64
        {
            Some(
                "`shared_memory_per_block_optin` and `reserved_shared_memory_per_block` together are \
                 at most `shared_memory_per_sm`",
            )
        } else if !ascends_to(self.shared_memory_carveouts, self.shared_memory_per_sm) {
            Some("`shared_memory_carveouts` do not ascend to `shared_memory_per_sm`")
        } else if self.barriers_per_block > self.barriers_per_sm {
            Some("`barriers_per_block` is at most `barriers_per_sm`")
        } else if matches!(self.max_cluster_size, Some(most) if most < self.max_portable_cluster_size)
        {
            Some("`max_cluster_size` is at least `max_portable_cluster_size`")
        } else if self.targets.is_empty() {
            Some("`targets` has what compilers call it")
        } else {
            None
        }
    }
}

const fn ascends_to(steps: &[u32], last: u32) -> bool {
    let mut left = steps;
    while let [step, larger @ ..] = left {
        let ascends = match larger {
            [next, ..] => *next > *step,
            [] => *step == last,
        };
        if !ascends {
            return false;
        }
        left = larger;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::ComputeCapability;
    use crate::compute_capabilities::SM_90;

    #[test]
    fn the_tables_hold_no_contradiction() {
        for cc in ComputeCapability::ALL {
            assert_eq!(cc.contradiction(), None, "{}", cc.name);
        }
    }

    /// Each figure by itself, set to what no SM has.
    #[test]
    fn each_contradiction_is_found() {
        type Change = fn(&mut ComputeCapability);
        let changes: [(&str, Change); 33] = [
            ("warp_size", |cc| cc.warp_size = 64),
            ("max_threads_per_block", |cc| cc.max_threads_per_block = 0),
            ("max_threads_per_block", |cc| {
                cc.max_threads_per_block = 2049;
            }),
            ("max_warps_per_sm", |cc| cc.max_warps_per_sm = 31),
            ("max_block_dim", |cc| cc.max_block_dim.0 = 0),
            ("max_block_dim", |cc| cc.max_block_dim.1 = 0),
            ("max_block_dim", |cc| cc.max_block_dim.2 = 0),
            ("max_blocks_per_sm", |cc| cc.max_blocks_per_sm = 0),
            ("register_allocation_unit", |cc| {
                cc.register_allocation_unit = 0;
            }),
            ("register_allocation_unit", |cc| {
                cc.register_allocation_unit = 100;
            }),
            ("register_allocation_unit", |cc| {
                cc.register_allocation_unit = 96;
            }),
            ("registers_per_block", |cc| cc.registers_per_block = 65_537),
            ("max_registers_per_thread", |cc| {
                cc.max_registers_per_thread = 0;
            }),
            ("max_registers_per_thread", |cc| {
                cc.max_registers_per_thread = u32::MAX;
            }),
            // A warp with 2,048 registers per thread has all 65,536.
            ("max_registers_per_thread", |cc| {
                cc.max_registers_per_thread = 2049;
            }),
            ("sub_partitions", |cc| cc.sub_partitions = 0),
            ("sub_partitions", |cc| cc.sub_partitions = 3),
            ("sub_partitions", |cc| cc.max_warps_per_sm = 62),
            ("sub_partitions", |cc| cc.registers_per_sm = 65_538),
            ("sub_partitions", |cc| {
                (cc.registers_per_sm, cc.registers_per_block) = (63 * 1024, 63 * 1024);
                (cc.max_warps_per_sm, cc.sub_partitions) = (63, 3);
            }),
            ("shared_memory_allocation_unit", |cc| {
                cc.shared_memory_allocation_unit = 0;
            }),
            ("shared_memory_allocation_unit", |cc| {
                cc.shared_memory_allocation_unit = 96;
            }),
            ("shared_memory_per_block", |cc| {
                cc.shared_memory_per_block = u32::MAX;
            }),
            ("shared_memory_per_block_optin", |cc| {
                cc.shared_memory_per_block_optin = u32::MAX;
            }),
            ("static_shared_memory_per_block", |cc| {
                cc.static_shared_memory_per_block = u32::MAX;
            }),
            ("reserved_shared_memory_per_block", |cc| {
                cc.reserved_shared_memory_per_block = u32::MAX;
            }),
            ("shared_memory_carveouts", |cc| {
                cc.shared_memory_carveouts = &[0, 8192, 8192, 233_472];
            }),
            ("shared_memory_carveouts", |cc| {
                cc.shared_memory_carveouts = &[0, 8192];
            }),
            ("shared_memory_per_sm", |cc| cc.shared_memory_per_sm = 0),
            ("shared_memory_per_sm", |cc| {
                cc.shared_memory_per_sm = u32::MAX;
            }),
            ("barriers_per_block", |cc| cc.barriers_per_block = 65),
            ("max_cluster_size", |cc| cc.max_cluster_size = Some(7)),
            ("targets", |cc| cc.targets = &[]),
        ];
        let mut most = SM_90;
        most.max_registers_per_thread = 2048;
        assert_eq!(most.contradiction(), None);
        for (figure, spoil) in changes {
            let mut wrong = SM_90;
            spoil(&mut wrong);
            let found = wrong.contradiction();
            assert!(
                found.is_some_and(|found| found.contains(figure)),
                "{figure}: {found:?}"
            );
        }
    }
}
