//! Finds the GPU that the driver reports among those of a declaration.

use occupancy_core::Arch;

use crate::declared::Declared;
use crate::launch_type::Launch;
use crate::unchecked::Unchecked;
use crate::variant::Variant;

/// The variants for a GPU of the declaration: one, or one for each size of the block.
pub(crate) fn variants_on<K: Declared>(
    gpu: &Arch,
) -> impl Iterator<Item = &'static Variant<Launch<K>>> {
    K::VARIANTS.iter().filter(move |one| one.arch() == gpu)
}

/// Finds the GPU by its name, its compute capability and its number of SMs. One of another name has the values of its
/// compute capability, if that is named, or those of the GPUs with as many SMs.
pub(crate) fn of_name<K: Declared>(
    name: &str,
    compute_capability: (u32, u32),
    sm_count: u32,
) -> Result<&'static Arch, Unchecked> {
    let of = |are_meant: &dyn Fn(&Arch) -> bool| {
        meant::<K>(compute_capability, Some(sm_count), are_meant)
    };
    of(&|arch| arch.is_reported_as(name, sm_count))
        .or_else(|_| of(&|arch| arch.sm_count().is_none()))
        .or_else(|_| of(&|arch| arch.sm_count() == Some(sm_count)))
        .or_else(|_| of(&|_| true))
}

/// Finds the first of the GPUs that are meant, if the others have the same values.
pub(crate) fn meant<K: Declared>(
    compute_capability: (u32, u32),
    sm_count: Option<u32>,
    are_meant: &dyn Fn(&Arch) -> bool,
) -> Result<&'static Arch, Unchecked> {
    let of_gpu = |arch: &&Arch| arch.multiprocessor().compute_capability() == compute_capability;
    let mut meant = K::GPUS.iter().filter(of_gpu).filter(|arch| are_meant(arch));
    let first = meant.next().filter(|first| {
        let mut others =
            meant.flat_map(|other| variants_on::<K>(other).zip(variants_on::<K>(first)));
        others.all(|(other, first)| other.is_like(first))
    });
    first.ok_or(Unchecked::Gpu {
        compute_capability,
        sm_count,
        declared: K::GPUS,
    })
}
