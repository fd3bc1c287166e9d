//! Every kernel, for every GPU, of every compiler that is at hand: read, and compared with what ptxas
//! and cuobjdump say.

use std::env;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use occupancy_binary::ErrorKind;
use occupancy_binary::cubin::{Compression, Image, usage, usage_for};
use occupancy_binary::ptx;
use occupancy_binary::{Decoder, EntryKind, File, FileKind, usage as image_usage};
use occupancy_core::Compiled;
use occupancy_test_cubin::compare::Differences;
use occupancy_test_cubin::fixtures::{FIXTURES, Fixture};
use occupancy_test_cubin::golden;
use occupancy_test_cubin::tools::{self, Ptxas, Tools, number_of};

/// The tools; where there are none, one line says why, unless `OCCUPANCY_REQUIRE_COMPILER` is set.
fn tools() -> Option<&'static Tools> {
    static FOUND: LazyLock<Option<Tools>> = LazyLock::new(|| {
        match Tools::find(Path::new(env!("CARGO_TARGET_TMPDIR"))) {
            Ok(tools) => Some(tools),
            Err(reason) => {
                let required = env::var_os("OCCUPANCY_REQUIRE_COMPILER").is_some();
                assert!(!required, "the compiler is required: {reason}");
                // Not by `println`: a test that passes shows nothing of that.
                let said = writeln!(io::stderr(), "skipped: {reason}");
                said.unwrap();
                None
            }
        }
    });
    FOUND.as_ref()
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
const TARGETS: [&str; 22] = [
    "sm_75", "sm_80", "sm_86", "sm_87", "sm_88", "sm_89", "sm_90", "sm_90a", "sm_100", "sm_100a",
    "sm_100f", "sm_103", "sm_103a", "sm_107", "sm_110", "sm_110a", "sm_110f", "sm_120", "sm_120a",
    "sm_120f", "sm_121", "sm_121a",
];

/// Options that change what is in a binary, for some of the targets.
const OPTIONS: [&[&str]; 5] = [
    &["-rdc=true"],
    &["-G"],
    &["-lineinfo"],
    &["-maxrregcount=32"],
    &["-Xptxas", "-O0"],
];
const TARGETS_WITH_OPTIONS: [&str; 4] = ["sm_75", "sm_90", "sm_100a", "sm_120"];

fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("kernels")
        .join(name)
}

/// One compilation.
#[derive(Clone, Copy)]
struct Job {
    source: &'static str,
    target: &'static str,
    options: &'static [&'static str],
    ptxas: Option<&'static Ptxas>,
}

impl Job {
    fn compile(&self, tools: &Tools) -> Result<tools::Compiled, String> {
        let source = source(self.source);
        match self.ptxas {
            Some(ptxas) => tools.compile_with(ptxas, &source, self.target),
            None => tools.compile(&source, self.target, self.options),
        }
    }
}

fn jobs(tools: &'static Tools) -> Vec<Job> {
    let mut jobs = Vec::new();
    for (source, first, toolkit) in SOURCES {
        let job = |target, options, ptxas| {
            (number_of(target) >= first).then_some(Job {
                source,
                target,
                options,
                ptxas,
            })
        };
        jobs.extend(TARGETS.iter().filter_map(|target| job(target, &[], None)));
        for options in OPTIONS {
            let targets = TARGETS_WITH_OPTIONS.iter();
            jobs.extend(targets.filter_map(|target| job(target, options, None)));
        }
        for ptxas in tools.older.iter().filter(|ptxas| ptxas.toolkit >= toolkit) {
            let targets = ptxas.targets().iter();
            jobs.extend(targets.filter_map(|target| job(target, &[], Some(ptxas))));
        }
    }
    jobs
}

/// What the tools say of a compiled image, beside what is read.
fn compare(
    tools: &Tools,
    what: &str,
    compiled: &tools::Compiled,
    differences: &mut Differences,
) -> usize {
    let dump = match tools.dump(&compiled.bytes) {
        Ok(dump) => dump,
        Err(printed) => {
            differences
                .lines
                .push(format!("{what}: cuobjdump: {printed}"));
            return 0;
        }
    };
    differences.image(what, &compiled.bytes, &dump);
    for entry in &compiled.report.kernels {
        match usage(&compiled.bytes, &entry.name) {
            Ok(read) => differences.ptxas(what, &read, entry),
            Err(error) => differences
                .lines
                .push(format!("{what}: {}: {error}", entry.name)),
        }
    }
    assert_eq!(compiled.report.kernels.len(), dump.kernels.len(), "{what}");
    dump.kernels.len()
}

