//! Rules: what fails, and limits for the metrics of kernels, by patterns of their names.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use std::sync::LazyLock;

use clap::ValueEnum;
use itertools::Itertools;
use occupancy_core::gpu::{Words, nearest_name};
use occupancy_core::kernel::Figure;
use occupancy_core::{Arch, Configuration, Ratio, devices};
use occupancy_report::calculator::{Cell, Key, Row, values};
use occupancy_report::escape::visible;
use occupancy_report::worded;
use serde::{Deserialize, Serialize};
use toml_edit::{Item, Table};
use wildmatch::WildMatch;

use super::entry::{Fault, because, fault, read, unknown};
use crate::build::{Kernel, METRICS, Metric};
use crate::name::{KernelName, normalised, without_parameters};

/// What fails of the kernels of a pattern: a `[[rule]]` of a baseline.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rule {
    /// The pattern, `gemm*`: `*` is any text, `?` any letter. It has to match the name with or without the parameters.
    /// Without a pattern, the rule is for all kernels.
    pattern: Option<String>,
    /// The pattern as it is written, and as names are spelled.
    spelled: Vec<WildMatch>,
    fails: Option<Fails>,
    because: Option<String>,
    /// The most or the least of metrics; a flag lifts an earlier limit.
    pub(crate) limits: Row,
    /// Percent by which the code may grow before it is worse.
    max_code_growth_percent: Option<u64>,
}

/// The differences of a kernel that fail.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Fails {
    /// Every difference fails, until it is written down.
    pub(crate) is_any: bool,
    pub(crate) kinds: BTreeSet<Kind>,
}

/// What can get worse. SARIF has the names and the words below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    /// The kernel lost blocks per SM or warps.
    Blocks,
    /// The kernel spills more registers.
    Spills,
    /// The kernel needs more stack.
    Stack,
}

/// What fails without a rule.
static DEFAULT: LazyLock<Fails> = LazyLock::new(|| Fails {
    is_any: false,
    kinds: Kind::value_variants().iter().copied().collect(),
});

/// Reads `"any"`, `"none"`, or a list of kinds.
fn fails(item: &Item) -> Result<Fails, Fault> {
    let why = "it is \"any\", \"none\", or some of [\"blocks\", \"spills\", \"stack\"]";
    let kinds = match item.as_str() {
        Some("any" | "none") => BTreeSet::new(),
        _ => read(item, BTreeSet::deserialize).map_err(|_| fault(item, why))?,
    };
    let is_any = item.as_str() == Some("any");
    Ok(Fails { is_any, kinds })
}

impl Rule {
    /// A rule of limits for all kernels.
    pub(crate) fn of_limits(limits: Row) -> Self {
        Self {
            limits,
            ..Self::default()
        }
    }

    /// Reads a rule.
    pub(super) fn read(table: &Table) -> Result<Self, Fault> {
        let mut rule = Self::default();
        for (key, item) in table {
            if let Some(metric) = METRICS.iter().find(|metric| metric.budget == Some(key)) {
                let limit = match metric.key {
                    Key::OccupancyPercent => {
                        let least = least_occupancy(&read(item, f64::deserialize)?.to_string());
                        Cell::percent(Some(least.map_err(|why| fault(item, why))?))
                    }
                    _ => read(item, u64::deserialize)?.into(),
                };
                rule.limits.push(metric.key, limit);
                continue;
            }
            match key {
                "kernels" => {
                    let pattern = read(item, String::deserialize)?;
                    let spelled = normalised(&pattern);
                    rule.spelled = [&pattern, &spelled].map(|it| WildMatch::new(it)).to_vec();
                    rule.pattern = Some(pattern);
                }
                "fails" => rule.fails = Some(fails(item)?),
                "because" => rule.because = Some(read(item, because)?),
                "no_spills" => {
                    let none = read(item, bool::deserialize)?.then_some(Cell::Number(0));
                    let limit = none.unwrap_or(Cell::Flag(false));
                    rule.limits = spills(limit).with_row(rule.limits);
                }
                "max_code_growth_percent" => {
                    rule.max_code_growth_percent = Some(read(item, u64::deserialize)?);
                }
                _ => return Err(unknown(table, key)),
            }
        }
        Ok(rule)
    }

