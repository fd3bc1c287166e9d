//! Reads the bounds of an entry, and writes others into its header.

use super::entry::{Directive, Slot, of_slot, refused};
use super::{Entry, Error, ErrorKind, Span};
use crate::cubin::major_minor;
use crate::prelude::*;
use occupancy_core::gpu::{CodeForm, Suffix, nvidia, runs};
use occupancy_core::kernel::product;
use occupancy_core::numbers::{max, min};
use occupancy_core::{Configuration, Multiprocessor};

/// Launch bounds of one entry, as PTX directives state them. `None` is a bound that is not stated.
///
/// [`Bounds::of`] takes them from a configuration; the default states none.
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
/// let block = Some(BlockBound::Required((256, 1, 1)));
/// let exact = Bounds { block, ..bounds };
/// assert_eq!(exact.min_blocks, Some(4));
/// # Ok::<(), occupancy_core::UnknownArch>(())
/// ```
///
/// Two are equal if they state the same, for whichever GPUs: the bounds that are read from a text
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
/// Therefore, [`Bounds::of`] states both: `.maxnreg` is the checked budget, and `.minnctapersm` keeps the blocks
/// if the text is assembled for a GPU with fewer registers.
#[derive(Clone, Copy, Debug, Default)]
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
    /// The limits of the GPUs of [`with_compute_capability`](Self::with_compute_capability).
    #[doc(hidden)]
    pub limits: Option<Limits>,
}

/// The bound on the threads of a block, in x, y and z.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockBound {
    /// `.maxntid`: no block has more than the product. `__launch_bounds__` becomes this.
    Max((u32, u32, u32)),
    /// `.reqntid`: every block has these dimensions, and a launch with others fails. ptxas may rely
    /// on each of them.
    Required((u32, u32, u32)),
}

/// The limits that hold on every GPU for which the text is assembled.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    warps_per_sm: u32,
    blocks_per_sm: u32,
    min_registers: u32,
    max_registers: u32,
    /// The oldest compute capability, 90 for 9.0.
    oldest: u32,
    newest: u32,
}

impl Limits {
    /// The limits for no GPU.
    const NONE: Self = Self {
        warps_per_sm: u32::MAX,
        blocks_per_sm: u32::MAX,
        min_registers: 0,
        max_registers: u32::MAX,
        oldest: u32::MAX,
        newest: 0,
    };

    /// These limits and those of another GPU.
    const fn with(self, sm: &Multiprocessor) -> Self {
        let number = sm.major().saturating_mul(10).saturating_add(sm.minor());
        Self {
            warps_per_sm: min(self.warps_per_sm, sm.max_warps_per_sm()),
            blocks_per_sm: min(self.blocks_per_sm, sm.max_blocks_per_sm()),
            min_registers: max(self.min_registers, sm.least_register_cap()),
            max_registers: min(self.max_registers, sm.max_registers_per_thread()),
            oldest: min(self.oldest, number),
            newest: max(self.newest, number),
        }
    }

    /// Checks that the module of an entry runs on all of the GPUs. If the oldest and the newest run it, those between do.
    fn check_target(self, entry: &Entry<'_>) -> Result<(), Error> {
        let (code, suffix) = (entry.compute_capability, entry.suffix);
        let mut gpus = [self.oldest, self.newest].map(major_minor).into_iter();
        let Some((x, y)) = gpus.find(|gpu| !runs(CodeForm::Ptx, code, suffix, *gpu)) else {
            return Ok(());
        };
        let help = if code > (x, y) {
            format!("compile for sm_{x}{y}")
        } else {
            let plain = CodeForm::MachineCode.target(code, Suffix::None);
            format!("compile for {plain}, which runs on later GPUs too")
        };
        let target = CodeForm::MachineCode.target(code, suffix);
        let fault = format!(
            "PTX for {target} does not run on compute capability {x}.{y}, which the bounds are for"
        );
        Err(refused(fault, help))
    }

