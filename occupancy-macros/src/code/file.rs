//! Reads the file, as `include_bytes!` finds it, and what each GPU runs of it.

use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use occupancy_binary::cubin::Images;
use occupancy_binary::ptx::Module;
use occupancy_binary::{Error, ErrorKind, unreadable, unreadable_ptx};
use occupancy_core::kernel::Argument;
use occupancy_core::rules::not_stated;
use occupancy_core::{Arch, Compiled, ComputeCapability};
use proc_macro2::{Ident, Span, TokenStream};

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
    let file = args
        .text(argument)
        .and_then(|text| find(Path::new(text), argument, places));
    let (Some(kernel), Some(file)) = (kernel, file) else {
        let is_unread = true;
        return Some(Code {
            is_unread,
            ..Code::default()
        });
    };
    Some(file.code_of(args, path, kernel, errors))
}

/// A file that a build names, and what was read of it.
struct File {
    path: PathBuf,
    argument: Argument,
    /// As it was: when it was changed, and its length.
    state: (Option<SystemTime>, u64),
    code: Result<Contents, Error>,
}

enum Contents {
    Cubin(Images<'static>),
    Ptx(Module<'static>),
}

impl File {
    /// The code that a GPU runs; that of PTX is the same for every GPU.
    fn usage(&self, arch: &Arch, kernel: &str) -> Result<Compiled<'static>, Error> {
        match self.code.as_ref().map_err(Clone::clone)? {
            Contents::Cubin(images) => {
                let cc = arch.compute_capability();
                images.usage_for((cc.major(), cc.minor()), kernel)
            }
            Contents::Ptx(module) => module.usage(module.find(kernel)?),
        }
    }

    fn code_of(&self, args: &Args, path: &TokenStream, kernel: &str, errors: &mut Errors) -> Code {
        let argument = self.argument;
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
        let mut code = Code::default();
        let mut faults = Vec::new();
        for named in args.named_gpus() {
            match self.usage(&named.arch, kernel) {
                Ok(read) => code.compiled.push(read),
                Err(error) => faults.push((named.arch, error)),
            }
        }
        if !args.knows_gpus() {
            let mut of_constants = Vec::new();
            for cc in ComputeCapability::ALL {
                let arch = Arch::ComputeCapability(cc);
                match self.usage(&arch, kernel) {
                    Ok(read) if code.compiled.contains(&read) => {}
                    Ok(read) => code.compiled.push(read),
                    Err(error) => of_constants.push((arch, error)),
                }
            }
            // Code that the GPU would not run must not stand for its own, which has a fault.
            let hides = |code: &Compiled<'_>, arch: &Arch| code.runs_on(arch.compute_capability());
            let fault = of_constants.iter().position(|(arch, error)| {
                !is_of_others(error)
                    && (code.compiled.is_empty()
                        || code.compiled.iter().any(|code| hides(code, arch)))
            });
            let fault = fault.or(code.compiled.is_empty().then_some(0));
            if let Some(fault) = fault.filter(|_| faults.is_empty()) {
                faults.extend(of_constants.into_iter().nth(fault));
            }
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
            return Code::default();
        }
        let left_out = args.left_out();
        let not_stated = |code| {
            left_out
                .iter()
                .find_map(|argument| not_stated(code, *argument))
        };
        if let Some(message) = code.compiled.iter().find_map(not_stated) {
            errors.at(path, message.as_str());
        }
        code
    }
}

/// A file, at the path from which `include_bytes!` reads it: a relative one starts at the file of its caller. That is
/// where the path was written; of one that a macro wrote, where the function was.
fn find(path: &Path, argument: Argument, places: [Span; 2]) -> Option<&'static File> {
    if path.is_absolute() {
        return contents(path.components().collect(), argument);
    }
    let mut places = places.into_iter().filter(|_| proc_macro::is_available());
    places.find_map(|place| {
        let file = place.unwrap().local_file()?;
        contents(file.parent()?.join(path), argument)
    })
}

thread_local! {
    static FILES: RefCell<Vec<&'static File>> = RefCell::default();
}

/// A file: all attributes of a build that name it share what was read of it, which lives as long as the process. An
/// editor's server lives long, so it reads a changed file again.
fn contents(path: PathBuf, argument: Argument) -> Option<&'static File> {
    let metadata = fs::metadata(&path).ok()?;
    let state = (metadata.modified().ok(), metadata.len());
    FILES.with_borrow_mut(|files| {
        let mut read = files.iter();
        if let Some(file) =
            read.find(|file| file.path == path && file.argument == argument && file.state == state)
        {
            return Some(*file);
        }
        let bytes: &'static [u8] = fs::read(&path).ok()?.leak();
        let code = match argument {
            Argument::Cubin => Images::new(bytes).map(Contents::Cubin),
            _ => Module::new(str::from_utf8(bytes).ok()?).map(Contents::Ptx),
        };
        let file: &File = Box::leak(Box::new(File {
            path,
            argument,
            state,
            code,
        }));
        files.push(file);
        Some(file)
    })
}
