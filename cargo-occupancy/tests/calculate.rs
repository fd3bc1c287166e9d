//! `occupancy calculate`: each figure against the library, refusals as the compiler words them, and sweeps.

mod common;

use common::{occupancy, text};
use occupancy_core::{
    Arch, Configuration, Grid, GridDim, Kernel, Occupancy, Ratio, Resource, Rule, Waves,
    kernel::Argument,
};
use serde_json::{Value, json};

/// The rows as JSON, with the exit code.
fn rows(args: &[&str]) -> (Vec<Value>, Option<i32>) {
    let output = occupancy(&[&["calculate", "--format", "json"], args].concat());
    let rows = serde_json::from_slice(&output.stdout);
    let rows = rows.unwrap_or_else(|_| panic!("{}", text(&output.stderr)));
    (rows, output.status.code())
}

const TILE: &str = "m = 128, n=128, k = 64, stages = 3, a = 2, b = 2";

#[test]
fn every_figure_is_that_of_the_library() {
    let (rows, code) = rows(&[
        "--arch",
        "h100,b200,sm_86",
        "--threads",
        "64,16x16,96..=160",
        "--regs",
        "32..=96:32",
        "--smem",
        "0,30000",
        "--static-smem",
        "1024",
        "--barriers",
        "2",
        "--grid",
        "1000",
    ]);
    assert_eq!(code, Some(0));
    assert_eq!(rows.len(), 3 * 5 * 3 * 2);
    let mut numbers = rows.iter();
    for block in [
        (64, 1, 1),
        (16, 16, 1),
        (96, 1, 1),
        (128, 1, 1),
        (160, 1, 1),
    ] {
        for regs in [32, 64, 96] {
            for smem in [0, 30_000] {
                for name in ["h100", "b200", "sm_86"] {
                    let row = numbers.next().unwrap();
                    let arch = Arch::find(name).unwrap();
                    let kernel = Kernel::new(block, regs)
                        .with_dynamic_shared_memory(smem)
                        .with_static_shared_memory(1024)
                        .with_barriers(2);
                    let cc = arch.compute_capability();
                    let occupancy = Occupancy::new(cc, &kernel).unwrap();
                    assert_eq!(row["arch"], name);
                    let threads = match block {
                        (x, 1, 1) => json!(x),
                        all => json!(all),
                    };
                    assert_eq!(row["threads"], threads);
                    assert_eq!(row["regs"], regs);
                    assert_eq!(row["smem"], smem);
                    assert_eq!(row["static_smem"], 1024);
                    assert_eq!(row["barriers"], 2);
                    assert_eq!(row["grid"], 1000);
                    assert_eq!(row["compute_capability"], cc.name());
                    assert_eq!(row["blocks_per_sm"], occupancy.blocks_per_sm);
                    assert_eq!(row["warps_per_sm"], occupancy.warps_per_sm());
                    assert_eq!(row["max_warps_per_sm"], occupancy.max_warps_per_sm);
                    let percent = row["occupancy_percent"].to_string();
                    let percent = percent.strip_suffix(".0").unwrap_or(&percent);
                    assert_eq!(format!("{percent} %"), occupancy.ratio().to_string());
                    let binding = row["binding_limits"].as_str().unwrap();
                    let expected: Vec<_> =
                        occupancy.binding_resources().map(Resource::name).collect();
                    assert_eq!(binding, expected.join(", "));
                    assert_eq!(row["register_limit"], json!(occupancy.limits.registers));
                    assert_eq!(row["barrier_limit"], json!(occupancy.limits.barriers));
                    assert_eq!(
                        row["shared_memory_limit"],
                        json!(occupancy.limits.shared_memory)
                    );
                    assert_eq!(row["registers_per_block"], occupancy.registers_per_block);
                    let waves = arch.sm_count().and_then(|sm_count| {
                        let grid = GridDim::new((1000, 1, 1)).unwrap();
                        Waves::new(grid, sm_count, occupancy.blocks_per_sm)
                    });
                    assert_eq!(row["waves"], json!(waves.map(Waves::count)));
                    assert_eq!(row["errors"], json!([]));
                }
            }
        }
    }
}

