//! Whatever is written, the attribute answers: the item as it was, with the launch type or errors
//! that have a code. It never panics.

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
use std::{env, fs};

use proc_macro2::{Delimiter, Group, Ident, Literal, Span, TokenStream, TokenTree};

use crate::block;
use crate::launch_config_tokens;
use crate::literal::text;

use self::random::Random;

/// Attributes that are accepted: every argument, in every form of value.
const ATTRIBUTES: &str = include_str!("tests/attributes.txt");

/// Free functions, which keep their launch type whatever the arguments are.
const FUNCTIONS: &str = include_str!("tests/functions.txt");

/// What else the attribute may be put on.
const OTHERS: &str = include_str!("tests/others.txt");

/// What an author writes, and what is read of it: `written => read`, in sections.
const WRITTEN: &str = include_str!("tests/written.txt");

/// Compares what `read` makes of each row of a section.
pub(crate) fn each(section: &str, read: impl Fn(&str) -> String) {
    let (_, rows) = WRITTEN.split_once(&format!("[{section}]\n")).unwrap();
    let (rows, _) = rows.split_once("\n\n").unwrap_or((rows, ""));
    for row in rows.lines().filter(|row| !row.starts_with("# ")) {
        let (written, expected) = row.rsplit_once("=>").unwrap();
        assert_eq!(
            read(written.trim()).trim(),
            expected.trim(),
            "{section}: {row}"
        );
    }
}

/// What random changes put between or in place of tokens.
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

/// One of these lines.
fn pick<'a>(random: &mut Random, lines: &'a str) -> &'a str {
    let lines: Vec<_> = lines.lines().collect();
    random.of(&lines)
}

/// The tokens of `text`, where it has any: half of a group has none.
fn tokens(text: &str) -> Option<TokenStream> {
    text.parse().ok()
}

/// `tokens` with one token or group deleted, doubled, swapped, replaced or put in between, at any
/// depth.
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

/// What the attribute wrote beside the item.
struct Answer {
    written: String,
    has_launch_struct: bool,
    errors: usize,
}

impl Answer {
    /// The answer to `arguments` on `item`, which has to be one.
    fn to(arguments: &TokenStream, item: &TokenStream) -> Self {
        let written = format!("#[launch_config({arguments})] {item}");
        let expand = || launch_config_tokens(arguments, item);
        let output = catch_unwind(AssertUnwindSafe(expand))
            .unwrap_or_else(|_| panic!("panicked: {written}"));
        let output: Vec<TokenTree> = output.into_iter().collect();
        let mut kept: Vec<TokenTree> = item.clone().into_iter().collect();
        let at = if block::read(item).is_some() {
            // What stands in it has lost its attributes.
            kept.pop();
            output.len() - kept.len() - 1
        } else {
            let editor = |tree: &TokenTree| tree.to_string() == "__for_editors";
            output.iter().position(editor).unwrap() + 3
        };
        let (before, behind) = output.split_at(at);
        let (found, behind) = behind.split_at(kept.len());
        assert_eq!(format!("{found:?}"), format!("{kept:?}"), "{written}");
        let mut output = before.iter().chain(behind).cloned();
        let (mut has_launch_struct, mut errors) = (false, 0);
        while let Some(tree) = output.next() {
            let name = match tree {
                TokenTree::Ident(name) => name,
                // It is in a macro's braces beside an item that may be in an `impl`.
                TokenTree::Group(group) => {
                    has_launch_struct |= group.stream().to_string().contains(":: __declare !");
                    continue;
                }
                _ => continue,
            };
            if name == "__declare" {
                has_launch_struct = true;
            } else if name == "compile_error" {
                let Some(TokenTree::Group(message)) = output.nth(1) else {
                    panic!("{written}");
                };
                let message = text(&message.stream()).unwrap();
                assert!(message.starts_with("[OCC"), "{written}");
                errors += 1;
            }
        }
        let is_block = block::read(item).is_some();
        assert!(has_launch_struct || errors > 0 || is_block, "{written}");
        Self {
            written,
            has_launch_struct,
            errors,
        }
    }
}

