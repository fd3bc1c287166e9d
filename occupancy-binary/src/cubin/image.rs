//! One cubin, and what its kernels use.

use alloc::vec::{self, Vec};
use core::slice;

use occupancy_core::Compiled;
use occupancy_core::gpu::{CodeForm, Suffix};

use super::attributes::attributes;
use super::elf::{
    ATTRIBUTES, Abi, Elf, MOST_READ, NO_BITS, PROGRAM, Part, SHARED, SYMBOLS, Section, Symbol,
    index, take,
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image<'a> {
    elf: Elf<'a>,
    /// The kernels, in their order.
    symbols: Vec<Symbol<'a>>,
    /// `.nv.info`: the records about all functions.
    info: Option<Part<'a>>,
    suffix: Suffix,
    has_shared_memory_to_link: bool,
}

/// What there is about the code of a kernel: its records, and the bytes of its shared memory.
type OfCode<'a> = (Option<Part<'a>>, Option<u64>);

/// What the records about all functions state of a kernel.
#[derive(Clone, Copy, Default)]
struct Figures {
    registers: Option<u32>,
    frame: Option<u32>,
    least_stack: Option<u32>,
    most_stack: Option<u32>,
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
        for section in &elf.sections {
            // The rest is about single kernels.
            if symbols.is_some() && info.is_some() {
                break;
            }
            let is_twice = match section.kind {
                SYMBOLS => symbols.replace(elf.kernels(section)?).is_some(),
                ATTRIBUTES if section.info == 0 && section.name.is(".nv.info") => {
                    info.replace(elf.content(section)?).is_some()
                }
                _ => false,
            };
            if is_twice {
                return Err(damaged(fault::CONTRADICTION, section.at));
            }
        }
        Ok(Self {
            symbols: symbols.unwrap_or_default(),
            info,
            suffix: elf.suffix(),
            has_shared_memory_to_link: elf.has_shared_memory_to_link(),
            elf,
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

    /// The kernels in the order of their symbols. An error is the last.
    pub fn kernels(&self) -> vec::IntoIter<Result<Compiled<'a>, Error>> {
        let mut found = Vec::new();
        match self.records(&self.symbols) {
            Err(error) => found.push(Err(error)),
            Ok(records) => {
                let mut left = MOST_READ;
                for (symbol, records) in self.symbols.iter().zip(records) {
                    found.push(self.read(symbol, records, &mut left));
                    if found.last().is_some_and(Result::is_err) {
                        break;
                    }
                }
            }
        }
        found.into_iter()
    }

    /// What a kernel uses: see [`usage`](super::usage).
    ///
    /// # Errors
    ///
    /// [`Error`] if there is no such kernel, or its attributes contradict each other.
    pub fn usage(&self, kernel: &str) -> Result<Compiled<'a>, Error> {
        let mut left = MOST_READ;
        let symbol = self.find(kernel, &mut left)?;
        let records = self.records(slice::from_ref(symbol))?;
        let records = records.into_iter().next().unwrap_or_default();
        self.read(symbol, records, &mut left)
    }

