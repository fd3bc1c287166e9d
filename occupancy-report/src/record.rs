//! Reads the record of a kernel: the one form in which an evaluated configuration leaves the compiler. Pages, the
//! index, `occupancy report` and the gate read it here.
//!
//! The library's `src/record.rs` writes it as the panic message of a constant: words between spaces. The names of GPUs
//! and kernels are leaked, so that they live as long as those of the tables; there are only as many as an author wrote.

use std::str::SplitAsciiWhitespace;

use occupancy_core::gpu::{CodeForm, Suffix};
use occupancy_core::judge::Verdict;
use occupancy_core::kernel::{Rare, Stated};
use occupancy_core::text::{RECORD, RECORD_VERSION, is_hidden};
use occupancy_core::{Arch, Compiled, Configuration, Device, Multiprocessor, compute_capabilities};

/// A kernel, with the place of its declaration.
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
    /// The number by which the attribute finds the record of its kernel; 0 if it does not look for it.
    pub id: u64,
    /// `true` if the kernel is inside a function, so that no path leads to it. Records do not say so: whoever reads the
    /// source sets it.
    pub is_in_function: bool,
    /// The configuration of the GPUs without an `on(…)`, then that of each other GPU; of several block sizes, one for
    /// each. `None` for one that the attribute or the compiler refuses.
    pub configurations: Vec<Option<Recorded>>,
}

/// One configuration on its GPUs.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Recorded {
    /// The arguments, and the warnings that are turned on.
    pub stated: Stated<'static>,
    /// The configuration, with the block that was chosen. Values that are left to the kernel's code are the largest of
    /// all GPUs; [`Stated::for_gpu`] returns those of one.
    pub configuration: Configuration<'static>,
}

/// Finds the record in a text of the compiler; `None` if there is none. An error says why the record cannot be read.
pub fn find(text: &str) -> Option<Result<Record, String>> {
    let (_, after) = text.split_once(RECORD)?;
    let (version, record) = after.split_once(' ')?;
    let version: u64 = version.parse().ok()?;
    if version != RECORD_VERSION {
        return Some(Err(format!(
            "the library `occupancy` of this package writes records of version {version}, and this program reads \
             version {RECORD_VERSION}\nhelp: install the program of the library's version"
        )));
    }
    let (place, configurations) = record.split_once(" | ").unwrap_or((record, ""));
    let words = configurations.split_ascii_whitespace();
    let fault = format!("a record cannot be read: {record}");
    let mut reader = Reader { words, fault };
    let read = reader.record(place);
    Some(read.ok_or(reader.fault))
}

/// Reads words. Each method returns `None` if a word is missing or malformed.
struct Reader<'a> {
    words: SplitAsciiWhitespace<'a>,
    /// The message if the record cannot be read.
    fault: String,
}

