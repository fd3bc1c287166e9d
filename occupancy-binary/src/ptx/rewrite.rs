//! Writing bounds into an entry's header.

use core::fmt;

use super::bounds::{Limits, Slot};
use super::error::line_of;
use super::{Bounds, Directive, DirectiveKind, Entry, RewriteError};
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

/// PTX text with bounds in the header of one entry, and otherwise unchanged. Its `Display` writes the
/// text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rewritten<'a> {
    entry: Entry<'a>,
    /// By [`Slot`]: what is written, and whether in the place of what is there.
    changes: [Option<Change>; Slot::ALL.len()],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    Insert(Directive),
    Replace(Directive),
}

impl Bounds {
    /// Writes these bounds into the header of `entry`.
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
    ///     bounds.rewrite(text, "k", Existing::Reject)?.to_string(),
    ///     ".version 8.0\n.target sm_90\n.visible .entry k()\n\
    ///      .maxntid 256, 1, 1\n.minnctapersm 4\n{\n\tret;\n}\n",
    /// );
    /// # Ok::<(), occupancy_binary::ptx::RewriteError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`RewriteError`] if there is no such entry, if it contradicts the bounds and they are not to
    /// replace its directives, or if ptxas would refuse or ignore a bound.
    pub const fn rewrite<'a>(
        &self,
        text: &'a str,
        entry: &str,
        existing: Existing,
    ) -> Result<Rewritten<'a>, RewriteError> {
        let entry = match Entry::find(text, entry) {
            Ok(entry) => entry,
            Err(error) => return Err(RewriteError::Find(error)),
        };
        let stated = match Stated::of(&entry) {
            Ok(stated) => stated,
            Err(error) => return Err(error),
        };
        let mut changes = [None; Slot::ALL.len()];
        let mut i = 0;
        while i < Slot::ALL.len() {
            let slot = Slot::ALL[i];
            changes[i] = match self.directive(slot) {
                Some(wanted) => match stated.change(slot, wanted, existing) {
                    Ok(change) => change,
                    Err(error) => return Err(error),
                },
                None => None,
            };
            i += 1;
        }
        match self.check(&entry, &stated) {
            Ok(()) => Ok(Rewritten { entry, changes }),
            Err(error) => Err(error),
        }
    }

    /// Checks what the entry will say against what ptxas takes.
    const fn check(&self, entry: &Entry<'_>, stated: &Stated<'_>) -> Result<(), RewriteError> {
        let target = entry.target;
        if let Some(limits) = self.limits()
            && let Some(compute_capability) = limits.excluded_by(target)
        {
            return Err(RewriteError::DoesNotRunOn {
                target,
                compute_capability,
            });
        }
        let limits = match (self.limits(), target.compute_capability()) {
            (Some(limits), _) => Some(limits),
            (None, Some(cc)) => Some(Limits::of(cc)),
            (None, None) => None,
        };
        let mut i = 0;
        while i < Slot::ALL.len() {
            if let Some(wanted) = self.directive(Slot::ALL[i]) {
                let kind = wanted.kind;
                if !entry.version.is_at_least(kind.since()) {
                    return Err(RewriteError::Version {
                        kind,
                        version: entry.version,
                    });
                }
                if target.number < kind.min_target() {
                    return Err(RewriteError::Target { kind, target });
                }
                if let Err(error) = check_range(wanted, limits) {
                    return Err(error);
                }
            }
            i += 1;
        }
        if let Err(error) = self.check_exclusion(entry, stated) {
            return Err(error);
        }
        self.check_min_blocks(entry, stated, limits)
    }

    /// Source: PTX ISA 9.1, 11.4.3, 11.4.6, 11.7.3 and 11.8.1; for `.maxnctapersm`, ptxas 13.5:
    /// "not supported as of PTX version 2.1".
    const fn check_exclusion(
        &self,
        entry: &Entry<'_>,
        stated: &Stated<'_>,
    ) -> Result<(), RewriteError> {
        let mut directives = entry.directives();
        while let Some(Ok(existing)) = directives.next_directive() {
            let refused = match existing.kind {
                DirectiveKind::NoReturn => true,
                DirectiveKind::MaxBlocksPerSm => {
                    entry.version.is_at_least(super::Version::new(2, 1))
                }
                kind => match Slot::of(kind) {
                    // Another kind that the bounds do not take the place of.
                    Some(slot) if self.directive(slot).is_none() => {
                        match stated.last[slot as usize] {
                            Some(last) => last.kind as u8 != kind as u8,
                            None => false,
                        }
                    }
                    _ => false,
                },
            };
            if refused {
                return Err(RewriteError::Refused {
                    existing,
                    line: line_of(entry.text, existing.span.start),
                });
            }
        }
        if stated.blocks_are_clusters {
            let required = [
                (Slot::Block, DirectiveKind::RequiredThreads),
                (Slot::Cluster, DirectiveKind::RequiredCluster),
            ];
            let mut i = 0;
            while i < required.len() {
                let (slot, kind) = required[i];
                match self.after(slot, stated) {
                    Some(directive) if directive.kind as u8 == kind as u8 => {}
                    _ => return Err(RewriteError::BlocksAreClusters),
                }
                i += 1;
            }
        }
        Ok(())
    }

    /// Source: PTX ISA 9.1, 11.4.4. ptxas counts whole warps: for `sm_90` it ignores 22 blocks of 65
    /// threads, which are 66 warps.
    const fn check_min_blocks(
        &self,
        entry: &Entry<'_>,
        stated: &Stated<'_>,
        limits: Option<Limits>,
    ) -> Result<(), RewriteError> {
        let Some(min_blocks) = self.after(Slot::MinBlocks, stated) else {
            return Ok(());
        };
        // Directives that the bounds do not touch are not checked.
        if self.min_blocks.is_none() && self.block.is_none() {
            return Ok(());
        }
        let Some(block) = self.after(Slot::Block, stated) else {
            return Err(RewriteError::MinBlocksWithoutBlock);
        };
        let Some(limits) = limits else {
            return Err(RewriteError::UnknownTarget(entry.target));
        };
        let (min_blocks, _, _) = min_blocks.value;
        let threads = product(block.value);
        let warps = threads.div_ceil(WARP_SIZE as u64);
        let by_warps = match (limits.warps_per_sm as u64).checked_div(warps) {
            Some(blocks) => blocks,
            // A block without threads, which the range of `.maxntid` refuses where it is wanted.
            None => 0,
        };
        let fit = if by_warps < limits.blocks_per_sm as u64 {
            // At most the 64 warps of an SM.
            #[allow(clippy::cast_possible_truncation, reason = "less than a `u32`")]
            {
                by_warps as u32
            }
        } else {
            limits.blocks_per_sm
        };
        if min_blocks > fit {
            return Err(RewriteError::MinBlocks {
                min_blocks,
                threads,
                fit,
            });
        }
        Ok(())
    }

    /// What the entry states for `slot` afterwards.
    const fn after(&self, slot: Slot, stated: &Stated<'_>) -> Option<Directive> {
        match self.directive(slot) {
            Some(wanted) => Some(wanted),
            None => stated.last[slot as usize],
        }
    }
}

