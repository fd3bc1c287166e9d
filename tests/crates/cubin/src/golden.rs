//! What the tools say of a fixture, as text.

use std::fmt::Write as _;

use crate::report::Entry;

use crate::dump::{Dump, Function, Kernel};

/// A line for the image, and two for every kernel.
pub fn write(dump: &Dump, ptxas: &[Entry]) -> String {
    let mut text = format!(
        "image abi={} sm={} relocatable={}\n",
        dump.abi, dump.sm, dump.is_relocatable
    );
    for (name, kernel) in &dump.kernels {
        let _ = writeln!(
            text,
            "cuobjdump {name} registers={} stack={} shared={} constant_bank={} register_count={} \
             frame={} min_stack={} barriers={} parameter_bytes={} parameter_base={} max_block={} \
             required_block={} register_cap={} cluster_dim={} max_cluster_rank={} \
             explicit_cluster={} blocks_are_clusters={} spill_instructions={} toolkit={} \
             virtual_resources={}",
            kernel.function.registers,
            number(kernel.function.stack),
            kernel.function.shared,
            number(kernel.function.constant_bank),
            number(kernel.register_count),
            number(kernel.frame),
            number(kernel.min_stack),
            kernel.barriers,
            kernel.parameter_bytes,
            number(kernel.parameter_base),
            dims(kernel.max_block),
            dims(kernel.required_block),
            number(kernel.register_cap),
            dims(kernel.cluster_dim),
            number(kernel.max_cluster_rank),
            kernel.is_cluster_explicit,
            kernel.are_blocks_clusters,
            kernel.spill_instructions,
            number(kernel.toolkit),
            kernel.virtual_resources,
        );
    }
    for entry in ptxas {
        let _ = writeln!(
            text,
            "ptxas {} registers={} barriers={} shared={} frame={} stack={} spill_stores={} \
             spill_loads={}",
            entry.name,
            entry.registers,
            entry.barriers,
            entry.shared_memory,
            entry.stack_frame,
            entry.cumulative_stack,
            entry.spill_stores,
            entry.spill_loads,
        );
    }
    text
}

/// Reads what [`write()`] wrote.
///
/// # Errors
///
/// The line that is not as it writes them.
pub fn read(text: &str) -> Result<(Dump, Vec<Entry>), String> {
    let (mut dump, mut ptxas) = (Dump::default(), Vec::new());
    for line in text.lines() {
        let line = Line(line);
        match line.word(0)? {
            "image" => {
                dump.abi = line.number("abi")?;
                dump.sm = line.number("sm")?;
                dump.is_relocatable = line.flag("relocatable")?;
            }
            "cuobjdump" => {
                dump.kernels
                    .insert(line.word(1)?.to_owned(), line.kernel()?);
            }
            "ptxas" => ptxas.push(Entry {
                name: line.word(1)?.to_owned(),
                registers: line.number("registers")?,
                barriers: line.number("barriers")?,
                shared_memory: line.number("shared")?,
                stack_frame: line.number("frame")?,
                cumulative_stack: line.number("stack")?,
                spill_stores: line.number("spill_stores")?,
                spill_loads: line.number("spill_loads")?,
                ..Entry::default()
            }),
            _ => return Err(line.unreadable("line")),
        }
    }
    Ok((dump, ptxas))
}

fn number(number: Option<u32>) -> String {
    number.map_or_else(|| "-".to_owned(), |number| number.to_string())
}

fn dims(dims: Option<(u32, u32, u32)>) -> String {
    dims.map_or_else(|| "-".to_owned(), |(x, y, z)| format!("{x},{y},{z}"))
}

struct Line<'a>(&'a str);

impl<'a> Line<'a> {
    fn unreadable(&self, what: &str) -> String {
        format!("{what}: {}", self.0)
    }

    fn word(&self, i: usize) -> Result<&'a str, String> {
        let word = self.0.split(' ').nth(i);
        word.ok_or_else(|| self.unreadable("too short"))
    }

    fn value(&self, field: &str) -> Result<&'a str, String> {
        self.0
            .split(' ')
            .filter_map(|part| part.split_once('='))
            .find_map(|(name, value)| (name == field).then_some(value))
            .ok_or_else(|| self.unreadable(field))
    }

    fn number(&self, field: &str) -> Result<u32, String> {
        let value = self.value(field)?;
        value.parse().map_err(|_| self.unreadable(field))
    }

    fn option(&self, field: &str) -> Result<Option<u32>, String> {
        match self.value(field)? {
            "-" => Ok(None),
            _ => self.number(field).map(Some),
        }
    }

    fn flag(&self, field: &str) -> Result<bool, String> {
        let value = self.value(field)?;
        value.parse().map_err(|_| self.unreadable(field))
    }

    fn dims(&self, field: &str) -> Result<Option<(u32, u32, u32)>, String> {
        let value = self.value(field)?;
        if value == "-" {
            return Ok(None);
        }
        let numbers: Result<Vec<u32>, _> = value.split(',').map(str::parse).collect();
        match numbers.as_deref() {
            Ok(&[x, y, z]) => Ok(Some((x, y, z))),
            _ => Err(self.unreadable(field)),
        }
    }

    fn kernel(&self) -> Result<Kernel, String> {
        Ok(Kernel {
            function: Function {
                registers: self.number("registers")?,
                stack: self.option("stack")?,
                shared: self.number("shared")?,
                constant_bank: self.option("constant_bank")?,
            },
            register_count: self.option("register_count")?,
            frame: self.option("frame")?,
            min_stack: self.option("min_stack")?,
            barriers: self.number("barriers")?,
            parameter_bytes: self.number("parameter_bytes")?,
            parameter_base: self.option("parameter_base")?,
            max_block: self.dims("max_block")?,
            required_block: self.dims("required_block")?,
            register_cap: self.option("register_cap")?,
            cluster_dim: self.dims("cluster_dim")?,
            max_cluster_rank: self.option("max_cluster_rank")?,
            is_cluster_explicit: self.flag("explicit_cluster")?,
            are_blocks_clusters: self.flag("blocks_are_clusters")?,
            spill_instructions: self.number("spill_instructions")?,
            toolkit: self.option("toolkit")?,
            virtual_resources: self.number("virtual_resources")?,
        })
    }
}
