//! Compares the kernels of two builds, and judges each kernel.

pub(crate) mod difference;
pub(crate) mod digest;
mod matching;

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use clap::ValueEnum;
use itertools::Itertools;
use occupancy_core::kernel::Figure;
use occupancy_report::calculator::{Key, Row};

use self::difference::Change;
use self::matching::{MatchedBy, matched};
use crate::baseline::{Baseline, Rules};
use crate::build::{Build, Kernel, Reason};
use crate::console::exit_code;
use crate::content::path_in_repository;

pub(crate) use self::difference::{Difference, Status};
pub(crate) use self::digest::Digest;

/// The differences between two builds.
#[derive(Debug, Default)]
pub(crate) struct Comparison {
    /// Every kernel once: those that fail first, then by status and name. What is gone from an incomplete build is
    /// left out.
    pub(crate) all: Vec<Difference>,
    pub(crate) toolkits: [BTreeSet<Rc<str>>; 2],
    /// Bytes of code, before and after, if they are known of every kernel.
    pub(crate) code_bytes: [Option<u64>; 2],
    /// The baseline, relative to the repository; `None` if the old build is of none.
    pub(crate) baseline: Option<String>,
    /// Remarks that fail nothing.
    pub(crate) notes: Vec<String>,
    /// Patterns and options without an effect.
    pub(crate) warnings: Vec<String>,
    /// The errors of reading.
    pub(crate) errors: Vec<String>,
    /// Warnings fail.
    pub(crate) is_strict: bool,
    /// Nothing was compared: there is no kernel, or none that both builds have.
    pub(crate) is_blind: bool,
    /// There is an old build.
    compares: bool,
}

impl Comparison {
    /// Compares two builds; without the old one, only budgets are checked. What is worse fails, unless it is excused.
    pub(crate) fn new(
        old: Option<&Baseline>,
        new: &Build,
        rules: &Rules,
        is_excused: bool,
    ) -> Self {
        let (compares, none) = (old.is_some(), Baseline::default());
        let baseline = old.unwrap_or(&none);
        let old = &baseline.build;
        let matches = matched(&old.kernels, &new.kernels);
        let judged = matches.iter().map(|pair| {
            let [of_old, of_new] = pair.kernels;
            let of_old = of_old.map(|number| &old.kernels[number]);
            let kernels = [of_old, of_new.map(|number| &new.kernels[number])];
            Difference {
                apart: pair.apart.filter(|_| compares),
                ..Difference::new(kernels, pair.by, compares, rules, is_excused)
            }
        });
        let mut all = judged.collect_vec();
        let is_of_both = |it: &Difference| it.old.is_some() && it.new.is_some();
        let has_none = old.kernels.is_empty() && !new.kernels.is_empty();
        let is_blind = !has_none && !all.iter().any(is_of_both);
        let errors = [&*old.summary.errors, &*new.summary.errors].concat();
        // It may be in what could not be read.
        for (build, status) in [(old, Status::Added), (new, Status::Removed)] {
            all.retain(|it| it.status != status || build.summary.errors.is_empty());
        }
        all.sort_by(|a, b| a.order().cmp(&b.order()));
        let path = &baseline.path;
        let path = path.file_name().map(|_| path_in_repository(path));
        let warnings = rules.warnings(&all.iter().map(Difference::kernel).collect_vec());
        Self {
            all,
            toolkits: [&old.toolkits, &new.toolkits].map(Clone::clone),
            code_bytes: [baseline.code_bytes(), new.code_bytes()],
            baseline: path,
            warnings,
            errors,
            is_blind,
            compares,
            ..Self::default()
        }
    }

    /// The kernels that are not the same, without those of a library or a target that one build has not at all.
    pub(crate) fn differences(&self) -> impl Iterator<Item = &Difference> {
        let all = self.all.iter();
        all.filter(|it| it.status != Status::Same && (it.fails || it.apart.is_none()))
    }

