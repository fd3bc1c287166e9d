//! The GPUs that are named: at least one.

use super::about::About;
use crate::kernel::Argument;
use crate::text::Message;

pub(super) const fn about() -> About {
    About::new("OCC023", Argument::Arch).by_gpu()
}

pub(super) const fn headline(out: &mut Message) -> &mut Message {
    out.text("no GPU is named: `arch` takes at least one")
}
