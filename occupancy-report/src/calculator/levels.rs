//! Which warnings are silenced, asked for or errors.

use occupancy_core::Lint;

/// What `allow(…)`, `warn(…)` and `deny(…)` name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Levels {
    /// `allow(partial_warp)`
    pub partial_warp_allowed: bool,
    /// The warnings that are silenced.
    pub allow: Vec<Lint>,
    /// The warnings that are turned on.
    pub warn: Vec<Lint>,
    /// The warnings that are errors.
    pub deny: Vec<Lint>,
}

impl Levels {
    /// Adds a name to `allow`, `warn` or `deny`.
    pub(crate) fn add(&mut self, level: &str, name: &str) -> Result<(), String> {
        match (level, name) {
            ("allow", "partial_warp") => self.partial_warp_allowed = true,
            ("allow", _) => self.allow.push(lint(name)?),
            ("warn", _) => self.warn.push(lint(name)?),
            _ => self.deny.push(lint(name)?),
        }
        Ok(())
    }

    /// The warnings that are looked for, a bit each. If several levels name one, the strictest counts.
    pub(crate) fn looked_for(&self) -> u32 {
        let is_asked = |lint: &Lint| self.warn.contains(lint) || self.deny.contains(lint);
        let all = Lint::ALL.into_iter();
        all.filter(|lint| is_asked(lint) || lint.is_default() && !self.allow.contains(lint))
            .fold(0, |bits, lint| bits | lint.bit())
    }
}

/// The warning of this name.
///
/// # Errors
///
/// A message with the names of all warnings.
pub fn lint(name: &str) -> Result<Lint, String> {
    let find = |lint: &Lint| lint.name() == name;
    Lint::ALL.into_iter().find(find).ok_or_else(|| {
        let names = Lint::ALL.map(Lint::name);
        format!("no warning has this name; there are {}", names.join(", "))
    })
}
