//! Calculations on 9.0: a search, and others beside those of NVIDIA's header, in turns, with the ratios of the best times:
//! `cargo bench -p occupancy-benches --bench occupancy`.
//!
//! `OCCUPANCY_HEADER` names the folder of `cuda_occupancy.h`: NVIDIA's package `nvidia-cuda-runtime` has it, and so does
//! the CUDA Toolkit. `header.cpp` is compiled against it with `-O3`.

use std::error::Error;
use std::hint::black_box;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;
use std::{env, fs};

use occupancy::compute_capabilities::SM_90;
use occupancy::model::{OccupancyTables, Point};
use occupancy::{Kernel, Occupancy};

use self::random::Random;

#[path = "../occupancy-core/tests/it/random.rs"]
mod random;

impl Random {
    /// A number below `limit`.
    fn below(&mut self, limit: u32) -> u32 {
        self.small(0, limit - 1)
    }

    /// A kernel with usual figures, and now and then a carve-out, barriers, or more than fits.
    fn kernel(&mut self) -> Kernel {
        let (threads, registers) = (1 + self.below(1024), 1 + self.below(255));
        Kernel::new((threads, 1, 1), registers)
            .with_vgprs(registers)
            .with_static_shared_memory(1024 * self.below(16))
            .with_dynamic_shared_memory(256 * self.below(400))
            .with_carveout(match self.below(8) {
                0 => Some(self.below(101)),
                _ => None,
            })
            .with_barriers(self.below(17))
    }
}

/// Kernels that are calculated one by one: no branch predictor learns them by heart.
const KERNELS: usize = 1 << 14;

/// How often both sides take turns.
const TURNS: usize = 5;

/// The best nanoseconds of one calculation, and the sum of all blocks.
type Measured = (f64, u64);

