//! Reads the file, as `include_bytes!` finds it, and what each GPU runs of it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use occupancy_binary::cubin::{CubinError, usage_for};
use occupancy_binary::ptx::{FindError, usage};
use occupancy_binary::{unreadable, unreadable_ptx};
use occupancy_core::rules::not_stated;
use occupancy_core::{Arch, Compiled, ComputeCapability};
use proc_macro2::{Span, TokenStream};

use crate::errors::Errors;
use crate::key::Key;
use crate::syntax::{ArchValue, Args, Code};
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
    let Some((key, path)) = args.file().and_then(|key| Some((key, args.tokens(key)?))) else {
        return Code::default();
    };
    // Its fault is reported.
    if args.given(Key::Kernel) && !args.has(Key::Kernel) {
        return Code::default();
    }
    let unread = Code {
        is_unread: true,
        ..Code::default()
    };
    let kernel = match args.tokens(Key::Kernel) {
        Some(_) => args.text(Key::Kernel),
        None => Some(function),
    };
    let bytes = args
        .text(key)
        .and_then(|text| find(Path::new(text), [first_span(path), place]));
    let (Some(kernel), Some(bytes)) = (kernel, bytes) else {
        return unread;
    };
    let file = match key {
        Key::Cubin => File::Machine(&bytes),
        _ => match std::str::from_utf8(&bytes) {
            Ok(text) => File::Ptx(Box::new(usage(text, kernel))),
            Err(_) => return unread,
        },
    };
    file.code_of(args, key, path, kernel, errors)
}

/// A file, and what is read of PTX: it is the same for every GPU.
enum File<'a> {
    Machine(&'a [u8]),
    Ptx(Box<Result<Compiled<'a>, FindError>>),
}

/// Why a GPU has no code.
struct Fault {
    /// The argument to blame.
    key: Key,
    message: String,
    /// Whether the file has code, and none for this GPU.
    is_of_other_gpus: bool,
}

impl File<'_> {
    fn code_on(&self, arch: &Arch, kernel: &str) -> Result<Compiled<'static>, Fault> {
        let lasting = |code: Compiled<'_>| code.with_name(lasting(code.name));
        match self {
            Self::Machine(bytes) => {
                let cc = arch.compute_capability();
                let read = usage_for(bytes, (cc.major(), cc.minor()), kernel);
                read.map(lasting).map_err(|error| Fault {
                    key: match error {
                        CubinError::UnknownKernel(_) | CubinError::AmbiguousKernel(_) => {
                            Key::Kernel
                        }
                        _ => Key::Cubin,
                    },
                    message: unreadable(&error, arch).as_str().to_owned(),
                    is_of_other_gpus: matches!(error, CubinError::NoImage(_)),
                })
            }
            Self::Ptx(read) => (**read).map(lasting).map_err(|error| Fault {
                key: match error {
                    FindError::Unknown(_) => Key::Kernel,
                    _ => Key::Ptx,
                },
                message: unreadable_ptx(&error).as_str().to_owned(),
                is_of_other_gpus: false,
            }),
        }
    }

    fn code_of(
        &self,
        args: &Args,
        key: Key,
        path: &TokenStream,
        kernel: &str,
        errors: &mut Errors,
    ) -> Code {
        let mut code = Code::default();
        let (mut faults, mut of_constants) = (Vec::new(), Vec::new());
        for arch in args.archs() {
            if let ArchValue::Named(named) = arch {
                match self.code_on(&named.arch, kernel) {
                    Ok(read) => code.compiled.push(read),
                    Err(fault) => faults.push(fault),
                }
            }
        }
        if !args.knows_gpus() {
            for cc in ComputeCapability::ALL {
                match self.code_on(&Arch::ComputeCapability(cc), kernel) {
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
        for key in [key, Key::Kernel] {
            if let Some(fault) = faults.iter().find(|fault| fault.key == key) {
                errors.at(args.tokens(key).unwrap_or(path), &fault.message);
            }
        }
        if !faults.is_empty() {
            return Code::default();
        }
        for (on, fault) in of_constants {
            if !fault.is_of_other_gpus {
                code.faults.push((on, fault.key, fault.message));
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

/// The bytes of a file, at the path from which `include_bytes!` reads it: a relative one starts at the file of its
/// caller. That is where the path was written; of one that a macro wrote, where the function was.
fn find(path: &Path, places: [Span; 2]) -> Option<Arc<[u8]>> {
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

/// A file: when it was changed, its length, and its bytes.
type Read = ((Option<SystemTime>, u64), Arc<[u8]>);

/// The bytes of a file: all attributes of a build that name it share them. An editor's server lives long, so it reads
/// a changed file again.
fn contents(path: PathBuf) -> Option<Arc<[u8]>> {
    static FILES: Mutex<BTreeMap<PathBuf, Read>> = Mutex::new(BTreeMap::new());
    let metadata = fs::metadata(&path).ok()?;
    let state = (metadata.modified().ok(), metadata.len());
    let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((as_it_was, bytes)) = files.get(&path)
        && *as_it_was == state
    {
        return Some(Arc::clone(bytes));
    }
    let bytes: Arc<[u8]> = fs::read(&path).ok()?.into();
    files.insert(path, (state, Arc::clone(&bytes)));
    Some(bytes)
}

/// A name that lives as long as the process, each once.
fn lasting(name: &str) -> &'static str {
    static NAMES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(name) = names.get(name) {
        return name;
    }
    let name: &'static str = name.to_owned().leak();
    names.insert(name);
    name
}
