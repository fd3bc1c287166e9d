//! Finds the row of the tables that a name means, as people write it.

mod key;
mod range;
mod written;

use self::key::{FAR, Key, Nearest, are_of, one_of};
pub use self::key::{nearest_name, nearness};
use self::written::{as_written, of_target};
use super::amd::targets::in_mode;
use super::compute_capabilities::{SM_107_OVERSIZED, SM_107A_OVERSIZED, WITHOUT_A_RANGE};
use super::nvidia::DEFAULT_SHARED_MEMORY_PER_BLOCK;
use super::unknown_arch::{Reason, UnknownArch};
use super::{ARCHS, Arch, Device, FIRST_TARGET, Multiprocessor, Vendor};
use crate::numbers::or;
use crate::text::{Text, same};

/// The reason why a name is unknown, and names to write instead.
type Unknown = (Reason, [&'static str; 3]);

/// The GPU, or why there is none; `None` if there is no more to say than the nearest names.
type Found = Result<Arch, Option<Unknown>>;

/// The longest name that is read, bytes.
const READ: usize = 256;

impl Arch {
    /// Finds the GPU, the compute capability or the target with this name.
    ///
    /// A name is one of
    ///
    /// - a [device](super::devices): an alias or the full name, with or
    ///   without a leading `NVIDIA`, `GeForce` or `Tesla`: `h100`, `RTX 4090`,
    ///   `NVIDIA GeForce RTX 4090`. What the driver reports is one of them,
    ///   also in the form of file names: `NVIDIA_H100_80GB_HBM3`. `Laptop`
    ///   and `Mobile` at the end are `Laptop GPU`;
    /// - a [MIG instance](Device::mig_instances): any name of the board, `:` or
    ///   `MIG`, and the profile: `h100:1g.10gb`, `H100 SXM5 80GB MIG 1g.10gb`;
    /// - a compute capability: `9.0`, `cc 9.0`, `compute capability 9.0`;
    /// - a target: `sm_90`, `sm90`, `compute_90`, and those with a suffix that exist: `sm_90a`,
    ///   `compute_100f`. One with an `a` has the limits of code that is compiled for it:
    ///   [`SM_90A`](super::compute_capabilities::SM_90A);
    /// - 10.7 in the oversized mode of shared memory: `10.7:oversized`, `sm_107a:oversized`.
    ///
    /// AMD's are
    ///
    /// - a device: with or without a leading `AMD`, `Radeon` or `Instinct`: `mi300x`, `AMD Radeon RX 7900 XTX`;
    /// - a [part](Device::parts) of one: `mi300x:cpx`, and a Radeon for code that is compiled otherwise than by default,
    ///   `rx7900xtx:wave64`, `:cu` or `:wave64:cu`. The defaults can be written too: `spx`, `wave32`, `wgp`;
    /// - a target: `gfx942`, RDNA's in the same modes, `gfx1100:wave64`, and with the features that HIP reports, which
    ///   change no limit: `gfx942:sramecc+:xnack-`.
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
    /// reports, `NVIDIA GeForce RTX 3080`, the name can mean either. `AMD Instinct MI250X / MI250` is another such name.
    ///
    /// # Errors
    ///
    /// [`UnknownArch`] if no row has this name, or if rows with different limits or SM counts share it:
    /// `rtx 6000` is a GPU of four generations, and the driver of each Jetson Orin reports `orin`. The
    /// same error is for a MIG profile without a report of a real instance: its SM count is not guessed. A generic
    /// target, `gfx11-generic`, is no one GPU.
    /// A name of more than 256 bytes is unknown, and is not read.
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
    /// assert_eq!(instance, Arch::Device(devices::H100.mig_instances()[0]));
    /// assert_eq!(instance.sm_count(), Some(16));
    /// assert_eq!(Arch::find("H100 MIG 1g.10gb")?, instance);
    ///
    /// // What HIP reports of an MI300X, and one of its modes.
    /// assert_eq!(Arch::find("AMD Instinct MI300X")?, Arch::Device(devices::MI300X));
    /// assert_eq!(Arch::find("gfx942:sramecc+:xnack-")?, Arch::find("gfx942")?);
    /// assert_eq!(Arch::find("rx7900xtx:cu")?.sm_count(), Some(96));
    ///
    /// let unknown = Arch::find("rtx409").unwrap_err();
    /// assert_eq!(unknown.nearest()[0], "rtx4090");
    /// # Ok::<(), occupancy_core::UnknownArch>(())
    /// ```
    pub const fn find(name: &str) -> Result<Arch, UnknownArch> {
        let read = if name.len() > READ { "" } else { name };
        let (reason, names) = match find_named(read) {
            Ok(arch) => return Ok(arch),
            // The mode of an end has a `:`, as a part.
            Err(found)
                if Arch::is_range(read)
                    && (found.is_none() || Key::new(read).position(b"gfx").is_some()) =>
            {
                let archs = match Arch::range(read) {
                    Ok(archs) => archs,
                    Err(unknown) => return Err(unknown),
                };
                let mut first = Nearest::NONE;
                each!(archs, |arch| {
                    first.offer(0, arch.short_name());
                });
                (Reason::Range, first.names)
            }
            Err(Some(unknown)) => unknown,
            Err(None) => match board_of_virtual(read) {
                Some((board, name)) => (Reason::Virtual, [board.multiprocessor.name, name, ""]),
                None => nearest(&Key::new(read)),
            },
        };
        Err(UnknownArch {
            name: *Text::new().text(name),
            reason,
            names,
        })
    }

    /// Returns `true` if [`find`](Self::find) finds the name. It does not search for the nearest names.
    #[doc(hidden)]
    pub fn is_name(name: &str) -> bool {
        name.len() <= READ && find_named(name).is_ok()
    }

    /// Returns `true` if a driver reports this device under this name, with this number of SMs. Each of the devices
    /// that share a name is reported under it, and a part of a board of AMD under that of the board.
    ///
    /// ```
    /// use occupancy_core::devices::{H100, RTX3080, RTX3080_12GB};
    ///
    /// assert!(H100.arch().is_reported_as("NVIDIA H100 80GB HBM3", 132));
    /// assert!(!H100.arch().is_reported_as("NVIDIA H200", 132));
    /// let [small, large] = [RTX3080, RTX3080_12GB].map(|one| one.arch().is_reported_as("NVIDIA GeForce RTX 3080", 70));
    /// assert!(!small && large);
    /// ```
    pub fn is_reported_as(&self, name: &str, sm_count: u32) -> bool {
        let is_it = |found: Arch| Some(found.name()) == self.board();
        let is_named = match Arch::find(name) {
            Ok(found) => is_it(found),
            Err(unknown) if unknown.is_ambiguous() => {
                let mut meant = unknown.nearest().iter();
                meant.any(|one| Arch::find(one).is_ok_and(is_it))
            }
            Err(_) => name == self.name(),
        };
        self.reported_count() == Some(sm_count) && is_named
    }

    /// The number of multiprocessors that a driver reports; `None` for a compute capability or a target. HIP reports
    /// the WGPs of a Radeon, in CU mode too.
    #[doc(hidden)]
    pub fn reported_count(&self) -> Option<u32> {
        let sm = self.multiprocessor();
        let is_in_cu_mode = self.is_of_amd() && !sm.is_wgp && sm.name != sm.targets[0];
        Some(self.sm_count()? / if is_in_cu_mode { 2 } else { 1 })
    }

    /// Returns `true` if HIP reports this target id, with its features, in `gcnArchName` for this GPU or target of AMD, in
    /// any of its modes.
    ///
    /// ```
    /// use occupancy_core::Arch;
    ///
    /// let [mi300x, wave64] = ["mi300x:cpx", "gfx1100:wave64"].map(|name| Arch::find(name).unwrap());
    /// assert!(mi300x.is_of_target("gfx942:sramecc+:xnack-"));
    /// assert!(wave64.is_of_target("gfx1100") && !wave64.is_of_target("gfx1101"));
    /// ```
    pub fn is_of_target(&self, id: &str) -> bool {
        let targets = self.multiprocessor().targets;
        self.is_of_amd()
            && matches!(Arch::find(id), Ok(Arch::Multiprocessor(sm)) if sm.targets == targets)
    }

    /// The name of the whole board, or of the target in its default mode. No other has a `:`.
    fn board(&self) -> Option<&'static str> {
        self.name().split(':').next()
    }

    const fn is_of_amd(&self) -> bool {
        self.multiprocessor().is_of(Vendor::Amd)
    }

    /// Returns `true` if nothing that a driver reports tells the two devices apart: neither compute capability nor
    /// number of SMs nor name. The modes of AMD's code are none of these.
    ///
    /// ```
    /// use occupancy_core::devices::{AGX_ORIN, H100, H200, ORIN_NANO, ORIN_NX};
    ///
    /// assert!(ORIN_NX.arch().is_reported_like(&ORIN_NANO.arch()));
    /// assert!(!ORIN_NX.arch().is_reported_like(&AGX_ORIN.arch()));
    /// assert!(!H100.arch().is_reported_like(&H200.arch()));
    /// ```
    pub fn is_reported_like(&self, other: &Self) -> bool {
        if self.is_of_amd() && self.board() == other.board() {
            return self.reported_count() == other.reported_count();
        }
        let sm_count = self.reported_count().unwrap_or(0);
        let is_shared =
            |name| self.is_reported_as(name, sm_count) && other.is_reported_as(name, sm_count);
        let [own, others] = [self, other].map(|arch| arch.multiprocessor().name());
        let mut names = MEANINGS.iter().flat_map(|(names, _)| *names);
        own == others && names.any(|name| is_shared(name))
    }
}

impl Multiprocessor {
    /// The target of this compute capability, or the target of AMD, that `name` spells, in any form that [`Arch::find`]
    /// takes; `None` for any other name, such as `h100` or `9.0`.
    ///
    /// ```
    /// use occupancy_core::compute_capabilities::SM_90;
    ///
    /// assert_eq!(SM_90.target_named("sm_90a"), Some("sm_90a"));
    /// assert_eq!(SM_90.target_named("Compute 90A"), Some("sm_90a"));
    /// assert_eq!(SM_90.target_named("h100"), None);
    /// ```
    pub const fn target_named(&self, name: &str) -> Option<&'static str> {
        let key = Key::new(name);
        match key.board_and_profile() {
            Some((whole, _)) if self.is_of(Vendor::Nvidia) => whole.one_of(self.targets),
            _ => key.one_of(self.targets),
        }
    }
}

