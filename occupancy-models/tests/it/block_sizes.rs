//! The block-size search against NVIDIA's `cuda_occupancy.h` of CUDA 13.5.

use occupancy_core::{Kernel, Occupancy};
use occupancy_models::{Error, max_potential_block_size};

use crate::rows::{compute_capability, number, rows};

const KIB: u32 = 1024;

/// The block size and the blocks that the function of CUDA returns; the head of the file says how it was made.
const BLOCK_SIZES: &str = include_str!("../block_sizes.csv");

const fn block(threads: u32, registers: u32) -> Kernel {
    Kernel::new((threads, 1, 1), registers)
}

#[test]
fn block_sizes_equal_the_header() {
    let mut rows = rows(BLOCK_SIZES);
    let registers = rows.remove(0);
    for row in &rows {
        let [constant, per_thread, limit] = [1, 2, 3].map(|column| number(row[column]));
        let bytes = |threads| per_thread.saturating_mul(threads).saturating_add(constant);
        for (registers, expected) in registers.iter().zip(row).skip(4) {
            let kernel = block(1, number(registers));
            let found = max_potential_block_size(compute_capability(row[0]), &kernel, bytes, limit);
            let found = found.unwrap().map_or("-".to_owned(), |(threads, blocks)| {
                format!("{threads}x{blocks}")
            });
            assert_eq!(found, *expected, "{registers} registers: {row:?}");
        }
    }
    assert_eq!(
        rows.len(),
        6 * occupancy_core::compute_capabilities::ALL.len()
    );
}

/// Searches with a block that no size fits, and with no block.
#[test]
fn nothing_fits_and_nothing_is_asked() {
    let sm = compute_capability("8.0");
    let search =
        |kernel: Kernel, bytes, limit| max_potential_block_size(sm, &kernel, |_| bytes, limit);
    assert_eq!(search(block(1, 32), 164 * KIB, 1024), Ok(None));
    assert_eq!(search(block(1, 256), 0, 1024), Ok(None));
    assert_eq!(search(block(1, 32), 0, 31), Ok(Some((31, 32))));
    assert_eq!(
        search(block(1, 32), 0, 0).err(),
        Occupancy::new(sm, &block(0, 32)).err().map(Error::Kernel)
    );
    let over = block(1, 32).with_carveout(Some(101));
    assert_eq!(
        search(over, 0, 1024).err(),
        Occupancy::new(sm, &over).err().map(Error::Kernel)
    );
}

/// The block dimensions and the dynamic shared memory of the kernel itself are not looked at.
#[test]
fn a_search_looks_only_at_what_it_does_not_choose() {
    let sm = compute_capability("9.0");
    let stated = Kernel::new((7, 9, 200), 64).with_dynamic_shared_memory(u32::MAX);
    let bytes = |threads| 100 * threads;
    assert_eq!(
        max_potential_block_size(sm, &stated, bytes, 1024),
        max_potential_block_size(sm, &block(1, 64), bytes, 1024)
    );
}
