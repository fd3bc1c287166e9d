//! MIG instances, one constant each: a GPU that has the SMs of one profile of a board.
//!
//! One SM of an instance has all the limits of an SM of the board; the instance only has fewer SMs. The
//! number depends on the board *and* the profile: `1g.10gb` is 16 SMs of an [H100](super::H100), and 14
//! of an [H100 PCIe](super::H100_PCIE) and of an [A100 80GB](super::A100_SXM4_80GB). It is no share of
//! the board's count either: in MIG mode an A100 has 98 of its 108 SMs, which is what its `7g` profile
//! has, and of the 132 SMs of an H100 seven `1g.10gb` use 112.
//!
//! So a profile is a row here only if a real instance or driver reported its SM count. For any other
//! profile, the error of [`Arch::find`] [says so]. Compute instances, which divide an instance once more
//! (`1c.3g.40gb`), have no rows.
//!
//! # Names
//!
//! | | example |
//! |---|---|
//! | `name` | `"H100 SXM5 80GB MIG 1g.10gb"` |
//! | alias | `"h100:1g.10gb"`; any name of the board, `:` or `MIG`, the profile |
//! | constant | [`H100_1G_10GB`] |
//!
//! A constant is the board's, `_`, and the profile in capitals, where `.` and
//! `+` are `_` and `-` is `_NO_`: `1g.24gb+me` has media engines and is
//! [`RTXPRO6000_1G_24GB_ME`], `1g.24gb-me` has none and is
//! [`RTXPRO6000_1G_24GB_NO_ME`].
//!
//! # Sources
//!
//! They are written beside each row:
//!
//! | short name | document |
//! |---|---|
//! | profile list | `nvidia-smi mig -lgip` on the board that is named |
//! | OpenXLA spec | `openxla/xla`, `gpu/target_config/specs`: driver dump of an instance |
//! | MIG User Guide | NVIDIA's guide: boards, profiles and fractions, never SM counts |
//!
//! [`Arch::find`]: crate::Arch::find
//! [says so]: crate::UnknownArch::is_sm_count_unknown
//!
//! # Examples
//!
//! ```
//! use occupancy_core::devices::{H100, mig::H100_1G_10GB};
//! use occupancy_core::{Arch, GridDim, Waves};
//!
//! assert_eq!(Arch::find("h100:1g.10gb"), Ok(Arch::Device(H100_1G_10GB)));
//! assert_eq!(H100_1G_10GB.sm_count(), 16);
//! assert_eq!(H100_1G_10GB.compute_capability(), H100.compute_capability());
//!
//! // What is one wave of the board is nine of the instance.
//! let grid = GridDim::new((528, 1, 1))?;
//! let waves = |sm_count| Waves::new(grid, sm_count, 4).map(Waves::count);
//! assert_eq!(waves(H100.sm_count()), Some(1));
//! assert_eq!(waves(H100_1G_10GB.sm_count()), Some(9));
//! # Ok::<(), occupancy_core::GridError>(())
//! ```

#![allow(clippy::doc_markdown, reason = "the sources are proper names")]

use crate::gpu::Device;
use crate::gpu::device::{Instance, key};

/// A board that the MIG User Guide lists.
pub(in super::super::super) struct Board {
    pub(in super::super::super) device: &'static Device,
    /// Its rows.
    pub(in super::super::super) instances: &'static [Device],
    /// Profiles with a name and without a known SM count.
    pub(in super::super::super) not_known: &'static [&'static str],
}

impl Device {
    /// Every MIG instance of [`devices::mig`](crate::devices::mig), those of a board together.
    ///
    /// # Examples
    ///
    /// ```
    /// use occupancy_core::{Device, devices};
    ///
    /// assert!(Device::MIG.contains(&devices::mig::A100_7G_40GB));
    /// assert!(Device::MIG.iter().all(|one| one.is_mig_instance()));
    /// assert!(!Device::ALL.iter().any(|one| one.is_mig_instance()));
    /// ```
    pub const MIG: &'static [Device] = ALL;
}

