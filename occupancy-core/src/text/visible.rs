//! Text from outside, such as a name in a file, made safe to print: nothing in it steers a terminal or a runner of CI.

use core::fmt;

/// Ranges of characters that show nothing, or change how others are shown: in turn, the first character of a range, and
/// the first after it.
///
/// Source: Unicode 17.0, `DerivedCoreProperties.txt`, `Default_Ignorable_Code_Point`, with line and paragraph
/// separators (2028, 2029), noncharacters and interlinear annotations (FFF9 to FFFB) added.
const HIDDEN: [u32; 36] = [
    0xad, 0xae, 0x34f, 0x350, 0x61c, 0x61d, 0x115f, 0x1161, 0x17b4, 0x17b6, 0x180b, 0x1810, 0x200b,
    0x2010, 0x2028, 0x202f, 0x2060, 0x2070, 0x3164, 0x3165, 0xfdd0, 0xfdf0, 0xfe00, 0xfe10, 0xfeff,
    0xff00, 0xffa0, 0xffa1, 0xfff0, 0xfffc, 0x1bca0, 0x1bca4, 0x1d173, 0x1d17b, 0xe0000, 0xe1000,
];

/// Returns `true` for a character that a reader would not see, or that changes how others are shown: `ESC`, `U+202E`.
pub fn is_hidden(letter: char) -> bool {
    let code = u32::from(letter);
    // An odd number of bounds has passed inside a range.
    let hides = || HIDDEN.partition_point(|bound| *bound <= code) % 2 == 1;
    // Most letters are the first ones. The last two code points of each plane are noncharacters.
    !matches!(letter, ' '..='~') && (hides() || letter.is_control() || code & 0xfffe == 0xfffe)
}

/// Text from outside, as one line. Hidden characters are escapes, `\u{1b}`, and nothing is a command of GitHub Actions
/// or Azure Pipelines.
///
/// ```
/// use occupancy_core::text::Visible;
///
/// assert_eq!(Visible("blas::dot(int*)").to_string(), "blas::dot(int*)");
/// assert_eq!(Visible("\u{1b}[31m\n").to_string(), r"\u{1b}[31m\n");
/// assert_eq!(Visible("::error::no").to_string(), r"\u{3a}:error::no");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Visible<'a>(pub &'a str);

impl fmt::Display for Visible<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Most texts are plain, which is seen the sooner if every letter is looked at.
        let letters = self.0.bytes();
        let is_plain = letters.fold(true, |all, it| all & matches!(it, b' '..=b'~'));
        if is_plain && !self.0.starts_with([' ', ':']) && !self.0.contains("##") {
            return f.write_str(self.0);
        }
        let (mut written, begins) = (0, self.0.find(|it: char| !it.is_whitespace()));
        for (at, letter) in self.0.char_indices() {
            let is_named = |it: char| it == '[' || it.is_ascii_alphabetic();
            let split = || self.0.split_at(at);
            // `::error::` at the beginning of a line, and `##[error]` or `##vso[…]` anywhere in one.
            let is_command = match letter {
                ':' => begins == Some(at) && split().1.starts_with("::"),
                '#' => split().0.ends_with('#') && split().1.chars().nth(1).is_some_and(is_named),
                _ => false,
            };
            if is_command || is_hidden(letter) {
                f.write_str(self.0.get(written..at).unwrap_or_default())?;
                if is_command {
                    letter.escape_unicode().fmt(f)?;
                } else {
                    letter.escape_default().fmt(f)?;
                }
                written = at.saturating_add(letter.len_utf8());
            }
        }
        f.write_str(self.0.get(written..).unwrap_or_default())
    }
}
