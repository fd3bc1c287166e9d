//! The searches against NVIDIA's `cuda_occupancy.h` of CUDA 13.5.
//!
//! `vectors/dynamic_shared_memory_13.5.csv` was made by compiling the header with a small driver, device limits as in
//! `compute_capabilities`, the function opted in to all the shared memory of a block (or, where `optin` is 0, with the
//! default limit and 48 KiB), no barriers, no virtual resources. It has, for 1, 2, 3 and 5 resident blocks, what
//! `cudaOccAvailableDynamicSMemPerBlock` answers, or -1 where the header refuses. Each figure was also found by trying
//! every size with `cudaOccMaxActiveBlocksPerMultiprocessor`, and those of 300,000 random kernels by bisecting it: the
//! two functions of the header never disagreed where `maxDynamicSharedSizeBytes` is what the function may really have,
//! so there is no difference to state.

use crate::common::{block, multiprocessor};
use occupancy_core::search::max_dynamic_shared_memory;

const ROWS: &str = include_str!("../vectors/dynamic_shared_memory_13.5.csv");

#[test]
fn dynamic_shared_memory_equals_the_header() {
    let mut rows = 0;
    for row in ROWS.lines().skip(1) {
        let (sm, cells) = row.split_once(',').expect("a compute capability");
        let numbers: Vec<i64> = cells
            .split(',')
            .map(|cell| cell.parse().expect("a number"))
            .collect();
        let number = |column: usize| u32::try_from(numbers[column]).unwrap();
        // A carve-out of 100 percent is the same as the default.
        let kernel = block(number(0), number(1))
            .with_static_shared_memory(number(2))
            .with_shared_memory_optin(number(3) == 1)
            .with_carveout(Some(number(4)));
        for (resident, &bytes) in [1, 2, 3, 5].into_iter().zip(&numbers[5..]) {
            assert_eq!(
                max_dynamic_shared_memory(multiprocessor(sm), &kernel, resident),
                u32::try_from(bytes).ok(),
                "{resident} blocks of {row}"
            );
        }
        rows += 1;
    }
    assert_eq!(rows, 7 * occupancy_core::compute_capabilities::ALL.len());
}
