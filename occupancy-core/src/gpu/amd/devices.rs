//! AMD's boards, a constant each: its name, the names by which [`Arch::find`] finds it, its target and the number of its
//! multiprocessors.
//!
//! They are CUs on an Instinct, and WGPs, which are pairs of CUs, on a Radeon: as many as HIP reports in
//! `multiProcessorCount`. An MI250 is two GCDs, and HIP sees each of them as a GPU.
//!
//! A [part](Device::parts) of an Instinct is a partition, `"mi300x:cpx"`: `dpx`, `tpx` and `qpx` are two, three and four
//! of a board, and `cpx` is one XCD. `spx` is the whole board. A part of a Radeon is the board in another mode,
//! `"rx7900xtx:wave64"`, `"rx7900xtx:cu"` or `"rx7900xtx:wave64:cu"`. In CU mode, it has as many multiprocessors as CUs,
//! while HIP still reports WGPs. `wave32` and `wgp` are the default.
//!
//! Peaks are those of the matrix cores. Each row names its sources:
//!
//! | short name | document |
//! |---|---|
//! | ROCm | AMD GPU specifications, rocm.docs.amd.com, of 6.4, 7.13 and 10.2: CUs, targets and caches |
//! | AMD SMI | GPU partitioning, in `ROCm/rocm-systems` 0da2091, `projects/amdsmi/docs/conceptual/partition.md` |
//! | amdgpu | Linux, `aqua_vanjaram.c`, `__aqua_vanjaram_is_valid_mode`: DPX needs a multiple of four XCDs |
//! | rocprofiler-compute | Compute and memory partition modes in analysis, rocm.docs.amd.com |
//! | rocMLIR | github.com/ROCm/rocMLIR, pull request 2197 |
//! | IREE | `iree-org/iree` 009c008, `KnownTargets.cpp`, from AMD's product pages |
//! | TechPowerUp | GPU database, page as named, as kept in RightNow-GPU-Database 77fae38; a CU is 64 shaders |
//! | Mesa | `mesa/mesa`, `ac_gpu_info.c`: the target of a chip |
//! | Gentoo | `amdgpu_targets`, packages.gentoo.org: the target of a chip and its boards |
//! | ML Engineering tables | `stas00/ml-engineering` 744d01e, accelerators |
//! | OpenXLA spec | `openxla/xla`, `gpu/target_config/specs` |
//! | gpu-benches | `RRZE-HPC/gpu-benches` 1038c5d, `gpu-latency`: random pointer chase at the clock of the row; L1, L2 and 2 GB |
//!
//! A board has the name that drivers report, without `AMD`: `data/amdgpu.ids` of libdrm has them.
//!
//! [`Arch::find`]: crate::Arch::find
//!
//! # Examples
//!
//! ```
//! use occupancy_core::devices::{MI300X, RX7900XTX};
//!
//! assert_eq!(MI300X.sm_count(), 304);
//! // 96 CUs.
//! assert_eq!(RX7900XTX.sm_count(), 48);
//! ```

#![allow(clippy::doc_markdown, reason = "the sources are proper names")]
#![allow(clippy::large_stack_arrays, reason = "the lists are constants")]

use super::targets::in_mode;
#[allow(clippy::wildcard_imports, reason = "the rows name nearly all of them")]
use super::targets::*;
use crate::gpu::device::{Device, Published, cycles};
use crate::gpu::nvidia;

