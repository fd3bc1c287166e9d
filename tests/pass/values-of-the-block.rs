//! `threads`, its axes and `warps` stand for the block in the values of other arguments.

use occupancy::{Arch, Configuration, Kernel, launch_config, kernel::LatencyDemand, rules::best_block_sizes};

/// Bytes of each thread.
const EACH: usize = 8 * size_of::<f32>();
const THREADS: u32 = 192;
const BLOCK: (u32, u32) = (16, 12);

// Literals: the macro calculates.
#[launch_config(arch = "h100", threads = 256, regs = 64, smem = 8 * threads * 4)]
fn literals() {}

#[launch_config(
    arch = "h100",
    threads = (32, 8, 2),
    regs = 32,
    smem = threads_x * threads_y + threads_z,
    static_smem = warps * 4,
    elements = threads * 1000
)]
fn axes() {}

// Constants: the compiler does.
#[launch_config(arch = "h100", threads = 256, regs = 64, smem = threads * EACH)]
fn of_a_type() {}

// There is no value for a block of 128 threads, which nobody asks for.
#[launch_config(arch = "h100", threads = 256, regs = 64, smem = (threads - 192) * EACH)]
fn of_a_known_block_alone() {}

#[launch_config(arch = "h100", threads = THREADS, regs = 64, smem = threads * EACH)]
fn of_a_constant() {}

#[launch_config(arch = "h100", threads = BLOCK, regs = 64, smem = threads_y * 100 + warps)]
fn of_a_tuple() {}

#[launch_config(arch = "h100", threads = (THREADS, 2), regs = 64, smem = { threads * threads_y })]
fn of_a_tuple_of_constants() {}

// What is demanded of the warps.
#[launch_config(
    arch = "h100",
    threads = 256,
    regs = 64,
    max_blocks = warps / 2,
    hides(bytes = threads / 16)
)]
fn demanded() {}

#[launch_config(
    arch = "h100",
    threads = THREADS,
    regs = 64,
    max_blocks = warps,
    hides(cycles = threads, instructions = { 6 * warps }, bytes = threads / 8)
)]
fn demanded_of_a_constant() {}

// Searched: each size with what it asks for.
#[launch_config(arch = "h100", threads = auto, regs = 40, smem = 40 * threads * 4)]
fn searched() {}

#[launch_config(arch = "h100", threads = auto, regs = 40, smem = 5 * threads * EACH)]
fn searched_by_the_compiler() {}

#[launch_config(arch = "h100", threads = auto(128..=512), regs = 40, smem = SIZES[warps / 4])]
fn searched_with_a_table() {}

const SIZES: [u32; 5] = [0, 40_000, 30_000, 80_000, 90_000];

// The size of another GPU is its own.
#[launch_config(
    arch = ["h100", "rtx4090"],
    threads = 256,
    regs = 64,
    smem = 8 * threads * 4,
    on("rtx4090", threads = 128)
)]
fn of_two_gpus() {}

// A field, a path and a function of such a name are something else.
struct Sizes {
    threads: u32,
}
const CONFIG: Sizes = Sizes { threads: 512 };
mod tile {
    pub const fn warps() -> u32 {
        7
    }
}
#[launch_config(arch = "h100", threads = 64, regs = 64, smem = CONFIG.threads + tile::warps())]
fn something_else() {}

// The name can come from a macro.
macro_rules! buffered {
    ($name:ident, $bytes:expr) => {
        #[launch_config(arch = "h100", threads = 256, regs = 64, smem = $bytes)]
        fn $name() {}
    };
}
buffered!(of_a_macro, threads * 16);

/// Each value with numbers, and with constants that are the same: sizes for which it has no value are skipped.
macro_rules! alike {
    ($($name:ident: $literal:expr, $constant:expr;)*) => {
        $(mod $name {
            #[allow(unused_imports)]
            use super::{EACH, LIMIT, LONG};
            use occupancy::launch_config;

            #[launch_config(arch = "h100", threads = auto, regs = 40, smem = $literal)]
            pub fn literal() {}

            #[launch_config(arch = "h100", threads = auto, regs = 40, smem = $constant)]
            pub fn constant() {}
        })*

        fn alike() {
            $(
                $name::literal();
                $name::constant();
                assert_eq!(
                    (
                        $name::ConstantLaunch::THREADS_PER_BLOCK,
                        $name::ConstantLaunch::DYNAMIC_SHARED_MEMORY,
                    ),
                    (
                        $name::LiteralLaunch::THREADS_PER_BLOCK,
                        $name::LiteralLaunch::DYNAMIC_SHARED_MEMORY,
                    ),
                    stringify!($name)
                );
            )*
        }
    };
}

