//! `occupancy calculate`: the occupancy of configurations that are stated, not read.

use std::io::{self, Write};

use occupancy_core::{
    Arch, Carveout, Configuration, Grid, Kernel, Lint, Ratio, rules::best_block_sizes,
};

use crate::args::{Allowed, Block, Calculate, about_launches};
use crate::attribute::Attribute;
use crate::calculated::Calculated;
use crate::dims::Dims;
use crate::exit_code::{FOUND, NOTHING, TROUBLE};
use crate::output::{
    CalculatedColumn, CalculatedTable, Csv, Format, Json, Output, Sorted, write_lines,
};

/// Combinations of values at most.
const MOST: u64 = 1 << 20;

/// `width` is the columns of the terminal that the output goes to, if it is one.
pub(crate) fn calculate(
    args: &Calculate,
    out: &mut dyn Write,
    err: &mut dyn Write,
    width: Option<usize>,
) -> io::Result<u8> {
    let Some(combinations) = Combinations::of(args) else {
        writeln!(
            err,
            "error: the arguments have more than {MOST} combinations\n\
             help: give ranges a step: `--regs 32..=128:8` has every eighth number"
        )?;
        return Ok(TROUBLE);
    };
    let archs: Vec<Arch> = args.arch.iter().map(|named| named.arch).collect();
    if combinations.count == 1 && args.format == Format::Table {
        return one(args, &combinations, &archs, out, err, width);
    }
    let mut output: Box<dyn Output<Calculated> + '_> = match args.format {
        Format::Table => Box::new(CalculatedTable::new(out, width)),
        Format::Csv => Box::new(Csv::new::<Calculated>(out)?),
        Format::Json => Box::new(Json::new(out)?),
    };
    let by = match (args.sort, args.top) {
        (None, Some(_)) => Some(CalculatedColumn::Occupancy),
        (column, _) => column,
    };
    if let Some(by) = by {
        let top = args.top.unwrap_or(usize::MAX);
        output = Box::new(Sorted::new(output, by, args.reverse).top(top));
    }
    let says_all = combinations.count == 1 || args.explain;
    let mut passes = false;
    for number in 0..combinations.count {
        let found = Found::of(args, &combinations, number, &archs);
        passes |= found.passes();
        if says_all {
            found.write_messages(args, err)?;
        }
        for row in found.rows(args) {
            output.row(row)?;
        }
    }
    output.finish()?;
    Ok(if passes { FOUND } else { NOTHING })
}

/// One configuration for people: the limits of each GPU.
fn one(
    args: &Calculate,
    combinations: &Combinations<'_>,
    archs: &[Arch],
    out: &mut dyn Write,
    err: &mut dyn Write,
    width: Option<usize>,
) -> io::Result<u8> {
    let found = Found::of(args, combinations, 0, archs);
    let rows = found.rows(args);
    let mut is_first = true;
    for (row, arch) in rows.iter().zip(archs) {
        let Some(configuration) = &found.configuration else {
            break;
        };
        if !row.is_launched() {
            continue;
        }
        if !is_first {
            writeln!(out)?;
        }
        is_first = false;
        match row.sm_count {
            Some(sm_count) => writeln!(
                out,
                "{}, {sm_count} SMs of compute capability {}",
                arch.name(),
                row.compute_capability
            )?,
            None => writeln!(out, "{}", arch.name())?,
        }
        write_lines(out, &occupancy_report::lines(configuration, arch), width)?;
    }
    // What is on standard output comes before what is wrong with it.
    out.flush()?;
    found.write_messages(args, err)?;
    Ok(if found.passes() { FOUND } else { NOTHING })
}

/// All combinations of the values of the arguments.
struct Combinations<'a> {
    args: &'a Calculate,
    carveouts: Vec<Option<u32>>,
    clusters: Vec<Option<Dims>>,
    grids: Vec<Option<Grid>>,
    count: u64,
}

