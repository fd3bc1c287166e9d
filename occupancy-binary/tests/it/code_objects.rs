//! Which code of AMD a GPU loads, and code objects that no compiler writes.

use occupancy_binary::cubin::{Image, Images};
use occupancy_binary::{Decoder, EntryKind, Error, ErrorKind, File, usage_on};
use occupancy_core::compute_capabilities::SM_90;
use occupancy_core::gpu::{Arch, Multiprocessor, Vendor, targets};

use crate::common::{file, fixture};
use crate::containers::bundle;

fn used(file: &[u8], sm: &Multiprocessor, kernel: &str) -> Result<(String, Option<u32>), Error> {
    let usage = Images::new(file)?.usage_on(sm, kernel)?;
    Ok((usage.target().to_string(), usage.vgprs))
}

#[test]
fn a_gpu_loads_the_code_for_its_target_before_a_generic_one() {
    let plain = fixture("kernels.hipfb");
    let is = |target: &str, vgprs| Ok((target.to_owned(), Some(vgprs)));
    assert_eq!(used(&plain, &targets::GFX942, "saxpy"), is("gfx942", 6));
    assert_eq!(used(&plain, &targets::GFX1100, "saxpy"), is("gfx1100", 4));
    let kind = |found: Result<_, Error>| found.map_err(|error| error.kind());
    for sm in [
        &targets::GFX90A,
        Arch::find("h100").unwrap().multiprocessor(),
    ] {
        let error = used(&plain, sm, "saxpy").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NoImage);
        assert_eq!(error.names(), ["gfx1100", "gfx942"]);
    }

    let generic = fixture("gfx9-4-generic.hsaco");
    let own = fixture("gfx942.hsaco");
    let all = bundle(&[
        ("host-x86_64-unknown-linux-gnu-", &[]),
        ("hipv4-amdgcn-amd-amdhsa--gfx9-4-generic", &generic),
        ("hipv4-amdgcn-amd-amdhsa--gfx942:sramecc+", &own),
        ("hip-spirv64-amd-amdhsa--amdgcnspirv", b"SPIR-V"),
    ]);
    assert_eq!(used(&all, &targets::GFX942, "saxpy"), is("gfx942", 6));
    assert_eq!(
        used(&all, &targets::GFX950, "saxpy"),
        is("gfx9-4-generic", 6)
    );
    let entries: Vec<_> = File::new(&all)
        .unwrap()
        .entries()
        .map(Result::unwrap)
        .collect();
    assert_eq!(entries[2].kind, EntryKind::Other(0));

    // 9.0 is also the compute capability of Hopper.
    let of_amd = fixture("accumulates.gfx90a.hsaco");
    let both = bundle(&[("hip-amdgcn-amd-amdhsa-gfx90a:sramecc+:xnack-", &of_amd)]);
    let hopper = Images::new(&both).unwrap().usage_on(&SM_90, "accumulates");
    assert_eq!(hopper.unwrap_err().kind(), ErrorKind::NoImage);
    assert_eq!(
        used(&both, &targets::GFX90A, "accumulates"),
        is("gfx90a", 72)
    );
    assert_eq!(
        kind(used(
            &fixture("compressed.hipfb"),
            &targets::GFX942,
            "saxpy"
        )),
        Err(ErrorKind::Compressed)
    );

    // Each of many names may mean the same bytes once.
    let mut hostile = bundle(&[("hip-amdgcn-amd-amdhsa--gfx90a", of_amd.as_slice()); 8]);
    for entry in 1..8 {
        let at = 32 + entry * (24 + 29);
        hostile[at..at + 8].copy_from_slice(&4096_u64.to_le_bytes());
    }
    hostile.truncate(4096 + 2 * of_amd.len());
    assert_eq!(
        kind(used(&hostile, &targets::GFX90A, "accumulates")),
        Err(ErrorKind::Damaged)
    );
}

#[test]
fn images_that_differ_in_features_are_several() {
    let one = fixture("accumulates.gfx90a.hsaco");
    let both = bundle(&[
        ("hipv4-amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack+", &one),
        ("hipv4-amdgcn-amd-amdhsa--gfx90a:xnack-", &one),
    ]);
    let error = used(&both, &targets::GFX90A, "accumulates").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::SeveralImages);
    assert_eq!(
        error.to_string(),
        "the bundle has several images\nhelp: they are for gfx90a:sramecc+:xnack+, gfx90a:xnack-: say which GPU, or \
         where there are several for one, take one of them: `clang-offload-bundler --unbundle`"
    );
    let mut decoder = Decoder::new();
    let code = File::new(&both).unwrap();
    let read = usage_on(&code, &mut decoder, &targets::GFX90A, "accumulates");
    assert!(
        read.unwrap_err().to_string().starts_with(
            "several kernels `accumulates` for gfx90a:sramecc+:xnack+, gfx90a:xnack-\n"
        )
    );

    let none = bundle(&[("host-x86_64-unknown-linux-gnu-", &[])]);
    let error = used(&none, &targets::GFX90A, "accumulates").unwrap_err();
    assert_eq!(
        error.to_string(),
        "the bundle has no machine code\nhelp: compile it for a GPU: `--offload-arch=gfx942`"
    );
}