    fn is_for(&self, name: &KernelName) -> bool {
        let names = [&name.full, &name.unversioned].into_iter().dedup();
        let mut names = names.flat_map(|name| [name, without_parameters(name)]);
        self.pattern.is_none() || names.any(|name| self.spelled.iter().any(|it| it.matches(name)))
    }

    fn silences(&self) -> bool {
        self.fails == Some(Fails::default())
    }

    /// The limits of figures that none of these kernels has, `of` a rule. `write` writes the names of limits.
    fn unread(&self, kernels: &[&Kernel], of: &str, write: impl Fn(&str) -> String) -> Vec<String> {
        use Figure::{Registers, SpillInstructions, SpilledVgprs, Vgprs};
        let is_limited = |metric: &&Metric| matches!(self.limits.get(metric.key), Cell::Number(_));
        let limited = METRICS.iter().filter(is_limited);
        let warnings = limited.filter_map(|metric| {
            let Key::Figure(figure) = metric.key else {
                return None;
            };
            let (vendor, instead) = match figure {
                Registers => ("AMD", Vgprs),
                SpillInstructions => ("AMD", SpilledVgprs),
                SpilledVgprs => ("NVIDIA", SpillInstructions),
                _ => ("NVIDIA", Registers),
            };
            // A rule may be for kernels of both vendors, as `no_spills` is.
            let is_of_both = matches!(self.limits.get(instead), Cell::Number(_));
            let is_read = kernels.is_empty() || kernels.iter().any(|kernel| kernel.has(figure));
            let [unread, instead] = [metric.budget?, instead.row().budget?].map(&write);
            let warning =
                format!("`{unread}`{of} limits no kernel: code of {vendor} has `{instead}`");
            (!is_of_both && !is_read).then_some(warning)
        });
        warnings.collect()
    }

    /// What is odd about the rule, which is for `own` kernels of `all`.
    fn warnings(&self, own: &[&Kernel], all: &[&Kernel]) -> Vec<String> {
        let rule = match &self.pattern {
            Some(pattern) => format!("the rule for `{}`", visible(pattern)),
            None => "the rule for all kernels".to_owned(),
        };
        let is_regex = |pattern: &str| pattern.contains(['(', '[', '|', '^', '$', '+', '\\']);
        let states = self.fails.is_some() || self.max_code_growth_percent.is_some();
        let mut warnings = Vec::new();
        if let Some(pattern) = self.pattern.as_ref().filter(|_| own.is_empty()) {
            let names = all
                .iter()
                .map(|kernel| without_parameters(&kernel.name.full));
            let hint = match nearest_name(pattern, &names.unique().collect_vec()) {
                _ if pattern.trim().is_empty() => ": its pattern is empty".to_owned(),
                _ if is_regex(pattern) => ": only `*` and `?` stand for other text".to_owned(),
                Some(name) => format!(": the nearest is `{}`", visible(name)),
                None => String::new(),
            };
            warnings.push(format!("{rule} matches no kernel{hint}"));
        }
        warnings.extend(self.unread(own, &format!(" of {rule}"), str::to_owned));
        if !states && self.limits == Row::default() {
            warnings.push(format!(
                "{rule} states nothing: give it `fails`, or a limit"
            ));
        }
        if self.silences() && self.because.is_none() {
            warnings.push(format!("{rule} silences without `because = \"…\"`"));
        }
        warnings
    }
}

/// A limit of spills, which each vendor counts as its own figure.
pub(crate) fn spills(limit: impl Into<Cell>) -> Row {
    let limit = limit.into();
    Row::default()
        .with(Figure::SpillInstructions, limit.clone())
        .with(Figure::SpilledVgprs, limit)
}

/// Reads a least occupancy, or refuses it in the words of the attribute.
pub(crate) fn least_occupancy(text: &str) -> Result<Ratio, String> {
    let least = values::ratio(text)?;
    // This block reaches every occupancy.
    let archs = [Arch::Device(devices::H100)];
    let kernel = occupancy_core::Kernel::new((1024, 1, 1), 32);
    let configuration = Configuration::new(&archs, kernel).with_min_occupancy(least);
    let violations = configuration.check();
    let Some(rule) = violations.iter().next() else {
        return Ok(least);
    };
    let message = configuration.message(rule).to_string();
    Err(match message.split_once("\n\n") {
        // The help for zero is about this block, and not about others.
        Some((headline, _)) if least.numerator() == 0 => headline.to_owned(),
        _ => message,
    })
}

