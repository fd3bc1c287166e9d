//! Launches through types with the fields and the conversions of the crates that launch kernels.

use occupancy::launch_config;

#[launch_config(arch = ["h100", "b200"], threads = 256, regs = 64, on("b200", threads = 512))]
fn saxpy() {}

#[launch_config(arch = "h100", threads = (32, 8), regs = 64, smem = 96 * 1024)]
fn transpose() {}

/// As in every cudarc, and in cuda-core.
#[derive(Debug, PartialEq)]
struct LaunchConfig {
    grid_dim: (u32, u32, u32),
    block_dim: (u32, u32, u32),
    shared_mem_bytes: u32,
}

/// The grid and the block of cust, rustacuda and era_cudart, which convert from fewer dimensions, too.
#[derive(Debug, PartialEq)]
struct Dim(u32, u32, u32);

impl From<u32> for Dim {
    fn from(x: u32) -> Self {
        Self(x, 1, 1)
    }
}

impl From<(u32, u32)> for Dim {
    fn from((x, y): (u32, u32)) -> Self {
        Self(x, y, 1)
    }
}

impl From<(u32, u32, u32)> for Dim {
    fn from((x, y, z): (u32, u32, u32)) -> Self {
        Self(x, y, z)
    }
}

fn launch<G: Into<Dim>, B: Into<Dim>>(grid: G, block: B, shared_mem_bytes: u32) -> (Dim, Dim, u32) {
    (grid.into(), block.into(), shared_mem_bytes)
}

/// A function that returns the error of its launch crate.
fn with_another_error(n: u32) -> Result<LaunchConfig, u32> {
    let (grid_dim, block_dim, shared_mem_bytes) = SaxpyLaunch::covering(n).into();
    Ok(LaunchConfig { grid_dim, block_dim, shared_mem_bytes })
}

fn main() {
    let config = LaunchConfig { grid_dim: (4, 1, 1), block_dim: (256, 1, 1), shared_mem_bytes: 0 };
    assert_eq!(with_another_error(1_000), Ok(config));
    assert_eq!(with_another_error(0).unwrap().grid_dim, (1, 1, 1));
    assert_eq!(with_another_error(u32::MAX).unwrap().grid_dim, (1 << 24, 1, 1));

    let variant = SaxpyLaunch::for_compute_capability(10, 0).unwrap();
    let (grid, block, shared_mem_bytes) = variant.covering(1_000).into();
    let launched = launch(grid, block, shared_mem_bytes);
    assert_eq!(launched, (Dim(2, 1, 1), Dim(512, 1, 1), 0));

    let extent = TransposeLaunch::for_extent((64, 64, 1)).unwrap();
    let (grid, block, shared_mem_bytes) = extent.opted_in();
    let launched = launch(grid, block, shared_mem_bytes);
    assert_eq!(launched, (Dim(2, 8, 1), Dim(32, 8, 1), 98_304));
}
