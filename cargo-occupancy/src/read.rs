//! Reads the kernels of files, on several threads if they have several pieces of code.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt::Display;
use std::io::{self, Write};
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::mpsc::sync_channel;
use std::thread::{self, available_parallelism};

use itertools::Itertools;
use occupancy_binary::ptx::Module;
use occupancy_binary::{Decoder, Entry, EntryKind, Error, ErrorKind, File, FileKind};
use occupancy_core::Compiled;
use occupancy_report::calculator::{Key, Row};
use occupancy_report::escape::visible;

use crate::console::Messages;
use crate::content::{Bytes, LARGE, content, is_stdin};
use crate::name::{Fit, Name, spellings};
use crate::package::{RATIO, is_zip, members, most_unpacked};
use crate::row::{entry_row, is_unlinked};
use crate::selection::{Ptx, Selection, Target};

/// Takes some kernels, with the path of their file inside a zip file, if it is in one.
type Take<'a> = dyn FnMut(Vec<Row>, Option<&str>) -> io::Result<()> + 'a;

/// Hands all kernels to `take`, some at a time. Reports errors of reading, and goes on with the next file.
pub(crate) fn read_files(
    files: &[PathBuf],
    selection: &Selection,
    err: &mut Messages<'_>,
    take: &mut Take<'_>,
) -> io::Result<Summary> {
    let mut reader = Reader {
        selection,
        err,
        take,
        summary: Summary::default(),
        left: 0,
    };
    files.iter().try_for_each(|path| reader.read_path(path))?;
    reader.summary.errors = std::mem::take(&mut reader.err.errors);
    Ok(reader.summary)
}

/// The name of a file for rows and messages.
pub(crate) fn display_name(path: &Path) -> String {
    if is_stdin(path) {
        "<stdin>".to_owned()
    } else {
        path.to_string_lossy().into_owned()
    }
}

struct Reader<'a, 'e> {
    selection: &'a Selection,
    err: &'a mut Messages<'e>,
    take: &'a mut Take<'a>,
    summary: Summary,
    /// Bytes that may still be decompressed, of the file or of all members of the zip file.
    left: u64,
}

/// The GPU code in a file. A zip file has the greatest of its members.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum GpuCode {
    Absent,
    /// PTX without kernels.
    PtxWithoutKernels,
    /// Code, or what an error kept from being read.
    PresentOrUnknown,
}

impl Reader<'_, '_> {
    fn read_path(&mut self, path: &Path) -> io::Result<()> {
        let name = display_name(path);
        let content = content(path);
        self.left = content.as_deref().map_or(0, |it| most_unpacked(it));
        let code = match content {
            Ok(content) if is_zip(&content) => self.read_package(&name, &content)?,
            Ok(content) => self.read_file(&name, None, &*content)?,
            Err(error) => self.trouble(&name, &error)?,
        };
        let note = match code {
            GpuCode::PresentOrUnknown => return Ok(()),
            GpuCode::Absent => "no GPU code",
            GpuCode::PtxWithoutKernels => "no kernels in the PTX",
        };
        writeln!(self.err, "{}: {note}", visible(&name))
    }

    /// Reports an error of a file, whose code is then unknown.
    fn trouble(&mut self, file: &str, error: &dyn Display) -> io::Result<GpuCode> {
        self.err
            .report(format_args!("error: {}: {error}", visible(file)))?;
        Ok(GpuCode::PresentOrUnknown)
    }

    /// Reads the members of a zip file.
    fn read_package(&mut self, name: &str, bytes: &[u8]) -> io::Result<GpuCode> {
        let members = match members(bytes) {
            Ok(members) => members,
            Err(error) => return self.trouble(name, &error),
        };
        let mut code = GpuCode::Absent;
        for (member, content) in members {
            let name = format!("{name}:{member}");
            code = code.max(match content {
                Ok(None) => GpuCode::Absent,
                Ok(Some(content)) => self.read_file(&name, Some(&member), &*content)?,
                Err(error) => self.trouble(&name, &error)?,
            });
        }
        Ok(code)
    }

