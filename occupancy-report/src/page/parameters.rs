//! What a block asks for: what the GPUs have in common once, and the rest with each GPU.

use std::borrow::Cow;
use std::fmt::Write;

use occupancy_core::kernel::{Argument, Form};
use occupancy_core::{Arch, Configuration, text::grouped};

use crate::markdown::{cell, code};
use crate::report::{Report, Variant};
use crate::words::{block, counted, dims, needs_cuda_13};

/// The integers that have their own words.
const SAID: [Argument; 6] = [
    Argument::Registers,
    Argument::DynamicSharedMemory,
    Argument::StaticSharedMemory,
    Argument::Barriers,
    Argument::Carveout,
    Argument::Sms,
];

/// A parameter and its value, in Markdown.
type Parameter = (Cow<'static, str>, String);

/// The parameters that all variants have in common.
pub(super) fn shared(out: &mut String, report: &Report<'_>) {
    let [first, others @ ..] = report.variants.as_slice() else {
        return;
    };
    let mut shared = all(first);
    for other in others {
        let other = all(other);
        shared.retain(|parameter| other.contains(parameter));
    }
    table(out, &shared);
}

/// The parameters of a variant that not all others share.
pub(super) fn own(out: &mut String, report: &Report<'_>, variant: &Variant<'_>) {
    let others: Vec<Vec<Parameter>> = report.variants.iter().map(all).collect();
    let mut own = all(variant);
    own.retain(|parameter| !others.iter().all(|other| other.contains(parameter)));
    table(out, &own);
}

fn table(out: &mut String, parameters: &[Parameter]) {
    if parameters.is_empty() {
        return;
    }
    out.push_str("| parameter | value |\n|---|---|\n");
    for (name, value) in parameters {
        let _ = writeln!(out, "| {name} | {value} |");
    }
    out.push('\n');
}

fn all(variant: &Variant<'_>) -> Vec<Parameter> {
    let kernel = &variant.configuration.kernel;
    let optin = if kernel.needs_shared_memory_optin() {
        ", needs the opt-in"
    } else {
        ""
    };
    let mut archs = variant.configuration.archs.iter();
    let toolkit = if archs.any(|arch| needs_cuda_13(&variant.configuration, arch)) {
        ", which compile since CUDA 13.0"
    } else {
        ""
    };
    let mut all: Vec<(&str, String)> = vec![
        (
            "block",
            format!(
                "{} = {}, {}",
                dims(kernel.block_dim),
                counted(kernel.threads_per_block(), "thread"),
                counted(kernel.warps_per_block(), "warp"),
            ),
        ),
        (
            "registers",
            format!("at most {} per thread", kernel.registers_per_thread),
        ),
        (
            "shared memory",
            format!(
                "{} bytes dynamic, {} static{toolkit}{optin}",
                grouped(kernel.dynamic_shared_memory.into()),
                grouped(kernel.static_shared_memory.into()),
            ),
        ),
    ];
    if kernel.barriers > 0 {
        all.push(("named barriers", kernel.barriers.to_string()));
    }
    if let Some(percent) = kernel.carveout {
        all.push(("carve-out", format!("{percent} % preferred")));
    }
    if let Some(cluster) = kernel.cluster_dim {
        all.push(("cluster", format!("{} blocks", dims(cluster))));
    }
    if let Some(sms) = variant.configuration.sms {
        all.push(("share of the GPU", counted(sms.into(), "SM")));
    }
    if let Some(intent) = variant.intent {
        all.push((
            "low occupancy",
            format!("intended: {}", cell(&intent.replace('\n', " "))),
        ));
    }
    let all = all.into_iter().map(|(name, value)| (name.into(), value));
    let others = Argument::INTEGERS.into_iter().filter_map(|argument| {
        let (_, words) = argument.column().filter(|_| !SAID.contains(&argument))?;
        let number = variant.configuration.integer(argument);
        // A default says nothing.
        let number = number.filter(|number| argument.left_out() < Some(*number))?;
        Some((words.to_lowercase().into(), grouped(number).to_string()))
    });
    all.chain(others)
        .chain(variant.written.iter().filter_map(|written| {
            let value = value(&variant.configuration, written.argument)?;
            let name = format!("`{}`", written.argument.key());
            Some((name.into(), format!("{value} = {}", code(&written.code))))
        }))
        .collect()
}

/// The value of an argument, as messages write it; `None` for a file.
fn value(configuration: &Configuration<'_>, argument: Argument) -> Option<String> {
    if let Some(number) = configuration.integer(argument) {
        return Some(grouped(number).to_string());
    }
    Some(match argument {
        Argument::Arch => {
            let names: Vec<&str> = configuration.archs.iter().map(Arch::name).collect();
            names.join(", ")
        }
        Argument::Accumulator => configuration.tile?.accumulator.name().to_owned(),
        Argument::Problem => {
            let (m, n) = configuration.tile?.problem?;
            format!("{} × {}", grouped(m.into()), grouped(n.into()))
        }
        _ => match argument.form() {
            Form::Extents => block(configuration.extents(argument)?),
            _ => configuration.ratio(argument)?.to_string(),
        },
    })
}

#[cfg(test)]
mod tests {
    use occupancy_core::{Configuration, Kernel};

    use super::{own, shared};
    use crate::report::{Report, Variant};

    #[test]
    fn what_differs_is_with_its_gpu() {
        let variant =
            |threads| Variant::new(Configuration::new(&[], Kernel::new((threads, 1, 1), 32)));
        let report = Report::new("sort", vec![variant(1024), variant(512)]);
        let (mut common, mut second) = (String::new(), String::new());
        shared(&mut common, &report);
        own(&mut second, &report, &report.variants[1]);
        assert_eq!(
            common,
            "| parameter | value |\n|---|---|\n| registers | at most 32 per thread |\n\
             | shared memory | 0 bytes dynamic, 0 static |\n\n"
        );
        assert_eq!(
            second,
            "| parameter | value |\n|---|---|\n| block | 512 × 1 × 1 = 512 threads, 16 warps |\n\n"
        );
    }

    #[test]
    fn one_variant_shares_all_it_has() {
        let report = Report::new(
            "sort",
            vec![Variant::new(Configuration::new(
                &[],
                Kernel::new((32, 1, 1), 8),
            ))],
        );
        let mut out = String::new();
        own(&mut out, &report, &report.variants[0]);
        assert_eq!(out, "");
    }
}
