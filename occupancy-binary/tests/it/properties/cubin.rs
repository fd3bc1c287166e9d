//! Reading holds for every binary: mutated cubins and fat binaries are read or refused, and nothing
//! panics, overflows or takes long.
//!
//! `OCCUPANCY_MUTATIONS` makes it longer than CI has time for:
//!
//! ```sh
//! CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS=true OCCUPANCY_MUTATIONS=10000000 \
//!     cargo test --release --package occupancy-binary --test it mutated -- --nocapture
//! ```

use std::env;
use std::time::{Duration, Instant};

use occupancy_binary::Error;
use occupancy_binary::cubin::{Image, entries, usage, usage_for};
use proptest::prelude::Rng as _;
use proptest::test_runner::{RngAlgorithm, TestRng};

/// Mutated files where `OCCUPANCY_MUTATIONS` does not say how many.
const MUTATIONS: u32 = if cfg!(debug_assertions) {
    20_000
} else {
    100_000
};

macro_rules! fixtures {
    ($($file:literal)+) => {
        [$(include_bytes!(concat!("../../../../tests/fixtures/cubins/", $file))),+]
    };
}

/// Both layouts, a relocatable file and a fat binary.
const FILES: [&[u8]; 9] = fixtures![
    "saxpy-sm_80-12.4.cubin"
    "saxpy-sm_90-11.8.cubin"
    "cluster-sm_90-12.4.cubin"
    "saxpy-sm_100-12.8.cubin"
    "saxpy-sm_90-13-relocatable.cubin"
    "spilling-sm_90-13.cubin"
    "cluster-sm_100-13.cubin"
    "tensor-sm_100a-13.cubin"
    "saxpy-13.fatbin"
];

/// Random numbers, the same on every run.
struct Random(TestRng);

impl Random {
    fn new() -> Self {
        Self(TestRng::deterministic_rng(RngAlgorithm::ChaCha))
    }

    /// Below `end`, which is not 0.
    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.0.next_u64() % end as u64).unwrap()
    }

    /// A number that is at an edge of something, or any.
    fn number(&mut self, len: usize) -> u64 {
        let any = self.0.next_u64();
        match self.below(8) {
            0 => 0,
            1 => u64::MAX,
            2 => u64::MAX << self.below(64),
            3 => 1 << self.below(64),
            4 => len as u64,
            5 => (len as u64).wrapping_sub(any % 64),
            6 => any % (len as u64 + 1),
            _ => any,
        }
    }
}

/// Changes a file at one place, more often where its structure is than anywhere.
fn mutate(file: &mut Vec<u8>, random: &mut Random) {
    let len = file.len();
    if len < 128 {
        return;
    }
    match random.below(16) {
        0 => {
            let at = random.below(len);
            file[at] ^= 1 << random.below(8);
        }
        1 => file.truncate(random.below(len)),
        2 => {
            let (at, count) = (random.below(len), random.below(64));
            file.splice(at..at, std::iter::repeat_n(0, count));
        }
        3 => {
            let at = random.below(len);
            let end = (at + random.below(64)).min(len);
            file.drain(at..end);
        }
        // A part of the file, or of another one, in another place.
        4 | 5 => {
            let other = FILES[random.below(FILES.len())];
            let count = random.below(256).min(other.len());
            let from = random.below(other.len() - count + 1);
            let at = random.below(len - count.min(len) + 1);
            let end = (at + count).min(len);
            file[at..end].copy_from_slice(&other[from..][..end - at]);
        }
        // A number somewhere, in the header, or in what is listed at the end.
        choice => {
            let start = match choice {
                6 | 7 => random.below(len),
                8 | 9 => random.below(128),
                _ => place(file, random),
            };
            let (size, number) = (1 << random.below(4), random.number(len));
            let end = (start + size).min(len);
            let start = start.min(end);
            file[start..end].copy_from_slice(&number.to_le_bytes()[..end - start]);
        }
    }
}

