use occupancy::launch_config;

#[launch_config(name = BarriersThatLimitBlocksDenied, arch = "h100", threads = 128, cubin = "../../kernels/shared.cubin", kernel = "pipeline", deny(barrier_limit))]
#[launch_config(name = RelocatableDenied, arch = "h100", threads = 256, cubin = "../../kernels/saxpy_relocatable.cubin", kernel = "saxpy", deny(relocatable))]
#[launch_config(name = SpillsDenied, arch = "h100", threads = 512, cubin = "../../kernels/spills.cubin", kernel = "spilling", deny(spills))]
#[launch_config(name = UnknownStackDenied, arch = "h100", threads = 256, cubin = "../../kernels/recursive.cubin", kernel = "recursive", deny(unknown_stack))]
#[launch_config(name = MinBlocks, arch = "h100", threads = 256, min_blocks = 2, cubin = "../../kernels/saxpy.cubin", kernel = "saxpy", deny(register_cap))]
fn kernel() {}
