use occupancy::launch_config;

#[launch_config(arch = "h100", threads = block_size, regs = 64, smem = bins * 4)]
fn histogram(block_size: u32, bins: u32) {
    let _ = (block_size, bins);
}

#[launch_config(arch = "h100", threads = any(32, block_size), regs = 64)]
fn softmax(block_size: u32) {
    let _ = block_size;
}
