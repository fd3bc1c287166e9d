//! The named GPUs, a constant each: its name, the names by which [`Arch::find`] finds it, its compute capability and
//! its number of SMs.
//!
//! If boards with different SM counts share the name of a product, the most common one has the short name and the
//! others have longer names: [`H100`] has 132 SMs and [`H100_PCIE`] 114. A laptop GPU is not the desktop GPU that it is
//! named after: [`RTX4090_LAPTOP`] has 76 SMs, and [`RTX4090`] 128. Every row is a whole board; MIG divides it into its
//! [instances](Device::mig_instances).
//!
//! A row also has other figures that were published of the board: its clock in MHz, the bandwidth of its memory in
//! MB/s, the peak of its tensor cores in GFLOP/s, the measured latencies of its caches and its memory in cycles, at a
//! clock in MHz ([`MemoryLatencies`]), its L2 cache in KiB, and its GPCs and TPCs. A figure is left out if no source
//! states it, or if the sources differ too much.
//!
//! A MIG instance has the memory of its profile list in MiB, and in KiB the fraction of the L2 cache that the MIG User Guide
//! states for it. The guide prints an eighth for `1g.20gb` of an H100 and its likes, beside a quarter of the memory: they
//! have none here. The bandwidths are those of the OpenXLA specs `h100_sxm_mig` and `b200_mig`, and so is the L2 cache of
//! the latter, which is not an eighth.
//!
//! Wikipedia states GPCs in its column "Core config". Driver dumps state the L2 cache that a kernel sees, and are kept
//! if TechPowerUp differs. It does on every Jetson board that has a dump, so the other Jetson boards have no L2 cache
//! here.
//!
//! Each row names its sources. If they disagree on a figure, it says which one is kept:
//!
//! | short name | document |
//! |---|---|
//! | whitepaper | NVIDIA's whitepaper on the architecture |
//! | driver dump | properties that the CUDA driver reported for a real board |
//! | MIG profile list | `nvidia-smi mig -lgip`; the largest instance is the whole GPU |
//! | Profile list | the same of a MIG instance, on the board that is named |
//! | MIG User Guide | NVIDIA's guide: boards, profiles and fractions, never SM counts |
//! | OpenXLA spec | `openxla/xla`, `gpu/target_config/specs`: driver dumps unless noted |
//! | TechPowerUp | GPU database, page as named, as kept in RightNow-GPU-Database 77fae38 |
//! | Wikipedia | tables of NVIDIA GPUs, chip as named, as kept in gpu-info-api 03a6b34 |
//! | Mojo `info.mojo` | GPU table of Modular's Mojo standard library |
//! | ML Engineering tables | `stas00/ml-engineering` 744d01e, accelerators |
//! | Lightning `throughput.py` | `Lightning-AI/pytorch-lightning` 0810121, `utilities/throughput.py`, from NVIDIA's datasheets |
//! | gpu-specs tables | `winston-zhang-orz/gpu-specs` 4b0c72d, NVIDIA's datasheets transcribed |
//! | Volta whitepaper | NVIDIA Tesla V100 GPU Architecture: six GPCs of seven TPCs in GV100; TPCs: Table 1 |
//! | A100 whitepaper | NVIDIA A100 Tensor Core GPU Architecture 1.0, page 19 |
//! | Hopper whitepaper | NVIDIA H100 Tensor Core GPU Architecture 1.04, Table 3 |
//! | GA102 whitepaper | NVIDIA Ampere GA102 GPU Architecture 2.0, Table 3 (RTX A6000) and Appendix A (RTX 3090) |
//! | Ada whitepaper | NVIDIA Ada GPU Architecture 2.1, Appendix A |
//! | RTX Blackwell whitepaper | NVIDIA RTX Blackwell GPU Architecture, Table 3 |
//! | RTX PRO Blackwell whitepaper | NVIDIA RTX Blackwell PRO GPU Architecture 1.0, Table 4 |
//! | LLM-Prof tables | `citsjtu/LLM-Prof`, hardware table: H800 as H100 SXM, H20 |
//! | A10 datasheet | NVIDIA A10 datasheet |
//! | gpu-benches | `RRZE-HPC/gpu-benches` 1038c5d, `gpu-latency`: random pointer chase at the clock of the row; L1, L2 and 2 GB |
//! | AI_kernels | `markdewing/AI_kernels` 0d701ad, of L2 caches d916a39, `latency/README.md`: pointer chase, clock not locked |
//! | cuda_study | `ahmadsharif1/cuda_study` f2e2f70, H100 SXM5, Memory Latency: pointer chase at 1.98 GHz |
//! | CUDA_optimazation | `hibouwu/CUDA_optimazation` 3805138, `gh200_sm90/access_rules/R01-readiness.md`: chain of indices |
//! | Euhedral | `Euhedral-Engine/Euhedral` ef33b25, `docs/nvidia/memory-system.md`, Latency: pointer chase at 2.87 GHz |
//!
//! The whitepapers of GA102, Ada and RTX Blackwell were read in public quotations of these tables. Latencies are
//! measured on an idle memory system; NVIDIA states none.
//!
//! [`Arch::find`]: crate::Arch::find
//! [`MemoryLatencies`]: crate::gpu::MemoryLatencies
//!
//! # Examples
//!
//! ```
//! use occupancy_core::devices::{H100, H100_PCIE};
//!
//! assert_eq!(H100.sm_count(), 132);
//! assert_eq!(H100_PCIE.sm_count(), 114);
//! assert_eq!(H100.multiprocessor(), H100_PCIE.multiprocessor());
//! ```

#![allow(clippy::doc_markdown, reason = "the sources are proper names")]
#![allow(clippy::large_stack_arrays, reason = "the lists are constants")]

#[allow(clippy::wildcard_imports, reason = "the rows name nearly all of them")]
use super::compute_capabilities::*;
use crate::gpu::device::{Device, MemoryLatencies, Published, cycles};

/// The MIG instances of an RTX PRO 6000 Blackwell, which all its boards have.
macro_rules! rtx_pro_6000 {
    ($($board:tt)+) => {
        parts!($($board)+ mig "1g.24gb" 46 (l2 32_768, mib 24_186), "1g.24gb+me" 46 (l2 32_768, mib 24_186),
            "1g.24gb+gfx" 46 (l2 32_768, mib 24_186), "1g.24gb+me.all" 46 (l2 32_768, mib 24_186),
            "1g.24gb-me" 46 (l2 32_768, mib 24_186), "2g.48gb" 94 (l2 65_536, mib 48_517),
            "2g.48gb+gfx" 94 (l2 65_536, mib 48_517), "2g.48gb+me.all" 94 (l2 65_536, mib 48_517),
            "2g.48gb-me" 94 (l2 65_536, mib 48_517), "4g.96gb" 188 (l2 131_072, mib 97_402),
            "4g.96gb+gfx" 188 (l2 131_072, mib 97_402))
    };
}

