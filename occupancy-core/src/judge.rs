//! The verdict on a stated configuration: its faults and its warnings. The attribute judges the values that it knows,
//! and the compiler the others.

mod fast_path;

use crate::gpu::{Arch, devices};
use crate::kernel::{Argument, Arguments, Configuration, Grid, Kernel, Stated};
use crate::rules::{BlockSize, Lint, Rule, Violations, best_block_sizes};
use crate::text::{Message, Text};

/// A stated configuration, and the rules that judge it.
#[derive(Clone, Copy, Debug)]
pub struct Judge<'a> {
    stated: &'a Stated<'a>,
    /// The configuration. A value that is out of range is the nearest that its field holds.
    pub configuration: Configuration<'a>,
    out_of_range: Arguments,
    /// The arguments out of range, and those with another fault: no rule can read them.
    unusable: Arguments,
    /// A rule judges if it reads one of these,
    judged: Arguments,
    /// and none of these,
    open: Arguments,
    /// or, if it is the same on every GPU of NVIDIA in the tables, none of these.
    open_to_common: Arguments,
}

/// The faults of a configuration, and its warnings.
#[derive(Clone, Copy, Debug)]
pub struct Verdict {
    /// The arguments whose values break a rule.
    pub faults: Arguments,
    /// Set if the configuration is the stated one, and has no fault.
    pub is_sound: bool,
    /// The threads that `threads = auto` chose.
    pub chosen: Option<u32>,
    /// The lints that fire, of those that are looked for: a bit each.
    pub lints: u32,
    /// The ways to launch it: [`AS_LOADED`] and [`COVERING`]; both if the configuration has a fault.
    pub launches: u8,
}

/// The attribute names several GPUs.
pub const SEVERAL: u8 = 0;
/// It names one compute capability.
pub const COMPUTE_CAPABILITY: u8 = 1;
/// It names one device, whose number of SMs is known.
pub const DEVICE: u8 = 2;

/// The driver accepts a launch of the function as it is loaded, on each of the GPUs.
pub const AS_LOADED: u8 = 1;
/// Every number of elements up to `u32::MAX` has a grid, except none.
pub const COVERING: u8 = 2;

impl Verdict {
    /// The verdict on a configuration that the attribute has judged.
    pub const fn of_known(is_sound: bool) -> Self {
        Self {
            faults: Arguments::NONE,
            is_sound,
            chosen: None,
            lints: 0,
            launches: AS_LOADED | COVERING,
        }
    }

    /// The configuration with the block that `threads = auto` chose.
    const fn with_chosen<'a>(&self, configuration: &Configuration<'a>) -> Configuration<'a> {
        match self.chosen {
            Some(threads) => configuration.with_block_dim((threads, 1, 1)),
            None => *configuration,
        }
    }
}

impl<'a> Stated<'a> {
    /// The judge of the rules that read no value which only the compiler knows; if those values are here, the judge of
    /// the other rules.
    pub const fn judge(&'a self) -> Judge<'a> {
        let (configuration, out_of_range) = self.merged();
        let unusable = self.with_budget(self.faulty().union(out_of_range));
        let unknown = self.unknown();
        let (judged, unknown) = if self.is_complete() && !unknown.is_empty() {
            (unknown, Arguments::NONE)
        } else {
            (Arguments::ALL, unknown)
        };
        let mut open = unusable.union(unknown);
        if self.rare.auto.is_some() {
            // No block size is chosen yet.
            open = open.with(Argument::Threads);
        }
        Judge {
            stated: self,
            configuration,
            out_of_range,
            unusable,
            judged,
            open,
            // A name with a fault is meant to be one of NVIDIA's in the tables, unless registers of AMD are stated.
            open_to_common: if self.provided().contains(Argument::Vgprs) {
                open
            } else {
                open.without(Arguments::of(&[Argument::Arch]).without(unknown))
            },
        }
    }

    /// The verdict of the compiler, which finds nothing if the attribute knew every value. It is evaluated for each
    /// kernel, and most need no judge.
    pub const fn verdict(&self) -> Verdict {
        if self.deferred.is_empty() {
            return Verdict::of_known(!self.rare.is_refused);
        }
        if self.is_surely_sound() {
            return Verdict::of_known(true);
        }
        self.judge().verdict()
    }

    /// The arguments in which the compiler can find a fault: those that only the compiler knows, and those
    /// that a rule blames after reading one of them.
    pub const fn can_be_at_fault(&self) -> Arguments {
        let (configuration, _) = self.merged();
        let unknown = self.unknown();
        let mut arguments = unknown;
        each!(Rule::ALL.as_slice(), |rule| {
            // Which of them is at fault can depend on their values.
            if rule.reads(&configuration).meets(unknown) {
                arguments = arguments.union(Arguments::of(rule.blamed_in_attributes()));
            }
        });
        if !self.provided().contains(Argument::Vgprs) {
            arguments = arguments.without(Arguments::of(&[Argument::Vgprs]));
        }
        match self.file() {
            Some(file) if arguments.meets(self.left_out()) => arguments.with(file),
            _ => arguments,
        }
    }
}

impl Judge<'_> {
    /// The verdict.
    pub const fn verdict(&self) -> Verdict {
        let mut verdict = Verdict::of_known(false);
        verdict.faults = self.out_of_range;
        if !self.configuration.passes() {
            each!(self.violations(), |rule| {
                verdict.faults = verdict.faults.with(self.blamed(rule));
            });
        }
        if !verdict.faults.is_empty()
            || !self.unusable.is_empty()
            || self.stated.rare.is_refused
            || !self.stated.is_complete()
        {
            return verdict;
        }
        if let Some((least, most)) = self.stated.rare.auto {
            let [Some(best)] = best_block_sizes(&self.configuration, least, most) else {
                verdict.faults = Arguments::of(&[Argument::Threads]);
                return verdict;
            };
            verdict.chosen = Some(best.threads);
        }
        let configuration = verdict.with_chosen(&self.configuration);
        verdict.is_sound = true;
        // A carve-out is only a preference.
        if configuration.needs_shared_memory_optin() || configuration.has_nonportable_cluster() {
            verdict.launches &= !AS_LOADED;
        }
        if !configuration.covers_u32() {
            verdict.launches &= !COVERING;
        }
        verdict.lints = configuration.warned_of(self.stated.lints);
        verdict
    }

