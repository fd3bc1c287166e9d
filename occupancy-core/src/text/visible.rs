//! Text from outside, such as a name in a file, in which nothing steers a terminal or a runner of CI.

use core::fmt::{self, Write};

/// Characters that show nothing, or that change how others are shown; control characters and noncharacters are
/// hidden as well.
///
/// Source: Unicode 17.0, `DerivedCoreProperties.txt`, `Default_Ignorable_Code_Point`, to which line and paragraph
/// separators (2028, 2029) and interlinear annotations (FFF9 to FFFB) are added.
const HIDDEN: [(char, char); 18] = [
    ('\u{ad}', '\u{ad}'),
    ('\u{34f}', '\u{34f}'),
    ('\u{61c}', '\u{61c}'),
    ('\u{115f}', '\u{1160}'),
    ('\u{17b4}', '\u{17b5}'),
    ('\u{180b}', '\u{180f}'),
    ('\u{200b}', '\u{200f}'),
    ('\u{2028}', '\u{202e}'),
    ('\u{2060}', '\u{206f}'),
    ('\u{3164}', '\u{3164}'),
    ('\u{fdd0}', '\u{fdef}'),
    ('\u{fe00}', '\u{fe0f}'),
    ('\u{feff}', '\u{feff}'),
    ('\u{ffa0}', '\u{ffa0}'),
    ('\u{fff0}', '\u{fffb}'),
    ('\u{1bca0}', '\u{1bca3}'),
    ('\u{1d173}', '\u{1d17a}'),
    ('\u{e0000}', '\u{e0fff}'),
];

/// Whether a reader would not see this character, or would see others in its place: `ESC`, `U+202E`.
pub fn is_hidden(letter: char) -> bool {
    if letter.is_ascii() {
        return letter.is_ascii_control();
    }
    let mut ranges = HIDDEN.iter();
    let is_listed = ranges.any(|(first, last)| (*first..=*last).contains(&letter));
    is_listed || letter.is_control() || u32::from(letter) & 0xfffe == 0xfffe
}

/// Text from outside, on one line: hidden characters are escapes, `\u{1b}`, and nothing is a command of GitHub Actions
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
        let (mut before, mut left) = (' ', self.0.chars());
        let mut is_blank = true;
        while let Some(letter) = left.next() {
            let next = left.clone().next().unwrap_or(' ');
            let begins_command = match letter {
                // `::error::` at the beginning of a line, and `##[error]` or `##vso[…]` anywhere in one.
                ':' => is_blank && next == ':',
                '#' => before == '#' && (next == '[' || next.is_ascii_alphabetic()),
                _ => false,
            };
            if begins_command {
                letter.escape_unicode().fmt(f)?;
            } else if is_hidden(letter) {
                letter.escape_default().fmt(f)?;
            } else {
                f.write_char(letter)?;
            }
            is_blank &= letter.is_whitespace();
            before = letter;
        }
        Ok(())
    }
}
