//! The Rust file with the constants.

use std::collections::BTreeMap;

use crate::ptx::{BlockBound, Bounds, Suffix};
use occupancy_core::Compiled;

use super::BuildError;
use super::kernels::{Kernel, Kernels, Read};

/// The constant that lists the others.
const ALL: &str = "ALL";

pub(super) fn file(kernels: &Kernels, crate_path: &str) -> Result<String, BuildError> {
    let mut code = String::from("// Written by `occupancy_binary::build`.\n");
    for (target, of_target) in &kernels.targets {
        let is_machine_code = target.starts_with("sm_");
        let (what, import) = if is_machine_code {
            ("What the machine code uses", "Compiled")
        } else {
            ("What the PTX states", "ptx::{BlockBound, Bounds}")
        };
        let kind = if is_machine_code {
            "Compiled<'static>"
        } else {
            "Bounds"
        };
        let constants = constants(of_target)?;
        push(
            &mut code,
            &format!("\n/// {what} that is for `{target}`.\n"),
        );
        push(
            &mut code,
            "#[allow(dead_code, non_upper_case_globals, unused_imports)]\n",
        );
        push(&mut code, &format!("pub mod {target} {{\n"));
        push(&mut code, &format!("    use {crate_path}::{import};\n"));
        for (constant, (symbol, kernel)) in &constants {
            // No line break gets into the comment: `escape_debug` returns none.
            let comment = symbol.escape_debug();
            push(&mut code, &format!("\n    /// `{comment}`\n"));
            push(&mut code, &format!("    pub const {constant}: {kind} = "));
            match &kernel.read {
                Read::Usage(usage) => push_usage(&mut code, crate_path, symbol, usage),
                Read::Bounds(bounds) => push_bounds(&mut code, *bounds),
            }
            push(&mut code, ";\n");
        }
        push(&mut code, "\n    /// All of them.\n");
        push(&mut code, &format!("    pub const {ALL}: &[{kind}] = &["));
        for (i, constant) in constants.keys().enumerate() {
            push(&mut code, if i == 0 { "" } else { ", " });
            push(&mut code, constant);
        }
        push(&mut code, "];\n}\n");
    }
    Ok(code)
}

/// The kernels by the names of their constants.
fn constants(
    kernels: &BTreeMap<String, Kernel>,
) -> Result<BTreeMap<String, (&String, &Kernel)>, BuildError> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for kernel in kernels.values() {
        *counts.entry(capitals(&kernel.name_in_source)).or_default() += 1;
    }
    let mut constants: BTreeMap<String, (&String, &Kernel)> = BTreeMap::new();
    for (symbol, kernel) in kernels {
        let in_capitals = capitals(&kernel.name_in_source);
        let constant = match &kernel.constant {
            Some(constant) if is_name(constant) => constant.clone(),
            Some(constant) => {
                let constant = constant.clone();
                return Err(BuildError::NotAName { constant });
            }
            None if counts.get(&in_capitals) == Some(&1) && is_name(&in_capitals) => in_capitals,
            // Instances of a template, and overloads: only the symbol distinguishes them.
            None => of_symbol(symbol),
        };
        if let Some((other, _)) = constants.insert(constant.clone(), (symbol, kernel)) {
            return Err(BuildError::SameConstant {
                constant,
                kernels: [other.clone(), symbol.clone()],
            });
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

/// Every field except the name is written with `Debug`.
fn push_usage(code: &mut String, crate_path: &str, symbol: &str, usage: &Compiled<'_>) {
    let (major, minor) = usage.compute_capability;
    push(
        code,
        &format!(
            "{{\n        let mut compiled = Compiled::machine_code({symbol:?}, ({major}, {minor}));\n"
        ),
    );
    if usage.suffix != Suffix::None {
        let suffix = usage.suffix;
        push(
            code,
            &format!("        compiled.suffix = {crate_path}::ptx::Suffix::{suffix:?};\n"),
        );
    }
    macro_rules! fields {
        ($($field:ident),*) => {
            $(push(code, &format!("        compiled.{} = {:?};\n", stringify!($field), usage.$field));)*
        };
    }
    fields!(
        toolkit,
        is_relocatable,
        registers,
        static_shared_memory,
        frame,
        stack,
        barriers,
        parameter_bytes,
        max_block,
        required_block,
        register_cap,
        cluster_dim,
        max_cluster_rank,
        is_cluster_explicit,
        are_blocks_clusters,
        spill_instructions,
        code_bytes,
        virtual_resources
    );
    push(code, "        compiled\n    }");
}

fn push_bounds(code: &mut String, bounds: Bounds) {
    push(code, "Bounds::new()");
    let block = match bounds.block {
        None => "None".to_owned(),
        Some(BlockBound::Max(dims)) => format!("Some(BlockBound::Max({dims:?}))"),
        Some(BlockBound::Required(dims)) => format!("Some(BlockBound::Required({dims:?}))"),
    };
    for (setter, value) in [
        ("with_block", block),
        ("with_min_blocks", format!("{:?}", bounds.min_blocks)),
        ("with_max_registers", format!("{:?}", bounds.max_registers)),
        ("with_cluster_dim", format!("{:?}", bounds.cluster_dim)),
    ] {
        push(code, &format!("\n        .{setter}({value})"));
    }
}

fn push(code: &mut String, text: &str) {
    code.push_str(text);
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
