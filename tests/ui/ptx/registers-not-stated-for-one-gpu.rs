use occupancy::launch_config;

#[launch_config(
    arch = ["a100", "h100"],
    threads = 256,
    cubin = "../../kernels/saxpy_sm_80.cubin",
    kernel = "saxpy",
    on("h100", ptx = "../../kernels/saxpy.ptx"),
)]
fn kernel() {}
