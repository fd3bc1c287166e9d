//! The kernels to write constants for.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{fs, io};

use super::{Build, no_file};
use crate::cubin::{Entry, EntryKind};
use crate::error::{Error, ErrorKind, List};
use crate::files::{Decoder, File, no_image, no_target, several_kernels};
use crate::ptx::{Module, Suffix};
use occupancy_core::Compiled;
use occupancy_core::gpu::CodeForm;
use occupancy_core::kernel::Figure;

/// One kernel of a target. A linked one comes before the same unlinked one.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Kernel {
    pub(super) symbol: String,
    pub(super) is_relocatable: bool,
    /// The Rust expression of its constant.
    pub(super) value: String,
    /// The places, among the kernels of [`Build`], of the names that mean it.
    pub(super) requests: Vec<usize>,
}

/// The kernels to write for each target, `sm_90` or `compute_90`, in the order of their symbols.
pub(super) type Kernels = BTreeMap<String, Vec<Kernel>>;

pub(super) fn read(build: &Build) -> Result<Kernels, Error> {
    let (mut targets, mut found) = (BTreeMap::<_, Vec<_>>::new(), BTreeSet::new());
    // Those of NVIDIA.
    let mut ccs_found = BTreeSet::new();
    let (of_targets, ccs) = (&build.targets, &build.compute_capabilities);
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
            let entry = entry.map_err(of_file)?;
            if matches!(entry.kind, EntryKind::Other(_)) {
                continue;
            }
            let target = entry.target();
            let is_of_nvidia = entry.kind != EntryKind::CodeObject;
            let cc = is_of_nvidia.then_some(entry.compute_capability);
            let with_features = format!("{target}{}", entry.features);
            let is_taken = of_targets.is_empty() && ccs.is_empty()
                || of_targets.contains(&target)
                || of_targets.contains(&with_features)
                || cc.is_some_and(|cc| ccs.contains(&cc));
            found.extend([target.clone(), with_features]);
            ccs_found.extend(cc);
            if is_taken {
                let kernels = of_entry(&entry, &mut decoder, build).map_err(of_file)?;
                targets.entry(target).or_default().extend(kernels);
            }
        }
    }
    let no_cc = ccs.iter().find(|cc| !ccs_found.contains(cc));
    let no_cc = no_cc.map(|cc| no_image(*cc, ccs_found.iter().copied()));
    let missing = of_targets.iter().find(|target| !found.contains(*target));
    let missing = missing.map(|target| no_target(target, found.iter().cloned()));
    if let Some(error) = no_cc.or(missing).filter(|_| !found.is_empty()) {
        return Err(error.of(build.path.display()));
    }
    check_requests(build, &targets)?;
    for (target, kernels) in &mut targets {
        keep_requested(build, target, kernels)?;
    }
    Ok(targets)
}

/// The kernels of an entry.
fn of_entry<'a>(
    entry: &Entry<'a>,
    decoder: &mut Decoder<'a>,
    build: &Build,
) -> Result<Vec<Kernel>, Error> {
    let of_entry = |error| entry.error(error);
    if entry.kind == EntryKind::Ptx {
        let module = Module::new(decoder.ptx(entry)?).map_err(of_entry)?;
        let defined = module.entries().iter().filter(|it| it.body.is_some());
        let all = defined.map(|it| module.usage(it));
        let find = |name: &str| Ok(module.find(name)?.name);
        return kernels(build, all, find).map_err(of_entry);
    }
    let image = decoder.image(entry)?;
    let find = |name: &str| Ok(image.usage(name)?.name);
    kernels(build, image.kernels(), find).map_err(of_entry)
}

fn kernels<'c>(
    build: &Build,
    all: impl Iterator<Item = Result<Compiled<'c>, Error>>,
    find: impl Fn(&str) -> Result<&'c str, Error>,
) -> Result<Vec<Kernel>, Error> {
    let all = all.collect::<Result<Vec<_>, _>>()?;
    let mut requests = Vec::new();
    for (number, (name, _)) in build.kernels.iter().enumerate() {
        match find(name) {
            Ok(symbol) => requests.push((symbol, number)),
            Err(error) => match error.kind() {
                // It may be in another image.
                ErrorKind::UnknownKernel | ErrorKind::DeclaredOnly => {}
                _ => return Err(error),
            },
        }
    }
    let kernel = |compiled: Compiled<'_>| {
        let of_kernel = requests.iter().filter(|it| it.0 == compiled.name);
        Kernel {
            symbol: compiled.name.to_owned(),
            value: write_rust(&build.crate_path, &compiled),
            is_relocatable: compiled.is_relocatable,
            requests: of_kernel.map(|(_, number)| *number).collect(),
        }
    };
    Ok(all.into_iter().map(kernel).collect())
}

