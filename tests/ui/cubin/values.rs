use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, cluster = 4, cubin = "../../kernels/clusters.cubin", kernel = "clustered")]
fn cluster_that_is_another() {}

#[launch_config(arch = "h100", threads = 128, min_blocks = 5, cubin = "../../kernels/shared.cubin", kernel = "pipeline")]
fn min_blocks_by_the_barriers_of_the_binary() {}

#[launch_config(arch = "h100", threads = 512, min_blocks = 5, cubin = "../../kernels/spills.cubin", kernel = "spilling")]
fn min_blocks_by_the_registers_of_the_binary() {}

#[launch_config(
    arch = ["a100", "h100"],
    threads = 256,
    cubin = "../../kernels/saxpy_sm_80.cubin",
    kernel = "saxpy",
    on("h100", cubin = "../../kernels/saxpy.cubin", regs = 8, threads = 512),
)]
fn on_other_cubins() {}
