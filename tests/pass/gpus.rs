//! GPUs by name, as compute capability and as target, and lists of them: the configuration holds on each.

use occupancy::{Arch, compute_capabilities, devices, launch_config};

const SPECIFIC: Arch = Arch::Multiprocessor(&compute_capabilities::SM_90A);
const DECLARED: u32 = 64 * 1024;

// Names are written in place.
const LIST: [&str; 2] = ["h100", "a100"];

const GPUS: &[Arch] = &[devices::A100.arch(), devices::H100.arch(), Arch::Multiprocessor(&compute_capabilities::SM_89)];
const ARRAY: [Arch; 2] = [devices::H100.arch(), devices::B200.arch()];
const BORROWED: &[Arch; 2] = &ARRAY;
const ONE_BOARD: &[Arch] = &[devices::H100.arch()];
const BYTES: u32 = 64 * 1024;

// CUDA 13 compiles more than 48 KiB of static shared memory for 9.0a.
#[launch_config(name = FullName, arch = r"NVIDIA GeForce RTX-4090", threads = 256, regs = 64)]
#[launch_config(name = InWords, arch = "compute capability 5.3", threads = 256, regs = 64)]
#[launch_config(name = Target, arch = "sm_90a", threads = 256, regs = 64, static_smem = 64 * 1024)]
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

fn main() {
    lists_of_the_program();
    assert_eq!(FullName::ARCHS, [Arch::Device(devices::RTX4090)]);
    assert_eq!((InWords::TARGET, Virtual::TARGET), ("sm_53", "sm_100f"));
    assert_eq!(Target::ARCHS, [SPECIFIC]);
    assert_eq!(Targets::ARCHS, [SPECIFIC, Arch::find("sm_100a").unwrap()]);
    assert_eq!(One::persistent().grid_dim(), (528, 1, 1));
    assert_eq!(Mixed::BLOCKS_PER_SM, 8);
    assert_eq!(InPlace::ARCHS.len(), 2);
    assert_eq!(Efficient::configured().grid_dim().0, 627_264);
}
