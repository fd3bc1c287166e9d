//! `threads`, its axes and `warps` stand for the block in the values of other arguments.

use occupancy::{Arch, Configuration, Kernel, launch_config, kernel::LatencyDemand, rules::best_block_sizes};

/// Bytes of each thread.
const EACH: usize = 8 * size_of::<f32>();
const THREADS: u32 = 192;
const BLOCK: (u32, u32) = (16, 12);

#[launch_config(name = Literals, arch = "h100", threads = 256, regs = 64, smem = 8 * threads * 4)]
#[launch_config(
    name = Axes,
    arch = "h100",
    threads = (32, 8, 2),
    regs = 32,
    smem = threads_x * threads_y + threads_z,
    static_smem = warps * 4,
    elements = threads * 1000
)]
// There is no value for a block of 128 threads, which nobody asks for.
#[launch_config(name = KnownBlock, arch = "h100", threads = 256, regs = 64, smem = (threads - 192) * EACH)]
#[launch_config(name = OfConstant, arch = "h100", threads = THREADS, regs = 64, smem = threads * EACH)]
#[launch_config(name = OfTuple, arch = "h100", threads = BLOCK, regs = 64, smem = threads_y * 100 + warps)]
#[launch_config(name = OfConstants, arch = "h100", threads = (THREADS, 2), regs = 64, smem = { threads * threads_y })]
// A demand in warps of the block.
#[launch_config(name = Demanded, arch = "h100", threads = 256, regs = 64, max_blocks = warps / 2, hides(bytes = threads / 16))]
#[launch_config(
    name = DemandedOfConstant,
    arch = "h100",
    threads = THREADS,
    regs = 64,
    max_blocks = warps,
    hides(cycles = threads, instructions = { 6 * warps }, bytes = threads / 8)
)]
// The search counts the shared memory of each size.
#[launch_config(name = Searched, arch = "h100", threads = auto, regs = 40, smem = 40 * threads * 4)]
#[launch_config(name = SearchedByCompiler, arch = "h100", threads = auto, regs = 40, smem = 5 * threads * EACH)]
#[launch_config(name = OfTable, arch = "h100", threads = auto(128..=512), regs = 40, smem = SIZES[warps / 4])]
// The size of another GPU is its own.
#[launch_config(
    name = OfTwoGpus,
    arch = ["h100", "rtx4090"],
    threads = 256,
    regs = 64,
    smem = 8 * threads * 4,
    on("rtx4090", threads = 128)
)]
fn kernel() {}

const SIZES: [u32; 5] = [0, 40_000, 30_000, 80_000, 90_000];

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

/// Each value with numbers, and with the same constants: sizes for which it has no value are skipped.
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
                    $name::ConstantLaunch::CONFIGURATION.kernel,
                    $name::LiteralLaunch::CONFIGURATION.kernel,
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
    assert_eq!(Literals::DYNAMIC_SHARED_MEMORY, 8192);
    assert_eq!(Axes::DYNAMIC_SHARED_MEMORY, 32 * 8 + 2);
    assert_eq!(Axes::STATIC_SHARED_MEMORY, 64);
    assert_eq!(Axes::configured().grid_dim(), (1000, 1, 1));
    assert_eq!(KnownBlock::DYNAMIC_SHARED_MEMORY, 2048);
    assert_eq!(OfConstant::DYNAMIC_SHARED_MEMORY, 192 * 32);
    assert_eq!(OfTuple::DYNAMIC_SHARED_MEMORY, 1200 + 6);
    assert_eq!(OfConstants::DYNAMIC_SHARED_MEMORY, 768);

    let demanded = Demanded::CONFIGURATION;
    assert_eq!((demanded.max_blocks, demanded.hides), (Some(4), Some(LatencyDemand::bytes(16))));
    let demanded = DemandedOfConstant::CONFIGURATION;
    let hidden = LatencyDemand { bytes: Some(24), ..LatencyDemand::cycles(192, 36) };
    assert_eq!((demanded.max_blocks, demanded.hides), (Some(6), Some(hidden)));

    let searched = best(|threads| 40 * threads * 4);
    assert_eq!((Searched::THREADS_PER_BLOCK, Searched::DYNAMIC_SHARED_MEMORY), searched);
    let by_compiler = (SearchedByCompiler::THREADS_PER_BLOCK, SearchedByCompiler::DYNAMIC_SHARED_MEMORY);
    assert_eq!(by_compiler, searched);
    // Without shared memory in the search, another size is best.
    assert_ne!(best(|_| 0).0, searched.0);
    let table = best(|threads| match threads {
        128..=512 => SIZES[threads as usize / 128],
        _ => u32::MAX,
    });
    assert_eq!((OfTable::THREADS_PER_BLOCK, OfTable::DYNAMIC_SHARED_MEMORY), table);

    let bytes = |gpu: usize| OfTwoGpus::VARIANTS[gpu].kernel().dynamic_shared_memory;
    assert_eq!((bytes(0), bytes(1)), (8192, 4096));
    assert_eq!(SomethingElseLaunch::DYNAMIC_SHARED_MEMORY, 519);
    assert_eq!(OfAMacroLaunch::DYNAMIC_SHARED_MEMORY, 4096);
}
