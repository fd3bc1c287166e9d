//! What an attribute states of one configuration, and what comes of it: the one place where values of
//! the author's program become a configuration that is checked.

use core::slice;

use occupancy_core::{
    Arch, Compiled, Configuration, Grid, Kernel, Lint, Ratio, devices,
    kernel::{Accumulator, Argument, Arguments, Axis},
    launch::FunctionSettings,
    rules::best_block_size,
};

/// The arguments of one configuration, each as it was written; `None` if one is left out.
///
/// Integers are of the widest type, so that one which is out of range is reported as it is.
#[derive(Clone, Copy, Debug)]
pub struct Stated {
    /// The GPUs.
    pub archs: Archs,
    /// For each GPU that is an expression: its name, if no GPU has it.
    pub unknown_archs: &'static [Option<&'static str>],
    /// The target of the one GPU, where its name states one: `sm_90a`.
    pub target: Option<&'static str>,
    /// `threads`
    pub threads: Threads,
    /// `regs`
    pub regs: Option<i128>,
    /// `static_smem`
    pub static_smem: Option<i128>,
    /// `smem`
    pub smem: Option<i128>,
    /// What blocks of 1, 2, 3 … warps ask for, where `smem` depends on the block; `u32::MAX` for those that it is not
    /// known of.
    pub smem_by_warps: &'static [u32],
    /// `cluster`
    pub cluster: Option<[i128; 3]>,
    /// `grid`
    pub grid: Option<[i128; 3]>,
    /// `min_blocks`
    pub min_blocks: Option<i128>,
    /// The other arguments that are one integer, each once.
    pub integers: &'static [(Argument, i128)],
    /// `accumulator` of `tile(…)`
    pub accumulator: Accumulator,
    /// `problem` of `tile(…)`, and 1
    pub problem: Option<[i128; 3]>,
    /// The reason in `intent(low_occupancy, …)`.
    pub intent: Option<&'static str>,
    /// `min_occupancy`
    pub min_occupancy: Option<Ratio>,
    /// `tail_efficiency`
    pub tail_efficiency: Option<Ratio>,
    /// `allow(partial_warp)`
    pub allow_partial_warp: bool,
    /// Whether `cubin` or `ptx` states where the kernel's code is.
    pub code_from: Option<Argument>,
    /// That of each GPU; if a GPU is an expression, every image of the file.
    pub code: &'static [Compiled<'static>],
    /// The compute capabilities that the file has a fault for.
    pub code_faulty_on: &'static [(u32, u32)],
    /// The arguments that only the compiler knows: it checks the rules that read one of them.
    pub deferred: Arguments,
    /// The arguments with a reported fault: no rule that reads one of them is checked.
    pub faulty: Arguments,
    /// Whether the attribute has reported a fault.
    pub is_refused: bool,
    /// The lints that the compiler looks for, a bit each.
    pub lints: u32,
}

/// The GPUs.
#[derive(Clone, Copy, Debug)]
pub enum Archs {
    /// One, by value: what is behind a reference costs the compiler more.
    One(Arch),
    /// Any number.
    List(&'static [Arch]),
}

impl Archs {
    /// All of them.
    pub const fn as_slice(&self) -> &[Arch] {
        match self {
            Self::One(arch) => slice::from_ref(arch),
            Self::List(archs) => archs,
        }
    }
}

/// The block.
#[derive(Clone, Copy, Debug)]
pub enum Threads {
    /// Threads in x, y and z.
    Dims([i128; 3]),
    /// The best size with at least and at most this number of threads.
    Auto(u32, u32),
}

/// What is wrong with a configuration, and what is worth saying of it.
#[derive(Clone, Copy, Debug)]
pub struct Verdict {
    /// The arguments whose values break a rule.
    pub faults: Arguments,
    /// Whether the configuration is the one that was asked for.
    pub is_sound: bool,
    /// The threads that `threads = auto` chose.
    pub chosen: Option<u32>,
    /// The lints that have something to say, of those that are looked for.
    pub lints: u32,
    /// Whether the driver accepts a launch of the function as it is loaded, on each of the GPUs; `true`
    /// where something else is wrong.
    pub launches_as_loaded: bool,
}

/// The bit of a lint.
pub(crate) const fn bit(lint: Lint) -> u32 {
    1 << lint as u32
}

/// GPUs that stand in for those that cannot be used.
const PLACEHOLDER: &[Arch] = &[Arch::Device(devices::H100)];

impl Stated {
    /// Nothing but a block.
    pub const DEFAULT: Self = Self {
        archs: Archs::List(&[]),
        unknown_archs: &[],
        target: None,
        threads: Threads::Dims([32, 1, 1]),
        regs: None,
        static_smem: None,
        smem: None,
        smem_by_warps: &[],
        cluster: None,
        grid: None,
        min_blocks: None,
        integers: &[],
        accumulator: Accumulator::Registers,
        problem: None,
        intent: None,
        min_occupancy: None,
        tail_efficiency: None,
        allow_partial_warp: false,
        code_from: None,
        code: &[],
        code_faulty_on: &[],
        deferred: Arguments::NONE,
        faulty: Arguments::NONE,
        is_refused: false,
        lints: 0,
    };

