//! Reads the kernels of files, on several threads where there is much to decompress.

use std::collections::HashSet;
use std::io;
use std::path::Path;

use occupancy_binary::ptx::Module;
use occupancy_binary::{Decoder, Entry, EntryKind, Error, ErrorKind, File, FileKind};
use occupancy_core::Compiled;
use rayon::prelude::*;

use crate::content::{Content, is_stdin};
use crate::listed::{Listed, trouble};
use crate::name::names;
use crate::package::{Package, is_zip, packed};
use crate::row::Row;
use crate::selection::{Ptx, Reading};
use crate::summary::Summary;

/// From this many bytes to unpack, more threads pay off.
const MUCH: u64 = 1 << 20;

/// Pieces of code that are read before their kernels are handed over.
const TOGETHER: usize = 1 << 10;

/// Hands the kernels of all files to `take`, in their order.
pub(crate) fn read(args: &Reading<'_>, take: &mut Take<'_>) -> io::Result<()> {
    args.files
        .iter()
        .try_for_each(|path| read_path(args, path, take))
}

type Take<'t> = dyn FnMut(Listed) -> io::Result<()> + 't;

/// Hands the kernels of a file to `take`, in their order.
fn read_path(args: &Reading<'_>, path: &Path, take: &mut Take<'_>) -> io::Result<()> {
    let name = if is_stdin(path) {
        "<stdin>".into()
    } else {
        path.to_string_lossy()
    };
    let content = match Content::of(path) {
        Ok(content) => content,
        Err(error) => return take(Listed::trouble(&name, &error)),
    };
    let found = if is_zip(&content) {
        read_package(args, &name, &content, take)?
    } else {
        Reader::read(args, &name, &content, take)?
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

/// Hands the kernels of the files in a zip file to `take`.
fn read_package(
    args: &Reading<'_>,
    name: &str,
    bytes: &[u8],
    take: &mut Take<'_>,
) -> io::Result<Found> {
    let mut package = match Package::new(bytes) {
        Ok(package) => package,
        Err(error) => {
            take(Listed::trouble(name, &error))?;
            return Ok(Found::Code);
        }
    };
    let mut found = Found::Nothing;
    for number in 0..package.len() {
        let (member, content) = package.member(number);
        let name = format!("{name}:{member}");
        let in_member = match content {
            Ok(None) => continue,
            Ok(Some(content)) => Reader::read(args, &name, &content, &mut |mut listed| {
                for row in &mut listed.rows {
                    row.packed = Some(member.clone());
                }
                take(listed)
            })?,
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
        take: &mut Take<'_>,
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
        let mut entries: Vec<_> = file.entries().collect();
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
        entries.retain(|entry| reader.is_selected(entry));
        // Those at one place are decompressed together.
        let jobs: Vec<_> = entries
            .chunk_by(|a, b| matches!((a, b), (Ok(a), Ok(b)) if a.offset == b.offset))
            .collect();
        let packed = entries
            .iter()
            .flatten()
            .filter(|entry| entry.compression.is_some());
        let unpacked = packed.fold(0_u64, |sum, entry| sum.saturating_add(entry.size));
        let mut decoder = Decoder::new();
        // Kernels that the file has twice: unlinked (-rdc=true), and linked.
        let (mut unlinked, mut linked) = (Vec::new(), HashSet::new());
        let key = |row: &Row| (row.target.clone(), row.symbol.clone());
        for jobs in jobs.chunks(TOGETHER) {
            let all: Vec<_> = if unpacked < MUCH {
                jobs.iter()
                    .map(|job| reader.job(job, &mut decoder))
                    .collect()
            } else {
                jobs.par_iter()
                    .map_init(Decoder::new, |decoder, job| reader.job(job, decoder))
                    .collect()
            };
            for mut listed in all {
                if !args.selection.all {
                    let is_unlinked = |row: &mut Row| row.is_relocatable == Some(true);
                    unlinked.extend(listed.rows.extract_if(.., is_unlinked));
                    linked.extend(listed.rows.iter().map(key));
                }
                take(listed)?;
            }
        }
        unlinked.retain(|row| !linked.contains(&key(row)));
        take(Listed {
            rows: unlinked,
            ..Listed::default()
        })?;
        Ok(Found::Code)
    }

    fn is_selected(&self, entry: &Result<Entry<'_>, Error>) -> bool {
        let archs = &self.args.selection.arch;
        match entry {
            Ok(entry) => archs.is_empty() || archs.contains(&entry.compute_capability),
            Err(error) => error.kind() != ErrorKind::InvalidPtx || self.args.ptx != Ptx::Never,
        }
    }

    fn job<'b>(&self, entries: &[Result<Entry<'b>, Error>], decoder: &mut Decoder<'b>) -> Listed {
        let mut listed = Listed::default();
        for entry in entries {
            let read = match entry {
                Ok(entry) => self.entry(entry, decoder, &mut listed),
                Err(error) => Err(error.clone()),
            };
            // Of those that are decompressed together, all are damaged alike.
            if let Err(error) = read {
                listed.error = Some(trouble(self.file, &error));
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
                        let row = Row::of(self.file, entry, &target, &compiled, self.args);
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
                            let row = Row::of(self.file, entry, &target, &compiled, self.args);
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
