//! Names that are no row of the tables, and what they mean.

/// The examples if nothing is near.
pub(super) const COMMON: [&str; 3] = ["h100", "a100", "rtx4090"];

/// What can be written instead: several names if boards with different SM counts or compute capabilities share one.
/// With a brand, only what drivers report is meant: as a short name, it is the first board's.
pub(super) const MEANINGS: &[(&str, &[&str])] = &[
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
    ("GeForce GTX 1070", &["gtx1070", "gtx1070-laptop"]),
    ("GeForce GTX 1650", &["gtx1650", "gtx1650-laptop"]),
    ("GeForce RTX 2060", &["rtx2060", "rtx2060-12gb"]),
    ("GeForce RTX 3050", &["rtx3050", "rtx3050-6gb"]),
    ("GeForce RTX 3080", &["rtx3080", "rtx3080-12gb"]),
    // CUDA 13 renamed it: ptxas 12.9 knows only 10.1, ptxas 13.5 only 11.0.
    ("10.1", &["11.0"]),
    ("sm_101", &["sm_110"]),
    ("sm_101a", &["sm_110a"]),
    ("sm_101f", &["sm_110f"]),
];

const XAVIER: &[&str] = &["agx-xavier", "xavier-nx"];

const ORIN: &[&str] = &["agx-orin", "agx-orin-32gb", "orin-nx", "orin-nano"];

/// Fermi, Kepler and what came before: compute capabilities, targets, boards.
///
/// Source: NVIDIA, *CUDA GPUs*, <https://developer.nvidia.com/cuda-gpus>, as of 2022, before its oldest rows went.
#[rustfmt::skip]
pub(super) const TOO_OLD: &[&str] = &[
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
