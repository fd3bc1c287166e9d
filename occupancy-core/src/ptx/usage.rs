//! What an entry states and declares, as far as ptxas takes it over.

use super::functions::Module;
use super::items::{Item, Items};
use super::sought::Sought;
use super::{BlockBound, DirectiveKind, Entry, FindError, Malformed, Target};

/// What the PTX of a kernel says of its machine code: bounds, static shared memory and barriers.
///
/// Registers, the stack and spills are ptxas' own: no PTX has them. The driver's compiler may allocate
/// otherwise than ptxas does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PtxUsage<'a> {
    /// The name of the entry: of C++, mangled.
    pub name: &'a str,
    /// The target of the module.
    pub target: Target,
    /// `.maxntid`: not more threads than the product.
    pub max_block: Option<(u32, u32, u32)>,
    /// `.reqntid`: exactly this block.
    pub required_block: Option<(u32, u32, u32)>,
    /// `.minnctapersm`: resident blocks per SM that ptxas keeps registers for.
    pub min_blocks: Option<u32>,
    /// `.maxnreg`: registers of a thread at most.
    pub max_registers: Option<u32>,
    /// `.reqnctapercluster`: blocks of a cluster in x, y and z.
    pub cluster_dim: Option<(u32, u32, u32)>,
    /// `.maxclusterrank`: blocks that a cluster has at most.
    pub max_cluster_rank: Option<u32>,
    /// Whether it has to be launched with a cluster: `.explicitcluster`.
    pub is_cluster_explicit: bool,
    /// Bytes of shared memory that a block has by declaration: what the entry and the functions that it
    /// can call declare, and what of the module's they name, laid out as ptxas does. `None` where a
    /// function is called through a register, or is in another module, or a declaration has a form that
    /// is not known; and where several functions, or a function and the module, declare some that ptxas
    /// may put together in another order, with other gaps.
    pub static_shared_memory: Option<u32>,
    /// Named barriers, the highest number and 1 more. `None` where one is in a register, which ptxas may
    /// find out, where there is a barrier of the cluster, and where static shared memory is not known.
    pub barriers: Option<u32>,
}

impl<'a> PtxUsage<'a> {
    /// What the entry `kernel` uses: its name, or its name in the source, with or without namespaces,
    /// where only one entry is called so.
    ///
    /// ```
    /// use occupancy_core::ptx::PtxUsage;
    ///
    /// let text = ".version 8.0 .target sm_90
    ///     .visible .entry _Z3sumPKf(.param .u64 p) .maxntid 256 {
    ///         .shared .align 4 .b8 partial[1024];
    ///         bar.sync 0;
    ///         ret;
    ///     }";
    /// let usage = PtxUsage::of(text, "sum")?;
    /// assert_eq!(usage.max_block, Some((256, 1, 1)));
    /// assert_eq!(usage.static_shared_memory, Some(1024));
    /// assert_eq!(usage.barriers, Some(1));
    /// # Ok::<(), occupancy_core::ptx::FindError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`FindError`] where the text is not PTX, or does not define such an entry.
    pub const fn of(text: &'a str, kernel: &str) -> Result<Self, FindError> {
        let mut items = Items::new(text);
        let mut module = Module::empty(text);
        let mut sought = Sought::called(kernel);
        loop {
            match items.next() {
                Ok(Some(Item::Entry(entry, name))) => {
                    module.add_entry(&entry, name);
                    if let Err(malformed) = sought.take(&entry) {
                        return Err(FindError::Malformed(malformed));
                    }
                }
                Ok(Some(Item::Function(function))) => module.add(function),
                Ok(None) => break,
                Err(malformed) => return Err(FindError::Malformed(malformed)),
            }
        }
        match sought.found(text) {
            Ok(entry) => module.usage(&entry),
            Err(error) => Err(error),
        }
    }

    /// What an entry states.
    const fn new(entry: &Entry<'a>) -> Result<Self, Malformed> {
        let mut usage = Self {
            name: entry.name,
            target: entry.target,
            max_block: None,
            required_block: None,
            min_blocks: None,
            max_registers: None,
            cluster_dim: None,
            max_cluster_rank: None,
            is_cluster_explicit: false,
            static_shared_memory: None,
            barriers: None,
        };
        let mut directives = entry.directives();
        while let Some(next) = directives.next_directive() {
            let directive = match next {
                Ok(directive) => directive,
                Err(malformed) => return Err(malformed),
            };
            match directive.kind {
                DirectiveKind::MaxClusterRank => usage.max_cluster_rank = Some(directive.value.0),
                DirectiveKind::ExplicitCluster => usage.is_cluster_explicit = true,
                _ => {}
            }
        }
        let bounds = match entry.bounds() {
            Ok(bounds) => bounds,
            Err(malformed) => return Err(malformed),
        };
        match bounds.block {
            Some(BlockBound::Max(block)) => usage.max_block = Some(block),
            Some(BlockBound::Required(block)) => usage.required_block = Some(block),
            None => {}
        }
        usage.min_blocks = bounds.min_blocks;
        usage.max_registers = bounds.max_registers;
        usage.cluster_dim = bounds.cluster_dim;
        Ok(usage)
    }
}

impl<'a> Module<'a> {
    /// The module with this text.
    ///
    /// # Errors
    ///
    /// [`Malformed`] where the text is not PTX.
    pub const fn new(text: &'a str) -> Result<Self, Malformed> {
        let mut items = Items::new(text);
        let mut module = Self::empty(text);
        loop {
            match items.next() {
                Ok(Some(Item::Entry(entry, name))) => module.add_entry(&entry, name),
                Ok(Some(Item::Function(function))) => module.add(function),
                Ok(None) => return Ok(module),
                Err(malformed) => return Err(malformed),
            }
        }
    }

    /// What an entry of the module uses.
    ///
    /// # Errors
    ///
    /// [`FindError`] where the entry is only declared, or what bounds it is not as the PTX ISA has it.
    pub const fn usage(&self, entry: &Entry<'a>) -> Result<PtxUsage<'a>, FindError> {
        let Some(body) = entry.body else {
            return Err(FindError::DeclaredOnly);
        };
        let mut usage = match PtxUsage::new(entry) {
            Ok(usage) => usage,
            Err(malformed) => return Err(FindError::Malformed(malformed)),
        };
        if let Some(module) = self.within_reach(body) {
            usage.static_shared_memory = module.shared_memory();
            usage.barriers = module.barriers();
        }
        Ok(usage)
    }
}
