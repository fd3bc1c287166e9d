//! What a kernel's attribute states, as the compiler evaluates it: the record that `occupancy report` reads.
//!
//! The attribute calls [`report`] only if the crate is compiled with `--cfg occupancy_report`. A record is
//! the panic message of a constant: nothing is linked, and nothing runs.

use occupancy_core::gpu::{CodeForm, SmLimits};
use occupancy_core::kernel::{Argument, Arguments, StatedTile};
use occupancy_core::text::Text;
use occupancy_core::{Arch, Compiled, Configuration, Grid};

use crate::declared::{Declared, Nth};
use crate::figures::code_of;
use crate::stated::{Stated, Verdict};

/// Room for a record of some twenty GPUs that are in no table, each with its limits and its code. A longer
/// record is cut, and its reader refuses it.
type Record = Text<{ 32 << 10 }>;

/// `,"regs":` of `regs`.
macro_rules! key {
    ($key:ident) => {
        concat!(",\"", stringify!($key), "\":")
    };
}

/// The constant that reports a kernel.
///
/// What is known without evaluation is one literal. The number is the version of the record. The file name is
/// outside of the JSON, because it can have any characters.
#[doc(hidden)]
#[macro_export]
macro_rules! __report {
    ($marker:ident $kernel:literal $launch_type:literal $lints:literal) => {
        const _: () = $crate::__private::report::<$marker>(::core::concat!(
            "occupancy report 1 of ",
            ::core::file!(),
            ": {\"kernel\":\"",
            $kernel,
            "\",\"launch_type\":\"",
            $launch_type,
            "\",\"module\":\"",
            ::core::module_path!(),
            "\",\"line\":",
            ::core::line!(),
            ",\"lints\":",
            $lints,
            ",\"configurations\":["
        ));
    };
}

/// Ends the build with the record of a kernel: one line of JSON, which begins with `head`.
///
/// # Panics
///
/// Always.
#[track_caller]
pub const fn report<K: Declared>(head: &str) {
    let mut record = Record::new();
    record.text(head);
    // By value: a reference to a constant is one more constant.
    let stated = K::STATED;
    configuration(&mut record, &stated, Nth::<K, 0>::VERDICT);
    let mut left = K::OVERRIDES;
    while let [stated, others @ ..] = left {
        configuration(record.text(","), stated, stated.verdict());
        left = others;
    }
    record.text("]}");
    panic!("{}", record.as_str());
}

/// One configuration on its GPUs, under the names of the attribute's arguments. What is not stated is left
/// out.
const fn configuration(out: &mut Record, stated: &Stated, verdict: Verdict) {
    let resolved = &stated.resolved(verdict);
    let kernel = &resolved.kernel;
    out.text("{\"threads\":");
    dims(out, &kernel.block_dim);
    out.text(key!(regs))
        .number(kernel.registers_per_thread as u64);
    // Not by functions: a call takes the compiler as long as writing a name.
    macro_rules! figures {
        ($($pattern:pat = $value:expr => $key:ident $figure:expr;)*) => {
            $(if let $pattern = $value {
                out.text(key!($key)).number($figure as u64);
            })*
        };
    }
    macro_rules! extents {
        ($($pattern:pat = $value:expr => $key:ident $extent:expr;)*) => {
            $(if let $pattern = $value {
                dims(out.text(key!($key)), $extent);
            })*
        };
    }
    macro_rules! ratios {
        ($($key:ident)*) => {
            $(if let Some(ratio) = &resolved.$key {
                out.text(key!($key)).text("[").number(ratio.numerator());
                out.text(",").number(ratio.denominator()).text("]");
            })*
        };
    }
    macro_rules! texts {
        ($($key:ident)*) => {
            $(if let Some(value) = stated.$key {
                text(out.text(key!($key)), value);
            })*
        };
    }
    figures! {
        bytes @ 1.. = kernel.static_shared_memory => static_smem bytes;
        bytes @ 1.. = kernel.dynamic_shared_memory => smem bytes;
        count @ 1.. = kernel.barriers => barriers count;
        Some(blocks) = resolved.min_blocks => min_blocks blocks;
    }
    // Few kernels state one of the others.
    let mut left = stated.integers;
    while let [(argument, _), others @ ..] = left {
        if !OF_TILE.contains(*argument)
            && !matches!(argument, Argument::Barriers)
            && let Some(number) = resolved.integer(*argument)
        {
            out.text(",\"").text(record_key(*argument));
            out.text("\":").number(number);
        }
        left = others;
    }
    extents! {
        Some(cluster) = &kernel.cluster_dim => cluster cluster;
        Some(Grid::Blocks(blocks)) = &resolved.grid => grid blocks;
    }
    if let Some(stated) = &resolved.tile {
        tile(out.text(key!(tile)), stated);
    }
    ratios!(min_occupancy tail_efficiency);
    texts!(intent target);
    if resolved.partial_warp_allowed {
        out.text(",\"allow_partial_warp\":true");
    }
    if let [_, ..] = resolved.shared_memory_by_warps {
        numbers(
            out.text(key!(smem_by_warps)),
            resolved.shared_memory_by_warps,
        );
    }
    if !verdict.is_sound {
        out.text(",\"is_refused\":true");
    }
    out.text(",\"gpus\":");
    let mut separator = "[";
    let mut left = resolved.archs;
    let mut at = 0;
    while let [arch, others @ ..] = left {
        out.text(separator);
        gpu(out, arch, stated, resolved, at);
        separator = ",";
        (left, at) = (others, at + 1);
    }
    out.text("]}");
}