/// The answers to random attributes on what `item` makes of chance.
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
        // Half of a group or of a lifetime is nothing that a compiler hands over.
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
            assert!(tokens(&text).is_some(), "{text}");
            assert_eq!(text, output());
        }
    }
    answers
}

/// An optimized build takes them all; `.ci/run` has one.
const CASES: usize = if cfg!(debug_assertions) { 2_000 } else { 8_000 };

#[test]
fn random_attributes_on_functions() {
    let answers = answers(CASES, Random(0x0CC0_0CC0_0CC0_0CC1), |random| {
        tokens(pick(random, FUNCTIONS))
    });
    for answer in &answers {
        // A `Self` says that the function stands where no struct can.
        let is_free = !answer.written.contains("Self");
        assert!(answer.has_launch_struct || !is_free, "{}", answer.written);
    }
    let accepted = answers.iter().filter(|answer| answer.errors == 0).count();
    assert!((CASES / 8..CASES * 5 / 8).contains(&accepted), "{accepted}");
}

#[test]
fn random_attributes_on_anything() {
    let answers = answers(CASES, Random(0x0CC0_0CC0_0CC0_0CC2), |random| {
        let item = tokens(pick(random, OTHERS))?;
        Some(changed(item, random))
    });
    let refused = answers.iter().filter(|answer| answer.errors > 0).count();
    assert!(refused > CASES / 2, "{refused}");
}

#[test]
fn each_attribute_is_accepted() {
    let item = tokens("fn saxpy() {}").unwrap();
    for attribute in ATTRIBUTES.lines() {
        let answer = Answer::to(&tokens(attribute).unwrap(), &item);
        assert!(
            answer.has_launch_struct && answer.errors == 0,
            "{attribute}"
        );
    }
}

/// `tests/pass/names-of-the-expansion.rs` has an item of the author's for each name that the attribute writes.
/// `OCCUPANCY_BLESS=1` writes the names anew.
#[cfg(feature = "binary")]
#[test]
fn each_name_of_the_expansion_is_tried_as_an_items() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let file = format!("{root}/tests/pass/names-of-the-expansion.rs");
    let case = fs::read_to_string(&file).unwrap();
    let (head, rest) = case.split_once("        $define! {\n").unwrap();
    let (names, rest) = rest.split_once("        }\n").unwrap();
    let mut found = BTreeSet::new();
    let item = tokens("fn saxpy() {}").unwrap();
    let (_, kernels) = rest.split_once("macro_rules! kernels {").unwrap();
    let of_case = kernels.split("launch_config(").skip(1);
    let of_case = of_case.map(|rest| rest.split(")]\n").next().unwrap());
    for attribute in ATTRIBUTES.lines().chain(of_case) {
        let attribute = attribute.replace("../kernels", &format!("{root}/tests/kernels"));
        let attribute = tokens(&attribute).unwrap();
        let mut own = BTreeSet::new();
        free_names(&attribute, &mut own);
        let mut written = BTreeSet::new();
        free_names(&launch_config_tokens(&attribute, &item), &mut written);
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
    let lines = found.iter().flat_map(|name| ["            ", name, "\n"]);
    let found: String = lines.collect();
    if env::var_os("OCCUPANCY_BLESS").is_some() {
        fs::write(
            &file,
            format!("{head}        $define! {{\n{found}        }}\n{rest}"),
        )
        .unwrap();
    } else {
        assert_eq!(names, found, "`OCCUPANCY_BLESS=1` writes the names anew");
    }
}

/// The names that stand alone or begin a path, and that an item can have.
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
                // `.name`, and `$name` of a macro; a path may begin with `::`, and its first name can be an item's.
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

/// In a build without the readers, a file is refused where it is named.
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

/// Where a macro has no file of a span, as here and in editors, the compiler has the last word.
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