/// Finds the arch with this name.
const fn find_named(name: &str) -> Found {
    if let Some(arch) = as_written(name) {
        return Ok(arch);
    }
    let key = Key::new(name);
    match key.board_and_profile() {
        Some((whole, part)) => find_part(&whole, &part),
        None => find_whole(&key),
    }
}

/// Finds the board, the compute capability or the target that `key` names.
const fn find_whole(key: &Key) -> Found {
    each!(MEANINGS, |(names, meant)| {
        if key.is_reported_as_one_of(names) {
            return Err(Some((Reason::Ambiguous(meant), [""; 3])));
        }
    });
    if let Some(device) = board(key) {
        return Ok(Arch::Device(*device));
    }
    let found = match named_of(key, rows(key.brand).1) {
        None if !matches!(key.brand, Some(Vendor::Amd)) => named_of(key, WITHOUT_A_RANGE),
        found => found,
    };
    match found {
        Some(arch) => Ok(arch),
        None => Err(None),
    }
}

/// Finds the compute capability or the target that `key` names among these.
const fn named_of(key: &Key, archs: &[Arch]) -> Option<Arch> {
    each!(archs, |arch| {
        let sm = arch.multiprocessor();
        if let Some(target) = key.one_of(sm.targets) {
            return Some(of_target(sm, target));
        }
        if key.is(sm.name) {
            return Some(*arch);
        }
    });
    None
}

