//! Lexmata/llama-gguf.

use occupancy::launch_config;

use crate::entry::Entry;

/// Attention over the cache, one block a head, in heads of 128.
///
/// Lexmata/llama-gguf `38d1646` (v0.7.1) `src/backend/cuda/gpu_only.rs:649`: dynamic shared memory
/// was 4 bytes for each token in the context, so the configuration grew with every token: over 48
/// KiB at 12,289, and over what any GPU has long before a context of 131,072. (The kernel also
/// wants 4 bytes per thread after them, which were not asked for.)
///
/// ```text
/// [OCC008] 524,288 bytes of shared memory do not fit one block on H100 SXM5 80GB: at most 232,448; GeForce RTX 3090 fails too
/// ```
///
/// The project's own kernel passes, `6e9f194` (v0.14.0) `src/backend/cuda/mod.rs:803`, whose shared memory depends on
/// the head alone. A budget of 64 registers.
#[launch_config(
    arch = ["h100", "rtx3090"],
    threads = 256,
    regs = 64,
    smem = (128 + 256 + 4) * 4,
    grid = 32,
    allow(idle_sms)
)]
mod flash_attention_cached {}

/// The gallery's entries.
pub(crate) fn entries() -> Vec<Entry> {
    vec![Entry::new(
        "llama-gguf-attention",
        FlashAttentionCachedLaunch::CONFIGURATION,
    )]
}