impl<'a> Combinations<'a> {
    /// `None` where there are more than [`MOST`].
    fn of(args: &'a Calculate) -> Option<Self> {
        fn or_none<T: Clone>(list: Option<&[T]>) -> Vec<Option<T>> {
            list.map_or(vec![None], |list| list.iter().cloned().map(Some).collect())
        }
        let carveouts = or_none(args.carveout.as_ref().map(|list| &*list.0));
        let clusters = or_none(args.cluster.as_ref().map(|list| &*list.0));
        let mut grids: Vec<Option<Grid>> = Vec::new();
        if let Some(list) = &args.grid {
            grids.extend(list.0.iter().map(|&dims| Some(Grid::Blocks(dims))));
        }
        if let Some(list) = &args.elements {
            grids.extend(
                list.0
                    .iter()
                    .map(|&elements| Some(Grid::Elements(elements))),
            );
        }
        if grids.is_empty() {
            grids.push(None);
        }
        let mut all = Self {
            args,
            carveouts,
            clusters,
            grids,
            count: 1,
        };
        let mut count = 1_u64;
        for len in all.lengths() {
            count = count
                .checked_mul(len as u64)
                .filter(|&count| count <= MOST)?;
        }
        all.count = count;
        Some(all)
    }

    /// How many values each argument has, the outermost first.
    fn lengths(&self) -> [usize; 9] {
        let args = self.args;
        [
            args.threads.0.len(),
            args.regs.0.len(),
            args.smem.0.len(),
            args.static_smem.0.len(),
            args.barriers.0.len(),
            self.carveouts.len(),
            self.clusters.len(),
            self.grids.len(),
            args.items_per_thread.0.len(),
        ]
    }

    /// The block and the configuration of one of them, in the order of the arguments.
    fn get<'b>(&self, number: u64, archs: &'b [Arch]) -> (Block, Configuration<'b>) {
        let mut rest = number;
        let mut indices = [0; 9];
        for (index, len) in indices.iter_mut().zip(self.lengths()).rev() {
            let len = len as u64;
            #[allow(clippy::cast_possible_truncation, reason = "below a length")]
            {
                *index = (rest % len) as usize;
            }
            rest /= len;
        }
        let [
            threads,
            regs,
            smem,
            static_smem,
            barriers,
            carveout,
            cluster,
            grid,
            items,
        ] = indices;
        let args = self.args;
        let block = args.threads.0[threads];
        let dims = match block {
            Block::Dims(dims) => dims,
            Block::Auto(..) => (1, 1, 1),
        };
        let carveout = match self.carveouts[carveout] {
            Some(percent) => Carveout::Percent(percent),
            None => Carveout::Default,
        };
        let kernel = Kernel::new(dims, args.regs.0[regs])
            .with_dynamic_shared_memory(args.smem.0[smem])
            .with_static_shared_memory(args.static_smem.0[static_smem])
            .with_barriers(args.barriers.0[barriers])
            .with_carveout(carveout)
            .with_cluster_dim(self.clusters[cluster]);
        let mut configuration = Configuration::new(archs, kernel)
            .with_grid(self.grids[grid])
            .with_items_per_thread(args.items_per_thread.0[items])
            .with_tail_efficiency(args.tail_efficiency)
            .with_partial_warp_allowed(args.allow.contains(&Allowed::PartialWarp));
        configuration.min_blocks = args.min_blocks;
        configuration.min_occupancy = args.min_occupancy;
        (block, configuration)
    }
}

