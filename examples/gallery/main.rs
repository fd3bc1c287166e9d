//! Launch configurations that Rust projects write by hand, each with what the check says of it.
//!
//! Every entry cites its source, and has an annotated function for the numbers that pass. Where the
//! numbers as written break a rule, the refusal stands in the function's documentation and as a UI
//! test in `tests/ui/gallery`; the table words it anew, from the same numbers at run time.
//!
//! No project states the registers of its kernels. A figure that is called measured is of nvcc
//! 13.5.37 with `-O3`, for compute capability 8.6 or 9.0, whichever is larger; another compiler
//! gives others. A figure that is called a budget is ours.
//!
//! A verdict is about the numbers (threads, registers, shared memory, grid), not about the project:
//! many of these sizes are far from what a kernel is usually launched for.

mod candle;
mod candle_quantized;
mod cubecl;
mod cuda_oxide;
mod cudarc;
mod custos;
mod dfdx;
mod enough;
mod entry;
mod kaspa_miner;
mod lambdaworks;
mod llama_gguf;
mod luminal;
mod rust_cuda;
mod table;
#[cfg(test)]
mod tests;

use std::error::Error;
use std::process::ExitCode;

use occupancy::GridError;

use crate::entry::Entry;

/// Every entry, one project after another.
fn gallery() -> Result<Vec<Entry>, GridError> {
    let projects = [
        candle::entries()?,
        candle_quantized::entries()?,
        cubecl::entries()?,
        cuda_oxide::entries()?,
        cudarc::entries()?,
        custos::entries()?,
        dfdx::entries()?,
        kaspa_miner::entries()?,
        lambdaworks::entries()?,
        llama_gguf::entries()?,
        luminal::entries()?,
        rust_cuda::entries()?,
    ];
    Ok(projects.into_iter().flatten().collect())
}

/// All that the gallery shows.
fn shown() -> Result<(Vec<Entry>, String), Box<dyn Error>> {
    let entries = gallery()?;
    let text = table::table(&entries) + &enough::table(&enough::bounds()?);
    Ok((entries, text))
}

fn main() -> ExitCode {
    match shown() {
        Ok((entries, text)) => {
            print!("{text}");
            match entries.iter().find(|entry| !entry.holds()) {
                None => ExitCode::SUCCESS,
                Some(entry) => {
                    eprintln!(
                        "{}: the check no longer says what is documented",
                        entry.name
                    );
                    ExitCode::FAILURE
                }
            }
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