    fn read_file(
        &mut self,
        name: &str,
        member: Option<&str>,
        bytes: &dyn Bytes,
    ) -> io::Result<GpuCode> {
        let file = match File::new(bytes) {
            Ok(file) => file,
            Err(error) => return self.trouble(name, &error),
        };
        let entries = file.entries_releasing(&|part| bytes.release(part));
        let mut entries: Vec<_> = entries.collect();
        bytes.release(bytes);
        if entries.is_empty() {
            return Ok(match file.kind() {
                FileKind::Ptx => GpuCode::PtxWithoutKernels,
                _ => GpuCode::Absent,
            });
        }
        let Selection { arch, ptx, .. } = self.selection;
        let is_cubin = |entry: &Entry<'_>| entry.kind == EntryKind::Cubin;
        let reader = EntryReader {
            selection: self.selection,
            file: name,
            bytes,
            lists_ptx: match ptx {
                Ptx::Always => true,
                Ptx::Alone => !entries.iter().flatten().any(is_cubin),
                Ptx::Never => false,
            },
        };
        let target = |entry: &Entry<'_>| match entry.kind {
            EntryKind::CodeObject => Target::Amd(entry.compute_capability, entry.suffix),
            _ => Target::Nvidia(entry.compute_capability),
        };
        let targets = entries.iter().flatten().map(|it| (target(it), it.target()));
        self.summary.targets.extend(targets);
        entries.retain(|entry| match entry {
            Ok(entry) => arch.is_empty() || arch.contains(&target(entry)),
            Err(error) => error.kind() != ErrorKind::InvalidPtx || *ptx != Ptx::Never,
        });
        self.read_entries(&reader, member, &entries)?;
        Ok(GpuCode::PresentOrUnknown)
    }

    /// Lists the kernels of the entries. A kernel that the file has as input for the linker (-rdc=true) and also linked is
    /// listed linked, unless all are asked for.
    fn read_entries(
        &mut self,
        reader: &EntryReader<'_>,
        member: Option<&str>,
        entries: &[Result<Entry<'_>, Error>],
    ) -> io::Result<()> {
        // The entries at one place are decompressed together.
        let mut pieces: Vec<_> = entries
            .chunk_by(|a, b| matches!((a, b), (Ok(a), Ok(b)) if a.offset == b.offset))
            .collect();
        self.admit(reader.file, &mut pieces)?;
        let (mut unlinked, mut linked) = (Vec::new(), HashSet::new());
        let key = |row: &Row| [Key::Target, Key::Symbol].map(|key| row.text(key).to_owned());
        reader.read_all(&pieces, |mut listed| {
            self.summary.kernels += listed.kernels;
            self.summary.ptx_left_out |= listed.ptx_left_out;
            if !self.selection.all {
                unlinked.extend(listed.rows.extract_if(.., |row| is_unlinked(row)));
                linked.extend(listed.rows.iter().map(key));
            }
            (self.take)(listed.rows, member)?;
            let error = listed.error;
            error.map_or(Ok(()), |error| self.trouble(reader.file, &error).map(drop))
        })?;
        unlinked.retain(|row| !linked.contains(&key(row)));
        (self.take)(unlinked, member)
    }

    /// Drops the pieces that would unpack more bytes than are left, and reports the first of them.
    fn admit(
        &mut self,
        name: &str,
        pieces: &mut Vec<&[Result<Entry<'_>, Error>]>,
    ) -> io::Result<()> {
        let (mut too_large, all) = (None, self.left);
        pieces.retain(|piece| {
            let mut entries = piece.iter().flatten();
            let packed = entries.find(|entry| entry.compression.is_some());
            let bytes = packed.map_or(0, |entry| entry.unpacked);
            let left = self.left.checked_sub(bytes);
            self.left = left.unwrap_or(self.left);
            too_large = too_large.or(packed.filter(|_| left.is_none()));
            left.is_some()
        });
        let Some(entry) = too_large else {
            return Ok(());
        };
        let (offset, unpacked) = (entry.offset, entry.unpacked);
        let fault = format!(
            "the entry at byte {offset} comes to {unpacked} bytes unpacked, over those that are left of {all}, \
             {RATIO} for each byte of the file\nhelp: read less of it with `--arch`"
        );
        self.trouble(name, &fault).map(drop)
    }
}

/// Reads the entries of one file.
struct EntryReader<'a> {
    selection: &'a Selection,
    file: &'a str,
    bytes: &'a dyn Bytes,
    lists_ptx: bool,
}

/// The kernels of a piece of code. If it is damaged, those that can be read, and the error.
#[derive(Default)]
struct Listed {
    rows: Vec<Row>,
    error: Option<Error>,
    /// The count of the kernels that have code, whatever their names.
    kernels: u64,
    ptx_left_out: bool,
}

