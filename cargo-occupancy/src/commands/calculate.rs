//! `occupancy calculate`: the occupancy of configurations.

mod code;
mod options;

use std::io::{self, Write};
use std::vec;

use clap::Args;
use itertools::Itertools;
use occupancy_core::Compiled;
use occupancy_core::kernel::Figure;
use occupancy_core::rules::BlockSize;
use occupancy_report::calculator::{
    Attribute, CALCULATED, Check, Key, Levels, Message, NamedArch, Part, PerGpu, Setting, Values,
    allowed, lint, parts,
};
use occupancy_report::escape::visible;
use occupancy_report::{counted, worded};

use self::options::ArgumentOptions;
use crate::console::{Console, exit_code, fatal};
use crate::content::read_file;
use crate::output::{CALCULATIONS, Column, Format, List, by_column};
use crate::spelling::spelled;
use crate::wrap::paragraphs;

/// The most combinations of values.
const MOST: usize = 1 << 20;

/// Calculate the occupancy of a launch configuration.
///
/// Takes the arguments of `#[launch_config(…)]` by their names, and checks them as the compiler does: what
/// would not compile is an error, with the numbers that decide and values that pass. Each argument takes
/// one value, several (`--regs 32,64,128`) or a range (`--regs 32..=128:8`, every eighth number); a range of
/// threads is in whole warps. All combinations are calculated.
#[derive(Args)]
#[command(after_help = "\
Examples:
  occupancy calculate --arch h100 --threads 256 --regs 64
  occupancy calculate --arch h100,b200 --threads 16x16 --regs 72 --min-blocks 3 --explain
  occupancy calculate --arch rtx4090 --threads auto --regs 40 --elements 10000000
  occupancy calculate --arch h100 --threads 64..=1024 --regs 32,64,128 --sort occupancy --top 10
  occupancy calculate --arch h100 --threads 256 --regs 32..=128:8 --format json
  occupancy calculate --arch a100,b200 --threads 256 --regs 64 --on 'b200, regs = 128'
  occupancy calculate --arch h100,mi300x,rx7900xtx:wave64 --threads 256 --regs 64 --vgprs 96
  occupancy calculate --arch h100 --threads 256 --regs 64 --hides cycles=400,instructions=60
  occupancy calculate --arch h100 --threads 256 --regs 168 --tile m=128,n=128,k=64,a=2,b=2 --tile m=256,n=128,k=64,a=2,b=2
  occupancy calculate --arch h100 --threads 256 --cubin saxpy.cubin --kernel saxpy
  occupancy calculate --arch mi300x --threads 256 --hsaco saxpy.hsaco --kernel saxpy

Exit codes: 0 if a configuration passes, 1 if none does, 2 if the arguments are wrong.")]
pub(crate) struct Calculate {
    /// The GPUs: devices (`h100`, `mi300x`), MIG instances (`h100:1g.10gb`), compute capabilities (`9.0`, `sm_90`) or
    /// ranges of them (`7.5..`, `8.0..=9.0`), and targets of AMD (`gfx942`, `gfx1100:wave64`). A configuration has to
    /// pass on all of them.
    #[arg(short, long, value_name = "GPU", required = true, value_delimiter = ',', value_parser = |text: &str| NamedArch::all(text, "--arch "))]
    arch: Vec<Vec<NamedArch>>,

    #[command(flatten)]
    options: ArgumentOptions,

    /// Other values for one GPU of the list: `b200, threads = 512, regs = 128`. Can be repeated.
    #[arg(long, value_name = "GPU, ARGUMENTS", value_parser = PerGpu::parse)]
    on: Vec<PerGpu>,

    /// Accept a partial warp, or silence a warning.
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = allowed)]
    allow: Vec<&'static str>,

    /// Ask for a warning that is silent by default.
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = lint)]
    warn: Vec<&'static str>,

    /// Make a warning an error.
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = lint)]
    deny: Vec<&'static str>,

    /// Print each refusal and warning as the compiler would, with the attribute.
    #[arg(long)]
    explain: bool,

    /// Sort by this column, the best first; what is not known comes last.
    #[arg(long, value_name = "COLUMN", value_parser = by_column(&CALCULATIONS), ignore_case = true)]
    sort: Option<&'static Column>,

    /// Sort the other way round.
    #[arg(long, requires = "sort")]
    reverse: bool,

    /// Print only the first rows; without `--sort`, those of the highest occupancy.
    #[arg(long, value_name = "ROWS")]
    top: Option<usize>,

    /// Output format.
    #[arg(short, long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

