//! The record of a kernel, as the compiler hands it out: the one form in which an evaluated configuration leaves
//! it. Pages, the index, `occupancy report` and the ratchet read it here.
//!
//! The library writes it (`src/record.rs` there) as the panic message of a constant: words between spaces. What
//! names a GPU or a kernel lives as long as the program, as the names of the tables do; there are only as many
//! as an author wrote.

use std::slice;
use std::str::SplitAsciiWhitespace;

use occupancy_core::gpu::Suffix;
use occupancy_core::kernel::{Accumulator, Argument};
use occupancy_core::text::{RECORD, RECORD_VERSION};
use occupancy_core::{
    Arch, Compiled, ComputeCapability, Configuration, Device, Grid, Kernel, Lint, Ratio,
    compute_capabilities,
};

/// A kernel, and where it is declared.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Record {
    /// The kernel's name, as in Rust.
    pub kernel: String,
    /// The name of its launch type.
    pub launch_type: String,
    /// Its module: `gemm::kernels`.
    pub module: String,
    /// Its file, as the compiler names it.
    pub file: String,
    /// The line of its attribute.
    pub line: u32,
    /// The number by which the attribute finds the record of its kernel; 0 if nobody looks for it.
    pub id: u64,
    /// Whether it is inside a function, so that no path leads to it; no record says so itself.
    pub is_in_function: bool,
    /// One configuration for the GPUs without an `on(…)`, and one for each that has one.
    pub configurations: Vec<Recorded>,
}

/// One configuration on its GPUs.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Recorded {
    /// Whether the attribute or the compiler refuses it; what is there then can be launched, and is not what was
    /// asked for.
    pub is_refused: bool,
    /// The warnings that are asked for.
    pub lints: Vec<Lint>,
    /// What is asked for. What is left to the kernel's code is the most of all GPUs.
    pub configuration: Configuration<'static>,
    /// Why low occupancy is intended, in the author's words.
    pub intent: Option<&'static str>,
    /// The target that the name of the GPU states: `sm_90a`.
    pub target: Option<&'static str>,
    /// What the kernel's code states for each GPU.
    of_gpus: Vec<OfGpu>,
}

#[derive(Clone, Debug, Default)]
struct OfGpu {
    integers: Vec<(Argument, u64)>,
    code: Option<&'static Compiled<'static>>,
}

impl Recorded {
    /// The configuration on one of its GPUs alone, with what the kernel's code states for that one.
    pub fn on(&self, gpu: usize) -> Configuration<'static> {
        let archs = self.configuration.archs.get(gpu);
        let mut configuration = self
            .configuration
            .with_archs(archs.map_or(&[], slice::from_ref));
        if let Some(of_gpu) = self.of_gpus.get(gpu) {
            for (argument, number) in &of_gpu.integers {
                configuration = configuration.with_integer(*argument, *number);
            }
            configuration.compiled = of_gpu.code.map_or(&[], slice::from_ref);
        }
        configuration
    }
}

/// The record that a text of the compiler has; `None` if it has none. An error says what is wrong with it.
pub fn find(text: &str) -> Option<Result<Record, String>> {
    let after = text.get(text.find(RECORD)? + RECORD.len()..)?;
    let (version, record) = after.split_once(' ')?;
    let version: u64 = version.parse().ok()?;
    if version != RECORD_VERSION {
        return Some(Err(format!(
            "the library `occupancy` of this package writes records of version {version}, and this program reads \
             version {RECORD_VERSION}\nhelp: install the program of the library's version"
        )));
    }
    let read = record
        .split_once(" | ")
        .and_then(|(place, configurations)| {
            let mut reader = Reader {
                words: configurations.split_ascii_whitespace(),
            };
            reader.record(place)
        });
    Some(read.unwrap_or_else(|| Err(format!("a record cannot be read: {record}"))))
}

/// What is read, nothing if a word is missing or is not of its form, or an error that says more.
type Read<T> = Option<Result<T, String>>;

