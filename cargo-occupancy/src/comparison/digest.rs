//! A comparison as people are told of it, the same in text, Markdown and JSON: counts, notes, the worst templates, and
//! the verdict last.

use std::cmp::Reverse;
use std::collections::HashMap;

use itertools::Itertools;
use occupancy_core::kernel::Figure;
use occupancy_core::text::grouped;
use occupancy_report::{counted, worded};
use serde::Serialize;

use super::matching::Apart;
use super::{Comparison, Difference, Status};
use crate::build::words;
use crate::selection::Target;
use crate::spelling::in_quotes;

/// The verdict on an incomplete build.
const UNREAD: &str = "not everything could be read";
/// The most changes that are shown of a template.
const MOST_CHANGES: usize = 3;
/// The most templates that a note names.
const MOST_NAMED: usize = 3;

/// A comparison in few lines.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Digest {
    /// "275 kernels are worse: 168 names in 16 templates"; on a quiet day, all that there is to say.
    pub(crate) headline: String,
    /// Nothing fails, and there is nothing to note: the headline is everything.
    pub(crate) is_quiet: bool,
    /// The counts of all other kernels, in sentences.
    pub(crate) counts: Vec<String>,
    /// Remarks, which fail nothing.
    pub(crate) notes: Vec<String>,
    /// Patterns and options without an effect; they fail if that is asked for.
    #[serde(skip)]
    pub(crate) warnings: Vec<String>,
    /// The errors of reading. If there is one, the comparison is not complete.
    #[serde(skip)]
    pub(crate) errors: Vec<String>,
    /// The templates with kernels that fail, the worst first, up to the limit.
    pub(crate) templates: Vec<Template>,
    /// The templates beyond the limit, and their kernels that fail.
    pub(crate) omitted: Omitted,
    /// The command that writes it down, if it is meant.
    pub(crate) remedy: Option<String>,
    /// "16 templates are worse: FAILED".
    pub(crate) verdict: String,
}

/// A template with kernels that fail.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Template {
    /// The name without arguments and parameters; with `<…>` if it has several instances.
    pub(crate) name: String,
    /// The worst that befell it: `spills`, `stack`, `blocks`, `budget`, or a status for stricter rules.
    pub(crate) kind: String,
    /// The count of kernels that fail, each target and library for itself.
    pub(crate) kernels: usize,
    /// The count of names that fail, and of those that the template has in the new build.
    pub(crate) instances: [usize; 2],
    /// What happened, the worst first; at most three.
    pub(crate) changes: Vec<TemplateChange>,
    /// The count of further changes, and of their kernels.
    pub(crate) more: [usize; 2],
    /// The place of the worst kernel: a path relative to the repository, and a line from 1.
    pub(crate) place: Option<(String, usize)>,
}

impl Template {
    /// "118 of 168", the instances that fail; `None` if it has only one.
    pub(crate) fn counted_instances(&self) -> Option<String> {
        let [some, all] = self.instances.map(|count| grouped(count as u64));
        (self.instances[1] > 1).then(|| format!("{some} of {all}"))
    }
}

/// "and 10 more templates with 26 kernels", if there are more.
pub(crate) fn more([count, kernels]: [usize; 2], noun: &str) -> Option<String> {
    let [more, kernels] =
        [(count, noun), (kernels, "kernel")].map(|(count, noun)| counted(count as u64, noun));
    (count > 0).then(|| format!("and {more} with {kernels}"))
}

/// The same change of several kernels of a template.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct TemplateChange {
    pub(crate) targets: Vec<String>,
    pub(crate) kernels: usize,
    /// "spills 0 → 20, but blocks per SM 6 → 8"; of several kernels with other figures, those of the worst.
    pub(crate) change: String,
    /// "registers are capped 40 → 32".
    pub(crate) because: Option<String>,
}

/// What is left out.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(crate) struct Omitted {
    pub(crate) templates: usize,
    pub(crate) kernels: usize,
}

