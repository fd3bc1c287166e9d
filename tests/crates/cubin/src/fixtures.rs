//! The binaries of `tests/fixtures/cubins`: what they are made of, and what was said of them.

use occupancy_binary::cubin::usage;
use occupancy_core::Compiled;

/// A committed binary.
#[derive(Debug)]
pub struct Fixture {
    /// The name of its files.
    pub name: &'static str,
    /// The source, in `kernels/small`.
    pub source: &'static str,
    /// What it is compiled for.
    pub target: &'static str,
    /// Options for nvcc.
    pub options: &'static [&'static str],
    /// The toolkit of an older ptxas that it is assembled with: 124 for CUDA 12.4.
    pub older: Option<u32>,
    /// The cubin.
    pub bytes: &'static [u8],
    /// What ptxas and cuobjdump said of it: see [`golden`](crate::golden).
    pub golden: &'static str,
    /// Its kernels, by the names that they are asked for.
    pub kernels: &'static [&'static str],
}

impl Fixture {
    /// What is read of its kernels.
    ///
    /// # Panics
    ///
    /// If it has no such kernel.
    pub fn read(&self) -> Vec<Compiled<'static>> {
        let read = |kernel: &&str| usage(self.bytes, kernel).expect("the fixture has the kernel");
        self.kernels.iter().map(read).collect()
    }
}

macro_rules! fixtures {
    ($(
        $name:literal: $source:literal $target:literal $options:expr, $older:expr;
        $($kernel:literal)+;
    )+) => {
        /// All of them.
        pub static FIXTURES: &[Fixture] = &[$(
            Fixture {
                name: $name,
                source: $source,
                target: $target,
                options: &$options,
                older: $older,
                bytes: include_bytes!(concat!("../../../fixtures/cubins/", $name, ".cubin")),
                golden: include_str!(concat!("../../../fixtures/cubins/", $name, ".txt")),
                kernels: &[$($kernel),+],
            },
        )+];
    };
}

fixtures! {
    // ABI 7
    "saxpy-sm_80-12.4": "saxpy.cu" "sm_80" [], Some(124); "saxpy" "blas::reversed";
    "saxpy-sm_90-11.8": "saxpy.cu" "sm_90" [], Some(118); "saxpy" "blas::reversed";
    "spilling-sm_80-12.8": "spilling.cu" "sm_80" [], Some(128); "spilling" "recursion";
    "cluster-sm_90-12.4": "cluster.cu" "sm_90" [], Some(124); "cluster" "cluster_of_at_most_eight";
    // ABI 8
    "saxpy-sm_100-12.8": "saxpy.cu" "sm_100" [], Some(128); "saxpy" "reversed";
    "saxpy-sm_80-13": "saxpy.cu" "sm_80" [], None; "saxpy" "reversed";
    "saxpy-sm_90-13": "saxpy.cu" "sm_90" [], None; "saxpy" "reversed";
    "saxpy-sm_90-13-relocatable": "saxpy.cu" "sm_90" ["-rdc=true"], None; "saxpy" "reversed";
    "saxpy-sm_120-13": "saxpy.cu" "sm_120" [], None; "saxpy" "_ZN4blas8reversedEPKfPf";
    "spilling-sm_90-13": "spilling.cu" "sm_90" [], None; "spilling" "recursion";
    "cluster-sm_100-13": "cluster.cu" "sm_100" [], None; "cluster" "cluster_of_at_most_eight";
    "tensor-sm_100a-13": "tensor.cu" "sm_100a" [], None; "tensor";
}

/// A fat binary of nvcc that is not compressed: the kernels of `saxpy.cu` for sm_80, and their PTX.
pub const FATBIN: &[u8] = include_bytes!("../../../fixtures/cubins/saxpy-13.fatbin");
