//! The kernels of a build, with what is compared of them: those of files, folders and packages, or of a baseline.

mod joined;
mod kernel;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::PathBuf;
use std::rc::Rc;

use itertools::Itertools;
use occupancy_core::kernel::Figure;
use occupancy_report::calculator::{Key, Row};

use self::joined::join;
use crate::console::Messages;
use crate::name::{Names, retain_named};
use crate::package::find_files;
use crate::packages::declarations;
use crate::read::{Summary, display_name, read_files};
use crate::selection::{Selection, Sources, Target};

pub(crate) use self::kernel::{Kernel, METRICS, Metric, Reason, words};

/// The kernels of a build.
#[derive(Clone, Debug, Default)]
pub(crate) struct Build {
    /// In the order of their [keys](Kernel::key), or of a baseline.
    pub(crate) kernels: Vec<Kernel>,
    /// The toolkits that compiled them, as far as they are known.
    pub(crate) toolkits: BTreeSet<Rc<str>>,
    /// The summary of the files that were read.
    pub(crate) summary: Summary,
    /// The counts of kernels that are in packages or in files alone, if there are both.
    pub(crate) notes: Vec<String>,
}

impl Build {
    /// Collects the kernels of files, of all files below folders, and of packages, whatever their names. Reports errors of
    /// reading.
    pub(crate) fn collect(sources: &Sources, err: &mut Messages<'_>) -> io::Result<Self> {
        let (paths, selection) = (&sources.paths, &sources.selection);
        let (mut kernels, mut names, mut notes) = (Vec::new(), Names::default(), Vec::new());
        let files = find_files(paths, err)?;
        let libraries = libraries(&files, paths);
        // A kernel makes its name from its symbol.
        let any_name = Selection {
            kernel: Vec::new(),
            is_mangled: true,
            ..selection.clone()
        };
        let mut summary = read_files(&files, &any_name, err, &mut |rows, packed| {
            for row in rows {
                // The name of a wheel has its version.
                let library = libraries.get(row.text(Key::File)).map(String::as_str);
                let file = packed.or(library).unwrap_or_default();
                let row = Row::default().with(Key::File, file).with_row(row);
                kernels.push(Kernel::from_row(&row, &mut names));
            }
            Ok(())
        })?;
        if sources.packages.are_given() {
            let (mut declared, errors) = declarations(&sources.packages, err)?;
            let archs = &selection.arch;
            declared.retain(|it| {
                archs.is_empty() || archs.contains(&Target::of(it.arch.multiprocessor()))
            });
            summary.errors.extend(errors);
            summary.kernels += declared.len() as u64;
            if !files.is_empty() {
                notes = join(&mut declared, &kernels);
            }
            let declared = declared.into_iter();
            kernels.extend(declared.map(|it| Kernel::declared(it, &mut names)));
        }
        kernels.sort_by(|a, b| (a.key(), &a.figures).cmp(&(b.key(), &b.figures)));
        let toolkits = kernels.iter().filter_map(|kernel| kernel.toolkit.clone());
        Ok(Self {
            toolkits: toolkits.collect(),
            kernels,
            summary,
            notes,
        })
    }

    /// Bytes of code, if they are known of every kernel.
    pub(crate) fn code_bytes(&self) -> Option<u64> {
        let bytes = |it: &Kernel| it.figures.number::<u64>(Figure::CodeBytes);
        let mut kernels = self.kernels.iter();
        kernels.try_fold(0_u64, |sum, it| sum.checked_add(bytes(it)?))
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
    // Each file with the count of parts of its path that its name has.
    let counted = files.iter().map(|file| {
        let below = paths.iter().filter_map(|path| file.strip_prefix(path).ok());
        let shortest = below.map(|below| below.iter().count()).min();
        (file, shortest.unwrap_or(0).max(1))
    });
    let mut counted = counted.collect_vec();
    let name = |(file, count): &(&PathBuf, usize)| {
        let left_out = file.iter().count().saturating_sub(*count);
        let parts = file.iter().skip(left_out).map(OsStr::to_string_lossy);
        parts.collect_vec().join("/")
    };
    let mut is_settled = false;
    while !is_settled {
        let names = counted.iter().map(name).counts();
        let equal = counted.iter_mut().filter(|it| names[&name(it)] > 1);
        let longer = equal.filter(|(file, count)| *count < file.iter().count());
        is_settled = longer.map(|(_, count)| *count += 1).count() == 0;
    }
    let named = counted.iter().map(|it| (display_name(it.0), name(it)));
    named.collect()
}

/// Returns `true` for the selected kernels of the builds: those of a name that selects a kernel in any of them. Beside it
/// are warnings of what selects none.
pub(crate) fn selector<'s>(
    selection: &'s Selection,
    builds: &[&Build],
) -> (impl Fn(&Kernel) -> bool + use<'s>, Vec<String>) {
    let all = builds.iter().flat_map(|build| &build.kernels);
    let mut kernels: Vec<_> = all.filter(|kernel| is_for(selection, kernel)).collect();
    let unmatched = retain_named(&selection.kernel, &mut kernels, |kernel| kernel.names());
    let target = |kernel: &&Kernel| Target::find(&kernel.target).ok();
    let targets: HashSet<_> = kernels.iter().filter_map(target).collect();
    let warnings = selection.without_effect(&targets, &unmatched);
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
    let target = Target::find(&kernel.target);
    selection.arch.is_empty() || target.is_ok_and(|target| selection.arch.contains(&target))
}
