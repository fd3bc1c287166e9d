//! Macro definitions for CUDA C.

use core::fmt;

use super::CompileOptions;

/// Macro definitions of CUDA C, from [`CompileOptions::header`] and
/// [`CompileOptions::definitions`].
///
/// ```
/// use occupancy_core::{Arch, Configuration, Kernel, launch::CompileOptions};
///
/// let archs = [Arch::find("h100")?];
/// let saxpy = CompileOptions::new(&Configuration::new(&archs, Kernel::new((256, 1, 1), 64)));
/// let stencil = CompileOptions::new(&Configuration::new(&archs, Kernel::new((32, 8, 1), 40)));
/// // One file for both kernels.
/// let header = format!("{}{}", saxpy.header("SAXPY")?, stencil.header("STENCIL")?);
/// assert!(header.starts_with("#ifndef SAXPY_LAUNCH_CONFIG\n"));
/// assert!(header.contains("#define STENCIL_THREADS_PER_BLOCK_Y 8\n"));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Header<'a> {
    options: CompileOptions<'a>,
    prefix: Option<&'a str>,
}

/// Why a prefix cannot start the name of a macro: it is not a C identifier.
///
/// ```
/// use occupancy_core::{Arch, Configuration, Kernel, launch::{CompileOptions, InvalidPrefix}};
///
/// let archs = [Arch::find("h100").unwrap()];
/// let options = CompileOptions::new(&Configuration::new(&archs, Kernel::new((256, 1, 1), 64)));
/// let error = options.header("two-pass").unwrap_err();
/// assert_eq!(error, InvalidPrefix::Character { at: 3 });
/// assert_eq!(
///     error.to_string(),
///     "the prefix of a macro has to be a C identifier: the character at byte 3 is not an ASCII letter, \
///      a digit or `_`"
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum InvalidPrefix {
    /// There is no character.
    Empty,
    /// The first character is a digit.
    Digit,
    /// A character is not an ASCII letter, a digit or `_`.
    Character {
        /// Where it begins, in bytes.
        at: usize,
    },
}

impl fmt::Display for InvalidPrefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the prefix of a macro has to be a C identifier: ")?;
        match self {
            Self::Empty => f.write_str("this one is empty"),
            Self::Digit => f.write_str("a digit cannot be its first character"),
            Self::Character { at } => write!(
                f,
                "the character at byte {at} is not an ASCII letter, a digit or `_`"
            ),
        }
    }
}

impl core::error::Error for InvalidPrefix {}

impl<'a> CompileOptions<'a> {
    /// The configuration as macro definitions of CUDA C whose names start with `prefix` and `_`. A build
    /// script writes them to a header, so that `.cu` files use the numbers of the Rust side.
    ///
    /// One file can have several kernels, one after the other, each with its own prefix. A second
    /// inclusion does nothing; other numbers under the same prefix are an `#error`. The same
    /// configuration always gives the same text. nvcc, NVRTC (as a header or before the source) and
    /// every C preprocessor take it.
    ///
    /// After the prefix come the names of [`defines`](Self::defines), and
    ///
    /// | macro | value |
    /// |---|---|
    /// | `LAUNCH_BOUNDS` | `__launch_bounds__(256, 4)` |
    /// | `CLUSTER_DIMS` | `__cluster_dims__(2, 1, 1)`, or nothing without a cluster |
    ///
    /// # Errors
    ///
    /// [`InvalidPrefix`] if the prefix is not a C identifier: ASCII letters, digits and `_`, without a
    /// digit in front. Source: C11, 6.4.2.1.
    ///
    /// ```
    /// use occupancy_core::{Arch, Configuration, Kernel, launch::CompileOptions};
    ///
    /// let archs = [Arch::find("h100")?];
    /// let options = CompileOptions::new(&Configuration::new(&archs, Kernel::new((256, 1, 1), 64)));
    /// let header = options.header("SAXPY")?.to_string();
    /// assert!(header.contains("#define SAXPY_THREADS_PER_BLOCK 256\n"));
    /// assert!(header.contains("#define SAXPY_LAUNCH_BOUNDS __launch_bounds__(256, 4)\n"));
    /// // #include "launch_config.h"
    /// // __global__ void SAXPY_LAUNCH_BOUNDS SAXPY_CLUSTER_DIMS saxpy(…)
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub const fn header(&self, prefix: &'a str) -> Result<Header<'a>, InvalidPrefix> {
        Header::new(self, prefix)
    }

    /// The same macro definitions without a prefix and a guard, to put before the source of one
    /// kernel.
    ///
    /// ```
    /// use occupancy_core::{Arch, Configuration, Kernel, launch::CompileOptions};
    ///
    /// let archs = [Arch::find("h100").unwrap()];
    /// let options = CompileOptions::new(&Configuration::new(&archs, Kernel::new((32, 8, 1), 64)));
    /// let definitions = options.definitions().to_string();
    /// assert!(definitions.starts_with("#define THREADS_PER_BLOCK 256\n"));
    /// assert!(definitions.contains("#define THREADS_PER_BLOCK_Y 8\n"));
    /// ```
    pub const fn definitions(&self) -> Header<'a> {
        Header::plain(self)
    }
}

