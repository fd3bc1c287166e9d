//! GPUs by the name in a field.

use occupancy::{Arch, UnknownArch};

/// Spellings that are remembered. More than a sweep has GPUs; a file that spells at random looks
/// each up.
const REMEMBERED: usize = 128;

/// The names that were looked up before, so that a million rows of one GPU search the tables once.
#[derive(Default)]
pub(crate) struct Lookup {
    found: Vec<(Vec<u8>, Result<Arch, UnknownArch>)>,
    /// The last one that was asked for: rows of one GPU mostly follow each other.
    last: usize,
    /// The next to be forgotten.
    oldest: usize,
}

impl Lookup {
    /// What [`Arch::find`] makes of `name`; nothing has a name that is not UTF-8.
    pub(crate) fn find(&mut self, name: &[u8]) -> Result<Arch, UnknownArch> {
        if let Some((known, result)) = self.found.get(self.last)
            && known == name
        {
            return *result;
        }
        if let Some(index) = self.found.iter().position(|(known, _)| known == name) {
            self.last = index;
            return self.found[index].1;
        }
        let result = Arch::find(&String::from_utf8_lossy(name));
        let entry = (name.to_owned(), result);
        if self.found.len() < REMEMBERED {
            self.last = self.found.len();
            self.found.push(entry);
        } else {
            self.last = self.oldest;
            self.found[self.oldest] = entry;
            self.oldest = (self.oldest + 1) % REMEMBERED;
        }
        result
    }
}
