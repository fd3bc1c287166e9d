//! Published figures of a board beyond its SMs: clocks, bandwidth, tensor throughput.
//!
//! Sources are written beside each row, by the short names of [`devices`](super::devices), and:
//!
//! | short name | document |
//! |---|---|
//! | Lightning `throughput.py` | `Lightning-AI/pytorch-lightning` 0810121, `utilities/throughput.py`, from NVIDIA's datasheets |
//! | gpu-specs tables | `winston-zhang-orz/gpu-specs` 4b0c72d, NVIDIA's datasheets transcribed |
//! | Hopper whitepaper | NVIDIA H100 Tensor Core GPU Architecture 1.04, Table 3 |
//! | GA102 whitepaper | NVIDIA Ampere GA102 GPU Architecture 2.0, Table 3 (RTX A6000) and Appendix A (RTX 3090) |
//! | Ada whitepaper | NVIDIA Ada GPU Architecture 2.1, Appendix A |
//! | RTX Blackwell whitepaper | NVIDIA RTX Blackwell GPU Architecture, Table 3 |
//! | RTX PRO Blackwell whitepaper | NVIDIA RTX Blackwell PRO GPU Architecture 1.0, Table 4 |
//! | LLM-Prof tables | `citsjtu/LLM-Prof`, hardware table: H800 as H100 SXM, H20 |
//! | A10 datasheet | NVIDIA A10 datasheet |
//!
//! The whitepapers of GA102, Ada and RTX Blackwell were read in public quotations of these tables.
//!
//! If sources disagree on a figure, the row says which is kept. A figure that nobody states, or that
//! sources state too differently to keep either, is `-`.

#![allow(clippy::doc_markdown, reason = "the sources are proper names")]

use super::by_device;
use crate::gpu::Device;
use crate::gpu::device::key;

/// Clocks and rates of a whole board, as published; `None` if no source states one.
///
/// ```
/// use occupancy_core::devices::H100;
/// use occupancy_core::model::specifications;
///
/// let h100 = specifications(&H100);
/// assert_eq!(h100.boost_clock_mhz, Some(1_980));
/// assert_eq!(h100.bandwidth_mb_per_s, Some(3_352_000));
/// assert_eq!(h100.tensor_gflop_per_s, Some(989_400));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Specifications {
    /// The boost clock of the SMs, MHz: for data-centre boards the highest that the driver allows, for
    /// others the rated one, which a cool board exceeds.
    pub boost_clock_mhz: Option<u32>,
    /// Bandwidth of device memory, MB/s (10⁶ bytes per second).
    pub bandwidth_mb_per_s: Option<u32>,
    /// Peak of the tensor cores, GFLOP/s (10⁹ per second): dense, with 16-bit floating-point operands
    /// and 32-bit accumulators. A multiply-add is 2 FLOP.
    pub tensor_gflop_per_s: Option<u32>,
}

impl Specifications {
    /// Nothing is published.
    const NONE: Self = Self {
        boost_clock_mhz: None,
        bandwidth_mb_per_s: None,
        tensor_gflop_per_s: None,
    };
}

macro_rules! figure {
    (-) => {
        None
    };
    ($figure:literal) => {
        Some($figure)
    };
}

