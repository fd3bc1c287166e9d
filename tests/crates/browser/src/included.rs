/// Of a file that is included.
#[launch_config(arch = "h100", threads = 128, regs = 32)]
pub fn included() {}
