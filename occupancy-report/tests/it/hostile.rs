//! Names that nobody should give a kernel, a file, a key, a path or a device, and a search for them in an output. The
//! tests of several packages include this file.

/// Classes of names, with one of each.
pub(crate) const HOSTILE: [(&str, &str); 44] = [
    ("HTML", "</td></code><script>alert(1)</script>"),
    ("HTML behind code", "`<script>alert(1)</script>"),
    ("HTML behind much code", "`` ```<script>alert(1)</script>"),
    ("an attribute", "\" onmouseover=\"alert(1)"),
    ("a comment of HTML", "--><script>alert(1)</script><!--"),
    ("an entity", "&lt;script&gt;&#x1b;"),
    ("CDATA", "]]><script>alert(1)</script>"),
    ("an image", "![x](http://example.com/x.svg)"),
    ("a link", "[click](javascript:alert(1))"),
    ("an address", "see http://example.com or www.example.com"),
    ("a mention", "@everyone"),
    ("a cell", "a | b | c"),
    ("emphasis", "**bold** _and_ ~~gone~~"),
    ("a formula of Markdown", "$\\sqrt{2}$"),
    ("a fence", "```\n# heading\n```"),
    ("an empty line", "a\n\n# heading"),
    ("a formula", "=cmd|' /C calc'!A0"),
    ("a sum", "+1+1"),
    ("a difference", "-1-1"),
    ("a function", "@SUM(1)"),
    ("a formula behind a tab", "\t=1+1"),
    ("quotes", "a\",\"b"),
    ("ESC", "\u{1b}[31mred\u{1b}[0m"),
    (
        "an OSC",
        "\u{1b}]8;;http://example.com\u{7}x\u{1b}]8;;\u{7}",
    ),
    ("BEL", "a\u{7}b"),
    ("BS", "a\u{8}\u{8}b"),
    ("CR", "a\rb"),
    ("LF", "a\nb"),
    ("CRLF", "a\r\nb"),
    ("DEL", "a\u{7f}b"),
    ("C1", "a\u{9b}31mb"),
    ("NEL", "a\u{85}b"),
    ("a command behind a line", "x\n::error::y"),
    ("a command", "::error::y"),
    ("a command behind a blank", "  ::set-output name=a::b"),
    ("an old command", "x ##[error]y"),
    ("a command of Azure", "x ##vso[task.setvariable]y"),
    ("percent", "a%0A::error::b"),
    ("bidi", "a\u{202e}b\u{2066}c\u{2069}"),
    ("marks of direction", "a\u{200f}b\u{61c}c"),
    ("zero width", "a\u{200b}b\u{200d}c\u{feff}d"),
    ("separators", "a\u{2028}b\u{2029}c"),
    ("tags", "a\u{e0001}\u{e0061}b"),
    ("fillers and noncharacters", "a\u{3164}b\u{ad}c\u{ffff}d"),
];

/// Finds the first hidden character or command that an output should have escaped. The commands of `--format github`
/// are its own.
pub(crate) fn raw(output: &str) -> Option<String> {
    let is_hidden = |letter: char| {
        letter.is_control() && letter != '\n'
            || "\u{ad}\u{61c}\u{200b}\u{200d}\u{200f}\u{2028}\u{2029}\u{202e}\u{2066}\u{2069}"
                .contains(letter)
            || "\u{3164}\u{e0001}\u{e0061}\u{feff}\u{ffff}".contains(letter)
    };
    if let Some(letter) = output.chars().find(|letter| is_hidden(*letter)) {
        return Some(letter.escape_unicode().to_string());
    }
    let is_command = |line: &&str| {
        let line = line.trim_start();
        line.starts_with("::error::")
            || line.starts_with("::set-output")
            || line.contains("##[")
            || line.contains("##vso[")
    };
    output.lines().find(is_command).map(str::to_owned)
}
