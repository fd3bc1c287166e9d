//! What a kernel's attribute states, as the compiler evaluates it: the record that `occupancy report` reads.
//!
//! The attribute writes a call of [`report`] only where the crate is compiled with `--cfg occupancy_report`.
//! A record is the message of a constant whose evaluation ends: nothing is linked, and nothing runs.

use occupancy_core::gpu::{CodeForm, SmLimits};
use occupancy_core::text::Text;
use occupancy_core::{Arch, Carveout, Compiled, Configuration, Grid, Lint, Ratio};

use crate::declared::{Declared, Nth};
use crate::figures::code_of;
use crate::stated::{Stated, bit};

/// What comes before a record in its message. The number is the version of its form.
const MARK: &str = "occupancy report 1: ";

/// A record of some twenty GPUs that are in no table, each with its limits and its code. A longer one is cut,
/// and its reader refuses it.
type Record = Text<{ 32 << 10 }>;

/// Ends the build with the record of a kernel: one line of JSON behind its mark.
///
/// # Panics
///
/// Always.
#[track_caller]
pub const fn report<K: Declared>(kernel: &str, module: &str, file: &str, line: u32) {
    let mut record = Record::new();
    record.text(MARK).text("{\"kernel\":");
    text(&mut record, kernel);
    text(record.text(",\"launch_type\":"), K::NAME);
    text(record.text(",\"module\":"), module);
    text(record.text(",\"file\":"), file);
    record.text(",\"line\":").number(line as u64);
    record.text(",\"configurations\":[");
    let stated = Nth::<K, 0>::STATED;
    let is_sound = Nth::<K, 0>::VERDICT.is_sound;
    configuration(&mut record, stated, &Nth::<K, 0>::CONFIGURATION, is_sound);
    let mut left = K::OVERRIDES;
    while let [stated, others @ ..] = left {
        let verdict = stated.verdict();
        let resolved = stated.resolved(verdict);
        configuration(record.text(","), stated, &resolved, verdict.is_sound);
        left = others;
    }
    record.text("]}");
    panic!("{}", record.as_str());
}

/// One configuration on its GPUs, under the names of the attribute's arguments. What is not stated is left
/// out.
const fn configuration(
    out: &mut Record,
    stated: &'static Stated,
    resolved: &Configuration<'_>,
    is_sound: bool,
) {
    let kernel = &resolved.kernel;
    out.text("{\"is_refused\":")
        .text(if is_sound { "false" } else { "true" });
    dims(out, "threads", Some(kernel.block_dim));
    number(out, "regs", Some(kernel.registers_per_thread));
    number(out, "static_smem", Some(kernel.static_shared_memory));
    number(out, "smem", Some(kernel.dynamic_shared_memory));
    number(out, "barriers", Some(kernel.barriers));
    if let Carveout::Percent(percent) = kernel.carveout {
        number(out, "carveout", Some(percent));
    }
    dims(out, "cluster", kernel.cluster_dim);
    match resolved.grid {
        Some(Grid::Blocks(blocks)) => dims(out, "grid", Some(blocks)),
        Some(Grid::Elements(elements)) => {
            out.text(",\"elements\":").number(elements);
        }
        None => {}
    }
    number(out, "items_per_thread", Some(resolved.items_per_thread));
    number(out, "sms", resolved.sms);
    number(out, "min_blocks", resolved.min_blocks);
    number(out, "max_blocks", resolved.max_blocks);
    if let Some(hides) = resolved.hides {
        number(out, "cycles", hides.cycles);
        number(out, "instructions", hides.instructions);
        number(out, "bytes", hides.bytes);
    }
    ratio(out, "min_occupancy", resolved.min_occupancy);
    ratio(out, "tail_efficiency", resolved.tail_efficiency);
    if resolved.partial_warp_allowed {
        out.text(",\"allow_partial_warp\":true");
    }
    if let Some(reason) = stated.intent {
        text(out.text(",\"intent\":"), reason);
    }
    if let Some(target) = stated.target {
        text(out.text(",\"target\":"), target);
    }
    numbers(out, "smem_by_warps", resolved.shared_memory_by_warps);
    lints(out, stated.lints);
    out.text(",\"gpus\":[");
    let mut left = resolved.archs;
    let mut at = 0;
    while let [arch, others @ ..] = left {
        gpu(out, arch);
        if let [code, ..] = code_of(stated.code, at) {
            let kernel = stated.kernel_on(at, resolved);
            number(out, "regs", Some(kernel.registers_per_thread));
            number(out, "static_smem", Some(kernel.static_shared_memory));
            number(out, "barriers", Some(kernel.barriers));
            compiled(out.text(",\"compiled\":"), code);
        }
        out.text(if others.is_empty() { "}" } else { "}," });
        (left, at) = (others, at + 1);
    }
    out.text("]}");
}

/// The warnings that the attribute asks for.
const fn lints(out: &mut Record, looked_for: u32) {
    out.text(",\"lints\":[");
    let mut left = Lint::ALL.as_slice();
    let mut separator = "";
    while let [lint, others @ ..] = left {
        if looked_for & bit(*lint) != 0 {
            out.text(separator).text("\"").text(lint.name()).text("\"");
            separator = ",";
        }
        left = others;
    }
    out.text("]");
}

/// A GPU: the constant of a row of the tables, or all that is known of another. The object stays open.
const fn gpu(out: &mut Record, arch: &Arch) {
    if let Arch::Device(device) = arch {
        if !device.constant().is_empty() {
            out.text("{\"row\":\"").text(device.constant()).text("\"");
            return;
        }
        text(out.text("{\"name\":"), device.name());
        number(out, "sm_count", Some(device.sm_count()));
        out.text(",");
    } else {
        out.text("{");
    }
    limits(out.text("\"limits\":"), &arch.compute_capability().limits());
}

