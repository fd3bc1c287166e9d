//! What an attribute, a command line or a record states of one configuration, and the one place where it
//! becomes a [`Configuration`].

use core::slice;

use super::{
    Accumulator, Argument, Arguments, Axis, Compiled, Configuration, Form, Grid, Kernel,
    LatencyDemand, Tile, saturate,
};
use crate::gpu::{Arch, ComputeCapability, devices};
use crate::text::Ratio;

/// The arguments of one configuration, each as it was written.
///
/// Numbers are of the widest type, so that one which is out of range is reported as it is. They are in the order of
/// [`Argument`]: three for a block or a grid, two for a ratio, and none for what is no number.
#[derive(Clone, Copy, Debug)]
pub struct Stated<'a> {
    /// The GPUs.
    pub archs: &'a [Arch],
    /// The arguments whose values are here.
    pub stated: Arguments,
    /// Those that only the compiler knows. If it asks, their values are here, too.
    pub deferred: Arguments,
    /// The lints that are looked for, a bit each.
    pub lints: u32,
    /// The numbers, one behind another.
    pub numbers: [i128; NUMBERS],
    /// The code in the kernel's file: that of each GPU, or every image if a GPU is an expression.
    pub code: &'a [Compiled<'a>],
    /// What blocks of 1, 2, 3 … warps ask for, where `smem` depends on the block; `u32::MAX` for those that it is not
    /// known of.
    pub smem_by_warps: &'a [u32],
    /// For each GPU that is an expression: its name, if no GPU has it.
    pub unknown_archs: &'a [Option<&'static str>],
    /// The target of the one GPU, where its name states one: `sm_90a`.
    pub target: Option<&'static str>,
    /// What few configurations have.
    pub rare: &'a Rare,
}

/// What few configurations have.
#[derive(Clone, Copy, Debug)]
pub struct Rare {
    /// The fewest and the most threads of `threads = auto`.
    pub auto: Option<(u32, u32)>,
    /// `accumulator` of `tile(…)`
    pub accumulator: Accumulator,
    /// The reason in `intent(low_occupancy, …)`.
    pub intent: Option<&'static str>,
    /// `allow(partial_warp)`
    pub allow_partial_warp: bool,
    /// The arguments with a reported fault: no rule that reads one of them is checked.
    pub faulty: Arguments,
    /// Whether a fault was reported.
    pub is_refused: bool,
}

impl Rare {
    /// Nothing of it.
    pub const NONE: Self = Self {
        auto: None,
        accumulator: Accumulator::Registers,
        intent: None,
        allow_partial_warp: false,
        faulty: Arguments::NONE,
        is_refused: false,
    };
}

/// A static, of which the compiler does not look at the value for each constant that refers to it.
static NOTHING: Rare = Rare::NONE;

/// The numbers that every argument together takes.
const NUMBERS: usize = {
    let (mut most, mut left) = (0, Argument::ALL);
    while let [argument, others @ ..] = left {
        most += argument.places() as usize;
        left = others;
    }
    most
};

/// The numbers that each argument takes. The compiler copies all of a constant for each look at it.
static PLACES: [u8; Argument::ALL.len()] = {
    let mut places = [0; Argument::ALL.len()];
    let mut left = Argument::ALL;
    while let [argument, others @ ..] = left {
        places[*argument as usize] = argument.places();
        left = others;
    }
    places
};

const EVERY: Arguments = Arguments::of(Argument::ALL);
const OF_HIDES: Arguments = Arguments::of(&Argument::OF_HIDES);
const OF_TILE: Arguments = Arguments::of(&Argument::OF_TILE);
const OF_COMPILED: Arguments = Arguments::of(&Argument::OF_COMPILED);

const ANY: &[Arch] = match ComputeCapability::ALL.last() {
    Some(latest) => &[Arch::ComputeCapability(latest)],
    None => &[],
};

/// Nothing stated. What is wrong on every GPU is said where none is known.
const BLANK: Configuration<'_> = Configuration::new(ANY, Kernel::new((32, 1, 1), 1));

