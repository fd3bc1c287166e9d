//! Wraps and shortens text to a width in columns.

use occupancy_report::Line;
use unicode_truncate::UnicodeTruncateStr;
use unicode_width::UnicodeWidthStr;

/// Wraps a text only if it does not fit, with a prefix of the lines after the first one.
pub(crate) fn fitted(text: &str, width: usize, other: &str) -> Vec<String> {
    if text.width() <= width {
        vec![text.to_owned()]
    } else {
        indented(text, width, "", other)
    }
}

/// Wraps a text to the width of the terminal, if there is one.
pub(crate) fn wrapped(text: &str, width: Option<usize>) -> String {
    let lines = indented(text, width.unwrap_or(usize::MAX), "", "");
    lines.into_iter().map(|line| line + "\n").collect()
}

/// Paragraphs of lines, each after an empty line. A text that does not fit goes on below its first line.
pub(crate) fn paragraphs(paragraphs: &[Vec<Line>], width: Option<usize>) -> String {
    let labels = paragraphs.iter().flatten().map(|line| line.label.width());
    let indent = labels.max().unwrap_or(0) + 2;
    let width = width.map_or(usize::MAX, |width| width.saturating_sub(indent).max(1));
    let mut out = String::new();
    for paragraph in paragraphs {
        out.push('\n');
        for line in paragraph {
            let mut label = &*line.label;
            for text in fitted(&line.text, width, "") {
                out.extend([format!("{label:indent$}{text}\n")]);
                label = "";
            }
        }
    }
    out
}

/// Wraps a text at its words into lines of at most `width` columns, with a prefix of the first line and one of the others.
/// A longer word has a line of its own.
pub(crate) fn indented(text: &str, width: usize, first: &str, other: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.width() + 1 + word.width() <= width => line.extend([" ", word]),
            Some(_) => lines.push(format!("{other}{word}")),
            None => lines.push(format!("{first}{word}")),
        }
    }
    lines
}

/// Shortens a text to `width` columns in its middle.
pub(crate) fn shortened(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let kept = width.saturating_sub(1);
    let (start, _) = text.unicode_truncate(kept.div_ceil(2));
    let (end, _) = text.unicode_truncate_start(kept / 2);
    format!("{start}…{end}")
}

/// Shortens the name of a function to `width` columns: first its parameters, since instances of a template differ before
/// them.
pub(crate) fn shortened_name(name: &str, width: usize) -> String {
    /// The width of `(…)`.
    const LEAST: usize = 3;
    let Some((function, parameters)) = parts(name) else {
        return shortened(name, width);
    };
    if name.width() <= width || width <= LEAST {
        return shortened(name, width);
    }
    let function = shortened(function, width - LEAST);
    let parameters = shortened(parameters, width - function.width() - 2);
    format!("{function}({parameters})")
}

/// Splits the name of a function at its parameters.
pub(crate) fn parts(name: &str) -> Option<(&str, &str)> {
    let inner = name.strip_suffix(')')?;
    let mut depth = 1;
    for (at, char) in inner.char_indices().rev() {
        match char {
            ')' => depth += 1,
            '(' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((&inner[..at], &inner[at + 1..]));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthStr;

    use super::{indented, shortened, shortened_name};

    #[test]
    fn words_fill_lines() {
        let wrap = |text, width| indented(text, width, "", "");
        assert_eq!(wrap("", 10), [""; 0]);
        assert_eq!(wrap("one two\n three", 7), ["one two", "three"]);
        assert_eq!(wrap("one two three", 6), ["one", "two", "three"]);
        assert_eq!(wrap("a very-long-word b", 5), ["a", "very-long-word", "b"]);
    }

    #[test]
    fn names_are_shortened_in_the_middle() {
        assert_eq!(shortened("saxpy", 5), "saxpy");
        assert_eq!(shortened("blas::saxpy<float>", 9), "blas…oat>");
        assert_eq!(shortened("blas::saxpy<float>", 8), "blas…at>");
        assert_eq!(shortened("saxpy", 1), "…");
        for width in 1..40 {
            for text in ["ガガ::kernel<ガ>(ガガ, (ガ) const*)", "(", ")", "()"] {
                for shown in [shortened(text, width), shortened_name(text, width)] {
                    assert!(shown.width() <= width, "{text}, {width}");
                }
            }
        }
    }

    #[test]
    fn parameters_are_shortened_first() {
        let name = "gemm<__half, 32, 256>(__half const*, float (*)(int), int)";
        for (width, shown) in [
            (name.len(), name),
            (
                name.len() - 1,
                "gemm<__half, 32, 256>(__half const*, f…at (*)(int), int)",
            ),
            (24, "gemm<__half, 32, 256>(…)"),
            (20, "gemm<__h…32, 256>(…)"),
            (3, "g…)"),
        ] {
            assert_eq!(shortened_name(name, width), shown);
        }
        assert_eq!(
            shortened_name("(anonymous namespace)::saxpy", 9),
            "(ano…axpy"
        );
    }
}
