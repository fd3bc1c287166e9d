//! Launch configurations that Rust projects write by hand, each with what the check says of it.
//!
//! Every entry cites its source, and has an annotated module for the numbers that pass. Where the
//! numbers as written break a rule, the refusal stands in the module's documentation and as a UI
//! test in `tests/ui/gallery`, which the table quotes.
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
#[cfg(test)]
mod tests;

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", text()?);
    Ok(())
}

/// All that the gallery shows: every entry, one project after another, and what the models say.
fn text() -> Result<String, Box<dyn Error>> {
    let projects = [
        candle::entries(),
        candle_quantized::entries(),
        cubecl::entries(),
        cuda_oxide::entries(),
        cudarc::entries(),
        custos::entries(),
        dfdx::entries(),
        kaspa_miner::entries(),
        lambdaworks::entries(),
        llama_gguf::entries(),
        luminal::entries(),
        rust_cuda::entries(),
    ];
    let mut text = entry::head();
    for entry in projects.iter().flatten() {
        text += &entry.text()?;
    }
    text += &enough::table()?;
    Ok(text)
}
