//! The output of `cuobjdump` for machine code.

use std::collections::BTreeMap;
use std::env;
use std::path::PathBuf;
use std::process::Command;

use occupancy_binary::cubin::Image;

use crate::nvcc::{run, temporary};

/// The tool, and a folder for what is written for it.
#[derive(Debug)]
pub struct Cuobjdump {
    path: PathBuf,
    directory: PathBuf,
}

/// The figures that `cuobjdump --dump-resource-usage` and `cuobjdump -elf` print for an image.
#[derive(Clone, Debug)]
pub struct Dump {
    /// The number after `sm_`.
    pub sm: u32,
    /// The version of the layout.
    pub abi: u32,
    /// Set if it is input for the linker.
    pub is_relocatable: bool,
    /// The functions that are kernels, by their symbols.
    pub kernels: BTreeMap<String, Kernel>,
}

/// The figures of a kernel as the tool names them: `REG` and so on of `--dump-resource-usage`, and the attributes of
/// `-elf` without `EIATTR_`.
#[derive(Clone, Debug, Default)]
pub struct Kernel {
    /// The values by their names; of a flag, there is none.
    pub said: BTreeMap<String, String>,
    /// `SpillRefill` records of `ANNOTATIONS`.
    pub spills: u32,
}

impl Cuobjdump {
    /// The cuobjdump of `OCCUPANCY_CUOBJDUMP`; what it reads goes into `directory`.
    ///
    /// # Errors
    ///
    /// Why there is none, in one line.
    pub fn find(directory: &str) -> Result<Self, String> {
        let path = env::var_os("OCCUPANCY_CUOBJDUMP").ok_or(
            "OCCUPANCY_CUOBJDUMP does not say where it is; `pip install nvidia-cuda-cuobjdump` brings it",
        )?;
        let (path, directory) = (path.into(), directory.into());
        Ok(Self { path, directory })
    }

    /// Its release: `13.5, V13.5.37`.
    ///
    /// # Errors
    ///
    /// If it does not run.
    pub fn release(&self) -> Result<String, String> {
        let printed = run(Command::new(&self.path).arg("--version"))?;
        let release = printed.split("release ").nth(1).unwrap_or(&printed);
        Ok(release.lines().next().unwrap_or_default().to_owned())
    }

    /// The number of images that it finds in a file.
    ///
    /// # Errors
    ///
    /// The output of the tool, if it cannot read the file.
    pub fn count(&self, file: &[u8]) -> Result<usize, String> {
        let input = temporary(&self.directory, ".bin", file)?;
        let list = run(Command::new(&self.path)
            .args(["-all", "-lelf"])
            .arg(input.path()))?;
        let files = list.lines().filter(|line| line.starts_with("ELF file"));
        Ok(files.count())
    }

    /// The figures of each image, or the reason why it cannot read one.
    pub fn dump(&self, images: &[&[u8]]) -> Vec<Result<Dump, String>> {
        let usage = self.print("--dump-resource-usage", images);
        let elf = self.print("-elf", images);
        let pairs = usage.into_iter().zip(elf);
        pairs
            .map(|(usage, elf)| Ok(Dump::read(&usage?, &elf?)))
            .collect()
    }

    /// The output for each image. The tool takes one file at a time, so they are put into a fat binary. If it cannot
    /// read one, it stops, and gets them one by one.
    fn print(&self, option: &str, images: &[&[u8]]) -> Vec<Result<String, String>> {
        let input = temporary(&self.directory, ".fatbin", &fat_binary(images));
        let input = input.expect("the folder is there");
        match run(Command::new(&self.path)
            .args(["-all", option])
            .arg(input.path()))
        {
            Ok(printed) => {
                let parts = printed.split("Fatbin elf code:").skip(1);
                let texts: Vec<_> = parts.map(|text| Ok(text.to_owned())).collect();
                assert_eq!(
                    texts.len(),
                    images.len(),
                    "images printed by cuobjdump {option}"
                );
                texts
            }
            Err(printed) if images.len() == 1 => {
                let reason = printed.lines().find(|line| line.contains("fatal"));
                // The name of the file comes last.
                let reason = reason.and_then(|line| line.split(" in '").next());
                vec![Err(reason.unwrap_or(&printed).trim().to_owned())]
            }
            Err(_) => images
                .iter()
                .flat_map(|&image| self.print(option, &[image]))
                .collect(),
        }
    }
}

