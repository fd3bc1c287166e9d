//! The kernels, compiled: see the crate.

mod budget;
mod header;
mod limits;
mod lines;
mod matrix;
mod real_life;
mod targets;
mod traits;

use std::env;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use occupancy::{Arch, ComputeCapability, Kernel, Occupancy};
use occupancy_test_compiler::nvcc::Nvcc;

/// The compiler; where there is none, one line says why, unless `OCCUPANCY_REQUIRE_COMPILER` is set.
fn nvcc() -> Option<&'static Nvcc> {
    static FOUND: LazyLock<Option<Nvcc>> = LazyLock::new(|| {
        let found = Nvcc::find(Path::new(env!("CARGO_TARGET_TMPDIR")));
        // Not by `println`: a test that passes shows nothing of that, and this has to be seen.
        let said = match &found {
            Ok(nvcc) => writeln!(io::stderr(), "nvcc: {}", nvcc.version),
            Err(reason) => writeln!(io::stderr(), "skipped: {reason}"),
        };
        said.unwrap();
        match found {
            Ok(nvcc) => Some(nvcc),
            Err(reason) => {
                let required = env::var_os("OCCUPANCY_REQUIRE_COMPILER").is_some();
                assert!(!required, "the compiler is required: {reason}");
                None
            }
        }
    });
    FOUND.as_ref()
}

/// What `work` makes of each item, in their order, on all the cores there are.
fn each<I: Sync, O: Send>(items: &[I], work: impl Fn(&I) -> O + Sync) -> Vec<O> {
    let next = AtomicUsize::new(0);
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let mut done: Vec<(usize, O)> = thread::scope(|scope| {
        let worker = || {
            let mut done = Vec::new();
            loop {
                let i = next.fetch_add(1, Ordering::Relaxed);
                let Some(item) = items.get(i) else {
                    return done;
                };
                done.push((i, work(item)));
            }
        };
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(worker)).collect();
        let done = workers
            .into_iter()
            .flat_map(|worker| worker.join().unwrap());
        done.collect()
    });
    done.sort_by_key(|(i, _)| *i);
    done.into_iter().map(|(_, output)| output).collect()
}

fn compute_capability(target: &str) -> &'static ComputeCapability {
    Arch::find(target).unwrap().compute_capability()
}

fn blocks_per_sm(compute_capability: &ComputeCapability, kernel: &Kernel) -> u32 {
    Occupancy::new(compute_capability, kernel)
        .unwrap()
        .blocks_per_sm
}
