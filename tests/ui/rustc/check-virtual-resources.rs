use occupancy::{Arch, Configuration, Kernel, devices};

const ARCHS: &[Arch] = &[Arch::Device(devices::B200)];
const KERNEL: Kernel = Kernel::new((256, 1, 1), 64).with_virtual_resources(129);
const CONFIGURATION: Configuration<'_> = Configuration::new(ARCHS, KERNEL);

occupancy::check!(CONFIGURATION);

fn main() {}
