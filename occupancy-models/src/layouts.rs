//! How boards are built: GPCs, TPCs and the L2 cache.
//!
//! Sources are written beside each row, by the short names of `gpu/nvidia/devices.rs` of
//! `occupancy-core`, and:
//!
//! | short name | document |
//! |---|---|
//! | A100 whitepaper | NVIDIA A100 Tensor Core GPU Architecture 1.0, page 19 |
//! | Volta whitepaper | NVIDIA Tesla V100 GPU Architecture: six GPCs of seven TPCs in GV100 |
//! | AI_kernels | `markdewing/AI_kernels` d916a39, measured latencies |
//!
//! Wikipedia states GPCs in its column "Core config". Driver dumps state the L2 cache that a kernel sees, and are
//! kept if TechPowerUp differs. They differ on every Jetson board that has a dump, so the L2 cache of the other
//! Jetson boards is `-`.

#![allow(clippy::doc_markdown, reason = "the sources are proper names")]

use occupancy_core::Device;

/// What a board has besides its SMs; `None` if no source states a figure.
///
/// ```
/// use occupancy_core::devices::{H100, L4};
/// use occupancy_models::board_layout;
///
/// let h100 = board_layout(&H100);
/// assert_eq!((h100.gpcs, h100.tpcs), (Some(8), Some(66)));
/// assert_eq!(h100.l2_cache_bytes, Some(50 << 20));
/// assert_eq!(board_layout(&L4).gpcs, None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct BoardLayout {
    /// The L2 cache, bytes.
    pub l2_cache_bytes: Option<u32>,
    /// Graphics processing clusters. Their numbers of SMs can differ from board to board.
    pub gpcs: Option<u32>,
    /// Texture processing clusters: pairs of SMs from compute capability 7.0 on.
    pub tpcs: Option<u32>,
}

macro_rules! figure {
    (-) => {
        None
    };
    ($figure:literal) => {
        Some($figure)
    };
}

