//! From the name that people write to a row of the tables.

use super::devices::mig::{self, Board};
use super::{Arch, ComputeCapability, Device};
use crate::text::Text;
use core::{error, fmt};

impl Arch {
    /// The arch with this name.
    ///
    /// A name is one of
    ///
    /// - a [device](super::devices): an alias or the full name, with or
    ///   without a leading `NVIDIA`, `GeForce` or `Tesla`: `h100`, `RTX 4090`,
    ///   `NVIDIA GeForce RTX 4090`. What the driver reports is one of them,
    ///   also in the form of file names: `NVIDIA_H100_80GB_HBM3`. `Laptop`
    ///   and `Mobile` at the end are `Laptop GPU`;
    /// - a [MIG instance](super::devices::mig): any name of the board, `:` or
    ///   `MIG`, and the profile: `h100:1g.10gb`, `H100 SXM5 80GB MIG 1g.10gb`;
    /// - a compute capability: `9.0`, `cc 9.0`, `compute capability 9.0`;
    /// - a target: `sm_90`, `sm90`, `compute_90`, and with the suffix of a
    ///   target that exists `sm_90a`, `compute_100f`. With an `a`, it has the limits of code for it:
    ///   [`SM_90A`](super::compute_capabilities::SM_90A).
    ///
    /// Case, spaces, `-` and `_` are ignored, and nothing else. The `+` and `.` of a profile do count:
    /// `1g.24gb-me` can be written `1g.24gbme`, but not `1g.24gb+me`, which is another profile.
    ///
    /// A short name that several boards share stands for the common one:
    ///
    /// | name | stands for | also sold as |
    /// |---|---|---|
    /// | `h100`, `h800` | SXM5, 132 SMs | `h100-pcie`, `h800-pcie`: 114 SMs |
    /// | `a100` | SXM4 40 GB | other memory, the same 108 SMs |
    /// | `v100` | SXM2 16 GB | other memory and clocks, the same 80 SMs |
    /// | `rtx3080` | 10 GB, 68 SMs | `rtx3080-12gb`: 70 SMs |
    /// | `rtx3050` | 8 GB, 20 SMs | `rtx3050-6gb`: 18 SMs |
    /// | `rtx2060` | 6 GB, 30 SMs | `rtx2060-12gb`: 34 SMs |
    /// | `gtx1650`, `gtx1070` | desktop, 14 and 15 SMs | `gtx1650-laptop`, `gtx1070-laptop`: 16 SMs |
    ///
    /// For each of the last four lines, the driver has one name for both boards. In the form that it
    /// reports, `NVIDIA GeForce RTX 3080`, the name can mean either.
    ///
    /// # Errors
    ///
    /// [`UnknownArch`] if no row has this name, or if rows with different limits or SM counts share it:
    /// `rtx 6000` is a GPU of four generations, and the driver of each Jetson Orin reports `orin`. The
    /// same error is for a MIG profile without a report of a real instance: its SM count is not guessed.
    /// A name of more than 256 bytes is unknown, and is not read to its end.
    ///
    /// # Examples
    ///
    /// ```
    /// use occupancy_core::{Arch, devices};
    ///
    /// let found = Arch::find("NVIDIA GeForce RTX 4090")?;
    /// assert_eq!(found, Arch::Device(devices::RTX4090));
    /// assert_eq!(Arch::find("rtx_4090")?, found);
    /// assert_eq!(Arch::find("NVIDIA GeForce RTX 4090 Laptop GPU")?.sm_count(), Some(76));
    ///
    /// // One of the seven that an H100 can be divided into.
    /// let instance = Arch::find("h100:1g.10gb")?;
    /// assert_eq!(instance, Arch::Device(devices::mig::H100_1G_10GB));
    /// assert_eq!(instance.sm_count(), Some(16));
    /// assert_eq!(Arch::find("H100 MIG 1g.10gb")?, instance);
    ///
    /// let unknown = Arch::find("rtx409").unwrap_err();
    /// assert_eq!(unknown.nearest()[0], "rtx4090");
    /// # Ok::<(), occupancy_core::UnknownArch>(())
    /// ```
    pub const fn find(name: &str) -> Result<Arch, UnknownArch> {
        let key = Key::new(name);
        let found = match key.board_and_profile() {
            Some((board, profile)) => find_instance(&board, &profile),
            None => find_whole(&key),
        };
        match found {
            Ok(arch) => Ok(arch),
            Err(case) => Err(UnknownArch {
                asked: *Text::new().text(name),
                case,
            }),
        }
    }
}