/// What is found of one combination.
struct Found<'a> {
    /// `None` where no block size passes.
    configuration: Option<Configuration<'a>>,
    /// What would not compile, with the argument to blame.
    errors: Vec<(String, &'static str)>,
    warnings: Vec<(String, &'static str)>,
    /// What `threads = auto` chose of.
    chosen: Vec<(u32, Ratio)>,
}

impl<'a> Found<'a> {
    fn of(
        args: &Calculate,
        combinations: &Combinations<'_>,
        number: u64,
        archs: &'a [Arch],
    ) -> Self {
        let (block, mut configuration) = combinations.get(number, archs);
        let mut found = Self {
            configuration: None,
            errors: Vec::new(),
            warnings: Vec::new(),
            chosen: Vec::new(),
        };
        if let Block::Auto(least, most) = block {
            let sizes = best_block_sizes(&configuration, least, most);
            found.chosen = sizes
                .iter()
                .flatten()
                .map(|size| (size.threads, size.occupancy))
                .collect();
            let Some(&(threads, _)) = found.chosen.first() else {
                let message = configuration.no_block_size(least, most).to_string();
                found.errors.push((message, "threads"));
                return found;
            };
            let kernel = configuration.kernel.with_block_dim((threads, 1, 1));
            configuration = configuration.with_kernel(kernel);
        }
        for violation in &configuration.check() {
            let argument = violation.rule.argument(&configuration).key();
            let message = configuration.message(violation).to_string();
            found.errors.push((message, argument));
        }
        if found.errors.is_empty() {
            for lint in about_launches() {
                let Some(message) = configuration.advise(lint) else {
                    continue;
                };
                let said = (message.to_string(), lint.argument(&configuration).key());
                match level(args, lint) {
                    Level::Silent => {}
                    Level::Warning => found.warnings.push(said),
                    Level::Error => found.errors.push(said),
                }
            }
        }
        found.configuration = Some(configuration);
        found
    }

    fn passes(&self) -> bool {
        self.errors.is_empty()
    }

    /// A row for each GPU; none where there is no block.
    fn rows(&self, args: &Calculate) -> Vec<Calculated> {
        let Some(configuration) = &self.configuration else {
            return Vec::new();
        };
        args.arch
            .iter()
            .map(|named| {
                let mut row = Calculated::new(configuration, named);
                let archs = [named.arch];
                let alone = configuration.with_archs(&archs);
                let violations = alone.check();
                row.errors
                    .extend(violations.iter().map(|violation| violation.rule.code()));
                if violations.is_empty() {
                    for lint in about_launches().filter(|lint| lint.fires(&alone)) {
                        match level(args, lint) {
                            Level::Silent => {}
                            Level::Warning => row.warnings.push(lint.code()),
                            Level::Error => row.errors.push(lint.code()),
                        }
                    }
                }
                row
            })
            .collect()
    }

    fn write_messages(&self, args: &Calculate, err: &mut dyn Write) -> io::Result<()> {
        let attribute = self
            .configuration
            .as_ref()
            .filter(|_| args.explain)
            .map(|configuration| Attribute::new(configuration, &args.arch));
        let explained = |message: &str, argument: &str| match &attribute {
            Some(attribute) => attribute.explained(message, argument),
            None => message.to_owned(),
        };
        for (message, argument) in &self.errors {
            writeln!(err, "error: {}", explained(message, argument))?;
        }
        for (message, argument) in &self.warnings {
            writeln!(err, "warning: {}", explained(message, argument))?;
        }
        if let [(threads, occupancy), others @ ..] = &*self.chosen {
            write!(err, "note: `threads = auto` chose {threads}, {occupancy}")?;
            for (threads, occupancy) in others {
                write!(err, "; {threads} reaches {occupancy}")?;
            }
            writeln!(err)?;
        }
        Ok(())
    }
}

enum Level {
    Silent,
    Warning,
    Error,
}

/// The stricter counts of what is said of a name.
fn level(args: &Calculate, lint: Lint) -> Level {
    if args.deny.contains(&lint) {
        Level::Error
    } else if args.warn.contains(&lint) {
        Level::Warning
    } else if !lint.is_default() || args.allow.contains(&Allowed::Warning(lint)) {
        Level::Silent
    } else {
        Level::Warning
    }
}
