//! GPUs of AMD, alone and beside those of NVIDIA: each reads the budget of its own vendor.

use occupancy::targets::{GFX942, GFX1100, GFX1100_WAVE64};
use occupancy::kernel::Axis;
use occupancy::{Arch, Checked, Device, GridError, devices, launch_config};

#[launch_config(
    arch = ["h100", "mi355x"],
    threads = 256,
    regs = 64,
    vgprs = 96,
    sgprs = 96,
    on("mi355x", vgprs = 128),
)]
fn both() {}

const BUDGET: u32 = 96;
const OURS: Device = Device::new("MI300X of ours", &GFX942, 228);
const GPUS: &[Arch] = &[devices::H100.arch(), OURS.arch(), Arch::Multiprocessor(&GFX1100_WAVE64)];

const THREADS: u32 = 320;

const RANGE: &str = "gfx1100..=gfx1103";

#[launch_config(name = Alone, arch = "mi300x", threads = 256, vgprs = 96)]
#[launch_config(name = OfConstants, arch = OURS, threads = 256, vgprs = BUDGET)]
#[launch_config(name = OfAList, arch = GPUS, threads = 256, regs = 2 * BUDGET / 3, vgprs = BUDGET)]
#[launch_config(name = OfBoth, arch = ["h100", OURS], threads = 256, regs = 64, vgprs = { BUDGET }, on("h100", regs = 80))]
#[launch_config(name = Modes, arch = ["gfx1100:wave64", "gfx1100", "rx7900xtx:cu", "mi300x:cpx"], threads = 256, vgprs = 96)]
#[launch_config(name = Budgets, arch = ["h100", "mi300x"], threads = 256, regs = auto, vgprs = auto, min_blocks = 2)]
#[launch_config(name = BudgetsOfConstants, arch = ["h100", OURS], threads = 256, regs = auto, vgprs = auto, min_blocks = 2)]
#[launch_config(name = Sizes, arch = "mi300x", threads = any(64..=256), vgprs = 128, allow(idle_schedulers))]
#[launch_config(name = Chosen, arch = ["rtx4090", "mi300x"], threads = auto, regs = 40, vgprs = 64, smem = 16 * threads)]
#[launch_config(name = WarpsOfABlock, arch = "mi300x", threads = 256, vgprs = 64, smem = 100 * warps)]
#[launch_config(name = WarpsOfAConstant, arch = "mi300x", threads = THREADS, vgprs = 64, smem = 100 * warps)]
#[launch_config(name = WarpsOfASearch, arch = "mi300x", threads = auto, vgprs = 64, smem = 2 * BUDGET as usize * warps)]
#[launch_config(name = WarpsOfEachGpu, arch = ["h100", "mi300x"], threads = 256, regs = 64, vgprs = 64, smem = 100 * warps, on("mi300x", vgprs = 96))]
#[launch_config(name = SizesOfAConstant, arch = OURS, threads = any(32..=256), vgprs = 128, allow(idle_schedulers))]
#[launch_config(name = Range, arch = ["8.0..=9.0", "gfx1100..=gfx1103"], threads = 256, regs = 64, vgprs = 96)]
#[launch_config(name = RangeOfAConstant, arch = RANGE, threads = 256, vgprs = 96)]
#[launch_config(name = InACubin, arch = ["mi300x", "h100"], threads = 256, vgprs = 64, cubin = "../kernels/saxpy.cubin", kernel = "saxpy")]
#[launch_config(name = InACubinWithAConstant, arch = [OURS, "h100"], threads = 256, vgprs = 64, cubin = "../kernels/saxpy.cubin", kernel = "saxpy")]
#[launch_config(name = Large, arch = "mi355x", threads = 256, vgprs = 128, smem = 160 * 1024)]
#[launch_config(name = Covering, arch = ["h100", "mi355x"], threads = 256, regs = 64, vgprs = 64, items_per_thread = 2)]
#[launch_config(name = LargeOnBoth, arch = ["h100", "mi355x"], threads = 256, regs = 64, vgprs = 128, smem = 64 * 1024)]
fn rows() {}

#[launch_config(
    arch = ["h100", "mi300x", "mi300x:cpx", "rx7900xtx:cu"],
    threads = 256,
    regs = 64,
    vgprs = 96,
    on("mi300x:cpx", vgprs = 128),
    on("rx7900xtx:cu", vgprs = 64),
)]
fn reported() {}