#[test]
fn every_argument_of_the_attribute_has_an_effect() {
    let base = ["--arch", "h100", "--threads", "256", "--regs", "64"];
    let (plain, _) = rows(&base);
    for (args, field, expected) in [
        (&["--smem", "100000"][..], "blocks_per_sm", json!(2)),
        (&["--static-smem", "40000"], "shared_memory_limit", json!(5)),
        (&["--barriers", "16"], "barrier_limit", json!(4)),
        (
            &["--carveout", "0", "--smem", "16000"],
            "shared_memory_per_sm",
            json!(32_768),
        ),
        (&["--cluster", "2x2"], "max_clusters", json!(132)),
        (&["--grid", "10x10x10"], "grid_blocks", json!(1000)),
        (&["--elements", "1000"], "grid_blocks", json!(4)),
        (
            &["--elements", "1000", "--items-per-thread", "4"],
            "grid_blocks",
            json!(1),
        ),
        (
            &["--grid", "264", "--sms", "66"],
            "blocks_per_wave",
            json!(264),
        ),
        (&["--max-blocks", "3"], "errors", json!(["OCC051"])),
        (
            &["--hides", "cycles=400,instructions=60"],
            "warps_needed",
            json!(32),
        ),
        (&["--hides", "cycles=400"], "errors", json!(["OCC054"])),
        (&["--hides", "bytes=16"], "hides_bytes", json!(16)),
        (&["--tile", TILE], "smem", json!(98_304)),
        (&["--tile", TILE], "flop_per_byte", json!(64.0)),
        (
            &["--tile", TILE, "--smem", "65536"],
            "errors",
            json!(["OCC058"]),
        ),
        (
            &["--intent", "low_occupancy, tiles"],
            "warnings",
            json!(["OCC213"]),
        ),
        (&["--min-blocks", "5"], "errors", json!(["OCC012"])),
        (&["--min-occupancy", "51 %"], "errors", json!(["OCC013"])),
        (
            &["--grid", "529", "--tail-efficiency", "0.9"],
            "errors",
            json!(["OCC014"]),
        ),
        (
            &["--min-blocks", "2", "--warn", "min_blocks"],
            "warnings",
            json!(["OCC204"]),
        ),
        (
            &["--grid", "529", "--deny", "last_wave"],
            "errors",
            json!(["OCC201"]),
        ),
    ] {
        let (changed, _) = rows(&[&base, args].concat());
        assert_eq!(changed[0][field], expected, "{args:?}");
        assert_ne!(changed[0][field], plain[0][field], "{args:?}");
    }
    let partial = ["--arch", "h100", "--threads", "250", "--regs", "64"];
    assert_eq!(rows(&partial).0[0]["errors"], json!(["OCC004"]));
    let allowed = rows(&[&partial[..], &["--allow", "partial_warp"]].concat());
    assert_eq!((&allowed.0[0]["errors"], allowed.1), (&json!([]), Some(0)));
    let cliff = ["--arch", "h100", "--threads", "256", "--regs", "33"];
    assert_eq!(rows(&cliff).0[0]["warnings"], json!(["OCC203"]));
    let silenced = rows(&[&cliff[..], &["--allow", "register_cliff"]].concat());
    assert_eq!(silenced.0[0]["warnings"], json!([]));
}

#[test]
fn one_gpu_has_values_of_its_own() {
    let args = [
        "--arch",
        "a100,b200",
        "--threads",
        "256",
        "--regs",
        "64",
        "--min-blocks",
        "4",
        "--on",
    ];
    let own = "b200, threads = (16, 32), regs = 128, min_blocks = 2";
    let (two, code) = rows(&[&args[..], &[own]].concat());
    assert_eq!((two.len(), code), (2, Some(1)));
    assert_eq!(
        (&two[0]["arch"], &two[0]["threads"]),
        (&json!("a100"), &json!(256))
    );
    assert_eq!(
        (&two[1]["arch"], &two[1]["threads"]),
        (&json!("b200"), &json!([16, 32, 1]))
    );
    assert_eq!(
        (&two[1]["regs"], &two[1]["min_blocks"]),
        (&json!(128), &json!(2))
    );
    assert_eq!(
        (&two[0]["errors"], &two[1]["errors"]),
        (&json!([]), &json!(["OCC012"]))
    );

    let explained = occupancy(&[&["calculate", "--explain"], &args[..], &[own]].concat());
    let errors = text(&explained.stderr);
    let mut lines = errors
        .lines()
        .skip_while(|line| !line.contains("launch_config("));
    let (attribute, marks) = (lines.next().unwrap(), lines.next().unwrap());
    assert_eq!(
        attribute,
        "  | #[launch_config(arch = [\"a100\", \"b200\"], threads = 256, regs = 64, min_blocks = 4, \
         on(\"b200\", threads = (16, 32), regs = 128, min_blocks = 2))]"
    );
    assert_eq!(marks.find('^'), attribute.find("2))]"));

    for (on, says) in [
        ("h100, regs = 32", "error: `h100` is not in `arch`"),
        ("b200", "it states nothing for b200 alone"),
        ("b200, grid = 5", "the GPUs share `grid`"),
    ] {
        let output = occupancy(&[&["calculate"], &args[..], &[on]].concat());
        assert_eq!(output.status.code(), Some(2), "{on}");
        assert!(text(&output.stderr).contains(says), "{on}");
    }
}