#[test]
fn every_figure_of_every_kernel() {
    let Some(tools) = tools() else {
        return;
    };
    let jobs = jobs(tools);
    let next = AtomicUsize::new(0);
    let (kernels, all) = (AtomicUsize::new(0), Mutex::new(Differences::default()));
    let work = || {
        let mut found = Differences::default();
        while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let toolkit = job.ptxas.map_or(0, |ptxas| ptxas.toolkit);
            let what = format!("{} {} {:?} {toolkit}", job.source, job.target, job.options);
            match job.compile(tools) {
                Ok(compiled) => {
                    let count = compare(tools, &what, &compiled, &mut found);
                    kernels.fetch_add(count, Ordering::Relaxed);
                }
                Err(printed) => found.lines.push(format!("{what}: {printed}")),
            }
        }
        all.lock().unwrap().add(found);
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let all = all.into_inner().unwrap();
    let said = writeln!(
        io::stderr(),
        "{} figures of {} kernels in {} images compared, {} differ",
        all.compared,
        kernels.load(Ordering::Relaxed),
        jobs.len(),
        all.lines.len(),
    );
    said.unwrap();
    assert!(all.lines.is_empty(), "{}", all.lines.join("\n"));
    assert!(kernels.into_inner() > 1000);
}

/// Machine code for three GPUs, and PTX beside that of one.
const CONTAINED: [&str; 3] = [
    "-gencode=arch=compute_80,code=sm_80",
    "-gencode=arch=compute_90,code=[sm_90,compute_90]",
    "-gencode=arch=compute_120,code=sm_120",
];

#[test]
fn a_fat_binary_has_what_its_cubins_have() {
    let Some(tools) = tools() else {
        return;
    };
    let source = source("bounds.cu");
    let mode = |mode| [&CONTAINED[..], &[mode]].concat();
    let plain = tools
        .fatbin(&source, &mode("--compress-mode=none"))
        .unwrap();
    for (target, compute_capability) in [("sm_80", (8, 0)), ("sm_90", (9, 0)), ("sm_120", (12, 0))]
    {
        let cubin = tools.compile(&source, target, &[]).unwrap();
        for entry in &cubin.report.kernels {
            let alone = usage(&cubin.bytes, &entry.name).unwrap();
            let inside = usage_for(&plain, compute_capability, &entry.name).unwrap();
            assert_eq!(inside, alone, "{target}");
        }
    }
    let several = usage(&plain, "bounded").unwrap_err();
    assert!(
        several.to_string().contains("sm_80, sm_90, sm_120"),
        "{several}"
    );
    let other = usage_for(&plain, (7, 5), "bounded").unwrap_err();
    assert_eq!(other.kind(), ErrorKind::NoImage);

    // Compressed, and all in one block.
    for options in [
        &["--compress-mode=size"][..],
        &["--compress-mode=speed"],
        &["--concat"],
    ] {
        let compressed = tools
            .fatbin(&source, &[&CONTAINED[..], options].concat())
            .unwrap();
        match usage_for(&compressed, (8, 0), "bounded") {
            // nvcc leaves a block as it is where it does not become smaller.
            Ok(usage) => assert_eq!(usage.compute_capability, (8, 0), "{options:?}"),
            Err(error) => assert_eq!(error.kind(), ErrorKind::Compressed, "{options:?}"),
        }
    }
}

