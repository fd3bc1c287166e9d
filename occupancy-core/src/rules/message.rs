//! The message of a violation. The macro's error, a const panic and a run-time error read the same.
//!
//! A message is a headline (in lower case: the code, what is stated, and what the GPU has), the numbers that decide, and a
//! `help:` with values that pass. The families have the words. For a list of GPUs, there is a line of figures for each
//! other one that fails, and values for the failing ones alone.

use super::check::{advice, wording};
use super::template::{Style, Value, add_argument, add_change, fill};
use super::{Lint, Rule};
use crate::gpu::{Arch, Vendor};
use crate::kernel::{Argument, Change, Configuration, of_gpus};
use crate::text::{Message, Text, same};

impl Configuration<'_> {
    /// The message of a broken rule. Its helps are arguments of the attribute.
    pub const fn message(&self, rule: Rule) -> Message {
        self.message_in(Style::Attribute, rule)
    }

    /// The message of a broken rule, with helps in this style.
    #[doc(hidden)]
    pub const fn message_in(&self, style: Style, rule: Rule) -> Message {
        let mut message = Message::new();
        let out = message.text("[").text(rule.code()).text("] ");
        let Some(wording) = self.first_wording(rule, true, style) else {
            let out = out.text("no GPU is named: `");
            add_argument(out, Argument::Arch, None, style);
            return *out.text("` takes at least one");
        };
        let (names, figures, mut failing) = others(self, rule);
        if let Style::Program = style {
            // No GPU has values of its own.
            failing = 0;
        }
        out.text(wording.head.as_str());
        if rule.row().is_common && self.is_for(Vendor::Amd) {
            out.text(" on ").text(wording.names.on_gpu.arch.name());
        }
        out.text(names.as_str());
        out.text(wording.detail.as_str()).text(figures.as_str());
        wording.help_into(out, overrides(self, rule, failing).as_str());
        *out
    }

    /// The message of `lint`; `None` if it does not fire.
    ///
    /// ```
    /// use occupancy_core::{Lint, Arch, Configuration, Kernel};
    ///
    /// let archs = [Arch::find("h100").unwrap()];
    /// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 33));
    /// let message = configuration.advise(Lint::RegisterCliff).unwrap();
    /// assert!(message.as_str().contains("`regs = 32` fits 8"));
    /// ```
    pub const fn advise(&self, lint: Lint) -> Option<Message> {
        if lint.fires(self) {
            Some(self.message(lint.rule()))
        } else {
            None
        }
    }

    /// The messages of every broken rule, separated by empty lines; `None` if none is broken.
    ///
    /// ```
    /// use occupancy_core::{Arch, Configuration, Kernel};
    ///
    /// let archs = [Arch::find("h100").unwrap()];
    /// let configuration = Configuration::new(&archs, Kernel::new((100, 1, 1), 300));
    /// let faults = configuration.faults().unwrap().to_string();
    /// assert!(faults.starts_with("[OCC004] a block of 100 threads ends in a partial warp"));
    /// assert!(faults.contains("\n\n[OCC005] 300 registers per thread"));
    /// ```
    pub const fn faults(&self) -> Option<Text<8192>> {
        let (mut out, mut begin) = (Text::new(), "");
        each!(self.check(), |rule| {
            out.text(begin).text(self.message(rule).as_str());
            begin = "\n\n";
        });
        if begin.is_empty() { None } else { Some(out) }
    }
}

/// GPUs that the headline names: two are a help, ten are a wall.
const MOST_NAMES: usize = 2;

/// GPUs with a line of their own; more are counted in the headline.
const MOST_LINES: usize = 4;

/// GPUs with an `on(…)` of their own: more are better changed together.
const MOST_OVERRIDES: usize = 2;

/// The other GPUs that fail, `; B200 SXM 180GB fails too`; a line for each whose figures can differ; and the number of
/// all that fail. If the rule does not depend on the GPU, there are none, and the number is 0. Many compute capabilities
/// are named by their numbers, and those with the same figures share a line.
const fn others(configuration: &Configuration<'_>, rule: Rule) -> (Message, Message, usize) {
    let (mut names, mut figures) = (Message::new(), Message::new());
    // The message is about the first.
    let is_by_gpu = rule.refuses_by_gpu(configuration);
    let (true, [first, others @ ..]) = (is_by_gpu, configuration.broken_from(rule)) else {
        return (names, figures, 0);
    };
    let (mut failing, mut are_numbers) = (1_usize, first.device().is_none());
    each!(others, |arch| {
        if configuration.breaks(rule, arch) {
            failing = failing.saturating_add(1);
            are_numbers = are_numbers && arch.device().is_none();
        }
    });
    are_numbers = are_numbers && failing.saturating_sub(1) > MOST_NAMES;
    let are_all = are_numbers && failing == configuration.archs.len();
    let (mut nth, mut lines) = (1_usize, 0_usize);
    each!(others, |arch| {
        if !configuration.breaks(rule, arch) {
            continue;
        }
        let name = if are_numbers {
            arch.short_name()
        } else {
            arch.name()
        };
        if (nth <= MOST_NAMES || are_numbers) && !are_all {
            let is_last = are_numbers && nth.saturating_add(1) == failing;
            names.text(match nth {
                1 => "; ",
                _ if is_last => " and ",
                _ => ", ",
            });
            names.text(name);
        }
        if lines < MOST_LINES {
            let wording = wording(configuration, arch, rule, false, Style::Attribute);
            let figure = wording.figure.as_str();
            let sharing = if are_numbers {
                sharing(configuration, rule, others, arch, figure)
            } else {
                *Message::new().text(name)
            };
            if !figure.is_empty() && !sharing.as_str().is_empty() {
                figures.text(if lines == 0 { "\n" } else { "" });
                let values = [Value::Text(sharing.as_str()), Value::Text(figure)];
                fill(&mut figures, "\n    {}: {}", &values);
                lines = lines.saturating_add(1);
            }
        }
        nth = nth.saturating_add(1);
    });
    let rest = failing.saturating_sub(1).saturating_sub(MOST_NAMES);
    if rest > 0 && !are_numbers {
        names.text(" and ").counted(rest as u64, "other GPU");
    }
    names.text(match failing {
        0 | 1 => "",
        2 => " fails too",
        _ if are_all => "; the others fail too",
        _ => " fail too",
    });
    (names, figures, failing)
}

