//! A GPU by the name that somebody wrote.

use occupancy_core::{Arch, rules::unknown_arch};

/// A GPU and the name that it is asked for by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NamedArch {
    pub(crate) name: String,
    pub(crate) arch: Arch,
}

/// A GPU by its name, or a compute capability.
pub(crate) fn named_arch(text: &str) -> Result<NamedArch, String> {
    let name = text.trim();
    match Arch::find(name) {
        Ok(arch) => Ok(NamedArch {
            name: name.to_owned(),
            arch,
        }),
        Err(unknown) => {
            let names: Vec<String> = unknown
                .nearest()
                .iter()
                .map(|name| format!("`--arch {name}`"))
                .collect();
            Err(unknown_arch(name, &unknown, Some(&names.join(", "))).to_string())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::named_arch;

    #[test]
    fn by_name_or_not_at_all() {
        assert_eq!(named_arch(" h100").unwrap().name, "h100");
        assert!(named_arch("h1000").unwrap_err().contains("[OCC105]"));
    }
}