/// The most GPUs whose limits are printed one below the other.
const MOST_GPUS: usize = 4;

/// GPUs that share values, with the code that each would run.
type Gpus<'a> = (Part<'a>, Vec<Compiled<'a>>);

impl Calculate {
    pub(super) fn run(&self, console: &mut Console<'_>) -> io::Result<u8> {
        let Some(count) = self.count() else {
            return Err(fatal(format_args!(
                "the arguments have more than {MOST} combinations\n\
                 help: give ranges a step: `--regs 32..=128:8` has every eighth number"
            )));
        };
        if let Some(note) = self.options.cluster_note() {
            writeln!(console.err, "{note}")?;
        }
        // The files are the same in every combination.
        let first = self.first();
        let archs = self.arch.concat();
        let parts = parts(&archs, &self.on).map_err(fatal)?;
        let file = |part: &Part<'_>| match part.values(&first).file() {
            Some((_, path)) => read_file(path.as_ref())
                .map_err(|error| fatal(format_args!("{}: {error}", visible(path)))),
            None => Ok(Vec::new()),
        };
        let files: Vec<_> = parts.iter().map(file).collect::<io::Result<_>>()?;
        let mut gpus = Vec::new();
        for (part, file) in parts.into_iter().zip(&files) {
            let compiled = code::compiled(file, &part.values(&first), &part.archs);
            gpus.push((part, compiled.map_err(|error| fatal(spelled(&error)))?));
        }
        // The limits of many GPUs are a wall, and a row of each is not.
        let is_read = self.format == Format::Table && archs.len() <= MOST_GPUS;
        let is_passed = if count == 1 && is_read {
            self.print_limits(&gpus, console)?
        } else {
            self.list(count, &gpus, console)?
        };
        Ok(exit_code(false, !is_passed))
    }

    /// The values of each argument. A range of threads has the whole warps of every GPU.
    fn settings(&self) -> impl Iterator<Item = vec::IntoIter<&Setting>> {
        let archs = self.arch.iter().flatten();
        let lanes = archs.map(|named| named.arch.multiprocessor().warp_size());
        let lanes = i128::from(lanes.max().unwrap_or(1));
        let is_whole = move |one: &&Setting| !one.is_of_warps || one.numbers[0] % lanes == 0;
        self.options.values.iter().map(move |values| {
            let whole: Vec<_> = values.iter().filter(is_whole).collect();
            let all = || values.iter().collect();
            if whole.is_empty() { all() } else { whole }.into_iter()
        })
    }

    /// The count of combinations of values; `None` if there are more than [`MOST`].
    fn count(&self) -> Option<usize> {
        let mut all = self.settings();
        all.try_fold(1_usize, |count, values| {
            let product = count.checked_mul(values.len())?;
            (product <= MOST).then_some(product)
        })
    }

    /// The combinations of values; those of the last argument change first.
    fn combinations(&self) -> impl Iterator<Item = Values<'_>> {
        self.settings().multi_cartesian_product().map(|settings| {
            let mut values = Values::default();
            for setting in settings {
                values.apply(setting);
            }
            values
        })
    }

    fn first(&self) -> Values<'_> {
        self.combinations().next().unwrap_or_default()
    }

    fn levels(&self) -> Levels {
        Levels {
            allow: self.allow.clone(),
            warn: self.warn.clone(),
            deny: self.deny.clone(),
        }
    }

    /// Checks one combination on all GPUs.
    fn check<'g>(&self, gpus: &'g [Gpus<'g>], values: &Values<'_>) -> Vec<Check<'g>> {
        let levels = &self.levels();
        let gpus = gpus.iter();
        gpus.map(|(part, compiled)| Check::new(part, values, levels, compiled))
            .collect()
    }

    /// Prints the limits of the only combination, then its messages. Returns `true` if it passes.
    fn print_limits(&self, gpus: &[Gpus<'_>], console: &mut Console<'_>) -> io::Result<bool> {
        let Console { out, err, width } = console;
        let values = self.first();
        let checks = self.check(gpus, &values);
        out.write_all(limits(gpus, &checks, *width).as_bytes())?;
        out.flush()?;
        err.write_all(self.messages(gpus, &values, &checks).as_bytes())?;
        Ok(passes(&checks))
    }

    /// Lists all combinations. Returns `true` if any passes.
    fn list(&self, count: usize, gpus: &[Gpus<'_>], console: &mut Console<'_>) -> io::Result<bool> {
        let mut columns = CALCULATIONS.iter();
        let by_occupancy = columns.find(|column| column.key == Key::OccupancyPercent);
        let mut list = List {
            format: self.format,
            sort: self.sort.or(by_occupancy.filter(|_| self.top.is_some())),
            reverse: self.reverse,
            top: self.top,
            columns: &CALCULATIONS,
            keys: &CALCULATED,
            width: console.width,
            ..List::default()
        };
        let says_all = count == 1 || self.explain;
        let Console { out, err, .. } = console;
        list.begin(out)?;
        let mut is_passed = false;
        for values in self.combinations() {
            let checks = self.check(gpus, &values);
            is_passed |= passes(&checks);
            if says_all {
                err.write_all(self.messages(gpus, &values, &checks).as_bytes())?;
            }
            let rows = checks.into_iter().flat_map(|check| check.rows);
            list.rows(rows.collect(), out)?;
        }
        list.finish(out)?;
        Ok(is_passed)
    }

    /// The errors and warnings of a combination, and the blocks that `threads = auto` chose.
    fn messages(&self, gpus: &[Gpus<'_>], values: &Values<'_>, checks: &[Check<'_>]) -> String {
        let attribute = || Attribute::new(&self.arch.concat(), values, &self.on, &self.levels());
        let explained = self.explain.then(attribute);
        let line = |level: &str, message: &Message| match &explained {
            Some(attribute) => format!("{level}: {}\n", attribute.explained(message)),
            None => format!("{level}: {}\n", spelled(&message.text)),
        };
        let errors = checks.iter().flat_map(|check| &check.errors);
        let warnings = checks.iter().flat_map(|check| &check.warnings);
        let mut out: String = errors.map(|error| line("error", error)).collect();
        out.extend(warnings.map(|warning| line("warning", warning)));
        for ((part, _), check) in gpus.iter().zip(checks) {
            let Some((best, others)) = check.chosen.split_first() else {
                continue;
            };
            let names = part.named.iter().map(|named| &named.name).join(", ");
            let for_gpus = match gpus.len() {
                1 => String::new(),
                _ => format!(" for {names}"),
            };
            let reaches = |it: &BlockSize| format!("; {} reaches {}", it.threads, it.occupancy);
            let others: String = others.iter().map(reaches).collect();
            let (threads, occupancy) = (best.threads, best.occupancy);
            let chose = format!("chose {threads}{for_gpus}, {occupancy}{others}");
            out.extend(["note: `--threads auto` ", &chose, "\n"]);
        }
        out
    }
}

fn passes(checks: &[Check<'_>]) -> bool {
    checks.iter().all(|check| check.errors.is_empty())
}

/// The limits of a configuration on each GPU, for people.
fn limits(gpus: &[Gpus<'_>], checks: &[Check<'_>], width: Option<usize>) -> String {
    let mut out = Vec::new();
    for ((part, _), check) in gpus.iter().zip(checks) {
        let Some(configuration) = &check.configuration() else {
            continue;
        };
        let all = check.rows.iter().zip(&part.archs);
        for (_, arch) in all.filter(|(row, _)| row.number(Figure::BlocksPerSm) != Some(0_u64)) {
            let sms = arch.sm_count().map_or_else(String::new, |count| {
                let sm = arch.multiprocessor();
                let sms = counted(count.into(), "SM") + " of compute capability ";
                format!(", {}{}", worded(&sms, sm.words()), sm.name())
            });
            let mut lines = occupancy_report::lines(configuration, arch);
            for line in lines.iter_mut().flatten() {
                line.text = spelled(&line.text);
            }
            let lines = paragraphs(&lines, width);
            out.push(format!("{}{sms}\n{lines}", arch.name()));
        }
    }
    out.join("\n")
}