    /// The count of kernels of each status.
    pub(crate) fn counts(&self) -> impl Iterator<Item = (Status, usize)> {
        let with = |status| self.all.iter().filter(move |it| it.status == status);
        let all = Status::value_variants().iter();
        all.map(move |&status| (status, with(status).count()))
    }

    /// The place of a kernel: a path relative to the repository, and a line from 1.
    pub(crate) fn place(&self, difference: &Difference) -> Option<(String, usize)> {
        let new = difference.new.as_ref();
        if let Some((path, line)) = new.and_then(|new| new.attribute.as_ref()) {
            return Some((path.clone(), *line));
        }
        let line = difference.old.as_ref().and_then(|old| old.line);
        Some((self.baseline.clone()?, line.unwrap_or(1)))
    }

    /// The exit code.
    pub(crate) fn code(&self) -> u8 {
        exit_code(!self.errors.is_empty(), self.fails())
    }

    /// Returns `true` if a kernel fails, if a warning does, or if nothing was compared.
    pub(crate) fn fails(&self) -> bool {
        let has_warned = self.is_strict && !self.warnings.is_empty();
        has_warned || self.is_blind || self.all.iter().any(|difference| difference.fails)
    }

    /// The kernels that an update writes. One that fails stays as it was, unless it is excused: by its own reason, or by
    /// `accept`. A library or a target that is gone stays, unless it is `pruned`.
    pub(crate) fn kernels_to_write(&self, accept: Option<&str>, is_pruned: bool) -> Vec<Kernel> {
        let in_place = self.all.iter().filter(|it| it.by != MatchedBy::Library);
        let libraries = in_place.filter_map(|it| {
            let [old, new] = [it.old.as_ref()?, it.new.as_ref()?];
            Some((&old.library, &new.library))
        });
        let libraries: HashMap<_, _> = libraries.collect();
        let as_it_was = |old: Option<&Kernel>| {
            let mut old = old?.clone();
            if let Some(library) = libraries.get(&old.library) {
                old.library = Rc::clone(library);
            }
            Some(old)
        };
        let kernels = self.all.iter().filter_map(|difference| {
            let old = difference.old.as_ref();
            let mut reason = old.map(|old| old.reason.clone()).unwrap_or_default();
            match difference.status {
                Status::Removed if difference.apart.is_some() && !is_pruned => {
                    return as_it_was(old);
                }
                Status::Accepted if difference.has_reason() => {
                    reason.was = Some(was(difference, None));
                }
                Status::Accepted if accept.is_some() => {
                    reason.was = Some(was(difference, reason.was));
                    reason.accept = accept.map(str::to_owned);
                }
                _ if difference.is_refused() => return as_it_was(old),
                _ if difference.is_unneeded => reason = Reason::default(),
                _ => {}
            }
            Some(Kernel {
                reason,
                line: old.and_then(|old| old.line),
                ..difference.new.clone()?
            })
        });
        kernels.collect()
    }

    /// The count of kernels that an update leaves as they were, because no reason is given.
    pub(crate) fn refused(&self) -> usize {
        self.all.iter().filter(|it| it.is_refused()).count()
    }

    /// The count of kernels that no reason of their own excuses.
    pub(crate) fn excused(&self) -> usize {
        let excused = |it: &&Difference| it.status == Status::Accepted && !it.has_reason();
        self.all.iter().filter(excused).count()
    }

    /// Returns `true` if other toolkits compiled the new build.
    pub(crate) fn has_other_toolkits(&self) -> bool {
        let [old, new] = &self.toolkits;
        old != new && !old.is_empty() && !new.is_empty()
    }
}

/// The registers and the metrics that got worse, as they were before.
fn was(difference: &Difference, older: Option<Row>) -> Row {
    let is_kept = |change: &&Change| match change.figure.key {
        Key::Figure(Figure::Registers) => true,
        // They follow from the registers.
        Key::WarpsPerSm => false,
        _ => change.verdict == Status::Worse,
    };
    let was = difference.changes.iter().filter(is_kept);
    let was = was.map(|change| (change.figure.key, change.old.clone()));
    older.unwrap_or_default().with_row(was.collect())
}
