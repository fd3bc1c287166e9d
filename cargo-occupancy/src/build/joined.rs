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

/// The declared kernels of a build, judged by its compiled ones.
#[derive(Clone, Debug, Default)]
pub(crate) struct Joined {
    /// For each declared kernel, how compiled ones break what its attribute declares.
    pub(super) exceeded: Vec<Vec<String>>,
    /// The count of declared kernels, on each GPU, that no file has for it.
    only_declared: usize,
    /// The count of compiled kernels, for each target, that no attribute declares.
    only_compiled: usize,
}

impl Joined {
    /// Judges each declared kernel by the machine code that its GPU runs of each library. The code has the symbol of
    /// the attribute's own file or, without one, the name of the function.
    pub(super) fn new(declared: &[Declaration], compiled: &[Kernel]) -> Self {
        let all = || compiled.iter();
        let of_symbol = all().into_group_map_by(|it| it.name.symbol.clone());
        let function = |it: &&Kernel| {
            let template = template(&it.name.full);
            let last = template.rsplit("::").next();
            last.unwrap_or_default().to_owned()
        };
        let of_function = all().into_group_map_by(function);
        let (mut joined, mut found) = (Self::default(), HashSet::new());
        for declaration in declared {
            let own = declaration.configuration.compiled.first();
            let function = declaration.row.text(Key::Name).trim_start_matches("r#");
            let name = own.map_or(function, |own| own.name);
            let kernels = of_symbol.get(name).or_else(|| of_function.get(name));
            let kernels = kernels.into_iter().flatten();
            let libraries = kernels.into_group_map_by(|it| &it.library);
            let (mut is_compiled, mut exceeded) = (false, Vec::new());
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
                exceeded.extend(broken.map(message));
            }
            joined.exceeded.push(exceeded);
            joined.only_declared += usize::from(!is_compiled);
        }
        let is_joined = |it: &&Kernel| found.contains(&(&it.library, &*it.name.symbol));
        joined.only_compiled = compiled.iter().filter(|it| !is_joined(it)).count();
        joined
    }

    /// The counts of kernels that are on one side alone.
    pub(crate) fn notes(&self) -> Vec<String> {
        let only = [
            (self.only_declared, "declared, and in no file"),
            (self.only_compiled, "in the files, and not declared"),
        ];
        let only = only.into_iter().filter(|(count, _)| *count > 0);
        let note =
            |(count, what): (usize, &str)| format!("{what}: {}", counted(count as u64, "kernel"));
        only.map(note).collect()
    }
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

    use super::Joined;
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
        let joined = Joined::new(&all.into_iter().flatten().collect::<Vec<_>>(), &kernels);
        let none: [&str; 0] = [];
        let registers = "[OCC030] kernel `saxpy` (sm_90) uses 10 registers per thread, more than the 8 declared, in k.so";
        let block = "[OCC033] a block of 256 threads cannot launch: kernel `dot` (sm_90) was compiled for at most 128, in k.so";
        assert_eq!(joined.exceeded[0], [registers]);
        assert_eq!(joined.exceeded[2], [block]);
        assert_eq!(joined.exceeded[1], none);
        assert_eq!((joined.only_declared, joined.only_compiled), (3, 2));
    }
}
