//! Reads the file, as `include_bytes!` finds it, and what each GPU runs of it.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use occupancy_binary::cubin::Images;
use occupancy_binary::ptx::Module;
use occupancy_binary::{Error, ErrorKind, unreadable, unreadable_ptx};
use occupancy_core::kernel::Argument;
use occupancy_core::rules::not_stated;
use occupancy_core::{Arch, Compiled, ComputeCapability};
use proc_macro2::{Span, TokenStream};

use crate::errors::Errors;
use crate::syntax::{Args, Code};
use crate::tokens::first_span;

/// The arguments with what the file has that they name; reports what is wrong with it. `function` is the name of the
/// annotated function, and its place.
pub(crate) fn with_code(
    mut args: Args,
    function: Option<(&str, Span)>,
    errors: &mut Errors,
) -> Args {
    if let Some(function) = function {
        args.code = read(&args, function, errors);
    }
    args
}

fn read(args: &Args, (function, place): (&str, Span), errors: &mut Errors) -> Code {
    let Some((argument, path)) = args
        .file()
        .and_then(|argument| Some((argument, args.tokens(argument)?)))
    else {
        return Code::default();
    };
    // Its fault is reported.
    if args.given(Argument::Kernel) && !args.has(Argument::Kernel) {
        return Code::default();
    }
    let unread = Code {
        is_unread: true,
        ..Code::default()
    };
    let kernel = match args.tokens(Argument::Kernel) {
        Some(_) => args.text(Argument::Kernel),
        None => Some(function),
    };
    let file = args
        .text(argument)
        .and_then(|text| find(Path::new(text), [first_span(path), place]));
    let (Some(kernel), Some(file)) = (kernel, file) else {
        return unread;
    };
    match argument {
        Argument::Ptx if str::from_utf8(file.bytes).is_err() => unread,
        _ => file.code_of(args, argument, path, kernel, errors),
    }
}

/// A file that a build names, and what was read of it.
struct File {
    /// As it was: when it was changed, and its length.
    state: (Option<SystemTime>, u64),
    bytes: &'static [u8],
    images: OnceCell<Result<Images<'static>, Error>>,
    module: OnceCell<Result<Module<'static>, Error>>,
}

/// Why a GPU has no code.
struct Fault {
    /// The argument to blame.
    argument: Argument,
    message: String,
    /// Whether the file has code, and none for this GPU.
    is_of_other_gpus: bool,
}

impl File {
    /// The code that a GPU runs; that of PTX is the same for every GPU.
    fn usage(
        &self,
        argument: Argument,
        arch: &Arch,
        kernel: &str,
    ) -> Result<Compiled<'static>, Error> {
        if argument == Argument::Cubin {
            let cc = arch.compute_capability();
            let images = self.images.get_or_init(|| Images::new(self.bytes));
            let images = images.as_ref().map_err(Clone::clone)?;
            return images.usage_for((cc.major(), cc.minor()), kernel);
        }
        let text = str::from_utf8(self.bytes).unwrap_or_default();
        let module = self.module.get_or_init(|| Module::new(text));
        let module = module.as_ref().map_err(Clone::clone)?;
        module.usage(module.find(kernel)?)
    }

    fn code_on(
        &self,
        argument: Argument,
        arch: &Arch,
        kernel: &str,
    ) -> Result<Compiled<'static>, Fault> {
        self.usage(argument, arch, kernel).map_err(|error| Fault {
            argument: match error.kind() {
                ErrorKind::UnknownKernel | ErrorKind::AmbiguousKernel => Argument::Kernel,
                _ => argument,
            },
            message: match argument {
                Argument::Cubin => unreadable(&error, arch),
                _ => unreadable_ptx(&error),
            },
            is_of_other_gpus: error.kind() == ErrorKind::NoImage,
        })
    }

    fn code_of(
        &self,
        args: &Args,
        argument: Argument,
        path: &TokenStream,
        kernel: &str,
        errors: &mut Errors,
    ) -> Code {
        let mut code = Code::default();
        let (mut faults, mut of_constants) = (Vec::new(), Vec::new());
        for named in args.named_gpus() {
            match self.code_on(argument, &named.arch, kernel) {
                Ok(read) => code.compiled.push(read),
                Err(fault) => faults.push(fault),
            }
        }
        if !args.knows_gpus() {
            for cc in ComputeCapability::ALL {
                match self.code_on(argument, &Arch::ComputeCapability(cc), kernel) {
                    Ok(read) if code.compiled.contains(&read) => {}
                    Ok(read) => code.compiled.push(read),
                    Err(fault) => of_constants.push(((cc.major(), cc.minor()), fault)),
                }
            }
            of_constants.sort_by_key(|(_, fault)| fault.is_of_other_gpus);
            if code.compiled.is_empty() && faults.is_empty() {
                faults.extend(of_constants.drain(..).map(|(_, fault)| fault).take(1));
            }
        }
        // One of each kind is enough.
        for argument in [argument, Argument::Kernel] {
            if let Some(fault) = faults.iter().find(|fault| fault.argument == argument) {
                errors.at(args.tokens(argument).unwrap_or(path), &fault.message);
            }
        }
        if !faults.is_empty() {
            return Code::default();
        }
        for (on, fault) in of_constants {
            if !fault.is_of_other_gpus {
                code.faults.push((on, fault.argument, fault.message));
            }
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
fn find(path: &Path, places: [Span; 2]) -> Option<&'static File> {
    if path.is_absolute() {
        return contents(path.components().collect());
    }
    places.into_iter().find_map(|place| {
        if !proc_macro::is_available() {
            return None;
        }
        let file = place.unwrap().local_file()?;
        contents(file.parent()?.join(path))
    })
}

thread_local! {
    static FILES: RefCell<BTreeMap<PathBuf, &'static File>> = const { RefCell::new(BTreeMap::new()) };
}

/// A file: all attributes of a build that name it share what was read of it, which lives as long as the process. An
/// editor's server lives long, so it reads a changed file again.
fn contents(path: PathBuf) -> Option<&'static File> {
    let metadata = fs::metadata(&path).ok()?;
    let state = (metadata.modified().ok(), metadata.len());
    FILES.with_borrow_mut(|files| {
        if let Some(file) = files.get(&path)
            && file.state == state
        {
            return Some(*file);
        }
        let file: &File = Box::leak(Box::new(File {
            state,
            bytes: fs::read(&path).ok()?.leak(),
            images: OnceCell::new(),
            module: OnceCell::new(),
        }));
        files.insert(path, file);
        Some(file)
    })
}
