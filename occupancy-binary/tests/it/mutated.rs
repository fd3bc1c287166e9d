//! Files with changed bytes: whatever they are, there is an answer or an error that says what to do, in bounded time
//! and memory, and nothing panics or overflows.
//!
//! Each run makes the same ones. As many as one likes:
//!
//! ```sh
//! CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS=true OCCUPANCY_MUTATIONS=10000000 \
//!     cargo test --release --package occupancy-binary --test it mutated -- --nocapture
//! ```

use std::time::{Duration, Instant};
use std::{env, fs};

use occupancy_binary::cubin::{self, Image, Images};
use occupancy_binary::ptx::Module;
use occupancy_binary::{Decoder, EntryKind, Error, File, Limits, compiled, usage_on};
use occupancy_core::compute_capabilities::{SM_80, SM_90};
use occupancy_core::{Arch, Configuration, Kernel};
use proptest::prelude::Rng as _;
use proptest::test_runner::{RngAlgorithm, TestRng};

use crate::common::{FILES, cubins, file};

/// Files where `OCCUPANCY_MUTATIONS` does not say how many.
const FEW: u32 = if cfg!(debug_assertions) {
    10_000
} else {
    100_000
};

/// Bytes of memory of the process at most: far over what the limits add up to, and far below what a
/// file can state.
const MEMORY: u64 = 512 << 20;

/// Each file, without optimization and on a busy machine.
const SLOWEST: Duration = Duration::from_secs(30);

struct Random(TestRng);

impl Random {
    /// Below `end`; 0 if that is 0.
    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.0.next_u64() % end.max(1) as u64).unwrap()
    }

    /// A number that is at an edge of something, or any.
    fn number(&mut self, len: usize) -> u64 {
        let any = self.0.next_u64();
        match self.below(8) {
            0 => 0,
            1 => u64::MAX,
            2 => u64::MAX << self.below(64),
            3 => 1 << self.below(64),
            4 => (1_u64 << self.below(64)).wrapping_sub(1),
            5 => (len as u64).wrapping_add(any % 64).wrapping_sub(32),
            6 => any % (len as u64 + 1),
            _ => any,
        }
    }
}

/// Changes a file at one place, more often where its structure is than anywhere.
fn mutate(bytes: &mut Vec<u8>, seeds: &[Vec<u8>], random: &mut Random) {
    let len = bytes.len();
    let at = random.below(len);
    let end = (at + random.below(64)).min(len);
    match random.below(16) {
        0 => bytes.truncate(at),
        1 => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << random.below(8);
            }
        }
        2 => drop(bytes.splice(at..at, vec![0; end - at])),
        3 => drop(bytes.drain(at..end)),
        // A piece of the file, or of another one, in another place.
        4 => bytes.copy_within(at..end, random.below(len - (end - at) + 1)),
        5 | 6 => {
            let other = &seeds[random.below(seeds.len())];
            let from = random.below(other.len());
            let piece = &other[from..(from + random.below(200)).min(other.len())];
            bytes.splice(at..(at + piece.len()).min(len), piece.iter().copied());
        }
        // A number somewhere, in the header, or in what is listed at the end.
        choice => {
            let at = match choice {
                7 | 8 => at,
                9 | 10 => random.below(256).min(len),
                _ => place(bytes, random).min(len),
            };
            let end = (at + (1 << random.below(4))).min(len);
            let number = random.number(len).to_le_bytes();
            bytes[at..end].copy_from_slice(&number[..end - at]);
        }
    }
}

/// A field of a section header, or of what such a header refers to.
fn place(bytes: &[u8], random: &mut Random) -> usize {
    // The cubin of a fat binary.
    let start = bytes
        .windows(4)
        .position(|bytes| bytes == b"\x7fELF")
        .unwrap_or(0);
    let word = |at: usize| {
        let bytes = bytes.get(at..).and_then(<[u8]>::first_chunk);
        bytes.map_or(0, |bytes| u64::from_le_bytes(*bytes))
    };
    let inside = |at: u64| start + usize::try_from(at).unwrap() % bytes.len().max(1);
    let section = random.0.next_u64() % (word(start + 60) & 0xffff).max(1);
    let header = inside(word(start + 40).wrapping_add(64 * section));
    if random.below(2) == 0 {
        return header + random.below(64);
    }
    let offset = random.0.next_u64() % word(header + 32).max(1);
    inside(word(header + 24).wrapping_add(offset))
}

