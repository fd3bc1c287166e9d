use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = "64", regs = 64)]
fn argument_twice_with_the_first_wrong() {}

#[launch_config(arch = "h100", threads = 256, regs = true)]
fn boolean_for_integer() {}

#[launch_config(arch = "h100", threads = 256, regs = b"64")]
fn byte_string_for_integer() {}

#[launch_config(arch = "h100", threads = 256, regs = 64 < 128)]
fn comparison_for_integer() {}

#[launch_config(arch = "h100", threads = 256.0, regs = 64.5)]
fn decimal_for_integer() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, elements = 1e6)]
fn exponent_for_integer() {}

#[launch_config(arch = "h100", threads = 256, regs = !64)]
fn not_for_integer() {}

#[launch_config(arch = "h100", threads = "256", regs = "lots")]
fn string_for_integer() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, smem = "48 * 1024")]
fn string_with_arithmetic() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, smem = "49,152")]
fn string_with_thousands() {}

#[launch_config(arch = "h100", threads = 256, regs = 64f32)]
fn suffix_of_a_float() {}

#[launch_config(arch = "h100", threads = 256, regs = 64bits)]
fn suffix_unknown() {}

#[launch_config(arch = "h100", threads = 256, regs = 64 64)]
fn stray_token_after_value() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, smem = 1.5KB)]
fn kilobytes_with_a_fraction() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, elements = 1M)]
fn megabytes() {}

#[launch_config(
    arch = "h100",
    threads = 256,
    regs = ((((((((((((((((((((((((((((((((((((((((64)))))))))))))))))))))))))))))))))))))))),
)]
fn value_nested_too_deeply() {}
