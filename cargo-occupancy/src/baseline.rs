//! Baselines: files that state the figures of kernels, which `occupancy baseline` writes and `occupancy check` reads.
//!
//! A baseline has a table for each kernel, with a row for each set of targets and libraries whose figures are equal.

mod entry;
mod rule;
mod write;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use itertools::Itertools;
use occupancy_report::calculator::Row;
use occupancy_report::escape::visible;
use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str};
use serde::Deserialize;
use toml_edit::{Document, Item, RawString, TableLike, TomlError};

use self::entry::{Entry, Fault, completed, dims, each, entries, fault, read, stated, unknown};
use crate::build::{Build, Kernel};
use crate::console::{Messages, display_path, fatal};
use crate::content::{is_stdin, read_file};
use crate::name::{KernelName, Names};
use crate::selection::{Packages, Selection, Sources, Target, name, shared_memory};

pub(crate) use self::entry::reason;
pub(crate) use self::rule::{Breach, Fails, Kind, Rule, Rules, least_occupancy, spills};

/// The version of the files that this program reads and writes.
const VERSION: i64 = 2;

/// What the name of a board cannot have in the label of a row.
const SEPARATORS: AsciiSet = CONTROLS.add(b' ').add(b'%').add(b'#').add(b'"').add(b'\\');

/// The bytes at the beginning of a file that tell whether it is a baseline.
const BEGIN: u64 = 1 << 12;

/// The kernels of a build with their figures: of a baseline file, or of files and packages.
#[derive(Clone, Debug, Default)]
pub(crate) struct Baseline {
    pub(crate) path: PathBuf,
    /// The file as it was read; `None` if there is none yet.
    pub(crate) bytes: Option<Rc<[u8]>>,
    /// The options that it was written with: the launch of kernels without launch bounds, targets and names.
    pub(crate) selection: Selection,
    pub(crate) rules: Vec<Rule>,
    /// The bytes of code of each library; they lag behind what is almost equal.
    pub(crate) code: BTreeMap<String, u64>,
    /// The libraries by their short names. The only one has an empty name.
    libraries: BTreeMap<String, String>,
    /// By the lines of the rows.
    notes: HashMap<usize, Note>,
    /// In the order of the file.
    pub(crate) build: Build,
}

/// What people wrote beside a row.
#[derive(Clone, Debug)]
struct Note {
    /// The texts above the header and behind it, and those above the row and behind it.
    beside: [String; 4],
    /// The value as it is written.
    value: String,
}

impl Baseline {
    /// Reads a baseline.
    pub(crate) fn read(path: &Path) -> io::Result<Self> {
        Self::parse(path)?.ok_or_else(|| {
            let why = "there is no such baseline, or it is empty";
            let help = "help: `occupancy baseline FILES --output occupancy.toml` writes one";
            fatal(format_args!("{}: {why}\n{help}", display_path(path)))
        })
    }

    /// Reports why a baseline cannot be read. The build is read all the same.
    pub(crate) fn unread(error: &io::Error, err: &mut Messages<'_>) -> io::Result<Self> {
        err.report(format_args!("error: {error}"))?;
        let mut none = Self::default();
        none.build.summary.errors = std::mem::take(&mut err.errors);
        Ok(none)
    }

    /// Reads a baseline that an update writes. A file that is missing or empty becomes one of this selection.
    pub(crate) fn read_or_new(path: &Path, selection: &Selection) -> io::Result<Self> {
        Ok(Self::parse(path)?.unwrap_or_else(|| Self {
            path: path.to_owned(),
            bytes: read_file(path).ok().map(Rc::from),
            selection: selection.clone(),
            ..Self::default()
        }))
    }

    /// Reads a baseline that is written anew, if it is there. Refuses a file that is none.
    pub(crate) fn for_output(path: Option<&Path>) -> io::Result<Self> {
        // A pipe or a device has nothing to keep.
        match path.filter(|path| path.is_file()) {
            Some(path) if path.metadata()?.len() > 0 && !Self::is_at(path) => {
                let why = "it is no baseline, and stays as it is";
                Err(fatal(format_args!("{}: {why}", display_path(path))))
            }
            Some(path) => Self::read_or_new(path, &Selection::default()),
            None => Ok(Self::default()),
        }
    }

