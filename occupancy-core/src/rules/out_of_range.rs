//! The message for a value that its argument cannot hold.

use super::template::{Style, Value, fill};
use crate::gpu::{Arch, Multiprocessor};
use crate::kernel::{Argument, Axis, Configuration, Tile, of_gpus};
use crate::model::{MOST_SCALAR_REGISTERS, max_cluster_size};
use crate::numbers::or;
use crate::text::{Message, Text};

/// The most digits that are shown. More are counted: they would leave no room for the rest.
const MOST_DIGITS: usize = 200;

const EXAMPLE: &str = "\n\n    help: `{}`";

impl Configuration<'_> {
    /// The message for a value of `argument` that is out of range on these GPUs: the value, the limit, and
    /// what passes.
    ///
    /// The configuration has the nearest value that its field holds, from which the help is computed. `axis` is the axis
    /// of the value in a block, a grid or a cluster, and [`Axis::X`] for one number.
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
            // This number stands for all larger ones, too.
            let is_exact = value != i128::MAX;
            return self.over_range(argument, axis, if is_exact { digits.as_str() } else { "" });
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

    /// [`out_of_range`](Self::out_of_range) for a value of any size, by its decimal digits. If there are none, it has more
    /// than 126 bits.
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
            (None, Axis::X) if !self.archs.is_empty() && self.reads_nowhere(argument) => {
                out.text(match argument {
                    Argument::Registers => " on GPUs of NVIDIA",
                    _ => " on GPUs of AMD",
                })
            }
            (None, Axis::X) => out,
            (None, axis) => out.text(" in ").text(axis.name()),
        };
        each!(self.check(), |rule| {
            if rule.argument(self) as u8 == argument as u8 {
                if let Some(wording) = self.first_wording(rule, true, Style::Attribute) {
                    wording.help_into(out, "");
                }
                return *out;
            }
        });
        *fill(out, EXAMPLE, &[Value::Text(argument.example())])
    }
}

/// Returns the message for a negative value; `other` is the value to state in its place.
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

/// The beginning of either message.
const fn begun(argument: Argument) -> Message {
    let key = [Value::Text(argument.key())];
    *fill(&mut Message::new(), "[OCC108] `{}` is ", &key)
}

/// The decimal digits of a number.
pub(super) const fn digits(number: u128) -> Text<40> {
    *Text::new().digits(number)
}

impl<'a> Configuration<'a> {
    /// The largest value that an argument can have on every GPU, and the GPU that decides it; if no GPU is named, the
    /// largest on any known one.
    pub(crate) const fn limit(&self, argument: Argument, axis: Axis) -> (u64, Option<&'a Arch>) {
        // A GPU without clusters takes none of any size, which has a rule of its own.
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
            let limit = self.limit_on(argument, axis, &Arch::Multiprocessor(one));
            most = if limit > most { limit } else { most };
        });
        (most, None)
    }

    /// The largest value that an argument can have on `arch`.
    const fn limit_on(&self, argument: Argument, axis: Axis, arch: &Arch) -> u64 {
        let sm = arch.multiprocessor();
        let most = match argument {
            Argument::Threads => axis.of(sm.max_block_dim),
            _ if !argument.is_read_on(arch) => 0,
            Argument::Registers | Argument::Vgprs => sm.max_registers_per_thread,
            Argument::Sgprs => MOST_SCALAR_REGISTERS,
            Argument::StaticSharedMemory => sm.static_shared_memory_per_block,
            Argument::DynamicSharedMemory => sm
                .shared_memory_per_block_optin
                .saturating_sub(self.kernel.static_shared_memory),
            Argument::Barriers => sm.barriers_per_block,
            Argument::Carveout => 100,
            Argument::Setmaxnreg => 256,
            Argument::Grid => axis.of(self.most_blocks()),
            Argument::Elements => {
                let each = self.elements_per_block();
                return each.saturating_mul(self.most_blocks().0 as u64);
            }
            Argument::MinBlocks => sm.max_blocks_per_sm,
            Argument::Cluster => max_cluster_size(arch),
            Argument::Sms => or(arch.sm_count(), u32::MAX),
            Argument::TileRows | Argument::TileColumns | Argument::TileDepth => Tile::MOST,
            // The most that a field holds.
            _ => u32::MAX,
        };
        most as u64
    }
}
