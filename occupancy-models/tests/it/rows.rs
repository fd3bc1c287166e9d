//! Rows of figures, one format for all of them: comma-separated, with comments after `#`.

use occupancy_core::Multiprocessor;

/// The cells of each row. The first has the names of the columns.
pub(crate) fn rows(file: &str) -> Vec<Vec<&str>> {
    let lines = file
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| line.split(',').map(str::trim).collect())
        .collect()
}

pub(crate) fn number(cell: &str) -> u32 {
    cell.parse()
        .unwrap_or_else(|_| panic!("{cell:?} is no number"))
}

pub(crate) fn compute_capability(name: &str) -> &'static Multiprocessor {
    let mut all = occupancy_core::compute_capabilities::ALL.iter();
    let found = all.find(|sm| sm.name() == name);
    found.unwrap_or_else(|| panic!("{name:?} is no compute capability"))
}
