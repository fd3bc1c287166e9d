//! One cubin, and what its kernels use.

use super::attribute::{self, Attributes, Wanted};
use super::elf::{ATTRIBUTES, Elf, KernelSymbol, Part, SYMBOLS, Symbols};
use super::kernel_attributes::{KernelAttributes, state};
use super::work_budget::WorkBudget;
use super::{CubinError, Fault, Kernels, UnknownKernel};
use occupancy_core::__private::is_called;
use occupancy_core::{Compiled, gpu::Suffix};

/// The layout of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[doc(hidden)]
pub enum Abi {
    /// From CUDA before 13.0, for compute capability 9.0 and below.
    Seven,
    /// From CUDA 13.0 and later, and from 12.8 and 12.9 for compute capability 10.0 and above.
    Eight,
}

/// One cubin: machine code for one compute capability.
///
/// ```
/// use occupancy_binary::cubin::{CubinError, Image};
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
/// # Ok::<(), CubinError>(())
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

/// A kernel, and the places of its records.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found<'a> {
    symbol: KernelSymbol,
    info: Option<Part<'a>>,
    shared: Option<u64>,
    registers: Option<u32>,
    frame: Option<u32>,
    min_stack: Option<u32>,
    max_stack: Option<u32>,
}

impl Found<'_> {
    /// A kernel with nothing located yet.
    pub(super) const fn new(symbol: KernelSymbol) -> Self {
        Self {
            symbol,
            info: None,
            shared: None,
            registers: None,
            frame: None,
            min_stack: None,
            max_stack: None,
        }
    }
}

impl<'a> Image<'a> {
    /// The image in these bytes.
    ///
    /// # Errors
    ///
    /// [`CubinError`] if they are not a cubin of a known ABI, or not a whole one.
    pub const fn new(bytes: &'a [u8]) -> Result<Self, CubinError> {
        let elf = match Elf::new(bytes) {
            Ok(elf) => elf,
            Err(error) => return Err(error),
        };
        let (mut symbols, mut info) = (None, None);
        let mut next = 0;
        // Once both are found, the rest is about single kernels.
        while let Some(number) = elf.next_stating(next, None)
            && (symbols.is_none() || info.is_none())
        {
            next = number + 1;
            let section = match elf.section(number) {
                Ok(section) => section,
                Err(error) => return Err(error),
            };
            if section.kind() == SYMBOLS {
                if symbols.is_some() {
                    return Err(CubinError::malformed(Fault::Contradiction, section.at));
                }
                symbols = match elf.symbols(&section) {
                    Ok(symbols) => Some(symbols),
                    Err(error) => return Err(error),
                };
            } else if section.kind() == ATTRIBUTES
                && section.info() == 0
                && elf.is_named(&section, b".nv.info")
            {
                if info.is_some() {
                    return Err(CubinError::malformed(Fault::Contradiction, section.at));
                }
                info = match elf.content(&section) {
                    Ok(content) => Some(content),
                    Err(error) => return Err(error),
                };
            }
        }
        let symbols = match symbols {
            Some(symbols) => symbols,
            None => Symbols::EMPTY,
        };
        Ok(Self {
            elf,
            symbols,
            info,
            suffix: elf.suffix(sm(&elf)),
            has_shared_memory_to_link: elf.has_shared_memory_to_link(),
        })
    }

    /// The layout of the image.
    pub const fn abi(&self) -> Abi {
        self.elf.abi
    }

    /// The compute capability that it is machine code for: major and minor.
    pub const fn compute_capability(&self) -> (u32, u32) {
        let sm = sm(&self.elf);
        (sm / 10, sm % 10)
    }

    /// The letter of its target, `a` of `sm_90a`: [`Compiled::suffix`].
    pub const fn suffix(&self) -> Suffix {
        self.suffix
    }

    /// Whether it is input for the linker, not what runs.
    pub const fn is_relocatable(&self) -> bool {
        self.elf.relocatable
    }

