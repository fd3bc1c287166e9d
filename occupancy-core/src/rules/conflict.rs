//! Where compiled code contradicts a cluster, and the launch bounds that it was compiled for.

use crate::gpu::{Arch, CodeForm, ComputeCapability, WARP_SIZE};
use crate::kernel::{Configuration, product};

/// How the code of a kernel contradicts its cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClusterConflict {
    /// It was compiled for another cluster, or for a cluster although none is stated.
    Other((u32, u32, u32)),
    /// Its clusters have at most this number of blocks.
    Larger(u32),
    /// It has to be launched in clusters, and none is stated.
    Missing,
}

impl Configuration<'_> {
    /// How the code contradicts the stated cluster, or the lack of one.
    pub(crate) const fn cluster_conflict(&self, arch: &Arch) -> Option<ClusterConflict> {
        let Some(code) = self.compiled_on(arch) else {
            return None;
        };
        let stated = self.kernel.cluster_dim;
        match (code.cluster_dim, stated) {
            (Some(compiled), Some(stated)) if !is_same(compiled, stated) => {
                return Some(ClusterConflict::Other(compiled));
            }
            // A cluster of one block is none.
            (Some(compiled), None) if product(compiled) != 1 => {
                return Some(ClusterConflict::Other(compiled));
            }
            (None, None) if code.is_cluster_explicit => return Some(ClusterConflict::Missing),
            _ => {}
        }
        match code.max_cluster_rank {
            Some(most) if self.kernel.blocks_per_cluster() > most as u64 => {
                Some(ClusterConflict::Larger(most))
            }
            _ => None,
        }
    }

    /// The blocks per SM in the launch bounds that give the register cap of the machine code: the fewest
    /// and the most. `None` if the cap comes from something else, or is not stated.
    ///
    /// ptxas limits registers so that `minBlocksPerMultiprocessor` blocks fit the register file, and
    /// ignores more blocks than the SM has warps and slots for. Measured with ptxas 11.8, 12.4 and 13.5
    /// over every block and number of blocks.
    pub(crate) const fn compiled_for_blocks(&self, arch: &Arch) -> Option<(u32, u32)> {
        let Some(code) = self.compiled_on(arch) else {
            return None;
        };
        let ((Some(block), _, Some(cap)) | (None, Some(block), Some(cap))) =
            (code.required_block, code.max_block, code.register_cap)
        else {
            return None;
        };
        if !matches!(code.form, CodeForm::MachineCode) {
            return None;
        }
        let Some(cc) = code.known_compute_capability() else {
            return None;
        };
        let warps = product(block).div_ceil(WARP_SIZE as u64);
        let (mut fewest, mut most) = (None, 0);
        let mut blocks = 1;
        while blocks <= cc.max_blocks_per_sm
            && warps.saturating_mul(blocks as u64) <= cc.max_warps_per_sm as u64
        {
            if ptxas_register_cap(cc, warps, blocks) == cap as u64 {
                if fewest.is_none() {
                    fewest = Some(blocks);
                }
                most = blocks;
            }
            blocks = blocks.saturating_add(1);
        }
        match fewest {
            Some(fewest) => Some((fewest, most)),
            None => None,
        }
    }
}

/// The most registers that ptxas gives a thread, for a number of blocks of a number of warps each: what is
/// left in a sub-partition, in units of 8.
const fn ptxas_register_cap(cc: &ComputeCapability, warps: u64, blocks: u32) -> u64 {
    // At least one, which keeps every division defined.
    let parts = if cc.sub_partitions > 1 {
        cc.sub_partitions as u64
    } else {
        1
    };
    let in_each = warps.saturating_mul(blocks as u64).div_ceil(parts);
    let lanes = in_each.saturating_mul(WARP_SIZE as u64);
    let Some(left) = (cc.registers_per_sm as u64).checked_div(parts.saturating_mul(lanes)) else {
        return 0;
    };
    let cap = left.saturating_sub(left % 8);
    let most = cc.max_registers_per_thread as u64;
    if cap < most { cap } else { most }
}

pub(crate) const fn is_same(one: (u32, u32, u32), other: (u32, u32, u32)) -> bool {
    one.0 == other.0 && one.1 == other.1 && one.2 == other.2
}

#[cfg(test)]
mod tests {
    use super::ptxas_register_cap;
    use crate::{ComputeCapability, search::max_registers_per_thread};

    #[test]
    fn the_cap_of_ptxas_is_what_the_register_file_holds() {
        // 5.x and 6.x allocate otherwise, and no cubin of a known layout is for them.
        for cc in ComputeCapability::ALL.iter().filter(|cc| cc.major >= 7) {
            for warps in 1..=32 {
                for blocks in 1..=cc.max_blocks_per_sm {
                    if warps * blocks > cc.max_warps_per_sm {
                        continue;
                    }
                    let fits = max_registers_per_thread(cc, warps * 32, blocks);
                    let cap = ptxas_register_cap(cc, warps.into(), blocks);
                    assert_eq!(
                        fits.map(u64::from),
                        Some(cap),
                        "{} {warps} {blocks}",
                        cc.name
                    );
                }
            }
        }
    }
}
