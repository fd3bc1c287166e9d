//! What NVRTC compiles, for two GPUs that need not be there, checked against configurations.

use std::env;
use std::io::{self, Write as _};
use std::sync::LazyLock;

use occupancy_binary::compiled::check;
use occupancy_binary::{Error, ErrorKind};
use occupancy_binary::{File, FileKind};
use occupancy_core::{Arch, Configuration, Kernel, Rule};
use occupancy_nvrtc::{Compiled, Nvrtc};

const SOURCE: &str = r#"
extern "C" __global__ void __launch_bounds__(256, 4)
saxpy(int n, float a, const float *x, float *y)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] += a * x[i];
}

namespace sums {
template <int Block>
__global__ void __launch_bounds__(Block) blockSum(const float *in, float *out)
{
    __shared__ float partial[Block];
    partial[threadIdx.x] = in[blockIdx.x * Block + threadIdx.x];
    for (int half = Block / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            partial[threadIdx.x] += partial[threadIdx.x + half];
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = partial[0];
}
template __global__ void blockSum<256>(const float *, float *);
}
"#;

/// The library; where there is none, one line says why, unless `OCCUPANCY_REQUIRE_COMPILER` is set.
fn nvrtc() -> Option<Nvrtc> {
    static FOUND: LazyLock<Option<Nvrtc>> = LazyLock::new(|| {
        let found = Nvrtc::find();
        // Not by `println`: a test that passes shows nothing of that.
        let said = match &found {
            Ok(Nvrtc {
                version: (major, minor),
            }) => writeln!(io::stderr(), "NVRTC {major}.{minor}"),
            Err(reason) => writeln!(io::stderr(), "skipped: {reason}"),
        };
        said.unwrap();
        let required = env::var_os("OCCUPANCY_REQUIRE_COMPILER").is_some();
        match found {
            Err(reason) if required => panic!("the compiler is required: {reason}"),
            found => found.ok(),
        }
    });
    *FOUND
}

fn compile(nvrtc: Nvrtc, architecture: &str) -> Compiled {
    let option = format!("--gpu-architecture={architecture}");
    nvrtc.compile(SOURCE, &[&option]).unwrap()
}

fn checked(
    gpus: &[&str],
    kernel: Kernel,
    min_blocks: u32,
    (cubin, name): (&[u8], &str),
) -> Result<(), Error> {
    let archs: Vec<Arch> = gpus.iter().map(|name| Arch::find(name).unwrap()).collect();
    let configuration = Configuration::new(&archs, kernel).with_min_blocks(min_blocks);
    check(&configuration, cubin, name)
}

fn broken(found: Result<(), Error>) -> (Vec<Rule>, String) {
    match found {
        Err(error) if error.kind() == ErrorKind::BrokenRules => {
            (error.rules().to_vec(), error.to_string())
        }
        other => panic!("{other:?}"),
    }
}

const SAXPY: Kernel = Kernel::new((256, 1, 1), 32);
const BLOCK_SUM: Kernel = SAXPY.with_static_shared_memory(1024);

#[test]
fn a_configuration_is_kept() {
    let Some(nvrtc) = nvrtc() else { return };
    for (architecture, gpu) in [("sm_90", "h100"), ("sm_80", "a100")] {
        let cubin = compile(nvrtc, architecture).cubin;
        assert_eq!(File::new(&cubin[..]).unwrap().kind(), FileKind::Cubin);
        assert_eq!(checked(&[gpu], SAXPY, 8, (&cubin, "saxpy")), Ok(()));
        // By its name in the source, and by its symbol.
        for name in ["sums::blockSum", "_ZN4sums8blockSumILi256EEEvPKfPf"] {
            assert_eq!(checked(&[gpu], BLOCK_SUM, 8, (&cubin, name)), Ok(()));
        }
        // One of the GPUs of the configuration is enough.
        let both = ["h100", "a100"];
        assert_eq!(checked(&both, SAXPY, 8, (&cubin, "saxpy")), Ok(()));
    }
}

#[test]
fn more_registers_and_shared_memory_than_declared() {
    let Some(nvrtc) = nvrtc() else { return };
    for (architecture, gpu) in [("sm_90", "h100"), ("sm_80", "a100")] {
        let cubin = compile(nvrtc, architecture).cubin;
        let too_little = Kernel::new((256, 1, 1), 8).with_static_shared_memory(512);
        let name = "sums::blockSum";
        let (rules, message) = broken(checked(&[gpu], too_little, 1, (&cubin, name)));
        assert_eq!(
            rules,
            [Rule::CompiledRegisters, Rule::CompiledStaticSharedMemory]
        );
        let (_, uses) = message.split_once(" uses ").unwrap();
        let (registers, rest) = uses.split_once(" registers per thread, ").unwrap();
        let registers: u32 = registers.parse().unwrap();
        assert!((9..=32).contains(&registers), "{registers}");
        let bytes = "uses 1,024 bytes of static shared memory, more than the 512 declared";
        assert!(rest.contains(bytes), "{message}");

        // The launch bounds say 256.
        let wide = Kernel::new((512, 1, 1), 32);
        let (rules, _) = broken(checked(&[gpu], wide, 1, (&cubin, "saxpy")));
        assert_eq!(rules, [Rule::CompiledMaxBlock]);
    }
}

#[test]
fn a_kernel_that_is_not_there() {
    let Some(nvrtc) = nvrtc() else { return };
    let cubin = compile(nvrtc, "sm_90").cubin;
    for name in ["saxpi", "sums::saxpy", "blockSum2"] {
        let error = checked(&["h100"], SAXPY, 1, (&cubin, name)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnknownKernel);
        assert!(error.to_string().contains(name), "{error}");
    }
    // NVRTC leaves out a template without instances.
    let source = SOURCE.replace("template __global__", "// ");
    let cubin = nvrtc.compile(&source, &["--gpu-architecture=sm_90"]);
    let cubin = cubin.unwrap().cubin;
    assert!(checked(&["h100"], BLOCK_SUM, 1, (&cubin, "sums::blockSum")).is_err());
}

#[test]
fn another_gpu() {
    let Some(nvrtc) = nvrtc() else { return };
    for (architecture, gpu) in [("sm_80", "h100"), ("sm_90", "a100"), ("sm_100a", "b300")] {
        let cubin = compile(nvrtc, architecture).cubin;
        let (rules, message) = broken(checked(&[gpu], SAXPY, 1, (&cubin, "saxpy")));
        assert_eq!(rules, [Rule::CompiledArchitecture]);
        let words = format!("`cubin` is for {architecture}");
        assert!(message.contains(&words), "{message}");
    }
}

#[test]
fn ptx_and_a_virtual_architecture() {
    let Some(nvrtc) = nvrtc() else { return };
    for architecture in ["sm_90", "sm_80", "compute_90", "compute_80"] {
        let compiled = compile(nvrtc, architecture);
        assert_eq!(compiled.ptx.last(), Some(&0));
        let of_ptx = checked(&["h100", "a100"], SAXPY, 1, (&compiled.ptx, "saxpy"));
        assert_eq!(
            of_ptx.unwrap_err().kind(),
            ErrorKind::OnlyPtx,
            "{architecture}"
        );
        if architecture.starts_with("compute") {
            let nothing = checked(&["h100"], SAXPY, 1, (&compiled.cubin, "saxpy"));
            assert_eq!(compiled.cubin, []);
            assert_eq!(nothing.unwrap_err().kind(), ErrorKind::OnlyPtx);
        }
    }
}

#[test]
fn what_is_to_be_linked() {
    let Some(nvrtc) = nvrtc() else { return };
    let options = ["--gpu-architecture=sm_90", "--relocatable-device-code=true"];
    let cubin = nvrtc.compile(SOURCE, &options).unwrap().cubin;
    let error = checked(&["h100"], SAXPY, 1, (&cubin, "saxpy")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Relocatable, "{error}");
    assert!(error.to_string().starts_with("[OCC209] "), "{error}");
}
