//! A package, unpacked into a folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder with what a package installs.
pub(crate) struct Package {
    /// Name and version: of a folder without a package, its path.
    pub(crate) name: String,
    folder: PathBuf,
    /// Whether it is ours to delete.
    installed: bool,
}

impl Package {
    /// Installs a package by its name, without those that it depends on.
    pub(crate) fn install(name: &str, pip: &Path, folder: &Path) -> Result<Self, String> {
        let folder = folder.join(name);
        // Of a run that was interrupted.
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(|error| error.to_string())?;
        }
        let ran = Command::new(pip)
            .args(["install", "--quiet", "--no-deps", "--no-compile"])
            .args(["--no-cache-dir", "--target"])
            .arg(&folder)
            .arg(name)
            .output()
            .map_err(|error| format!("{}: {error}", pip.display()))?;
        if !ran.status.success() {
            let printed = String::from_utf8_lossy(&ran.stderr).into_owned();
            return Err(format!("{name} cannot be installed: {printed}"));
        }
        let mut package = Self::open(folder)?;
        package.installed = true;
        Ok(package)
    }

    /// What is in a folder already.
    pub(crate) fn open(folder: PathBuf) -> Result<Self, String> {
        let mut names = Vec::new();
        let entries = fs::read_dir(&folder);
        let entries = entries.map_err(|error| format!("{}: {error}", folder.display()))?;
        for entry in entries {
            let name = entry.map_err(|error| error.to_string())?.file_name();
            let name = name.to_string_lossy().into_owned();
            if let Some((name, version)) = name
                .strip_suffix(".dist-info")
                .and_then(|name| name.rsplit_once('-'))
            {
                names.push(format!("{} {version}", name.replace('_', "-")));
            }
        }
        names.sort();
        let name = if names.is_empty() {
            folder.display().to_string()
        } else {
            names.join(", ")
        };
        Ok(Self {
            name,
            folder,
            installed: false,
        })
    }

    /// Every file, in the order of their names.
    pub(crate) fn files(&self) -> Result<Vec<PathBuf>, String> {
        let mut files = Vec::new();
        collect(&self.folder, &mut files)
            .map_err(|error| format!("{}: {error}", self.folder.display()))?;
        files.sort();
        Ok(files)
    }

    /// The path of a file as the package has it.
    pub(crate) fn inside<'a>(&self, file: &'a Path) -> &'a Path {
        file.strip_prefix(&self.folder).unwrap_or(file)
    }
}

impl Drop for Package {
    fn drop(&mut self) {
        if self.installed {
            // What is left of it takes place, and does no harm.
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        // Links lead to files that are there by themselves.
        let kind = entry.file_type()?;
        if kind.is_dir() {
            collect(&entry.path(), files)?;
        } else if kind.is_file() {
            files.push(entry.path());
        }
    }
    Ok(())
}
