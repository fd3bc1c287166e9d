//! Reads the file of `cubin`, `ptx` or `hsaco`, where `include_bytes!` finds it, and the code that each GPU runs of it.

use std::path::{Path, PathBuf};
use std::{cell::RefCell, fs, time::SystemTime};

use occupancy_binary::cubin::Images;
use occupancy_binary::ptx::{Module, fits};
use occupancy_binary::{Error, ErrorKind, unreadable, unreadable_ptx};
use occupancy_core::{Arch, Compiled, Multiprocessor, kernel::Argument, rules::not_stated};
use proc_macro2::{Ident, Span};

use crate::errors::Errors;
use crate::syntax::{Args, Code};
use crate::tokens::{first_span, unraw};

/// Reads the code of the kernel from the file that the arguments name, if they name one, and reports its faults.
/// `function` is the name of the annotated function.
pub(crate) fn read(args: &Args, function: &Ident, errors: &mut Errors) -> Option<Code> {
    let (argument, path) = args.file()?;
    let name = unraw(function);
    let kernel = match args.given(Argument::Kernel) {
        // Its fault has been reported.
        true if !args.has(Argument::Kernel) => return None,
        true => args.text(Argument::Kernel),
        false => Some(name.as_str()),
    };
    let text = args.text(argument);
    let places = [first_span(path), function.span()];
    let paths = text.map_or(Vec::new(), |text| candidates(Path::new(text), places));
    if !paths.is_empty() && !paths.iter().any(|path| path.exists()) {
        let (key, text) = (argument.key(), text.unwrap_or_default());
        let fault = format!("`{key}` cannot be read: there is no file `{text}`");
        let help = format!(
            "make it before this crate, or correct the path; in a macro, start it at the package: `{key} = \
             concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/…\")`"
        );
        errors.refuse(path, "OCC038", fault, help);
        return None;
    }
    let file = paths.into_iter().find_map(|path| open(path, argument));
    let mut code = Code::default();
    let (Some(kernel), Some((file, taken_by))) = (kernel, file) else {
        code.is_unread = true;
        return Some(code);
    };
    let blamed = |error: &Error| match error.kind() {
        ErrorKind::UnknownKernel | ErrorKind::AmbiguousKernel => Argument::Kernel,
        _ => argument,
    };
    let message = |error: &Error, arch: &Arch| match argument {
        Argument::Ptx => unreadable_ptx(error),
        _ => unreadable(error, arch, argument),
    };
    let (faults, of_constants) = usages(args, argument, file, kernel, &mut code);
    // The first fault of the file, and of the kernel's name.
    for argument in [argument, Argument::Kernel] {
        let mut faults = faults.iter();
        if let Some((arch, error)) = faults.find(|(_, error)| blamed(error) == argument) {
            let place = args.tokens(argument).unwrap_or(path);
            errors.at(place, message(error, arch));
        }
    }
    if !faults.is_empty() {
        return Some(Code {
            taken_by,
            ..Code::default()
        });
    }
    let faults = of_constants.iter().map(|(arch, error)| {
        let target = arch.multiprocessor().plain_target();
        (target, blamed(error), message(error, arch))
    });
    code.faults = faults.collect();
    let left_out = argument.stated().iter().filter(|one| !args.given(*one));
    let not_stated = |code| left_out.clone().find_map(|one| not_stated(code, one));
    if let Some(message) = code.compiled.iter().find_map(not_stated) {
        errors.at(path, message.as_str());
    }
    Some(code)
}

/// A GPU for which the file has a fault.
type Fault = (Arch, Error);

