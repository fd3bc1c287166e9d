//! What a kernel was compiled to: machine code or PTX, which a configuration is held against.

use crate::cubin::{KernelUsage, name_in_source};
use crate::gpu::{Form, Suffix, runs};
use crate::kernel::product;
use crate::ptx::PtxUsage;
use crate::{Arch, Argument, ComputeCapability, Configuration, WARP_SIZE};

/// What a kernel was compiled to, as far as the code states it.
///
/// A [`Configuration`] with code is held against it: [`Configuration::with_code`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KernelCode<'a> {
    /// Machine code, of a cubin.
    Machine(KernelUsage<'a>),
    /// PTX, which ptxas or the driver compiles: it has no registers yet.
    Ptx(PtxUsage<'a>),
}

impl<'a> KernelCode<'a> {
    /// The symbol, of C++ mangled: what a loaded module has the function under.
    pub const fn name(&self) -> &'a str {
        match self {
            Self::Machine(usage) => usage.name,
            Self::Ptx(usage) => usage.name,
        }
    }

    /// The name in the source, without namespaces and parameters.
    pub const fn name_in_source(&self) -> &'a str {
        name_in_source(self.name())
    }

    /// The compute capability that it was compiled for: major and minor.
    pub const fn compute_capability(&self) -> (u32, u32) {
        match self {
            Self::Machine(usage) => usage.compute_capability,
            Self::Ptx(usage) => usage.target.numbers(),
        }
    }

    /// 32-bit registers of a thread. `None` where they are not known.
    pub const fn registers(&self) -> Option<u32> {
        match self {
            Self::Machine(usage) => Some(usage.registers),
            Self::Ptx(_) => None,
        }
    }

    /// Bytes of shared memory that a block has by declaration. `None` where they are not known.
    pub const fn static_shared_memory(&self) -> Option<u32> {
        match self {
            Self::Machine(usage) => Some(usage.static_shared_memory),
            Self::Ptx(usage) => usage.static_shared_memory,
        }
    }

    /// Named barriers, the highest id and 1 more. `None` where they are not known.
    pub const fn barriers(&self) -> Option<u32> {
        match self {
            Self::Machine(usage) => Some(usage.barriers),
            Self::Ptx(usage) => usage.barriers,
        }
    }

    /// The block of `__launch_bounds__`: not more threads than the product.
    pub const fn max_block(&self) -> Option<(u32, u32, u32)> {
        match self {
            Self::Machine(usage) => usage.max_block,
            Self::Ptx(usage) => usage.max_block,
        }
    }

    /// The block of `__block_size__` or `.reqntid`: exactly this.
    pub const fn required_block(&self) -> Option<(u32, u32, u32)> {
        match self {
            Self::Machine(usage) => usage.required_block,
            Self::Ptx(usage) => usage.required_block,
        }
    }

    /// The cluster of `__cluster_dims__`, blocks in each dimension.
    pub const fn cluster_dim(&self) -> Option<(u32, u32, u32)> {
        match self {
            Self::Machine(usage) => usage.cluster_dim,
            Self::Ptx(usage) => usage.cluster_dim,
        }
    }

    /// Blocks that a cluster has at most.
    pub const fn max_cluster_rank(&self) -> Option<u32> {
        match self {
            Self::Machine(usage) => usage.max_cluster_rank,
            Self::Ptx(usage) => usage.max_cluster_rank,
        }
    }

    /// Whether it has to be launched with a cluster.
    pub const fn is_cluster_explicit(&self) -> bool {
        match self {
            Self::Machine(usage) => usage.is_cluster_explicit,
            Self::Ptx(usage) => usage.is_cluster_explicit,
        }
    }

    /// Whether a GPU of this compute capability runs it, as far as the code states it.
    ///
    /// Machine code runs on its own major version, its minor version and later ones, and on a Tegra
    /// (Jetson) only where it was compiled for it; whether it was compiled for its compute capability
    /// alone (`sm_100a`) is not in every binary, and is not looked at. PTX for a plain target is compiled
    /// for its own compute capability and every later one, that for `sm_90a` for it alone, and that for
    /// `sm_100f` for its family. Sources are beside [`ComputeCapability::runs`].
    pub const fn runs_on(&self, cc: &ComputeCapability) -> bool {
        let gpu = (cc.major, cc.minor);
        match self {
            Self::Machine(usage) => {
                runs(Form::Machine, usage.compute_capability, Suffix::None, gpu)
            }
            Self::Ptx(usage) => {
                let target = usage.target;
                runs(Form::Ptx, target.numbers(), target.suffix, gpu)
            }
        }
    }
}