impl Comparison {
    /// What people are told: at most `limit` templates, or all for 0. The `command` writes it down.
    pub(crate) fn digest(&self, limit: usize, command: Option<&str>) -> Digest {
        let failing = self.all.iter().filter(|it| it.fails);
        let groups = by_template(failing);
        let most = if limit == 0 { usize::MAX } else { limit };
        let (shown, omitted) = groups.split_at(most.min(groups.len()));
        let instances = instances(self.all.iter());
        let template = |group: &Group<'_>| self.template(group, &instances);
        let mut notes = self.remarks();
        let said = [&notes, &self.errors, &self.warnings];
        let is_quiet = groups.is_empty() && !self.is_blind && said.iter().all(|all| all.is_empty());
        if !is_quiet && self.errors.is_empty() {
            notes.extend(self.code_remark());
        }
        let (failing, others) = (kinds(&groups), self.others(is_quiet));
        let (headline, counts) = match &*groups {
            _ if self.is_blind && self.errors.is_empty() => (self.blind().to_owned(), vec![others]),
            [] if !self.errors.is_empty() => (UNREAD.to_owned(), vec![others]),
            [] if is_quiet && !others.is_empty() => (format!("{}; {others}", self.none()), vec![]),
            [] => (self.none(), vec![others]),
            _ => (worse(&groups), vec![failing, others]),
        };
        Digest {
            headline,
            is_quiet,
            counts: counts.into_iter().filter(|it| !it.is_empty()).collect(),
            templates: shown.iter().map(template).collect(),
            omitted: Omitted {
                templates: omitted.len(),
                kernels: omitted.iter().map(Vec::len).sum(),
            },
            remedy: command.and_then(|command| Some(remedy(command, groups.first()?))),
            verdict: self.verdict(&groups),
            notes,
            warnings: self.warnings.clone(),
            errors: self.errors.clone(),
        }
    }

    fn template(&self, group: &Group<'_>, instances: &HashMap<&str, usize>) -> Template {
        let name = &*group[0].kernel().name.template;
        let all = instances.get(name).copied().unwrap_or(1);
        // Of those to whom the same happened, the worst is shown.
        let changes = alike(group).into_iter().map(|(_, alike)| TemplateChange {
            targets: ordered(alike.iter().map(|it| it.kernel().target.to_string())),
            kernels: alike.len(),
            change: if let Ok(one) = alike.iter().map(|it| it.change()).all_equal_value() {
                one
            } else {
                let (worst, count) = (alike[0].change(), grouped(alike.len() as u64));
                format!("{worst} (the worst of {count})")
            },
            because: alike[0].because(),
        });
        let mut changes = changes.collect_vec();
        let more = changes.split_off(MOST_CHANGES.min(changes.len()));
        Template {
            name: named(name, all),
            kind: group[0].kind(),
            kernels: group.len(),
            instances: [names(group), all],
            changes,
            more: [more.len(), more.iter().map(|it| it.kernels).sum()],
            place: self.place(group[0]),
        }
    }