/// Adds the code that each GPU runs to `code`, and if a GPU is a constant or missing, that of every GPU that it can be.
/// Returns the faults for GPUs that are known, and those for others.
fn usages(
    args: &Args,
    argument: Argument,
    file: &Read,
    kernel: &str,
    code: &mut Code,
) -> (Vec<Fault>, Vec<Fault>) {
    let compiled = &mut code.compiled;
    let (mut faults, mut of_constants) = (Vec::new(), Vec::new());
    // The GPUs of the other vendor run none of it. Beside those of its own, they do without.
    let is_misplaced = args.is_misplaced(argument);
    let named = args.named_gpus().map(|named| (named.arch, true));
    let is_open = !args.knows_gpus() || !args.given(Argument::Arch);
    let any = Multiprocessor::ALL.iter().filter(|_| is_open);
    let any = any.map(|sm| (Arch::Multiprocessor(sm), false));
    for (arch, is_named) in named.chain(any) {
        if !is_misplaced && !argument.is_read_on(&arch) {
            continue;
        }
        match usage(file, &arch, kernel) {
            Ok(code) if !is_named && compiled.contains(&code) => {}
            Ok(code) => compiled.push(code),
            Err(error) if is_named => faults.push((arch, error)),
            Err(error) => of_constants.push((arch, error)),
        }
    }
    // For a constant, the file may have code for other GPUs.
    let is_of_file = |(_, error): &Fault| error.kind() != ErrorKind::NoImage;
    if compiled.is_empty() && faults.is_empty() {
        let first = of_constants.iter().position(is_of_file);
        faults.extend(of_constants.drain(..).nth(first.unwrap_or(0)));
    }
    of_constants.retain(is_of_file);
    (faults, of_constants)
}

/// A file that was read.
enum File {
    Images(Images<'static>),
    Ptx(Module<'static>),
}

type Read = Result<File, Error>;

/// The code that a GPU runs. PTX has the same for every GPU.
fn usage(file: &Read, arch: &Arch, kernel: &str) -> Result<Compiled<'static>, Error> {
    match file.as_ref().map_err(Clone::clone)? {
        File::Images(images) => images.usage_on(arch.multiprocessor(), kernel),
        File::Ptx(module) => module.usage(module.find(kernel)?),
    }
}

/// The places where `include_bytes!` looks for a file. A relative path starts at the file of its caller: that in which
/// the path was written or, if a macro wrote the path, that of the function.
fn candidates(path: &Path, places: [Span; 2]) -> Vec<PathBuf> {
    if path.is_absolute() {
        return vec![path.components().collect()];
    }
    let places = places.into_iter().filter(|_| proc_macro::is_available());
    let paths = places.filter_map(|place| {
        let file = place.unwrap().local_file()?;
        Some(file.parent()?.join(path))
    });
    paths.collect()
}

/// The state of a file: its path, the argument that names it, the time of its last change, and its length.
type State = (PathBuf, Argument, Option<SystemTime>, u64);

/// What was read, and the argument that takes it: the one that names it, unless the file is of another kind.
type Parsed = (&'static Read, Option<Argument>);

thread_local! {
    static FILES: RefCell<Vec<(State, Parsed)>> = RefCell::default();
}

/// Reads a file. All attributes of a build that name it share the result, which lives as long as the process. The server
/// of an editor lives long, so a file that has changed is read again.
fn open(path: PathBuf, argument: Argument) -> Option<Parsed> {
    let metadata = fs::metadata(&path).ok()?;
    let state = (path, argument, metadata.modified().ok(), metadata.len());
    FILES.with_borrow_mut(|files| {
        if let Some((_, parsed)) = files.iter().find(|(other, _)| *other == state) {
            return Some(*parsed);
        }
        let bytes: &'static [u8] = fs::read(&state.0).ok()?.leak();
        let text = str::from_utf8(bytes).unwrap_or_default();
        let read = fits(bytes, argument).and_then(|()| match argument {
            Argument::Ptx => Module::new(text).map(File::Ptx),
            _ => Images::new(bytes).map(File::Images),
        });
        let mut takers = [argument].into_iter().chain(Argument::FILES.iter());
        let taken_by = takers.find(|one| fits(bytes, *one).is_ok());
        let parsed = (&*Box::leak(Box::new(read)), taken_by);
        files.push((state, parsed));
        Some(parsed)
    })
}
