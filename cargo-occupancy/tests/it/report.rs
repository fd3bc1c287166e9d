//! `occupancy report`, and the ratchet of what packages declare: asked of the compiler about `tests/crates/report`.

use std::collections::BTreeSet;
use std::fs;
use std::process::Output;

use crate::common::{Folder, code, json_of, occupancy, text};
use occupancy_core::kernel::{Argument, Arguments};
use serde_json::Value;

const PACKAGE: &str = "occupancy-test-report";
const SOURCE: &str = "tests/crates/report/src/lib.rs";

/// The command about the package, with what it needs in every test.
fn about_package(command: &[&str], more: &[&str]) -> Output {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml");
    let given = ["--manifest-path", manifest, "--package", PACKAGE];
    occupancy(&[command, &given, more].concat())
}

/// The rows of a report that nothing is wrong with.
fn rows(more: &[&str]) -> Vec<Value> {
    let output = about_package(&["report", "--format", "json"], more);
    assert_eq!((code(&output), text(&output.stderr)), (0, ""));
    json_of(&output).as_array().unwrap().clone()
}

fn names(rows: &[Value]) -> BTreeSet<&str> {
    rows.iter()
        .map(|row| row["name"].as_str().unwrap())
        .collect()
}

/// The rows of one kernel, in the order of its GPUs.
fn of<'r>(rows: &'r [Value], name: &str) -> Vec<&'r Value> {
    rows.iter().filter(|row| row["name"] == name).collect()
}

/// The target, the module and the launch type of each kernel, and its name.
const KERNELS: &str = "\
bin occupancy-test-report occupancy_test_report OfABinaryLaunch of_a_binary
example sweep sweep OfAnExampleLaunch of_an_example
lib occupancy_test_report occupancy_test_report ChosenLaunch chosen
lib occupancy_test_report occupancy_test_report Generated32Launch generated_32
lib occupancy_test_report occupancy_test_report Generated48Launch generated_48
lib occupancy_test_report occupancy_test_report HornerLaunch horner
lib occupancy_test_report occupancy_test_report OnEachLaunch on_each
lib occupancy_test_report occupancy_test_report OursLaunch ours
lib occupancy_test_report occupancy_test_report PrivateLaunch private
lib occupancy_test_report occupancy_test_report StatedLaunch stated
lib occupancy_test_report occupancy_test_report::inner MethodLaunch method
lib occupancy_test_report occupancy_test_report::inner NestedLaunch nested
";

#[test]
fn every_kernel_is_found_wherever_it_is() {
    let all = rows(&[]);
    let kernel = |row: &Value| {
        let keys = ["crate_kind", "crate_name", "module", "launch_type", "name"];
        keys.map(|key| row[key].as_str().unwrap()).join(" ") + "\n"
    };
    let kernels: BTreeSet<String> = all.iter().map(kernel).collect();
    assert_eq!(String::from_iter(kernels), KERNELS);
    // The line of the attribute, or of the macro that generates it.
    let source = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../tests/crates/report/src/lib.rs"
    );
    let source = fs::read_to_string(source).unwrap();
    for (name, line) in [
        (
            "private",
            "#[launch_config(arch = \"h100\", threads = TILE, regs = 64)]",
        ),
        (
            "nested",
            "        #[launch_config(arch = \"h100\", threads = 96, regs = 64)]",
        ),
        (
            "generated_48",
            "kernels!(generated_32 32, generated_48 48);",
        ),
    ] {
        let row = of(&all, name)[0];
        assert_eq!(row["file"], SOURCE);
        let at = usize::try_from(row["line"].as_u64().unwrap()).unwrap();
        assert_eq!(source.lines().nth(at - 1), Some(line));
    }
}

