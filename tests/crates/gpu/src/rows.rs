//! Rows of what a driver answered, as a file keeps them.
//!
//! A file is CSV in two parts: a line of names and one of values for the GPU and its driver, then
//! the names of the columns and a line for each answer.

use std::fmt;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::{env, fs};

use csv::StringRecord;
use occupancy::{ComputeCapability, Kernel, Occupancy};

use crate::{Gpu, say};

const OF_THE_GPU: [&str; 3] = ["device", "cuda_driver", "compute_capability"];

const COLUMNS: [&str; 8] = [
    "threads",
    "registers",
    "static_shared_memory",
    "dynamic_shared_memory",
    "opt_in",
    "carveout",
    "barriers",
    "blocks_per_sm",
];

/// What a driver answers to `cuOccupancyMaxActiveBlocksPerMultiprocessor`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Blocks per SM.
    Blocks(u32),
    /// An error: the configuration cannot be launched.
    Refused,
}

/// A question to a driver, and its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// A block of one dimension, with the registers that the function has and the static shared
    /// memory that it declares.
    pub kernel: Kernel,
    /// The answer.
    pub answer: Answer,
}

impl Row {
    /// Blocks per SM that we calculate; 0 for what cannot be launched.
    pub fn predicted(&self, cc: &ComputeCapability) -> u32 {
        Occupancy::new(cc, &self.kernel).map_or(0, |occupancy| occupancy.blocks_per_sm)
    }

    /// Whether the driver's answer is what we calculate.
    pub fn agrees(&self, cc: &ComputeCapability) -> bool {
        let answered = match self.answer {
            Answer::Blocks(blocks) => blocks,
            Answer::Refused => 0,
        };
        self.predicted(cc) == answered
    }

    fn cells(&self) -> [String; COLUMNS.len()] {
        let kernel = &self.kernel;
        [
            kernel.threads_per_block().to_string(),
            kernel.registers_per_thread.to_string(),
            kernel.static_shared_memory.to_string(),
            kernel.dynamic_shared_memory.to_string(),
            u32::from(kernel.shared_memory_optin).to_string(),
            match kernel.carveout {
                None => "default".to_owned(),
                Some(percent) => percent.to_string(),
            },
            kernel.barriers.to_string(),
            match self.answer {
                Answer::Blocks(blocks) => blocks.to_string(),
                Answer::Refused => "refused".to_owned(),
            },
        ]
    }

    fn of(record: &StringRecord) -> Option<Self> {
        let mut cells = record.iter();
        let mut cell = || cells.next();
        let kernel = Kernel::new((number(cell()?)?, 1, 1), number(cell()?)?)
            .with_static_shared_memory(number(cell()?)?)
            .with_dynamic_shared_memory(number(cell()?)?)
            .with_shared_memory_optin(match cell()? {
                "0" => false,
                "1" => true,
                _ => return None,
            })
            .with_carveout(match cell()? {
                "default" => None,
                percent => Some(number(percent)?),
            })
            .with_barriers(number(cell()?)?);
        let answer = match cell()? {
            "refused" => Answer::Refused,
            blocks => Answer::Blocks(number(blocks)?),
        };
        cells.next().is_none().then_some(Self { kernel, answer })
    }
}

fn number<T: FromStr>(cell: &str) -> Option<T> {
    cell.parse().ok()
}

/// The answers of one driver on one GPU.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DriverAnswers {
    /// The name of the GPU, as the driver gives it.
    pub device: String,
    /// The CUDA version of the driver.
    pub cuda_driver: String,
    /// The compute capability of the GPU.
    pub compute_capability: &'static ComputeCapability,
    /// What was asked, and answered.
    pub rows: Vec<Row>,
}

impl DriverAnswers {
    /// None yet.
    pub fn on(gpu: &Gpu) -> Self {
        Self {
            device: gpu.name.clone(),
            cuda_driver: gpu.driver.clone(),
            compute_capability: gpu.compute_capability,
            rows: Vec::new(),
        }
    }

    /// The rows that we calculate otherwise.
    pub fn differing(&self) -> Vec<&Row> {
        let differs = |row: &&Row| !row.agrees(self.compute_capability);
        self.rows.iter().filter(differs).collect()
    }

    /// Asserts that every answer is what we calculate.
    ///
    /// # Panics
    ///
    /// Where one is not, with the first of them.
    pub fn assert_predicted(&self) {
        let differing = self.differing();
        let lines: Vec<_> = differing
            .iter()
            .take(20)
            .map(|row| format!("{row}: we say {}", row.predicted(self.compute_capability)))
            .collect();
        assert!(
            differing.is_empty(),
            "{}, compute capability {}, CUDA driver {}: {} of {} answers differ, the first of \
             them:\n{}",
            self.device,
            self.compute_capability.name(),
            self.cuda_driver,
            differing.len(),
            self.rows.len(),
            lines.join("\n")
        );
    }

