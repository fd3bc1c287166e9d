//! Finds a text that is another one in most names of the new build: a namespace, a type or an argument that was renamed.

use std::cmp::{Ordering, Reverse};
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::fmt::{self, Display};
use std::iter;

use itertools::Itertools;
use occupancy_report::counted;

use crate::build::Kernel;
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

/// The least names that a replaced text is in.
const LEAST: usize = 3;

/// Old names in which replaced texts are looked for, and new names that each is compared with, in three orders.
const SAMPLES: usize = 2048;
const NEAR: usize = 8;

/// The most tokens of a piece of text: of a short one, and of all that differs between two names.
const SHORT: usize = 6;
const LONG: usize = 44;

/// The most pieces of text that are replaced in all names, those first that most of the samples propose, and the most that
/// are found.
const TRIED: usize = 512;
const MOST: usize = 32;

/// The most tokens that are read: a bound of the time.
const STEPS: usize = 1 << 28;

/// A token of a name, by the number of its text.
type Token = u32;

/// A piece of text, and the one in its place.
type Piece<'n> = (&'n [Token], &'n [Token]);

/// A name without a partner.
struct Name<'k> {
    text: &'k str,
    /// The last part of the template, which is not replaced.
    function: &'k str,
    tokens: Vec<Token>,
}

/// The replaced texts, and each old name with the number of its replaced text and its new name.
pub(super) type Found<'k> = (Vec<Rename>, HashMap<&'k str, (usize, &'k str)>);

/// Finds texts that are others in the new names, of kernels without a partner. Each text maps at least 80 % of the names
/// that have it, each to another one; those that map most come first.
pub(super) fn renames<'k>(kernels: [Vec<&'k Kernel>; 2]) -> Found<'k> {
    let mut numbers = HashMap::new();
    let names = kernels.map(|kernels| {
        let names = kernels.into_iter().map(|kernel| &*kernel.name);
        let names = names.unique_by(|name| &name.unversioned);
        let names = names.sorted_unstable_by_key(|name| &name.unversioned);
        let name = names.map(|name| Name {
            text: &name.unversioned,
            function: name.template.rsplit("::").next().unwrap_or_default(),
            tokens: tokens(&name.unversioned)
                .map(|token| {
                    let next = Token::try_from(numbers.len()).unwrap_or(Token::MAX);
                    *numbers.entry(token).or_insert(next)
                })
                .collect(),
        });
        name.collect_vec()
    });
    let mut search = Search::new(&names);
    let pieces = search.proposed();
    let texts: HashMap<_, _> = numbers
        .into_iter()
        .map(|(text, token)| (token, text))
        .collect();
    search.found(pieces, &texts)
}

/// The names, and those that are left.
struct Search<'n, 'k> {
    names: &'n [Vec<Name<'k>>; 2],
    is_left: [Vec<bool>; 2],
    /// The old names with a token.
    having: HashMap<Token, Vec<usize>>,
    new: HashMap<&'n [Token], usize>,
    steps: usize,
}

