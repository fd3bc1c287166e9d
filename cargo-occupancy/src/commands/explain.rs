//! `occupancy explain`: a message, an argument of the attribute, or the limits of a GPU.

use std::io;

use clap::Args;
use itertools::Itertools;
use occupancy::LAUNCH_CONFIG;
use occupancy::errors::PAGES;
use occupancy_core::kernel::Argument;
use occupancy_core::{Arch, Lint, Multiprocessor, gpu::Vendor};
use occupancy_models::{
    Error, InstructionClass, dependent_issue_cycles, lanes_per_clock, tensor_cores,
};
use occupancy_report::{Line, gpu_lines};

use crate::console::{Console, FOUND};
use crate::markdown;
use crate::wrap::{indented, paragraphs, wrapped};

/// The width of a page without a terminal, and the most, since longer lines are hard to read.
const WIDTH: usize = 100;

/// The count of codes that are suggested for one that does not exist.
const NEAREST: usize = 3;

/// The sections of the attribute's page that list its arguments and warnings.
const ARGUMENTS: [&str; 3] = ["Arguments", "More arguments", "Warnings"];

/// Explain a message of the compiler, an argument of the attribute, or a GPU.
///
/// Prints the page of the documentation for a code: what the message means, an example, the fix, and where
/// the rule comes from. For `launch_config`, it prints the arguments and warnings of the attribute; for the
/// name of one, only that one and the section about it; for a GPU, its limits and units. Without a topic, it lists all messages.
#[derive(Args)]
#[command(after_help = "\
Examples:
  occupancy explain OCC012           a message; 12 is enough
  occupancy explain launch_config    the arguments of the attribute
  occupancy explain min_blocks       one argument
  occupancy explain register_cliff   a warning
  occupancy explain h100             the limits of a GPU, a compute capability or a target: 9.0, gfx942")]
pub(crate) struct Explain {
    /// A code, `launch_config`, an argument, a warning, or a GPU.
    #[arg(value_name = "TOPIC", value_parser = topic)]
    topic: Option<Topic>,
}

impl Explain {
    pub(super) fn run(&self, console: &mut Console<'_>) -> io::Result<u8> {
        let width = console.width.unwrap_or(WIDTH).clamp(20, WIDTH);
        let text = match &self.topic {
            None => list(width),
            Some(Topic::Gpu(arch)) => {
                let mut all = gpu_lines(arch);
                all.push(units(arch.multiprocessor()));
                format!("{}\n{}", arch.name(), paragraphs(&all, Some(width)))
            }
            Some(Topic::Page(page)) => markdown::text(page, width).trim_start().to_owned(),
        };
        console.out.write_all(text.as_bytes())?;
        Ok(FOUND)
    }
}

/// The units of one SM, a line each, and the latency of their instructions; none of AMD's, which no source states.
fn units(sm: &Multiprocessor) -> Vec<Line> {
    use InstructionClass::{
        Barrier, Double, Float, IntegerAdd, IssueSlots, LoadStore, SharedMemory, SpecialFunction,
    };
    if sm.vendor() == Vendor::Amd {
        return Vec::new();
    }
    let of_data = [Float, Double, IntegerAdd, SpecialFunction];
    let others = [SharedMemory, LoadStore, Barrier, IssueSlots];
    let lanes = of_data.into_iter().chain(others).filter_map(|class| {
        let lanes = match lanes_per_clock(sm, class) {
            Ok(lanes) => format!("{lanes} lanes"),
            Err(Error::NotNative(_)) => return None,
            Err(_) => "not known".to_owned(),
        };
        let latency = dependent_issue_cycles(sm, class).map_or_else(String::new, |cycles| {
            format!("; a dependent instruction issues {cycles} cycles later")
        });
        Some(Line::new(class.to_string(), lanes + &latency))
    });
    let cores = match tensor_cores(sm) {
        Some(0) => None,
        Some(cores) => Some(cores.to_string()),
        None => Some("not known".to_owned()),
    };
    let cores = cores.map(|cores| Line::new("tensor cores", cores));
    lanes.chain(cores).collect()
}

/// The list of all messages, and a hint at the other topics.
fn list(width: usize) -> String {
    let messages = pages().into_iter().map(|(code, page)| {
        let (code, below) = (format!("{code}  "), " ".repeat(code.len() + 2));
        indented(headline(page), width, &code, &below).join("\n") + "\n"
    });
    let hint = "`occupancy explain OCC012` prints the page of a message, `occupancy explain launch_config` the \
                arguments of the attribute, `occupancy explain min_blocks` one of them or a warning, and \
                `occupancy explain h100` the limits of a GPU";
    messages.collect::<String>() + "\n" + &wrapped(hint, Some(width))
}

/// A topic that can be explained.
#[derive(Clone, Debug, PartialEq)]
enum Topic {
    /// Markdown: the page of a message, the arguments of the attribute, or the row of one of them with its section.
    Page(String),
    /// The limits of a GPU.
    Gpu(Arch),
}

/// The pages of all messages, by their codes in order.
pub(super) fn pages() -> Vec<(&'static str, &'static str)> {
    let mut pages = PAGES.to_vec();
    pages.sort_unstable();
    pages
}

/// The title of a page without the code.
pub(super) fn headline(page: &str) -> &str {
    let title = page.lines().next().unwrap_or_default();
    title.split_once(": ").map_or(title, |(_, words)| words)
}

