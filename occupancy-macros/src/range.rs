//! Values that an argument cannot hold. They are reported once the GPUs and the other arguments are known.

use occupancy_core::kernel::{Argument, Axis};

use crate::errors::Errors;
use crate::expression::{Expression, Kind};
use crate::model::Model;
use crate::number::{self, Fault};
use crate::syntax::Args;

/// Reports each value that is out of range, with the limit of the GPUs that it is for.
pub(crate) fn report(args: &Args, errors: &mut Errors) {
    for one in &args.out_of_range {
        let (argument, tokens) = (one.argument, &one.tokens);
        let has_block = args.known_dims(Argument::Threads).is_some();
        let mut with_it = args.clone();
        if has_block || argument != Argument::Elements {
            with_it.set(argument, one.value.clone(), tokens.clone());
        }
        let model = Model::new(with_it);
        let mut configuration = model.configuration();
        if argument == Argument::Elements && !has_block {
            // The most that any block takes.
            configuration = configuration.with_block_dim((1024, 1, 1));
        }
        let (numbers, written) = (one.value.known(), Expression::new(tokens));
        let numbers = numbers.into_iter().flatten();
        for (at, (number, axis)) in numbers.zip([Axis::X, Axis::Y, Axis::Z]).enumerate() {
            let element = written.as_ref().and_then(|whole| match &whole.kind {
                Kind::Tuple(elements) => elements.get(at),
                _ => Some(whole),
            });
            if number > argument.most().into() {
                let digits = match element.map(number::integer) {
                    Some(Err(Fault::TooLarge(digits))) => digits,
                    _ => number.to_string(),
                };
                errors.at(
                    element.map(|element| &element.tokens),
                    configuration.over_range(argument, axis, &digits),
                );
            }
        }
    }
}
