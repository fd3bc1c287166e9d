//! The guide shows code that compiles. Doctests compile its blocks, and these tests hold the rest.

use std::fs;
use std::path::{Path, PathBuf};

use crate::cases;

fn pages() -> Vec<(PathBuf, String)> {
    let mut pages = cases::below("docs/guide", "md");
    pages.push(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/launch_config.md"));
    let with_text = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        (path, text)
    };
    pages.into_iter().map(with_text).collect()
}

/// Splits a page into its text and its blocks of code, with the words after the opening of each.
pub(crate) fn pieces(page: &str) -> (String, Vec<(&str, String)>) {
    let (mut text, mut blocks) = (String::new(), Vec::<(&str, String)>::new());
    let mut is_code = false;
    for line in page.lines() {
        match line.trim_start().strip_prefix("```") {
            Some(words) if !is_code => {
                is_code = true;
                blocks.push((words, String::new()));
            }
            Some(_) => is_code = false,
            None => {
                let piece = match blocks.last_mut() {
                    Some((_, block)) if is_code => block,
                    _ => &mut text,
                };
                piece.push_str(line);
                piece.push('\n');
            }
        }
    }
    (text, blocks)
}

#[test]
fn every_block_of_rust_is_compiled() {
    let mut texts = 0;
    for (path, page) in pages() {
        for (words, block) in pieces(&page).1 {
            match words {
                "" | "standalone_crate" => {}
                words if words.starts_with("compile_fail") => {}
                // The output of a compiler, or CUDA C.
                "text" => {
                    texts += 1;
                    let is_message = block.contains("error: ") || block.contains("error[");
                    for rust in ["Launch::", "launch_config(", "fn ", "let "] {
                        assert!(
                            is_message || !block.contains(rust),
                            "{}: this is Rust, and `text` is not compiled: {block}",
                            path.display()
                        );
                    }
                }
                words => panic!("{}: a block of `{words}` is not compiled", path.display()),
            }
        }
    }
    assert!(texts > 0, "no block of text is found");
}

/// The functions of a launch type, with every feature.
fn functions_of_launch_types() -> Vec<String> {
    let sources = cases::text(&cases::below("src", "rs"));
    let impls = sources.split("\nimpl<K: Declared> Launch<K>").skip(1);
    let shared = sources.split("\nmacro_rules! launch_numbers").skip(1);
    let bodies = impls
        .chain(shared)
        .map(|rest| rest.split("\n}\n").next().unwrap());
    let functions = bodies.flat_map(|body| body.split("fn ").skip(1));
    let is_of_name = |c: char| c.is_alphanumeric() || c == '_';
    functions
        .filter_map(|after| after.split(|c| !is_of_name(c)).next())
        .map(str::to_owned)
        .collect()
}

/// No compiler reads the names of functions in a sentence.
#[test]
fn functions_in_the_text_exist() {
    /// The functions that are none of a launch type.
    const OTHERS: [&str; 3] = ["nvcc", "hipcc", "__syncthreads"];
    let functions = functions_of_launch_types();
    let mut found = 0;
    for (path, page) in pages() {
        for code in pieces(&page).0.split('`').skip(1).step_by(2) {
            let Some(called) = code.strip_suffix("()") else {
                continue;
            };
            let function = called.rsplit("::").next().unwrap();
            if !function.chars().all(|c| c.is_alphanumeric() || c == '_') {
                // An expression.
                continue;
            }
            assert!(
                OTHERS.contains(&function) || functions.iter().any(|it| it == function),
                "{}: no launch type has `{code}`; `OTHERS` lists functions of others",
                path.display()
            );
            found += 1;
        }
    }
    assert!(found > 10, "only {found} functions are found");
}
