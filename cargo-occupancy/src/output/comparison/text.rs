//! A comparison as text for people.

use std::iter::{once, repeat};

use itertools::Itertools;
use occupancy_report::escape::visible;

use crate::comparison::digest::{Digest, Omitted, more};
use crate::wrap::{fitted, shortened_name};

/// Columns of a label.
const LABEL: usize = 9;
/// Columns to which names are padded.
const NAME: usize = 50;
/// Columns that the text behind a label has in any case.
const LEAST: usize = 20;

/// Writes the text of a comparison, the verdict last. It fits the `width` of the terminal, if there is one.
pub(super) fn text(digest: &Digest, fails: bool, width: Option<usize>) -> String {
    let room = width.map_or(usize::MAX, |width| width.saturating_sub(LABEL).max(LEAST));
    let paragraph = |text: &str| lines(text, room.saturating_add(LABEL)).join("\n") + "\n";
    if digest.is_quiet {
        return paragraph(&digest.headline);
    }
    let label = if fails { "fails" } else { "ok" };
    let summary = once(&digest.headline).chain(&digest.counts).join("\n");
    let mut rows = vec![(label, summary)];
    // On a terminal, they have just been reported.
    let errors = width.map_or(&*digest.errors, |_| &[]);
    for (label, texts) in [
        ("error", errors),
        ("warning", &*digest.warnings),
        ("note", &*digest.notes),
    ] {
        rows.extend(texts.iter().map(|text| (label, text.clone())));
    }
    rows.extend(digest.templates.first().map(|_| ("", String::new())));
    for template in &digest.templates {
        let instances = template
            .counted_instances()
            .map(|it| format!("  {it} instances"));
        let instances = instances.unwrap_or_default();
        let room = room.saturating_sub(instances.len()).max(LEAST);
        let (name, column) = (shortened_name(&template.name, room), room.min(NAME));
        rows.push((&template.kind, format!("{name:column$}{instances}")));
        let targets = template.changes.iter().map(|it| it.targets.join(" "));
        let column = targets.clone().map(|it| it.len()).max().unwrap_or(0);
        for (change, targets) in template.changes.iter().zip(targets) {
            rows.push(("", format!("{targets:column$}   {}", change.change)));
            let because = change.because.iter();
            rows.extend(because.map(|why| ("", format!("because {why}"))));
        }
        rows.extend(more(template.more, "more change").map(|more| ("", more)));
    }
    let mut out = String::new();
    for (label, text) in rows {
        for (label, line) in once(label).chain(repeat("")).zip(lines(&text, room)) {
            let line = format!("{label:LABEL$}{line}");
            out.extend([&*visible(line.trim_end()), "\n"]);
        }
    }
    let Omitted { templates, kernels } = digest.omitted;
    let omitted = more([templates, kernels], "more template").into_iter();
    let omitted = omitted.map(|it| it + ": --limit 0, or --only worse --format json");
    out.extend(omitted.map(|omitted| paragraph(&omitted)));
    // A command is not wrapped, so that it can be copied.
    let remedy = digest.remedy.iter().map(|remedy| visible(remedy));
    out.extend(remedy.map(|remedy| format!("\nIf it is meant:  {remedy}\n")));
    out + &paragraph(&digest.verdict)
}

/// The lines of a text, with harmless characters, in this room.
fn lines(text: &str, room: usize) -> Vec<String> {
    let lines = text.split('\n').map(visible);
    let fitted = lines.flat_map(|line| fitted(&line, room, "  "));
    fitted.map(|line| visible(&line)).collect()
}
