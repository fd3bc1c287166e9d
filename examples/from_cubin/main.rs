//! A kernel whose registers nobody writes down: the attribute reads them in its machine code, and the build fails if
//! that no longer keeps what the launch relies on.

use occupancy::launch_config;

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
    for compiled in HornerLaunch::COMPILED {
        let (major, minor) = compiled.compute_capability;
        let figures = (
            compiled.registers,
            compiled.static_shared_memory,
            compiled.barriers,
        );
        if let (Some(registers), Some(bytes), Some(barriers)) = figures {
            println!(
                "{} for sm_{major}{minor}: {registers} registers per thread, {bytes} bytes of static shared memory, {barriers} barriers",
                compiled.name
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
