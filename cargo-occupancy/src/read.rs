//! Reads the kernels of files, on several threads where there are many of them, or much to decompress.

use std::io::{self, Write};
use std::path::Path;

use occupancy_binary::ptx::Module;
use occupancy_binary::{Decoder, Entry, EntryKind, Error, ErrorKind, File, FileKind};
use occupancy_core::Compiled;
use occupancy_report::calculator::Row;

use crate::content::{Content, is_stdin};
use crate::in_order::{in_order, threads};
use crate::listed::{Listed, trouble};
use crate::name::names;
use crate::package::{Package, is_zip, packed};
use crate::progress::Progress;
use crate::row::of_entry;
use crate::selection::{Ptx, Reading};
use crate::summary::Summary;
use crate::twins::Twins;

/// From this many bytes to unpack, more threads pay off.
const MUCH: u64 = 1 << 20;

/// From this many files, they are read on several threads.
const MANY: usize = 64;

/// Hands the kernels of all files to `take`, in their order.
pub(crate) fn read(
    args: &Reading<'_>,
    take: &mut dyn FnMut(Listed) -> io::Result<()>,
) -> io::Result<()> {
    let files = args.files;
    if files.len() < MANY {
        let mut buffer = Vec::new();
        return files
            .iter()
            .try_for_each(|path| read_path(args, path, &mut buffer, threads, take));
    }
    // Several files at a time: handing one over takes as long as reading it.
    let parts: Vec<_> = files.chunks(MANY / 2).collect();
    let worker = || {
        let mut buffer = Vec::new();
        let parts = &parts;
        move |number: usize| {
            let mut all = Vec::new();
            // Nothing is written yet that could fail.
            for path in parts[number] {
                read_path(args, path, &mut buffer, || 1, &mut |listed| {
                    all.push(listed);
                    Ok(())
                })?;
            }
            Ok(all)
        }
    };
    in_order(
        parts.len(),
        threads().min(parts.len()),
        worker,
        &mut |all: io::Result<Vec<Listed>>| all?.into_iter().try_for_each(&mut *take),
    )
}

/// Hands each kernel to `take`, with the path of its file in a zip file. Reports what cannot be read, and returns what
/// was found beside the kernels, and whether all could be read.
pub(crate) fn read_all(
    args: &Reading<'_>,
    shows_progress: bool,
    err: &mut dyn Write,
    take: &mut dyn FnMut(Row, Option<&str>) -> io::Result<()>,
) -> io::Result<(Summary, bool)> {
    let mut progress = Progress::new(shows_progress);
    let (mut summary, mut is_whole, mut kernels) = (Summary::default(), true, 0_u64);
    read(args, &mut |listed| {
        summary.add(listed.summary);
        for row in listed.rows {
            kernels += 1;
            take(row, listed.packed.as_deref())?;
        }
        if listed.note.is_some() || listed.error.is_some() {
            progress.clear(err)?;
        }
        if let Some(note) = listed.note {
            writeln!(err, "{note}")?;
        }
        if let Some(error) = listed.error {
            is_whole = false;
            writeln!(err, "error: {error}")?;
        }
        progress.tell(format_args!("reading: {kernels} kernels"), err)
    })?;
    progress.clear(err)?;
    Ok((summary, is_whole))
}

/// Entries that are read together: one, or those that are decompressed together.
enum Job<'b> {
    Entries(Vec<Entry<'b>>),
    Damaged(Error),
}

/// Hands the kernels of a file to `take`, in their order.
fn read_path(
    args: &Reading<'_>,
    path: &Path,
    buffer: &mut Vec<u8>,
    threads: fn() -> usize,
    take: &mut dyn FnMut(Listed) -> io::Result<()>,
) -> io::Result<()> {
    let name = shown(path);
    let content = match Content::of(path, buffer) {
        Ok(content) => content,
        Err(error) => return take(Listed::trouble(&name, &error)),
    };
    let found = if is_zip(&content) {
        read_package(args, &name, &content, threads, take)?
    } else {
        Reader::read(args, &name, &content, threads, take)?
    };
    let note = match found {
        Found::Code => return Ok(()),
        Found::Amd => "no CUDA code; it has GPU code of AMD, which is not read",
        Found::Nothing => "no GPU code",
        Found::Text => "no kernels in the PTX",
    };
    take(Listed {
        note: Some(trouble(&name, &note)),
        ..Listed::default()
    })
}

