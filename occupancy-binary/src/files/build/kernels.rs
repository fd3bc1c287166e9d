//! The kernels to write constants for.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use occupancy_core::Compiled;

use super::super::{Decoder, Entry, EntryKind, File, no_image, several_kernels};
use super::{Asked, Build, no_file};
use crate::error::{Error, ErrorKind, List};
use crate::ptx::{self, Bounds};

/// What was read about one kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Read {
    /// From machine code; the name is that of the key.
    Usage(Compiled<'static>),
    /// From PTX.
    Bounds(Bounds),
}

/// One kernel: the name of its constant, if one was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Kernel {
    pub(super) read: Read,
    pub(super) name_in_source: String,
    pub(super) constant: Option<String>,
}

/// The kernels of each target (`sm_90`, `compute_90`) by their symbols.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Kernels {
    pub(super) targets: BTreeMap<String, BTreeMap<String, Kernel>>,
    /// All symbols of a target, for messages.
    symbols: BTreeMap<String, Vec<String>>,
}

impl Kernels {
    pub(super) fn read(build: &Build) -> Result<Self, Error> {
        let mut kernels = Self::default();
        let mut found = Vec::new();
        let is_folder = build.path.is_dir();
        for path in files(&build.path)? {
            let bytes = fs::read(&path).map_err(|error| no_file(&path, &error))?;
            let file = match File::new(&bytes) {
                Err(error)
                    if is_folder
                        && error.kind() == ErrorKind::UnknownFormat
                        && !bytes.is_empty() =>
                {
                    continue;
                }
                file => file.map_err(|error| error.of(path.display()))?,
            };
            let mut decoder = Decoder::with_limits(build.limits);
            for entry in file.entries() {
                let of_file = |error: Error| error.of(path.display());
                let entry = entry.map_err(of_file)?;
                if matches!(entry.kind, EntryKind::Other(_)) {
                    continue;
                }
                found.push(entry.compute_capability);
                let cc = &build.compute_capabilities;
                if !cc.is_empty() && !cc.contains(&entry.compute_capability) {
                    continue;
                }
                match entry.kind {
                    EntryKind::Cubin => kernels.machine_code(&entry, &mut decoder, build),
                    EntryKind::Ptx => kernels.ptx(&entry, &mut decoder, build),
                    EntryKind::Other(_) => continue,
                }
                .map_err(of_file)?;
            }
        }
        found.sort_unstable();
        found.dedup();
        for &compute_capability in &build.compute_capabilities {
            if !found.is_empty() && !found.contains(&compute_capability) {
                return Err(no_image(compute_capability, found).of(build.path.display()));
            }
        }
        if kernels.symbols.is_empty() {
            return Err(Error::new(
                ErrorKind::UnknownKernel,
                format!("{}: no kernels", build.path.display()),
                "a template has to be instantiated, and a `static` kernel used; of a library, take the one \
                 that nvcc made",
            ));
        }
        kernels.hold_to(&build.kernels)?;
        Ok(kernels)
    }

