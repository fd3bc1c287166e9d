//! The messages for what no rule is asked about: a value that its argument cannot hold, a name that no GPU has, and another
//! attribute of the kernel that contradicts the configuration.

use super::numbers::or;
use super::template::{Value, fill};
use crate::gpu::{Arch, MAX_GRID_DIM, Multiprocessor, UnknownArch};
use crate::kernel::{Argument, Axis, Configuration, Tile, of_gpus, saturated};
use crate::model::max_cluster_size;
use crate::text::{Message, Text, contains};

/// More digits than these are counted, not shown: they would leave no room for the rest.
const MOST_DIGITS: usize = 200;

const EXAMPLE: &str = "\n\n    help: `{}`";

impl Configuration<'_> {
    /// The message for a value of `argument` that is out of range on these GPUs: the value, the limit, and
    /// what passes.
    ///
    /// The configuration has the nearest value that its field holds; the help is computed from it. `axis` is
    /// that of the value in a block, a grid or a cluster, and [`Axis::X`] for one number.
    ///
    /// ```
    /// use occupancy_core::{Arch, Configuration, Kernel, kernel::{Argument, Axis}};
    ///
    /// let archs = [Arch::find("h100").unwrap()];
    /// let kernel = Kernel::new((256, 1, 1), 32).with_dynamic_shared_memory(u32::MAX);
    /// let message = Configuration::new(&archs, kernel)
    ///     .out_of_range(Argument::DynamicSharedMemory, Axis::X, 1 << 32)
    ///     .to_string();
    /// assert!(message.starts_with(
    ///     "[OCC108] `smem` is 4,294,967,296: it is at most 232,448 bytes on H100 SXM5 80GB"
    /// ));
    /// assert!(message.ends_with("help: `smem = 232448` is the most that fits"));
    /// ```
    pub const fn out_of_range(&self, argument: Argument, axis: Axis, value: i128) -> Message {
        if value >= 0 {
            let digits = digits(value.unsigned_abs());
            // What is larger is this number, too.
            let is_exact = value != i128::MAX;
            let digits = if is_exact { digits.as_str() } else { "" };
            return self.over_range(argument, axis, digits);
        }
        let positive = value.unsigned_abs();
        if argument.is_integer()
            && !argument.is_nested()
            && positive <= self.limit(argument, axis).0 as u128
        {
            let mut help = Text::<80>::new();
            help.text(argument.key()).text(" = ").digits(positive);
            negative(argument, value, help.as_str())
        } else {
            negative(argument, value, argument.example())
        }
    }

    /// [`out_of_range`](Self::out_of_range) for a value of any size, by its decimal digits; without any, it has more than
    /// 126 bits.
    pub const fn over_range(&self, argument: Argument, axis: Axis, digits: &str) -> Message {
        let out = &mut begun(argument);
        if digits.is_empty() {
            out.text("a number of more than 126 bits");
        } else if digits.len() > MOST_DIGITS {
            let count = [Value::Number(digits.len() as u64)];
            fill(out, "a number of {} digits", &count);
        } else {
            out.grouped_digits(digits);
        }
        let (limit, of) = self.limit(argument, axis);
        out.text(": it is at most ")
            .grouped(limit)
            .text(match argument {
                Argument::DynamicSharedMemory | Argument::StaticSharedMemory => " bytes",
                Argument::Carveout => " percent",
                _ => "",
            });
        match (of, axis) {
            (Some(arch), _) => out.text(" on ").text(arch.name()),
            (None, Axis::X) => out,
            (None, axis) => out.text(" in ").text(axis.name()),
        };
        each!(self.check(), |rule| {
            if rule.argument(self) as u8 == argument as u8 {
                if let Some(words) = self.first_words(rule, true) {
                    words.help_into(out, "");
                }
                return *out;
            }
        });
        *fill(out, EXAMPLE, &[Value::Text(argument.example())])
    }
}

/// The message for a negative value, with another to state.
pub const fn negative(argument: Argument, value: i128, other: &str) -> Message {
    let mut out = begun(argument);
    out.text("-")
        .grouped_digits(digits(value.unsigned_abs()).as_str())
        .text(": it cannot be negative");
    // `cudaSharedmemCarveoutDefault`.
    let help = match argument {
        Argument::Carveout if value == -1 => {
            "\n\n    help: `carveout` can be left out: the driver's default is no preference"
        }
        _ => EXAMPLE,
    };
    *fill(&mut out, help, &[Value::Text(other)])
}

const fn begun(argument: Argument) -> Message {
    let key = [Value::Text(argument.key())];
    *fill(&mut Message::new(), "[OCC108] `{}` is ", &key)
}

