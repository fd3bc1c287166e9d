#![cfg(any())]

#[launch_config(arch = "h100", threads = 128, regs = 32)]
pub fn nowhere() {
    #[launch_config(arch = "h100", threads = 128, regs = 32)]
    fn inner() {}
}