/// The numbers of all GPUs among `others` that have the figures of one, or nothing if the line of another has this one.
const fn sharing(
    configuration: &Configuration<'_>,
    rule: Rule,
    others: &[Arch],
    of: &Arch,
    figure: &str,
) -> Message {
    let (mut out, mut begin) = (Message::new(), "");
    each!(others, |arch| {
        let wording = wording(configuration, arch, rule, false, Style::Attribute);
        let is_same = same(wording.figure.as_str().as_bytes(), figure.as_bytes());
        if is_same && configuration.breaks(rule, arch) {
            if begin.is_empty() && !arch.is(of) {
                return out;
            }
            out.text(begin).text(arch.short_name());
            begin = ", ";
        }
    });
    out
}

/// `on("rtx4090", threads = 192)`: values for the GPUs that fail, if others of the list pass; empty if
/// there are none, if a GPU has no name to write, or if a constant lists them.
const fn overrides(configuration: &Configuration<'_>, rule: Rule, failing: usize) -> Message {
    let mut out = Message::new();
    // GPUs without clusters pass without one, and those without `setmaxnreg`; the others keep theirs.
    let is_kept = matches!(rule, Rule::ClusterUnsupported | Rule::NoSetmaxnreg);
    let passing = configuration.archs.len().saturating_sub(failing);
    let own = if is_kept { passing } else { failing };
    let is_constant = configuration.gpus_are_constant;
    if failing == 0 || passing == 0 || own > MOST_OVERRIDES || is_constant {
        return out;
    }
    let mut begin = "on(\"";
    each!(configuration.archs, |arch| {
        // Launch bounds may leave more registers to some of the GPUs than to all.
        if configuration.auto_registers.is_some() || configuration.auto_vgprs.is_some() {
            let own = [*arch];
            let alone = configuration.with_archs(&own).with_budget();
            let broken = configuration.broken_on(arch);
            if !alone.broken_on(arch).is_within(broken) {
                return Message::new();
            }
        }
        if configuration.breaks(rule, arch) == is_kept {
            continue;
        }
        // A board of the program's own has no name that finds it.
        let name = match arch {
            Arch::Device(device) => device.aliases.first(),
            // A target of AMD has a mode in its name.
            Arch::Multiprocessor(sm) if matches!(sm.vendor, Vendor::Amd) => Some(&sm.name),
            Arch::Multiprocessor(sm) => sm.targets.first(),
        };
        let (Some(name), Some(change)) = (name, own_change(configuration, rule, arch)) else {
            return Message::new();
        };
        // No other GPU of the list reads the registers of one vendor.
        if let Change::Integer(argument, _) = change
            && of_gpus!(configuration, first, one: true =
                argument.is_read_on(one) && !configuration.breaks(rule, one) => ())
            .is_none()
        {
            return Message::new();
        }
        out.text(begin).text(name).text("\", ");
        add_change(&mut out, change, Style::Attribute).text(")");
        begin = ", on(\"";
    });
    out
}

/// The change for one GPU in an `on(…)` with which it passes by itself.
const fn own_change(configuration: &Configuration<'_>, rule: Rule, arch: &Arch) -> Option<Change> {
    use Change::{Both, Cluster, Hides, Integer, Ratio, Threads, WarpGroups};
    if let (Rule::ClusterUnsupported, Some(cluster)) = (rule, configuration.kernel.cluster_dim) {
        return Some(Cluster(cluster));
    }
    if let (Rule::NoSetmaxnreg, Some(groups)) = (rule, configuration.setmaxnreg) {
        return Some(WarpGroups(groups));
    }
    let advice = advice(&configuration.with_archs(&[*arch]).with_budget(), rule);
    let (change, _) = known!(advice.as_slice().first());
    let is_of_one_gpu = match change {
        Integer(one, _) | Ratio(one, _) => one.is_of_one_gpu() && !one.is_nested(),
        // An array that moves to the launch does so on every GPU.
        Both((one, _), _) => !matches!(one, Argument::StaticSharedMemory),
        Threads(_) | Hides(_) | Cluster(_) | WarpGroups(_) => true,
        _ => false,
    };
    if is_of_one_gpu { Some(*change) } else { None }
}
