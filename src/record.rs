//! What a kernel's attribute states, as the compiler evaluates it: the record that documentation, `occupancy
//! report` and the ratchet read.
//!
//! The attribute calls [`record`] only if the compiler is asked for records. A record is
//! the panic message of a constant: nothing is linked, and nothing runs. It is words between spaces;
//! `occupancy_report::record` reads it.

use occupancy_core::gpu::{CodeForm, MultiprocessorLimits};
use occupancy_core::judge::Verdict;
use occupancy_core::kernel::{Accumulator, FigureValue, Stated};
use occupancy_core::text::{RECORD, RECORD_VERSION, Text};
use occupancy_core::{Arch, Compiled};

use crate::declared::{Declared, Judged};

/// Room for a record of some twenty GPUs that are in no table, each with its limits and its code. A longer
/// record is cut, and its reader refuses it.
type Record = Text<{ 32 << 10 }>;

/// The constant that records a kernel: what is known without evaluation is one literal.
#[doc(hidden)]
#[macro_export]
macro_rules! __record {
    ($marker:ident $kernel:literal $launch_type:literal $id:literal [$($lints:literal),*]) => {
        const _: () = $crate::__private::record::<$marker>(
            ::core::concat!(
                " ", ::core::line!(), " ", ::core::module_path!(), " ", $kernel, " ", $launch_type, " ", $id, " ",
                // A path has blanks: the bar ends it.
                ::core::file!(), " |"
            ),
            &[$($lints),*],
        );
    };
}

/// Ends the build with the record of a kernel.
///
/// `place` says where it is, and has the number that tells it from the other kernels of the crate. `lints` are those
/// that each configuration is to be warned of, a bit each.
///
/// # Panics
///
/// Always.
#[track_caller]
pub const fn record<K: Declared>(place: &str, lints: &[u32]) {
    let mut record = Record::new();
    let out = record.text(RECORD).number(RECORD_VERSION).text(place);
    // By value: a reference to a constant is one more constant.
    let stated = K::STATED;
    configuration(out, &stated, Judged::<K>::VERDICT, nth(lints, 0));
    let mut left = K::OVERRIDES;
    let mut at = 1;
    while let [stated, others @ ..] = left {
        configuration(out, stated, stated.verdict(), nth(lints, at));
        (left, at) = (others, at + 1);
    }
    out.text(" end");
    panic!("{}", record.as_str());
}

const fn nth(lints: &[u32], at: usize) -> u64 {
    if at < lints.len() {
        lints[at] as u64
    } else {
        0
    }
}

/// What is stated of one configuration: the arguments, a bit each, their numbers, and what few have. Of what is refused,
/// nobody reads more.
const fn configuration(out: &mut Record, stated: &Stated<'_>, verdict: Verdict, lints: u64) {
    if !verdict.is_sound {
        out.text(" refused");
        return;
    }
    out.text(" sound").word_of(lints);
    out.word_of(stated.stated.bits());
    let mut left = stated.stated_numbers();
    while let [number, others @ ..] = left {
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "what is out of range is refused"
        )]
        out.word_of(*number as u64);
        left = others;
    }
    let rare = stated.rare;
    if let (Some((least, most)), Some(threads)) = (rare.auto, verdict.chosen) {
        out.text(" auto")
            .value(FigureValue::Extent(least, most, threads));
    }
    if matches!(rare.accumulator, Accumulator::TensorMemory) {
        out.text(" tensor_memory");
    }
    if let Some(reason) = rare.intent {
        out.text(" intent").word(reason);
    }
    if let Some(target) = stated.target {
        out.text(" target").word(target);
    }
    if rare.allow_partial_warp {
        out.text(" partial_warp");
    }
    if let [_, ..] = stated.smem_by_warps {
        numbers(out.text(" by_warps"), stated.smem_by_warps);
    }
    let mut left = stated.archs;
    while let [arch, others @ ..] = left {
        gpu(out.text(" gpu"), arch);
        if let [_, ..] = stated.code
            && let Some(code) = stated.merged().0.compiled_on(arch)
        {
            compiled(out.text(" code"), code);
        }
        left = others;
    }
}

/// A GPU: the constant of a row of the tables, or all that is known of another.
const fn gpu(out: &mut Record, arch: &Arch) {
    match arch.device() {
        Some(device) if !device.aliases().is_empty() => {
            out.text(" row").word(arch.short_name());
        }
        Some(device) => {
            out.text(" device").word(device.name());
            out.word_of(device.sm_count() as u64);
            limits(out, &arch.multiprocessor().limits());
        }
        None => limits(out.text(" sm"), &arch.multiprocessor().limits()),
    }
}

const fn limits(out: &mut Record, limits: &MultiprocessorLimits) {
    out.word(limits.name).word(limits.architecture);
    out.word_of(limits.targets.len() as u64);
    let mut left = limits.targets;
    while let [target, others @ ..] = left {
        out.word(target);
        left = others;
    }
    numbers(out, limits.shared_memory_carveouts);
    limits.write_record(out);
}

/// What the kernel was compiled to, as a binary or PTX states it.
const fn compiled(out: &mut Record, code: &Compiled<'_>) {
    out.text(match code.form {
        CodeForm::MachineCode => " machine_code",
        CodeForm::Ptx => " ptx",
        // An attribute states none of it, and no reader accepts it.
        _ => " -",
    });
    out.word(code.name).word(code.suffix.letter());
    code.write_record(out);
}

const fn numbers(out: &mut Record, numbers: &[u32]) {
    out.word_of(numbers.len() as u64);
    let mut left = numbers;
    while let [number, others @ ..] = left {
        out.word_of(*number as u64);
        left = others;
    }
}
