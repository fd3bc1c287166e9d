//! What an error says: where it is, and what to do.

use occupancy_binary::ErrorKind;
use occupancy_binary::cubin::{usage, usage_for};

use super::builder::{
    CUBIN, Cubin, Entry, Fault, INFO, PTX, SYMBOLS, container, half, id, listed, malformed, words,
};

/// The list of the images of a fat binary for these GPUs.
fn list(gpus: &[u32]) -> String {
    let entries: Vec<_> = gpus.iter().map(|&sm| Entry::new(CUBIN, sm, b"")).collect();
    let error = usage_for(&container(&entries), (0, 0), "kernel").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NoImage);
    assert_eq!(error.names().is_empty(), gpus.is_empty());
    listed(&error)
}

#[test]
fn images_are_listed_as_far_as_they_fit() {
    assert_eq!(list(&[]), "");
    assert_eq!(list(&[80]), "sm_80");
    assert_eq!(list(&[121, 75, 75]), "sm_121, sm_75, sm_75");
    assert_eq!(list(&[u32::MAX, u32::MAX]), "sm_4294967295, sm_4294967295");
    // Of 64 bytes the longest that there can be has 26: after 38 there is room for one more.
    let mut gpus = vec![100, 100, 100, 80, 80, 80];
    let six = "sm_100, sm_100, sm_100, sm_80, sm_80, sm_80";
    assert_eq!(list(&gpus[..5]), "sm_100, sm_100, sm_100, sm_80, sm_80");
    assert_eq!(list(&gpus), six);
    gpus.push(75);
    assert_eq!(list(&gpus), format!("{six} and 1 more"));
    gpus.push(75);
    assert_eq!(list(&gpus), format!("{six} and 2 more"));
}

/// Reads a kernel that cannot be read.
fn says(file: &[u8], kernel: &str, fault: &str, help: &str) {
    let error = usage(file, kernel).unwrap_err();
    assert_eq!(error.to_string(), format!("{fault}\nhelp: {help}"));
}

#[test]
fn every_error_of_a_cubin_says_what_to_do() {
    let mut cubin = Cubin::new(90);
    let kernel = cubin.kernel("kernel");
    let file = cubin.bytes();
    says(
        b"PTX",
        "kernel",
        "neither a cubin nor a fat binary",
        "`nvcc -cubin -arch=sm_90` makes a cubin, `nvcc -fatbin` a fat binary; PTX, libraries and \
         object files are other formats",
    );
    let cut = &file[..file.len() - 1];
    says(
        cut,
        "kernel",
        "the binary is damaged at byte 40: what is referred to is outside of the file",
        "the file may be cut off: build it anew",
    );
    let mut later = cubin.clone();
    later.header[7..9].copy_from_slice(&[0x4b, 10]);
    says(
        &later.bytes(),
        "kernel",
        "a cubin of ABI 10 (OS ABI 0x4b), which is not known",
        "ABI 7 (0x33) of CUDA 12 and ABI 8 (0x41) of CUDA 13 are; build it with one of those, or \
         take a later version of this crate",
    );
    let mut assembled = cubin.clone();
    assembled.sections[INFO].content.clear();
    let at = assembled.content_of(SYMBOLS) + 24;
    says(
        &assembled.bytes(),
        "kernel",
        &format!("the binary is damaged at byte {at}: no registers are stated for this kernel"),
        "compile it with ptxas or nvcc, which state them",
    );
    let mut broken = cubin.clone();
    broken.says(kernel.own, &half(id::NUM_BARRIERS, 1));
    let at = broken.content_of(kernel.own);
    says(
        &broken.bytes(),
        "kernel",
        &format!("the binary is damaged at byte {at}: an attribute has an unknown form"),
        "build it anew; if `cuobjdump -elf` reads it, report it with the version of nvcc",
    );
    says(
        &file,
        "kernell",
        "no kernel `kernell` in the binary",
        "the nearest are `kernel`",
    );
    says(
        &file,
        "zzzzzzzz",
        "no kernel `zzzzzzzz` in the binary",
        "there are `kernel`",
    );
    says(
        &Cubin::new(90).bytes(),
        "kernel",
        "no kernel `kernel` in the binary",
        "it has no kernels; a template has to be instantiated, and a `static` one used",
    );
    let mut overloads = Cubin::new(90);
    overloads.kernel("_Z6kernelf");
    overloads.kernel("_Z6kernelv");
    says(
        &overloads.bytes(),
        "kernel",
        "several kernels of the binary are called `kernel`",
        "state the mangled name of one: `_Z6kernelf`, `_Z6kernelv`",
    );
}

#[test]
fn every_error_of_a_fat_binary_says_what_to_do() {
    let ptx = Entry::new(PTX, 90, b".version 8.0");
    says(
        &container(&[ptx]),
        "kernel",
        "the fat binary has no machine code",
        "compile it for a GPU and not only to PTX: `-gencode arch=compute_90,code=sm_90`",
    );
    let [one, two] = [80, 90].map(|sm| Entry::new(CUBIN, sm, b""));
    says(
        &container(&[one, two]),
        "kernel",
        "the fat binary has several images",
        "they are for sm_80, sm_90: say which GPU, or where there are several for \
         one, take the cubin itself",
    );
    says(
        &container(&[Entry::concatenated(86, 1, &[(CUBIN, 86)])]),
        "kernel",
        "the image for compute capability 8.6 is compressed",
        "compile with `nvcc --no-compress`, or take the cubin of `nvcc -cubin`",
    );
    let alone = container(&[Entry::new(CUBIN, 90, &Cubin::new(90).bytes())]);
    let error = usage_for(&alone, (8, 0), "kernel").unwrap_err();
    assert_eq!(
        error.to_string(),
        "no machine code for this GPU\nhelp: there is for sm_90; add the GPU: \
         `-gencode arch=compute_90,code=sm_90`"
    );
}

/// Each fault has words of its own.
#[test]
fn faults_are_told_apart() {
    let mut twice = Cubin::new(90);
    let kernel = twice.kernel("kernel");
    twice.says(INFO, &words(id::REGCOUNT, &[kernel.symbol, 33]));
    let mut shared = Cubin::new(90);
    let kernel = shared.kernel("kernel");
    shared.shared("kernel", kernel, 1);
    let mut header = shared.clone();
    header.header[16] = 3;
    let mut table = shared.clone();
    table.sections[SYMBOLS].entry_size = 16;
    let mut link = shared.clone();
    link.sections[SYMBOLS].link = 99;
    let mut version = container(&[]);
    version[4] = 2;
    let mut words = Vec::new();
    for (file, expected, said) in [
        (twice.bytes(), Fault::Contradiction, "stated twice"),
        (shared.bytes(), Fault::SharedMemory, "shared memory"),
        (header.bytes(), Fault::Header, "the header"),
        (table.bytes(), Fault::Symbol, "a symbol"),
        (link.bytes(), Fault::Section, "a section"),
        (version, Fault::Fatbin, "the fat binary"),
    ] {
        let error = usage(&file, "kernel").unwrap_err();
        let text = error.to_string();
        assert_eq!(malformed(error).0, expected);
        assert!(text.contains(said), "{text}");
        words.push(text);
    }
    words.dedup();
    assert_eq!(words.len(), 6, "{words:?}");
}
