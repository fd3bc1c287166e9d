//! The kernels that `#[launch_config]` declares in packages, asked of the compiler.

mod compiler;
mod declaration;
mod target;
mod wrapper;

use std::env;
use std::ffi::OsString;

pub(crate) use self::compiler::declarations;
pub(crate) use self::declaration::{Declaration, library, path, place};
pub(crate) use self::wrapper::compile;

/// Cargo: the one that runs this program as its subcommand, or that of the path.
fn cargo() -> OsString {
    env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}
