//! Fat binaries: containers, their entries, and the image that is taken of them.
//!
//! | statement | |
//! |---|---|
//! | `entry 1 80 text` | an entry of this kind for 8.0: 1 is PTX, 2 a cubin |
//! | `cubin 80 name 3` | a cubin with a kernel of this name, and so many bytes of shared memory; by default, `kernel` and 80 |
//! | `broken 80` | a cubin whose kernel has an attribute of a wrong form |
//! | `block 80 2 1:80 2:90` | several in one block, of these kinds for these GPUs: the header says that they are two |
//! | `set 4 4 64` | a number of four bytes in the header of the last entry |
//! | `end`, `zeros 8` | the container ends; zeros after it |
//! | `poke 4 1 2`, `cut 1` | a number in the file; without its last byte |

use occupancy_binary::cubin::{Entry, Images, entries, is_fatbin, usage};
use occupancy_binary::{Error, ErrorKind};
use occupancy_core::Multiprocessor;
use occupancy_core::compute_capabilities::{SM_75, SM_80};

use super::builder::Cubin;
use super::described::{Described, damage, number};
use crate::cases::check_cases;

/// The complete containers of a file, and the entries of the one that is not, each with the length of its header.
#[derive(Default)]
struct FatBinary {
    file: Vec<u8>,
    entries: Vec<(Vec<u8>, Vec<u8>)>,
    is_ended: bool,
}

impl FatBinary {
    fn file(description: &str) -> Vec<u8> {
        let mut it = Self::default();
        for statement in description.split(';') {
            it.add(
                &statement
                    .split(' ')
                    .filter(|word| !word.is_empty())
                    .collect::<Vec<_>>(),
            );
        }
        if !it.is_ended {
            it.end();
        }
        it.file
    }

    fn add(&mut self, statement: &[&str]) {
        let numbers = |words: &[&str]| words.iter().map(|word| number(word)).collect::<Vec<_>>();
        match *statement {
            ["entry", kind, sm] => self.entry(kind, sm, b""),
            ["entry", kind, sm, payload] => self.entry(kind, sm, payload.as_bytes()),
            ["cubin", sm] => self.cubin(sm, "kernel", sm),
            ["cubin", sm, kernel] => self.cubin(sm, kernel, sm),
            ["cubin", sm, kernel, bytes] => self.cubin(sm, kernel, bytes),
            ["broken", sm] => self.entry(
                "2",
                sm,
                &Described::new(&format!("sm_{sm}; own parameters words 1")).file,
            ),
            ["block", sm, count, ref parts @ ..] => {
                self.entry("0x100", sm, b"compressed");
                self.set(&[40, 8, 0x2000]);
                self.set(&[16, 4, 10]);
                self.set(&[20, 4, 64]);
                let (mut header, payload) = self.entries.pop().unwrap();
                header.extend(u32::try_from(number(count)).unwrap().to_le_bytes());
                header.extend(u32::MAX.to_le_bytes());
                for part in parts {
                    let (kind, sm) = part.split_once(':').unwrap();
                    self.entry(kind, sm, b"");
                    header.extend(self.entries.pop().unwrap().0);
                }
                let len = header.len() as u64;
                self.entries.push((header, payload));
                self.set(&[4, 4, len]);
            }
            ["set", ref words @ ..] => self.set(&numbers(words)),
            ["end"] => self.end(),
            ["zeros", count] => self
                .file
                .resize(self.file.len() + count.parse::<usize>().unwrap(), 0),
            ["poke", ref words @ ..] => {
                if !self.is_ended {
                    self.end();
                }
                put(&mut self.file, &numbers(words));
            }
            ["cut", count] => self
                .file
                .truncate(self.file.len() - count.parse::<usize>().unwrap()),
            _ => panic!("{statement:?}"),
        }
    }

    fn entry(&mut self, kind: &str, sm: &str, payload: &[u8]) {
        self.is_ended = false;
        self.entries.push((vec![0; 64], payload.to_vec()));
        self.set(&[0, 2, number(kind)]);
        self.set(&[2, 2, 0x101]);
        self.set(&[4, 4, 64]);
        self.set(&[8, 8, payload.len() as u64]);
        self.set(&[28, 4, number(sm)]);
    }