/// A limit that a kernel breaks.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Breach {
    pub(crate) figure: &'static Metric,
    /// A value that is not known breaks a limit.
    value: Cell,
    limit: Cell,
    /// The pattern; `None` for a rule for all kernels.
    pattern: Option<String>,
}

impl Breach {
    /// Returns `true` if the value is another one, and none that is nearer to the limit.
    pub(crate) fn is_larger(&self, old: &Kernel, new: &Kernel) -> bool {
        let [old, new] = [old, new].map(|kernel| self.figure.value(kernel));
        let is_known = *old != Cell::Unknown && *new != Cell::Unknown;
        let is_nearer = is_known && (old < new) == self.figure.has_least();
        old != new && !is_nearer
    }

    /// "registers 72, at most 64", in the words of a vendor.
    pub(crate) fn description(&self, words: Words) -> String {
        let label = worded(self.figure.label, words);
        let limit = self.figure.display(&self.limit);
        let value = match &self.value {
            Cell::Unknown => "not known".to_owned(),
            value => self.figure.display(value),
        };
        let has_least = self.figure.has_least();
        let bound = if has_least { "least" } else { "most" };
        let for_pattern = match &self.pattern {
            Some(pattern) => format!(" (`{pattern}`)"),
            None => String::new(),
        };
        format!("{label} {value}, at {bound} {limit}{for_pattern}")
    }
}

/// The rules of a check: those of a file and the limits of the command line. Of the rules of a file that state the same, the
/// last one counts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rules {
    of_file: Vec<Rule>,
    of_arguments: Rule,
    /// The numbers of the rules of the file that are for a name, by its address. The names stay where they are.
    matches: RefCell<HashMap<*const KernelName, Matches>>,
}

type Matches = (Rc<KernelName>, Rc<[usize]>);

impl Rules {
    pub(crate) fn new(of_file: &[Rule], of_arguments: Rule) -> Self {
        Self {
            of_file: of_file.to_vec(),
            of_arguments,
            ..Self::default()
        }
    }

    /// The differences of a kernel that fail.
    pub(crate) fn fails(&self, kernel: &Kernel) -> &Fails {
        let fails = self.of_file(kernel).find_map(|rule| rule.fails.as_ref());
        fails.unwrap_or(&DEFAULT)
    }

    /// The limits that the kernel breaks.
    pub(crate) fn breaches(&self, kernel: &Kernel) -> Vec<Breach> {
        let both = [self.of_file(kernel).collect(), vec![&self.of_arguments]];
        let mut breaches = Vec::new();
        for (figure, rules) in METRICS.iter().cartesian_product(&both) {
            let limit = |rule: &&&Rule| *rule.limits.get(figure.key) != Cell::Unknown;
            let Some(rule) = rules.iter().find(limit) else {
                continue;
            };
            let (value, limit) = (figure.value(kernel).clone(), rule.limits.get(figure.key));
            let is_kept = match (&value, limit) {
                (_, Cell::Flag(_)) => true,
                // A limit of another vendor's figure says nothing.
                (Cell::Unknown, _) => {
                    matches!(figure.key, Key::Figure(figure) if !kernel.has(figure))
                }
                _ if figure.has_least() => value >= *limit,
                _ => value <= *limit,
            };
            if !is_kept {
                breaches.push(Breach {
                    figure,
                    value,
                    limit: limit.clone(),
                    pattern: rule.pattern.clone(),
                });
            }
        }
        breaches
    }

    /// Percent by which the code of a kernel may grow; `None` if there is no limit.
    pub(crate) fn code_growth(&self, kernel: &Kernel) -> Option<u64> {
        let mut rules = self.of_file(kernel);
        rules.find_map(|rule| rule.max_code_growth_percent)
    }

    /// Rules and limits without an effect on any of these kernels, and rules that silence without a reason.
    pub(crate) fn warnings(&self, kernels: &[&Kernel]) -> Vec<String> {
        let mut own = vec![Vec::new(); self.of_file.len()];
        for kernel in kernels {
            for number in &*self.matches(kernel) {
                own[*number].push(*kernel);
            }
        }
        let rules = self.of_file.iter().zip(&own);
        let of_file = rules.flat_map(|(rule, own)| rule.warnings(own, kernels));
        let option = |key: &str| format!("--{}", key.replace('_', "-"));
        of_file
            .chain(self.of_arguments.unread(kernels, "", option))
            .collect()
    }

