//! The attribute keeps functions of every form as they are.

#![allow(missing_abi, reason = "the form without an ABI is one of them")]

use occupancy::launch_config;
use std::fmt::Debug;

#[launch_config(arch = "h100", threads = 256, regs = 64)]
fn plain(elements: u64) -> u64 {
    elements
}

#[launch_config(arch = "h100", threads = 256, regs = 64)]
fn generic<'a, T: Copy + Debug, const N: usize>(items: &'a [T; N]) -> &'a T
where
    T: PartialEq<T>,
{
    &items[0]
}

#[launch_config(arch = "h100", threads = 256, regs = 64)]
async fn asynchronous(elements: u64) -> u64 {
    elements
}

#[launch_config(arch = "h100", threads = 256, regs = 64)]
const fn constant(elements: u64) -> u64 {
    elements
}

#[launch_config(arch = "h100", threads = 256, regs = 64)]
unsafe fn not_safe() {}

#[launch_config(arch = "h100", threads = 256, regs = 64)]
extern "C" fn foreign(elements: u64) -> u64 {
    elements
}

#[launch_config(arch = "h100", threads = 256, regs = 64)]
const unsafe extern "C" fn foreign_in_full() {}

#[launch_config(arch = "h100", threads = 256, regs = 64)]
#[rustfmt::skip]
extern fn foreign_without_abi() {}

#[launch_config(arch = "h100", threads = 256, regs = 64)]
fn diverging(work: fn(u32) -> u32, (a, b): (u32, u32)) -> impl Fn() -> u32 {
    move || work(a + b)
}

#[launch_config(arch = "h100", threads = 256, regs = 64)]
fn r#match() {}

#[launch_config(arch = "h100", threads = 256, regs = 64)]
fn größe_ändern() {}

#[launch_config(arch = "h100", threads = 256, regs = 64)]
fn _1() {}

#[launch_config(arch = "h100", threads = 256, regs = 64)]
fn sgemm_128x128_nt() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, name = r#Struct)]
fn renamed() {}

fn main() {
    let launch = PlainLaunch::for_elements(plain(1000)).unwrap();
    assert_eq!(launch.grid_dim(), (4, 1, 1));
    assert_eq!(*generic(&[1, 2]), GenericLaunch::BLOCK_DIM.1);
    drop(asynchronous(1));
    let _: Option<AsynchronousLaunch> = None;
    const ELEMENTS: u64 = constant(ConstantLaunch::THREADS_PER_BLOCK as u64);
    assert_eq!(foreign(ELEMENTS), 256);
    // SAFETY: the functions do nothing.
    unsafe {
        not_safe();
        foreign_in_full();
    }
    foreign_without_abi();
    assert_eq!(diverging(|x| x, (1, 2))(), 3);
    r#match();
    größe_ändern();
    _1();
    sgemm_128x128_nt();
    renamed();
    assert_eq!(NotSafeLaunch::OCCUPANCY, ForeignLaunch::OCCUPANCY);
    assert_eq!(
        ForeignInFullLaunch::OCCUPANCY,
        ForeignWithoutAbiLaunch::OCCUPANCY
    );
    assert_eq!(DivergingLaunch::OCCUPANCY, MatchLaunch::OCCUPANCY);
    assert_eq!(GrößeÄndernLaunch::OCCUPANCY, _1Launch::OCCUPANCY);
    assert_eq!(Sgemm128x128NtLaunch::OCCUPANCY, Struct::OCCUPANCY);
}
