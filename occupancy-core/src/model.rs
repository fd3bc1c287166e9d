//! Calculations: what an SM holds of a kernel, and what follows from it.

mod cluster;
mod cooperative;
mod facts;
mod occupancy;
mod register_split;
mod tensor_memory;
mod waves;

pub(crate) use self::cluster::max_cluster_size;
pub use self::cooperative::CooperativeGridError;
pub(crate) use self::facts::Facts;
pub(crate) use self::occupancy::binding_limits;
pub use self::occupancy::{BindingLimits, InvalidKernel, Limits, Occupancy, Resource};
pub use self::register_split::{RegisterChange, RegisterSplit, RegisterSplitError, WARPGROUP_SIZE};
pub use self::tensor_memory::{TensorMemory, TensorMemoryError};
pub use self::waves::Waves;
