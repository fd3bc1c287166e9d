//! Sums over the kernels: of libraries, of templates, and what stacks reserve.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::baseline::Kernel;
use crate::name::family;
use crate::row::usual;
use crate::selection::compute_capability;

/// Kernels, and the bytes of their code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Count {
    pub(crate) kernels: u64,
    pub(crate) code_bytes: u64,
}

/// A library or a template, before and after.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Total {
    pub(crate) name: String,
    pub(crate) old: Count,
    pub(crate) new: Count,
}

/// What the largest stack of a target reserves on a GPU.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Stack {
    pub(crate) target: String,
    pub(crate) device: &'static str,
    /// Bytes of device memory, before and after; `None` if no stack is known.
    pub(crate) old_bytes: Option<u64>,
    pub(crate) new_bytes: Option<u64>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Totals {
    /// Each library, before and after.
    pub(crate) libraries: Vec<Total>,
    /// Each template with several instances.
    pub(crate) families: Vec<Total>,
    pub(crate) stacks: Vec<Stack>,
}

impl Totals {
    pub(super) fn of(old: &[Kernel], new: &[Kernel]) -> Self {
        let mut libraries: BTreeMap<String, [Count; 2]> = BTreeMap::new();
        let mut families: BTreeMap<String, [Count; 2]> = BTreeMap::new();
        let mut stacks: BTreeMap<String, [Option<u32>; 2]> = BTreeMap::new();
        for (side, kernels) in [old, new].into_iter().enumerate() {
            for kernel in kernels {
                let counts = [
                    libraries.entry(kernel.library.clone()),
                    families.entry(family(&kernel.name)),
                ];
                for count in counts {
                    let count = &mut count.or_default()[side];
                    count.kernels += 1;
                    count.code_bytes += kernel.figures.number("code_bytes").unwrap_or(0);
                }
                let stack = &mut stacks.entry(kernel.target.clone()).or_default()[side];
                *stack = (*stack).max(kernel.figures.number("stack"));
            }
        }
        families.retain(|_, counts| counts.iter().any(|count| count.kernels > 1));
        let reservation = |(target, [old, new]): (String, [Option<u32>; 2])| {
            let device = usual(compute_capability(&target).ok()?)?;
            Some(Stack {
                target,
                device: device.name(),
                old_bytes: old.map(|stack| device.stack_reservation(stack)),
                new_bytes: new.map(|stack| device.stack_reservation(stack)),
            })
        };
        let total = |(name, [old, new]): (String, [Count; 2])| Total { name, old, new };
        Self {
            libraries: libraries.into_iter().map(total).collect(),
            families: families.into_iter().map(total).collect(),
            stacks: stacks.into_iter().filter_map(reservation).collect(),
        }
    }
}
