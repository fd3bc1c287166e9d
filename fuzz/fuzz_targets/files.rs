//! Any bytes are read or refused, by all readers of files, and each kernel reads the same alone.
#![no_main]

use libfuzzer_sys::fuzz_target;
use occupancy_binary::cubin::{Image, Images};
use occupancy_binary::{Decoder, File, Limits, usage_on};
use occupancy_core::compute_capabilities::SM_90;
use occupancy_core::targets;

fn read(image: &Image<'_>) {
    for kernel in image.kernels().flatten() {
        // Two kernels may have one name.
        if let Ok(alone) = image.usage(kernel.name) {
            assert_eq!(alone, kernel);
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    if let Ok(image) = Image::new(bytes) {
        read(&image);
    }
    if let Ok(images) = Images::new(bytes) {
        _ = images.usage_on(&targets::GFX942, "saxpy");
        _ = images.usage_on(&SM_90, "saxpy");
    }
    let Ok(file) = File::new(bytes) else {
        return;
    };
    let mut decoder = Decoder::with_limits(Limits {
        entry: 1 << 20,
        total: 8 << 20,
    });
    for entry in file.entries().flatten() {
        if let Ok(image) = decoder.image(&entry) {
            read(&image);
        }
        _ = decoder.ptx(&entry);
    }
    _ = usage_on(&file, &mut decoder, &targets::GFX90A, "saxpy");
});
