//! The kernels of a build, with what is compared of them: those of files, folders and packages, or of a baseline.

mod joined;
mod kernel;

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

use itertools::Itertools;
use occupancy_core::kernel::Figure;
use occupancy_report::calculator::{Key, Row};

use crate::console::Messages;
use crate::name::{Names, retain_named};
use crate::package::find_files;
use crate::packages::{Declaration, declarations};
use crate::read::{Summary, display_name, read_all};
use crate::selection::{Selection, Sources, compute_capability};

pub(crate) use self::joined::Joined;
pub(crate) use self::kernel::{Kernel, METRICS, Metric, Reason};

/// The kernels of a build.
#[derive(Clone, Debug, Default)]
pub(crate) struct Build {
    /// In the order of their [keys](Kernel::key), or of a baseline.
    pub(crate) kernels: Vec<Kernel>,
    /// The toolkits that compiled them, as far as they are known.
    pub(crate) toolkits: BTreeSet<Rc<str>>,
    /// The summary of the files that were read.
    pub(crate) summary: Summary,
    /// What packages declare of the kernels of the files; `None` unless there are both.
    pub(crate) joined: Option<Joined>,
}

impl Build {
    /// Collects the kernels of files, of all files below folders, and of packages, whatever their names. Reports errors of
    /// reading.
    pub(crate) fn collect(sources: &Sources, err: &mut Messages<'_>) -> io::Result<Self> {
        let (paths, selection) = (&sources.paths, &sources.selection);
        let (mut kernels, mut names, mut joined) = (Vec::new(), Names::default(), None);
        let files = find_files(paths, err)?;
        let libraries = libraries(&files, paths);
        let any_name = Selection {
            kernel: Vec::new(),
            ..selection.clone()
        };
        let mut summary = read_all(&files, &any_name, err, &mut |row, packed| {
            // The name of a wheel has its version.
            let library = libraries.get(row.text(Key::File)).map(String::as_str);
            let file = packed.or(library).unwrap_or_default();
            let row = Row::default().with(Key::File, file).with_row(row);
            kernels.push(Kernel::from_row(&row, &mut names));
            Ok(())
        })?;
        if sources.packages.are_given() {
            let (mut declared, errors) = declarations(&sources.packages, err)?;
            let target = |it: &Declaration| it.arch.multiprocessor().compute_capability();
            declared.retain(|it| selection.arch.is_empty() || selection.arch.contains(&target(it)));
            summary.errors.extend(errors);
            joined = (!files.is_empty()).then(|| Joined::new(&declared, &kernels));
            summary.kernels += declared.len() as u64;
            let all = declared.into_iter();
            kernels.extend(all.map(|it| Kernel::declared(it, &mut names)));
        }
        kernels.sort_by(|a, b| (a.key(), &a.figures).cmp(&(b.key(), &b.figures)));
        let toolkits = kernels.iter().filter_map(|kernel| kernel.toolkit.clone());
        Ok(Self {
            toolkits: toolkits.collect(),
            kernels,
            summary,
            joined,
        })
    }

    /// Bytes of code, if they are known of every kernel.
    pub(crate) fn code_bytes(&self) -> Option<u64> {
        let mut bytes = self
            .kernels
            .iter()
            .map(|it| it.figures.number(Figure::CodeBytes));
        bytes.try_fold(0_u64, |sum, bytes| sum.checked_add(bytes?))
    }

    /// Says why no kernel is left, unless an error of reading says so.
    pub(crate) fn report_if_empty(&self, sources: &Sources, err: &mut dyn Write) -> io::Result<()> {
        if !self.kernels.is_empty() || self.summary.is_troubled() {
            return Ok(());
        }
        let nothing = if sources.packages.are_given() {
            "no matching kernels"
        } else {
            "no matching kernels of machine code"
        };
        let why = self.summary.why_nothing(&sources.selection, nothing);
        writeln!(err, "{why}")
    }
}

/// The name of each file by its path: without the folder of `paths` that it is in, or with as much of it as tells the file
/// from others of its name.
fn libraries(files: &[PathBuf], paths: &[PathBuf]) -> HashMap<String, String> {
    let parts = |file: &Path| {
        let parts = file.components().filter_map(|part| match part {
            Component::Normal(_) | Component::ParentDir => Some(part.as_os_str().to_string_lossy()),
            _ => None,
        });
        parts.map(Cow::into_owned).collect()
    };
    let mut all: Vec<_> = files
        .iter()
        .map(|file| {
            let below = paths.iter().filter_map(|path| file.strip_prefix(path).ok());
            let shortest = below.map(|below| below.components().count()).min();
            (parts(file), shortest.unwrap_or(0).max(1))
        })
        .collect();
    let name = |(parts, shown): &(Vec<String>, usize)| {
        parts[parts.len().saturating_sub(*shown)..].join("/")
    };
    let mut is_settled = false;
    while !is_settled {
        let counts = all.iter().map(name).counts();
        is_settled = true;
        for file in &mut all {
            if counts[&name(file)] > 1 && file.1 < file.0.len() {
                file.1 += 1;
                is_settled = false;
            }
        }
    }
    let files = files.iter().map(|file| display_name(file));
    files.zip(all.iter().map(name)).collect()
}

/// Returns `true` for the selected kernels of the builds: those of a name that selects a kernel in any of them. Beside it
/// are warnings of what selects none.
pub(crate) fn selector<'s>(
    selection: &'s Selection,
    builds: &[&Build],
) -> (impl Fn(&Kernel) -> bool + use<'s>, Vec<String>) {
    let all = builds.iter().flat_map(|build| &build.kernels);
    let mut kernels: Vec<_> = all.filter(|kernel| is_for(selection, kernel)).collect();
    let targets: HashSet<_> = kernels.iter().map(|kernel| &*kernel.target).collect();
    let unmatched = retain_named(&selection.kernel, &mut kernels, |kernel| kernel.names());
    let targets = targets
        .into_iter()
        .filter_map(|target| compute_capability(target).ok());
    let mut warnings = selection.without_effect(targets, &unmatched);
    if kernels.is_empty() {
        // An error says so.
        warnings.clear();
    }
    // Versions differ between builds.
    let names = kernels.iter().map(|kernel| kernel.name.unversioned.clone());
    let names: HashSet<_> = names.collect();
    let is_selected = move |kernel: &Kernel| {
        is_for(selection, kernel) && names.contains(&kernel.name.unversioned)
    };
    (is_selected, warnings)
}

/// Returns `true` if the kernel is for a selected GPU.
fn is_for(selection: &Selection, kernel: &Kernel) -> bool {
    let target = compute_capability(&kernel.target);
    selection.arch.is_empty() || target.is_ok_and(|target| selection.arch.contains(&target))
}
