//! What `cuobjdump` prints, image by image.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{self, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use occupancy_binary::cubin::Image;

/// Images that are put into one file for it.
const PACKED: usize = 64;

/// The tool, and a folder for what is written for it.
pub(crate) struct Cuobjdump {
    path: PathBuf,
    folder: PathBuf,
    files: AtomicU32,
}

/// How a run of it ended.
pub(crate) struct Run {
    /// Why it stopped early, in its own words.
    pub(crate) failure: Option<String>,
    /// Until it ended, with reading what it printed.
    pub(crate) time: Duration,
}

/// What is printed of images that are packed into files: in their order, with the reason where it
/// cannot read one.
pub(crate) struct Packed {
    pub(crate) texts: Vec<Result<String, String>>,
    pub(crate) time: Duration,
}

impl Cuobjdump {
    pub(crate) fn new(path: PathBuf, folder: &Path) -> Self {
        Self {
            path,
            folder: folder.to_owned(),
            files: AtomicU32::new(0),
        }
    }

    /// `13.4, V13.4.92`
    pub(crate) fn release(&self) -> Result<String, String> {
        let printed = Command::new(&self.path).arg("--version").output();
        let printed = printed.map_err(|error| format!("{}: {error}", self.path.display()))?;
        let printed = String::from_utf8_lossy(&printed.stdout).into_owned();
        let release = printed.split_once("release ").map(|(_, rest)| rest.lines());
        match release.and_then(|mut lines| lines.next()) {
            Some(release) => Ok(release.to_owned()),
            None => Err(format!("{}: no release in {printed}", self.path.display())),
        }
    }

    /// A name that no other file has, of this process or of another.
    fn file(&self, extension: &str) -> PathBuf {
        let number = self.files.fetch_add(1, Ordering::Relaxed);
        let name = format!("{}-{number}.{extension}", process::id());
        self.folder.join(name)
    }

    /// Prints a file, and gives out the text of each image once it is whole, without the dumps of
    /// bytes.
    pub(crate) fn print(
        &self,
        option: &str,
        file: &Path,
        mut image: impl FnMut(String),
    ) -> Result<Run, String> {
        let said = |error: std::io::Error| format!("{}: {error}", self.path.display());
        let errors = self.file("txt");
        let started = Instant::now();
        let mut child = Command::new(&self.path)
            .args(["-all", option])
            .arg(file)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(File::create(&errors).map_err(said)?)
            .spawn()
            .map_err(said)?;
        let output = child.stdout.take().ok_or("no output")?;
        let mut output = BufReader::with_capacity(1 << 20, output);
        let (mut line, mut text) = (Vec::new(), None::<String>);
        loop {
            line.clear();
            if output.read_until(b'\n', &mut line).map_err(said)? == 0 {
                break;
            }
            if line.starts_with(b"Fatbin ") {
                if let Some(whole) = text.take() {
                    image(whole);
                }
                text = line.starts_with(b"Fatbin elf code:").then(String::new);
            } else if let Some(text) = &mut text
                && !line.starts_with(b"0x")
            {
                text.push_str(&String::from_utf8_lossy(&line));
            }
        }
        let status = child.wait().map_err(said)?;
        let time = started.elapsed();
        let failure = if status.success() {
            if let Some(whole) = text {
                image(whole);
            }
            None
        } else {
            let printed = fs::read_to_string(&errors).map_err(said)?;
            let reason = printed.lines().find(|line| line.contains("fatal"));
            // The name of the file comes last.
            let reason = reason.map(|line| line.split(" in '").next().unwrap_or(line));
            Some(reason.map_or_else(|| status.to_string(), |line| line.trim().to_owned()))
        };
        let _ = fs::remove_file(errors);
        Ok(Run { failure, time })
    }

    /// Prints images that are by themselves. It takes one file at a time: they are put into fat
    /// binaries, each with some of them. An image that it cannot read ends a run; the next run goes on
    /// behind it.
    pub(crate) fn print_images(&self, option: &str, images: &[&[u8]]) -> Result<Packed, String> {
        let file = self.file("fatbin");
        let (mut texts, mut time) = (Vec::new(), Duration::ZERO);
        let mut alone = false;
        while let Some(left) = images.get(texts.len()..)
            && !left.is_empty()
        {
            let count = if alone { 1 } else { left.len().min(PACKED) };
            fs::write(&file, fat_binary(&left[..count])).map_err(|error| error.to_string())?;
            let before = texts.len();
            let run = self.print(option, &file, |text| texts.push(Ok(text)))?;
            time += run.time;
            let printed = texts.len() - before;
            match run.failure {
                None if printed == count => alone = false,
                None => return Err(format!("{printed} images printed of {count}")),
                // What it had printed may be lost with it: only alone is it certain which one it is.
                Some(reason) if count == 1 => {
                    texts.truncate(before);
                    texts.push(Err(reason));
                    alone = false;
                }
                Some(_) => alone = true,
            }
        }
        let _ = fs::remove_file(file);
        Ok(Packed { texts, time })
    }
}

/// A fat binary of these images, as they are.
fn fat_binary(images: &[&[u8]]) -> Vec<u8> {
    let mut entries = Vec::new();
    for image in images {
        // Of one that cannot be read, the text is looked for all the same.
        let (major, minor) = Image::new(image).map_or((0, 0), |image| image.compute_capability());
        let padded = image.len().next_multiple_of(8);
        let mut header = [0; 64];
        // A cubin, of version 1.1, and a header of 64 bytes.
        header[..8].copy_from_slice(&[2, 0, 1, 1, 64, 0, 0, 0]);
        header[8..16].copy_from_slice(&(padded as u64).to_le_bytes());
        // The version of the code, 1.8, and what it is for.
        header[24..28].copy_from_slice(&[8, 0, 1, 0]);
        header[28..32].copy_from_slice(&(10 * major + minor).to_le_bytes());
        // 64 bits, Linux.
        header[40] = 0x11;
        entries.extend_from_slice(&header);
        entries.extend_from_slice(image);
        entries.resize(entries.len() + padded - image.len(), 0);
    }
    let mut file = vec![0x50, 0xed, 0x55, 0xba, 1, 0, 16, 0];
    file.extend_from_slice(&(entries.len() as u64).to_le_bytes());
    file.append(&mut entries);
    file
}
