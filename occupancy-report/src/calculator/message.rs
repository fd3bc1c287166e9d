//! A message of the compiler.

use occupancy_core::kernel::Argument;

/// A refusal or a warning.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Message {
    /// The text that the compiler prints.
    pub text: String,
    /// The argument that it is about.
    pub argument: Argument,
    /// The GPU whose `on(…)` states this configuration, if it is for only one.
    pub gpu: Option<String>,
}

impl Message {
    /// `OCC012` of `[OCC012] 3 blocks …`.
    pub fn code(&self) -> Option<&str> {
        let (code, _) = self.text.strip_prefix('[')?.split_once(']')?;
        Some(code)
    }
}