/// The name has no row in the tables, or several, or it is a MIG profile whose SM count is not known.
///
/// As text, it says the name, of a long one the beginning.
///
/// # Which names are near
///
/// Up to three names are near, the best first. A name is near if
///
/// - it begins with what was asked for (two characters at least), ends with
///   that (three), or is what that begins with (three), or
/// - it is a few edits away: one for every three characters asked for, at least one and at most four.
///   Two neighbours exchanged are one edit; taking `o` for `0`, or `l` or `i` for `1`, counts half.
///
/// Among equally near names, the longer common beginning wins, then fewer edits, then the newer GPU. A
/// generation (`hopper`) is near its compute capabilities. A laptop or embedded GPU has fewer SMs than
/// its namesake, so only laptop GPUs and its compute capability are near. For 10.1 (`sm_101`), the only
/// near name is 11.0 (`sm_110`), which CUDA 13 renamed it to.
///
/// For a MIG profile without a row, they are the nearest profiles of the same board that have one,
/// however far, or the board itself if none has. If the board is unknown, they are the nearest boards,
/// each with the profile if it has that.
///
/// Of a GPU that is older than all of the tables, the only near name is the oldest compute capability, 5.0.
///
/// If nothing is near, a few common names are given as examples and
/// [`is_near`](Self::is_near) is false.
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
/// assert!(no_count.is_sm_count_unknown());
/// assert_eq!(
///     no_count.to_string(),
///     "the SM count of MIG profile `2g.45gb` of B200 SXM 180GB is not known: \
///      no report of a real instance was found; the nearest name is `b200:1g.23gb`",
/// );
/// ```
#[derive(Clone, Copy, Debug)]
pub struct UnknownArch {
    /// The name, or its beginning. Over 128 bytes, clippy warns of every function that returns the error.
    asked: Text<24>,
    case: Case,
}

const _: () = assert!(size_of::<UnknownArch>() < 128);

impl PartialEq for UnknownArch {
    fn eq(&self, other: &Self) -> bool {
        self.case == other.case && self.asked.as_str() == other.asked.as_str()
    }
}

