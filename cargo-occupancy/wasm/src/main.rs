//! Builds the calculator as WebAssembly where `cargo-occupancy` takes it from.
//!
//! ```sh
//! cargo run --package occupancy-calculator-wasm
//! ```

use std::error::Error;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let workspace = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).canonicalize()?;
    let target = workspace.join("target/wasm");
    // The places of panics have the paths of sources.
    let hide = |folder: &Path, name| format!("--remap-path-prefix={}={name}", folder.display());
    let home = env::home_dir().ok_or("the home folder is not known")?;
    let flags = [hide(&home, "~"), hide(&workspace, ".")].join("\x1f");
    let words = "build --quiet --lib --profile wasm --target wasm32-unknown-unknown";
    let status = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(words.split(' '))
        .env("CARGO_TARGET_DIR", &target)
        .env("CARGO_ENCODED_RUSTFLAGS", flags)
        .status()?;
    if !status.success() {
        return Err("if it lacks the target: `rustup target add wasm32-unknown-unknown`".into());
    }
    let built = target.join("wasm32-unknown-unknown/wasm/occupancy_calculator_wasm.wasm");
    let packaged = "cargo-occupancy/src/commands/calculator/calculator.wasm";
    let bytes = fs::copy(built, workspace.join(packaged))?;
    println!("{packaged} has {bytes} bytes");
    Ok(())
}