/// How nvcc compresses what it puts into a fat binary.
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
    let kernels = Image::new(cubin).unwrap().kernels();
    let mut kernels: Vec<_> = kernels.collect::<Result<_, _>>().unwrap();
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
        let entry = images.next().unwrap();
        assert!(images.next().is_none(), "{what}");
        assert_eq!(
            kernels_of(decoder.decode(entry).unwrap()),
            expected,
            "{what}"
        );
        for kernel in expected {
            let found = image_usage(&file, &mut decoder, compute_capability, kernel.name);
            assert_eq!(found.unwrap(), kernel, "{what}");
        }
    }
    let ptx = entries.iter().find(|entry| entry.kind == EntryKind::Ptx);
    let text = decoder.ptx(ptx.unwrap()).unwrap();
    let module = ptx::Module::new(text).unwrap();
    let mut names: Vec<_> = module.entries().iter().map(|entry| entry.name).collect();
    names.sort_unstable();
    let expected = kernels_of(&cubins[0]);
    let expected: Vec<_> = expected.iter().map(|kernel| kernel.name).collect();
    assert_eq!(names, expected, "{what}");
    entries.iter().map(|entry| entry.compression).collect()
}

#[test]
fn every_container_has_what_its_cubins_have() {
    let Some(tools) = tools() else {
        return;
    };
    let source = source("bounds.cu");
    let mut seen = Vec::new();
    for relocatable in [&[][..], &["-rdc=true"]] {
        let cubins = ["sm_80", "sm_90", "sm_120"]
            .map(|target| tools.compile(&source, target, relocatable).unwrap().bytes);
        for compression in COMPRESSIONS {
            let options = [&CONTAINED, relocatable, compression].concat();
            let mut holds = |form, file: &[u8], kind| {
                let what = format!("{form} {relocatable:?} {compression:?}");
                seen.append(&mut holds(&what, file, kind, &cubins));
            };
            let fatbin = tools.fatbin(&source, &options).unwrap();
            holds("fatbin", &fatbin, FileKind::Fatbin);
            let object = tools.object(&source, &options).unwrap();
            holds("object", &object, FileKind::Elf);
            let archive = tools.archive(&object).unwrap();
            holds("archive", &archive, FileKind::Archive);
            // Of relocatable code a library has what is linked, too.
            if relocatable.is_empty() {
                let library = tools.library(&source, &options).unwrap();
                holds("library", &library, FileKind::Elf);
            }
        }
    }
    for compression in [None, Some(Compression::Lz4), Some(Compression::Zstandard)] {
        assert!(seen.contains(&compression), "{compression:?}");
    }
}

/// What the tools say of the committed binaries now. With `OCCUPANCY_BLESS` set, the binaries and
/// what is said of them are made anew.
#[test]
fn the_fixtures_are_what_the_tools_make_and_say() {
    let Some(tools) = tools() else {
        return;
    };
    if env::var_os("OCCUPANCY_BLESS").is_some() {
        for fixture in FIXTURES {
            bless(tools, fixture);
        }
        let options = [
            "-gencode=arch=compute_80,code=[sm_80,compute_80]",
            "--compress-mode=none",
        ];
        let fatbin = tools.fatbin(&source("small/saxpy.cu"), &options).unwrap();
        fs::write(fixture_file("saxpy-13", "fatbin"), fatbin).unwrap();
        return;
    }
    for fixture in FIXTURES {
        let (dump, _) = golden::read(fixture.golden).unwrap();
        assert_eq!(tools.dump(fixture.bytes).unwrap(), dump, "{}", fixture.name);
    }
}

fn bless(tools: &Tools, fixture: &Fixture) {
    let source = source("small").join(fixture.source);
    let compiled = match fixture.older {
        None => tools.compile(&source, fixture.target, fixture.options),
        Some(toolkit) => {
            let ptxas = tools.older.iter().find(|ptxas| ptxas.toolkit == toolkit);
            let ptxas = ptxas.unwrap_or_else(|| panic!("no ptxas of {toolkit}"));
            tools.compile_with(ptxas, &source, fixture.target)
        }
    };
    let compiled = compiled.unwrap();
    let dump = tools.dump(&compiled.bytes).unwrap();
    let text = golden::write(&dump, &compiled.report.kernels);
    assert_eq!(golden::read(&text).unwrap().0, dump);
    fs::write(fixture_file(fixture.name, "cubin"), compiled.bytes).unwrap();
    fs::write(fixture_file(fixture.name, "txt"), text).unwrap();
}

fn fixture_file(name: &str, extension: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/cubins");
    folder.join(format!("{name}.{extension}"))
}
