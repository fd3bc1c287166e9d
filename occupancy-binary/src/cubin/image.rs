//! One cubin or code object, and the figures of its kernels.

use alloc::vec;

use occupancy_core::Compiled;
use occupancy_core::gpu::{CodeForm, Suffix, Vendor};

use super::elf::{
    AMDGPU, ATTRIBUTES, Elf, NO_BITS, PROGRAM, Part, SHARED, SYMBOLS, Symbol, Target, index,
    machine, major_minor, most_read, section, take,
};
use super::names::{Candidates, Query, only};
use super::{damaged, fault};
use crate::error::Error;
use crate::prelude::*;

/// One cubin or code object: machine code for one compute capability, or for one target of AMD.
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
    pub(super) elf: Elf<'a>,
    /// In the order of their symbols.
    pub(super) kernels: Vec<Symbol<'a>>,
    /// The attributes of the kernel in each section, and the bytes of its shared memory; for number 0, the attributes of
    /// all functions.
    pub(super) of_code: Vec<(Option<Part<'a>>, Option<u64>)>,
    pub(super) target: Target,
    /// The kernels of a code object with their figures, in the same order. Those of a cubin are read when they are asked for.
    pub(super) described: Vec<Compiled<'a>>,
    /// Set if the linker has shared memory to give to kernels: that of templates, of other functions and of
    /// whole modules is in a section about none of them (`.nv_debug.shared`).
    pub(super) has_shared_memory_to_link: bool,
}

impl<'a> Image<'a> {
    /// The image in these bytes.
    ///
    /// # Errors
    ///
    /// [`Error`] if they are neither a cubin nor a code object of a known ABI, or not a whole one.
    pub fn new(bytes: &'a [u8]) -> Result<Self, Error> {
        match machine(bytes) {
            Some(AMDGPU) => Self::of_code_object(bytes).map_err(Error::of_amd),
            _ => Self::of_cubin(bytes),
        }
    }

    fn of_cubin(bytes: &'a [u8]) -> Result<Self, Error> {
        let elf = Elf::new(bytes)?;
        let (mut symbols, mut has_shared_memory_to_link) = (None, false);
        let mut of_code = vec![(None, None); elf.sections.len()];
        for section in &elf.sections {
            let (kind, code) = (section.word(section::KIND), section.word(section::INFO));
            let size = section.long(section::SIZE);
            let is_of_code = code > 0;
            has_shared_memory_to_link |=
                elf.relocatable && kind == SHARED && !is_of_code && size > 0;
            let is_twice = match (kind, of_code.get_mut(index(code))) {
                (SYMBOLS, _) => symbols.replace(elf.kernels(section)?).is_some(),
                (ATTRIBUTES, Some((info, _)))
                    if section.name.begins(".nv.info")
                        && section.name.is(".nv.info") != is_of_code =>
                {
                    info.replace(elf.content(section)?).is_some()
                }
                // SHARED in a relocatable file, NO_BITS in a final one, PROGRAM if assembled without ptxas.
                (PROGRAM | NO_BITS | SHARED, Some((_, shared)))
                    if is_of_code && section.name.begins(".nv.shared.") =>
                {
                    shared.replace(size).is_some()
                }
                _ => false,
            };
            if is_twice {
                return Err(damaged(fault::CONTRADICTION, section.at));
            }
        }
        let mut kernels = symbols.unwrap_or_default();
        let of_all = of_code.first().and_then(|(info, _)| *info);
        let mut info = of_all.unwrap_or_default();
        while let Some(it) = next(&mut info)? {
            let Some(figure) = OF_FUNCTIONS.iter().position(|id| *id == it.id) else {
                continue;
            };
            let [symbol, value] = it.words()?;
            if let Ok(place) = kernels.binary_search_by_key(&symbol, |it| it.index)
                && let Some(kernel) = kernels.get_mut(place)
                && let Some(figure) = kernel.figures.get_mut(figure)
            {
                it.state(figure, value)?;
            }
        }
        Ok(Self {
            kernels,
            of_code,
            target: (major_minor(elf.sm()), elf.suffix()),
            described: Vec::new(),
            has_shared_memory_to_link,
            elf,
        })
    }

