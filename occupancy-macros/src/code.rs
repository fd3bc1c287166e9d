//! The file of a kernel's machine code or PTX: it is read here, and nowhere else.

#[cfg(feature = "binary")]
mod file;

use occupancy_core::{Compiled, gpu::CodeForm, text::grouped};
use syn::LitStr;

use crate::syntax::Args;

#[cfg(feature = "binary")]
pub(crate) use self::file::with_code;

/// The file is refused where it is named.
#[cfg(not(feature = "binary"))]
pub(crate) fn with_code(
    args: Args,
    _: Option<(&str, proc_macro2::Span)>,
    _: &mut crate::errors::Errors,
) -> Args {
    args
}

/// Where the figures of a page are from, if they are from a file.
pub(crate) fn from(args: &Args, codes: &[Compiled<'_>]) -> Option<String> {
    let path = args.tokens(args.file()?)?;
    let written = syn::parse2::<LitStr>(path.clone());
    let path = written.map_or_else(|_| path.to_string(), |path| path.value());
    let mut targets: Vec<String> = codes
        .iter()
        .map(|code| CodeForm::MachineCode.target(code.compute_capability, code.suffix))
        .map(|target| target.to_string())
        .collect();
    targets.dedup();
    let first = codes.first()?;
    let compiler = match first.form {
        CodeForm::Ptx => Some(", PTX".to_owned()),
        _ => first
            .toolkit
            .map(|(major, minor)| format!(", CUDA {major}.{minor}")),
    };
    let is_stated = args.left_out().is_empty();
    Some(format!(
        "{} from `{}` ({}{}), where it is `{}`.{}",
        if is_stated {
            "Checked against the kernel"
        } else {
            "What is not stated of the kernel is"
        },
        path.replace('`', "'"),
        targets.join(", "),
        compiler.unwrap_or_default(),
        first.name,
        local_memory(codes)
    ))
}

/// What machine code keeps in local memory, with its target if others differ.
fn local_memory(codes: &[Compiled<'_>]) -> String {
    let machine_code = codes
        .iter()
        .filter(|code| code.form == CodeForm::MachineCode);
    let counted = |count: u32, one: &str, many: &str| match count {
        1 => format!("1 {one}"),
        _ => format!("{} {many}", grouped(count.into())),
    };
    let mut sentences: Vec<(String, String)> = Vec::new();
    for code in machine_code {
        let stack = code.stack.map_or_else(
            || "a stack of unknown size".to_owned(),
            |bytes| {
                let bytes = counted(bytes, "byte", "bytes");
                format!("{bytes} of stack per thread")
            },
        );
        let spills = match code.spill_instructions {
            Some(0) => "no instruction spills a register".to_owned(),
            Some(count) => counted(
                count,
                "instruction spills a register or loads one back",
                "instructions spill registers or load them back",
            ),
            None => "the compiler did not say whether registers are spilled".to_owned(),
        };
        let target = CodeForm::MachineCode.target(code.compute_capability, code.suffix);
        let sentence = (target.to_string(), format!("has {stack}, and {spills}."));
        if !sentences.contains(&sentence) {
            sentences.push(sentence);
        }
    }
    let is_same = sentences.windows(2).all(|pair| pair[0].1 == pair[1].1);
    match sentences.as_slice() {
        [(_, same), ..] if is_same => format!(" It {same}"),
        differing => {
            let each = differing.iter();
            let each = each.map(|(target, sentence)| format!(" For {target}, it {sentence}"));
            each.collect::<Vec<_>>().concat()
        }
    }
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
