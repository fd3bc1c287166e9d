//! The Rust file with the constants, and what cargo has to know of it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fmt, fs};

use super::kernels::{Kernel, Kernels};
use super::{Build, no_file, out_dir};
use crate::error::{Error, ErrorKind};

/// The constant that lists the others.
const ALL: &str = "ALL";

impl Build {
    /// The constants, as the text of a Rust file.
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
    /// [`Error`] if a file or a kernel cannot be read or does not exist, if two kernels of one GPU
    /// have the same symbol, or if two constants would have the same name.
    pub fn generate(&self) -> Result<String, Error> {
        let kernels = Kernels::read(self)?;
        file(&kernels, &self.crate_path)
    }

    /// Writes the constants to `OUT_DIR` under this name. Print the returned value: it is for cargo.
    ///
    /// # Errors
    ///
    /// Those of [`generate`](Self::generate), and [`Error`] if this is not a build script or the
    /// file cannot be written.
    pub fn write(&self, name: &str) -> Result<Written, Error> {
        let folder = out_dir()?;
        let kernels = Kernels::read(self)?;
        let code = file(&kernels, &self.crate_path)?;
        let path = folder.join(name);
        fs::write(&path, code).map_err(|error| no_file(&path, &error))?;
        let mut lines = Vec::new();
        // A line of cargo's ends with the line, and there is no way to quote one.
        if !self.path.starts_with(&folder)
            && let Some(path) = self.path.to_str()
            && !path.contains(['\n', '\r'])
        {
            lines.push(format!("cargo::rerun-if-changed={path}\n"));
        }
        for kernel in kernels.to_be_linked() {
            let kernel = kernel.escape_debug();
            lines.push(format!(
                "cargo::warning=the kernel `{kernel}` is to be linked (`-rdc=true`): linked, it may \
                 use more registers, static shared memory, stack and barriers than its constant says\n"
            ));
        }
        let lines = lines.concat();
        Ok(Written { path, lines })
    }
}

/// The written file. As text, it is the lines for cargo: what to watch, and a warning about kernels that
/// are not yet linked, whose registers may increase.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "print it, so that cargo watches the file"]
pub struct Written {
    path: PathBuf,
    lines: String,
}

impl Written {
    /// The file that was written.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.lines)
    }
}

fn file(kernels: &Kernels, crate_path: &str) -> Result<String, Error> {
    let mut code = vec!["// Written by `occupancy_binary::build`.\n".to_owned()];
    for (target, kernels) in kernels.targets() {
        let what = match target.strip_prefix("sm_") {
            Some(_) => "What the machine code uses",
            None => "What the PTX states",
        };
        code.push(format!(
            "\n/// {what} that is for `{target}`.\n\
             #[allow(dead_code, non_upper_case_globals, unused_imports)]\n\
             pub mod {target} {{\n    \
                 use {crate_path}::Compiled;\n"
        ));
        let constants = constants(kernels)?;
        for (constant, Kernel { symbol, value, .. }) in &constants {
            // No line break gets into the comment: `escape_debug` returns none.
            let comment = symbol.escape_debug();
            code.push(format!(
                "\n    /// `{comment}`\n    pub const {constant}: Compiled<'static> = {value};\n"
            ));
        }
        let all: Vec<_> = constants.keys().map(String::as_str).collect();
        let all = all.join(", ");
        code.push(format!(
            "\n    /// All of them.\n    pub const {ALL}: &[Compiled<'static>] = &[{all}];\n}}\n"
        ));
    }
    Ok(code.concat())
}

/// The kernels by the names of their constants.
fn constants(kernels: &BTreeMap<String, Kernel>) -> Result<BTreeMap<String, &Kernel>, Error> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for kernel in kernels.values() {
        let count = counts.entry(capitals(&kernel.name_in_source)).or_default();
        *count = count.saturating_add(1);
    }
    let mut constants: BTreeMap<String, &Kernel> = BTreeMap::new();
    for (symbol, kernel) in kernels {
        let in_capitals = capitals(&kernel.name_in_source);
        let constant = match &kernel.constant {
            Some(constant) if is_name(constant) => constant.clone(),
            Some(constant) => {
                return Err(Error::new(
                    ErrorKind::ConstantName,
                    format!("`{constant}` cannot be the name of a constant"),
                    "a name has letters, digits and `_`, no digit at its beginning, is no keyword of Rust, and \
                     `ALL` is the list of all",
                ));
            }
            None if counts.get(&in_capitals) == Some(&1) && is_name(&in_capitals) => in_capitals,
            // Instances of a template, and overloads: only the symbol distinguishes them.
            None => of_symbol(symbol),
        };
        if let Some(other) = constants.insert(constant.clone(), kernel) {
            let other = &other.symbol;
            return Err(Error::new(
                ErrorKind::ConstantName,
                format!("the kernels `{other}` and `{symbol}` would both be `{constant}`"),
                "name one with `kernel_as`",
            ));
        }
    }
    Ok(constants)
}

/// `saxpyTiled` as `SAXPY_TILED`.
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

fn of_symbol(symbol: &str) -> String {
    let mut name = letters(symbol);
    if !is_name(&name) {
        name.insert(0, '_');
    }
    name
}

/// A text with nothing but letters, digits and `_`, that begins with no digit.
fn letters(name: &str) -> String {
    let mut letters: String = name
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect();
    if matches!(letters.as_str(), "" | "_") || letters.starts_with(|c: char| c.is_ascii_digit()) {
        letters.insert(0, '_');
    }
    // `_` by itself is no name.
    if letters.bytes().all(|letter| letter == b'_') {
        letters.push_str("KERNEL");
    }
    letters
}

/// Words that are no names in any edition, or only behind `r#`.
///
/// Source: The Rust Reference, Keywords: strict and reserved ones, up to edition 2024.
const KEYWORDS: [&str; 53] = [
    "Self", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue",
    "crate", "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if",
    "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub",
    "ref", "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield", "_",
];

fn is_name(name: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    name.chars().all(is_letter)
        && !KEYWORDS.contains(&name)
        && name != ALL
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && !name.is_empty()
}

#[cfg(test)]
mod tests {
    use super::{ALL, KEYWORDS, capitals, is_name, of_symbol};

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
        ] {
            assert_eq!(capitals(name), constant, "{name:?}");
            assert!(is_name(&of_symbol(name)), "{name:?}");
        }
        for name in ["", "_", "1A", "a b", "A;", "é"] {
            assert!(!is_name(name), "{name:?}");
        }
        // What is no name is one in capitals, or behind `_`.
        for word in KEYWORDS.into_iter().chain([ALL]) {
            assert!(!is_name(word), "{word:?}");
            assert!(is_name(&of_symbol(word)), "{word:?}");
        }
        assert_eq!(
            (capitals("fn"), of_symbol("fn")),
            ("FN".to_owned(), "_fn".to_owned())
        );
    }
}
