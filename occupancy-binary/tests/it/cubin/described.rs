//! Cubins described by statements, and the figures that are read from them: `sm_80; own barriers byte 3; shared 16` is
//! a kernel `kernel` for 8.0 with an attribute of its own and 16 bytes of shared memory.
//!
//! | statement | |
//! |---|---|
//! | `sm_90`, `abi7 90 124` | the compute capability, and the toolkit, which only ABI 7 has; first |
//! | `own …`, `info …` | an attribute of the kernel, or in `.nv.info`: its name and form, and its numbers |
//! | `shared 16` | a section of shared memory for it |
//! | `symbol a 5 0x12 0x10` | one more symbol: the section of its code, its kind and its flags |
//! | `section .x 8 0 16`, `note .x …` | a section: its kind, what it is about, bytes; one with a text |
//! | `swap .x .y`, `clear .x` | two sections change places; nothing is in a section |
//! | `header 16 1`, `link`, `entry`, `flags`, `about`, `kind` | a byte of the header; a field of a section: `kind .x 8` |
//! | `poke .x+24 1 0xff` | a number of so many bytes in the file, which is complete by then |
//! | `last .x 7 1` | of a section, so many bytes, which are the last of the file but for so many more |
//! | `cut 1` | without the last bytes |
//!
//! A number can be `symbol` and `code`, those of the kernel, `len`, the length of the file, `.x`, where a section
//! begins, `header(.x)`, where its header does, and a sum or a difference.

use occupancy_binary::cubin::{Image, usage};
use occupancy_binary::{Error, ErrorKind};
use occupancy_core::Compiled;
use occupancy_core::kernel::Figure;

use super::builder::{Cubin, INFO, Kernel, sized};
use crate::cases::texts;

/// A cubin, and the file that it makes.
pub(crate) struct Described {
    cubin: Cubin,
    kernel: Kernel,
    pub(crate) file: Vec<u8>,
}

impl Described {
    pub(crate) fn new(description: &str) -> Self {
        let mut statements = description.split(';').map(str::trim).peekable();
        let mut cubin = Cubin::new(90);
        while let Some(statement) =
            statements.next_if(|it| it.starts_with("sm_") || it.starts_with("abi7 "))
        {
            let small = |digits: &str| u8::try_from(number(digits)).unwrap();
            cubin = match statement.split(' ').collect::<Vec<_>>()[..] {
                ["abi7", sm, toolkit] => Cubin::of_abi_7(small(sm), small(toolkit)),
                _ => Cubin::new(small(statement.trim_start_matches("sm_"))),
            };
        }
        let kernel = cubin.kernel("kernel");
        let mut it = Self {
            cubin,
            kernel,
            file: Vec::new(),
        };
        for statement in statements.filter(|it| !it.is_empty()) {
            let parts: Vec<_> = statement.split_whitespace().collect();
            it.add(&parts);
        }
        if it.file.is_empty() {
            it.file = it.cubin.bytes();
        }
        it
    }