/// Finds a topic by name: the attribute, one of its arguments or warnings, a GPU, or the code of a message.
fn topic(text: &str) -> Result<Topic, String> {
    let name = text.trim().replace('-', "_");
    if name == "launch_config" || name == "#[launch_config]" {
        let page = markdown::sections(LAUNCH_CONFIG, |title| ARGUMENTS.contains(&title));
        return Ok(Topic::Page(page));
    }
    if let Some((_, row)) = arguments().find(|(argument, _)| *argument == name) {
        let anchor = |title: &str| title.to_lowercase().replace(' ', "-").replace('\'', "");
        let links = |title: &str| row.contains(&format!("(#{})", anchor(title)));
        let section = markdown::sections(LAUNCH_CONFIG, links);
        return Ok(Topic::Page(format!(
            "| | | |\n|---|---|---|\n{row}\n\n{section}"
        )));
    }
    let lint = Lint::ALL.into_iter().find(|lint| lint.name() == name);
    // A number alone is a code, as for `rustc --explain`.
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let code = (is_number || digits(text).is_some()).then_some(text);
    let coded = lint.map(Lint::code).or(code).map(page);
    if let Some(Ok((_, page))) = coded {
        return Ok(Topic::Page(page.to_owned()));
    }
    Arch::find(text).map(Topic::Gpu).map_err(|unknown| {
        let nearest = match unknown.nearest() {
            [name] if unknown.is_near() => format!("; the nearest GPU is `{name}`"),
            names @ [_, ..] if unknown.is_near() => {
                format!("; the nearest GPUs are `{}`", names.join("`, `"))
            }
            _ => String::new(),
        };
        if let Some(Err(no_code)) = coded {
            return no_code + &nearest;
        }
        format!(
            "no code, argument, warning or GPU has this name{nearest}; a code is `OCC001`, and `occupancy explain` \
             lists them"
        )
    })
}

/// The names of the arguments, and the first row of each in the attribute's page. An argument in parentheses has the row
/// of the argument around it, and levels of warnings share a row.
pub(super) fn arguments() -> impl Iterator<Item = (&'static str, &'static str)> {
    Argument::ALL.iter().filter_map(|argument| {
        let name = argument.key();
        let mut rows = LAUNCH_CONFIG.lines();
        let cells = ["`", "("].map(|end| format!("| `{name}{end}"));
        let row = rows.find(|line| cells.iter().any(|cell| line.starts_with(cell)))?;
        Some((name, row))
    })
}

/// Finds a code and its page: `OCC012`, in either case; its number is enough.
fn page(text: &str) -> Result<(&'static str, &'static str), String> {
    let number = |text: &str| {
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        // A number that is too large is near the last codes.
        (!digits.is_empty()).then(|| digits.parse().unwrap_or(u64::MAX))
    };
    let digits = digits(text).unwrap_or(text);
    let wanted =
        number(digits).ok_or("a code is `OCC001` or its number; `occupancy explain` lists them")?;
    let distance = |code: &str| number(code).map(|number| number.abs_diff(wanted));
    let mut pages = pages();
    pages.sort_by_key(|(code, _)| distance(code));
    let is_code = digits.bytes().all(|byte| byte.is_ascii_digit());
    if is_code && distance(pages[0].0) == Some(0) {
        return Ok(pages[0]);
    }
    let nearest = pages.iter().take(NEAREST).map(|(code, _)| code).join(", ");
    Err(format!(
        "no message has this code; the nearest are {nearest}, and `occupancy explain` lists all"
    ))
}

/// The text after `OCC`, in either case.
fn digits(text: &str) -> Option<&str> {
    let (prefix, digits) = text.split_at_checked(3)?;
    prefix.eq_ignore_ascii_case("occ").then_some(digits)
}

#[cfg(test)]
mod tests {
    use occupancy_core::kernel::Argument;
    use occupancy_core::{Arch, Device, Multiprocessor};

    use super::{ARGUMENTS, LAUNCH_CONFIG, PAGES, Topic, WIDTH, arguments, headline, list, topic};
    use crate::markdown;

    #[test]
    fn every_page_is_listed_by_its_headline() {
        let list = list(WIDTH);
        assert_eq!(list.matches("\nOCC").count() + 1, PAGES.len());
        for (code, page) in PAGES {
            let line = format!("{code}  {}", headline(page));
            assert_eq!(list.matches(&line).count(), 1, "{line}");
            assert!(page.starts_with(&format!("# {code}: ")), "{code}");
            assert!(!headline(page).is_empty() && !headline(page).contains(code));
        }
    }

    #[test]
    fn every_argument_warning_and_gpu_is_a_topic() {
        let all: Vec<_> = arguments().map(|(name, _)| name).collect();
        for argument in Argument::ALL {
            let name = argument.key();
            let has_row =
                !argument.is_nested() && !matches!(argument, Argument::Warn | Argument::Deny);
            assert_eq!(
                all.contains(&name),
                has_row,
                "src/launch_config.md has no row of {name}"
            );
        }
        for (name, row) in arguments() {
            let table = format!("| | | |\n|---|---|---|\n{row}\n\n");
            // The section that it links to follows.
            let links = row.contains("](#");
            let is_it = |it: &str| it.starts_with(&table) && (it.len() > table.len()) == links;
            assert!(
                matches!(topic(name), Ok(Topic::Page(page)) if is_it(&page)),
                "{name}"
            );
        }
        assert_eq!(topic("static-smem"), topic("static_smem"));
        let page = markdown::sections(LAUNCH_CONFIG, |title| ARGUMENTS.contains(&title));
        assert_eq!(topic("launch_config"), Ok(Topic::Page(page)));
        let all = Multiprocessor::ALL.iter().map(Arch::Multiprocessor);
        let devices = Device::ALL.iter();
        let parts = devices.clone().flat_map(Device::parts);
        let devices = devices.chain(parts).map(|device| Arch::Device(*device));
        for arch in all.chain(devices) {
            assert_eq!(topic(arch.name()), Ok(Topic::Gpu(arch)));
        }
    }
}
