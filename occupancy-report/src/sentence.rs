//! The first line of a page, which editors show.

use crate::report::Report;
use crate::words::counted;

impl Report<'_> {
    /// "Launch parameters of `saxpy`: H100, 4 blocks of 256 threads per SM, 50 % occupancy; registers
    /// bind." `link` is the kernel in Markdown.
    pub fn sentence(&self, link: &str) -> String {
        let known = self.figures().filter(|_| self.is_known());
        let known = known.unwrap_or_else(|| ", checked when it compiles".to_owned());
        format!("Launch parameters of {link}{known}.")
    }

    /// `None` if no block has an occupancy.
    fn figures(&self) -> Option<String> {
        let verdicts = self.verdicts();
        let (_, first) = verdicts.first()?;
        let (mut least, mut fewest) = (first.occupancy, (u32::MAX, u64::MAX));
        for (_, one) in &verdicts {
            least = least.lower(one.occupancy);
            fewest = fewest.min((one.occupancy.blocks_per_sm, one.kernel.threads_per_block()));
        }
        let gpus = match verdicts.len() {
            1 => format!("{},", first.arch.name()),
            count => format!("{count} GPUs, at least"),
        };
        let (blocks, threads) = fewest;
        let (blocks, threads) = (counted(blocks.into(), "block"), counted(threads, "thread"));
        let (ratio, binding) = (least.ratio(), least.binding());
        let bind = if least.binding_is_singular() {
            "binds"
        } else {
            "bind"
        };
        Some(format!(
            ": {gpus} {blocks} of {threads} per SM, {ratio} occupancy; {binding} {bind}"
        ))
    }
}

#[cfg(test)]
mod tests {
    use occupancy_core::{Arch, ComputeCapability, Configuration, Kernel};

    use crate::report::{Report, Variant};

    fn said(variants: &[(&[Arch], Kernel)]) -> String {
        let variants = variants.iter();
        let variants = variants.map(|(archs, kernel)| Configuration::new(archs, *kernel));
        Report::new("k", variants.map(Variant::new).collect()).sentence("`k`")
    }

    fn archs<const N: usize>(names: [&str; N]) -> [Arch; N] {
        names.map(|name| Arch::find(name).unwrap())
    }

    /// On a T4, two blocks fill an SM; on compute capability 8.6, as many do not.
    #[test]
    fn the_lowest_occupancy_is_said() {
        let kernel = Kernel::new((512, 1, 1), 48);
        for list in [["t4", "sm_86"], ["sm_86", "t4"]] {
            assert_eq!(
                said(&[(&archs(list), kernel)]),
                "Launch parameters of `k`: 2 GPUs, at least 2 blocks of 512 threads per SM, 66.7 % occupancy; \
                 registers bind."
            );
        }
        // The fewest blocks are those of the T4, the lowest occupancy is that of the H100.
        assert_eq!(
            said(&[(&archs(["t4", "h100"]), Kernel::new((512, 1, 1), 40))]),
            "Launch parameters of `k`: 2 GPUs, at least 2 blocks of 512 threads per SM, 75 % occupancy; registers \
             bind."
        );
    }

    /// Every two compute capabilities, together and with values of their own.
    #[test]
    fn the_order_of_a_list_says_nothing() {
        let kernels = [(512, 48), (512, 40), (256, 32), (1024, 32), (96, 72)]
            .map(|(threads, registers)| Kernel::new((threads, 1, 1), registers));
        for (at, kernel) in kernels.iter().enumerate() {
            let own = kernels[(at + 1) % kernels.len()];
            for one in ComputeCapability::ALL {
                for other in ComputeCapability::ALL {
                    let (one, other) =
                        (Arch::ComputeCapability(one), Arch::ComputeCapability(other));
                    assert_eq!(
                        said(&[(&[one, other], *kernel)]),
                        said(&[(&[other, one], *kernel)])
                    );
                    let (first, second) = ((&[one][..], *kernel), (&[other][..], own));
                    assert_eq!(said(&[first, second]), said(&[second, first]));
                }
            }
        }
    }
}
