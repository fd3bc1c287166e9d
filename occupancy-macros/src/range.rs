//! Values that an argument cannot hold, worded once the GPUs and the other arguments are known.

use occupancy_core::{
    Carveout, Configuration, Grid,
    kernel::{Axis, LatencyDemand},
    text::Message,
};
use proc_macro2::TokenStream;

use crate::errors::Errors;
use crate::key::Key;
use crate::model::Model;
use crate::syntax::{Args, argument};

/// A value over what its argument holds.
pub(crate) struct OutOfRange {
    pub(crate) key: Key,
    pub(crate) axis: Axis,
    /// The value in decimal digits, of any number.
    pub(crate) digits: String,
    /// The block, grid or cluster that it is in, with the nearest value that fits 32 bits.
    pub(crate) dims: Option<(u32, u32, u32)>,
    pub(crate) tokens: TokenStream,
    /// The `on(…)` that it is in.
    pub(crate) on: Option<usize>,
}

/// Reports each value that is out of range, with the limit of the GPUs that it is for.
pub(crate) fn report(base: &Args, others: &[Args], errors: &mut Errors) {
    for value in errors.take_out_of_range() {
        let args = value.on.and_then(|at| others.get(at)).unwrap_or(base);
        let message = value.message(args);
        errors.at(&value.tokens, message);
    }
}

impl OutOfRange {
    fn message(&self, args: &Args) -> String {
        let Some(argument) = argument(self.key) else {
            return String::new();
        };
        let model = Model::stated(args);
        let archs = model.arch_values();
        let mut configuration = model.configuration(&archs);
        self.state(&mut configuration, args);
        let message = configuration.over_range(argument, self.axis, &self.digits);
        with_help(&message, self.key)
    }

    /// Puts the nearest value that the argument holds into the configuration.
    fn state(&self, configuration: &mut Configuration<'_>, args: &Args) {
        let kernel = configuration.kernel;
        let dims = self.dims.unwrap_or((u32::MAX, 1, 1));
        match self.key {
            Key::Threads => configuration.kernel = kernel.with_block_dim(dims),
            Key::Regs => configuration.kernel = kernel.with_registers(u32::MAX),
            Key::Smem => configuration.kernel = kernel.with_dynamic_shared_memory(u32::MAX),
            Key::StaticSmem => configuration.kernel = kernel.with_static_shared_memory(u32::MAX),
            Key::Barriers => configuration.kernel = kernel.with_barriers(u32::MAX),
            Key::Carveout => {
                configuration.kernel = kernel.with_carveout(Carveout::Percent(u32::MAX));
            }
            Key::Cluster => configuration.kernel = kernel.with_cluster_dim(Some(dims)),
            Key::MinBlocks => configuration.min_blocks = Some(u32::MAX),
            Key::Sms => configuration.sms = Some(u32::MAX),
            Key::Cycles | Key::Instructions | Key::Bytes => {
                let mut demand = configuration.hides.unwrap_or(LatencyDemand::NONE);
                match self.key {
                    Key::Cycles => demand.cycles = Some(u32::MAX),
                    Key::Instructions => demand.instructions = Some(u32::MAX),
                    _ => demand.bytes = Some(u32::MAX),
                }
                configuration.hides = Some(demand);
            }
            Key::Grid => configuration.grid = Some(Grid::Blocks(dims)),
            Key::Elements if is_known(args) => configuration.grid = Some(Grid::Elements(u64::MAX)),
            // The most that any block takes.
            Key::Elements => configuration.kernel = kernel.with_block_dim((1024, 1, 1)),
            _ => {}
        }
    }
}

/// Whether the threads that a number of elements is for are known.
fn is_known(args: &Args) -> bool {
    args.threads
        .as_ref()
        .is_some_and(|threads| threads.value.known().is_some())
}

/// The message, with an example where nothing can be computed that passes.
fn with_help(message: &Message, key: Key) -> String {
    let message = message.as_str();
    if message.contains("help: ") {
        message.to_owned()
    } else {
        format!("{message}\n\n    help: `{}`", key.example())
    }
}

/// Words a negative value.
pub(crate) fn negative(key: Key, value: i128, help: Option<&str>) -> String {
    let message =
        argument(key).map(|argument| occupancy_core::rules::out_of_range(argument, value, 0));
    let message = message.as_ref().map_or("", Message::as_str);
    format!("{message}\n\n    help: `{}`", help.unwrap_or(key.example()))
}
