//! Values that an argument cannot hold, worded once the GPUs and the other arguments are known.

use occupancy_core::{
    Carveout, Configuration, Grid,
    kernel::{Change, LatencyDemand},
    text::Message,
};

use crate::errors::{Errors, OutOfRange};
use crate::key::Key;
use crate::model::Model;
use crate::syntax::Args;

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
        let Some(argument) = self.key.argument() else {
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
            Key::M | Key::N | Key::K | Key::Stages | Key::A | Key::B | Key::ExtraRegs => {
                if let Some(argument) = self.key.argument() {
                    *configuration = Change::Integer(argument, u64::MAX).apply(configuration);
                }
            }
            Key::Problem => {
                *configuration = Change::Problem((dims.0, dims.1)).apply(configuration);
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
