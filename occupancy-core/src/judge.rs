//! What is wrong with what is stated, and what is worth saying of it. The attribute asks for what it knows, and the
//! compiler for the rest.

mod fast_path;

use crate::gpu::{Arch, devices};
use crate::kernel::{Argument, Arguments, Configuration, Grid, Kernel, Stated};
use crate::rules::{BlockSize, Lint, Rule, Violations, best_block_sizes};
use crate::text::{Message, Text};

/// What is stated as a configuration, and the rules that it is judged by.
#[derive(Clone, Copy, Debug)]
pub struct Judge<'a> {
    stated: &'a Stated<'a>,
    /// The configuration, with the nearest value for each that is out of range.
    pub configuration: Configuration<'a>,
    out_of_range: Arguments,
    /// Those that no rule can read: what is out of range, and what has a fault.
    unusable: Arguments,
    /// Those of which a rule has to read one,
    asked: Arguments,
    /// and those of which it must read none,
    open: Arguments,
    /// or, if it is the same on every GPU of the tables, none of these.
    open_to_common: Arguments,
}

/// What is wrong with a configuration, and what is worth saying of it.
#[derive(Clone, Copy, Debug)]
pub struct Verdict {
    /// The arguments whose values break a rule.
    pub faults: Arguments,
    /// Whether the configuration is the one that was asked for.
    pub is_sound: bool,
    /// The threads that `threads = auto` chose.
    pub chosen: Option<u32>,
    /// The lints that have something to say, of those that are looked for.
    pub lints: u32,
    /// Whether the driver accepts a launch of the function as it is loaded, on each of the GPUs; `true`
    /// where something else is wrong.
    pub launches_as_loaded: bool,
}

impl Verdict {
    /// Of a configuration that the attribute has judged.
    pub const fn of_known(is_sound: bool) -> Self {
        Self {
            faults: Arguments::NONE,
            is_sound,
            chosen: None,
            lints: 0,
            launches_as_loaded: true,
        }
    }

    /// A configuration with the block that `threads = auto` chose.
    const fn with_chosen<'a>(&self, configuration: &Configuration<'a>) -> Configuration<'a> {
        match self.chosen {
            Some(threads) => configuration.with_block_dim((threads, 1, 1)),
            None => *configuration,
        }
    }
}

impl<'a> Stated<'a> {
    /// Judges it by the rules that read nothing which only the compiler knows; where the values that only the compiler
    /// knows are here, by the others.
    pub const fn judge(&'a self) -> Judge<'a> {
        let (configuration, out_of_range) = self.merged();
        let unusable = self.faulty().and(out_of_range);
        let unknown = self.unknown();
        let (asked, unknown) = if self.is_complete() && !unknown.is_empty() {
            (unknown, Arguments::NONE)
        } else {
            (Arguments::ALL, unknown)
        };
        let mut open = unusable.and(unknown);
        if self.rare.auto.is_some() {
            // No block size is chosen yet.
            open = open.with(Argument::Threads);
        }
        Judge {
            stated: self,
            configuration,
            out_of_range,
            unusable,
            asked,
            open,
            // A name with a fault is meant to be one of the tables.
            open_to_common: open.without(Arguments::of(&[Argument::Arch]).without(unknown)),
        }
    }

    /// What the compiler finds: nothing, if the attribute knew all that is stated. It is evaluated for each kernel, and most
    /// take no judge.
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
        let mut found = unknown;
        let mut left = Rule::ALL.as_slice();
        while let [rule, others @ ..] = left {
            left = others;
            // Which of them is at fault can depend on their values.
            if rule.reads(&configuration).meets(unknown) {
                found = found.and(Arguments::of(rule.blamed_in_attributes()));
            }
        }
        match self.file() {
            Some(file) if found.meets(self.left_out()) => found.with(file),
            _ => found,
        }
    }
}

