//! The page of `occupancy calculator`: it calculates what the program does, and can be used by keyboard, on a
//! phone, in both themes and by who cannot see it.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use cargo_occupancy::run;
use serde_json::{Value, json};

use crate::browser::{self, chromium};
use crate::random::Random;

const CONFIGURATIONS: usize = 10_000;

const SCRIPT: &str = concat!(include_str!("colour.js"), include_str!("calculator.js"));

/// Runs the program; the exit code and what it writes.
fn occupancy(args: &[String]) -> (u8, String, String) {
    let args = ["occupancy".to_owned()].into_iter().chain(args.to_vec());
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let code = run(args.map(OsString::from), &mut out, &mut err);
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (code, text(out), text(err))
}

/// The page, in a folder of its own.
fn page(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).expect("a folder for the page");
    let file = folder.join("calculator.html");
    let output = format!("--output={}", file.display());
    let (code, out, err) = occupancy(&["calculator".to_owned(), output]);
    assert_eq!((code, out, err), (0, String::new(), String::new()));
    folder
}

impl Random {
    fn below(&mut self, most: u64) -> u64 {
        self.between(0, most - 1)
    }

    /// One of those between bars.
    fn one<'a>(&mut self, all: &'a str) -> &'a str {
        let all: Vec<&str> = all.split('|').collect();
        self.of(&all)
    }
}

