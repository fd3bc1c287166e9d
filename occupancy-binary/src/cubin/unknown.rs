//! A name that no kernel has, or several have.

use super::CubinError;
use super::image::Image;
use super::work_budget::WorkBudget;
use occupancy_core::__private::{contains, is_called, name_in_source, nearness, same};
use occupancy_core::text::Text;

/// Bytes that the list of names has.
const NAMES: usize = 56;

/// Bytes of it that are reserved behind the names.
const LEFT: usize = 20;

/// Names that are kept.
const KEPT: usize = 3;

/// An unknown name, and the names of the kernels.
#[derive(Clone, Copy, Debug)]
pub struct UnknownKernel {
    asked: Text<32>,
    names: Text<NAMES>,
    nearest: bool,
}

impl UnknownKernel {
    pub(super) const fn new(image: &Image<'_>, asked: &str) -> Self {
        let mut names = NamesAsked::new(asked);
        names.look_in(image);
        names.finish()
    }

    /// The symbols of the kernels with this name in the source.
    pub(super) const fn ambiguous(image: &Image<'_>, asked: &str) -> Self {
        let mut names = Names::new();
        let mut walk = Walk::new(image);
        while let Some(symbol) = walk.next() {
            if is_called(symbol, asked) {
                names.add(symbol);
            }
        }
        names.cut = walk.cut;
        Self {
            asked: *Text::new().text(asked),
            names: names.finish(true),
            nearest: false,
        }
    }

    /// The first 32 bytes of the unknown name.
    pub const fn asked(&self) -> &str {
        self.asked.as_str()
    }

    /// The near names, the nearest first, or otherwise all names, as many as fit 56 bytes: `` `a`, `b`
    /// and 3 more ``. [`Kernels`](super::Kernels) lists all. Empty if there are no kernels.
    pub const fn names(&self) -> &str {
        self.names.as_str()
    }

    /// Whether the names are near the unknown one.
    pub const fn is_near(&self) -> bool {
        self.nearest
    }
}

/// The names of kernels that are not the one that is asked for, of one image or of several.
#[derive(Debug)]
pub(crate) struct NamesAsked<'a> {
    asked: &'a str,
    nearest: [(Name, usize); KEPT],
    all: Names,
}

/// More of a name than [`Names`] takes.
type Name = Text<40>;
const _: () = assert!(40 > NAMES - LEFT);

impl<'a> NamesAsked<'a> {
    pub(crate) const fn new(asked: &'a str) -> Self {
        Self {
            asked,
            nearest: [(Text::new(), usize::MAX); KEPT],
            all: Names::new(),
        }
    }

    pub(crate) const fn look_in(&mut self, image: &Image<'_>) {
        let mut walk = Walk::new(image);
        while let Some(symbol) = walk.next() {
            let name = name_in_source(symbol);
            if let Some(rank) = nearness(last_of(self.asked), name) {
                offer(&mut self.nearest, name, rank);
            }
            self.all.add(name);
        }
        self.all.cut |= walk.cut;
    }

    /// The names that are nearest, as they are in the source; if none is near, the first.
    pub(crate) const fn finish(self) -> UnknownKernel {
        let mut names = Names::new();
        let mut i = 0;
        while i < KEPT && self.nearest[i].1 != usize::MAX {
            names.add(self.nearest[i].0.as_str());
            i += 1;
        }
        let nearest = i > 0;
        UnknownKernel {
            asked: *Text::new().text(self.asked),
            names: if nearest {
                names.finish(false)
            } else {
                self.all.finish(true)
            },
            nearest,
        }
    }
}

impl PartialEq for UnknownKernel {
    fn eq(&self, other: &Self) -> bool {
        self.asked() == other.asked() && self.names() == other.names()
    }
}

impl Eq for UnknownKernel {}

/// The symbols of the kernels, as far as they can be read.
struct Walk<'a, 'b> {
    image: &'b Image<'a>,
    steps: WorkBudget,
    next: usize,
    cut: bool,
}

impl<'a, 'b> Walk<'a, 'b> {
    const fn new(image: &'b Image<'a>) -> Self {
        Self {
            image,
            steps: WorkBudget::new(),
            next: 0,
            cut: false,
        }
    }

    /// Ends early if a name cannot be read, or if it takes too long.
    const fn next(&mut self) -> Option<&'a str> {
        if let Ok(name) = self.try_next() {
            return name;
        }
        self.cut = true;
        None
    }

    const fn try_next(&mut self) -> Result<Option<&'a str>, CubinError> {
        let symbol = match self.image.next_kernel(self.next, &mut self.steps) {
            Ok(Some(symbol)) => symbol,
            Ok(None) => return Ok(None),
            Err(error) => return Err(error),
        };
        // Below the count of symbols.
        self.next = symbol.index + 1;
        // The most steps that a comparison of two names takes.
        if let Err(error) = self.steps.take(1 << 12, symbol.at) {
            return Err(error);
        }
        match self.image.name_of(&symbol, &mut self.steps) {
            Ok(name) => Ok(Some(name)),
            Err(error) => Err(error),
        }
    }
}

/// Names in a text that is bounded.
#[derive(Clone, Copy, Debug)]
struct Names {
    text: Text<NAMES>,
    listed: u64,
    left_out: u64,
    /// Whether there are more that were not counted.
    cut: bool,
}

impl Names {
    const fn new() -> Self {
        Self {
            text: Text::new(),
            listed: 0,
            left_out: 0,
            cut: false,
        }
    }

    const fn add(&mut self, name: &str) {
        // For the comma, the quotes, and " and " with what is left out.
        if (self.text.as_str().len() + LEFT).saturating_add(name.len()) > NAMES {
            self.left_out += 1;
            return;
        }
        // Instances of a template share a name.
        let quoted = *Text::<NAMES>::new().text("`").text(name).text("`");
        if contains(self.text.as_str(), quoted.as_str()) {
            return;
        }
        if self.listed > 0 {
            self.text.text(", ");
        }
        self.text.text(quoted.as_str());
        self.listed += 1;
    }

    const fn finish(mut self, count: bool) -> Text<NAMES> {
        let complete = self.left_out == 0 && !self.cut;
        if complete || !(count || self.listed == 0) {
            return self.text;
        }
        if self.listed > 0 {
            self.text.text(" and ");
        }
        if self.cut {
            return *self.text.text("more");
        }
        *self.text.grouped(self.left_out).text(" more")
    }
}

/// Puts a name among the nearest, each once.
const fn offer(nearest: &mut [(Name, usize); KEPT], name: &str, rank: usize) {
    let mut one = (*Name::new().text(name), rank);
    let mut i = 0;
    while i < KEPT {
        if same(nearest[i].0.as_str().as_bytes(), one.0.as_str().as_bytes()) {
            return;
        }
        if one.1 < nearest[i].1 {
            let next = nearest[i];
            nearest[i] = one;
            one = next;
        }
        i += 1;
    }
}

/// The part of a path after its last `::`.
const fn last_of(path: &str) -> &str {
    let bytes = path.as_bytes();
    let mut i = bytes.len();
    while i > 0 {
        if bytes[i - 1] == b':' {
            break;
        }
        i -= 1;
    }
    match path.split_at_checked(i) {
        Some((_, last)) => last,
        None => path,
    }
}