#[test]
fn targets_and_features_are_those_that_are_asked_for() {
    let of_one = rows(&["--test", "tiles"]);
    assert_eq!(names(&of_one), BTreeSet::from(["of_a_test"]));
    // Beside the integration tests, the library and the binary as their unit tests have them.
    let of_tests = rows(&["--tests"]);
    let others = rows(&["--lib", "--bins"]);
    assert_eq!(of_tests, [others, of_one].concat());
    let binary = rows(&["--bins"]);
    assert_eq!(names(&binary), BTreeSet::from(["of_a_binary"]));
    assert_eq!(binary[0]["threads"], 256);
    let larger = rows(&["--features", "larger"]);
    let more: Vec<_> = names(&larger)
        .into_iter()
        .filter(|name| name.starts_with("of_a_"))
        .collect();
    assert_eq!(more, ["of_a_binary", "of_a_feature", "of_a_gated_example"]);
    // A constant of the library, in the library and beside it.
    for name in ["private", "of_a_binary"] {
        assert_eq!(of(&larger, name)[0]["threads"], 512);
    }

    for (args, exit, says) in [
        (
            &["--example", "none"][..],
            2,
            "error: no example target named `none` in ",
        ),
        (
            &["--package", "none"],
            2,
            "error: package ID specification `none` did not match any packages",
        ),
        (&["--lib", "--kernel", "none"], 1, ""),
        (&["--features", "none"], 2, "error: "),
    ] {
        let output = about_package(&["report"], args);
        assert_eq!(
            (code(&output), text(&output.stdout)),
            (exit, ""),
            "{args:?}"
        );
        assert!(
            text(&output.stderr).starts_with(says),
            "{args:?}: {}",
            text(&output.stderr)
        );
    }
}

/// What `calculate` makes of the same arguments is there under the same names.
#[test]
fn figures_are_those_of_the_calculation() {
    let all = rows(&["--lib"]);
    let calculate = "calculate --format json --arch h100,8.0 --threads 32x8 --regs 72 --static-smem 1024 --smem 8192 \
                     --barriers 2 --carveout 50 --elements 10000000 --items-per-thread 4 --sms 66 \
                     --min-blocks 2 --max-blocks 16 --min-occupancy 0.1 --allow partial_warp";
    let mut calculate: Vec<&str> = calculate.split_whitespace().collect();
    calculate.extend(["--tile", "m=64,n=32,k=16,problem=1000x1000"]);
    calculate.extend(["--intent", "low_occupancy, one \"tile\" a warp \\ 2"]);
    let calculated = json_of(&occupancy(&calculate));
    let calculated = calculated.as_array().unwrap();
    let stated = of(&all, "stated");
    assert_eq!(stated.len(), calculated.len());
    for (row, calculated) in stated.iter().zip(calculated) {
        for (key, value) in calculated.as_object().unwrap() {
            assert_eq!(&row[key], value, "{key}");
        }
        // 9,766 blocks on 66 SMs of 3 blocks each.
        assert_eq!([&row["waves"], &row["last_wave_blocks"]], [50, 64]);
        assert_eq!(row["intent"], "one \"tile\" a warp \\ 2");
    }

    let on_each = of(&all, "on_each");
    let figures =
        |row: &Value| ["arch", "threads", "regs", "blocks_per_sm"].map(|key| row[key].to_string());
    assert_eq!(figures(on_each[0]), ["\"h100\"", "256", "64", "4"]);
    assert_eq!(figures(on_each[1]), ["\"b200\"", "128", "128", "4"]);
    // The best block for the shared memory of each size.
    let chosen = of(&all, "chosen")[0];
    let threads = chosen["threads"].as_u64().unwrap();
    assert_eq!(chosen["smem"], threads * 16);
    assert_eq!(chosen["occupancy_percent"], 100.0);
}

/// Each integer of the attribute is in the row of a kernel that states it, and so is its column in every table.
#[test]
fn a_kernel_has_every_column_that_its_arguments_have() {
    let all = rows(&["--lib", "--kernel", "stated"]);
    for argument in Arguments::ALL.iter().filter(|one| one.is_integer()) {
        let of_others =
            Argument::OF_TILE.contains(argument) || Argument::OF_HIDES.contains(argument);
        if !of_others {
            assert!(all[0][argument.key()].is_u64(), "{argument:?}");
        }
    }
    let columns = "threads|regs|smem|static smem|barriers|carveout|grid|items per thread|SMs|blocks/SM|occupancy|bound by|\
                   waves|tail|GPU|place|kernel";
    for format in ["table", "markdown", "html"] {
        let listed = about_package(
            &["report", "--format", format],
            &["--lib", "--kernel", "stated"],
        );
        let listed = text(&listed.stdout);
        let (between, cell) = match format {
            "table" => ("  ", "  66  "),
            "markdown" => (" | ", "| 66 |"),
            _ => (">", ">66</td>"),
        };
        let listed = listed.replace("</button", between).replace('\n', between);
        let parts: Vec<_> = listed
            .split(between)
            .map(|part| part.trim_matches([' ', '|']))
            .collect();
        for column in columns.split('|') {
            assert!(parts.contains(&column), "{format}: {column}");
        }
        assert!(listed.contains(cell), "{listed}");
    }
}

