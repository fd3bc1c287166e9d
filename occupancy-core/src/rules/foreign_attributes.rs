//! The messages for other attributes of a kernel that contradict the configuration.

use super::out_of_range::digits;
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
    /// assert!(configuration.launch_bounds_contradiction(&[256, 4]).is_none());
    /// let message = configuration.launch_bounds_contradiction(&[128]).unwrap().to_string();
    /// assert!(message.contains("a block has 256 threads, and at most 128 would launch"));
    /// ```
    pub const fn launch_bounds_contradiction(&self, stated: &[i128]) -> Option<Message> {
        let (max_threads, min_blocks) = match *stated {
            [] => return None,
            [max_threads] => (max_threads, None),
            [max_threads, min_blocks, ..] => (max_threads, Some(min_blocks)),
        };
        let threads = self.kernel.threads_per_block() as i128;
        let resident = match self.fewest_blocks_per_sm() {
            Some(blocks) => blocks as i128,
            None => 0,
        };
        Some(match (min_blocks, self.min_blocks) {
            _ if threads > max_threads => contradiction(
                "launch_bounds",
                &["a block has ", " threads, and at most ", " would launch"],
                &[threads, max_threads],
            ),
            (Some(asked), _) if asked > resident => contradiction(
                "launch_bounds",
                &["", " blocks are resident, not "],
                &[resident, asked],
            ),
            (Some(asked), Some(demanded)) if asked < demanded as i128 => contradiction(
                "launch_bounds",
                &["`min_blocks` demands ", ", and the kernel is built for "],
                &[demanded as i128, asked],
            ),
            _ => return None,
        })
    }

    /// How `#[cluster_launch(x, y, z)]` of cuda-oxide contradicts the configuration; `None` if it does
    /// not. An extent that is left out is 1.
    pub const fn cluster_launch_contradiction(&self, stated: &[i128]) -> Option<Message> {
        let Some((x, y, z)) = self.kernel.cluster_dim else {
            let words = "it states no `cluster`";
            return Some(contradiction("cluster_launch", &[words], &[]));
        };
        let own @ [x, y, z] = [x as i128, y as i128, z as i128];
        let (in_x, in_y, in_z) = match *stated {
            [] => (1, 1, 1),
            [x] => (x, 1, 1),
            [x, y] => (x, y, 1),
            [x, y, z, ..] => (x, y, z),
        };
        if x == in_x && y == in_y && z == in_z {
            return None;
        }
        let words = &["`cluster` is (", ", ", ", ", ")"];
        Some(contradiction("cluster_launch", words, &own))
    }
}

/// The message, with a number of any size behind each of the words but the last.
const fn contradiction(attribute: &str, mut words: &[&str], mut numbers: &[i128]) -> Message {
    let mut message = Message::new();
    let out = message.text("[OCC117] `").text(attribute);
    let out = out.text("` contradicts the configuration: ");
    while let [text, others @ ..] = words {
        out.text(text);
        if let [number, others @ ..] = numbers {
            out.text(if *number < 0 { "-" } else { "" });
            out.text(digits(number.unsigned_abs()).as_str());
            numbers = others;
        }
        words = others;
    }
    *out.text("\n\n    help: state the same in both")
}
