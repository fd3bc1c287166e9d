//! What the suites of the tables share: names looked up, and names as other people write them.

use occupancy_core::{Arch, Device, UnknownArch};

pub(crate) fn arch(name: &str) -> Arch {
    Arch::find(name).unwrap_or_else(|error| panic!("{name:?}: {error}"))
}

pub(crate) fn unknown(name: &str) -> UnknownArch {
    match Arch::find(name) {
        Ok(arch) => panic!("{name:?} is {}", arch.name()),
        Err(error) => error,
    }
}

pub(crate) fn device(name: &str) -> Device {
    match arch(name) {
        Arch::Device(device) => device,
        Arch::ComputeCapability(one) => panic!("{name:?} is {}", one.name),
    }
}

/// The same name as other people write it.
#[allow(dead_code, reason = "not every suite that looks names up spells them")]
pub(crate) fn spellings(name: &str) -> Vec<String> {
    let spaced: String = name.chars().flat_map(|c| [c, ' ']).collect();
    vec![
        name.to_string(),
        name.to_uppercase(),
        name.to_lowercase(),
        name.replace('-', "_"),
        name.replace(['-', '_'], " "),
        name.replace(['-', '_', ' '], ""),
        format!("  {name}__"),
        format!("NVIDIA {name}"),
        format!("nvidia-geforce-{name}"),
        spaced,
    ]
}