/// Of files of any kind, too. 9.0 is the compute capability of Hopper and of a target of AMD.
#[test]
fn a_gpu_loads_code_of_its_vendor_from_any_file() {
    let read = |words: &str, sm: &Multiprocessor, kernel: &str| {
        let bytes = file(words);
        let code = File::new(&bytes).unwrap();
        let mut decoder = Decoder::new();
        let read = usage_on(&code, &mut decoder, sm, kernel);
        read.map_or_else(
            |error| error.to_string(),
            |it| format!("{} {:?} {:?}", it.target(), it.registers, it.vgprs),
        )
    };
    let hopper = Arch::find("h100").unwrap();
    let hopper = hopper.multiprocessor();
    let both =
        "elf .nv_fatbin=raw.fatbin .hip_fatbin=compressed.hipfb .data=accumulates.gfx90a.hsaco";
    for (sm, kernel, expected) in [
        (&targets::GFX942, "saxpy", "gfx942 None Some(6)"),
        (&targets::GFX1100_WAVE64, "saxpy", "gfx1100 None Some(4)"),
        (&targets::GFX90A, "accumulates", "gfx90a None Some(72)"),
        (hopper, "saxpy", "sm_90 Some(10) None"),
        (
            hopper,
            "accumulates",
            "at byte 4072: no kernel `accumulates` in the binary\nhelp: there are `saxpy`",
        ),
        (
            &targets::GFX1201,
            "saxpy",
            "no machine code for gfx1201\nhelp: there is for gfx1100, gfx90a, gfx942, sm_80, sm_90; \
             compile with `--offload-arch=gfx1201`",
        ),
    ] {
        assert_eq!(read(both, sm, kernel), expected);
    }
    // The latest that the GPU runs, as for a fat binary.
    let ada = Arch::find("l40s").unwrap();
    let ada = ada.multiprocessor();
    assert_eq!(read("libkernels.so", ada, "dot"), "sm_80 Some(12) None");
    assert_eq!(
        read("libkernels.so", &targets::GFX942, "dot"),
        "no machine code for gfx942\nhelp: there is for sm_80, sm_90; compile with `--offload-arch=gfx942`"
    );
}

/// The metadata, changed and at the place of the descriptor: each has to be what the other one states.
#[test]
fn the_descriptor_is_a_check_of_the_metadata() {
    let name = "accumulates";
    let whole = fixture("accumulates.gfx90a.hsaco");
    let image = Image::new(&whole).unwrap();
    assert_eq!(image.vendor(), Vendor::Amd);
    assert_eq!(image.usage(name).unwrap().required_block, Some((64, 2, 1)));
    let find = |text: &[u8]| whole.windows(text.len()).position(|it| it == text).unwrap();
    // LDS, as the descriptor has it; then RSRC1.
    let descriptor = find(&9000_u32.to_le_bytes());
    for (at, byte, fault) in [
        (descriptor, 0, "the descriptor of this kernel"),
        (descriptor + 4, 1, "the descriptor of this kernel"),
        (descriptor + 48, 0, "the descriptor of this kernel"),
        (
            find(b".vgpr_count\x48") + 11,
            127,
            "the descriptor of this kernel",
        ),
        (
            find(b".vgpr_count") + 1,
            b'x',
            "the metadata of the kernels",
        ),
        (find(b".symbol") + 8, b'x', "the descriptor of this kernel"),
        (find(b"amdgcn-amd"), b'x', ""),
        (find(b"--gfx90a") + 2, b'x', "the metadata of the kernels"),
        (find(b"AMDGPU\0"), b'x', "no metadata of kernels"),
        (
            find(b".agpr_count") + 11,
            0xc1,
            "the metadata of the kernels",
        ),
    ] {
        let mut bytes = whole.clone();
        bytes[at] = byte;
        let read = Image::new(&bytes);
        match read {
            Ok(_) => assert_eq!(fault, "", "{at}"),
            Err(error) => {
                let text = error.to_string();
                assert!(!fault.is_empty() && text.contains(fault), "{at}: {text}");
                assert!(text.contains("llvm-readelf"), "{text}");
            }
        }
    }
}
