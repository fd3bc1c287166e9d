//! Tests that the attribute answers any input, and never panics: the answer is the item as it was, with the launch type
//! or with errors that have a code.

#[cfg(feature = "pages")]
#[path = "../../occupancy-report/tests/it/hostile.rs"]
pub(crate) mod hostile;
#[cfg(feature = "pages")]
mod images;
#[path = "../../occupancy-core/tests/it/random.rs"]
mod random;
#[cfg(feature = "binary")]
mod ui;

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
#[cfg(feature = "binary")]
use std::{env, fs};

use proc_macro2::{Delimiter, Group, Ident, Literal, Span, TokenStream, TokenTree};

use crate::block;
use crate::expression::text;
use crate::launch_config_tokens;

use self::random::Random;

/// Attributes without a fault, with every argument in every form of value.
const ATTRIBUTES: &str = include_str!("tests/attributes.txt");

/// Functions outside of blocks. They have a launch type whatever the arguments are.
const FUNCTIONS: &str = include_str!("tests/functions.txt");

/// Other items that somebody may annotate.
const OTHERS: &str = include_str!("tests/others.txt");

/// Rows of `written => expected`, in sections.
const WRITTEN: &str = include_str!("tests/written.txt");

/// Compares the result of `read` with each row of a section.
pub(crate) fn each(section: &str, read: impl Fn(&str) -> String) {
    let (_, rest) = WRITTEN.split_once(&format!("[{section}]\n")).unwrap();
    let rows = rest.split("\n\n").next().unwrap();
    for row in rows.lines().filter(|row| !row.starts_with("# ")) {
        let (written, expected) = row.rsplit_once("=>").unwrap();
        let (found, expected) = (read(written.trim()), expected.trim());
        assert_eq!(found.trim(), expected, "written.txt, [{section}]: {row}");
    }
}

/// Tokens that random changes insert.
const PIECES: &str = include_str!("tests/pieces.txt");

/// Tokens that only another macro can write: groups without delimiters, negative literals.
fn from_a_macro(random: &mut Random) -> TokenTree {
    match random.index(6) {
        0 => Literal::i32_unsuffixed(-64).into(),
        1 => Literal::i128_suffixed(i128::MIN).into(),
        2 => Literal::f64_unsuffixed(-0.5).into(),
        3 => Group::new(Delimiter::None, TokenStream::new()).into(),
        4 => Ident::new_raw("threads", Span::call_site()).into(),
        _ => Group::new(Delimiter::None, tokens("2 * 64").unwrap()).into(),
    }
}

/// Picks one of these lines.
fn pick<'a>(random: &mut Random, lines: &'a str) -> &'a str {
    let lines: Vec<_> = lines.lines().collect();
    random.of(&lines)
}

/// Reads the tokens of `text`; `None` if it is no token stream, such as half of a group.
fn tokens(text: &str) -> Option<TokenStream> {
    text.parse().ok()
}

/// Deletes, doubles, swaps, replaces or inserts one token or group, at any depth.
fn changed(tokens: TokenStream, random: &mut Random) -> TokenStream {
    let mut trees: Vec<TokenTree> = tokens.into_iter().collect();
    let at = random.index(trees.len() + 1);
    if let Some(TokenTree::Group(group)) = trees.get(at)
        && random.index(4) > 0
    {
        let inside = changed(group.stream(), random);
        trees[at] = Group::new(group.delimiter(), inside).into();
        return trees.into_iter().collect();
    }
    let piece: TokenStream = match random.index(8) {
        0 => from_a_macro(random).into(),
        _ => self::tokens(pick(random, PIECES)).unwrap(),
    };
    let rest = trees.len().min(at + 1);
    match random.index(6) {
        0 | 1 => drop(trees.drain(at..rest)),
        2 => {
            let doubled = trees[at..rest].to_vec();
            drop(trees.splice(at..at, doubled));
        }
        3 if at < trees.len() => {
            let other = random.index(trees.len());
            trees.swap(at, other);
        }
        4 => drop(trees.splice(at..at, piece)),
        _ => drop(trees.splice(at..rest, piece)),
    }
    trees.into_iter().collect()
}

/// The answer of the attribute to some input.
struct Answer {
    written: String,
    has_launch_type: bool,
    errors: usize,
}

