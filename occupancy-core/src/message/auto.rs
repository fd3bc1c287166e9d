//! temporary, replaced at merge
use super::Message;
use crate::Configuration;
/// No block size passes.
pub const fn no_block_size(c: &Configuration<'_>, least: u32, most: u32) -> Message {
    let _ = c;
    Message::new()
        .text("[OCC114] no block size from ")
        .number(least as u64)
        .text(" to ")
        .number(most as u64)
        .text(" threads passes")
}
