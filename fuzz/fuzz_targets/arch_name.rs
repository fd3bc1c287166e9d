//! Any text names a GPU, or is an error that suggests GPUs. Spelling does not change which.
#![no_main]

use libfuzzer_sys::fuzz_target;
use occupancy_core::Arch;

fuzz_target!(|text: &str| {
    match Arch::find(text) {
        Ok(arch) => {
            assert_eq!(Arch::find(arch.name()), Ok(arch));
            assert_eq!(Arch::find(&text.to_ascii_uppercase()), Ok(arch));
            assert_eq!(Arch::find(&format!(" {text}-")), Ok(arch));
        }
        Err(unknown) => {
            let nearest = unknown.nearest();
            assert!(!nearest.is_empty());
            for name in nearest {
                assert!(Arch::find(name).is_ok(), "{name}");
            }
            assert!(!unknown.to_string().is_empty());
        }
    }
});
