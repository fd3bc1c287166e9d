//! Writes the record of a kernel: the arguments of its attribute, as the compiler evaluates them. Documentation,
//! `occupancy report` and the commands that compare kernels with a baseline read it.
//!
//! The attribute calls [`record`] only if the compiler is asked for records. A record is the panic message of a
//! constant: nothing is linked, and nothing runs. It is words between spaces; `occupancy_report::record` reads it.

use occupancy_core::gpu::{CodeForm, MultiprocessorLimits};
use occupancy_core::judge::Verdict;
use occupancy_core::kernel::{FigureValue, Stated};
use occupancy_core::text::{RECORD, RECORD_VERSION, Text};
use occupancy_core::{__each as each, Arch, Compiled};

use crate::declared::{Declared, Judged};

/// A record of at most some twenty GPUs that are in no table, each with its limits and its code. A longer one is cut,
/// and its reader refuses it.
type Record = Text<{ 32 << 10 }>;

/// Writes the constant that records a kernel. The part that needs no evaluation is one literal.
#[doc(hidden)]
#[macro_export]
macro_rules! __record {
    ($marker:ident $kernel:literal $launch_type:literal $id:literal [$($lints:literal),*]) => {
        const _: () = $crate::__private::record::<$marker>(
            ::core::concat!(
                " ", ::core::line!(), " ", ::core::module_path!(), " ", $kernel, " ", $launch_type, " ", $id, " ",
                // A path can have spaces: the bar ends it.
                ::core::file!(), " |"
            ),
            &[$($lints),*],
        );
    };
}

/// Ends the build with the record of a kernel.
///
/// `place` says where the kernel is, and has the number that tells it from the others of the crate. `lints` has the
/// bits of the warnings that are turned on, for each configuration.
///
/// # Panics
///
/// Always.
#[track_caller]
pub const fn record<K: Declared>(place: &str, lints: &[u32]) {
    let mut record = Record::new();
    let out = record.text(RECORD).number(RECORD_VERSION).text(place);
    // It is taken by value: a reference to a constant would be one more constant.
    let stated = K::STATED;
    if let [first, lints @ ..] = lints {
        configuration(out, &stated, Judged::<K>::VERDICT, *first);
        let mut left = (K::OVERRIDES, lints);
        while let ([stated, others @ ..], [lints, more @ ..]) = left {
            configuration(out, stated, stated.verdict(), *lints);
            left = (others, more);
        }
    }
    out.text(" end");
    panic!("{}", record.as_str());
}

/// Writes one configuration: the bits of its arguments, their numbers, and the rare arguments; or one word if it is
/// refused.
const fn configuration(out: &mut Record, stated: &Stated<'_>, verdict: Verdict, lints: u32) {
    if !verdict.is_sound {
        out.text(" refused");
        return;
    }
    out.text(" sound").word_of(lints as u64);
    out.word_of(stated.stated.bits());
    each!(stated.stated_numbers(), |number| {
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a number out of range is refused"
        )]
        out.word_of(*number as u64);
    });
    let rare = stated.rare;
    if let (Some((least, most)), Some(threads)) = (rare.auto, verdict.chosen) {
        out.text(" auto")
            .value(FigureValue::Extent(least, most, threads));
    }
    if let Some(fewest) = rare.auto_registers {
        out.text(" auto_registers").word_of(fewest as u64);
    }
    if let Some(fewest) = rare.auto_vgprs {
        out.text(" auto_vgprs").word_of(fewest as u64);
    }
    if let Some(reason) = rare.intent {
        out.text(" intent").word(reason);
    }
    if let Some(target) = stated.target {
        out.text(" target").word(target);
    }
    if rare.is_further_size {
        out.text(" further_size");
    }
    if rare.allow_partial_warp {
        out.text(" partial_warp");
    }
    if let [_, ..] = stated.smem_by_warps {
        numbers(out.text(" by_warps"), stated.smem_by_warps);
    }
    each!(stated.archs, |arch| {
        gpu(out.text(" gpu"), arch);
        if let [_, ..] = stated.code
            && let Some(code) = stated.merged().0.compiled_on(arch)
        {
            compiled(out.text(" code"), code);
        }
    });
}

/// Writes a GPU: the name of its row of the tables, or all limits of a GPU that has none.
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

/// Writes the limits of a compute capability.
const fn limits(out: &mut Record, limits: &MultiprocessorLimits) {
    out.word(limits.name).word(limits.architecture);
    out.word_of(limits.targets.len() as u64);
    each!(limits.targets, |target| {
        out.word(target);
    });
    numbers(out, limits.shared_memory_carveouts);
    limits.write_record(out);
}

/// Writes the figures of the compiled kernel, which a binary or PTX states.
const fn compiled(out: &mut Record, code: &Compiled<'_>) {
    out.text(match code.form {
        CodeForm::MachineCode => " machine_code",
        CodeForm::Ptx => " ptx",
        CodeForm::CodeObject => " code_object",
        // No attribute states another form, and no reader accepts it.
        _ => " -",
    });
    out.word(code.name).word(code.suffix.text());
    code.write_record(out);
}

/// Writes a list of numbers after its length.
const fn numbers(out: &mut Record, numbers: &[u32]) {
    out.word_of(numbers.len() as u64);
    each!(numbers, |number| {
        out.word_of(*number as u64);
    });
}

#[cfg(test)]
mod tests {
    use occupancy_core::{Compiled, gpu::Suffix};

    use super::{Record, compiled};

    #[test]
    fn figures_of_amd_are_read_as_they_were_written() {
        let mut code = Compiled::code_object("saxpy", (9, 4), Suffix::Stepping(2));
        (code.vgprs, code.agprs, code.sgprs) = (Some(6), Some(0), Some(14));
        (code.wavefront_size, code.workgroup_processor_mode) = (Some(64), Some(false));
        let mut out = Record::new();
        compiled(&mut out, &code);
        let (named, figures) = out.as_str().split_at(" code_object saxpy 2".len());
        let mut read = Compiled::code_object("saxpy", (0, 0), Suffix::Stepping(2));
        let known = read.read_record(&mut figures.split_ascii_whitespace());
        assert_eq!((named, known), (" code_object saxpy 2", Some(())));
        assert_eq!(read, code);
    }
}