/// They are written in the tile.
const OF_TILE: Arguments = Arguments::of(&Argument::OF_TILE);

/// The key of an integer in a record: that of the attribute, except for three of `tile(…)`.
pub const fn record_key(argument: Argument) -> &'static str {
    match argument {
        Argument::ElementOfA => "a_bytes",
        Argument::ElementOfB => "b_bytes",
        Argument::ExtraRegisters => "extra_registers",
        _ => argument.key(),
    }
}

/// A GPU: the constant of a row of the tables, or all that is known of another, with what the kernel's code
/// says for it.
const fn gpu(
    out: &mut Record,
    arch: &Arch,
    stated: &Stated,
    resolved: &Configuration<'_>,
    at: usize,
) {
    match arch {
        Arch::Device(device) if !device.constant().is_empty() => {
            out.text("{\"row\":\"").text(device.constant()).text("\"");
        }
        Arch::Device(device) => {
            text(out.text("{\"name\":"), device.name());
            out.text(key!(sm_count)).number(device.sm_count() as u64);
            limits(
                out.text(",\"limits\":"),
                &arch.compute_capability().limits(),
            );
        }
        Arch::ComputeCapability(compute_capability) => {
            limits(out.text("{\"limits\":"), &compute_capability.limits());
        }
    }
    if let [code, ..] = code_of(stated.code, at) {
        let kernel = stated.kernel_on(at, resolved);
        out.text(key!(regs))
            .number(kernel.registers_per_thread as u64);
        out.text(key!(static_smem))
            .number(kernel.static_shared_memory as u64);
        out.text(key!(barriers)).number(kernel.barriers as u64);
        compiled(out.text(key!(compiled)), code);
    }
    out.text("}");
}

/// The tile of a matrix product.
const fn tile(out: &mut Record, tile: &StatedTile) {
    macro_rules! figures {
        ($($figure:ident)*) => {
            $(out.text(key!($figure)).number(tile.$figure as u64);)*
        };
    }
    text(out.text("{\"accumulator\":"), tile.accumulator.name());
    figures!(m n k stages a_bytes b_bytes extra_registers);
    if let Some((m, n)) = tile.problem {
        numbers(out.text(key!(problem)), &[m, n]);
    }
    if tile.gives_shared_memory {
        out.text(",\"gives_shared_memory\":true");
    }
    out.text("}");
}