    fn add(&mut self, statement: &[&str]) {
        let (cubin, text) = (
            &mut self.cubin,
            statement.get(2..).unwrap_or_default().join(" "),
        );
        match *statement {
            ["own", ref record @ ..] => self.says(self.kernel.own, record),
            ["info", ref record @ ..] => self.says(INFO, record),
            ["shared", size] => {
                let size = self.number(size);
                self.cubin.shared("kernel", self.kernel, size);
            }
            ["symbol", name, code, kind, other] => {
                let numbers = [code, kind, other].map(|it| self.small(it));
                let symbol = self
                    .cubin
                    .symbol(name.as_bytes(), u16::try_from(numbers[0]).unwrap());
                let at = 24 * symbol as usize + 4;
                let symbols = self.section(".symtab");
                self.cubin.sections[symbols].content[at] = u8::try_from(numbers[1]).unwrap();
                self.cubin.sections[symbols].content[at + 1] = u8::try_from(numbers[2]).unwrap();
            }
            ["section", name, kind, about, size] => {
                let [kind, about, size] = [kind, about, size].map(|it| self.small(it));
                self.cubin
                    .section(name, kind, about, &vec![0; size as usize]);
            }
            ["note", name, ..] => {
                cubin.section(name, 7, 0, text.as_bytes());
            }
            ["swap", one, other] => {
                let [one, other] = [one, other].map(|name| self.section(name));
                self.cubin.sections.swap(one, other);
            }
            ["clear", name] => {
                let section = self.section(name);
                self.cubin.sections[section].content.clear();
            }
            ["header", at, byte] => {
                let [at, byte] = [at, byte].map(|it| self.small(it));
                self.cubin.header[at as usize] = u8::try_from(byte).unwrap();
            }
            ["poke", at, size, number] => {
                if self.file.is_empty() {
                    self.file = cubin.bytes();
                }
                let [at, size] = [at, size].map(|it| self.small(it) as usize);
                let number = self.number(number).to_le_bytes();
                self.file[at..at + size].copy_from_slice(&number[..size]);
            }
            ["cut", count] => {
                let count = self.small(count) as usize;
                self.file = self.cubin.bytes();
                self.file.truncate(self.file.len() - count);
            }
            ["last", name, size, more] => {
                let [size, more] = [size, more].map(|it| self.small(it) as usize);
                self.file = self.cubin.with_last(self.section(name), size, more);
            }
            [field, name, number] => {
                let (section, number) = (self.section(name), self.number(number));
                let section = &mut self.cubin.sections[section];
                let small = u32::try_from(number).unwrap_or_default();
                match field {
                    "kind" => section.kind = small,
                    "link" => section.link = small,
                    "about" => section.info = small,
                    "entry" => section.entry_size = number,
                    "flags" => section.flags = number,
                    _ => panic!("{statement:?}"),
                }
            }
            _ => panic!("{statement:?}"),
        }
    }

    fn says(&mut self, section: usize, record: &[&str]) {
        let numbers: Vec<_> = record.iter().skip(2).map(|it| self.small(it)).collect();
        let low = numbers.first().map_or([0; 4], |it| it.to_le_bytes());
        let record = match record {
            ["raw", first, ..] => {
                let all = [&[self.small(first)][..], &numbers].concat();
                all.iter().map(|it| u8::try_from(*it).unwrap()).collect()
            }
            [name, "flag"] => vec![1, id_of(name), 0, 0],
            [name, "byte", _] => vec![2, id_of(name), low[0], 0],
            [name, "half", _] => vec![3, id_of(name), low[0], low[1]],
            [name, "words", ..] => sized(id_of(name), &numbers),
            _ => panic!("{record:?}"),
        };
        self.cubin.sections[section].content.extend(record);
    }

    /// The last section of this name.
    fn section(&self, name: &str) -> usize {
        let mut sections = 0..self.cubin.sections.len();
        sections
            .rfind(|it| self.cubin.name_of(*it) == name)
            .expect(name)
    }

    fn small(&self, sum: &str) -> u32 {
        u32::try_from(self.number(sum)).unwrap()
    }

    fn number(&self, sum: &str) -> u64 {
        let signed = sum.replace('-', "+-");
        let terms = signed.split('+').map(|term| match term.strip_prefix('-') {
            Some(term) => self.term(term).wrapping_neg(),
            None => self.term(term),
        });
        terms.fold(0, u64::wrapping_add)
    }

    fn term(&self, term: &str) -> u64 {
        let header = term
            .strip_prefix("header(")
            .and_then(|it| it.strip_suffix(')'));
        match (term, header) {
            ("symbol", _) => self.kernel.symbol.into(),
            ("code", _) => self.kernel.code as u64,
            ("len", _) => self.cubin.bytes().len() as u64,
            (_, Some(name)) => self.cubin.header_of(self.section(name)) as u64,
            _ if term.starts_with('.') => self.cubin.content_of(self.section(term)) as u64,
            _ => number(term),
        }
    }

