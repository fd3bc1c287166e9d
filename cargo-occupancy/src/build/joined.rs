//! Declared kernels beside the compiled ones of the same build.

use std::collections::HashSet;
use std::rc::Rc;

use itertools::Itertools;
use occupancy_core::gpu::Suffix;
use occupancy_core::kernel::{Argument, Figure};
use occupancy_core::{Compiled, Rule};
use occupancy_report::calculator::{Cell, Key};

use super::Kernel;
use crate::name::template;
use crate::packages::{Declaration, path};
use crate::selection::compute_capability;

/// The declared kernels of a build, judged by its compiled ones.
#[derive(Clone, Debug, Default)]
pub(crate) struct Joined {
    pub(crate) exceeded: Vec<Exceeded>,
    /// The count of declared kernels, on each GPU, that no file has for it.
    pub(crate) only_declared: usize,
    /// The count of compiled kernels, for each target, that no attribute declares.
    pub(crate) only_compiled: usize,
}

/// A compiled kernel that breaks what its attribute declares.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Exceeded {
    /// The file of the attribute, from the root of the repository.
    pub(crate) file: String,
    pub(crate) line: usize,
    /// The path of the declared kernel.
    pub(crate) kernel: String,
    pub(crate) arch: String,
    pub(crate) library: Rc<str>,
    /// The message of the rule. Its helps are arguments of the attribute.
    pub(crate) message: String,
}

impl Joined {
    /// Judges each declared kernel by the machine code that its GPU runs of each library. The code has the symbol of
    /// the attribute's own file or, without one, the name of the function.
    pub(super) fn new(declared: &[Declaration], compiled: &[Kernel]) -> Self {
        let all = || compiled.iter();
        let of_symbol = all().into_group_map_by(|it| it.name.symbol.clone());
        let of_function = all().into_group_map_by(|it| function(it));
        let (mut joined, mut found) = (Self::default(), HashSet::new());
        for declaration in declared {
            let own = declaration.configuration.compiled.first();
            let function = declaration.row.text(Key::Name).trim_start_matches("r#");
            let name = own.map_or(function, |own| own.name);
            let kernels = of_symbol.get(name).or_else(|| of_function.get(name));
            let libraries = kernels
                .into_iter()
                .flatten()
                .into_group_map_by(|it| &it.library);
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
                joined.exceeded.extend(broken.map(|rule: Rule| Exceeded {
                    file: declaration.source.clone(),
                    line: declaration.row.number(Key::Line).unwrap_or(1),
                    kernel: path(&declaration.row),
                    arch: declaration.row.text(Argument::Arch).to_owned(),
                    library: Rc::clone(library),
                    message: configuration.message(rule).as_str().to_owned(),
                }));
            }
            joined.only_declared += usize::from(!is_compiled);
        }
        let is_joined = |it: &&Kernel| found.contains(&(&it.library, &*it.name.symbol));
        joined.only_compiled = compiled.iter().filter(|it| !is_joined(it)).count();
        // The sizes of a block promise the same.
        joined.exceeded = joined.exceeded.into_iter().unique().collect();
        joined
    }
}

/// The name of the function, without its namespaces and arguments.
fn function(kernel: &Kernel) -> String {
    let template = template(&kernel.name.full);
    let (_, function) = template.rsplit_once("::").unwrap_or(("", &template));
    function.to_owned()
}

/// The figures of machine code that the rules of an attribute read.
fn code(kernel: &Kernel) -> Option<Compiled<'_>> {
    let row = &kernel.figures;
    let dims = |figure| match *row.get(Key::Figure(figure)) {
        Cell::Dims(dims) => Some(dims),
        _ => None,
    };
    let target = compute_capability(&kernel.target).ok()?;
    let mut code = Compiled::machine_code(&kernel.name.symbol, target);
    let mut suffixes = [Suffix::Architecture, Suffix::Family].into_iter();
    let suffix = suffixes.find(|suffix| kernel.target.ends_with(suffix.letter()));
    code.suffix = suffix.unwrap_or(Suffix::None);
    code.registers = row.number(Figure::Registers);
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
            recorded(&format!("occupancy report 3 {place} | {stated}"), "gemm")
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
        let places = joined.exceeded.iter().map(|it| {
            let said = it.message.lines().next().unwrap();
            format!("{}:{} {} {}: {said}", it.file, it.line, it.kernel, it.arch)
        });
        let expected = [
            "src/saxpy.rs:3 gemm::saxpy h100: [OCC030] kernel `saxpy` (sm_90) uses 10 registers per thread, more than the \
             8 declared",
            "src/dot.rs:3 gemm::dot h100: [OCC033] a block of 256 threads cannot launch: kernel `dot` (sm_90) was \
             compiled for at most 128",
        ];
        assert_eq!(places.collect::<Vec<_>>(), expected);
        assert_eq!((joined.only_declared, joined.only_compiled), (3, 2));
    }
}