/// `Some(Ok(…))`, or what was wrong.
macro_rules! read {
    ($read:expr) => {
        match $read? {
            Ok(read) => read,
            Err(error) => return Some(Err(error)),
        }
    };
}

struct Reader<'a> {
    words: SplitAsciiWhitespace<'a>,
}

impl Reader<'_> {
    /// Where the kernel is: line, module, kernel, launch type, number, and the file, whose name has any characters.
    fn record(&mut self, place: &str) -> Read<Record> {
        let mut place = place.splitn(6, ' ');
        let line = place.next()?.parse().ok()?;
        let mut name = || Some(place.next()?.to_owned());
        let [module, kernel, launch_type] = [name()?, name()?, name()?];
        let id = place.next()?.parse().ok()?;
        let file = place.next()?.to_owned();
        let mut configurations = Vec::new();
        let mut word = self.words.next()?;
        // Compilers go on behind it: `end: …`, `end', …`.
        while !word.starts_with("end") {
            let is_refused = match word {
                "sound" => false,
                "refused" => true,
                _ => return None,
            };
            let (recorded, next) = read!(self.configuration(is_refused));
            configurations.push(recorded);
            word = next;
        }
        Some(Ok(Record {
            kernel,
            launch_type,
            module,
            file,
            line,
            id,
            is_in_function: false,
            configurations,
        }))
    }

    /// One configuration, and the word behind it.
    fn configuration(&mut self, is_refused: bool) -> Read<(Recorded, &str)> {
        let lints: u32 = self.number()?;
        let kernel = Kernel::new(self.extent()?, 1);
        let mut configuration = Configuration::new(&[], kernel);
        let mut archs = Vec::new();
        let mut recorded = Recorded {
            is_refused,
            lints: Lint::ALL
                .into_iter()
                .filter(|lint| lints & (1 << *lint as u32) != 0)
                .collect(),
            configuration,
            intent: None,
            target: None,
            of_gpus: Vec::new(),
        };
        let next = loop {
            match self.words.next()? {
                "integer" => {
                    let (argument, number) = self.integer()?;
                    if let Some(of_gpu) = recorded.of_gpus.last_mut() {
                        of_gpu.integers.push((argument, number));
                    } else {
                        configuration = configuration.with_integer(argument, number);
                    }
                }
                "cluster" => configuration.kernel.cluster_dim = Some(self.extent()?),
                "grid" => configuration.grid = Some(Grid::Blocks(self.extent()?)),
                "tile" => {
                    let stated = configuration.tile.as_mut()?;
                    if self.text()? == Accumulator::TensorMemory.name() {
                        stated.accumulator = Accumulator::TensorMemory;
                    }
                    stated.gives_shared_memory = self.number::<u32>()? != 0;
                }
                "problem" => {
                    let (m, n, _) = self.extent()?;
                    configuration.tile.as_mut()?.problem = Some((m, n));
                }
                "min_occupancy" => configuration.min_occupancy = Some(self.ratio()?),
                "tail_efficiency" => configuration.tail_efficiency = Some(self.ratio()?),
                "intent" => recorded.intent = Some(lasting(self.text()?)),
                "target" => recorded.target = Some(lasting(self.text()?)),
                "partial_warp" => configuration.partial_warp_allowed = true,
                "by_warps" => configuration.shared_memory_by_warps = self.numbers()?,
                "gpu" => {
                    archs.push(read!(self.gpu()));
                    recorded.of_gpus.push(OfGpu::default());
                }
                "code" => {
                    let code = Box::leak(Box::new(self.code()?));
                    recorded.of_gpus.last_mut()?.code = Some(code);
                }
                next => break next,
            }
        };
        configuration.archs = archs.leak();
        configuration.low_occupancy_intended = recorded.intent.is_some();
        let code = recorded.of_gpus.iter().filter_map(|of_gpu| of_gpu.code);
        configuration.compiled = code.copied().collect::<Vec<_>>().leak();
        recorded.configuration = configuration;
        Some(Ok((recorded, next)))
    }

    fn integer(&mut self) -> Option<(Argument, u64)> {
        let number: u64 = self.number()?;
        let mut all = Argument::INTEGERS.into_iter();
        let argument = all.find(|argument| *argument as u64 == number)?;
        let value = self.number()?;
        (value <= argument.most()).then_some((argument, value))
    }

    fn gpu(&mut self) -> Read<Arch> {
        match self.words.next()? {
            "row" => {
                let row = self.text()?;
                let mut rows = Device::ALL.iter().chain(Device::MIG);
                Some(match rows.find(|device| device.constant() == row) {
                    Some(device) => Ok(Arch::Device(*device)),
                    None => Err(format!(
                        "the library `occupancy` of this package has a GPU `{row}` that this program does not \
                         know\nhelp: install the program of the library's version"
                    )),
                })
            }
            "device" => {
                let (name, sm_count) = (lasting(self.text()?), self.number()?);
                let compute_capability = read!(self.limits());
                let device = Device::try_new(name, compute_capability, sm_count);
                Some(
                    device
                        .map(Arch::Device)
                        .map_err(|invalid| invalid.to_string()),
                )
            }
            "sm" => Some(Ok(Arch::ComputeCapability(read!(self.limits())))),
            _ => None,
        }
    }

    /// The limits of an SM: those of the tables, or others.
    fn limits(&mut self) -> Read<&'static ComputeCapability> {
        let mut limits = compute_capabilities::SM_90.limits();
        limits.name = lasting(self.text()?);
        limits.architecture = lasting(self.text()?);
        let count: usize = self.number()?;
        let targets: Option<Vec<_>> = (0..count).map(|_| Some(lasting(self.text()?))).collect();
        limits.targets = targets?.leak();
        limits.shared_memory_carveouts = self.numbers()?;
        limits.read_words(&mut self.words)?;
        let made = match ComputeCapability::try_new(limits) {
            Ok(made) => made,
            Err(invalid) => return Some(Err(invalid.to_string())),
        };
        let mut all = ComputeCapability::ALL.iter();
        Some(Ok(match all.find(|known| **known == made) {
            Some(known) => known,
            None => Box::leak(Box::new(made)),
        }))
    }

    fn code(&mut self) -> Option<Compiled<'static>> {
        let form = self.words.next()?;
        let name = lasting(self.text()?);
        let letter = self.text()?;
        let mut all = [Suffix::None, Suffix::Architecture, Suffix::Family].into_iter();
        let suffix = all.find(|suffix| suffix.letter() == letter)?;
        let mut code = match form {
            "machine_code" => Compiled::machine_code(name, (0, 0)),
            "ptx" => Compiled::ptx(name, (0, 0), suffix),
            _ => return None,
        };
        code.suffix = suffix;
        code.read_words(&mut self.words)?;
        Some(code)
    }

    fn number<T: TryFrom<u64>>(&mut self) -> Option<T> {
        let number: u64 = self.words.next()?.parse().ok()?;
        number.try_into().ok()
    }

    fn numbers(&mut self) -> Option<&'static [u32]> {
        let count: usize = self.number()?;
        let numbers: Option<Vec<u32>> = (0..count).map(|_| self.number()).collect();
        Some(numbers?.leak())
    }

    fn extent(&mut self) -> Option<(u32, u32, u32)> {
        Some((self.number()?, self.number()?, self.number()?))
    }

    fn ratio(&mut self) -> Option<Ratio> {
        Ratio::new(self.number()?, self.number()?)
    }

    /// A text, of which `%` and two digits are a byte.
    fn text(&mut self) -> Option<String> {
        let mut parts = self.words.next()?.split('%');
        let mut bytes = parts.next()?.as_bytes().to_vec();
        for part in parts.filter(|part| !part.is_empty()) {
            let (digits, rest) = part.split_at_checked(2)?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
            bytes.extend(rest.as_bytes());
        }
        String::from_utf8(bytes).ok()
    }
}

