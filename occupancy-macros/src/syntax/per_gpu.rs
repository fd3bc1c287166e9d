//! `on("b200", …)`: the values that one of the GPUs has for itself.

use occupancy_core::Lint;
use occupancy_core::kernel::{Argument, Arguments};
use proc_macro2::{Group, TokenStream, TokenTree};

use super::display::one_line;
use super::split::split_arguments;
use super::{Args, Entry, Gpu, NamedArch, Value, gpus};
use crate::errors::Errors;
use crate::tokens::stream;

/// Arguments that only demand something of a configuration: a launch and the kernel's code are the same without them.
const DEMANDS: Arguments = Argument::OF_HIDES.union(Arguments::of(&[
    Argument::Hides,
    Argument::MinBlocks,
    Argument::MaxBlocks,
    Argument::MinOccupancy,
    Argument::Intent,
]));

impl Args {
    /// Reads `on("b200", threads = 512, …)`.
    pub(super) fn read_on(&mut self, written: &TokenStream, group: &Group, errors: &mut Errors) {
        let mut rest = split_arguments(group.stream(), errors);
        if rest.is_empty() {
            let help = self.on_example();
            return errors.wrong_form(group, Argument::On, "nothing", Some(&help));
        }
        let name: TokenStream = rest.remove(0).into_iter().collect();
        let value = |part: &Vec<TokenTree>| format!(", {}", one_line(&stream(part)));
        let values: String = rest.iter().map(value).collect();
        let on = |gpu: &String| format!("on(\"{gpu}\"{values})");
        let suggest = |names: &[String]| match names {
            [] => Some(self.on_example()),
            names => Some(names.iter().map(on).collect::<Vec<_>>().join(", ")),
        };
        let named = gpus::read_one(Argument::On, &name, &suggest, errors);
        let states_nothing = rest.is_empty();
        let mut own = Self::default();
        if let Some(Gpu::Named(named)) = &named {
            own.set(Entry {
                argument: Argument::Arch,
                key: named.tokens.clone(),
                value: Value::Gpus(vec![Gpu::Named(named.clone())]),
                tokens: named.tokens.clone(),
            });
        }
        own.read_all(rest, Some(Argument::On), errors);
        self.names.append(&mut own.names);
        self.allowed.append(&mut own.allowed);
        let Some(Gpu::Named(named)) = named else {
            return;
        };
        let gpu = &named.name;
        let mut others = self.overrides.iter();
        if others.any(|(other, _)| other.arch.name() == named.arch.name()) {
            let fault = format!("`{gpu}` names a GPU that has an `on(…)` already");
            return errors.refuse(&name, "OCC102", fault, "keep one of them");
        }
        if states_nothing {
            let fault =
                format!("`on(\"{gpu}\")` states nothing: the GPU has the values beside `arch`");
            let help = format!("remove it, or state what differs: `on(\"{gpu}\", regs = 32)`");
            errors.refuse(written, "OCC118", fault, help);
        }
        self.overrides.push((named, own));
    }

    /// A use of `on`, with the last GPU of `arch`.
    pub(super) fn on_example(&self) -> String {
        let last = self.named_gpus().next_back();
        let gpu = last.map_or("b200", |named| &named.name);
        format!("on(\"{gpu}\", threads = 512)")
    }

    /// The arguments for one GPU: its own where it has them.
    pub(crate) fn overridden(&self, own: &Self) -> Self {
        let mut merged = self.clone();
        // Each is taken whole: a latency and its instructions belong together, and a file takes the place of another.
        for argument in own.given.iter() {
            for replaced in argument.excluded().with(argument).iter() {
                merged.forget(replaced);
                let all = replaced.nested().with(replaced);
                merged.given = merged.given.without(all);
            }
        }
        if !own.given(Argument::Intent) {
            merged.share_intent();
        }
        for one in &own.entries {
            merged.set(one.clone());
        }
        merged.given = merged.given.union(own.given);
        merged.overrides.clear();
        merged.leave_file_to(self.gpus(), own.given);
        merged
    }

    /// Leaves out the file of the kernel if only others of `all` the GPUs read it, as it is for the other vendor, unless
    /// it is among their `own` arguments.
    fn leave_file_to(&mut self, all: &[Gpu], own: Arguments) {
        let Some((file, _)) = self.file() else {
            return;
        };
        let reads = |gpu: &Gpu| match gpu {
            Gpu::Named(named) => file.is_read_on(&named.arch),
            Gpu::Deferred(_) => true,
        };
        if own.contains(file) || self.gpus().iter().any(reads) || !all.iter().any(reads) {
            return;
        }
        for argument in [file, Argument::Kernel] {
            self.forget(argument);
            self.given = self.given.without(Arguments::of(&[argument]));
        }
    }

    /// Shares the intent between several configurations: it need not be true of each.
    fn share_intent(&mut self) {
        self.levels.push((Lint::UnfulfilledIntent, Argument::Allow));
    }

    /// The arguments for the GPUs that have no `on`. Reports an `on` for a GPU that is not listed, one for a GPU that a
    /// program cannot tell from another, and an `on` for every GPU of the list.
    pub(crate) fn without_overrides(&self, errors: &mut Errors) -> Self {
        let mut base = self.clone();
        if self.overrides.is_empty() {
            return base;
        }
        let mut others = self.overrides.iter();
        if others.any(|(_, own)| !own.given(Argument::Intent)) {
            base.share_intent();
        }
        base.overrides.clear();
        let mut demands = DEMANDS;
        if self.has_budget() {
            // Registers follow from it.
            demands = demands.without(Arguments::of(&[Argument::MinBlocks]));
        }
        let Some(arch) = base.entry(Argument::Arch).cloned() else {
            return base;
        };
        let mut gpus = self.gpus().to_vec();
        for (named, own) in &self.overrides {
            let name = &named.name;
            let is_twin = |other: &&NamedArch| {
                other.arch != named.arch && other.arch.is_reported_like(&named.arch)
            };
            if let Some(NamedArch { name: twin, .. }) = self.named_gpus().find(is_twin)
                && !own.given.without(demands).is_empty()
            {
                let fault = format!(
                    "a program cannot tell `{name}` from `{twin}`: the driver reports the same of both"
                );
                let help =
                    "keep one value for both, or give each an attribute with a `name` of its own";
                errors.refuse(&named.tokens, "OCC118", fault, help);
            }
            let before = gpus.len();
            gpus.retain(|gpu| !gpu.is(&named.arch));
            if gpus.len() == before {
                let fault = format!("`{name}` is not in `arch`");
                let written = one_line(&arch.tokens);
                let names = written.trim_matches(['[', ']', ',', ' ']);
                let list = if names.len() < 80 { names } else { "..." };
                let help = format!("add it there: `arch = [{list}, \"{name}\"]`");
                errors.refuse(&named.tokens, "OCC118", fault, help);
            }
        }
        if gpus.is_empty() {
            let fault =
                "every GPU has an `on(…)`: at least one takes the values beside `arch` as they are";
            let help = "leave one of them out, and state its values beside `arch`";
            errors.refuse(&arch.tokens, "OCC118", fault, help);
        } else {
            let value = Value::Gpus(gpus);
            base.set(Entry { value, ..arch });
            base.leave_file_to(self.gpus(), Arguments::NONE);
        }
        base
    }
}