impl Eq for UnknownArch {}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Case {
    /// One to three names; the places after them are empty.
    Near([&'static str; 3]),
    Far,
    /// A GPU of before the oldest row.
    TooOld,
    Ambiguous(&'static [&'static str]),
    /// A MIG profile without a row, of a known board; the names are as in `Near`.
    Profile {
        board: &'static str,
        fault: Fault,
        names: [&'static str; 3],
    },
}

/// Why a board has no row for a MIG profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// The board has rows, but no such profile.
    Unknown,
    /// The board has the profile, under this name.
    NoSmCount(&'static str),
    /// The MIG User Guide lists it, and no profile has a known SM count.
    NoSmCounts,
    /// The MIG User Guide does not list it.
    NotListed,
}

impl UnknownArch {
    /// Names to write instead: at least one. [`Arch::find`] takes each.
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
    /// assert_eq!(Arch::find("sm_101a").unwrap_err().nearest(), ["sm_110a"]);
    /// assert_eq!(Arch::find("toaster").unwrap_err().nearest(), ["h100", "a100", "rtx4090"]);
    /// assert_eq!(
    ///     Arch::find("h100:40gb").unwrap_err().nearest(),
    ///     ["h100:4g.40gb", "h100:3g.40gb", "h100:1g.10gb"],
    /// );
    ///
    /// // There is no MIG on this board.
    /// assert_eq!(Arch::find("rtx4090:1g.10gb").unwrap_err().nearest(), ["rtx4090"]);
    /// ```
    #[must_use]
    pub const fn nearest(&self) -> &[&'static str] {
        match &self.case {
            Case::Near(names) | Case::Profile { names, .. } => {
                let mut count = 1;
                while count < names.len() && !names[count].is_empty() {
                    count += 1;
                }
                names.split_at(count).0
            }
            Case::Far => COMMON,
            Case::TooOld => &["5.0"],
            Case::Ambiguous(candidates) => candidates,
        }
    }

    /// Whether rows with different limits or SM counts share the name.
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
    #[must_use]
    pub const fn is_ambiguous(&self) -> bool {
        matches!(self.case, Case::Ambiguous(_))
    }

    /// Whether the board has a MIG profile of this name, and only its SM count
    /// is not known.
    ///
    /// The count cannot be derived from other profiles, because it is not a multiple of a slice.
    /// `cudaDevAttrMultiProcessorCount` reports it inside the instance; [`Device::new`] takes it.
    ///
    /// # Examples
    ///
    /// ```
    /// use occupancy_core::Arch;
    ///
    /// assert!(Arch::find("b200:2g.45gb").unwrap_err().is_sm_count_unknown());
    /// // No B200 has this profile.
    /// assert!(!Arch::find("b200:2g.20gb").unwrap_err().is_sm_count_unknown());
    /// ```
    #[must_use]
    pub const fn is_sm_count_unknown(&self) -> bool {
        matches!(
            self.case,
            Case::Profile {
                fault: Fault::NoSmCount(_),
                ..
            }
        )
    }

    /// The board, if the name was a known board with a MIG profile that has no row.
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
    #[must_use]
    pub const fn mig_board(&self) -> Option<&'static str> {
        match &self.case {
            Case::Profile { board, .. } => Some(board),
            _ => None,
        }
    }

    /// Whether the GPU is known, and too old for the tables.
    pub(crate) const fn is_too_old(&self) -> bool {
        matches!(self.case, Case::TooOld)
    }

    /// Why the name is not that of a GPU.
    pub(crate) const fn reason(&self) -> Text<192> {
        let out = &mut Text::new();
        *match &self.case {
            Case::Near(_) | Case::Far => out.text("unknown arch"),
            Case::TooOld => {
                out.text("the oldest GPUs that are supported have compute capability 5.0")
            }
            Case::Ambiguous(_) => out.text("ambiguous arch"),
            Case::Profile { board, fault, .. } => match fault {
                Fault::Unknown => out.text("unknown MIG profile of ").text(board),
                Fault::NoSmCount(profile) => out
                    .text("the SM count of MIG profile `")
                    .text(profile)
                    .text("` of ")
                    .text(board)
                    .text(" is not known: no report of a real instance was found"),
                Fault::NoSmCounts => out
                    .text("the SM count of no MIG profile of ")
                    .text(board)
                    .text(" is known"),
                Fault::NotListed => out
                    .text("NVIDIA's MIG User Guide does not list ")
                    .text(board),
            },
        }
    }

    /// Whether the names of [`nearest`](Self::nearest) are near; if not, they are examples.
    ///
    /// # Examples
    ///
    /// ```
    /// use occupancy_core::Arch;
    ///
    /// assert!(Arch::find("h10").unwrap_err().is_near());
    /// assert!(!Arch::find("toaster").unwrap_err().is_near());
    /// ```
    #[must_use]
    pub const fn is_near(&self) -> bool {
        !matches!(self.case, Case::Far)
    }
}

impl fmt::Display for UnknownArch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (asked, reason) = (self.asked.as_str().escape_debug(), self.reason());
        match &self.case {
            Case::Near(_) | Case::Far | Case::Ambiguous(_) => {
                write!(f, "{} `{asked}`", reason.as_str())
            }
            Case::TooOld
            | Case::Profile {
                fault: Fault::Unknown,
                ..
            } => write!(f, "`{asked}`: {}", reason.as_str()),
            Case::Profile { .. } => f.write_str(reason.as_str()),
        }?;
        f.write_str(match (&self.case, self.nearest()) {
            (Case::Ambiguous(_), _) => "; it can be any of ",
            (Case::Far, _) => "; known names are, for example, ",
            (Case::Profile { .. }, [board]) if !Key::new(board).contains(":") => {
                "; the whole board is "
            }
            (_, [_]) => "; the nearest name is ",
            _ => "; the nearest names are ",
        })?;
        for (i, name) in self.nearest().iter().enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            write!(f, "{comma}`{name}`")?;
        }
        if self.is_near() {
            return Ok(());
        }
        f.write_str(", or a compute capability such as `9.0`")
    }
}

impl error::Error for UnknownArch {}

/// The examples if nothing is near.
const COMMON: &[&str] = &["h100", "a100", "rtx4090"];

/// Names of boards with different SM counts or compute capabilities, and what can be written instead.
const AMBIGUOUS: &[(&str, &[&str])] = &[
    (
        "rtx 6000",
        &["quadro-rtx6000", "rtx6000ada", "rtxpro6000", "rtx-a6000"],
    ),
    ("titan x", &["gtxtitanx", "titanx-pascal"]),
    // What drivers report, each for all of these.
    (
        "quadro rtx 4000",
        &["quadro-rtx4000-desktop", "quadro-rtx4000-laptop"],
    ),
    ("tegra x1", &["tx1", "jetson-nano"]),
    ("xavier", XAVIER),
    ("xavier (nvgpu)", XAVIER),
    ("orin", ORIN),
    ("orin (nvgpu)", ORIN),
];

const XAVIER: &[&str] = &["agx-xavier", "xavier-nx"];

const ORIN: &[&str] = &["agx-orin", "agx-orin-32gb", "orin-nx", "orin-nano"];

/// Names that the driver reports for boards with different SM counts, without `NVIDIA GeForce`. As
/// short names, they are the first board's.
const REPORTED: &[(&str, &[&str])] = &[
    ("gtx 1070", &["gtx1070", "gtx1070-laptop"]),
    ("gtx 1650", &["gtx1650", "gtx1650-laptop"]),
    ("rtx 2060", &["rtx2060", "rtx2060-12gb"]),
    ("rtx 3050", &["rtx3050", "rtx3050-6gb"]),
    ("rtx 3080", &["rtx3080", "rtx3080-12gb"]),
];

