//! Kernels whose values only the compiler knows, in the shapes that programs have.

use occupancy::{Device, Ratio, compute_capabilities::SM_87, launch_config};
use sizes::{Element, ROWS, bytes, size};

occupancy::launch_index! {
    /// All kernels.
    pub mod launches;
}

size!(STAGES = 3);

include!(concat!(env!("OUT_DIR"), "/sizes.rs"));

/// Its values are of functions and constants of another crate, and of a feature.
#[launch_config(arch = "h100", threads = 256, regs = 64, smem = bytes(ROWS, 32) * STAGES)]
pub fn gemm() {}

/// Its value is of a trait.
#[launch_config(arch = "h100", threads = 256, regs = 64, smem = ROWS * <f64 as Element>::BYTES)]
pub fn typed() {}

/// Its values are of a build script, with others for one GPU.
#[launch_config(arch = ["h100", "a100"], threads = BUILT, regs = 40, on("a100", regs = 16 + BUILT / 32))]
pub fn built() {}

/// It is for a board that no table has.
#[launch_config(arch = BOARD, threads = 256, regs = 64, grid = STAGES * 8)]
pub fn own_board() {}

const BOARD: Device = Device::new("Orin NX 8GB", &SM_87, 8);

/// A kernel for each element.
#[derive(Debug)]
pub struct Gemm<T>(pub T);

#[launch_config]
impl Gemm<f32> {
    const SIDE: u32 = 16;

    /// Its value is a generic type's constant.
    #[launch_config(arch = "h100", threads = (Self::SIDE, Self::SIDE), regs = 64)]
    pub const fn run(&self) {}
}

macro_rules! kernels {
    ($($name:ident $regs:expr;)*) => {
        $(
            /// A macro makes it.
            #[launch_config(arch = "h100", threads = 128, regs = $regs)]
            pub fn $name() {}
        )*
    };
}
kernels! {
    made_32 32;
    made_48 16 * STAGES as u32;
}

macro_rules! in_modules {
    ($($module:ident $regs:literal;)*) => {
        $(
            /// One of two modules that one line of a macro makes.
            pub mod $module {
                use occupancy::launch_config;

                const REGISTERS: u32 = $regs;

                /// The same kernel in each.
                #[launch_config(arch = "h100", threads = 256, regs = REGISTERS)]
                pub fn same() {}
            }
        )*
    };
}
in_modules! {
    small 32;
    wide 128;
}

/// It has a kernel of its own.
pub fn outer() {
    const INNER: u32 = 96;
    #[launch_config(arch = "h100", threads = INNER, regs = 32)]
    fn inner() {}
    inner();
}

mod hidden {
    use occupancy::launch_config;

    const THREADS: u32 = 512;

    /// It is in a module that nobody sees.
    #[launch_config(arch = "sm_90", threads = THREADS, regs = 32)]
    pub(crate) fn private() {}
}

/// It depends on the target.
pub const THREADS: u32 = if cfg!(target_os = "windows") {
    512
} else {
    1024
};

/// Its values depend on the target, and some are ratios.
#[launch_config(
    arch = "h100",
    threads = THREADS,
    regs = 32,
    elements = ELEMENTS,
    tail_efficiency = HALF
)]
pub fn targeted() {
    hidden::private();
}

const ELEMENTS: u64 = 1 << 24;
const HALF: Ratio = Ratio::new(1, 2).unwrap();

/// A tile.
#[launch_config(
    arch = "h100",
    threads = 256,
    regs = 168,
    tile(m = ROWS, n = 128, k = 64, stages = STAGES, a = 2, b = 2)
)]
pub fn tiled() {}

/// A block that is searched, with shared memory that depends on it.
#[launch_config(arch = "h100", threads = auto, regs = 32, smem = STAGES * threads * 4)]
pub fn searched() {}

/// With an intent, which could end a raw string of the page, and a demand.
#[launch_config(
    arch = "h100",
    threads = 64,
    regs = MOST_REGISTERS,
    intent(low_occupancy, "accumulators in \"registers\"###"),
    hides(cycles = 9, instructions = 8)
)]
pub fn low() {}

/// All registers that a thread can have.
pub const MOST_REGISTERS: u32 = 255;
