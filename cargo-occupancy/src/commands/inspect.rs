//! `occupancy inspect`: reads the files, and lists their kernels.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueHint};
use itertools::Itertools;
use occupancy_core::kernel::Figure;
use occupancy_report::calculator::{Cell, Key, Row};
use occupancy_report::worded;

use crate::console::{Console, exit_code, fatal};
use crate::content::is_stdin;
use crate::name::{retain_named, spellings};
use crate::output::{Column, Format, KERNELS, List, by_column, words};
use crate::package::find_files;
use crate::read::{display_name, read_files};
use crate::row::{LISTED, is_unlinked, title};
use crate::selection::{Ptx, Selection};
use crate::wrap::wrapped;

/// List what the kernels of files use, and their occupancy.
///
/// Reads cubins, fat binaries, PTX, AMD's code objects and offload bundles, and object files, libraries, programs and archives
/// of Linux and Windows, compressed or not, also what a program embeds in any section, and inside of wheels and other zip files. It replaces `cuobjdump
/// --dump-resource-usage`: it prints the same figures without CUDA, and adds what the kernels were
/// compiled for, whether they spill, and how many blocks an SM holds. Four things differ on purpose. It
/// lists kernels, but not the functions that they call. If a file has a kernel both linked and unlinked,
/// it lists the linked one (`--all` lists both). Shared memory is what the kernel declares, without the
/// 1,024 bytes that the system takes and cuobjdump adds from sm_90 on. A stack that is unknown, because
/// of recursion or before linking, is marked as unknown.
///
/// The block is that of the kernel's launch bounds; `--threads` states it for kernels without launch
/// bounds. With neither, occupancy is unknown.
#[derive(Args)]
#[command(after_help = "\
Examples:
  occupancy inspect target/release/libkernels.so
  occupancy inspect --arch h100 --threads 256 --sort occupancy --top 10 build/
  occupancy inspect --kernel gemm --format csv bitsandbytes-*.whl

Exit codes: 0 if kernels were listed, 1 if there are no matching ones, 2 if the arguments are wrong or \
something could not be read (the rest is listed all the same).")]
pub(crate) struct Inspect {
    /// The files and folders; `-` is the standard input. Pipes and devices are read up to 1 GiB.
    #[arg(required = true, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    paths: Vec<PathBuf>,

    /// Also list what PTX states; by default, only for files without machine code.
    #[arg(long)]
    ptx: bool,

    /// Sort the kernels of all files by this column of the table, unknown values last; by default, they
    /// are in the order of the files.
    #[arg(long, value_name = "COLUMN", value_parser = by_column(&KERNELS), ignore_case = true)]
    sort: Option<&'static Column>,

    /// Reverse the order.
    #[arg(long, requires = "sort")]
    reverse: bool,

    /// Print only the first kernels.
    #[arg(long, value_name = "KERNELS")]
    top: Option<usize>,

    /// Output format.
    #[arg(short, long, value_enum, default_value_t = Format::Table)]
    format: Format,

    /// Print all columns and whole names, even if the terminal is too narrow. Files and pipes always get
    /// them.
    #[arg(short, long)]
    wide: bool,

    /// Print names as they are in the file, not as in the source.
    #[arg(short, long)]
    mangled: bool,

    #[command(flatten)]
    selection: Selection,
}

impl Inspect {
    pub(super) fn run(&self, console: &mut Console<'_>) -> io::Result<u8> {
        let Console { out, err, width } = console;
        if self.paths.iter().filter(|path| is_stdin(path)).count() > 1 {
            let message = "`-` is given twice, but standard input can be read only once";
            return Err(fatal(message));
        }
        let names = &self.selection.kernel;
        let width = width.filter(|_| !self.wide);
        let mut list = List {
            format: self.format,
            sort: self.sort,
            reverse: self.reverse,
            top: self.top,
            columns: &KERNELS,
            keys: &LISTED,
            width,
            title: Some(title),
            only: match &*self.paths {
                [path] if !path.is_dir() => Some(display_name(path)),
                _ => None,
            },
            ..List::default()
        };
        list.begin(out)?;
        let mut waiting = Vec::new();
        let selection = Selection {
            ptx: if self.ptx { Ptx::Always } else { Ptx::Alone },
            is_mangled: self.mangled,
            ..self.selection.clone()
        };
        let mut is_empty = true;
        let files = find_files(&self.paths, err)?;
        let summary = read_files(&files, &selection, err, &mut |mut rows, _| {
            is_empty &= rows.is_empty();
            if names.is_empty() {
                return list.rows(rows, out);
            }
            // Only the last kernel decides which kernels the names select.
            waiting.append(&mut rows);
            Ok(())
        })?;
        let unmatched = retain_named(names, &mut waiting, |row| spellings(row.text(Key::Symbol)));
        list.rows(waiting, out)?;
        let rows = list.finish(out)?;
        for note in notes(&rows, self.selection.smem) {
            out.write_all(wrapped(&note, width).as_bytes())?;
        }
        let listed = summary.targets.iter().filter(|_| !is_empty);
        let targets = listed.map(|(target, _)| *target).collect();
        for warning in self.selection.without_effect(&targets, &unmatched) {
            writeln!(err, "warning: {warning}")?;
        }
        if is_empty && !summary.is_troubled() && !summary.targets.is_empty() {
            let why = summary.why_nothing(&self.selection, "no kernels in the GPU code");
            let hint = "; `--ptx` lists what PTX states";
            let hint = if summary.ptx_left_out { hint } else { "" };
            writeln!(err, "{why}{hint}")?;
        }
        Ok(exit_code(summary.is_troubled(), is_empty))
    }
}

