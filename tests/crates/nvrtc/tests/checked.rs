//! Compiles kernels with NVRTC, for GPUs that need not be there, and checks them against configurations.

use std::sync::LazyLock;

use occupancy_binary::compiled::check;
use occupancy_binary::{Error, ErrorKind, File, FileKind};
use occupancy_core::{Arch, Configuration, Kernel, Rule};
use occupancy_nvrtc::Nvrtc;

#[path = "../../compiler/src/skip.rs"]
mod skip;

const SOURCE: &str = include_str!("checked.cu");

fn nvrtc() -> Option<Nvrtc> {
    static FOUND: LazyLock<Option<Nvrtc>> = LazyLock::new(|| skip::found_or_skip(Nvrtc::find()));
    *FOUND
}

fn checked(gpus: &[&str], kernel: Kernel, cubin: &[u8], name: &str) -> Result<(), Error> {
    let archs: Vec<Arch> = gpus.iter().map(|name| Arch::find(name).unwrap()).collect();
    check(&Configuration::new(&archs, kernel), cubin, name)
}

const SAXPY: Kernel = Kernel::new((256, 1, 1), 32);
const BLOCK_SUM: Kernel = SAXPY.with_static_shared_memory(1024);
/// Fewer registers and less shared memory than the kernel uses.
const TOO_LITTLE: Kernel = Kernel::new((256, 1, 1), 8).with_static_shared_memory(512);
/// The launch bounds say 256.
const TOO_WIDE: Kernel = Kernel::new((512, 1, 1), 32);

const H100: &[&str] = &["h100"];
const A100: &[&str] = &["a100"];
const BOTH: &[&str] = &["h100", "a100"];

/// The target, the GPUs, the configuration and the kernel; the rules that are broken.
#[test]
fn a_configuration_is_kept_or_broken() {
    let Some(nvrtc) = nvrtc() else { return };
    let used = [Rule::CompiledRegisters, Rule::CompiledStaticSharedMemory];
    let symbol = "_ZN4sums8blockSumILi256EEEvPKfPf";
    for (target, gpus, kernel, name, broken) in [
        ("sm_90", H100, SAXPY, "saxpy", &[][..]),
        ("sm_80", A100, SAXPY, "saxpy", &[]),
        // One of the GPUs of the configuration is enough.
        ("sm_90", BOTH, SAXPY, "saxpy", &[]),
        ("sm_80", BOTH, SAXPY, "saxpy", &[]),
        // By its name in the source, and by its symbol.
        ("sm_90", H100, BLOCK_SUM, "sums::blockSum", &[]),
        ("sm_80", A100, BLOCK_SUM, "sums::blockSum", &[]),
        ("sm_90", H100, BLOCK_SUM, symbol, &[]),
        ("sm_80", A100, BLOCK_SUM, symbol, &[]),
        ("sm_90", H100, TOO_LITTLE, "sums::blockSum", &used),
        ("sm_80", A100, TOO_LITTLE, "sums::blockSum", &used),
        ("sm_90", H100, TOO_WIDE, "saxpy", &[Rule::CompiledMaxBlock]),
        ("sm_80", A100, TOO_WIDE, "saxpy", &[Rule::CompiledMaxBlock]),
        ("sm_80", H100, SAXPY, "saxpy", &[Rule::CompiledArchitecture]),
        ("sm_90", A100, SAXPY, "saxpy", &[Rule::CompiledArchitecture]),
        (
            "sm_100a",
            &["b300"],
            SAXPY,
            "saxpy",
            &[Rule::CompiledArchitecture],
        ),
    ] {
        let cubin = nvrtc.compile(SOURCE, &[target]).unwrap().cubin;
        assert_eq!(File::new(&cubin[..]).unwrap().kind(), FileKind::Cubin);
        let checked = checked(gpus, kernel, &cubin, name);
        let found = checked.as_ref().map_or_else(Error::rules, |()| &[]);
        assert_eq!(found, broken, "{target} {gpus:?} {kernel:?} {name}");
        assert_eq!(checked.is_ok(), broken.is_empty(), "{checked:?}");
    }
}

/// The options, what is handed on, and the kernel; why it is refused.
#[test]
fn what_cannot_be_checked() {
    let Some(nvrtc) = nvrtc() else { return };
    let relocatable = "--relocatable-device-code=true";
    // NVRTC leaves out a template without instances.
    let bare = SOURCE.replace("template __global__", "// ");
    for (source, options, name, kind) in [
        (SOURCE, &["sm_90"][..], "saxpi", ErrorKind::UnknownKernel),
        (SOURCE, &["sm_90"], "sums::saxpy", ErrorKind::UnknownKernel),
        (SOURCE, &["sm_90"], "blockSum2", ErrorKind::UnknownKernel),
        (
            &bare,
            &["sm_90"],
            "sums::blockSum",
            ErrorKind::UnknownKernel,
        ),
        (
            SOURCE,
            &["sm_90", relocatable],
            "saxpy",
            ErrorKind::Relocatable,
        ),
        (SOURCE, &["compute_90"], "saxpy", ErrorKind::OnlyPtx),
        (SOURCE, &["compute_80"], "saxpy", ErrorKind::OnlyPtx),
    ] {
        let compiled = nvrtc.compile(source, options).unwrap();
        let error = checked(BOTH, SAXPY, &compiled.cubin, name).unwrap_err();
        assert_eq!(error.kind(), kind, "{options:?} {name}: {error}");
        // Beside the machine code there is PTX, with a zero at its end.
        assert_eq!(compiled.ptx.last(), Some(&0));
        let error = checked(BOTH, SAXPY, &compiled.ptx, name).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::OnlyPtx, "{options:?}: {error}");
    }
}
