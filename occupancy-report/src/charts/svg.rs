//! Writes shapes as one SVG element.
//!
//! Text and lines have the colours of the page's text and links, so that they follow its theme. Faint lines still have
//! three times the contrast of the page.

use std::fmt::{self, Write};

use crate::escape::html;

/// The width of a drawing, pixels: two stand side by side on a desktop, one on a phone.
pub(crate) const WIDTH: u32 = 340;

/// The style of lines and areas in the background.
pub const FAINT: &str = "opacity=\".55\"";

/// The style of the curve: the colour of links, or that of the text where the page has none for links.
pub const ACCENT: &str = "style=\"stroke:var(--link-color)\"";

/// Tenths of a pixel that a letter or a digit is wide, on average, in the widest of common fonts, DejaVu
/// Sans. rustdoc's pages bring Fira Sans, which is narrower; an image has the reader's own.
pub(crate) const LETTER: u32 = 70;

/// A drawing. Its lines come before its texts, which are grouped by their anchor.
pub struct Svg {
    /// Pixels.
    pub(super) height: u32,
    /// The title and the description, which a screen reader reads.
    described: String,
    lines: String,
    /// The texts of each [`Anchor`].
    texts: [String; 3],
}

impl Svg {
    /// Creates a drawing with a heading, the chosen point beside it, and a description for readers who cannot see it.
    pub fn new(height: u32, heading: &str, chosen: &str, description: &str) -> Self {
        let [title, point, description] = [heading, chosen, description].map(html);
        let heading = format!("<text y=\"11\" font-weight=\"700\">{title}</text>");
        let mut svg = Self {
            height,
            described: format!("<title>{title}: {point}</title><desc>{description}</desc>"),
            lines: String::new(),
            texts: [heading, String::new(), String::new()],
        };
        svg.text(Tenths::pixels(WIDTH), 11, Anchor::End, chosen);
        svg
    }

    /// Adds text whose start, middle or end is at `x`.
    pub fn text(&mut self, x: Tenths, y: u32, anchor: Anchor, text: &str) {
        let texts = &mut self.texts[anchor as usize];
        let _ = write!(texts, "<text x=\"{x}\" y=\"{y}\">{}</text>", html(text));
    }

    /// Adds lines of this width along a path, in pixels.
    pub fn line(&mut self, width: u32, attributes: &str, path: &str) {
        if path.is_empty() {
            return;
        }
        self.lines.push_str("<path");
        // A line is one pixel wide by default.
        if width != 1 {
            let _ = write!(self.lines, " stroke-width=\"{width}\"");
        }
        let space = if attributes.is_empty() { "" } else { " " };
        let _ = write!(self.lines, "{space}{attributes} d=\"{path}\"/>");
    }

    /// Adds a dot.
    pub(crate) fn dot(&mut self, x: Tenths, y: Tenths) {
        let circle = format!("cx=\"{x}\" cy=\"{y}\" r=\"4\" fill=\"currentColor\"");
        let _ = write!(self.lines, "<circle {circle}/>");
    }
}

/// Puts drawings beside and below each other, in one line of HTML. In Markdown, its first tag begins a block that ends
/// at the next empty line.
pub fn together(drawings: &[Svg]) -> String {
    let mut all = String::new();
    for svg in drawings {
        let (height, described, lines) = (svg.height, &svg.described, &svg.lines);
        let [starts, middles, ends] = &svg.texts;
        let _ = write!(
            all,
            "<svg role=\"img\" width=\"{WIDTH}\" viewBox=\"0 0 {WIDTH} {height}\" style=\"max-width:100%\">\
             {described}{lines}<g fill=\"currentColor\" stroke=\"none\">{starts}\
             <g text-anchor=\"middle\">{middles}</g><g text-anchor=\"end\">{ends}</g></g></svg>"
        );
    }
    format!(
        "<div style=\"display:flex;flex-wrap:wrap;align-items:start;gap:20px 28px;margin:20px 0;\
         font:11px Fira Sans,sans-serif;fill:none;stroke:currentColor\">{all}</div>\n"
    )
}

/// The part of a text that is at its place.
#[derive(Clone, Copy)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// A place in tenths of a pixel, written in pixels: `12` or `12.5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tenths(pub u32);

impl Tenths {
    pub const fn pixels(pixels: u32) -> Self {
        Self(pixels.saturating_mul(10))
    }

    /// Returns the place that divides the way between two pixels as `part` divides `whole`, to the nearest tenth.
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
