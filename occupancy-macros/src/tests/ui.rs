//! The cases of `tests/ui` whose messages come from the attribute alone. They are expanded here, and the errors rendered
//! as rustc does. `tests/it/ui.rs` compiles those of `tests/ui/rustc`.
//!
//! `OCCUPANCY_BLESS=1 cargo test --package occupancy-macros ui` writes the messages anew.

use std::path::{Path, PathBuf};
use std::{env, fs};

use proc_macro2::{Delimiter, Group, LineColumn, Literal, Span, TokenStream, TokenTree};

use crate::errors::EXPLAINED;

use crate::expression::text;
use crate::launch_config_tokens;
use crate::tokens::{is_mark, is_word};

const OF_ATTRIBUTE: &str = "note: this error originates in the attribute macro `launch_config` (in Nightly builds, \
                            run with -Z macro-backtrace for more info)";

#[test]
fn each_case_is_refused_in_these_words() {
    let overwrites = env::var_os("OCCUPANCY_BLESS").is_some();
    let (mut wrong, mut count) = (Vec::new(), 0);
    for case in cases() {
        let found = messages(&case);
        let file = case.with_extension("stderr");
        let expected = fs::read_to_string(&file).unwrap_or_default();
        let is_compiled = case.parent().unwrap().ends_with("rustc");
        let case = case.display();
        if is_compiled {
            // The file of a new case is empty.
            if found == expected && !found.is_empty() {
                let why =
                    "the attribute alone reports this: move the case to the folder of its topic";
                wrong.push(format!("{case}: {why}"));
            }
            continue;
        }
        count += 1;
        if found.is_empty() {
            let why = "the attribute alone reports nothing: move the case to tests/ui/rustc";
            wrong.push(format!("{case}: {why}"));
        } else if overwrites {
            fs::write(file, found).unwrap();
        } else if found != expected {
            wrong.push(format!(
                "{case}: the messages differ\n\nEXPECTED:\n{expected}\nFOUND:\n{found}"
            ));
        }
    }
    let advice = "if FOUND is right, `OCCUPANCY_BLESS=1 cargo test --package occupancy-macros ui` writes it; if rustc \
                  prints something else, move the case to tests/ui/rustc";
    assert!(wrong.is_empty(), "{}\n\n{advice}", wrong.join("\n\n"));
    assert!(count > 100, "only {count} cases are found in tests/ui");
}

fn root() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap()
}

/// The cases of the folders of `tests/ui`.
fn cases() -> Vec<PathBuf> {
    let entries = |folder: PathBuf| {
        let all = fs::read_dir(folder).unwrap();
        all.map(|entry| entry.unwrap().path())
    };
    let files = entries(root().join("tests/ui")).flat_map(entries);
    let mut cases: Vec<_> = files.collect();
    cases.retain(|path| path.extension().is_some_and(|end| end == "rs"));
    cases.sort();
    cases
}

/// The messages that rustc prints about the attributes of a file.
fn messages(case: &Path) -> String {
    let source = fs::read_to_string(case).unwrap();
    EXPLAINED.set(None);
    let tokens = with_absolute_paths(source.parse().unwrap(), case.parent().unwrap());
    let mut refusals = Vec::new();
    expand(tokens, None, &mut refusals);
    let name = case.strip_prefix(root()).unwrap().display().to_string();
    let lines: Vec<&str> = source.lines().collect();
    let rendered = refusals.iter().map(|refusal| refusal.render(&name, &lines));
    // rustc prints equal messages once.
    let mut messages = Vec::new();
    for message in rendered {
        if !messages.contains(&message) {
            messages.push(message);
        }
    }
    messages.join("\n")
}

/// Makes relative paths absolute: they start in the folder of the case, which only the compiler knows.
fn with_absolute_paths(tokens: TokenStream, folder: &Path) -> TokenStream {
    let absolute = |tree: TokenTree| match tree {
        TokenTree::Group(group) => {
            let inner = with_absolute_paths(group.stream(), folder);
            let mut absolute = Group::new(group.delimiter(), inner);
            absolute.set_span(group.span());
            absolute.into()
        }
        TokenTree::Literal(literal) => {
            let written = text(&TokenTree::from(literal.clone()).into());
            let file = written.filter(|path| path.starts_with("../"));
            let Some(file) = file else {
                return literal.into();
            };
            let mut absolute = Literal::string(folder.join(file).to_str().unwrap());
            absolute.set_span(literal.span());
            absolute.into()
        }
        other => other,
    };
    tokens.into_iter().map(absolute).collect()
}

