//! Reads the kernels of one file, on several threads where there is much to decompress.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use occupancy_core::cubin::KernelUsage;
use occupancy_core::ptx;
use occupancy_image::{Decoder, Entry, EntryKind, File, ImageError};

use crate::args::Inspect;
use crate::demangle::demangle;
use crate::row::Row;

/// Bytes to be unpacked from which on further threads are worth it.
const MUCH: u64 = 1 << 20;

/// Threads at most.
const THREADS: usize = 16;

/// What is read of one entry: the kernels up to where it is damaged, if it is.
#[derive(Default)]
pub(crate) struct Listed {
    pub(crate) rows: Vec<Row>,
    pub(crate) error: Option<ImageError>,
    /// There is PTX that nobody asked for.
    pub(crate) ptx_left_out: bool,
}

/// Entries that are read together: one, or those that are decompressed together.
enum Job<'b> {
    Entries(Vec<Entry<'b>>),
    Damaged(ImageError),
}

pub(crate) struct Reader<'a> {
    args: &'a Inspect,
    file: &'a str,
    lists_ptx: bool,
}

impl<'a> Reader<'a> {
    /// Hands the kernels of a file to `take` in their order.
    pub(crate) fn read(
        args: &'a Inspect,
        name: &'a str,
        file: &File<'_>,
        take: &mut dyn FnMut(Listed) -> io::Result<()>,
    ) -> io::Result<()> {
        let entries: Vec<_> = file.entries().collect();
        let is_machine_code = |entry: &Result<Entry<'_>, _>| {
            let entry: Option<&Entry<'_>> = entry.as_ref().ok();
            entry.is_some_and(Entry::is_machine_code)
        };
        let reader = Self {
            args,
            file: name,
            lists_ptx: args.ptx || !entries.iter().any(is_machine_code),
        };
        let jobs = reader.jobs(entries);
        let unpacked: u64 = jobs.iter().map(Job::unpacked).sum();
        // The number of processors is not asked for in vain: the system reads files for it.
        let threads = if unpacked < MUCH {
            1
        } else {
            thread::available_parallelism().map_or(1, usize::from)
        };
        if threads == 1 {
            let mut decoder = Decoder::new();
            return jobs
                .iter()
                .try_for_each(|job| take(reader.job(job, &mut decoder)));
        }
        let next = AtomicUsize::new(0);
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for _ in 0..threads.min(THREADS) {
                let (sender, reader, jobs, next) = (sender.clone(), &reader, &jobs, &next);
                scope.spawn(move || {
                    let mut decoder = Decoder::new();
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let Some(job) = jobs.get(number) else {
                            return;
                        };
                        // Nobody takes it once the output is closed.
                        if sender
                            .send((number, reader.job(job, &mut decoder)))
                            .is_err()
                        {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let mut waiting = BTreeMap::new();
            let mut turn = 0;
            for (number, listed) in receiver {
                waiting.insert(number, listed);
                while let Some(listed) = waiting.remove(&turn) {
                    turn += 1;
                    take(listed)?;
                }
            }
            Ok(())
        })
    }

    /// What is asked for, and what is damaged.
    fn jobs<'b>(&self, entries: Vec<Result<Entry<'b>, ImageError>>) -> Vec<Job<'b>> {
        let mut jobs: Vec<Job<'b>> = Vec::new();
        for entry in entries {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    jobs.push(Job::Damaged(error));
                    continue;
                }
            };
            let archs = &self.args.arch;
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
            Job::Damaged(error) => listed.error = Some(error.clone()),
            Job::Entries(entries) => {
                for entry in entries {
                    let read = self.entry(entry, decoder, &mut listed);
                    // Of those that are decompressed together, all are damaged alike.
                    listed.error = read.err().or(listed.error);
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
    ) -> Result<(), ImageError> {
        let target = entry.target();
        let offset = entry.offset;
        match entry.kind {
            EntryKind::Cubin => {
                for usage in decoder.image(entry)?.kernels() {
                    let usage = usage.map_err(|error| ImageError::Cubin {
                        offset,
                        error: Box::new(error),
                    })?;
                    if self.is_asked(&usage) {
                        let row = Row::of_usage(self.file, entry, &target, &usage, self.args);
                        listed.rows.push(row);
                    }
                }
            }
            EntryKind::Ptx if self.lists_ptx => {
                for kernel in ptx::Entries::new(decoder.ptx(entry)?) {
                    let malformed = |error| ImageError::Ptx { offset, error };
                    let kernel = kernel.map_err(malformed)?;
                    let named = KernelUsage::new(kernel.name, entry.compute_capability, 0);
                    if kernel.body.is_some() && self.is_asked(&named) {
                        let stated = (kernel.name, kernel.bounds().map_err(malformed)?);
                        let row = Row::of_bounds(self.file, entry, &target, stated, self.args);
                        listed.rows.push(row);
                    }
                }
            }
            EntryKind::Ptx => listed.ptx_left_out = true,
            _ => {}
        }
        Ok(())
    }

    /// Whether the kernel is one of those that are asked for.
    fn is_asked(&self, usage: &KernelUsage<'_>) -> bool {
        let asked = &self.args.kernel;
        if asked.is_empty() || asked.iter().any(|part| usage.name.contains(part)) {
            return true;
        }
        let name = demangle(usage.name);
        asked.iter().any(|part| name.contains(part))
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