/// The name of a file in rows and messages.
pub(crate) fn shown(path: &Path) -> String {
    if is_stdin(path) {
        "<stdin>".to_owned()
    } else {
        path.to_string_lossy().into_owned()
    }
}

/// Hands the kernels of the files in a zip file to `take`.
fn read_package(
    args: &Reading<'_>,
    name: &str,
    bytes: &[u8],
    threads: fn() -> usize,
    take: &mut dyn FnMut(Listed) -> io::Result<()>,
) -> io::Result<Found> {
    let mut package = match Package::new(bytes) {
        Ok(package) => package,
        Err(error) => {
            take(Listed::trouble(name, &error))?;
            return Ok(Found::Code);
        }
    };
    let mut found = Found::Nothing;
    let mut buffer = Vec::new();
    for number in 0..package.len() {
        let (member, content) = package.member(number, &mut buffer);
        let name = format!("{name}:{member}");
        let in_member = match content {
            Ok(None) => continue,
            Ok(Some(content)) => {
                Reader::read(args, &name, &content, threads, &mut |mut listed| {
                    listed.packed = Some(member.clone());
                    take(listed)
                })?
            }
            Err(error) => {
                take(Listed::trouble(&name, &error))?;
                Found::Code
            }
        };
        found = found.max(in_member);
    }
    Ok(found)
}

/// The GPU code that a file contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Found {
    Nothing,
    /// PTX without kernels.
    Text,
    Amd,
    /// It has some, or an error says why that is not known.
    Code,
}

struct Reader<'a> {
    args: &'a Reading<'a>,
    file: &'a str,
    lists_ptx: bool,
}