    /// Checks that `min_blocks` blocks of these threads fit on one SM.
    ///
    /// Source: PTX ISA 9.1, 11.4.4. ptxas counts whole warps: for `sm_90` it ignores 22 blocks of 65
    /// threads, which are 66 warps.
    fn check_min_blocks(self, min_blocks: u32, threads: u64) -> Result<(), Error> {
        let warps = threads.div_ceil(u64::from(nvidia::WARP_SIZE));
        // The range of `.maxntid` refuses a block without threads.
        let by_warps = u64::from(self.warps_per_sm).checked_div(warps);
        let fit = by_warps.unwrap_or(0).min(self.blocks_per_sm.into());
        if u64::from(min_blocks) <= fit {
            return Ok(());
        }
        let help = match fit {
            0 => String::from("not one block fits: take fewer threads"),
            fit => format!("`min_blocks: Some({fit})` is what fits"),
        };
        let fault = format!(
            "{min_blocks} blocks of {threads} threads do not fit on one SM, so ptxas would ignore the \
             minimum"
        );
        Err(refused(fault, help))
    }
}

impl Bounds {
    /// The bounds of a configuration that passes its check: at most its block, at least as many resident
    /// blocks as fit on every GPU, its registers, and its cluster.
    ///
    /// A budget under 24 registers becomes 24 (16 on 5.x and 6.x): ptxas raises it to that, and
    /// so few registers never bind.
    pub const fn of(configuration: &Configuration<'_>) -> Self {
        let kernel = &configuration.kernel;
        let mut bounds = Self {
            block: Some(BlockBound::Max(kernel.block_dim)),
            min_blocks: match configuration.fewest_blocks_per_sm() {
                Some(blocks) if blocks > 0 => Some(blocks),
                _ => None,
            },
            max_registers: Some(kernel.registers_per_thread),
            cluster_dim: kernel.cluster_dim,
            limits: None,
        };
        let mut archs = configuration.archs;
        while let [arch, others @ ..] = archs {
            bounds = bounds.with_compute_capability(arch.multiprocessor());
            archs = others;
        }
        if let Some(limits) = bounds.limits {
            bounds.max_registers = Some(max(kernel.registers_per_thread, limits.min_registers));
        }
        bounds
    }

    /// Adds GPUs of this compute capability. The bounds that ptxas ignores depend on the GPU that the text is
    /// assembled for; by default, that is the `.target` of the text.
    ///
    /// ```
    /// use occupancy_core::compute_capabilities::SM_90;
    /// use occupancy_binary::ptx::{BlockBound, Bounds, Existing};
    ///
    /// // An SM of 7.5 holds 1024 threads, and one of 9.0, on which this text runs too, 2048.
    /// let text = ".version 8.0\n.target sm_75\n.entry k\n{ ret; }\n";
    /// let block = Some(BlockBound::Max((256, 1, 1)));
    /// let bounds = Bounds { block, min_blocks: Some(8), ..Bounds::default() };
    /// assert!(bounds.rewrite(text, "k", Existing::Reject).is_err());
    /// assert!(bounds.with_compute_capability(&SM_90).rewrite(text, "k", Existing::Reject).is_ok());
    /// ```
    #[must_use = "returns the changed bounds"]
    pub const fn with_compute_capability(mut self, sm: &Multiprocessor) -> Self {
        let limits = match self.limits {
            Some(limits) => limits,
            None => Limits::NONE,
        };
        self.limits = Some(limits.with(sm));
        self
    }
}

impl Entry<'_> {
    /// The bounds that the directives state. If a directive is stated twice, the last one counts, as for
    /// ptxas 12.9 and 13.5.
    ///
    /// # Errors
    ///
    /// An [`Error`], with the place, if a directive does not follow the PTX ISA.
    ///
    /// ```
    /// use occupancy_binary::ptx::{BlockBound, Entry};
    ///
    /// let text = ".version 8.0 .target sm_90 .entry k .reqntid 0x80 .minnctapersm 4 { ret; }";
    /// let bounds = Entry::find(text, "k")?.bounds()?;
    /// assert_eq!(bounds.block, Some(BlockBound::Required((128, 1, 1))));
    /// assert_eq!(bounds.min_blocks, Some(4));
    /// assert_eq!(bounds.max_registers, None);
    /// # Ok::<(), occupancy_binary::Error>(())
    /// ```
    pub fn bounds(&self) -> Result<Bounds, Error> {
        let stated = self.figures(&self.directives()?);
        let required = stated.required_block.map(BlockBound::Required);
        Ok(Bounds {
            block: required.or(stated.max_block.map(BlockBound::Max)),
            min_blocks: stated.min_blocks,
            max_registers: stated.register_cap,
            cluster_dim: stated.cluster_dim,
            limits: None,
        })
    }
}

