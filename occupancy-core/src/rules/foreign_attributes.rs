//! The messages for other attributes of a kernel that contradict the configuration.

use super::numbers::or;
use super::template::{Value, fill};
use crate::kernel::{Configuration, saturated};
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
        let threads = self.kernel.threads_per_block();
        let resident = or(self.fewest_blocks_per_sm(), 0);
        let (words, own, stated) = match (min_blocks, self.min_blocks) {
            _ if threads as i128 > max_threads => (
                "a block has {#} threads, and at most {#} would launch",
                threads,
                max_threads,
            ),
            (Some(asked), _) if asked > resident as i128 => {
                ("{#} blocks are resident, not {#}", resident as u64, asked)
            }
            (Some(asked), Some(demanded)) if asked < demanded as i128 => (
                "`min_blocks` demands {#}, and the kernel is built for {#}",
                demanded as u64,
                asked,
            ),
            _ => return None,
        };
        let values = [Value::Number(own), Value::of(saturated(stated))];
        Some(contradiction("launch_bounds", words, &values))
    }

    /// How `#[cluster_launch(x, y, z)]` of cuda-oxide contradicts the configuration; `None` if it does
    /// not. An extent that is left out is 1.
    pub const fn cluster_launch_contradiction(&self, stated: &[i128]) -> Option<Message> {
        let Some((x, y, z)) = self.kernel.cluster_dim else {
            let words = "it states no `cluster`";
            return Some(contradiction("cluster_launch", words, &[]));
        };
        let (in_x, in_y, in_z) = match *stated {
            [] => (1, 1, 1),
            [x] => (x, 1, 1),
            [x, y] => (x, y, 1),
            [x, y, z, ..] => (x, y, z),
        };
        if x as i128 == in_x && y as i128 == in_y && z as i128 == in_z {
            return None;
        }
        let words = "`cluster` is ({#}, {#}, {#})";
        let own = [Value::of(x), Value::of(y), Value::of(z)];
        Some(contradiction("cluster_launch", words, &own))
    }
}

const fn contradiction(attribute: &str, words: &str, values: &[Value<'_>]) -> Message {
    let mut message = Message::new();
    let attribute = [Value::Text(attribute)];
    let out = fill(
        &mut message,
        "[OCC117] `{}` contradicts the configuration: ",
        &attribute,
    );
    *fill(out, words, values).text("\n\n    help: state the same in both")
}