impl Reader<'_> {
    /// Hands the kernels of a file to `take`, in their order.
    fn read(
        args: &Reading<'_>,
        name: &str,
        bytes: &[u8],
        threads: fn() -> usize,
        take: &mut dyn FnMut(Listed) -> io::Result<()>,
    ) -> io::Result<Found> {
        let file = match File::new(bytes) {
            Ok(file) => file,
            Err(error) => {
                let listed = match (error.kind(), packed(bytes)) {
                    (ErrorKind::UnknownFormat, Some(format)) => Listed::trouble(
                        name,
                        &format!("a {format} file, which is not read\nhelp: unpack it"),
                    ),
                    _ => Listed::trouble(name, &error),
                };
                take(listed)?;
                return Ok(Found::Code);
            }
        };
        let entries: Vec<_> = file.entries().collect();
        if entries.is_empty() {
            return Ok(match file.kind() {
                FileKind::Ptx => Found::Text,
                _ if file.has_amd_code() => Found::Amd,
                _ => Found::Nothing,
            });
        }
        let is_machine_code = |entry: &Result<Entry<'_>, _>| {
            let entry: Option<&Entry<'_>> = entry.as_ref().ok();
            entry.is_some_and(Entry::is_machine_code)
        };
        let reader = Reader {
            args,
            file: name,
            lists_ptx: match args.ptx {
                Ptx::Always => true,
                Ptx::Alone => !entries.iter().any(is_machine_code),
                Ptx::Never => false,
            },
        };
        let mut summary = Summary::default();
        for entry in entries.iter().flatten() {
            summary.add_target(entry.compute_capability, entry.target());
        }
        take(Listed {
            summary,
            ..Listed::default()
        })?;
        let jobs = reader.jobs(entries);
        let unpacked: u64 = jobs.iter().map(Job::unpacked).sum();
        // Only asked for when needed: the system reads files to count processors.
        let threads = if unpacked < MUCH { 1 } else { threads() };
        let worker = || {
            let mut decoder = Decoder::new();
            let (jobs, reader) = (&jobs, &reader);
            move |number: usize| reader.job(&jobs[number], &mut decoder)
        };
        // One piece of code has no kernel twice.
        if args.selection.all || jobs.len() < 2 {
            in_order(jobs.len(), threads, worker, take)?;
        } else {
            let mut twins = Twins::new(take);
            in_order(jobs.len(), threads, worker, &mut |listed| {
                twins.take(listed)
            })?;
            twins.finish()?;
        }
        Ok(Found::Code)
    }

    /// The selected entries, and those that are damaged.
    fn jobs<'b>(&self, entries: Vec<Result<Entry<'b>, Error>>) -> Vec<Job<'b>> {
        let mut jobs: Vec<Job<'b>> = Vec::new();
        for entry in entries {
            let entry = match entry {
                Ok(entry) => entry,
                // It was not selected.
                Err(error)
                    if error.kind() == ErrorKind::InvalidPtx && self.args.ptx == Ptx::Never =>
                {
                    continue;
                }
                Err(error) => {
                    jobs.push(Job::Damaged(error));
                    continue;
                }
            };
            let archs = &self.args.selection.arch;
            if !archs.is_empty() && !archs.contains(&entry.compute_capability) {
                continue;
            }
            match jobs.last_mut() {
                Some(Job::Entries(last)) if last[0].offset == entry.offset => last.push(entry),
                _ => jobs.push(Job::Entries(vec![entry])),
            }
        }
        jobs
    }

    fn job<'b>(&self, job: &Job<'b>, decoder: &mut Decoder<'b>) -> Listed {
        let mut listed = Listed::default();
        match job {
            Job::Damaged(error) => return Listed::trouble(self.file, error),
            Job::Entries(entries) => {
                for entry in entries {
                    // Of those that are decompressed together, all are damaged alike.
                    if let Err(error) = self.entry(entry, decoder, &mut listed) {
                        listed.error = Some(trouble(self.file, &error));
                    }
                }
            }
        }
        listed
    }

    fn entry<'b>(
        &self,
        entry: &Entry<'b>,
        decoder: &mut Decoder<'b>,
        listed: &mut Listed,
    ) -> Result<(), Error> {
        let target = entry.target();
        match entry.kind {
            EntryKind::Cubin => {
                for compiled in decoder.image(entry)?.kernels() {
                    let compiled = compiled.map_err(|error| entry.error(error))?;
                    listed.summary.kernels += 1;
                    if self.is_asked(&compiled) {
                        let row = of_entry(self.file, entry, &target, &compiled, self.args);
                        listed.rows.push(row);
                    }
                }
            }
            EntryKind::Ptx if self.lists_ptx => {
                let text = decoder.ptx(entry)?;
                let malformed = |error| entry.error(error);
                let module = Module::new(text).map_err(malformed)?;
                for kernel in module.entries() {
                    let named = Compiled::ptx(kernel.name, entry.compute_capability, entry.suffix);
                    listed.summary.kernels += 1;
                    if !self.is_asked(&named) {
                        continue;
                    }
                    match module.usage(kernel) {
                        Ok(compiled) => {
                            let row = of_entry(self.file, entry, &target, &compiled, self.args);
                            listed.rows.push(row);
                        }
                        // A declaration.
                        Err(error) if error.kind() == ErrorKind::DeclaredOnly => {}
                        Err(error) => return Err(malformed(error)),
                    }
                }
            }
            EntryKind::Ptx => listed.summary.ptx_left_out = true,
            _ => {}
        }
        Ok(())
    }

    /// Whether the kernel may be selected: that depends on the names of the others, too.
    fn is_asked(&self, compiled: &Compiled<'_>) -> bool {
        let asked = &self.args.selection.kernel;
        if asked.is_empty() {
            return true;
        }
        let names = names(compiled.name);
        asked.iter().any(|asked| asked.fits(&names))
    }
}

impl Job<'_> {
    /// Bytes that are unpacked.
    fn unpacked(&self) -> u64 {
        match self {
            Self::Entries(entries) => entries
                .iter()
                .filter(|entry| entry.compression.is_some())
                .fold(0, |sum, entry| sum.saturating_add(entry.size)),
            Self::Damaged(_) => 0,
        }
    }
}
