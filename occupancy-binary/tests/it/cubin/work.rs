//! The work of reading is bounded.

use std::time::Instant;

use occupancy_binary::cubin::{Image, usage};

use super::builder::{Cubin, SYMBOLS};
use super::described::damage;

/// Half a million kernels, all of one name of a megabyte, and all of the same section: that would take hours.
#[test]
fn a_file_whose_parts_all_refer_to_the_same_is_refused() {
    let mut cubin = Cubin::new(80);
    cubin.kernel(&"k".repeat(1 << 20));
    let symbols = &mut cubin.sections[SYMBOLS].content;
    let kernel = symbols.split_off(24);
    symbols.extend(kernel.repeat(500_000));
    let file = cubin.bytes();
    let started = Instant::now();
    // No name of a megabyte is compared with more than its beginning.
    let error = usage(&file, "saxpy").unwrap_err();
    assert!(
        error.to_string().ends_with("help: there are more"),
        "{error}"
    );
    let kernels = Image::new(&file).unwrap().kernels();
    let error = kernels.last().unwrap().unwrap_err();
    let (fault, _) = damage(&error).unwrap();
    assert_eq!(fault, "its parts refer to each other too often");
    assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
}

/// An honest file is read to its end, however many kernels it has.
#[test]
fn thousands_of_kernels() {
    let mut cubin = Cubin::new(80);
    cubin.kernel("_Z6kernelv");
    let symbols = &mut cubin.sections[SYMBOLS].content;
    let kernel = symbols.split_off(24);
    symbols.extend(kernel.repeat(30_000));
    let file = cubin.bytes();
    assert_eq!(
        Image::new(&file).unwrap().kernels().flatten().count(),
        30_000
    );
}
