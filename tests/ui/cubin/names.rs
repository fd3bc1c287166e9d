use occupancy::launch_config;
const NAME: &str = "saxpy";
const FILE: &str = "../../kernels/saxpy.cubin";

#[launch_config(name = KernelNotThere, arch = "h100", threads = 256, cubin = "../../kernels/shared.cubin", kernel = "gemm")]
#[launch_config(name = Kernel, arch = "h100", threads = 256, cubin = "../../kernels/saxpy.cubin")]
#[launch_config(name = SeveralKernelsOfOneName, arch = "h100", threads = 256, cubin = "../../kernels/clusters.cubin", kernel = "scale")]
#[launch_config(name = NameThatIsAConstant, arch = "h100", threads = 256, cubin = "../../kernels/saxpy.cubin", kernel = NAME)]
#[launch_config(name = PathThatIsAConstant, arch = "h100", threads = 256, cubin = FILE, kernel = "saxpy")]
#[launch_config(name = PathThatIsNoString, arch = "h100", threads = 256, cubin = saxpy, kernel = saxpy())]
#[launch_config(name = Unlinked, arch = "h100", threads = 256, cubin = "../../../occupancy-binary/fixtures/unlinked_template.cubin", kernel = "reversed")]
fn kernel() {}