const LIMIT: usize = 4096;
const LONG: i64 = 4096;

alike! {
    below_a_limit: 4096 - threads * 8, LIMIT - threads * 8;
    below_a_limit_in_parentheses: (4096 - (threads * 8)), (LIMIT - (threads * 8));
    of_warps: 4096 - 256 * warps, LIMIT - 256 * warps;
    of_both: 4096 - threads * 4 - warps * 128, LIMIT - threads * 4 - warps * 128;
    above_a_limit: (threads - 512) * 32, (threads - LIMIT / 8) * EACH;
    divided: 4096 / (threads - 512), LIMIT / (threads - 512);
    rest: 4096 % (threads / 512 * 32), LIMIT % (threads / 512 * EACH);
    of_another_type: 4096 - threads * 8, LONG as u32 - threads as u32 * 8;
    negative: 4096 - threads * 8, LONG - threads as i64 * 8;
    of_everything: 4096 - threads * 8 + 32, LIMIT - threads * 8 + EACH;
}

fn best(bytes: impl Fn(u32) -> u32) -> (u32, u32) {
    let by_warps: [u32; 32] = std::array::from_fn(|warps| bytes(32 * (warps as u32 + 1)));
    let archs = [Arch::find("h100").unwrap()];
    let mut configuration = Configuration::new(&archs, Kernel::new((32, 1, 1), 40));
    configuration.shared_memory_by_warps = &by_warps;
    let [best] = best_block_sizes(&configuration, 32, 1024);
    let threads = best.unwrap().threads;
    (threads, bytes(threads))
}

fn main() {
    alike();
    assert_eq!(LiteralsLaunch::DYNAMIC_SHARED_MEMORY, 8192);
    assert_eq!(AxesLaunch::DYNAMIC_SHARED_MEMORY, 32 * 8 + 2);
    assert_eq!(AxesLaunch::CONFIGURATION.kernel.static_shared_memory, 64);
    assert_eq!(AxesLaunch::configured().grid_dim(), (1000, 1, 1));
    assert_eq!(OfATypeLaunch::DYNAMIC_SHARED_MEMORY, 8192);
    assert_eq!(OfAConstantLaunch::DYNAMIC_SHARED_MEMORY, 192 * 32);
    assert_eq!(OfATupleLaunch::DYNAMIC_SHARED_MEMORY, 1200 + 6);
    assert_eq!(OfATupleOfConstantsLaunch::DYNAMIC_SHARED_MEMORY, 768);

    let demanded = DemandedLaunch::CONFIGURATION;
    assert_eq!(demanded.max_blocks, Some(4));
    assert_eq!(demanded.hides, Some(LatencyDemand::bytes(16)));
    let demanded = DemandedOfAConstantLaunch::CONFIGURATION;
    assert_eq!(demanded.max_blocks, Some(6));
    assert_eq!(
        demanded.hides,
        Some(LatencyDemand { bytes: Some(24), ..LatencyDemand::cycles(192, 36) })
    );

    let searched = best(|threads| 40 * threads * 4);
    assert_eq!(
        (SearchedLaunch::THREADS_PER_BLOCK, SearchedLaunch::DYNAMIC_SHARED_MEMORY),
        searched
    );
    assert_eq!(
        (
            SearchedByTheCompilerLaunch::THREADS_PER_BLOCK,
            SearchedByTheCompilerLaunch::DYNAMIC_SHARED_MEMORY
        ),
        searched
    );
    // Without shared memory in the search, another size is best.
    assert_ne!(best(|_| 0).0, searched.0);
    let table = best(|threads| match threads {
        128..=512 => SIZES[threads as usize / 128],
        _ => u32::MAX,
    });
    assert_eq!(
        (
            SearchedWithATableLaunch::THREADS_PER_BLOCK,
            SearchedWithATableLaunch::DYNAMIC_SHARED_MEMORY
        ),
        table
    );

    let bytes = |gpu: usize| OfTwoGpusLaunch::VARIANTS[gpu].kernel().dynamic_shared_memory;
    assert_eq!((bytes(0), bytes(1)), (8192, 4096));
    assert_eq!(SomethingElseLaunch::DYNAMIC_SHARED_MEMORY, 519);
    assert_eq!(OfAMacroLaunch::DYNAMIC_SHARED_MEMORY, 4096);
}
