//! The bounds of an entry.

use occupancy_core::gpu::runs;
use occupancy_core::gpu::{CodeForm, Suffix};
use occupancy_core::{ComputeCapability, Configuration};

/// Launch bounds of one entry, as PTX directives state them; `None` means not stated.
///
/// [`Bounds::of`] takes them from a configuration, and the setters change them.
///
/// ```
/// use occupancy_binary::ptx::{BlockBound, Bounds};
/// use occupancy_core::{Arch, Configuration, Kernel};
///
/// let archs = [Arch::find("h100")?];
/// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
/// let bounds = Bounds::of(&configuration);
/// assert_eq!(bounds.block, Some(BlockBound::Max((256, 1, 1))));
/// assert_eq!((bounds.min_blocks, bounds.max_registers), (Some(4), Some(64)));
///
/// let exact = bounds.with_block(Some(BlockBound::Required((256, 1, 1))));
/// assert_eq!(exact.min_blocks, Some(4));
/// # Ok::<(), occupancy_core::UnknownArch>(())
/// ```
///
/// Two are equal if they state the same, whichever GPUs each is for: bounds that are read from a text
/// equal those that were written into it.
///
/// # Why a register bound beside a minimum of blocks
///
/// With `.minnctapersm`, ptxas limits registers so that this number of blocks is resident, and uses all of
/// them if that helps: if shared memory or the slots bind, that is more than the checked budget. With
/// `.maxntid` alone, a thread can even have more registers than without it. With `.maxnreg` too, the
/// tighter of the two applies, without a warning. Measured with ptxas 12.9.86 and 13.5.37 on an entry that
/// needs 168 registers, for `sm_75`, `sm_90`, `sm_100` and `sm_120` alike:
///
/// | directives, with `.maxntid 256` | registers |
/// |---|---|
/// | none, and no `.maxntid` | 168 |
/// | none | 246, and 248 on `sm_75` |
/// | `.minnctapersm 2` | 128 |
/// | `.minnctapersm 2` `.maxnreg 64` | 64 |
/// | `.minnctapersm 4` `.maxnreg 128` | 64 |
///
/// So [`Bounds::of`] states both: `.maxnreg` is the checked budget, and `.minnctapersm` keeps the blocks
/// if the text is assembled for a GPU with fewer registers.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Bounds {
    /// `.maxntid` or `.reqntid`: threads of a block.
    pub block: Option<BlockBound>,
    /// `.minnctapersm`: resident blocks per SM that ptxas keeps registers for.
    pub min_blocks: Option<u32>,
    /// `.maxnreg`: 32-bit registers per thread. ptxas raises fewer than 24 to 24, or 16 on 5.x and 6.x,
    /// and ignores more than 255.
    pub max_registers: Option<u32>,
    /// `.reqnctapercluster`: blocks of a cluster in x, y and z.
    pub cluster_dim: Option<(u32, u32, u32)>,
    pub(super) limits: Option<Limits>,
}

/// The threads of a block, in x, y and z.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockBound {
    /// `.maxntid`: no block has more than the product. `__launch_bounds__` becomes this.
    Max((u32, u32, u32)),
    /// `.reqntid`: every block has these dimensions, and a launch with others fails. ptxas may rely
    /// on each of them.
    Required((u32, u32, u32)),
}

/// What the SMs of every GPU allow that the text is assembled for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) warps_per_sm: u32,
    pub(super) blocks_per_sm: u32,
    /// The oldest and the newest: 90 for 9.0.
    oldest: u32,
    newest: u32,
}

impl Limits {
    pub(super) const fn of(cc: &ComputeCapability) -> Self {
        let number = cc.major().saturating_mul(10).saturating_add(cc.minor());
        Self {
            warps_per_sm: cc.max_warps_per_sm(),
            blocks_per_sm: cc.max_blocks_per_sm(),
            oldest: number,
            newest: number,
        }
    }

    const fn and(self, other: Self) -> Self {
        Self {
            warps_per_sm: least(self.warps_per_sm, other.warps_per_sm),
            blocks_per_sm: least(self.blocks_per_sm, other.blocks_per_sm),
            oldest: least(self.oldest, other.oldest),
            newest: most(self.newest, other.newest),
        }
    }

    /// What ptxas raises a smaller `.maxnreg` to.
    ///
    /// ptxas 12.9.86: "adjusting per thread register count of 15 to lower bound of 16" for sm_50 and sm_60, "of 24"
    /// for sm_70 and every later target; 13.5.37 the same.
    pub(super) const fn min_registers(self) -> u32 {
        if self.newest < 70 { 16 } else { 24 }
    }

