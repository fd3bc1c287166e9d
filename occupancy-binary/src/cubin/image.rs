//! One cubin, and what its kernels use.

use alloc::vec::{self, Vec};

use occupancy_core::Compiled;
use occupancy_core::gpu::{CodeForm, Suffix};

use super::attributes::{BYTE, HALF, NO_VALUE, attributes};
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
#[derive(Debug)]
pub struct Image<'a> {
    elf: Elf<'a>,
    /// In the order of their symbols.
    kernels: Vec<Kernel<'a>>,
    suffix: Suffix,
    has_shared_memory_to_link: bool,
}

/// What there is about a kernel.
#[derive(Debug)]
struct Kernel<'a> {
    symbol: Symbol<'a>,
    of_code: OfCode<'a>,
    // What the records about all functions state.
    registers: Option<u32>,
    frame: Option<u32>,
    least_stack: Option<u32>,
    most_stack: Option<u32>,
}

/// What there is about a section of code: its records, and the bytes of its shared memory.
#[derive(Clone, Copy, Debug, Default)]
struct OfCode<'a> {
    info: Option<Part<'a>>,
    shared: Option<u64>,
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
        let mut of_code = vec![OfCode::default(); elf.sections.len()];
        for section in &elf.sections {
            let about = of_code.get_mut(index(section.info));
            let is_twice = match (section.kind, about.filter(|_| section.info > 0)) {
                (SYMBOLS, _) => symbols.replace(elf.kernels(section)?).is_some(),
                (ATTRIBUTES, None) if section.name.is(".nv.info") => {
                    info.replace(elf.content(section)?).is_some()
                }
                (ATTRIBUTES, Some(code)) if section.name.begins(".nv.info.") => {
                    code.info.replace(elf.content(section)?).is_some()
                }
                // SHARED in a relocatable file, NO_BITS in a final one, PROGRAM if assembled without ptxas.
                (PROGRAM | NO_BITS | SHARED, Some(code)) if section.name.begins(".nv.shared.") => {
                    code.shared.replace(section.size).is_some()
                }
                _ => false,
            };
            if is_twice {
                return Err(damaged(fault::CONTRADICTION, section.at));
            }
        }
        let kernel = |symbol: Symbol<'a>| Kernel {
            of_code: of_code
                .get(usize::from(symbol.section))
                .copied()
                .unwrap_or_default(),
            symbol,
            registers: None,
            frame: None,
            least_stack: None,
            most_stack: None,
        };
        let mut kernels: Vec<_> = symbols
            .unwrap_or_default()
            .into_iter()
            .map(kernel)
            .collect();
        for attribute in attributes(info) {
            let it = attribute?;
            if !matches!(
                it.id,
                REGCOUNT | FRAME_SIZE | MIN_STACK_SIZE | MAX_STACK_SIZE
            ) {
                continue;
            }
            let (symbol, value) = (it.word(0, 2)?, it.word(1, 2)?);
            let place = kernels.binary_search_by_key(&symbol, |kernel| kernel.symbol.index);
            if let Some(kernel) = place.ok().and_then(|place| kernels.get_mut(place)) {
                let figure = match it.id {
                    REGCOUNT => &mut kernel.registers,
                    FRAME_SIZE => &mut kernel.frame,
                    MIN_STACK_SIZE => &mut kernel.least_stack,
                    _ => &mut kernel.most_stack,
                };
                it.state(figure, value)?;
            }
        }
        Ok(Self {
            kernels,
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
        let mut left = MOST_READ;
        let mut found = Vec::new();
        for kernel in &self.kernels {
            found.push(self.read(kernel, &mut left));
            if found.last().is_some_and(Result::is_err) {
                break;
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
        let kernel = self.find(kernel, &mut left)?;
        self.read(kernel, &mut left)
    }

    /// The kernel with this name, or else the one with this name in the source.
    fn find(&self, name: &str, left: &mut usize) -> Result<&Kernel<'a>, Error> {
        // Names that begin so are none of the source.
        let is_symbol = name.starts_with("_Z");
        let asked = Asked::new(name);
        let mut found = None;
        let mut called = Vec::new();
        for kernel in &self.kernels {
            let symbol = &kernel.symbol;
            if symbol.name.is(name) {
                if found.replace(kernel).is_some() {
                    return Err(damaged(fault::CONTRADICTION, symbol.at));
                }
            } else if !is_symbol && symbol.name.begins("_Z") && asked.is(symbol.raw_name(left)?) {
                called.push((kernel, symbol.name(left)?));
            }
        }
        match (found, &called[..]) {
            (Some(kernel), _) | (None, &[(kernel, _)]) => Ok(kernel),
            (None, []) => {
                let mut candidates = Candidates::new(name, CodeForm::MachineCode);
                self.suggest(&mut candidates);
                Err(candidates.finish())
            }
            (None, several) => {
                let symbols: Vec<_> = several.iter().map(|(_, name)| *name).collect();
                Err(ambiguous(name, CodeForm::MachineCode, &symbols))
            }
        }
    }

    /// Looks into the names of the kernels, as far as they can be read.
    pub(crate) fn suggest(&self, candidates: &mut Candidates<'_>) {
        let mut left = MOST_READ;
        let kernels = self.kernels.iter();
        candidates.look_in(&mut kernels.map(|kernel| kernel.symbol.name(&mut left).ok()));
    }

    /// What a kernel uses.
    fn read(&self, kernel: &Kernel<'a>, left: &mut usize) -> Result<Compiled<'a>, Error> {
        let (symbol, OfCode { info, shared }) = (&kernel.symbol, kernel.of_code);
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
                0x37 => it.state(&mut toolkit, it.word(0, 1)?)?, // CUDA_API_VERSION
                0x4c => it.state(&mut barriers, it.value(BYTE)?)?, // NUM_BARRIERS
                0x19 => it.state(&mut own.parameter_bytes, it.value(HALF)?)?, // CBANK_PARAM_SIZE
                0x1b => it.state(&mut own.register_cap, it.value(HALF)?)?, // MAXREG_COUNT
                0x3f => it.state(&mut own.max_cluster_rank, it.word(0, 1)?)?, // MAX_CLUSTER_RANK
                0x4a => it.state(&mut own.virtual_resources, it.value(BYTE)?)?, // VRC_CTA_INIT_COUNT
                0x05 => it.state(&mut own.max_block, it.dims()?)?,              // MAX_THREADS
                0x10 => it.state(&mut own.required_block, it.dims()?)?,         // REQNTID
                0x3d => it.state(&mut own.cluster_dim, it.dims()?)?,            // CTA_PER_CLUSTER
                0x3e => own.is_cluster_explicit = it.value(NO_VALUE).map(|_| true)?, // EXPLICIT_CLUSTER
                0x5b => own.are_blocks_clusters = it.value(NO_VALUE).map(|_| true)?, // BLOCKS_ARE_CLUSTERS
                // ANNOTATIONS. An attribute has a limited size, so there can be several.
                0x55 => {
                    let both = spills.zip(it.count_annotations(SPILL)?);
                    spills = both.and_then(|(before, counted)| u32::checked_add(before, counted));
                }
                _ => {}
            }
        }
        compiled.registers = match kernel.registers {
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
        let of_function = kernel.most_stack.filter(|_| !self.elf.relocatable);
        let stack = kernel.least_stack.or(of_function);
        compiled.stack = stack.filter(|&bytes| bytes != u32::MAX);
        compiled.frame = kernel.frame.or(Some(0));
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

// Attributes of all functions.
const FRAME_SIZE: u8 = 0x11;
const MIN_STACK_SIZE: u8 = 0x12;
const MAX_STACK_SIZE: u8 = 0x23;
const REGCOUNT: u8 = 0x2f;

/// The kind of the annotation that `cuobjdump` calls `SpillRefill`.
const SPILL: u32 = 1;

/// Bytes that the system takes in every block.
///
/// Source: CUDA C++ Programming Guide 13.0, Compute Capabilities: 1 KB per thread block.
const RESERVED: u64 = 1024;

/// CUDA 12.8 is the first whose ptxas states spills.
const STATES_SPILLS: u32 = 128;