/// Counts the kernels of an image, and asserts that each reads the same alone.
fn kernels(image: &Image<'_>) -> u32 {
    let mut count = 0;
    for kernel in image.kernels().filter_map(answered) {
        // Two kernels may have one name, or one that is read before it is broken.
        if let Some(alone) = answered(image.usage(kernel.name)) {
            assert_eq!(alone, kernel);
        }
        count += 1;
    }
    count
}

/// The answer, or an error that says what to do.
fn answered<T>(result: Result<T, Error>) -> Option<T> {
    if let Err(error) = &result {
        let text = error.to_string();
        assert!(text.contains("help: "), "{text}");
    }
    result.ok()
}

/// Reads a file in every way that there is; how many kernels were read.
fn read(bytes: &[u8], configuration: &Configuration<'_>) -> u32 {
    let mut found = answered(Image::new(bytes)).map_or(0, |image| kernels(&image));
    for entry in cubin::entries(bytes) {
        let image = entry
            .map_err(|(_, error)| error)
            .and_then(|entry| entry.image());
        found += answered(image).map_or(0, |image| kernels(&image));
    }
    for kernel in ["saxpy", "blas::reversed", "saxpi", ""] {
        answered(cubin::usage(bytes, kernel));
        answered(Images::new(bytes).and_then(|images| images.usage_on(&SM_80, kernel)));
    }
    answered(compiled::check(configuration, bytes, "saxpy"));
    let Some(file) = answered(File::new(bytes)) else {
        return found;
    };
    let limits = Limits {
        entry: 1 << 20,
        total: 8 << 20,
    };
    let mut decoder = Decoder::with_limits(limits);
    let entries = file.entries();
    // The smallest header of one is of 24 bytes, in a bundle, of which each byte unpacks to at most four of the list.
    assert!(entries.len() <= bytes.len() / 6 + 2, "more than fit");
    for entry in entries.filter_map(answered) {
        assert!(!entry.target().is_empty());
        match entry.kind {
            EntryKind::Cubin | EntryKind::CodeObject => {
                found += answered(decoder.image(&entry)).map_or(0, |image| kernels(&image));
            }
            EntryKind::Ptx => {
                let text = answered(decoder.ptx(&entry));
                if let Some(module) = text.and_then(|text| answered(Module::new(text))) {
                    let kernels = module.entries().iter();
                    found += kernels
                        .filter_map(|kernel| answered(module.usage(kernel)))
                        .map(|_| 1)
                        .sum::<u32>();
                }
            }
            _ => assert!(decoder.decode(&entry).map_or(0, <[u8]>::len) <= 1 << 20),
        }
    }
    answered(usage_on(&file, &mut decoder, &SM_90, "dot"));
    found
}

#[test]
fn mutated_files_are_read_or_refused() {
    let count = env::var("OCCUPANCY_MUTATIONS").map_or(FEW, |count| {
        count.parse().expect("OCCUPANCY_MUTATIONS is a number")
    });
    let archs = [Arch::find("h100").unwrap(), Arch::find("a100").unwrap()];
    let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 32));
    let mut seeds: Vec<_> = FILES.iter().map(|words| file(words)).collect();
    seeds.push(file("kernels.ptx"));
    seeds.extend(cubins().into_iter().map(|(_, bytes)| bytes));
    for seed in &seeds {
        assert!(read(seed, &configuration) > 0);
    }
    let mut random = Random(TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let (mut kernels, mut broken, mut slowest) = (0, 0, Duration::ZERO);
    for number in 0..count {
        let mut bytes = seeds[random.below(seeds.len())].clone();
        for _ in 0..=random.below(6) {
            mutate(&mut bytes, &seeds, &mut random);
        }
        let start = Instant::now();
        let found = read(&bytes, &configuration);
        let taken = start.elapsed();
        assert!(taken < SLOWEST, "file {number} took {taken:?}");
        slowest = slowest.max(taken);
        kernels += found;
        broken += u32::from(found == 0);
    }
    let memory = memory();
    println!(
        "{count} files: {broken} without a kernel, {kernels} kernels; {slowest:?} and {:?} MiB at most",
        memory.map(|bytes| bytes >> 20)
    );
    // The mutations are neither all fatal nor all harmless.
    assert!(broken > count / 20 && broken < count / 20 * 19, "{broken}");
    assert!(memory.is_none_or(|bytes| bytes < MEMORY), "{memory:?}");
}

/// The most memory that the process has had, where the system tells.
fn memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes << 10)
}