impl Judge<'_> {
    /// The verdict.
    pub const fn verdict(&self) -> Verdict {
        let mut verdict = Verdict::of_known(false);
        verdict.faults = self.out_of_range;
        if !self.configuration.passes() {
            let mut left = self.violations();
            while let Some((rule, others)) = left.split_first() {
                verdict.faults = verdict.faults.with(self.blamed(rule));
                left = others;
            }
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
        verdict.launches_as_loaded = !configuration.kernel.needs_shared_memory_optin()
            && !configuration.has_nonportable_cluster();
        verdict.lints = configuration.warned_of(self.stated.lints);
        verdict
    }

    /// The broken rules, of those that it judges by.
    pub const fn violations(&self) -> Violations {
        let mut judged = Violations::NONE;
        let mut left = self.configuration.check();
        while let Some((rule, others)) = left.split_first() {
            let reads = rule.reads(&self.configuration);
            let open = if rule.is_common_to_all_archs() {
                self.open_to_common
            } else {
                self.open
            };
            if reads.meets(self.asked) && !reads.meets(open) {
                judged = judged.with(rule);
            }
            left = others;
        }
        judged
    }

    /// The lints of a verdict, with what each has to say, and the argument that it is said of.
    pub fn warnings(&self, verdict: &Verdict) -> impl Iterator<Item = (Lint, Message, Argument)> {
        let configuration = verdict.with_chosen(&self.configuration);
        Lint::of_bits(verdict.lints).filter_map(move |lint| {
            let message = configuration.advise(lint)?;
            Some((lint, message, self.written(lint.argument(&configuration))))
        })
    }

    /// The block sizes that `threads = auto` chose from, the best first; none if it chose none.
    pub const fn chosen_from(&self, verdict: &Verdict) -> [Option<BlockSize>; 3] {
        match (self.stated.rare.auto, verdict.chosen) {
            (Some((least, most)), Some(_)) => best_block_sizes(&self.configuration, least, most),
            _ => [None; 3],
        }
    }

    /// The argument whose value breaks a rule.
    pub const fn blamed(&self, rule: Rule) -> Argument {
        self.written(rule.argument(&self.configuration))
    }

    /// The argument that states another: what is left out is what the file says.
    pub const fn written(&self, argument: Argument) -> Argument {
        match self.stated.file() {
            Some(file) if self.stated.left_out().contains(argument) => file,
            _ => argument,
        }
    }

    /// Every fault of an argument's value, with an empty line between two.
    pub const fn faults_of(&self, argument: Argument) -> Text<8192> {
        let mut out = Text::new();
        if let Some((axis, value)) = self.stated.value_out_of_range(argument) {
            let message = self.configuration.out_of_range(argument, axis, value);
            return *out.text(message.as_str());
        }
        let mut left = self.violations();
        while let Some((rule, others)) = left.split_first() {
            if self.blamed(rule) as u8 == argument as u8 {
                if !out.as_str().is_empty() {
                    out.text("\n\n");
                }
                out.text(self.configuration.message(rule).as_str());
            }
            left = others;
        }
        if let Some((least, most)) = self.stated.rare.auto
            && out.as_str().is_empty()
        {
            let message = self.configuration.no_block_size(least, most);
            out.text(message.as_str());
        }
        out
    }
}

impl<'a> Stated<'a> {
    /// The configuration that was judged; one that can be launched stands in for one that is refused.
    pub const fn resolved(&self, verdict: Verdict) -> Configuration<'a> {
        if verdict.is_sound {
            return verdict.with_chosen(&self.merged().0);
        }
        let faults = self.faulty().and(verdict.faults);
        let archs = match self.archs {
            [_, ..] if !self.rare.is_refused && !faults.contains(Argument::Arch) => self.archs,
            _ => &[Arch::Device(devices::H100)],
        };
        let mut configuration = Configuration::new(archs, Kernel::new((32, 1, 1), 32));
        if self.stated.meets(Argument::OF_GRID) {
            configuration.grid = Some(Grid::Elements(1));
        }
        configuration
    }
}
