//! `--kernel` takes every name that a command prints, and it selects that kernel alone.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::common::{Folder, in_process};
use serde_json::Value;

/// The kernel of `clusters.cubin` that other symbols take the place of.
pub(crate) const PLACE: &str = "_ZN4blas5scaleIfEEvPT_S1_";

/// The other kernels of `clusters.cubin`.
const OTHERS: [&str; 3] = ["blas::scale<double>(double*, double)", "exact", "clustered"];

/// Symbols of the same length. Most have names in several spellings, and some names are parts of others.
const SYMBOLS: [&str; 12] = [
    "_Z2ggI1AIS0_IS0_IPiEEEEvv",
    "_Z3gggI1AIS0_IS0_IiEEEEvv",
    "_Z5fffffILm3ELin3ELb1EEvv",
    "_ZN12_GLOBAL__N_15fivesEi",
    "_ZN1x12_GLOBAL__N_13oneEf",
    "_Z5runnnIZ4mainEUliE_EvT_",
    "_Z5runnnIZ4mainEUlfE_EvT_",
    "_ZNK2SSclI1AIS1_IiEEEEvT_",
    "_ZNK4LessltI1AIiEEEbRKS_i",
    "_Z9fffffffffIPVPKPKiEvT_i",
    "a_kernel_without_mangling",
    "kernel_without_mangling_2",
];

/// The exit code and the output.
fn occupancy(args: &[&str]) -> (u8, String) {
    let (code, out, _) = in_process(args);
    (code, out)
}

/// The cubin with a symbol in the place of [`PLACE`].
pub(crate) fn with_symbol(symbol: &str) -> Vec<u8> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut cubin = fs::read(root.join("../tests/kernels/clusters.cubin")).unwrap();
    assert_eq!(symbol.len(), PLACE.len(), "{symbol}");
    for at in 0..cubin.len() - PLACE.len() {
        if cubin[at..].starts_with(PLACE.as_bytes()) {
            cubin[at..at + PLACE.len()].copy_from_slice(symbol.as_bytes());
        }
    }
    cubin
}

/// The baseline of a build that used more registers.
fn baseline(build: &str) -> String {
    let (_, toml) = occupancy(&["baseline", "--threads", "256", build]);
    toml.replace("regs = ", "regs = 1")
}

/// The names that all commands print for the kernel of this symbol in this file.
fn printed(symbol: &str, file: &str) -> BTreeSet<String> {
    let inspect = |format: &[&str]| occupancy(&[&["inspect", file], format].concat()).1;
    let json: Vec<Value> = serde_json::from_str(&inspect(&["-f", "json"])).unwrap();
    let row = json.iter().position(|row| row["symbol"] == symbol).unwrap();
    let cell = |table: &str| {
        let mut lines = table.lines().filter(|line| line.starts_with(" sm_90"));
        let (_, name) = lines.nth(row).unwrap().split_once("  13.5  ").unwrap();
        name.to_owned()
    };
    let mut names: BTreeSet<String> = ["name", "symbol"]
        .map(|key| json[row][key].as_str().unwrap().to_owned())
        .into();
    names.extend([cell(&inspect(&[])), cell(&inspect(&["--mangled"]))]);

    let toml = baseline(file);
    let check = ["check", file, "--max-registers", "1", "--format"];
    let is_it = |name: &String| !OTHERS.contains(&&**name);
    let shown = |format, before: &str, after: &str| -> Vec<String> {
        let (_, output) = occupancy(&[&check[..], &[format]].concat());
        let lines = output.lines();
        let names = lines.filter_map(|line| line.split_once(before)?.1.split(after).next());
        let names: Vec<_> = names.map(str::to_owned).filter(is_it).collect();
        assert_eq!(names.len(), 1, "{format}");
        names
    };
    names.extend(shown("sarif", "\"text\": \"`", "` ("));
    names.extend(shown("gitlab", "\"description\": \"`", "` ("));
    let headers = toml.lines();
    let quoted = headers.filter_map(|line| line.strip_prefix("[kernel.")?.strip_suffix(']'));
    let stated = quoted.map(|name| name.trim_matches(['"', '\'']).to_owned());
    names.extend(stated.filter(is_it));
    names
}

#[test]
fn every_printed_name_selects_its_kernel_alone() {
    let folder = Folder::new();
    for (number, symbol) in SYMBOLS.iter().enumerate() {
        folder.put(&format!("build/{number}.cubin"), with_symbol(symbol));
    }
    let files: Vec<_> = (0..SYMBOLS.len())
        .map(|number| folder.path(&format!("build/{number}.cubin")))
        .map(|path| path.to_str().unwrap().to_owned())
        .collect();
    let build = folder.path("build");
    let build = build.to_str().unwrap();
    let old = baseline(build);
    let mut forms = 0;
    for (symbol, file) in SYMBOLS.iter().zip(&files) {
        let names = printed(symbol, file);
        for name in &names {
            forms += 1;
            let run = |args: &[&str]| occupancy(&[args, &["--kernel", name]].concat());
            let files = files.iter().map(String::as_str);
            let inspect: Vec<_> = ["inspect", "-f", "json"].into_iter().chain(files).collect();
            let rows: Value = serde_json::from_str(&run(&inspect).1).unwrap();
            assert_eq!(rows.as_array().unwrap().len(), 1, "{name}");
            assert_eq!(rows[0]["symbol"], *symbol, "{name}");

            let calculate = ["calculate", "-a", "h100", "-t", "128", "--cubin", file];
            assert_eq!(run(&calculate).0, 0, "{name}");

            let toml = run(&["baseline", build]);
            assert_eq!(toml.1.matches("[kernel.").count(), 1, "{name}");
            let path = folder.put("occupancy.toml", &old);
            for command in [
                &["check", build, "--baseline", &path][..],
                &["compare", &path, build],
                &["compare", build, build],
            ] {
                let (code, all) = run(&[command, &["--format", "json"]].concat());
                assert_eq!(code, 0, "{name}");
                let all: Value = serde_json::from_str(&all).unwrap();
                let summary = all["summary"].as_object().unwrap().values();
                assert_eq!(summary.filter_map(Value::as_u64).sum::<u64>(), 1, "{name}");
            }
            let (code, _) = run(&["check", build, "-b", &path, "--update"]);
            assert_eq!(code, 0, "{name}");
            let new = folder.read("occupancy.toml");
            let lines = old.lines().zip(new.lines());
            let changed: Vec<_> = lines.filter(|(old, new)| old != new).collect();
            assert_eq!(old.lines().count(), new.lines().count(), "{name}");
            assert_eq!(changed.len(), 1, "{name}: {changed:?}");
            assert!(changed[0].1.contains("regs = "), "{name}");
        }
    }
    assert!(forms > 2 * SYMBOLS.len(), "{forms}");
}
