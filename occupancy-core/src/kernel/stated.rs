//! The arguments of one configuration, as an attribute, a command line or a record states them, and the one place where
//! they become a [`Configuration`].

use core::slice;

use super::{
    Accumulator, Argument, Arguments, Axis, Compiled, Configuration, Form, Grid, Kernel, Tile,
    Wait, WarpGroups, of_gpus, saturate,
};
use crate::gpu::{Arch, compute_capabilities};
use crate::numbers::min;
use crate::text::{Ratio, same};

/// The arguments of one configuration, each as it was written.
///
/// Numbers have the widest type, so that one that is out of range is reported as it is. They are in the order of
/// [`Argument`]: three for a block or a grid, two for a ratio, and none for an argument without numbers.
#[derive(Clone, Copy, Debug)]
pub struct Stated<'a> {
    /// The GPUs.
    pub archs: &'a [Arch],
    /// The arguments whose values are here.
    pub stated: Arguments,
    /// The arguments whose values only the compiler knows. If the compiler asks, their values are here as well.
    pub deferred: Arguments,
    /// The lints that are looked for, a bit each.
    pub lints: u32,
    /// The numbers of the stated arguments, one after another.
    pub numbers: [i128; NUMBERS],
    /// The code in the kernel's file: that of each GPU, or every image if a GPU is an expression.
    pub code: &'a [Compiled<'a>],
    /// The bytes of dynamic shared memory for blocks of 1, 2, 3 … warps, if `smem` depends on the block; `u32::MAX`
    /// where they are not known.
    pub smem_by_warps: &'a [u32],
    /// For each GPU that is an expression, its name if no GPU has it.
    pub unknown_archs: &'a [Option<&'static str>],
    /// The target of the only GPU, if its name is one: `sm_90a`.
    pub target: Option<&'static str>,
    /// The rest, which few configurations state.
    pub rare: &'a Rare,
}

defaults! {
    /// The arguments and faults that few configurations have.
    #[derive(Clone, Copy, Debug)]
    pub struct Rare {
        /// The fewest and the most threads of `threads = auto`.
        pub auto: Option<(u32, u32)> = None,
        /// `regs = auto`, with the fewest threads of the launch bounds: [`Configuration::auto_registers`].
        pub auto_registers: Option<u32> = None,
        /// `vgprs = auto`, likewise.
        pub auto_vgprs: Option<u32> = None,
        /// Set if the block is a size of `threads = any(…)` behind the first.
        pub is_further_size: bool = false,
        /// The reason in `intent(low_occupancy, …)`.
        pub intent: Option<&'static str> = None,
        /// `allow(partial_warp)`
        pub allow_partial_warp: bool = false,
        /// The targets for which the file has a fault: see [`Multiprocessor::plain_target`](crate::Multiprocessor::plain_target).
        pub code_faulty_on: &'static [&'static str] = &[],
        /// The arguments with a reported fault: no rule that reads one of them is checked.
        pub faulty: Arguments = Arguments::NONE,
        /// Set if a fault was reported.
        pub is_refused: bool = false,
    }

    /// No rare argument, and no fault.
    pub const NONE;
}

/// It is a static, because the compiler looks at the value of a constant again for each constant that refers to it.
static NOTHING: Rare = Rare::NONE;

/// The numbers that all arguments take together, and two more, because three are read for any argument.
const NUMBERS: usize = places(Arguments::ALL) + 2;

/// The count of numbers that each argument takes. It is a static, because the compiler copies a constant for each look
/// at it.
static PLACES: [u8; Argument::ALL.len()] = {
    let mut places = [0; Argument::ALL.len()];
    each!(Arguments::ALL, |argument| {
        places[argument as usize] = match argument.form() {
            Form::Integer | Form::Word(..) => 1,
            Form::Ratio => 2,
            Form::Extents => 3,
            _ if matches!(argument, Argument::Problem) => 3,
            // `WarpGroups::MOST`
            _ if matches!(argument, Argument::Setmaxnreg) => 8,
            _ => 0,
        };
    });
    places
};