impl Answer {
    /// Expands the attribute, and fails the test if it panics or changes the item.
    fn to(arguments: &TokenStream, item: &TokenStream) -> Self {
        let written = format!("#[launch_config({arguments})] {item}");
        let expand = || launch_config_tokens(arguments, item);
        let expanded = catch_unwind(AssertUnwindSafe(expand))
            .unwrap_or_else(|_| panic!("the attribute panics on: {written}"));
        let output: Vec<TokenTree> = expanded.into_iter().collect();
        let mut kept: Vec<TokenTree> = item.clone().into_iter().collect();
        let is_block = block::head_and_body(item).is_some_and(|(head, body)| {
            block::read(&head).is_some() || block::is_module(&head, &body)
        });
        let at = if is_block {
            // The attributes in its braces are gone.
            kept.pop();
            output.len() - kept.len() - 1
        } else {
            // The item follows `__for_editors`, `!` and its braces.
            let editor = |tree: &TokenTree| tree.to_string() == "__for_editors";
            output.iter().position(editor).unwrap() + 3
        };
        let (before, rest) = output.split_at(at);
        let (found, after) = rest.split_at(kept.len());
        let (found, expected) = (format!("{found:?}"), format!("{kept:?}"));
        assert_eq!(found, expected, "the item changes: {written}");
        let mut others = before.iter().chain(after).cloned();
        let (mut has_launch_type, mut errors) = (false, 0);
        while let Some(tree) = others.next() {
            let name = match tree {
                TokenTree::Ident(name) => name,
                // Beside an item that may be in an `impl`, it is in the braces of a macro.
                TokenTree::Group(group) => {
                    has_launch_type |= group.stream().to_string().contains(":: __declare !");
                    continue;
                }
                _ => continue,
            };
            if name == "__declare" {
                has_launch_type = true;
            } else if name == "compile_error" {
                let Some(TokenTree::Group(message)) = others.nth(1) else {
                    panic!("an error without a message for: {written}");
                };
                let message = text(&message.stream()).unwrap();
                assert!(
                    message.starts_with("[OCC"),
                    "no code in `{message}` for: {written}"
                );
                errors += 1;
            }
        }
        let is_answer = has_launch_type || errors > 0 || is_block;
        assert!(is_answer, "no launch type, no error: {written}");
        Self {
            written,
            has_launch_type,
            errors,
        }
    }
}

/// Returns the answers to random attributes on random items.
fn answers(
    cases: usize,
    mut random: Random,
    item: impl Fn(&mut Random) -> Option<TokenStream>,
) -> Vec<Answer> {
    let mut answers = Vec::new();
    while answers.len() < cases {
        let mut arguments = tokens(pick(&mut random, ATTRIBUTES)).unwrap();
        for _ in 0..random.index(4) {
            arguments = changed(arguments, &mut random);
        }
        // No compiler passes half of a group or of a lifetime.
        let Some(item) = item(&mut random) else {
            continue;
        };
        if tokens(&arguments.to_string()).is_none() || tokens(&item.to_string()).is_none() {
            continue;
        }
        answers.push(Answer::to(&arguments, &item));
        if answers.len() % 8 == 0 {
            let output = || launch_config_tokens(&arguments, &item).to_string();
            let text = output();
            assert!(tokens(&text).is_some(), "no tokens of Rust: {text}");
            assert_eq!(text, output(), "a second expansion differs");
        }
    }
    answers
}

/// The cases of each test. An optimized build takes them all; `.ci/run` has one.
const CASES: usize = if cfg!(debug_assertions) { 2_000 } else { 8_000 };

#[test]
fn random_attributes_on_functions() {
    let answers = answers(CASES, Random(0x0CC0_0CC0_0CC0_0CC1), |random| {
        tokens(pick(random, FUNCTIONS))
    });
    for answer in &answers {
        // With a `Self`, the function is in a block, where no type can stand.
        let is_free = !answer.written.contains("Self");
        let is_answered = answer.has_launch_type || !is_free;
        assert!(is_answered, "no launch type: {}", answer.written);
    }
    let accepted = answers.iter().filter(|answer| answer.errors == 0).count();
    let is_balanced = (CASES / 8..CASES * 5 / 8).contains(&accepted);
    assert!(
        is_balanced,
        "{accepted} of {CASES} are accepted: change pieces.txt"
    );
}

#[test]
fn random_attributes_on_anything() {
    let answers = answers(CASES, Random(0x0CC0_0CC0_0CC0_0CC2), |random| {
        let item = tokens(pick(random, OTHERS))?;
        Some(changed(item, random))
    });
    let refused = answers.iter().filter(|answer| answer.errors > 0).count();
    assert!(refused > CASES / 2, "only {refused} of {CASES} are refused");
}

#[test]
fn each_attribute_is_accepted() {
    let item = tokens("fn saxpy() {}").unwrap();
    for attribute in ATTRIBUTES.lines() {
        let answer = Answer::to(&tokens(attribute).unwrap(), &item);
        let is_accepted = answer.has_launch_type && answer.errors == 0;
        assert!(is_accepted, "refused: {attribute}");
    }
}

