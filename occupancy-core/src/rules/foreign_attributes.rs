//! The messages for other attributes of a kernel that contradict the configuration.

use crate::kernel::Configuration;
use crate::text::Message;

impl Configuration<'_> {
    /// How `#[launch_bounds(max_threads, min_blocks)]` of cuda-oxide contradicts the configuration;
    /// `None` if it does not.
    ///
    /// ```
    /// use occupancy_core::{Arch, Configuration, Kernel};
    ///
    /// let archs = [Arch::find("h100").unwrap()];
    /// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
    /// assert!(configuration.launch_bounds_contradiction(256, Some(4)).is_none());
    /// let message = configuration.launch_bounds_contradiction(128, None).unwrap().to_string();
    /// assert!(message.contains("a block has 256 threads, and at most 128 would launch"));
    /// ```
    pub const fn launch_bounds_contradiction(
        &self,
        max_threads: i128,
        min_blocks: Option<i128>,
    ) -> Option<Message> {
        let threads = self.kernel.threads_per_block();
        if threads as i128 > max_threads {
            let mut message = of("launch_bounds");
            let out = message.text("a block has ").number(threads);
            let out = out.text(" threads, and at most ");
            let out = integer(out, max_threads);
            return Some(help(out.text(" would launch")));
        }
        let Some(asked) = min_blocks else {
            return None;
        };
        let resident = match self.fewest_blocks_per_sm() {
            Some(blocks) => blocks,
            None => 0,
        };
        if asked > resident as i128 {
            let mut message = of("launch_bounds");
            let out = message.number(resident as u64);
            let out = out.text(" blocks are resident, not ");
            let out = integer(out, asked);
            return Some(help(out));
        }
        match self.min_blocks {
            Some(min_blocks) if asked < min_blocks as i128 => {
                let mut message = of("launch_bounds");
                let out = message.text("`min_blocks` demands ");
                let out = out.number(min_blocks as u64);
                let out = out.text(", and the kernel is built for ");
                let out = integer(out, asked);
                Some(help(out))
            }
            _ => None,
        }
    }

    /// How `#[cluster_launch(x, y, z)]` of cuda-oxide contradicts the configuration; `None` if it does
    /// not.
    pub const fn cluster_launch_contradiction(&self, stated: [i128; 3]) -> Option<Message> {
        let [x, y, z] = stated;
        let mut message = of("cluster_launch");
        let out = &mut message;
        match self.kernel.cluster_dim {
            Some((own_x, own_y, own_z)) => {
                if own_x as i128 == x && own_y as i128 == y && own_z as i128 == z {
                    return None;
                }
                let out = out.text("`cluster` is (").number(own_x as u64);
                let out = out.text(", ").number(own_y as u64);
                let out = out.text(", ").number(own_z as u64);
                Some(help(out.text(")")))
            }
            None => Some(help(out.text("it states no `cluster`"))),
        }
    }
}

const fn of(attribute: &str) -> Message {
    let mut out = Message::new();
    out.text("[OCC117] `").text(attribute);
    *out.text("` contradicts the configuration: ")
}

const fn help(out: &mut Message) -> Message {
    *out.text("\n\n    help: state the same in both")
}

/// A number of another attribute, of any size.
const fn integer(out: &mut Message, value: i128) -> &mut Message {
    let out = if value < 0 { out.text("-") } else { out };
    let magnitude = value.unsigned_abs();
    out.number(if magnitude > u64::MAX as u128 {
        u64::MAX
    } else {
        #[allow(clippy::cast_possible_truncation, reason = "compared just before")]
        let magnitude = magnitude as u64;
        magnitude
    })
}
