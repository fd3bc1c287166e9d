use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64, smem = 170141183460469231731687303715884105727 + 1)]
fn arithmetic_overflow() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, smem = 1 << 32)]
fn integer_over_32_bits() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, elements = -1)]
fn negative_elements() {}

#[launch_config(arch = "h100", threads = -256, regs = -64)]
fn negative_integer() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, smem = 1 << -1)]
fn negative_shift() {}

#[launch_config(arch = "h100", threads = 256, regs = 10000000000000000000000000000000000000000)]
fn number_of_forty_digits() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, static_smem = 1024, smem = 1 << 32)]
fn beside_static_shared_memory() {}

#[launch_config(arch = "h100", threads = (8, 8, 1 << 32), regs = 64)]
fn in_a_tuple() {}

#[launch_config(arch = "h100", threads = 512, regs = 1 << 32)]
fn registers() {}

#[launch_config(threads = 256, regs = 64, smem = 1 << 32)]
fn without_a_gpu() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, smem = 1024 % (2 - 2))]
fn remainder_by_zero() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, smem = 1 << 64)]
fn shift_too_far() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, smem = 300u8)]
fn suffix_of_another_type() {}

#[launch_config(arch = "h100", threads = 300u8, regs = 64)]
fn suffix_out_of_range() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, smem = 1267650600228229401496703205376)]
fn two_to_the_100() {}

#[launch_config(arch = "h100", threads = 1 << 32, regs = 64)]
fn first() {}

#[launch_config(arch = "h100", threads = 256, regs = 1 << 32)]
fn second() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, static_smem = 1 << 32)]
fn third() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, barriers = 1 << 32)]
fn fourth() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, carveout = 1 << 32)]
fn fifth() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, grid = 1 << 32)]
fn sixth() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, elements = 18446744073709551616)]
fn seventh() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, cluster = 1 << 32)]
fn eighth() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, min_blocks = 1 << 32)]
fn ninth() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, items_per_thread = 1 << 32)]
fn tenth() {}
