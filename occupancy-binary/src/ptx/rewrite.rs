//! Writing bounds into an entry's header.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};

use super::bounds::Limits;
use super::directive::{Directive, DirectiveKind, Slot};
use super::{BlockBound, Bounds, Entry, Error, ErrorKind, Span, Target, Version, error};
use occupancy_core::__private::product;
use occupancy_core::gpu::WARP_SIZE;

/// What to do with a directive of the entry that differs from the bounds.
///
/// A directive that states the same stays as it is, and so does one that the bounds do not state.
/// `.maxntid` and `.reqntid` never state the same, nor do `.maxclusterrank` and `.reqnctapercluster`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
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
        let mut contradicted = BTreeMap::new();
        for directive in &stated {
            if let Some(slot) = directive.kind.slot()
                && let Some(wanted) = wanted.get(&slot)
                && !directive.agrees(wanted)
            {
                contradicted.entry(slot).or_insert(directive);
            }
        }
        if existing == Existing::Reject
            && let Some((slot, directive)) = contradicted.first_key_value()
            && let Some(wanted) = wanted.get(slot)
        {
            let fault = format!("the entry has `{directive}`, and the bounds say `{wanted}`");
            let help = "remove one, or replace the entry's with `Existing::Replace`";
            let offset = directive.span.start;
            return Err(error::at(text, offset, ErrorKind::OtherBounds, fault, help));
        }
        self.check(&entry, &stated, &wanted)?;
        Ok(written(&entry, &stated, &contradicted, wanted))
    }

    /// The directives that state the bounds.
    fn directives(&self) -> BTreeMap<Slot, Directive> {
        let block = self.block.map(|block| match block {
            BlockBound::Max(dims) => (DirectiveKind::MaxThreads, dims),
            BlockBound::Required(dims) => (DirectiveKind::RequiredThreads, dims),
        });
        let min_blocks = self
            .min_blocks
            .map(|blocks| (DirectiveKind::MinBlocksPerSm, (blocks, 1, 1)));
        let registers = self
            .max_registers
            .map(|most| (DirectiveKind::MaxRegisters, (most, 1, 1)));
        let cluster = self
            .cluster_dim
            .map(|dims| (DirectiveKind::RequiredCluster, dims));
        let all = [block, min_blocks, registers, cluster]
            .into_iter()
            .flatten();
        last_of_each(all.map(|(kind, value)| Directive {
            kind,
            value,
            span: Span { start: 0, end: 0 },
        }))
    }

    /// Checks what the entry will say against what ptxas takes.
    fn check(
        &self,
        entry: &Entry<'_>,
        stated: &[Directive],
        wanted: &BTreeMap<Slot, Directive>,
    ) -> Result<(), Error> {
        let Entry {
            target, version, ..
        } = *entry;
        if let Some((major, minor)) = self.limits.and_then(|limits| limits.excluded_by(target)) {
            let help = if target.numbers() > (major, minor) {
                format!("compile for sm_{major}{minor}")
            } else {
                format!(
                    "compile for sm_{}, which runs on later GPUs too",
                    target.number
                )
            };
            let fault = format!(
                "PTX for {target} does not run on compute capability {major}.{minor}, which the bounds \
                 are for"
            );
            return Err(refused(fault, help));
        }
        let limits = self
            .limits
            .or_else(|| target.compute_capability().map(Limits::of));
        for directive in wanted.values() {
            let kind = directive.kind;
            let (name, since, least) = (kind.name(), kind.since(), kind.min_target());
            if version < since {
                return Err(refused(
                    format!("`{name}` needs PTX {since}, and this is PTX {version}"),
                    "emit the PTX for a later version, or leave the bound out",
                ));
            }
            if target.number < least {
                return Err(refused(
                    format!("`{name}` needs the target sm_{least}, and this is {target}"),
                    format!("compile for sm_{least} or later, or leave the bound out"),
                ));
            }
            check_range(directive, limits)?;
        }
        let last = last_of_each(stated.iter().copied());
        let mut after = last.clone();
        after.extend(wanted);
        for directive in stated {
            if let Some(help) = refusal(directive, version, &last, wanted) {
                let fault = format!("`{directive}` cannot stand here");
                let (offset, kind) = (directive.span.start, ErrorKind::RefusedBounds);
                return Err(error::at(entry.text, offset, kind, fault, help));
            }
        }
        let says = |slot, kind| after.get(&slot).is_some_and(|one| one.kind == kind);
        if stated
            .iter()
            .any(|one| one.kind == DirectiveKind::BlocksAreClusters)
            && !(says(Slot::Block, DirectiveKind::RequiredThreads)
                && says(Slot::Cluster, DirectiveKind::RequiredCluster))
        {
            return Err(refused(
                "the entry has `.blocksareclusters`, which needs `.reqntid` and `.reqnctapercluster`",
                "state a block with `BlockBound::Required`, and the cluster",
            ));
        }
        // Directives that the bounds do not touch are not checked.
        match after.get(&Slot::MinBlocks) {
            Some(min_blocks) if self.min_blocks.is_some() || self.block.is_some() => {
                check_min_blocks(min_blocks.value.0, after.get(&Slot::Block), limits, target)
            }
            _ => Ok(()),
        }
    }
}

fn refused(fault: impl Into<String>, help: impl Into<String>) -> Error {
    Error::new(ErrorKind::RefusedBounds, fault, help)
}