    /// The rules of the file that count for a kernel, the last one first: none before one that silences.
    fn of_file(&self, kernel: &Kernel) -> impl Iterator<Item = &Rule> {
        let numbers = self.matches(kernel);
        let numbers = (0..numbers.len()).rev().map(move |at| numbers[at]);
        numbers
            .map(|number| &self.of_file[number])
            .take_while_inclusive(|rule| !rule.silences())
    }

    fn matches(&self, kernel: &Kernel) -> Rc<[usize]> {
        let mut matches = self.matches.borrow_mut();
        let found = || {
            let rules = self.of_file.iter();
            let numbers = rules.positions(|rule| rule.is_for(&kernel.name)).collect();
            (Rc::clone(&kernel.name), numbers)
        };
        let entry = matches.entry(Rc::as_ptr(&kernel.name));
        Rc::clone(&entry.or_insert_with(found).1)
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use itertools::Itertools;
    use occupancy_core::kernel::Figure;
    use occupancy_report::calculator::Row;

    use super::{Kind, Rule, Rules};
    use crate::baseline::Baseline;
    use crate::build::{Kernel, words};

    const RULES: &str = "version = 2
library = \"l\"
[[rule]]
no_spills = true
max_registers = 64
max_code_growth_percent = 10
[[rule]]
kernels = \"a::*\"
no_spills = false
fails = [\"stack\"]
[[rule]]
kernels = \"cub::*\"
fails = \"none\"
because = \"they come with the toolkit\"
[[rule]]
kernels = \"cub::f\"
fails = \"any\"
max_stack = 0
[kernel.\"a::f<1>(int)\"]
sm_90 = { regs = 65, spills = 1, stack = 1 }
[kernel.\"b::f()\"]
sm_90 = { regs = 64, spills = \"?\", stack = 8 }
[kernel.\"cub::f(int)\"]
sm_90 = { regs = 99, spills = 1, stack = 1 }
[kernel.\"cub::g()\"]
sm_90 = { regs = 99, spills = 1, stack = 1 }
";

    #[test]
    fn a_breach_that_was_there_is_no_larger() {
        let baseline = Baseline::of_bytes(RULES.into()).unwrap();
        let rules = Rules::new(&baseline.rules, Rule::default());
        let kernel = |registers: u32| {
            let figures = Row::default().with(Figure::Registers, registers);
            let name = Rc::clone(&baseline.build.kernels[0].name);
            Kernel::new(name, ["sm_90", "l"], &figures)
        };
        for (old, new, is_larger) in [
            (80, 70, false),
            (70, 80, true),
            (70, 70, false),
            (64, 65, true),
        ] {
            let breach = &rules.breaches(&kernel(new))[0];
            assert_eq!(
                breach.is_larger(&kernel(old), &kernel(new)),
                is_larger,
                "{old} {new}"
            );
        }
    }

    #[test]
    fn the_last_rule_counts_key_by_key() {
        let baseline = Baseline::of_bytes(RULES.into()).unwrap();
        let rules = Rules::new(&baseline.rules, Rule::of_limits(Row::default()));
        let shown = |kernel: &Kernel| {
            let (breaches, fails) = (rules.breaches(kernel), rules.fails(kernel));
            let breaches = breaches.iter().map(|it| it.description(words([kernel])));
            let growth = rules.code_growth(kernel);
            let kinds = fails.kinds.iter().map(|kind| match kind {
                Kind::Blocks => "blocks",
                Kind::Spills => "spills",
                Kind::Stack => "stack",
            });
            let (breaches, kinds) = (breaches.collect_vec(), kinds.collect_vec());
            format!("{breaches:?} {growth:?} {} {kinds:?}", fails.is_any)
        };
        let expected = [
            "[\"registers 65, at most 64\"] Some(10) false [\"stack\"]",
            "[\"spills not known, at most 0\"] Some(10) false [\"blocks\", \"spills\", \"stack\"]",
            "[\"stack bytes 1, at most 0 (`cub::f`)\"] None true []",
            "[] None false []",
        ];
        for (kernel, expected) in baseline.build.kernels.iter().zip(expected) {
            assert_eq!(shown(kernel), expected, "{}", kernel.name.full);
        }
        assert_eq!(
            rules.warnings(&baseline.build.kernels.iter().collect_vec()),
            [""; 0]
        );
    }
}