/// `tests/pass/names-of-the-expansion.rs` declares an item for each name that the attribute writes.
#[cfg(feature = "binary")]
#[test]
fn each_name_of_the_expansion_is_tried_as_the_name_of_an_item() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let file = format!("{root}/tests/pass/names-of-the-expansion.rs");
    let case = fs::read_to_string(&file).unwrap();
    let (head, rest) = case.split_once("        define! { $kind\n").unwrap();
    let (names, rest) = rest.split_once("        }\n").unwrap();
    let mut found = BTreeSet::new();
    let item = tokens("fn saxpy() {}").unwrap();
    let (_, kernels) = rest.split_once("macro_rules! kernels {").unwrap();
    let parts = kernels.split("launch_config(").skip(1);
    let of_case = parts.map(|part| part.split(")]\n").next().unwrap());
    for attribute in ATTRIBUTES.lines().chain(of_case) {
        let absolute = attribute.replace("../kernels", &format!("{root}/tests/kernels"));
        let arguments = tokens(&absolute).unwrap();
        let mut own = BTreeSet::new();
        free_names(&arguments, &mut own);
        let mut written = BTreeSet::new();
        free_names(&launch_config_tokens(&arguments, &item), &mut written);
        found.extend(written.difference(&own).cloned());
    }
    // The library's macros write the rest.
    for file in ["declared", "editor", "lib", "record", "values"] {
        let source = fs::read_to_string(format!("{root}/src/{file}.rs")).unwrap();
        for body in source.split("macro_rules! __").skip(1) {
            let (body, _) = body.split_once("\n}\n").unwrap();
            let body = body.split_once('{').unwrap().1;
            free_names(&tokens(body).unwrap(), &mut found);
        }
    }
    let is_reserved = |name: &str| name.starts_with("__") || name.ends_with("Launch");
    found.retain(|name| !is_reserved(name));
    assert!(
        found.contains("archs") && found.contains("core"),
        "{found:?}"
    );
    let mut lines = vec![" ".repeat(11)];
    for name in &found {
        if lines.last().unwrap().len() + name.len() > 115 {
            lines.push(" ".repeat(11));
        }
        lines.last_mut().unwrap().extend([" ", name]);
    }
    let expected = lines.join("\n") + "\n";
    if env::var_os("OCCUPANCY_BLESS").is_some() {
        let case = format!("{head}        define! {{ $kind\n{expected}        }}\n{rest}");
        fs::write(&file, case).unwrap();
    } else {
        let advice = "`OCCUPANCY_BLESS=1 cargo test -p occupancy-macros names` writes them anew";
        assert_eq!(names, expected, "names-of-the-expansion.rs: {advice}");
    }
}

/// Finds the names that stand alone or begin a path, and that an item can have.
fn free_names(tokens: &TokenStream, found: &mut BTreeSet<String>) {
    let mut before = (' ', ' ');
    for token in tokens.clone() {
        let mark = match &token {
            TokenTree::Group(group) => {
                free_names(&group.stream(), found);
                ' '
            }
            TokenTree::Ident(name) => {
                let is_free = syn::parse_str::<Ident>(&name.to_string()).is_ok();
                // Not `.name` nor the `$name` of a macro. A path that begins with `::` counts, too.
                if is_free && !matches!(before, (_, '.' | '$')) {
                    found.insert(name.to_string());
                }
                'a'
            }
            TokenTree::Punct(mark) => mark.as_char(),
            TokenTree::Literal(_) => '1',
        };
        before = (before.1, mark);
    }
}

/// Without the feature `binary`, a file is refused at its argument.
#[cfg(not(feature = "binary"))]
#[test]
fn a_file_needs_the_readers() {
    for argument in ["cubin", "ptx"] {
        let attribute =
            format!("arch = \"h100\", threads = 256, regs = 64, {argument} = \"saxpy\"");
        let arguments = tokens(&attribute).unwrap();
        let tokens = launch_config_tokens(&arguments, &tokens("fn saxpy() {}").unwrap());
        let text = tokens.to_string();
        let expected = format!("[OCC038] `{argument}` cannot be read: the feature `binary`");
        assert!(text.contains(&expected), "{text}");
    }
}

/// In this test and in editors, a span has no file: the macro leaves the path to the compiler.
#[cfg(feature = "binary")]
#[test]
fn a_file_that_is_not_found_refuses_nothing() {
    let expanded = |path: &str| {
        let attribute = format!("arch = \"h100\", threads = 256, cubin = {path:?}");
        let arguments = tokens(&attribute).unwrap();
        launch_config_tokens(&arguments, &tokens("fn saxpy() {}").unwrap()).to_string()
    };
    let unread = expanded("saxpy.cubin");
    assert!(!unread.contains("compile_error"), "{unread}");
    for part in ["unread_file", "include_bytes", "SaxpyLaunch"] {
        assert!(unread.contains(part), "{unread}");
    }
    let absolute = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/kernels/saxpy.cubin");
    let read = expanded(absolute);
    assert!(!read.contains("unread_file"), "{read}");
    assert!(read.contains("_Z5saxpyifPKfPf"), "{read}");
}
