//! What the build script does, apart from reading and writing files.

use std::error::Error;
use std::fmt::Write as _;

use occupancy::{Arch, Configuration, Kernel, build_script, launch::CompileOptions};

/// What comes of a file of kernels.
#[derive(Default)]
pub(crate) struct Generated {
    /// For cargo.
    pub(crate) cargo: String,
    /// For CUDA C.
    pub(crate) header: String,
    /// For Rust.
    pub(crate) rust: String,
}

/// One kernel, as the file has it.
struct Stated<'a> {
    line: usize,
    name: &'a str,
    archs: Vec<Arch>,
    kernel: Kernel,
    min_blocks: Option<u32>,
    /// Whether each of its lines was read.
    is_read: bool,
}

/// Checks each kernel of the file, and writes those that pass. Every line that cannot be read is
/// named, and every kernel with a fault.
pub(crate) fn generate(path: &str, file: &str) -> Generated {
    let mut out = Generated::default();
    let mut kernels: Vec<Stated<'_>> = Vec::new();
    for (i, line) in file.lines().enumerate() {
        if let Err(error) = read(&mut kernels, i + 1, line.trim()) {
            out.cargo +=
                &build_script::error(&format!("{path}:{}", i + 1), &error.to_string()).to_string();
            if let Some(kernel) = kernels.last_mut() {
                kernel.is_read = false;
            }
        }
    }
    for kernel in kernels.iter().filter(|kernel| kernel.is_read) {
        let place = format!("{path}:{}: {}", kernel.line, kernel.name);
        if let Err(error) = write(&mut out, &place, kernel) {
            out.cargo += &build_script::error(&place, &error.to_string()).to_string();
        }
    }
    out
}

fn read<'a>(
    kernels: &mut Vec<Stated<'a>>,
    number: usize,
    line: &'a str,
) -> Result<(), Box<dyn Error>> {
    if line.is_empty() || line.starts_with('#') {
        return Ok(());
    }
    let (key, value) = line.split_once('=').unwrap_or((line, ""));
    let (key, value) = (key.trim(), value.trim());
    if key == "kernel" {
        kernels.push(Stated {
            line: number,
            name: value,
            archs: Vec::new(),
            kernel: Kernel::new((1, 1, 1), 0),
            min_blocks: None,
            is_read: true,
        });
        return Ok(());
    }
    let stated = kernels
        .last_mut()
        .ok_or("the first line names a `kernel`")?;
    let kernel = stated.kernel;
    match key {
        "arch" => {
            let archs = value.split(',').map(|name| Arch::find(name.trim()));
            stated.archs = archs.collect::<Result<_, _>>()?;
        }
        "threads" => {
            let mut dims = value.split_whitespace().map(str::parse);
            let mut next = || dims.next().unwrap_or(Ok(1));
            stated.kernel = kernel.with_block_dim((next()?, next()?, next()?));
        }
        "regs" => stated.kernel = kernel.with_registers(value.parse()?),
        "static_smem" => stated.kernel = kernel.with_static_shared_memory(value.parse()?),
        "smem" => stated.kernel = kernel.with_dynamic_shared_memory(value.parse()?),
        "min_blocks" => stated.min_blocks = Some(value.parse()?),
        _ => return Err(format!("`{key}` is no key of a kernel").into()),
    }
    Ok(())
}

fn write(out: &mut Generated, place: &str, stated: &Stated<'_>) -> Result<(), Box<dyn Error>> {
    let kernel = stated.kernel;
    let mut configuration = Configuration::new(&stated.archs, kernel);
    if let Some(min_blocks) = stated.min_blocks {
        configuration = configuration.with_min_blocks(min_blocks);
    }
    let report = build_script::check(place, &configuration);
    write!(out.cargo, "{report}")?;
    if !report.is_ok() {
        return Ok(());
    }

    let prefix = stated.name.to_uppercase();
    let options = CompileOptions::new(&configuration);
    write!(out.header, "{}", options.header(&prefix)?)?;
    let nvcc: Vec<String> = options
        .nvcc()
        .as_str()
        .split(' ')
        .map(str::to_owned)
        .collect();
    writeln!(
        out.rust,
        "/// The kernel `{}`.\n\
         pub const {prefix}: occupancy::Kernel = occupancy::Kernel::new({:?}, {})\n    \
         .with_static_shared_memory({})\n    \
         .with_dynamic_shared_memory({});\n\
         /// What it is compiled with.\n\
         pub const {prefix}_NVCC: &[&str] = &{nvcc:?};",
        stated.name,
        kernel.block_dim,
        kernel.registers_per_thread,
        kernel.static_shared_memory,
        kernel.dynamic_shared_memory,
    )?;
    Ok(())
}