/// What an entry states: ptxas accepts a directive twice and takes the last one.
fn last_of_each(directives: impl Iterator<Item = Directive>) -> BTreeMap<Slot, Directive> {
    let of_slots = directives.filter_map(|directive| Some((directive.kind.slot()?, directive)));
    of_slots.collect()
}

/// What to do about a directive that ptxas refuses where it is, or beside another one.
///
/// Source: PTX ISA 9.1, 11.4.3, 11.4.6, 11.7.3 and 11.8.1; for `.maxnctapersm`, ptxas 13.5:
/// "not supported as of PTX version 2.1".
fn refusal(
    directive: &Directive,
    version: Version,
    last: &BTreeMap<Slot, Directive>,
    wanted: &BTreeMap<Slot, Directive>,
) -> Option<&'static str> {
    let replaced_since = Version { major: 2, minor: 1 };
    match directive.kind {
        DirectiveKind::NoReturn => Some("it is for functions: remove it"),
        DirectiveKind::MaxBlocksPerSm if version >= replaced_since => {
            Some("PTX 2.0 replaced it by `.minnctapersm`: remove it")
        }
        kind => {
            let slot = kind.slot()?;
            // Another kind that the bounds do not take the place of.
            if wanted.contains_key(&slot) || last.get(&slot)?.kind == kind {
                return None;
            }
            Some(match slot {
                Slot::Block => "an entry has either `.maxntid` or `.reqntid`: remove one",
                _ => "an entry has either `.reqnctapercluster` or `.maxclusterrank`: remove one",
            })
        }
    }
}

/// Source: PTX ISA 9.1, 11.4.4. ptxas counts whole warps: for `sm_90` it ignores 22 blocks of 65
/// threads, which are 66 warps.
fn check_min_blocks(
    min_blocks: u32,
    block: Option<&Directive>,
    limits: Option<Limits>,
    target: Target,
) -> Result<(), Error> {
    let Some(block) = block else {
        return Err(refused(
            "a minimum of blocks without the threads of a block, so ptxas would ignore it",
            "state the threads with `with_block`",
        ));
    };
    let Some(limits) = limits else {
        return Err(refused(
            format!(
                "the limits of {target} are not known, so a minimum of blocks cannot be checked"
            ),
            "state the GPU with `with_compute_capability`, or leave the minimum out with \
             `with_min_blocks(None)`",
        ));
    };
    let threads = product(block.value);
    let warps = threads.div_ceil(u64::from(WARP_SIZE));
    // A block without threads is refused by the range of `.maxntid` where it is wanted.
    let by_warps = u64::from(limits.warps_per_sm)
        .checked_div(warps)
        .unwrap_or(0);
    let fit = by_warps.min(u64::from(limits.blocks_per_sm));
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
fn check_range(wanted: &Directive, limits: Option<Limits>) -> Result<(), Error> {
    let kind = wanted.kind;
    let (least, most) = match kind.slot() {
        Some(Slot::Registers) => (
            limits.map_or(24, |limits| limits.min_registers),
            [255, 1, 1],
        ),
        Some(Slot::Block) => (1, [1024, 1024, 64]),
        _ => (1, [u32::MAX; 3]),
    };
    let outside = |value: u64, least, most| {
        let fault = format!("`{}` cannot be {value}", kind.name());
        Err(refused(fault, format!("it takes {least} to {most}")))
    };
    let (x, y, z) = wanted.value;
    // The other two of a single number are 1.
    for ((value, least), most) in [x, y, z].into_iter().zip([least, 1, 1]).zip(most) {
        if !(least..=most).contains(&value) {
            return outside(value.into(), least, most);
        }
    }
    match product(wanted.value) {
        threads if kind.slot() == Some(Slot::Block) && threads > 1024 => outside(threads, 1, 1024),
        _ => Ok(()),
    }
}

/// The text of the entry with the bounds, which take the place of what contradicts them.
fn written(
    entry: &Entry<'_>,
    stated: &[Directive],
    contradicted: &BTreeMap<Slot, &Directive>,
    mut wanted: BTreeMap<Slot, Directive>,
) -> String {
    let (text, header) = (entry.text, entry.header);
    let (before, after) = text.split_at_checked(header.start).unwrap_or((text, ""));
    let ending = match text.split_once('\n') {
        Some((line, _)) if line.ends_with('\r') => "\r\n",
        _ => "\n",
    };
    let mut out = String::from(before);
    for (slot, directive) in &wanted {
        if !stated
            .iter()
            .any(|stated| stated.kind.slot() == Some(*slot))
        {
            out.extend([ending, &directive.to_string()]);
        }
    }
    // `4.maxnreg` would be a number.
    if out.len() > before.len() && !after.starts_with([' ', '\t', '\r', '\n', '\x0c']) {
        out.push_str(ending);
    }
    let mut start = header.start;
    for directive in stated {
        let Some(slot) = directive.kind.slot() else {
            continue;
        };
        if !contradicted.contains_key(&slot) {
            continue;
        }
        let end = directive.span.start;
        out.push_str(Span { start, end }.of(text));
        // In the place of the first.
        if let Some(wanted) = wanted.remove(&slot) {
            out.push_str(&wanted.to_string());
        }
        start = directive.span.end;
    }
    let end = text.len();
    out.push_str(Span { start, end }.of(text));
    out
}