fn main() {
    assert_eq!((Alone::VGPRS, Alone::SM_COUNT, Alone::TARGET), (96, 304, "gfx942"));
    // 5 waves of 96 registers on a SIMD.
    assert_eq!((Alone::BLOCKS_PER_SM, Alone::WARPS_PER_BLOCK), (5, 4));
    assert_eq!(OfConstants::CONFIGURATION.kernel, Alone::CONFIGURATION.kernel);
    assert_eq!(OfConstants::SM_COUNT, 228);

    assert_eq!((BothLaunch::REGISTERS_PER_THREAD, BothLaunch::VGPRS), (64, 96));
    let [h100, mi355x] = BothLaunch::VARIANTS else { panic!("two GPUs") };
    assert_eq!(h100.occupancy().unwrap().blocks_per_sm, 4);
    assert_eq!((mi355x.kernel().vgprs, mi355x.occupancy().unwrap().blocks_per_sm), (128, 4));

    let blocks = OfAList::VARIANTS.iter().map(|one| one.occupancy().unwrap().blocks_per_sm);
    assert_eq!(blocks.collect::<Vec<_>>(), [4, 5, 8]);
    assert_eq!(OfBoth::VARIANTS[1].kernel().registers_per_thread, 80);

    let targets = Modes::VARIANTS.iter().map(|one| one.arch().multiprocessor().name());
    assert_eq!(targets.collect::<Vec<_>>(), ["gfx1100:wave64", "gfx1100", "gfx1100:cu", "gfx942"]);
    assert_eq!(Modes::VARIANTS[1].arch().multiprocessor(), &GFX1100);

    assert_eq!((Budgets::REGISTERS_PER_THREAD, Budgets::VGPRS), (128, 256));
    assert_eq!(Budgets::CONFIGURATION.kernel, BudgetsOfConstants::CONFIGURATION.kernel);

    let of_amd = Range::ARCHS.split_at(5).1;
    assert_eq!((of_amd.len(), of_amd), (4, RangeOfAConstant::ARCHS));

    let smem = [WarpsOfABlock::CONFIGURATION, WarpsOfAConstant::CONFIGURATION].map(|one| one.kernel.dynamic_shared_memory);
    assert_eq!(smem, [400, 500]);
    let searched = WarpsOfASearch::CONFIGURATION.kernel;
    assert_eq!(searched.dynamic_shared_memory, 192 * searched.block_dim.0.div_ceil(64));
    let smem = [0, 1].map(|gpu: usize| WarpsOfEachGpu::VARIANTS[gpu].kernel().dynamic_shared_memory);
    assert_eq!(smem, [800, 400]);
    assert_eq!(SizesOfAConstant::BLOCK_DIMS, Sizes::BLOCK_DIMS);

    let blocks = Sizes::BLOCK_DIMS.map(|(x, _, _)| x);
    assert_eq!(blocks, [64, 128, 192, 256]);
    assert_eq!(Chosen::THREADS_PER_BLOCK % 64, 0);

    // The file has the registers of the H100, and says nothing of the other GPU.
    let [mi300x, h100] = InACubin::VARIANTS else { panic!("two GPUs") };
    assert_eq!((mi300x.kernel().vgprs, mi300x.occupancy().unwrap().blocks_per_sm), (64, 8));
    assert_eq!(h100.kernel().registers_per_thread, InACubin::COMPILED[0].registers.unwrap());
    assert_eq!(InACubinWithAConstant::CONFIGURATION.kernel, InACubin::CONFIGURATION.kernel);

    // AMD needs no opt-in, so that a plain conversion launches with all of the LDS.
    let (grid, _, bytes) = Large::for_elements(1_000).unwrap().into();
    assert_eq!((grid, bytes), ((4, 1, 1), 163_840));
    assert!(!Large::NEEDS_SHARED_MEMORY_OPTIN && LargeOnBoth::NEEDS_SHARED_MEMORY_OPTIN);

    // HIP counts the threads of a grid in 32 bits.
    let over = |axis, blocks, most| Some(GridError::Workgroups { axis, blocks, most });
    for (blocks, error) in [(16_777_215, None), (16_777_216, over(Axis::X, 16_777_216, 16_777_215))] {
        let grid = (blocks, 1, 1);
        let on_one = BothLaunch::for_target("gfx950", 256).unwrap();
        let elements = 256 * u64::from(blocks);
        assert_eq!(Alone::for_grid(grid).err(), error);
        assert_eq!(Alone::for_elements(elements).err(), error);
        assert_eq!(on_one.for_grid(grid).err(), error);
        assert_eq!(BothLaunch::VARIANTS[0].for_grid(grid).err(), None);
        assert_eq!(Sizes::for_threads(256).unwrap().for_elements(elements).err(), error);
        assert_eq!(Checked::new(&on_one.configuration()).unwrap().for_grid(grid).err(), error);
    }
    assert_eq!(Alone::for_grid((1, 70_000, 1)).err(), over(Axis::Y, 70_000, 65_535));
    assert_eq!(Alone::persistent_on(4_000_000).err(), over(Axis::X, 20_000_000, 16_777_215));
    assert_eq!(Covering::covering(u32::MAX).grid_dim(), (8_388_608, 1, 1));

    let vgprs = |target, count| ReportedLaunch::for_target(target, count).map(|one| one.kernel().vgprs);
    assert_eq!(vgprs("gfx942:sramecc+:xnack-", 304), Ok(96));
    assert_eq!(vgprs("gfx942", 38), Ok(128));
    // HIP counts WGPs, also for code in CU mode.
    assert_eq!((vgprs("gfx1100", 48), vgprs("gfx1100", 96)), (Ok(64), Ok(64)));
    for (target, count, of) in [("gfx942", 152, " with 152 CUs"), ("gfx90a", 104, ""), ("sm_90", 132, ""), ("", 0, "")] {
        let other = ReportedLaunch::for_target(target, count).unwrap_err().to_string();
        let names = "only for H100 SXM5 80GB (9.0), Instinct MI300X (gfx942), ";
        let begin = format!("the launch was not checked for target {target}{of}, {names}");
        assert!(other.starts_with(&begin) && other.ends_with("; add the GPU to `arch`"), "{other}");
    }
    // No driver of CUDA reports 0.0, and 9.4 is that of HIP for `gfx942`.
    assert!([(0, 0), (9, 4)].iter().all(|(major, minor)| ReportedLaunch::for_compute_capability(*major, *minor).is_err()));
    let variant = ReportedLaunch::for_target("gfx942", 304).unwrap();
    assert_eq!(
        format!("{variant:?}"),
        "Variant { gpu: \"Instinct MI300X\", block_dim: (256, 1, 1), vgprs: 96, shared_mem_bytes: 0, items_per_thread: 1 }"
    );
    assert_eq!(Sizes::for_target("gfx942", 304).unwrap().with_threads(128).unwrap().kernel().vgprs, 128);
}