/// Names that have one right answer, whatever else looks similar.
const INSTEAD: &[(&str, &str)] = &[
    // CUDA 13 renamed it: ptxas 12.9 knows only 10.1, ptxas 13.5 only 11.0.
    ("10.1", "11.0"),
    ("sm_101", "sm_110"),
    ("sm_101a", "sm_110a"),
    ("sm_101f", "sm_110f"),
];

/// Fermi, Kepler and what came before: compute capabilities, targets, boards.
///
/// Source: NVIDIA, *CUDA GPUs*, <https://developer.nvidia.com/cuda-gpus>, as of 2022, before its oldest rows went.
#[rustfmt::skip]
const TOO_OLD: &[&str] = &[
    "1.0", "1.1", "1.2", "1.3", "2.0", "2.1", "3.0", "3.2", "3.5", "3.7",
    "sm_10", "sm_11", "sm_12", "sm_13", "sm_20", "sm_21", "sm_30", "sm_32", "sm_35", "sm_37",
    "fermi", "kepler",
    "c2050", "c2070", "c2075", "k10", "k20", "k20c", "k20m", "k20x", "k20xm", "k40", "k40c", "k40m", "k80",
    "quadro k420", "quadro k600", "quadro k2000", "quadro k4000", "quadro k4200", "quadro k5000", "quadro k5200",
    "quadro k6000",
    "gtx 460", "gtx 465", "gtx 470", "gtx 480", "gtx 550 ti", "gtx 560 ti", "gtx 570", "gtx 580", "gtx 590",
    "gtx 650", "gtx 650 ti", "gtx 660", "gtx 660 ti", "gtx 670", "gtx 680", "gtx 690",
    "gtx 760", "gtx 770", "gtx 780", "gtx 780 ti", "gtx titan", "gtx titan black", "gtx titan z",
];

/// What distinguishes a laptop or embedded GPU from the desktop GPU that it is named after.
const LAPTOP: &[&str] = &["laptop", "mobile", "maxq", "embedded"];

/// Bytes of a name that are read.
const READ: usize = 256;

/// Bytes of a name that are kept, more than any name of the tables has.
const KEPT: usize = 64;

/// A name without the parts that are ignored.
///
/// `compute_90` is kept as `sm90`, `cc 9.0` as `9.0`, `Laptop GPU` or `Mobile` at the end as
/// `laptop`, and `Embedded GPU` as `embedded`.
#[derive(Clone, Copy)]
struct Key {
    bytes: [u8; KEPT],
    len: usize,
    /// The name was no longer than what is kept.
    whole: bool,
    /// `NVIDIA`, `GeForce` or `Tesla` was in front.
    branded: bool,
}

impl Key {
    const fn new(name: &str) -> Key {
        let mut bytes = name.as_bytes();
        let mut key = Key {
            bytes: [0; KEPT],
            len: 0,
            whole: bytes.len() <= READ,
            branded: false,
        };
        if !key.whole {
            bytes = bytes.split_at(READ).0;
        }

        let mut at = after_brand(bytes);
        key.branded = at > skip_separators(bytes, 0);
        if let Some(number) = number_after(bytes, at, b"computecapability") {
            at = number;
        } else if let Some(number) = number_after(bytes, at, b"cc") {
            at = number;
        } else if let Some(number) = number_after(bytes, at, b"compute") {
            key.push(b's');
            key.push(b'm');
            at = number;
        }
        while at < bytes.len() {
            key.push(bytes[at].to_ascii_lowercase());
            at = skip_separators(bytes, at + 1);
        }
        if key.whole {
            key.shorten_end();
        }
        key
    }

    const fn shorten_end(&mut self) {
        if self.has_end(b"laptopgpu") || self.has_end(b"embeddedgpu") {
            self.len -= b"gpu".len();
        } else if self.has_end(b"mobile") {
            let start = self.len - b"mobile".len();
            let mut i = 0;
            while i < b"laptop".len() {
                self.bytes[start + i] = b"laptop"[i];
                i += 1;
            }
        }
    }

    const fn has_end(&self, word: &[u8]) -> bool {
        if word.len() > self.len {
            return false;
        }
        let start = self.len - word.len();
        let mut i = 0;
        while i < word.len() && self.bytes[start + i] == word[i] {
            i += 1;
        }
        i == word.len()
    }

    const fn push(&mut self, byte: u8) {
        if self.len < KEPT {
            self.bytes[self.len] = byte;
            self.len += 1;
        } else {
            self.whole = false;
        }
    }

