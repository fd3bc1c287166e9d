//! A comparison as Markdown, for a comment on a pull request or the summary of a job.

use std::iter::{once, repeat};

use itertools::Itertools;
use occupancy_core::text::grouped;
use occupancy_report::escape::{code, html, markdown};

use crate::comparison::digest::{Digest, Omitted, Template, more};
use crate::output;

/// The most bytes of a comment; GitHub takes 65,536 letters.
const COMMENT: usize = 60 << 10;
/// The most bytes of the summary of a step of GitHub Actions.
const SUMMARY: usize = 1 << 20;
/// The bytes that a page keeps for its end.
const END: usize = 4 << 10;

/// Writes a page of at most the size of a comment, or of a summary if it shows `all` templates. A hidden comment names
/// the baseline, so that a script finds the page again.
pub(super) fn page(digest: &Digest, baseline: Option<&str>, all: bool) -> String {
    let mut page = Page {
        text: String::new(),
        most: if all { SUMMARY } else { COMMENT } - END,
    };
    let path = baseline.unwrap_or_default();
    let marker = baseline.map(|path| format!(": {path}")).unwrap_or_default();
    let rest = |count: usize| (count > 0).then(|| format!("and {} more", grouped(count as u64)));
    let summary = once(&digest.headline).chain(&digest.counts);
    let start = [
        // The path cannot end the comment, since `>` is escaped.
        format!("<!-- occupancy{} -->\n", html(&marker)),
        format!("### GPU kernels: {}\n\n", lines(&digest.verdict)),
        summary.map(|text| lines(text)).join("; ") + "\n",
    ];
    page.rows("", start, rest);
    let errors = digest.errors.iter().map(|text| item("**error:** ", text));
    let warnings = digest.warnings.iter();
    let warnings = warnings.map(|text| item("**warning:** ", text));
    page.rows("", errors.chain(warnings), rest);
    let header = "| | template | kernels | targets | what | why |\n|---|---|--:|---|---|---|\n";
    page.rows(header, digest.templates.iter().map(rows), |count| {
        let left = digest.templates.iter().rev().take(count);
        let kernels: usize = left.map(|it| it.kernels).sum();
        let Omitted { templates, .. } = digest.omitted;
        let kernels = kernels + digest.omitted.kernels;
        more([templates + count, kernels], "more template")
    });
    if !digest.notes.is_empty() {
        page.text += "<details><summary>Notes</summary>\n\n";
        page.rows("", digest.notes.iter().map(|text| item("", text)), rest);
        page.text += "</details>\n\n";
    }
    let remedy = digest.remedy.iter().map(|remedy| {
        let (remedy, path) = (code(remedy), code(path));
        format!("If it is meant, run {remedy} and commit {path}.\n")
    });
    page.text
        .extend(remedy.filter(|remedy| remedy.len() < END / 2));
    page.text
}

/// A page that takes rows as long as they fit.
struct Page {
    text: String,
    most: usize,
}

impl Page {
    /// Adds rows below a header, and what is said of the count of those that do not fit.
    fn rows(
        &mut self,
        header: &str,
        rows: impl IntoIterator<Item = String>,
        rest: impl FnOnce(usize) -> Option<String>,
    ) {
        let mut rows = rows.into_iter().peekable();
        if rows.peek().is_none() {
            return;
        }
        self.text += header;
        while let Some(row) = rows.next_if(|row| self.text.len() + row.len() <= self.most) {
            self.text += &row;
        }
        let rest = rest(rows.count()).map(|rest| format!("\n{rest}\n"));
        self.text.extend(rest.into_iter().chain(["\n".to_owned()]));
    }
}

fn lines(text: &str) -> String {
    text.lines().map(markdown).join("<br>")
}

fn item(label: &str, text: &str) -> String {
    format!("* {label}{}\n", lines(text))
}

/// The rows of a template, one for each change.
fn rows(template: &Template) -> String {
    let (kind, name) = (markdown(&template.kind), output::code(&template.name));
    let instances = template
        .counted_instances()
        .unwrap_or_else(|| "1".to_owned());
    let first = format!("| {kind} | {name} | {instances} |");
    let starts = once(&*first).chain(repeat("| | | |"));
    let rows = starts.zip(&template.changes).map(|(start, change)| {
        let targets = match &*change.targets {
            [first, _, _, _, .., last] => format!("{first} … {last}"),
            targets => targets.join(" "),
        };
        let because = change.because.as_deref().unwrap_or_default();
        let cells = [&targets, &change.change, because].map(markdown);
        format!("{start} {} |\n", cells.join(" | "))
    });
    let more = more(template.more, "more change").into_iter();
    let more = more.map(|more| format!("| | | | | {more} | |\n"));
    rows.chain(more).collect()
}
