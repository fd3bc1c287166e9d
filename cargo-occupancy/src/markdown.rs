//! Markdown as text for a terminal, as far as the pages of the messages have it: headings, paragraphs,
//! lists, code and links.

use unicode_width::UnicodeWidthStr;

use crate::wrap::wrap;

/// The text in lines of at most so many columns; code keeps its lines.
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

    use super::text;

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
    fn a_page() {
        let markdown = "\
# Title: `x`
 
Some words of [a link](crate::x) and `code [a](b)`
and **bold**, [out](https://a.b/c), a[0].

* one
* two, which is a longer item

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

    #[shown]

    fn kernel() {}

Rule
----

The end.
";
        assert_eq!(text(markdown, 31), expected);
    }
}