    /// Every kernel with the figures that differ from those of a bare one for 9.0, or the error; then the answer for
    /// the name `kernel`, if that is something else.
    pub(crate) fn read(&self) -> String {
        let mut lines = Vec::new();
        let read = |kernel: Result<Compiled<'_>, Error>| {
            kernel.map_or_else(|error| self.said(&error), |kernel| differences(&kernel))
        };
        match Image::new(&self.file) {
            Err(error) => lines.push(self.said(&error)),
            Ok(image) => lines.extend(image.kernels().map(read)),
        }
        let by_name = read(usage(&self.file, "kernel"));
        if !lines.contains(&by_name) {
            lines.push(format!("by its name: {by_name}"));
        }
        lines.join("\n")
    }

    fn said(&self, error: &Error) -> String {
        match damage(error) {
            Some((fault, at)) => format!("{fault}: {}", self.place(at)),
            None => format!("{:?}: {error}", error.kind()),
        }
    }

    /// A byte of the file, counted from its section or from the header of that.
    fn place(&self, at: usize) -> String {
        for section in 0..self.cubin.sections.len() {
            let name = self.cubin.name_of(section);
            let (content, header) = (
                self.cubin.content_of(section),
                self.cubin.header_of(section),
            );
            let len = self.cubin.sections[section].content.len();
            if (header..header + 64).contains(&at) {
                return format!("header({name})+{}", at - header);
            } else if (content..content + len).contains(&at) {
                return format!("{name}+{}", at - content);
            }
        }
        at.to_string()
    }
}

/// The number of an attribute, with which its row of `forms.txt` begins.
fn id_of(name: &str) -> u8 {
    let rows = texts("cubin/forms.txt");
    let row = rows.iter().find(|row| row.split(' ').nth(2) == Some(name));
    let (id, _) = row.expect(name).split_once(' ').unwrap();
    u8::try_from(number(id)).unwrap()
}

/// A number, decimal or with `0x`.
pub(crate) fn number(digits: &str) -> u64 {
    let number = digits
        .strip_prefix("0x")
        .map_or_else(|| digits.parse(), |hex| u64::from_str_radix(hex, 16));
    number.expect(digits)
}

/// The fault of a damaged binary and its byte, after a check that the rest of the error agrees with them.
pub(crate) fn damage(error: &Error) -> Option<(String, usize)> {
    let text = error.to_string();
    let (at, said) = text
        .strip_prefix("the binary is damaged at byte ")?
        .split_once(": ")?;
    let (fault, help) = said.split_once("\nhelp: ")?;
    let (kind, expected) = match fault {
        "what is referred to is outside of the file" => (
            ErrorKind::Truncated,
            "the file may be cut off: build it anew",
        ),
        "no registers are stated for this kernel" => (
            ErrorKind::Damaged,
            "compile it with ptxas or nvcc, which state them",
        ),
        _ => (
            ErrorKind::Damaged,
            "build it anew; if `cuobjdump -elf` reads it, report it with the version of nvcc",
        ),
    };
    assert_eq!((error.kind(), help), (kind, expected));
    assert_eq!(error.offset(), at.parse().ok());
    Some((fault.to_owned(), at.parse().unwrap()))
}

fn differences(kernel: &Compiled<'_>) -> String {
    let file = Described::new("").file;
    let bare = usage(&file, "kernel").unwrap();
    let target = |of: &Compiled<'_>| {
        let (cc, suffix) = (of.compute_capability, of.suffix);
        [
            ("compute_capability", format!("{cc:?}")),
            ("suffix", format!("{suffix:?}")),
        ]
    };
    let values = |of: &Compiled<'_>| {
        let figures = Figure::ALL
            .iter()
            .map(|figure| (figure.row().field, of.figure(*figure).to_string()));
        target(of).into_iter().chain(figures).collect::<Vec<_>>()
    };
    let mut figures = vec![kernel.name.to_owned()];
    for ((field, is), (_, expected)) in values(kernel).into_iter().zip(values(&bare)) {
        if is != expected {
            figures.push(format!("{field}={is}"));
        }
    }
    figures.join(" ")
}
