//! Settings for the launch side and options for the compilers that make a configuration hold.

#[allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "positions in a text, each below a length that is looked at before"
)]
mod compile_options;
mod function_settings;

pub use self::compile_options::CompileOptions;
pub use self::function_settings::FunctionSettings;
