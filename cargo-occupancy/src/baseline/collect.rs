//! The kernels of files and folders.

use std::collections::{BTreeSet, HashSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use occupancy_report::calculator::Cell;

use super::{Baseline, Kernel};
use crate::folder::files_of;
use crate::name::asked;
use crate::packages::declarations;
use crate::read::{read_all, shown};
use crate::reported::reported;
use crate::selection::{Packages, Ptx, Reading, Selection, compute_capability};
use crate::summary::{Summary, no_match};
use crate::terminal::Terminal;

/// Kernels, and what was read beside them.
#[derive(Debug, Default)]
pub(crate) struct Collected {
    pub(crate) kernels: Vec<Kernel>,
    /// The toolkits that compiled them.
    pub(crate) toolkits: BTreeSet<String>,
    /// Something could not be read, and was reported.
    pub(crate) is_troubled: bool,
    /// For a baseline: the block of its kernels without launch bounds.
    pub(crate) baseline: Option<Box<Baseline>>,
    /// Whether there were kernels before those that are asked for were chosen.
    pub(crate) has_any: bool,
    /// What is in the files.
    pub(crate) summary: Summary,
}

/// The kernels that are asked for.
pub(crate) struct Chosen<'s> {
    selection: &'s Selection,
    /// Without versions.
    names: HashSet<String>,
}

impl<'s> Chosen<'s> {
    /// Chooses among the kernels of all builds: a name that is asked for in one is asked for in the others.
    pub(crate) fn of<'k>(
        selection: &'s Selection,
        kernels: impl Iterator<Item = &'k Kernel>,
    ) -> Self {
        let kernels: Vec<_> = kernels.filter(|kernel| is_for(selection, kernel)).collect();
        let names = kernels.iter().map(|kernel| kernel.names());
        let is_asked = asked(&selection.kernel, names);
        let chosen = kernels.iter().zip(is_asked);
        let chosen = chosen.filter(|(_, is_asked)| *is_asked);
        let names = chosen.map(|(kernel, _)| kernel.unversioned());
        Self {
            selection,
            names: names.collect(),
        }
    }

    pub(crate) fn has(&self, kernel: &Kernel) -> bool {
        is_for(self.selection, kernel) && self.names.contains(&kernel.unversioned())
    }
}

impl Collected {
    /// The kernels of a baseline.
    pub(crate) fn of(baseline: Baseline) -> Self {
        Self {
            kernels: baseline.kernels.clone(),
            toolkits: baseline.toolkits.iter().cloned().collect(),
            baseline: Some(Box::new(baseline)),
            ..Self::default()
        }
    }

    /// Leaves the kernels that are asked for.
    pub(crate) fn choose(&mut self, chosen: &Chosen<'_>) {
        self.has_any = !self.kernels.is_empty();
        self.kernels.retain(|kernel| chosen.has(kernel));
        if self.baseline.is_none() {
            let toolkits = self.kernels.iter().map(|kernel| kernel.toolkit.clone());
            self.toolkits = toolkits.filter(|toolkit| !toolkit.is_empty()).collect();
        }
    }

    /// Reports that no kernel is left, if everything could be read.
    pub(crate) fn tell_if_empty(
        &self,
        selection: &Selection,
        packages: &Packages,
        err: &mut dyn Write,
    ) -> io::Result<()> {
        if !self.kernels.is_empty() || self.is_troubled {
            return Ok(());
        }
        let why = if self.has_any {
            no_match(&selection.kernel)
        } else if packages.are_given() {
            "no matching kernels".to_owned()
        } else {
            let no_code = self.summary.no_code(selection);
            no_code.unwrap_or_else(|| "no matching kernels of machine code".to_owned())
        };
        writeln!(err, "{why}")
    }

    /// The one library that all kernels are of; `None` if there are several, or none.
    fn library(&self) -> Option<String> {
        let first = &self.kernels.first()?.library;
        let is_first = |kernel: &Kernel| kernel.library == *first;
        self.kernels.iter().all(is_first).then(|| first.clone())
    }

    /// Gives the library its name in another build, if both have only one.
    pub(crate) fn rename_library(&mut self, new: &Self) {
        if let (Some(_), Some(library)) = (self.library(), new.library()) {
            for kernel in &mut self.kernels {
                kernel.library.clone_from(&library);
            }
        }
    }
}

/// The kernels of these files, and of all files below the folders, and those that packages declare, whatever their
/// names. Reports what cannot be read.
pub(crate) fn collect(
    paths: &[PathBuf],
    packages: &Packages,
    selection: &Selection,
    terminal: Terminal,
    err: &mut dyn Write,
) -> io::Result<Collected> {
    let mut collected = Collected::default();
    let mut files = Vec::new();
    for path in paths {
        collected.is_troubled |= !files_of(path, &mut files, err)?;
    }
    let reading = Reading {
        files: &files,
        selection: &Selection {
            kernel: Vec::new(),
            ..selection.clone()
        },
        ptx: Ptx::Never,
        is_mangled: false,
    };
    let kernels = &mut collected.kernels;
    let (summary, is_whole) = read_all(
        &reading,
        terminal.shows_progress,
        err,
        &mut |row, packed| {
            // The name of a wheel has its version.
            let library = packed.map_or_else(|| library(row.text("file"), paths), str::to_owned);
            let library = match row.get("member") {
                Cell::Text(member) => format!("{library}({member})"),
                _ => library,
            };
            kernels.push(Kernel::of(row, library));
            Ok(())
        },
    )?;
    collected.summary = summary;
    collected.is_troubled |= !is_whole;
    if packages.are_given() {
        let found = declarations(packages, terminal, err)?;
        collected.is_troubled |= found.is_troubled;
        let declared = found.all.iter();
        let declared = declared.map(|declaration| Kernel::declared(&reported(declaration)));
        kernels.extend(declared.filter(|kernel| is_for(selection, kernel)));
    }
    // In the order of a baseline.
    kernels.sort_by(|a, b| (a.key(), &a.figures).cmp(&(b.key(), &b.figures)));
    Ok(collected)
}

/// The name of a file without the folder that is asked for.
fn library(file: &str, paths: &[PathBuf]) -> String {
    let name = paths.iter().rev().find_map(|path| {
        let asked = shown(path);
        if asked == file {
            return Some(path.file_name()?.to_string_lossy().into_owned());
        }
        let below = Path::new(file).strip_prefix(asked).ok()?;
        Some(below.to_string_lossy().replace('\\', "/"))
    });
    name.unwrap_or_else(|| file.to_owned())
}

/// The kernels of a file or a folder, or of a baseline, if the file is named `….toml`.
pub(crate) fn collected_or_baseline(
    path: &Path,
    selection: &Selection,
    terminal: Terminal,
    err: &mut dyn Write,
) -> io::Result<Collected> {
    let is_baseline = path.extension() == Some("toml".as_ref());
    if !is_baseline || path.is_dir() {
        let (paths, packages) = ([path.to_owned()], Packages::default());
        return collect(&paths, &packages, selection, terminal, err);
    }
    match Baseline::read(path) {
        Ok(baseline) => Ok(Collected::of(baseline)),
        // The other build is read all the same.
        Err(error) => {
            writeln!(err, "error: {error}")?;
            Ok(Collected {
                is_troubled: true,
                ..Collected::default()
            })
        }
    }
}

/// Whether a kernel is for a selected GPU.
fn is_for(selection: &Selection, kernel: &Kernel) -> bool {
    let target = compute_capability(&kernel.target).ok();
    selection.arch.is_empty() || selection.arch.iter().any(|&asked| target == Some(asked))
}
