//! Compares the figures of cubins, and of files with cubins, with a snapshot on every machine, and with the output of
//! ptxas and cuobjdump where those are installed.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use occupancy::Compiled;
use occupancy::compute_capabilities::SM_80;
use occupancy_binary::cubin::{Compression, Image, Images, usage};
use occupancy_binary::ptx::Module;
use occupancy_binary::{Decoder, EntryKind, ErrorKind, File, FileKind, usage_on};
use occupancy_test_compiler::compare::Differences;
use occupancy_test_compiler::cuobjdump::Cuobjdump;
use occupancy_test_compiler::nvcc::{self, Nvcc, Ptxas, number_of};
use occupancy_test_compiler::{each, found_or_skip};

const DIRECTORY: &str = env!("CARGO_TARGET_TMPDIR");
const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/cubins");
/// The figures of the fixtures.
const SNAPSHOT: &str = include_str!("../../../fixtures/cubins/read.txt");

fn tools() -> Option<(&'static Nvcc, Cuobjdump)> {
    let nvcc = Nvcc::find(DIRECTORY)?;
    Some((nvcc, found_or_skip(Cuobjdump::find(DIRECTORY))?))
}

fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("cubins")
        .join(name)
}

/// A source, the first target that it compiles for, and the first toolkit whose ptxas takes it.
const SOURCES: [(&str, u32, u32); 7] = [
    ("required.ptx", 50, 110),
    ("memory.cu", 75, 110),
    ("calls.cu", 75, 110),
    ("bounds.cu", 75, 110),
    ("clusters.cu", 90, 118),
    ("tensor_memory.cu", 75, 120),
    ("blocks_are_clusters.cu", 90, 130),
];

/// The targets of nvcc 13.5.
const TARGETS: &str = "sm_75 sm_80 sm_86 sm_87 sm_88 sm_89 sm_90 sm_90a sm_100 sm_100a sm_100f sm_103 sm_103a \
                       sm_107 sm_110 sm_110a sm_110f sm_120 sm_120a sm_120f sm_121 sm_121a";

/// Options that change what is in a binary, for some of the targets.
const OPTIONS: [&[&str]; 5] = [
    &["-rdc=true"],
    &["-G"],
    &["-lineinfo"],
    &["-maxrregcount=32"],
    &["-Xptxas", "-O0"],
];
const TARGETS_WITH_OPTIONS: [&str; 4] = ["sm_75", "sm_90", "sm_100a", "sm_120"];

/// One compilation.
#[derive(Clone, Copy, Debug)]
struct Job<'a> {
    source: &'static str,
    target: &'static str,
    options: &'static [&'static str],
    older: Option<&'a Ptxas>,
}

fn jobs(older: &[Ptxas]) -> Vec<Job<'_>> {
    let mut jobs = Vec::new();
    for (source, first, toolkit) in SOURCES {
        let mut add = |target, options, older| {
            if number_of(target) >= first {
                jobs.push(Job {
                    source,
                    target,
                    options,
                    older,
                });
            }
        };
        for target in TARGETS.split(' ') {
            add(target, &[], None);
        }
        for options in OPTIONS {
            for target in TARGETS_WITH_OPTIONS {
                add(target, options, None);
            }
        }
        for ptxas in older.iter().filter(|ptxas| ptxas.toolkit >= toolkit) {
            for target in ptxas.targets() {
                add(target, &[], Some(ptxas));
            }
        }
    }
    jobs
}

/// Compares the figures of a compiled image with the output of the tools.
fn compare(cuobjdump: &Cuobjdump, what: &str, compiled: &nvcc::Compiled) -> Differences {
    let mut differences = Differences::default();
    let dump = cuobjdump.dump(&[&compiled.bytes]).remove(0);
    let dump = dump.unwrap_or_else(|printed| panic!("{what}: {printed}"));
    differences.image(what, &compiled.bytes, &dump);
    for entry in &compiled.report.kernels {
        let read = usage(&compiled.bytes, &entry.name)
            .unwrap_or_else(|error| panic!("{what}: {}: {error}", entry.name));
        differences.ptxas(what, &read, entry);
    }
    assert_eq!(compiled.report.kernels.len(), dump.kernels.len(), "{what}");
    differences
}

