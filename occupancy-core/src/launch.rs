//! What the launch side and the compiler are told, so that a configuration holds.

#[allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "positions in a text, each below a length that is looked at before"
)]
mod compile_options;
mod function_settings;

pub use self::compile_options::{CompileOptions, CompilerArguments, Header, InvalidPrefix};
pub use self::function_settings::FunctionSettings;
