//! One package, read and compared with what cuobjdump says of it.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs;
use std::hint::black_box;
use std::ops::{AddAssign, Range};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use object::{Object as _, ObjectSection as _};
use occupancy_binary::cubin::Image;
use occupancy_binary::{Decoder, Entry, File, FileKind};
use occupancy_test_cubin::compare::Differences;
use occupancy_test_cubin::dump::{Dump, functions};

use crate::cuobjdump::Cuobjdump;
use crate::package::Package;

const USAGE: &str = "--dump-resource-usage";
const ELF: &str = "-elf";

/// Images by themselves that are in memory at a time.
const SHARE: usize = 256;

/// What came out.
#[derive(Default)]
pub(crate) struct Outcome {
    /// Files with machine code.
    pub(crate) files: usize,
    /// Images that were compared.
    pub(crate) images: usize,
    /// Kernels of them.
    pub(crate) kernels: usize,
    /// Images, and their kernels, for which `-elf` does not print everything, and why.
    pub(crate) usage_alone: BTreeMap<String, (usize, usize)>,
    /// Functions that kernels call; cuobjdump prints their registers and stack, too.
    pub(crate) called: usize,
    /// Images for which cuobjdump prints nothing, their kernels as they are read, and why.
    pub(crate) refused: BTreeMap<String, (usize, usize)>,
    /// Images of files that cuobjdump stops in, and that it prints one by one.
    pub(crate) one_by_one: usize,
    pub(crate) differences: Differences,
    pub(crate) times: Times,
}

/// How long everything took, of the files that cuobjdump reads to the end.
#[derive(Clone, Copy, Default)]
pub(crate) struct Times {
    /// Reading the files and the usage of all kernels.
    pub(crate) read: Duration,
    /// `cuobjdump --dump-resource-usage`
    pub(crate) usage: Duration,
    /// `cuobjdump -elf`
    pub(crate) elf: Duration,
}

impl AddAssign for Times {
    fn add_assign(&mut self, other: Self) {
        self.read += other.read;
        self.usage += other.usage;
        self.elf += other.elf;
    }
}

impl AddAssign for Outcome {
    fn add_assign(&mut self, other: Self) {
        self.files += other.files;
        self.images += other.images;
        self.kernels += other.kernels;
        for (reason, (images, kernels)) in other.usage_alone {
            count(&mut self.usage_alone, reason, images, kernels);
        }
        self.called += other.called;
        for (reason, (images, kernels)) in other.refused {
            count(&mut self.refused, reason, images, kernels);
        }
        self.one_by_one += other.one_by_one;
        self.differences.add(other.differences);
        self.times += other.times;
    }
}

/// Compares everything of a package.
pub(crate) fn held(package: &Package, cuobjdump: &Cuobjdump) -> Result<Outcome, String> {
    let mut outcome = Outcome::default();
    let mut cubins = Vec::new();
    for file in package.files()? {
        match machine_code(&file)? {
            Some(FileKind::Cubin) => cubins.push(file),
            Some(_) => {
                outcome.files += 1;
                outcome.file(package, &file, cuobjdump)?;
            }
            None => {}
        }
    }
    outcome.files += cubins.len();
    for share in cubins.chunks(SHARE) {
        outcome.cubins(package, share, cuobjdump)?;
    }
    Ok(outcome)
}

/// Adds images and kernels to those of a reason.
fn count(
    reasons: &mut BTreeMap<String, (usize, usize)>,
    reason: String,
    images: usize,
    kernels: usize,
) {
    let sum = reasons.entry(reason).or_default();
    sum.0 += images;
    sum.1 += kernels;
}

/// What a file is, if it has machine code.
fn machine_code(path: &Path) -> Result<Option<FileKind>, String> {
    let bytes = content(path)?;
    let Ok(file) = File::new(&bytes) else {
        return Ok(None);
    };
    for entry in file.entries() {
        let entry = entry.map_err(|error| format!("{}: {error}", path.display()))?;
        if entry.is_machine_code() {
            return Ok(Some(file.kind()));
        }
    }
    Ok(None)
}