    /// Gives kernels of this selection, which are written anew, what people wrote beside them.
    pub(crate) fn keep(&mut self, selection: &Selection, kernels: &mut [Kernel]) {
        let old = self.build.kernels.iter();
        let reasons = old.map(|kernel| (key(kernel), kernel));
        let reasons: HashMap<_, _> = reasons.collect();
        for kernel in kernels {
            if let Some(old) = reasons.get(&key(kernel)) {
                (kernel.reason, kernel.line) = (old.reason.clone(), old.line);
            }
        }
        self.selection.clone_from(selection);
    }

    /// Returns `true` for a file that begins as a baseline, even if it is damaged.
    fn is_at(path: &Path) -> bool {
        let mut begin = Vec::new();
        let read = File::open(path).and_then(|file| file.take(BEGIN).read_to_end(&mut begin));
        // UTF-16 has zeros.
        let begin = String::from_utf8_lossy(&begin).replace(['\0', '\u{feff}'], "");
        let lines = begin.lines();
        let mut values = lines.filter_map(|line| line.strip_prefix("version"));
        read.is_ok() && values.any(|value| value.trim_start().starts_with('='))
    }

    /// Bytes of code, if they are known of every kernel.
    pub(crate) fn code_bytes(&self) -> Option<u64> {
        match (self.code.is_empty(), self.build.kernels.is_empty()) {
            (true, true) => None,
            (true, false) => self.build.code_bytes(),
            (false, _) => {
                let mut sums = self.code.values();
                sums.try_fold(0_u64, |all, sum| all.checked_add(*sum))
            }
        }
    }

    /// The baseline; `None` if the file is missing or empty.
    fn parse(path: &Path) -> io::Result<Option<Self>> {
        if is_stdin(path) {
            return Err(fatal("a baseline is a file, and not the standard input"));
        }
        let baseline = match read_file(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Ok(bytes) if bytes.trim_ascii().is_empty() => return Ok(None),
            Err(error) => Err(error.to_string()),
            Ok(bytes) => Self::of_bytes(bytes),
        };
        let path = path.to_owned();
        match baseline {
            Ok(baseline) => Ok(Some(Self { path, ..baseline })),
            Err(error) => Err(fatal(format_args!("{}: {error}", display_path(&path)))),
        }
    }

    fn of_bytes(bytes: Vec<u8>) -> Result<Self, String> {
        let text = utf8(&bytes)?;
        let document = Document::parse(text).map_err(|error| toml_fault(text, &error))?;
        // Checked first, since a later version may have keys that are unknown here.
        let version = document.get("version").and_then(Item::as_integer);
        if version != Some(VERSION) {
            let version = version.map_or("no version".to_owned(), |it| format!("version {it}"));
            return Err(format!(
                "it is of {version}, and this program reads version {VERSION}\n\
                 help: install the program that wrote it, or write it anew with `occupancy baseline`"
            ));
        }
        let mut baseline = Self::default();
        let lines = Lines::new(text);
        baseline.fill(&*document, &lines).map_err(|(span, why)| {
            let Some(span) = span else { return why };
            let (line, place) = (lines.line(span.start), text.get(span).unwrap_or_default());
            let place = visible(place.lines().next().unwrap_or_default());
            format!("line {line}, `{place}`: {why}")
        })?;
        baseline.bytes = Some(bytes.into());
        Ok(baseline)
    }