/// What is calculated, and the nanoseconds of the header and of this crate.
type Row = (&'static str, f64, f64);

/// Prints the time of the search, and the comparison, or why there is none. It panics if the sums of the blocks differ.
fn main() {
    println!("\n9.0, milliseconds");
    println!("the best of 10^9 kernels{:16.2}", search() / 1e6);
    match measure() {
        Ok(rows) => {
            println!("\n9.0, nanoseconds: NVIDIA's header, here, ratio");
            for (name, header, here) in rows {
                println!("{name:32}{header:8.2}{here:8.2}{:8.2} ×", here / header);
            }
        }
        Err(reason) => println!("\nnot compared with NVIDIA's header: {reason}"),
    }
}

fn measure() -> Result<[Row; 3], Box<dyn Error>> {
    let folder = env::var_os("OCCUPANCY_HEADER").ok_or("`OCCUPANCY_HEADER` names no folder")?;
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("header");
    fs::create_dir_all(env!("CARGO_TARGET_TMPDIR"))?;
    let compiler = env::var_os("CXX").unwrap_or_else(|| "c++".into());
    let built = Command::new(compiler)
        .args(["-std=c++11", "-O3", "-I"])
        .arg(folder)
        .arg(package.join("header.cpp"))
        .arg("-o")
        .arg(&program)
        .output()?;
    if !built.status.success() {
        return Err(String::from_utf8_lossy(&built.stderr).into());
    }

    let mut random = Random::new();
    let kernels: Vec<Kernel> = (0..KERNELS).map(|_| random.kernel()).collect();
    let tables = black_box(OccupancyTables::new(black_box(&SM_90)));
    let sweep = tables
        .sweep(black_box(Kernel::new((1, 1, 1), 1).with_barriers(1)))
        .threads((32..=1024).step_by(32))
        .registers(16..=255)
        .dynamic_shared_memory((0..200).map(|kib| kib * 1024));
    let points = 32 * 240 * 200;
    let blocks = |point: Point| u64::from(point.blocks_per_sm);
    let resident = |occupancy: &Result<Occupancy, _>| match occupancy {
        Ok(occupancy) => u64::from(occupancy.blocks_per_sm),
        Err(_) => 0,
    };

    let mut best = [(f64::INFINITY, 0); 5];
    for _ in 0..TURNS {
        let [evaluation, loops] = of_header(&program, &kernels)?;
        let turn = [
            evaluation,
            best_of(60, KERNELS, || {
                let all = black_box(&kernels).iter();
                all.map(|kernel| resident(black_box(&tables.occupancy(kernel))))
                    .sum()
            }),
            best_of(60, KERNELS, || {
                let all = black_box(&kernels).iter();
                all.map(|kernel| resident(black_box(&Occupancy::new(&SM_90, kernel))))
                    .sum()
            }),
            loops,
            best_of(20, points, || black_box(&sweep).points().map(blocks).sum()),
        ];
        for (best, turn) in best.iter_mut().zip(turn) {
            *best = (turn.0.min(best.0), turn.1);
        }
    }
    let [evaluation, prepared, alone, loops, swept] = best;
    assert_eq!(
        [prepared.1, alone.1],
        [evaluation.1; 2],
        "other blocks than the header's"
    );
    assert_eq!(swept.1, loops.1, "other blocks than the header's");
    Ok([
        ("one kernel, with tables", evaluation.0, prepared.0),
        ("one kernel, without", evaluation.0, alone.0),
        ("a kernel of a sweep", loops.0, swept.0),
    ])
}

/// The nanoseconds in which the largest of a thousand million kernels is found that fill half of the warp slots.
fn search() -> f64 {
    let tables = OccupancyTables::new(&SM_90);
    let sweep = tables
        .sweep(Kernel::new((1, 1, 1), 1))
        .threads(1..=1024)
        .registers(16..=255)
        .dynamic_shared_memory((0..4096).map(|part| part * 56))
        .min_warps(32);
    let (time, _) = best_of(10, 1, || {
        let best = black_box(&sweep).best_by_key(|point| {
            let registers = point.threads_per_block() * u64::from(point.registers_per_thread);
            4 * registers + u64::from(point.dynamic_shared_memory)
        });
        best.map_or(0, |best| best.blocks_per_sm.into())
    });
    time
}

/// What the header's program prints of the kernels and of its sweep.
fn of_header(program: &Path, kernels: &[Kernel]) -> Result<[Measured; 2], Box<dyn Error>> {
    let mut numbers = Vec::new();
    for kernel in kernels {
        for number in [
            kernel.block_dim.0,
            kernel.registers_per_thread,
            kernel.static_shared_memory,
            kernel.dynamic_shared_memory,
            // -1 is no preference.
            kernel.carveout.unwrap_or(u32::MAX),
            kernel.barriers,
        ] {
            numbers.extend(number.to_ne_bytes());
        }
    }
    let mut command = Command::new(program);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    child
        .stdin
        .take()
        .ok_or("no standard input")?
        .write_all(&numbers)?;
    let output = String::from_utf8(child.wait_with_output()?.stdout)?;
    let mut words = output.split_whitespace();
    let mut measured = || -> Result<Measured, Box<dyn Error>> {
        let (time, sum) = (
            words.next().ok_or("no time")?,
            words.next().ok_or("no sum")?,
        );
        Ok((time.parse()?, sum.parse()?))
    };
    Ok([measured()?, measured()?])
}

/// Calculates `count` kernels in many rounds.
fn best_of(rounds: usize, count: usize, mut calculate: impl FnMut() -> u64) -> Measured {
    let (mut best, mut sum) = (f64::INFINITY, 0);
    for _ in 0..rounds {
        let start = Instant::now();
        sum = calculate();
        best = best.min(start.elapsed().as_secs_f64());
    }
    #[allow(clippy::cast_precision_loss, reason = "a few millions")]
    let each = best * 1e9 / count as f64;
    (each, sum)
}
