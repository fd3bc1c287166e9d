//! Writes a comparison in its forms: for people, for a pull request, and for tools.

mod findings;
mod json;
mod markdown;
mod text;

use std::io;
use std::iter::once;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use itertools::Itertools;
use occupancy_report::escape;
use serde_json::Value;

use crate::comparison::{Comparison, Digest};
use crate::console::{Console, FOUND, display_path, fatal};
use crate::content::{absolute, write_to};
use crate::package::begins_with_code;

/// The form of a comparison, as `--format` and `--report` name it.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
pub(crate) enum Form {
    /// For people.
    Text,
    /// One object.
    Json,
    /// For a pull request.
    Markdown,
    /// Annotations of GitHub Actions.
    Github,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// Code Quality of GitLab.
    Gitlab,
}

/// A form with the file that it is written to; without one, it is written to the output.
type Report = (Form, Option<PathBuf>);

/// The forms in which a comparison is written, and how much they tell.
#[derive(Args)]
pub(crate) struct Reports {
    /// Output format.
    #[arg(short, long, value_enum, default_value_t = Form::Text)]
    format: Form,

    /// Also write a format to a file; without a file, behind the output. Can be given several times: `--report
    /// markdown=occupancy.md --report github`.
    #[arg(long = "report", value_name = "FORMAT[=FILE]", value_parser = report)]
    also: Vec<Report>,

    /// The most templates that are shown; 0 shows all.
    #[arg(long, value_name = "TEMPLATES", default_value_t = 20)]
    pub(crate) limit: usize,

    /// The kernels in JSON: only those that fail, or would if a guess is right. By default, all that are not the same.
    #[arg(long, value_name = "KERNELS", value_parser = ["worse"])]
    only: Option<String>,
}

fn report(text: &str) -> Result<Report, String> {
    let (name, file) = text.split_once('=').unwrap_or((text, "-"));
    let form = Form::from_str(name, false)
        .map_err(|_| format!("there is no format `{name}`; `--format` has the names of all"))?;
    match file {
        "" => Err("the file has no name".to_owned()),
        "-" => Ok((form, None)),
        file => Ok((form, Some(file.into()))),
    }
}

impl Reports {
    /// Refuses a report whose file is also read, maybe as one of a folder, or has another report.
    pub(crate) fn check(&self, read: &[&Path]) -> io::Result<()> {
        let whole = |path: &&Path| absolute(path).ok();
        let read = read.iter().copied().unique_by(whole);
        let files = self.also.iter().filter_map(|(_, file)| file.as_deref());
        let has_code = |path: &&Path| begins_with_code(path).unwrap_or(false);
        let twice = read.chain(files.clone()).duplicates_by(whole).next();
        let Some(file) = twice.or_else(|| files.clone().find(has_code)) else {
            return Ok(());
        };
        let file = display_path(file);
        Err(fatal(format_args!(
            "`--report` would replace {file}, which is read or has another report"
        )))
    }

    /// Writes the output and all reports, even if one of them cannot be written.
    pub(crate) fn write(
        &self,
        comparison: &Comparison,
        digest: &Digest,
        console: &mut Console<'_>,
    ) -> io::Result<()> {
        let baseline = comparison.baseline.as_deref();
        let mut errors = Vec::new();
        for (form, file) in once(&(self.format, None)).chain(&self.also) {
            let width = console.width.filter(|_| file.is_none());
            let document = |value: Value| escape::json(&format!("{value:#}\n"));
            let text = match form {
                Form::Text => text::text(digest, comparison.code() != FOUND, width),
                Form::Json => document(json::object(comparison, digest, self.only.is_some())),
                Form::Markdown => markdown::page(digest, baseline, self.limit == 0),
                Form::Github => findings::github(comparison, digest),
                Form::Sarif => document(findings::sarif(comparison, digest)),
                Form::Gitlab => document(findings::gitlab(comparison, digest)),
            };
            errors.extend(write_to(file.as_deref(), text.as_bytes(), console.out).err());
        }
        // What follows is a message.
        errors.extend(console.out.flush().err());
        let errors = errors.iter().map(ToString::to_string).dedup();
        let errors = errors.collect_vec();
        let is_written = errors.is_empty().then_some(());
        is_written.ok_or_else(|| fatal(errors.join("\nerror: ")))
    }
}

#[cfg(test)]
mod tests {
    use occupancy_report::counted;
    use unicode_width::UnicodeWidthStr;