    /// Reads the tables of the file.
    fn fill(&mut self, file: &dyn TableLike, lines: &Lines<'_>) -> Result<(), Fault> {
        let selection = &mut self.selection;
        for (key, item) in file.iter() {
            match key {
                "version" | "kernel" => {}
                "toolkits" => self.build.toolkits = read(item, BTreeSet::deserialize)?,
                "threads" => selection.threads = Some(dims(item)?),
                "smem" => {
                    let bytes = read(item, u32::deserialize)?.to_string();
                    selection.smem = shared_memory(&bytes).map_err(|why| fault(item, why))?;
                }
                "targets" => selection.arch = each(item, Target::find)?,
                "kernels" => selection.kernel = each(item, name)?,
                "rule" => {
                    let rules = item.as_array_of_tables();
                    let rules = rules.ok_or_else(|| fault(item, "it is no `[[rule]]`"))?;
                    let rules: Vec<_> = rules.iter().map(Rule::read).try_collect()?;
                    self.rules.extend(rules);
                }
                "code" => self.code = read(item, BTreeMap::deserialize)?,
                "library" => {
                    let library = read(item, String::deserialize)?;
                    self.libraries.insert(String::new(), library);
                }
                "libraries" => self.libraries.extend(read(item, BTreeMap::deserialize)?),
                _ => return Err(unknown(file, key)),
            }
        }
        if let (Some(library), Some(_)) = (file.get("library"), file.get("libraries")) {
            return Err(fault(library, "there are `[libraries]` as well"));
        }
        let (mut names, mut places) = (Names::default(), HashMap::new());
        let entries = file.get("kernel").map(entries).transpose()?;
        for entry in entries.into_iter().flatten() {
            self.add(&entry, lines, &mut names, &mut places)?;
        }
        Ok(())
    }

    /// Adds the kernels of a row, and what people wrote beside it.
    fn add(
        &mut self,
        entry: &Entry<'_>,
        lines: &Lines<'_>,
        names: &mut Names,
        places: &mut HashMap<(*const KernelName, String), usize>,
    ) -> Result<(), Fault> {
        let fault = |why: String| (entry.span.clone(), why);
        let line = lines.line(entry.span.clone().unwrap_or_default().start);
        let (targets, libraries) = self.places(entry).map_err(fault)?;
        let (stated, reason) = stated(entry.row)?;
        let name = names.of_name(&entry.name);
        if targets.trim().is_empty() || libraries.is_empty() {
            return Err(fault("it names no target, or no library".to_owned()));
        }
        // Kernels with equal figures share them.
        let mut all: Vec<Rc<Row>> = Vec::new();
        for (written, library) in targets.split_whitespace().cartesian_product(&libraries) {
            let written = written.strip_suffix("#1").unwrap_or(written);
            // The second kernel of this name has a number.
            let target = written.split('#').next().unwrap_or_default();
            let target = &*percent_decode_str(target).decode_utf8_lossy();
            // A declared kernel may be for a board of one's own.
            let is_of_code = ["sm_", "gfx"].iter().any(|it| target.starts_with(it));
            if is_of_code && Target::find(target).is_err() {
                return Err(fault(format!("`{}` is no target", visible(written))));
            }
            let place = format!("{written}, {library}");
            if let Some(first) = places.insert((Rc::as_ptr(&name), place.clone()), line) {
                let place = format!("`{}` ({place})", name.full);
                return Err((None, twice(&place, [first, line])));
            }
            let figures = completed(&stated, self.selection.threads, target);
            let mut kernel = Kernel {
                reason: reason.clone(),
                line: Some(line),
                ..Kernel::new(Rc::clone(&name), [target, library], &figures)
            };
            match all.iter().find(|figures| **figures == kernel.figures) {
                Some(equal) => kernel.figures = Rc::clone(equal),
                None => all.push(Rc::clone(&kernel.figures)),
            }
            self.build.kernels.push(kernel);
        }
        let value = entry.value.and_then(|value| lines.text.get(value.span()?));
        let note = Note {
            beside: entry.beside.map(|text| lines.raw(text)),
            value: value.unwrap_or_default().to_owned(),
        };
        self.notes.insert(line, note);
        Ok(())
    }