    /// The kernels in the order of their symbols.
    pub const fn kernels(&self) -> Kernels<'a> {
        Kernels::new(*self)
    }

    /// What a kernel uses: see [`usage`](super::usage).
    ///
    /// # Errors
    ///
    /// [`CubinError`] if there is no such kernel, or its attributes contradict each other.
    pub const fn usage(&self, kernel: &str) -> Result<Compiled<'a>, CubinError> {
        let mut steps = WorkBudget::new();
        let found = match self.find(kernel, &mut steps) {
            Ok(Some(found)) => found,
            Ok(None) => return Err(CubinError::UnknownKernel(UnknownKernel::new(self, kernel))),
            Err(error) => return Err(error),
        };
        let mut found = [Found::new(found)];
        match self.locate(&mut found, 1, &mut steps) {
            Ok(()) => self.read(&found[0], &mut steps),
            Err(error) => Err(error),
        }
    }

    /// The kernel with this name, or else the one with this name in the source.
    const fn find(
        &self,
        kernel: &str,
        steps: &mut WorkBudget,
    ) -> Result<Option<KernelSymbol>, CubinError> {
        let name = kernel.as_bytes();
        let mut found = None;
        let mut called = None;
        let mut is_ambiguous = false;
        let mut next = 0;
        loop {
            let symbol = match self.symbols.next_kernel(next, Some(name), steps) {
                Ok(Some(symbol)) => symbol,
                Ok(None) => break,
                Err(error) => return Err(error),
            };
            // Below the count of symbols.
            next = symbol.index + 1;
            if self.symbols.is_named(&symbol, name) {
                if found.is_some() {
                    return Err(CubinError::malformed(Fault::Contradiction, symbol.at));
                }
                found = Some(symbol);
                continue;
            }
            let mangled = match self.symbols.name(&symbol, steps) {
                Ok(name) => name,
                Err(error) => return Err(error),
            };
            if is_called(mangled, kernel) {
                is_ambiguous |= called.is_some();
                called = Some(symbol);
            }
        }
        match (found, called) {
            (Some(symbol), _) => Ok(Some(symbol)),
            (None, Some(_)) if is_ambiguous => Err(CubinError::AmbiguousKernel(
                UnknownKernel::ambiguous(self, kernel),
            )),
            (None, called) => Ok(called),
        }
    }

    pub(super) const fn next_kernel(
        &self,
        from: usize,
        steps: &mut WorkBudget,
    ) -> Result<Option<KernelSymbol>, CubinError> {
        self.symbols.next_kernel(from, None, steps)
    }

    pub(super) const fn name_of(
        &self,
        symbol: &KernelSymbol,
        steps: &mut WorkBudget,
    ) -> Result<&'a str, CubinError> {
        self.symbols.name(symbol, steps)
    }

    /// Finds the records of the first `count` kernels, in one pass over the sections and one over the
    /// attributes of all functions.
    pub(super) const fn locate(
        &self,
        found: &mut [Found<'a>],
        count: usize,
        steps: &mut WorkBudget,
    ) -> Result<(), CubinError> {
        if let Err(error) = steps.take(self.elf.section_count(), 0) {
            return Err(error);
        }
        // For one kernel, skip what is about others.
        let only = if count == 1 {
            Some(found[0].symbol.section())
        } else {
            None
        };
        let mut next = 0;
        while let Some(number) = self.elf.next_stating(next, only) {
            next = number + 1;
            let section = match self.elf.section(number) {
                Ok(section) => section,
                Err(error) => return Err(error),
            };
            let about = section.info();
            if about == 0 {
                continue;
            }
            let mut i = 0;
            while i < count {
                let kernel = &mut found[i];
                i += 1;
                if kernel.symbol.section() as u32 != about {
                    continue;
                }
                let twice = if section.kind() == ATTRIBUTES {
                    if !self.elf.begins(&section, b".nv.info.") {
                        continue;
                    }
                    let twice = kernel.info.is_some();
                    kernel.info = match self.elf.content(&section) {
                        Ok(content) => Some(content),
                        Err(error) => return Err(error),
                    };
                    twice
                } else {
                    // Symbols are about no section, but an index of their own.
                    if section.kind() == SYMBOLS || !self.elf.begins(&section, b".nv.shared.") {
                        continue;
                    }
                    let twice = kernel.shared.is_some();
                    kernel.shared = Some(section.size());
                    twice
                };
                if twice {
                    return Err(CubinError::malformed(Fault::Contradiction, section.at));
                }
            }
        }
        let Some(info) = self.info else {
            return Ok(());
        };
        let mut attributes = match Attributes::new(info, steps) {
            Ok(attributes) => attributes,
            Err(error) => return Err(error),
        };
        // For one kernel, most are about others, and the compiler need not read them.
        let wanted = if count == 1 {
            Wanted::Function(found[0].symbol.index.to_le_bytes()[0])
        } else {
            Wanted::Functions
        };
        loop {
            let attribute = match attributes.next(wanted) {
                Ok(Some(attribute)) => attribute,
                Ok(None) => return Ok(()),
                Err(error) => return Err(error),
            };
            let (symbol, value) = match attribute.pair() {
                Ok(pair) => pair,
                Err(error) => return Err(error),
            };
            let mut i = 0;
            while i < count {
                let kernel = &mut found[i];
                i += 1;
                if kernel.symbol.index as u64 != symbol as u64 {
                    continue;
                }
                let place = match attribute.id {
                    attribute::REGCOUNT => &mut kernel.registers,
                    attribute::FRAME_SIZE => &mut kernel.frame,
                    attribute::MIN_STACK_SIZE => &mut kernel.min_stack,
                    _ => &mut kernel.max_stack,
                };
                if let Err(error) = state(place, value, &attribute) {
                    return Err(error);
                }
            }
        }
    }

    /// What a kernel uses, once it is located.
    pub(super) const fn read(
        &self,
        found: &Found<'a>,
        steps: &mut WorkBudget,
    ) -> Result<Compiled<'a>, CubinError> {
        let symbol = &found.symbol;
        let name = match self.symbols.name(symbol, steps) {
            Ok(name) => name,
            Err(error) => return Err(error),
        };
        let Ok(code) = self.elf.section(symbol.section() as usize) else {
            return Err(CubinError::malformed(Fault::Symbol, symbol.at));
        };
        let own = match KernelAttributes::read(found.info, steps) {
            Ok(own) => own,
            Err(error) => return Err(error),
        };
        let compute_capability = self.compute_capability();

        let registers = match found.registers {
            Some(registers) => registers,
            // Assembled without ptxas: only the section of the code states it, and no longer from 9.0
            // on.
            None if compute_capability.0 < 9 => code.info() >> 24,
            None => return Err(CubinError::malformed(Fault::Registers, symbol.at)),
        };
        let barriers = match self.elf.abi {
            Abi::Seven => (code.flags() >> 20) & 0x7f,
            Abi::Eight => match own.barriers {
                Some(barriers) => barriers as u64,
                None => 0,
            },
        };
        let Some(static_shared_memory) = self.static_shared_memory(found.shared) else {
            return Err(CubinError::malformed(Fault::SharedMemory, symbol.at));
        };
        // The linker adds up the called functions, and states the sum as the least.
        let stack = match (found.min_stack, found.max_stack) {
            (Some(bytes), _) => Some(bytes),
            (None, bytes) if !self.elf.relocatable => bytes,
            _ => None,
        };
        let toolkit = match (own.toolkit, self.elf.abi) {
            (None, Abi::Seven) => Some(self.elf.version),
            (toolkit, _) => toolkit,
        };
        let mut compiled = Compiled::machine_code(name, compute_capability);
        compiled.suffix = self.suffix;
        compiled.toolkit = match toolkit {
            Some(toolkit) => Some((toolkit / 10, toolkit % 10)),
            None => None,
        };
        compiled.is_relocatable = self.elf.relocatable;
        compiled.registers = Some(registers);
        if !self.has_shared_memory_to_link {
            compiled.static_shared_memory = Some(static_shared_memory);
        }
        compiled.frame = or_zero(found.frame);
        compiled.stack = match stack {
            Some(u32::MAX) => None,
            stack => stack,
        };
        #[allow(clippy::cast_possible_truncation, reason = "7 or 8 bits")]
        {
            compiled.barriers = Some(barriers as u32);
        }
        compiled.parameter_bytes = or_zero(own.parameter_bytes);
        compiled.max_block = own.max_block;
        compiled.required_block = own.required_block;
        compiled.register_cap = own.register_cap;
        compiled.cluster_dim = own.cluster_dim;
        compiled.max_cluster_rank = own.max_cluster_rank;
        compiled.is_cluster_explicit = own.is_cluster_explicit;
        compiled.are_blocks_clusters = own.are_blocks_clusters;
        compiled.spill_instructions = match toolkit {
            Some(toolkit) if toolkit >= STATES_SPILLS => own.spill_instructions,
            _ => None,
        };
        compiled.code_bytes = Some(code.size());
        compiled.virtual_resources = or_zero(own.virtual_resources);
        Ok(compiled)
    }

    /// Bytes of a `.nv.shared` section without those of the system, which it has in executables from 9.0
    /// on.
    const fn static_shared_memory(&self, section: Option<u64>) -> Option<u32> {
        let Some(size) = section else {
            return Some(0);
        };
        let reserved = self.compute_capability().0 >= 9 && !self.elf.relocatable;
        let size = match (size, reserved) {
            (0, _) => 0,
            (size, true) => match size.checked_sub(RESERVED) {
                Some(size) => size,
                None => return None,
            },
            (size, false) => size,
        };
        if size > u32::MAX as u64 {
            return None;
        }
        #[allow(clippy::cast_possible_truncation, reason = "compared above")]
        Some(size as u32)
    }
}