#[test]
fn what_is_not_stated_is_read_of_the_kernel() {
    let kernels = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/kernels/");
    let file = |name: &str| format!("{kernels}{name}");
    let (cubin, ptx) = (file("saxpy.cubin"), file("saxpy.ptx"));
    let base = ["--arch", "h100", "--threads", "256"];
    let of = |args: &[&str]| rows(&[&base, args].concat());
    let (read, code) = of(&["--cubin", &cubin, "--kernel", "saxpy"]);
    // As the attribute's documentation has it.
    assert_eq!((&read[0]["regs"], code), (&json!(10), Some(0)));
    let (refused, code) = of(&["--cubin", &cubin, "--kernel", "saxpy", "--regs", "8"]);
    assert_eq!((&refused[0]["errors"], code), (&json!(["OCC030"]), Some(1)));
    let (of_ptx, code) = of(&["--ptx", &ptx, "--kernel", "saxpy", "--regs", "32"]);
    assert_eq!((&of_ptx[0]["static_smem"], code), (&json!(0), Some(0)));
    // Its template has two kernels, which their arguments tell apart.
    let scale = ["--cubin", &file("clusters.cubin"), "--kernel"];
    for (name, exit) in [
        ("blas::scale<float>(float*, float)", 0),
        ("_ZN4blas5scaleIfEEvPT_S1_", 0),
        ("blas::scale<float>", 0),
        ("scale<float>", 0),
        ("scale<int>", 2),
        ("scale", 2),
        ("blas::scale<…>(…)", 2),
    ] {
        let output = occupancy(&[&["calculate"], &base[..], &scale, &[name]].concat());
        assert_eq!(output.status.code(), Some(exit), "{name}");
    }
    let dot = ["--kernel", "blas::dot(int, float const*, float*)"];
    let ptx_of_dot = common::fixture("kernels.ptx");
    let dot = [
        &["--regs", "32", "--ptx", ptx_of_dot.to_str().unwrap()],
        &dot[..],
    ]
    .concat();
    assert_eq!(of(&dot).1, Some(0));
    let (wide, _) = rows(&[
        "--arch",
        "h100",
        "--threads",
        "512",
        "--cubin",
        &cubin,
        "--kernel",
        "saxpy",
    ]);
    assert_eq!(wide[0]["errors"], json!(["OCC033"]));
    for (args, says) in [
        (&["--cubin", &cubin][..], "--kernel <NAME>"),
        (
            &["--cubin", &cubin, "--kernel", "gemm"],
            "[OCC037] no kernel `gemm`",
        ),
        (&["--cubin", &ptx, "--kernel", "saxpy"], "[OCC038]"),
        (
            &["--cubin", "nothing.cubin", "--kernel", "saxpy"],
            "nothing.cubin: ",
        ),
        (&["--ptx", &ptx, "--kernel", "saxpy"], "--regs <REGISTERS>"),
    ] {
        let output = occupancy(&[&["calculate"], &base[..], args].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let errors = text(&output.stderr);
        assert!(errors.contains(says), "{args:?}: {errors}");
    }
}

#[test]
fn a_refusal_is_that_of_the_compiler() {
    let args = [
        "calculate",
        "--arch",
        "h100",
        "--threads",
        "256",
        "--regs",
        "96",
        "--min-blocks",
        "3",
    ];
    let output = occupancy(&args);
    assert_eq!(output.status.code(), Some(1));
    let archs = [Arch::find("h100").unwrap()];
    let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 96)).with_min_blocks(3);
    let violations = configuration.check();
    let message = configuration
        .message(violations.iter().next().unwrap())
        .to_string();
    assert_eq!(text(&output.stderr), format!("error: {message}\n"));
    // It launches, so its limits are shown.
    assert!(text(&output.stdout).contains("occupancy      25 %: 2 blocks, 16 of 64 warps per SM"));

    let explained = occupancy(&[&args[..], &["--explain"]].concat());
    assert_eq!(explained.status.code(), Some(1));
    let ui = include_str!("../../tests/ui/budget/min-blocks-bound-by-registers.stderr");
    let (ui, _) = ui.split_once("\n --> ").unwrap();
    let lines: Vec<_> = text(&explained.stderr).lines().collect();
    let (of_compiler, of_program): (Vec<_>, _) = (ui.lines().collect(), &lines[..lines.len() - 3]);
    assert_eq!(of_compiler, of_program);
    let [_, attribute, marks] = lines[lines.len() - 3..] else {
        unreachable!("three lines")
    };
    assert_eq!(
        attribute,
        "  | #[launch_config(arch = \"h100\", threads = 256, regs = 96, min_blocks = 3)]"
    );
    assert_eq!(marks.find('^'), attribute.find("3)]"));
    assert_eq!(marks.matches('^').count(), 1);
}

