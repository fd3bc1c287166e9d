//! `--kernel` takes every name that a command prints, and it selects that kernel alone. `name.rs` has the texts that a
//! name in a baseline fits, and the sessions `--kernel` of each command.

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

    let (_, toml) = occupancy(&["baseline", file]);
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
    let build = folder.at("build");
    let mut forms = 0;
    for (number, symbol) in SYMBOLS.iter().enumerate() {
        for name in printed(symbol, &folder.at(&format!("build/{number}.cubin"))) {
            forms += 1;
            let (_, json) = occupancy(&["inspect", &build, "-f", "json", "--kernel", &name]);
            let rows: Value = serde_json::from_str(&json).unwrap();
            assert_eq!(rows.as_array().unwrap().len(), 1, "{name}");
            assert_eq!(rows[0]["symbol"], *symbol, "{name}");
        }
    }
    assert!(forms > 2 * SYMBOLS.len(), "{forms}");
}
