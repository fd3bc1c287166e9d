//! Occupancy as a filter, for autotuners in any language: it reads launch configurations as CSV, and writes each with
//! its occupancy.
//!
//! ```text
//! $ printf 'id,arch,threads,regs\n7,h100,256,64\n8,h100,256,96\n' | cargo run -q -p occupancy-examples --example sweep
//! id,arch,threads,regs,status,active_blocks,limit_regs,limit_smem,limit_warps,limit_blocks,limit_barriers,limit_virtual,regs_per_block,smem_per_block
//! 7,h100,256,64,0,4,4,228,8,32,,,16384,1024
//! 8,h100,256,96,0,2,2,228,8,32,,,24576,1024
//! ```
//!
//! It needs neither a GPU nor CUDA, and a row costs about a microsecond, so a search over millions of configurations
//! can drop those that cannot run well before it compiles anything. A tuner in Rust has [`Sweep`], which reads no text: a
//! configuration costs less than a nanosecond.
//!
//! [`Sweep`]: occupancy::model::Sweep
//!
//! `arch`, `threads` and `regs` are required; `smem`, `static_smem`, `carveout` and `barriers` are optional. Columns
//! have the names of the attribute's arguments, and any other column is passed on. If there is nothing to calculate,
//! such as for no threads, `status` is 1 and the columns after it are empty; an empty limit does not limit. The first
//! row that cannot be read ends the sweep.

use std::error::Error;
use std::io::{self, Read, Write};

use occupancy::{Arch, Kernel, Occupancy};

/// The columns that are appended.
const RESULTS: [&str; 10] = [
    "status",
    "active_blocks",
    "limit_regs",
    "limit_smem",
    "limit_warps",
    "limit_blocks",
    "limit_barriers",
    "limit_virtual",
    "regs_per_block",
    "smem_per_block",
];

/// The columns that are read.
#[derive(serde::Deserialize)]
struct Row {
    arch: String,
    threads: u32,
    regs: u32,
    smem: Option<u32>,
    static_smem: Option<u32>,
    carveout: Option<u32>,
    barriers: Option<u32>,
}

fn main() -> Result<(), Box<dyn Error>> {
    sweep(io::stdin().lock(), io::stdout().lock())
}

/// Writes every row of `input` with its results.
fn sweep(input: impl Read, output: impl Write) -> Result<(), Box<dyn Error>> {
    let mut input = csv::Reader::from_reader(input);
    let mut output = csv::Writer::from_writer(output);
    let header = input.headers()?.clone();
    output.write_record(header.iter().chain(RESULTS))?;
    for record in input.records() {
        let record = record?;
        let row: Row = record.deserialize(Some(&header))?;
        let arch = Arch::find(&row.arch)?;
        let kernel = Kernel::new((row.threads, 1, 1), row.regs)
            .with_dynamic_shared_memory(row.smem.unwrap_or(0))
            .with_static_shared_memory(row.static_smem.unwrap_or(0))
            .with_carveout(row.carveout)
            .with_barriers(row.barriers.unwrap_or(0));
        let results = match Occupancy::new(arch.multiprocessor(), &kernel) {
            Ok(occupancy) => results(&occupancy),
            Err(_) => std::array::from_fn(|column| (column == 0).then_some(1)),
        };
        let cells = results.map(|number| number.map_or_else(String::new, |it| it.to_string()));
        output.write_record(record.iter().chain(cells.iter().map(String::as_str)))?;
    }
    Ok(output.flush()?)
}

/// Returns a number for each of [`RESULTS`].
fn results(occupancy: &Occupancy) -> [Option<u64>; RESULTS.len()] {
    let limits = &occupancy.limits;
    [
        Some(0),
        Some(occupancy.blocks_per_sm.into()),
        limits.registers.map(u64::from),
        limits.shared_memory.map(u64::from),
        Some(limits.warps.into()),
        limits.block_slots.map(u64::from),
        limits.barriers.map(u64::from),
        limits.virtual_resources.map(u64::from),
        Some(occupancy.registers_per_block),
        Some(occupancy.shared_memory_per_block),
    ]
}

#[cfg(test)]
mod tests {
    use super::sweep;

    fn swept(input: &str) -> Result<String, String> {
        let mut output = Vec::new();
        sweep(input.as_bytes(), &mut output).map_err(|error| error.to_string())?;
        Ok(String::from_utf8(output).unwrap())
    }

    #[test]
    fn the_example_in_the_docs_is_true() {
        let output = swept("id,arch,threads,regs\n7,h100,256,64\n8,h100,256,96\n").unwrap();
        let docs = include_str!("main.rs").replace("//! ", "");
        assert!(docs.contains(&output), "{output}");
    }

    #[test]
    fn optional_columns_count_and_refused_rows_have_a_status() {
        let input = "\
            arch,threads,regs,smem,static_smem,carveout,barriers\n\
            9.0,256,64,100000,,,\n\
            9.0,256,64,,49152,,\n\
            9.0,256,64,4096,,0,\n\
            9.0,256,64,,,,16\n\
            9.0,0,64,,,,\n";
        let output = swept(input).unwrap();
        let results: Vec<&str> = output
            .lines()
            .map(|line| line.splitn(8, ',').last().unwrap())
            .skip(1)
            .collect();
        assert_eq!(
            results,
            [
                "0,2,4,2,8,32,,,16384,101120",
                "0,4,4,4,8,32,,,16384,50176",
                "0,1,4,1,8,32,,,16384,5120",
                "0,4,4,228,8,32,4,,16384,1024",
                "1,,,,,,,,,",
            ]
        );
    }
}
