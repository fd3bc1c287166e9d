//! The checks of the build script, apart from reading and writing files.

use std::error::Error;
use std::fmt::Write as _;

use occupancy::{Arch, Configuration, Kernel, build_script, launch::CompileOptions};

/// The results of a file of kernels.
#[derive(Default)]
pub(crate) struct Generated {
    /// For cargo.
    pub(crate) cargo: String,
    /// For CUDA C.
    pub(crate) header: String,
    /// For Rust.
    pub(crate) rust: String,
}

/// Checks each kernel of the file, a line below the names of the columns, and writes those that pass. Every line that
/// cannot be read is named, and every kernel with a fault.
pub(crate) fn generate(path: &str, file: &str) -> Generated {
    let mut out = Generated::default();
    for (i, line) in file.lines().enumerate().skip(1) {
        let place = format!("{path}:{}", i + 1);
        if let Err(error) = take(&mut out, &place, line) {
            out.cargo += &build_script::error(&place, &error.to_string()).to_string();
        }
    }
    out
}

fn take(out: &mut Generated, place: &str, line: &str) -> Result<(), Box<dyn Error>> {
    let columns: Vec<&str> = line.split(',').map(str::trim).collect();
    let [name, archs, threads, registers, bytes, min_blocks] = columns[..] else {
        return Err("a kernel has six columns".into());
    };
    let found = archs.split(' ').map(Arch::find);
    let archs = found.collect::<Result<Vec<_>, _>>()?;
    let mut dims = threads.split(' ').map(str::parse);
    let mut next = || dims.next().unwrap_or(Ok(1));
    let block = (next()?, next()?, next()?);
    let kernel = Kernel::new(block, registers.parse()?).with_dynamic_shared_memory(bytes.parse()?);
    let mut configuration = Configuration::new(&archs, kernel);
    if !min_blocks.is_empty() {
        configuration = configuration.with_min_blocks(min_blocks.parse()?);
    }
    let place = format!("{place}: {name}");
    let report = build_script::check(&place, &configuration);
    write!(out.cargo, "{report}")?;
    if !report.is_ok() {
        return Ok(());
    }

    let prefix = name.to_uppercase();
    let options = CompileOptions::new(&configuration);
    write!(out.header, "{}", options.header(&prefix)?)?;
    let arguments = options.nvcc();
    let nvcc: Vec<&str> = arguments.as_str().split(' ').collect();
    writeln!(
        out.rust,
        "/// The kernel `{name}`.\n\
         pub const {prefix}: occupancy::Kernel = occupancy::Kernel::new({block:?}, {registers})\n    \
         .with_dynamic_shared_memory({bytes});\n\
         /// The options of nvcc for it.\n\
         pub const {prefix}_NVCC: &[&str] = &{nvcc:?};",
    )?;
    Ok(())
}
