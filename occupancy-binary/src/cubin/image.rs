//! One cubin, and what its kernels use.

use alloc::collections::BTreeMap;
use alloc::vec::{self, Vec};
use core::slice;

use occupancy_core::Compiled;
use occupancy_core::gpu::{CodeForm, Suffix};

use super::attributes::{self, Attributes};
use super::elf::{
    ATTRIBUTES, Abi, Elf, KernelSymbol, MOST_READ, Part, SYMBOLS, Section, Symbols, index, take,
};
use super::fault::{self, damaged};
use super::names::{Asked, Candidates, ambiguous};
use crate::error::Error;

/// One cubin: machine code for one compute capability.
///
/// ```
/// use occupancy_binary::{Error, cubin::Image};
///
/// # /*
/// let file = std::fs::read("kernels.cubin")?;
/// # */
/// # let file = include_bytes!(concat!(
/// #     env!("CARGO_MANIFEST_DIR"),
/// #     "/../tests/fixtures/cubins/saxpy-sm_90-13.cubin",
/// # )).to_vec();
/// let image = Image::new(&file)?;
/// let names: Result<Vec<_>, _> = image.kernels().map(|kernel| kernel.map(|it| it.name)).collect();
/// assert_eq!(names?, ["_ZN4blas8reversedEPKfPf", "saxpy"]);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Image<'a> {
    elf: Elf<'a>,
    symbols: Symbols<'a>,
    /// `.nv.info`: the records about all functions.
    info: Option<Part<'a>>,
    suffix: Suffix,
    has_shared_memory_to_link: bool,
}

/// A kernel, and where its records are.
#[derive(Clone, Debug)]
struct Found<'a> {
    symbol: KernelSymbol<'a>,
    sections: Sections<'a>,
    figures: Figures,
}

/// The sections about one kernel.
#[derive(Clone, Copy, Debug, Default)]
struct Sections<'a> {
    info: Option<Part<'a>>,
    shared: Option<u64>,
}

/// What the records about all functions state of one.
#[derive(Clone, Copy, Debug, Default)]
struct Figures {
    registers: Option<u32>,
    frame: Option<u32>,
    min_stack: Option<u32>,
    max_stack: Option<u32>,
}

impl<'a> Image<'a> {
    /// The image in these bytes.
    ///
    /// # Errors
    ///
    /// [`Error`] if they are not a cubin of a known ABI, or not a whole one.
    pub fn new(bytes: &'a [u8]) -> Result<Self, Error> {
        let elf = Elf::new(bytes)?;
        let (mut symbols, mut info) = (None, None);
        for section in elf.sections() {
            // The rest is about single kernels.
            if symbols.is_some() && info.is_some() {
                break;
            }
            let contradiction = || damaged(fault::CONTRADICTION, section.at);
            if section.kind == SYMBOLS {
                if symbols.is_some() {
                    return Err(contradiction());
                }
                symbols = Some(elf.symbols(&section)?);
            } else if section.kind == ATTRIBUTES
                && section.info == 0
                && elf.is_named(&section, ".nv.info")
            {
                if info.is_some() {
                    return Err(contradiction());
                }
                info = Some(elf.content(&section)?);
            }
        }
        Ok(Self {
            elf,
            symbols: symbols.unwrap_or_default(),
            info,
            suffix: elf.suffix(),
            has_shared_memory_to_link: elf.has_shared_memory_to_link(),
        })
    }

    /// The layout of the image.
    pub fn abi(&self) -> Abi {
        self.elf.abi
    }

    /// The compute capability that it is machine code for: major and minor.
    pub fn compute_capability(&self) -> (u32, u32) {
        let sm = self.elf.sm();
        (sm / 10, sm % 10)
    }

    /// The letter of its target, `a` of `sm_90a`: [`Compiled::suffix`].
    pub fn suffix(&self) -> Suffix {
        self.suffix
    }

    /// Whether it is input for the linker, not what runs.
    pub fn is_relocatable(&self) -> bool {
        self.elf.relocatable
    }