impl<'n, 'k> Search<'n, 'k> {
    fn new(names: &'n [Vec<Name<'k>>; 2]) -> Self {
        let [old, new] = names;
        let mut having: HashMap<_, Vec<_>> = HashMap::new();
        for (number, name) in old.iter().enumerate() {
            for token in name.tokens.iter().unique() {
                having.entry(*token).or_default().push(number);
            }
        }
        let new = new.iter().enumerate();
        Self {
            names,
            is_left: names.each_ref().map(|names| vec![true; names.len()]),
            having,
            new: new.map(|(number, name)| (&*name.tokens, number)).collect(),
            steps: STEPS,
        }
    }

    /// The replaced texts that make one of the old names a new one, the most frequent first.
    fn proposed(&mut self) -> Vec<Piece<'n>> {
        let [old, new] = self.names;
        let functions = new.iter().map(|name| (name.function, name));
        let functions = functions.into_group_map().into_iter();
        let orders: HashMap<_, _> = functions
            .map(|(function, names)| {
                let order = |order| names.iter().copied().sorted_by(order).collect_vec();
                (function, ORDERS.map(order))
            })
            .collect();
        let mut votes: HashMap<Piece<'n>, usize> = HashMap::new();
        for name in old.iter().step_by(old.len().div_ceil(SAMPLES).max(1)) {
            let Some(orders) = orders.get(name.function) else {
                continue;
            };
            let near = ORDERS.iter().zip(orders).flat_map(|(order, names)| {
                let at = names.partition_point(|other| order(other, &name).is_lt());
                let first = at.saturating_sub(NEAR / 2);
                &names[first..names.len().min(first + NEAR)]
            });
            let near = near.unique_by(|other| other.text);
            let pieces = near.flat_map(|other| differing(&name.tokens, &other.tokens));
            for piece in pieces.unique().collect_vec() {
                let Some(steps) = self.steps.checked_sub(name.tokens.len()) else {
                    break;
                };
                self.steps = steps;
                let made = replaced(&name.tokens, piece);
                if made.is_some_and(|made| self.new.contains_key(&*made)) {
                    *votes.entry(piece).or_default() += 1;
                }
            }
        }
        let pieces = votes.into_iter();
        let pieces = pieces.k_smallest_by_key(TRIED, |(piece, votes)| {
            (Reverse(*votes), piece.0.len() + piece.1.len(), *piece)
        });
        pieces.map(|(piece, _)| piece).collect()
    }

    /// The pieces that map most of the names that are left, one after the other.
    fn found(mut self, pieces: Vec<Piece<'n>>, texts: &HashMap<Token, &str>) -> Found<'k> {
        // Nothing is known yet of how many each maps.
        let pieces = pieces.into_iter().enumerate();
        let mut pieces: BinaryHeap<_> = pieces
            .map(|(rank, piece)| (usize::MAX - rank, Reverse(piece)))
            .collect();
        let (mut renames, mut names) = (Vec::new(), HashMap::new());
        while let Some((count, Reverse(piece))) = pieces.pop()
            && renames.len() < MOST
        {
            let Some(mapped) = self.mapped(piece) else {
                continue;
            };
            // Others may map more.
            if mapped.len() < count {
                pieces.push((mapped.len(), Reverse(piece)));
                continue;
            }
            for &(from, to) in &mapped {
                let [old, new] = self.names;
                names.insert(old[from].text, (renames.len(), new[to].text));
                self.is_left[0][from] = false;
                self.is_left[1][to] = false;
            }
            renames.push(self.rename(piece, &mapped, texts));
        }
        (renames, names)
    }

    /// The old and new names that a piece maps; `None` if these are too few of those that have it, or if two become one.
    fn mapped(&mut self, piece: Piece<'n>) -> Option<Vec<(usize, usize)>> {
        let having = piece.0.iter().map(|token| self.having.get(token));
        let having = having.min_by_key(|having| having.map_or(0, Vec::len))??;
        let (mut mapped, mut others, mut made) = (Vec::new(), 0, HashSet::new());
        let left = having.iter().filter(|number| self.is_left[0][**number]);
        for &number in left {
            let tokens = &self.names[0][number].tokens;
            self.steps = self.steps.checked_sub(tokens.len())?;
            let Some(replaced) = replaced(tokens, piece) else {
                continue;
            };
            let to = self.new.get(&*replaced);
            match to.filter(|to| self.is_left[1][**to]) {
                Some(to) => mapped.push((number, *to)),
                None => others += 1,
            }
            // No more than a fifth can be without a new name.
            if !made.insert(replaced) || others * 5 > having.len() {
                return None;
            }
        }
        (mapped.len() >= LEAST && others * 4 <= mapped.len()).then_some(mapped)
    }

    /// The replaced text for people: with up to three tokens on each side, as far as they are the same in all names.
    fn rename(
        &self,
        (old, new): Piece<'n>,
        mapped: &[(usize, usize)],
        texts: &HashMap<Token, &str>,
    ) -> Rename {
        let around = mapped.iter().filter_map(|(number, _)| {
            let tokens = &self.names[0][*number].tokens;
            let at = tokens.windows(old.len()).position(|window| window == old)?;
            Some((&tokens[..at], &tokens[at + old.len()..]))
        });
        let around = around.reduce(|(before, after), (other_before, other_after)| {
            let equal = same(before.iter().rev(), other_before.iter().rev()).min(3);
            let other = same(after, other_after).min(3);
            (&before[before.len() - equal..], &after[..other])
        });
        let (before, after) = around.unwrap_or_default();
        let text = |piece: &[Token]| {
            let tokens = before.iter().chain(piece).chain(after);
            tokens.map(|token| texts[token]).collect()
        };
        Rename {
            old: text(old),
            new: text(new),
            kernels: 0,
        }
    }
}

