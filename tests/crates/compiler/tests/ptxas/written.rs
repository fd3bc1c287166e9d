//! Compares `occupancy::ptx` with NVIDIA's assembler: ptxas takes what it writes, and refuses what it refuses.

use std::fmt::Write as _;
use std::path::Path;

use occupancy::ptx::{BlockBound, Bounds, Existing, usage};
use occupancy::{Arch, Configuration, Kernel, Lint, Rule};
use occupancy_test_compiler::nvcc::{Nvcc, Ptxas};
use occupancy_test_compiler::report::Report;

use crate::nvcc;

const TARGETS: [&str; 4] = ["sm_75", "sm_90", "sm_100", "sm_120"];

/// The first version that ptxas 12.8 and every later one takes for all of the targets.
const VERSION: &str = "8.7";

fn assembled(ptxas: &Ptxas, text: &str, target: &str) -> Result<Report, String> {
    let compiled = ptxas.assemble(Path::new(env!("CARGO_TARGET_TMPDIR")), text, target);
    compiled.map(|compiled| compiled.report)
}

/// The registers of a thread of the entry.
fn registers(report: &Report, entry: &str) -> u32 {
    let mut kernels = report.kernels.iter();
    kernels
        .find(|kernel| kernel.name == entry)
        .unwrap()
        .registers
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
    let Some(ptxas) = nvcc().map(Nvcc::own_ptxas) else {
        return;
    };
    for target in TARGETS {
        let archs = [Arch::find(target).unwrap()];
        let entries: String = ["a", "b", "c"].map(|name| hungry(name, "", 120)).concat();
        let mut text = module(VERSION, target, &entries);
        let unbounded = assembled(&ptxas, &text, target).unwrap();

        let shared = Kernel::new((256, 1, 1), 96).with_dynamic_shared_memory(30 * 1024);
        let kernels = [
            ("a", Kernel::new((256, 1, 1), 64)),
            ("b", shared),
            ("c", Kernel::new((32, 8, 1), 10)),
        ];
        for (name, kernel) in kernels {
            assert!(registers(&unbounded, name) > 128);
            let configuration = Configuration::new(&archs, kernel);
            assert!(configuration.check().is_empty(), "{target} {name}");
            text = Bounds::of(&configuration)
                .rewrite(&text, name, Existing::Reject)
                .unwrap_or_else(|error| panic!("{target} {name}: {error}"));
        }
        for text in [text.clone(), text.replace('\n', "\r\n")] {
            let bounded = assembled(&ptxas, &text, target).unwrap();
            assert_eq!(bounded.remarks, [""; 0]);
            for (name, kernel) in kernels {
                let budget = kernel.registers_per_thread.max(24);
                assert!(registers(&bounded, name) <= budget, "{target} {name}");
            }
        }
    }
}

/// ptxas takes each entry that is found in a text.
#[test]
fn the_grammar_is_that_of_ptxas() {
    let Some(ptxas) = nvcc().map(Nvcc::own_ptxas) else {
        return;
    };
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
        assembled(&ptxas, &text, "sm_90").unwrap_or_else(|said| panic!("{entry}: {said}"));
        let bounded = bounds
            .rewrite(&text, "k", Existing::Replace)
            .unwrap_or_else(|error| panic!("{entry}: {error}"));
        let after = assembled(&ptxas, &bounded, "sm_90").unwrap();
        assert_eq!(after.remarks, [""; 0], "{entry}");
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
    let mut all = Ptxas::older();
    all.extend(nvcc().map(Nvcc::own_ptxas));
    let rows = include_str!("written.txt").lines();
    for row in rows.filter(|row| !row.is_empty() && !row.starts_with('#')) {
        let (text, expected) = row.split_once(" => ").unwrap();
        let (of_module, entry) = text.split_once(" | ").unwrap();
        let (version, target) = of_module.split_once(' ').unwrap();
        let text = module(version, target, &format!(".entry k {entry}\n"));
        let (expected, others) = expected.split_once(", ").unwrap_or((expected, ""));
        assert_eq!(judged(&text, target), expected, "{row}");
        for ptxas in &all {
            let report = assembled(ptxas, &text, target);
            let is_later =
                |said: &String| said.contains("Unsupported .version") || said.contains("gpu-name");
            let is_other = !others.is_empty() && ptxas.toolkit == 124;
            if is_other || report.as_ref().is_err_and(is_later) {
                continue;
            }
            let found = match &report {
                Err(_) => "refuses",
                Ok(report) if report.remarks.iter().any(|one| one.contains("warning")) => "ignores",
                Ok(_) => "takes",
            };
            assert_eq!(found, expected, "{ptxas:?} of {row}: {report:?}");
        }
    }
}
