//! Particles and neighbours.

use occupancy::launch_config;

/// Position and mass.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Body {
    position: [f32; 3],
    mass: f32,
}

const THREADS: usize = 256;
const TILE_BYTES: usize = THREADS * size_of::<Body>();

/// Forces of all bodies on all bodies, by tiles.
#[launch_config(arch = "rtx4090", threads = THREADS, regs = 40, smem = TILE_BYTES, hides(cycles = 24, instructions = 8))]
pub fn forces() {}

/// A particle in a cell list.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Particle {
    cell: u32,
    charge: f32,
    position: [f64; 3],
    velocity: [f64; 3],
}

/// Moves particles and sorts them into cells.
#[launch_config(
    arch = ["v100", "a100", "h100", "b200"],
    threads = 192,
    regs = 80,
    smem = 192 * size_of::<Particle>(),
    on("v100", regs = 64),
    on("b200", threads = 384, smem = 384 * size_of::<Particle>())
)]
pub fn push() {}