    fn blind(&self) -> &'static str {
        if self.all.is_empty() {
            return "there are no kernels";
        }
        "nothing was compared: the builds share no kernel"
    }

    /// "1,494 kernels, none is worse".
    fn none(&self) -> String {
        let kernels = self.all.iter().filter(|it| it.new.is_some()).count();
        let what = if self.compares {
            "worse"
        } else {
            "over a budget"
        };
        format!("{}, none is {what}", counted(kernels as u64, "kernel"))
    }

    /// The counts of kernels that do not fail: "505 changed within a step, 4,076 same, 10 new: scan<…>".
    fn others(&self, has_names: bool) -> String {
        let names = |kernels: &[&Difference]| {
            let names = has_names.then(|| format!(": {}", most(kernels)));
            names.unwrap_or_default()
        };
        let quiet = self.all.iter().filter(|it| !it.fails && it.apart.is_none());
        let by_status = quiet.into_group_map_by(|it| it.status);
        let others = by_status.into_iter().sorted_by_key(|(status, _)| *status);
        let others = others.filter_map(|(status, kernels)| {
            let count = grouped(kernels.len() as u64);
            let spills = |it: &&&Difference| {
                let spills = [Figure::SpillInstructions, Figure::SpilledVgprs];
                let count = |figure| it.kernel().figures.number::<u32>(figure);
                spills.into_iter().any(|figure| count(figure) > Some(0))
            };
            Some(match status {
                Status::Worse | Status::OverBudget | Status::Accepted => return None,
                Status::Same if has_names => return None,
                Status::Changed => format!("{count} changed within a step"),
                Status::Added => {
                    let spill = match kernels.iter().filter(spills).count() {
                        0 => String::new(),
                        spill => format!(" ({spill} spill)"),
                    };
                    format!("{count} new{spill}{}", names(&kernels))
                }
                Status::Removed => format!("{count} gone{}", names(&kernels)),
                _ => format!("{count} {}", status.key()),
            })
        });
        others.collect_vec().join(", ")
    }

    /// The remarks about the whole comparison, which fail nothing.
    fn remarks(&self) -> Vec<String> {
        let all = || self.all.iter();
        let mut notes = Vec::new();
        if self.has_other_toolkits() {
            let [old, new] = self.toolkits.each_ref().map(|all| all.iter().join(", "));
            notes.push(format!("CUDA {old} → {new}"));
        }
        let is_bad = |it: &Difference| matches!(it.status, Status::Worse | Status::OverBudget);
        let is_guess = |it: &Difference| is_bad(it) && it.by.is_guess();
        let passes = |it: &Difference| is_bad(it) && !it.fails && !it.by.is_guess();
        let is_accepted = |it: &Difference| it.status == Status::Accepted;
        let is_unneeded = |it: &Difference| it.is_unneeded;
        let remarks: [(&str, Is<'_>); 5] = [
            (
                "spills not compared, since CUDA before 12.8 does not state them",
                &has_unknown_spills,
            ),
            ("worse if a guess about the name is right", &is_guess),
            ("worse, and a rule lets it pass", &passes),
            ("worse for a reason of the baseline", &is_accepted),
            (
                "no longer worse, so that `--update` removes the reason",
                &is_unneeded,
            ),
        ];
        for (what, is_it) in remarks {
            let kernels = all().filter(|it| is_it(it)).collect_vec();
            if !kernels.is_empty() {
                let count = counted(kernels.len() as u64, "kernel");
                notes.push(format!("{what}: {count}, {}", most(&kernels)));
            }
        }
        for (side, word) in ["gone", "new"].into_iter().enumerate() {
            notes.extend(self.apart_remarks(side, word));
        }
        for (by, count) in all().counts_by(|it| it.by).into_iter().sorted() {
            let kernels = counted(count as u64, "kernel");
            let how = by.remark().map(|how| format!("{kernels} matched {how}"));
            notes.extend(how);
        }
        notes.extend(self.notes.iter().cloned());
        notes
    }

    /// The libraries and targets that one side alone has.
    fn apart_remarks(&self, side: usize, word: &str) -> Vec<String> {
        let remark = |(what, apart): (&str, Apart)| {
            let all = self.all.iter().filter(|it| it.apart == Some(apart));
            let kernels = all.filter_map(|it| [&it.old, &it.new][side].as_ref());
            let names = kernels.map(|it| match apart {
                Apart::Library => it.library.to_string(),
                Apart::Target => it.target.to_string(),
            });
            let names = names.collect_vec();
            let kernels = counted(names.len() as u64, "kernel");
            let names = (!names.is_empty()).then(|| ordered(names).join(" "));
            names.map(|names| format!("{what} {word}: {names} ({kernels})"))
        };
        let kinds = [("libraries", Apart::Library), ("targets", Apart::Target)];
        kinds.into_iter().filter_map(remark).collect()
    }

    /// "code 114.4 → 152.9 MB; new: scan<…>".
    fn code_remark(&self) -> Option<String> {
        let [Some(old), Some(new)] = self.code_bytes else {
            return None;
        };
        let bytes = |bytes: u64| match bytes {
            0..1_000_000 => counted(bytes, "byte"),
            _ => format!("{}.{} MB", grouped(bytes / 1_000_000), bytes / 100_000 % 10),
        };
        let added = self.all.iter().filter(|it| it.status == Status::Added);
        let names = match &*added.collect_vec() {
            [] => String::new(),
            added => format!("; new: {}", most(added)),
        };
        (old != new).then(|| format!("code {} → {}{names}", bytes(old), bytes(new)))
    }

    /// "16 templates are worse: FAILED".
    fn verdict(&self, groups: &[Group<'_>]) -> String {
        let why = match () {
            () if !self.errors.is_empty() => UNREAD.to_owned(),
            () if self.is_blind => self.blind().to_owned(),
            () if !groups.is_empty() => are(groups.len(), "template", adjective(groups)),
            () if self.fails() => counted(self.warnings.len() as u64, "warning"),
            () if !self.compares => return "no kernel is over a budget: passed".to_owned(),
            () => return "no kernel is worse: passed".to_owned(),
        };
        format!("{why}: FAILED")
    }
}

/// Tells kernels.
type Is<'f> = &'f dyn Fn(&Difference) -> bool;

/// The kernels of a template that fail, the worst first.
type Group<'c> = Vec<&'c Difference>;

/// Groups kernels by their templates, the worst first.
fn by_template<'c>(all: impl Iterator<Item = &'c Difference>) -> Vec<Group<'c>> {
    let groups = all.into_group_map_by(|it| &it.kernel().name.template);
    let mut groups: Vec<Group<'_>> = groups.into_values().collect();
    for group in &mut groups {
        group.sort_by_key(|it| (Reverse(it.weight()), it.kernel().key()));
    }
    groups.sort_by_key(|group| {
        let worst = group[0];
        let name = &worst.kernel().name.template;
        (Reverse(worst.weight()), Reverse(group.len()), name)
    });
    groups
}