impl PartialEq for Bounds {
    fn eq(&self, other: &Self) -> bool {
        let stated = |it: &Self| (it.block, it.min_blocks, it.max_registers, it.cluster_dim);
        stated(self) == stated(other)
    }
}

impl Eq for Bounds {}

/// The treatment of a directive of the entry that differs from the bounds.
///
/// A directive that states the same stays as it is, and so does one that the bounds do not state.
/// `.maxntid` and `.reqntid` never state the same, nor do `.maxclusterrank` and `.reqnctapercluster`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Existing {
    /// It is an error.
    #[default]
    Reject,
    /// The bounds replace it, with any comment inside the directive.
    Replace,
}

impl Bounds {
    /// Writes these bounds into the header of `entry`, and returns the text, otherwise unchanged.
    ///
    /// It refuses bounds that ptxas 12.9 and 13.5 refuse or ignore: a `.version` or a `.target` that does not
    /// have the directive; a zero; more than 1024 threads, or 1024, 1024 and 64 in x, y and z, with
    /// which no block can launch; a minimum of blocks without threads, or of more than an SM holds; a
    /// register bound that ptxas changes; directives that exclude one another. It does not check shared
    /// memory, the size of a cluster, or, without a minimum of blocks, whether a block can launch with
    /// all its registers: [`Configuration::check`] does.
    ///
    /// [`Configuration::check`]: occupancy_core::Configuration::check
    ///
    /// ```
    /// use occupancy_binary::ptx::{BlockBound, Bounds, Existing};
    ///
    /// let text = ".version 8.0\n.target sm_90\n.visible .entry k()\n{\n\tret;\n}\n";
    /// let block = Some(BlockBound::Max((256, 1, 1)));
    /// let bounds = Bounds { block, min_blocks: Some(4), ..Bounds::default() };
    /// assert_eq!(
    ///     bounds.rewrite(text, "k", Existing::Reject)?,
    ///     ".version 8.0\n.target sm_90\n.visible .entry k()\n\
    ///      .maxntid 256, 1, 1\n.minnctapersm 4\n{\n\tret;\n}\n",
    /// );
    /// # Ok::<(), occupancy_binary::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// An [`Error`] if there is no such entry, if it contradicts the bounds and they are not to replace
    /// its directives, or if ptxas would refuse or ignore a bound.
    pub fn rewrite(&self, text: &str, entry: &str, existing: Existing) -> Result<String, Error> {
        let entry = Entry::find(text, entry)?;
        let present = entry.directives()?;
        let wanted = self.directives();
        for wanted in wanted.iter().filter(|_| existing == Existing::Reject) {
            if let Some(other) = present.iter().find(|other| other.contradicts(wanted)) {
                let fault = format!("the entry has `{other}`, and the bounds say `{wanted}`");
                let help = "remove one, or replace the entry's with `Existing::Replace`";
                let error = Error::new(ErrorKind::OtherBounds, fault, help);
                return Err(error.of_ptx(text, other.span.start));
            }
        }
        let mut after = present.clone();
        after.retain(|one| !wanted.iter().any(|other| one.contradicts(other)));
        after.extend(&wanted);
        self.check(&entry, &wanted, &after)?;
        Ok(write(&entry, &present, &wanted))
    }