    /// The vendor of the GPUs that it is for.
    pub fn vendor(&self) -> Vendor {
        match self.elf.machine {
            AMDGPU => Vendor::Amd,
            _ => Vendor::Nvidia,
        }
    }

    /// The compute capability that it is machine code for, major and minor; of AMD, that of HIP.
    pub fn compute_capability(&self) -> (u32, u32) {
        self.target.0
    }

    /// The end of its target, `a` of `sm_90a`: [`Compiled::suffix`].
    pub fn suffix(&self) -> Suffix {
        self.target.1
    }

    /// The kernels in the order of their symbols, up to the first that cannot be read.
    pub fn kernels(&self) -> vec::IntoIter<Result<Compiled<'a>, Error>> {
        let mut left = most_read(self.elf.bytes);
        let mut found = Vec::new();
        for kernel in &self.kernels {
            found.push(self.read(kernel, &mut left));
            if found.last().is_some_and(Result::is_err) {
                break;
            }
        }
        found.into_iter()
    }

    /// The figures of a kernel: see [`usage`](super::usage).
    ///
    /// # Errors
    ///
    /// [`Error`] if there is no such kernel, or its attributes contradict each other.
    pub fn usage(&self, kernel: &str) -> Result<Compiled<'a>, Error> {
        let mut left = most_read(self.elf.bytes);
        let kernel = self.find(kernel, &mut left)?;
        self.read(kernel, &mut left)
    }

    /// The kernel with this name, or else the one with this name in the source.
    fn find(&self, name: &str, left: &mut usize) -> Result<&Symbol<'a>, Error> {
        // No name in the source begins so.
        let is_symbol = name.starts_with("_Z");
        let query = Query::new(name);
        let mut found = None;
        let mut matching = Vec::new();
        for kernel in &self.kernels {
            if kernel.name.is(name) {
                if found.replace(kernel).is_some() {
                    return Err(damaged(fault::CONTRADICTION, kernel.at));
                }
            } else if !is_symbol
                && kernel.name.begins("_Z")
                && query.matches(kernel.raw_name(left)?)
            {
                matching.push((kernel, kernel.name(left)?));
            }
        }
        let suggest = |candidates: &mut Candidates<'_>| self.suggest(candidates);
        match found {
            Some(kernel) => Ok(kernel),
            None => only(&matching, name, CodeForm::MachineCode, suggest),
        }
    }

    /// Adds the names of the kernels, as far as they can be read.
    pub(crate) fn suggest(&self, candidates: &mut Candidates<'_>) {
        let mut left = most_read(self.elf.bytes);
        let kernels = self.kernels.iter();
        candidates.look_in(&mut kernels.map(|kernel| kernel.name(&mut left).ok()));
    }

    /// The figures of a kernel.
    fn read(&self, kernel: &Symbol<'a>, left: &mut usize) -> Result<Compiled<'a>, Error> {
        if let Some(described) = self.described.get(index(kernel.index)) {
            return Ok(*described);
        }
        let mut compiled = Compiled::machine_code(kernel.name(left)?, self.compute_capability());
        let number = usize::from(kernel.section);
        let section = self.elf.sections.get(number);
        let Some((code, (info, shared))) = section.zip(self.of_code.get(number)) else {
            return Err(damaged(fault::SYMBOL, kernel.at));
        };
        read_attributes(info.unwrap_or_default(), &mut compiled, left)?;
        let [registers, frame, least_stack, most_stack] = kernel.figures;
        compiled.registers = match registers {
            // Assembled without ptxas: only the section of the code states them, and from 9.0 on no longer.
            None if compiled.compute_capability.0 < 9 => Some(code.word(section::INFO) >> 24),
            None => return Err(damaged(fault::REGISTERS, kernel.at)),
            registers => registers,
        };
        if self.elf.abi == 7 {
            compiled.barriers = u32::try_from((code.long(section::FLAGS) >> 20) & 0x7f).ok();
            compiled.toolkit = compiled.toolkit.or(Some(major_minor(self.elf.version)));
        }
        compiled.barriers = compiled.barriers.or(Some(0));
        if compiled.toolkit < Some(STATES_SPILLS) {
            compiled.spill_instructions = None;
        }
        let own_shared = self.static_shared_memory(shared.unwrap_or(0));
        let shared_memory = own_shared.ok_or_else(|| damaged(fault::SHARED_MEMORY, kernel.at))?;
        // The linker may add some.
        let is_final = !self.has_shared_memory_to_link;
        compiled.static_shared_memory = is_final.then_some(shared_memory);
        // The linker adds up the called functions, and states the sum as the least.
        let stack = least_stack.or(most_stack.filter(|_| !self.elf.relocatable));
        compiled.stack = stack.filter(|&bytes| bytes != u32::MAX);
        compiled.frame = frame.or(Some(0));
        compiled.suffix = self.suffix();
        compiled.is_relocatable = self.elf.relocatable;
        compiled.parameter_bytes = compiled.parameter_bytes.or(Some(0));
        compiled.virtual_resources = compiled.virtual_resources.or(Some(0));
        compiled.code_bytes = Some(self.elf.content(code)?.bytes.len() as u64);
        Ok(compiled)
    }

    /// Bytes of a kernel's static shared memory, without those of the system; `None` if a kernel cannot have these.
    fn static_shared_memory(&self, bytes: u64) -> Option<u32> {
        let has_reserved = !self.elf.relocatable && self.compute_capability().0 >= 9;
        let own = match bytes {
            // Executables from 9.0 on count those of the system, unless there are none at all.
            1.. if has_reserved => bytes.checked_sub(RESERVED)?,
            _ => bytes,
        };
        u32::try_from(own).ok()
    }
}

