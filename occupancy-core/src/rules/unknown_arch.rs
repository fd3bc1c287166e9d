//! The message for a name that no GPU has.

use super::template::{Value, fill};
use crate::gpu::UnknownArch;
use crate::text::{Message, contains};

/// The message for a name that [`Arch::find`](crate::Arch::find) does not find.
///
/// `names` are the near names as they are written in place of the unknown one: `` `--arch h100` ``. By
/// default, they are values of the attribute.
pub const fn unknown_arch(name: &str, unknown: &UnknownArch, names: Option<&str>) -> Message {
    let reason = unknown.reason();
    let template = if unknown.is_ambiguous() {
        "[OCC106] `{}` names several GPUs with different limits or SM counts"
    } else if reason.as_str().is_empty() {
        "[OCC105] unknown GPU `{}`: nothing is assumed about it"
    } else {
        "[OCC105] `{}`: {}"
    };
    let mut message = Message::new();
    let values = [Value::Text(name), Value::Text(reason.as_str())];
    let out = fill(&mut message, template, &values).text("\n\n    help: ");
    match names {
        Some(names) => *out.text(names),
        None => *nearest(out, unknown),
    }
}

/// The near names as values of `arch`.
const fn nearest<'m>(out: &'m mut Message, unknown: &UnknownArch) -> &'m mut Message {
    let (mut left, mut template) = (unknown.nearest(), "`arch = \"{}\"`");
    while let [name, others @ ..] = left {
        fill(out, template, &[Value::Text(name)]);
        (left, template) = (others, ", `arch = \"{}\"`");
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