    /// What most kernels state; `stated` and `deferred` are [`Arguments::bits`], and a number that is not
    /// stated is not read.
    pub const fn new(
        archs: Archs,
        stated: u64,
        threads: [i128; 3],
        [regs, static_smem, smem, min_blocks]: [i128; 4],
        deferred: u64,
        lints: u32,
    ) -> Self {
        let mut out = Self::DEFAULT;
        let stated = Arguments::from_bits(stated);
        out.archs = archs;
        out.threads = Threads::Dims(threads);
        if stated.contains(Argument::Registers) {
            out.regs = Some(regs);
        }
        if stated.contains(Argument::StaticSharedMemory) {
            out.static_smem = Some(static_smem);
        }
        if stated.contains(Argument::DynamicSharedMemory) {
            out.smem = Some(smem);
        }
        if stated.contains(Argument::MinBlocks) {
            out.min_blocks = Some(min_blocks);
        }
        out.deferred = Arguments::from_bits(deferred);
        out.lints = lints;
        out
    }

    /// Checks what the attribute could not.
    pub const fn verdict(&self) -> Verdict {
        let mut verdict = Verdict {
            faults: Arguments::NONE,
            is_sound: false,
            chosen: None,
            lints: 0,
            launches_as_loaded: true,
        };
        if self.deferred.is_empty() {
            verdict.is_sound = !self.is_refused;
            return verdict;
        }
        let mut asked = self.configuration();
        let out_of_range = self.out_of_range();
        let unusable = self.unusable(out_of_range);
        verdict.faults = out_of_range.and(self.broken(&asked, unusable));
        if !verdict.faults.is_empty() || !unusable.is_empty() || self.is_refused {
            return verdict;
        }
        if let Threads::Auto(least, most) = self.threads {
            let Some(best) = best_block_size(&asked, least, most) else {
                verdict.faults = Arguments::of(&[Argument::Threads]);
                return verdict;
            };
            verdict.chosen = Some(best.threads);
            asked = asked.with_block_dim((best.threads, 1, 1));
        }
        verdict.is_sound = true;
        verdict.launches_as_loaded = launches_as_loaded(&asked);
        verdict.lints = self.advised(&asked);
        verdict
    }

    /// The lints that have something to say, of those that are looked for.
    const fn advised(&self, configuration: &Configuration<'_>) -> u32 {
        let mut advised = 0;
        if self.lints == 0 {
            return advised;
        }
        let mut left = Lint::ALL.as_slice();
        while let [lint, others @ ..] = left {
            let bit = bit(*lint);
            if self.lints & bit != 0 && lint.fires(configuration) {
                advised |= bit;
            }
            left = others;
        }
        advised
    }

    /// The configuration; one that can be launched stands in for one that is refused.
    pub const fn resolved(&self, verdict: Verdict) -> Configuration<'_> {
        if verdict.is_sound {
            let mut configuration = self.configuration();
            if let Some(threads) = verdict.chosen {
                configuration = configuration.with_block_dim((threads, 1, 1));
            }
            return configuration;
        }
        let archs = match self.archs.as_slice() {
            [_, ..]
                if self.archs_are_found()
                    && !self.is_refused
                    && !verdict.faults.contains(Argument::Arch) =>
            {
                self.archs.as_slice()
            }
            _ => PLACEHOLDER,
        };
        let mut configuration = Configuration::new(archs, Kernel::new((32, 1, 1), 32));
        if self.grid.is_some() || self.integer(Argument::Elements).is_some() {
            configuration.grid = Some(Grid::Elements(1));
        }
        configuration
    }

