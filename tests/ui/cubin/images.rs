use occupancy::launch_config;

#[launch_config(arch = ["sm_100", "b300"], threads = 128, cubin = "../../fixtures/cubins/tensor-sm_100a-13.cubin", kernel = "tensor")]
mod of_a_list {}

#[launch_config(arch = "sm_103", threads = 128, cubin = "../../fixtures/cubins/tensor-sm_100a-13.cubin", kernel = "tensor")]
mod of_a_compute_capability {}

#[launch_config(arch = ["a100", "h100", "b200"], threads = 256, cubin = "../../kernels/reduce.fatbin", kernel = "reduce")]
fn no_image_for_a_gpu_of_a_list() {}