devices! {
    "SM count", from 0;

    // Maxwell.
    /// SMs to L2: TechPowerUp `geforce-gtx-750-ti.c2548`.
    GTX750TI("GeForce GTX 750 Ti", ["gtx750ti"], SM_50, 5, clock 1_085, memory 86_400, l2 2_048);
    /// SMs: TechPowerUp `geforce-gtx-970.c2620`; Mojo `info.mojo`. Clock and rates: TechPowerUp
    /// `geforce-gtx-970.c2620`. L2: TechPowerUp `geforce-gtx-970.c2620`.
    GTX970("GeForce GTX 970", ["gtx970"], SM_52, 13, clock 1_178, memory 224_400, l2 2_048);
    /// SMs to L2: TechPowerUp `geforce-gtx-980.c2621`.
    GTX980("GeForce GTX 980", ["gtx980"], SM_52, 16, clock 1_216, memory 224_400, l2 2_048);
    /// SMs to L2: TechPowerUp `geforce-gtx-980-ti.c2724`.
    GTX980TI("GeForce GTX 980 Ti", ["gtx980ti"], SM_52, 22, clock 1_076, memory 336_600, l2 3_072);
    /// SMs to L2: TechPowerUp `geforce-gtx-titan-x.c2632`.
    GTXTITANX("GeForce GTX TITAN X", ["gtxtitanx", "titanx-maxwell"], SM_52, 24, clock 1_089, memory 336_600, l2 3_072);
    /// SMs: TechPowerUp `quadro-m6000.c2638`; Wikipedia `GM200GL GM200-880-A1`. Clock and rates: TechPowerUp
    /// `quadro-m6000.c2638`. L2: TechPowerUp `quadro-m6000.c2638`.
    QUADRO_M6000("Quadro M6000", ["quadro-m6000"], SM_52, 24, clock 1_114, memory 317_400, l2 3_072);
    /// SMs to L2: TechPowerUp `quadro-m6000-24-gb.c2824`.
    QUADRO_M6000_24GB("Quadro M6000 24GB", ["quadro-m6000-24gb"], SM_52, 24, clock 1_114, memory 317_400, l2 3_072);
    /// SMs to L2: TechPowerUp `tesla-m40-24-gb.c3838`.
    M40("Tesla M40 24GB", ["m40"], SM_52, 24, clock 1_112, memory 288_400, l2 3_072);
    /// SMs: TechPowerUp `tesla-m60.c2760`. Figures are per GPU, as CUDA sees the board. Clock and rates: TechPowerUp
    /// `tesla-m60.c2760`. L2: TechPowerUp `tesla-m60.c2760`.
    M60("Tesla M60 (one of two GPUs)", ["m60"], SM_52, 16, clock 1_178, memory 160_400, l2 2_048);
    /// SMs: TechPowerUp `jetson-tx1.c3230`. Clock and rates: TechPowerUp `jetson-tx1.c3230`. TechPowerUp's 9.6
    /// GB/s cannot be right for 64 bits of LPDDR4.
    TX1("Jetson TX1", ["tx1"], SM_53, 2, clock 998);
    /// TechPowerUp `jetson-nano.c3643`.
    JETSON_NANO("Jetson Nano", ["jetson-nano"], SM_53, 1, clock 921, memory 25_600);

    // Pascal.
    /// SMs: OpenXLA spec `p100`; TechPowerUp `tesla-p100-sxm2.c3183`; Mojo `info.mojo`. Clock and rates: OpenXLA spec
    /// `p100`; TechPowerUp `tesla-p100-sxm2.c3183`. L2: OpenXLA spec `p100`. TPCs: Volta whitepaper.
    P100("Tesla P100 SXM2 16GB", ["p100", "p100-sxm2"], SM_60, 56, clock 1_480, memory 732_000, l2 4_096, tpcs 28);
    /// SMs to L2: TechPowerUp `tesla-p100-pcie-16-gb.c2888`. TPCs: Volta whitepaper.
    P100_PCIE("Tesla P100 PCIe 16GB", ["p100-pcie"], SM_60, 56, clock 1_329, memory 732_200, l2 4_096, tpcs 28);
    /// SMs to L2: TechPowerUp `tesla-p100-pcie-12-gb.c2915`. TPCs: Volta whitepaper.
    P100_PCIE_12GB("Tesla P100 PCIe 12GB", ["p100-pcie-12gb"], SM_60, 56, clock 1_329, memory 549_100, l2 3_072,
        tpcs 28);
    /// TechPowerUp `quadro-gp100.c2994`.
    QUADRO_GP100("Quadro GP100", ["quadro-gp100"], SM_60, 56);
    /// SMs to L2: TechPowerUp `tesla-p40.c2878`.
    P40("Tesla P40", ["p40"], SM_61, 30, clock 1_531, memory 347_100, l2 3_072);
    /// SMs to L2: TechPowerUp `tesla-p4.c2879`.
    P4("Tesla P4", ["p4"], SM_61, 20, clock 1_114, memory 192_300, l2 2_048);
    /// SMs: TechPowerUp `geforce-gtx-1060-6-gb.c2862`; Mojo `info.mojo`. Clock and rates: TechPowerUp
    /// `geforce-gtx-1060-6-gb.c2862`. L2: TechPowerUp `geforce-gtx-1060-6-gb.c2862`.
    GTX1060("GeForce GTX 1060 6GB", ["gtx1060"], SM_61, 10, clock 1_709, memory 192_200, l2 1_536);
    /// SMs to L2: TechPowerUp `geforce-gtx-1070.c2840`.
    GTX1070("GeForce GTX 1070 (desktop)", ["gtx1070"], SM_61, 15, clock 1_683, memory 256_300, l2 2_048);
    /// SMs to L2: TechPowerUp `geforce-gtx-1080.c2839`.
    GTX1080("GeForce GTX 1080", ["gtx1080"], SM_61, 20, clock 1_733, memory 320_300, l2 2_048);
    /// SMs: TechPowerUp `geforce-gtx-1080-ti.c2877`; Mojo `info.mojo`. Clock and rates: TechPowerUp
    /// `geforce-gtx-1080-ti.c2877`. L2: TechPowerUp `geforce-gtx-1080-ti.c2877`.
    GTX1080TI("GeForce GTX 1080 Ti", ["gtx1080ti"], SM_61, 28, clock 1_582, memory 484_400, l2 2_816);
    /// SMs to L2: TechPowerUp `titan-xp.c2948`.
    TITANXP("TITAN Xp", ["titanxp", "titanxp-collectors-edition"], SM_61, 30, clock 1_582, memory 547_600, l2 3_072);
    /// TechPowerUp `titan-x-pascal.c2863`.
    TITANX_PASCAL("TITAN X (Pascal)", ["titanx-pascal"], SM_61, 28);
    /// TechPowerUp `geforce-gt-1030.c2954`; Wikipedia `GP108-310-A1`.
    GT1030("GeForce GT 1030", ["gt1030"], SM_61, 3);
    /// TechPowerUp `geforce-gtx-1050-ti.c2885`; Wikipedia `GP107-400-A1`.
    GTX1050TI("GeForce GTX 1050 Ti", ["gtx1050ti"], SM_61, 6);
    /// TechPowerUp `geforce-gtx-1060-3-gb.c2867`.
    GTX1060_3GB("GeForce GTX 1060 3GB", ["gtx1060-3gb"], SM_61, 9);
    /// TechPowerUp `geforce-gtx-1060-5-gb.c3060`.
    GTX1060_5GB("GeForce GTX 1060 5GB", ["gtx1060-5gb"], SM_61, 10);
    /// TechPowerUp `geforce-gtx-1060-max-q.c2976`; Wikipedia `GP106`.
    GTX1060_MAXQ("GeForce GTX 1060 with Max-Q Design", ["gtx1060-maxq"], SM_61, 10);
    /// TechPowerUp `geforce-gtx-1070-mobile.c2869`.
    GTX1070_LAPTOP("GeForce GTX 1070 (laptop)", ["gtx1070-laptop"], SM_61, 16);
    /// TechPowerUp `geforce-gtx-1070-max-q.c2974`; Wikipedia `GP104/ GP104B`.
    GTX1070_MAXQ("GeForce GTX 1070 with Max-Q Design", ["gtx1070-maxq"], SM_61, 16);
    /// TechPowerUp `geforce-gtx-1070-ti.c3010`; Wikipedia `GP104-300-A1`.
    GTX1070TI("GeForce GTX 1070 Ti", ["gtx1070ti"], SM_61, 19);
    /// TechPowerUp `geforce-gtx-1080-max-q.c2975`; Wikipedia `GP104/ GP104B`.
    GTX1080_MAXQ("GeForce GTX 1080 with Max-Q Design", ["gtx1080-maxq"], SM_61, 20);
    /// TechPowerUp `tesla-p6-mobile.c3036`.
    P6("Tesla P6", ["p6"], SM_61, 16);
    /// TechPowerUp `quadro-p6000.c2865`.
    QUADRO_P6000("Quadro P6000", ["quadro-p6000"], SM_61, 30);
    /// SMs to L2: OpenXLA `gpu_device_info_test.cc`, which expects them of the driver. TechPowerUp `quadro-p1000.c2932`
    /// prints 4 SMs, as for the laptop GPU.
    QUADRO_P1000_DESKTOP("Quadro P1000 (desktop)", ["quadro-p1000-desktop"], SM_61, 5, memory 80_160, l2 1_024);
    /// TechPowerUp `quadro-p1000-mobile.c3201`.
    QUADRO_P1000_LAPTOP("Quadro P1000 (laptop)", ["quadro-p1000-laptop"], SM_61, 4);
    /// TechPowerUp `jetson-tx2.c3231`.
    TX2("Jetson TX2", ["tx2", "tegra-x2"], SM_62, 2, clock 1_300, memory 59_710);

    // Volta.
    /// SMs: OpenXLA spec `v100`; TechPowerUp `tesla-v100-sxm2-32-gb.c3185`; GV100 whitepaper. Clock and rates: OpenXLA
    /// spec `v100`; Lightning `throughput.py`; TechPowerUp `tesla-v100-sxm2-32-gb.c3185`. Latencies: gpu-benches.
    /// AI_kernels: 36, 221, 460, on a board of 32 GB. L2: OpenXLA spec `v100`. GPCs and TPCs: Volta whitepaper.
    V100("Tesla V100 SXM2 16GB", ["v100", "v100-sxm2", "v100-sxm2-16gb"], SM_70, 80, clock 1_530, memory 898_000,
        tensor 125_000, latencies cycles(28, 212, 434, Some(1_380)), l2 6_144, gpcs 6, tpcs 40);
    /// SMs: TechPowerUp `tesla-v100-sxm2-32-gb.c3185`; GV100 whitepaper. Clock and rates: TechPowerUp
    /// `tesla-v100-sxm2-32-gb.c3185`; Lightning `throughput.py`. L2: TechPowerUp `tesla-v100-sxm2-32-gb.c3185`. GPCs and
    /// TPCs: Volta whitepaper.
    V100_SXM2_32GB("Tesla V100 SXM2 32GB", ["v100-sxm2-32gb"], SM_70, 80, clock 1_530, memory 898_000, tensor 125_000,
        l2 6_144, gpcs 6, tpcs 40);
    /// SMs: TechPowerUp `tesla-v100-pcie-16-gb.c2957`; GV100 whitepaper. Clock and rates: TechPowerUp
    /// `tesla-v100-pcie-16-gb.c2957`; Lightning `throughput.py`. TechPowerUp prints 897 GB/s. L2: TechPowerUp
    /// `tesla-v100-pcie-16-gb.c2957`. GPCs and TPCs: Volta whitepaper.
    V100_PCIE("Tesla V100 PCIe 16GB", ["v100-pcie", "v100-pcie-16gb"], SM_70, 80, clock 1_380, memory 900_000,
        tensor 112_000, l2 6_144, gpcs 6, tpcs 40);
    /// SMs: TechPowerUp `tesla-v100-pcie-32-gb.c3184`; GV100 whitepaper. Clock and rates: TechPowerUp
    /// `tesla-v100-pcie-32-gb.c3184`; Lightning `throughput.py`. L2: TechPowerUp `tesla-v100-pcie-32-gb.c3184`. GPCs and
    /// TPCs: Volta whitepaper.
    V100_PCIE_32GB("Tesla V100 PCIe 32GB", ["v100-pcie-32gb"], SM_70, 80, clock 1_380, memory 900_000, tensor 112_000,
        l2 6_144, gpcs 6, tpcs 40);
    /// SMs: TechPowerUp `tesla-v100s-pcie-32-gb.c3467`; GV100 whitepaper. Clock and rates: TechPowerUp
    /// `tesla-v100s-pcie-32-gb.c3467`; Lightning `throughput.py`; gpu-specs tables. L2: TechPowerUp
    /// `tesla-v100s-pcie-32-gb.c3467`. GPCs and TPCs: Volta whitepaper.
    V100S("Tesla V100S PCIe 32GB", ["v100s"], SM_70, 80, clock 1_597, memory 1_134_000, tensor 130_000, l2 6_144,
        gpcs 6, tpcs 40);
    /// SMs: TechPowerUp `titan-v.c3051`; Wikipedia `GV100-400-A1`. Clock and rates: TechPowerUp `titan-v.c3051`;
    /// Wikipedia `GV100-400-A1`. TechPowerUp prints 651.3 GB/s. L2: TechPowerUp `titan-v.c3051`. GPCs: Wikipedia
    /// `GV100-400-A1`.
    TITANV("TITAN V", ["titanv"], SM_70, 80, clock 1_455, memory 652_800, l2 4_608, gpcs 6);
    /// TechPowerUp `tesla-v100-sxm3-32-gb.c3472`.
    V100_SXM3("Tesla V100 SXM3 32GB", ["v100-sxm3", "v100-sxm3-32gb"], SM_70, 80);
    /// TechPowerUp `tesla-v100-dgxs-32-gb.c3186`.
    V100_DGXS("Tesla V100 DGXS 32GB", ["v100-dgxs", "v100-dgxs-32gb"], SM_70, 80);
    /// TechPowerUp `tesla-v100-fhhl.c3248`.
    V100_FHHL("Tesla V100 FHHL 16GB", ["v100-fhhl", "v100-fhhl-16gb"], SM_70, 80);
    /// TechPowerUp `quadro-gv100.c3066`.
    QUADRO_GV100("Quadro GV100", ["quadro-gv100"], SM_70, 80);
    /// TechPowerUp `jetson-agx-xavier-32-gb.c4088`.
    AGX_XAVIER("Jetson AGX Xavier 32GB", ["agx-xavier"], SM_72, 8, clock 1_377, memory 136_500);
    /// TechPowerUp `jetson-agx-xavier-16-gb.c3232`.
    AGX_XAVIER_16GB("Jetson AGX Xavier 16GB", ["agx-xavier-16gb"], SM_72, 8, clock 1_377, memory 136_500);
    /// TechPowerUp `jetson-xavier-nx-8-gb.c3642`.
    XAVIER_NX("Jetson Xavier NX 8GB", ["xavier-nx"], SM_72, 6, clock 1_100, memory 59_710);

    // Turing.
    /// SMs: TechPowerUp `tesla-t4.c3316`. Clock and rates: TechPowerUp `tesla-t4.c3316`; Lightning `throughput.py`;
    /// gpu-specs tables. NVIDIA's datasheet prints 300 and "320+" GB/s. L2: TechPowerUp `tesla-t4.c3316`.
    T4("Tesla T4", ["t4"], SM_75, 40, clock 1_590, memory 320_000, tensor 65_000, l2 4_096);
    /// SMs to L2: TechPowerUp `geforce-gtx-1650.c3366`.
    GTX1650("GeForce GTX 1650 (desktop)", ["gtx1650"], SM_75, 14, clock 1_665, memory 128_100, l2 1_024);
    /// SMs to L2: TechPowerUp `geforce-gtx-1660-ti.c3364`.
    GTX1660TI("GeForce GTX 1660 Ti", ["gtx1660ti"], SM_75, 24, clock 1_770, memory 288_000, l2 1_536);
    /// TechPowerUp `geforce-rtx-2060.c3310`; Wikipedia `TU106-200-KA-A1`. L2: TechPowerUp `geforce-rtx-2060.c3310`.
    /// GPCs: Wikipedia `TU106-200-KA-A1`.
    RTX2060("GeForce RTX 2060 6GB", ["rtx2060"], SM_75, 30, clock 1_680, memory 336_000, l2 3_072, gpcs 3);
    /// TechPowerUp `geforce-rtx-2060-super.c3441`; Wikipedia `TU106-410-A1`. L2: TechPowerUp
    /// `geforce-rtx-2060-super.c3441`. GPCs: Wikipedia `TU106-410-A1`.
    RTX2060SUPER("GeForce RTX 2060 SUPER", ["rtx2060super"], SM_75, 34, clock 1_650, memory 448_000, l2 4_096, gpcs 3);
    /// TechPowerUp `geforce-rtx-2070.c3252`; Wikipedia `TU106-400-A1`. L2: TechPowerUp `geforce-rtx-2070.c3252`. GPCs:
    /// Wikipedia `TU106-400-A1`.
    RTX2070("GeForce RTX 2070", ["rtx2070"], SM_75, 36, clock 1_620, memory 448_000, l2 4_096, gpcs 3);
    /// TechPowerUp `geforce-rtx-2070-super.c3440`; Wikipedia `TU104-410-A1`. L2: TechPowerUp
    /// `geforce-rtx-2070-super.c3440`. GPCs: Wikipedia `TU104-410-A1`.
    RTX2070SUPER("GeForce RTX 2070 SUPER", ["rtx2070super"], SM_75, 40, clock 1_770, memory 448_000, l2 4_096, gpcs 5);
    /// TechPowerUp `geforce-rtx-2080.c3224`; Wikipedia `TU104-400-A1`. L2: TechPowerUp `geforce-rtx-2080.c3224`. GPCs:
    /// Wikipedia `TU104-400-A1`.
    RTX2080("GeForce RTX 2080", ["rtx2080"], SM_75, 46, clock 1_710, memory 448_000, l2 4_096, gpcs 6);
    /// TechPowerUp `geforce-rtx-2080-super.c3439`; Wikipedia `TU104-450-A1`. L2: TechPowerUp
    /// `geforce-rtx-2080-super.c3439`. GPCs: Wikipedia `TU104-450-A1`.
    RTX2080SUPER("GeForce RTX 2080 SUPER", ["rtx2080super"], SM_75, 48, clock 1_815, memory 495_900, l2 4_096, gpcs 6);
    /// TechPowerUp `geforce-rtx-2080-ti.c3305`; Wikipedia `TU102-300-K1-A1`. L2: TechPowerUp
    /// `geforce-rtx-2080-ti.c3305`. GPCs: Wikipedia `TU102-300-K1-A1`.
    RTX2080TI("GeForce RTX 2080 Ti", ["rtx2080ti"], SM_75, 68, clock 1_545, memory 616_000, l2 5_632, gpcs 6);
    /// SMs to L2: TechPowerUp `titan-rtx.c3311`.
    TITANRTX("TITAN RTX", ["titanrtx"], SM_75, 72, clock 1_770, memory 672_000, l2 6_144);
    /// SMs to L2: TechPowerUp `quadro-rtx-6000.c3307`.
    QUADRO_RTX6000("Quadro RTX 6000", ["quadro-rtx6000"], SM_75, 72, clock 1_770, memory 672_000, l2 6_144);
    /// SMs to L2: TechPowerUp `quadro-rtx-8000.c3306`.
    QUADRO_RTX8000("Quadro RTX 8000", ["quadro-rtx8000"], SM_75, 72, clock 1_770, memory 672_000, l2 6_144);
    /// TechPowerUp `tesla-t4g.c4134`.
    T4G("T4G", ["t4g"], SM_75, 40);
    /// TechPowerUp `t400.c3808`.
    T400("T400", ["t400"], SM_75, 6);
    /// TechPowerUp `t400-4-gb.c3843`.
    T400_4GB("T400 4GB", ["t400-4gb"], SM_75, 6);
    /// TechPowerUp `t600.c3796`.
    T600("T600", ["t600"], SM_75, 10);
    /// TechPowerUp `t600-mobile.c4151`; Wikipedia `TU117`.
    T600_LAPTOP("T600 Laptop GPU", ["t600-laptop"], SM_75, 14);
    /// TechPowerUp `t1000.c3797`.
    T1000("T1000", ["t1000"], SM_75, 14);
    /// TechPowerUp `t1000-8-gb.c3842`.
    T1000_8GB("T1000 8GB", ["t1000-8gb"], SM_75, 14);
    /// TechPowerUp `t500-mobile.c3747`.
    T500("T500", ["t500"], SM_75, 14);
    /// TechPowerUp `t550-mobile.c3918`; Wikipedia `TU117`.
    T550_LAPTOP("T550 Laptop GPU", ["t550-laptop"], SM_75, 16);
    /// TechPowerUp `quadro-t1200-mobile.c3803`; Wikipedia `TU117`.
    T1200_LAPTOP("T1200 Laptop GPU", ["t1200-laptop"], SM_75, 16);
    /// TechPowerUp `geforce-gtx-1630.c3916`; Wikipedia `TU117-150-A1`.
    GTX1630("GeForce GTX 1630", ["gtx1630"], SM_75, 8);
    /// TechPowerUp `geforce-gtx-1650-mobile.c3633`.
    GTX1650_LAPTOP("GeForce GTX 1650 (laptop)", ["gtx1650-laptop"], SM_75, 16);
    /// TechPowerUp `geforce-gtx-1650-max-q.c3620`.
    GTX1650_MAXQ("GeForce GTX 1650 with Max-Q Design", ["gtx1650-maxq"], SM_75, 16);
    /// TechPowerUp `geforce-gtx-1650-ti-mobile.c3512`.
    GTX1650TI("GeForce GTX 1650 Ti", ["gtx1650ti"], SM_75, 16);
    /// TechPowerUp `geforce-gtx-1650-ti-max-q.c3619`.
    GTX1650TI_MAXQ("GeForce GTX 1650 Ti with Max-Q Design", ["gtx1650ti-maxq"], SM_75, 16);
    /// TechPowerUp `geforce-gtx-1650-super.c3411`.
    GTX1650SUPER("GeForce GTX 1650 SUPER", ["gtx1650super"], SM_75, 20);
    /// TechPowerUp `geforce-gtx-1660.c3365`; Wikipedia `TU116-300-A1`.
    GTX1660("GeForce GTX 1660", ["gtx1660"], SM_75, 22);
    /// TechPowerUp `geforce-gtx-1660-super.c3458`.
    GTX1660SUPER("GeForce GTX 1660 SUPER", ["gtx1660super"], SM_75, 22);
    /// TechPowerUp `geforce-gtx-1660-ti-max-q.c3382`.
    GTX1660TI_MAXQ("GeForce GTX 1660 Ti with Max-Q Design", ["gtx1660ti-maxq"], SM_75, 24);
    /// TechPowerUp `geforce-rtx-2060-12-gb.c3836`.
    RTX2060_12GB("GeForce RTX 2060 12GB", ["rtx2060-12gb"], SM_75, 34);
    /// TechPowerUp `geforce-rtx-2060-max-q.c3533`; Wikipedia `TU106`.
    RTX2060_MAXQ("GeForce RTX 2060 with Max-Q Design", ["rtx2060-maxq"], SM_75, 30);
    /// TechPowerUp `geforce-rtx-2070-max-q.c3392`; Wikipedia `TU106`.
    RTX2070_MAXQ("GeForce RTX 2070 with Max-Q Design", ["rtx2070-maxq"], SM_75, 36);
    /// TechPowerUp `geforce-rtx-2070-super-max-q.c3563`; Wikipedia `TU104`.
    RTX2070SUPER_MAXQ("GeForce RTX 2070 Super with Max-Q Design", ["rtx2070super-maxq"], SM_75, 40);
    /// TechPowerUp `geforce-rtx-2080-max-q.c3363`; Wikipedia `TU104`.
    RTX2080_MAXQ("GeForce RTX 2080 with Max-Q Design", ["rtx2080-maxq"], SM_75, 46);
    /// TechPowerUp `geforce-rtx-2080-super-max-q.c3566`; Wikipedia `TU104`.
    RTX2080SUPER_MAXQ("GeForce RTX 2080 Super with Max-Q Design", ["rtx2080super-maxq"], SM_75, 48);
    /// TechPowerUp `quadro-t2000-mobile.c3434`.
    QUADRO_T2000("Quadro T2000", ["quadro-t2000"], SM_75, 16);
    /// TechPowerUp `quadro-t2000-max-q.c3436`; Wikipedia `TU117`.
    QUADRO_T2000_MAXQ("Quadro T2000 with Max-Q Design", ["quadro-t2000-maxq"], SM_75, 16);
    /// TechPowerUp `quadro-rtx-4000.c3336`.
    QUADRO_RTX4000_DESKTOP("Quadro RTX 4000 (desktop)", ["quadro-rtx4000-desktop"], SM_75, 36);
    /// TechPowerUp `quadro-rtx-4000-mobile.c3430`.
    QUADRO_RTX4000_LAPTOP("Quadro RTX 4000 (laptop)", ["quadro-rtx4000-laptop"], SM_75, 40);
    /// TechPowerUp `quadro-rtx-4000-max-q.c3427`; Wikipedia `TU104`.
    QUADRO_RTX4000_MAXQ("Quadro RTX 4000 with Max-Q Design", ["quadro-rtx4000-maxq"], SM_75, 40);
    /// TechPowerUp `quadro-rtx-5000.c3308`.
    QUADRO_RTX5000("Quadro RTX 5000", ["quadro-rtx5000"], SM_75, 48);
    /// TechPowerUp `quadro-rtx-5000-max-q.c3432`; Wikipedia `TU104`.
    QUADRO_RTX5000_MAXQ("Quadro RTX 5000 with Max-Q Design", ["quadro-rtx5000-maxq"], SM_75, 48);

    // Ampere.
    /// SMs: OpenXLA spec `a100_sxm_40`; TechPowerUp `a100-sxm4-40-gb.c3506`; A100 whitepaper p. 19. Clock and rates:
    /// OpenXLA spec `a100_sxm_40`; Lightning `throughput.py`; TechPowerUp `a100-sxm4-40-gb.c3506`. L2: OpenXLA spec
    /// `a100_sxm_40`. GPCs and TPCs: A100 whitepaper.
    ///
    /// MIG: Profile list of an A100-SXM4-40GB. In MIG mode an A100 has 98 of its 108 SMs: seven slices of 14.
    A100("A100-SXM4-40GB", ["a100", "a100-sxm", "a100-sxm4-40gb"], SM_80, 108, clock 1_410, memory 1_555_000,
        tensor 312_000, l2 40_960, gpcs 7, tpcs 54;
        mig "1g.5gb" 14 (l2 5_120), "1g.5gb+me" 14 (l2 5_120), "1g.10gb" 14, "2g.10gb" 28 (l2 10_240),
            "3g.20gb" 42 (l2 20_480), "4g.20gb" 56 (l2 20_480), "7g.40gb" 98 (l2 40_960, mib 40_448));
    /// SMs: OpenXLA spec `a100_sxm_80`; TechPowerUp `a100-sxm4-80-gb.c3746`; A100 whitepaper p. 19. Clock and rates:
    /// OpenXLA spec `a100_sxm_80`; gpu-specs tables; ML Engineering tables; TechPowerUp `a100-sxm4-80-gb.c3746`.
    /// Latencies: gpu-benches. AI_kernels: 39, 210, 550. L2: OpenXLA spec `a100_sxm_80`. GPCs and TPCs: A100
    /// whitepaper.
    ///
    /// MIG: Profile list of an A100 80GB.
    A100_SXM4_80GB("A100-SXM4-80GB", ["a100-sxm4-80gb", "a100-80gb"], SM_80, 108, clock 1_410, memory 2_039_000,
        tensor 312_000, latencies cycles(33, 206, 552, Some(1_410)), l2 40_960, gpcs 7, tpcs 54;
        mig "1g.10gb" 14 (l2 5_120, mib 9_728), "1g.10gb+me" 14 (l2 5_120, mib 9_728), "1g.20gb" 14 (mib 19_968),
            "2g.20gb" 28 (l2 10_240, mib 19_968), "3g.40gb" 42 (l2 20_480, mib 40_192),
            "4g.40gb" 56 (l2 20_480, mib 40_192), "7g.80gb" 98 (l2 40_960, mib 80_896));
    /// SMs: TechPowerUp `a100-pcie-40-gb.c3623`; A100 whitepaper p. 19. Clock and rates: TechPowerUp
    /// `a100-pcie-40-gb.c3623`; gpu-specs tables. L2: TechPowerUp `a100-pcie-40-gb.c3623`. GPCs and TPCs: A100
    /// whitepaper.
    ///
    /// MIG: Profile list of an A100-SXM4-40GB, the same chip. 7g.40gb: Profile list of an A100-PCIE-40GB.
    A100_PCIE("A100-PCIE-40GB", ["a100-pcie", "a100-pcie-40gb"], SM_80, 108, clock 1_410, memory 1_555_000,
        tensor 312_000, l2 40_960, gpcs 7, tpcs 54;
        mig "1g.5gb" 14 (l2 5_120), "1g.5gb+me" 14 (l2 5_120), "1g.10gb" 14, "2g.10gb" 28 (l2 10_240),
            "3g.20gb" 42 (l2 20_480), "4g.20gb" 56 (l2 20_480), "7g.40gb" 98 (l2 40_960, mib 40_448));
    /// SMs: OpenXLA spec `a100_pcie_80`; TechPowerUp `a100-pcie-80-gb.c3821`; A100 whitepaper p. 19. Clock and rates:
    /// OpenXLA spec `a100_pcie_80`; gpu-specs tables; ML Engineering tables; TechPowerUp `a100-pcie-80-gb.c3821`.
    /// OpenXLA has 2,039 GB/s, of the SXM board. L2: OpenXLA spec `a100_pcie_80`; TechPowerUp prints 80 MB. GPCs and
    /// TPCs: A100 whitepaper.
    ///
    /// MIG: Profile list of an A100 80GB.
    A100_PCIE_80GB("A100 80GB PCIe", ["a100-pcie-80gb"], SM_80, 108, clock 1_410, memory 1_935_000, tensor 312_000,
        l2 40_960, gpcs 7, tpcs 54;
        mig "1g.10gb" 14 (l2 5_120, mib 9_728), "1g.10gb+me" 14 (l2 5_120, mib 9_728), "1g.20gb" 14 (mib 19_968),
            "2g.20gb" 28 (l2 10_240, mib 19_968), "3g.40gb" 42 (l2 20_480, mib 40_192),
            "4g.40gb" 56 (l2 20_480, mib 40_192), "7g.80gb" 98 (l2 40_960, mib 80_896));
    /// SMs to L2: TechPowerUp `a800-sxm4-80-gb.c3966`. GPCs: A100 whitepaper.
    A800("A800 SXM4 80GB", ["a800"], SM_80, 108, clock 1_410, memory 2_039_000, tensor 312_000, l2 40_960, gpcs 7);
    /// TechPowerUp `a800-pcie-80-gb.c3965`.
    A800_PCIE_80GB("A800 80GB PCIe", ["a800-pcie-80gb"], SM_80, 108);
    /// TechPowerUp `a800-pcie-40-gb.c3964`.
    A800_40GB_ACTIVE("A800 40GB Active", ["a800-40gb-active"], SM_80, 108);
    /// TechPowerUp `pg506-232.c3799`.
    PG506_232("PG506-232", ["pg506-232"], SM_80, 56);
    /// SMs: TechPowerUp `a30-pcie.c3792`; MIG profile list. Clock and rates: TechPowerUp `a30-pcie.c3792`. L2:
    /// TechPowerUp `a30-pcie.c3792`.
    ///
    /// MIG: Profile list of an A30.
    A30("A30", ["a30"], SM_80, 56, clock 1_440, memory 933_100, l2 24_576;
        mig "1g.6gb" 14 (l2 6_144, mib 5_949), "1g.6gb+me" 14 (l2 6_144, mib 5_949),
            "2g.12gb" 28 (l2 12_288, mib 11_970), "2g.12gb+me" 28 (l2 12_288, mib 11_970),
            "4g.24gb" 56 (l2 24_576, mib 24_002));
    /// SMs: TechPowerUp `a10-pcie.c3793`. Clock and rates: TechPowerUp `a10-pcie.c3793`; A10 datasheet. L2: TechPowerUp
    /// `a10-pcie.c3793`.
    A10("A10", ["a10"], SM_86, 72, clock 1_695, memory 600_200, tensor 125_000, l2 6_144);
    /// SMs: Driver dump. TechPowerUp (`a10g.c3798`) has 72; the driver of an AWS g5 reports 80, which is kept. Clock
    /// and rates: Driver dump; TechPowerUp `a10g.c3798`. L2: driver dump.
    A10G("A10G", ["a10g"], SM_86, 80, clock 1_710, memory 600_200, l2 6_144);
    /// SMs: TechPowerUp `a16-pcie.c3794`. Figures are per GPU, as CUDA sees the board. Clock and rates: TechPowerUp
    /// `a16-pcie.c3794`. L2: TechPowerUp `a16-pcie.c3794`.
    A16("A16 (one of four GPUs)", ["a16"], SM_86, 10, clock 1_755, memory 200_100, l2 2_048);
    /// SMs to L2: TechPowerUp `a2.c3848`.
    A2("A2", ["a2"], SM_86, 10, clock 1_770, memory 200_100, l2 2_048);
    /// TechPowerUp `a40-pcie.c3700`. Latencies: gpu-benches. L2: TechPowerUp `a40-pcie.c3700`.
    A40("A40", ["a40"], SM_86, 84, clock 1_740, memory 695_800, latencies cycles(33, 250, 556, Some(1_740)), l2 6_144);
    /// OpenXLA spec `a6000`; TechPowerUp `rtx-a6000.c3686`; GA102 whitepaper. L2: OpenXLA spec `a6000`.
    RTX_A6000("RTX A6000", ["rtx-a6000", "a6000"], SM_86, 84, clock 1_800, memory 768_000, tensor 154_800, l2 6_144);
    /// TechPowerUp `rtx-a5000.c3748`; Wikipedia `GA102-850-A1`; driver dump. L2: driver dump.
    RTX_A5000("RTX A5000", ["rtx-a5000", "a5000"], SM_86, 64, clock 1_695, memory 768_000, l2 6_144);
    /// TechPowerUp `rtx-a4000.c3756`; Wikipedia `GA104-875-A1`. L2: TechPowerUp `rtx-a4000.c3756`.
    RTX_A4000("RTX A4000", ["rtx-a4000", "a4000"], SM_86, 48, clock 1_560, memory 448_000, l2 4_096);
    /// TechPowerUp `rtx-a2000.c3820`; Wikipedia `GA106-850-A1`. L2: TechPowerUp `rtx-a2000.c3820`.
    RTX_A2000("RTX A2000", ["rtx-a2000"], SM_86, 26, clock 1_200, memory 288_000, l2 3_072);
    /// SMs to L2: TechPowerUp `geforce-rtx-3050-8-gb.c3858`.
    RTX3050("GeForce RTX 3050 8GB", ["rtx3050"], SM_86, 20, clock 1_777, memory 224_000, l2 2_048);
    /// TechPowerUp `geforce-rtx-3060-12-gb.c3682`; Wikipedia `GA106-300-A1`. L2: TechPowerUp
    /// `geforce-rtx-3060-12-gb.c3682`. GPCs: Wikipedia `GA106-300-A1`.
    RTX3060("GeForce RTX 3060 12GB", ["rtx3060"], SM_86, 28, clock 1_777, memory 360_000, l2 3_072, gpcs 3);
    /// TechPowerUp `geforce-rtx-3060-ti.c3681`; Wikipedia `GA104-200-A1`. L2: TechPowerUp `geforce-rtx-3060-ti.c3681`.
    /// GPCs: Wikipedia `GA104-200-A1`.
    RTX3060TI("GeForce RTX 3060 Ti", ["rtx3060ti"], SM_86, 38, clock 1_665, memory 448_000, l2 4_096, gpcs 5);
    /// TechPowerUp `geforce-rtx-3070.c3674`; Wikipedia `GA104-300-A1`. L2: TechPowerUp `geforce-rtx-3070.c3674`. GPCs:
    /// Wikipedia `GA104-300-A1`.
    RTX3070("GeForce RTX 3070", ["rtx3070"], SM_86, 46, clock 1_725, memory 448_000, l2 4_096, gpcs 6);
    /// TechPowerUp `geforce-rtx-3070-ti.c3675`; Wikipedia `GA104-400-A1`. L2: TechPowerUp `geforce-rtx-3070-ti.c3675`.
    /// GPCs: Wikipedia `GA104-400-A1`.
    RTX3070TI("GeForce RTX 3070 Ti", ["rtx3070ti"], SM_86, 48, clock 1_770, memory 608_300, l2 4_096, gpcs 6);
    /// TechPowerUp `geforce-rtx-3080.c3621`; Wikipedia `GA102-200-A1`. L2: TechPowerUp `geforce-rtx-3080.c3621`. GPCs:
    /// Wikipedia `GA102-200-A1`.
    RTX3080("GeForce RTX 3080 10GB", ["rtx3080"], SM_86, 68, clock 1_710, memory 760_300, l2 5_120, gpcs 6);
    /// TechPowerUp `geforce-rtx-3080-12-gb.c3834`; Wikipedia `GA102-220-A1`. L2: TechPowerUp
    /// `geforce-rtx-3080-12-gb.c3834`. GPCs: Wikipedia `GA102-220-A1`.
    RTX3080_12GB("GeForce RTX 3080 12GB", ["rtx3080-12gb"], SM_86, 70, clock 1_710, memory 912_400, l2 6_144, gpcs 6);
    /// TechPowerUp `geforce-rtx-3080-ti.c3735`; Wikipedia `GA102-225-A1`. L2: TechPowerUp `geforce-rtx-3080-ti.c3735`.
    /// GPCs: Wikipedia `GA102-225-A1`.
    RTX3080TI("GeForce RTX 3080 Ti", ["rtx3080ti"], SM_86, 80, clock 1_665, memory 912_400, l2 6_144, gpcs 7);
    /// SMs: TechPowerUp `geforce-rtx-3090.c3622`; Wikipedia `GA102-300-A1`; GA102 whitepaper; RTX Blackwell
    /// whitepapers. Clock and rates: TechPowerUp `geforce-rtx-3090.c3622`; Wikipedia `GA102-300-A1`; GA102 whitepaper;
    /// RTX Blackwell whitepaper. Wikipedia prints 935.8 GB/s; the GA102 whitepaper 71 TFLOP/s. L2: TechPowerUp
    /// `geforce-rtx-3090.c3622`. GPCs: Wikipedia `GA102-300-A1`.
    RTX3090("GeForce RTX 3090", ["rtx3090"], SM_86, 82, clock 1_695, memory 936_200, tensor 71_200, l2 6_144, gpcs 7);
    /// TechPowerUp `geforce-rtx-3090-ti.c3829`; Wikipedia `GA102-350-A1`. L2: TechPowerUp `geforce-rtx-3090-ti.c3829`.
    /// GPCs: Wikipedia `GA102-350-A1`.
    RTX3090TI("GeForce RTX 3090 Ti", ["rtx3090ti"], SM_86, 84, clock 1_860, memory 1_008_000, l2 6_144, gpcs 7);
    /// TechPowerUp `a10m.c4200`.
    A10M("A10M", ["a10m"], SM_86, 56);
    /// TechPowerUp `rtx-a400.c4212`; Wikipedia `GA107`.
    RTX_A400("RTX A400", ["rtx-a400"], SM_86, 6);
    /// TechPowerUp `rtx-a1000.c4211`; Wikipedia `GA107`.
    RTX_A1000("RTX A1000", ["rtx-a1000"], SM_86, 18);
    /// TechPowerUp `rtx-a2000-12-gb.c3853`.
    RTX_A2000_12GB("RTX A2000 12GB", ["rtx-a2000-12gb"], SM_86, 26);
    /// TechPowerUp `rtx-a4000h.c3969`.
    RTX_A4000H("RTX A4000H", ["rtx-a4000h"], SM_86, 48);
    /// TechPowerUp `rtx-a4500.c3849`; Wikipedia `GA102-825-KD-A1`.
    RTX_A4500("RTX A4500", ["rtx-a4500", "a4500"], SM_86, 56);
    /// TechPowerUp `rtx-a5500.c3901`; Wikipedia `GA102-860-A1`.
    RTX_A5500("RTX A5500", ["rtx-a5500", "a5500"], SM_86, 80);
    /// TechPowerUp `rtx-a500-mobile.c3939`; Wikipedia `GA107S`.
    RTX_A500_LAPTOP("RTX A500 Laptop GPU", ["rtx-a500-laptop"], SM_86, 16);
    /// TechPowerUp `rtx-a1000-mobile.c3920`; Wikipedia `GA107`.
    RTX_A1000_LAPTOP("RTX A1000 Laptop GPU", ["rtx-a1000-laptop"], SM_86, 16);
    /// TechPowerUp `rtx-a1000-mobile-6-gb.c4137`; Wikipedia `GA107`.
    RTX_A1000_6GB_LAPTOP("RTX A1000 6GB Laptop GPU", ["rtx-a1000-6gb-laptop"], SM_86, 20);
    /// TechPowerUp `rtx-a2000-mobile.c3827`; Wikipedia `GA106`.
    RTX_A2000_LAPTOP("RTX A2000 Laptop GPU", ["rtx-a2000-laptop"], SM_86, 20);
    /// TechPowerUp `rtx-a2000-mobile-8-gb.c4287`.
    RTX_A2000_8GB_LAPTOP("RTX A2000 8GB Laptop GPU", ["rtx-a2000-8gb-laptop"], SM_86, 20);
    /// TechPowerUp `rtx-a3000-mobile.c3806`; Wikipedia `GA104-A1`.
    RTX_A3000_LAPTOP("RTX A3000 Laptop GPU", ["rtx-a3000-laptop"], SM_86, 32);
    /// TechPowerUp `rtx-a3000-mobile-12-gb.c3903`; Wikipedia `GA104-A1`.
    RTX_A3000_12GB_LAPTOP("RTX A3000 12GB Laptop GPU", ["rtx-a3000-12gb-laptop"], SM_86, 32);
    /// TechPowerUp `rtx-a4000-mobile.c3804`; Wikipedia `GA104-A1`.
    RTX_A4000_LAPTOP("RTX A4000 Laptop GPU", ["rtx-a4000-laptop"], SM_86, 40);
    /// TechPowerUp `rtx-a4500-mobile.c3851`; Wikipedia `GA104-A1`.
    RTX_A4500_LAPTOP("RTX A4500 Laptop GPU", ["rtx-a4500-laptop"], SM_86, 46);
    /// TechPowerUp `rtx-a5000-mobile.c3805`; Wikipedia `GA104-A1`.
    RTX_A5000_LAPTOP("RTX A5000 Laptop GPU", ["rtx-a5000-laptop"], SM_86, 48);
    /// TechPowerUp `rtx-a5500-mobile.c3902`; Wikipedia `GA103-A1`.
    RTX_A5500_LAPTOP("RTX A5500 Laptop GPU", ["rtx-a5500-laptop"], SM_86, 58);
    /// TechPowerUp `rtx-a500-embedded.c3896`.
    RTX_A500_EMBEDDED("RTX A500 Embedded GPU", ["rtx-a500-embedded"], SM_86, 16);
    /// TechPowerUp `rtx-a1000-embedded.c3895`.
    RTX_A1000_EMBEDDED("RTX A1000 Embedded GPU", ["rtx-a1000-embedded"], SM_86, 16);
    /// TechPowerUp `rtx-a2000-embedded.c3861`.
    RTX_A2000_EMBEDDED("RTX A2000 Embedded GPU", ["rtx-a2000-embedded"], SM_86, 20);
    /// TechPowerUp `rtx-a4500-embedded.c3893`.
    RTX_A4500_EMBEDDED("RTX A4500 Embedded GPU", ["rtx-a4500-embedded"], SM_86, 46);
    /// TechPowerUp `geforce-rtx-2050-mobile.c3859`; Wikipedia `GA107 (Ampere)`.
    RTX2050("GeForce RTX 2050", ["rtx2050"], SM_86, 16);
    /// TechPowerUp `geforce-rtx-3050-6-gb.c4188`.
    RTX3050_6GB("GeForce RTX 3050 6GB", ["rtx3050-6gb"], SM_86, 18);
    /// TechPowerUp `geforce-rtx-3050-oem.c3915`.
    RTX3050_OEM("GeForce RTX 3050 OEM", ["rtx3050-oem"], SM_86, 18);
    /// TechPowerUp `geforce-rtx-3050-mobile-refresh-6-gb.c3971`.
    RTX3050_6GB_LAPTOP("GeForce RTX 3050 6GB Laptop GPU", ["rtx3050-6gb-laptop"], SM_86, 20);
    /// TechPowerUp `geforce-rtx-3050-ti-mobile.c3812`; Wikipedia `GA107`.
    RTX3050TI_LAPTOP("GeForce RTX 3050 Ti Laptop GPU", ["rtx3050ti-laptop"], SM_86, 20);
    /// TechPowerUp `geforce-rtx-3060-mobile.c3757`; Wikipedia `GA106`.
    RTX3060_LAPTOP("GeForce RTX 3060 Laptop GPU", ["rtx3060-laptop"], SM_86, 30);
    /// TechPowerUp `geforce-rtx-3070-mobile.c3712`; Wikipedia `GA104-770-A1`.
    RTX3070_LAPTOP("GeForce RTX 3070 Laptop GPU", ["rtx3070-laptop"], SM_86, 40);
    /// TechPowerUp `geforce-rtx-3070-ti-mobile.c3852`; Wikipedia `GA104`.
    RTX3070TI_LAPTOP("GeForce RTX 3070 Ti Laptop GPU", ["rtx3070ti-laptop"], SM_86, 46);
    /// TechPowerUp `geforce-rtx-3080-mobile.c3684`; Wikipedia `GA104-775-A1`.
    RTX3080_LAPTOP("GeForce RTX 3080 Laptop GPU", ["rtx3080-laptop"], SM_86, 48);
    /// TechPowerUp `geforce-rtx-3080-ti-mobile.c3840`; Wikipedia `GA103`.
    RTX3080TI_LAPTOP("GeForce RTX 3080 Ti Laptop GPU", ["rtx3080ti-laptop"], SM_86, 58);
    /// SMs: Driver dump; TechPowerUp `jetson-agx-orin-64-gb.c4085`. A power mode can hide SMs: the same board then
    /// reports 8. Clock and rates: Driver dump; TechPowerUp `jetson-agx-orin-64-gb.c4085`. L2: driver dump; TechPowerUp
    /// prints 6 MB.
    AGX_ORIN("Jetson AGX Orin 64GB", ["agx-orin"], SM_87, 16, clock 1_300, memory 204_800, l2 4_096);
    /// TechPowerUp `jetson-agx-orin-32-gb.c4084`.
    AGX_ORIN_32GB("Jetson AGX Orin 32GB", ["agx-orin-32gb"], SM_87, 14, clock 930, memory 204_800);
    /// Driver dump; TechPowerUp `jetson-orin-nx-16-gb.c4086`. L2: driver dump; TechPowerUp prints 4 MB.
    ORIN_NX("Jetson Orin NX 16GB", ["orin-nx"], SM_87, 8, clock 918, memory 102_400, l2 2_048);
    /// TechPowerUp `jetson-orin-nano-8-gb.c4082`.
    ORIN_NANO("Jetson Orin Nano 8GB", ["orin-nano"], SM_87, 8, clock 625, memory 68_220);

    // Ada.
    /// SMs: Driver dump. TechPowerUp (`l4.c4091`) has 60; the driver and the 7,424 cores of the datasheet say 58, which
    /// is kept. Clock and rates: Driver dump; gpu-specs tables; TechPowerUp `l4.c4091`. L2: driver dump.
    L4("L4", ["l4"], SM_89, 58, clock 2_040, memory 300_100, tensor 121_000, l2 49_152);
    /// TechPowerUp `l40.c3959`. Latencies: gpu-benches. L2: TechPowerUp `l40.c3959`.
    L40("L40", ["l40"], SM_89, 142, clock 2_490, memory 864_000, latencies cycles(34, 274, 625, Some(2_490)),
        l2 98_304);
    /// SMs: Driver dump; TechPowerUp `l40s.c4173`. Clock and rates: Driver dump; ML Engineering tables; gpu-specs
    /// tables; TechPowerUp `l40s.c4173`. L2: driver dump; TechPowerUp prints 48 MB.
    L40S("L40S", ["l40s"], SM_89, 142, clock 2_520, memory 864_000, tensor 362_000, l2 98_304);
    /// TechPowerUp `geforce-rtx-4060.c4107`; Wikipedia `AD107-400`. L2: TechPowerUp `geforce-rtx-4060.c4107`. GPCs:
    /// Wikipedia `AD107-400`.
    RTX4060("GeForce RTX 4060", ["rtx4060"], SM_89, 24, clock 2_460, memory 272_000, l2 24_576, gpcs 3);
    /// SMs: TechPowerUp `geforce-rtx-4060-ti-8-gb.c3890`; Wikipedia `AD106-350`. Clock and rates: TechPowerUp
    /// `geforce-rtx-4060-ti-8-gb.c3890`; Wikipedia `AD106-350`. Wikipedia prints 2,540 MHz. L2: TechPowerUp
    /// `geforce-rtx-4060-ti-8-gb.c3890`. GPCs: Wikipedia `AD106-350`.
    RTX4060TI("GeForce RTX 4060 Ti 8GB", ["rtx4060ti"], SM_89, 34, clock 2_535, memory 288_000, l2 32_768, gpcs 3);
    /// SMs: TechPowerUp `geforce-rtx-4060-ti-16-gb.c4155`; Wikipedia `AD106-351`. Clock and rates: TechPowerUp
    /// `geforce-rtx-4060-ti-16-gb.c4155`; Wikipedia `AD106-351`. Wikipedia prints 2,540 MHz. L2: TechPowerUp
    /// `geforce-rtx-4060-ti-16-gb.c4155`. GPCs: Wikipedia `AD106-351`.
    RTX4060TI_16GB("GeForce RTX 4060 Ti 16GB", ["rtx4060ti-16gb"], SM_89, 34, clock 2_535, memory 288_000, l2 32_768,
        gpcs 3);
    /// TechPowerUp `geforce-rtx-4070.c3924`; Wikipedia `AD104-250`. L2: TechPowerUp `geforce-rtx-4070.c3924`. GPCs:
    /// Wikipedia `AD104-250`.
    RTX4070("GeForce RTX 4070", ["rtx4070"], SM_89, 46, clock 2_475, memory 504_200, l2 36_864, gpcs 4);
    /// TechPowerUp `geforce-rtx-4070-super.c4186`; Wikipedia `AD104-350`. L2: TechPowerUp
    /// `geforce-rtx-4070-super.c4186`. GPCs: Wikipedia `AD104-350`.
    RTX4070SUPER("GeForce RTX 4070 SUPER", ["rtx4070super"], SM_89, 56, clock 2_475, memory 504_200, l2 49_152, gpcs 5);
    /// TechPowerUp `geforce-rtx-4070-ti.c3950`; Wikipedia `AD104-400`. L2: TechPowerUp `geforce-rtx-4070-ti.c3950`.
    /// GPCs: Wikipedia `AD104-400`.
    RTX4070TI("GeForce RTX 4070 Ti", ["rtx4070ti"], SM_89, 60, clock 2_610, memory 504_200, l2 49_152, gpcs 5);
    /// TechPowerUp `geforce-rtx-4070-ti-super.c4187`; Wikipedia `AD103-275`. L2: TechPowerUp
    /// `geforce-rtx-4070-ti-super.c4187`. GPCs: Wikipedia `AD103-275`.
    RTX4070TISUPER("GeForce RTX 4070 Ti SUPER", ["rtx4070tisuper"], SM_89, 66, clock 2_610, memory 672_300, l2 49_152,
        gpcs 6);
    /// TechPowerUp `geforce-rtx-4080.c3888`; Wikipedia `AD103-300`. L2: TechPowerUp `geforce-rtx-4080.c3888`. GPCs:
    /// Wikipedia `AD103-300`.
    RTX4080("GeForce RTX 4080", ["rtx4080"], SM_89, 76, clock 2_505, memory 716_800, l2 65_536, gpcs 7);
    /// TechPowerUp `geforce-rtx-4080-super.c4182`; Wikipedia `AD103-400`. L2: TechPowerUp
    /// `geforce-rtx-4080-super.c4182`. GPCs: Wikipedia `AD103-400`.
    RTX4080SUPER("GeForce RTX 4080 SUPER", ["rtx4080super"], SM_89, 80, clock 2_550, memory 736_300, l2 65_536, gpcs 7);
    /// TechPowerUp `geforce-rtx-4090-d.c4189`; Wikipedia `AD102-250`. L2: TechPowerUp `geforce-rtx-4090-d.c4189`. GPCs:
    /// Wikipedia `AD102-250`.
    RTX4090D("GeForce RTX 4090 D", ["rtx4090d"], SM_89, 114, clock 2_520, memory 1_008_000, l2 73_728, gpcs 11);
    /// SMs: TechPowerUp `geforce-rtx-4090.c3889`; Wikipedia `AD102-300`; Ada whitepaper 2.1 Appendix A. Clock and
    /// rates: TechPowerUp `geforce-rtx-4090.c3889`; Wikipedia `AD102-300`; Ada and RTX Blackwell whitepapers.
    /// Latencies: AI_kernels. The board runs above its rated clock. L2: TechPowerUp `geforce-rtx-4090.c3889`. GPCs:
    /// Wikipedia `AD102-300`.
    RTX4090("GeForce RTX 4090", ["rtx4090"], SM_89, 128, clock 2_520, memory 1_008_000, tensor 165_200,
        latencies cycles(40, 296, 636, None), l2 73_728, gpcs 11);
    /// SMs: TechPowerUp `rtx-6000-ada-generation.c3933`; Wikipedia `AD102-870-A1`; RTX Blackwell whitepapers. Clock and
    /// rates: TechPowerUp `rtx-6000-ada-generation.c3933`; Wikipedia `AD102-870-A1`; RTX PRO Blackwell whitepaper. L2:
    /// TechPowerUp `rtx-6000-ada-generation.c3933`.
    RTX6000ADA("RTX 6000 Ada Generation", ["rtx6000ada"], SM_89, 142, clock 2_505, memory 960_000, tensor 364_000,
        l2 98_304);
    /// SMs to L2: TechPowerUp `rtx-5000-ada-generation.c4152`.
    RTX5000ADA("RTX 5000 Ada Generation", ["rtx5000ada"], SM_89, 100, clock 2_550, memory 576_000, l2 73_728);
    /// SMs to L2: TechPowerUp `rtx-4000-ada-generation.c4171`.
    RTX4000ADA("RTX 4000 Ada Generation", ["rtx4000ada"], SM_89, 48, clock 2_175, memory 360_000, l2 49_152);
    /// SMs to L2: TechPowerUp `rtx-2000-ada-generation.c4199`.
    RTX2000ADA("RTX 2000 Ada Generation", ["rtx2000ada"], SM_89, 22, clock 2_130, memory 256_000, l2 12_288);
    /// TechPowerUp `l20.c4206`.
    L20("L20", ["l20"], SM_89, 92);
    /// TechPowerUp `rtx-5880-ada-generation.c4191`; Wikipedia `AD102`.
    RTX5880ADA("RTX 5880 Ada Generation", ["rtx5880ada"], SM_89, 110);
    /// TechPowerUp `rtx-4500-ada-generation.c4172`; Wikipedia `AD103`.
    RTX4500ADA("RTX 4500 Ada Generation", ["rtx4500ada"], SM_89, 60);
    /// TechPowerUp `rtx-4000-sff-ada-generation.c4139`; Wikipedia `AD104`.
    RTX4000ADA_SFF("RTX 4000 SFF Ada Generation", ["rtx4000ada-sff"], SM_89, 48);
    /// TechPowerUp `geforce-rtx-4050-mobile.c3953`; Wikipedia `AD107 GN21-X2`.
    RTX4050_LAPTOP("GeForce RTX 4050 Laptop GPU", ["rtx4050-laptop"], SM_89, 20);
    /// TechPowerUp `geforce-rtx-4060-mobile.c3946`; Wikipedia `AD107 GN21-X4`.
    RTX4060_LAPTOP("GeForce RTX 4060 Laptop GPU", ["rtx4060-laptop"], SM_89, 24);
    /// TechPowerUp `geforce-rtx-4070-mobile.c3944`; Wikipedia `AD106 GN21-X6`.
    RTX4070_LAPTOP("GeForce RTX 4070 Laptop GPU", ["rtx4070-laptop"], SM_89, 36);
    /// TechPowerUp `geforce-rtx-4080-mobile.c3947`; Wikipedia `AD104 GN21-X9`.
    RTX4080_LAPTOP("GeForce RTX 4080 Laptop GPU", ["rtx4080-laptop"], SM_89, 58);
    /// TechPowerUp `geforce-rtx-4090-mobile.c3949`; Wikipedia `AD103 GN21-X11`.
    RTX4090_LAPTOP("GeForce RTX 4090 Laptop GPU", ["rtx4090-laptop"], SM_89, 76);
    /// TechPowerUp `rtx-500-mobile-ada-generation.c4207`; Wikipedia `AD107`.
    RTX500ADA_LAPTOP("RTX 500 Ada Generation Laptop GPU", ["rtx500ada-laptop"], SM_89, 16);
    /// TechPowerUp `rtx-1000-mobile-ada-generation.c4208`; Wikipedia `AD107`.
    RTX1000ADA_LAPTOP("RTX 1000 Ada Generation Laptop GPU", ["rtx1000ada-laptop"], SM_89, 20);
    /// TechPowerUp `rtx-2000-mobile-ada-generation.c4093`; Wikipedia `AD107`.
    RTX2000ADA_LAPTOP("RTX 2000 Ada Generation Laptop GPU", ["rtx2000ada-laptop"], SM_89, 24);
    /// TechPowerUp `rtx-3000-mobile-ada-generation.c4095`; Wikipedia `AD106`.
    RTX3000ADA_LAPTOP("RTX 3000 Ada Generation Laptop GPU", ["rtx3000ada-laptop"], SM_89, 36);
    /// TechPowerUp `rtx-3500-mobile-ada-generation.c4098`; Wikipedia `AD104`.
    RTX3500ADA_LAPTOP("RTX 3500 Ada Generation Laptop GPU", ["rtx3500ada-laptop"], SM_89, 40);
    /// TechPowerUp `rtx-4000-mobile-ada-generation.c4096`; Wikipedia `AD104`.
    RTX4000ADA_LAPTOP("RTX 4000 Ada Generation Laptop GPU", ["rtx4000ada-laptop"], SM_89, 58);
    /// TechPowerUp `rtx-5000-mobile-ada-generation.c4097`; Wikipedia `AD103`.
    RTX5000ADA_LAPTOP("RTX 5000 Ada Generation Laptop GPU", ["rtx5000ada-laptop"], SM_89, 76);
    /// TechPowerUp `rtx-2000-embedded-ada-generation.c4177`.
    RTX2000ADA_EMBEDDED("RTX 2000 Ada Generation Embedded GPU", ["rtx2000ada-embedded"], SM_89, 24);
    /// TechPowerUp `rtx-3500-embedded-ada-generation.c4201`.
    RTX3500ADA_EMBEDDED("RTX 3500 Ada Generation Embedded GPU", ["rtx3500ada-embedded"], SM_89, 40);
    /// TechPowerUp `rtx-5000-embedded-ada-generation.c4176`.
    RTX5000ADA_EMBEDDED("RTX 5000 Ada Generation Embedded GPU", ["rtx5000ada-embedded"], SM_89, 76);

    // Hopper.
    /// SMs: OpenXLA spec `h100_sxm`; H100 whitepaper; TechPowerUp `h100-sxm5-80-gb.c3900`. Clock and rates: OpenXLA
    /// spec `h100_sxm`; Hopper whitepaper; ML Engineering tables; TechPowerUp `h100-sxm5-80-gb.c3900`. The datasheet
    /// prints 3.35 TB/s, TechPowerUp 3,360 GB/s. Tensor peak at 1,830 MHz. Latencies: AI_kernels; shared memory,
    /// cuda_study: 28.6. L2: OpenXLA spec `h100_sxm`. GPCs and TPCs: Hopper whitepaper.
    ///
    /// MIG: Profile list of an H100 80GB HBM3. 1g.10gb also: OpenXLA spec `h100_sxm_mig`. 1g.20gb: The MIG User Guide
    /// prints 1/7 of the SMs, as for 1g.10gb; the board gives it 26. The SMs are not a multiple of a slice: 16, 32,
    /// 60, 64. The widespread 16, 33, 50, 66 are eighths of 132, rounded, and the 48 and 112 in `go-nvml` are a mock;
    /// real boards refute both.
    H100("H100 SXM5 80GB", ["h100", "h100-sxm", "h100-sxm5", "h100-80gb-hbm3"], SM_90, 132, clock 1_980,
        memory 3_352_000, tensor 989_400,
        latencies MemoryLatencies { shared: Some(29), ..cycles(40, 291, 700, Some(1_980)) }, l2 51_200, gpcs 8, tpcs 66;
        mig "1g.10gb" 16 (l2 6_400, mib 9_984, memory 419_040), "1g.10gb+me" 16 (l2 6_400, mib 9_984),
            "1g.20gb" 26 (mib 20_090), "2g.20gb" 32 (l2 12_800, mib 20_090), "3g.40gb" 60 (l2 25_600, mib 40_448),
            "4g.40gb" 64 (l2 25_600, mib 40_448), "7g.80gb" 132 (l2 51_200, mib 81_152));
    /// SMs: OpenXLA spec `h100_pcie`; H100 whitepaper; TechPowerUp `h100-pcie-80-gb.c3899`. Clock and rates: OpenXLA
    /// spec `h100_pcie`; Hopper whitepaper; Lightning `throughput.py`; TechPowerUp `h100-pcie-80-gb.c3899`. ML
    /// Engineering tables print 2.00 TB/s, gpu-specs tables 2,048 GB/s. L2: OpenXLA spec `h100_pcie`. TPCs: Hopper
    /// whitepaper.
    ///
    /// MIG: Profile list of an H100 PCIe, driver 570.169. 1g.20gb: 26 on the SXM5 board. The names of the SXM5 board,
    /// other SM counts.
    H100_PCIE("H100 PCIe 80GB", ["h100-pcie"], SM_90, 114, clock 1_755, memory 2_039_000, tensor 756_500, l2 51_200,
        tpcs 57;
        mig "1g.10gb" 14, "1g.10gb+me" 14, "1g.20gb" 14, "2g.20gb" 30, "3g.40gb" 46, "4g.40gb" 62, "7g.80gb" 114);
    /// SMs: TechPowerUp `h100-nvl-94-gb.c4327`; MIG profile list. Clock and rates: TechPowerUp `h100-nvl-94-gb.c4327`.
    /// L2: TechPowerUp `h100-nvl-94-gb.c4327`.
    ///
    /// MIG: Profile list of an H100 NVL. Drivers differ in the memory that they print (10.62 or 10.75 GiB for
    /// 1g.12gb).
    H100_NVL("H100 NVL 94GB", ["h100-nvl"], SM_90, 132, clock 1_785, memory 3_940_000, l2 51_200;
        mig "1g.12gb" 16 (l2 6_400, mib 11_008), "1g.12gb+me" 16 (l2 6_400, mib 11_008), "1g.24gb" 26 (mib 22_138),
            "2g.24gb" 32 (l2 12_800, mib 22_138), "3g.47gb" 60 (l2 25_600, mib 47_493),
            "4g.47gb" 64 (l2 25_600, mib 47_493), "7g.94gb" 132 (l2 51_200, mib 95_354));
    /// SMs: OpenXLA spec `h200`; MIG profile list; TechPowerUp `h200-sxm-141-gb.c4255`. Clock and rates: OpenXLA spec
    /// `h200`; ML Engineering tables; TechPowerUp `h200-sxm-141-gb.c4255`. TechPowerUp prints 4,890 GB/s. L2: OpenXLA
    /// spec `h200`.
    ///
    /// MIG: Profile list of an H200, driver 580.159.04. 1g.18gb: measured.
    H200("H200 SXM 141GB", ["h200", "h200-sxm"], SM_90, 132, clock 1_980, memory 4_800_000, tensor 989_500, l2 51_200;
        mig "1g.18gb" 16 (l2 6_400, mib 16_384), "1g.18gb+me" 16 (l2 6_400, mib 16_384), "1g.35gb" 26,
            "2g.35gb" 32 (l2 12_800, mib 33_280), "3g.71gb" 60 (l2 25_600), "4g.71gb" 64 (l2 25_600),
            "7g.141gb" 132 (l2 51_200, mib 143_360));
    /// SMs: TechPowerUp `h200-nvl.c4254`. Clock and rates: TechPowerUp `h200-nvl.c4254`. TechPowerUp prints 4,890 GB/s.
    /// L2: TechPowerUp `h200-nvl.c4254`.
    ///
    /// MIG: Neither a profile list nor a table of names was found.
    H200_NVL("H200 NVL 141GB", ["h200-nvl"], SM_90, 132, clock 1_785, memory 4_800_000, l2 51_200; mig);
    /// SMs: TechPowerUp `h800-sxm5.c3975`. Clock and rates: TechPowerUp `h800-sxm5.c3975`. TechPowerUp prints 1,755
    /// MHz, unconfirmed. L2: TechPowerUp `h800-sxm5.c3975`.
    H800("H800 SXM5 80GB", ["h800", "h800-sxm"], SM_90, 132, memory 3_350_000, tensor 989_500, l2 51_200);
    /// SMs to L2: TechPowerUp `h800-pcie-80-gb.c4181`.
    H800_PCIE("H800 PCIe 80GB", ["h800-pcie"], SM_90, 114, clock 1_755, memory 2_039_000, l2 51_200);
    /// SMs: Driver dump. Clock and rates: LLM-Prof tables.
    ///
    /// MIG: Neither a profile list nor a table of names was found.
    H20("H20 96GB", ["h20"], SM_90, 78, memory 4_000_000, tensor 148_000; mig);
    /// Driver dump, in the tuning tables of FlashInfer.
    H20_3E("H20-3e 141GB", ["h20-3e"], SM_90, 78);
    /// SMs: MIG profile list. The driver names it by the memory of its CPU, 120 or 480 GB. Clock and rates: ML
    /// Engineering tables. Latencies: gpu-benches, L2 280.5; shared memory, CUDA_optimazation: 29.00 with the address.
    /// AI_kernels: 40, 281, 690. L2: ML Engineering tables; AI_kernels `latency/README.md`, where the latency
    /// rises past 60 MiB.
    ///
    /// MIG: Profile list of a GH200 96GB.
    GH200("GH200 96GB (Hopper part)", ["gh200", "gh200-96gb", "gh200-120gb", "gh200-480gb"], SM_90, 132,
        memory 4_000_000, tensor 989_500,
        latencies MemoryLatencies { shared: Some(29), ..cycles(32, 281, 687, Some(1_980)) }, l2 61_440;
        mig "1g.12gb" 16, "1g.24gb" 26 (mib 23_552), "2g.24gb" 32 (mib 23_552), "3g.48gb" 60 (mib 47_616),
            "4g.48gb" 64 (mib 47_616), "7g.96gb" 132 (mib 95_232));
    /// ML Engineering tables.
    GH200_144GB("GH200 144GB (Hopper part, HBM3e)", ["gh200-144gb", "gh200-144g-hbm3e"], SM_90, 132, memory 4_800_000,
        tensor 989_500);

    // Blackwell.
    /// SMs: OpenXLA spec `b200`; driver dump. Articles print 144, 160 or 168; every driver dump says 148. Clock and
    /// rates: OpenXLA spec `b200`; ML Engineering tables; driver dump. The datasheet prints 8.0 TB/s; the driver
    /// reports a bus of 7,680 bits. Latencies: AI_kernels. L2: OpenXLA spec `b200`.
    ///
    /// MIG: OpenXLA spec `b200_mig`. The 36, 54, 72 and 126 in `go-nvml` are a mock, which is wrong for the H100.
    B200("B200 SXM 180GB", ["b200", "b200-sxm"], SM_100, 148, clock 1_965, memory 7_672_000, tensor 2_250_000,
        latencies cycles(40, 295, 860, Some(1_965)), l2 129_536;
        mig "1g.23gb" 18 (l2 15_488, mib 20_992, memory 917_000);
        not known "1g.23gb+me", "1g.45gb", "2g.45gb", "3g.90gb", "4g.90gb", "7g.180gb");
    /// SMs: OpenXLA spec `gb200`. One driver dump; not the count of B200. Clock and rates: OpenXLA spec `gb200`; ML
    /// Engineering tables. The datasheet prints 8.0 TB/s. L2: OpenXLA spec `gb200`.
    ///
    /// MIG: Names: GKE's table of partitions. `mig-parted` has 7g.189gb for 7g.186gb; it depends on the firmware.
    GB200("GB200 (one Blackwell GPU)", ["gb200"], SM_100, 152, clock 2_062, memory 7_928_000, tensor 2_500_000,
        l2 132_352;
        mig; not known "1g.23gb", "1g.47gb", "2g.47gb", "3g.93gb", "4g.93gb", "7g.186gb", "7g.189gb");
    /// SMs: Driver dump; TechPowerUp `b300.c4375`. OpenXLA (written by hand) has 158, Mojo 160 (the full die); driver
    /// and TechPowerUp say 148, which is kept. Clock and rates: Driver dump; TechPowerUp `b300.c4375`; ML Engineering
    /// tables. OpenXLA has 7,936 GB/s, typed by hand. Latencies: AI_kernels, which has 810 for device memory with the
    /// clock locked to 2,032 MHz. L2: driver dump.
    ///
    /// MIG: Names: SageMaker HyperPod. The MIG User Guide has no table of them.
    B300("B300 SXM", ["b300", "b300-sxm6-ac"], SM_103, 148, clock 2_032, memory 8_000_000, tensor 2_250_000,
        latencies cycles(39, 295, 848, Some(2_032)), l2 129_536;
        mig; not known "1g.34gb", "1g.67gb", "2g.67gb", "3g.135gb", "4g.135gb", "7g.269gb");
    /// SMs: OpenXLA spec `gb300`. Clock and rates: OpenXLA spec `gb300`; ML Engineering tables. The datasheet
    /// prints 8.0 TB/s.
    ///
    /// MIG: Neither a profile list nor a table of names was found.
    GB300("GB300 (one Blackwell Ultra GPU)", ["gb300"], SM_103, 152, clock 2_070, memory 7_928_000, tensor 2_500_000;
        mig);
    /// SMs to L2: TechPowerUp `geforce-rtx-5050.c4220`.
    RTX5050("GeForce RTX 5050", ["rtx5050"], SM_120, 20, clock 2_572, memory 320_000, l2 24_576);
    /// TechPowerUp `geforce-rtx-5060.c4219`; Wikipedia `GB206-250`. L2: TechPowerUp `geforce-rtx-5060.c4219`. GPCs:
    /// Wikipedia `GB206-250`.
    RTX5060("GeForce RTX 5060", ["rtx5060"], SM_120, 30, clock 2_497, memory 448_000, l2 32_768, gpcs 3);
    /// TechPowerUp `geforce-rtx-5060-ti-8-gb.c4246`; Wikipedia `GB206-300`. L2: TechPowerUp
    /// `geforce-rtx-5060-ti-8-gb.c4246`. GPCs: Wikipedia `GB206-300`.
    RTX5060TI("GeForce RTX 5060 Ti 8GB", ["rtx5060ti"], SM_120, 36, clock 2_572, memory 448_000, l2 32_768, gpcs 3);
    /// SMs: TechPowerUp `geforce-rtx-5060-ti-16-gb.c4292`; Wikipedia `GB206-300`. Clock and rates: TechPowerUp
    /// `geforce-rtx-5060-ti-16-gb.c4292`; Wikipedia `GB206-300_2`. L2: TechPowerUp `geforce-rtx-5060-ti-16-gb.c4292`.
    /// GPCs: Wikipedia `GB206-300_2`.
    RTX5060TI_16GB("GeForce RTX 5060 Ti 16GB", ["rtx5060ti-16gb"], SM_120, 36, clock 2_572, memory 448_000, l2 32_768,
        gpcs 3);
    /// TechPowerUp `geforce-rtx-5070.c4218`; Wikipedia `GB205-300`. L2: TechPowerUp `geforce-rtx-5070.c4218`. GPCs:
    /// Wikipedia `GB205-300`.
    RTX5070("GeForce RTX 5070", ["rtx5070"], SM_120, 48, clock 2_512, memory 672_000, l2 49_152, gpcs 5);
    /// TechPowerUp `geforce-rtx-5070-ti.c4243`; Wikipedia `GB203-300`. Latencies: Euhedral: 766 to 774 for device
    /// memory; shared memory: dependent `LDS`. L2: TechPowerUp `geforce-rtx-5070-ti.c4243`. GPCs: Wikipedia
    /// `GB203-300`.
    RTX5070TI("GeForce RTX 5070 Ti", ["rtx5070ti"], SM_120, 70, clock 2_452, memory 896_000,
        latencies MemoryLatencies { shared: Some(34), ..cycles(45, 356, 770, Some(2_870)) }, l2 49_152, gpcs 6);
    /// TechPowerUp `geforce-rtx-5080.c4217`; Wikipedia `GB203-400`. L2: TechPowerUp `geforce-rtx-5080.c4217`. GPCs:
    /// Wikipedia `GB203-400`.
    RTX5080("GeForce RTX 5080", ["rtx5080"], SM_120, 84, clock 2_617, memory 960_000, l2 65_536, gpcs 7);
    /// SMs: TechPowerUp `geforce-rtx-5090.c4216`; Wikipedia `GB202-300`; RTX Blackwell whitepapers. Clock and rates:
    /// TechPowerUp `geforce-rtx-5090.c4216`; Wikipedia `GB202-300`; RTX Blackwell whitepaper. Latencies: AI_kernels.
    /// The board runs above its rated clock. L2: TechPowerUp `geforce-rtx-5090.c4216`. GPCs and TPCs: RTX Blackwell
    /// whitepaper.
    RTX5090("GeForce RTX 5090", ["rtx5090"], SM_120, 170, clock 2_407, memory 1_792_000, tensor 209_500,
        latencies cycles(44, 360, 936, None), l2 98_304, gpcs 11, tpcs 85);
    /// SMs to L2: TechPowerUp `geforce-rtx-5090-d.c4253`.
    RTX5090D("GeForce RTX 5090 D", ["rtx5090d"], SM_120, 170, clock 2_407, memory 1_792_000, l2 98_304);
    /// SMs: OpenXLA spec `rtx6000pro`; driver dump; RTX Blackwell whitepapers; Wikipedia `GB202`; TechPowerUp
    /// `rtx-pro-6000-blackwell.c4272`. Clock and rates: OpenXLA spec `rtx6000pro`; driver dump; RTX PRO Blackwell
    /// whitepaper; Wikipedia `GB202_3`; TechPowerUp `rtx-pro-6000-blackwell.c4272`. Latencies: AI_kernels. The board
    /// runs above its rated clock. L2: OpenXLA spec `rtx6000pro`. GPCs and TPCs: RTX PRO Blackwell whitepaper.
    ///
    /// MIG: Profile list of an RTX PRO 6000 Blackwell. The MIG User Guide has one table for the three editions.
    RTXPRO6000("RTX PRO 6000 Blackwell Workstation Edition", ["rtxpro6000", "rtxpro6000-ws"], SM_120, 188, clock 2_617,
        memory 1_792_000, tensor 503_800, latencies cycles(44, 352, 864, None), l2 131_072, gpcs 12, tpcs 94;
        mig like rtx_pro_6000);
    /// SMs: Wikipedia `GB202`. Clock and rates: Wikipedia `GB202_2`. L2: Wikipedia `GB202_2`. GPCs and TPCs: RTX PRO
    /// Blackwell whitepaper.
    ///
    /// MIG: Profile list of an RTX PRO 6000 Blackwell.
    RTXPRO6000_MAXQ("RTX PRO 6000 Blackwell Max-Q Workstation Edition", ["rtxpro6000-maxq"], SM_120, 188, clock 2_288,
        memory 1_792_000, l2 131_072, gpcs 12, tpcs 94; mig like rtx_pro_6000);
    /// TechPowerUp `rtx-pro-6000-blackwell-server.c4274`; MIG profile list. L2: TechPowerUp
    /// `rtx-pro-6000-blackwell-server.c4274`.
    ///
    /// MIG: Profile list of an RTX PRO 6000 Blackwell.
    RTXPRO6000_SERVER("RTX PRO 6000 Blackwell Server Edition", ["rtxpro6000-server"], SM_120, 188, l2 131_072;
        mig like rtx_pro_6000);
    /// SMs: TechPowerUp `rtx-pro-5000-blackwell.c4276`; Wikipedia `GB202`. Clock and rates: TechPowerUp
    /// `rtx-pro-5000-blackwell.c4276`; Wikipedia `GB202`. Clocks of TechPowerUp and Wikipedia differ. L2: TechPowerUp
    /// `rtx-pro-5000-blackwell.c4276`.
    ///
    /// MIG: Names: the MIG User Guide for driver 580, then what a later one has for them.
    RTXPRO5000("RTX PRO 5000 Blackwell 48GB", ["rtxpro5000", "rtx-pro-5000-blackwell"], SM_120, 110, memory 1_344_000,
        l2 98_304;
        mig; not known "1g.12gb", "1g.12gb+me", "1g.12gb+gfx", "1g.12gb-me", "2g.24gb-me", "4g.48gb", "4g.48gb+gfx",
            "1g.24gb", "2g.48gb");
    /// SMs: TechPowerUp `rtx-pro-4500-blackwell.c4278`; Wikipedia `GB203`. Clock and rates: TechPowerUp
    /// `rtx-pro-4500-blackwell.c4278`; Wikipedia `GB203_2`. Clocks of TechPowerUp and Wikipedia differ. L2: TechPowerUp
    /// `rtx-pro-4500-blackwell.c4278`.
    ///
    /// MIG: Names: the MIG User Guide.
    RTXPRO4500("RTX PRO 4500 Blackwell", ["rtxpro4500"], SM_120, 82, memory 896_000, l2 65_536;
        mig; not known "1g.16gb", "2g.32gb");
    /// SMs: TechPowerUp `rtx-pro-4000-blackwell.c4279`; Wikipedia `GB203`. Clock and rates: TechPowerUp
    /// `rtx-pro-4000-blackwell.c4279`; Wikipedia `GB203`. Clocks of TechPowerUp and Wikipedia differ. L2: TechPowerUp
    /// `rtx-pro-4000-blackwell.c4279`.
    RTXPRO4000("RTX PRO 4000 Blackwell", ["rtxpro4000"], SM_120, 70, memory 672_000, l2 49_152);
    /// TechPowerUp `geforce-rtx-5090-d-v2.c4310`.
    RTX5090DV2("GeForce RTX 5090 D v2", ["rtx5090dv2"], SM_120, 170);
    /// TechPowerUp `geforce-rtx-5050-mobile.c4239`.
    RTX5050_LAPTOP("GeForce RTX 5050 Laptop GPU", ["rtx5050-laptop"], SM_120, 20);
    /// TechPowerUp `geforce-rtx-5060-mobile.c4230`.
    RTX5060_LAPTOP("GeForce RTX 5060 Laptop GPU", ["rtx5060-laptop"], SM_120, 26);
    /// TechPowerUp `geforce-rtx-5070-mobile.c4237`.
    RTX5070_LAPTOP("GeForce RTX 5070 Laptop GPU", ["rtx5070-laptop"], SM_120, 36);
    /// TechPowerUp `geforce-rtx-5070-ti-mobile.c4238`.
    RTX5070TI_LAPTOP("GeForce RTX 5070 Ti Laptop GPU", ["rtx5070ti-laptop"], SM_120, 46);
    /// TechPowerUp `geforce-rtx-5080-mobile.c4236`.
    RTX5080_LAPTOP("GeForce RTX 5080 Laptop GPU", ["rtx5080-laptop"], SM_120, 60);
    /// TechPowerUp `geforce-rtx-5090-mobile.c4235`.
    RTX5090_LAPTOP("GeForce RTX 5090 Laptop GPU", ["rtx5090-laptop"], SM_120, 82);
    /// TechPowerUp `rtx-6000d.c4363`.
    RTX6000D("RTX 6000D", ["rtx6000d"], SM_120, 156);
    /// TechPowerUp `rtx-pro-5000-72-gb-blackwell.c4357`.
    RTXPRO5000_72GB("RTX PRO 5000 72GB Blackwell", ["rtxpro5000-72gb"], SM_120, 110);
    /// TechPowerUp `rtx-pro-4000-blackwell-sff.c4329`.
    RTXPRO4000_SFF("RTX PRO 4000 Blackwell SFF Edition", ["rtxpro4000-sff"], SM_120, 70);
    /// TechPowerUp `rtx-pro-2000-blackwell.c4330`.
    RTXPRO2000("RTX PRO 2000 Blackwell", ["rtxpro2000"], SM_120, 34);
    /// Wikipedia `GB207`, laptop.
    RTXPRO500_LAPTOP("RTX PRO 500 Blackwell Generation Laptop GPU", ["rtxpro500-laptop"], SM_120, 14);
    /// Wikipedia `GB207`, laptop.
    RTXPRO1000_LAPTOP("RTX PRO 1000 Blackwell Generation Laptop GPU", ["rtxpro1000-laptop"], SM_120, 20);
    /// Wikipedia `GB206`, laptop.
    RTXPRO2000_LAPTOP("RTX PRO 2000 Blackwell Generation Laptop GPU", ["rtxpro2000-laptop"], SM_120, 26);
    /// Wikipedia `GB205`, laptop.
    RTXPRO3000_LAPTOP("RTX PRO 3000 Blackwell Generation Laptop GPU", ["rtxpro3000-laptop"], SM_120, 46);
    /// Wikipedia `GB203`, laptop.
    RTXPRO4000_LAPTOP("RTX PRO 4000 Blackwell Generation Laptop GPU", ["rtxpro4000-laptop"], SM_120, 60);
    /// Wikipedia `GB203`, laptop.
    RTXPRO5000_LAPTOP("RTX PRO 5000 Blackwell Generation Laptop GPU", ["rtxpro5000-laptop"], SM_120, 82);
    /// SMs: Driver dump. Clock and rates: Driver dump; TechPowerUp `gb10.c4342`. L2: driver dump; TechPowerUp prints 50
    /// MB.
    GB10("GB10 (DGX Spark)", ["gb10", "dgx-spark"], SM_121, 48, clock 2_418, memory 273_200, l2 24_576);
    /// SMs: Driver dump. CUDA 12 called it compute capability 10.1. Clock and rates: TechPowerUp `jetson-t5000.c4370`,
    /// which prints 2,525 MHz; a board reported 1,049. L2: driver dump; TechPowerUp prints 50 MB.
    ///
    /// MIG: Names: the MIG User Guide. Its memory is the system's, so they say 0gb.
    THOR("Jetson AGX Thor / T5000", ["thor", "agx-thor", "jetson-t5000"], SM_110, 20, memory 273_200, l2 32_768;
        mig; not known "1g.0gb", "2g.0gb", "3g.0gb");
    /// TechPowerUp `jetson-t4000.c4369`. One source, not cross-checked.
    JETSON_T4000("Jetson T4000", ["jetson-t4000"], SM_110, 12);
}