/// The names are stable, and the page of the command line has them.
#[test]
fn rows_have_these_names() {
    let keys =
        "package crate_kind crate_name module name launch_type file line target intent compiled";
    let keys: Vec<&str> = keys.split(' ').collect();
    let all = rows(&["--lib"]);
    for row in &all {
        for key in keys
            .iter()
            .chain(&["arch", "threads", "blocks_per_sm", "errors"])
        {
            assert!(row.get(key).is_some(), "{key}");
        }
    }
    let document = include_str!("../../../docs/command-line.md");
    let compiled = of(&all, "horner")[0]["compiled"].as_object().unwrap();
    for key in keys.into_iter().chain(compiled.keys().map(String::as_str)) {
        assert!(document.contains(&format!("`{key}`")), "{key}");
    }
}

#[test]
fn a_gpu_of_the_authors_own_has_its_limits() {
    let all = rows(&["--lib"]);
    let ours = of(&all, "ours");
    // 192 threads of 40 registers: 6 warps of 1,536, of which 3 are in each of 2 partitions of 24,576.
    for (row, name) in ours.iter().zip(["our \"board\"", "9.9"]) {
        assert_eq!(row["arch"], name);
        assert_eq!(row["compute_capability"], "9.9");
        assert_eq!(
            [&row["max_warps_per_sm"], &row["block_slot_limit"]],
            [60, 20]
        );
        assert_eq!([&row["register_limit"], &row["blocks_per_sm"]], [5, 5]);
        assert_eq!(row["shared_memory_per_block"], 2048);
    }
    assert_eq!(ours[0]["sm_count"], 12);
    assert_eq!(ours[1]["sm_count"], Value::Null);
}

#[test]
fn what_a_binary_has_stands_beside_it() {
    let all = rows(&["--lib"]);
    let horner = of(&all, "horner")[0];
    let compiled = &horner["compiled"];
    let cubin = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../examples/from_cubin/horner.cubin"
    );
    let inspected = json_of(&occupancy(&["inspect", "--format", "json", cubin]));
    for (key, value) in compiled.as_object().unwrap() {
        assert_eq!(value, &inspected[0][key], "{key}");
    }
    assert_eq!(horner["regs"], compiled["registers"]);
    assert!(of(&all, "private")[0]["compiled"].is_null());
    let table = about_package(&["report"], &["--lib"]);
    let head = text(&table.stdout).lines().next().unwrap();
    assert!(head.contains("compiled regs  spills"), "{head}");
}

#[test]
fn what_does_not_compile_is_said_as_cargo_says_it() {
    let constant = "[OCC012] 3 blocks";
    let types = "error[E0308]: mismatched types";
    for (args, kernel, says) in [
        (
            &["--features", "refused"][..],
            "refused",
            "error: [OCC012] 3 blocks of 256 threads",
        ),
        (
            &["--lib", "--features", "refused-constant"],
            "refused_constant",
            constant,
        ),
        (&["--lib", "--features", "mistyped"], "mistyped", types),
    ] {
        let output = about_package(&["report", "--format", "json"], args);
        assert_eq!(code(&output), 2, "{kernel}");
        let said = text(&output.stderr);
        // Once, though the binary and the example depend on the library.
        assert!(
            said.matches(says).count() == 1 || kernel == "refused_constant",
            "{said}"
        );
        assert!(
            said.contains(says) && said.contains(" --> tests/crates/report/src/lib.rs:"),
            "{said}"
        );
        assert!(
            !said.contains("occupancy report 3") && !said.contains("aborting"),
            "{said}"
        );
        assert!(
            kernel != "refused" || said.contains("help: `regs = 80` keeps 3 blocks"),
            "{said}"
        );
        assert!(
            kernel != "mistyped" || said.contains("expected `u32`, found `&str`"),
            "{said}"
        );
        // The others are there all the same, and nothing stands for the one that is refused.
        let listed = json_of(&output);
        let listed = names(listed.as_array().unwrap());
        assert!(
            listed.contains("private") && !listed.contains(kernel),
            "{listed:?}"
        );
    }
}

