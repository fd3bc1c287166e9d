//! Escapes names that this project did not write, such as those of kernels, files and devices: a function for each
//! medium that shows them. Nothing in the result is markup or control.

use std::fmt::Write;

use occupancy_core::text::{Visible, is_hidden};

/// Escapes text for one line of a terminal: hidden characters become `\u{1b}`.
pub fn visible(text: &str) -> String {
    Visible(text).to_string()
}

/// Escapes text for HTML and SVG, between tags or in a double-quoted attribute.
pub fn html(text: &str) -> String {
    let text = visible(text).replace('&', "&amp;").replace('"', "&quot;");
    text.replace('<', "&lt;").replace('>', "&gt;")
}

/// Escapes text for Markdown of GitHub, GitLab and rustdoc, also in a cell of a table.
///
/// ```
/// use occupancy_report::escape::markdown;
///
/// assert_eq!(markdown("f<a_b>(c*) | d"), r"f&lt;a\_b&gt;(c\*) &#124; d");
/// ```
pub fn markdown(text: &str) -> String {
    let mut out = String::new();
    for letter in visible(text).chars() {
        match letter {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '|' => out += "&#124;",
            // On GitHub, they begin formulas and mentions.
            '$' => out += "&#36;",
            '@' => out += "<code>@</code>",
            '*' | '_' | '`' | '[' | ']' | '\\' | '~' => out.extend(['\\', letter]),
            _ => out.push(letter),
        }
    }
    // GitHub turns addresses into links.
    out.replace("://", "&#58;//").replace("www.", "www&#46;")
}

/// Writes text as code of Markdown, outside of tables.
///
/// ```
/// use occupancy_report::escape::code;
///
/// assert_eq!(code("a | b"), "`a | b`");
/// assert_eq!(code("`<script>"), "`` `<script> ``");
/// ```
pub fn code(text: &str) -> String {
    let text = visible(text);
    // Code ends with as many backticks as it begins with.
    let mut fence = "`".to_owned();
    while text.contains(&fence) {
        fence.push('`');
    }
    let space = if fence.len() > 1 { " " } else { "" };
    format!("{fence}{space}{text}{space}{fence}")
}

/// Writes text as code in a cell of a table of Markdown.
///
/// ```
/// use occupancy_report::escape::code_cell;
///
/// assert_eq!(code_cell("TILE | 1"), r"`TILE \| 1`");
/// assert_eq!(code_cell("\"a\nb\""), "`\"a b\"`");
/// ```
pub fn code_cell(text: &str) -> String {
    // The end of a line would end the row, and a `|` the cell.
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    code(&lines.join(" ")).replace('|', "\\|")
}

/// Escapes a field of comma-separated values, so that no spreadsheet takes it for a formula. It is not quoted yet.
///
/// Source: OWASP, CSV Injection: `=`, `+`, `-` and `@`, also of full width, begin a formula.
pub fn csv(text: &str) -> String {
    let text = visible(text);
    let begins = text.trim_start().chars().next();
    let is_formula = begins.is_some_and(|letter| "=+-@＝＋－＠".contains(letter));
    if is_formula { format!("'{text}") } else { text }
}

/// Escapes hidden characters in the strings of a JSON document.
pub fn json(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        if letter == '\n' || !is_hidden(letter) {
            out.push(letter);
            continue;
        }
        for unit in letter.encode_utf16(&mut [0; 2]) {
            let _ = write!(out, "\\u{unit:04x}");
        }
    }
    // `##[error]` is a command of build systems anywhere in a line.
    out.replace("##", "#\\u0023")
}

/// Escapes the message of an annotation of GitHub Actions.
///
/// Source: GitHub Docs, Workflow commands for GitHub Actions: `::error file={name},line={line},title={title}::
/// {message}`. `%`, CR and LF are written as `%25`, `%0D` and `%0A`, and in properties `:` and `,` as `%3A` and
/// `%2C` (`actions/toolkit`, `packages/core/src/command.ts`).
pub fn annotation(text: &str) -> String {
    let text = text.replace('%', "%25").replace('\r', "%0D");
    visible(&text.replace('\n', "%0A"))
}

/// Escapes a property of an annotation: its file, or its title.
pub fn property(text: &str) -> String {
    annotation(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::{annotation, code, code_cell, csv, html, json, markdown, property};
    use crate::hostile::{HOSTILE, raw};

    #[test]
    fn no_class_is_raw_in_any_medium() {
        // Whoever writes the document escapes lines and quotes.
        let of_json = |name: &str| json(&format!("\"{}\"", name.replace('\n', "\\n")));
        let media: [&dyn Fn(&str) -> String; 8] = [
            &html,
            &markdown,
            &code,
            &code_cell,
            &csv,
            &of_json,
            &annotation,
            &property,
        ];
        for (class, name) in HOSTILE {
            for (at, medium) in media.iter().enumerate() {
                let written = medium(name);
                assert_eq!(raw(&written), None, "{class}, {at}: {written:?}");
                assert!(!written.contains('\n'), "{class}, {at}");
            }
            for medium in [html, markdown] {
                assert!(!medium(name).contains("<script"), "{class}");
            }
            assert!(!csv(name).starts_with(['=', '+', '-', '@']), "{class}");
        }
    }

    #[test]
    fn names_are_no_markup() {
        assert_eq!(html("a&\"<i>_"), "a&amp;&quot;&lt;i&gt;_");
        assert_eq!(markdown("a|b*<c>_"), "a&#124;b\\*&lt;c&gt;\\_");
        assert_eq!(code("``a`"), "``` ``a` ```");
        assert_eq!(csv("-1"), "'-1");
        assert_eq!(json("\"\u{202e}\u{e0001}\""), r#""\u202e\udb40\udc01""#);
        assert_eq!(annotation("50 % a::b\nc"), "50 %25 a::b%0Ac");
        assert_eq!(property("a:b,c%d"), "a%3Ab%2Cc%25d");
    }
}