fn lasting(text: String) -> &'static str {
    text.leak()
}

#[cfg(test)]
mod tests {
    use occupancy_core::kernel::{Accumulator, Argument, StatedTile};
    use occupancy_core::{Configuration, Kernel};

    use super::find;

    const RECORD: &str = "occupancy report 2 3 gemm::inner saxpy SaxpyLaunch 7 src/a: {b}.rs | sound 0 256 1 1 \
         integer 2 64 gpu row H100 end";

    #[test]
    fn a_record_is_found_wherever_the_compiler_puts_it() {
        for text in [
            format!("evaluation panicked: {RECORD}"),
            format!("src/a.rs:3:1: error[E0080]: evaluation panicked: {RECORD}: evaluation failed"),
            // As compilers before 1.89 have it.
            format!("the evaluated program panicked at '{RECORD}', src/lib.rs:3:1"),
        ] {
            let record = find(&text).unwrap().unwrap();
            assert_eq!((record.file.as_str(), record.line), ("src/a: {b}.rs", 3));
            assert_eq!((record.kernel.as_str(), record.id), ("saxpy", 7));
            let configuration = record.configurations[0].on(0);
            assert_eq!(configuration.kernel.block_dim, (256, 1, 1));
            assert_eq!(configuration.archs[0].name(), "H100 SXM5 80GB");
        }
        for text in [
            "",
            "occupancy report",
            "occupancy report of work",
            "an error",
        ] {
            assert!(find(text).is_none(), "{text}");
        }
    }

