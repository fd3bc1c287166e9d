//! Launch configurations that Rust projects write by hand, each with the result of the check.
//!
//! Every entry cites its source, and has an annotated module with numbers that pass. If the original numbers break a
//! rule, the refusal is in the module's documentation, and in a UI test of `tests/ui/gallery`, which the output quotes.
//!
//! No project states the registers of its kernels. A figure that is called measured is that of nvcc 13.5.37 with `-O3`,
//! for compute capability 8.6 or 9.0, whichever is larger; another compiler gives others. A figure that is called a
//! budget is ours.
//!
//! A verdict is about the numbers (threads, registers, shared memory, grid), not about the project: many of these sizes
//! are far from those of usual launches.

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
mod tract;

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", text()?);
    Ok(())
}

/// Writes every entry, one project after another, and the bounds of the models.
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
        tract::entries(),
    ];
    let mut text = entry::head();
    for entry in projects.iter().flatten() {
        text += &entry.text()?;
    }
    text += &enough::table()?;
    Ok(text)
}
