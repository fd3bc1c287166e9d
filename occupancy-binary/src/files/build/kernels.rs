//! The kernels to write constants for.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{fs, io};

use super::values::usage_code;
use super::{Build, no_file};
use crate::cubin::{Entry, EntryKind};
use crate::error::{Error, ErrorKind, List};
use crate::files::{Decoder, File, no_image, several_kernels};
use crate::ptx::Module;
use occupancy_core::Compiled;

/// One kernel of a target.
#[derive(Clone, Debug)]
pub(super) struct Kernel {
    pub(super) symbol: String,
    pub(super) name_in_source: String,
    /// What was read, as the code of the constant.
    pub(super) value: String,
    /// The name of its constant, if one was given.
    pub(super) constant: Option<String>,
    is_relocatable: bool,
}

impl Kernel {
    fn new(build: &Build, compiled: &Compiled<'_>) -> Self {
        Self {
            symbol: compiled.name.to_owned(),
            name_in_source: compiled.name_in_source().to_owned(),
            value: usage_code(&build.crate_path, compiled),
            constant: None,
            is_relocatable: compiled.is_relocatable,
        }
    }
}

/// What there is for one target.
#[derive(Default)]
struct Target {
    /// Those that are taken, by their symbols.
    kernels: BTreeMap<String, Kernel>,
    /// The names that were asked for, and are there.
    answered: BTreeSet<String>,
    /// All symbols, for messages.
    symbols: Vec<String>,
}

/// What there is for each target: `sm_90`, `compute_90`.
#[derive(Default)]
pub(super) struct Kernels {
    targets: BTreeMap<String, Target>,
    found: BTreeSet<(u32, u32)>,
}

impl Kernels {
    pub(super) fn read(build: &Build) -> Result<Self, Error> {
        let mut kernels = Self::default();
        let is_folder = build.path.is_dir();
        let is_other = |error: &Error| error.kind() == ErrorKind::UnknownFormat;
        for path in files(&build.path)? {
            let of_file = |error: Error| error.of(path.display());
            let bytes = fs::read(&path).map_err(|error| no_file(&path, &error))?;
            let file = match File::new(&bytes) {
                Err(error) if is_folder && is_other(&error) && !bytes.is_empty() => continue,
                file => file.map_err(of_file)?,
            };
            let mut decoder = Decoder::with_limits(build.limits);
            for entry in file.entries() {
                let read = entry.and_then(|entry| kernels.entry(&entry, &mut decoder, build));
                read.map_err(of_file)?;
            }
        }
        kernels.hold_to(build)?;
        Ok(kernels)
    }

