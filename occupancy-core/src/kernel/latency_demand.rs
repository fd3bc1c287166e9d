//! The author's demands on the resident warps: a latency to hide, and bytes in flight.

/// A latency that the resident warps have to hide, and bytes that they have to keep in flight: what
/// `hides(…)` states.
///
/// ```
/// use occupancy_core::{Arch, Configuration, Kernel, Rule, kernel::LatencyDemand};
///
/// let archs = [Arch::find("h100").unwrap()];
/// // 4 blocks of 8 warps.
/// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
/// // 400 cycles, with 60 independent instructions before each wait: 28 warps hide them.
/// let hidden = configuration.with_hides(Some(LatencyDemand::cycles(400, 60)));
/// assert!(hidden.passes());
/// // With 8 instructions, 204 do.
/// let exposed = configuration.with_hides(Some(LatencyDemand::cycles(400, 8)));
/// assert!(exposed.check().contains(Rule::HiddenLatency));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LatencyDemand {
    /// `cycles`: the latency, from the issue of an instruction to its result; `None` demands no latency.
    pub cycles: Option<u32>,
    /// `instructions`: independent instructions that a warp issues before it waits, including the one
    /// that it waits for; `None` means 1.
    pub instructions: Option<u32>,
    /// `bytes`: bytes that each thread has requested from device memory and not yet received; `None`
    /// demands none.
    pub bytes: Option<u32>,
}

impl LatencyDemand {
    /// No demand.
    pub const NONE: Self = Self {
        cycles: None,
        instructions: None,
        bytes: None,
    };

    /// A latency in cycles, and the independent instructions that a warp issues before it waits.
    pub const fn cycles(cycles: u32, instructions: u32) -> Self {
        Self {
            cycles: Some(cycles),
            instructions: Some(instructions),
            bytes: None,
        }
    }

    /// Bytes in flight per thread that keep the memory of the GPU busy.
    pub const fn bytes(bytes: u32) -> Self {
        LatencyDemand {
            bytes: Some(bytes),
            ..Self::NONE
        }
    }
}