impl<'a> Stated<'a> {
    /// What most configurations state; `stated` and `deferred` are [`Arguments::bits`].
    pub const fn new<const N: usize>(
        archs: &'a [Arch],
        stated: u64,
        numbers: [i128; N],
        deferred: u64,
        lints: u32,
    ) -> Self {
        const { assert!(N <= NUMBERS, "more numbers than arguments take") }
        let mut all = [0; NUMBERS];
        let mut at = 0;
        while at < N {
            all[at] = numbers[at];
            at += 1;
        }
        Self {
            archs,
            stated: Arguments::from_bits(stated),
            deferred: Arguments::from_bits(deferred),
            lints,
            numbers: all,
            code: &[],
            smem_by_warps: &[],
            unknown_archs: &[],
            target: None,
            rare: &NOTHING,
        }
    }

    /// The configuration, with the nearest value for each that is out of range, and the arguments that are.
    ///
    /// What is not known here is left out, but for a number of `hides(…)` and `tile(…)`, which is 1.
    pub const fn merged(&self) -> (Configuration<'a>, Arguments) {
        let mut merged = BLANK;
        // Where no GPU is known, or none is right, it has any.
        if let [_, ..] = self.archs {
            merged.archs = self.archs;
        }
        let (mut out_of_range, mut at) = (0, 0);
        let stated = self.stated.bits() & EVERY.bits();
        let mut left = stated;
        while left != 0 {
            let index = left.trailing_zeros() as usize;
            let bit = 1 << index;
            left ^= bit;
            match PLACES[index] {
                0 => {}
                1 => {
                    let (argument, value) = (Argument::ALL[index], self.numbers[at]);
                    if value < 0 || value > u32::MAX as i128 && value > argument.most() as i128 {
                        out_of_range |= bit;
                    }
                    merged.set_integer(argument, saturated_64(value));
                    at += 1;
                }
                2 => {
                    let numerator = saturated_64(self.numbers[at]);
                    let ratio = Ratio::new(numerator, saturated_64(self.numbers[at + 1]));
                    if index == Argument::MinOccupancy as usize {
                        merged.min_occupancy = ratio;
                    } else {
                        merged.tail_efficiency = ratio;
                    }
                    at += 2;
                }
                _ => {
                    let extents = [self.numbers[at], self.numbers[at + 1], self.numbers[at + 2]];
                    if outside(extents, u32::MAX as i128).is_some() {
                        out_of_range |= bit;
                    }
                    let extents = dims(extents);
                    if index == Argument::Threads as usize {
                        merged.kernel.block_dim = extents;
                    } else if index == Argument::Cluster as usize {
                        merged.kernel.cluster_dim = Some(extents);
                    } else if index == Argument::Grid as usize {
                        merged.grid = Some(Grid::Blocks(extents));
                    }
                    at += 3;
                }
            }
        }
        self.add_rare(&mut merged);
        (merged, Arguments::from_bits(out_of_range))
    }

    /// What few have.
    const fn add_rare(&self, merged: &mut Configuration<'a>) {
        let rare = self.rare;
        merged.partial_warp_allowed = rare.allow_partial_warp;
        merged.low_occupancy_intended = self.stated.contains(Argument::Intent);
        merged.shared_memory_by_warps = self.smem_by_warps;
        if let (Some(_), [_, ..]) = (rare.auto, self.smem_by_warps) {
            merged.kernel.dynamic_shared_memory = least(self.smem_by_warps);
        }
        let given = self.given();
        if given.meets(OF_HIDES) || given.meets(OF_TILE) {
            self.add_nested(merged, given);
        }
        merged.compiled = self.code;
        // Of a GPU that is not known, nothing is.
        if self.file().is_some() && self.knows_gpus() {
            self.add_code(merged);
        }
    }

    /// What `hides(…)` and `tile(…)` state.
    const fn add_nested(&self, merged: &mut Configuration<'a>, given: Arguments) {
        if given.meets(OF_HIDES) && merged.hides.is_none() {
            merged.hides = Some(LatencyDemand::NONE);
        }
        if given.meets(OF_TILE) && merged.tile.is_none() {
            merged.tile = Some(Tile::new(1, 1, 1));
        }
        let mut left = Argument::INTEGERS.as_slice();
        while let [argument, others @ ..] = left {
            if argument.is_nested()
                && self.deferred.contains(*argument)
                && !self.stated.contains(*argument)
            {
                merged.set_integer(*argument, 1);
            }
            left = others;
        }
        if let Some(mut tile) = merged.tile {
            tile.accumulator = self.rare.accumulator;
            if let Some(problem) = self.extents(Argument::Problem) {
                let (m, n, _) = dims(problem);
                tile.problem = Some((m, n));
            } else if self.deferred.contains(Argument::Problem) {
                tile.problem = Some((1, 1));
            }
            *merged = merged.with_tile(Some(tile.beside(given)));
        }
    }

