use occupancy::{Arch, Compiled, Configuration, Kernel, devices::H100};

const GPUS: &[Arch] = &[H100.arch()];
const KERNEL: Kernel = Kernel::new((256, 1, 1), 64)
    .with_dynamic_shared_memory(96 * 1024);

const FUNCTION: Compiled<'_> = {
    let mut function = Compiled::loaded((9, 0));
    function.max_dynamic_shared_memory = Some(48 * 1024);
    function
};

occupancy::check!(Configuration::new(GPUS, KERNEL).with_loaded(&FUNCTION));

fn main() {}