#[test]
fn markdown_and_html_have_every_kernel() {
    let markdown = about_package(&["report", "--format", "markdown"], &["--lib"]);
    let markdown = text(&markdown.stdout);
    let head = "### GPU kernels: 10 kernels of occupancy-test-report on 5 GPUs\n\n| kernel | GPU | blocks/SM |";
    assert!(markdown.starts_with(head), "{markdown}");
    let width = markdown.lines().nth(2).unwrap().matches('|').count();
    let rows = markdown.lines().filter(|line| line.starts_with("| <code>"));
    let widths: Vec<_> = rows.map(|row| row.matches('|').count()).collect();
    assert_eq!(widths, [width; 13]);

    let html = about_package(&["report", "--format", "html"], &["--lib"]);
    let html = text(&html.stdout);
    for (mark, count) in [
        ("<tr><th scope=\"row\"", 13),
        ("<h1>", 1),
        ("<h2 id=", 10),
        ("<h3>", 13),
    ] {
        assert_eq!(html.matches(mark).count(), count, "{mark}");
    }
    // Each link leads to a heading.
    for link in html.split("href=\"#").skip(1) {
        let id = link.split('"').next().unwrap();
        assert_eq!(
            html.matches(&format!("<h2 id=\"{id}\">")).count(),
            1,
            "{id}"
        );
    }
    // Every drawing is described, and nothing is loaded.
    let drawings = html.matches("<svg role=\"img\"").count();
    assert!(drawings >= 13 * 4);
    assert_eq!(html.matches("<title>").count(), drawings + 1);
    assert_eq!(html.matches("<desc>").count(), drawings);
    for loads in ["http:", "https:", " src=", "@import", "url("] {
        assert!(!html.contains(loads), "{loads}");
    }
    assert!(html.contains("<h3>our &quot;board&quot;</h3>"));
    assert!(html.contains("<p>Low occupancy is intended: one &quot;tile&quot; a warp \\ 2</p>"));
}

#[test]
fn the_ratchet_fails_where_a_declared_kernel_lost_blocks() {
    let written = about_package(&["baseline"], &["--lib"]);
    assert_eq!(code(&written), 0, "{}", text(&written.stderr));
    let baseline = text(&written.stdout);
    assert!(baseline.contains(
        "name = \"occupancy_test_report::on_each\"\ntarget = \"b200\"\nlibrary = \"occupancy-test-report\"\n\
         registers = 128\n"
    ));
    let folder = Folder::new();
    let file = folder.put("occupancy.toml", baseline);
    let check = |more: &[&str]| {
        let output = about_package(&["check", "--baseline", &file], more);
        assert_eq!(text(&output.stderr), "");
        (code(&output), text(&output.stdout).to_owned())
    };
    let (exit, said) = check(&["--lib"]);
    assert_eq!(exit, 0, "{said}");
    // By the compute capability of the device.
    let (exit, said) = check(&["--lib", "--arch", "sm_100"]);
    assert_eq!((exit, &*said), (0, "1 same\n"));

    // As if it had had more blocks.
    let had_more = baseline.replacen(
        "blocks_per_sm = 10\noccupancy_percent = 62.5",
        "blocks_per_sm = 16\noccupancy_percent = 100.0",
        1,
    );
    assert_ne!(had_more, baseline);
    fs::write(&file, had_more).unwrap();
    let (exit, said) = check(&["--lib"]);
    assert_eq!(exit, 1);
    assert!(
        said.contains("occupancy_test_report::generated_48")
            && said.contains("blocks per SM 16 → 10"),
        "{said}"
    );

    // Budgets need no baseline.
    let budget = about_package(&["check"], &["--lib", "--max-registers", "100"]);
    assert_eq!(code(&budget), 1);
    assert!(text(&budget.stdout).contains("registers 128, at most 100"));
    // What does not compile is no kernel that is gone.
    let mistyped = about_package(
        &["check", "--baseline", &file, "--update"],
        &["--features", "refused"],
    );
    assert_eq!(code(&mistyped), 2);
    assert!(text(&mistyped.stderr).contains("error: the baseline was not changed"));
}