    /// What is stated, with the nearest value for each that is out of range.
    const fn configuration(&self) -> Configuration<'_> {
        let block_dim = match self.threads {
            Threads::Dims(threads) => dims(threads),
            Threads::Auto(..) => (32, 1, 1),
        };
        let mut kernel = Kernel::new(block_dim, 1);
        if let Some(registers) = self.regs {
            kernel.registers_per_thread = saturate(registers);
        }
        if let Some(bytes) = self.static_smem {
            kernel.static_shared_memory = saturate(bytes);
        }
        if let Some(bytes) = self.smem {
            kernel.dynamic_shared_memory = saturate(bytes);
        }
        if let (Threads::Auto(..), [_, ..]) = (self.threads, self.smem_by_warps) {
            kernel.dynamic_shared_memory = least(self.smem_by_warps);
        }
        if let Some(cluster) = self.cluster {
            kernel.cluster_dim = Some(dims(cluster));
        }
        // What is wrong on every GPU is said where none is known.
        let archs = match self.archs.as_slice() {
            [] => PLACEHOLDER,
            archs => archs,
        };
        let mut configuration = Configuration::new(archs, kernel);
        configuration.tail_efficiency = self.tail_efficiency;
        configuration.partial_warp_allowed = self.allow_partial_warp;
        configuration.compiled = self.code;
        configuration.shared_memory_by_warps = self.smem_by_warps;
        configuration.min_occupancy = self.min_occupancy;
        if let Some(grid) = self.grid {
            configuration.grid = Some(Grid::Blocks(dims(grid)));
        }
        if let Some(blocks) = self.min_blocks {
            configuration.min_blocks = Some(saturate(blocks));
        }
        configuration.low_occupancy_intended = self.intent.is_some();
        let mut left = self.integers;
        while let [(argument, value), others @ ..] = left {
            configuration = configuration.with_integer(*argument, saturate_64(*value));
            left = others;
        }
        if let Some(mut tile) = configuration.tile {
            tile.accumulator = self.accumulator;
            if let Some(problem) = self.problem {
                let (m, n, _) = dims(problem);
                tile.problem = Some((m, n));
            }
            configuration = configuration.with_tile(Some(tile.beside(self.memory_or_file())));
        }
        if self.code_from.is_some() {
            configuration = self.with_code(configuration);
        }
        configuration
    }

    /// Those of the stated arguments that say where the operands of a tile are.
    const fn memory_or_file(&self) -> Arguments {
        let mut stated = Arguments::NONE;
        if self.smem.is_some() {
            stated = stated.with(Argument::DynamicSharedMemory);
        }
        if self.static_smem.is_some() {
            stated = stated.with(Argument::StaticSharedMemory);
        }
        match self.code_from {
            Some(file) => stated.with(file),
            None => stated,
        }
    }

    /// The configuration with what is left to the kernel's code: the most of what its GPUs run.
    const fn with_code<'a>(&self, mut configuration: Configuration<'a>) -> Configuration<'a> {
        let mut left = Argument::OF_COMPILED.as_slice();
        while let [argument, others @ ..] = left {
            if self.integer(*argument).is_none()
                && let Some(figure) = most(&configuration, *argument)
            {
                configuration = configuration.with_integer(*argument, figure as u64);
            }
            left = others;
        }
        configuration
    }

    /// The kernel on one of the GPUs: what is left to the kernel's code is that of this GPU's alone.
    pub const fn kernel_on(&self, arch: &Arch, verdict: &Configuration<'_>) -> Kernel {
        if verdict.compiled.is_empty() {
            return verdict.kernel;
        }
        let alone = verdict.with_archs(slice::from_ref(arch));
        self.with_code(alone).kernel
    }

    /// Whether each expression that names a GPU names one.
    const fn archs_are_found(&self) -> bool {
        let mut left = self.unknown_archs;
        while let [unknown, others @ ..] = left {
            if unknown.is_some() {
                return false;
            }
            left = others;
        }
        true
    }

    /// The arguments that no rule can read.
    const fn unusable(&self, out_of_range: Arguments) -> Arguments {
        let mut unusable = self.faulty.and(out_of_range);
        if !self.archs_are_found() {
            unusable = unusable.with(Argument::Arch);
        }
        let mut left = self.code_faulty_on;
        while let ([on, others @ ..], Some(file)) = (left, self.code_from) {
            if self.is_on(*on) {
                unusable = unusable.and(self.left_out()).with(file);
            }
            left = others;
        }
        unusable
    }

    /// Whether a GPU has this compute capability.
    pub(crate) const fn is_on(&self, (major, minor): (u32, u32)) -> bool {
        let mut left = self.archs.as_slice();
        while let [arch, others @ ..] = left {
            let cc = arch.compute_capability();
            if cc.major() == major && cc.minor() == minor {
                return true;
            }
            left = others;
        }
        false
    }

    /// The figures that are left to the kernel's code.
    const fn left_out(&self) -> Arguments {
        let mut left_out = Arguments::NONE;
        if self.code_from.is_none() {
            return left_out;
        }
        let mut left = Argument::OF_COMPILED.as_slice();
        while let [argument, others @ ..] = left {
            if self.integer(*argument).is_none() {
                left_out = left_out.with(*argument);
            }
            left = others;
        }
        left_out
    }

    /// The arguments whose values are out of range.
    const fn out_of_range(&self) -> Arguments {
        let mut found = Arguments::NONE;
        if self.is_in_range() {
            return found;
        }
        let mut left = EXTENTS.as_slice();
        while let [argument, others @ ..] = left {
            if self.value_out_of_range(*argument).is_some() {
                found = found.with(*argument);
            }
            left = others;
        }
        let mut left = Argument::INTEGERS.as_slice();
        while let [argument, others @ ..] = left {
            if self.value_out_of_range(*argument).is_some() {
                found = found.with(*argument);
            }
            left = others;
        }
        found
    }

    /// Whether no value is out of range. Written without calls: it is evaluated for each kernel.
    const fn is_in_range(&self) -> bool {
        const MOST: i128 = u32::MAX as i128;
        macro_rules! fits {
            ($($value:ident)*) => {
                $(!matches!(self.$value, Some(value) if value < 0 || value > MOST))&&*
            };
        }
        macro_rules! extent_fits {
            ($extent:expr, $some:path) => {
                !matches!($extent, $some([x, y, z])
                    if x < 0 || x > MOST || y < 0 || y > MOST || z < 0 || z > MOST)
            };
        }
        let mut left = self.integers;
        while let [(argument, value), others @ ..] = left {
            if *value < 0 || *value > argument.most() as i128 {
                return false;
            }
            left = others;
        }
        fits!(regs static_smem smem min_blocks)
            && extent_fits!(self.threads, Threads::Dims)
            && extent_fits!(self.cluster, Some)
            && extent_fits!(self.grid, Some)
            && extent_fits!(self.problem, Some)
    }

    /// The integer that an argument states.
    pub(crate) const fn integer(&self, argument: Argument) -> Option<i128> {
        match argument {
            Argument::Registers => self.regs,
            Argument::StaticSharedMemory => self.static_smem,
            Argument::DynamicSharedMemory => self.smem,
            Argument::MinBlocks => self.min_blocks,
            _ => {
                let mut left = self.integers;
                while let [(stated, value), others @ ..] = left {
                    if *stated as u8 == argument as u8 {
                        return Some(*value);
                    }
                    left = others;
                }
                None
            }
        }
    }

    /// The three integers of a block, a grid, a cluster or a product.
    pub(crate) const fn extents(&self, argument: Argument) -> Option<[i128; 3]> {
        match argument {
            Argument::Threads => match self.threads {
                Threads::Dims(threads) => Some(threads),
                Threads::Auto(..) => None,
            },
            Argument::Cluster => self.cluster,
            Argument::Grid => self.grid,
            Argument::Problem => self.problem,
            _ => None,
        }
    }

    /// The first value of an argument that is out of range, and its axis.
    const fn value_out_of_range(&self, argument: Argument) -> Option<(Axis, i128)> {
        let most = argument.most() as i128;
        if let Some(value) = self.integer(argument)
            && (value < 0 || value > most)
        {
            return Some((Axis::X, value));
        }
        if let Some([x, y, z]) = self.extents(argument) {
            if x < 0 || x > most {
                return Some((Axis::X, x));
            }
            if y < 0 || y > most {
                return Some((Axis::Y, y));
            }
            if z < 0 || z > most {
                return Some((Axis::Z, z));
            }
        }
        None
    }

    /// The arguments that no rule reads before a block size is chosen.
    const fn open(&self, unusable: Arguments) -> Arguments {
        match self.threads {
            Threads::Auto(..) => unusable.with(Argument::Threads),
            Threads::Dims(_) => unusable,
        }
    }

    /// The arguments whose values break a rule that the attribute could not check, as they are written.
    const fn broken(&self, asked: &Configuration<'_>, unusable: Arguments) -> Arguments {
        if asked.passes() {
            return Arguments::NONE;
        }
        let broken = asked.broken_arguments(self.deferred, self.open(unusable));
        match self.code_from {
            // What is left out is what the file says.
            Some(file) if broken.meets(self.left_out()) => broken.with(file),
            _ => broken,
        }
    }

    /// Ends the build with every fault of an argument's value, with an empty line between two.
    ///
    /// # Panics
    ///
    /// With the messages that the attribute itself would give.
    #[track_caller]
    pub const fn panic_with_faults_of(&self, argument: Argument) -> ! {
        let asked = self.configuration();
        if let Some((axis, value)) = self.value_out_of_range(argument) {
            panic!("{}", asked.out_of_range(argument, axis, value).as_str());
        }
        let mut arguments = Arguments::of(&[argument]);
        if let Some(file) = self.code_from
            && file as u8 == argument as u8
        {
            arguments = arguments.and(self.left_out());
        }
        let open = self.open(self.unusable(self.out_of_range()));
        if let Some(faults) = asked.faults_of(arguments, self.deferred, open) {
            panic!("{}", faults.as_str());
        }
        if let Threads::Auto(least, most) = self.threads {
            panic!("{}", asked.no_block_size(least, most).as_str());
        }
        panic!("a fault of this argument was reported, and there is none: please report it");
    }
}

