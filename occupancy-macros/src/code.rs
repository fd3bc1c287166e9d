//! The file of a kernel's machine code or PTX: it is read here, and nowhere else.

#[cfg(feature = "binary")]
mod file;

use occupancy_core::{Compiled, gpu::CodeForm, text::grouped};
use proc_macro2::TokenTree;

use crate::syntax::Args;
use crate::tokens::single;

#[cfg(feature = "binary")]
pub(crate) use self::file::read;

/// The file is refused where it is named.
#[cfg(not(feature = "binary"))]
pub(crate) fn read(
    _: &Args,
    _: &proc_macro2::Ident,
    _: &mut crate::errors::Errors,
) -> Option<crate::syntax::Code> {
    None
}

/// Where the figures of a page are from, if they are from a file.
pub(crate) fn from(args: &Args, codes: &[Compiled<'_>]) -> Option<String> {
    let file = args.file()?;
    let tokens = args.tokens(file)?;
    let path = match (single(tokens), args.text(file)) {
        (Some(TokenTree::Literal(_)), Some(path)) => path.to_owned(),
        _ => tokens.to_string(),
    };
    let first = codes.first()?;
    let mut targets: Vec<String> = codes.iter().map(target).collect();
    targets.dedup();
    let compiler = match (first.form, first.toolkit) {
        (CodeForm::Ptx, _) => ", PTX".to_owned(),
        (_, Some((major, minor))) => format!(", CUDA {major}.{minor}"),
        (_, None) => String::new(),
    };
    let what = match args.left_out().as_slice() {
        [] => "Checked against the kernel",
        _ => "What is not stated of the kernel is",
    };
    Some(format!(
        "{what} from `{}` ({}{compiler}), where it is `{}`.{}",
        path.replace('`', "'"),
        targets.join(", "),
        first.name,
        local_memory(codes)
    ))
}

/// The target of machine code, or what PTX becomes on its GPU.
fn target(code: &Compiled<'_>) -> String {
    let target = CodeForm::MachineCode.target(code.compute_capability, code.suffix);
    target.to_string()
}

/// What machine code keeps in local memory, with its target if others differ.
fn local_memory(codes: &[Compiled<'_>]) -> String {
    let mut sentences: Vec<(String, String)> = Vec::new();
    for code in codes {
        if code.form != CodeForm::MachineCode {
            continue;
        }
        let stack = match code.stack {
            None => "a stack of unknown size",
            Some(1) => "1 byte of stack per thread",
            Some(bytes) => &format!("{} bytes of stack per thread", grouped(bytes.into())),
        };
        let spills = match code.spill_instructions {
            None => "the compiler did not say whether registers are spilled",
            Some(0) => "no instruction spills a register",
            Some(1) => "1 instruction spills a register or loads one back",
            Some(count) => &format!(
                "{} instructions spill registers or load them back",
                grouped(count.into())
            ),
        };
        let sentence = (target(code), format!("has {stack}, and {spills}."));
        if !sentences.contains(&sentence) {
            sentences.push(sentence);
        }
    }
    if let [(_, same), others @ ..] = sentences.as_slice()
        && others.iter().all(|(_, other)| other == same)
    {
        return format!(" It {same}");
    }
    let each = sentences.into_iter();
    let each = each.map(|(target, sentence)| format!(" For {target}, it {sentence}"));
    each.collect()
}

#[cfg(test)]
mod tests {
    use occupancy_core::Compiled;
    use occupancy_core::gpu::Suffix;

    use super::local_memory;

    fn code(sm: u32, stack: Option<u32>, spills: Option<u32>) -> Compiled<'static> {
        let mut code = Compiled::machine_code("saxpy", (sm / 10, sm % 10));
        code.stack = stack;
        code.spill_instructions = spills;
        code
    }

    #[test]
    fn the_page_says_what_is_in_local_memory() {
        for (stack, spills, expected) in [
            (
                Some(1200),
                Some(44),
                " It has 1,200 bytes of stack per thread, and 44 instructions spill registers or load \
                 them back.",
            ),
            (
                Some(1),
                Some(1),
                " It has 1 byte of stack per thread, and 1 instruction spills a register or loads one \
                 back.",
            ),
            (
                Some(0),
                Some(0),
                " It has 0 bytes of stack per thread, and no instruction spills a register.",
            ),
            (
                None,
                None,
                " It has a stack of unknown size, and the compiler did not say whether registers are \
                 spilled.",
            ),
        ] {
            let one = code(90, stack, spills);
            assert_eq!(local_memory(&[one]), expected);
            assert_eq!(local_memory(&[one, one]), expected);
            let mut other = one;
            other.compute_capability = (8, 0);
            assert_eq!(local_memory(&[one, other]), expected);
        }
        let mut a = code(90, Some(8), Some(0));
        a.suffix = Suffix::Architecture;
        assert_eq!(
            local_memory(&[code(80, Some(16), Some(0)), a]),
            " For sm_80, it has 16 bytes of stack per thread, and no instruction spills a register. \
             For sm_90a, it has 8 bytes of stack per thread, and no instruction spills a register."
        );
        let ptx = Compiled::ptx("saxpy", (9, 0), Suffix::None);
        assert_eq!(local_memory(&[ptx]), "");
    }
}