    /// Whether this is the key of `name`, without building that key.
    const fn is(&self, name: &str) -> bool {
        let bytes = without_gpu(name.as_bytes());
        let mut at = after_brand(bytes);
        let mut i = 0;
        while at < bytes.len() {
            if i == self.len || self.bytes[i] != bytes[at].to_ascii_lowercase() {
                return false;
            }
            i += 1;
            at = skip_separators(bytes, at + 1);
        }
        self.whole && i == self.len
    }

    const fn is_one_of(&self, names: &[&str]) -> bool {
        let mut i = 0;
        while i < names.len() {
            if self.is(names[i]) {
                return true;
            }
            i += 1;
        }
        false
    }

    const fn contains(&self, word: &str) -> bool {
        self.position(word).is_some()
    }

    /// Where `word` is first.
    const fn position(&self, word: &str) -> Option<usize> {
        let word = word.as_bytes();
        let mut start = 0;
        while start + word.len() <= self.len {
            let mut i = 0;
            while i < word.len() && self.bytes[start + i] == word[i] {
                i += 1;
            }
            if i == word.len() {
                return Some(start);
            }
            start += 1;
        }
        None
    }

    /// The bytes from `start` to `end`.
    const fn part(&self, start: usize, end: usize) -> Key {
        let mut part = Key {
            bytes: [0; KEPT],
            len: end - start,
            whole: self.whole || end < self.len,
            branded: self.branded && start == 0,
        };
        let mut i = 0;
        while i < part.len {
            part.bytes[i] = self.bytes[start + i];
            i += 1;
        }
        if part.whole {
            part.shorten_end();
        }
        part
    }

    /// The keys of the board and of the profile, if something separates them
    /// and there is a board. No other name has a `:` or `mig` in it.
    const fn board_and_profile(&self) -> Option<(Key, Key)> {
        let (end, start) = match (self.position(":"), self.position("mig")) {
            (Some(at), _) => (at, at + 1),
            (None, Some(at)) => (at, at + 3),
            (None, None) => return None,
        };
        if end == 0 {
            return None;
        }
        Some((self.part(0, end), self.part(start, self.len)))
    }

    /// The keys of the board and of the profile, if only the separator is
    /// missing: `h100 1g.10gb`.
    const fn board_then_profile(&self) -> Option<(Key, Key)> {
        match self.position("g.") {
            Some(at) if at >= 2 => Some((self.part(0, at - 1), self.part(at - 1, self.len))),
            _ => None,
        }
    }

    /// Whether this is a name of `device`.
    const fn names(&self, device: &Device) -> bool {
        self.is(device.name) || self.is_one_of(device.aliases)
    }

    /// The board of [`mig::BOARDS`] with this name.
    const fn board(&self) -> Option<&'static Board> {
        let mut i = 0;
        while i < mig::BOARDS.len() {
            if self.names(mig::BOARDS[i].device) {
                return Some(&mig::BOARDS[i]);
            }
            i += 1;
        }
        None
    }

    /// The instance of `board` whose profile has this name.
    const fn instance_of(&self, board: &Board) -> Option<&'static Device> {
        let mut i = 0;
        while i < board.instances.len() {
            if let Some(profile) = board.instances[i].mig_profile()
                && self.is(profile)
            {
                return Some(&board.instances[i]);
            }
            i += 1;
        }
        None
    }

    const fn is_laptop(&self) -> bool {
        let mut i = 0;
        while i < LAPTOP.len() {
            if self.contains(LAPTOP[i]) {
                return true;
            }
            i += 1;
        }
        false
    }

    /// Bytes that both keys begin with.
    const fn common_prefix(&self, other: &Key) -> usize {
        let mut i = 0;
        while i < self.len && i < other.len && self.bytes[i] == other.bytes[i] {
            i += 1;
        }
        i
    }

    /// Whether `other` ends with this key.
    const fn ends(&self, other: &Key) -> bool {
        let mut i = 0;
        while i < self.len && i < other.len {
            i += 1;
            if self.bytes[self.len - i] != other.bytes[other.len - i] {
                return false;
            }
        }
        i == self.len
    }

    /// The distance in half edits. To insert, omit or replace a letter, or to exchange two neighbours,
    /// is one edit; a look-alike is half an edit.
    const fn distance(&self, other: &Key) -> usize {
        // `row[j]` is the distance from the part of `self` that was read to the first `j` bytes of
        // `other`; `above` and `before` are the rows one and two bytes ago.
        let mut row = [0; KEPT + 1];
        let mut j = 0;
        while j <= other.len {
            row[j] = 2 * j;
            j += 1;
        }
        let mut above = row;
        let mut i = 0;
        while i < self.len {
            let before = above;
            above = row;
            row[0] = 2 * (i + 1);
            let mut j = 0;
            while j < other.len {
                let mut best = above[j] + substitution(self.bytes[i], other.bytes[j]);
                if above[j + 1] + 2 < best {
                    best = above[j + 1] + 2;
                }
                if row[j] + 2 < best {
                    best = row[j] + 2;
                }
                if i > 0
                    && j > 0
                    && self.bytes[i] == other.bytes[j - 1]
                    && self.bytes[i - 1] == other.bytes[j]
                    && before[j - 1] + 2 < best
                {
                    best = before[j - 1] + 2;
                }
                row[j + 1] = best;
                j += 1;
            }
            i += 1;
        }
        row[other.len]
    }

    /// The distance of `name` from this key, or [`FAR`]. The rule is in the docs of [`UnknownArch`].
    const fn rank(&self, name: &str) -> usize {
        let other = Key::new(name);
        let prefix = self.common_prefix(&other);
        let longer = 2 * self.len.abs_diff(other.len);
        let limit = match self.len {
            0 | 1 => 0,
            2..=5 => 2,
            6..=11 => 2 * (self.len / 3),
            _ => 8,
        };

        // One inside the other: the distance is the rest, and counts as one edit.
        let inside = (prefix == self.len && prefix >= 2)
            || (prefix == other.len && prefix >= 3)
            || (self.len >= 3 && self.ends(&other));
        let (near, distance) = if inside {
            (if longer < 2 { longer } else { 2 }, longer)
        } else if longer > limit {
            return FAR;
        } else {
            let distance = self.distance(&other);
            if distance > limit {
                return FAR;
            }
            (distance, distance)
        };
        // No part reaches into the next: the distance is below 256, the prefix
        // at most 64.
        (near * 128 + (KEPT - prefix)) * 256 + distance
    }

    /// The nearest of `names`, and its distance.
    const fn nearest_of<'a>(&self, names: &[&'a str]) -> (usize, &'a str) {
        let mut best = (FAR, "");
        let mut i = 0;
        while i < names.len() {
            let rank = self.rank(names[i]);
            if rank < best.0 {
                best = (rank, names[i]);
            }
            i += 1;
        }
        best
    }
}