/// The most that an argument has in the code of any GPU; `None` if none states it.
const fn most(configuration: &Configuration<'_>, argument: Argument) -> Option<u32> {
    let (mut most, mut left) = (None, configuration.archs);
    while let [arch, others @ ..] = left {
        if let Some(code) = configuration.compiled_on(arch)
            && let Some(figure) = code.integer(argument)
            && !matches!(most, Some(most) if figure <= most)
        {
            most = Some(figure);
        }
        left = others;
    }
    most
}

const fn launches_as_loaded(configuration: &Configuration<'_>) -> bool {
    let kernel = &configuration.kernel;
    // Most kernels have no cluster, and the settings cost the compiler more than this.
    !kernel.needs_shared_memory_optin()
        && (kernel.cluster_dim.is_none()
            || FunctionSettings::of(configuration).launches_as_loaded())
}

/// The arguments that are up to three integers.
const EXTENTS: [Argument; 4] = [
    Argument::Threads,
    Argument::Cluster,
    Argument::Grid,
    Argument::Problem,
];

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

/// What a value names of the block: its threads, those in x, y and z, and its warps, in this order.
pub const fn of_block(threads: [i128; 3], part: usize) -> usize {
    let (x, y, z) = dims(threads);
    let kernel = Kernel::new((x, y, z), 1);
    let number = match part {
        0 => kernel.threads_per_block(),
        1 => x as u64,
        2 => y as u64,
        3 => z as u64,
        _ => kernel.warps_per_block(),
    };
    #[allow(
        clippy::cast_possible_truncation,
        reason = "a block that launches has 1,024 threads at most"
    )]
    let number = number as usize;
    number
}

/// What a value is for blocks of so many warps: see [`Stated::smem_by_warps`]. A negative one is none.
#[doc(hidden)]
#[macro_export]
macro_rules! __by_warps {
    ($count:ident from $first:literal to $last:literal: $bytes:block) => {{
        let mut by_warps = [::core::primitive::u32::MAX; 32];
        let mut $count: ::core::primitive::usize = $first;
        while $count <= $last {
            let bytes: ::core::primitive::i128 = $bytes;
            if bytes >= 0 {
                by_warps[$count - 1] = $crate::__private::saturate(bytes);
            }
            $count += 1;
        }
        by_warps
    }};
}

const fn dims([x, y, z]: [i128; 3]) -> (u32, u32, u32) {
    (saturate(x), saturate(y), saturate(z))
}

/// The value, or the nearest that 32 bits hold: that it is out of range is reported at the value.
pub const fn saturate(value: i128) -> u32 {
    if value < 0 {
        0
    } else if value > u32::MAX as i128 {
        u32::MAX
    } else {
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "compared just before"
        )]
        let value = value as u32;
        value
    }
}

/// Like [`saturate`], for 64 bits.
const fn saturate_64(value: i128) -> u64 {
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
