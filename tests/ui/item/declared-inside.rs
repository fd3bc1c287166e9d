use occupancy::launch_config;

const OUTSIDE: u32 = 64;

#[launch_config(arch = "h100", threads = THREADS, regs = REGISTERS, smem = threads * 4)]
#[allow(unused_variables)]
fn of_the_body() {
    const THREADS: u32 = 256;
    if true {
        #[allow(dead_code)]
        static REGISTERS: u32 = 64;
    }
    let threads = 32;
}

#[launch_config(arch = "h100", threads = block, regs = 64, smem = bytes)]
#[allow(unused)]
fn variables() {
    let block = 256;
    let mut bytes = block * 4;
}

#[launch_config(arch = "h100", threads = OUTSIDE, regs = 64)]
#[allow(unused_variables)]
fn generic_inside() {
    fn inner<const OUTSIDE: usize>() {}
    let values = [0; OUTSIDE as usize];
}

#[launch_config(arch = "h100")]
impl Kernels {
    #[launch_config(threads = THREADS, regs = 64)]
    fn method(&self) {
        const THREADS: u32 = 256;
    }
}

#[launch_config(arch = "h100", threads = N, regs = 64)]
fn of_a_parameter<const N: u32>() {}