/// One list makes the constants, `ALL` and `BOARDS`, so none can miss a row.
macro_rules! mig {
    ($(
        $board:ident (
            $name:literal, $alias:literal
        ), count not known: [$($not_known:literal),* $(,)?] {
            $(
                $(#[$source:meta])*
                $constant:ident: $profile:literal, $sm_count:literal;
            )*
        }
    )+) => {
        $($(
            #[doc = concat!(
                $name, " MIG ", $profile, ": ", $sm_count, " SMs of [`",
                stringify!($board), "`](super::", stringify!($board), ").",
            )]
            #[doc = ""]
            $(#[$source])*
            pub const $constant: Device = Device {
                name: concat!($name, " MIG ", $profile),
                aliases: &[concat!($alias, ":", $profile)],
                constant: concat!("mig::", stringify!($constant)),
                key: key(concat!("mig::", stringify!($constant))),
                compute_capability: super::$board.compute_capability,
                sm_count: $sm_count,
                instance: Some(Instance {
                    board: &super::$board,
                    profile: $profile,
                }),
            };
        )*)+

        const ALL: &[Device] = &[$($($constant,)*)+];

        /// See [`alone`](super::alone).
        #[doc(hidden)]
        pub mod alone {
            use crate::gpu::Arch;

            $($(#[doc = concat!($name, " MIG ", $profile, ": ", $sm_count, " SMs of `", stringify!($board), "`.")]
            pub static $constant: [Arch; 1] = [Arch::Device(super::$constant)];)*)+
        }

        pub(in super::super::super) const BOARDS: &[Board] = &[$(Board {
            device: &super::$board,
            instances: &[$($constant),*],
            not_known: &[$($not_known),*],
        }),+];
    };
}

