use occupancy::launch_config;

#[launch_config(arch = "h100", threads: 256, regs = 64)]
fn colon_for_equals() {}

#[launch_config(arch = "h100", threads = 256,, regs = 64)]
fn comma_doubled() {}

#[launch_config(, arch = "h100", threads = 256, regs = 64)]
fn comma_first() {}

#[launch_config(arch = "h100", threads = 100, regs = 64 allow(partial_warp))]
fn comma_missing_before_a_list() {}

#[launch_config(arch = "h100", threads = 256, regs == 64)]
fn double_equals() {}

#[launch_config(arch = "h100", threads = 256; regs = 64;)]
fn semicolon_for_comma() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, ?)]
fn stray_punctuation() {}

#[launch_config("h100", 256, 64)]
fn stray_value() {}

#[launch_config(arch = "h100", threads = 256, regs =)]
fn value_empty() {}

#[launch_config(arch = "h100", threads(32, 8), regs = 64)]
fn value_in_parentheses_after_name() {}

#[launch_config(arch = "h100", threads, regs = 64)]
fn value_missing() {}

#[launch_config(arch = "h100", #[cfg(all())] threads = 256, regs = 64, #[doc = "slots"])]
fn attribute_of_an_argument() {}