    /// Writes the file, if `OCCUPANCY_RECORD` names a folder for it: a relative one is taken from
    /// the root of the workspace.
    ///
    /// # Panics
    ///
    /// Where it cannot be written.
    pub fn record(&self, subject: &str) {
        let Some(folder) = env::var_os("OCCUPANCY_RECORD") else {
            return;
        };
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../..")
            .join(folder);
        let file = folder.join(self.file_name(subject));
        fs::create_dir_all(&folder)
            .and_then(|()| self.write(fs::File::create(&file)?))
            .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        say(format_args!(
            "recorded {} rows in {}",
            self.rows.len(),
            file.display()
        ));
    }

    /// `nvidia-h200-13.0-carveouts.csv`
    fn file_name(&self, subject: &str) -> String {
        let device: String = self
            .device
            .chars()
            .map(|letter| {
                if letter.is_ascii_alphanumeric() {
                    letter.to_ascii_lowercase()
                } else {
                    '-'
                }
            })
            .collect();
        format!("{device}-{}-{subject}.csv", self.cuda_driver)
    }

    /// Writes all rows.
    ///
    /// # Errors
    ///
    /// Of the writer.
    pub fn write(&self, to: impl Write) -> io::Result<()> {
        let mut csv = csv::WriterBuilder::new().flexible(true).from_writer(to);
        csv.write_record(OF_THE_GPU)?;
        csv.write_record([
            &self.device,
            &self.cuda_driver,
            self.compute_capability.name(),
        ])?;
        csv.write_record(COLUMNS)?;
        for row in &self.rows {
            csv.write_record(row.cells())?;
        }
        csv.flush()
    }

    /// Reads what [`DriverAnswers::write`] wrote.
    ///
    /// # Errors
    ///
    /// [`ReadError`] for a line that is not as that writes it.
    pub fn read(from: impl Read) -> Result<Self, ReadError> {
        let mut csv = csv::ReaderBuilder::new()
            .flexible(true)
            .has_headers(false)
            .from_reader(from);
        let mut records = csv.records();
        let mut line = 0;
        let mut next = || -> Result<Option<(u64, StringRecord)>, ReadError> {
            line += 1;
            let record = records.next().transpose().map_err(ReadError::Csv)?;
            Ok(record.map(|record| (line, record)))
        };
        let mut head = |what| next()?.ok_or(ReadError::Line(0, what));
        if head("no names of the GPU")?.1 != OF_THE_GPU[..] {
            return Err(ReadError::Line(1, "not the names of the GPU's columns"));
        }
        let (line, gpu) = head("no GPU")?;
        let [Some(device), Some(cuda_driver), Some(name), None] = [0, 1, 2, 3].map(|i| gpu.get(i))
        else {
            return Err(ReadError::Line(line, "not the columns of a GPU"));
        };
        let compute_capability = ComputeCapability::ALL
            .iter()
            .find(|cc| cc.name() == name)
            .ok_or(ReadError::Line(line, "an unknown compute capability"))?;
        if head("no names of columns")?.1 != COLUMNS[..] {
            return Err(ReadError::Line(3, "not the names of the columns"));
        }
        let mut answers = Self {
            device: device.to_owned(),
            cuda_driver: cuda_driver.to_owned(),
            compute_capability,
            rows: Vec::new(),
        };
        while let Some((line, record)) = next()? {
            let row = Row::of(&record).ok_or(ReadError::Line(line, "not a row"))?;
            answers.rows.push(row);
        }
        Ok(answers)
    }

    /// The files of `folder`, read, in the order of their names; none where there is no such folder.
    ///
    /// # Panics
    ///
    /// Where one cannot be read.
    pub fn read_all(folder: &Path) -> Vec<(PathBuf, Self)> {
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Vec::new(),
            Err(error) => panic!("{}: {error}", folder.display()),
        };
        let mut files: Vec<_> = entries
            .map(|entry| entry.expect("the folder can be read").path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "csv"))
            .collect();
        files.sort();
        let read = |path: PathBuf| {
            let answers = fs::File::open(&path)
                .map_err(|error| ReadError::Csv(error.into()))
                .and_then(Self::read)
                .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            (path, answers)
        };
        files.into_iter().map(read).collect()
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, cell) in COLUMNS.iter().zip(self.cells()) {
            write!(f, "{name} {cell} ")?;
        }
        Ok(())
    }
}

/// Why a file of rows was not read.
#[derive(Debug)]
pub enum ReadError {
    /// It is not CSV, or cannot be read.
    Csv(csv::Error),
    /// The line of this number, 0 for one that is missing, and what is wrong with it.
    Line(u64, &'static str),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Csv(error) => error.fmt(f),
            Self::Line(0, what) => f.write_str(what),
            Self::Line(line, what) => write!(f, "line {line}: {what}"),
        }
    }
}

impl std::error::Error for ReadError {}