/// Sets the figures that a kernel's own attributes state.
fn read_attributes(
    mut info: Part<'_>,
    own: &mut Compiled<'_>,
    left: &mut usize,
) -> Result<(), Error> {
    take(left, info.bytes.len(), info.at)?;
    own.spill_instructions = Some(0);
    while let Some(it) = next(&mut info)? {
        // The names are those that `cuobjdump -elf` of CUDA 13.5 prints, without `EIATTR_`.
        match it.id {
            0x37 => it.state(&mut own.toolkit, major_minor(it.words::<1>()?[0]))?, // CUDA_API_VERSION
            0x4c => it.state(&mut own.barriers, it.value(BYTE)?)?,                 // NUM_BARRIERS
            0x19 => it.state(&mut own.parameter_bytes, it.value(HALF)?)?, // CBANK_PARAM_SIZE
            0x1b => it.state(&mut own.register_cap, it.value(HALF)?)?,    // MAXREG_COUNT
            0x3f => it.state(&mut own.max_cluster_rank, it.words::<1>()?[0])?, // MAX_CLUSTER_RANK
            0x4a => it.state(&mut own.virtual_resources, it.value(BYTE)?)?, // VRC_CTA_INIT_COUNT
            0x05 => it.state(&mut own.max_block, it.words::<3>()?.into())?, // MAX_THREADS
            0x10 => it.state(&mut own.required_block, it.words::<3>()?.into())?, // REQNTID
            0x3d => it.state(&mut own.cluster_dim, it.words::<3>()?.into())?, // CTA_PER_CLUSTER
            0x3e => own.is_cluster_explicit = it.value(NO_VALUE).map(|_| true)?, // EXPLICIT_CLUSTER
            0x5b => own.are_blocks_clusters = it.value(NO_VALUE).map(|_| true)?, // BLOCKS_ARE_CLUSTERS
            // ANNOTATIONS. An attribute has a limited size, so there can be several. `None` from one of another kind
            // on, whose length is not known.
            0x55 => {
                let both = own.spill_instructions.zip(it.count_annotations(SPILL)?);
                own.spill_instructions = both.and_then(|(before, more)| before.checked_add(more));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Attributes of all functions: REGCOUNT, FRAME_SIZE, MIN_STACK_SIZE and MAX_STACK_SIZE.
const OF_FUNCTIONS: [u8; 4] = [0x2f, 0x11, 0x12, 0x23];

/// The kind of the annotation that `cuobjdump` calls `SpillRefill`.
const SPILL: u32 = 1;

/// Bytes that the system takes in every block.
///
/// Source: CUDA C++ Programming Guide 13.0, Compute Capabilities: 1 KB per thread block.
const RESERVED: u64 = 1024;

/// The first CUDA whose ptxas states spills, major and minor.
const STATES_SPILLS: (u32, u32) = (12, 8);

// Forms of an attribute.
const NO_VALUE: u8 = 1;
const BYTE: u8 = 2;
const HALF: u8 = 3;
const SIZED: u8 = 4;

/// One attribute: its form, and a value of 16 bits or a payload.
#[derive(Clone, Copy)]
struct Attribute<'a> {
    id: u8,
    form: u8,
    half: u16,
    payload: &'a [u8],
    /// The byte where it begins.
    at: usize,
}

/// Takes the next attribute of a section, if there is one.
fn next<'a>(records: &mut Part<'a>) -> Result<Option<Attribute<'a>>, Error> {
    let Part { bytes, at } = *records;
    if bytes.is_empty() {
        return Ok(None);
    }
    let unknown = || damaged(fault::ATTRIBUTE, at);
    let (&[form, id, low, high], rest) = bytes.split_first_chunk().ok_or_else(unknown)?;
    let half = u16::from_le_bytes([low, high]);
    let size = match form {
        NO_VALUE | BYTE | HALF => 0,
        SIZED => usize::from(half),
        // Without a known form its length is not known.
        _ => return Err(unknown()),
    };
    let (payload, rest) = rest.split_at_checked(size).ok_or_else(unknown)?;
    let size = bytes.len().saturating_sub(rest.len());
    (records.bytes, records.at) = (rest, at.saturating_add(size));
    Ok(Some(Attribute {
        id,
        form,
        half,
        payload,
        at,
    }))
}

impl Attribute<'_> {
    /// The value, of an attribute of this form.
    fn value(&self, form: u8) -> Result<u32, Error> {
        match form {
            _ if self.form != form => Err(damaged(fault::ATTRIBUTE, self.at)),
            BYTE => Ok(u32::from(self.half & 0xff)),
            _ => Ok(u32::from(self.half)),
        }
    }

    /// The numbers of a payload that has this many of them.
    fn words<const N: usize>(&self) -> Result<[u32; N], Error> {
        let (words, rest) = self.payload.as_chunks();
        match words.try_into() {
            Ok(words) if rest.is_empty() => Ok(<[_; N]>::map(words, u32::from_le_bytes)),
            _ => Err(damaged(fault::ATTRIBUTE, self.at)),
        }
    }

    /// The number of annotations, each of this kind with an offset; `None` if there is one of another kind, whose
    /// length is not known.
    fn count_annotations(&self, kind: u32) -> Result<Option<u32>, Error> {
        let bytes = self.value(SIZED)?;
        let (records, rest) = self.payload.as_chunks::<8>();
        let kind = kind.to_le_bytes();
        let is_known = rest.is_empty() && records.iter().all(|record| record.starts_with(&kind));
        Ok(is_known.then_some(bytes / 8))
    }

    /// Sets a figure. If it has a value, that has to be the same.
    fn state<T: PartialEq>(&self, place: &mut Option<T>, value: T) -> Result<(), Error> {
        if place.as_ref().is_some_and(|before| *before != value) {
            return Err(damaged(fault::CONTRADICTION, self.at));
        }
        *place = Some(value);
        Ok(())
    }
}
