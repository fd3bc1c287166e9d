//! GPUs by name, as compute capability and as target, and lists of them: the configuration holds on each.

use occupancy::{Arch, compute_capabilities, devices, launch_config};

const SPECIFIC: Arch = Arch::Multiprocessor(&compute_capabilities::SM_90A);
const PREVIEW: &str = "10.7";
const DECLARED: u32 = 64 * 1024;

// Names are written in place.
const LIST: [&str; 2] = ["h100", "a100"];

const GPUS: &[Arch] = &[devices::A100.arch(), devices::H100.arch(), Arch::Multiprocessor(&compute_capabilities::SM_89)];
const ARRAY: [Arch; 2] = [devices::H100.arch(), devices::B200.arch()];
const BORROWED: &[Arch; 2] = &ARRAY;
const ONE_BOARD: &[Arch] = &[devices::H100.arch()];
const BYTES: u32 = 64 * 1024;
const RANGE: &str = "8.0..=9.0";

// CUDA 13 compiles more than 48 KiB of static shared memory for 9.0a.
#[launch_config(name = FullName, arch = r"NVIDIA GeForce RTX-4090", threads = 256, regs = 64)]
#[launch_config(name = InWords, arch = "compute capability 5.3", threads = 256, regs = 64)]
#[launch_config(name = Target, arch = "sm_90a", threads = 256, regs = 64, static_smem = 64 * 1024)]
#[launch_config(name = Oversized, arch = "sm_107a:oversized", threads = 256, regs = 64, static_smem = DECLARED, smem = 263 * 1024)]
#[launch_config(name = Preview, arch = [PREVIEW, "10.1", "8.8"], threads = 256, regs = 64, smem = 99 * 1024)]
#[launch_config(name = Targets, arch = [SPECIFIC, "sm_100a"], threads = 256, regs = 64, static_smem = DECLARED)]
#[launch_config(name = Virtual, arch = "compute_100f", threads = 256, regs = 64)]
#[launch_config(name = One, arch = ["h100"], threads = 256, regs = 64)]
#[launch_config(name = Mixed, arch = ["9.0", "h100", "8.0",], threads = 256, regs = 32)]
#[launch_config(name = InPlace, arch = [LIST[0], LIST[1]], threads = 256, regs = 64, min_blocks = 4)]
#[launch_config(name = Efficient, arch = ["h100", "a100"], threads = 256, regs = 64, grid = 627_264, tail_efficiency = 0.99)]
#[launch_config(name = OfASlice, arch = GPUS, threads = 256, regs = 64, min_blocks = 4)]
#[launch_config(name = OfAnArray, arch = ARRAY, threads = 256, regs = REGISTERS, smem = BYTES, cluster = 2)]
#[launch_config(name = Borrowed, arch = BORROWED, threads = auto, regs = 64)]
#[launch_config(name = OneBoard, arch = ONE_BOARD, threads = 256, regs = 64, tail_efficiency = 0.99, grid = 627_264)]
#[launch_config(name = InBrackets, arch = [GPUS[2], ARRAY[1]], threads = 256, regs = 64)]
#[launch_config(name = OpenRange, arch = "7.5..", threads = 256, regs = 64, min_blocks = 4)]
#[launch_config(name = WholeRange, arch = " sm_80 ..= sm_90", threads = 256, regs = REGISTERS, elements = 1 << 20)]
#[launch_config(name = RangeOfOne, arch = "9.0..10.0", threads = 256, regs = 64)]
#[launch_config(name = RangeInAList, arch = ["..5.3", "h100", "12.0.."], threads = 256, regs = 32)]
#[launch_config(name = RangeOfAConstant, arch = RANGE, threads = auto, regs = 64)]
#[launch_config(name = RangeWithAnOwn, arch = "8.6..=8.9", threads = 256, regs = 64, on("8.7", regs = 32))]
fn kernel() {}

const REGISTERS: u32 = 32;

fn lists_of_the_program() {
    assert_eq!(OfASlice::ARCHS, GPUS);
    assert_eq!(OfASlice::VARIANTS.len(), 3);
    assert_eq!(OfASlice::for_compute_capability(8, 9).unwrap().arch(), &GPUS[2]);
    assert_eq!(OfASlice::BLOCKS_PER_SM, 4);
    assert!(OfASlice::for_compute_capability(7, 5).unwrap_err().to_string().contains("(9.0), compute capability 8.9;"));
    assert_eq!((OfAnArray::ARCHS, Borrowed::ARCHS), (&ARRAY[..], &ARRAY[..]));
    assert_eq!(OfAnArray::VARIANTS[1].arch(), &devices::B200.arch());
    assert_eq!(Borrowed::VARIANTS[1].block_dim(), Borrowed::BLOCK_DIM);
    assert_eq!(OneBoard::persistent().grid_dim(), (528, 1, 1));
    assert_eq!(InBrackets::ARCHS, [GPUS[2], ARRAY[1]]);
}

fn ranges() {
    let names = |archs: &[Arch]| archs.iter().map(Arch::short_name).collect::<Vec<_>>().join(" ");
    assert_eq!(OpenRange::ARCHS, Arch::range("7.5..").unwrap());
    assert_eq!((OpenRange::VARIANTS.len(), OpenRange::BLOCKS_PER_SM), (OpenRange::ARCHS.len(), 4));
    assert!(OpenRange::for_compute_capability(12, 1).is_ok() && OpenRange::for_compute_capability(7, 2).is_err());
    assert_eq!(names(WholeRange::ARCHS), "8.0 8.6 8.7 8.9 9.0");
    assert_eq!(WholeRange::configured().grid_dim(), (4096, 1, 1));
    assert_eq!((names(RangeOfOne::ARCHS).as_str(), RangeOfOne::TARGET), ("9.0", "sm_90"));
    assert_eq!(names(RangeInAList::ARCHS), "5.0 5.2 h100 12.0 12.1");
    assert_eq!(RangeOfAConstant::ARCHS, WholeRange::ARCHS);
    assert_eq!(RangeOfAConstant::VARIANTS[4].arch().name(), "compute capability 9.0");
    assert_eq!(names(RangeWithAnOwn::ARCHS), "8.6 8.9");
    assert_eq!(RangeWithAnOwn::for_compute_capability(8, 7).unwrap().kernel().registers_per_thread, 32);
}

fn main() {
    ranges();
    lists_of_the_program();
    assert_eq!(FullName::ARCHS, [Arch::Device(devices::RTX4090)]);
    assert_eq!((InWords::TARGET, Virtual::TARGET), ("sm_53", "sm_100f"));
    assert_eq!(Target::ARCHS, [SPECIFIC]);
    assert_eq!((Oversized::TARGET, Oversized::BLOCKS_PER_SM), ("sm_107a", 1));
    assert_eq!(Oversized::ARCHS[0].multiprocessor(), &compute_capabilities::SM_107A_OVERSIZED);
    assert_eq!(Preview::VARIANTS[0].arch().multiprocessor(), &compute_capabilities::SM_107);
    assert!(Preview::for_compute_capability(10, 1).is_ok() && Preview::for_compute_capability(11, 0).is_err());
    assert_eq!(Targets::ARCHS, [SPECIFIC, Arch::find("sm_100a").unwrap()]);
    assert_eq!(One::persistent().grid_dim(), (528, 1, 1));
    assert_eq!(Mixed::BLOCKS_PER_SM, 8);
    assert_eq!(InPlace::ARCHS.len(), 2);
    assert_eq!(Efficient::configured().grid_dim().0, 627_264);
}
