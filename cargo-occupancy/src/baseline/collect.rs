//! The kernels of files and folders.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use occupancy_report::calculator::Cell;

use super::{Baseline, FIGURES, Kernel};
use crate::folder::files_of;
use crate::messages::Messages;
use crate::name::{retain_asked, without_versions};
use crate::packages::declarations;
use crate::read::{read_all, shown};
use crate::reported::reported;
use crate::selection::{Packages, Ptx, Reading, Selection, compute_capability};
use crate::summary::{Summary, no_match};

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
    /// Without versions, which differ between builds.
    names: HashSet<String>,
}

impl<'s> Chosen<'s> {
    /// Chooses among the kernels of all builds: a name that is asked for in one is asked for in the others.
    pub(crate) fn of<'k>(
        selection: &'s Selection,
        kernels: impl Iterator<Item = &'k Kernel>,
    ) -> Self {
        let mut chosen: Vec<_> = kernels.filter(|kernel| is_for(selection, kernel)).collect();
        retain_asked(&selection.kernel, &mut chosen, |kernel| kernel.names());
        let names = chosen.iter().map(|kernel| without_versions(&kernel.name));
        Self {
            selection,
            names: names.collect(),
        }
    }

    pub(crate) fn has(&self, kernel: &Kernel) -> bool {
        is_for(self.selection, kernel) && self.names.contains(&without_versions(&kernel.name))
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

/// The kernels of files and folders, and those that packages declare, whatever their names. Reports what cannot be
/// read.
pub(crate) fn collect_all(
    paths: &[PathBuf],
    packages: &Packages,
    selection: &Selection,
    err: &mut Messages<'_>,
) -> io::Result<Collected> {
    let mut collected = collect(paths, selection, err)?;
    if packages.are_given() {
        let (declared, is_troubled) = declarations(packages, err)?;
        collected.is_troubled |= is_troubled;
        for declaration in &declared {
            let kernel = Kernel::declared(&reported(declaration));
            if is_for(selection, &kernel) {
                collected.kernels.push(kernel);
            }
        }
        sort(&mut collected.kernels);
    }
    Ok(collected)
}

/// The kernels of these files, and of all files below the folders. Reports what cannot be read.
fn collect(
    paths: &[PathBuf],
    selection: &Selection,
    err: &mut Messages<'_>,
) -> io::Result<Collected> {
    let mut collected = Collected::default();
    let mut files = Vec::new();
    // The name of each file without its folders, by its name in rows.
    let mut libraries = HashMap::new();
    for path in paths {
        let before = files.len();
        collected.is_troubled |= !files_of(path, &mut files, err)?;
        for file in &files[before..] {
            let library = if file == path {
                let name = file.file_name().unwrap_or(file.as_os_str());
                name.to_string_lossy().into_owned()
            } else {
                let name = file.strip_prefix(path).unwrap_or(file);
                name.to_string_lossy().replace('\\', "/")
            };
            libraries.insert(shown(file), library);
        }
    }
    let selection = Selection {
        kernel: Vec::new(),
        ..selection.clone()
    };
    let reading = Reading {
        files: &files,
        selection: &selection,
        ptx: Ptx::Never,
        is_mangled: false,
    };
    let kernels = &mut collected.kernels;
    let (summary, is_whole) = read_all(&reading, err, &mut |row, packed| {
        let file = row.text("file");
        let mut library = match packed {
            // The name of a wheel has its version.
            Some(packed) => packed.to_owned(),
            None => libraries.get(file).map_or(file, String::as_str).to_owned(),
        };
        if let Cell::Text(member) = row.get("member") {
            library = format!("{library}({member})");
        }
        kernels.push(Kernel::of(row, library));
        Ok(())
    })?;
    sort(kernels);
    collected.summary = summary;
    collected.is_troubled |= !is_whole;
    Ok(collected)
}

/// The kernels of a file or a folder, or of a baseline, if the file is named `….toml`.
pub(crate) fn collected_or_baseline(
    path: &Path,
    selection: &Selection,
    err: &mut Messages<'_>,
) -> io::Result<Collected> {
    let is_baseline = path
        .extension()
        .is_some_and(|extension| extension == "toml");
    if !is_baseline || path.is_dir() {
        return collect(std::slice::from_ref(&path.to_owned()), selection, err);
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

/// In the order of a baseline.
pub(super) fn sort(kernels: &mut [Kernel]) {
    fn figures(kernel: &Kernel) -> impl Iterator<Item = &Cell> {
        let figures = FIGURES.iter().filter(|figure| !figure.is_bound());
        figures.map(|figure| figure.of(kernel))
    }
    kernels.sort_by(|a, b| {
        let by_name = a.key().cmp(&b.key());
        by_name.then_with(|| figures(a).cmp(figures(b)))
    });
}
