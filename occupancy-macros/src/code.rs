//! Reads the file, as `include_bytes!` finds it, and what each GPU runs of it.

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

/// What the file has that the arguments name; reports what is wrong with it. `function` is the name of the annotated
/// function.
pub(crate) fn read(args: &Args, function: &Ident, errors: &mut Errors) -> Option<Code> {
    let argument = args.file()?;
    let path = args.tokens(argument)?;
    let name = unraw(function);
    let kernel = match args.given(Argument::Kernel) {
        // Its fault is reported.
        true if !args.has(Argument::Kernel) => return None,
        true => args.text(Argument::Kernel),
        false => Some(name.as_str()),
    };
    let places = [first_span(path), function.span()];
    let text = args.text(argument);
    let paths = text.map_or(Vec::new(), |text| find(Path::new(text), places));
    let mut code = Code::default();
    if !paths.is_empty() && !paths.iter().any(|path| path.exists()) {
        let (argument, text) = (argument.key(), text.unwrap_or_default());
        let fault = format!("`{argument}` cannot be read: there is no file `{text}`");
        let help = format!(
            "make it before this crate, or correct the path; in a macro, start it at the package: `{argument} = \
             concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/…\")`"
        );
        errors.refuse(path, "OCC038", fault, help);
        return None;
    }
    let mut files = paths.into_iter();
    let file = files.find_map(|path| contents(path, argument));
    let (Some(kernel), Some(file)) = (kernel, file) else {
        code.is_unread = true;
        return Some(code);
    };
    let blamed = |error: &Error| match error.kind() {
        ErrorKind::UnknownKernel | ErrorKind::AmbiguousKernel => Argument::Kernel,
        _ => argument,
    };
    let message = |error: &Error, arch: &Arch| match argument {
        Argument::Cubin => unreadable(error, arch),
        _ => unreadable_ptx(error),
    };
    // The file has code, and none for the GPU.
    let is_of_others = |error: &Error| error.kind() == ErrorKind::NoImage;
    let (mut faults, mut of_constants) = (Vec::new(), Vec::new());
    let named = args.named_gpus().map(|named| (named.arch, true));
    // Any that a constant can be.
    let any = Multiprocessor::ALL.iter().filter(|_| !args.knows_gpus());
    for (arch, is_named) in named.chain(any.map(|sm| (Arch::Multiprocessor(sm), false))) {
        match usage(file, &arch, kernel) {
            Ok(read) if !is_named && code.compiled.contains(&read) => {}
            Ok(read) => code.compiled.push(read),
            Err(error) if is_named => faults.push((arch, error)),
            Err(error) => of_constants.push((arch, error)),
        }
    }
    if code.compiled.is_empty() && faults.is_empty() {
        let mut each = of_constants.iter();
        let other = each.position(|(_, error)| !is_of_others(error));
        faults.extend(of_constants.drain(..).nth(other.unwrap_or(0)));
    }
    // One of each kind is enough.
    for argument in [argument, Argument::Kernel] {
        let mut faults = faults.iter();
        if let Some((arch, error)) = faults.find(|(_, error)| blamed(error) == argument) {
            let place = args.tokens(argument).unwrap_or(path);
            errors.at(place, message(error, arch));
        }
    }
    if !faults.is_empty() {
        return None;
    }
    of_constants.retain(|(_, error)| !is_of_others(error));
    let faults = of_constants.iter().map(|(arch, error)| {
        let target = arch.multiprocessor().compute_capability();
        (target, blamed(error), message(error, arch))
    });
    code.faults = faults.collect();
    let left_out = args.left_out();
    let of = |code| left_out.iter().find_map(|one| not_stated(code, *one));
    if let Some(message) = code.compiled.iter().find_map(of) {
        errors.at(path, message.as_str());
    }
    Some(code)
}

/// A file that was read.
enum File {
    Cubin(Images<'static>),
    Ptx(Module<'static>),
}

/// A file, or why it cannot be read.
type Read = Result<File, Error>;

/// The code that a GPU runs; that of PTX is the same for every GPU.
fn usage(file: &Read, arch: &Arch, kernel: &str) -> Result<Compiled<'static>, Error> {
    match file.as_ref().map_err(Clone::clone)? {
        File::Cubin(images) => images.usage_for(arch.multiprocessor().compute_capability(), kernel),
        File::Ptx(module) => module.usage(module.find(kernel)?),
    }
}

/// Where a file can be, for `include_bytes!` to read it: a relative path starts at the file of its caller. That is where
/// the path was written; of one that a macro wrote, where the function was.
fn find(path: &Path, places: [Span; 2]) -> Vec<PathBuf> {
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

/// A file as it was: its path, what names it, when it was changed, and its length.
type State = (PathBuf, Argument, Option<SystemTime>, u64);

thread_local! {
    static FILES: RefCell<Vec<(State, &'static Read)>> = RefCell::default();
}

/// A file: all attributes of a build that name it share what was read of it, which lives as long as the process. An
/// editor's server lives long, so it reads a changed file again.
fn contents(path: PathBuf, argument: Argument) -> Option<&'static Read> {
    let metadata = fs::metadata(&path).ok()?;
    let state = (path, argument, metadata.modified().ok(), metadata.len());
    FILES.with_borrow_mut(|files| {
        if let Some((_, file)) = files.iter().find(|(other, _)| *other == state) {
            return Some(*file);
        }
        let bytes: &'static [u8] = fs::read(&state.0).ok()?.leak();
        let text = str::from_utf8(bytes).unwrap_or_default();
        let read = fits(bytes, argument).and_then(|()| match argument {
            Argument::Cubin => Images::new(bytes).map(File::Cubin),
            _ => Module::new(text).map(File::Ptx),
        });
        let file: &Read = Box::leak(Box::new(read));
        files.push((state, file));
        Some(file)
    })
}
