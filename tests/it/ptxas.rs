//! Compares `occupancy::ptx` with NVIDIA's assembler: ptxas takes what it writes, and refuses what it refuses.
//!
//! `OCCUPANCY_PTXAS` or `PATH` has ptxas. Without it, the tests say so and pass.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::{fmt::Write as _, fs};

use occupancy::ptx::{BlockBound, Bounds, Existing, usage};
use occupancy::{Arch, Configuration, Kernel, Lint, Rule};

const TARGETS: [&str; 4] = ["sm_75", "sm_90", "sm_100", "sm_120"];

/// The first version that ptxas 12.8 and every later one takes for all of the targets.
const VERSION: &str = "8.7";

fn ptxas() -> Option<PathBuf> {
    let stated = env::var_os("OCCUPANCY_PTXAS").map(PathBuf::from);
    if let Some(stated) = &stated {
        assert!(stated.is_file(), "no file {}", stated.display());
    }
    let name = format!("ptxas{}", env::consts::EXE_SUFFIX);
    let path = env::var_os("PATH").unwrap_or_default();
    let mut in_path = env::split_paths(&path).map(|folder| folder.join(&name));
    let found = stated.or_else(|| in_path.find(|candidate| candidate.is_file()));
    if found.is_none() {
        eprintln!(
            "skipped: no ptxas in OCCUPANCY_PTXAS or PATH; `pip install nvidia-cuda-nvcc` has it"
        );
    }
    found
}

/// The result of assembling a text.
struct Assembled {
    accepted: bool,
    said: String,
}

impl Assembled {
    fn of(ptxas: &Path, text: &str, target: &str) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
        let source = folder.join(format!("{}-{count}.ptx", std::process::id()));
        let object = source.with_extension("cubin");
        fs::write(&source, text).unwrap();
        let output = Command::new(ptxas)
            .args(["-v", "-arch", target, "-o"])
            .arg(&object)
            .arg(&source)
            .output()
            .unwrap_or_else(|error| panic!("{}: {error}", ptxas.display()));
        let printed = [output.stdout, output.stderr].concat();
        let said = String::from_utf8_lossy(&printed).into_owned();
        let _ = fs::remove_file(&source);
        let _ = fs::remove_file(&object);
        Self {
            accepted: output.status.success(),
            said,
        }
    }

    fn warned(&self) -> bool {
        self.said.contains("warning")
    }

    #[track_caller]
    fn is_accepted_without_a_warning(&self) {
        assert!(self.accepted && !self.warned(), "{}", self.said);
    }

    /// The registers of a thread of the entry.
    fn registers(&self, entry: &str) -> u32 {
        let (_, rest) = self
            .said
            .split_once(&format!("Compiling entry function '{entry}'"))
            .unwrap_or_else(|| panic!("no entry {entry}: {}", self.said));
        let (_, rest) = rest.split_once("Used ").unwrap();
        rest.split_once(" registers").unwrap().0.parse().unwrap()
    }
}

/// An entry whose threads keep `live` numbers across a barrier.
fn hungry(name: &str, header: &str, live: u32) -> String {
    let mut text = format!(
        ".visible .entry {name}(\n\t.param .u64 {name}_param_0\n)\n{header}{{\n\
         \t.reg .f32 %f<{}>;\n\t.reg .b64 %rd<4>;\n\t.reg .b32 %r<2>;\n\
         \tld.param.u64 %rd1, [{name}_param_0];\n\tcvta.to.global.u64 %rd2, %rd1;\n\
         \tmov.u32 %r1, %tid.x;\n\tmul.wide.u32 %rd3, %r1, 4;\n\tadd.s64 %rd2, %rd2, %rd3;\n",
        2 * live
    );
    for i in 0..live {
        let _ = writeln!(text, "\tld.volatile.global.f32 %f{i}, [%rd2+{}];", 4096 * i);
    }
    text.push_str("\tbar.sync 0;\n");
    for i in 0..live {
        let (a, b) = ((i * 7 + 3) % live, (i * 5 + 1) % live);
        let _ = writeln!(text, "\tfma.rn.f32 %f{}, %f{i}, %f{a}, %f{b};", live + i);
    }
    for i in 0..live {
        let _ = writeln!(
            text,
            "\tst.volatile.global.f32 [%rd2+{}], %f{};",
            4096 * i,
            live + i
        );
    }
    text + "\tret;\n}\n"
}

fn module(version: &str, target: &str, entries: &str) -> String {
    format!(".version {version}\n.target {target}\n.address_size 64\n\n{entries}")
}

fn block(threads: u32) -> Bounds {
    Bounds {
        block: Some(BlockBound::Max((threads, 1, 1))),
        ..Bounds::default()
    }
}