#[test]
fn every_figure_of_every_kernel() {
    let Some((nvcc, cuobjdump)) = tools() else {
        return;
    };
    let older = Ptxas::older();
    let jobs = jobs(&older);
    let mut all = Differences::default();
    for found in each(&jobs, |job| {
        let source = source(job.source);
        let compiled = match job.older {
            Some(ptxas) => nvcc.compile_with(ptxas, &source, job.target),
            None => nvcc.compile(&source, job.target, job.options),
        };
        let compiled = compiled.unwrap_or_else(|printed| panic!("{job:?}: {printed}"));
        compare(&cuobjdump, &format!("{job:?}"), &compiled)
    }) {
        all.add(found);
    }
    let said = writeln!(
        io::stderr(),
        "{} figures of {} kernels in {} images compared, {} differ",
        all.compared(),
        all.kernels,
        jobs.len(),
        all.lines.len(),
    );
    said.unwrap();
    assert!(all.lines.is_empty(), "{}", all.lines.join("\n"));
    assert!(all.kernels > 1000);
    // Each that `compare` has.
    assert_eq!(all.figures.len(), 25, "{:?}", all.figures);
}

/// A fixture, whose name has its source, its target and its toolkit, and whether it is to be linked.
fn fixtures() -> Vec<(String, Vec<u8>)> {
    let folder = fs::read_dir(FIXTURES).unwrap();
    let files = folder.map(|file| file.unwrap().path());
    let cubins = files.filter(|path| path.extension().is_some_and(|found| found == "cubin"));
    let mut fixtures: Vec<_> = cubins
        .map(|path| {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            (name, fs::read(&path).unwrap())
        })
        .collect();
    fixtures.sort();
    fixtures
}

/// Everything that is read of the fixtures.
fn snapshot() -> String {
    let mut text = String::new();
    for (name, bytes) in fixtures() {
        for kernel in kernels_of(&bytes) {
            let _ = writeln!(text, "{name}: {kernel:?}");
        }
    }
    text
}

/// The tools said the same when the snapshot was made: see below.
#[test]
fn fixtures_are_read_as_ever() {
    assert_eq!(
        snapshot(),
        SNAPSHOT,
        "tests/fixtures/cubins/read.txt has other figures: with OCCUPANCY_BLESS=1, `fixtures_are_what_the_tools_say` writes it anew"
    );
    let fatbin = fs::read(format!("{FIXTURES}/saxpy-13.fatbin")).unwrap();
    let cubin = fs::read(format!("{FIXTURES}/saxpy-sm_80-13.cubin")).unwrap();
    for kernel in ["saxpy", "blas::reversed"] {
        let alone = usage(&cubin, kernel);
        assert!(alone.is_ok());
        assert_eq!(usage(&fatbin, kernel), alone);
        let loaded = Images::new(&fatbin).unwrap().usage_on(&SM_80, kernel);
        assert_eq!(loaded, alone);
    }
}

/// With `OCCUPANCY_BLESS` set, the fixtures and the snapshot are made anew, from what the tools agree with.
#[test]
fn fixtures_are_what_the_tools_say() {
    let Some((nvcc, cuobjdump)) = tools() else {
        return;
    };
    let is_blessed = env::var_os("OCCUPANCY_BLESS").is_some();
    for (name, bytes) in fixtures() {
        let dump = cuobjdump.dump(&[&bytes]).remove(0).unwrap();
        let mut differences = Differences::default();
        differences.image(&name, &bytes, &dump);
        assert_eq!(differences.lines, [""; 0]);
        if is_blessed {
            let compiled = make(nvcc, &name);
            assert_eq!(compare(&cuobjdump, &name, &compiled).lines, [""; 0]);
            fs::write(format!("{FIXTURES}/{name}.cubin"), compiled.bytes).unwrap();
        }
    }
    if is_blessed {
        let options = [
            "-fatbin",
            "-gencode=arch=compute_80,code=[sm_80,compute_80]",
            "--compress-mode=none",
        ];
        let fatbin = nvcc.make(&source("small/saxpy.cu"), "fatbin", &options);
        fs::write(format!("{FIXTURES}/saxpy-13.fatbin"), fatbin.unwrap().0).unwrap();
        fs::write(format!("{FIXTURES}/read.txt"), snapshot()).unwrap();
    }
}

fn make(nvcc: &Nvcc, name: &str) -> nvcc::Compiled {
    let parts: Vec<&str> = name.split('-').collect();
    let [source_name, target, toolkit, ref rest @ ..] = parts[..] else {
        panic!("{name}");
    };
    let source = source(&format!("small/{source_name}.cu"));
    let compiled = match toolkit.replace('.', "").parse().unwrap() {
        13 if rest.is_empty() => nvcc.compile(&source, target, &[""; 0]),
        13 => nvcc.compile(&source, target, &["-rdc=true"]),
        older => {
            let ptxas = Ptxas::older()
                .into_iter()
                .find(|ptxas| ptxas.toolkit == older)
                .unwrap_or_else(|| panic!("no ptxas of {older}"));
            nvcc.compile_with(&ptxas, &source, target)
        }
    };
    compiled.unwrap()
}

/// Machine code for three GPUs, and PTX beside that of one.
const CONTAINED: [&str; 3] = [
    "-gencode=arch=compute_80,code=sm_80",
    "-gencode=arch=compute_90,code=[sm_90,compute_90]",
    "-gencode=arch=compute_120,code=sm_120",
];

