//! Rows of what drivers answered, and the files that keep them: CSV, a line for each answer.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fmt, fs};

use occupancy::{Kernel, Multiprocessor, Occupancy};
use serde::{Deserialize, Serialize};

use crate::{Gpu, say};

/// A question to `cuOccupancyMaxActiveBlocksPerMultiprocessor` on a GPU, and its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// The compute capability of the GPU: `9.0`.
    pub compute_capability: String,
    /// Threads of a block.
    pub threads: u32,
    /// Registers per thread of the loaded function.
    pub registers: u32,
    /// Bytes.
    pub static_shared_memory: u32,
    /// Bytes.
    pub dynamic_shared_memory: u32,
    /// Set if the function was allowed all the dynamic shared memory that it can have.
    pub opt_in: bool,
    /// The preferred carve-out in percent.
    pub carveout: Option<u32>,
    /// Named barriers.
    pub barriers: u32,
    /// The answer; none where the driver refuses.
    pub blocks_per_sm: Option<u32>,
}

impl Row {
    /// A row of a kernel with one dimension.
    pub fn new(sm: &Multiprocessor, kernel: &Kernel, blocks_per_sm: Option<u32>) -> Self {
        Self {
            compute_capability: sm.name().to_owned(),
            threads: kernel.block_dim.0,
            registers: kernel.registers_per_thread,
            static_shared_memory: kernel.static_shared_memory,
            dynamic_shared_memory: kernel.dynamic_shared_memory,
            opt_in: kernel.shared_memory_optin,
            carveout: kernel.carveout,
            barriers: kernel.barriers,
            blocks_per_sm,
        }
    }

    /// Our answer; `None` if there is no block to calculate for, or the tables lack the GPU.
    pub fn predicted(&self) -> Option<Occupancy> {
        let sm = occupancy::compute_capabilities::ALL
            .iter()
            .find(|sm| sm.name() == self.compute_capability)?;
        let kernel = Kernel::new((self.threads, 1, 1), self.registers)
            .with_static_shared_memory(self.static_shared_memory)
            .with_dynamic_shared_memory(self.dynamic_shared_memory)
            .with_shared_memory_optin(self.opt_in)
            .with_carveout(self.carveout)
            .with_barriers(self.barriers);
        Occupancy::new(sm, &kernel).ok()
    }

    /// Returns `true` if the driver's answer is ours. To a launch, no blocks and a refusal are the same.
    pub fn agrees(&self) -> bool {
        let predicted = self
            .predicted()
            .map_or(0, |occupancy| occupancy.blocks_per_sm);
        self.blocks_per_sm.unwrap_or(0) == predicted
    }
}

/// Asserts that every answer is what we calculate.
///
/// # Panics
///
/// If one is not, with the first of them.
pub fn assert_predicted(what: impl fmt::Display, rows: &[Row]) {
    let differing: Vec<_> = rows.iter().filter(|row| !row.agrees()).collect();
    let first: Vec<_> = differing.iter().take(20).collect();
    assert!(
        differing.is_empty(),
        "{what}: {} of {} answers differ, the first of them:\n{first:#?}",
        differing.len(),
        rows.len(),
    );
}

/// Writes the rows, if `OCCUPANCY_RECORD` names a folder for them: a relative one is taken from the root of the
/// workspace.
///
/// # Panics
///
/// If they cannot be written.
pub fn record(gpu: &Gpu, subject: &str, rows: &[Row]) {
    let Some(folder) = env::var_os("OCCUPANCY_RECORD") else {
        return;
    };
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let device = gpu
        .name
        .to_lowercase()
        .replace(|letter: char| !letter.is_ascii_alphanumeric(), "-");
    let name = format!("{device}-{}-{subject}.csv", gpu.driver);
    let file = workspace.join(folder).join(name);
    write(&file, rows).expect("the rows can be written");
    say(format_args!(
        "recorded {} rows in {}",
        rows.len(),
        file.display()
    ));
}

/// Writes a file of rows, and its folder.
///
/// # Errors
///
/// The error of the file system.
pub fn write(file: &Path, rows: &[Row]) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(file.parent().ok_or("no folder")?)?;
    let mut csv = csv::Writer::from_path(file)?;
    for row in rows {
        csv.serialize(row)?;
    }
    Ok(csv.flush()?)
}

/// A file and its rows.
pub type Recorded = (PathBuf, Vec<Row>);

/// The files of a folder, read.
///
/// # Errors
///
/// If one cannot be read.
pub fn read_all(folder: &Path) -> Result<Vec<Recorded>, Box<dyn Error>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "csv") {
            let rows = csv::Reader::from_path(&path)?
                .deserialize()
                .collect::<Result<_, _>>()
                .map_err(|error| format!("{}: {error}", path.display()))?;
            files.push((path, rows));
        }
    }
    Ok(files)
}