#[test]
fn the_bounds_of_a_configuration_hold() {
    let Some(ptxas) = ptxas() else { return };
    for target in TARGETS {
        let archs = [Arch::find(target).unwrap()];
        let entries: String = ["a", "b", "c"].map(|name| hungry(name, "", 120)).concat();
        let mut text = module(VERSION, target, &entries);
        let unbounded = Assembled::of(&ptxas, &text, target);
        assert!(unbounded.accepted, "{target}: {}", unbounded.said);

        let shared = Kernel::new((256, 1, 1), 96).with_dynamic_shared_memory(30 * 1024);
        let kernels = [
            ("a", Kernel::new((256, 1, 1), 64)),
            ("b", shared),
            ("c", Kernel::new((32, 8, 1), 10)),
        ];
        for (name, kernel) in kernels {
            assert!(unbounded.registers(name) > 128);
            let configuration = Configuration::new(&archs, kernel);
            assert!(configuration.check().is_empty(), "{target} {name}");
            text = Bounds::of(&configuration)
                .rewrite(&text, name, Existing::Reject)
                .unwrap_or_else(|error| panic!("{target} {name}: {error}"));
        }
        for text in [text.clone(), text.replace('\n', "\r\n")] {
            let bounded = Assembled::of(&ptxas, &text, target);
            bounded.is_accepted_without_a_warning();
            for (name, kernel) in kernels {
                let budget = kernel.registers_per_thread.max(24);
                assert!(bounded.registers(name) <= budget, "{target} {name}");
            }
        }
    }
}

/// ptxas takes each entry that is found in a text.
#[test]
fn the_grammar_is_that_of_ptxas() {
    let Some(ptxas) = ptxas() else { return };
    let bounds = Bounds {
        max_registers: Some(32),
        ..block(64)
    };
    for entry in [
        ".visible .entry k(.param .u64 p);\n.visible .entry k(.param .u64 p) { ret; }\n",
        ".weak .entry k { ret; }\n",
        ".entry k.maxntid 64{ret;}\n",
        ".entry/**/k/* { */()// {\n.maxntid/*a*/0x40/*b*/,/*c*/1{ret;}\n",
        ".entry k /* a /* b */ .maxntid 0100 { ret; }\n",
        ".file 1 \"}{ .entry k {\n\\\"\n.entry k { ret; }\n",
        ".entry k .maxnreg 64 .maxnreg 32 .pragma \"nounroll\"; .maxntid 64U { ret; }\n",
        ".func f;\n.func g { ret; }\n.alias f, g;\n.entry k { { ret; } }\n",
        "// .entry k {\r.entry k {\n.entry\u{c}k\r\n{ .pragma \"nounroll\"; ret; }\r\n",
        ".section .debug_str { .b8 1, 2 }\n.entry k { ret; }\n",
    ] {
        let text = module(VERSION, "sm_90", entry);
        let before = Assembled::of(&ptxas, &text, "sm_90");
        assert!(before.accepted, "{entry}: {}", before.said);
        let bounded = bounds
            .rewrite(&text, "k", Existing::Replace)
            .unwrap_or_else(|error| panic!("{entry}: {error}"));
        let after = Assembled::of(&ptxas, &bounded, "sm_90");
        after.is_accepted_without_a_warning();
    }
}

/// The verdict on PTX beside a configuration, as a word of `ptxas.txt`.
fn judged(text: &str, target: &str) -> &'static str {
    let Ok(code) = usage(text, "k") else {
        return "refuses";
    };
    let (archs, code) = ([Arch::find(target).unwrap()], [code]);
    let [static_shared_memory, barriers] =
        [code[0].static_shared_memory, code[0].barriers].map(Option::unwrap);
    let kernel = Kernel::new((32, 1, 1), 255)
        .with_static_shared_memory(static_shared_memory)
        .with_barriers(barriers);
    let configuration = Configuration::new(&archs, kernel).with_compiled(&code);
    let broken = configuration.check();
    if broken.contains(Rule::StaticSharedMemory) || broken.contains(Rule::Barriers) {
        "refuses"
    } else if Lint::PtxBounds.fires(&configuration) {
        "ignores"
    } else {
        "takes"
    }
}

/// Each verdict holds without a ptxas, too.
#[test]
fn every_ptxas_does_what_is_said_of_ptx() {
    let paths = env::var_os("OCCUPANCY_OLDER_PTXAS").unwrap_or_default();
    let older = env::split_paths(&paths).filter(|path| path.is_file());
    let all: Vec<_> = older.chain(ptxas()).collect();
    let is_12_4 = |ptxas: &Path| {
        let version = Command::new(ptxas).arg("--version").output().unwrap();
        String::from_utf8_lossy(&version.stdout).contains("release 12.4")
    };
    let rows = include_str!("ptxas.txt").lines();
    for row in rows.filter(|row| !row.is_empty() && !row.starts_with('#')) {
        let (text, expected) = row.split_once(" => ").unwrap();
        let (of_module, entry) = text.split_once(" | ").unwrap();
        let (version, target) = of_module.split_once(' ').unwrap();
        let text = module(version, target, &format!(".entry k {entry}\n"));
        let (expected, others) = expected.split_once(", ").unwrap_or((expected, ""));
        assert_eq!(judged(&text, target), expected, "{row}");
        for ptxas in &all {
            let Assembled { accepted, said } = &Assembled::of(ptxas, &text, target);
            let is_later = said.contains("Unsupported .version") || said.contains("gpu-name");
            if is_later || !others.is_empty() && is_12_4(ptxas) {
                continue;
            }
            let found = match accepted {
                false => "refuses",
                true if said.contains("warning") => "ignores",
                true => "takes",
            };
            assert_eq!(found, expected, "{} of {row}: {said}", ptxas.display());
        }
    }
}
