//! The baseline: the file that `occupancy baseline` writes and `occupancy check` reads, with what kernels
//! use; and the same of files, folders and packages.

mod budget;
mod file;
mod kernel;

use std::collections::{BTreeSet, HashSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use occupancy_report::calculator::Cell;

use crate::console::Messages;
use crate::name::retain_asked;
use crate::packages::declarations;
use crate::read::{read_all, shown};
use crate::selection::{Packages, Ptx, Reading, Selection, Sources, compute_capability};

pub(crate) use self::budget::{Breach, Budget, Rules, least_occupancy};
pub(crate) use self::file::{Baseline, written};
pub(crate) use self::kernel::{Better, FIGURES, Figure, Kernel, Reason, figure_of};

#[cfg(test)]
pub(crate) use self::kernel::tests::kernel;

/// Chooses among the kernels of all builds: a name that is asked for in one is asked for in the others.
pub(crate) fn chosen<'s>(
    selection: &'s Selection,
    builds: &[&Baseline],
) -> impl Fn(&Kernel) -> bool + use<'s> {
    let kernels = builds.iter().flat_map(|build| &build.kernels);
    let mut kernels: Vec<_> = kernels.filter(|of| is_for(selection, of)).collect();
    retain_asked(&selection.kernel, &mut kernels, |kernel| kernel.names());
    // Without versions, which differ between builds.
    let names: HashSet<_> = kernels.iter().map(|kernel| kernel.unversioned()).collect();
    move |kernel| is_for(selection, kernel) && names.contains(&kernel.unversioned())
}

impl Baseline {
    /// The toolkits that compiled the kernels.
    pub(crate) fn toolkits(&self) -> BTreeSet<String> {
        let found = self.kernels.iter().map(|kernel| &kernel.toolkit);
        let found = found.filter(|toolkit| !toolkit.is_empty());
        self.toolkits.iter().chain(found).cloned().collect()
    }

    /// Reports that no kernel is left, if everything could be read.
    pub(crate) fn tell_if_empty(&self, sources: &Sources, err: &mut dyn Write) -> io::Result<()> {
        if !self.kernels.is_empty() || self.summary.is_troubled {
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

    /// Gives the library its name in another build, if both have only one.
    pub(crate) fn rename_library(&mut self, new: &Self) {
        let only = |of: &Self| -> Option<[String; 1]> {
            let mut libraries: Vec<_> = of.kernels.iter().map(|of| of.library.clone()).collect();
            libraries.dedup();
            libraries.try_into().ok()
        };
        if let (Some(_), Some([library])) = (only(self), only(new)) {
            for kernel in &mut self.kernels {
                kernel.library.clone_from(&library);
            }
        }
    }
}

/// The kernels of these files, and of all files below the folders, and those that packages declare, whatever their
/// names. Reports what cannot be read.
pub(crate) fn collect(sources: &Sources, err: &mut Messages<'_>) -> io::Result<Baseline> {
    let (paths, selection) = (&sources.paths, &sources.selection);
    let mut kernels = Vec::new();
    let reading = Reading {
        paths,
        selection: &Selection {
            kernel: Vec::new(),
            ..selection.clone()
        },
        ptx: Ptx::Never,
        is_mangled: false,
    };
    let mut summary = read_all(&reading, err, &mut |row, packed| {
        // The name of a wheel has its version.
        let library = packed.map_or_else(|| library(row.text("file"), paths), str::to_owned);
        let library = match row.get("member") {
            Cell::Text(member) => format!("{library}({member})"),
            _ => library,
        };
        kernels.push(Kernel::of(row, library));
        Ok(())
    })?;
    if sources.packages.are_given() {
        let (declared, is_troubled) = declarations(&sources.packages, err)?;
        summary.is_troubled |= is_troubled;
        let declared = declared.into_iter().map(|of| Kernel::declared(of.row));
        let before = kernels.len();
        kernels.extend(declared.filter(|kernel| is_for(selection, kernel)));
        summary.kernels += (kernels.len() - before) as u64;
    }
    // In the order of a baseline.
    kernels.sort_by(|a, b| (a.key(), &a.figures).cmp(&(b.key(), &b.figures)));
    Ok(Baseline {
        kernels,
        summary,
        ..Baseline::default()
    })
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
    err: &mut Messages<'_>,
) -> io::Result<Baseline> {
    if path.extension() != Some("toml".as_ref()) || path.is_dir() {
        let sources = Sources {
            paths: vec![path.to_owned()],
            selection: selection.clone(),
            packages: Packages::default(),
        };
        return collect(&sources, err);
    }
    Baseline::read(path).or_else(|error| {
        // The other build is read all the same.
        writeln!(err, "error: {error}")?;
        let mut none = Baseline::default();
        none.summary.is_troubled = true;
        Ok(none)
    })
}

/// Whether a kernel is for a selected GPU.
fn is_for(selection: &Selection, kernel: &Kernel) -> bool {
    let target = compute_capability(&kernel.target).ok();
    selection.arch.is_empty() || selection.arch.iter().any(|&asked| target == Some(asked))
}
