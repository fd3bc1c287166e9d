//! Every error is a `core::error::Error` that can be kept, sent and compared, and says what to do.
//!
//! That none needs `std` is what `tests/crates/no-std` is built for.

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt::Debug;
use std::path::Path;
use std::{env, fs};

use occupancy::cubin;
use occupancy::ptx::{Bounds, Entry, Existing};
use occupancy::{
    Arch, Configuration, GridDim, GridError, Kernel, Occupancy, UndeclaredGpu, UnknownArch,
    kernel::Axis, launch::CompileOptions, launch_config,
};
use static_assertions::assert_impl_all;

/// What every error has, and the names of those that have it.
macro_rules! errors {
    ($($error:ident),* $(,)?) => {
        $(assert_impl_all!($error: Error, Clone, Debug, PartialEq, Eq, Send, Sync, Unpin);)*
        const ERRORS: &[&str] = &[$(stringify!($error)),*];
    };
}

errors![GridError, UndeclaredGpu, UnknownArch,];

assert_impl_all!(occupancy::Error: Error, Clone, Copy, Debug, PartialEq, Eq, Send, Sync, Unpin);
assert_impl_all!(cubin::Error: Error, Clone, Debug, PartialEq, Eq, Send, Sync, Unpin);

/// Some have features of their own: `driver.rs` has the two of `driver`, and `tests/crates/cuda-core` the one
/// whose feature needs CUDA.
#[test]
fn no_error_of_the_sources_is_left_out() {
    let mut found = BTreeSet::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for folder in [
        "src",
        "occupancy-binary/src/cubin",
        "occupancy-binary/src/ptx",
        "occupancy-core/src",
    ] {
        collect(&root.join(folder), &mut found);
    }
    for elsewhere in ["Error", "LaunchError", "VerifyError", "RankError"] {
        assert!(found.remove(elsewhere));
    }
    let listed: BTreeSet<_> = ERRORS.iter().map(|&error| error.to_owned()).collect();
    assert_eq!(found, listed);
}

/// The types below a folder that are errors.
fn collect(folder: &Path, found: &mut BTreeSet<String>) {
    for item in fs::read_dir(folder).unwrap() {
        let path = item.unwrap().path();
        if path.is_dir() {
            collect(&path, found);
            continue;
        }
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        for line in fs::read_to_string(path).unwrap().lines() {
            if line.starts_with("impl")
                && let Some((_, error)) = line.split_once("Error for ")
            {
                let error = error.split([' ', '<']).next().unwrap();
                found.insert(error.to_owned());
            }
        }
    }
}

#[launch_config(arch = ["h100", "a100"], threads = 256, regs = 64)]
mod saxpy {}

#[test]
fn each_says_what_to_do() {
    let malformed =
        Entry::find(".version 8.0\n.visible .entry saxpy()\n{}\n", "saxpy").unwrap_err();
    let declared = ".version 8.0\n.target sm_90\n.extern .entry saxpy();\n";
    let declared = Entry::find(declared, "saxpy").unwrap_err();
    let archs = [Arch::find("h100").unwrap()];
    let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
    let text = ".version 8.0\n.target sm_90\n.visible .entry saxpy()\n{\nret;\n}\n";
    let unknown = Entry::find(text, "gemm").unwrap_err();
    let bounds = Bounds {
        min_blocks: Some(2),
        ..Bounds::default()
    };
    let unbounded = bounds.rewrite(text, "saxpy", Existing::Reject).unwrap_err();

    let prefix = CompileOptions::new(&configuration)
        .header("3D")
        .unwrap_err();
    let no_cubin = cubin::usage(b".version 8.0", "saxpy").unwrap_err();
    let over_whole = configuration.kernel.with_carveout(Some(101));
    let told: [(&dyn Error, &str); 13] = [
        (&prefix, "a digit cannot be its first character"),
        (&no_cubin, "`nvcc -cubin -arch=sm_90` makes a cubin"),
        (&GridError::Empty, "skip the launch"),
        (
            &GridDim::new((1, 65_536, 1)).unwrap_err(),
            "give each thread more elements",
        ),
        (
            &GridError::Cluster {
                axis: Axis::X,
                blocks: 3,
                cluster: 2,
            },
            "round it up to whole clusters",
        ),
        (
            &Occupancy::new(archs[0].compute_capability(), &Kernel::new((0, 1, 1), 64))
                .unwrap_err(),
            "every dimension is at least 1",
        ),
        (
            &Occupancy::new(archs[0].compute_capability(), &over_whole).unwrap_err(),
            "it is 0 to 100 percent",
        ),
        (
            &Arch::find("h10o0").unwrap_err(),
            "the nearest name is `h100`",
        ),
        (
            &SaxpyLaunch::for_compute_capability(12, 0).unwrap_err(),
            "add the GPU to `arch`",
        ),
        (&malformed, "put it after `.version`"),
        (&unknown, "there are `saxpy`"),
        (&declared, "take the PTX that defines it"),
        (&unbounded, "state the threads with `block`"),
    ];
    hold(&told);
}

fn hold(told: &[(&dyn Error, &str)]) {
    for (error, advice) in told {
        let message = error.to_string();
        assert!(message.contains(advice), "{message}");
        assert!(!message.ends_with(['.', '\n', ' ']), "{message:?}");
    }
}
