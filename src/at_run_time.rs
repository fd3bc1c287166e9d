//! Launches of which only the running program knows the block, the registers or the GPU.

use crate::launch_parameters::LaunchType;
use crate::variant::Variant;

/// The launch type of launches that no attribute declares: see [`Checked`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AtRunTime {}

impl LaunchType for AtRunTime {
    const NAME: &'static str = "";
}

/// A configuration that was checked when the program runs.
pub type Checked = Variant<AtRunTime>;