/// Words, `::`, and other characters.
fn tokens(name: &str) -> impl Iterator<Item = &str> {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut rest = name;
    iter::from_fn(move || {
        let first = rest.chars().next()?;
        let length = match first {
            ':' if rest.starts_with("::") => 2,
            _ if is_word(first) => rest.find(|letter| !is_word(letter)).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        let (token, others) = rest.split_at(length);
        rest = others;
        Some(token)
    })
}

type Order = fn(&&Name<'_>, &&Name<'_>) -> Ordering;

/// Similar names are neighbours in one of these orders: by their heads, their tails, or their lengths.
const ORDERS: [Order; 3] = [
    |a, b| a.tokens.cmp(&b.tokens),
    |a, b| a.tokens.iter().rev().cmp(b.tokens.iter().rev()),
    |a, b| (a.tokens.len(), a.text.len()).cmp(&(b.tokens.len(), b.text.len())),
];

/// The count of first tokens that are the same.
fn same<'t>(
    one: impl IntoIterator<Item = &'t Token>,
    other: impl IntoIterator<Item = &'t Token>,
) -> usize {
    let both = one.into_iter().zip(other);
    both.take_while(|(one, other)| one == other).count()
}

/// The pieces in which two names differ: from where they differ first to where they agree again, and all that differs with
/// its neighbours.
fn differing<'t>(old: &'t [Token], new: &'t [Token]) -> Vec<Piece<'t>> {
    /// Tokens that agree after a short piece.
    const AGREE: usize = 3;
    let head = same(old, new);
    let shorter = old.len().min(new.len());
    let tail = same(old.iter().rev(), new.iter().rev()).min(shorter - head);
    let lengths = (0..=2 * SHORT).flat_map(|both| (0..=both).map(move |from| (from, both - from)));
    let short = lengths.map(|(from, to)| (head + from, head + to));
    let short = short.into_iter().find(|(from, to)| {
        let rest = old.get(*from..).zip(new.get(*to..));
        rest.is_some_and(|(a, b)| same(a.iter().take(AGREE), b) == AGREE.min(a.len().max(b.len())))
    });
    let before = head - head.min(2);
    let short = short.map(|(from, to)| {
        // An inserted text needs a neighbour to tell its place.
        let first = if from == head { before } else { head };
        (&old[first..from], &new[first..to])
    });
    let after = tail - tail.min(2);
    let whole = (
        &old[before..old.len() - after],
        &new[before..new.len() - after],
    );
    let is_piece =
        |(old, new): &Piece<'_>| !old.is_empty() && old != new && old.len().max(new.len()) <= LONG;
    short.into_iter().chain([whole]).filter(is_piece).collect()
}

/// The tokens with a piece replaced everywhere; `None` if they do not have it.
fn replaced(tokens: &[Token], (old, new): Piece<'_>) -> Option<Vec<Token>> {
    let (mut made, mut rest, mut is_found) = (Vec::with_capacity(tokens.len()), tokens, false);
    while let Some((first, others)) = rest.split_first() {
        if let Some(after) = rest.strip_prefix(old) {
            (rest, is_found) = (after, true);
            made.extend_from_slice(new);
        } else {
            made.push(*first);
            rest = others;
        }
    }
    is_found.then_some(made)
}