/// A fat binary of these images, as they are.
fn fat_binary(images: &[&[u8]]) -> Vec<u8> {
    let mut entries = Vec::new();
    for image in images {
        // The text of one that cannot be read is searched all the same.
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

impl Dump {
    fn read(usage: &str, elf: &str) -> Self {
        // `64bit elf: type=2, abi=7, sm=80, …`, or of ABI 8
        // `64-bit ELF: type=ET_EXEC, ABI=8, sm=90, …`.
        let mut lines = elf.lines().map(str::to_lowercase);
        let header = lines.find(|line| line.starts_with("64") && line.contains("elf: "));
        let header = header.expect("a header");
        let field = |name: &str| {
            let mut parts = header.split([',', ' ']);
            let found = parts.find_map(|part| part.strip_prefix(name));
            found.unwrap_or_else(|| panic!("no {name} in {header}"))
        };
        let abi = number(field("abi="));
        let mut kernels: BTreeMap<String, Kernel> = BTreeMap::new();
        let mut flags = BTreeMap::new();
        for line in elf.lines() {
            let fields: Vec<_> = line.split_whitespace().collect();
            match fields[..] {
                // The flags of a section have the barriers in ABI 7.
                [_, _, _, _, _, "PROGBITS", bits, _, _, name] => {
                    let bits = u32::from_str_radix(bits.trim_start_matches("0x"), 16);
                    let barriers = (bits.expect("flags are hexadecimal") >> 20) & 0x7f;
                    flags.insert(name.trim_start_matches(".text."), barriers);
                }
                // A symbol.
                [_, _, _, "FUNC", _, _, "ENTRY", _, name] => {
                    kernels.insert(name.to_owned(), Kernel::default());
                }
                _ => {}
            }
        }
        read_attributes(&mut kernels, elf);
        for (name, kernel) in kernels.iter_mut().filter(|_| abi == 7) {
            let barriers = flags[&**name].to_string();
            kernel.said.insert("NUM_BARRIERS".to_owned(), barriers);
        }
        // Functions that are no kernels are listed, too.
        let mut name = "";
        for line in usage.lines().map(str::trim) {
            if let Some(function) = line.strip_prefix("Function ") {
                name = function.trim_end_matches(':');
            } else if line.starts_with("REG:")
                && let Some(kernel) = kernels.get_mut(name)
            {
                let fields = line
                    .split_whitespace()
                    .filter_map(|field| field.split_once(':'))
                    .map(|(name, value)| (name.to_owned(), value.to_owned()));
                kernel.said.extend(fields);
            }
        }
        Self {
            abi,
            // `90a` of kernels that use what only the `a` targets have.
            sm: number(field("sm=").trim_end_matches(['a', 'f'])),
            is_relocatable: matches!(field("type="), "1" | "et_rel"),
            kernels,
        }
    }
}

fn read_attributes(kernels: &mut BTreeMap<String, Kernel>, elf: &str) {
    let (mut section, mut attribute) = (None, "");
    for line in elf.lines() {
        if line.starts_with('.') {
            section = line.strip_prefix(".nv.info");
            continue;
        }
        let line = line.trim();
        let named = line.strip_prefix("Attribute:").map(str::trim);
        attribute = named.map_or(attribute, |name| name.trim_start_matches("EIATTR_"));
        let value = line.strip_prefix("Value:").map(str::trim);
        let Some(section) = section else { continue };
        // All functions share a section: `function: saxpy(0x2d)`, a tab and `register count: 8`.
        let of_function = || {
            let (name, value) = value?.strip_prefix("function: ")?.split_once('\t')?;
            Some((name.rsplit_once("(0x")?.0, value.rsplit_once(": ")?.1))
        };
        let (name, value) = match section.strip_prefix('.') {
            Some(name) => (name, value),
            None => of_function().map_or(("", None), |(name, value)| (name, Some(value))),
        };
        let Some(kernel) = kernels.get_mut(name) else {
            continue;
        };
        kernel.spills += u32::from(attribute == "ANNOTATIONS" && line.contains("SpillRefill"));
        // Flags have no value.
        if let Some(value) = value.or(named.map(|_| "")) {
            kernel.said.insert(attribute.to_owned(), value.to_owned());
        }
    }
}

impl Kernel {
    /// Returns `true` if a flag is set, or a value stated.
    pub fn has(&self, name: &str) -> bool {
        self.said.contains_key(name)
    }

    /// The numbers of a value; of `STACK:UNKNOWN`, there are none.
    pub fn numbers(&self, name: &str) -> Vec<u32> {
        let value = self.said.get(name).filter(|value| *value != "UNKNOWN");
        let numbers = value.iter().flat_map(|value| value.split_whitespace());
        numbers.map(number).collect()
    }

    /// The number of a value.
    pub fn number(&self, name: &str) -> Option<u32> {
        self.numbers(name).first().copied()
    }

    /// A block or a cluster.
    ///
    /// # Panics
    ///
    /// If there are other than three numbers.
    pub fn dims(&self, name: &str) -> Option<(u32, u32, u32)> {
        match self.numbers(name)[..] {
            [] => None,
            [x, y, z] => Some((x, y, z)),
            ref other => panic!("{name}: {other:?}"),
        }
    }
}

fn number(text: &str) -> u32 {
    let number = match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => text.parse(),
    };
    number.unwrap_or_else(|_| panic!("not a number: {text}"))
}