impl EntryReader<'_> {
    /// Reads pieces of code on several threads, and hands on their kernels in the order of the pieces.
    fn read_all(
        &self,
        pieces: &[&[Result<Entry<'_>, Error>]],
        mut take: impl FnMut(Listed) -> io::Result<()>,
    ) -> io::Result<()> {
        if let [piece] = pieces {
            return take(self.read(piece, &mut Decoder::new()));
        }
        let threads = available_parallelism().map_or(1, usize::from);
        let left = Mutex::new(pieces.iter().enumerate());
        thread::scope(|scope| {
            // A few wait to be handed on, and take little memory.
            let (sender, listed) = sync_channel(1 << 4);
            for _ in 0..threads.min(pieces.len()) {
                let (sender, left) = (sender.clone(), &left);
                scope.spawn(move || {
                    let mut decoder = Decoder::new();
                    let pieces = iter::from_fn(|| left.lock().ok()?.next());
                    let mut all = pieces.map(|(at, piece)| (at, self.read(piece, &mut decoder)));
                    // After an error, nobody takes them.
                    all.try_for_each(|listed| sender.send(listed).ok())
                });
            }
            drop(sender);
            let (mut early, mut due) = (BTreeMap::new(), 0);
            for (at, listed) in listed {
                early.insert(at, listed);
                while let Some(listed) = early.remove(&due) {
                    due += 1;
                    take(listed)?;
                }
            }
            Ok(())
        })
    }

    fn read<'b>(&self, entries: &[Result<Entry<'b>, Error>], decoder: &mut Decoder<'b>) -> Listed {
        let mut listed = Listed::default();
        for entry in entries {
            let read = match entry {
                Ok(entry) => self.entry(entry, decoder, &mut listed),
                Err(error) => Err(error.clone()),
            };
            // Entries that are decompressed together are damaged alike.
            if let Err(error) = read {
                listed.error = Some(error);
            }
        }
        // A smaller file takes little memory, and threads wait for each other in this call.
        if let Some(Ok(entry)) = entries.last()
            && self.bytes.len() as u64 >= LARGE
        {
            self.bytes.release(entry.payload);
        }
        listed
    }

    fn entry<'b>(
        &self,
        entry: &Entry<'b>,
        decoder: &mut Decoder<'b>,
        listed: &mut Listed,
    ) -> Result<(), Error> {
        let row = |compiled: &Compiled<'_>| entry_row(self.file, entry, compiled, self.selection);
        let malformed = |error| entry.error(error);
        match entry.kind {
            EntryKind::Cubin | EntryKind::CodeObject => {
                for compiled in decoder.image(entry)?.kernels() {
                    let compiled = compiled.map_err(malformed)?;
                    listed.kernels += 1;
                    if self.may_match(compiled.name) {
                        listed.rows.push(row(&compiled));
                    }
                }
            }
            EntryKind::Ptx if self.lists_ptx => {
                let module = Module::new(decoder.ptx(entry)?).map_err(malformed)?;
                let mut fault = Ok(());
                for kernel in module.entries() {
                    listed.kernels += 1;
                    if !self.may_match(kernel.name) {
                        continue;
                    }
                    match module.usage(kernel) {
                        Ok(compiled) => listed.rows.push(row(&compiled)),
                        Err(it) if it.kind() == ErrorKind::DeclaredOnly => listed.kernels -= 1,
                        Err(error) => fault = fault.and(Err(malformed(error))),
                    }
                }
                // The kernels without a fault are listed before it is reported.
                fault?;
            }
            EntryKind::Ptx => listed.ptx_left_out = true,
            _ => {}
        }
        Ok(())
    }

    /// Returns `true` if the kernel may be selected; that depends on the names of the other kernels, too.
    fn may_match(&self, symbol: &str) -> bool {
        let names = &self.selection.kernel;
        names.is_empty() || {
            let spellings = spellings(symbol);
            names.iter().any(|name| name.fit(&spellings) > Fit::Not)
        }
    }
}

/// A summary of the GPU code of all files.
#[derive(Clone, Debug, Default)]
pub(crate) struct Summary {
    /// The targets of the code, in the order of their compute capabilities.
    pub(crate) targets: BTreeSet<(Target, String)>,
    /// Kernels for the selected GPUs, whatever their names.
    pub(crate) kernels: u64,
    /// The errors of reading, as they were reported.
    pub(crate) errors: Vec<String>,
    /// `true` if there is PTX that was not selected.
    pub(crate) ptx_left_out: bool,
}

impl Summary {
    /// Returns `true` if something could not be read.
    pub(crate) fn is_troubled(&self) -> bool {
        !self.errors.is_empty()
    }

    /// Says why no kernel is listed: none matches the selection, or there is `nothing`.
    pub(crate) fn why_nothing(&self, selection: &Selection, nothing: &str) -> String {
        if self.kernels > 0 {
            let quoted = |name: &Name| format!("`{}`", visible(&name.text));
            let names = selection.kernel.iter().map(quoted).join(" or ");
            return format!("no matching kernels: none has {names} in its name");
        }
        let archs = &selection.arch;
        let has_selected = self.targets.iter().any(|(it, _)| archs.contains(it));
        if self.targets.is_empty() || archs.is_empty() || has_selected {
            return nothing.to_owned();
        }
        let targets = self.targets.iter().map(|(_, target)| target).join(", ");
        let wanted = archs.iter().join(", ");
        let help =
            "\nhelp: `occupancy calculate --hsaco` takes generic code for any GPU that runs it";
        let help = if targets.contains("-generic") {
            help
        } else {
            ""
        };
        format!("no code for {wanted}: there is for {targets}{help}")
    }
}