#[test]
fn what_cannot_launch_has_no_occupancy() {
    for (args, code) in [
        (&["--threads", "2048", "--regs", "32"][..], "OCC003"),
        (&["--threads", "1024", "--regs", "65"], "OCC006"),
        (&["--threads", "256", "--regs", "300"], "OCC005"),
        (
            &["--threads", "256", "--regs", "64", "--smem", "300000"],
            "OCC008",
        ),
        (&["--threads", "0", "--regs", "64"], "OCC001"),
        (
            &["--threads", "256", "--regs", "64", "--static-smem", "49168"],
            "OCC007",
        ),
        (
            &["--threads", "256", "--regs", "64", "--cluster", "32"],
            "OCC026",
        ),
        (
            &["--threads", "256", "--regs", "64", "--carveout", "101"],
            "OCC010",
        ),
    ] {
        let args = [&["--arch", "h100"], args].concat();
        let output = occupancy(&[&["calculate"], &*args].concat());
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        assert_eq!(text(&output.stdout), "", "{args:?}");
        let errors = text(&output.stderr);
        assert!(
            errors.starts_with(&format!("error: [{code}] ")),
            "{args:?}: {errors}"
        );
        assert!(errors.contains("help: "), "{args:?}: {errors}");
        let (rows, exit) = rows(&args);
        assert_eq!(exit, Some(1), "{args:?}");
        let row = &rows[0];
        assert_eq!(row["errors"], json!([code]), "{args:?}");
        assert_eq!(
            (&row["blocks_per_sm"], &row["occupancy_percent"]),
            (&json!(0), &json!(0.0))
        );
    }
}