/// The distance of `name` from `asked`; `None` if it is not near. The rule is in the docs of
/// [`UnknownArch`].
pub const fn nearness(asked: &str, name: &str) -> Option<usize> {
    match Key::new(asked).rank(name) {
        FAR => None,
        rank => Some(rank),
    }
}

/// The nearest of `names`, the first among equals; `None` if none is near.
///
/// The one measure for every name that people write: GPUs, kernels of a file, arguments, warnings.
/// The rule is in the docs of [`UnknownArch`].
#[doc(hidden)]
#[must_use]
pub const fn nearest_name<'a>(asked: &str, names: &[&'a str]) -> Option<&'a str> {
    match Key::new(asked).nearest_of(names) {
        (FAR, _) => None,
        (_, name) => Some(name),
    }
}

/// The rank of a name that is not near.
const FAR: usize = usize::MAX;

/// The board, the compute capability or the names that `key` can mean.
const fn find_whole(key: &Key) -> Result<Arch, Case> {
    let mut i = 0;
    while key.branded && i < REPORTED.len() {
        if key.is(REPORTED[i].0) {
            return Err(Case::Ambiguous(REPORTED[i].1));
        }
        i += 1;
    }

    let mut i = 0;
    while i < Device::ALL.len() {
        let device = Device::ALL[i];
        if key.names(&device) {
            return Ok(Arch::Device(device));
        }
        i += 1;
    }

    let mut i = 0;
    while i < ComputeCapability::ALL.len() {
        let one = &ComputeCapability::ALL[i];
        if let Some((target, specific)) = one.architecture_specific()
            && key.is(target)
        {
            return Ok(Arch::ComputeCapability(specific));
        }
        if key.is(one.name) || key.is_one_of(one.targets) {
            return Ok(Arch::ComputeCapability(one));
        }
        i += 1;
    }

    let mut i = 0;
    while i < AMBIGUOUS.len() {
        if key.is(AMBIGUOUS[i].0) {
            return Err(Case::Ambiguous(AMBIGUOUS[i].1));
        }
        i += 1;
    }

    if let Some((board, profile)) = key.board_then_profile()
        && let Some(board) = board.board()
        && let Some(instance) = profile.instance_of(board)
    {
        return Err(Case::Near([instance.aliases[0], "", ""]));
    }
    Err(nearest(key))
}