const ANY: &[Arch] = match compute_capabilities::ALL.last() {
    Some(latest) => &[Arch::Multiprocessor(latest)],
    None => &[],
};

/// A configuration that states nothing. It has a GPU, so that a value that is wrong on every GPU is reported even if no
/// GPU is known.
const BLANK: Configuration<'_> = Configuration::new(ANY, Kernel::new((32, 1, 1), 1).with_vgprs(1));

/// No GPU of the tables allows fewer registers of any kind: those of AMD have 108 scalar ones.
const LEAST_LIMIT: i128 = 108;

const REGISTERS: u64 = 1 << Argument::Registers as u64;
const VGPRS: u64 = 1 << Argument::Vgprs as u64;
const FILES: u64 = Argument::FILES.bits();
const BUDGETS: u64 = Arguments::of(&Argument::BUDGETS).bits();

impl<'a> Stated<'a> {
    /// Makes the stated arguments of a usual configuration; `stated` and `deferred` are [`Arguments::bits`].
    pub const fn new<const N: usize>(
        archs: &'a [Arch],
        stated: u64,
        numbers: [i128; N],
        deferred: u64,
        lints: u32,
    ) -> Self {
        const { assert!(N <= NUMBERS, "more numbers than arguments take") }
        let mut all = [0; NUMBERS];
        // A loop by hand, because a call costs the compiler more.
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

    /// The configuration, and the arguments whose values are out of range; the configuration has the nearest value for
    /// each of those.
    ///
    /// Arguments that are not known here are left out, except that a number of `hides(…)` or `tile(…)` is 1.
    pub const fn merged(&self) -> (Configuration<'a>, Arguments) {
        let mut merged = BLANK;
        // Without a GPU that is known and right, it keeps the one of `BLANK`.
        if let [_, ..] = self.archs {
            merged.archs = self.archs;
        }
        let (mut out_of_range, mut at) = (Arguments::NONE, 0);
        each!(self.stated, |argument| {
            let places = PLACES[argument as usize] as usize;
            match places {
                0 => continue,
                WarpGroups::MOST => {
                    let (groups, out) = self.warp_groups(at);
                    merged.setmaxnreg = groups;
                    if out.is_some() {
                        out_of_range = out_of_range.with(argument);
                    }
                    at += places;
                    continue;
                }
                _ => {}
            }
            let numbers = self.numbers_at(at);
            // Plain, because each call costs the compiler.
            let is_register = matches!(
                argument,
                Argument::Registers | Argument::Vgprs | Argument::Sgprs
            );
            if outside(argument, numbers).is_some()
                || is_register
                    && numbers[0] > LEAST_LIMIT
                    && self.is_beyond_all(argument, numbers[0])
            {
                out_of_range = out_of_range.with(argument);
            }
            set(&mut merged, argument, numbers);
            at += places;
        });
        let rare = self.rare;
        let given = self.given();
        // The budget of one vendor alone is none of the other's.
        let mut budgets = given.bits() & BUDGETS;
        if given.bits() & FILES != 0 {
            budgets = self.provided().bits() & BUDGETS;
        }
        match budgets {
            REGISTERS => merged.kernel.vgprs = 0,
            VGPRS => merged.kernel.registers_per_thread = 0,
            _ => {}
        }
        merged.budgets = Arguments::from_bits(budgets);
        merged.partial_warp_allowed = rare.allow_partial_warp;
        merged.gpus_are_constant = self.deferred.contains(Argument::Arch);
        merged.cooperative = self.stated.contains(Argument::Cooperative);
        merged.low_occupancy_intended = self.stated.contains(Argument::Intent);
        merged.shared_memory_by_warps = self.smem_by_warps;
        if let (Some(_), [_, ..]) = (rare.auto, self.smem_by_warps) {
            let least = &mut merged.kernel.dynamic_shared_memory;
            *least = u32::MAX;
            each!(self.smem_by_warps, |bytes| {
                *least = min(*least, *bytes);
            });
        }
        if given.meets(Argument::NESTED) {
            self.add_nested(&mut merged);
        }
        // Plain, because each call costs the compiler.
        if !matches!((rare.auto_registers, rare.auto_vgprs), (None, None)) {
            (merged.auto_registers, merged.auto_vgprs) = (rare.auto_registers, rare.auto_vgprs);
            merged = merged.with_budget();
        }
        merged.compiled = self.code;
        // The code of a GPU that is not known is not known either.
        if self.stated.contains(Argument::Arch) || !self.deferred.contains(Argument::Arch) {
            self.add_code(&mut merged);
        }
        (merged, out_of_range)
    }

    /// The registers of the warp groups whose numbers begin at a place, and the first that is out of range.
    const fn warp_groups(&self, at: usize) -> (Option<WarpGroups>, Option<(Axis, i128)>) {
        let (mut registers, mut nth, mut out) = ([0; WarpGroups::MOST], 0, None);
        while nth < WarpGroups::MOST {
            let number = self.numbers[at + nth];
            registers[nth] = saturated(number);
            if out.is_none() && registers[nth] as i128 != number {
                out = Some((Axis::X, number));
            }
            nth += 1;
        }
        (WarpGroups::new(&registers), out)
    }

    /// Sets the arguments in `hides(…)` and `tile(…)`.
    const fn add_nested(&self, merged: &mut Configuration<'a>) {
        let given = self.given();
        let unknown = self.deferred.without(self.stated);
        each!(given.intersection(Argument::NESTED), |argument| {
            merged.begin(argument);
            if unknown.contains(argument) {
                set(merged, argument, [1; 3]);
            }
        });
        if let Some(mut tile) = merged.tile {
            tile.gives_shared_memory = Tile::gives_beside(given);
            *merged = merged.with_tile(Some(tile));
        }
    }

    /// Sets the arguments that are left to the kernel's code: each to the most in the code that the GPUs run.
    const fn add_code(&self, merged: &mut Configuration<'_>) {
        each!(self.left_out(), |argument| {
            if let Some(figure) = most(merged, argument) {
                merged.set_integer(argument, figure as u64);
            }
        });
    }

    /// The configuration for one of its GPUs alone. Arguments that are left to the kernel's code come from the code
    /// that this GPU runs.
    pub const fn for_gpu<'b>(
        &self,
        arch: &'b Arch,
        resolved: &Configuration<'b>,
    ) -> Configuration<'b> {
        let mut alone = resolved.with_archs(slice::from_ref(arch));
        if let Some(code) = resolved.compiled_on(arch) {
            alone.compiled = slice::from_ref(code);
            self.add_code(&mut alone);
        } else if !alone.compiled_argument().is_read_on(arch) {
            alone.compiled = &[];
        }
        alone
    }

    /// The arguments that the author gave, known or not, right or wrong.
    pub const fn given(&self) -> Arguments {
        self.stated.union(self.deferred).union(self.rare.faulty)
    }

    /// The arguments that the author gave, and those that are left to the kernel's code.
    pub(crate) const fn provided(&self) -> Arguments {
        self.given().union(self.left_out())
    }

    /// Returns `true` if the values that only the compiler knows are here, because the compiler asks.
    pub const fn is_complete(&self) -> bool {
        const BLOCK: Arguments = Arguments::of(&[Argument::Threads]);
        let unknown = self.deferred.without(self.stated);
        let is_block_searched = self.rare.auto.is_some();
        unknown.is_empty() || is_block_searched && unknown.without(BLOCK).is_empty()
    }

    /// The argument that names the file of the kernel's code; `None` if none is stated.
    pub const fn file(&self) -> Option<Argument> {
        let (file, _) = known!(self.stated.intersection(Argument::FILES).split_first());
        Some(file)
    }

    /// The arguments that are left to the kernel's code.
    pub const fn left_out(&self) -> Arguments {
        match self.file() {
            Some(file) => file.stated().without(self.given()),
            None => Arguments::NONE,
        }
    }

    /// The arguments, with dynamic shared memory if a tile gives it and one of them decides how much.
    const fn with_tile_memory(&self, arguments: Arguments) -> Arguments {
        if arguments.meets(Tile::OPERANDS)
            && self.given().meets(Argument::OF_TILE)
            && Tile::gives_beside(self.given())
        {
            return arguments.with(Argument::DynamicSharedMemory);
        }
        arguments
    }

    /// The arguments, with the registers if they follow from one of them.
    pub const fn with_budget(&self, arguments: Arguments) -> Arguments {
        const OF_BUDGET: Arguments =
            Arguments::of(&[Argument::Arch, Argument::Threads, Argument::MinBlocks]);
        let mut all = arguments;
        if self.rare.auto_registers.is_some() && arguments.meets(OF_BUDGET) {
            all = all.with(Argument::Registers);
        }
        if self.rare.auto_vgprs.is_some() && arguments.meets(OF_BUDGET) {
            all = all.with(Argument::Vgprs);
        }
        all
    }

    /// The arguments that only the compiler knows, and those that follow from one of them.
    pub const fn unknown(&self) -> Arguments {
        let mut unknown = self.deferred;
        if unknown.contains(Argument::Arch) {
            // They come from the code that the GPU runs.
            unknown = unknown.union(self.left_out());
        }
        unknown = self.with_budget(self.with_tile_memory(unknown));
        // Only the compiler can search for a block if one of them is unknown.
        if self.rare.auto.is_some() && !unknown.is_empty() {
            unknown = unknown.with(Argument::Threads);
        }
        unknown
    }

    /// The arguments with a fault, and those that follow from one of them: no rule can read them.
    pub const fn faulty(&self) -> Arguments {
        let mut faulty = self.with_tile_memory(self.rare.faulty);
        if self.archs.is_empty() && self.stated.contains(Argument::Arch) {
            faulty = faulty.with(Argument::Arch);
        }
        each!(self.unknown_archs, |unknown| {
            if unknown.is_some() {
                faulty = faulty.with(Argument::Arch);
            }
        });
        match self.file() {
            Some(file) => faulty.union(self.faulty_of(file)),
            None => faulty,
        }
    }

    /// The arguments that the file of the kernel's code should state, and does not.
    const fn faulty_of(&self, file: Argument) -> Arguments {
        let (left_out, mut faulty) = (self.left_out(), Arguments::NONE);
        if self.code.is_empty() {
            faulty = left_out.with(file);
        }
        // The right file would state the registers of these GPUs.
        if let [_, ..] = self.archs
            && BLANK.with_archs(self.archs).reads_nowhere(file)
        {
            faulty = faulty.union(Arguments::from_bits(BUDGETS).without(self.given()));
        }
        each!(self.code, |code| {
            each!(left_out, |argument| {
                if code.integer(argument).is_none() {
                    faulty = faulty.with(argument);
                }
            });
        });
        each!(self.rare.code_faulty_on, |on| {
            if self.is_on(on) {
                faulty = faulty.union(left_out).with(file);
            }
        });
        faulty
    }

    /// Returns `true` if one of the GPUs has this [target](crate::Multiprocessor::plain_target).
    pub const fn is_on(&self, target: &str) -> bool {
        each!(self.archs, |arch| {
            let own = arch.multiprocessor().plain_target();
            if same(own.as_bytes(), target.as_bytes()) {
                return true;
            }
        });
        false
    }

    /// The three numbers from `at` on. An argument whose numbers begin there has the first of them.
    const fn numbers_at(&self, at: usize) -> [i128; 3] {
        [self.numbers[at], self.numbers[at + 1], self.numbers[at + 2]]
    }

    /// The numbers of the stated arguments.
    pub const fn stated_numbers(&self) -> &[i128] {
        self.numbers.split_at(places(self.stated)).0
    }

    /// The first number of an argument that is out of range, and its axis.
    pub const fn value_out_of_range(&self, argument: Argument) -> Option<(Axis, i128)> {
        if !self.stated.contains(argument) {
            return None;
        }
        let before = Arguments::from_bits(self.stated.bits() & ((1 << argument as u32) - 1));
        let at = places(before);
        if let Argument::Setmaxnreg = argument {
            return self.warp_groups(at).1;
        }
        let numbers = self.numbers_at(at);
        match outside(argument, numbers) {
            None if self.is_beyond_all(argument, numbers[0]) => Some((Axis::X, numbers[0])),
            found => found,
        }
    }

    /// Returns `true` if no GPU here reads the number, and no GPU of its vendor could have it.
    const fn is_beyond_all(&self, argument: Argument, number: i128) -> bool {
        let (Argument::Registers | Argument::Vgprs | Argument::Sgprs) = argument else {
            return false;
        };
        let configuration = BLANK.with_archs(self.archs);
        !self.archs.is_empty()
            && configuration.reads_nowhere(argument)
            && number > configuration.limit(argument, Axis::X).0 as i128
    }
}

