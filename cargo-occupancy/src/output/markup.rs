//! Text in Markdown and HTML, in which nothing is markup.

use super::printable;

/// Text in a cell: nothing in it is markup.
pub(super) fn text(text: &str) -> String {
    escaped(text, |letter, out| match letter {
        '|' => out.push_str("&#124;"),
        '*' | '_' | '`' | '[' | ']' | '\\' | '~' => out.extend(['\\', letter]),
        _ => out.push(letter),
    })
}

/// A name in a cell, as code: as HTML, in which backticks end nothing.
pub(super) fn code(name: &str) -> String {
    format!("<code>{}</code>", text(name))
}

/// Text between tags, or in quotes within one.
pub(crate) fn html(text: &str) -> String {
    escaped(text, |letter, out| match letter {
        '"' => out.push_str("&quot;"),
        _ => out.push(letter),
    })
}

/// Text without the characters that HTML has for itself; `other` writes each of the rest.
fn escaped(text: &str, other: impl Fn(char, &mut String)) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in printable(text).chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            letter => other(letter, &mut out),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{code, html, text};

    #[test]
    fn names_are_no_markup() {
        assert_eq!(text("a|b*<c>_"), "a&#124;b\\*&lt;c&gt;\\_");
        assert_eq!(code("f<int>"), "<code>f&lt;int&gt;</code>");
        assert_eq!(html("a&\"<i>_"), "a&amp;&quot;&lt;i&gt;_");
    }
}