impl Reader<'_> {
    /// Reads a record. Its place is the line, the module, the kernel, the launch type, the number, and the file, whose
    /// name can have any characters.
    fn record(&mut self, place: &str) -> Option<Record> {
        let mut place = place.splitn(6, ' ');
        let line = place.next()?.parse().ok()?;
        // Names are `r#type` and `gemm::kernels`, and never markup.
        let is_other = |it: char| is_hidden(it) || it.is_ascii_punctuation() && !"_:#".contains(it);
        let mut name = || {
            let name = place.next().filter(|name| !name.contains(is_other));
            name.map(str::to_owned)
        };
        let [module, kernel, launch_type] = [name()?, name()?, name()?];
        let id = place.next()?.parse().ok()?;
        let file = place.next()?.to_owned();
        let mut configurations = Vec::new();
        loop {
            configurations.push(match self.words.next()? {
                "sound" => Some(self.configuration()?),
                "refused" => None,
                // Compilers append to the message: `end: …`, `end', …`.
                word if word.starts_with("end") => break,
                _ => return None,
            });
        }
        Some(Record {
            kernel,
            launch_type,
            module,
            file,
            line,
            id,
            is_in_function: false,
            configurations,
        })
    }

    fn configuration(&mut self) -> Option<Recorded> {
        let lints = self.number()?;
        let mut stated = Stated::new(&[], self.number()?, [], 0, lints);
        let count = stated.stated_numbers().len();
        for place in stated.numbers.iter_mut().take(count) {
            *place = self.number::<u64>()?.into();
        }
        let (mut rare, mut verdict) = (Rare::NONE, Verdict::of_known(true));
        let (mut archs, mut code) = (Vec::new(), Vec::new());
        loop {
            let rest = self.words.clone();
            match self.words.next()? {
                "auto" => {
                    rare.auto = Some((self.number()?, self.number()?));
                    verdict.chosen = Some(self.number()?);
                }
                "auto_registers" => rare.auto_registers = Some(self.number()?),
                "auto_vgprs" => rare.auto_vgprs = Some(self.number()?),
                "intent" => rare.intent = Some(self.text()?),
                "target" => stated.target = Some(self.text()?),
                "further_size" => rare.is_further_size = true,
                "partial_warp" => rare.allow_partial_warp = true,
                "by_warps" => stated.smem_by_warps = self.list(Self::number)?,
                "gpu" => archs.push(self.gpu()?),
                "code" => code.push(self.code()?),
                _ => {
                    self.words = rest;
                    break;
                }
            }
        }
        stated.archs = archs.leak();
        stated.code = code.leak();
        stated.rare = Box::leak(Box::new(rare));
        let (_, out_of_range) = stated.merged();
        if stated.archs.is_empty() || !out_of_range.is_empty() {
            return None;
        }
        let configuration = stated.resolved(verdict);
        Some(Recorded {
            stated,
            configuration,
        })
    }

    fn gpu(&mut self) -> Option<Arch> {
        match self.words.next()? {
            "row" => {
                let row = self.text()?;
                let known = Arch::find(row);
                let unknown = format!(
                    "the library `occupancy` of this package has a GPU `{row}` that this program does not know\n\
                     help: install the program of the library's version"
                );
                self.or_fault(known.map_err(|_| unknown))
            }
            "device" => {
                let (name, sm_count) = (self.text()?, self.number()?);
                let device = Device::try_new(name, self.limits()?, sm_count);
                self.or_fault(device).map(Arch::Device)
            }
            "sm" => self.limits().map(Arch::Multiprocessor),
            _ => None,
        }
    }

    /// Reads the limits of an SM, and finds the row of the tables that has them, if there is one.
    fn limits(&mut self) -> Option<&'static Multiprocessor> {
        let mut limits = compute_capabilities::SM_90.limits();
        limits.name = self.text()?;
        limits.architecture = self.text()?;
        limits.targets = self.list(Self::text)?;
        limits.shared_memory_carveouts = self.list(Self::number)?;
        limits.read_record(&mut self.words)?;
        let sm = self.or_fault(Multiprocessor::try_new(limits))?;
        let mut rows = Multiprocessor::ALL.iter();
        let row = rows.find(|row| **row == sm);
        Some(row.unwrap_or_else(|| Box::leak(Box::new(sm))))
    }

    fn code(&mut self) -> Option<Compiled<'static>> {
        let form = self.words.next()?;
        let (name, letter) = (self.text()?, self.text()?);
        let letters = [Suffix::None, Suffix::Architecture, Suffix::Family].into_iter();
        let steppings = (0..16).map(Suffix::Stepping).chain([Suffix::Generic]);
        let is_of_amd = |it: &Suffix| matches!(it, Suffix::Stepping(_) | Suffix::Generic);
        let form = match form {
            "machine_code" => CodeForm::MachineCode,
            "ptx" => CodeForm::Ptx,
            "code_object" => CodeForm::CodeObject,
            _ => return None,
        };
        let is_code_object = form == CodeForm::CodeObject;
        let is_it = |it: &Suffix| it.text() == letter && is_of_amd(it) == is_code_object;
        let suffix = letters.chain(steppings).find(is_it)?;
        let mut code = Compiled::new(form, name, (0, 0), suffix);
        code.read_record(&mut self.words)?;
        Some(code)
    }

    /// Returns the value, or keeps the error as the message.
    fn or_fault<T>(&mut self, value: Result<T, impl ToString>) -> Option<T> {
        value.map_err(|fault| self.fault = fault.to_string()).ok()
    }

    fn number<T: TryFrom<u64>>(&mut self) -> Option<T> {
        let number: u64 = self.words.next()?.parse().ok()?;
        number.try_into().ok()
    }

    /// Reads a list, which begins with its length.
    fn list<T>(&mut self, read: impl Fn(&mut Self) -> Option<T>) -> Option<&'static [T]> {
        let count: usize = self.number()?;
        let list: Option<Vec<T>> = (0..count).map(|_| read(self)).collect();
        Some(list?.leak())
    }

    /// Reads a text, in which `%` and two hexadecimal digits are a byte.
    fn text(&mut self) -> Option<&'static str> {
        let mut parts = self.words.next()?.split('%');
        let mut bytes = parts.next()?.as_bytes().to_vec();
        for part in parts.filter(|part| !part.is_empty()) {
            let (digits, rest) = part.split_at_checked(2)?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
            bytes.extend(rest.as_bytes());
        }
        let text = String::from_utf8(bytes).ok()?;
        Some(text.leak())
    }
}

