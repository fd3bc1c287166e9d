//! Finds the GPU that the driver reports among those of a declaration.

use occupancy_core::{Arch, text::Text};

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
    // AMD has 0.0.
    let is_of_nvidia = compute_capability.0 > 0;
    let has_it = |arch: &Arch| {
        is_of_nvidia && arch.multiprocessor().compute_capability() == compute_capability
    };
    first::<K>(&|arch| has_it(arch) && are_meant(arch)).ok_or(Unchecked::Gpu {
        compute_capability,
        sm_count,
        declared: K::GPUS,
    })
}

/// Finds the GPU of AMD by its target and its number of multiprocessors. One with another number has the values of its
/// target, if that is named, or those of every GPU of the target.
pub(crate) fn of_target<K: Declared>(
    target_id: &str,
    multiprocessors: u32,
) -> Result<&'static Arch, Unchecked> {
    let of = |are_meant: &dyn Fn(&Arch) -> bool| {
        first::<K>(&|arch| arch.is_of_target(target_id) && are_meant(arch))
    };
    // HIP counts WGPs, also for code in CU mode, unless its environment turns their mode off: `maxComputeUnits_` in
    // `rocdevice.cpp` of ROCm's clr.
    let count = Some(multiprocessors);
    let found = of(&|arch| arch.reported_count() == count || arch.sm_count() == count)
        .or_else(|| of(&|arch| arch.sm_count().is_none()))
        .or_else(|| of(&|_| true));
    found.ok_or(Unchecked::Target {
        target: *Text::new().text(target_id),
        multiprocessors,
        declared: K::GPUS,
    })
}

/// Finds the first of the GPUs that are meant, if the others have the same values.
fn first<K: Declared>(are_meant: &dyn Fn(&Arch) -> bool) -> Option<&'static Arch> {
    let mut meant = K::GPUS.iter().filter(|arch| are_meant(arch));
    meant.next().filter(|first| {
        let mut others =
            meant.flat_map(|other| variants_on::<K>(other).zip(variants_on::<K>(first)));
        others.all(|(other, first)| other.is_like(first))
    })
}
