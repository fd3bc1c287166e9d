//! The arguments by their keys, as the attribute finds them, as messages list them, and with a value; and the words
//! that people bring: an argument's name with a slip in it, or what another tool calls the same.

use occupancy_core::gpu::nearest_name;
use occupancy_core::kernel::Argument;

/// The arguments of the attribute, not those in the parentheses of one.
pub(super) fn listed() -> impl Iterator<Item = Argument> {
    let all = Argument::ALL.iter().copied();
    all.filter(|argument| !argument.is_nested())
}

/// The argument of the attribute that has this key.
pub(super) fn find(key: &str) -> Option<Argument> {
    listed().find(|argument| argument.key() == key)
}

/// The argument with a value: one of `hides(…)` is in its parentheses, as in its example.
pub(super) fn stated(argument: Argument, value: &str) -> String {
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

/// What an unknown name means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// The argument, with the same value.
    Argument(Argument),
    /// `threads`, in warps.
    Warps,
    /// `threads`, `min_blocks` and `cluster`, as `__launch_bounds__` has them.
    LaunchBounds,
    /// Stages of a pipeline, whose buffers are in `smem`.
    Stages,
    /// It is stated elsewhere: where.
    Elsewhere(&'static str),
}

/// Each word of another tool, with its argument; capitals and `_` do not count.
pub(super) fn words() -> impl Iterator<Item = (&'static str, Argument)> {
    let all = Argument::ALL.iter();
    all.flat_map(|argument| argument.synonyms().map(|word| (word, *argument)))
}

/// Those that mean more, or in another unit.
const OTHERS: [(&str, Meaning); 3] = [
    (
        "warps n_warps num_warps warps_per_block block_warps",
        Meaning::Warps,
    ),
    ("launch_bounds __launch_bounds__", Meaning::LaunchBounds),
    ("stages num_stages", Meaning::Stages),
];

/// Those of what is stated elsewhere, and where.
const ELSEWHERE: &str = "\
block_m block_n block_k block_size_m block_size_n block_size_k tile_m tile_n tile_k: `tile(m = 128, n = 128, k = 64)` has \
the extents of the tile that a block computes
stream: leave it out: the call that launches takes the stream
persistent: leave it out: `persistent()` of the launch type makes the grid of a persistent kernel
cooperative cooperative_launch: leave it out: the call that launches is cooperative; `persistent()` makes a grid for it";

fn others() -> impl Iterator<Item = (&'static str, Meaning)> {
    let elsewhere = ELSEWHERE.lines().filter_map(|line| line.split_once(": "));
    let elsewhere = elsewhere.map(|(words, place)| (words, Meaning::Elsewhere(place)));
    let rows = OTHERS.into_iter().chain(elsewhere);
    rows.flat_map(|(words, meaning)| words.split(' ').map(move |word| (word, meaning)))
}

/// Whether this is a word of another tool.
pub(super) fn is_one(name: &str) -> bool {
    let name = plain(name);
    meanings().any(|(word, _)| plain(word) == name)
}

/// The words with their meanings.
fn meanings() -> impl Iterator<Item = (&'static str, Meaning)> {
    let of_hides = Argument::OF_HIDES.iter().map(|one| (one.key(), one));
    let words = words().chain(of_hides);
    let words = words.map(|(word, argument)| (word, Meaning::Argument(argument)));
    words.chain(others())
}

/// What `name` most likely means: another tool's word, or the nearest name.
pub(super) fn meaning(name: &str) -> Option<Meaning> {
    let plain = plain(name);
    if plain.is_empty() {
        return None;
    }
    let keys = listed().map(|argument| (argument.key(), Meaning::Argument(argument)));
    let all: Vec<_> = keys.chain(meanings()).collect();
    let (keys, words) = all.split_at(listed().count());
    let same = all.iter().find(|(word, _)| self::plain(word) == plain);
    let nearest = |all: &[(&'static str, Meaning)]| {
        let list: Vec<&str> = all.iter().map(|(word, _)| *word).collect();
        let nearest = nearest_name(name, &list)?;
        all.iter().find(|(word, _)| *word == nearest).copied()
    };
    // A short word is near too many.
    let is_long = plain.len() > 5;
    let near = || nearest(keys).or_else(|| nearest(words).filter(|_| is_long));
    same.copied().or_else(near).map(|(_, meaning)| meaning)
}

fn plain(name: &str) -> String {
    name.to_lowercase().replace('_', "")
}

#[cfg(test)]
mod tests {
    use super::{find, listed, meaning, others, plain, words};
    use crate::tests::each;

    #[test]
    fn a_word_stands_once_and_is_no_argument() {
        let mut all: Vec<String> = listed().map(|argument| plain(argument.key())).collect();
        let words = words().map(|(word, _)| word);
        all.extend(words.chain(others().map(|(word, _)| word)).map(plain));
        all.sort();
        let count = all.len();
        // `launch_bounds` with and without its underscores.
        all.dedup();
        assert_eq!(all.len(), count - 1);
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
            assert_eq!(find(argument.key()), Some(argument));
            assert!(argument.example().starts_with(argument.key()));
        }
    }
}
