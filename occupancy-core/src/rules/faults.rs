//! The faults of one argument, for the compiler's check at the argument's value, and those of all
//! arguments, for its check of the whole configuration.

use crate::kernel::{Arguments, Configuration};
use crate::rules::Violation;
use crate::text::Text;

impl Configuration<'_> {
    /// The arguments whose values break a rule that reads one of `deferred` and none of `unusable`.
    pub const fn broken_arguments(&self, deferred: Arguments, unusable: Arguments) -> Arguments {
        let mut broken = Arguments::NONE;
        let found = self.check();
        let mut left = found.as_slice();
        while let [violation, others @ ..] = left {
            if self.is_read(violation, deferred, unusable) {
                broken = broken.with(violation.rule.argument(self));
            }
            left = others;
        }
        broken
    }

    /// The messages of every rule that the values of `arguments` break, among the rules that read one of
    /// `deferred` and none of `unusable`, separated by empty lines; `None` if none is broken.
    pub const fn faults_of(
        &self,
        arguments: Arguments,
        deferred: Arguments,
        unusable: Arguments,
    ) -> Option<Text<8192>> {
        let found = self.check();
        let mut out: Option<Text<8192>> = None;
        let mut left = found.as_slice();
        while let [violation, others @ ..] = left {
            if arguments.contains(violation.rule.argument(self))
                && self.is_read(violation, deferred, unusable)
            {
                let mut faults = match out {
                    Some(mut before) => *before.text("\n\n"),
                    None => Text::new(),
                };
                out = Some(*faults.text(self.message(violation).as_str()));
            }
            left = others;
        }
        out
    }

    const fn is_read(
        &self,
        violation: &Violation,
        deferred: Arguments,
        unusable: Arguments,
    ) -> bool {
        let reads = violation.rule.reads(self);
        reads.meets(deferred) && !reads.meets(unusable)
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
        let found = self.check();
        if found.is_empty() {
            return None;
        }
        let mut out = Text::new();
        let mut left = found.as_slice();
        while let [violation, others @ ..] = left {
            out.text(self.message(violation).as_str());
            if !others.is_empty() {
                out.text("\n\n");
            }
            left = others;
        }
        Some(out)
    }
}
