//! Searches over block sizes, registers and shared memory.

mod block_size;
mod margin;
mod most;

pub(crate) use self::most::between;

pub use self::block_size::{DynamicSharedMemory, PotentialBlockSize, max_potential_block_size};
pub use self::margin::{MARGINS, Margin, margin};
pub use self::most::{max_dynamic_shared_memory, max_registers_per_thread};