    /// The kernel with this name, or else the one with this name in the source.
    fn find(&self, kernel: &str, left: &mut usize) -> Result<&Symbol<'a>, Error> {
        // Names that begin so are none of the source.
        let is_symbol = kernel.starts_with("_Z");
        let asked = Asked::new(kernel);
        let mut found = None;
        let mut called = Vec::new();
        for symbol in &self.symbols {
            if symbol.name.is(kernel) {
                if found.replace(symbol).is_some() {
                    return Err(damaged(fault::CONTRADICTION, symbol.at));
                }
            } else if !is_symbol && symbol.name.begins("_Z") && asked.is(symbol.raw_name(left)?) {
                called.push((symbol, symbol.name(left)?));
            }
        }
        match (found, &called[..]) {
            (Some(symbol), _) | (None, &[(symbol, _)]) => Ok(symbol),
            (None, []) => {
                let mut candidates = Candidates::new(kernel, CodeForm::MachineCode);
                self.suggest(&mut candidates);
                Err(candidates.finish())
            }
            (None, several) => {
                let symbols: Vec<_> = several.iter().map(|(_, name)| *name).collect();
                Err(ambiguous(kernel, CodeForm::MachineCode, &symbols))
            }
        }
    }

    /// Looks into the names of the kernels, as far as they can be read.
    pub(crate) fn suggest(&self, candidates: &mut Candidates<'_>) {
        let mut left = MOST_READ;
        let names = self
            .symbols
            .iter()
            .map(|symbol| symbol.name(&mut left).ok());
        candidates.look_in(&mut names.into_iter());
    }

    /// What there is about each of these kernels, in one pass over the sections and one over the attributes of all
    /// functions.
    fn records(&self, kernels: &[Symbol<'a>]) -> Result<Vec<(OfCode<'a>, Figures)>, Error> {
        // By the numbers of sections; nothing about the code of other kernels.
        let mut sections: Vec<Option<OfCode<'a>>> = vec![None; self.elf.sections.len()];
        for kernel in kernels {
            let section = sections.get_mut(usize::from(kernel.section));
            section.map(|section| section.insert((None, None)));
        }
        for section in &self.elf.sections {
            let Some(Some((info, shared))) = sections.get_mut(index(section.info)) else {
                continue;
            };
            let is_twice = match section.kind {
                ATTRIBUTES if section.name.begins(".nv.info.") => {
                    info.replace(self.elf.content(section)?).is_some()
                }
                // SHARED in a relocatable file, NO_BITS in a final one, PROGRAM if assembled without ptxas.
                PROGRAM | NO_BITS | SHARED if section.name.begins(".nv.shared.") => {
                    shared.replace(section.size).is_some()
                }
                _ => false,
            };
            if is_twice {
                return Err(damaged(fault::CONTRADICTION, section.at));
            }
        }
        let of_code = |kernel: &Symbol<'_>| {
            let section = sections.get(usize::from(kernel.section));
            (
                section.copied().flatten().unwrap_or_default(),
                Figures::default(),
            )
        };
        let mut records: Vec<_> = kernels.iter().map(of_code).collect();
        for attribute in attributes(self.info) {
            let it = attribute?;
            let figure: fn(&mut Figures) -> &mut Option<u32> = match it.id {
                0x2f => |figures| &mut figures.registers,   // REGCOUNT
                0x11 => |figures| &mut figures.frame,       // FRAME_SIZE
                0x12 => |figures| &mut figures.least_stack, // MIN_STACK_SIZE
                0x23 => |figures| &mut figures.most_stack,  // MAX_STACK_SIZE
                _ => continue,
            };
            let (symbol, value) = (it.word(0, 2)?, it.word(1, 2));
            // Symbols are in the order of their numbers.
            if let Ok(number) = kernels.binary_search_by_key(&symbol, |kernel| kernel.index)
                && let Some((_, figures)) = records.get_mut(number)
            {
                it.state(figure(figures), value)?;
            }
        }
        Ok(records)
    }

    /// What a kernel uses.
    fn read(
        &self,
        symbol: &Symbol<'a>,
        ((info, shared), figures): (OfCode<'a>, Figures),
        left: &mut usize,
    ) -> Result<Compiled<'a>, Error> {
        let mut compiled = Compiled::machine_code(symbol.name(left)?, self.compute_capability());
        let code: Option<&Section<'_>> = self.elf.sections.get(usize::from(symbol.section));
        let code = code.ok_or_else(|| damaged(fault::SYMBOL, symbol.at))?;
        let (mut toolkit, mut barriers) = (None, None);
        // `None` after an annotation of another kind, whose length is not known.
        let mut spills = Some(0);
        if let Some(info) = &info {
            take(left, info.bytes.len(), info.at)?;
        }
        for attribute in attributes(info) {
            let (it, own) = (attribute?, &mut compiled);
            // The names are those that `cuobjdump -elf` of CUDA 13.5 prints, without `EIATTR_`.
            match it.id {
                0x37 => it.state(&mut toolkit, it.word(0, 1))?, // CUDA_API_VERSION
                0x4c => it.state(&mut barriers, it.byte())?,    // NUM_BARRIERS
                0x19 => it.state(&mut own.parameter_bytes, it.half())?, // CBANK_PARAM_SIZE
                0x1b => it.state(&mut own.register_cap, it.half())?, // MAXREG_COUNT
                0x3f => it.state(&mut own.max_cluster_rank, it.word(0, 1))?, // MAX_CLUSTER_RANK
                0x4a => it.state(&mut own.virtual_resources, it.byte())?, // VRC_CTA_INIT_COUNT
                0x05 => it.state(&mut own.max_block, it.dims())?, // MAX_THREADS
                0x10 => it.state(&mut own.required_block, it.dims())?, // REQNTID
                0x3d => it.state(&mut own.cluster_dim, it.dims())?, // CTA_PER_CLUSTER
                0x3e => own.is_cluster_explicit = it.flag()?,   // EXPLICIT_CLUSTER
                0x5b => own.are_blocks_clusters = it.flag()?,   // BLOCKS_ARE_CLUSTERS
                // ANNOTATIONS. An attribute has a limited size, so there can be several.
                0x55 => {
                    let both = spills.zip(it.count_annotations(SPILL)?);
                    spills = both.and_then(|(before, counted)| u32::checked_add(before, counted));
                }
                _ => {}
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
            Abi::Eight => barriers.or(Some(0)),
        };
        let shared = self.static_shared_memory(shared.unwrap_or(0));
        let shared = shared
            .ok_or_else(|| damaged("the shared memory of this kernel cannot be", symbol.at))?;
        compiled.static_shared_memory = (!self.has_shared_memory_to_link).then_some(shared);
        // The linker adds up the called functions, and states the sum as the least.
        let of_function = figures.most_stack.filter(|_| !self.elf.relocatable);
        let stack = figures.least_stack.or(of_function);
        compiled.stack = stack.filter(|&bytes| bytes != u32::MAX);
        compiled.frame = figures.frame.or(Some(0));
        let toolkit = match self.elf.abi {
            Abi::Seven => toolkit.or(Some(self.elf.version)),
            Abi::Eight => toolkit,
        };
        compiled.toolkit = toolkit.map(|toolkit| (toolkit / 10, toolkit % 10));
        compiled.spill_instructions =
            spills.filter(|_| toolkit.is_some_and(|toolkit| toolkit >= STATES_SPILLS));
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
        let reserved = u64::from(has_reserved && size > 0).saturating_mul(RESERVED);
        size.checked_sub(reserved)?.try_into().ok()
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