/// The decimal digits of a number.
pub(super) const fn digits(number: u128) -> Text<40> {
    *Text::new().digits(number)
}

impl<'a> Configuration<'a> {
    /// The largest value of an argument, the least over the GPUs, and the GPU that decides it; over all known GPUs, if
    /// none is named.
    const fn limit(&self, argument: Argument, axis: Axis) -> (u64, Option<&'a Arch>) {
        // A GPU without clusters takes none of any size, which is another fault.
        let least =
            of_gpus!(self, <, arch: most @ 1.. = self.limit_on(argument, axis, arch) => most);
        if let Some(most) = least {
            use Argument::{Cluster, DynamicSharedMemory, MinBlocks, Sms};
            let is_of_gpu = matches!(argument, DynamicSharedMemory | MinBlocks | Cluster | Sms);
            let decides = of_gpus!(self, first, arch: true =
                is_of_gpu && self.limit_on(argument, axis, arch) == most => arch);
            return (most, decides);
        }
        let mut most = 0;
        each!(Multiprocessor::ALL as &[Multiprocessor], |one| {
            let one = self.limit_on(argument, axis, &Arch::Multiprocessor(one));
            most = if one > most { one } else { most };
        });
        (most, None)
    }

    const fn limit_on(&self, argument: Argument, axis: Axis, arch: &Arch) -> u64 {
        let sm = arch.multiprocessor();
        let most = match argument {
            Argument::Threads => axis.of(sm.max_block_dim),
            Argument::Registers => sm.max_registers_per_thread,
            Argument::StaticSharedMemory => sm.static_shared_memory_per_block,
            Argument::DynamicSharedMemory => sm
                .shared_memory_per_block_optin
                .saturating_sub(self.kernel.static_shared_memory),
            Argument::Barriers => sm.barriers_per_block,
            Argument::Carveout => 100,
            Argument::Grid => axis.of(MAX_GRID_DIM),
            Argument::Elements => {
                let each = self.elements_per_block();
                return each.saturating_mul(MAX_GRID_DIM.0 as u64);
            }
            Argument::MinBlocks => sm.max_blocks_per_sm,
            Argument::Cluster => max_cluster_size(arch),
            Argument::Sms => or(arch.sm_count(), u32::MAX),
            Argument::TileRows | Argument::TileColumns | Argument::TileDepth => Tile::MOST,
            // What its field holds.
            _ => u32::MAX,
        };
        most as u64
    }
}

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
        let words = match self.kernel.cluster_dim {
            Some(_) => "`cluster` is ({#}, {#}, {#})",
            None => "it states no `cluster`",
        };
        let own = [Value::of(x), Value::of(y), Value::of(z)];
        Some(contradiction("cluster_launch", words, &own))
    }
}

const fn contradiction(attribute: &str, words: &str, values: &[Value<'_>]) -> Message {
    let mut out = Message::new();
    out.text("[OCC117] `").text(attribute);
    out.text("` contradicts the configuration: ");
    *fill(&mut out, words, values).text("\n\n    help: state the same in both")
}

/// The message for a name that [`Arch::find`](crate::Arch::find) does not find.
///
/// `names` are the near names as they are written in place of the unknown one: `` `--arch h100` ``. By
/// default, they are values of the attribute.
pub const fn unknown_arch(name: &str, unknown: &UnknownArch, names: Option<&str>) -> Message {
    let reason = unknown.reason();
    let template = if unknown.is_ambiguous() {
        "[OCC106] `{}` names several GPUs with different limits or SM counts"
    } else if reason.as_str().is_empty() {
        "[OCC105] unknown GPU `{}`: nothing is assumed about it"
    } else {
        "[OCC105] `{}`: {}"
    };
    let mut message = Message::new();
    let values = [Value::Text(name), Value::Text(reason.as_str())];
    fill(&mut message, template, &values);
    if unknown.nearest().is_empty() {
        return message;
    }
    let out = message.text("\n\n    help: ");
    if let Some(names) = names {
        return *out.text(names);
    }
    let mut template = "`arch = \"{}\"`";
    each!(unknown.nearest(), |name| {
        fill(out, template, &[Value::Text(name)]);
        template = ", `arch = \"{}\"`";
    });
    *out.text(compute_capability(unknown))
}

/// What a name that is nobody's could also be, to end the help.
pub const fn compute_capability(unknown: &UnknownArch) -> &'static str {
    each!(unknown.nearest(), |name| {
        if contains(name, ".") || contains(name, "sm_") {
            return "";
        }
    });
    let is_none = unknown.nearest().is_empty();
    if is_none || unknown.mig_board().is_some() || unknown.is_ambiguous() {
        return "";
    }
    "; a compute capability works too, as `arch = \"9.0\"` or `arch = \"sm_90\"`"
}
