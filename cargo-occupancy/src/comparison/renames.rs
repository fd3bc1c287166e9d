//! Finds texts that are others in most names of the new build: namespaces, types or arguments that were renamed.

use std::cmp::{Ordering, Reverse};
use std::collections::{HashMap, HashSet};
use std::fmt::{self, Display};
use std::sync::LazyLock;

use itertools::Itertools;
use occupancy_report::counted;
use regex::Regex;

use crate::name::{KernelName, regex, shared};
use crate::wrap::shortened;

/// A text of old names that is another one in the new names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rename {
    pub(crate) old: String,
    pub(crate) new: String,
    /// The count of kernels that it matched.
    pub(crate) kernels: usize,
}

impl Display for Rename {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [old, new] = [&self.old, &self.new].map(|text| shortened(text, 60));
        let kernels = counted(self.kernels as u64, "kernel");
        write!(f, "a guess: `{old}` is now `{new}` in {kernels}")
    }
}

/// Old names in which replaced texts are looked for, and new names on each side of their places in each order.
const SAMPLES: usize = 2048;
const NEAR: usize = 4;

/// The replaced texts that are tried in all names. These limits keep the time in proportion to the names.
const TRIED: usize = 256;

/// The bytes that differ, and a text with the one in its place.
type Piece<'k> = (usize, &'k str, &'k str);

/// The replaced texts, and each old name with the number of its replaced text and its new name.
pub(super) type Found<'k> = (Vec<Rename>, HashMap<&'k str, (usize, &'k str)>);

/// Finds replaced texts in names without a partner. Each maps at least three names, and 80 % of those that have it, each to
/// another one.
pub(super) fn renames(names: [Vec<&KernelName>; 2]) -> Found<'_> {
    let [mut old, new] = names.map(|names| {
        let names = names.into_iter().unique_by(|name| &name.unversioned);
        names.sorted_by_key(|name| &name.unversioned).collect_vec()
    });
    let mut left: HashSet<&str> = new.iter().map(|name| &*name.unversioned).collect();
    let (mut renames, mut names) = (Vec::new(), HashMap::new());
    for (_, from, to) in proposed(&old, &new, &left) {
        let having = old.iter().map(|name| &*name.unversioned);
        let having = having.filter(|name| name.contains(from)).collect_vec();
        let mapped = having.iter().filter_map(|name| {
            let new = left.get(&*name.replace(from, to))?;
            Some((*name, *new))
        });
        let mapped = mapped.unique_by(|(_, new)| *new).collect_vec();
        if mapped.len() < 3 || mapped.len() * 5 < having.len() * 4 {
            continue;
        }
        for (name, new) in mapped {
            names.insert(name, (renames.len(), new));
            left.remove(new);
        }
        old.retain(|name| !names.contains_key(&*name.unversioned));
        renames.push(Rename {
            old: from.to_owned(),
            new: to.to_owned(),
            kernels: 0,
        });
    }
    (renames, names)
}

/// The pieces that make old names new ones, the most frequent first, of these those that change least.
fn proposed<'k>(
    old: &[&'k KernelName],
    new: &[&'k KernelName],
    texts: &HashSet<&str>,
) -> Vec<Piece<'k>> {
    let orders = ORDERS.map(|order| new.iter().copied().sorted_by(order).collect_vec());
    let mut votes: HashMap<Piece<'k>, usize> = HashMap::new();
    for name in old.iter().step_by(old.len().div_ceil(SAMPLES).max(1)) {
        let near = ORDERS.iter().zip(&orders).flat_map(|(order, names)| {
            let at = names.partition_point(|other| order(other, name).is_lt());
            &names[at.saturating_sub(NEAR)..names.len().min(at + NEAR)]
        });
        let near = near.filter(|other| function(other) == function(name));
        let pieces = near.flat_map(|other| differing(&name.unversioned, &other.unversioned));
        for piece in pieces.unique() {
            if texts.contains(&*name.unversioned.replace(piece.1, piece.2)) {
                *votes.entry(piece).or_default() += 1;
            }
        }
    }
    let pieces = votes.into_iter();
    let pieces = pieces.k_smallest_by_key(TRIED, |(piece, votes)| {
        (Reverse(*votes), piece.0, Reverse(piece.1.len()), *piece)
    });
    pieces.map(|(piece, _)| piece).collect()
}

/// The last part of a template, which is not replaced.
fn function(name: &KernelName) -> &str {
    name.template.rsplit("::").next().unwrap_or_default()
}

/// Similar names of a function are neighbours in one of these orders: by their heads, or by their tails.
const ORDERS: [fn(&&KernelName, &&KernelName) -> Ordering; 2] = [
    |a, b| (function(a), &a.unversioned).cmp(&(function(b), &b.unversioned)),
    |a, b| {
        let [tail, other] = [a, b].map(|name| name.unversioned.bytes().rev());
        function(a).cmp(function(b)).then_with(|| tail.cmp(other))
    },
];

/// The pieces in which two names differ: all between their equal ends, and from where they differ first to where they agree
/// again. The words around a piece are not parts of longer ones.
fn differing<'k>(old: &'k str, new: &'k str) -> Vec<Piece<'k>> {
    /// The most bytes between the ends, tokens of a short piece, and tokens that agree after it.
    const LONG: usize = 400;
    const SHORT: usize = 8;
    const AGREE: usize = 4;
    let head = shared(old.chars(), new.chars());
    let head = old[..head].trim_end_matches(is_word).len();
    let (rest, other) = (&old[head..], &new[head..]);
    let tail = shared(rest.chars().rev(), other.chars().rev());
    let tail = rest[rest.len() - tail..].trim_start_matches(is_word);
    let last = tail.chars().next().map_or(0, char::len_utf8);
    // Words before a piece tell its place.
    let earlier = |at: usize| {
        let other = old[..at].trim_end_matches(|it| !is_word(it));
        other.trim_end_matches(is_word).len()
    };
    let last_before = old[..head].char_indices().next_back();
    let before = last_before.map_or(0, |(at, _)| at);
    let end = |name: &str| name.len() - tail.len() + last;
    let mut ends = vec![(end(old), end(new))];
    let [old_tokens, new_tokens] =
        [rest, other].map(|it| tokens(it).take(SHORT + AGREE).collect_vec());
    let lengths = (0..=2 * SHORT).flat_map(|both| (0..=both).map(move |from| (from, both - from)));
    let short = lengths.into_iter().find(|(from, to)| {
        let agree = old_tokens.get(*from..from + AGREE);
        agree.is_some() && agree == new_tokens.get(*to..to + AGREE)
    });
    ends.extend(short.map(|(from, to)| {
        let after = if from == 0 { 0 } else { old_tokens[from].len() };
        let end = |tokens: &[&str]| head + tokens.concat().len() + after;
        (end(&old_tokens[..from]), end(&new_tokens[..to]))
    }));
    let firsts = [head, before, earlier(head), earlier(earlier(head))];
    let pieces = ends.into_iter().cartesian_product(firsts);
    let pieces = pieces
        .map(|((from, to), first)| (from + to - 2 * head, &old[first..from], &new[first..to]));
    let is_piece = |(_, from, to): &Piece<'_>| !from.is_empty() && from.len().max(to.len()) <= LONG;
    pieces.filter(is_piece).collect()
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Words, and other characters.
fn tokens(name: &str) -> impl Iterator<Item = &str> {
    static TOKENS: LazyLock<Regex> = LazyLock::new(|| regex(r"\w+|\W"));
    TOKENS.find_iter(name).map(|token| token.as_str())
}
