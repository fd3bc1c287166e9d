use occupancy::{Arch, Configuration, Grid, Kernel, devices::H100};

const ARCHS: &[Arch] = &[H100.arch()];
const GOOD: Configuration = Configuration::new(ARCHS, Kernel::new((256, 1, 1), 64));
const BUDGET: Configuration = Configuration::new(ARCHS, Kernel::new((256, 1, 1), 96)).with_min_blocks(3);

occupancy::check!(GOOD);
occupancy::check!(BUDGET);

fn main() {
    occupancy::check!(
        GOOD.with_kernel(Kernel::new((100, 1, 1), 300))
            .with_grid(Some(Grid::Elements(0))),
    );
}