/// The MIG instance of a board.
const fn find_instance(board: &Key, profile: &Key) -> Result<Arch, Case> {
    let device = match find_whole(board) {
        Ok(Arch::Device(device)) => device,
        Ok(Arch::ComputeCapability(_)) => return Err(nearest(board)),
        Err(Case::Near(names)) => return Err(Case::Near(with_profile(names, profile))),
        Err(case) => return Err(case),
    };
    let whole = [device.aliases[0], "", ""];
    let Some(board) = board.board() else {
        return Err(Case::Profile {
            board: device.name,
            fault: Fault::NotListed,
            names: whole,
        });
    };
    if let Some(instance) = profile.instance_of(board) {
        return Ok(Arch::Device(*instance));
    }

    let mut fault = Fault::Unknown;
    let mut names = nearest_instances(profile, board);
    if board.instances.is_empty() {
        fault = Fault::NoSmCounts;
        names = whole;
    }
    let mut i = 0;
    while i < board.not_known.len() {
        if profile.is(board.not_known[i]) {
            fault = Fault::NoSmCount(board.not_known[i]);
        }
        i += 1;
    }
    Err(Case::Profile {
        board: device.name,
        fault,
        names,
    })
}

/// The instances of `board` with the nearest profiles, however far they are.
const fn nearest_instances(profile: &Key, board: &Board) -> [&'static str; 3] {
    let mut nearest = Nearest::NONE;
    let mut i = 0;
    while i < board.instances.len() {
        let instance = &board.instances[i];
        if let Some(other) = instance.mig_profile() {
            let mut rank = profile.rank(other);
            if rank == FAR {
                // Behind all that are near; the distance is at most 128.
                rank = FAR - 256 + profile.distance(&Key::new(other));
            }
            nearest.offer(rank, instance.aliases[0]);
        }
        i += 1;
    }
    nearest.names
}