/// Counts the numbers that these arguments take together.
const fn places(arguments: Arguments) -> usize {
    let mut places = 0;
    each!(arguments, |argument| {
        places += PLACES[argument as usize] as usize;
    });
    places
}

/// Sets an argument to its numbers, or to the nearest that it holds.
const fn set(to: &mut Configuration<'_>, argument: Argument, [x, y, z]: [i128; 3]) {
    match argument {
        Argument::Threads => to.kernel.block_dim = dims([x, y, z]),
        // A cluster of one block is no cluster.
        Argument::Cluster => {
            to.kernel.cluster_dim = match dims([x, y, z]) {
                (1, 1, 1) => None,
                dims => Some(dims),
            }
        }
        Argument::Grid => to.grid = Some(Grid::Blocks(dims([x, y, z]))),
        Argument::MinOccupancy => to.min_occupancy = ratio(x, y),
        Argument::TailEfficiency => to.tail_efficiency = ratio(x, y),
        Argument::Problem | Argument::Accumulator | Argument::Wait => {
            to.begin(argument);
            match (argument, &mut to.tile, &mut to.hides) {
                (Argument::Problem, Some(tile), _) => {
                    tile.problem = Some((saturated(x), saturated(y)));
                }
                (Argument::Accumulator, Some(tile), _) => tile.accumulator = Accumulator::at(x),
                (Argument::Wait, _, Some(demand)) => demand.wait = Some(Wait::at(x)),
                _ => {}
            }
        }
        _ => to.set_integer(argument, saturated_64(x)),
    }
}

