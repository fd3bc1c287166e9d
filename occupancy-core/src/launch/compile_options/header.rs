//! Macro definitions for CUDA C.

use core::fmt;

use super::CompileOptions;
use crate::error::Error;
use crate::text::Text;

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
    /// [`Error`] if the prefix is not a C identifier: ASCII letters, digits and `_`, without a
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
    ///
    /// // One file for both kernels.
    /// let stencil = CompileOptions::new(&Configuration::new(&archs, Kernel::new((32, 8, 1), 40)));
    /// let both = format!("{header}{}", stencil.header("STENCIL")?);
    /// assert!(both.starts_with("#ifndef SAXPY_LAUNCH_CONFIG\n"));
    /// assert!(both.contains("#define STENCIL_THREADS_PER_BLOCK_Y 8\n"));
    ///
    /// let error = options.header("two-pass").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "the prefix of a macro has to be a C identifier: the character at byte 3 is not an ASCII letter, \
    ///      a digit or `_`"
    /// );
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn header(
        &self,
        prefix: &'a str,
    ) -> Result<impl fmt::Debug + fmt::Display + use<'a>, Error> {
        let options = *self;
        let is_other = |byte: u8| !byte.is_ascii_alphanumeric() && byte != b'_';
        let (what, number, after) = match (prefix.as_bytes(), prefix.bytes().position(is_other)) {
            ([], _) => ("this one is empty", None, ""),
            ([b'0'..=b'9', ..], _) => ("a digit cannot be its first character", None, ""),
            (_, None) => return Ok(Header { options, prefix }),
            (_, at) => (
                "the character at byte ",
                at,
                " is not an ASCII letter, a digit or `_`",
            ),
        };
        let rule = "the prefix of a macro has to be a C identifier: ";
        Err(Error::new([rule, what, after, ""], number))
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
    pub fn definitions(&self) -> impl fmt::Debug + fmt::Display + use<'a> {
        Header {
            options: *self,
            prefix: "",
        }
    }
}

/// Macro definitions, and a guard if their names have a prefix.
#[derive(Debug)]
struct Header<'a> {
    options: CompileOptions<'a>,
    prefix: &'a str,
}

impl Header<'_> {
    /// The definitions whose values are numbers.
    fn numbers(&self) -> impl Iterator<Item = (&str, &str)> {
        self.options.defines.iter().map(|define| {
            let define = define.as_str();
            define.split_once('=').unwrap_or((define, ""))
        })
    }

    fn define(&self, f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
        let prefix = self.prefix;
        let separator = if prefix.is_empty() { "" } else { "_" };
        let space = if value.is_empty() { "" } else { " " };
        writeln!(f, "#define {prefix}{separator}{name}{space}{value}")
    }
}

impl fmt::Display for Header<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (options, prefix) = (&self.options, self.prefix);
        if !prefix.is_empty() {
            writeln!(f, "#ifndef {prefix}_LAUNCH_CONFIG")?;
            self.define(f, "LAUNCH_CONFIG", "")?;
        }
        for (name, value) in self.numbers() {
            self.define(f, name, value)?;
        }
        self.define(f, "LAUNCH_BOUNDS", options.launch_bounds.as_str())?;
        let cluster = options.cluster_dims.as_ref().map_or("", Text::as_str);
        self.define(f, "CLUSTER_DIMS", cluster)?;
        if prefix.is_empty() {
            return Ok(());
        }
        // With only the guard, the numbers of a stale or second configuration would pass silently.
        f.write_str("#elif ")?;
        for (i, (name, value)) in self.numbers().enumerate() {
            let or = if i == 0 { "" } else { " || " };
            write!(f, "{or}{prefix}_{name} != {value}")?;
        }
        write!(
            f,
            "\n#error \"{prefix} is already used for another launch configuration\"\n#endif\n"
        )
    }
}
