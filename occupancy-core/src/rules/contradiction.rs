//! The message for another attribute of the kernel that contradicts its configuration.

use super::template::{Value, fill};
use crate::kernel::{Configuration, saturated};
use crate::numbers::or;
use crate::text::Message;

impl Configuration<'_> {
    /// The message if `#[launch_bounds(max_threads, min_blocks)]` of cuda-oxide contradicts the configuration; `None` if
    /// it does not.
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
        const TOO_FEW_THREADS: &str = "a block has {#} threads, and at most {#} would launch";
        const TOO_MANY_BLOCKS: &str = "{#} blocks are resident, not {#}";
        const TOO_FEW_BLOCKS: &str = "`min_blocks` demands {#}, and the kernel is built for {#}";
        let (max_threads, min_blocks) = match *stated {
            [] => return None,
            [max_threads] => (max_threads, None),
            [max_threads, min_blocks, ..] => (max_threads, Some(min_blocks)),
        };
        let threads = self.kernel.threads_per_block();
        let resident = or(self.fewest_blocks_per_sm(), 0);
        let (template, own, stated) = match (min_blocks, self.min_blocks) {
            _ if threads as i128 > max_threads => (TOO_FEW_THREADS, threads, max_threads),
            (Some(built_for), _) if built_for > resident as i128 => {
                (TOO_MANY_BLOCKS, resident as u64, built_for)
            }
            (Some(built_for), Some(demanded)) if built_for < demanded as i128 => {
                (TOO_FEW_BLOCKS, demanded as u64, built_for)
            }
            _ => return None,
        };
        let values = [Value::Number(own), Value::of(saturated(stated))];
        Some(contradiction("launch_bounds", template, &values))
    }

    /// The message if `#[cluster_launch(x, y, z)]` of cuda-oxide contradicts the configuration; `None` if it does not. An
    /// extent that is left out is 1.
    pub const fn cluster_launch_contradiction(&self, stated: &[i128]) -> Option<Message> {
        let (x, y, z) = or(self.kernel.cluster_dim, (1, 1, 1));
        let (in_x, in_y, in_z) = match *stated {
            [] => (1, 1, 1),
            [x] => (x, 1, 1),
            [x, y] => (x, y, 1),
            [x, y, z, ..] => (x, y, z),
        };
        if x as i128 == in_x && y as i128 == in_y && z as i128 == in_z {
            return None;
        }
        let template = match self.kernel.cluster_dim {
            Some(_) => "`cluster` is ({#}, {#}, {#})",
            None => "it states no `cluster`",
        };
        let own = [Value::of(x), Value::of(y), Value::of(z)];
        Some(contradiction("cluster_launch", template, &own))
    }
}

const fn contradiction(attribute: &str, template: &str, values: &[Value<'_>]) -> Message {
    let mut out = Message::new();
    let head = "[OCC117] `{}` contradicts the configuration: ";
    fill(&mut out, head, &[Value::Text(attribute)]);
    *fill(&mut out, template, values).text("\n\n    help: state the same in both")
}