/// A message, and the tokens that it is about.
struct Refusal {
    message: String,
    start: LineColumn,
    end: LineColumn,
    is_of_attribute: bool,
}

/// Expands the attributes one after the other, as rustc does, and collects their errors. If `tokens` are an expansion,
/// `attribute` is the place of its attribute.
fn expand(tokens: TokenStream, attribute: Option<(Span, Span)>, refusals: &mut Vec<Refusal>) {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    while at < trees.len() {
        if let Some((arguments, place)) = launch_config(&trees[at..]) {
            let start = attributes_before(&trees, at);
            let end = end_of_item(&trees, at + 2);
            let item = trees[start..at].iter().chain(&trees[at + 2..end]).cloned();
            let expanded = launch_config_tokens(&arguments, &item.collect());
            expand(expanded, Some(place), refusals);
            at = end;
            continue;
        }
        if is_word(&trees[at], "compile_error")
            && let Some(TokenTree::Group(message)) = trees.get(at + 2)
        {
            refusals.push(Refusal::new(trees[at].span(), message, attribute));
        }
        if let TokenTree::Group(group) = &trees[at] {
            expand(group.stream(), attribute, refusals);
        }
        at += 1;
    }
}

/// The arguments and the place of an attribute at the start of `trees`.
fn launch_config(trees: &[TokenTree]) -> Option<(TokenStream, (Span, Span))> {
    let [mark, TokenTree::Group(brackets), ..] = trees else {
        return None;
    };
    if !is_mark(mark, '#') || brackets.delimiter() != Delimiter::Bracket {
        return None;
    }
    let mut path: Vec<TokenTree> = brackets.stream().into_iter().collect();
    let mut arguments = TokenStream::new();
    if let TokenTree::Group(group) = path.last()? {
        arguments = group.stream();
        path.pop();
    }
    let is_ours = is_word(path.last()?, "launch_config");
    is_ours.then(|| (arguments, (mark.span(), brackets.span_close())))
}

/// The start of the attributes directly before a place.
fn attributes_before(trees: &[TokenTree], mut at: usize) -> usize {
    while let Some([mark, TokenTree::Group(brackets)]) =
        at.checked_sub(2).map(|start| &trees[start..at])
        && is_mark(mark, '#')
        && brackets.delimiter() == Delimiter::Bracket
    {
        at -= 2;
    }
    at
}

/// The end of the item at a place.
fn end_of_item(trees: &[TokenTree], at: usize) -> usize {
    let is_end = |tree: &TokenTree| match tree {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        other => is_mark(other, ';'),
    };
    let behind = trees[at..].iter().position(is_end);
    behind.map_or(trees.len(), |behind| at + behind + 1)
}

impl Refusal {
    fn new(start: Span, message: &Group, attribute: Option<(Span, Span)>) -> Self {
        let (mut start, mut end) = (start, message.span_close());
        // `Span::call_site()` has no place in a file.
        let is_of_attribute = start.byte_range().is_empty();
        if let Some(place) = attribute.filter(|_| is_of_attribute) {
            (start, end) = place;
        }
        Self {
            message: text(&message.stream()).unwrap(),
            start: start.start(),
            end: end.end(),
            is_of_attribute,
        }
    }

    /// Renders it as rustc does, if its tokens are on one line.
    fn render(&self, file: &str, lines: &[&str]) -> String {
        let Self { start, end, .. } = self;
        let indented = self.message.replace('\n', "\n       ");
        let message = indented.replace("       \n", "\n");
        let number = start.line.to_string();
        let gutter = " ".repeat(number.len());
        let column = start.column + 1;
        let carets = "^".repeat(end.column.saturating_sub(start.column));
        let source = lines[start.line - 1];
        let indent = " ".repeat(start.column);
        let place =
            format!("{gutter}--> {file}:{number}:{column}\n{gutter} |\n{number} | {source}");
        let note = if self.is_of_attribute {
            format!("{gutter} |\n{gutter} = {OF_ATTRIBUTE}\n")
        } else {
            String::new()
        };
        format!("error: {message}\n{place}\n{gutter} | {indent}{carets}\n{note}")
    }
}