const fn limits(out: &mut Record, limits: &SmLimits) {
    macro_rules! figures {
        ($($figure:ident)*) => {
            $(number(out, stringify!($figure), Some(limits.$figure));)*
        };
    }
    text(out.text("{\"name\":"), limits.name);
    text(out.text(",\"architecture\":"), limits.architecture);
    out.text(",\"targets\":[");
    let mut left = limits.targets;
    while let [target, others @ ..] = left {
        text(out, target);
        out.text(if others.is_empty() { "" } else { "," });
        left = others;
    }
    out.text("]");
    figures! {
        major minor warp_size max_threads_per_block max_warps_per_sm max_blocks_per_sm registers_per_sm
        registers_per_block max_registers_per_thread register_allocation_unit sub_partitions
        shared_memory_per_sm shared_memory_per_block shared_memory_per_block_optin
        reserved_shared_memory_per_block shared_memory_allocation_unit barriers_per_block barriers_per_sm
        virtual_resources_per_sm max_portable_cluster_size
    }
    dims(out, "max_block_dim", Some(limits.max_block_dim));
    numbers(
        out,
        "shared_memory_carveouts",
        limits.shared_memory_carveouts,
    );
    number(out, "unified_cache_per_sm", limits.unified_cache_per_sm);
    number(
        out,
        "tensor_memory_columns_per_sm",
        limits.tensor_memory_columns_per_sm,
    );
    number(out, "max_cluster_size", limits.max_cluster_size);
    out.text(",\"barriers_limit_blocks\":");
    out.text(if limits.barriers_limit_blocks {
        "true}"
    } else {
        "false}"
    });
}

/// What the kernel was compiled to, as a binary or PTX states it.
const fn compiled(out: &mut Record, code: &Compiled<'_>) {
    out.text("{\"form\":").text(match code.form {
        CodeForm::MachineCode => "\"machine_code\"",
        CodeForm::Ptx => "\"ptx\"",
        // An attribute has none of it, and no reader takes it.
        _ => "null",
    });
    text(out.text(",\"name\":"), code.name);
    let (major, minor) = code.compute_capability;
    number(out, "major", Some(major));
    number(out, "minor", Some(minor));
    text(out.text(",\"suffix\":"), code.suffix.letter());
    if let Some((major, minor)) = code.toolkit {
        number(out, "toolkit_major", Some(major));
        number(out, "toolkit_minor", Some(minor));
    }
    macro_rules! flags {
        ($($flag:ident)*) => {
            $(if code.$flag {
                out.text(concat!(",\"", stringify!($flag), "\":true"));
            })*
        };
    }
    macro_rules! figures {
        ($write:ident: $($figure:ident)*) => {
            $($write(out, stringify!($figure), code.$figure);)*
        };
    }
    flags!(is_relocatable is_cluster_explicit are_blocks_clusters);
    figures! {
        number: registers static_shared_memory frame stack barriers parameter_bytes min_blocks register_cap
        max_cluster_rank spill_instructions virtual_resources
    }
    figures!(dims: max_block required_block cluster_dim);
    if let Some(bytes) = code.code_bytes {
        out.text(",\"code_bytes\":").number(bytes);
    }
    out.text("}");
}

const fn number(out: &mut Record, key: &str, value: Option<u32>) {
    if let Some(value) = value {
        out.text(",\"").text(key).text("\":").number(value as u64);
    }
}

const fn numbers(out: &mut Record, key: &str, values: &[u32]) {
    if values.is_empty() {
        return;
    }
    out.text(",\"").text(key).text("\":[");
    let mut left = values;
    while let [value, others @ ..] = left {
        out.number(*value as u64);
        out.text(if others.is_empty() { "]" } else { "," });
        left = others;
    }
}

const fn dims(out: &mut Record, key: &str, value: Option<(u32, u32, u32)>) {
    if let Some((x, y, z)) = value {
        numbers(out, key, &[x, y, z]);
    }
}

/// Numerator and denominator.
const fn ratio(out: &mut Record, key: &str, value: Option<Ratio>) {
    if let Some(ratio) = value {
        out.text(",\"").text(key).text("\":[");
        out.number(ratio.numerator()).text(",");
        out.number(ratio.denominator()).text("]");
    }
}

/// A string of JSON.
const fn text(out: &mut Record, text: &str) {
    out.text("\"");
    let mut left = text;
    loop {
        let mut plain = 0;
        let mut special = None;
        let bytes = left.as_bytes();
        while plain < bytes.len() {
            let byte = bytes[plain];
            if byte == b'"' || byte == b'\\' || byte < b' ' {
                special = Some(byte);
                break;
            }
            plain += 1;
        }
        let (before, after) = left.split_at(plain);
        out.text(before);
        let Some(byte) = special else {
            break;
        };
        match byte {
            b'"' => out.text("\\\""),
            b'\\' => out.text("\\\\"),
            _ => out.text("\\u00").hexadecimal(byte),
        };
        (_, left) = after.split_at(1);
    }
    out.text("\"");
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::{Record, text};

    #[test]
    fn texts_are_strings_of_json() {
        for plain in ["", "saxpy", "a\"b\\c\"", "\n\u{1}\u{1f}é𝄞\u{7f}", "\\"] {
            let mut record = Record::new();
            text(&mut record, plain);
            let read: std::string::String = serde_json::from_str(record.as_str()).unwrap();
            assert_eq!(read, plain);
        }
    }
}