    /// One of the GPUs on which a module for this target does not run. Where the oldest and the newest run it, those
    /// between do.
    pub(super) fn excluded_by(self, code: (u32, u32), suffix: Suffix) -> Option<(u32, u32)> {
        let gpus = [self.oldest, self.newest].map(|number| (number / 10, number % 10));
        let mut gpus = gpus.iter();
        gpus.find(|gpu| !runs(CodeForm::Ptx, code, suffix, **gpu))
            .copied()
    }
}

const fn least(a: u32, b: u32) -> u32 {
    if a < b { a } else { b }
}

const fn most(a: u32, b: u32) -> u32 {
    if a > b { a } else { b }
}

impl Bounds {
    /// No bounds.
    pub const fn new() -> Self {
        Self {
            block: None,
            min_blocks: None,
            max_registers: None,
            cluster_dim: None,
            limits: None,
        }
    }

    /// The bounds of a configuration that passes its check: at most its block, at least as many resident
    /// blocks as fit on every GPU, its registers, and its cluster.
    ///
    /// A budget under 24 registers is stated as 24 (16 on 5.x and 6.x): ptxas raises it to that, and
    /// with so few registers they never bind.
    pub const fn of(configuration: &Configuration<'_>) -> Self {
        let kernel = &configuration.kernel;
        let mut bounds = Self::new();
        let mut archs = configuration.archs;
        while let [arch, others @ ..] = archs {
            bounds = bounds.with_compute_capability(arch.compute_capability());
            archs = others;
        }
        bounds.block = Some(BlockBound::Max(kernel.block_dim));
        bounds.min_blocks = match configuration.fewest_blocks_per_sm() {
            Some(blocks) if blocks > 0 => Some(blocks),
            _ => None,
        };
        bounds.max_registers = Some(most(
            kernel.registers_per_thread,
            match bounds.limits {
                Some(limits) => limits.min_registers(),
                None => 0,
            },
        ));
        bounds.cluster_dim = kernel.cluster_dim;
        bounds
    }

    /// Sets the bound of the block's threads, or removes it.
    #[must_use = "returns the changed bounds"]
    pub const fn with_block(mut self, block: Option<BlockBound>) -> Self {
        self.block = block;
        self
    }

    /// Sets the minimum of resident blocks per SM, or removes it.
    #[must_use = "returns the changed bounds"]
    pub const fn with_min_blocks(mut self, min_blocks: Option<u32>) -> Self {
        self.min_blocks = min_blocks;
        self
    }

    /// Sets the maximum of registers per thread, or removes it.
    #[must_use = "returns the changed bounds"]
    pub const fn with_max_registers(mut self, max_registers: Option<u32>) -> Self {
        self.max_registers = max_registers;
        self
    }

    /// Sets the cluster, in blocks along x, y and z, or removes it.
    #[must_use = "returns the changed bounds"]
    pub const fn with_cluster_dim(mut self, cluster_dim: Option<(u32, u32, u32)>) -> Self {
        self.cluster_dim = cluster_dim;
        self
    }

    /// Adds GPUs of this compute capability. What ptxas ignores depends on the GPU that the text is
    /// assembled for; by default, that is the `.target` of the text.
    ///
    /// ```
    /// use occupancy_core::compute_capabilities::SM_90;
    /// use occupancy_binary::ptx::{BlockBound, Bounds, Existing};
    ///
    /// // An SM of 7.5 holds 1024 threads, and one of 9.0, on which this text runs too, 2048.
    /// let text = ".version 8.0\n.target sm_75\n.entry k\n{ ret; }\n";
    /// let bounds = Bounds::new()
    ///     .with_block(Some(BlockBound::Max((256, 1, 1))))
    ///     .with_min_blocks(Some(8));
    /// assert!(bounds.rewrite(text, "k", Existing::Reject).is_err());
    /// assert!(bounds.with_compute_capability(&SM_90).rewrite(text, "k", Existing::Reject).is_ok());
    /// ```
    #[must_use = "returns the changed bounds"]
    pub const fn with_compute_capability(mut self, cc: &ComputeCapability) -> Self {
        let limits = Limits::of(cc);
        self.limits = Some(match self.limits {
            Some(others) => others.and(limits),
            None => limits,
        });
        self
    }
}

impl PartialEq for Bounds {
    fn eq(&self, other: &Self) -> bool {
        let stated = |it: &Self| (it.block, it.min_blocks, it.max_registers, it.cluster_dim);
        stated(self) == stated(other)
    }
}

impl Eq for Bounds {}
