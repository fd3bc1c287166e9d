//! Text in a terminal, in Markdown and in HTML, in which nothing is markup.

/// Text in a cell: nothing in it is markup.
pub(super) fn text(text: &str) -> String {
    let mut out = String::new();
    for letter in escaped(text).chars() {
        match letter {
            '|' => out.push_str("&#124;"),
            '*' | '_' | '`' | '[' | ']' | '\\' | '~' => out.extend(['\\', letter]),
            _ => out.push(letter),
        }
    }
    out
}

/// A name in a cell, as code: as HTML, in which backticks end nothing.
pub(super) fn code(name: &str) -> String {
    format!("<code>{}</code>", text(name))
}

/// Text between tags, or in quotes within one.
pub(crate) fn html(text: &str) -> String {
    escaped(text).replace('"', "&quot;")
}

/// Text without the characters that HTML and Markdown have for themselves.
fn escaped(text: &str) -> String {
    let text = printable(text).replace('&', "&amp;");
    text.replace('<', "&lt;").replace('>', "&gt;")
}

/// Text of a file without what would steer a terminal.
pub(crate) fn printable(text: &str) -> String {
    if text.contains(char::is_control) {
        text.escape_debug().to_string()
    } else {
        text.to_owned()
    }
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