/// The boards of `names`, each with the profile if it has that.
const fn with_profile(mut names: [&'static str; 3], profile: &Key) -> [&'static str; 3] {
    let mut i = 0;
    while i < names.len() {
        if let Some(board) = Key::new(names[i]).board()
            && let Some(instance) = profile.instance_of(board)
        {
            names[i] = instance.aliases[0];
        }
        i += 1;
    }
    names
}

/// The nearest names so far, the best first.
struct Nearest {
    ranks: [usize; 3],
    names: [&'static str; 3],
}

impl Nearest {
    const NONE: Nearest = Nearest {
        ranks: [FAR; 3],
        names: [""; 3],
    };

    /// Inserts the name if it is nearer than one in the list; among equals, the first stays ahead.
    const fn offer(&mut self, rank: usize, name: &'static str) {
        let key = Key::new(name);
        let mut i = 0;
        while i < self.names.len() && self.ranks[i] <= rank {
            if self.ranks[i] == FAR || key.is(self.names[i]) {
                return;
            }
            i += 1;
        }
        let (mut rank, mut name) = (rank, name);
        while i < self.names.len() {
            let (next_rank, next_name) = (self.ranks[i], self.names[i]);
            self.ranks[i] = rank;
            self.names[i] = name;
            // The same name at a larger distance drops out here.
            if next_rank == FAR || key.is(next_name) {
                return;
            }
            rank = next_rank;
            name = next_name;
            i += 1;
        }
    }
}

/// The names near `key`; the rule is in the docs of [`UnknownArch`].
const fn nearest(key: &Key) -> Case {
    if key.is_one_of(TOO_OLD) {
        return Case::TooOld;
    }
    let mut i = 0;
    while i < INSTEAD.len() {
        if key.is(INSTEAD[i].0) {
            return Case::Near([INSTEAD[i].1, "", ""]);
        }
        i += 1;
    }

    let mut nearest = Nearest::NONE;
    let laptop = key.is_laptop();

    // Both tables backwards, because the first among equals stays ahead.
    let mut i = Device::ALL.len();
    while i > 0 {
        i -= 1;
        let device = &Device::ALL[i];
        let mut best = key.nearest_of(device.aliases);
        let full = key.rank(device.name);
        if full < best.0 {
            best = (full, device.name);
        }
        if laptop && !Key::new(device.name).is_laptop() {
            best.1 = device.compute_capability.name;
        }
        nearest.offer(best.0, best.1);
    }

    let mut i = ComputeCapability::ALL.len();
    while i > 0 {
        i -= 1;
        let one = &ComputeCapability::ALL[i];
        nearest.offer(key.rank(one.name), one.name);
        nearest.offer(key.rank(one.architecture), one.name);
        let mut t = 0;
        while t < one.targets.len() {
            nearest.offer(key.rank(one.targets[t]), one.targets[t]);
            t += 1;
        }
    }

    if nearest.ranks[0] == FAR {
        Case::Far
    } else {
        Case::Near(nearest.names)
    }
}

const fn is_separator(byte: u8) -> bool {
    matches!(byte, b' ' | b'-' | b'_')
}

/// The first place from `at` on that is not a separator.
const fn skip_separators(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() && is_separator(bytes[at]) {
        at += 1;
    }
    at
}

/// The position after `word` at `at`, or `at` if `word` is not there.
///
/// `at` and the result are never at a separator.
const fn skip_word(bytes: &[u8], at: usize, word: &[u8]) -> usize {
    let mut end = at;
    let mut i = 0;
    while i < word.len() {
        if end == bytes.len() || bytes[end].to_ascii_lowercase() != word[i] {
            return at;
        }
        end = skip_separators(bytes, end + 1);
        i += 1;
    }
    end
}

/// A name of the tables without the `GPU` after `Laptop` and `Embedded`.
const fn without_gpu(name: &[u8]) -> &[u8] {
    match name {
        [start @ .., b' ', b'G', b'P', b'U']
            if matches!(start, [.., b'L', b'a', b'p', b't', b'o', b'p'])
                || matches!(start, [.., b'E', b'm', b'b', b'e', b'd', b'd', b'e', b'd']) =>
        {
            start
        }
        _ => name,
    }
}

/// Where the name really begins.
const fn after_brand(bytes: &[u8]) -> usize {
    let at = skip_separators(bytes, 0);
    let at = skip_word(bytes, at, b"nvidia");
    let at = skip_word(bytes, at, b"geforce");
    skip_word(bytes, at, b"tesla")
}

/// The position of the number, if `bytes` is `word` and a number from `at` on.
const fn number_after(bytes: &[u8], at: usize, word: &[u8]) -> Option<usize> {
    let end = skip_word(bytes, at, word);
    if end > at && end < bytes.len() && bytes[end].is_ascii_digit() {
        Some(end)
    } else {
        None
    }
}

/// In half edits.
const fn substitution(a: u8, b: u8) -> usize {
    match (a, b) {
        _ if a == b => 0,
        (b'o', b'0') | (b'0', b'o') | (b'l' | b'i', b'1') | (b'1', b'l' | b'i') => 1,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::{nearest_name, nearness};

    /// As far as what is kept of a name reaches, and one letter further.
    const LONG: [&str; 2] = [
        "flashattentionforwardwithheadsofonehundredandtwentyeightvariables",
        "flashattentionforwardwithheadsofonehundredandtwentyeightvariable",
    ];

    #[test]
    fn names_of_any_length_are_compared() {
        let asked = "flashattentionfoward-withheadsofonehundredandtwentyeightvariabels";
        for name in LONG {
            assert!(nearness(asked, name).is_some());
        }
        assert_eq!(nearness(asked, "gemm"), None);
    }

    #[test]
    fn what_differs_in_separators_is_nearest() {
        let asked = nearness("sumo", "sum_o");
        assert!(asked.is_some() && asked < nearness("sumo", "sum0"));
    }

    #[test]
    fn one_edit_is_nearer_than_two_far_behind() {
        let asked = "transposeandscaleandreducerows";
        let inside = nearness(asked, "mytransposeandscaleandreducerows");
        assert!(inside.is_some() && inside < nearness(asked, "transposeandscaleandreducel0ws"));
    }

    #[test]
    fn the_nearest_of_any_names() {
        const WARNINGS: &[&str] = &["min_blocks", "register_cliff", "last_wave", "partial_warp"];
        const ARGUMENTS: &[&str] = &[
            "arch",
            "threads",
            "regs",
            "min_blocks",
            "smem",
            "grid",
            "on",
        ];
        for (asked, names, nearest) in [
            ("register_clif", WARNINGS, Some("register_cliff")),
            ("register_clifff", WARNINGS, Some("register_cliff")),
            ("register-cliff", WARNINGS, Some("register_cliff")),
            ("regster_cilff", WARNINGS, Some("register_cliff")),
            ("last_waves", WARNINGS, Some("last_wave")),
            ("partial", WARNINGS, Some("partial_warp")),
            ("unused_variables", WARNINGS, None),
            ("everything", WARNINGS, None),
            ("reg", ARGUMENTS, Some("regs")),
            ("tread", ARGUMENTS, None),
            ("treads", ARGUMENTS, Some("threads")),
            ("mn_block", ARGUMENTS, Some("min_blocks")),
            ("minBlocks", ARGUMENTS, Some("min_blocks")),
            // Two letters exchanged are one edit.
            ("gird", ARGUMENTS, Some("grid")),
            ("msem", ARGUMENTS, Some("smem")),
            ("rges", ARGUMENTS, Some("regs")),
            ("no", ARGUMENTS, Some("on")),
            ("colour", ARGUMENTS, None),
            ("\u{1f980}", ARGUMENTS, None),
            ("", ARGUMENTS, None),
            ("regs", &[], None),
            // Of equals the first.
            ("ab3", &["ab1", "ab2"], Some("ab1")),
        ] {
            assert_eq!(nearest_name(asked, names), nearest, "{asked}");
        }
        const { assert!(nearest_name("register_clif", WARNINGS).is_some()) };
    }
}