    fn machine_code<'a>(
        &mut self,
        entry: &Entry<'a>,
        decoder: &mut Decoder<'a>,
        build: &Build,
    ) -> Result<(), Error> {
        let image = decoder.image(entry)?;
        let target = entry.target();
        for usage in image.kernels() {
            let usage = usage.map_err(|error| entry.error(error))?;
            self.note(&target, usage.name);
            if build.kernels.is_empty() {
                self.put_usage(&target, usage, None)?;
            }
        }
        for asked in &build.kernels {
            match image.usage(&asked.name) {
                Ok(usage) => self.put_usage(&target, usage, asked.constant.clone())?,
                // It may be in another image.
                Err(error) if error.kind() == ErrorKind::UnknownKernel => {}
                Err(error) => return Err(entry.error(error)),
            }
        }
        Ok(())
    }

    /// A linked kernel replaces the same unlinked one.
    fn put_usage(
        &mut self,
        target: &str,
        usage: Compiled<'_>,
        constant: Option<String>,
    ) -> Result<(), Error> {
        let kernel = Kernel {
            name_in_source: usage.name_in_source().to_owned(),
            read: Read::Usage(usage.with_name("")),
            constant,
        };
        let of_target = self.targets.entry(target.to_owned()).or_default();
        match of_target.get(usage.name).map(|before| &before.read) {
            Some(Read::Usage(before)) if before.is_relocatable == usage.is_relocatable => {
                if *before == usage.with_name("") {
                    return Ok(());
                }
                return Err(several_kernels(usage.name, usage.compute_capability));
            }
            Some(_) if usage.is_relocatable => return Ok(()),
            _ => {}
        }
        of_target.insert(usage.name.to_owned(), kernel);
        Ok(())
    }

    fn ptx<'a>(
        &mut self,
        entry: &Entry<'a>,
        decoder: &mut Decoder<'a>,
        build: &Build,
    ) -> Result<(), Error> {
        let target = entry.target();
        let module = ptx::Module::new(decoder.ptx(entry)?).map_err(|error| entry.error(error))?;
        for kernel in module.entries() {
            if kernel.body.is_none() {
                continue;
            }
            self.note(&target, kernel.name);
            // The names are those of machine code, and so are the names in the source.
            let named = Compiled::ptx(kernel.name, entry.compute_capability, entry.suffix);
            let both = [kernel.name, named.name_in_source()];
            let mut asked = build.kernels.iter();
            let asked = asked.find(|asked| both.contains(&asked.name.as_str()));
            if asked.is_none() && !build.kernels.is_empty() {
                continue;
            }
            let bounds = kernel.bounds().map_err(|error| entry.error(error))?;
            let read = Kernel {
                read: Read::Bounds(bounds),
                name_in_source: named.name_in_source().to_owned(),
                constant: asked.and_then(|asked| asked.constant.clone()),
            };
            let of_target = self.targets.entry(target.clone()).or_default();
            match of_target.insert(kernel.name.to_owned(), read) {
                Some(before) if before.read != Read::Bounds(bounds) => {
                    return Err(several_kernels(kernel.name, entry.compute_capability));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn note(&mut self, target: &str, symbol: &str) {
        let symbols = self.symbols.entry(target.to_owned()).or_default();
        symbols.push(symbol.to_owned());
    }

    /// Checks that each target has every selected kernel. PTX need not: its names are not looked up with
    /// their namespaces.
    fn hold_to(&self, asked: &[Asked]) -> Result<(), Error> {
        for asked in asked {
            let mut targets: Vec<&String> = self.symbols.keys().collect();
            if targets.iter().any(|target| target.starts_with("sm_")) {
                targets.retain(|target| target.starts_with("sm_"));
            }
            for target in targets {
                let of_target = self.targets.get(target);
                if !of_target.is_some_and(|kernels| kernels.iter().any(|k| is_asked(asked, k))) {
                    return Err(self.no_kernel(&asked.name, target));
                }
            }
        }
        Ok(())
    }

    fn no_kernel(&self, kernel: &str, target: &str) -> Error {
        /// Symbols that the message lists.
        const LISTED: usize = 8;
        let symbols = self.symbols.get(target).map_or(&[][..], Vec::as_slice);
        let mut found: List = symbols.iter().take(LISTED).cloned().collect();
        found.quote = "`";
        found.left_out = symbols.len().saturating_sub(LISTED);
        Error::new(
            ErrorKind::UnknownKernel,
            format!("no kernel `{kernel}` in what is for {target}"),
            format!("there are {found}"),
        )
        .naming(kernel, found)
    }

    pub(super) fn to_be_linked(&self) -> Vec<String> {
        let is_relocatable = |read: &Read| matches!(read, Read::Usage(it) if it.is_relocatable);
        let kernels = self.targets.values().flatten();
        let to_be_linked = kernels.filter(|(_, kernel)| is_relocatable(&kernel.read));
        let symbols: BTreeSet<&String> = to_be_linked.map(|(symbol, _)| symbol).collect();
        symbols.into_iter().cloned().collect()
    }
}

fn is_asked(asked: &Asked, (symbol, kernel): (&String, &Kernel)) -> bool {
    let last = asked.name.rsplit("::").next();
    *symbol == asked.name || last == Some(&kernel.name_in_source)
}

/// The file, or those of the folder.
fn files(path: &Path) -> Result<Vec<PathBuf>, Error> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let io = |error: std::io::Error| no_file(path, &error);
    let mut files = Vec::new();
    for file in fs::read_dir(path).map_err(io)? {
        let file = file.map_err(io)?.path();
        if file.is_file() {
            files.push(file);
        }
    }
    files.sort();
    Ok(files)
}
