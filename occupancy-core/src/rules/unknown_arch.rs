//! The message for a name that no GPU has.

use crate::gpu::UnknownArch;
use crate::text::{Message, contains};

/// The message for a name that [`Arch::find`](crate::Arch::find) does not find.
///
/// `names` are the near names as they are written in place of the unknown one: `` `--arch h100` ``. By
/// default, they are values of the attribute.
pub const fn unknown_arch(name: &str, unknown: &UnknownArch, names: Option<&str>) -> Message {
    let out = &mut Message::new();
    let out = if unknown.mig_board().is_some() || unknown.is_too_old() {
        let reason = unknown.reason();
        out.text("[OCC105] `")
            .text(name)
            .text("`: ")
            .text(reason.as_str())
    } else if unknown.is_ambiguous() {
        out.text("[OCC106] `")
            .text(name)
            .text("` names several GPUs with different limits or SM counts")
    } else {
        out.text("[OCC105] unknown GPU `")
            .text(name)
            .text("`: nothing is assumed about it")
    };
    let out = out.text("\n\n    help: ");
    match names {
        Some(names) => *out.text(names),
        None => *values(out, unknown),
    }
}

/// The near names as values of `arch`.
const fn values<'m>(out: &'m mut Message, unknown: &UnknownArch) -> &'m mut Message {
    let (mut out, mut left, mut separator) = (out, unknown.nearest(), "");
    while let [name, others @ ..] = left {
        out = out
            .text(separator)
            .text("`arch = \"")
            .text(name)
            .text("\"`");
        (left, separator) = (others, ", ");
    }
    out.text(compute_capability(unknown))
}

/// What a name that is nobody's could also be, to end the help.
#[doc(hidden)]
pub const fn compute_capability(unknown: &UnknownArch) -> &'static str {
    let mut left = unknown.nearest();
    while let [name, others @ ..] = left {
        if contains(name, ".") || contains(name, "sm_") {
            return "";
        }
        left = others;
    }
    if unknown.mig_board().is_some() || unknown.is_ambiguous() {
        return "";
    }
    "; a compute capability works too, as `arch = \"9.0\"` or `arch = \"sm_90\"`"
}
