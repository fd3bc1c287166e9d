//! What build scripts get, and what is said where it cannot be had. That the constants compile, and are
//! what is read, is what `tests/crates/build-script` is for.
use std::path::{Path, PathBuf};
use std::{env, fs, process};

use crate::common::coff;
use occupancy_binary::build::Build;
use occupancy_binary::{Error, ErrorKind, Limits};

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures")
        .join(name)
}

fn constants(code: &str) -> Vec<&str> {
    let names = code
        .lines()
        .filter_map(|line| line.trim().strip_prefix("pub const "));
    names.map(|rest| rest.split(':').next().unwrap()).collect()
}

#[test]
fn kernels_and_targets_that_are_asked_for() {
    let all = Build::new(fixture("zstd.fatbin"));
    let code = all.generate().unwrap();
    for module in ["pub mod sm_80 {", "pub mod compute_80 {", "pub mod sm_90 {"] {
        assert!(code.contains(module), "{module}");
    }
    let each = ["DOT", "SAXPY", "SCALED", "ALL"];
    assert_eq!(constants(&code), [each, each, each].concat());
    assert!(code.contains("use ::occupancy::Compiled;"));

    let one = all.compute_capability(9, 0).kernel("blas::dot");
    let code = one.crate_path("::occupancy_binary").generate().unwrap();
    assert_eq!(constants(&code), ["DOT", "ALL"]);
    assert!(code.contains("use ::occupancy_binary::Compiled;"));
    assert!(code.contains("compiled.static_shared_memory = Some(1024);"));
    assert!(code.contains("compiled.max_block = Some((256, 1, 1));"));
}

/// Only the machine code of the GPU is decompressed: more is not allowed here.
#[test]
fn the_rest_is_not_decompressed() {
    let build = Build::new(fixture("zstd.fatbin")).limits(Limits {
        total: 7108,
        ..Limits::default()
    });
    assert!(build.clone().compute_capability(9, 0).generate().is_ok());
    let error = build.generate().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    assert!(error.to_string().contains("over the 7108 that"), "{error}");
}

#[test]
fn a_linked_kernel_takes_the_place_of_the_same_one_to_be_linked() {
    let folder = env::temp_dir().join(format!("occupancy-build-{}", process::id()));
    fs::create_dir_all(&folder).unwrap();
    for name in ["relocatable.o", "libkernels.a", "kernels.cu"] {
        fs::copy(fixture(name), folder.join(name)).unwrap();
    }
    // In a folder, what has no kernels is left out.
    let code = Build::new(&folder).compute_capability(9, 0).generate();
    let relocatable = Build::new(folder.join("relocatable.o")).generate();
    fs::remove_dir_all(&folder).unwrap();
    let code = code.unwrap();
    assert_eq!(constants(&code), ["SAXPY", "ALL", "SAXPY", "ALL"]);
    assert!(code.contains("compiled.is_relocatable = false;"));
    assert!(
        relocatable
            .unwrap()
            .contains("compiled.is_relocatable = true;")
    );
}

#[test]
fn errors_say_what_to_do() {
    let zstd = || Build::new(fixture("zstd.fatbin"));
    let missing = zstd().kernel("gemm").generate().unwrap_err().to_string();
    assert!(
        missing.starts_with("no kernel `gemm` in what is for sm_80"),
        "{missing}"
    );
    assert!(missing.contains("`saxpy`"), "{missing}");

    // With kernels and without, and beside one that there is.
    for no_gpu in [
        zstd().compute_capability(8, 9),
        zstd().compute_capability(8, 9).kernel("saxpy"),
        zstd().compute_capability(9, 0).compute_capability(8, 9),
    ] {
        let no_gpu = no_gpu.generate().unwrap_err().to_string();
        let expected = "zstd.fatbin: no machine code for compute capability 8.9\nhelp: there is for \
                        8.0, 9.0; compile with `-gencode arch=compute_89,code=sm_89`";
        assert!(no_gpu.ends_with(expected), "{no_gpu}");
    }

    let no_file = Build::new("none.a").generate().unwrap_err();
    assert_eq!(no_file.kind(), ErrorKind::Io);
    let no_format = Build::new(fixture("kernels.cu")).generate().unwrap_err();
    let help = |error: &Error| error.to_string().contains("\nhelp: ");
    assert_eq!(no_format.kind(), ErrorKind::UnknownFormat);

    // `OUT_DIR` is not set for a test.
    let no_out_dir = Build::library("kernels").unwrap_err();
    assert_eq!(zstd().write("kernels.rs").unwrap_err(), no_out_dir);
    assert!(no_out_dir.to_string().starts_with("`OUT_DIR` is not set\n"));
    for error in [no_file, no_format, no_out_dir] {
        assert!(help(&error), "{error}");
    }
}

/// A library of the host, PTX without an entry, a cubin without kernels, and a folder of none of them.
#[test]
fn a_file_without_kernels_is_an_error() {
    let folder = env::temp_dir().join(format!("occupancy-build-none-{}", process::id()));
    fs::create_dir_all(&folder).unwrap();
    let ptx = ".version 8.0\n.target sm_80\n.address_size 64\n";
    fs::write(folder.join("none.ptx"), ptx).unwrap();
    fs::write(folder.join("none.o"), coff(&[(".text", &[0x90; 16])])).unwrap();
    fs::write(folder.join("none.txt"), "no kernels").unwrap();
    let without = |name: &str| {
        let path = folder.join(name);
        let all = Build::new(&path);
        let asked = all.clone().kernel("saxpy");
        for build in [all.clone().compute_capability(9, 0), all, asked] {
            let error = build.generate().unwrap_err();
            assert_eq!(error.kind(), ErrorKind::UnknownKernel);
            let expected = format!("{}: no kernels\nhelp: ", path.display());
            assert!(error.to_string().starts_with(&expected), "{error}");
        }
    };
    for name in ["none.ptx", "none.o", ""] {
        without(name);
    }
    fs::remove_dir_all(&folder).unwrap();
}

/// What a GPU of the same major version does not run, the constant says.
#[test]
fn the_letter_of_a_target_is_in_its_constant() {
    let cubins = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/cubins");
    let of = |name| Build::new(cubins.join(name)).generate().unwrap();
    let code = of("tensor-sm_100a-13.cubin");
    assert!(code.contains("pub mod sm_100a {"), "{code}");
    assert!(
        code.contains("compiled.suffix = ::occupancy::ptx::Suffix::Architecture;"),
        "{code}"
    );
    assert!(!of("cluster-sm_100-13.cubin").contains("suffix"));
}
