//! Calculations: what an SM holds of a kernel, and what follows from it.

pub(crate) mod cluster;
mod cooperative;
mod occupancy;
mod register_split;
mod tensor_memory;
mod waves;

pub use self::cooperative::CooperativeGridError;
pub use self::occupancy::{BindingLimits, InvalidKernel, Limits, Occupancy, Resource};
pub use self::register_split::{RegisterChange, RegisterSplit, RegisterSplitError, WARPGROUP_SIZE};
pub use self::tensor_memory::{TensorMemory, TensorMemoryError};
pub use self::waves::Waves;