/// Symbols that a message lists.
const LISTED: usize = 8;

/// Checks that each target has every requested kernel. Beside machine code, PTX need not have it.
fn check_requests(build: &Build, targets: &BTreeMap<String, Vec<Kernel>>) -> Result<(), Error> {
    if targets.values().all(Vec::is_empty) {
        let fault = format!("{}: no kernels", build.path.display());
        let help = "a template has to be instantiated, and a `static` kernel used; of a library, take the one \
             that nvcc or hipcc made";
        return Err(Error::new(ErrorKind::UnknownKernel, fault, help));
    }
    let is_machine_code = |target: &String| !target.starts_with("compute_");
    let has_machine_code = targets.keys().any(is_machine_code);
    for (number, (requested, _)) in build.kernels.iter().enumerate() {
        for (target, kernels) in targets {
            let must_have_all = is_machine_code(target) || !has_machine_code;
            if must_have_all && !kernels.iter().any(|it| it.requests.contains(&number)) {
                let symbols: Vec<_> = kernels.iter().map(|it| it.symbol.as_str()).collect();
                let available = List::first(LISTED, &symbols);
                let fault = format!("no kernel `{requested}` in what is for {target}");
                let help = format!("there are {available}");
                let error = Error::new(ErrorKind::UnknownKernel, fault, help);
                return Err(error.naming(requested, available));
            }
        }
    }
    Ok(())
}

/// Keeps the requested kernels of a target, in the order of their symbols; all of them if none is requested. A linked
/// kernel replaces the same unlinked one.
fn keep_requested(build: &Build, target: &str, kernels: &mut Vec<Kernel>) -> Result<(), Error> {
    kernels.retain(|it| build.kernels.is_empty() || !it.requests.is_empty());
    kernels.sort();
    for same in kernels.chunk_by(|one, other| one.symbol == other.symbol) {
        let form = same.first().map(|it| it.is_relocatable);
        let mut alike = same.iter().filter(|it| Some(it.is_relocatable) == form);
        if let Some(first) = alike.next()
            && alike.any(|it| it.value != first.value)
        {
            return Err(several_kernels(&first.symbol, target));
        }
    }
    kernels.dedup_by(|one, other| one.symbol == other.symbol);
    Ok(())
}

/// The file, or those of the folder.
fn files(path: &Path) -> Result<BTreeSet<PathBuf>, Error> {
    if !path.is_dir() {
        return Ok(BTreeSet::from([path.to_owned()]));
    }
    let paths = |files: fs::ReadDir| files.map(|file| Ok(file?.path())).collect();
    let read: io::Result<BTreeSet<_>> = fs::read_dir(path).and_then(paths);
    let mut files = read.map_err(|error| no_file(path, &error))?;
    files.retain(|file| file.is_file());
    Ok(files)
}

/// The Rust expression of the constant of a kernel.
fn write_rust(crate_path: &str, usage: &Compiled<'_>) -> String {
    let (name, cc) = (usage.name, usage.compute_capability);
    let suffix = format!("{crate_path}::ptx::Suffix::{:?}", usage.suffix);
    let made = match usage.form {
        CodeForm::Ptx => format!("ptx({name:?}, {cc:?}, {suffix})"),
        CodeForm::CodeObject => format!("code_object({name:?}, {cc:?}, {suffix})"),
        _ => format!("machine_code({name:?}, {cc:?})"),
    };
    let mut code = format!("{{\n        let mut compiled = Compiled::{made};\n");
    if usage.form == CodeForm::MachineCode && usage.suffix != Suffix::None {
        code.extend(["        compiled.suffix = ", &suffix, ";\n"]);
    }
    for figure in Figure::ALL.iter().filter(|it| !it.row().is_of_loaded) {
        let (field, value) = (figure.row().field, usage.figure(*figure));
        code.extend([format!("        compiled.{field} = {value};\n")]);
    }
    code + "        compiled\n    }"
}
