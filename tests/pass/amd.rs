//! GPUs of AMD, alone and beside those of NVIDIA: each reads the budget of its own vendor.

use occupancy::targets::{GFX942, GFX1100, GFX1100_WAVE64};
use occupancy::{Arch, Device, devices, launch_config};

#[launch_config(arch = "mi300x", threads = 256, vgprs = 96)]
fn alone() {}

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

#[launch_config(arch = OURS, threads = 256, vgprs = BUDGET)]
fn of_constants() {}

#[launch_config(arch = GPUS, threads = 256, regs = 2 * BUDGET / 3, vgprs = BUDGET)]
fn of_a_list() {}

#[launch_config(arch = ["h100", OURS], threads = 256, regs = 64, vgprs = { BUDGET }, on("h100", regs = 80))]
fn of_both() {}

#[launch_config(arch = ["gfx1100:wave64", "gfx1100", "rx7900xtx:cu", "mi300x:cpx"], threads = 256, vgprs = 96)]
fn modes() {}

#[launch_config(arch = ["h100", "mi300x"], threads = 256, regs = auto, vgprs = auto, min_blocks = 2)]
fn budgets() {}

#[launch_config(arch = ["h100", OURS], threads = 256, regs = auto, vgprs = auto, min_blocks = 2)]
fn budgets_of_constants() {}

#[launch_config(arch = "mi300x", threads = any(64..=256), vgprs = 128, allow(idle_schedulers))]
fn sizes() {}

#[launch_config(arch = ["rtx4090", "mi300x"], threads = auto, regs = 40, vgprs = 64, smem = 16 * threads)]
fn chosen() {}

fn main() {
    assert_eq!((AloneLaunch::VGPRS, AloneLaunch::SM_COUNT, AloneLaunch::TARGET), (96, 304, "gfx942"));
    // 5 waves of 96 registers on a SIMD.
    assert_eq!((AloneLaunch::BLOCKS_PER_SM, AloneLaunch::WARPS_PER_BLOCK), (5, 4));
    assert_eq!(OfConstantsLaunch::CONFIGURATION.kernel, AloneLaunch::CONFIGURATION.kernel);
    assert_eq!(OfConstantsLaunch::SM_COUNT, 228);

    assert_eq!((BothLaunch::REGISTERS_PER_THREAD, BothLaunch::VGPRS), (64, 96));
    let [h100, mi355x] = BothLaunch::VARIANTS else { panic!("two GPUs") };
    assert_eq!(h100.occupancy().unwrap().blocks_per_sm, 4);
    assert_eq!((mi355x.kernel().vgprs, mi355x.occupancy().unwrap().blocks_per_sm), (128, 4));

    let blocks = OfAListLaunch::VARIANTS.iter().map(|one| one.occupancy().unwrap().blocks_per_sm);
    assert_eq!(blocks.collect::<Vec<_>>(), [4, 5, 8]);
    assert_eq!(OfBothLaunch::VARIANTS[1].kernel().registers_per_thread, 80);

    let targets = ModesLaunch::VARIANTS.iter().map(|one| one.arch().multiprocessor().name());
    assert_eq!(targets.collect::<Vec<_>>(), ["gfx1100:wave64", "gfx1100", "gfx1100:cu", "gfx942"]);
    assert_eq!(ModesLaunch::VARIANTS[1].arch().multiprocessor(), &GFX1100);

    assert_eq!((BudgetsLaunch::REGISTERS_PER_THREAD, BudgetsLaunch::VGPRS), (128, 256));
    assert_eq!(BudgetsLaunch::CONFIGURATION.kernel, BudgetsOfConstantsLaunch::CONFIGURATION.kernel);

    let blocks = SizesLaunch::BLOCK_DIMS.map(|(x, _, _)| x);
    assert_eq!(blocks, [64, 128, 192, 256]);
    assert_eq!(ChosenLaunch::THREADS_PER_BLOCK % 64, 0);
}