/// What a directive can say: no zeros, and no more than a block, a thread or an SM can have.
///
/// Source: ptxas 12.9 and 13.5, "Positive non-zero value expected for maxntid", "Too many maxnreg
/// specified …, will be ignored"; for the block, CUDA C++ Programming Guide 13.0, Table 27. A zero in
/// `.reqnctapercluster` passes ptxas, and is no cluster.
const fn check_range(wanted: Directive, limits: Option<Limits>) -> Result<(), RewriteError> {
    let kind = wanted.kind;
    let (x, y, z) = wanted.value;
    let (least, most) = match kind {
        DirectiveKind::MaxRegisters => match limits {
            Some(limits) => (limits.min_registers, (255, 1, 1)),
            None => (24, (255, 1, 1)),
        },
        DirectiveKind::MaxThreads | DirectiveKind::RequiredThreads => (1, (1024, 1024, 64)),
        _ => (1, (u32::MAX, u32::MAX, u32::MAX)),
    };
    let (most_x, most_y, most_z) = most;
    // The other two of a single number are 1.
    let axes = [(x, least, most_x), (y, 1, most_y), (z, 1, most_z)];
    let mut i = 0;
    while i < axes.len() {
        let (value, least, most) = axes[i];
        if value < least || value > most {
            return Err(RewriteError::OutOfRange {
                kind,
                value: value as u64,
                least,
                most,
            });
        }
        i += 1;
    }
    let threads = product(wanted.value);
    if matches!(
        kind,
        DirectiveKind::MaxThreads | DirectiveKind::RequiredThreads
    ) && threads > 1024
    {
        return Err(RewriteError::OutOfRange {
            kind,
            value: threads,
            least: 1,
            most: 1024,
        });
    }
    Ok(())
}

