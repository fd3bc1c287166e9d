use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64, grid = n.div_ceil(256))]
fn argument_of_the_function(n: u32) {
    let _ = n;
}

#[launch_config(arch = "h100", threads = 256, regs = 64, smem = 1024 * size_of::<T>())]
fn type_parameter_of_the_function<T, const TILE: usize>(_values: &[T]) {}

#[launch_config(arch = "h100", threads = 256, regs = 64, smem = 1024 * T::BYTES)]
fn of_a_trait<const TILE: usize, T: Element>(_values: &[T]) {}

trait Element {
    const BYTES: usize;
}
