//! Declared kernels beside the compiled ones of the same build.

use std::collections::HashSet;

use itertools::Itertools;
use occupancy_core::kernel::Figure;
use occupancy_core::{Compiled, Rule};
use occupancy_report::calculator::{Cell, Key};
use occupancy_report::counted;

use super::Kernel;
use crate::name::template;
use crate::packages::Declaration;
use crate::selection;

/// Judges each declared kernel by the machine code that its GPU runs of each library, and counts the kernels that are on
/// one side alone. The code has the symbol of the attribute's own file or, without one, the name of the function.
pub(super) fn join(declared: &mut [Declaration], compiled: &[Kernel]) -> Vec<String> {
    let all = || compiled.iter();
    let of_symbol = all().into_group_map_by(|it| it.name.symbol.clone());
    let function = |it: &&Kernel| {
        let template = template(&it.name.full);
        let last = template.rsplit("::").next();
        last.unwrap_or_default().to_owned()
    };
    let of_function = all().into_group_map_by(function);
    let (mut only_declared, mut found) = (0, HashSet::new());
    for declaration in declared {
        let own = declaration.configuration.compiled.first();
        let function = declaration.row.text(Key::Name).trim_start_matches("r#");
        let name = own.map_or(function, |own| own.name);
        let kernels = of_symbol.get(name).or_else(|| of_function.get(name));
        let kernels = kernels.into_iter().flatten();
        let libraries = kernels.into_group_map_by(|it| &it.library);
        let mut is_compiled = false;
        for (library, kernels) in libraries.into_iter().sorted_by_key(|(library, _)| *library) {
            let code: Vec<_> = kernels.iter().filter_map(|kernel| code(kernel)).collect();
            let configuration = declaration.configuration.with_compiled(&code);
            // Which overload or instance of a template is launched is not known.
            let is_one = code.iter().map(|code| code.name).all_equal();
            if !is_one || configuration.compiled_on(&declaration.arch).is_none() {
                continue;
            }
            is_compiled = true;
            found.insert((library, code[0].name));
            let broken = configuration.check();
            let broken = broken.iter().filter(|rule| rule.concerns_compiled_kernel());
            let message = |rule: Rule| {
                let message = configuration.message(rule);
                let headline = message.as_str().lines().next().unwrap_or_default();
                format!("{headline}, in {library}")
            };
            declaration.exceeded.extend(broken.map(message));
        }
        only_declared += usize::from(!is_compiled);
    }
    let is_joined = |it: &&Kernel| found.contains(&(&it.library, &*it.name.symbol));
    let only_compiled = all().filter(|it| !is_joined(it)).count();
    let only = [
        (only_declared, "declared, and in no file"),
        (only_compiled, "in the files, and not declared"),
    ];
    let only = only.into_iter().filter(|(count, _)| *count > 0);
    let notes = only.map(|(count, what)| format!("{what}: {}", counted(count as u64, "kernel")));
    notes.collect()
}

/// The figures of machine code that the rules of an attribute read.
fn code(kernel: &Kernel) -> Option<Compiled<'_>> {
    let row = &kernel.figures;
    let dims = |figure| match *row.get(Key::Figure(figure)) {
        Cell::Dims(dims) => Some(dims),
        _ => None,
    };
    let mut code = selection::code(&kernel.name.symbol, &kernel.target)?;
    code.registers = row.number(Figure::Registers);
    code.vgprs = row.number(Figure::Vgprs);
    code.sgprs = row.number(Figure::Sgprs);
    code.static_shared_memory = row.number(Figure::StaticSharedMemory);
    code.barriers = row.number(Figure::Barriers);
    code.max_block = dims(Figure::MaxBlock);
    code.required_block = dims(Figure::RequiredBlock);
    code.cluster_dim = dims(Figure::Cluster);
    Some(code)
}

#[cfg(test)]
mod tests {
    use occupancy_core::Compiled;
    use occupancy_core::kernel::Figure;
    use occupancy_report::calculator::{Dims, Key, Row};

    use super::join;
    use crate::build::Kernel;
    use crate::name::Names;
    use crate::packages::recorded;
    use crate::row::compiled_row;

    #[test]
    fn compiled_kernels_keep_what_is_declared() {
        let declared = |name: &str, registers: u32, gpus: &str| {
            let place = format!("3 gemm {name} Launch 7 src/{name}.rs");
            let stated = format!("sound 0 6 256 1 1 {registers} {gpus} end");
            recorded(&format!("occupancy report 4 {place} | {stated}"), "gemm")
        };
        let all = [
            declared("saxpy", 8, "gpu row H100 gpu row A100"),
            declared("dot", 64, "gpu row H100"),
            declared("scaled", 8, "gpu row H100"),
            declared("none", 64, "gpu row H100"),
        ];
        let mut names = Names::default();
        let mut compiled = |symbol: &str, target, registers, block: Option<Dims>| {
            let code = Compiled::machine_code(symbol, target).with_registers(registers);
            let row = Row::default().with(Key::File, "k.so");
            let row = row.with_row(compiled_row(&code));
            Kernel::from_row(&row.with(Figure::MaxBlock, block), &mut names)
        };
        let kernels = [
            compiled("saxpy", (9, 0), 10, None),
            compiled("saxpy", (10, 0), 90, None),
            compiled("_ZN4blas3dotEiPKfPf", (9, 0), 12, Some((128, 1, 1))),
            compiled("_Z6scaledIfEvPT_", (9, 0), 12, None),
            compiled("_Z6scaledIdEvPT_", (9, 0), 12, None),
        ];
        let mut declared: Vec<_> = all.into_iter().flatten().collect();
        let notes = join(&mut declared, &kernels);
        let registers = "[OCC030] kernel `saxpy` (sm_90) uses 10 registers per thread, more than the 8 declared, in k.so";
        let block = "[OCC033] a block of 256 threads cannot launch: kernel `dot` (sm_90) was compiled for at most 128, in k.so";
        assert_eq!(declared[0].exceeded, [registers]);
        assert_eq!(declared[2].exceeded, [block]);
        assert!(declared[1].exceeded.is_empty());
        let counts = [
            "declared, and in no file: 3 kernels",
            "in the files, and not declared: 2 kernels",
        ];
        assert_eq!(notes, counts);
    }
}
