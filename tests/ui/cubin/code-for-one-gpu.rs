use occupancy::launch_config;

#[launch_config(arch = ["sm_100", "b300"], threads = 128, cubin = "../../fixtures/cubins/tensor-sm_100a-13.cubin", kernel = "tensor")]
mod of_a_list {}

#[launch_config(arch = "sm_103", threads = 128, cubin = "../../fixtures/cubins/tensor-sm_100a-13.cubin", kernel = "tensor")]
mod of_a_compute_capability {}