    fn cubin(&mut self, sm: &str, kernel: &str, bytes: &str) {
        let mut cubin = Cubin::new(sm.parse().unwrap());
        let placed = cubin.kernel(kernel);
        // The shared memory that the system takes.
        let system = if number(sm) < 90 { 0 } else { 1024 };
        cubin.shared(kernel, placed, number(bytes) + system);
        self.entry("2", sm, &cubin.bytes());
    }

    fn set(&mut self, words: &[u64]) {
        put(&mut self.entries.last_mut().unwrap().0, words);
    }

    fn end(&mut self) {
        let content: Vec<_> = self
            .entries
            .drain(..)
            .flat_map(|(header, payload)| [header, payload].concat())
            .collect();
        self.file.extend(b"\x50\xed\x55\xba\x01\x00\x10\x00");
        self.file.extend((content.len() as u64).to_le_bytes());
        self.file.extend(content);
        self.is_ended = true;
    }
}

/// Puts a number of so many bytes at a place.
fn put(bytes: &mut [u8], words: &[u64]) {
    let [at, size] = [words[0], words[1]].map(|it| usize::try_from(it).unwrap());
    bytes[at..at + size].copy_from_slice(&words[2].to_le_bytes()[..size]);
}

fn said(error: &Error) -> String {
    match damage(error) {
        Some((fault, at)) => format!("{fault}: {at}"),
        None => format!("{:?}: {error}", error.kind()),
    }
}

fn parts(entry: &Entry<'_>) -> String {
    let Entry {
        kind,
        compute_capability,
        suffix,
        offset,
        size,
        ..
    } = entry;
    let payload = String::from_utf8_lossy(entry.payload);
    let compression = entry
        .compression
        .map_or(String::new(), |it| format!(" {it:?}"));
    let part = entry
        .part
        .as_ref()
        .map_or(String::new(), |part| format!(" {part:?}"));
    format!(
        "{kind:?} {compute_capability:?} {suffix:?} at {offset}: \"{payload}\" of {size}{compression}{part}"
    )
}

#[test]
fn fat_binaries() {
    check_cases("cubin/fat_binaries.txt", |case| {
        let (description, requested) = case.split_once(" | ").unwrap();
        let file = FatBinary::file(description);
        let read = entries(&file)
            .into_iter()
            .map(|entry| entry.map_err(|(_, error)| error));
        let lines: Vec<_> = match requested.split_once(' ') {
            None if requested == "entries" => read
                .map(|entry| entry.map_or_else(|error| said(&error), |entry| parts(&entry)))
                .collect(),
            None if requested == "images" => read
                .map(|entry| match entry.unwrap().image() {
                    Ok(image) => format!("{:?}", image.compute_capability()),
                    Err(error) => said(&error),
                })
                .collect(),
            _ => {
                let (kernel, gpus) = requested.split_once(' ').unwrap_or((requested, ""));
                let of_gpus = gpus.split_whitespace().map(|gpu| {
                    let (major, minor) = gpu.split_once('.').unwrap();
                    let mut limits = SM_80.limits();
                    (limits.major, limits.minor) = (major.parse().unwrap(), minor.parse().unwrap());
                    Images::new(&file)?.usage_on(&Multiprocessor::new(limits), kernel)
                });
                let alone = gpus.is_empty().then(|| usage(&file, kernel));
                let read = of_gpus.chain(alone).map(|read| match read {
                    Ok(it) => {
                        let bytes = it.static_shared_memory.unwrap();
                        format!("{:?} {:?}: {bytes} bytes", it.compute_capability, it.suffix)
                    }
                    Err(error) => said(&error),
                });
                read.collect()
            }
        };
        lines.join("\n")
    });
}

#[test]
fn the_first_bytes_are_those_of_a_fat_binary() {
    assert!(is_fatbin(b"\x50\xed\x55\xba") && !is_fatbin(b"\x50\xed\x55"));
    assert!(entries(&[0; 64]).is_empty());
    let file = FatBinary::file("cubin 80; cubin 86");
    let images = Images::new(&file).unwrap();
    let error = images.usage_on(&SM_75, "kernel").unwrap_err();
    assert_eq!(
        (error.kind(), error.names()),
        (
            ErrorKind::NoImage,
            &["sm_80".to_owned(), "sm_86".to_owned()][..]
        )
    );
}