    /// What is left to the kernel's code: the most of what its GPUs run.
    const fn add_code(&self, merged: &mut Configuration<'_>) {
        let left_out = self.left_out();
        let mut left = Argument::OF_COMPILED.as_slice();
        while let [argument, others @ ..] = left {
            if left_out.contains(*argument)
                && let Some(figure) = most(merged, *argument)
            {
                merged.set_integer(*argument, figure as u64);
            }
            left = others;
        }
    }

    /// A configuration that can be launched, in place of one that is refused.
    pub(crate) const fn stand_in(&self, has_its_gpus: bool) -> Configuration<'a> {
        let archs = match self.archs {
            [_, ..] if has_its_gpus => self.archs,
            _ => &[Arch::Device(devices::H100)],
        };
        let mut configuration = Configuration::new(archs, Kernel::new((32, 1, 1), 32));
        if self.stated.contains(Argument::Grid) || self.stated.contains(Argument::Elements) {
            configuration.grid = Some(Grid::Elements(1));
        }
        configuration
    }

    /// The configuration on one of its GPUs alone: what is left to the kernel's code is that of this GPU.
    pub const fn on<'b>(&self, arch: &'b Arch, resolved: &Configuration<'b>) -> Configuration<'b> {
        let mut alone = resolved.with_archs(slice::from_ref(arch));
        if let Some(code) = resolved.compiled_on(arch) {
            alone.compiled = slice::from_ref(code);
            self.add_code(&mut alone);
        }
        alone
    }

    /// The arguments that are there, known or not, right or wrong.
    pub const fn given(&self) -> Arguments {
        self.stated.and(self.deferred).and(self.rare.faulty)
    }

    /// Whether each GPU is known here.
    const fn knows_gpus(&self) -> bool {
        self.stated.contains(Argument::Arch) || !self.deferred.contains(Argument::Arch)
    }

    /// Whether the values that only the compiler knows are here: it is the compiler that asks.
    pub const fn is_complete(&self) -> bool {
        self.deferred.bits() & !self.stated.bits() == 0
    }

    /// The argument that names the file of the kernel's code.
    pub const fn file(&self) -> Option<Argument> {
        if self.stated.contains(Argument::Cubin) {
            Some(Argument::Cubin)
        } else if self.stated.contains(Argument::Ptx) {
            Some(Argument::Ptx)
        } else {
            None
        }
    }

    /// The figures that are left to the kernel's code.
    pub const fn left_out(&self) -> Arguments {
        if self.file().is_none() {
            return Arguments::NONE;
        }
        Arguments::from_bits(OF_COMPILED.bits() & !self.given().bits())
    }

    /// Whether a tile gives the dynamic shared memory, of operands that are among these.
    const fn tile_gives_of(&self, operands: Arguments) -> bool {
        let given = self.given();
        operands.meets(Tile::OPERANDS)
            && given.meets(OF_TILE)
            && Tile::new(1, 1, 1).beside(given).gives_shared_memory
    }

    /// The arguments that only the compiler knows, with those that follow from one of them.
    pub const fn unknown(&self) -> Arguments {
        let mut unknown = self.deferred;
        if unknown.contains(Argument::Arch) {
            // They are those of the code that the GPU runs.
            unknown = unknown.and(self.left_out());
        }
        if self.tile_gives_of(unknown) {
            unknown = unknown.with(Argument::DynamicSharedMemory);
        }
        // A search that needs one of them is the compiler's too.
        if self.rare.auto.is_some() && !unknown.is_empty() {
            unknown = unknown.with(Argument::Threads);
        }
        unknown
    }

    /// The arguments with a fault, with those that follow from one of them: no rule can read them.
    pub const fn faulty(&self) -> Arguments {
        let mut faulty = self.rare.faulty;
        if self.tile_gives_of(faulty) {
            faulty = faulty.with(Argument::DynamicSharedMemory);
        }
        let mut left = self.unknown_archs;
        while let [unknown, others @ ..] = left {
            if unknown.is_some() {
                faulty = faulty.with(Argument::Arch);
            }
            left = others;
        }
        match self.file() {
            Some(file) => faulty.and(self.faulty_of(file)),
            None => faulty,
        }
    }

    /// What the file of the kernel's code lacks.
    const fn faulty_of(&self, file: Argument) -> Arguments {
        let left_out = self.left_out();
        if self.code.is_empty() {
            return left_out.with(file);
        }
        let mut faulty = Arguments::NONE;
        let mut left = self.code;
        while let [code, others @ ..] = left {
            let mut figures = Argument::OF_COMPILED.as_slice();
            while let [argument, others @ ..] = figures {
                if left_out.contains(*argument) && code.integer(*argument).is_none() {
                    faulty = faulty.with(*argument);
                }
                figures = others;
            }
            left = others;
        }
        faulty
    }

    /// The place of the first number of an argument that is here.
    const fn place(&self, argument: Argument) -> Option<usize> {
        if !self.stated.contains(argument) {
            return None;
        }
        let before = (1 << argument as u32) - 1;
        Some(places(self.stated.bits() & before))
    }

    /// The numbers that are here.
    pub const fn stated_numbers(&self) -> &[i128] {
        let count = places(self.stated.bits() & EVERY.bits());
        self.numbers.split_at(count).0
    }

    /// The three integers of a block, a grid, a cluster or a product.
    const fn extents(&self, argument: Argument) -> Option<[i128; 3]> {
        match self.place(argument) {
            Some(at) if argument.places() == 3 => {
                Some([self.numbers[at], self.numbers[at + 1], self.numbers[at + 2]])
            }
            _ => None,
        }
    }

    /// The first value of an argument that is out of range, and its axis.
    pub const fn value_out_of_range(&self, argument: Argument) -> Option<(Axis, i128)> {
        let most = argument.most() as i128;
        match self.place(argument) {
            Some(at) if argument.places() == 1 => outside([self.numbers[at], 0, 0], most),
            _ => match self.extents(argument) {
                Some(extents) => outside(extents, most),
                None => None,
            },
        }
    }
}