/// Groups kernels by the figures that became worse and better, in their order.
fn alike<'c>(group: &Group<'c>) -> Vec<(String, Group<'c>)> {
    let mut all: Vec<(String, Group<'_>)> = Vec::new();
    for difference in group {
        let shape = difference.shape();
        match all.iter_mut().find(|(other, _)| *other == shape) {
            Some((_, alike)) => alike.push(difference),
            None => all.push((shape, vec![*difference])),
        }
    }
    all
}

/// "275 kernels are worse: 168 names in 16 templates".
fn worse(groups: &[Group<'_>]) -> String {
    let all = groups.concat();
    let kernels = are(all.len(), "kernel", adjective(groups));
    if all.len() == 1 {
        return kernels;
    }
    let names = counted(names(&all) as u64, "name");
    let templates = counted(groups.len() as u64, "template");
    format!("{kernels}: {names} in {templates}")
}

/// "228 spill more, 27 lost blocks per SM": the kinds of what fails.
fn kinds(groups: &[Group<'_>]) -> String {
    let kinds = groups.iter().flatten().into_group_map_by(|it| it.kind());
    let most_first = |(kind, of_kind): &(String, Vec<_>)| (Reverse(of_kind.len()), kind.clone());
    let kinds = kinds.into_iter().sorted_by_key(most_first);
    let kinds = kinds.map(|(kind, of_kind)| {
        let count = of_kind.len();
        let what = match (&*kind, count) {
            ("spills", 1) => "spills more",
            ("spills", _) => "spill more",
            ("stack", 1) => "needs more stack",
            ("stack", _) => "need more stack",
            ("blocks", _) => "lost blocks per SM",
            ("budget", _) => "over a budget",
            ("declared", _) => "beyond what is declared",
            ("worse", _) => "worse in another figure",
            (other, _) => other,
        };
        let what = worded(what, words(of_kind.iter().map(|it| it.kernel())));
        format!("{} {what}", grouped(count as u64))
    });
    kinds.collect_vec().join(", ")
}

/// The status of all kernels, if it is one.
fn adjective(groups: &[Group<'_>]) -> &'static str {
    let mut statuses = groups.iter().flatten().map(|it| it.status);
    match statuses.all_equal_value() {
        Ok(Status::Worse) => "worse",
        Ok(Status::OverBudget) => "over a budget",
        _ => "not as in the baseline",
    }
}

/// "16 templates are worse".
fn are(count: usize, noun: &str, what: &str) -> String {
    let verb = if count == 1 { "is" } else { "are" };
    format!("{} {verb} {what}", counted(count as u64, noun))
}

/// The count of names that each template has in these kernels.
fn instances<'c>(kernels: impl Iterator<Item = &'c Difference>) -> HashMap<&'c str, usize> {
    let names = kernels.map(|it| &it.kernel().name);
    let names = names.unique_by(|name| &name.unversioned);
    names.counts_by(|name| &*name.template)
}

/// The count of distinct names.
fn names(kernels: &[&Difference]) -> usize {
    let names = kernels.iter().map(|it| &it.kernel().name.unversioned);
    names.unique().count()
}

/// The name of a template with `<…>`, or of its only instance.
fn named(template: &str, instances: usize) -> String {
    let arguments = if instances > 1 { "<…>" } else { "" };
    format!("{template}{arguments}")
}

/// The templates with the most of these kernels.
fn most(kernels: &[&Difference]) -> String {
    let counts = instances(kernels.iter().copied()).into_iter();
    let sorted = counts.sorted_by_key(|(name, count)| (Reverse(*count), *name));
    let more = sorted.len().saturating_sub(MOST_NAMED) as u64;
    let more = (more > 0).then(|| counted(more, "more template"));
    let names = sorted.take(MOST_NAMED);
    let names = names.map(|(name, count)| named(name, count));
    names.chain(more).join(", ")
}

/// Targets in the order of their numbers, each once; other names in their own.
fn ordered(names: impl IntoIterator<Item = String>) -> Vec<String> {
    let key = |name: &String| (Target::find(name).ok(), name.clone());
    names.into_iter().unique().sorted_by_key(key).collect()
}

/// Spills that only one of the toolkits states, of a kernel with a stack.
fn has_unknown_spills(difference: &Difference) -> bool {
    let [Some(old), Some(new)] = [&difference.old, &difference.new] else {
        return false;
    };
    let [old, new] = [old, new].map(|kernel| kernel.figures.get(Figure::SpillInstructions).size());
    old.is_some() != new.is_some()
}

/// The command that writes down what happened to the worst template.
fn remedy(command: &str, worst: &Group<'_>) -> String {
    if !worst.iter().any(|it| it.is_refused()) {
        return format!("{command} --update");
    }
    let name = in_quotes(&worst[0].kernel().name.template);
    format!("{command} --update --kernel {name} --accept 'why'")
}
