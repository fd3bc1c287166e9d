//! The message for a name that no GPU has.

use super::template::{Value, fill};
use crate::gpu::{Arch, UnknownArch, Vendor};
use crate::text::{Message, contains};

/// The message for a name that [`Arch::find`](crate::Arch::find) does not find.
///
/// `names` are the near names as a user writes them in place of the unknown one: `` `--arch h100` ``. By default, they are
/// values of the attribute.
pub const fn unknown_arch(name: &str, unknown: &UnknownArch, names: Option<&str>) -> Message {
    let reason = unknown.reason();
    let template = if unknown.is_ambiguous() {
        "[OCC106] `{}` names several GPUs with different limits or SM counts"
    } else if reason.as_str().is_empty() {
        "[OCC105] unknown GPU `{}`: its limits are never guessed"
    } else {
        "[OCC105] `{}`: {}"
    };
    let mut message = Message::new();
    let values = [Value::Text(name), Value::Text(reason.as_str())];
    fill(&mut message, template, &values);
    let range = unknown.nearest_range();
    if unknown.nearest().is_empty() && range.is_none() {
        return message;
    }
    let out = message.text("\n\n    help: ");
    if let Some(names) = names {
        return *out.text(names);
    }
    if let Some(range) = range {
        fill(out, "`arch = \"{}\"`", &[Value::Text(range.as_str())]);
        return *out;
    }
    let mut template = "`arch = \"{}\"`";
    each!(unknown.nearest(), |name| {
        fill(out, template, &[Value::Text(name)]);
        template = ", `arch = \"{}\"`";
    });
    *out.text(compute_capability(unknown))
}

/// The end of the help, which says that a compute capability can be named, too; empty if that is no help.
pub const fn compute_capability(unknown: &UnknownArch) -> &'static str {
    each!(unknown.nearest(), |name| {
        // The name of a part has a point.
        let is_board = matches!(Arch::find(name), Ok(Arch::Device(one)) if one.multiprocessor.is_of(Vendor::Nvidia));
        if contains(name, ".") || !is_board {
            return "";
        }
    });
    let is_none = unknown.nearest().is_empty();
    if is_none || unknown.mig_board().is_some() || unknown.is_ambiguous() {
        return "";
    }
    "; a compute capability works too, as `arch = \"9.0\"` or `arch = \"sm_90\"`"
}
