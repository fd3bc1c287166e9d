//! `occupancy explain`: the page of a message.

use std::io::{self, Write};

use occupancy::errors::PAGES;

use crate::markdown;
use crate::wrap::wrap;

/// Columns of a page where nobody says how many there are, and at most: longer lines are hard to read.
const WIDTH: usize = 100;

/// Codes that are offered in the place of one that does not exist.
const NEAREST: usize = 3;

pub(crate) fn explain(
    page: Option<usize>,
    out: &mut dyn Write,
    width: Option<usize>,
) -> io::Result<()> {
    let width = width.unwrap_or(WIDTH).clamp(20, WIDTH);
    if let Some(page) = page {
        let (_, page) = PAGES[page];
        return out.write_all(markdown::text(page, width).as_bytes());
    }
    for (code, page) in PAGES {
        let indent = code.len() + 2;
        for (number, line) in wrap(headline(page), width - indent).iter().enumerate() {
            let code = if number == 0 { code } else { "" };
            writeln!(out, "{code:indent$}{line}")?;
        }
    }
    writeln!(out)?;
    let hint = "`occupancy explain OCC012` prints the page of a message";
    for line in wrap(hint, width) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// What a page is about: its title without the code.
pub(crate) fn headline(page: &str) -> &str {
    let title = page.lines().next().unwrap_or_default();
    title
        .split_once(": ")
        .map_or(title, |(_, headline)| headline)
}

/// The page of a code: `OCC012`, in either case; as with rustc, its number is enough.
pub(crate) fn page(text: &str) -> Result<usize, String> {
    let digits = match text.split_at_checked(3) {
        Some((prefix, digits)) if prefix.eq_ignore_ascii_case("occ") => digits,
        _ => text,
    };
    let is_code = digits.bytes().all(|byte| byte.is_ascii_digit());
    let Some(number) = number(digits) else {
        return Err(format!(
            "a code is `{}` or its number; `occupancy explain` lists them",
            PAGES[0].0
        ));
    };
    let mut by_distance: Vec<_> = PAGES
        .iter()
        .enumerate()
        .filter_map(|(page, (code, _))| Some((self::number(code)?.abs_diff(number), page)))
        .collect();
    by_distance.sort_unstable();
    if let Some(&(0, page)) = by_distance.first()
        && is_code
    {
        return Ok(page);
    }
    let nearest: Vec<_> = by_distance
        .iter()
        .take(NEAREST)
        .map(|&(_, page)| PAGES[page].0)
        .collect();
    Err(format!(
        "no message has this code; the nearest are {}, and `occupancy explain` lists all",
        nearest.join(", ")
    ))
}

/// The number that the digits of a text make.
fn number(text: &str) -> Option<u64> {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    // What is too large is near the last ones.
    (!digits.is_empty()).then(|| digits.parse().unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::{PAGES, headline, page};

    #[test]
    fn codes() {
        for text in ["OCC012", "occ012", "Occ012", "012", "12", "OCC12"] {
            assert_eq!(page(text).map(|page| PAGES[page].0), Ok("OCC012"), "{text}");
        }
        for (text, nearest) in [
            ("OCC049", "OCC042, OCC041, OCC040"),
            ("0", "OCC001, OCC002, OCC003"),
            ("OCC99999999999999999999", "OCC210, OCC209, OCC208"),
            ("OCC-012", "OCC012, OCC011, OCC013"),
            ("OCC12x", "OCC012, OCC011, OCC013"),
            ("ö12", "OCC012, OCC011, OCC013"),
            ("E0308", "OCC210, OCC209, OCC208"),
        ] {
            let error = page(text).unwrap_err();
            assert!(
                error.contains(&format!("nearest are {nearest}")),
                "{text}: {error}"
            );
        }
        for text in ["", "OCC", "help", "occ０１２"] {
            let error = page(text).unwrap_err();
            assert!(error.contains("`OCC001`"), "{text}: {error}");
        }
    }

    #[test]
    fn every_page_has_a_headline() {
        for (code, page) in PAGES {
            assert!(page.starts_with(&format!("# {code}: ")), "{code}");
            assert!(!headline(page).is_empty() && !headline(page).contains(code));
        }
    }
}
