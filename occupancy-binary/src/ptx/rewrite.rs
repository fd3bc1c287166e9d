//! Writing bounds into an entry's header.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Display;

use super::bounds::Limits;
use super::directive::{Directive, Slot};
use super::{BlockBound, Bounds, Entry, Error, ErrorKind, Span};
use occupancy_core::__private::product;
use occupancy_core::ComputeCapability;
use occupancy_core::gpu::{CodeForm, Suffix, WARP_SIZE};

/// What to do with a directive of the entry that differs from the bounds.
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
    /// Writes these bounds into the header of `entry`, and gives the text, otherwise unchanged.
    ///
    /// It refuses what ptxas 12.9 and 13.5 refuse or ignore: a `.version` or a `.target` that does not
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
    /// let bounds = Bounds::new()
    ///     .with_block(Some(BlockBound::Max((256, 1, 1))))
    ///     .with_min_blocks(Some(4));
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
        let stated = entry.directives()?;
        let wanted = self.directives();
        for wanted in wanted.iter().filter(|_| existing == Existing::Reject) {
            if let Some(stated) = stated.iter().find(|stated| stated.contradicts(wanted)) {
                let fault = format!("the entry has `{stated}`, and the bounds say `{wanted}`");
                let help = "remove one, or replace the entry's with `Existing::Replace`";
                let error = Error::new(ErrorKind::OtherBounds, fault, help);
                return Err(error.of_ptx(text, stated.span.start));
            }
        }
        self.check(&entry, &stated, &wanted)?;
        Ok(written(&entry, &stated, &wanted))
    }

    /// The directives that state the bounds, one for each slot, in their order.
    fn directives(&self) -> Vec<Directive<'static>> {
        let mut directives = Vec::new();
        let mut state = |name, value: Option<_>| {
            directives.extend(value.map(|value| Directive::new(name, value)));
        };
        match self.block {
            None => {}
            Some(BlockBound::Max(dims)) => state(".maxntid", Some(dims)),
            Some(BlockBound::Required(dims)) => state(".reqntid", Some(dims)),
        }
        state(".minnctapersm", self.min_blocks.map(|it| (it, 1, 1)));
        state(".maxnreg", self.max_registers.map(|it| (it, 1, 1)));
        state(".reqnctapercluster", self.cluster_dim);
        directives
    }

    /// Checks what the entry will say against what ptxas takes.
    fn check(
        &self,
        entry: &Entry<'_>,
        stated: &[Directive<'_>],
        wanted: &[Directive<'_>],
    ) -> Result<(), Error> {
        let (code, suffix) = (entry.compute_capability, entry.suffix);
        let (major, minor) = code;
        let target_of = |code, suffix| CodeForm::MachineCode.target(code, suffix);
        let target = target_of(code, suffix);
        if let Some(limits) = self.limits
            && let Some((on_major, on_minor)) = limits.excluded_by(code, suffix)
        {
            let help = if code > (on_major, on_minor) {
                format!("compile for sm_{on_major}{on_minor}")
            } else {
                let plain = target_of(code, Suffix::None);
                format!("compile for {plain}, which runs on later GPUs too")
            };
            let fault = format!(
                "PTX for {target} does not run on compute capability {on_major}.{on_minor}, which the bounds are \
                 for"
            );
            return Err(refused(fault, help));
        }
        let of_target = || ComputeCapability::of(major, minor).map(Limits::of);
        let limits = self.limits.or_else(of_target);
        for directive in wanted {
            let (name, (since, least)) = (directive.name, directive.since());
            if entry.version < since {
                let ((major, minor), (x, y)) = (since, entry.version);
                return Err(refused(
                    format!("`{name}` needs PTX {major}.{minor}, and this is PTX {x}.{y}"),
                    "emit the PTX for a later version, or leave the bound out",
                ));
            }
            if code < least {
                let least = target_of(least, Suffix::None);
                return Err(refused(
                    format!("`{name}` needs the target {least}, and this is {target}"),
                    format!("compile for {least} or later, or leave the bound out"),
                ));
            }
            check_range(directive, limits)?;
        }
        for directive in stated {
            if let Some(help) = refusal(directive, entry.version, stated, wanted) {
                let fault = format!("`{directive}` cannot stand here");
                return Err(refused(fault, help).of_ptx(entry.text, directive.span.start));
            }
        }
        let after = |slot| of_slot(wanted, slot).or(of_slot(stated, slot));
        let says = |slot, name| after(slot).is_some_and(|one: &Directive<'_>| one.name == name);
        if stated.iter().any(|one| one.name == ".blocksareclusters")
            && !(says(Slot::Block, ".reqntid") && says(Slot::Cluster, ".reqnctapercluster"))
        {
            return Err(refused(
                "the entry has `.blocksareclusters`, which needs `.reqntid` and `.reqnctapercluster`",
                "state a block with `BlockBound::Required`, and the cluster",
            ));
        }
        // Directives that the bounds do not touch are not checked.
        match after(Slot::MinBlocks) {
            Some(min_blocks) if self.min_blocks.is_some() || self.block.is_some() => {
                check_min_blocks(min_blocks.value.0, after(Slot::Block), limits, target)
            }
            _ => Ok(()),
        }
    }
}

fn refused(fault: impl Into<String>, help: impl Into<String>) -> Error {
    Error::new(ErrorKind::RefusedBounds, fault, help)
}

/// What is stated of a slot: ptxas accepts a directive twice and takes the last one.
fn of_slot<'d, 'a>(directives: &'d [Directive<'a>], slot: Slot) -> Option<&'d Directive<'a>> {
    let mut last = directives.iter().rev();
    last.find(|directive| directive.slot() == Some(slot))
}

/// What to do about a directive that ptxas refuses where it is, or beside another one.
///
/// Source: PTX ISA 9.1, 11.4.3, 11.4.6, 11.7.3 and 11.8.1; for `.maxnctapersm`, ptxas 13.5:
/// "not supported as of PTX version 2.1".
fn refusal(
    directive: &Directive<'_>,
    version: (u32, u32),
    stated: &[Directive<'_>],
    wanted: &[Directive<'_>],
) -> Option<&'static str> {
    match directive.name {
        ".noreturn" => return Some("it is for functions: remove it"),
        ".maxnctapersm" if version >= (2, 1) => {
            return Some("PTX 2.0 replaced it by `.minnctapersm`: remove it");
        }
        _ => {}
    }
    let slot = directive.slot()?;
    // Another one that the bounds do not take the place of.
    if of_slot(wanted, slot).is_some() || of_slot(stated, slot)?.name == directive.name {
        return None;
    }
    Some(match slot {
        Slot::Block => "an entry has either `.maxntid` or `.reqntid`: remove one",
        _ => "an entry has either `.reqnctapercluster` or `.maxclusterrank`: remove one",
    })
}

/// Source: PTX ISA 9.1, 11.4.4. ptxas counts whole warps: for `sm_90` it ignores 22 blocks of 65
/// threads, which are 66 warps.
fn check_min_blocks(
    min_blocks: u32,
    block: Option<&Directive<'_>>,
    limits: Option<Limits>,
    target: impl Display,
) -> Result<(), Error> {
    let block = block.ok_or_else(|| {
        refused(
            "a minimum of blocks without the threads of a block, so ptxas would ignore it",
            "state the threads with `with_block`",
        )
    })?;
    let limits = limits.ok_or_else(|| {
        refused(
            format!(
                "the limits of {target} are not known, so a minimum of blocks cannot be checked"
            ),
            "state the GPU with `with_compute_capability`, or leave the minimum out with \
             `with_min_blocks(None)`",
        )
    })?;
    let threads = product(block.value);
    let warps = threads.div_ceil(u64::from(WARP_SIZE));
    // A block without threads is refused by the range of `.maxntid` where it is wanted.
    let by_warps = u64::from(limits.warps_per_sm).checked_div(warps);
    let fit = by_warps.unwrap_or(0).min(limits.blocks_per_sm.into());
    if u64::from(min_blocks) <= fit {
        return Ok(());
    }
    let help = match fit {
        0 => String::from("not one block fits: take fewer threads"),
        fit => format!("`with_min_blocks(Some({fit}))` is what fits"),
    };
    let fault = format!(
        "{min_blocks} blocks of {threads} threads do not fit on one SM, so ptxas would ignore the \
         minimum"
    );
    Err(refused(fault, help))
}

/// What a directive can say: no zeros, and no more than a block, a thread or an SM can have.
///
/// Source: ptxas 12.9 and 13.5, "Positive non-zero value expected for maxntid", "Too many maxnreg
/// specified …, will be ignored"; for the block, CUDA C++ Programming Guide 13.0, Table 27. A zero in
/// `.reqnctapercluster` passes ptxas, and is no cluster.
fn check_range(wanted: &Directive<'_>, limits: Option<Limits>) -> Result<(), Error> {
    let (x, y, z) = wanted.value;
    // The other two of a single number are 1.
    let (least, most, most_z, threads) = match wanted.slot() {
        Some(Slot::Registers) => (limits.map_or(24, Limits::min_registers), 255, 1, 1),
        Some(Slot::Block) => (1, 1024, 64, product(wanted.value)),
        _ => (1, u32::MAX, u32::MAX, 1),
    };
    for &(value, least, most) in &[
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

/// The text of the entry with the bounds, which take the place of what contradicts them.
fn written(entry: &Entry<'_>, stated: &[Directive<'_>], wanted: &[Directive<'_>]) -> String {
    let (text, header) = (entry.text, entry.header);
    let (before, after) = text.split_at_checked(header.start).unwrap_or((text, ""));
    let ending = match text.split_once('\n') {
        Some((line, _)) if line.ends_with('\r') => "\r\n",
        _ => "\n",
    };
    let mut out = String::from(before);
    for directive in wanted {
        if !stated.iter().any(|one| one.slot() == directive.slot()) {
            out.extend([ending, &directive.to_string()]);
        }
    }
    // `4.maxnreg` would be a number.
    if out.len() > before.len() && !after.starts_with([' ', '\t', '\r', '\n', '\x0c']) {
        out.push_str(ending);
    }
    let mut start = header.start;
    for (number, directive) in stated.iter().enumerate() {
        let Some(wanted) = wanted.iter().find(|wanted| directive.contradicts(wanted)) else {
            continue;
        };
        let end = directive.span.start;
        out.push_str(Span { start, end }.of(text));
        // In the place of the first.
        let mut before = stated.iter().take(number);
        if !before.any(|before| before.contradicts(wanted)) {
            out.push_str(&wanted.to_string());
        }
        start = directive.span.end;
    }
    let end = text.len();
    out.push_str(Span { start, end }.of(text));
    out
}