    /// The kernels in the order of their symbols.
    pub fn kernels(&self) -> Kernels<'a> {
        Kernels {
            image: *self,
            left: MOST_READ,
            found: None,
        }
    }

    /// What a kernel uses: see [`usage`](super::usage).
    ///
    /// # Errors
    ///
    /// [`Error`] if there is no such kernel, or its attributes contradict each other.
    pub fn usage(&self, kernel: &str) -> Result<Compiled<'a>, Error> {
        let mut left = MOST_READ;
        let symbol = self.find(kernel, &mut left)?;
        let found = self.locate(slice::from_ref(&symbol))?;
        let found = found
            .first()
            .ok_or_else(|| damaged(fault::SYMBOL, symbol.at))?;
        self.read(found, &mut left)
    }

    /// The kernel with this name, or else the one with this name in the source.
    fn find(&self, kernel: &str, left: &mut usize) -> Result<KernelSymbol<'a>, Error> {
        // Names that begin so are none of the source.
        let is_symbol = kernel.starts_with("_Z");
        let asked = Asked::new(kernel);
        let mut found = None;
        let mut called = Vec::new();
        for symbol in self.symbols.kernels() {
            if symbol.is_named(kernel) {
                if found.replace(symbol).is_some() {
                    return Err(damaged(fault::CONTRADICTION, symbol.at));
                }
            } else if !is_symbol && symbol.is_mangled() && asked.is(symbol.raw_name(left)?) {
                called.push((symbol, symbol.name(left)?));
            }
        }
        match (found, &called[..]) {
            (Some(symbol), _) | (None, &[(symbol, _)]) => Ok(symbol),
            (None, []) => {
                let mut candidates = Candidates::new(kernel, CodeForm::MachineCode);
                candidates.look_in(self.names());
                Err(candidates.finish())
            }
            (None, several) => Err(ambiguous(
                kernel,
                CodeForm::MachineCode,
                several.iter().map(|it| it.1),
            )),
        }
    }

    /// The names of the kernels, as far as they can be read.
    pub(crate) fn names(&self) -> impl Iterator<Item = Result<&'a str, Error>> {
        let mut left = MOST_READ;
        self.symbols
            .kernels()
            .map(move |symbol| symbol.name(&mut left))
    }

    /// Finds the records of kernels, in one pass over the sections and one over the attributes of all
    /// functions.
    fn locate(&self, kernels: &[KernelSymbol<'a>]) -> Result<Vec<Found<'a>>, Error> {
        let of_section =
            |symbol: &KernelSymbol<'_>| (u32::from(symbol.section), Sections::default());
        let mut sections: BTreeMap<_, _> = kernels.iter().map(of_section).collect();
        for section in self.elf.sections().filter(Section::is_stating) {
            let Some(of_kernel) = sections.get_mut(&section.info) else {
                continue;
            };
            let is_twice = if section.kind == ATTRIBUTES {
                self.elf.begins(&section, ".nv.info.")
                    && of_kernel
                        .info
                        .replace(self.elf.content(&section)?)
                        .is_some()
            } else {
                // Symbols are about no section, but an index of their own.
                section.kind != SYMBOLS
                    && self.elf.begins(&section, ".nv.shared.")
                    && of_kernel.shared.replace(section.size).is_some()
            };
            if is_twice {
                return Err(damaged(fault::CONTRADICTION, section.at));
            }
        }
        let of_symbol = |symbol: &KernelSymbol<'_>| (symbol.index, Figures::default());
        let mut figures: BTreeMap<_, _> = kernels.iter().map(of_symbol).collect();
        for attribute in self.info.into_iter().flat_map(Attributes) {
            let attribute = attribute?;
            if !matches!(
                attribute.id,
                attributes::REGCOUNT
                    | attributes::FRAME_SIZE
                    | attributes::MIN_STACK_SIZE
                    | attributes::MAX_STACK_SIZE
            ) {
                continue;
            }
            let [symbol, value] = attribute.words()?;
            let Some(of_kernel) = figures.get_mut(&index(symbol)) else {
                continue;
            };
            let place = match attribute.id {
                attributes::REGCOUNT => &mut of_kernel.registers,
                attributes::FRAME_SIZE => &mut of_kernel.frame,
                attributes::MIN_STACK_SIZE => &mut of_kernel.min_stack,
                _ => &mut of_kernel.max_stack,
            };
            attribute.state(place, Ok(value))?;
        }
        let found = |symbol: &KernelSymbol<'a>| Found {
            symbol: *symbol,
            sections: sections
                .get(&symbol.section.into())
                .copied()
                .unwrap_or_default(),
            figures: figures.get(&symbol.index).copied().unwrap_or_default(),
        };
        Ok(kernels.iter().map(found).collect())
    }

    /// What a kernel uses, once it is located.
    fn read(&self, found: &Found<'a>, left: &mut usize) -> Result<Compiled<'a>, Error> {
        let Found {
            symbol,
            sections,
            figures,
        } = found;
        let mut compiled = Compiled::machine_code(symbol.name(left)?, self.compute_capability());
        let code = self.elf.section(symbol.section.into());
        let code = code.ok_or_else(|| damaged(fault::SYMBOL, symbol.at))?;
        let mut own = Own {
            spills: Some(0),
            ..Own::default()
        };
        if let Some(info) = sections.info {
            take(left, info.bytes.len(), info.at)?;
            for attribute in Attributes(info) {
                own.take(&attribute?, &mut compiled)?;
            }
        }
        compiled.registers = match figures.registers {
            // Assembled without ptxas: only the section of the code states it, and no longer from 9.0
            // on.
            None if compiled.compute_capability.0 < 9 => Some(code.info >> 24),
            None => return Err(damaged(fault::REGISTERS, symbol.at)),
            registers => registers,
        };
        compiled.barriers = match self.elf.abi {
            Abi::Seven => u32::try_from((code.flags >> 20) & 0x7f).ok(),
            Abi::Eight => own.barriers.or(Some(0)),
        };
        let shared = self.static_shared_memory(sections.shared.unwrap_or(0));
        let shared = shared.ok_or_else(|| damaged(fault::SHARED_MEMORY, symbol.at))?;
        compiled.static_shared_memory = (!self.has_shared_memory_to_link).then_some(shared);
        // The linker adds up the called functions, and states the sum as the least.
        let of_function = figures.max_stack.filter(|_| !self.elf.relocatable);
        let stack = figures.min_stack.or(of_function);
        compiled.stack = stack.filter(|&bytes| bytes != u32::MAX);
        compiled.frame = figures.frame.or(Some(0));
        let toolkit = match self.elf.abi {
            Abi::Seven => own.toolkit.or(Some(self.elf.version)),
            Abi::Eight => own.toolkit,
        };
        compiled.toolkit = toolkit.map(|toolkit| (toolkit / 10, toolkit % 10));
        compiled.spill_instructions = own
            .spills
            .filter(|_| toolkit.is_some_and(|toolkit| toolkit >= STATES_SPILLS));
        compiled.suffix = self.suffix;
        compiled.is_relocatable = self.elf.relocatable;
        compiled.parameter_bytes = compiled.parameter_bytes.or(Some(0));
        compiled.virtual_resources = compiled.virtual_resources.or(Some(0));
        compiled.code_bytes = Some(code.size);
        Ok(compiled)
    }

    /// Bytes of a `.nv.shared` section without those of the system, which it has in executables from 9.0
    /// on.
    fn static_shared_memory(&self, size: u64) -> Option<u32> {
        let has_reserved = self.compute_capability().0 >= 9 && !self.elf.relocatable;
        let reserved = if has_reserved && size > 0 {
            RESERVED
        } else {
            0
        };
        size.checked_sub(reserved)?.try_into().ok()
    }
}

/// The values of a kernel's own attributes that [`Compiled`] does not have as they are.
#[derive(Default)]
struct Own {
    toolkit: Option<u32>,
    barriers: Option<u32>,
    /// `None` after an annotation of another kind, whose length is not known.
    spills: Option<u32>,
}

impl Own {
    fn take(
        &mut self,
        attribute: &attributes::Attribute<'_>,
        compiled: &mut Compiled<'_>,
    ) -> Result<(), Error> {
        let it = attribute;
        match it.id {
            attributes::CUDA_API_VERSION => it.state(&mut self.toolkit, it.word()),
            attributes::NUM_BARRIERS => it.state(&mut self.barriers, it.byte()),
            attributes::CBANK_PARAM_SIZE => it.state(&mut compiled.parameter_bytes, it.half()),
            attributes::MAXREG_COUNT => it.state(&mut compiled.register_cap, it.half()),
            attributes::MAX_CLUSTER_RANK => it.state(&mut compiled.max_cluster_rank, it.word()),
            attributes::VRC_CTA_INIT_COUNT => it.state(&mut compiled.virtual_resources, it.byte()),
            attributes::MAX_THREADS => it.state(&mut compiled.max_block, it.dims()),
            attributes::REQNTID => it.state(&mut compiled.required_block, it.dims()),
            attributes::CTA_PER_CLUSTER => it.state(&mut compiled.cluster_dim, it.dims()),
            attributes::EXPLICIT_CLUSTER => {
                compiled.is_cluster_explicit = it.flag()?;
                Ok(())
            }
            attributes::BLOCKS_ARE_CLUSTERS => {
                compiled.are_blocks_clusters = it.flag()?;
                Ok(())
            }
            // An attribute has a limited size, so there can be several.
            attributes::ANNOTATIONS => {
                let counted = it.count_annotations(SPILL)?;
                let sum = |(before, counted): (u32, u32)| before.checked_add(counted);
                self.spills = self.spills.zip(counted).and_then(sum);
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

/// The kind of the annotation that `cuobjdump` calls `SpillRefill`.
const SPILL: u32 = 1;

/// Bytes that the system takes in every block.
///
/// Source: CUDA C++ Programming Guide 13.0, Compute Capabilities: 1 KB per thread block.
const RESERVED: u64 = 1024;

/// CUDA 12.8 is the first whose ptxas states spills.
const STATES_SPILLS: u32 = 128;

/// The kernels of an image in the order of their symbols: [`Image::kernels`].
///
/// After the first error there are no more.
#[derive(Clone, Debug)]
pub struct Kernels<'a> {
    image: Image<'a>,
    /// Bytes of names and attributes that may still be read.
    left: usize,
    /// The remaining ones, once they are located.
    found: Option<vec::IntoIter<Found<'a>>>,
}

impl<'a> Kernels<'a> {
    fn try_next(&mut self) -> Result<Option<Compiled<'a>>, Error> {
        if self.found.is_none() {
            let symbols: Vec<_> = self.image.symbols.kernels().collect();
            let found = match &symbols[..] {
                [] => Vec::new(),
                symbols => self.image.locate(symbols)?,
            };
            self.found = Some(found.into_iter());
        }
        let found = self.found.as_mut().and_then(Iterator::next);
        let read = |found| self.image.read(&found, &mut self.left);
        found.map(read).transpose()
    }
}

impl<'a> Iterator for Kernels<'a> {
    type Item = Result<Compiled<'a>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.try_next().transpose();
        if matches!(next, Some(Err(_))) {
            self.found = Some(Vec::new().into_iter());
        }
        next
    }
}
