use occupancy::{Arch, Compiled, Configuration, Kernel, devices::H100};

const GPUS: &[Arch] = &[H100.arch()];
const KERNEL: Kernel = {
    let mut kernel = Kernel::new((256, 1, 1), 64);
    kernel.cluster_dim = Some((16, 1, 1));
    kernel
};

const FUNCTION: Compiled<'_> = {
    let mut function = Compiled::loaded((9, 0));
    function.nonportable_cluster_allowed = Some(false);
    function
};

occupancy::check!(Configuration::new(GPUS, KERNEL).with_loaded(&FUNCTION));

fn main() {}