/// What an entry states, by [`Slot`].
struct Stated<'a> {
    entry: Entry<'a>,
    /// The last directive, which is the one that counts.
    last: [Option<Directive>; Slot::ALL.len()],
    blocks_are_clusters: bool,
}

impl<'a> Stated<'a> {
    const fn of(entry: &Entry<'a>) -> Result<Self, RewriteError> {
        let mut stated = Self {
            entry: *entry,
            last: [None; Slot::ALL.len()],
            blocks_are_clusters: false,
        };
        let mut directives = entry.directives();
        while let Some(next) = directives.next_directive() {
            let directive = match next {
                Ok(directive) => directive,
                Err(malformed) => return Err(RewriteError::Malformed(malformed)),
            };
            if let Some(slot) = Slot::of(directive.kind) {
                stated.last[slot as usize] = Some(directive);
            }
            if matches!(directive.kind, DirectiveKind::BlocksAreClusters) {
                stated.blocks_are_clusters = true;
            }
        }
        Ok(stated)
    }

    /// What to do so that the entry states `wanted`. ptxas accepts a directive twice and takes the last
    /// one: all of them have to agree.
    const fn change(
        &self,
        slot: Slot,
        wanted: Directive,
        existing: Existing,
    ) -> Result<Option<Change>, RewriteError> {
        if self.last[slot as usize].is_none() {
            return Ok(Some(Change::Insert(wanted)));
        }
        let mut directives = self.entry.directives();
        while let Some(Ok(directive)) = directives.next_directive() {
            match Slot::of(directive.kind) {
                Some(found) if found as u8 == slot as u8 && !directive.agrees(&wanted) => {
                    return match existing {
                        Existing::Replace => Ok(Some(Change::Replace(wanted))),
                        Existing::Reject => Err(RewriteError::Contradiction {
                            existing: directive,
                            wanted,
                            line: line_of(self.entry.text, directive.span.start),
                        }),
                    };
                }
                _ => {}
            }
        }
        Ok(None)
    }
}

impl Rewritten<'_> {
    /// Whether the entry already stated all of it: the text is unchanged.
    pub const fn is_unchanged(&self) -> bool {
        let mut i = 0;
        while i < self.changes.len() {
            if self.changes[i].is_some() {
                return false;
            }
            i += 1;
        }
        true
    }
}

/// The line ending of a text: that of its first line.
fn line_ending(text: &str) -> &'static str {
    match text.find('\n') {
        Some(at) if text[..at].ends_with('\r') => "\r\n",
        _ => "\n",
    }
}

impl fmt::Display for Rewritten<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Entry { text, header, .. } = self.entry;
        let ending = line_ending(text);
        let mut written = header.start;
        f.write_str(&text[..written])?;

        let mut inserted = false;
        for change in self.changes.iter().flatten() {
            if let Change::Insert(directive) = change {
                write!(f, "{ending}{directive}")?;
                inserted = true;
            }
        }
        // `4.maxnreg` would be a number.
        if inserted && !text[written..].starts_with([' ', '\t', '\r', '\n', '\x0c']) {
            f.write_str(ending)?;
        }

        let mut replaced = [false; Slot::ALL.len()];
        // Each was read before, so that none is malformed.
        for directive in self.entry.directives().flatten() {
            let Some(slot) = Slot::of(directive.kind) else {
                continue;
            };
            let Some(Change::Replace(wanted)) = self.changes[slot as usize] else {
                continue;
            };
            f.write_str(&text[written..directive.span.start])?;
            if !replaced[slot as usize] {
                replaced[slot as usize] = true;
                write!(f, "{wanted}")?;
            }
            written = directive.span.end;
        }
        f.write_str(&text[written..])
    }
}
