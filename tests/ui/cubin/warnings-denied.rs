use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 128, cubin = "../../kernels/shared.cubin", kernel = "pipeline", deny(barrier_limit))]
fn barriers_that_limit_blocks_denied() {}

#[launch_config(arch = "h100", threads = 256, cubin = "../../kernels/saxpy_relocatable.cubin", kernel = "saxpy", deny(relocatable))]
fn relocatable_denied() {}

#[launch_config(arch = "h100", threads = 512, cubin = "../../kernels/spills.cubin", kernel = "spilling", deny(spills))]
fn spills_denied() {}

#[launch_config(arch = "h100", threads = 256, cubin = "../../kernels/recursive.cubin", kernel = "recursive", deny(unknown_stack))]
fn unknown_stack_denied() {}