    /// The targets of a row, and its libraries.
    fn places(&self, entry: &Entry<'_>) -> Result<(String, Vec<String>), String> {
        let Some((targets, names)) = entry.label.split_once(" in ") else {
            if self.libraries.is_empty() {
                return Err("there is neither a `library` nor `[libraries]`".to_owned());
            }
            let all = self.libraries.values().cloned();
            return Ok((entry.label.clone(), all.collect()));
        };
        let library = |name| {
            let found = self.libraries.get(name).cloned();
            found.ok_or_else(|| format!("`[libraries]` has no `{}`", visible(name)))
        };
        let libraries: Result<_, _> = names.split_whitespace().map(library).collect();
        Ok((targets.to_owned(), libraries?))
    }
}

/// The key of a kernel in a baseline, which has no versions.
fn key(kernel: &Kernel) -> (&str, &str, &str) {
    (&kernel.name.unversioned, &kernel.target, &kernel.library)
}

/// The text of a file, without a byte order mark.
fn utf8(bytes: &[u8]) -> Result<&str, String> {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        let help = "help: `--output occupancy.toml` writes UTF-8, and `>` of PowerShell 5 does not";
        return Err(format!("it is UTF-16, and a baseline is UTF-8\n{help}"));
    }
    let text = str::from_utf8(bytes).map_err(|_| "it is not a baseline: it is not UTF-8")?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// The lines of a text, counted from 1.
struct Lines<'t> {
    text: &'t str,
    ends: Vec<usize>,
}

impl<'t> Lines<'t> {
    fn new(text: &'t str) -> Self {
        let ends = text.match_indices('\n').map(|(end, _)| end).collect();
        Self { text, ends }
    }

    /// The line of a byte.
    fn line(&self, byte: usize) -> usize {
        1 + self.ends.partition_point(|&end| end < byte)
    }

    /// The text beside a value.
    fn raw(&self, raw: Option<&RawString>) -> String {
        let raw = raw.and_then(|raw| self.text.get(raw.span()?));
        raw.unwrap_or_default().replace('\r', "")
    }
}

/// An error of TOML, in our words if a merge is to blame.
fn toml_fault(text: &str, error: &TomlError) -> String {
    let marks = ["<<<<<<<", "|||||||", "=======", ">>>>>>>"];
    let mut lines = (1..).zip(text.lines());
    let conflict = lines.find(|(_, line)| marks.iter().any(|mark| line.starts_with(mark)));
    if let Some((line, _)) = conflict {
        return format!("merge conflict at line {line}: take either side and run `--update`");
    }
    repeated(text, error).unwrap_or_else(|| error.to_string())
}

/// The error of a kernel, or a row of it, that is there twice.
fn repeated(text: &str, error: &TomlError) -> Option<String> {
    let is_it = error.message() == "duplicate key";
    let span = error.span().filter(|_| is_it)?;
    let line = Lines::new(text).line(span.start);
    let begin = text.get(..span.start)?.rfind('\n').map_or(0, |end| end + 1);
    // With the letter behind the key.
    let same = text.get(begin..=span.end)?;
    let before = text.lines().take(line - 1).collect_vec();
    let first = 1 + before.iter().rposition(|line| line.starts_with(same))?;
    let is_header = |line: &&str| line.starts_with("[kernel.");
    let named = |header: &str| {
        let name = header.trim_start_matches("[kernel.").trim_end_matches(']');
        format!("`{}`", name.trim_matches(['"', '\'']))
    };
    let label = same.trim_end_matches(['=', ' ']).trim_matches('"');
    let place = match before.into_iter().rfind(is_header) {
        Some(header) if !is_header(&same) => format!("{} ({label})", named(header)),
        _ => named(label),
    };
    Some(twice(&place, [first, line]))
}

fn twice(place: &str, [first, second]: [usize; 2]) -> String {
    let place = visible(place);
    format!("{place} is there twice, lines {first} and {second}: keep one")
}