    fn entry<'a>(
        &mut self,
        entry: &Entry<'a>,
        decoder: &mut Decoder<'a>,
        build: &Build,
    ) -> Result<(), Error> {
        if matches!(entry.kind, EntryKind::Other(_)) {
            return Ok(());
        }
        self.found.insert(entry.compute_capability);
        let cc = &build.compute_capabilities;
        if !cc.is_empty() && !cc.contains(&entry.compute_capability) {
            return Ok(());
        }
        let of_entry = |error| entry.error(error);
        if entry.kind == EntryKind::Ptx {
            let module = Module::new(decoder.ptx(entry)?).map_err(of_entry)?;
            let kernel = |it| Ok(Kernel::new(build, &module.usage(it)?));
            let all = module.entries().iter().filter(|it| it.body.is_some());
            let find = |name: &str| kernel(module.find(name)?);
            return self.take(entry, build, all.map(kernel), find);
        }
        let image = decoder.image(entry)?;
        let kernel = |it: Compiled<'_>| Kernel::new(build, &it);
        let find = |name: &str| image.usage(name).map(kernel);
        self.take(entry, build, image.kernels().map(|it| it.map(kernel)), find)
    }

    /// Takes the kernels of an entry, or those of them that are asked for.
    fn take(
        &mut self,
        entry: &Entry<'_>,
        build: &Build,
        all: impl Iterator<Item = Result<Kernel, Error>>,
        find: impl Fn(&str) -> Result<Kernel, Error>,
    ) -> Result<(), Error> {
        let several = |symbol: &str| several_kernels(symbol, entry.compute_capability);
        let is_elsewhere =
            |kind| matches!(kind, ErrorKind::UnknownKernel | ErrorKind::DeclaredOnly);
        let target = self.targets.entry(entry.target()).or_default();
        for kernel in all {
            let kernel = kernel.map_err(|error| entry.error(error))?;
            target.symbols.push(kernel.symbol.clone());
            if build.kernels.is_empty() {
                target.put(kernel, several)?;
            }
        }
        for (name, constant) in &build.kernels {
            let mut kernel = match find(name) {
                Ok(kernel) => kernel,
                // It may be in another image.
                Err(error) if is_elsewhere(error.kind()) => continue,
                Err(error) => return Err(entry.error(error)),
            };
            kernel.constant.clone_from(constant);
            target.answered.insert(name.clone());
            target.put(kernel, several)?;
        }
        Ok(())
    }

    /// Checks that there is what is asked for: code for each GPU, and in each target each kernel. Beside machine
    /// code, PTX need not have them.
    fn hold_to(&self, build: &Build) -> Result<(), Error> {
        let found = &self.found;
        let mut ccs = build.compute_capabilities.iter();
        if let Some(cc) = ccs.find(|cc| !found.is_empty() && !found.contains(cc)) {
            let found = found.iter().copied();
            return Err(no_image(*cc, found).of(build.path.display()));
        }
        let mut targets = self.targets.values();
        if targets.all(|target| target.symbols.is_empty()) {
            return Err(Error::new(
                ErrorKind::UnknownKernel,
                format!("{}: no kernels", build.path.display()),
                "a template has to be instantiated, and a `static` kernel used; of a library, take the one \
                 that nvcc made",
            ));
        }
        let is_machine_code = |name: &str| name.starts_with("sm_");
        let has_machine_code = self.targets.keys().any(|name| is_machine_code(name));
        for (asked, _) in &build.kernels {
            for (name, target) in &self.targets {
                let is_held = is_machine_code(name) || !has_machine_code;
                if is_held && !target.answered.contains(asked) {
                    return Err(no_kernel(asked, name, &target.symbols));
                }
            }
        }
        Ok(())
    }

    /// The kernels of each target that has some, by their symbols.
    pub(super) fn targets(&self) -> impl Iterator<Item = (&str, &BTreeMap<String, Kernel>)> {
        let targets = self.targets.iter();
        targets
            .filter(|(_, target)| !target.kernels.is_empty())
            .map(|(name, target)| (name.as_str(), &target.kernels))
    }

    pub(super) fn to_be_linked(&self) -> BTreeSet<&str> {
        let kernels = self.targets().flat_map(|(_, kernels)| kernels.values());
        let to_be_linked = kernels.filter(|kernel| kernel.is_relocatable);
        to_be_linked.map(|kernel| &*kernel.symbol).collect()
    }
}

impl Target {
    /// A linked kernel replaces the same unlinked one.
    fn put(&mut self, kernel: Kernel, several: impl Fn(&str) -> Error) -> Result<(), Error> {
        match self.kernels.get(&kernel.symbol) {
            Some(before) if before.is_relocatable == kernel.is_relocatable => {
                if before.value != kernel.value {
                    return Err(several(&kernel.symbol));
                }
            }
            Some(_) if kernel.is_relocatable => {}
            _ => {
                self.kernels.insert(kernel.symbol.clone(), kernel);
            }
        }
        Ok(())
    }
}

fn no_kernel(kernel: &str, target: &str, symbols: &[String]) -> Error {
    /// Symbols that the message lists.
    const LISTED: usize = 8;
    let symbols: Vec<_> = symbols.iter().map(String::as_str).collect();
    let found = List::first(LISTED, &symbols);
    Error::new(
        ErrorKind::UnknownKernel,
        format!("no kernel `{kernel}` in what is for {target}"),
        format!("there are {found}"),
    )
    .naming(kernel, found)
}

/// The file, or those of the folder.
fn files(path: &Path) -> Result<Vec<PathBuf>, Error> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let files = fs::read_dir(path).and_then(|files| {
        let files = files.map(|file| Ok(file?.path()));
        files.collect::<io::Result<BTreeSet<_>>>()
    });
    let files = files.map_err(|error| no_file(path, &error))?;
    Ok(files.into_iter().filter(|file| file.is_file()).collect())
}