#[cfg(test)]
mod tests {
    use occupancy_core::kernel::{Accumulator, Argument, Tile};

    use super::find;

    const RECORD: &str = "occupancy report 4 3 gemm::inner saxpy SaxpyLaunch 7 src/a: {b}.rs | sound 0 6 256 1 1 64 \
         gpu row H100 end";

    #[test]
    fn a_record_is_found_wherever_the_compiler_puts_it() {
        for text in [
            format!("evaluation panicked: {RECORD}"),
            format!("src/a.rs:3:1: error[E0080]: evaluation panicked: {RECORD}: evaluation failed"),
            // Compilers before 1.89 quote the message.
            format!("the evaluated program panicked at '{RECORD}', src/lib.rs:3:1"),
        ] {
            let record = find(&text).unwrap().unwrap();
            assert_eq!((record.file.as_str(), record.line), ("src/a: {b}.rs", 3));
            assert_eq!((record.kernel.as_str(), record.id), ("saxpy", 7));
            let configuration = record.configurations[0].unwrap().configuration;
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
    fn registers_follow_as_in_the_attribute() {
        let record = RECORD.replace("1 1 64 gpu", "1 1 0 auto_registers 0 gpu");
        let found = find(&record).unwrap().unwrap();
        let configuration = &found.configurations[0].unwrap().configuration;
        assert_eq!(configuration.auto_registers, Some(0));
        assert_eq!(configuration.kernel.registers_per_thread, 255);
    }

    #[test]
    fn a_tile_is_that_of_the_attribute() {
        let mut tile = Tile::new(128, 64, 32);
        (tile.stages, tile.a_bytes, tile.b_bytes) = (2, 2, 2);
        (tile.packed, tile.extra_registers) = (2, 40);
        tile.accumulator = Accumulator::TensorMemory;
        tile.problem = Some((256, 512));
        tile.gives_shared_memory = true;
        let bits = Argument::OF_TILE.bits() | 6;
        let stated = format!("{bits} 256 1 1 64 128 64 32 2 2 2 2 1 40 256 512 1 gpu");
        let record = RECORD.replace("6 256 1 1 64 gpu", &stated);
        let found = find(&record).unwrap().unwrap();
        let configuration = &found.configurations[0].unwrap().configuration;
        assert_eq!(configuration.tile, Some(tile));
        assert_eq!(configuration.kernel.dynamic_shared_memory, 12_288);
    }

    #[test]
    fn what_another_version_writes_is_refused() {
        let later = RECORD.replace("report 4", "report 5");
        let refused = find(&later).unwrap().unwrap_err();
        assert!(refused.contains("records of version 5, and this program reads version 4\nhelp: "));
        let unknown = RECORD.replace("H100", "H1000");
        let refused = find(&unknown).unwrap().unwrap_err();
        assert!(refused.contains("has a GPU `H1000` that this program does not know\nhelp: "));
        // A word can be missing, too large or malformed.
        let words: Vec<&str> = RECORD.split(' ').skip(3).collect();
        for at in 0..words.len() {
            for other in ["", "-1", "%", "%f", "99999999999999999999999", "é"] {
                let mut words = words.clone();
                words[at] = other;
                let text = format!("occupancy report 4 {}", words.join(" "));
                if let Some(Err(refused)) = find(&text) {
                    assert!(!refused.is_empty());
                }
            }
            let cut = format!("occupancy report 4 {}", words[..at].join(" "));
            assert!(find(&cut).is_none_or(|read| read.is_err()), "{cut}");
        }
    }
}
