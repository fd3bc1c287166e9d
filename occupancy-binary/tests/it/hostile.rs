//! Files with changed bytes: whatever they are, there is an answer or an error, in bounded
//! time and memory.
//!
//! `OCCUPANCY_MUTATIONS=5000000 cargo test --release -p occupancy-binary --test it hostile` takes as many as
//! it says; each run makes the same ones.
use std::time::{Duration, Instant};
use std::{env, fs};

use crate::common::{archive, coff, pe};
use occupancy_binary::ptx;
use occupancy_binary::{Decoder, EntryKind, File, Limits, compiled, usage};
use occupancy_core::{Arch, Configuration, Kernel};

/// Files that are changed in a run without `OCCUPANCY_MUTATIONS`.
const FEW: u64 = if cfg!(debug_assertions) {
    5_000
} else {
    20_000
};

/// Bytes of memory of the process at most: far over what the limits add up to, and far below what a
/// file can state.
const MEMORY: u64 = 512 << 20;

/// Each file, without optimization and on a busy machine.
const SLOWEST: Duration = Duration::from_secs(30);

/// Xorshift64*.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, end: usize) -> usize {
        if end == 0 {
            return 0;
        }
        usize::try_from(self.next() % end as u64).unwrap()
    }
}

fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = vec![
        fixture!("sm_80-abi7.cubin").to_vec(),
        fixture!("sm_90.cubin").to_vec(),
        fixture!("kernels.ptx").to_vec(),
        fixture!("raw.fatbin").to_vec(),
        fixture!("lz4.fatbin").to_vec(),
        fixture!("zstd.fatbin").to_vec(),
        fixture!("concat.fatbin").to_vec(),
        fixture!("kernels.o").to_vec(),
        fixture!("libkernels.a").to_vec(),
        fixture!("libkernels.so").to_vec(),
    ];
    let object = coff(&[(".nv_fatbin", fixture!("zstd.fatbin"))]);
    seeds.push(pe(fixture!("lz4.fatbin")));
    seeds.push(archive(&[
        ("kernels.obj", &object),
        ("kernels.ptx", fixture!("kernels.ptx")),
        ("kernels.fatbin", fixture!("concat.fatbin")),
    ]));
    seeds.push(object);
    seeds
}

/// Numbers at the edges of what a field can have.
const EDGES: [u64; 12] = [
    0,
    1,
    7,
    0x7f,
    0xff,
    0x7fff,
    0xffff,
    0x7fff_ffff,
    0xffff_ffff,
    0x1_0000_0000,
    i64::MAX as u64,
    u64::MAX,
];

/// Changes a file in one to four ways.
fn mutate(bytes: &mut Vec<u8>, seeds: &[Vec<u8>], random: &mut Random) {
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len());
        match random.below(8) {
            0 => bytes.truncate(at),
            1 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << random.below(8);
                }
            }
            2 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = random.next().to_le_bytes()[0];
                }
            }
            // A field, at its alignment: of headers more often than of the rest.
            3 | 4 => {
                let width = [2, 4, 8][random.below(3)];
                let end = [256, bytes.len()][random.below(2)];
                let start = random.below(end);
                let start = start / width * width;
                let near = (bytes.len() as u64)
                    .wrapping_add(random.next() % 64)
                    .wrapping_sub(32);
                let number = match random.below(3) {
                    0 => near,
                    _ => EDGES[random.below(EDGES.len())],
                };
                if let Some(field) = bytes.get_mut(start..start + width) {
                    field.copy_from_slice(&number.to_le_bytes()[..width]);
                }
            }
            // A piece of itself in another place.
            5 => {
                let from = random.below(bytes.len());
                let len = random
                    .below(64)
                    .min(bytes.len() - from.max(at).min(bytes.len()));
                bytes.copy_within(from..from + len, at);
            }
            // A piece of another file.
            6 => {
                let other = &seeds[random.below(seeds.len())];
                let from = random.below(other.len());
                let piece = &other[from..other.len().min(from + random.below(200))];
                let end = bytes.len().min(at + piece.len());
                bytes.splice(at..end, piece.iter().copied());
            }
            _ => {
                let len = random.below(32);
                let end = bytes.len().min(at + len);
                bytes.drain(at..end);
            }
        }
    }
}

/// Calls everything that reads a file, and counts its kernels.
fn read(bytes: &[u8], configuration: &Configuration<'_>) -> u64 {
    let Ok(file) = File::new(bytes) else {
        return 0;
    };
    let limits = Limits {
        entry: 1 << 20,
        total: 8 << 20,
    };
    let mut decoder = Decoder::with_limits(limits);
    let mut found = 0;
    let mut entries = 0_usize;
    for entry in file.entries() {
        entries += 1;
        // The smallest header of one is of 60 bytes, in an archive.
        assert!(entries <= bytes.len() / 30 + 2, "more than fit");
        let Ok(entry) = entry else {
            continue;
        };
        assert!(!entry.target().is_empty());
        match entry.kind {
            EntryKind::Cubin => {
                let Ok(image) = decoder.image(&entry) else {
                    continue;
                };
                found += image.kernels().flatten().count() as u64;
            }
            EntryKind::Ptx => {
                let Ok(text) = decoder.ptx(&entry) else {
                    continue;
                };
                let Ok(module) = ptx::Module::new(text) else {
                    continue;
                };
                let kernels = module.entries().iter();
                found += kernels
                    .filter(|kernel| module.usage(kernel).is_ok())
                    .count() as u64;
            }
            _ => assert!(decoder.decode(&entry).map_or(0, <[u8]>::len) <= 1 << 20),
        }
    }
    if let Err(error) = usage(&file, &mut decoder, (9, 0), "dot") {
        assert!(!error.to_string().is_empty());
    }
    if let Err(error) = compiled::check(configuration, bytes, "saxpy") {
        assert!(!error.to_string().is_empty());
    }
    found
}

#[test]
fn changed_files_are_read_or_refused() {
    let count = match env::var("OCCUPANCY_MUTATIONS") {
        Ok(count) => count.parse().expect("OCCUPANCY_MUTATIONS is a number"),
        Err(_) => FEW,
    };
    let archs = [Arch::find("h100").unwrap(), Arch::find("a100").unwrap()];
    let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 32));
    let seeds = seeds();
    let whole: u64 = seeds.iter().map(|seed| read(seed, &configuration)).sum();
    // Of nine kernels in three targets each, and fewer in what has fewer.
    assert_eq!(whole, 98);

    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut found, mut slowest) = (0, Duration::ZERO);
    for number in 0..count {
        let mut bytes = seeds[random.below(seeds.len())].clone();
        mutate(&mut bytes, &seeds, &mut random);
        let start = Instant::now();
        found += read(&bytes, &configuration);
        let taken = start.elapsed();
        slowest = slowest.max(taken);
        assert!(taken < SLOWEST, "file {number} took {taken:?}");
    }
    let memory = memory();
    println!(
        "{count} files, {found} kernels in them, the slowest in {slowest:?}, {:?} MiB at most",
        memory.map(|bytes| bytes >> 20)
    );
    assert!(
        found > count / 2,
        "most of the changes are in what is not read"
    );
    assert!(memory.is_none_or(|bytes| bytes < MEMORY), "{memory:?}");
}

/// The most memory that the process has had, where the system tells.
fn memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes << 10)
}
