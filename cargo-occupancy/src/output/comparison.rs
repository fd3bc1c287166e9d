//! Writes a comparison: as text for a terminal, Markdown for GitHub and GitLab, or a format for tools.

mod tools;

use clap::ValueEnum;
use occupancy_report::escape::{json, markdown, visible};

use crate::comparison::Comparison;

/// The format of a comparison, as `--format` names it.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Form {
    /// For people.
    Text,
    /// One object.
    Json,
    /// Annotations of GitHub Actions.
    Github,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// For a pull request.
    Markdown,
}

/// A comparison in a format. Text fits the `width` of the terminal, if there is one.
pub(crate) fn compared(comparison: &Comparison, form: Form, width: Option<usize>) -> String {
    match form {
        Form::Text => text(comparison, width),
        Form::Json => json(&format!("{:#}\n", tools::json(comparison))),
        Form::Github => tools::github(comparison),
        Form::Sarif => json(&format!("{:#}\n", tools::sarif(comparison))),
        Form::Markdown => for_pull_requests(comparison),
    }
}

fn text(comparison: &Comparison, _width: Option<usize>) -> String {
    let digest = comparison.digest(20, None);
    let mut out = vec![digest.headline];
    if digest.is_quiet {
        return out[0].clone() + "\n";
    }
    out.extend(digest.counts);
    out.extend(digest.notes.iter().map(|note| format!("note     {note}")));
    out.extend(digest.warnings.iter().map(|it| format!("warning  {it}")));
    out.extend(digest.errors.iter().map(|it| format!("error    {it}")));
    for template in &digest.templates {
        let [names, all] = template.instances;
        out.push(format!(
            "{:8} {}  {names} of {all}",
            template.kind, template.name
        ));
        for change in &template.changes {
            out.push(format!(
                "         {}  {}",
                change.targets.join(" "),
                change.change
            ));
            out.extend(
                change
                    .because
                    .iter()
                    .map(|why| format!("         because {why}")),
            );
        }
    }
    out.push(digest.verdict);
    out.iter().map(|line| visible(line) + "\n").collect()
}

fn for_pull_requests(comparison: &Comparison) -> String {
    markdown(&comparison.digest(20, None).headline) + "\n"
}