/// The board of a virtual GPU, such as `NVIDIA A10-4Q`, `GRID A100-10C` and `H100-1-10C`, and its name if the virtual GPU
/// takes turns on it with others: without slices, it has no MIG instance to itself.
const fn board_of_virtual(name: &str) -> Option<(&'static Device, &'static str)> {
    let name = match name.as_bytes().split_first_chunk() {
        Some((b"GRID ", board)) => board,
        _ => name.as_bytes(),
    };
    let [left @ .., b'Q' | b'C' | b'B' | b'A'] = name else {
        return None;
    };
    // The profile of a virtual GPU has its memory, and its slices.
    let (mut left, mut has_slices) = (left, false);
    while let [board @ .., b'0'..=b'9' | b'-'] = left {
        if let ([.., b'-'], Ok(name)) = (left, str::from_utf8(board))
            && let Some(device) = self::board(&Key::new(name))
        {
            let name = if has_slices { "" } else { device.aliases[0] };
            return Some((device, name));
        }
        has_slices = has_slices || matches!(left, [.., b'-']);
        left = board;
    }
    None
}

/// The boards of a vendor and its compute capabilities or targets, or all of them.
const fn rows(vendor: Option<Vendor>) -> (&'static [Device], &'static [Arch]) {
    let (of_nvidia, of_amd) = ARCHS.split_at(FIRST_TARGET);
    match vendor {
        None => (Device::ALL, &ARCHS),
        Some(Vendor::Nvidia) => (Device::of(Vendor::Nvidia), of_nvidia),
        Some(Vendor::Amd) => (Device::of(Vendor::Amd), of_amd),
    }
}