/// L2 cache in KiB, GPCs, TPCs.
macro_rules! layouts {
    ($(
        $(#[doc = $source:literal])+
        $constant:ident: $l2_cache:tt, $gpcs:tt, $tpcs:tt;
    )+) => {
        /// By the names of the constants of [`devices`](occupancy_core::devices).
        const ROWS: &[(&str, [Option<u32>; 3])] = &[$((
            stringify!($constant),
            [figure!($l2_cache), figure!($gpcs), figure!($tpcs)],
        )),+];
    };
}

/// What `device` has besides its SMs. A MIG instance has a part of its board's, and no source states how
/// much.
pub fn board_layout(device: &Device) -> BoardLayout {
    let mut rows = ROWS.iter();
    let row = rows.find(|(constant, _)| *constant == device.constant());
    let [l2_cache_kib, gpcs, tpcs] = row.map_or([None; 3], |(_, figures)| *figures);
    BoardLayout {
        l2_cache_bytes: l2_cache_kib.map(|kib| kib * 1024),
        gpcs,
        tpcs,
    }
}

layouts! {
    /// L2: TechPowerUp `geforce-gtx-750-ti.c2548`.
    GTX750TI: 2_048, -, -;
    /// L2: TechPowerUp `geforce-gtx-970.c2620`.
    GTX970: 2_048, -, -;
    /// L2: TechPowerUp `geforce-gtx-980.c2621`.
    GTX980: 2_048, -, -;
    /// L2: TechPowerUp `geforce-gtx-980-ti.c2724`.
    GTX980TI: 3_072, -, -;
    /// L2: TechPowerUp `geforce-gtx-titan-x.c2632`.
    GTXTITANX: 3_072, -, -;
    /// L2: TechPowerUp `quadro-m6000.c2638`.
    QUADRO_M6000: 3_072, -, -;
    /// L2: TechPowerUp `quadro-m6000-24-gb.c2824`.
    QUADRO_M6000_24GB: 3_072, -, -;
    /// L2: TechPowerUp `tesla-m40-24-gb.c3838`.
    M40: 3_072, -, -;
    /// L2: TechPowerUp `tesla-m60.c2760`.
    M60: 2_048, -, -;
    /// L2: OpenXLA spec `p100`.
    P100: 4_096, -, -;
    /// L2: TechPowerUp `tesla-p100-pcie-16-gb.c2888`.
    P100_PCIE: 4_096, -, -;
    /// L2: TechPowerUp `tesla-p100-pcie-12-gb.c2915`.
    P100_PCIE_12GB: 3_072, -, -;
    /// L2: TechPowerUp `tesla-p40.c2878`.
    P40: 3_072, -, -;
    /// L2: TechPowerUp `tesla-p4.c2879`.
    P4: 2_048, -, -;
    /// L2: TechPowerUp `geforce-gtx-1060-6-gb.c2862`.
    GTX1060: 1_536, -, -;
    /// L2: TechPowerUp `geforce-gtx-1070.c2840`.
    GTX1070: 2_048, -, -;
    /// L2: TechPowerUp `geforce-gtx-1080.c2839`.
    GTX1080: 2_048, -, -;
    /// L2: TechPowerUp `geforce-gtx-1080-ti.c2877`.
    GTX1080TI: 2_816, -, -;
    /// L2: TechPowerUp `titan-xp.c2948`.
    TITANXP: 3_072, -, -;
    /// L2: OpenXLA spec `v100`. GPCs: Volta whitepaper.
    V100: 6_144, 6, -;
    /// L2: TechPowerUp `tesla-v100-sxm2-32-gb.c3185`. GPCs: Volta whitepaper.
    V100_SXM2_32GB: 6_144, 6, -;
    /// L2: TechPowerUp `tesla-v100-pcie-16-gb.c2957`. GPCs: Volta whitepaper.
    V100_PCIE: 6_144, 6, -;
    /// L2: TechPowerUp `tesla-v100-pcie-32-gb.c3184`. GPCs: Volta whitepaper.
    V100_PCIE_32GB: 6_144, 6, -;
    /// L2: TechPowerUp `tesla-v100s-pcie-32-gb.c3467`. GPCs: Volta whitepaper.
    V100S: 6_144, 6, -;
    /// L2: TechPowerUp `titan-v.c3051`. GPCs: Wikipedia `GV100-400-A1`.
    TITANV: 4_608, 6, -;
    /// L2: TechPowerUp `tesla-t4.c3316`.
    T4: 4_096, -, -;
    /// L2: TechPowerUp `geforce-gtx-1650.c3366`.
    GTX1650: 1_024, -, -;
    /// L2: TechPowerUp `geforce-gtx-1660-ti.c3364`.
    GTX1660TI: 1_536, -, -;
    /// L2: TechPowerUp `geforce-rtx-2060.c3310`. GPCs: Wikipedia `TU106-200-KA-A1`.
    RTX2060: 3_072, 3, -;
    /// L2: TechPowerUp `geforce-rtx-2060-super.c3441`. GPCs: Wikipedia `TU106-410-A1`.
    RTX2060SUPER: 4_096, 3, -;
    /// L2: TechPowerUp `geforce-rtx-2070.c3252`. GPCs: Wikipedia `TU106-400-A1`.
    RTX2070: 4_096, 3, -;
    /// L2: TechPowerUp `geforce-rtx-2070-super.c3440`. GPCs: Wikipedia `TU104-410-A1`.
    RTX2070SUPER: 4_096, 5, -;
    /// L2: TechPowerUp `geforce-rtx-2080.c3224`. GPCs: Wikipedia `TU104-400-A1`.
    RTX2080: 4_096, 6, -;
    /// L2: TechPowerUp `geforce-rtx-2080-super.c3439`. GPCs: Wikipedia `TU104-450-A1`.
    RTX2080SUPER: 4_096, 6, -;
    /// L2: TechPowerUp `geforce-rtx-2080-ti.c3305`. GPCs: Wikipedia `TU102-300-K1-A1`.
    RTX2080TI: 5_632, 6, -;
    /// L2: TechPowerUp `titan-rtx.c3311`.
    TITANRTX: 6_144, -, -;
    /// L2: TechPowerUp `quadro-rtx-6000.c3307`.
    QUADRO_RTX6000: 6_144, -, -;
    /// L2: TechPowerUp `quadro-rtx-8000.c3306`.
    QUADRO_RTX8000: 6_144, -, -;
    /// L2: OpenXLA spec `a100_sxm_40`. GPCs and TPCs: A100 whitepaper.
    A100: 40_960, 7, 54;
    /// L2: OpenXLA spec `a100_sxm_80`. GPCs and TPCs: A100 whitepaper.
    A100_SXM4_80GB: 40_960, 7, 54;
    /// L2: TechPowerUp `a100-pcie-40-gb.c3623`. GPCs and TPCs: A100 whitepaper.
    A100_PCIE: 40_960, 7, 54;
    /// L2: OpenXLA spec `a100_pcie_80`; TechPowerUp prints 80 MB. GPCs and TPCs: A100 whitepaper.
    A100_PCIE_80GB: 40_960, 7, 54;
    /// L2: TechPowerUp `a800-sxm4-80-gb.c3966`. GPCs: A100 whitepaper.
    A800: 40_960, 7, -;
    /// L2: TechPowerUp `a30-pcie.c3792`.
    A30: 24_576, -, -;
    /// L2: TechPowerUp `a10-pcie.c3793`.
    A10: 6_144, -, -;
    /// L2: driver dump.
    A10G: 6_144, -, -;
    /// L2: TechPowerUp `a16-pcie.c3794`.
    A16: 2_048, -, -;
    /// L2: TechPowerUp `a2.c3848`.
    A2: 2_048, -, -;
    /// L2: TechPowerUp `a40-pcie.c3700`.
    A40: 6_144, -, -;
    /// L2: OpenXLA spec `a6000`.
    RTX_A6000: 6_144, -, -;
    /// L2: driver dump.
    RTX_A5000: 6_144, -, -;
    /// L2: TechPowerUp `rtx-a4000.c3756`.
    RTX_A4000: 4_096, -, -;
    /// L2: TechPowerUp `rtx-a2000.c3820`.
    RTX_A2000: 3_072, -, -;
    /// L2: TechPowerUp `geforce-rtx-3050-8-gb.c3858`.
    RTX3050: 2_048, -, -;
    /// L2: TechPowerUp `geforce-rtx-3060-12-gb.c3682`. GPCs: Wikipedia `GA106-300-A1`.
    RTX3060: 3_072, 3, -;
    /// L2: TechPowerUp `geforce-rtx-3060-ti.c3681`. GPCs: Wikipedia `GA104-200-A1`.
    RTX3060TI: 4_096, 5, -;
    /// L2: TechPowerUp `geforce-rtx-3070.c3674`. GPCs: Wikipedia `GA104-300-A1`.
    RTX3070: 4_096, 6, -;
    /// L2: TechPowerUp `geforce-rtx-3070-ti.c3675`. GPCs: Wikipedia `GA104-400-A1`.
    RTX3070TI: 4_096, 6, -;
    /// L2: TechPowerUp `geforce-rtx-3080.c3621`. GPCs: Wikipedia `GA102-200-A1`.
    RTX3080: 5_120, 6, -;
    /// L2: TechPowerUp `geforce-rtx-3080-12-gb.c3834`. GPCs: Wikipedia `GA102-220-A1`.
    RTX3080_12GB: 6_144, 6, -;
    /// L2: TechPowerUp `geforce-rtx-3080-ti.c3735`. GPCs: Wikipedia `GA102-225-A1`.
    RTX3080TI: 6_144, 7, -;
    /// L2: TechPowerUp `geforce-rtx-3090.c3622`. GPCs: Wikipedia `GA102-300-A1`.
    RTX3090: 6_144, 7, -;
    /// L2: TechPowerUp `geforce-rtx-3090-ti.c3829`. GPCs: Wikipedia `GA102-350-A1`.
    RTX3090TI: 6_144, 7, -;
    /// L2: driver dump; TechPowerUp prints 6 MB.
    AGX_ORIN: 4_096, -, -;
    /// L2: driver dump; TechPowerUp prints 4 MB.
    ORIN_NX: 2_048, -, -;
    /// L2: driver dump.
    L4: 49_152, -, -;
    /// L2: TechPowerUp `l40.c3959`.
    L40: 98_304, -, -;
    /// L2: driver dump; TechPowerUp prints 48 MB.
    L40S: 98_304, -, -;
    /// L2: TechPowerUp `geforce-rtx-4060.c4107`. GPCs: Wikipedia `AD107-400`.
    RTX4060: 24_576, 3, -;
    /// L2: TechPowerUp `geforce-rtx-4060-ti-8-gb.c3890`. GPCs: Wikipedia `AD106-350`.
    RTX4060TI: 32_768, 3, -;
    /// L2: TechPowerUp `geforce-rtx-4060-ti-16-gb.c4155`. GPCs: Wikipedia `AD106-351`.
    RTX4060TI_16GB: 32_768, 3, -;
    /// L2: TechPowerUp `geforce-rtx-4070.c3924`. GPCs: Wikipedia `AD104-250`.
    RTX4070: 36_864, 4, -;
    /// L2: TechPowerUp `geforce-rtx-4070-super.c4186`. GPCs: Wikipedia `AD104-350`.
    RTX4070SUPER: 49_152, 5, -;
    /// L2: TechPowerUp `geforce-rtx-4070-ti.c3950`. GPCs: Wikipedia `AD104-400`.
    RTX4070TI: 49_152, 5, -;
    /// L2: TechPowerUp `geforce-rtx-4070-ti-super.c4187`. GPCs: Wikipedia `AD103-275`.
    RTX4070TISUPER: 49_152, 6, -;
    /// L2: TechPowerUp `geforce-rtx-4080.c3888`. GPCs: Wikipedia `AD103-300`.
    RTX4080: 65_536, 7, -;
    /// L2: TechPowerUp `geforce-rtx-4080-super.c4182`. GPCs: Wikipedia `AD103-400`.
    RTX4080SUPER: 65_536, 7, -;
    /// L2: TechPowerUp `geforce-rtx-4090-d.c4189`. GPCs: Wikipedia `AD102-250`.
    RTX4090D: 73_728, 11, -;
    /// L2: TechPowerUp `geforce-rtx-4090.c3889`. GPCs: Wikipedia `AD102-300`.
    RTX4090: 73_728, 11, -;
    /// L2: TechPowerUp `rtx-6000-ada-generation.c3933`.
    RTX6000ADA: 98_304, -, -;
    /// L2: TechPowerUp `rtx-5000-ada-generation.c4152`.
    RTX5000ADA: 73_728, -, -;
    /// L2: TechPowerUp `rtx-4000-ada-generation.c4171`.
    RTX4000ADA: 49_152, -, -;
    /// L2: TechPowerUp `rtx-2000-ada-generation.c4199`.
    RTX2000ADA: 12_288, -, -;
    /// L2: OpenXLA spec `h100_sxm`. GPCs and TPCs: Hopper whitepaper.
    H100: 51_200, 8, 66;
    /// L2: OpenXLA spec `h100_pcie`. TPCs: Hopper whitepaper.
    H100_PCIE: 51_200, -, 57;
    /// L2: TechPowerUp `h100-nvl-94-gb.c4327`.
    H100_NVL: 51_200, -, -;
    /// L2: OpenXLA spec `h200`.
    H200: 51_200, -, -;
    /// L2: TechPowerUp `h200-nvl.c4254`.
    H200_NVL: 51_200, -, -;
    /// L2: TechPowerUp `h800-sxm5.c3975`.
    H800: 51_200, -, -;
    /// L2: TechPowerUp `h800-pcie-80-gb.c4181`.
    H800_PCIE: 51_200, -, -;
    /// L2: ML Engineering tables; AI_kernels `latency/README.md`, where the latency rises past 60 MiB.
    GH200: 61_440, -, -;
    /// L2: OpenXLA spec `b200`.
    B200: 129_536, -, -;
    /// L2: OpenXLA spec `gb200`.
    GB200: 132_352, -, -;
    /// L2: driver dump.
    B300: 129_536, -, -;
    /// L2: TechPowerUp `geforce-rtx-5050.c4220`.
    RTX5050: 24_576, -, -;
    /// L2: TechPowerUp `geforce-rtx-5060.c4219`. GPCs: Wikipedia `GB206-250`.
    RTX5060: 32_768, 3, -;
    /// L2: TechPowerUp `geforce-rtx-5060-ti-8-gb.c4246`. GPCs: Wikipedia `GB206-300`.
    RTX5060TI: 32_768, 3, -;
    /// L2: TechPowerUp `geforce-rtx-5060-ti-16-gb.c4292`. GPCs: Wikipedia `GB206-300_2`.
    RTX5060TI_16GB: 32_768, 3, -;
    /// L2: TechPowerUp `geforce-rtx-5070.c4218`. GPCs: Wikipedia `GB205-300`.
    RTX5070: 49_152, 5, -;
    /// L2: TechPowerUp `geforce-rtx-5070-ti.c4243`. GPCs: Wikipedia `GB203-300`.
    RTX5070TI: 49_152, 6, -;
    /// L2: TechPowerUp `geforce-rtx-5080.c4217`. GPCs: Wikipedia `GB203-400`.
    RTX5080: 65_536, 7, -;
    /// L2: TechPowerUp `geforce-rtx-5090.c4216`. GPCs and TPCs: RTX Blackwell whitepaper.
    RTX5090: 98_304, 11, 85;
    /// L2: TechPowerUp `geforce-rtx-5090-d.c4253`.
    RTX5090D: 98_304, -, -;
    /// L2: OpenXLA spec `rtx6000pro`. GPCs and TPCs: RTX PRO Blackwell whitepaper.
    RTXPRO6000: 131_072, 12, 94;
    /// L2: Wikipedia `GB202_2`. GPCs and TPCs: RTX PRO Blackwell whitepaper.
    RTXPRO6000_MAXQ: 131_072, 12, 94;
    /// L2: TechPowerUp `rtx-pro-6000-blackwell-server.c4274`.
    RTXPRO6000_SERVER: 131_072, -, -;
    /// L2: TechPowerUp `rtx-pro-5000-blackwell.c4276`.
    RTXPRO5000: 98_304, -, -;
    /// L2: TechPowerUp `rtx-pro-4500-blackwell.c4278`.
    RTXPRO4500: 65_536, -, -;
    /// L2: TechPowerUp `rtx-pro-4000-blackwell.c4279`.
    RTXPRO4000: 49_152, -, -;
    /// L2: driver dump; TechPowerUp prints 50 MB.
    GB10: 24_576, -, -;
    /// L2: driver dump; TechPowerUp prints 50 MB.
    THOR: 32_768, -, -;
}
