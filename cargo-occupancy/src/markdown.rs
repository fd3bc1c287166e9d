//! Markdown as text for a terminal. It knows what the pages of the attribute and of its messages use: headings,
//! paragraphs, lists, tables, code and links.

use unicode_width::UnicodeWidthStr;

use crate::wrap::wrap;

/// The text in lines of at most `width` columns; code keeps its lines.
pub(crate) fn text(markdown: &str, width: usize) -> String {
    let mut out = Text {
        lines: Vec::new(),
        paragraph: String::new(),
        width,
    };
    // Within code: whether it is of Rust, whose lines of `# ` rustdoc hides.
    let mut code = None;
    for line in markdown.lines() {
        if let Some(language) = line.strip_prefix("```") {
            out.end_paragraph();
            code = match code {
                None => {
                    out.separate();
                    Some(language != "text")
                }
                Some(_) => None,
            };
            continue;
        }
        if let Some(is_rust) = code {
            if !(is_rust && (line == "#" || line.starts_with("# "))) {
                out.line(format!("    {line}").trim_end());
            }
        } else if line.trim().is_empty() {
            out.end_paragraph();
        } else if line.starts_with('#') {
            out.heading(line);
        } else if let Some(cells) = row(line) {
            out.row(&cells);
        } else {
            if line.starts_with("* ") {
                out.end_paragraph();
            }
            out.paragraph.push_str(line);
            out.paragraph.push('\n');
        }
    }
    out.end_paragraph();
    out.lines.join("\n") + "\n"
}

/// What stands before the text of a table's row.
const CELL: &str = "    ";

struct Text {
    lines: Vec<String>,
    paragraph: String,
    width: usize,
}

impl Text {
    fn line(&mut self, line: &str) {
        self.lines.push(line.to_owned());
    }

    /// An empty line after what there is.
    fn separate(&mut self) {
        if self.lines.last().is_some_and(|line| !line.is_empty()) {
            self.line("");
        }
    }

    fn heading(&mut self, line: &str) {
        self.end_paragraph();
        self.separate();
        let title = inline(line.trim_start_matches('#').trim());
        let rule = if line.starts_with("##") { "-" } else { "=" };
        let rule = rule.repeat(title.width());
        self.line(&title);
        self.line(&rule);
    }

    /// The name and the value on one line, and the description below.
    fn row(&mut self, cells: &[&str]) {
        self.end_paragraph();
        let is_rule =
            |cell: &&str| !cell.is_empty() && cell.bytes().all(|byte| b":-".contains(&byte));
        if cells.iter().all(is_rule) {
            return;
        }
        let [name, value, about @ ..] = cells else {
            return;
        };
        self.separate();
        let mut head = inline(name);
        if !value.is_empty() {
            head.extend(["   ", &inline(value)]);
        }
        for (number, line) in wrap_after(&head, self.width).iter().enumerate() {
            let indent = if number == 0 { "" } else { CELL };
            self.line(&format!("{indent}{line}"));
        }
        for cell in about {
            for line in wrap(&inline(cell), self.width - CELL.len()) {
                self.line(&format!("{CELL}{line}"));
            }
        }
    }

    fn end_paragraph(&mut self) {
        let paragraph = inline(&std::mem::take(&mut self.paragraph));
        if paragraph.trim().is_empty() {
            return;
        }
        let (indent, text) = match paragraph.strip_prefix("* ") {
            Some(item) => ("  ", item),
            None => ("", &*paragraph),
        };
        let is_next_item = !indent.is_empty()
            && self
                .lines
                .last()
                .is_some_and(|line| line.starts_with("* ") || line.starts_with("  "));
        if !is_next_item {
            self.separate();
        }
        for (number, line) in wrap(text, self.width - indent.len()).iter().enumerate() {
            let indent = if number == 0 && !indent.is_empty() {
                "* "
            } else {
                indent
            };
            self.line(&format!("{indent}{line}"));
        }
    }
}

/// The head of a row in lines: one, where it fits.
fn wrap_after(head: &str, width: usize) -> Vec<String> {
    if head.width() <= width {
        return vec![head.to_owned()];
    }
    wrap(head, width - CELL.len())
}

/// The cells of a table's row.
pub(crate) fn row(line: &str) -> Option<Vec<&str>> {
    let inner = line.strip_prefix('|')?.trim_end().strip_suffix('|')?;
    Some(inner.split('|').map(str::trim).collect())
}

/// The parts of a page below headings of one `#` with these titles.
pub(crate) fn sections(page: &str, titles: &[&str]) -> String {
    let mut is_in_code = false;
    let mut is_wanted = false;
    let mut out = String::new();
    for line in page.lines() {
        is_in_code ^= line.starts_with("```");
        if !is_in_code && let Some(title) = line.strip_prefix("# ") {
            is_wanted = titles.contains(&title);
        }
        if is_wanted {
            out.extend([line, "\n"]);
        }
    }
    out
}

/// A paragraph without the marks of links and of emphasis. Code keeps its backticks, as in the messages
/// of the compiler.
fn inline(markdown: &str) -> String {
    let mut out = String::new();
    let mut rest = markdown;
    while let Some(at) = rest.find(['`', '[', '*']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some(code) = rest.strip_prefix('`') {
            let end = code.find('`').map_or(rest.len(), |end| end + 2);
            out.push_str(&rest[..end]);
            rest = &rest[end..];
        } else if let Some(after) = rest.strip_prefix("**") {
            rest = after;
        } else if let Some((label, target, after)) = link(rest) {
            out.push_str(&inline(label));
            if target.starts_with("http") {
                out.extend([" (", target, ")"]);
            }
            rest = after;
        } else {
            out.push_str(&rest[..1]);
            rest = &rest[1..];
        }
    }
    out + rest
}

/// `[label](target)`, and what comes after it.
fn link(text: &str) -> Option<(&str, &str, &str)> {
    let (label, after) = text.strip_prefix('[')?.split_once("](")?;
    let (target, after) = after.split_once(')')?;
    (!label.contains('[')).then_some((label, target, after))
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
            let words = |text: &str| -> Vec<String> {
                let words = text.split(|char: char| !char.is_alphanumeric());
                words
                    .filter(|word| !word.is_empty())
                    .map(str::to_owned)
                    .collect()
            };
            // What a link leads to, the languages of code, and what rustdoc hides are left out.
            let mut left = words(page).into_iter();
            for word in words(&text) {
                assert!(left.any(|other| other == word), "{code}: {word}");
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
        assert_eq!(
            sections(page, &["One", "Three"]),
            "# One\n\na\n```\n# Two\n```\n# Three\nc\n"
        );
        assert_eq!(sections(page, &["Four"]), "");
    }

    #[test]
    fn a_page() {
        let markdown = "\
# Title: `x`
 
Some words of [a link](crate::x) and `code [a](b)`
and **bold**, [out](https://a.b/c), a[0].

* one
* two, which is a longer item

| argument | value | what it is |
|---|--:|---|
| `regs` | 1 to 255 | registers that a thread may use |
| `allow` | | nothing |

```compile_fail
# hidden
#[shown]

fn kernel() {}
```

## Rule

The end.
";
        let expected = "\
Title: `x`
==========

Some words of a link and `code
[a](b)` and bold, out
(https://a.b/c), a[0].

* one
* two, which is a longer item

argument   value
    what it is

`regs`   1 to 255
    registers that a thread may
    use

`allow`
    nothing

    #[shown]

    fn kernel() {}

Rule
----

The end.
";
        assert_eq!(text(markdown, 31), expected);
    }
}