/// Finds the board that `key` names.
const fn board(key: &Key) -> Option<&'static Device> {
    let letters = key.letters();
    each!(rows(key.brand).0, |device| {
        if are_of(letters, device.name.as_bytes()) || one_of(letters, device.aliases).is_some() {
            return Some(device);
        }
    });
    None
}

/// Finds a part of a board, or a target in another mode.
const fn find_part(whole: &Key, part: &Key) -> Found {
    let arch = match find_whole(whole) {
        Ok(arch) if arch.is_of_amd() || arch.device().is_some() || arch.part(0).is_some() => arch,
        Ok(_) | Err(None) => return Err(Some(nearest(whole))),
        unknown => return unknown,
    };
    if arch.is_of_amd()
        && let Some(mode) = part.mode(&arch)
    {
        return Ok(or(arch.part(mode.wrapping_sub(1)), arch));
    }
    let mut nearest = Nearest::NONE;
    let mut at = 0;
    while let Some(one) = arch.part(at) {
        // Its name is that of the whole, `:`, and its own.
        let name = one.short_name();
        let (_, own) = name.split_at(arch.short_name().len() + 1);
        if part.is(own) {
            return Ok(one);
        }
        let rank = match part.rank(own) {
            // A distance is below 256, so it comes after all names that are near.
            FAR => FAR - 256 + part.distance(&Key::new(own)),
            rank => rank,
        };
        nearest.offer(rank, name);
        at += 1;
    }
    if nearest.names[0].is_empty() {
        nearest.names[0] = arch.short_name();
    }
    let reason = match arch {
        Arch::Device(device) if !arch.is_of_amd() => {
            let exists = part.one_of(device.published.mig_not_known);
            match (device.published.parts(), exists) {
                (None, _) => Reason::NotListed(device.name),
                (_, Some(known)) => Reason::NoSmCount(device.name, known),
                (Some([]), None) => Reason::NoSmCounts(device.name),
                (Some(_), None) => Reason::UnknownProfile(device.name),
            }
        }
        _ => Reason::NoPart(arch.name()),
    };
    Err(Some((reason, nearest.names)))
}

impl Arch {
    /// A part of a board, or a target in another mode, by its place among them.
    pub(crate) const fn part(&self, at: usize) -> Option<Self> {
        match self {
            Self::Device(device) => match device.parts().split_at_checked(at) {
                Some((_, [part, ..])) => Some(Self::Device(*part)),
                _ => None,
            },
            Self::Multiprocessor(sm) if sm.is_wgp && at < 3 => {
                Some(Self::Multiprocessor(in_mode(sm, at + 1)))
            }
            Self::Multiprocessor(sm) if at == 0 && same(sm.name.as_bytes(), b"10.7") => {
                let is_specific =
                    sm.static_shared_memory_per_block > DEFAULT_SHARED_MEMORY_PER_BLOCK;
                let modes = [&SM_107_OVERSIZED, &SM_107A_OVERSIZED];
                Some(Self::Multiprocessor(modes[is_specific as usize]))
            }
            Self::Multiprocessor(_) => None,
        }
    }
}