/// The options with which nvcc compresses the entries of a fat binary.
const COMPRESSIONS: [&[&str]; 6] = [
    &["--compress-mode=default"],
    &["--compress-mode=size"],
    &["--compress-mode=speed"],
    &["--compress-mode=balance"],
    &["--compress-mode=none"],
    &["--compress-mode=size", "--concat"],
];

/// The kernels of a cubin, by their names.
fn kernels_of(cubin: &[u8]) -> Vec<Compiled<'_>> {
    let image = Image::new(cubin).unwrap();
    let mut kernels: Vec<_> = image.kernels().collect::<Result<_, _>>().unwrap();
    kernels.sort_by_key(|kernel| kernel.name);
    kernels
}

/// A file has the kernels of these cubins, and nothing else but one PTX with them. How what it holds
/// was compressed.
fn holds(what: &str, file: &[u8], kind: FileKind, cubins: &[Vec<u8>]) -> Vec<Option<Compression>> {
    let file = File::new(file).unwrap();
    assert_eq!(file.kind(), kind, "{what}");
    let entries: Vec<_> = file.entries().collect::<Result<_, _>>().unwrap();
    assert_eq!(entries.len(), cubins.len() + 1, "{what}");
    let mut decoder = Decoder::new();
    for cubin in cubins {
        let expected = kernels_of(cubin);
        let compute_capability = expected[0].compute_capability;
        let mut images = entries.iter().filter(|entry| {
            entry.is_machine_code() && entry.compute_capability == compute_capability
        });
        let image = decoder.decode(images.next().unwrap()).unwrap();
        assert_eq!(kernels_of(image), expected, "{what}");
        assert!(images.next().is_none(), "{what}");
        for kernel in expected {
            let sm = kernel.multiprocessor().expect("a known GPU");
            let found = usage_on(&file, &mut decoder, sm, kernel.name);
            assert_eq!(found.unwrap(), kernel, "{what}");
        }
    }
    let ptx = entries.iter().find(|entry| entry.kind == EntryKind::Ptx);
    let module = Module::new(decoder.ptx(ptx.unwrap()).unwrap()).unwrap();
    let mut names: Vec<_> = module.entries().iter().map(|entry| entry.name).collect();
    names.sort_unstable();
    let kernels = kernels_of(&cubins[0]).into_iter();
    let expected: Vec<_> = kernels.map(|kernel| kernel.name).collect();
    assert_eq!(names, expected, "{what}");
    entries.iter().map(|entry| entry.compression).collect()
}

#[test]
fn every_container_has_what_its_cubins_have() {
    let Some(nvcc) = Nvcc::find(DIRECTORY) else {
        return;
    };
    let source = source("bounds.cu");
    let mut seen = Vec::new();
    for relocatable in [&[][..], &["-rdc=true"]] {
        let cubins = ["sm_80", "sm_90", "sm_120"]
            .map(|target| nvcc.compile(&source, target, relocatable).unwrap().bytes);
        for compression in COMPRESSIONS {
            let options = [&CONTAINED, relocatable, compression].concat();
            let make = |source: &Path, extension, more: &[&str]| {
                let options = [more, &options].concat();
                nvcc.make(source, extension, &options).unwrap().0
            };
            let mut holds = |form, file: &[u8], kind| {
                let what = format!("{form} {relocatable:?} {compression:?}");
                seen.append(&mut holds(&what, file, kind, &cubins));
            };
            let fatbin = make(&source, "fatbin", &["-fatbin"]);
            holds("fatbin", &fatbin, FileKind::Fatbin);
            // Without decompression, a fat binary is read as far as it is not compressed.
            match Images::new(&fatbin).unwrap().usage_on(&SM_80, "bounded") {
                Err(error) => assert_eq!(error.kind(), ErrorKind::Compressed),
                read => assert_eq!(read, usage(&cubins[0], "bounded")),
            }
            let object = make(&source, "o", &["-c"]);
            holds("object", &object, FileKind::Elf);
            let input = Path::new(DIRECTORY).join("bounds.o");
            fs::write(&input, object).unwrap();
            let archive = nvcc.make(&input, "a", &["-lib"]).unwrap().0;
            holds("archive", &archive, FileKind::Archive);
            // A library of relocatable code has the linked code, too.
            if relocatable.is_empty() {
                let shared = ["-shared", "-cudart=none", "-Xcompiler=-fPIC"];
                holds("library", &make(&source, "so", &shared), FileKind::Elf);
            }
        }
    }
    for compression in [None, Some(Compression::Lz4), Some(Compression::Zstandard)] {
        assert!(seen.contains(&compression), "{compression:?}");
    }
}
