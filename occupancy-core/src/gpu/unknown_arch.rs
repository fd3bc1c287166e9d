//! The error for a name that no row of the tables has. `name/key.rs` finds the names near it.

use core::{error, fmt};

use crate::error::reasons;
use crate::text::Text;

/// The error for a name that no row of the tables has, or several have, or that is a MIG profile whose SM count is not
/// known, or a part or mode that a GPU of AMD does not have.
///
/// Its text has the name, or the beginning of a long one.
///
/// # Which names are near
///
/// Up to three names are near, the best first. A name is near if
///
/// - it begins with the name asked for (two characters at least), ends with it (three), or the name asked for
///   begins with it (three), or
/// - it is a few edits away: one for every three characters asked for, at least one and at most four.
///   Two neighbours exchanged are one edit; taking `o` for `0`, or `l` or `i` for `1`, counts half.
///
/// All of them are of one vendor: the one whose brand or kind of name is asked for (`AMD`, `Radeon`, `Instinct`, `gfx`,
/// `mi300`), or else that of the best. Among equally near names, the longer common beginning wins, then fewer edits,
/// then the newer GPU. A generation (`hopper`) is near its compute capabilities. A laptop or embedded GPU has fewer SMs
/// than its namesake, so only laptop GPUs and its compute capability are near.
///
/// For a MIG profile without a row, they are the nearest profiles of the same board that have one,
/// however far, or the board itself if none has. If the board is unknown, they are the nearest boards.
///
/// Likewise for a part or a mode that a board or a target of AMD does not have.
///
/// The only name near a chip (`ad102`, `Strix Halo`) is its compute capability or its target. A virtual GPU
/// (`NVIDIA A10-4Q`) is near the compute capability of its board, and near the board if MIG does not divide that. The only
/// one near a GPU with the brand of another maker (`NVIDIA MI300X`) is the GPU. A GPU that is older than those of the
/// tables has no near name: the limits of another GPU are not its own. For a generic target, which is no one GPU, they are
/// the targets that it covers.
///
/// For a range of compute capabilities or targets, which is no name of one GPU, they are the first of it. A range that
/// is wrong has a [nearest range](Self::nearest_range), and no nearest name.
///
/// If no name is near, there are a few common names as examples, and [`is_near`](Self::is_near) returns `false`.
///
/// # Examples
///
/// ```
/// use occupancy_core::Arch;
///
/// let unknown = Arch::find("sm_80a").unwrap_err();
/// assert_eq!(unknown.nearest(), ["sm_80", "sm_90a"]);
/// assert_eq!(
///     unknown.to_string(),
///     "unknown arch `sm_80a`; the nearest names are `sm_80`, `sm_90a`",
/// );
///
/// let ambiguous = Arch::find("rtx 6000").unwrap_err();
/// assert!(ambiguous.is_ambiguous());
/// assert_eq!(
///     ambiguous.to_string(),
///     "ambiguous arch `rtx 6000`; it can be any of \
///      `quadro-rtx6000`, `rtx6000ada`, `rtxpro6000`, `rtx-a6000`",
/// );
///
/// let profile = Arch::find("h100:1g.12gb").unwrap_err();
/// assert_eq!(profile.nearest()[0], "h100:1g.10gb");
///
/// // This profile exists, and its SM count is not guessed.
/// let no_count = Arch::find("b200:2g.45gb").unwrap_err();
/// assert_eq!(
///     no_count.to_string(),
///     "the SM count of MIG profile `2g.45gb` of B200 SXM 180GB is not known: \
///      no report of a real instance was found; the nearest name is `b200:1g.23gb`",
/// );
///
/// let no_mode = Arch::find("gfx942:wave32").unwrap_err();
/// assert_eq!(
///     no_mode.to_string(),
///     "`gfx942:wave32`: gfx942 has no such partition or mode; the nearest name is `gfx942`",
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownArch {
    /// The name, or its beginning: clippy warns of every function that returns an error of more than 128 bytes.
    pub(super) name: Text<24>,
    pub(super) reason: Reason,
    /// The names to write instead, then empty ones.
    pub(super) names: [&'static str; 3],
}

const _: () = assert!(size_of::<UnknownArch>() < 128);

reasons! {
    /// The reason why a name is unknown. A MIG profile is named with its board.
    pub(super) enum Reason: Text<192>;

    Unknown => text("");
    /// No name is near, and the names are examples.
    Far => text("");
    /// A GPU that is older than those of the tables.
    TooOld(oldest: &'static str) => text("the oldest GPUs that are supported ") text(oldest);
    /// A virtual GPU, whose SM count only the host knows.
    Virtual => text("the host decides how many SMs a virtual GPU has");
    /// The name means any of these.
    Ambiguous(_names: &'static [&'static str]) => text("");
    /// A range, where one GPU is named.
    Range => text("it is a range of GPUs, and one is named here");
    /// The names are the ends of another range, of which one can be empty.
    RangeForm => text("a range is `7.5..`, `8.0..9.0`, `8.0..=9.0` or `..=9.0`");
    RangeEnd(ends: &'static str) => text("a range of GPUs begins and ends with ") text(ends);
    EmptyRange => text("no GPU is in this range");
    /// The board has rows, but no such profile.
    UnknownProfile(board: &'static str) => text("unknown MIG profile of ") text(board);
    /// The board or the target of AMD has no such part.
    NoPart(whole: &'static str) => text(whole) text(" has no such partition or mode");
    /// The board has the profile, under this name.
    NoSmCount(board: &'static str, profile: &'static str) =>
        text("the SM count of MIG profile `") text(profile) text("` of ") text(board)
        text(" is not known: no report of a real instance was found");
    /// The MIG User Guide lists the board, and no profile has a known SM count.
    NoSmCounts(board: &'static str) =>
        text("the SM count of no MIG profile of ") text(board) text(" is known");
    /// The MIG User Guide does not list the board.
    NotListed(board: &'static str) => text("NVIDIA's MIG User Guide does not list ") text(board);
}

impl UnknownArch {
    /// The names to write instead; none if the limits of every other GPU differ. [`Arch::find`](super::Arch::find)
    /// finds each.
    ///
    /// They are the nearest names, the best first; the rows that an ambiguous name can mean; or a few
    /// common names if nothing is near. For a MIG profile, they are other profiles of that board, or the
    /// board.
    ///
    /// # Examples
    ///
    /// ```
    /// use occupancy_core::Arch;
    ///
    /// assert_eq!(Arch::find("ad102").unwrap_err().nearest(), ["8.9"]);
    /// assert_eq!(Arch::find("toaster").unwrap_err().nearest(), ["h100", "a100", "rtx4090"]);
    /// assert_eq!(
    ///     Arch::find("h100:40gb").unwrap_err().nearest(),
    ///     ["h100:4g.40gb", "h100:3g.40gb", "h100:1g.10gb"],
    /// );
    ///
    /// // There is no MIG on this board.
    /// assert_eq!(Arch::find("rtx4090:1g.10gb").unwrap_err().nearest(), ["rtx4090"]);
    /// ```
    pub const fn nearest(&self) -> &[&'static str] {
        if let Reason::Ambiguous(names) = self.reason {
            return names;
        }
        if self.nearest_range().is_some() {
            return &[];
        }
        let mut names: &[_] = &self.names;
        while let [nearer @ .., last] = names
            && last.is_empty()
        {
            names = nearer;
        }
        names
    }

    /// The range to write instead, if the name is one that [`Arch::range`](super::Arch::range) refuses: with the
    /// compute capabilities or targets that are nearest to its ends, the smaller first.
    ///
    /// # Examples
    ///
    /// ```
    /// use occupancy_core::Arch;
    ///
    /// let nearest = |range| Arch::range(range).unwrap_err().nearest_range().unwrap().to_string();
    /// assert_eq!(nearest("h100.."), "9.0..");
    /// assert_eq!(nearest("9.0..8.0"), "8.0..=9.0");
    /// assert_eq!(nearest("..=8.4"), "..=8.0");
    /// assert!(Arch::find("toaster").unwrap_err().nearest_range().is_none());
    /// ```
    pub const fn nearest_range(&self) -> Option<Text<24>> {
        let (Reason::RangeForm | Reason::RangeEnd(_) | Reason::EmptyRange) = self.reason else {
            return None;
        };
        let [from, to, _] = self.names;
        let dots = if to.is_empty() { ".." } else { "..=" };
        Some(*Text::new().text(from).text(dots).text(to))
    }

    /// Returns `true` if rows with different limits or SM counts share the name.
    ///
    /// # Examples
    ///
    /// ```
    /// use occupancy_core::Arch;
    ///
    /// assert!(Arch::find("titan x").unwrap_err().is_ambiguous());
    /// assert!(Arch::find("NVIDIA GeForce RTX 3080").unwrap_err().is_ambiguous());
    /// assert!(!Arch::find("titan").unwrap_err().is_ambiguous());
    /// ```
    pub const fn is_ambiguous(&self) -> bool {
        matches!(self.reason, Reason::Ambiguous(_))
    }

    /// The board, if the name is a known board with a MIG profile that has no row.
    ///
    /// The profile may well exist: then only its SM count is not known. It cannot be derived from other profiles,
    /// because it is not a multiple of a slice. `cudaDevAttrMultiProcessorCount` reports it inside the instance, and
    /// [`Device::new`](super::Device::new) takes it.
    ///
    /// # Examples
    ///
    /// ```
    /// use occupancy_core::Arch;
    ///
    /// let board = |name| Arch::find(name).unwrap_err().mig_board();
    /// assert_eq!(board("b200:2g.45gb"), Some("B200 SXM 180GB"));
    /// assert_eq!(board("rtx4090:1g.10gb"), Some("GeForce RTX 4090"));
    /// assert_eq!(board("rtx409:1g.10gb"), None);
    /// ```
    pub const fn mig_board(&self) -> Option<&'static str> {
        match self.reason {
            Reason::UnknownProfile(board)
            | Reason::NoSmCount(board, _)
            | Reason::NoSmCounts(board)
            | Reason::NotListed(board) => Some(board),
            _ => None,
        }
    }

    /// Returns `true` if the names of [`nearest`](Self::nearest) are near, and `false` if they are examples.
    ///
    /// # Examples
    ///
    /// ```
    /// use occupancy_core::Arch;
    ///
    /// assert!(Arch::find("h10").unwrap_err().is_near());
    /// assert!(!Arch::find("toaster").unwrap_err().is_near());
    /// ```
    pub const fn is_near(&self) -> bool {
        !matches!(self.reason, Reason::Far)
    }

    /// The reason why no GPU has the name; empty if no more is known.
    pub(crate) const fn reason(&self) -> Text<192> {
        self.reason.message()
    }
}

impl fmt::Display for UnknownArch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name.as_str().escape_debug();
        match self.reason {
            Reason::Unknown | Reason::Far => write!(f, "unknown arch `{name}`"),
            Reason::Ambiguous(_) => write!(f, "ambiguous arch `{name}`"),
            Reason::NoSmCount(..) | Reason::NoSmCounts(_) | Reason::NotListed(_) => {
                self.reason.fmt(f)
            }
            reason => write!(f, "`{name}`: {reason}"),
        }?;
        if let Some(range) = self.nearest_range() {
            return write!(f, "; the nearest range is `{range}`");
        }
        f.write_str(match (self.reason, self.nearest()) {
            (_, []) => "",
            (Reason::Ambiguous(_), _) => "; it can be any of ",
            (Reason::Far, _) => "; known names are, for example, ",
            (_, [board]) if self.mig_board().is_some() && !board.contains(':') => {
                "; the whole board is "
            }
            (Reason::Range, _) => "; it begins with ",
            (_, [_]) => "; the nearest name is ",
            _ => "; the nearest names are ",
        })?;
        for (at, name) in self.nearest().iter().enumerate() {
            let comma = if at == 0 { "" } else { ", " };
            write!(f, "{comma}`{name}`")?;
        }
        f.write_str(match (self.reason, self.nearest()) {
            (Reason::Far, ["mi300x", ..]) => ", or a target such as `gfx942`",
            (Reason::Far, _) => ", or a compute capability such as `9.0`",
            _ => "",
        })
    }
}

impl error::Error for UnknownArch {}