/// Finds the names near `key`; the docs of [`UnknownArch`] have the rule.
const fn nearest(key: &Key) -> Unknown {
    each!(WITHOUT_A_ROW, |(names, reason, near)| {
        if key.one_of(names).is_some() {
            return (*reason, [near, "", ""]);
        }
    });
    // Its brand is that of another maker.
    let mut plain = *key;
    plain.brand = None;
    if key.brand.is_some()
        && let Ok(arch) = find_whole(&plain)
    {
        return (Reason::Unknown, [arch.short_name(), "", ""]);
    }
    // `GA100` comes before `GA10x`, which also matches it.
    each!(Multiprocessor::ALL, |sm| {
        if key.is_chip_of(sm.architecture) {
            return (Reason::Unknown, [sm.name, "", ""]);
        }
    });

    let mut nearest = nearest_of(key, or(key.brand, Vendor::Nvidia));
    if key.brand.is_none() {
        let amd = nearest_of(key, Vendor::Amd);
        if amd.ranks[0] < nearest.ranks[0] {
            nearest = amd;
        }
    }
    match key.brand {
        _ if !nearest.names[0].is_empty() => (Reason::Unknown, nearest.names),
        // Common names serve as examples.
        Some(Vendor::Amd) => (Reason::Far, ["mi300x", "mi355x", "rx7900xtx"]),
        _ => (Reason::Far, ["h100", "a100", "rtx4090"]),
    }
}

/// Finds the names of a vendor near `key`.
const fn nearest_of(key: &Key, vendor: Vendor) -> Nearest {
    let mut nearest = Nearest::NONE;
    let (is_laptop, has_profile) = (key.is_laptop(), key.position(b"g.").is_some());

    // It reads both tables backwards: the first among equals stays ahead, and that has to be the newer GPU.
    let (mut left, mut archs) = rows(Some(vendor));
    while let [older @ .., device] = left {
        let mut own = Nearest::NONE;
        each!(device.aliases, |alias| {
            own.offer(key.rank(alias), alias);
        });
        own.offer(key.rank(device.name), device.name);
        let (rank, mut name) = (own.ranks[0], own.names[0]);
        if is_laptop && !Key::new(device.name).is_laptop() {
            name = device.multiprocessor.name;
        }
        nearest.offer(rank, name);
        if has_profile {
            each!(device.parts(), |part| {
                nearest.offer(key.rank(part.aliases[0]), part.aliases[0]);
            });
        }
        left = older;
    }
    while let [older @ .., arch] = archs {
        let sm = arch.multiprocessor();
        nearest.offer(key.rank(sm.name), sm.name);
        nearest.offer(key.rank(sm.architecture), sm.name);
        each!(sm.targets, |target| {
            nearest.offer(key.rank(target), target);
        });
        archs = older;
    }
    nearest
}