const fn limits(out: &mut Record, limits: &SmLimits) {
    macro_rules! figures {
        ($($figure:ident)*) => {
            $(out.text(key!($figure)).number(limits.$figure as u64);)*
        };
    }
    macro_rules! known {
        ($($figure:ident)*) => {
            $(if let Some(figure) = limits.$figure {
                out.text(key!($figure)).number(figure as u64);
            })*
        };
    }
    text(out.text("{\"name\":"), limits.name);
    text(out.text(key!(architecture)), limits.architecture);
    out.text(key!(targets));
    let mut separator = "[";
    let mut left = limits.targets;
    while let [target, others @ ..] = left {
        text(out.text(separator), target);
        separator = ",";
        left = others;
    }
    out.text("]");
    figures! {
        major minor warp_size max_threads_per_block max_warps_per_sm max_blocks_per_sm registers_per_sm
        registers_per_block max_registers_per_thread register_allocation_unit sub_partitions
        shared_memory_per_sm shared_memory_per_block shared_memory_per_block_optin
        static_shared_memory_per_block reserved_shared_memory_per_block shared_memory_allocation_unit barriers_per_block barriers_per_sm
        virtual_resources_per_sm max_portable_cluster_size
    }
    known!(unified_cache_per_sm tensor_memory_columns_per_sm max_cluster_size);
    dims(out.text(key!(max_block_dim)), &limits.max_block_dim);
    numbers(
        out.text(key!(shared_memory_carveouts)),
        limits.shared_memory_carveouts,
    );
    out.text(if limits.barriers_limit_blocks {
        ",\"barriers_limit_blocks\":true}"
    } else {
        ",\"barriers_limit_blocks\":false}"
    });
}

/// What the kernel was compiled to, as a binary or PTX states it.
const fn compiled(out: &mut Record, code: &Compiled<'_>) {
    macro_rules! flags {
        ($($flag:ident)*) => {
            $(if code.$flag {
                out.text(concat!(",\"", stringify!($flag), "\":true"));
            })*
        };
    }
    macro_rules! known {
        ($($figure:ident)*) => {
            $(if let Some(figure) = code.$figure {
                out.text(key!($figure)).number(figure as u64);
            })*
        };
    }
    macro_rules! extents {
        ($($extent:ident)*) => {
            $(if let Some(extent) = &code.$extent {
                dims(out.text(key!($extent)), extent);
            })*
        };
    }
    out.text(match code.form {
        CodeForm::MachineCode => "{\"form\":\"machine_code\"",
        CodeForm::Ptx => "{\"form\":\"ptx\"",
        // An attribute states none of it, and no reader accepts it.
        _ => "{\"form\":null",
    });
    text(out.text(key!(name)), code.name);
    let (major, minor) = code.compute_capability;
    out.text(key!(major)).number(major as u64);
    out.text(key!(minor)).number(minor as u64);
    text(out.text(key!(suffix)), code.suffix.letter());
    if let Some((major, minor)) = code.toolkit {
        out.text(key!(toolkit_major)).number(major as u64);
        out.text(key!(toolkit_minor)).number(minor as u64);
    }
    flags!(is_relocatable is_cluster_explicit are_blocks_clusters);
    known! {
        registers static_shared_memory frame stack barriers parameter_bytes min_blocks register_cap
        max_cluster_rank spill_instructions virtual_resources code_bytes
    }
    extents!(max_block required_block cluster_dim);
    out.text("}");
}

/// A block, a cluster or a grid: one number along one axis, and otherwise x, y and z.
const fn dims(out: &mut Record, &(x, y, z): &(u32, u32, u32)) {
    out.text("[").number(x as u64);
    if y != 1 || z != 1 {
        out.text(",").number(y as u64).text(",").number(z as u64);
    }
    out.text("]");
}

const fn numbers(out: &mut Record, numbers: &[u32]) {
    let mut separator = "[";
    let mut left = numbers;
    while let [number, others @ ..] = left {
        out.text(separator).number(*number as u64);
        separator = ",";
        left = others;
    }
    out.text(if numbers.is_empty() { "[]" } else { "]" });
}

/// A string of JSON.
const fn text(out: &mut Record, text: &str) {
    out.text("\"");
    let mut left = text;
    while let Some(special) = first_special(left.as_bytes()) {
        let (before, after) = left.split_at(special);
        out.text(before);
        match after.as_bytes()[0] {
            b'"' => out.text("\\\""),
            b'\\' => out.text("\\\\"),
            byte => out.text("\\u00").hexadecimal(byte),
        };
        (_, left) = after.split_at(1);
    }
    out.text(left).text("\"");
}

/// The position of the first character that a JSON string has to escape.
const fn first_special(bytes: &[u8]) -> Option<usize> {
    let (mut at, len) = (0, bytes.len());
    while at < len {
        let byte = bytes[at];
        if byte == b'"' || byte == b'\\' || byte < b' ' {
            return Some(at);
        }
        at += 1;
    }
    None
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