/// Arguments by the names of the attribute.
type Arguments = Vec<(&'static str, String)>;

/// The values for an argument.
enum Values {
    /// A number below.
    Below(u64),
    /// One of those between bars.
    One(&'static str),
}
use Values::{Below, One};

/// Arguments, each once in how many configurations.
const OPTIONAL: &[(&str, u64, Values)] = &[
    ("sgprs", 8, Below(110)),
    ("smem", 16, Below(250_000)),
    ("static_smem", 4, Below(50_000)),
    ("barriers", 4, Below(18)),
    ("carveout", 6, Below(103)),
    ("cluster", 8, One("1|2|4|2x2|8|16|3|0")),
    ("grid", 4, Below(20_000)),
    ("grid", 8, One("300x20|7x7")),
    ("elements", 8, Below(1 << 40)),
    ("items_per_thread", 6, Below(9)),
    ("sms", 8, Below(140)),
    ("tail_efficiency", 12, One("0.9|50 %|2/3")),
    ("min_blocks", 6, Below(8)),
    ("max_blocks", 12, Below(8)),
    ("min_occupancy", 8, One("0.5|25 %|1/3|0|0.9")),
    ("hides", 16, One("bytes = 16|bytes = 0")),
    (
        "hides",
        16,
        One("cycles = 400|cycles = 800, instructions = 60, wait = first, bytes = 8"),
    ),
    ("intent", 12, One("low_occupancy, a reason")),
    (
        "allow",
        4,
        One("partial_warp|register_cliff|partial_warp,last_wave"),
    ),
    ("warn", 8, One("min_blocks|low_occupancy")),
    ("deny", 12, One("last_wave|register_cliff,idle_sms")),
];

const GPUS: &str = "h100|b200|a100|rtx4090|rtx5090|v100|p100|t4|l4|b300|9.0|sm_86|5.2|12.0|\
                    h100:1g.10gb|gtx1080|thor|RTX 3090|mi300x|mi355x:cpx|rx7900xtx:wave64|gfx1201:cu|gfx908";

/// Most configurations launch; every argument is there often.
fn arguments(random: &mut Random) -> Arguments {
    let mut archs = vec![random.one(GPUS)];
    while random.is_one_in(3) {
        let other = random.one(GPUS);
        if !archs.contains(&other) {
            archs.push(other);
        }
    }
    let threads = match random.below(10) {
        0 => random.one("auto|auto(64..=512)").to_owned(),
        1 => format!("{}x{}", random.below(40), random.below(40)),
        2 => random.below(1100).to_string(),
        _ => (32 * (1 + random.below(32))).to_string(),
    };
    let regs = match random.below(10) {
        0 => random.below(300),
        _ => 16 + random.below(112),
    };
    let mut all = vec![
        ("arch", archs.join(",")),
        ("threads", threads),
        ("regs", regs.to_string()),
        ("vgprs", (24 + random.below(110)).to_string()),
    ];
    // Sizes that kernels have.
    if random.is_one_in(2) {
        all.push(("smem", (256 * random.below(400)).to_string()));
    }
    for (name, once_in, values) in OPTIONAL {
        if random.is_one_in(*once_in) && all.iter().all(|(other, _)| states_other(name, other)) {
            let value = match values {
                Below(most) => random.below(*most).to_string(),
                One(values) => random.one(values).to_owned(),
            };
            all.push((name, value));
        }
    }
    if let [_, .., last] = archs[..]
        && random.is_one_in(3)
    {
        let (threads, regs) = (32 * (1 + random.below(32)), 16 + random.below(100));
        all.push(("on", format!("{last}, threads = {threads}, regs = {regs}")));
    }
    all
}

/// Returns `true` if two arguments state different things, unlike `grid` and `elements`.
fn states_other(one: &str, other: &str) -> bool {
    let is_grid = |name| ["grid", "elements"].contains(&name);
    one != other && !(is_grid(one) && is_grid(other))
}

/// The answer that the page has to give: the rows, the messages, and a hash of all of it.
fn expected(arguments: &[(&str, String)]) -> Value {
    let mut args = vec![
        "calculate".to_owned(),
        "--format=json".to_owned(),
        "--explain".to_owned(),
    ];
    args.extend(
        arguments
            .iter()
            .map(|(name, value)| format!("--{}={value}", name.replace('_', "-"))),
    );
    let (code, out, err) = occupancy(&args);
    assert!(code < 2, "{args:?}: {err}");
    let lines = lines(arguments);
    let answer = occupancy_report::calculator::answer(&lines);
    // FNV-1a.
    let hash = answer.bytes().fold(0x811c_9dc5_u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    json!({ "lines": lines, "rows": out, "said": err, "hash": hash })
}

fn lines(arguments: &[(&str, String)]) -> String {
    let lines: Vec<_> = arguments
        .iter()
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    lines.join("\n")
}

#[test]
#[ignore = "takes a minute of Chromium: `.ci/run` has it, or `-- --include-ignored`"]
fn the_page_calculates_what_the_program_does() {
    let Some(chromium) = chromium() else { return };
    let folder = page("calculator-figures");
    let mut random = Random(19);
    let all: Vec<Value> = (0..CONFIGURATIONS)
        .map(|_| expected(&arguments(&mut random)))
        .collect();
    // Many of them pass, and many have a grid.
    let rows: Vec<Value> = all
        .iter()
        .filter_map(|one| one["rows"].as_str())
        .map(|rows| serde_json::from_str(rows).expect("rows"))
        .collect();
    let count = |has: fn(&Value) -> bool| rows.iter().filter(|rows| has(&rows[0])).count();
    let passing = count(|row| row["errors"].as_array().is_some_and(Vec::is_empty));
    let resident = count(|row| row["blocks_per_sm"].as_u64() > Some(0));
    let with_waves = count(|row| row["waves"].is_u64());
    assert!(
        passing > 2000 && resident > 5500 && with_waves > 1500,
        "{passing} {resident} {with_waves}"
    );
    let script = format!(
        "{SCRIPT}\nconst ALL = {};",
        serde_json::to_string(&all).expect("JSON")
    );
    let lines = browser::lines(&chromium, &folder, "figures", &script, "figures(ALL)");
    assert_eq!(lines, [format!("compared {CONFIGURATIONS}")]);
}

#[test]
#[ignore = "takes a minute of Chromium: `.ci/run` has it, or `-- --include-ignored`"]
fn the_page_is_for_everyone() {
    let Some(chromium) = chromium() else { return };
    let folder = page("calculator-use");
    let lines = browser::lines(&chromium, &folder, "use", SCRIPT, "everyone()");
    let pages = lines
        .iter()
        .filter(|line| line.starts_with("page "))
        .count();
    let faults: Vec<_> = lines
        .iter()
        .filter(|line| !line.starts_with("page "))
        .collect();
    assert!(faults.is_empty(), "{faults:#?}");
    // Four states, two widths, light, dark and each as the system has it.
    assert_eq!(pages, 4 * 2 * 4);
}

#[test]
#[ignore = "takes a minute of Chromium: `.ci/run` has it, or `-- --include-ignored`"]
fn what_is_changed_is_calculated_and_in_the_link() {
    let Some(chromium) = chromium() else { return };
    let folder = page("calculator-changes");
    let lines = browser::lines(&chromium, &folder, "changes", SCRIPT, "changes()");
    assert_eq!(lines, ["passed 21"]);
}
