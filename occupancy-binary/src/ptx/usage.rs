//! What an entry states and declares, as far as ptxas keeps it.

use super::entry_lookup::EntryLookup;
use super::functions::Module;
use super::items::{Item, Items};
use super::{BlockBound, DirectiveKind, Entry, FindError, Malformed};
use occupancy_core::Compiled;

/// What the PTX of a kernel determines of its machine code: bounds, static shared memory and barriers.
///
/// `kernel` is the name of the entry; or its name in the source, with or without namespaces, if only one
/// entry has it.
///
/// ptxas decides registers, the stack and spills: no PTX has them. The driver's compiler may allocate
/// differently than ptxas does.
///
/// * [`Compiled::static_shared_memory`] is what the entry and the functions that it can call declare, and
///   what they name of the module's, laid out as ptxas does. It is `None` if a function is called through
///   a register or is in another module, if a declaration has an unknown form, or if several functions,
///   or a function and the module, declare some that ptxas may put together in another order, with other
///   gaps.
/// * [`Compiled::barriers`] is `None` if a number is in a register (ptxas may know it), if there is a
///   barrier of the cluster, or if static shared memory is not known.
///
/// ```
/// use occupancy_binary::ptx;
///
/// let text = ".version 8.0 .target sm_90
///     .visible .entry _Z3sumPKf(.param .u64 p) .maxntid 256 {
///         .shared .align 4 .b8 partial[1024];
///         bar.sync 0;
///         ret;
///     }";
/// let usage = ptx::usage(text, "sum")?;
/// assert_eq!(usage.max_block, Some((256, 1, 1)));
/// assert_eq!(usage.static_shared_memory, Some(1024));
/// assert_eq!(usage.barriers, Some(1));
/// # Ok::<(), occupancy_binary::ptx::FindError>(())
/// ```
///
/// # Errors
///
/// [`FindError`] if the text is not PTX, or does not define such an entry.
pub const fn usage<'a>(text: &'a str, kernel: &str) -> Result<Compiled<'a>, FindError> {
    let mut items = Items::new(text);
    let mut module = Module::empty(text);
    let mut sought = EntryLookup::called(kernel);
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
const fn stated<'a>(entry: &Entry<'a>) -> Result<Compiled<'a>, Malformed> {
    let target = entry.target;
    let mut compiled = Compiled::ptx(entry.name, target.numbers(), target.suffix);
    let mut directives = entry.directives();
    while let Some(next) = directives.next_directive() {
        let directive = match next {
            Ok(directive) => directive,
            Err(malformed) => return Err(malformed),
        };
        match directive.kind {
            DirectiveKind::MaxClusterRank => compiled.max_cluster_rank = Some(directive.value.0),
            DirectiveKind::ExplicitCluster => compiled.is_cluster_explicit = true,
            _ => {}
        }
    }
    let bounds = match entry.bounds() {
        Ok(bounds) => bounds,
        Err(malformed) => return Err(malformed),
    };
    match bounds.block {
        Some(BlockBound::Max(block)) => compiled.max_block = Some(block),
        Some(BlockBound::Required(block)) => compiled.required_block = Some(block),
        None => {}
    }
    compiled.min_blocks = bounds.min_blocks;
    compiled.register_cap = bounds.max_registers;
    compiled.cluster_dim = bounds.cluster_dim;
    Ok(compiled)
}

impl<'a> Module<'a> {
    /// The module with this text.
    ///
    /// # Errors
    ///
    /// [`Malformed`] if the text is not PTX.
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
    /// [`FindError`] if the entry is only declared, or its bounds do not follow the PTX ISA.
    pub const fn usage(&self, entry: &Entry<'a>) -> Result<Compiled<'a>, FindError> {
        let Some(body) = entry.body else {
            return Err(FindError::DeclaredOnly);
        };
        let mut compiled = match stated(entry) {
            Ok(compiled) => compiled,
            Err(malformed) => return Err(FindError::Malformed(malformed)),
        };
        if let Some(module) = self.within_reach(body) {
            compiled.static_shared_memory = module.shared_memory();
            compiled.barriers = module.barriers();
        }
        Ok(compiled)
    }
}
