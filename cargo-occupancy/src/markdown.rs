//! Writes Markdown as text for a terminal.

use std::mem::take;

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use unicode_width::UnicodeWidthStr;

use crate::wrap::{fitted, indented};

/// The indent of code, and of the text of a table's row.
const INDENT: &str = "    ";

/// Wraps Markdown to `width` columns; code keeps its lines.
pub(crate) fn text(markdown: &str, width: usize) -> String {
    let mut page = Page {
        width,
        ..Page::default()
    };
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        page.event(event);
    }
    page.lines.join("\n") + "\n"
}

#[derive(Default)]
struct Page {
    lines: Vec<String>,
    /// The text of the current block so far.
    text: String,
    /// The cells of the current row so far.
    cells: Vec<String>,
    /// The destination of the current link.
    link: String,
    /// `true` in code of Rust, where rustdoc hides lines that begin with `# `.
    hides: bool,
    width: usize,
}

impl Page {
    /// Writes a block when it ends. Inline code keeps its backticks, as in the messages of the compiler.
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => {
                self.text.push_str(&text);
            }
            Event::Code(code) => self.text.extend(["`", &code, "`"]),
            Event::SoftBreak | Event::HardBreak => self.text.push(' '),
            Event::Start(Tag::Link { dest_url, .. }) => self.link = dest_url.into_string(),
            Event::End(TagEnd::Link) if self.link.starts_with("http") => {
                self.text.extend([" (", &self.link, ")"]);
            }
            Event::Start(Tag::List(_)) => self.separate(),
            Event::Start(Tag::CodeBlock(kind)) => {
                self.hides = !matches!(kind, CodeBlockKind::Fenced(it) if &*it == "text");
            }
            Event::End(TagEnd::Heading(level)) => {
                self.separate();
                let mark = if level == HeadingLevel::H1 { "=" } else { "-" };
                let rule = mark.repeat(self.text.width());
                self.lines.extend([take(&mut self.text), rule]);
            }
            Event::End(TagEnd::Paragraph) => {
                self.separate();
                self.wrap("", "");
            }
            Event::End(TagEnd::Item) => self.wrap("* ", "  "),
            Event::End(TagEnd::CodeBlock) => {
                self.separate();
                let hides = self.hides;
                let is_hidden = |line: &&str| hides && (*line == "#" || line.starts_with("# "));
                let code = take(&mut self.text);
                let indented = |line| format!("{INDENT}{line}").trim_end().to_owned();
                let visible = code.lines().filter(|line| !is_hidden(line));
                self.lines.extend(visible.map(indented));
            }
            Event::End(TagEnd::TableCell) => self.cells.push(take(&mut self.text)),
            Event::End(TagEnd::TableHead | TagEnd::TableRow) => self.row(),
            _ => {}
        }
    }

    /// Adds an empty line after others.
    fn separate(&mut self) {
        if self.lines.last().is_some_and(|line| !line.is_empty()) {
            self.lines.push(String::new());
        }
    }

    /// Writes the current text, with a prefix of the first line and one of the others.
    fn wrap(&mut self, first: &str, other: &str) {
        let text = take(&mut self.text);
        self.lines.extend(indented(&text, self.width, first, other));
    }

    /// Writes a row of a table: the name and the value on one line, and the description below.
    fn row(&mut self) {
        let cells = take(&mut self.cells);
        let [name, value, about @ ..] = &*cells else {
            return;
        };
        self.separate();
        let head = format!("{name}   {value}");
        self.lines
            .extend(fitted(head.trim_end(), self.width, INDENT));
        let text = |cell: &String| indented(cell, self.width, INDENT, INDENT);
        self.lines.extend(about.iter().flat_map(text));
    }
}

/// The sections of a page, at headings with one `#`, whose titles are wanted.
pub(crate) fn sections(page: &str, wants: impl Fn(&str) -> bool) -> String {
    let mut is_in_code = false;
    let mut is_wanted = false;
    let mut out = String::new();
    for line in page.lines() {
        is_in_code ^= line.starts_with("```");
        if !is_in_code && let Some(title) = line.strip_prefix("# ") {
            is_wanted = wants(title);
        }
        if is_wanted {
            out.extend([line, "\n"]);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use occupancy::errors::PAGES;

    use super::{sections, text};

    #[test]
    fn pages_have_no_marks_and_all_their_words() {
        for (code, page) in PAGES {
            let text = text(page, 80);
            for line in text.lines().filter(|line| !line.starts_with("    ")) {
                let is_plain = !["```", "](", "**", "##"]
                    .iter()
                    .any(|mark| line.contains(mark));
                assert!(is_plain, "{code}: {line}");
                let is_word = line.split_whitespace().count() < 2;
                assert!(line.chars().count() <= 80 || is_word, "{code}: {line}");
            }
            // The destinations of links, the languages of code, and lines that rustdoc hides are left out.
            let mut left = page.split(|char: char| !char.is_alphanumeric());
            for word in text.split(|char: char| !char.is_alphanumeric()) {
                assert!(
                    word.is_empty() || left.any(|other| other == word),
                    "{code}: {word}"
                );
            }
            assert!(
                text.contains("\nFix\n---\n") && text.contains("\nRule\n----\n"),
                "{code}"
            );
        }
    }

    #[test]
    fn sections_of_a_page() {
        let page = "# One\n\na\n```\n# Two\n```\n# Two\nb\n# Three\nc\n";
        let odd = sections(page, |title| ["One", "Three"].contains(&title));
        assert_eq!(odd, "# One\n\na\n```\n# Two\n```\n# Three\nc\n");
        assert_eq!(sections(page, |_| false), "");
    }

    #[test]
    fn a_page() {
        let page = text(include_str!("../tests/page.md"), 31);
        assert_eq!(page, include_str!("../tests/page.txt"));
    }
}
