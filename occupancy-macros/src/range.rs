//! Values that an argument cannot hold. They are reported once the GPUs and the other arguments are known.

use occupancy_core::Configuration;
use occupancy_core::kernel::{Argument, Axis, Change};

use crate::errors::{Errors, OutOfRange};
use crate::model::Model;
use crate::syntax::Args;

/// Reports each value that is out of range, with the limit of the GPUs that it is for.
pub(crate) fn report(base: &Args, others: &[Args], errors: &mut Errors) {
    for value in std::mem::take(&mut errors.out_of_range) {
        let args = value.on.and_then(|at| others.get(at)).unwrap_or(base);
        let message = value.message(args);
        errors.at(&value.tokens, message);
    }
}

impl OutOfRange {
    fn message(&self, args: &Args) -> String {
        let model = Model::new(args.clone());
        let mut configuration = model.configuration();
        self.state(&mut configuration, args);
        let axis = match self.axis {
            0 => Axis::X,
            1 => Axis::Y,
            _ => Axis::Z,
        };
        let message = configuration.over_range(self.argument, axis, &self.digits);
        message.to_string()
    }

    /// Puts the nearest value that the argument holds into the configuration.
    fn state(&self, configuration: &mut Configuration<'_>, args: &Args) {
        let dims = self.dims.unwrap_or((u32::MAX, 1, 1));
        let change = match self.argument {
            Argument::Threads => Change::Threads(dims),
            Argument::Cluster => Change::Cluster(dims),
            Argument::Grid => Change::Grid(dims),
            Argument::Problem => Change::Problem((dims.0, dims.1)),
            // The most that any block takes.
            Argument::Elements if args.known_dims(Argument::Threads).is_none() => {
                Change::Threads((1024, 1, 1))
            }
            argument => Change::Integer(argument, u64::MAX),
        };
        *configuration = change.apply(configuration);
    }
}