mig! {
    // In MIG mode an A100 has 98 of its 108 SMs: seven slices of 14.
    A100 ("A100-SXM4-40GB", "a100"), count not known: [] {
        /// Profile list of an A100-SXM4-40GB.
        A100_1G_5GB: "1g.5gb", 14;
        /// Profile list of an A100-SXM4-40GB.
        A100_1G_5GB_ME: "1g.5gb+me", 14;
        /// Profile list of an A100-SXM4-40GB.
        A100_1G_10GB: "1g.10gb", 14;
        /// Profile list of an A100-SXM4-40GB.
        A100_2G_10GB: "2g.10gb", 28;
        /// Profile list of an A100-SXM4-40GB.
        A100_3G_20GB: "3g.20gb", 42;
        /// Profile list of an A100-SXM4-40GB.
        A100_4G_20GB: "4g.20gb", 56;
        /// Profile list of an A100-SXM4-40GB.
        A100_7G_40GB: "7g.40gb", 98;
    }
    A100_SXM4_80GB ("A100-SXM4-80GB", "a100-sxm4-80gb"), count not known: [] {
        /// Profile list of an A100 80GB.
        A100_SXM4_80GB_1G_10GB: "1g.10gb", 14;
        /// Profile list of an A100 80GB.
        A100_SXM4_80GB_1G_10GB_ME: "1g.10gb+me", 14;
        /// Profile list of an A100 80GB.
        A100_SXM4_80GB_1G_20GB: "1g.20gb", 14;
        /// Profile list of an A100 80GB.
        A100_SXM4_80GB_2G_20GB: "2g.20gb", 28;
        /// Profile list of an A100 80GB.
        A100_SXM4_80GB_3G_40GB: "3g.40gb", 42;
        /// Profile list of an A100 80GB.
        A100_SXM4_80GB_4G_40GB: "4g.40gb", 56;
        /// Profile list of an A100 80GB.
        A100_SXM4_80GB_7G_80GB: "7g.80gb", 98;
    }
    A100_PCIE ("A100-PCIE-40GB", "a100-pcie"), count not known: [] {
        /// Profile list of an A100-SXM4-40GB, the same chip.
        A100_PCIE_1G_5GB: "1g.5gb", 14;
        /// Profile list of an A100-SXM4-40GB, the same chip.
        A100_PCIE_1G_5GB_ME: "1g.5gb+me", 14;
        /// Profile list of an A100-SXM4-40GB, the same chip.
        A100_PCIE_1G_10GB: "1g.10gb", 14;
        /// Profile list of an A100-SXM4-40GB, the same chip.
        A100_PCIE_2G_10GB: "2g.10gb", 28;
        /// Profile list of an A100-SXM4-40GB, the same chip.
        A100_PCIE_3G_20GB: "3g.20gb", 42;
        /// Profile list of an A100-SXM4-40GB, the same chip.
        A100_PCIE_4G_20GB: "4g.20gb", 56;
        /// Profile list of an A100-PCIE-40GB.
        A100_PCIE_7G_40GB: "7g.40gb", 98;
    }
    A100_PCIE_80GB ("A100 80GB PCIe", "a100-pcie-80gb"), count not known: [] {
        /// Profile list of an A100 80GB.
        A100_PCIE_80GB_1G_10GB: "1g.10gb", 14;
        /// Profile list of an A100 80GB.
        A100_PCIE_80GB_1G_10GB_ME: "1g.10gb+me", 14;
        /// Profile list of an A100 80GB.
        A100_PCIE_80GB_1G_20GB: "1g.20gb", 14;
        /// Profile list of an A100 80GB.
        A100_PCIE_80GB_2G_20GB: "2g.20gb", 28;
        /// Profile list of an A100 80GB.
        A100_PCIE_80GB_3G_40GB: "3g.40gb", 42;
        /// Profile list of an A100 80GB.
        A100_PCIE_80GB_4G_40GB: "4g.40gb", 56;
        /// Profile list of an A100 80GB.
        A100_PCIE_80GB_7G_80GB: "7g.80gb", 98;
    }
    A30 ("A30", "a30"), count not known: [] {
        /// Profile list of an A30.
        A30_1G_6GB: "1g.6gb", 14;
        /// Profile list of an A30.
        A30_1G_6GB_ME: "1g.6gb+me", 14;
        /// Profile list of an A30.
        A30_2G_12GB: "2g.12gb", 28;
        /// Profile list of an A30.
        A30_2G_12GB_ME: "2g.12gb+me", 28;
        /// Profile list of an A30.
        A30_4G_24GB: "4g.24gb", 56;
    }
    // The SMs are not a multiple of a slice: 16, 32, 60, 64. The widespread 16, 33, 50, 66 are eighths
    // of 132, rounded, and the 48 and 112 in `go-nvml` are a mock; real boards refute both.
    H100 ("H100 SXM5 80GB", "h100"), count not known: [] {
        /// Profile list of an H100 80GB HBM3; OpenXLA spec `h100_sxm_mig`.
        H100_1G_10GB: "1g.10gb", 16;
        /// Profile list of an H100 80GB HBM3.
        H100_1G_10GB_ME: "1g.10gb+me", 16;
        /// Profile list of an H100 80GB HBM3. The MIG User Guide prints 1/7 of the SMs, as for
        /// 1g.10gb; the board gives it 26.
        H100_1G_20GB: "1g.20gb", 26;
        /// Profile list of an H100 80GB HBM3.
        H100_2G_20GB: "2g.20gb", 32;
        /// Profile list of an H100 80GB HBM3.
        H100_3G_40GB: "3g.40gb", 60;
        /// Profile list of an H100 80GB HBM3.
        H100_4G_40GB: "4g.40gb", 64;
        /// Profile list of an H100 80GB HBM3.
        H100_7G_80GB: "7g.80gb", 132;
    }
    // The names of the SXM5 board, other SM counts.
    H100_PCIE ("H100 PCIe 80GB", "h100-pcie"), count not known: [] {
        /// Profile list of an H100 PCIe, driver 570.169.
        H100_PCIE_1G_10GB: "1g.10gb", 14;
        /// Profile list of an H100 PCIe, driver 570.169.
        H100_PCIE_1G_10GB_ME: "1g.10gb+me", 14;
        /// Profile list of an H100 PCIe, driver 570.169. 26 on the SXM5 board.
        H100_PCIE_1G_20GB: "1g.20gb", 14;
        /// Profile list of an H100 PCIe, driver 570.169.
        H100_PCIE_2G_20GB: "2g.20gb", 30;
        /// Profile list of an H100 PCIe, driver 570.169.
        H100_PCIE_3G_40GB: "3g.40gb", 46;
        /// Profile list of an H100 PCIe, driver 570.169.
        H100_PCIE_4G_40GB: "4g.40gb", 62;
        /// Profile list of an H100 PCIe, driver 570.169.
        H100_PCIE_7G_80GB: "7g.80gb", 114;
    }
    // Drivers differ in the memory that they print (10.62 or 10.75 GiB for 1g.12gb).
    H100_NVL ("H100 NVL 94GB", "h100-nvl"), count not known: [] {
        /// Profile list of an H100 NVL.
        H100_NVL_1G_12GB: "1g.12gb", 16;
        /// Profile list of an H100 NVL.
        H100_NVL_1G_12GB_ME: "1g.12gb+me", 16;
        /// Profile list of an H100 NVL.
        H100_NVL_1G_24GB: "1g.24gb", 26;
        /// Profile list of an H100 NVL.
        H100_NVL_2G_24GB: "2g.24gb", 32;
        /// Profile list of an H100 NVL.
        H100_NVL_3G_47GB: "3g.47gb", 60;
        /// Profile list of an H100 NVL.
        H100_NVL_4G_47GB: "4g.47gb", 64;
        /// Profile list of an H100 NVL.
        H100_NVL_7G_94GB: "7g.94gb", 132;
    }
    // The profile list that was found is cut short; it lacks three.
    H200 ("H200 SXM 141GB", "h200"), count not known: ["1g.35gb", "3g.71gb", "4g.71gb"] {
        /// Profile list of an H200; measured.
        H200_1G_18GB: "1g.18gb", 16;
        /// Profile list of an H200.
        H200_1G_18GB_ME: "1g.18gb+me", 16;
        /// Profile list of an H200.
        H200_2G_35GB: "2g.35gb", 32;
        /// Profile list of an H200.
        H200_7G_141GB: "7g.141gb", 132;
    }
    // Neither a profile list nor a table of names was found.
    H200_NVL ("H200 NVL 141GB", "h200-nvl"), count not known: [] {
    }
    // Neither a profile list nor a table of names was found.
    H20 ("H20 96GB", "h20"), count not known: [] {
    }
    GH200 ("GH200 96GB (Hopper part)", "gh200"), count not known: [] {
        /// Profile list of a GH200 96GB.
        GH200_1G_12GB: "1g.12gb", 16;
        /// Profile list of a GH200 96GB.
        GH200_1G_24GB: "1g.24gb", 26;
        /// Profile list of a GH200 96GB.
        GH200_2G_24GB: "2g.24gb", 32;
        /// Profile list of a GH200 96GB.
        GH200_3G_48GB: "3g.48gb", 60;
        /// Profile list of a GH200 96GB.
        GH200_4G_48GB: "4g.48gb", 64;
        /// Profile list of a GH200 96GB.
        GH200_7G_96GB: "7g.96gb", 132;
    }
    // The 36, 54, 72 and 126 in `go-nvml` are a mock, which is wrong for the H100.
    B200 ("B200 SXM 180GB", "b200"), count not known: [
        "1g.23gb+me", "1g.45gb", "2g.45gb", "3g.90gb", "4g.90gb", "7g.180gb",
    ] {
        /// OpenXLA spec `b200_mig`.
        B200_1G_23GB: "1g.23gb", 18;
    }
    // Names: GKE's table of partitions. `mig-parted` has 7g.189gb for 7g.186gb; it depends on the
    // firmware.
    GB200 ("GB200 (one Blackwell GPU)", "gb200"), count not known: [
        "1g.23gb", "1g.47gb", "2g.47gb", "3g.93gb", "4g.93gb", "7g.186gb", "7g.189gb",
    ] {
    }
    // Names: SageMaker HyperPod. The MIG User Guide has no table of them.
    B300 ("B300 SXM", "b300"), count not known: [
        "1g.34gb", "1g.67gb", "2g.67gb", "3g.135gb", "4g.135gb", "7g.269gb",
    ] {
    }
    // Neither a profile list nor a table of names was found.
    GB300 ("GB300 (one Blackwell Ultra GPU)", "gb300"), count not known: [] {
    }
    // The MIG User Guide has one table for the three editions.
    RTXPRO6000 ("RTX PRO 6000 Blackwell Workstation Edition", "rtxpro6000"), count not known: [] {
        /// Profile list of an RTX PRO 6000 Blackwell.
        RTXPRO6000_1G_24GB: "1g.24gb", 46;
        /// Profile list of an RTX PRO 6000 Blackwell.
        RTXPRO6000_1G_24GB_ME: "1g.24gb+me", 46;
        /// Profile list of an RTX PRO 6000 Blackwell.
        RTXPRO6000_1G_24GB_GFX: "1g.24gb+gfx", 46;
        /// Profile list of an RTX PRO 6000 Blackwell.
        RTXPRO6000_1G_24GB_ME_ALL: "1g.24gb+me.all", 46;
        /// Profile list of an RTX PRO 6000 Blackwell.
        RTXPRO6000_1G_24GB_NO_ME: "1g.24gb-me", 46;
        /// Profile list of an RTX PRO 6000 Blackwell.
        RTXPRO6000_2G_48GB: "2g.48gb", 94;
        /// Profile list of an RTX PRO 6000 Blackwell.
        RTXPRO6000_2G_48GB_GFX: "2g.48gb+gfx", 94;
        /// Profile list of an RTX PRO 6000 Blackwell.
        RTXPRO6000_2G_48GB_ME_ALL: "2g.48gb+me.all", 94;
        /// Profile list of an RTX PRO 6000 Blackwell.
        RTXPRO6000_2G_48GB_NO_ME: "2g.48gb-me", 94;
        /// Profile list of an RTX PRO 6000 Blackwell.
        RTXPRO6000_4G_96GB: "4g.96gb", 188;
        /// Profile list of an RTX PRO 6000 Blackwell.
        RTXPRO6000_4G_96GB_GFX: "4g.96gb+gfx", 188;
    }
    RTXPRO6000_MAXQ (
        "RTX PRO 6000 Blackwell Max-Q Workstation Edition", "rtxpro6000-maxq"
    ), count not known: [] {
        /// Profile list of an RTX PRO 6000 Blackwell.
        RTXPRO6000_MAXQ_1G_24GB: "1g.24gb", 46;
        /// Profile list of an RTX PRO 6000 Blackwell.
        RTXPRO6000_MAXQ_1G_24GB_ME: "1g.24gb+me", 46;
        /// Profile list of an RTX PRO 6000 Blackwell.
        RTXPRO6000_MAXQ_1G_24GB_GFX: "1g.24gb+gfx", 46;
        /// Profile list of an RTX PRO 6000 Blackwell.
        RTXPRO6000_MAXQ_1G_24GB_ME_ALL: "1g.24gb+me.all", 46;
        /// Profile list of an RTX PRO 6000 Blackwell.
        RTXPRO6000_MAXQ_1G_24GB_NO_ME: "1g.24gb-me", 46;
        /// Profile list of an RTX PRO 6000 Blackwell.
        RTXPRO6000_MAXQ_2G_48GB: "2g.48gb", 94;
        /// Profile list of an RTX PRO 6000 Blackwell.
        RTXPRO6000_MAXQ_2G_48GB_GFX: "2g.48gb+gfx", 94;
        /// Profile list of an RTX PRO 6000 Blackwell.
        RTXPRO6000_MAXQ_2G_48GB_ME_ALL: "2g.48gb+me.all", 94;
        /// Profile list of an RTX PRO 6000 Blackwell.
        RTXPRO6000_MAXQ_2G_48GB_NO_ME: "2g.48gb-me", 94;
        /// Profile list of an RTX PRO 6000 Blackwell.
        RTXPRO6000_MAXQ_4G_96GB: "4g.96gb", 188;
        /// Profile list of an RTX PRO 6000 Blackwell.
        RTXPRO6000_MAXQ_4G_96GB_GFX: "4g.96gb+gfx", 188;
    }
    RTXPRO6000_SERVER (
        "RTX PRO 6000 Blackwell Server Edition", "rtxpro6000-server"
    ), count not known: [] {
        /// Profile list of an RTX PRO 6000 Blackwell.
        RTXPRO6000_SERVER_1G_24GB: "1g.24gb", 46;
        /// Profile list of an RTX PRO 6000 Blackwell.
        RTXPRO6000_SERVER_1G_24GB_ME: "1g.24gb+me", 46;
        /// Profile list of an RTX PRO 6000 Blackwell.
        RTXPRO6000_SERVER_1G_24GB_GFX: "1g.24gb+gfx", 46;
        /// Profile list of an RTX PRO 6000 Blackwell.
        RTXPRO6000_SERVER_1G_24GB_ME_ALL: "1g.24gb+me.all", 46;
        /// Profile list of an RTX PRO 6000 Blackwell.
        RTXPRO6000_SERVER_1G_24GB_NO_ME: "1g.24gb-me", 46;
        /// Profile list of an RTX PRO 6000 Blackwell.
        RTXPRO6000_SERVER_2G_48GB: "2g.48gb", 94;
        /// Profile list of an RTX PRO 6000 Blackwell.
        RTXPRO6000_SERVER_2G_48GB_GFX: "2g.48gb+gfx", 94;
        /// Profile list of an RTX PRO 6000 Blackwell.
        RTXPRO6000_SERVER_2G_48GB_ME_ALL: "2g.48gb+me.all", 94;
        /// Profile list of an RTX PRO 6000 Blackwell.
        RTXPRO6000_SERVER_2G_48GB_NO_ME: "2g.48gb-me", 94;
        /// Profile list of an RTX PRO 6000 Blackwell.
        RTXPRO6000_SERVER_4G_96GB: "4g.96gb", 188;
        /// Profile list of an RTX PRO 6000 Blackwell.
        RTXPRO6000_SERVER_4G_96GB_GFX: "4g.96gb+gfx", 188;
    }
    // Names: the MIG User Guide for driver 580, then what a later one has for them.
    RTXPRO5000 ("RTX PRO 5000 Blackwell 48GB", "rtxpro5000"), count not known: [
        "1g.12gb", "1g.12gb+me", "1g.12gb+gfx", "1g.12gb-me", "2g.24gb-me", "4g.48gb",
        "4g.48gb+gfx", "1g.24gb", "2g.48gb",
    ] {
    }
    // Names: the MIG User Guide.
    RTXPRO4500 ("RTX PRO 4500 Blackwell", "rtxpro4500"), count not known: ["1g.16gb", "2g.32gb"] {
    }
    // Names: the MIG User Guide. Its memory is the system's, so they say 0gb.
    THOR ("Jetson AGX Thor / T5000", "thor"), count not known: ["1g.0gb", "2g.0gb", "3g.0gb"] {
    }
}