/// Reads a baseline, which its beginning shows or a name that ends with `.toml`, or collects the kernels of the file or
/// folder.
pub(crate) fn collected_or_baseline(
    path: &Path,
    selection: &Selection,
    err: &mut Messages<'_>,
) -> io::Result<Baseline> {
    let is_toml = path.extension() == Some("toml".as_ref()) && !path.is_dir();
    let is_baseline = is_toml || path.is_file() && Baseline::is_at(path);
    if !is_baseline {
        let sources = Sources {
            paths: vec![path.to_owned()],
            selection: selection.clone(),
            packages: Packages::default(),
        };
        return Ok(Baseline {
            build: Build::collect(&sources, err)?,
            ..Baseline::default()
        });
    }
    Baseline::read(path).or_else(|error| Baseline::unread(&error, err))
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::rc::Rc;

    use itertools::Itertools;
    use occupancy_core::gpu::Vendor;
    use occupancy_core::kernel::{Better, Figure};
    use occupancy_report::calculator::{Cell, Key};

    use super::Baseline;
    use super::entry::key_of;
    use crate::build::{Build, Kernel, METRICS};
    use crate::console::Messages;
    use crate::selection::{Packages, Selection, Sources};

    fn read(text: &str) -> Result<Baseline, String> {
        Baseline::of_bytes(text.into())
    }

    /// The baseline as the next update writes it, with these kernels.
    fn updated(baseline: &Baseline, kernels: &[Kernel], threads: u32) -> String {
        let selection = Selection {
            threads: Some((threads, 1, 1)).filter(|_| threads > 0),
            ..Selection::default()
        };
        let toolkits = &baseline.build.toolkits;
        baseline.written(&selection, kernels.to_vec(), toolkits)
    }

    /// A kernel with its metrics, except for code.
    fn shown(kernel: &Kernel) -> String {
        let metrics = METRICS
            .iter()
            .filter(|metric| metric.key != Figure::CodeBytes.into());
        let cells = metrics.map(|metric| metric.value(kernel));
        format!("{:?} {:?}", super::key(kernel), cells.collect_vec())
    }

    #[test]
    fn every_kernel_is_read_as_it_was_written() {
        let sources = |threads| Sources {
            paths: vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../occupancy-binary/fixtures")],
            selection: Selection {
                threads,
                ..Selection::default()
            },
            packages: Packages::default(),
        };
        let mut err = Vec::new();
        let mut all: Vec<_> = [None, Some((100, 3, 1))]
            .into_iter()
            .flat_map(|threads| {
                let build = Build::collect(&sources(threads), &mut Messages::new(&mut err));
                build.unwrap().kernels
            })
            .collect();
        // Declared kernels, and whatever else is not in the files.
        for number in 0..4 {
            for (metric, kernel) in METRICS.iter().zip(all.clone()) {
                let cell = match metric.key {
                    _ if number == 0 => Cell::Unknown,
                    Key::OccupancyPercent => Cell::Percent(333),
                    _ if metric.is_bound() => Cell::Dims((8 * number, 2, 1)),
                    _ => Cell::Number(number.into()),
                };
                let keys = METRICS.iter().map(|other| match other.key {
                    key if key == metric.key => (key, cell.clone()),
                    key => (key, kernel.figures.get(key).clone()),
                });
                let target = ["sm_90", "h100", "sm_107", "our \"board\" 9%#"][number as usize];
                let figures = keys.collect();
                all.push(Kernel::new(
                    Rc::clone(&kernel.name),
                    [target, "lib a.so"],
                    &figures,
                ));
            }
        }
        assert!(all.len() > 80);
        for threads in [0, 256] {
            let text = updated(&Baseline::default(), &all, threads);
            let found = read(&text).unwrap();
            let [before, after] = [&all, &found.build.kernels]
                .map(|kernels| kernels.iter().map(shown).sorted().collect_vec());
            for (before, after) in before.iter().zip_eq(&after) {
                assert_eq!(before, after);
            }
            assert_eq!(updated(&found, &found.build.kernels, threads), text);
        }
    }

    /// A file with what people write.
    const WRITTEN: &str = "\
# Ours.
version = 2 # two
toolkits = ['12.8']
library = \"lib.so\"
[[rule]] # strict
kernels = \"a*\"
fails = \"any\"
[code]
\"lib.so\" = 1_000

# Above a.
[kernel.a] # behind a
# Above its row.
\"sm_80 sm_90\" = { regs = 0x20, accept = \"why\", was = { regs = 30 } } # behind
# Above b.
[kernel.b]
\"sm_80\" = { regs = 8 }
# The end.
";

    #[test]
    fn what_people_wrote_stays() {
        for (from, to) in [("\n", "\n"), ("\n", "\r\n"), ("# Ours", "\u{feff}# Ours")] {
            let text = WRITTEN.replace(from, to);
            let baseline = read(&text).unwrap_or_else(|_| read(&text[3..]).unwrap());
            let baseline = Baseline {
                bytes: Some(text.as_bytes().into()),
                ..baseline
            };
            let kernels = &baseline.build.kernels;
            assert_eq!(updated(&baseline, kernels, 0), text);
            // A target that differs gets a row of its own, and a new kernel comes first.
            let mut changed = kernels.clone();
            changed[1].figures = Rc::clone(&changed[2].figures);
            let first = Kernel {
                line: None,
                ..changed[2].clone()
            };
            changed.push(Kernel {
                target: "sm_70".into(),
                ..first
            });
            let ending = if to == "\r\n" { to } else { "\n" };
            let new = updated(&baseline, &changed, 0);
            let rows = "# Above its row.|\"sm_80\" = { regs = 0x20, accept = \"why\", was = { regs = 30 } } # behind|\
                        \"sm_90\" = { regs = 8, accept = \"why\", was = { regs = 30 } }|# Above b.|[kernel.b]|\
                        \"sm_70 sm_80\" = { regs = 8 }|# The end.|";
            assert!(new.ends_with(&rows.replace('|', ending)), "{new}");
        }
    }

    /// What is wrong in a file, its line, and what the error says.
    const WRONG: &str = include_str!("../tests/wrong.txt");

    #[test]
    fn what_is_wrong_has_its_line() {
        for case in WRONG.lines().filter(|line| !line.starts_with('#')) {
            let parts: Vec<_> = case.split(" | ").collect();
            let begin = match parts[0] {
                "row" => "version = 2\nlibrary = \"l\"\n[kernel.a]\n",
                _ => "version = 2\n",
            };
            let wrong = parts[1].replace("\\n", "\n");
            let error = read(&format!("{begin}{wrong}\n")).map(drop).unwrap_err();
            let lines = [format!("line {}", parts[2]), format!("lines {} ", parts[2])];
            let has_line = lines.iter().any(|line| error.contains(line));
            assert!(has_line && error.contains(parts[3]), "{case}: {error}");
        }
        assert!(
            super::utf8(&[0xff, 0xfe, b'v', 0])
                .unwrap_err()
                .contains("UTF-16")
        );
        for version in ["version 1", "version 3", "no version"] {
            let text = version.replace("version ", "version = ");
            let error = read(&text.replace("no version", "new = 1"))
                .map(drop)
                .unwrap_err();
            assert!(error.contains(&format!("of {version}, ")), "{error}");
        }
    }

    #[test]
    fn the_row_of_a_figure_is_all_that_it_needs() {
        let read = |text: &str| read(&format!("version = 2\nlibrary = \"b\"\n{text}"));
        for figure in Figure::ALL {
            let (row, key) = (figure.row(), figure.key());
            let compared = row.compared;
            let is_bound = compared.is_some_and(|(_, better)| better == Better::Bound);
            let value = if is_bound { "[7, 1, 1]" } else { "7" };
            let target = match row.of {
                Some(Vendor::Amd) => "gfx942",
                _ => "sm_90",
            };
            let named = METRICS.iter().find(|metric| metric.key == (*figure).into());
            let name = named.map_or(key, key_of);
            let entry = read(&format!("[kernel.a]\n{target} = {{ {name} = {value} }}"));
            let size = entry.map(|entry| entry.build.kernels[0].figures.get(*figure).size());
            assert_eq!(size.ok(), compared.map(|_| Some(7)), "{key}");
            if let Some(budget) = row.budget {
                let rules = read(&format!("[[rule]]\n{budget} = 7")).unwrap().rules;
                assert_eq!(*rules[0].limits.get(*figure), Cell::Number(7), "{key}");
            }
        }
    }
}