/// What the code of a kernel contradicts in its cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClusterConflict {
    /// It was compiled for another cluster, or for one where none is stated.
    Other((u32, u32, u32)),
    /// Its clusters have so many blocks at most.
    Larger(u32),
    /// It has to be launched in clusters, and none is stated.
    Missing,
}

impl<'a> Configuration<'a> {
    /// The same, held against what the kernel was compiled to: for each GPU, the code that it would
    /// run.
    ///
    /// Registers, static shared memory and barriers of the configuration are promises then, which the
    /// code has to keep.
    ///
    /// ```
    /// use occupancy_core::cubin::{CubinError, usage};
    /// use occupancy_core::{Arch, Configuration, Kernel, KernelCode};
    ///
    /// fn faults(cubin: &[u8]) -> Result<String, CubinError> {
    ///     let code = [KernelCode::Machine(usage(cubin, "saxpy")?)];
    ///     let archs = [Arch::find("h100").unwrap()];
    ///     let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 8)).with_code(&code);
    ///     Ok(configuration.faults().map(|faults| faults.to_string()).unwrap_or_default())
    /// }
    /// assert_eq!(faults(b"no cubin"), Err(CubinError::NotCubin));
    /// ```
    #[must_use = "returns the changed configuration"]
    pub const fn with_code(mut self, code: &'a [KernelCode<'a>]) -> Self {
        self.code = code;
        self
    }

    /// The code that a GPU runs: of what it runs, that for the latest compute capability.
    pub const fn code_on(&self, arch: &Arch) -> Option<&'a KernelCode<'a>> {
        let cc = arch.compute_capability();
        let mut found: Option<&KernelCode<'a>> = None;
        let mut left = self.code;
        while let [code, others @ ..] = left {
            left = others;
            if code.runs_on(cc) {
                found = match found {
                    Some(other) if !is_later(code, other) => Some(other),
                    _ => Some(code),
                };
            }
        }
        found
    }

    /// The argument that states where the code is.
    pub(crate) const fn code_argument(&self) -> Argument {
        match self.code {
            [KernelCode::Ptx(_), ..] => Argument::Ptx,
            [] | [KernelCode::Machine(_), ..] => Argument::Cubin,
        }
    }

    /// What the code contradicts in the stated cluster, or in that there is none.
    pub(crate) const fn cluster_conflict(&self, arch: &Arch) -> Option<ClusterConflict> {
        let Some(code) = self.code_on(arch) else {
            return None;
        };
        let stated = self.kernel.cluster_dim;
        match (code.cluster_dim(), stated) {
            (Some(compiled), Some(stated)) if !is_same(compiled, stated) => {
                return Some(ClusterConflict::Other(compiled));
            }
            // A cluster of one block is none.
            (Some(compiled), None) if product(compiled) != 1 => {
                return Some(ClusterConflict::Other(compiled));
            }
            (None, None) if code.is_cluster_explicit() => return Some(ClusterConflict::Missing),
            _ => {}
        }
        match code.max_cluster_rank() {
            Some(most) if self.kernel.blocks_per_cluster() > most as u64 => {
                Some(ClusterConflict::Larger(most))
            }
            _ => None,
        }
    }

    /// The blocks per SM that launch bounds had when the register cap of the machine code came of
    /// them: the fewest and the most. `None` where the cap comes of something else, or is not stated.
    ///
    /// ptxas keeps to the registers with which `minBlocksPerMultiprocessor` blocks fit the register
    /// file, and ignores more blocks than the warps and the slots of the SM take. Measured with ptxas
    /// 11.8, 12.4 and 13.5 over every block and number of blocks.
    pub(crate) const fn compiled_for_blocks(&self, arch: &Arch) -> Option<(u32, u32)> {
        let Some(KernelCode::Machine(usage)) = self.code_on(arch) else {
            return None;
        };
        let ((Some(block), _, Some(cap)) | (None, Some(block), Some(cap))) =
            (usage.required_block, usage.max_block, usage.register_cap)
        else {
            return None;
        };
        let Some(cc) = usage.known_compute_capability() else {
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

/// The registers that ptxas gives a thread at most, for so many blocks of so many warps each: what is
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

const fn is_later(one: &KernelCode<'_>, other: &KernelCode<'_>) -> bool {
    let (one, other) = (one.compute_capability(), other.compute_capability());
    one.0 > other.0 || (one.0 == other.0 && one.1 > other.1)
}

pub(crate) const fn is_same(one: (u32, u32, u32), other: (u32, u32, u32)) -> bool {
    one.0 == other.0 && one.1 == other.1 && one.2 == other.2
}

#[cfg(test)]
mod tests {
    use super::ptxas_register_cap;
    use crate::{ComputeCapability, max_registers_per_thread};

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
