use occupancy::{Arch, Compiled, Configuration, Kernel, devices::H100};

const GPUS: &[Arch] = &[H100.arch()];
const KERNEL: Kernel = Kernel::new((256, 1, 1), 64);

const FUNCTION: Compiled<'_> = {
    let mut function = Compiled::loaded((9, 0));
    function.sm_count = Some(114);
    function
};

occupancy::check!(Configuration::new(GPUS, KERNEL).with_loaded(&FUNCTION));

fn main() {}
