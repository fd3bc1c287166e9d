//! The faults of one argument, for a check that the compiler makes at the argument's value, and of
//! all of them, for a check that it makes of the whole configuration.

use crate::text::Text;
use crate::{Argument, Configuration, Message};

impl Configuration<'_> {
    /// Words the first rule that the value of `argument` breaks; `None` where it breaks none.
    pub const fn fault_of(&self, argument: Argument) -> Option<Message> {
        self.fault_of_any(&[argument])
    }

    /// Words the first rule that the value of one of `arguments` breaks; `None` where none breaks any.
    pub const fn fault_of_any(&self, arguments: &[Argument]) -> Option<Message> {
        let found = self.check();
        let mut left = found.as_slice();
        while let [violation, others @ ..] = left {
            let argument = violation.rule.argument(self);
            let mut asked = arguments;
            while let [one, rest @ ..] = asked {
                if argument as u8 == *one as u8 {
                    return Some(self.message(violation));
                }
                asked = rest;
            }
            left = others;
        }
        None
    }

    /// Words every rule that is broken, with an empty line between two; `None` where none is.
    ///
    /// ```
    /// use occupancy_core::{Arch, Configuration, Kernel};
    ///
    /// let archs = [Arch::find("h100").unwrap()];
    /// let configuration = Configuration::new(&archs, Kernel::new((100, 1, 1), 300));
    /// let faults = configuration.faults().unwrap().to_string();
    /// assert!(faults.starts_with("[OCC004] a block of 100 threads ends in a partial warp"));
    /// assert!(faults.contains("\n\n[OCC005] 300 registers a thread"));
    /// ```
    pub const fn faults(&self) -> Option<Text<8192>> {
        let found = self.check();
        if found.is_empty() {
            return None;
        }
        let mut out = Text::new();
        let mut left = found.as_slice();
        while let [violation, others @ ..] = left {
            out = out.text(self.message(violation).as_str());
            if !others.is_empty() {
                out = out.text("\n\n");
            }
            left = others;
        }
        Some(out)
    }
}
