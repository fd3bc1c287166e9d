//! Any text names a GPU or a range of them, or is an error that suggests some. Spelling does not change which.
#![no_main]

use libfuzzer_sys::fuzz_target;
use occupancy_core::Arch;

fuzz_target!(|text: &str| {
    match Arch::range(text) {
        Ok(archs) => {
            let (first, past) = Arch::places(archs).unwrap();
            assert_eq!(Arch::at(first, past), archs);
            assert_eq!(Arch::range(&text.to_ascii_uppercase()), Ok(archs));
        }
        Err(unknown) => {
            let nearest = unknown.nearest_range().unwrap();
            assert!(Arch::range(nearest.as_str()).is_ok(), "{nearest}");
        }
    }
    match Arch::find(text) {
        Ok(arch) => {
            assert_eq!(Arch::find(arch.name()), Ok(arch));
            assert_eq!(Arch::find(&text.to_ascii_uppercase()), Ok(arch));
            assert_eq!(Arch::find(&format!(" {text}-")), Ok(arch));
        }
        Err(unknown) => {
            let nearest = unknown.nearest();
            assert!(!nearest.is_empty() || Arch::is_range(text));
            for name in nearest {
                assert!(Arch::find(name).is_ok(), "{name}");
            }
            assert!(!unknown.to_string().is_empty());
        }
    }
});
