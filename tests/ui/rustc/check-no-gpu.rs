use occupancy::{Arch, Configuration, Kernel};

const ARCHS: &[Arch] = &[];
const KERNEL: Kernel = Kernel::new((256, 1, 1), 64);
const CONFIGURATION: Configuration<'_> = Configuration::new(ARCHS, KERNEL);

occupancy::check!(CONFIGURATION);

fn main() {}
