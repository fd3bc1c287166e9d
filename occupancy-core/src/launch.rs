//! Settings for the launch side and options for the compilers that make a configuration hold.

mod compile_options;
mod function_settings;

pub use self::compile_options::CompileOptions;
pub use self::function_settings::FunctionSettings;
