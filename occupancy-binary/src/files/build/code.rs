//! The Rust file with the constants, and the directives for cargo.

use std::collections::BTreeSet;
use std::fs;

use super::kernels::{Kernel, Kernels, read};
use super::{Build, no_file, out_dir};
use crate::error::Error;
use occupancy_core::kernel::name_in_source;

/// The constant that lists the others.
const ALL: &str = "ALL";

impl Build {
    /// Reads the kernels, and returns the text of a Rust file with their constants.
    ///
    /// ```
    /// use occupancy_binary::build::Build;
    ///
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/libkernels.so");
    /// # /*
    /// let path = "libkernels.so";
    /// # */
    /// let code = Build::new(path).compute_capability(9, 0).kernel("dot").generate()?;
    /// assert!(code.contains("pub mod sm_90 {"));
    /// assert!(code.contains("pub const DOT: Compiled<'static> ="));
    /// assert!(!code.contains("SAXPY"));
    /// # Ok::<(), occupancy_binary::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error`] if a file or a kernel cannot be read or does not exist, or if two kernels of one GPU
    /// have the same symbol.
    pub fn generate(&self) -> Result<String, Error> {
        Ok(self.code(&read(self)?))
    }

    /// Writes the constants to `OUT_DIR` under this name. Print the lines for cargo that it returns: the file to watch,
    /// and a warning about kernels that are not yet linked, whose registers may increase.
    ///
    /// # Errors
    ///
    /// Those of [`generate`](Self::generate), and [`Error`] if this is not a build script or the
    /// file cannot be written.
    pub fn write(&self, name: &str) -> Result<String, Error> {
        let folder = out_dir()?;
        let kernels = read(self)?;
        let path = folder.join(name);
        fs::write(&path, self.code(&kernels)).map_err(|error| no_file(&path, &error))?;
        let mut lines = Vec::new();
        // A directive for cargo is one line, and there is no way to quote a path.
        if !self.path.starts_with(&folder)
            && let Some(path) = self.path.to_str()
            && !path.contains(['\n', '\r'])
        {
            lines.push(format!("cargo::rerun-if-changed={path}\n"));
        }
        let kernels = kernels.values().flatten();
        let to_be_linked = kernels.filter(|kernel| kernel.is_relocatable);
        let symbols: BTreeSet<_> = to_be_linked.map(|kernel| &kernel.symbol).collect();
        for symbol in symbols {
            lines.push(format!(
                "cargo::warning=the kernel `{}` is to be linked (`-rdc=true`): linked, it may \
                 use more registers, static shared memory, stack and barriers than its constant says\n",
                symbol.escape_debug()
            ));
        }
        Ok(lines.concat())
    }

    fn code(&self, kernels: &Kernels) -> String {
        let crate_path = &self.crate_path;
        let mut code = vec!["// Written by `occupancy_binary::build`.\n".to_owned()];
        for (target, kernels) in kernels.iter().filter(|(_, kernels)| !kernels.is_empty()) {
            let what = match target.strip_prefix("compute_") {
                None => "What the machine code uses",
                Some(_) => "What the PTX states",
            };
            // `gfx11-generic` is no name in Rust.
            let module = letters(target);
            code.push(format!(
                "\n/// {what} that is for `{target}`.\n\
                 #[allow(dead_code, non_upper_case_globals, unused_imports)]\n\
                 pub mod {module} {{\n    \
                     use {crate_path}::Compiled;\n"
            ));
            let mut constants = self.constants(kernels);
            constants.sort_by(|(one, _), (other, _)| one.cmp(other));
            for (constant, Kernel { symbol, value, .. }) in &constants {
                // No line break gets into the comment: `escape_debug` returns none.
                let comment = symbol.escape_debug();
                code.push(format!(
                    "\n    /// `{comment}`\n    pub const {constant}: Compiled<'static> = {value};\n"
                ));
            }
            let (all, _): (Vec<_>, Vec<_>) = constants.into_iter().unzip();
            let all = all.join(", ");
            code.push(format!(
                "\n    /// All of them.\n    pub const {ALL}: &[Compiled<'static>] = &[{all}];\n}}\n"
            ));
        }
        code.concat()
    }

    /// The kernels of a target with the names of their constants. If two have the same name, the compiler says so.
    fn constants<'k>(&self, kernels: &'k [Kernel]) -> Vec<(String, &'k Kernel)> {
        let in_capitals = |it: &'k Kernel| (capitals(name_in_source(&it.symbol)), it);
        let mut constants: Vec<_> = kernels.iter().map(in_capitals).collect();
        constants.sort_by(|(one, _), (other, _)| one.cmp(other));
        for same in constants.chunk_by_mut(|(one, _), (other, _)| one == other) {
            let is_alone = same.len() == 1;
            for (constant, kernel) in same {
                let request = kernel.requests.first().and_then(|it| self.kernels.get(*it));
                if let Some((_, Some(requested))) = request {
                    constant.clone_from(requested);
                } else if !is_alone || constant == ALL {
                    // Instances of a template, and overloads: only the symbol distinguishes them.
                    *constant = letters(&kernel.symbol);
                }
            }
        }
        constants
    }
}

/// A name in capitals: `SAXPY_TILED` for `saxpyTiled`.
fn capitals(name: &str) -> String {
    let mut capitals = String::new();
    let mut is_small = false;
    for c in letters(name).chars() {
        if c.is_ascii_uppercase() && is_small {
            capitals.push('_');
        }
        is_small = c.is_ascii_lowercase() || c.is_ascii_digit();
        capitals.push(c.to_ascii_uppercase());
    }
    capitals
}

/// A name of only letters, digits and `_` that does not begin with a digit.
fn letters(name: &str) -> String {
    let mut letters = name.replace(|c: char| !c.is_ascii_alphanumeric(), "_");
    if matches!(letters.as_str(), "" | "_") || letters.starts_with(|c: char| c.is_ascii_digit()) {
        letters.insert(0, '_');
    }
    // `_` by itself is no name.
    if letters.bytes().all(|letter| letter == b'_') {
        letters.push_str("KERNEL");
    }
    letters
}

#[cfg(test)]
mod tests {
    use super::capitals;

    #[test]
    fn names_of_constants() {
        for (name, constant) in [
            ("saxpy", "SAXPY"),
            ("saxpyTiled", "SAXPY_TILED"),
            ("sgemm_64x64NT", "SGEMM_64X64_NT"),
            ("2d", "_2D"),
            ("_", "__KERNEL"),
            ("", "_KERNEL"),
            ("é\n", "__KERNEL"),
            ("fn", "FN"),
        ] {
            assert_eq!(capitals(name), constant, "{name:?}");
        }
    }
}