    #[test]
    fn a_tile_is_that_of_the_attribute() {
        let tile = "integer 2 128 integer 3 24576 tile tensor%20memory 1 problem 256 512 1 gpu";
        let mut stated = StatedTile::new(128, 64, 32);
        (stated.stages, stated.a_bytes, stated.b_bytes) = (2, 2, 2);
        stated.extra_registers = 40;
        let of_tile = Configuration::new(&[], Kernel::new((1, 1, 1), 1)).with_tile(Some(stated));
        let integers: Vec<String> = Argument::OF_TILE
            .into_iter()
            .filter_map(|argument| Some((argument, of_tile.integer(argument)?)))
            .map(|(argument, number)| format!("integer {} {number}", argument as u8))
            .collect();
        let words = integers.join(" ");
        stated.accumulator = Accumulator::TensorMemory;
        stated.problem = Some((256, 512));
        stated.gives_shared_memory = true;
        let name = Accumulator::TensorMemory.name();
        let tile = tile.replace("tensor%20memory", name);
        let record = RECORD.replace("gpu", &format!("{words} {tile}"));
        let found = find(&record).unwrap().unwrap();
        let configuration = &found.configurations[0].configuration;
        assert_eq!(configuration.tile, Some(stated));
        assert_eq!(configuration.kernel.dynamic_shared_memory, 24_576);
    }

    #[test]
    fn what_another_version_writes_is_refused() {
        let later = RECORD.replace("report 2", "report 3");
        let refused = find(&later).unwrap().unwrap_err();
        assert!(refused.contains("records of version 3, and this program reads version 2\nhelp: "));
        let unknown = RECORD.replace("H100", "H1000");
        let refused = find(&unknown).unwrap().unwrap_err();
        assert!(refused.contains("has a GPU `H1000` that this program does not know\nhelp: "));
        // Whatever is missing, too large or of another form.
        let words: Vec<&str> = RECORD.split(' ').skip(3).collect();
        for at in 0..words.len() {
            for other in ["", "-1", "%", "%f", "99999999999999999999999", "é"] {
                let mut words = words.clone();
                words[at] = other;
                let text = format!("occupancy report 2 {}", words.join(" "));
                if let Some(Err(refused)) = find(&text) {
                    assert!(!refused.is_empty());
                }
            }
            let cut = format!("occupancy report 2 {}", words[..at].join(" "));
            assert!(find(&cut).is_none_or(|read| read.is_err()), "{cut}");
        }
    }
}