/// A note below the table, and the rows that it is about.
type Note = (&'static str, fn(&Row) -> bool);

/// Notes in rows: the text, and what is true for the rows that it is about.
macro_rules! notes {
    ($($text:literal if $is_about:expr;)+) => { &[$(($text, $is_about)),+] };
}

/// The notes about machine code.
const NOTES: &[Note] = notes! {
    "block: launch bounds state the largest; smaller ones can be launched"
        if |row| row.text(Key::BlockFrom) == "launch bounds";
    "block 1024 by default: code of AMD without launch bounds; state it with `--threads`"
        if |row| row.text(Key::BlockFrom) == "default";
    "block -: no launch bounds; state it with `--threads` for occupancy"
        if |row| is_unknown(row, Key::Block);
    "blocks/SM 0: the block needs more than an SM has, and cannot be launched"
        if |row| row.number(Figure::BlocksPerSm) == Some(0_u64);
    "occupancy ?: the limits of this GPU are not known"
        if |row| is_unknown(row, Key::Device) && !is_generic(row);
    "occupancy ?: the GPUs of a generic target differ; `occupancy calculate --hsaco` has that of one"
        if is_generic;
    "spills ?: CUDA before 12.8 does not state them; the stack may hold some"
        if |row| is_unknown(row, Figure::SpillInstructions) && is_unknown(row, Figure::Vgprs);
    "stack ?: the kernel recurses, or calls functions that are unknown before linking"
        if |row| is_unknown(row, Figure::Stack);
    "*: not linked yet (-rdc=true); linking may raise registers, smem, stack and barriers"
        if |row| is_unlinked(row) && is_unknown(row, Figure::Vgprs);
    "*: not linked yet (-fgpu-rdc); linking may raise VGPRs, SGPRs, smem and stack"
        if |row| is_unlinked(row) && !is_unknown(row, Figure::Vgprs);
    "tcgen05: blocks/SM without tensor memory, whose columns no file states; fewer may work at once, and the driver's \
     occupancy API answers 1"
        if |row| row.number(Figure::VirtualResources) > Some(0_u64);
};

/// The note about PTX.
const OF_PTX: &str = "compute_: PTX, whose registers are unknown until it is compiled";

fn is_unknown(row: &Row, key: impl Into<Key>) -> bool {
    *row.get(key) == Cell::Unknown
}

fn is_generic(row: &Row) -> bool {
    row.text(Key::Target).contains("-generic")
}

/// The notes about these rows, whose kernels are launched with `smem` bytes of dynamic shared memory.
fn notes(rows: &[Row], smem: u32) -> Vec<String> {
    let known = rows.iter().filter(|row| !is_unknown(row, Key::Device));
    let as_on = |row: &Row| match [Key::Target, Key::Device].map(|key| row.text(key)) {
        [target, device] if target == device => target.to_owned(),
        [target, device] => format!("{target} as on {device}"),
    };
    let devices = known.map(as_on).unique().sorted().join(", ");
    let mut notes = Vec::new();
    if !devices.is_empty() {
        notes.push(format!(
            "occupancy: {devices}; with {smem} bytes of dynamic shared memory (--smem)"
        ));
    }
    let is_ptx = |row: &&Row| row.text(Key::Target).starts_with("compute_");
    let (ptx, compiled): (Vec<_>, Vec<_>) = rows.iter().partition(is_ptx);
    for (note, is_about) in NOTES {
        if compiled.iter().any(|row| is_about(row)) {
            notes.push((*note).to_owned());
        }
    }
    notes.extend((!ptx.is_empty()).then(|| OF_PTX.to_owned()));
    let words = words(rows);
    notes.iter().map(|note| worded(note, words)).collect()
}