/// Boost clock in MHz, bandwidth in MB/s, dense tensor peak in GFLOP/s.
macro_rules! specifications {
    ($(
        $(#[doc = $source:literal])+
        $constant:ident: $boost_clock:tt, $bandwidth:tt, $tensor:tt;
    )+) => {
        /// By the names of the constants of [`devices`](super::devices).
        const ROWS: &[(u64, Specifications)] = &[$((
            key(stringify!($constant)),
            Specifications {
                boost_clock_mhz: figure!($boost_clock),
                bandwidth_mb_per_s: figure!($bandwidth),
                tensor_gflop_per_s: figure!($tensor),
            },
        )),+];
    };
}

/// The published figures of `device`.
///
/// A MIG instance has the clock of its board; nobody publishes its bandwidth. Nothing is known about a
/// device of [`Device::new`].
///
/// ```
/// use occupancy_core::devices::mig::H100_1G_10GB;
/// use occupancy_core::model::specifications;
///
/// let instance = specifications(&H100_1G_10GB);
/// assert_eq!(instance.boost_clock_mhz, Some(1_980));
/// assert_eq!(instance.bandwidth_mb_per_s, None);
/// ```
pub const fn specifications(device: &Device) -> Specifications {
    match device.mig_board() {
        Some(board) => Specifications {
            boost_clock_mhz: of_board(board).boost_clock_mhz,
            ..Specifications::NONE
        },
        None => of_board(device),
    }
}

const fn of_board(board: &Device) -> Specifications {
    match by_device::of(ROWS, board) {
        Some(specifications) => *specifications,
        None => Specifications::NONE,
    }
}

specifications! {
    /// TechPowerUp `geforce-gtx-750-ti.c2548`.
    GTX750TI: 1_085, 86_400, -;
    /// TechPowerUp `geforce-gtx-970.c2620`.
    GTX970: 1_178, 224_400, -;
    /// TechPowerUp `geforce-gtx-980.c2621`.
    GTX980: 1_216, 224_400, -;
    /// TechPowerUp `geforce-gtx-980-ti.c2724`.
    GTX980TI: 1_076, 336_600, -;
    /// TechPowerUp `geforce-gtx-titan-x.c2632`.
    GTXTITANX: 1_089, 336_600, -;
    /// TechPowerUp `quadro-m6000.c2638`.
    QUADRO_M6000: 1_114, 317_400, -;
    /// TechPowerUp `quadro-m6000-24-gb.c2824`.
    QUADRO_M6000_24GB: 1_114, 317_400, -;
    /// TechPowerUp `tesla-m40-24-gb.c3838`.
    M40: 1_112, 288_400, -;
    /// TechPowerUp `tesla-m60.c2760`.
    M60: 1_178, 160_400, -;
    /// TechPowerUp `jetson-tx1.c3230`. TechPowerUp's 9.6 GB/s cannot be right for 64 bits of
    /// LPDDR4.
    TX1: 998, -, -;
    /// TechPowerUp `jetson-nano.c3643`.
    JETSON_NANO: 921, 25_600, -;
    /// OpenXLA spec `p100`; TechPowerUp `tesla-p100-sxm2.c3183`.
    P100: 1_480, 732_000, -;
    /// TechPowerUp `tesla-p100-pcie-16-gb.c2888`.
    P100_PCIE: 1_329, 732_200, -;
    /// TechPowerUp `tesla-p100-pcie-12-gb.c2915`.
    P100_PCIE_12GB: 1_329, 549_100, -;
    /// TechPowerUp `tesla-p40.c2878`.
    P40: 1_531, 347_100, -;
    /// TechPowerUp `tesla-p4.c2879`.
    P4: 1_114, 192_300, -;
    /// TechPowerUp `geforce-gtx-1060-6-gb.c2862`.
    GTX1060: 1_709, 192_200, -;
    /// TechPowerUp `geforce-gtx-1070.c2840`.
    GTX1070: 1_683, 256_300, -;
    /// TechPowerUp `geforce-gtx-1080.c2839`.
    GTX1080: 1_733, 320_300, -;
    /// TechPowerUp `geforce-gtx-1080-ti.c2877`.
    GTX1080TI: 1_582, 484_400, -;
    /// TechPowerUp `titan-xp.c2948`.
    TITANXP: 1_582, 547_600, -;
    /// TechPowerUp `jetson-tx2.c3231`.
    TX2: 1_300, 59_710, -;
    /// OpenXLA spec `v100`; Lightning `throughput.py`; TechPowerUp `tesla-v100-sxm2-32-gb.c3185`.
    V100: 1_530, 898_000, 125_000;
    /// TechPowerUp `tesla-v100-sxm2-32-gb.c3185`; Lightning `throughput.py`.
    V100_SXM2_32GB: 1_530, 898_000, 125_000;
    /// TechPowerUp `tesla-v100-pcie-16-gb.c2957`; Lightning `throughput.py`. TechPowerUp prints
    /// 897 GB/s.
    V100_PCIE: 1_380, 900_000, 112_000;
    /// TechPowerUp `tesla-v100-pcie-32-gb.c3184`; Lightning `throughput.py`.
    V100_PCIE_32GB: 1_380, 900_000, 112_000;
    /// TechPowerUp `tesla-v100s-pcie-32-gb.c3467`; Lightning `throughput.py`; gpu-specs tables.
    V100S: 1_597, 1_134_000, 130_000;
    /// TechPowerUp `titan-v.c3051`; Wikipedia `GV100-400-A1`. TechPowerUp prints 651.3 GB/s.
    TITANV: 1_455, 652_800, -;
    /// TechPowerUp `jetson-agx-xavier-32-gb.c4088`.
    AGX_XAVIER: 1_377, 136_500, -;
    /// TechPowerUp `jetson-agx-xavier-16-gb.c3232`.
    AGX_XAVIER_16GB: 1_377, 136_500, -;
    /// TechPowerUp `jetson-xavier-nx-8-gb.c3642`.
    XAVIER_NX: 1_100, 59_710, -;
    /// TechPowerUp `tesla-t4.c3316`; Lightning `throughput.py`; gpu-specs tables. NVIDIA's
    /// datasheet prints 300 and "320+" GB/s.
    T4: 1_590, 320_000, 65_000;
    /// TechPowerUp `geforce-gtx-1650.c3366`.
    GTX1650: 1_665, 128_100, -;
    /// TechPowerUp `geforce-gtx-1660-ti.c3364`.
    GTX1660TI: 1_770, 288_000, -;
    /// TechPowerUp `geforce-rtx-2060.c3310`; Wikipedia `TU106-200-KA-A1`.
    RTX2060: 1_680, 336_000, -;
    /// TechPowerUp `geforce-rtx-2060-super.c3441`; Wikipedia `TU106-410-A1`.
    RTX2060SUPER: 1_650, 448_000, -;
    /// TechPowerUp `geforce-rtx-2070.c3252`; Wikipedia `TU106-400-A1`.
    RTX2070: 1_620, 448_000, -;
    /// TechPowerUp `geforce-rtx-2070-super.c3440`; Wikipedia `TU104-410-A1`.
    RTX2070SUPER: 1_770, 448_000, -;
    /// TechPowerUp `geforce-rtx-2080.c3224`; Wikipedia `TU104-400-A1`.
    RTX2080: 1_710, 448_000, -;
    /// TechPowerUp `geforce-rtx-2080-super.c3439`; Wikipedia `TU104-450-A1`.
    RTX2080SUPER: 1_815, 495_900, -;
    /// TechPowerUp `geforce-rtx-2080-ti.c3305`; Wikipedia `TU102-300-K1-A1`.
    RTX2080TI: 1_545, 616_000, -;
    /// TechPowerUp `titan-rtx.c3311`.
    TITANRTX: 1_770, 672_000, -;
    /// TechPowerUp `quadro-rtx-6000.c3307`.
    QUADRO_RTX6000: 1_770, 672_000, -;
    /// TechPowerUp `quadro-rtx-8000.c3306`.
    QUADRO_RTX8000: 1_770, 672_000, -;
    /// OpenXLA spec `a100_sxm_40`; Lightning `throughput.py`; TechPowerUp
    /// `a100-sxm4-40-gb.c3506`.
    A100: 1_410, 1_555_000, 312_000;
    /// OpenXLA spec `a100_sxm_80`; gpu-specs tables; ML Engineering tables; TechPowerUp
    /// `a100-sxm4-80-gb.c3746`.
    A100_SXM4_80GB: 1_410, 2_039_000, 312_000;
    /// TechPowerUp `a100-pcie-40-gb.c3623`; gpu-specs tables.
    A100_PCIE: 1_410, 1_555_000, 312_000;
    /// OpenXLA spec `a100_pcie_80`; gpu-specs tables; ML Engineering tables; TechPowerUp
    /// `a100-pcie-80-gb.c3821`. OpenXLA has 2,039 GB/s, of the SXM board.
    A100_PCIE_80GB: 1_410, 1_935_000, 312_000;
    /// TechPowerUp `a800-sxm4-80-gb.c3966`.
    A800: 1_410, 2_039_000, 312_000;
    /// TechPowerUp `a30-pcie.c3792`.
    A30: 1_440, 933_100, -;
    /// TechPowerUp `a10-pcie.c3793`; A10 datasheet.
    A10: 1_695, 600_200, 125_000;
    /// Driver dump; TechPowerUp `a10g.c3798`.
    A10G: 1_710, 600_200, -;
    /// TechPowerUp `a16-pcie.c3794`.
    A16: 1_755, 200_100, -;
    /// TechPowerUp `a2.c3848`.
    A2: 1_770, 200_100, -;
    /// TechPowerUp `a40-pcie.c3700`.
    A40: 1_740, 695_800, -;
    /// OpenXLA spec `a6000`; TechPowerUp `rtx-a6000.c3686`; GA102 whitepaper.
    RTX_A6000: 1_800, 768_000, 154_800;
    /// TechPowerUp `rtx-a5000.c3748`; Wikipedia `GA102-850-A1`; driver dump.
    RTX_A5000: 1_695, 768_000, -;
    /// TechPowerUp `rtx-a4000.c3756`; Wikipedia `GA104-875-A1`.
    RTX_A4000: 1_560, 448_000, -;
    /// TechPowerUp `rtx-a2000.c3820`; Wikipedia `GA106-850-A1`.
    RTX_A2000: 1_200, 288_000, -;
    /// TechPowerUp `geforce-rtx-3050-8-gb.c3858`.
    RTX3050: 1_777, 224_000, -;
    /// TechPowerUp `geforce-rtx-3060-12-gb.c3682`; Wikipedia `GA106-300-A1`.
    RTX3060: 1_777, 360_000, -;
    /// TechPowerUp `geforce-rtx-3060-ti.c3681`; Wikipedia `GA104-200-A1`.
    RTX3060TI: 1_665, 448_000, -;
    /// TechPowerUp `geforce-rtx-3070.c3674`; Wikipedia `GA104-300-A1`.
    RTX3070: 1_725, 448_000, -;
    /// TechPowerUp `geforce-rtx-3070-ti.c3675`; Wikipedia `GA104-400-A1`.
    RTX3070TI: 1_770, 608_300, -;
    /// TechPowerUp `geforce-rtx-3080.c3621`; Wikipedia `GA102-200-A1`.
    RTX3080: 1_710, 760_300, -;
    /// TechPowerUp `geforce-rtx-3080-12-gb.c3834`; Wikipedia `GA102-220-A1`.
    RTX3080_12GB: 1_710, 912_400, -;
    /// TechPowerUp `geforce-rtx-3080-ti.c3735`; Wikipedia `GA102-225-A1`.
    RTX3080TI: 1_665, 912_400, -;
    /// TechPowerUp `geforce-rtx-3090.c3622`; Wikipedia `GA102-300-A1`; GA102 whitepaper; RTX
    /// Blackwell whitepaper. Wikipedia prints 935.8 GB/s; the GA102 whitepaper 71 TFLOP/s.
    RTX3090: 1_695, 936_200, 71_200;
    /// TechPowerUp `geforce-rtx-3090-ti.c3829`; Wikipedia `GA102-350-A1`.
    RTX3090TI: 1_860, 1_008_000, -;
    /// Driver dump; TechPowerUp `jetson-agx-orin-64-gb.c4085`.
    AGX_ORIN: 1_300, 204_800, -;
    /// TechPowerUp `jetson-agx-orin-32-gb.c4084`.
    AGX_ORIN_32GB: 930, 204_800, -;
    /// Driver dump; TechPowerUp `jetson-orin-nx-16-gb.c4086`.
    ORIN_NX: 918, 102_400, -;
    /// TechPowerUp `jetson-orin-nano-8-gb.c4082`.
    ORIN_NANO: 625, 68_220, -;
    /// Driver dump; gpu-specs tables; TechPowerUp `l4.c4091`.
    L4: 2_040, 300_100, 121_000;
    /// TechPowerUp `l40.c3959`.
    L40: 2_490, 864_000, -;
    /// Driver dump; ML Engineering tables; gpu-specs tables; TechPowerUp `l40s.c4173`.
    L40S: 2_520, 864_000, 362_000;
    /// TechPowerUp `geforce-rtx-4060.c4107`; Wikipedia `AD107-400`.
    RTX4060: 2_460, 272_000, -;
    /// TechPowerUp `geforce-rtx-4060-ti-8-gb.c3890`; Wikipedia `AD106-350`. Wikipedia prints
    /// 2,540 MHz.
    RTX4060TI: 2_535, 288_000, -;
    /// TechPowerUp `geforce-rtx-4060-ti-16-gb.c4155`; Wikipedia `AD106-351`. Wikipedia prints
    /// 2,540 MHz.
    RTX4060TI_16GB: 2_535, 288_000, -;
    /// TechPowerUp `geforce-rtx-4070.c3924`; Wikipedia `AD104-250`.
    RTX4070: 2_475, 504_200, -;
    /// TechPowerUp `geforce-rtx-4070-super.c4186`; Wikipedia `AD104-350`.
    RTX4070SUPER: 2_475, 504_200, -;
    /// TechPowerUp `geforce-rtx-4070-ti.c3950`; Wikipedia `AD104-400`.
    RTX4070TI: 2_610, 504_200, -;
    /// TechPowerUp `geforce-rtx-4070-ti-super.c4187`; Wikipedia `AD103-275`.
    RTX4070TISUPER: 2_610, 672_300, -;
    /// TechPowerUp `geforce-rtx-4080.c3888`; Wikipedia `AD103-300`.
    RTX4080: 2_505, 716_800, -;
    /// TechPowerUp `geforce-rtx-4080-super.c4182`; Wikipedia `AD103-400`.
    RTX4080SUPER: 2_550, 736_300, -;
    /// TechPowerUp `geforce-rtx-4090-d.c4189`; Wikipedia `AD102-250`.
    RTX4090D: 2_520, 1_008_000, -;
    /// TechPowerUp `geforce-rtx-4090.c3889`; Wikipedia `AD102-300`; Ada and RTX
    /// Blackwell whitepapers.
    RTX4090: 2_520, 1_008_000, 165_200;
    /// TechPowerUp `rtx-6000-ada-generation.c3933`; Wikipedia `AD102-870-A1`; RTX PRO
    /// Blackwell whitepaper.
    RTX6000ADA: 2_505, 960_000, 364_000;
    /// TechPowerUp `rtx-5000-ada-generation.c4152`.
    RTX5000ADA: 2_550, 576_000, -;
    /// TechPowerUp `rtx-4000-ada-generation.c4171`.
    RTX4000ADA: 2_175, 360_000, -;
    /// TechPowerUp `rtx-2000-ada-generation.c4199`.
    RTX2000ADA: 2_130, 256_000, -;
    /// OpenXLA spec `h100_sxm`; Hopper whitepaper; ML Engineering tables; TechPowerUp
    /// `h100-sxm5-80-gb.c3900`. The datasheet prints 3.35 TB/s, TechPowerUp 3,360 GB/s. Tensor
    /// peak at 1,830 MHz.
    H100: 1_980, 3_352_000, 989_400;
    /// OpenXLA spec `h100_pcie`; Hopper whitepaper; Lightning `throughput.py`; TechPowerUp
    /// `h100-pcie-80-gb.c3899`. ML Engineering tables print 2.00 TB/s, gpu-specs tables 2,048
    /// GB/s.
    H100_PCIE: 1_755, 2_039_000, 756_500;
    /// TechPowerUp `h100-nvl-94-gb.c4327`.
    H100_NVL: 1_785, 3_940_000, -;
    /// OpenXLA spec `h200`; ML Engineering tables; TechPowerUp `h200-sxm-141-gb.c4255`.
    /// TechPowerUp prints 4,890 GB/s.
    H200: 1_980, 4_800_000, 989_500;
    /// TechPowerUp `h200-nvl.c4254`. TechPowerUp prints 4,890 GB/s.
    H200_NVL: 1_785, 4_800_000, -;
    /// TechPowerUp `h800-sxm5.c3975`. TechPowerUp prints 1,755 MHz, unconfirmed.
    H800: -, 3_350_000, 989_500;
    /// TechPowerUp `h800-pcie-80-gb.c4181`.
    H800_PCIE: 1_755, 2_039_000, -;
    /// LLM-Prof tables.
    H20: -, 4_000_000, 148_000;
    /// ML Engineering tables.
    GH200: -, 4_000_000, 989_500;
    /// ML Engineering tables.
    GH200_144GB: -, 4_800_000, 989_500;
    /// OpenXLA spec `b200`; ML Engineering tables; driver dump. The datasheet prints 8.0 TB/s;
    /// the driver reports a bus of 7,680 bits.
    B200: 1_965, 7_672_000, 2_250_000;
    /// OpenXLA spec `gb200`; ML Engineering tables. The datasheet prints 8.0 TB/s.
    GB200: 2_062, 7_928_000, 2_500_000;
    /// Driver dump; TechPowerUp `b300.c4375`; ML Engineering tables. OpenXLA has 7,936 GB/s,
    /// typed by hand.
    B300: 2_032, 8_000_000, 2_250_000;
    /// OpenXLA spec `gb300`; ML Engineering tables. The datasheet prints 8.0 TB/s.
    GB300: 2_070, 7_928_000, 2_500_000;
    /// TechPowerUp `geforce-rtx-5050.c4220`.
    RTX5050: 2_572, 320_000, -;
    /// TechPowerUp `geforce-rtx-5060.c4219`; Wikipedia `GB206-250`.
    RTX5060: 2_497, 448_000, -;
    /// TechPowerUp `geforce-rtx-5060-ti-8-gb.c4246`; Wikipedia `GB206-300`.
    RTX5060TI: 2_572, 448_000, -;
    /// TechPowerUp `geforce-rtx-5060-ti-16-gb.c4292`; Wikipedia `GB206-300_2`.
    RTX5060TI_16GB: 2_572, 448_000, -;
    /// TechPowerUp `geforce-rtx-5070.c4218`; Wikipedia `GB205-300`.
    RTX5070: 2_512, 672_000, -;
    /// TechPowerUp `geforce-rtx-5070-ti.c4243`; Wikipedia `GB203-300`.
    RTX5070TI: 2_452, 896_000, -;
    /// TechPowerUp `geforce-rtx-5080.c4217`; Wikipedia `GB203-400`.
    RTX5080: 2_617, 960_000, -;
    /// TechPowerUp `geforce-rtx-5090.c4216`; Wikipedia `GB202-300`; RTX Blackwell whitepaper.
    RTX5090: 2_407, 1_792_000, 209_500;
    /// TechPowerUp `geforce-rtx-5090-d.c4253`.
    RTX5090D: 2_407, 1_792_000, -;
    /// OpenXLA spec `rtx6000pro`; driver dump; RTX PRO Blackwell whitepaper; Wikipedia
    /// `GB202_3`; TechPowerUp `rtx-pro-6000-blackwell.c4272`.
    RTXPRO6000: 2_617, 1_792_000, 503_800;
    /// Wikipedia `GB202_2`.
    RTXPRO6000_MAXQ: 2_288, 1_792_000, -;
    /// TechPowerUp `rtx-pro-5000-blackwell.c4276`; Wikipedia `GB202`. Clocks of TechPowerUp and
    /// Wikipedia differ.
    RTXPRO5000: -, 1_344_000, -;
    /// TechPowerUp `rtx-pro-4500-blackwell.c4278`; Wikipedia `GB203_2`. Clocks of TechPowerUp and
    /// Wikipedia differ.
    RTXPRO4500: -, 896_000, -;
    /// TechPowerUp `rtx-pro-4000-blackwell.c4279`; Wikipedia `GB203`. Clocks of TechPowerUp and
    /// Wikipedia differ.
    RTXPRO4000: -, 672_000, -;
    /// Driver dump; TechPowerUp `gb10.c4342`.
    GB10: 2_418, 273_200, -;
    /// TechPowerUp `jetson-t5000.c4370`, which prints 2,525 MHz; a board reported 1,049.
    THOR: -, 273_200, -;
}
