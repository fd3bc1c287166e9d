use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64, smem = TILE * size_of::<T>())]
fn kernel<T, const TILE: usize>(_values: &[T]) {}