    use super::findings::github;
    use super::markdown::page;
    use super::text::text;
    use super::{Form, report};
    use crate::comparison::Comparison;
    use crate::comparison::digest::{Digest, Omitted, Template, TemplateChange};

    /// A digest of `count` templates.
    fn digest(count: usize) -> Digest {
        let change = |targets: &str, because: Option<&str>| TemplateChange {
            targets: targets.split(' ').map(str::to_owned).collect(),
            kernels: 3,
            change: "spills 0 → 20, but blocks per SM 6 → 8".to_owned(),
            because: because.map(str::to_owned),
        };
        let template = |number| Template {
            name: format!("bitcomp::batch_decoder_kernel{number}<…>"),
            kind: "spills".to_owned(),
            kernels: 5,
            instances: [1, 168],
            changes: vec![
                change(
                    "sm_75 sm_80 sm_86 sm_90 sm_100",
                    Some("registers are capped"),
                ),
                change("sm_120", None),
            ],
            more: [1, 7],
            place: Some(("occupancy.toml".to_owned(), number)),
        };
        Digest {
            headline: "5 kernels are worse".to_owned(),
            counts: vec!["418 better".to_owned()],
            notes: vec!["CUDA 12.6 → 12.8".to_owned()],
            warnings: vec!["`gone*` matches nothing".to_owned()],
            errors: vec!["a.so: no file\nhelp: build it".to_owned()],
            templates: (1..=count).map(template).collect(),
            omitted: Omitted {
                templates: 10,
                kernels: 50,
            },
            remedy: Some("occupancy check --update".to_owned()),
            verdict: "11 templates are worse: FAILED".to_owned(),
            ..Digest::default()
        }
    }

    #[test]
    fn the_verdict_is_the_last_line() {
        let expected = "\
fails    5 kernels are worse
         418 better
error    a.so: no file
         help: build it
warning  `gone*` matches nothing
note     CUDA 12.6 → 12.8

spills   bitcomp::batch_decoder_kernel1<…>                   1 of 168 instances
         sm_75 sm_80 sm_86 sm_90 sm_100   spills 0 → 20, but blocks per SM 6 → 8
         because registers are capped
         sm_120                           spills 0 → 20, but blocks per SM 6 → 8
         and 1 more change with 7 kernels
and 10 more templates with 50 kernels: --limit 0, or --only worse --format json

If it is meant:  occupancy check --update
11 templates are worse: FAILED
";
        assert_eq!(text(&digest(1), true, None), expected);
        for width in 30..120 {
            let shown = text(&digest(3), true, Some(width));
            // A command is one line.
            let mut others = shown
                .lines()
                .filter(|line| !line.starts_with("If it is meant"));
            assert!(others.all(|line| line.width() <= width), "{width}: {shown}");
        }
        let quiet = Digest {
            is_quiet: true,
            ..digest(0)
        };
        assert_eq!(text(&quiet, false, None), "5 kernels are worse\n");
    }

    #[test]
    fn what_does_not_fit_is_counted() {
        for (count, all, most) in [
            (20, false, 60 << 10),
            (5000, false, 60 << 10),
            (9000, true, 1 << 20),
        ] {
            let page = page(&digest(count), Some("-->a"), all);
            assert!(page.len() <= most && page.len() + (5 << 10) > most.min(count * 250));
            assert!(page.starts_with("<!-- occupancy: --&gt;a -->\n### "));
            assert!(page.ends_with("--update` and commit `-->a`.\n"), "{page}");
            let shown = page.matches("| spills |").count();
            let left = counted((count - shown + 10) as u64, "more template");
            assert!(page.contains(&format!("\nand {left} with")));
        }
        let annotations = github(&Comparison::default(), &digest(20));
        assert_eq!(annotations.matches("::error").count(), 10);
        assert!(
            annotations.contains("::22 more findings\n"),
            "{annotations}"
        );
    }

    #[test]
    fn a_report_has_a_format_and_a_file() {
        assert_eq!(report("github"), Ok((Form::Github, None)));
        assert_eq!(report("json=-"), Ok((Form::Json, None)));
        assert_eq!(report("json=a=b"), Ok((Form::Json, Some("a=b".into()))));
        for wrong in ["", "=a", "json=", "yaml=a", "JSON"] {
            assert!(report(wrong).is_err(), "{wrong}");
        }
    }
}