/// A field of a section header, or of what such a header refers to.
fn place(file: &[u8], random: &mut Random) -> usize {
    let start = match file {
        [0x7f, ..] => 0,
        // The cubin of the fat binary.
        _ => file
            .windows(4)
            .position(|bytes| bytes == b"\x7fELF")
            .unwrap_or(0),
    };
    let word = |at: usize| {
        let bytes = file.get(at..).and_then(<[u8]>::first_chunk);
        bytes.map_or(0, |bytes| u64::from_le_bytes(*bytes))
    };
    let inside = |at: u64| usize::try_from(at).unwrap_or(0) % file.len();
    let count = word(start + 60) & 0xffff;
    let section = random.0.next_u64() % count.max(1);
    let header = inside(word(start + 40).wrapping_add(64 * section)) + start;
    if random.below(2) == 0 {
        return (header + random.below(64)).min(file.len() - 1);
    }
    let size = word(header + 32);
    let offset = random.0.next_u64() % size.max(1);
    (inside(word(header + 24).wrapping_add(offset)) + start).min(file.len() - 1)
}

/// What an error has to say, whatever the file.
fn says_what_to_do(error: &Error) {
    let words = error.to_string();
    assert!(words.contains("\nhelp: "), "{words}");
}

/// Reads a file in every way there is; how many kernels were read.
fn read(file: &[u8]) -> usize {
    let take = |image: Image<'_>| {
        let mut count = 0;
        for kernel in image.kernels() {
            match kernel {
                Ok(kernel) => {
                    // A name of the file, and not of another place.
                    assert!(file.as_ptr_range().contains(&kernel.name.as_ptr()));
                    let alone = image.usage(kernel.name);
                    match alone {
                        Ok(alone) => assert_eq!(alone, kernel),
                        // Two kernels of one name, or one that is read before it is broken.
                        Err(error) => says_what_to_do(&error),
                    }
                    count += 1;
                }
                Err(error) => says_what_to_do(&error),
            }
        }
        count
    };
    let mut count = 0;
    if let Ok(image) = Image::new(file) {
        count += take(image);
    }
    for entry in entries(file) {
        let entry = entry.map_err(|(_, error)| error);
        match entry.and_then(|entry| entry.image()) {
            Ok(image) => count += take(image),
            Err(error) => says_what_to_do(&error),
        }
    }
    for kernel in ["saxpy", "blas::reversed", "saxpi", ""] {
        if let Err(error) = usage(file, kernel) {
            says_what_to_do(&error);
        }
        if let Err(error) = usage_for(file, (8, 0), kernel) {
            says_what_to_do(&error);
        }
    }
    count
}

#[test]
fn mutated_binaries_are_read_or_refused() {
    let mutations = env::var("OCCUPANCY_MUTATIONS").map_or(MUTATIONS, |mutations| {
        mutations.parse().expect("OCCUPANCY_MUTATIONS is a number")
    });
    let mut random = Random::new();
    let (mut kernels, mut broken, mut slowest) = (0_u64, 0_u32, Duration::ZERO);
    let mut file = Vec::new();
    for i in 0..mutations {
        file.clear();
        file.extend_from_slice(FILES[i as usize % FILES.len()]);
        for _ in 0..=random.below(6) {
            mutate(&mut file, &mut random);
        }
        let started = Instant::now();
        let count = read(&file);
        slowest = slowest.max(started.elapsed());
        kernels += count as u64;
        broken += u32::from(count == 0);
    }
    println!(
        "{mutations} files: {broken} without a kernel, {kernels} kernels; {slowest:?} at most"
    );
    // Files of 10 KB, in a build that is not optimized, on a machine that is busy.
    assert!(slowest < Duration::from_secs(10), "{slowest:?}");
    // The mutations are neither all fatal nor all harmless.
    assert!(
        broken > mutations / 20 && broken < mutations / 20 * 19,
        "{broken}"
    );
    assert!(kernels > u64::from(mutations) / 20);
}
