use occupancy::launch_config;

#[launch_config(name = ClusterThatIsAnother, arch = "h100", threads = 256, cluster = 4, cubin = "../../kernels/clusters.cubin", kernel = "clustered")]
#[launch_config(name = MinBlocksByTheBarriersOfTheBinary, arch = "h100", threads = 128, min_blocks = 5, cubin = "../../kernels/shared.cubin", kernel = "pipeline")]
#[launch_config(name = MinBlocksByTheRegistersOfTheBinary, arch = "h100", threads = 512, min_blocks = 5, cubin = "../../kernels/spills.cubin", kernel = "spilling")]
fn kernel() {}

#[launch_config(
    arch = ["a100", "h100"],
    threads = 256,
    cubin = "../../kernels/saxpy_sm_80.cubin",
    kernel = "saxpy",
    on("h100", cubin = "../../kernels/saxpy.cubin", regs = 8, threads = 512),
)]
fn on_other_cubins() {}
