use occupancy::launch_config;

#[launch_config(name = OfAList, arch = ["sm_100", "b300"], threads = 128, cubin = "../../fixtures/cubins/tensor-sm_100a-13.cubin", kernel = "tensor")]
#[launch_config(name = OfAComputeCapability, arch = "sm_103", threads = 128, cubin = "../../fixtures/cubins/tensor-sm_100a-13.cubin", kernel = "tensor")]
#[launch_config(name = NoImageForAGpuOfAList, arch = ["a100", "h100", "b200"], threads = 256, cubin = "../../kernels/reduce.fatbin", kernel = "reduce")]
fn kernel() {}