/// More than 48 KiB: for a target with an `a` at the end, and where it is read of code, which has compiled.
#[test]
fn static_shared_memory_that_compiles_is_accepted() {
    let folder = tempfile::tempdir().unwrap();
    let ptx = folder.path().join("tile.ptx");
    let source = ".version 8.4 .target sm_90 .address_size 64 .visible .entry tile() \
                  { .shared .align 4 .b8 tile[65536]; .reg .b32 %r1; mov.u32 %r1, tile; ret; }";
    std::fs::write(&ptx, source).unwrap();
    let calculate = |args: &[&str]| {
        let kernel = ["calculate", "--threads", "256", "--regs", "64"];
        occupancy(&[&kernel, args].concat())
    };
    let output = calculate(&["--arch", "sm_90a", "--static-smem", "65536"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let since = "toolkit        65,536 bytes of static shared memory compile since CUDA 13.0";
    assert!(text(&output.stdout).contains(since));

    let of_code = [
        "--arch",
        "h100",
        "--ptx",
        ptx.to_str().unwrap(),
        "--kernel",
        "tile",
    ];
    let output = calculate(&of_code);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("occupancy      37.5 %: 3 blocks"));
    assert!(!text(&output.stdout).contains("toolkit"));
}

#[test]
fn auto_chooses_as_the_attribute_does() {
    let args = [
        "--arch",
        "h100,rtx4090",
        "--threads",
        "auto",
        "--regs",
        "40",
    ];
    let (chosen, _) = rows(&args);
    let archs = ["h100", "rtx4090"].map(|name| Arch::find(name).unwrap());
    let configuration = Configuration::new(&archs, Kernel::new((1, 1, 1), 40));
    let [best] = occupancy_core::rules::best_block_sizes(&configuration, 32, 1024);
    assert_eq!(chosen.len(), 2);
    assert!(
        chosen
            .iter()
            .all(|row| row["threads"] == best.unwrap().threads)
    );
    let said = occupancy(&[&["calculate"], &args[..]].concat());
    assert!(text(&said.stderr).contains("`threads = auto` chose 768"));
    let args = [
        "calculate",
        "-a",
        "h100",
        "-t",
        "auto(32..=64)",
        "-r",
        "64",
        "--min-occupancy",
        "0.9",
    ];
    let none = occupancy(&args);
    assert_eq!(none.status.code(), Some(1));
    assert!(text(&none.stderr).starts_with("error: [OCC114] no block size from 32 to 64 threads"));
    // Where no block size can help.
    let none = occupancy(&["calculate", "-a", "h100", "-t", "auto", "-r", "0"]);
    assert_eq!(none.status.code(), Some(1));
    assert!(text(&none.stderr).starts_with("error: [OCC005] 0 registers per thread"));
}

#[test]
fn sweeps_are_sorted_and_cut() {
    let sweep = [
        "--arch",
        "h100",
        "--threads",
        "64..=1024:64",
        "--regs",
        "32,64,128",
    ];
    let (all, code) = rows(&sweep);
    assert_eq!((all.len(), code), (16 * 3, Some(0)));
    // 1024 threads of 128 registers do not launch.
    assert!(all.iter().any(|row| row["errors"] == json!(["OCC006"])));
    let (best, _) = rows(&[&sweep[..], &["--top", "5"]].concat());
    assert_eq!(best.len(), 5);
    assert!(best.iter().all(|row| row["occupancy_percent"] == 100.0));
    let worst = rows(
        &[
            &sweep[..],
            &["--sort", "occupancy", "--reverse", "--top", "1"],
        ]
        .concat(),
    );
    assert_eq!(worst.0[0]["blocks_per_sm"], 0);
    for (column, field, is_descending) in [
        ("threads", "threads", true),
        ("regs", "regs", true),
        ("blocks/SM", "blocks_per_sm", true),
        ("blocks", "blocks_per_sm", true),
        ("occupancy", "occupancy_percent", true),
    ] {
        let (rows, _) = rows(&[&sweep[..], &["--sort", column]].concat());
        let values: Vec<_> = rows
            .iter()
            .map(|row| row[field].as_f64().unwrap())
            .collect();
        assert_eq!(
            values.is_sorted_by(|a, b| a >= b),
            is_descending,
            "{column}"
        );
    }
    let none = occupancy(&["calculate", "-a", "h100", "-t", "1024", "-r", "100,200"]);
    assert_eq!(none.status.code(), Some(1));
    assert_eq!(text(&none.stderr), "");
    assert_eq!(text(&none.stdout).matches("OCC006").count(), 2);
    let explained = occupancy(&[
        "calculate",
        "-a",
        "h100",
        "-t",
        "1024",
        "-r",
        "100,200",
        "--explain",
    ]);
    assert_eq!(
        text(&explained.stderr).matches("error: [OCC006]").count(),
        2
    );
}

#[test]
fn csv_has_the_fields_of_json() {
    let args = [
        "--arch",
        "h100",
        "--threads",
        "256,16x16",
        "--regs",
        "64",
        "--elements",
        "100000",
    ];
    let (rows, _) = rows(&args);
    let output = occupancy(&[&["calculate", "-f", "csv"], &args[..]].concat());
    let lines: Vec<_> = text(&output.stdout).lines().collect();
    assert_eq!(lines.len(), 3);
    let header: Vec<_> = lines[0].split(',').collect();
    let object = rows[0].as_object().unwrap();
    assert_eq!(header.len(), object.len());
    assert!(header.iter().all(|name| object.contains_key(*name)));
    let second: Vec<_> = lines[2].split(',').collect();
    let of = |name: &str| second[header.iter().position(|other| *other == name).unwrap()];
    assert_eq!(
        (of("threads"), of("blocks_per_sm"), of("elements")),
        ("16x16", "4", "100000")
    );
    assert_eq!((of("cluster"), of("errors")), ("", ""));
}

/// The names that the page of the command line calls stable.
#[test]
fn documented_columns_are_there() {
    let page = include_str!("../README.md");
    let (_, table) = page.split_once("These names are stable:").unwrap();
    let rows = table.lines().skip_while(|line| !line.starts_with('|'));
    let rows = rows.take_while(|line| line.starts_with('|')).skip(2);
    let names = rows.map(|row| -> Vec<&str> {
        let cell = row.split('|').nth(1).unwrap();
        cell.split('`').skip(1).step_by(2).collect()
    });
    let names: Vec<_> = names.collect();
    let args = ["--arch", "h100", "--threads", "256", "--regs", "64"];
    let output = occupancy(&[&["calculate", "-f", "csv"], &args[..]].concat());
    let header = text(&output.stdout).lines().next().unwrap();
    let header: Vec<_> = header.split(',').collect();
    for name in names.iter().flatten() {
        assert!(header.contains(name), "{name}");
    }
    // What is asked is in this order.
    let asked = header.into_iter().filter(|name| names[0].contains(name));
    assert_eq!(asked.collect::<Vec<_>>(), names[0]);
    assert!(names[0].len() >= 21);
}

#[test]
fn wrong_arguments_say_what_is_right() {
    for (args, says) in [
        (&["--arch", "h1000"][..], "[OCC105] unknown GPU `h1000`"),
        (
            &["--threads", "64..128"],
            "a range has its end in it: `64..=512`",
        ),
        (&["--regs", "lots"], "`lots` is no number"),
        (&["--min-occupancy", "half"], "it is `0.5`, `50 %` or `1/2`"),
        (
            &["--allow", "warps"],
            "no warning has this name; there are last_wave",
        ),
        (&["--grid", "1", "--elements", "1"], "cannot be used with"),
        (&["--sort", "speed"], "[possible values: threads, regs"),
        (&["--reverse"], "--sort <COLUMN>"),
        (&["--smem", "0..=232448"], "combinations"),
    ] {
        let mut all = vec!["calculate"];
        for (name, value) in [
            ("--arch", "h100"),
            ("--threads", "256"),
            ("--regs", "64..=96"),
        ] {
            if !args.contains(&name) {
                all.extend([name, value]);
            }
        }
        all.extend(args);
        let output = occupancy(&all);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert_eq!(text(&output.stdout), "", "{args:?}");
        let errors = text(&output.stderr);
        assert!(errors.contains(says), "{args:?}: {errors}");
    }
}

/// The arguments of the library and those of the command line mean the same.
#[test]
fn the_configuration_is_the_one_that_is_asked_for() {
    let archs = [Arch::find("h100").unwrap()];
    let kernel = Kernel::new((128, 1, 1), 48)
        .with_dynamic_shared_memory(20_000)
        .with_static_shared_memory(2048)
        .with_barriers(3)
        .with_carveout(Some(75))
        .with_cluster_dim(Some((4, 1, 1)));
    let configuration = Configuration::new(&archs, kernel)
        .with_grid(Some(Grid::Elements(1_000_001)))
        .with_integer(Argument::ItemsPerThread, 3)
        .with_tail_efficiency(Ratio::new(99, 100));
    let expected: Vec<_> = configuration.check().iter().map(Rule::code).collect();
    let (rows, code) = rows(&[
        "-a",
        "h100",
        "-t",
        "128",
        "-r",
        "48",
        "-s",
        "20000",
        "--static-smem",
        "2048",
        "--barriers",
        "3",
        "--carveout",
        "75",
        "--cluster",
        "4",
        "--elements",
        "1000001",
        "--items-per-thread",
        "3",
        "--tail-efficiency",
        "99 %",
    ]);
    assert!(!expected.is_empty());
    assert_eq!((&rows[0]["errors"], code), (&json!(expected), Some(1)));
    let occupancy = Occupancy::new(archs[0].compute_capability(), &kernel).unwrap();
    assert_eq!(rows[0]["blocks_per_sm"], occupancy.blocks_per_sm);
    assert_eq!(
        rows[0]["shared_memory_per_sm"],
        occupancy.shared_memory_per_sm
    );
}