impl Argument {
    /// The numbers that it takes in [`Stated`].
    const fn places(self) -> u8 {
        match self.form() {
            Form::Integer => 1,
            Form::Ratio => 2,
            Form::Extents => 3,
            _ if matches!(self, Self::Problem) => 3,
            _ => 0,
        }
    }
}

/// The numbers that some arguments take together.
const fn places(mut left: u64) -> usize {
    let mut places = 0;
    while left != 0 {
        places += PLACES[left.trailing_zeros() as usize] as usize;
        left &= left - 1;
    }
    places
}

/// The first of three numbers that is negative or over `most`.
const fn outside([x, y, z]: [i128; 3], most: i128) -> Option<(Axis, i128)> {
    if x < 0 || x > most {
        Some((Axis::X, x))
    } else if y < 0 || y > most {
        Some((Axis::Y, y))
    } else if z < 0 || z > most {
        Some((Axis::Z, z))
    } else {
        None
    }
}

/// The most that an argument has in the code that the GPUs run, or in any if they run none, which is a fault of its own;
/// `None` if none states it.
const fn most(configuration: &Configuration<'_>, argument: Argument) -> Option<u32> {
    let (mut most, mut left) = (None, configuration.archs);
    while let [arch, others @ ..] = left {
        if let Some(code) = configuration.compiled_on(arch)
            && let Some(figure) = code.integer(argument)
            && !matches!(most, Some(most) if most >= figure)
        {
            most = Some(figure);
        }
        left = others;
    }
    let mut left = configuration.compiled;
    while most.is_none()
        && let [code, others @ ..] = left
    {
        most = code.integer(argument);
        left = others;
    }
    most
}

/// The least of some numbers, which every block asks for.
const fn least(mut left: &[u32]) -> u32 {
    let mut least = u32::MAX;
    while let [bytes, others @ ..] = left {
        if *bytes < least {
            least = *bytes;
        }
        left = others;
    }
    least
}

/// Three numbers as a block or a grid has them, or the nearest that 32 bits hold.
pub const fn dims([x, y, z]: [i128; 3]) -> (u32, u32, u32) {
    (saturated(x), saturated(y), saturated(z))
}

/// The value, or the nearest that 32 bits hold: that it is out of range is reported at the value.
pub const fn saturated(value: i128) -> u32 {
    saturate(saturated_64(value))
}

/// Like [`saturated`], for 64 bits.
const fn saturated_64(value: i128) -> u64 {
    if value < 0 {
        0
    } else if value > u64::MAX as i128 {
        u64::MAX
    } else {
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "compared just before"
        )]
        let value = value as u64;
        value
    }
}