devices! {
    "multiprocessor count", from nvidia::devices::ALL.len();

    // CDNA.
    /// CUs: ROCm. Clock and rates: TechPowerUp `radeon-instinct-mi100.c3496`; IREE. L2: ROCm.
    MI100("Instinct MI100", ["mi100"], GFX908, 120, clock 1_502, memory 1_230_000, tensor 184_600, l2 8_192);
    /// CUs: ROCm. Clock and rates: ML Engineering tables; IREE. Latencies: gpu-benches. L2: ROCm.
    MI210("Instinct MI210", ["mi210"], GFX90A, 104, clock 1_700, memory 1_638_400, tensor 181_000,
        latencies cycles(128, 250, 695, Some(1_700)), l2 8_192);
    /// CUs: ROCm, 208 of the board. Clock and rates: ML Engineering tables, halves. L2: ROCm. Figures are per GCD, as
    /// HIP sees the board.
    MI250("Instinct MI250 (one of two GCDs)", ["mi250"], GFX90A, 104, clock 1_700, memory 1_638_400, tensor 181_000,
        l2 8_192);
    /// CUs: ROCm, 220 of the board. Clock and rates: ML Engineering tables, halves. L2: ROCm. Figures are per GCD, as
    /// HIP sees the board.
    MI250X("Instinct MI250X (one of two GCDs)", ["mi250x"], GFX90A, 110, clock 1_700, memory 1_638_400, tensor 191_500,
        l2 8_192);
    /// CUs: ROCm. Clock and rates: TechPowerUp `radeon-instinct-mi300a.c4296`; IREE. Latencies: gpu-benches. L2: ROCm.
    /// Partitions: amdgpu, which refuses the `DPX` of AMD SMI's page.
    MI300A("Instinct MI300A", ["mi300a"], GFX942, 228, clock 2_100, tensor 980_600,
        latencies cycles(120, 213, 816, Some(2_096)), l2 24_576; partitions "tpx" 76, "cpx" 38);
    /// CUs: ROCm. Clock and rates: ML Engineering tables. Latencies: gpu-benches. L2: ROCm. Partitions: AMD SMI.
    /// TechPowerUp's 10.3 TB/s and OpenXLA's 6.81 are not AMD's figure.
    MI300X("Instinct MI300X", ["mi300x", "mi300x-vf"], GFX942, 304, clock 2_100, memory 5_300_000, tensor 1_307_400,
        latencies cycles(119, 213, 890, Some(2_092)), l2 32_768; partitions "dpx" 152, "qpx" 76, "cpx" 38);
    /// CUs: IREE. Partitions: rocMLIR, 20 CUs each of four; amdgpu. TechPowerUp has 304 CUs.
    MI308X("Instinct MI308X", ["mi308x"], GFX942, 80; partitions "dpx" 40, "cpx" 20);
    /// CUs: ROCm. Clock and rates: ML Engineering tables. L2: ROCm. Partitions: AMD SMI.
    MI325X("Instinct MI325X", ["mi325x"], GFX942, 304, clock 2_100, memory 6_000_000, tensor 1_307_400, l2 32_768;
        partitions "dpx" 152, "qpx" 76, "cpx" 38);
    /// CUs: ROCm, OpenXLA spec `mi350`. Clock and rates: ML Engineering tables. L2: ROCm. Partitions:
    /// rocprofiler-compute, 32 CUs each of eight. TechPowerUp has 8.19 TB/s.
    MI350X("Instinct MI350X", ["mi350x", "mi350x-vf"], GFX950, 256, clock 2_200, memory 8_000_000, l2 32_768;
        partitions "dpx" 128, "qpx" 64, "cpx" 32);
    /// CUs: ROCm, OpenXLA spec `mi350`. Clock and rates: ML Engineering tables. L2: ROCm. AMD prints 2.5 PFLOP/s; 2,400
    /// MHz × 1,024 matrix cores × 1,024 FLOP make 2,516.6 TFLOP/s. Partitions: rocprofiler-compute, 32 CUs each of
    /// eight. The 288 of some pages are its GB.
    MI355X("Instinct MI355X", ["mi355x", "mi355x-vf"], GFX950, 256, clock 2_400, memory 8_000_000, tensor 2_516_600,
        l2 32_768; partitions "dpx" 128, "qpx" 64, "cpx" 32);

    // RDNA 1.
    /// WGPs to L2: TechPowerUp `radeon-rx-5600-xt.c3474`; target: Gentoo, 36 CUs.
    RX5600XT("Radeon RX 5600 XT", ["rx5600xt"], GFX1010, 18, clock 1_560, memory 288_000, l2 3_072; modes);
    /// WGPs to L2: TechPowerUp `radeon-rx-5700.c3437`; target: Gentoo, 36 CUs.
    RX5700("Radeon RX 5700", ["rx5700"], GFX1010, 18, clock 1_725, memory 448_000, l2 4_096; modes);
    /// WGPs to L2: TechPowerUp `radeon-rx-5700-xt.c3339`; target: Gentoo, 40 CUs.
    RX5700XT("Radeon RX 5700 XT", ["rx5700xt"], GFX1010, 20, clock 1_905, memory 448_000, l2 4_096; modes);
    /// WGPs to L2: TechPowerUp `radeon-pro-w5700.c3466`; target: Gentoo, 36 CUs.
    W5700("Radeon PRO W5700", ["w5700", "pro-w5700"], GFX1010, 18, clock 1_880, memory 448_000, l2 4_096; modes);
    /// WGPs to L2: TechPowerUp `radeon-pro-v520.c3755`; target: Gentoo, 36 CUs.
    V520("Radeon PRO V520", ["v520", "pro-v520"], GFX1011, 18, clock 1_600, memory 512_000, l2 4_096; modes);
    /// WGPs to L2: TechPowerUp `radeon-rx-5500-xt.c3468`; target: Gentoo, 22 CUs.
    RX5500XT("Radeon RX 5500 XT", ["rx5500xt"], GFX1012, 11, clock 1_845, memory 224_000, l2 2_048; modes);
    /// WGPs: ROCm, 22 CUs. Clock and rates: TechPowerUp `radeon-pro-w5500.c3479`. Its cache is 4 MiB for ROCm, and 2
    /// for TechPowerUp.
    W5500("Radeon PRO W5500", ["w5500", "pro-w5500"], GFX1012, 11, clock 1_855, memory 224_000; modes);

    // RDNA 2.
    /// WGPs: ROCm, 60 CUs. Clock and rates: TechPowerUp `radeon-rx-6800.c3713`. L2: ROCm.
    RX6800("Radeon RX 6800", ["rx6800"], GFX1030, 30, clock 2_105, memory 512_000, l2 4_096; modes);
    /// WGPs: ROCm, 72 CUs. Clock and rates: TechPowerUp `radeon-rx-6800-xt.c3694`. L2: ROCm.
    RX6800XT("Radeon RX 6800 XT", ["rx6800xt"], GFX1030, 36, clock 2_250, memory 512_000, l2 4_096; modes);
    /// WGPs: ROCm, 80 CUs. Clock and rates: TechPowerUp `radeon-rx-6900-xt.c3481`. L2: ROCm.
    RX6900XT("Radeon RX 6900 XT", ["rx6900xt"], GFX1030, 40, clock 2_250, memory 512_000, l2 4_096; modes);
    /// WGPs: ROCm, 80 CUs. Clock and rates: TechPowerUp `radeon-rx-6950-xt.c3875`. L2: ROCm.
    RX6950XT("Radeon RX 6950 XT", ["rx6950xt"], GFX1030, 40, clock 2_310, memory 576_000, l2 4_096; modes);
    /// WGPs: ROCm, 60 CUs. Clock and rates: TechPowerUp `radeon-pro-w6800.c3809`. L2: ROCm.
    W6800("Radeon PRO W6800", ["w6800", "pro-w6800"], GFX1030, 30, clock 2_322, memory 512_000, l2 4_096; modes);
    /// WGPs: ROCm, 72 CUs. Clock and rates: TechPowerUp `radeon-pro-v620.c3846`. L2: ROCm.
    V620("Radeon PRO V620", ["v620", "pro-v620"], GFX1030, 36, clock 2_200, memory 512_000, l2 4_096; modes);
    /// WGPs: ROCm, 36 CUs. Clock and rates: TechPowerUp `radeon-rx-6700.c3716`. L2: ROCm.
    RX6700("Radeon RX 6700", ["rx6700"], GFX1031, 18, clock 2_450, memory 320_000, l2 3_072; modes);
    /// WGPs: ROCm, 40 CUs. Clock and rates: TechPowerUp `radeon-rx-6700-xt.c3695`. L2: ROCm.
    RX6700XT("Radeon RX 6700 XT", ["rx6700xt"], GFX1031, 20, clock 2_581, memory 384_000, l2 3_072; modes);
    /// WGPs: ROCm, 40 CUs. Clock and rates: TechPowerUp `radeon-rx-6750-xt.c3879`. L2: ROCm.
    RX6750XT("Radeon RX 6750 XT", ["rx6750xt"], GFX1031, 20, clock 2_600, memory 432_000, l2 3_072; modes);
    /// WGPs: ROCm, 28 CUs. Clock and rates: TechPowerUp `radeon-rx-6600.c3696`. L2: ROCm.
    RX6600("Radeon RX 6600", ["rx6600"], GFX1032, 14, clock 2_491, memory 224_000, l2 2_048; modes);
    /// WGPs: ROCm, 32 CUs. Clock and rates: TechPowerUp `radeon-rx-6600-xt.c3774`. L2: ROCm.
    RX6600XT("Radeon RX 6600 XT", ["rx6600xt"], GFX1032, 16, clock 2_589, memory 256_000, l2 2_048; modes);
    /// WGPs: ROCm, 32 CUs. Clock and rates: TechPowerUp `radeon-rx-6650-xt.c3898`. L2: ROCm.
    RX6650XT("Radeon RX 6650 XT", ["rx6650xt"], GFX1032, 16, clock 2_635, memory 280_300, l2 2_048; modes);
    /// WGPs: ROCm, 28 CUs. Clock and rates: TechPowerUp `radeon-pro-w6600.c3818`. L2: ROCm.
    W6600("Radeon PRO W6600", ["w6600", "pro-w6600"], GFX1032, 14, clock 2_580, memory 224_000, l2 2_048; modes);
    /// WGPs to L2: TechPowerUp `radeon-rx-6400.c3813`; target: Mesa, 12 CUs.
    RX6400("Radeon RX 6400", ["rx6400"], GFX1034, 6, clock 2_321, memory 128_000, l2 1_024; modes);
    /// WGPs to L2: TechPowerUp `radeon-rx-6500-xt.c3850`; target: Mesa, 16 CUs.
    RX6500XT("Radeon RX 6500 XT", ["rx6500xt"], GFX1034, 8, clock 2_815, memory 143_900, l2 1_024; modes);
    /// WGPs to L2: TechPowerUp `radeon-pro-w6400.c3873`; target: Mesa, 12 CUs.
    W6400("Radeon PRO W6400", ["w6400", "pro-w6400"], GFX1034, 6, clock 2_321, memory 128_000, l2 1_024; modes);
    /// WGPs to L2: TechPowerUp `radeon-660m.c4136`; target: Mesa, 6 CUs.
    RADEON_660M("Radeon 660M", ["radeon-660m", "radeon-660m-graphics"], GFX1035, 3, clock 1_900, l2 2_048; modes);
    /// WGPs to L2: TechPowerUp `radeon-680m.c4135`; target: Mesa, 12 CUs.
    RADEON_680M("Radeon 680M", ["radeon-680m", "radeon-680m-graphics"], GFX1035, 6, clock 2_200, l2 2_048; modes);

    // RDNA 3.
    /// WGPs: ROCm, 80 CUs. Clock and rates: TechPowerUp `radeon-rx-7900-gre.c4166`. L2: ROCm.
    RX7900GRE("Radeon RX 7900 GRE", ["rx7900gre"], GFX1100, 40, clock 2_245, memory 576_000, l2 6_144; modes);
    /// WGPs: ROCm, 84 CUs. Clock and rates: TechPowerUp `radeon-rx-7900-xt.c3912`. L2: ROCm.
    RX7900XT("Radeon RX 7900 XT", ["rx7900xt"], GFX1100, 42, clock 2_394, memory 800_000, l2 6_144; modes);
    /// WGPs: ROCm, 96 CUs. Clock and rates: TechPowerUp `radeon-rx-7900-xtx.c3941`. L2: ROCm.
    RX7900XTX("Radeon RX 7900 XTX", ["rx7900xtx"], GFX1100, 48, clock 2_498, memory 960_000, l2 6_144; modes);
    /// WGPs: ROCm, 70 CUs. Clock and rates: TechPowerUp `radeon-pro-w7800.c4148`. L2: ROCm.
    W7800("Radeon PRO W7800", ["w7800", "pro-w7800"], GFX1100, 35, clock 2_525, memory 576_000, l2 6_144; modes);
    /// WGPs: ROCm, 70 CUs. Clock and rates: TechPowerUp `radeon-pro-w7800-48-gb.c4252`. L2: ROCm.
    W7800_48GB("Radeon PRO W7800 48GB", ["w7800-48gb", "pro-w7800-48gb"], GFX1100, 35, clock 2_525, memory 864_000,
        l2 6_144; modes);
    /// WGPs: ROCm, 96 CUs. Clock and rates: TechPowerUp `radeon-pro-w7900.c4147`. L2: ROCm.
    W7900("Radeon PRO W7900", ["w7900", "pro-w7900", "w7900-dual-slot", "pro-w7900-dual-slot"], GFX1100, 48, clock 2_495, memory 864_000,
        l2 6_144; modes);
    /// WGPs: ROCm, 40 CUs. Clock and rates: TechPowerUp `radeon-rx-7700.c4159`. L2: ROCm.
    RX7700("Radeon RX 7700", ["rx7700"], GFX1101, 20, clock 2_600, memory 622_100, l2 4_096; modes);
    /// WGPs: ROCm, 54 CUs. Clock and rates: TechPowerUp `radeon-rx-7700-xt.c3911`. L2: ROCm.
    RX7700XT("Radeon RX 7700 XT", ["rx7700xt"], GFX1101, 27, clock 2_544, memory 432_000, l2 4_096; modes);
    /// WGPs: ROCm, 60 CUs. Clock and rates: TechPowerUp `radeon-rx-7800-xt.c3839`. L2: ROCm.
    RX7800XT("Radeon RX 7800 XT", ["rx7800xt"], GFX1101, 30, clock 2_430, memory 624_100, l2 4_096; modes);
    /// WGPs: ROCm, 48 CUs. Clock and rates: TechPowerUp `radeon-pro-w7700.c4184`. L2: ROCm.
    W7700("Radeon PRO W7700", ["w7700", "pro-w7700"], GFX1101, 24, clock 2_600, memory 576_000, l2 4_096; modes);
    /// WGPs: ROCm, 54 CUs. Clock and rates: TechPowerUp `radeon-pro-v710.c4234`. L2: ROCm.
    V710("Radeon PRO V710", ["v710", "pro-v710"], GFX1101, 27, clock 2_000, memory 504_000, l2 4_096; modes);
    /// WGPs: ROCm, 32 CUs. Clock and rates: TechPowerUp `radeon-rx-7600.c4153`. L2: ROCm. HIP reports 16 (ROCm, issue
    /// 6407).
    RX7600("Radeon RX 7600", ["rx7600"], GFX1102, 16, clock 2_655, memory 288_000, l2 2_048; modes);
    /// WGPs to L2: TechPowerUp `radeon-rx-7600-xt.c4190`; target: Gentoo, 32 CUs.
    RX7600XT("Radeon RX 7600 XT", ["rx7600xt"], GFX1102, 16, clock 2_755, memory 288_000, l2 2_048; modes);
    /// WGPs to L2: TechPowerUp `radeon-pro-w7500.c4170`; target: Gentoo, 28 CUs.
    W7500("Radeon PRO W7500", ["w7500", "pro-w7500"], GFX1102, 14, clock 1_700, memory 256_000, l2 2_048; modes);
    /// WGPs to L2: TechPowerUp `radeon-pro-w7600.c4169`; target: Gentoo, 32 CUs.
    W7600("Radeon PRO W7600", ["w7600", "pro-w7600"], GFX1102, 16, clock 2_440, memory 288_000, l2 2_048; modes);
    /// WGPs to L2: TechPowerUp `radeon-740m.c4297`; target: Mesa, 4 CUs.
    RADEON_740M("Radeon 740M", ["radeon-740m", "radeon-740m-graphics"], GFX1103, 2, clock 2_800, l2 2_048; modes);
    /// WGPs to L2: TechPowerUp `radeon-760m.c4248`; target: Mesa, 8 CUs.
    RADEON_760M("Radeon 760M", ["radeon-760m", "radeon-760m-graphics"], GFX1103, 4, clock 2_599, l2 2_048; modes);
    /// WGPs: ROCm, 12 CUs. Clock and rates: TechPowerUp `radeon-780m.c4249`. L2: ROCm.
    RADEON_780M("Radeon 780M", ["radeon-780m", "radeon-780m-graphics"], GFX1103, 6, clock 2_900, l2 2_048; modes);

    // RDNA 3.5.
    /// WGPs to L2: TechPowerUp `radeon-880m.c4225`, Strix Point as the 890M, 12 CUs.
    RADEON_880M("Radeon 880M", ["radeon-880m", "radeon-880m-graphics"], GFX1150, 6, clock 2_900, l2 2_048; modes);
    /// WGPs: ROCm, 16 CUs. Clock and rates: TechPowerUp `radeon-890m.c4224`. L2: ROCm.
    RADEON_890M("Radeon 890M", ["radeon-890m", "radeon-890m-graphics"], GFX1150, 8, clock 2_900, l2 2_048; modes);
    /// WGPs: TechPowerUp `radeon-8050s.c4271`, Strix Halo as the 8060S, 32 CUs. Clock and rates: TechPowerUp
    /// `radeon-8050s.c4271`.
    RADEON_8050S("Radeon 8050S", ["radeon-8050s", "radeon-8050s-graphics"], GFX1151, 16, clock 2_800; modes);
    /// WGPs: ROCm, 40 CUs. Clock and rates: TechPowerUp `radeon-8060s.c4270`. L2: ROCm.
    RADEON_8060S("Radeon 8060S", ["radeon-8060s", "radeon-8060s-graphics"], GFX1151, 20, clock 2_900, l2 2_048; modes);
    /// WGPs: ROCm, 8 CUs. Clock and rates: TechPowerUp `radeon-860m.c4289`. L2: ROCm.
    RADEON_860M("Radeon 860M", ["radeon-860m", "radeon-860m-graphics"], GFX1152, 4, clock 3_000, l2 1_024; modes);

    // RDNA 4.
    /// WGPs: ROCm, 28 CUs. Clock and rates: TechPowerUp `radeon-rx-9060.c4326`. L2: ROCm. Mojo `info.mojo` has 32 CUs,
    /// those of the XT.
    RX9060("Radeon RX 9060", ["rx9060"], GFX1200, 14, clock 2_990, memory 322_300, l2 4_096; modes);
    /// WGPs: ROCm, 32 CUs. Clock and rates: TechPowerUp `radeon-rx-9060-xt-16-gb.c4293`; IREE. L2: ROCm.
    RX9060XT("Radeon RX 9060 XT", ["rx9060xt", "rx9060xt-lp"], GFX1200, 16, clock 3_130, memory 322_300,
        tensor 103_000, l2 4_096; modes);
    /// WGPs: ROCm, 56 CUs. Clock and rates: TechPowerUp `radeon-rx-9070.c4250`; IREE. L2: ROCm. Mojo `info.mojo` has 64
    /// CUs, those of the XT.
    RX9070("Radeon RX 9070", ["rx9070"], GFX1201, 28, clock 2_520, memory 644_600, tensor 145_000, l2 8_192; modes);
    /// WGPs: ROCm, 48 CUs. Clock and rates: TechPowerUp `radeon-rx-9070-gre.c4291`. L2: ROCm. Its memory is 12 or 16
    /// GB.
    RX9070GRE("Radeon RX 9070 GRE", ["rx9070gre"], GFX1201, 24, clock 2_790, l2 6_144; modes);
    /// WGPs: ROCm, 64 CUs. Clock and rates: TechPowerUp `radeon-rx-9070-xt.c4229`; IREE. L2: ROCm.
    RX9070XT("Radeon RX 9070 XT", ["rx9070xt"], GFX1201, 32, clock 2_970, memory 644_600, tensor 195_000, l2 8_192;
        modes);
    /// WGPs: ROCm, 64 CUs. Clock and rates: TechPowerUp `radeon-ai-pro-r9700.c4290`; IREE. L2: ROCm.
    R9700("Radeon AI PRO R9700", ["r9700", "ai-pro-r9700"], GFX1201, 32, clock 2_920, memory 644_600, tensor 191_000,
        l2 8_192; modes);
}
