//! Words for a name that is no GPU's.

use crate::gpu::UnknownArch;
use crate::text::Message;

/// Words a name that [`Arch::find`](crate::Arch::find) does not find.
pub const fn unknown_arch(name: &str, unknown: &UnknownArch) -> Message {
    let out = &mut Message::new();
    if let Some(board) = unknown.mig_board() {
        let out = out.text("[OCC105] `").text(name);
        let out = if unknown.is_sm_count_unknown() {
            out.text("`: the SM count of this MIG profile of ")
                .text(board)
                .text(" is not known")
        } else {
            out.text("`: unknown MIG profile of ").text(board)
        };
        return *names(out, unknown.nearest());
    }
    if unknown.is_ambiguous() {
        let out = out.text("[OCC106] `").text(name);
        let out = out.text("` names several GPUs with different limits");
        return *names(out, unknown.nearest());
    }
    let out = out.text("[OCC105] unknown GPU `").text(name);
    let out = out.text("`: nothing is assumed about it");
    *names(out, unknown.nearest())
}

const fn names<'m>(out: &'m mut Message, names: &[&str]) -> &'m mut Message {
    let mut out = out.text("\n\n    help: ");
    let (mut left, mut separator) = (names, "");
    while let [name, others @ ..] = left {
        out = out.text(separator).text("\"").text(name).text("\"");
        (left, separator) = (others, ", ");
    }
    out
}