impl<'a> Header<'a> {
    const fn new(options: &CompileOptions<'a>, prefix: &'a str) -> Result<Self, InvalidPrefix> {
        let bytes = prefix.as_bytes();
        match bytes {
            [] => return Err(InvalidPrefix::Empty),
            [b'0'..=b'9', ..] => return Err(InvalidPrefix::Digit),
            _ => {}
        }
        let mut at = 0;
        while at < bytes.len() {
            if !bytes[at].is_ascii_alphanumeric() && bytes[at] != b'_' {
                return Err(InvalidPrefix::Character { at });
            }
            at += 1;
        }
        Ok(Self {
            options: *options,
            prefix: Some(prefix),
        })
    }

    const fn plain(options: &CompileOptions<'a>) -> Self {
        Self {
            options: *options,
            prefix: None,
        }
    }

    fn name(&self, name: &'a str) -> Name<'a> {
        Name {
            prefix: self.prefix,
            name,
        }
    }

    /// The definitions whose values are numbers.
    fn numbers(&self) -> impl Iterator<Item = (&str, &str)> {
        self.options.defines.iter().map(|define| {
            let define = define.as_str();
            define.split_once('=').unwrap_or((define, ""))
        })
    }

    fn define(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.numbers() {
            writeln!(f, "#define {} {value}", self.name(name))?;
        }
        writeln!(
            f,
            "#define {} {}",
            self.name("LAUNCH_BOUNDS"),
            self.options.launch_bounds
        )?;
        write!(f, "#define {}", self.name("CLUSTER_DIMS"))?;
        if let Some(cluster) = &self.options.cluster_dims {
            write!(f, " {cluster}")?;
        }
        f.write_str("\n")
    }
}

impl fmt::Display for Header<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(prefix) = self.prefix else {
            return self.define(f);
        };
        let guard = self.name("LAUNCH_CONFIG");
        writeln!(f, "#ifndef {guard}\n#define {guard}")?;
        self.define(f)?;
        // With only the guard, the numbers of a stale or second configuration would pass silently.
        f.write_str("#elif ")?;
        for (i, (name, value)) in self.numbers().enumerate() {
            let or = if i == 0 { "" } else { " || " };
            write!(f, "{or}{} != {value}", self.name(name))?;
        }
        write!(
            f,
            "\n#error \"{prefix} is already used for another launch configuration\"\n#endif\n"
        )
    }
}

/// The name of a macro.
struct Name<'a> {
    prefix: Option<&'a str>,
    name: &'a str,
}

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(prefix) = self.prefix {
            write!(f, "{prefix}_")?;
        }
        f.write_str(self.name)
    }
}
