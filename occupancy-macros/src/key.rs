//! The arguments by their keys: as the attribute finds them, as messages list them, and with a value.

use occupancy_core::kernel::Argument;

/// Those that a list has elsewhere than where the attribute is written: each follows the other.
const LISTED_AFTER: [(Argument, Argument); 6] = [
    (Argument::MinBlocks, Argument::Registers),
    (Argument::Cluster, Argument::Elements),
    (Argument::Sms, Argument::Cluster),
    (Argument::MinOccupancy, Argument::TailEfficiency),
    (Argument::MaxBlocks, Argument::MinOccupancy),
    (Argument::Tile, Argument::Intent),
];

/// The arguments of the attribute, not those in the parentheses of one, as a message lists them.
pub(crate) fn listed() -> Vec<Argument> {
    let all = Argument::ALL.iter().copied();
    let mut listed: Vec<_> = all.filter(|argument| !argument.is_nested()).collect();
    for (argument, before) in LISTED_AFTER {
        listed.retain(|other| *other != argument);
        let at = listed.iter().position(|other| *other == before);
        listed.insert(at.map_or(0, |at| at + 1), argument);
    }
    listed
}

/// The argument of the attribute that has this key.
pub(crate) fn find(key: &str) -> Option<Argument> {
    let mut all = Argument::ALL.iter().copied();
    all.find(|argument| argument.key() == key && !argument.is_nested())
}

/// The argument with a value: one of `hides(…)` is in its parentheses, as in its example.
pub(crate) fn stated(argument: Argument, value: &str) -> String {
    let stated = format!("{} = {value}", argument.key());
    let key = format!("{} = ", argument.key());
    match argument.example().split_once(&key) {
        Some((before, after)) if Argument::OF_HIDES.contains(argument) => {
            let rest = after.trim_start_matches(|one| !matches!(one, ',' | ')'));
            format!("{before}{stated}{rest}")
        }
        _ => stated,
    }
}

#[cfg(test)]
mod tests {
    use super::{find, listed};

    #[test]
    fn every_argument_is_found_by_its_key() {
        for argument in listed() {
            assert_eq!(find(argument.key()), Some(argument));
            assert!(argument.example().starts_with(argument.key()));
        }
    }
}
