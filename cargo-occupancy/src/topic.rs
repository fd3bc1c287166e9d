//! What `occupancy explain` can explain, by its name.

use occupancy::LAUNCH_CONFIG;
use occupancy::errors::PAGES;
use occupancy_core::{Arch, Lint};

use crate::markdown;

/// How many codes are offered instead of one that does not exist.
const NEAREST: usize = 3;

/// What can be explained.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Topic {
    /// The page of a message.
    Page(&'static str),
    /// `launch_config`: all arguments.
    Attribute,
    /// One argument: its row of the table.
    Argument(&'static str),
    Gpu(Arch),
}

/// The title of a page without the code.
pub(crate) fn headline(page: &str) -> &str {
    let title = page.lines().next().unwrap_or_default();
    let (_, headline) = title.split_once(": ").unwrap_or(("", title));
    headline
}

/// Finds a topic by name: the attribute, one of its arguments or warnings, a GPU, or the code of a message.
pub(crate) fn topic(text: &str) -> Result<Topic, String> {
    let name = text.trim().replace('-', "_");
    if name == "launch_config" || name == "#[launch_config]" {
        return Ok(Topic::Attribute);
    }
    if let Some((_, row)) = arguments().find(|(argument, _)| *argument == name) {
        return Ok(Topic::Argument(row));
    }
    let lint = Lint::ALL.into_iter().find(|lint| lint.name() == name);
    // A number alone means a code, as with rustc.
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let stated = (is_number || digits(text).is_some()).then_some(text);
    if let Some(code) = lint.map(Lint::code).or(stated) {
        return page(code).map(|(_, page)| Topic::Page(page));
    }
    Arch::find(text).map(Topic::Gpu).map_err(|unknown| {
        let names = unknown.nearest().iter().map(|name| format!("`{name}`"));
        let nearest = match &names.collect::<Vec<_>>()[..] {
            names if unknown.is_near() => format!("; the nearest GPUs are {}", names.join(", ")),
            _ => String::new(),
        };
        format!(
            "no code, argument, warning or GPU has this name{nearest}; a code is `{}`, and `occupancy explain` \
             lists them",
            PAGES[0].0
        )
    })
}

/// The names of the arguments, and their rows.
pub(crate) fn arguments() -> impl Iterator<Item = (&'static str, &'static str)> {
    // The first table is theirs.
    let lines = LAUNCH_CONFIG.lines();
    let rows = lines
        .skip_while(|line| *line != "# Arguments")
        .skip_while(|line| !line.starts_with('|'))
        .take_while(|line| line.starts_with('|'));
    rows.filter_map(|row| {
        let cells = markdown::row(row)?;
        let name = cells.first()?.strip_prefix('`')?;
        let end = name.find(|letter: char| letter != '_' && !letter.is_ascii_alphanumeric());
        Some((&name[..end.unwrap_or(name.len())], row))
    })
}

/// A code and its page: `OCC012`, in either case; its number is enough.
fn page(text: &str) -> Result<&'static (&'static str, &'static str), String> {
    let digits = digits(text).unwrap_or(text);
    let Some(wanted) = number(digits) else {
        return Err(format!(
            "a code is `{}` or its number; `occupancy explain` lists them",
            PAGES[0].0
        ));
    };
    let distance = |code: &str| number(code).map(|number| number.abs_diff(wanted));
    let mut nearest: Vec<_> = PAGES.iter().collect();
    nearest.sort_by_key(|(code, _)| distance(code));
    let is_code = digits.bytes().all(|byte| byte.is_ascii_digit());
    if is_code && distance(nearest[0].0) == Some(0) {
        return Ok(nearest[0]);
    }
    let nearest = nearest.iter().take(NEAREST).map(|(code, _)| *code);
    Err(format!(
        "no message has this code; the nearest are {}, and `occupancy explain` lists all",
        nearest.collect::<Vec<_>>().join(", ")
    ))
}

/// What follows `OCC`, in either case.
fn digits(text: &str) -> Option<&str> {
    let (prefix, digits) = text.split_at_checked(3)?;
    prefix.eq_ignore_ascii_case("occ").then_some(digits)
}

/// The number that the digits of a text make.
fn number(text: &str) -> Option<u64> {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    // What is too large is near the last ones.
    (!digits.is_empty()).then(|| digits.parse().unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use occupancy_core::kernel::Argument;
    use occupancy_core::{Arch, ComputeCapability, Device};

    use super::{PAGES, Topic, arguments, headline, page, topic};

    #[test]
    fn codes() {
        for text in ["OCC012", "occ012", "Occ012", "012", "12", "OCC12"] {
            assert_eq!(page(text).map(|(code, _)| *code), Ok("OCC012"), "{text}");
        }
        for (text, nearest) in [
            ("OCC098", "OCC101, OCC102, OCC103"),
            ("0", "OCC001, OCC002, OCC003"),
            ("OCC99999999999999999999", "OCC213, OCC212, OCC211"),
            ("OCC-012", "OCC012, OCC011, OCC013"),
            ("OCC12x", "OCC012, OCC011, OCC013"),
            ("ö12", "OCC012, OCC011, OCC013"),
            ("E0308", "OCC213, OCC212, OCC211"),
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

    #[test]
    fn every_argument_warning_and_gpu_is_a_topic() {
        let all: Vec<_> = arguments().map(|(name, _)| name).collect();
        for argument in Argument::ALL {
            // Those in parentheses are in the row of what takes them, and levels share one.
            let name = match argument {
                Argument::Warn | Argument::Deny => continue,
                argument if argument.is_nested() => continue,
                argument => argument.key(),
            };
            assert!(all.contains(&name), "{name} of {all:?}");
        }
        for (name, row) in arguments() {
            // The last row of a name that has two is not reached by it.
            let is_first = arguments().find(|(other, _)| *other == name).unwrap().1 == row;
            assert_eq!(topic(name) == Ok(Topic::Argument(row)), is_first, "{name}");
        }
        assert_eq!(topic("static-smem"), topic("static_smem"));
        assert_eq!(topic("launch_config"), Ok(Topic::Attribute));
        assert_eq!(topic("register_cliff"), topic("OCC203"));
        assert_eq!(topic("12"), topic("OCC012"));
        for cc in ComputeCapability::ALL {
            assert_eq!(
                topic(cc.name()),
                Ok(Topic::Gpu(Arch::ComputeCapability(cc)))
            );
        }
        for device in Device::ALL {
            assert_eq!(topic(device.name()), Ok(Topic::Gpu(Arch::Device(*device))));
        }
        assert!(
            topic("h1000")
                .unwrap_err()
                .contains("nearest GPUs are `h100`")
        );
        assert!(!topic("saxpy").unwrap_err().contains("nearest"));
    }
}
