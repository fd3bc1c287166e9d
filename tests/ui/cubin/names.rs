use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, cubin = "../../kernels/shared.cubin", kernel = "gemm")]
fn kernel_not_there() {}

#[launch_config(arch = "h100", threads = 256, cubin = "../../kernels/saxpy.cubin")]
fn kernel() {}

#[launch_config(arch = "h100", threads = 256, cubin = "../../kernels/clusters.cubin", kernel = "scale")]
fn several_kernels_of_one_name() {}

const NAME: &str = "saxpy";

#[launch_config(arch = "h100", threads = 256, cubin = "../../kernels/saxpy.cubin", kernel = NAME)]
fn name_that_is_a_constant() {}

const FILE: &str = "../../kernels/saxpy.cubin";

#[launch_config(arch = "h100", threads = 256, cubin = FILE, kernel = "saxpy")]
fn path_that_is_a_constant() {}

#[launch_config(arch = "h100", threads = 256, cubin = saxpy, kernel = saxpy())]
fn path_that_is_no_string() {}
