//! Where compiled code contradicts a configuration.

use core::slice;

use crate::gpu::{Arch, CodeForm, ComputeCapability, WARP_SIZE};
use crate::kernel::product;
use crate::kernel::{Argument, Compiled, Configuration};

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

impl<'a> Configuration<'a> {
    /// Sets the figures of the compiled kernel; each GPU is checked against the code that it would run.
    ///
    /// Registers, static shared memory and barriers of the configuration are then promises that the code
    /// has to keep.
    ///
    /// ```
    /// use occupancy_core::{Arch, Compiled, Configuration, Kernel};
    ///
    /// let archs = [Arch::find("h100").unwrap()];
    /// let compiled = [Compiled::machine_code("saxpy", (9, 0)).with_registers(10)];
    /// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 8));
    /// let faults = configuration.with_compiled(&compiled).faults().unwrap().to_string();
    /// assert!(faults.contains("kernel `saxpy` (sm_90) uses 10 registers"));
    /// assert!(faults.contains("help: `regs = 10`"));
    /// ```
    #[must_use = "returns the changed configuration"]
    pub const fn with_compiled(mut self, compiled: &'a [Compiled<'a>]) -> Self {
        self.compiled = compiled;
        self
    }

    /// Sets a loaded function, and keeps only the GPU that it is loaded on. A check then reports which
    /// figures of the function and of its GPU differ from the declared ones. A function that uses less
    /// than declared breaks no rule, and what the driver does not report is not compared.
    ///
    /// That GPU is the first of the configuration with the function's compute capability, and with its
    /// number of SMs if one has it. If there is none,
    /// [`Rule::CompiledArchitecture`](crate::Rule::CompiledArchitecture) is broken.
    ///
    /// ```
    /// use occupancy_core::{Arch, Compiled, Configuration, Kernel};
    ///
    /// let archs = ["a100", "h100"].map(|name| Arch::find(name).unwrap());
    /// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
    /// let mut function = Compiled::loaded((9, 0)).with_registers(64);
    /// function.sm_count = Some(132);
    /// assert!(configuration.with_loaded(&function).check().is_empty());
    ///
    /// let other = Compiled::loaded((8, 9));
    /// let faults = configuration.with_loaded(&other).faults().unwrap().to_string();
    /// assert!(faults.starts_with("[OCC035] the configuration was not checked for the function's GPU"));
    /// ```
    #[must_use = "returns the changed configuration"]
    pub const fn with_loaded<'b>(self, function: &'b Compiled<'b>) -> Configuration<'b>
    where
        'a: 'b,
    {
        let archs = match self.arch_at_hand(function) {
            Some(arch) => slice::from_ref(arch),
            // Whichever it is, it is another.
            None => match self.archs.split_at_checked(1) {
                Some((first, _)) => first,
                None => &[],
            },
        };
        self.with_archs(archs)
            .with_compiled(slice::from_ref(function))
    }

    /// The GPU that a function is loaded on.
    const fn arch_at_hand(&self, function: &Compiled<'_>) -> Option<&'a Arch> {
        let mut at_hand = None;
        let mut left = self.archs;
        while let [arch, others @ ..] = left {
            if function.runs_on(arch.compute_capability()) {
                match (arch.sm_count(), function.sm_count) {
                    (Some(named), Some(found)) if named != found => {
                        if at_hand.is_none() {
                            at_hand = Some(arch);
                        }
                    }
                    _ => return Some(arch),
                }
            }
            left = others;
        }
        at_hand
    }

    /// The code that a GPU runs: among the images that it can run, the one for the latest compute capability.
    pub const fn compiled_on(&self, arch: &Arch) -> Option<&'a Compiled<'a>> {
        let cc = arch.compute_capability();
        let mut found: Option<&Compiled<'a>> = None;
        let mut left = self.compiled;
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

    /// The argument that states where the code is; the GPU, of a loaded function.
    pub(crate) const fn compiled_argument(&self) -> Argument {
        match self.compiled {
            [code, ..] => match code.form {
                CodeForm::MachineCode => Argument::Cubin,
                CodeForm::Ptx => Argument::Ptx,
                CodeForm::Loaded => Argument::Arch,
            },
            [] => Argument::Cubin,
        }
    }

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

const fn is_later(one: &Compiled<'_>, other: &Compiled<'_>) -> bool {
    let (one, other) = (one.compute_capability, other.compute_capability);
    one.0 > other.0 || (one.0 == other.0 && one.1 > other.1)
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
