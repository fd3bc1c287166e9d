//! How the compiler was called: the crate's first file, its edition, and what `cfg` says.
//!
//! A macro is told none of it: the arguments of the compiler say it.

use std::env;
use std::path::{Path, PathBuf};

/// The crate that is compiled.
#[derive(Clone, Debug, Default)]
pub(crate) struct Compilation {
    /// Its first file.
    pub(crate) root: PathBuf,
    /// `feature="std"` and `cuda`: what `--cfg` sets.
    cfgs: Vec<String>,
    /// Whether `--target` names another machine than this.
    is_cross: bool,
    is_2015: bool,
}

/// Whether a condition is met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Met {
    Yes,
    No,
    Unknown,
}

impl Met {
    pub(crate) const fn not(self) -> Self {
        match self {
            Self::Yes => Self::No,
            Self::No => Self::Yes,
            Self::Unknown => Self::Unknown,
        }
    }

    pub(crate) const fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::No, _) | (_, Self::No) => Self::No,
            (Self::Yes, Self::Yes) => Self::Yes,
            _ => Self::Unknown,
        }
    }

    const fn of(is_met: bool) -> Self {
        if is_met { Self::Yes } else { Self::No }
    }
}

impl Compilation {
    /// The compilation with these arguments; `None` where they do not say.
    pub(crate) fn new(arguments: &[String]) -> Option<Self> {
        let mut out = Self {
            is_2015: true,
            ..Self::default()
        };
        let mut roots = Vec::new();
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            let (name, value) = match argument.split_once('=') {
                Some((name, value)) if name.starts_with("--") => (name, Some(value.to_owned())),
                _ => (argument.as_str(), None),
            };
            let mut value = || value.clone().or_else(|| arguments.next().cloned());
            match name {
                "--cfg" => out.cfgs.push(value()?.replace(' ', "")),
                "--target" => {
                    value()?;
                    out.is_cross = true;
                }
                "--edition" => out.is_2015 = value()? == "2015",
                // Their values can be files.
                "--html-in-header"
                | "--html-before-content"
                | "--html-after-content"
                | "--markdown-css"
                | "--extend-css"
                | "--check-cfg"
                | "--crate-name"
                | "-o"
                | "--out-dir"
                | "--error-format"
                | "--json"
                | "-L"
                | "-C"
                | "--extern"
                | "-A"
                | "-W"
                | "-D"
                | "-F"
                | "--allow"
                | "--warn"
                | "--deny"
                | "--forbid" => {
                    value()?;
                }
                file if Path::new(file).extension().is_some_and(|end| end == "rs") => {
                    roots.push(PathBuf::from(file));
                }
                _ => {}
            }
        }
        let [root] = roots.as_slice() else {
            return None;
        };
        out.root = root.canonicalize().ok()?;
        // A path of that edition starts at the root of the crate.
        (!out.is_2015).then_some(out)
    }

    /// Bytes of a pointer.
    pub(crate) fn pointer_size(&self) -> Option<u64> {
        (!self.is_cross).then_some(size_of::<usize>() as u64)
    }

    /// Whether `name` or `name = "value"` is set.
    pub(crate) fn is_set(&self, name: &str, value: Option<&str>) -> Met {
        let of_this_machine = |is_met| {
            if self.is_cross {
                Met::Unknown
            } else {
                Met::of(is_met)
            }
        };
        match (name, value) {
            ("doc", None) => Met::Yes,
            ("test" | "doctest" | "miri" | "proc_macro", None) => Met::No,
            ("unix", None) => of_this_machine(cfg!(unix)),
            ("windows", None) => of_this_machine(cfg!(windows)),
            ("target_os", Some(value)) => of_this_machine(env::consts::OS == value),
            ("target_arch", Some(value)) => of_this_machine(env::consts::ARCH == value),
            ("target_family", Some(value)) => of_this_machine(env::consts::FAMILY == value),
            ("target_pointer_width", Some(value)) => {
                of_this_machine(usize::BITS.to_string() == value)
            }
            ("target_endian", Some(value)) => {
                of_this_machine((value == "little") == cfg!(target_endian = "little"))
            }
            (
                "debug_assertions" | "overflow_checks" | "ub_checks" | "panic" | "sanitize"
                | "relocation_model" | "version" | "accessible",
                _,
            ) => Met::Unknown,
            (name, _) if name.starts_with("target_") || name.starts_with("fmt_") => Met::Unknown,
            (name, None) => Met::of(self.cfgs.iter().any(|set| set == name)),
            (name, Some(value)) => {
                let set = format!("{name}=\"{value}\"");
                Met::of(self.cfgs.contains(&set))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Compilation, Met};

    fn called_with(arguments: &[&str]) -> Option<Compilation> {
        let arguments: Vec<String> = arguments.iter().map(|&one| one.to_owned()).collect();
        Compilation::new(&arguments)
    }

    #[test]
    fn the_arguments_say_the_file_and_the_features() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/src/lib.rs");
        let compilation = called_with(&[
            "--edition=2024",
            "--crate-name",
            "macros",
            root,
            "--cfg",
            "feature=\"fast\"",
            "--cfg=cuda",
            "-C",
            "metadata=1",
        ]);
        let compilation = compilation.expect("a compilation");
        assert!(compilation.root.ends_with("src/lib.rs"));
        assert_eq!(compilation.is_set("feature", Some("fast")), Met::Yes);
        assert_eq!(compilation.is_set("feature", Some("slow")), Met::No);
        assert_eq!(compilation.is_set("cuda", None), Met::Yes);
        assert_eq!(compilation.is_set("doc", None), Met::Yes);
        assert_eq!(compilation.is_set("debug_assertions", None), Met::Unknown);
        assert_eq!(compilation.is_set("unix", None) == Met::Yes, cfg!(unix));
    }

    #[test]
    fn another_machine_is_not_known() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/src/lib.rs");
        let compilation =
            called_with(&["--edition", "2021", root, "--target", "thumbv7m-none-eabi"]);
        let compilation = compilation.expect("a compilation");
        assert_eq!(compilation.is_set("unix", None), Met::Unknown);
        assert_eq!(compilation.is_set("target_os", Some("linux")), Met::Unknown);
        assert_eq!(compilation.pointer_size(), None);
    }

    #[test]
    fn without_one_file_nothing_is_known() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/src/lib.rs");
        for arguments in [
            &["--edition=2021"][..],
            &["--edition=2021", root, root],
            &[root],
        ] {
            assert!(called_with(arguments).is_none(), "{arguments:?}");
        }
    }
}
