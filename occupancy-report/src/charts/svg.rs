//! Shapes as the text of one SVG element.
//!
//! Text and lines have the colour of the page's own text and its links, so that they follow the theme;
//! what is fainter is still three times as light or as dark as the page.

use std::fmt::{self, Write};

use crate::escape::html;

/// The width of a drawing, pixels: two stand side by side on a desktop, one on a phone.
pub(crate) const WIDTH: u32 = 340;

/// Lines and areas that stand back.
pub const FAINT: &str = "opacity=\".55\"";

/// The colour of the curve: that of the text where the page has none for links.
pub const ACCENT: &str = "style=\"stroke:var(--link-color)\"";

/// Tenths of a pixel that a letter or a digit is wide, on average, in the widest of common fonts, DejaVu
/// Sans. rustdoc's pages bring Fira Sans, which is narrower; an image has the reader's own.
pub(crate) const LETTER: u32 = 70;

/// A drawing: its height in pixels, what a screen reader says of it, and its elements. Lines come before
/// the text, and text in groups of one anchor.
pub struct Svg {
    pub(super) height: u32,
    said: String,
    lines: String,
    texts: [String; 3],
}

impl Svg {
    /// A drawing with its heading, the chosen point beside it, and a description for who cannot see it.
    pub fn new(height: u32, heading: &str, chosen: &str, description: &str) -> Self {
        let [title, point, description] = [heading, chosen, description].map(html);
        let heading = format!("<text y=\"11\" font-weight=\"700\">{title}</text>");
        let mut svg = Self {
            height,
            said: format!("<title>{title}: {point}</title><desc>{description}</desc>"),
            lines: String::new(),
            texts: [heading, String::new(), String::new()],
        };
        svg.text(Tenths::pixels(WIDTH), 11, Anchor::End, chosen);
        svg
    }

    /// Text whose first letter, middle or last letter is at `x`.
    pub fn text(&mut self, x: Tenths, y: u32, anchor: Anchor, text: &str) {
        let text = format!("<text x=\"{x}\" y=\"{y}\">{}</text>", html(text));
        self.texts[anchor as usize].push_str(&text);
    }

    /// Lines of this length along a path, in pixels.
    pub fn line(&mut self, width: u32, attributes: &str, path: &str) {
        if path.is_empty() {
            return;
        }
        self.lines.push_str("<path");
        // One pixel is what a line has by itself.
        if width != 1 {
            let _ = write!(self.lines, " stroke-width=\"{width}\"");
        }
        let space = if attributes.is_empty() { "" } else { " " };
        let _ = write!(self.lines, "{space}{attributes} d=\"{path}\"/>");
    }

    /// A dot.
    pub(crate) fn dot(&mut self, x: Tenths, y: Tenths) {
        let circle = format!("cx=\"{x}\" cy=\"{y}\" r=\"4\" fill=\"currentColor\"");
        let _ = write!(self.lines, "<circle {circle}/>");
    }
}

/// The drawings beside and below each other, in one line: the first tag begins a block of HTML in
/// Markdown, which the next empty line ends.
pub fn together(drawings: &[Svg]) -> String {
    let mut all = String::new();
    for svg in drawings {
        let (height, said, lines) = (svg.height, &svg.said, &svg.lines);
        let [start, middle, end] = &svg.texts;
        let _ = write!(
            all,
            "<svg role=\"img\" width=\"{WIDTH}\" viewBox=\"0 0 {WIDTH} {height}\" style=\"max-width:100%\">\
             {said}{lines}<g fill=\"currentColor\" stroke=\"none\">{start}\
             <g text-anchor=\"middle\">{middle}</g><g text-anchor=\"end\">{end}</g></g></svg>"
        );
    }
    format!(
        "<div style=\"display:flex;flex-wrap:wrap;align-items:start;gap:20px 28px;margin:20px 0;\
         font:11px Fira Sans,sans-serif;fill:none;stroke:currentColor\">{all}</div>\n"
    )
}

/// Which part of a text is at its place.
#[derive(Clone, Copy)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// A place in tenths of a pixel, written without a needless zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tenths(pub u32);

impl Tenths {
    pub const fn pixels(pixels: u32) -> Self {
        Self(pixels.saturating_mul(10))
    }

    /// The place of `part` of `whole` between two places, to the nearest tenth.
    pub fn between(from: u32, to: u32, part: u64, whole: u64) -> Self {
        let (from, to) = (u64::from(from) * 10, u64::from(to) * 10);
        let (part, whole) = (u128::from(part.min(whole)), u128::from(whole.max(1)));
        let distance = u128::from(from.abs_diff(to));
        let part = u64::try_from((distance * part * 2 + whole) / (whole * 2)).unwrap_or(0);
        let place = if to >= from { from + part } else { from - part };
        Self(u32::try_from(place).unwrap_or(u32::MAX))
    }
}

impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (pixels, tenths) = (self.0 / 10, self.0 % 10);
        if tenths == 0 {
            write!(f, "{pixels}")
        } else {
            write!(f, "{pixels}.{tenths}")
        }
    }
}
