//! The values of expressions of one crate, as users of this one ask for them.

use std::env;
use std::fmt;
use std::path::{Path, PathBuf};

use occupancy_core::{Arch, Ratio};

use crate::compilation::Compilation;
use crate::evaluator::{Evaluator, Named};
use crate::modules::Crate;
use crate::unknown_value::{UnknownValue, Why};
use crate::value::Value;

/// The source of a crate, and the values of the constants in it.
///
/// ```
/// use occupancy_constants::{Constants, Why};
///
/// let root = std::env::temp_dir().join("occupancy-constants-example.rs");
/// std::fs::write(
///     &root,
///     "const WARPS: usize = 8;
///      mod tiles {
///          pub const THREADS: usize = 32 * super::WARPS;
///          pub const BYTES: usize = THREADS * size_of::<f32>();
///      }",
/// )?;
///
/// let arguments = ["--edition=2024", root.to_str().expect("a path in UTF-8")];
/// let mut constants = Constants::read(&arguments.map(str::to_owned)).expect("a crate");
/// let tiles = constants.module(&["tiles".to_owned()]).expect("a module");
///
/// let bytes = constants.value(tiles, "stages * BYTES", &[("stages", 3)])?;
/// assert_eq!(bytes.integer(), Some(3072));
/// assert_eq!(bytes.constants[0].to_string(), "1,024");
///
/// let unknown = constants.value(tiles, "other::BYTES", &[]).unwrap_err();
/// assert_eq!(unknown.why, Why::OtherCrate);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Constants {
    evaluator: Evaluator,
}

/// A module of the crate, or a block of a function with items of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Module(usize);

/// The value of an expression.
#[derive(Clone, Debug)]
pub struct Evaluated {
    value: Value,
    /// The constants that the expression names, each once.
    pub constants: Vec<Constant>,
}

/// A constant that an expression names.
///
/// It displays its value, such as `1,024`, `(32, 8)` or `"h100"`. A struct displays nothing: its fields may be
/// many.
#[derive(Clone, Debug)]
pub struct Constant {
    /// The path in the expression.
    pub path: String,
    /// The file and the line, such as `src/gemm.rs:11`; `None` for a constant of another crate.
    ///
    /// The file is a path from the folder of the package, or from `$OUT_DIR`. Elsewhere it is the name alone.
    pub definition: Option<String>,
    value: Value,
}

impl Constants {
    /// Reads the crate that the compiler is called for with these arguments, of which
    /// [`rustc_arguments`](crate::rustc_arguments) gives those of the current process.
    ///
    /// `None` if they do not name one file, if it cannot be read, or if the edition is 2015, whose paths mean
    /// something else. `cfg` is met as it is while rustdoc documents the crate.
    pub fn read(arguments: &[String]) -> Option<Self> {
        let krate = Crate::read(Compilation::new(arguments)?)?;
        Some(Self {
            evaluator: Evaluator::new(krate),
        })
    }

    /// The first file of the crate.
    pub fn root(&self) -> &Path {
        &self.evaluator.krate.compilation.root
    }

    /// Has names that begin with `path` be those of the `occupancy` crate, which it may be renamed to; those
    /// that begin with `occupancy` or `occupancy_core` are so in any case.
    pub fn set_library(&mut self, path: &str) {
        path.clone_into(&mut self.evaluator.library);
    }

    /// The module of this path from the root of the crate; `None` if there is none, or several.
    pub fn module(&self, path: &[String]) -> Option<Module> {
        self.evaluator.krate.by_path(path).map(Module)
    }

    /// The innermost module that a place is in, by its line and its character, both from 1.
    ///
    /// `None` if the file is not of the crate or stands in it twice, and if a macro is given the place.
    pub fn module_at(&mut self, file: &Path, line: usize, column: usize) -> Option<Module> {
        self.evaluator.krate.at(file, line, column).map(Module)
    }

    /// The value of an expression that stands in a module, where it can also name the integers of `names`.
    ///
    /// # Errors
    ///
    /// [`UnknownValue`] if the compiler may calculate another value, or refuse the expression.
    pub fn value(
        &mut self,
        module: Module,
        expression: &str,
        names: &[(&str, u64)],
    ) -> Result<Evaluated, UnknownValue> {
        let range = self.evaluator.text(module.0, expression.to_owned());
        let range = range.ok_or_else(|| UnknownValue::new("", Why::Unclear))?;
        let names = names.iter().map(|&(name, value)| {
            let value = Value::usize(value.into());
            (name.to_owned(), value)
        });
        let value = self.evaluator.argument(range, module.0, names.collect())?;
        let mut constants: Vec<Constant> = Vec::new();
        for Named { path, value, place } in std::mem::take(&mut self.evaluator.named) {
            if constants.iter().any(|other| other.path == path) {
                continue;
            }
            let definition = place.and_then(|place| self.evaluator.definition(place));
            constants.push(Constant {
                path,
                definition: definition.map(|(file, line)| format!("{}:{line}", shown(file))),
                value,
            });
        }
        Ok(Evaluated { value, constants })
    }
}

impl Evaluated {
    /// The value if it is an integer.
    pub fn integer(&self) -> Option<i128> {
        self.value.integer()
    }

    /// One to three integers, alone or in a tuple or an array, with 1 for those that are missing.
    pub fn extents(&self) -> Option<[i128; 3]> {
        let all = match &self.value {
            Value::Tuple(all) | Value::Array(all) if (1..=3).contains(&all.len()) => all.as_slice(),
            one => std::slice::from_ref(one),
        };
        let mut out = [1; 3];
        for (extent, value) in out.iter_mut().zip(all) {
            *extent = value.integer()?;
        }
        Some(out)
    }

    /// The value if it is a string.
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The value if it is a [`Ratio`].
    pub fn ratio(&self) -> Option<Ratio> {
        match self.value {
            Value::Ratio(ratio) => Some(ratio),
            _ => None,
        }
    }

    /// The GPU if the value is an [`Arch`], a [`Device`](occupancy_core::Device) or a
    /// [`ComputeCapability`](occupancy_core::ComputeCapability).
    pub fn arch(&self) -> Option<Arch> {
        match self.value {
            Value::Arch(arch) => Some(arch),
            Value::Device(device) => Some(Arch::Device(device)),
            Value::ComputeCapability(cc) => Some(Arch::ComputeCapability(cc)),
            _ => None,
        }
    }
}

impl Constant {
    /// The value if it is an integer.
    pub fn integer(&self) -> Option<i128> {
        self.value.integer()
    }
}

impl fmt::Display for Constant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.value {
            Value::Struct(..) => Ok(()),
            value => value.fmt(f),
        }
    }
}

/// A file as a reader knows it: from the package's folder, or from that of a build script.
fn shown(file: &Path) -> String {
    for (folder, name) in [("CARGO_MANIFEST_DIR", ""), ("OUT_DIR", "$OUT_DIR/")] {
        let folder = env::var_os(folder).map(PathBuf::from);
        let folder = folder.and_then(|folder| folder.canonicalize().ok());
        if let Some(below) =
            folder.and_then(|folder| file.strip_prefix(folder).ok().map(Path::to_owned))
        {
            return format!("{name}{}", below.display());
        }
    }
    let name = file.file_name().map(Path::new);
    name.unwrap_or(file).display().to_string()
}
