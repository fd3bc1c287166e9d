//! The kernels of files and folders.

use std::collections::{BTreeSet, HashMap};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::{Baseline, Kernel};
use crate::baseline::name::normalised;
use crate::content::is_stdin;
use crate::folder::files_of;
use crate::packages::declarations;
use crate::progress::Progress;
use crate::read::read;
use crate::reported::Reported;
use crate::selection::{Packages, Ptx, Reading, Selection, compute_capability};
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
}

impl Collected {
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

/// The kernels of files and folders, and those that packages declare. Reports what cannot be read.
pub(crate) fn collect_all(
    paths: &[PathBuf],
    packages: &Packages,
    selection: &Selection,
    terminal: Terminal,
    err: &mut dyn Write,
) -> io::Result<Collected> {
    let mut collected = collect(paths, selection, terminal, err)?;
    if packages.are_given() {
        let found = declarations(packages, terminal, err)?;
        collected.is_troubled |= found.is_troubled;
        for declaration in &found.all {
            let reported = Reported::new(declaration);
            let kernel = Kernel::declared(&reported);
            if keeps(selection, &kernel) {
                let toolkit = reported.compiled.and_then(|compiled| compiled.toolkit);
                collected.toolkits.extend(toolkit);
                collected.kernels.push(kernel);
            }
        }
        sort(&mut collected.kernels);
    }
    if collected.kernels.is_empty() && !collected.is_troubled {
        let what = if packages.are_given() {
            "no matching kernels"
        } else {
            "no matching kernels of machine code"
        };
        writeln!(err, "{what}")?;
    }
    Ok(collected)
}

/// The kernels of these files, and of all files below the folders. Reports what cannot be read.
fn collect(
    paths: &[PathBuf],
    selection: &Selection,
    terminal: Terminal,
    err: &mut dyn Write,
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
    let reading = Reading {
        files: &files,
        selection,
        ptx: Ptx::Never,
        is_mangled: false,
    };
    let mut progress = Progress::new(terminal.shows_progress);
    read(&reading, &mut |listed| {
        for row in listed.rows {
            let mut library = match &row.packed {
                // The name of a wheel has its version.
                Some(packed) => packed.clone(),
                None => libraries.get(&row.file).unwrap_or(&row.file).clone(),
            };
            if let Some(member) = &row.member {
                library = format!("{library}({member})");
            }
            collected.toolkits.extend(row.toolkit.clone());
            collected.kernels.push(Kernel::of(&row, library));
        }
        if listed.note.is_some() || listed.error.is_some() {
            progress.clear(err)?;
        }
        if let Some(note) = listed.note {
            writeln!(err, "{note}")?;
        }
        if let Some(error) = listed.error {
            collected.is_troubled = true;
            writeln!(err, "error: {error}")?;
        }
        progress.tell(
            format_args!("reading: {} kernels", collected.kernels.len()),
            err,
        )
    })?;
    progress.clear(err)?;
    sort(&mut collected.kernels);
    Ok(collected)
}

/// The kernels of a file or a folder, or of a baseline, if the file is named `….toml`.
pub(crate) fn collected_or_baseline(
    path: &Path,
    selection: &Selection,
    terminal: Terminal,
    err: &mut dyn Write,
) -> io::Result<Collected> {
    let is_baseline = path
        .extension()
        .is_some_and(|extension| extension == "toml");
    if !is_baseline || path.is_dir() {
        return collect(
            std::slice::from_ref(&path.to_owned()),
            selection,
            terminal,
            err,
        );
    }
    match Baseline::read(path) {
        Ok(baseline) => Ok(Collected {
            kernels: baseline
                .entries
                .iter()
                .map(|entry| entry.kernel.clone())
                .filter(|kernel| keeps(selection, kernel))
                .collect(),
            toolkits: baseline.toolkits.iter().cloned().collect(),
            is_troubled: false,
            baseline: Some(Box::new(baseline)),
        }),
        Err(error) => {
            writeln!(err, "error: {error}")?;
            Ok(Collected {
                is_troubled: true,
                ..Collected::default()
            })
        }
    }
}

/// Whether a kernel of a baseline is selected.
pub(crate) fn keeps(selection: &Selection, kernel: &Kernel) -> bool {
    let is_named =
        |part: &String| kernel.name.contains(part) || kernel.name.contains(&normalised(part));
    let target = compute_capability(&kernel.target).ok();
    let is_for = |&asked: &(u32, u32)| target == Some(asked);
    (selection.kernel.is_empty() || selection.kernel.iter().any(is_named))
        && (selection.arch.is_empty() || selection.arch.iter().any(is_for))
}

/// In the order of a baseline.
pub(super) fn sort(kernels: &mut [Kernel]) {
    kernels.sort_by(|a, b| {
        a.key()
            .cmp(&b.key())
            .then_with(|| a.figures().cmp(&b.figures()))
    });
}

/// As rows name it.
fn shown(path: &Path) -> String {
    if is_stdin(path) {
        "<stdin>".to_owned()
    } else {
        path.to_string_lossy().into_owned()
    }
}
