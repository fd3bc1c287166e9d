//! A kernel whose registers nobody writes down: they come out of its machine code, and the build fails
//! where that no longer keeps what the launch relies on.

use occupancy::{KernelCode, launch_config};

/// `y = p(x)` for a polynomial, from `horner.cu`.
#[launch_config(
    arch = "h100",
    threads = 256,
    items_per_thread = 4,
    min_blocks = 8,
    cubin = "horner.cubin"
)]
pub mod horner {}

fn main() {
    for code in HornerLaunch::CODE {
        if let KernelCode::Machine(usage) = code {
            let (major, minor) = usage.compute_capability;
            println!(
                "{} for sm_{major}{minor}: {} registers a thread, {} bytes of static shared memory, {} barriers",
                usage.name, usage.registers, usage.static_shared_memory, usage.barriers
            );
        }
    }
    println!(
        "{}: {} blocks of {} threads per SM, {} occupancy",
        HornerLaunch::ARCHS[0].name(),
        HornerLaunch::BLOCKS_PER_SM,
        HornerLaunch::THREADS_PER_BLOCK,
        HornerLaunch::OCCUPANCY.ratio()
    );
}
