//! The names of arguments: the keys of the attribute, and what people write in place of one, with a slip in it or as
//! another tool has it.

use occupancy_core::gpu::nearest_name;
use occupancy_core::kernel::Argument;

/// The arguments of the attribute, without those in the parentheses of one.
pub(super) fn listed() -> impl Iterator<Item = Argument> {
    let all = Argument::ALL.iter().copied();
    all.filter(|argument| !argument.is_nested())
}

/// The argument in whose parentheses others stand; `None` for those of the attribute.
pub(super) type Outer = Option<Argument>;

/// The argument with this key. In `on(…)` stand the arguments of the attribute.
pub(super) fn find(outer: Outer, key: &str) -> Option<Argument> {
    match outer {
        None | Some(Argument::On) => listed().find(|argument| argument.key() == key),
        Some(outer) => outer.nested().iter().find(|argument| argument.key() == key),
    }
}

/// The argument with a value. One of `hides(…)` stands in its parentheses, as in its example.
pub(super) fn assignment(argument: Argument, value: &str) -> String {
    let assignment = format!("{} = {value}", argument.key());
    let key = format!("{} = ", argument.key());
    match argument.example().split_once(&key) {
        Some((before, after)) if Argument::OF_HIDES.contains(argument) => {
            let rest = after.trim_start_matches(|one| !matches!(one, ',' | ')'));
            format!("{before}{assignment}{rest}")
        }
        _ if argument.is_parenthesized() => {
            let inner = value
                .strip_prefix('(')
                .and_then(|one| one.strip_suffix(')'));
            format!("{}({})", argument.key(), inner.unwrap_or(value))
        }
        _ => assignment,
    }
}

/// The meaning of an unknown name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// The argument, with the same value.
    Argument(Argument),
    /// `threads`, in warps.
    Warps,
    /// `threads`, `min_blocks` and `cluster`, as `__launch_bounds__` has them.
    LaunchBounds,
    /// `min_occupancy`, in waves of a SIMD of AMD.
    WavesPerSimd,
    /// Stages of a pipeline, whose buffers are in `smem`.
    Stages,
    /// No argument of the attribute: the place where it is stated.
    Elsewhere(&'static str),
}

/// The names that other tools have for arguments. Capitals and `_` do not count.
pub(super) fn aliases() -> impl Iterator<Item = (&'static str, Argument)> {
    let all = Argument::ALL.iter();
    all.flat_map(|argument| argument.synonyms().map(|alias| (alias, *argument)))
}

/// The names that mean more than one argument, or one in another unit.
const OTHERS: [(&str, Meaning); 4] = [
    (
        "warps n_warps num_warps warps_per_block block_warps wavefronts num_wavefronts wavefronts_per_workgroup",
        Meaning::Warps,
    ),
    (
        "waves_per_simd waves_per_eu min_waves_per_simd min_waves_per_eu amdgpu_waves_per_eu",
        Meaning::WavesPerSimd,
    ),
    ("launch_bounds __launch_bounds__", Meaning::LaunchBounds),
    ("stages num_stages", Meaning::Stages),
];

/// The names of what is stated elsewhere, and the place.
const ELSEWHERE: &str = "\
block_m block_n block_k block_size_m block_size_n block_size_k tile_m tile_n tile_k: `tile(m = 128, n = 128, k = 64)` has \
the extents of the tile that a block computes
agpr agprs agpr_count num_agprs accum_vgprs: leave it out: `vgprs` counts accumulation registers, too, as `.vgpr_count` does
wave64 wave32 wavefront_size wave_size warp_size cumode wgp_mode: leave it out: the target names its mode, as in \
`arch = \"gfx1100:wave64:cu\"`
stream: leave it out: the call that launches takes the stream
persistent: leave it out: `persistent()` of the launch type makes the grid of a persistent kernel";

fn others() -> impl Iterator<Item = (&'static str, Meaning)> {
    let elsewhere = ELSEWHERE.lines().filter_map(|line| {
        let (names, place) = line.split_once(": ")?;
        Some((names, Meaning::Elsewhere(place)))
    });
    let rows = OTHERS.into_iter().chain(elsewhere);
    rows.flat_map(|(names, meaning)| names.split(' ').map(move |name| (name, meaning)))
}

/// Returns `true` for a key, and for a name that another tool has.
pub(super) fn is_name(name: &str) -> bool {
    let plain_name = plain(name);
    Argument::ALL.iter().any(|argument| argument.key() == name)
        || meanings().any(|(alias, _)| plain(alias) == plain_name)
}

/// The names that are no keys of the attribute, with their meanings.
fn meanings() -> impl Iterator<Item = (&'static str, Meaning)> {
    let of_hides = Argument::OF_HIDES.iter().map(|one| (one.key(), one));
    let names = aliases().chain(of_hides);
    let meanings = names.map(|(name, argument)| (name, Meaning::Argument(argument)));
    meanings.chain(others())
}

/// The most likely meaning of a name: as another tool has it, or that of the nearest name.
pub(super) fn meaning(name: &str) -> Option<Meaning> {
    let plain = plain(name);
    let keys = listed().map(|argument| (argument.key(), Meaning::Argument(argument)));
    let all: Vec<_> = keys.chain(meanings()).collect();
    let (keys, others) = all.split_at(listed().count());
    let same = all.iter().find(|(other, _)| self::plain(other) == plain);
    let nearest = |all: &[(&'static str, Meaning)]| {
        let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
        let nearest = nearest_name(name, &names)?;
        all.iter().find(|(name, _)| *name == nearest).copied()
    };
    // A short name is near to too many.
    let is_long = plain.len() > 5;
    let near = || nearest(keys).or_else(|| nearest(others).filter(|_| is_long));
    same.copied().or_else(near).map(|(_, meaning)| meaning)
}

fn plain(name: &str) -> String {
    name.to_lowercase().replace('_', "")
}

#[cfg(test)]
mod tests {
    use occupancy_core::kernel::Argument;

    use super::{aliases, find, listed, meaning, others, plain};
    use crate::tests::each;

    #[test]
    fn each_name_has_one_meaning() {
        let keys = listed().map(Argument::key);
        let aliases = aliases().map(|(alias, _)| alias);
        let others = others().map(|(name, _)| name);
        let mut all: Vec<_> = keys.chain(aliases).chain(others).map(plain).collect();
        all.sort();
        let count = all.len();
        // `launch_bounds` with and without its underscores.
        all.dedup();
        assert_eq!(all.len(), count - 1, "a name is listed twice");
    }

    #[test]
    fn meanings() {
        each("meanings", |word| {
            meaning(word).map_or("none".to_owned(), |meaning| format!("{meaning:?}"))
        });
    }

    #[test]
    fn every_argument_is_found_by_its_key() {
        for argument in listed() {
            assert_eq!(find(None, argument.key()), Some(argument));
            assert!(argument.example().starts_with(argument.key()));
        }
    }
}