/// Names that find no row, and those that can be written instead: several if boards with different SM counts or
/// compute capabilities share the name. A name with a brand is one that drivers report; without the brand, it is the
/// short name of the first board.
#[rustfmt::skip]
const MEANINGS: &[(&[&str], &[&str])] = &[
    (&["rtx 6000"], &["quadro-rtx6000", "rtx6000ada", "rtxpro6000", "rtx-a6000"]),
    (&["titan x"], &["gtxtitanx", "titanx-pascal"]),
    (&["blackwell"], &["10.0", "10.3", "11.0", "12.0", "12.1"]),
    // Drivers report each of these names for several boards.
    (&["quadro p1000"], &["quadro-p1000-desktop", "quadro-p1000-laptop"]),
    (&["quadro rtx 4000"], &["quadro-rtx4000-desktop", "quadro-rtx4000-laptop"]),
    (&["tegra x1"], &["tx1", "jetson-nano", "5.3"]),
    (&["xavier", "xavier (nvgpu)"], &["agx-xavier", "xavier-nx", "7.2"]),
    (&["orin", "orin (nvgpu)", "jetson orin"], &["agx-orin", "agx-orin-32gb", "orin-nx", "orin-nano", "8.7"]),
    (&["GeForce GTX 1070"], &["gtx1070", "gtx1070-laptop"]),
    (&["GeForce GTX 1650"], &["gtx1650", "gtx1650-laptop"]),
    (&["GeForce RTX 2060"], &["rtx2060", "rtx2060-12gb"]),
    (&["GeForce RTX 3050"], &["rtx3050", "rtx3050-6gb"]),
    (&["GeForce RTX 3080"], &["rtx3080", "rtx3080-12gb"]),
    (&["mi250x / mi250"], &["mi250x", "mi250"]),
    // The generic targets are those of LLVM.
    (&["gfx9-4-generic"], &["gfx942", "gfx950"]),
    (&["gfx10-1-generic", "rdna 1"], &["gfx1010", "gfx1011", "gfx1012", "gfx1013"]),
    (&["gfx10-3-generic", "rdna 2"],
        &["gfx1030", "gfx1031", "gfx1032", "gfx1033", "gfx1034", "gfx1035", "gfx1036"]),
    (&["gfx11-generic"],
        &["gfx1100", "gfx1101", "gfx1102", "gfx1103", "gfx1150", "gfx1151", "gfx1152", "gfx1153"]),
    (&["rdna 3"], &["gfx1100", "gfx1101", "gfx1102", "gfx1103"]),
    (&["rdna 3.5"], &["gfx1150", "gfx1151", "gfx1152", "gfx1153"]),
    (&["gfx12-generic", "rdna 4"], &["gfx1200", "gfx1201"]),
];

/// Names that find no row, why, and the GPU that each is near: code names that the letters of no row resemble, and boards
/// of which no source states the CUs.
///
/// Sources: `gentoo/gentoo` 0a19706, `profiles/desc/amdgpu_targets.desc`; release notes of ROCm 10.0, roofline support, for
/// `gfx1150` to `gfx1152`; libdrm, `amdgpu.ids`, for the boards.
#[rustfmt::skip]
const WITHOUT_A_ROW: &[(&[&str], Reason, &str)] = &[
    (TOO_OLD, Reason::TooOld("have compute capability 5.0"), ""),
    (TOO_OLD_OF_AMD, Reason::TooOld("are those of CDNA 1 and RDNA 1"), ""),
    (&["rubin", "vr200"], Reason::Unknown, "10.7"),
    (&["aqua vanjaram"], Reason::Unknown, "gfx942"),
    (&["sienna cichlid"], Reason::Unknown, "gfx1030"),
    (&["navy flounder"], Reason::Unknown, "gfx1031"),
    (&["plum bonito"], Reason::Unknown, "gfx1100"),
    (&["strix point"], Reason::Unknown, "gfx1150"),
    (&["strix halo", "gorgon halo"], Reason::Unknown, "gfx1151"),
    (&["krackan point"], Reason::Unknown, "gfx1152"),
    (&["mi300x hf"], Reason::Unknown, "mi300x"),
    (&["mi308x hf"], Reason::Unknown, "mi308x"),
];

/// The compute capabilities, targets and boards of Fermi, Kepler and older architectures.
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

/// The targets and boards of GCN and older architectures.
///
/// Sources: LLVM, *User Guide for AMDGPU Backend*, <https://llvm.org/docs/AMDGPUUsage.html>, Processors; code names: Gentoo.
#[rustfmt::skip]
const TOO_OLD_OF_AMD: &[&str] = &[
    "gfx701", "gfx801", "gfx802", "gfx803", "gfx805", "gfx900", "gfx902", "gfx904", "gfx906", "gfx909", "gfx90c",
    "gfx9-generic", "vega", "vega 10", "vega 20", "mi6", "mi8", "mi25", "mi50", "mi60", "mi60 / mi50", "rx 470", "rx 480", "rx 570", "rx 580",
    "rx 590", "rx vega", "rx vega 56", "rx vega 64", "vii", "pro vii",
];