fn content(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Where the images of a library are that are linked: the others are inputs of the linker.
fn linked(library: &[u8]) -> Result<Range<u64>, object::Error> {
    let library = object::File::parse(library)?;
    let section = library.section_by_name(".nv_fatbin");
    let range = section.and_then(|section| section.file_range());
    let (offset, size) = range.unwrap_or_default();
    Ok(offset..offset.saturating_add(size))
}

/// The time that it takes to read a file and the usage of all its kernels.
fn time(path: &Path) -> Result<Duration, String> {
    let failed = |error| format!("{}: {error}", path.display());
    let started = Instant::now();
    let bytes = content(path)?;
    let file = File::new(&bytes).map_err(|error| failed(error.to_string()))?;
    let mut decoder = Decoder::new();
    for entry in file.entries() {
        let entry = entry.map_err(|error| failed(error.to_string()))?;
        if !entry.is_machine_code() {
            continue;
        }
        let image = decoder.image(&entry);
        for kernel in image.map_err(|error| failed(error.to_string()))?.kernels() {
            let _ = black_box(kernel.map_err(|error| failed(error.to_string()))?);
        }
    }
    Ok(started.elapsed())
}

impl Outcome {
    /// A library, an object file or a fat binary: cuobjdump looks for the images by itself.
    fn file(
        &mut self,
        package: &Package,
        path: &Path,
        cuobjdump: &Cuobjdump,
    ) -> Result<(), String> {
        let what = package.inside(path).display().to_string();
        let mut times = Times {
            read: time(path)?,
            ..Times::default()
        };
        let bytes = content(path)?;
        let file = File::new(&bytes).map_err(|error| format!("{what}: {error}"))?;
        let mut images: Vec<Entry<'_>> = Vec::new();
        for entry in file.entries() {
            let entry = entry.map_err(|error| format!("{what}: {error}"))?;
            if entry.is_machine_code() {
                images.push(entry);
            }
        }
        let mut decoder = Decoder::new();
        if file.kind() == FileKind::Elf {
            // That section comes first, wherever it is in the file.
            let linked = linked(&bytes).map_err(|error| format!("{what}: {error}"))?;
            images.sort_by_key(|entry| !linked.contains(&(entry.offset as u64)));
        }

        let mut usages = Vec::new();
        let usage = cuobjdump.print(USAGE, path, |text| usages.push(text))?;
        times.usage = usage.time;
        let mut compared = 0;
        let mut failed = None;
        let elf = cuobjdump.print(ELF, path, |text| {
            let place = compared;
            let (Some(entry), Some(usage), None) = (images.get(place), usages.get(place), &failed)
            else {
                return;
            };
            compared += 1;
            match decoder.decode(entry) {
                Ok(image) => {
                    self.image(&format!("{what}: image {place}"), image, usage, Ok(&text));
                }
                Err(error) => failed = Some(format!("{what}: {error}")),
            }
        })?;
        times.elf = elf.time;
        if let Some(failed) = failed {
            return Err(failed);
        }
        if usage.failure.is_none() && elf.failure.is_none() {
            self.times += times;
            if usages.len() != images.len() || compared != images.len() {
                self.differences.lines.push(format!(
                    "{what}: {} images read, {} said",
                    images.len(),
                    usages.len()
                ));
            }
            return Ok(());
        }
        // It stopped in there: those that are left, one by one.
        for share in images[compared..].chunks(SHARE) {
            let mut unpacked = Vec::new();
            for entry in share {
                let image = decoder.decode(entry);
                unpacked.push(image.map_err(|error| format!("{what}: {error}"))?.to_vec());
            }
            let unpacked: Vec<&[u8]> = unpacked.iter().map(Vec::as_slice).collect();
            self.one_by_one += unpacked.len();
            self.images(&|_| what.clone(), &unpacked, cuobjdump)?;
        }
        Ok(())
    }

    /// Cubins that are files.
    fn cubins(
        &mut self,
        package: &Package,
        paths: &[PathBuf],
        cuobjdump: &Cuobjdump,
    ) -> Result<(), String> {
        let mut times = Times::default();
        for path in paths {
            times.read += time(path)?;
        }
        let files: Result<Vec<_>, _> = paths.iter().map(|path| content(path)).collect();
        let files = files?;
        let images: Vec<&[u8]> = files.iter().map(Vec::as_slice).collect();
        let what = |i: usize| package.inside(&paths[i]).display().to_string();
        let ran = self.images(&what, &images, cuobjdump)?;
        times.usage = ran.usage;
        times.elf = ran.elf;
        self.times += times;
        Ok(())
    }

    /// Images by themselves.
    fn images(
        &mut self,
        what: &dyn Fn(usize) -> String,
        images: &[&[u8]],
        cuobjdump: &Cuobjdump,
    ) -> Result<Times, String> {
        let usages = cuobjdump.print_images(USAGE, images)?;
        let elves = cuobjdump.print_images(ELF, images)?;
        for (i, (usage, elf)) in usages.texts.iter().zip(&elves.texts).enumerate() {
            let what = what(i);
            match usage {
                Ok(usage) => {
                    let elf = elf.as_deref();
                    self.image(&what, images[i], usage, elf);
                }
                Err(reason) => {
                    let mut kernels = 0;
                    match Image::new(images[i]) {
                        Ok(image) => {
                            for kernel in image.kernels() {
                                match kernel {
                                    Ok(_) => kernels += 1,
                                    Err(error) => self.failed(&what, &error),
                                }
                            }
                        }
                        Err(error) => self.failed(&what, &error),
                    }
                    count(&mut self.refused, reason.clone(), 1, kernels);
                }
            }
        }
        Ok(Times {
            read: Duration::ZERO,
            usage: usages.time,
            elf: elves.time,
        })
    }

    /// One image, against what is printed of it.
    fn image(&mut self, what: &str, image: &[u8], usage: &str, elf: Result<&str, &String>) {
        self.images += 1;
        let functions = match functions(usage) {
            Ok(functions) => functions,
            Err(line) => return self.failed(what, &line),
        };
        let kernels = match elf {
            Ok(elf) => match Dump::parse(usage, elf) {
                Ok(dump) => {
                    self.differences.image(what, image, &dump);
                    dump.kernels.len()
                }
                Err(line) => return self.failed(what, &line),
            },
            Err(reason) => {
                let kernels = self.differences.usage(what, image, &functions);
                count(&mut self.usage_alone, reason.clone(), 1, kernels);
                kernels
            }
        };
        self.kernels += kernels;
        self.called += functions.len().saturating_sub(kernels);
    }

    fn failed(&mut self, what: &str, error: &dyn Display) {
        self.differences.lines.push(format!("{what}: {error}"));
    }
}