/// 90 for compute capability 9.0.
const fn sm(elf: &Elf<'_>) -> u32 {
    match elf.abi {
        Abi::Seven => elf.flags & 0xff,
        Abi::Eight => (elf.flags >> 8) & 0xff,
    }
}

/// Bytes that the system takes in every block.
///
/// Source: CUDA C++ Programming Guide 13.0, Compute Capabilities: 1 KB per thread block.
const RESERVED: u64 = 1024;

/// CUDA 12.8 is the first whose ptxas states spills.
const STATES_SPILLS: u32 = 128;

/// A figure that a binary leaves out if it is 0.
const fn or_zero(value: Option<u32>) -> Option<u32> {
    match value {
        Some(_) => value,
        None => Some(0),
    }
}

#[cfg(test)]
mod tests {
    use super::{Found, Image, WorkBudget};

    const SAXPY: &[u8] = include_bytes!("../../../tests/fixtures/cubins/saxpy-sm_90-13.cubin");

    /// So that a file with thousands of sections cannot cause thousands of passes over them.
    #[test]
    fn a_pass_takes_a_step_for_each_section_and_attribute() {
        let image = Image::new(SAXPY).unwrap();
        let sections = usize::from(u16::from_le_bytes([SAXPY[60], SAXPY[61]]));
        let info = image.info.unwrap();
        let symbol = image
            .next_kernel(0, &mut WorkBudget::new())
            .unwrap()
            .unwrap();
        let pass = |left| {
            let mut steps = WorkBudget::new();
            steps.take((1 << 28) - left, 0).unwrap();
            image.locate(&mut [Found::new(symbol)], 1, &mut steps)
        };
        let needed = sections + (info.end - info.at) / 4;
        assert_eq!(pass(needed), Ok(()));
        assert!(pass(needed - 1).is_err(), "one step fewer than {needed}");
    }
}
