//! Cases in text files: the input, and after ` => ` the expected answer.
//!
//! A line that begins with a blank continues the one before, and `#` begins a comment. Of the escapes of Rust,
//! `\n`, `\r`, `\t`, `\0` and `\u{…}` are known. A failing test prints the answers to write in their place.

use std::fs;

use occupancy_core::Kernel;

/// The lines of a file of this folder, without comments, each with those that continue it.
fn lines(file: &str) -> Vec<String> {
    let path = format!("{}/tests/it/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        match lines.last_mut() {
            Some(last) if line.starts_with(' ') => last.extend(["\n", line.trim()]),
            _ if line.is_empty() => {}
            _ => lines.push(line.to_owned()),
        }
    }
    assert!(!lines.is_empty(), "{path} has no cases");
    lines
}

/// Each line as one text.
pub(crate) fn texts(file: &str) -> Vec<String> {
    lines(file).iter().map(|line| unescaped(line)).collect()
}

/// Compares the answer to each case of a file with the expected one, and reports all that differ.
pub(crate) fn check_cases(file: &str, answer: impl Fn(&str) -> String) {
    let mut differences = Vec::new();
    for line in lines(file) {
        let (input, expected) = line.split_once("=>").expect(&line);
        let answer = answer(&unescaped(input.trim()));
        if answer != unescaped(expected.trim()) {
            differences.push(format!("{input}\n=> {answer}\nand not\n=>{expected}\n"));
        }
    }
    assert!(
        differences.is_empty(),
        "tests/it/{file} expects other answers: where those below are right, write them into its rows.\n\n{}",
        differences.join("\n")
    );
}

/// The kernel and the minimum of blocks of a description: `threads=32,8 regs=16`.
pub(crate) fn kernel(words: &str) -> (Kernel, u32) {
    let (mut kernel, mut min_blocks) = (Kernel::new((32, 1, 1), 64), 1);
    for word in words.split(' ') {
        let (name, value) = word.split_once('=').expect(word);
        let mut numbers = value.split(',').map(|number| number.parse().expect(word));
        let mut next = || numbers.next().unwrap_or(1_u32);
        let dims = (next(), next(), next());
        kernel = match name {
            "threads" => kernel.with_block_dim(dims),
            "regs" => kernel.with_registers(dims.0),
            "vgprs" => kernel.with_vgprs(dims.0),
            "sgprs" => kernel.with_sgprs(dims.0),
            "static" => kernel.with_static_shared_memory(dims.0),
            "dynamic" => kernel.with_dynamic_shared_memory(dims.0),
            "barriers" => kernel.with_barriers(dims.0),
            "cluster" => kernel.with_cluster_dim(Some(dims)),
            "min_blocks" => {
                min_blocks = dims.0;
                kernel
            }
            _ => panic!("{word}"),
        };
    }
    (kernel, min_blocks)
}

fn unescaped(line: &str) -> String {
    let mut parts = line.split('\\');
    let mut text = parts.next().unwrap().to_owned();
    for part in parts {
        let (escape, rest) = part.split_at(1);
        let (c, rest) = match escape {
            "n" => ('\n', rest),
            "r" => ('\r', rest),
            "t" => ('\t', rest),
            "0" => ('\0', rest),
            _ => {
                let (number, rest) = rest[1..].split_once('}').expect(line);
                let number = u32::from_str_radix(number, 16).expect(line);
                (char::from_u32(number).expect(line), rest)
            }
        };
        text.push(c);
        text += rest;
    }
    text
}