const fn ratio(numerator: i128, denominator: i128) -> Option<Ratio> {
    Ratio::new(saturated_64(numerator), saturated_64(denominator))
}

/// The first of an argument's numbers that is out of range, and its axis.
const fn outside(argument: Argument, [x, y, z]: [i128; 3]) -> Option<(Axis, i128)> {
    const MOST: i128 = u32::MAX as i128;
    match PLACES[argument as usize] {
        1 | 3 if x < 0 || x > MOST && x > argument.most() as i128 => Some((Axis::X, x)),
        3 if y < 0 || y > MOST => Some((Axis::Y, y)),
        3 if z < 0 || z > MOST => Some((Axis::Z, z)),
        _ => None,
    }
}

/// The most that an argument has in the code that the GPUs run; `None` if none states it. If the GPUs run none of the
/// code, which is a fault of its own, any code counts.
const fn most(configuration: &Configuration<'_>, argument: Argument) -> Option<u32> {
    let mut most = of_gpus!(configuration, >, arch => match configuration.compiled_on(arch) {
        Some(code) => code.integer(argument),
        None => None,
    });
    let mut left = configuration.compiled;
    while most.is_none()
        && let [code, others @ ..] = left
    {
        most = code.integer(argument);
        left = others;
    }
    most
}

/// Three numbers as a block or a grid has them, each as near as 32 bits hold.
pub const fn dims([x, y, z]: [i128; 3]) -> (u32, u32, u32) {
    (saturated(x), saturated(y), saturated(z))
}

/// The value, or the nearest that 32 bits hold. A value that is out of range is reported where it is stated.
pub const fn saturated(value: i128) -> u32 {
    saturate(saturated_64(value))
}

/// Like [`saturated`], for 64 bits.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "compared just before"
)]
const fn saturated_64(value: i128) -> u64 {
    const MOST: i128 = u64::MAX as i128;
    match value {
        ..0 => 0,
        0..=MOST => value as u64,
        _ => u64::MAX,
    }
}