    /// The broken rules, of those that judge.
    pub const fn violations(&self) -> Violations {
        let mut violations = Violations::NONE;
        each!(self.configuration.check(), |rule| {
            let reads = rule.reads(&self.configuration);
            let open = if rule.is_common_to_all_archs() {
                self.open_to_common
            } else {
                self.open
            };
            if reads.meets(self.judged) && !reads.meets(open) {
                violations = violations.with(rule);
            }
        });
        violations
    }

    /// The lints of a verdict, each with its message and the argument that it is about.
    pub fn warnings(&self, verdict: &Verdict) -> impl Iterator<Item = (Lint, Message, Argument)> {
        let configuration = verdict.with_chosen(&self.configuration);
        Lint::of_bits(verdict.lints).filter_map(move |lint| {
            let message = configuration.advise(lint)?;
            Some((lint, message, self.stating(lint.argument(&configuration))))
        })
    }

    /// The block sizes from which `threads = auto` chose, the best first; none if it chose none.
    pub const fn chosen_from(&self, verdict: &Verdict) -> [Option<BlockSize>; 3] {
        match (self.stated.rare.auto, verdict.chosen) {
            (Some((least, most)), Some(_)) => best_block_sizes(&self.configuration, least, most),
            _ => [None; 3],
        }
    }

    /// The argument whose value breaks a rule.
    pub const fn blamed(&self, rule: Rule) -> Argument {
        self.stating(rule.argument(&self.configuration))
    }

    /// The argument that states the value of another: the kernel's file, if that one is left out.
    const fn stating(&self, argument: Argument) -> Argument {
        match self.stated.file() {
            Some(file) if self.stated.left_out().contains(argument) => file,
            // Nobody stated its value, but no refusal is lost.
            _ if !self.stated.given().contains(argument) => Argument::Arch,
            _ => argument,
        }
    }

    /// The messages of every fault of an argument's value, separated by empty lines.
    pub const fn faults_of(&self, argument: Argument) -> Text<8192> {
        let mut out = Text::new();
        if let Some((axis, value)) = self.stated.value_out_of_range(argument) {
            let message = self.configuration.out_of_range(argument, axis, value);
            return *out.text(message.as_str());
        }
        let mut begin = "";
        each!(self.violations(), |rule| {
            if self.blamed(rule) as u8 == argument as u8 {
                out.text(begin)
                    .text(self.configuration.message(rule).as_str());
                begin = "\n\n";
            }
        });
        match self.stated.rare.auto {
            Some((least, most)) if begin.is_empty() => {
                self.configuration.no_block_size(least, most)
            }
            _ => out,
        }
    }
}

impl<'a> Stated<'a> {
    /// The configuration that was judged; in place of one that is refused, a configuration that can be launched.
    pub const fn resolved(&self, verdict: Verdict) -> Configuration<'a> {
        if verdict.is_sound {
            let (mut merged, _) = self.merged();
            // A sound one has a number of each budget that is read, and is that which is built by hand.
            merged.budgets = Arguments::NONE;
            return verdict.with_chosen(&merged);
        }
        let faults = self.faulty().union(verdict.faults);
        let archs = match self.archs {
            [_, ..] if !self.rare.is_refused && !faults.contains(Argument::Arch) => self.archs,
            _ => &[Arch::Device(devices::H100)],
        };
        let mut configuration =
            Configuration::new(archs, Kernel::new((32, 1, 1), 32).with_vgprs(32));
        if self.stated.meets(Argument::OF_GRID) {
            configuration.grid = Some(Grid::Elements(1));
        }
        configuration
    }
}