    /// The directives that state the bounds, one for each slot, in their order.
    fn directives(&self) -> Vec<Directive<'static>> {
        let block = self.block.map(|block| match block {
            BlockBound::Max(dims) => (".maxntid", dims),
            BlockBound::Required(dims) => (".reqntid", dims),
        });
        let min_blocks = self.min_blocks.map(|it| (".minnctapersm", (it, 1, 1)));
        let registers = self.max_registers.map(|it| (".maxnreg", (it, 1, 1)));
        let cluster = self.cluster_dim.map(|dims| (".reqnctapercluster", dims));
        let all = [block, min_blocks, registers, cluster];
        let directive = |(name, value)| Directive::new(name, value);
        all.into_iter().flatten().map(directive).collect()
    }

    /// Checks that ptxas takes the wanted directives, and all that the entry has after them.
    fn check(
        &self,
        entry: &Entry<'_>,
        wanted: &[Directive<'_>],
        after: &[Directive<'_>],
    ) -> Result<(), Error> {
        let (major, minor) = entry.compute_capability;
        if let Some(limits) = self.limits {
            limits.check_target(entry)?;
        }
        let of_target = || Some(Limits::NONE.with(Multiprocessor::of(major, minor)?));
        let limits = self.limits.or_else(of_target);
        let limits = |checked| {
            limits.ok_or_else(|| {
                let target = CodeForm::MachineCode.target(entry.compute_capability, entry.suffix);
                let fault =
                    format!("the limits of {target} are not known, so {checked} cannot be checked");
                let help = "state the GPU with `with_compute_capability`, or leave it out";
                refused(fault, help)
            })
        };
        for directive in wanted {
            entry.check_since(directive)?;
            check_range(directive, &limits)?;
        }
        let help = "state a block with `BlockBound::Required`, and the cluster";
        entry.check_together(after, help)?;
        let Some(min_blocks) = of_slot(after, Slot::MinBlocks) else {
            return Ok(());
        };
        // Directives that the bounds do not touch are not checked.
        if self.min_blocks.is_none() && self.block.is_none() {
            return Ok(());
        }
        let block = of_slot(after, Slot::Block).ok_or_else(|| {
            let fault =
                "a minimum of blocks without the threads of a block, so ptxas would ignore it";
            refused(fault, "state the threads with `block`")
        })?;
        let limits = limits("a minimum of blocks")?;
        limits.check_min_blocks(min_blocks.value.0, product(block.value))
    }
}

/// Checks the numbers of a directive: no zeros, and no more than a block, a thread or an SM can have.
///
/// Source: ptxas 12.9 and 13.5, "Positive non-zero value expected for maxntid", "Too many maxnreg
/// specified …, will be ignored"; for the block, CUDA C++ Programming Guide 13.0, Table 27. A zero in
/// `.reqnctapercluster` passes ptxas, and is no cluster.
fn check_range(
    wanted: &Directive<'_>,
    limits: &dyn Fn(&'static str) -> Result<Limits, Error>,
) -> Result<(), Error> {
    let (x, y, z) = wanted.value;
    // The other two of a single number are 1.
    let (least, most, most_z, threads) = match wanted.slot() {
        Some(Slot::Registers) => {
            let limits = limits("a maximum of registers")?;
            (limits.min_registers, limits.max_registers, 1, 1)
        }
        Some(Slot::Block) => (1, 1024, 64, product(wanted.value)),
        _ => (1, u32::MAX, u32::MAX, 1),
    };
    for (value, least, most) in [
        (u64::from(x), least, most),
        (y.into(), 1, most),
        (z.into(), 1, most_z),
        (threads, 1, 1024),
    ] {
        if !(u64::from(least)..=most.into()).contains(&value) {
            let fault = format!("`{}` cannot be {value}", wanted.name);
            return Err(refused(fault, format!("it takes {least} to {most}")));
        }
    }
    Ok(())
}

/// The text of the entry with the bounds, which take the place of directives that contradict them.
fn write(entry: &Entry<'_>, present: &[Directive<'_>], wanted: &[Directive<'_>]) -> String {
    let (text, header) = (entry.text, entry.header);
    let (before, after) = text.split_at_checked(header.start).unwrap_or((text, ""));
    let ending = match text.split_once('\n') {
        Some((line, _)) if line.ends_with('\r') => "\r\n",
        _ => "\n",
    };
    let mut out = String::from(before);
    for directive in wanted {
        if !present.iter().any(|one| one.slot() == directive.slot()) {
            out.extend([ending, &directive.to_string()]);
        }
    }
    // `4.maxnreg` would be a number.
    if out.len() > before.len() && !after.starts_with([' ', '\t', '\r', '\n', '\x0c']) {
        out.push_str(ending);
    }
    let mut start = header.start;
    for (number, directive) in present.iter().enumerate() {
        let Some(wanted) = wanted.iter().find(|wanted| directive.contradicts(wanted)) else {
            continue;
        };
        let end = directive.span.start;
        out.push_str(Span { start, end }.of(text));
        // The bound takes the place of the first.
        let mut before = present.iter().take(number);
        if !before.any(|before| before.contradicts(wanted)) {
            out.push_str(&wanted.to_string());
        }
        start = directive.span.end;
    }
    let end = text.len();
    out.push_str(Span { start, end }.of(text));
    out
}
