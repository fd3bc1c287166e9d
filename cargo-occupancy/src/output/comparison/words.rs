//! Words that several forms of a comparison have.

use occupancy_core::text::grouped;
use occupancy_report::counted;

use crate::comparison::digest::Template;

/// "118 of 168", the instances of a template that fail; `None` if it has only one.
pub(super) fn instances(template: &Template) -> Option<String> {
    let [some, all] = template.instances.map(|count| grouped(count as u64));
    (template.instances[1] > 1).then(|| format!("{some} of {all}"))
}

/// "and 10 more templates with 26 kernels", if there are more.
pub(super) fn more([count, kernels]: [usize; 2], noun: &str) -> Option<String> {
    let [more, kernels] =
        [(count, noun), (kernels, "kernel")].map(|(count, noun)| counted(count as u64, noun));
    (count > 0).then(|| format!("and {more} with {kernels}"))
}
