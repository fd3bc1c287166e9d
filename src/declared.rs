//! The declaration of a kernel: the items that the attribute writes for it, and the constants that its launch type
//! needs.

use core::marker::PhantomData;
use core::slice;

use occupancy_core::judge::{AS_LOADED, COMPUTE_CAPABILITY, COVERING, DEVICE, SEVERAL, Verdict};
use occupancy_core::kernel::{Argument, Arguments, Stated};
use occupancy_core::{
    __each as each, Arch, Compiled, Configuration, Kernel, Lint, rules::unknown_arch, text::Message,
};

use crate::launch_type::Launch;
use crate::variant::{Gpus, Variant};

/// The declaration of a kernel by `#[launch_config]`: the type parameter of its [`Launch`].
///
/// Only the attribute implements it, after it has judged the values.
///
/// # Safety
///
/// The stated arguments break no rule, except rules that are deferred to the compiler, and `Known` describes them. Code
/// that launches kernels relies on it.
#[allow(unsafe_code, reason = "nothing safe can forge what was judged")]
pub unsafe trait Declared: Sized + 'static {
    /// The name of the launch type.
    #[doc(hidden)]
    const NAME: &'static str;
    /// The arguments for the GPUs without an `on(…)`.
    #[doc(hidden)]
    const STATED: Stated<'static>;
    /// The arguments of each `on(…)`.
    #[doc(hidden)]
    const OVERRIDES: &'static [Stated<'static>] = &[];
    /// Every GPU.
    #[doc(hidden)]
    const GPUS: &'static [Arch] = Self::STATED.archs;
    /// The configuration of each GPU.
    #[doc(hidden)]
    const VARIANTS: &'static [Variant<Launch<Self>>] = variants::<Self>();
    /// A [`Known`], which decides which functions can be called.
    #[doc(hidden)]
    type Known;
}

/// Writes the items of `#[launch_config]` for each kernel: the launch type, the type that represents the kernel, and
/// its declaration.
///
/// The compiler writes them faster than the attribute would. The attribute brings its own `unsafe`, so that no other
/// code declares a kernel without a promise.
#[doc(hidden)]
#[macro_export]
macro_rules! __declare {
    (
        $unsafe:tt {$($alias:tt)*} {$($allowed:tt)*} $visibility:vis $kernel:ident $name:literal
        {$($stated:tt)*} $gpus:tt $states_grid:tt $launches:tt {$($more:tt)*} {$($beside:tt)*}
    ) => {
        #[allow(dead_code, reason = "a checked configuration need not be launched")]
        $($alias)*

        #[doc(hidden)]
        #[allow(
            dead_code,
            missing_copy_implementations,
            missing_debug_implementations,
            non_camel_case_types,
            clippy::exhaustive_enums,
            reason = "it represents the kernel, and has no values"
        )]
        $visibility enum $kernel {}

        #[automatically_derived]
        $($allowed)*
        $unsafe impl $crate::__private::Declared for $kernel {
            const NAME: &'static ::core::primitive::str = $name;
            const STATED: $crate::__private::Stated<'static> = $($stated)*;
            type Known = $crate::__private::Known<$gpus, $states_grid, $launches>;
            $($more)*
        }

        $($beside)*
    };
}

/// A kernel whose code is in a file.
pub trait CompiledKernel: Declared {
    /// The figures of the compiled kernel, for each GPU.
    #[doc(hidden)]
    const COMPILED: &'static [Compiled<'static>] = Self::STATED.code;
}

/// Decides which functions can be called: by the number of GPUs, by whether the attribute states a grid, and by the
/// [ways to launch](Verdict::launches).
#[derive(Debug)]
pub struct Known<const GPUS: u8, const STATES_GRID: bool, const LAUNCHES: u8>;

/// The attribute names one GPU.
pub trait OneTarget {}

#[diagnostic::do_not_recommend]
impl<const GRID: bool, const LAUNCHES: u8> OneTarget for Known<COMPUTE_CAPABILITY, GRID, LAUNCHES> {}

#[diagnostic::do_not_recommend]
impl<const GRID: bool, const LAUNCHES: u8> OneTarget for Known<DEVICE, GRID, LAUNCHES> {}

/// The attribute names one device, whose number of SMs is known.
#[diagnostic::on_unimplemented(
    message = "the number of SMs is not known: `arch` is a compute capability, or several GPUs",
    label = "needs one device, such as `arch = \"h100\"`",
    note = "`persistent_on` and `waves_on` take the number of SMs when the program runs"
)]
pub trait OneDevice: OneTarget {}

#[diagnostic::do_not_recommend]
impl<const GRID: bool, const LAUNCHES: u8> OneDevice for Known<DEVICE, GRID, LAUNCHES> {}

/// The attribute states a grid.
#[diagnostic::on_unimplemented(
    message = "the attribute states no grid",
    label = "needs `grid = …` or `elements = …` in the attribute",
    note = "`for_elements`, `for_grid` and `for_extent` take the grid when the program runs"
)]
pub trait GridStated {}

#[diagnostic::do_not_recommend]
impl<const GPUS: u8, const LAUNCHES: u8> GridStated for Known<GPUS, true, LAUNCHES> {}

/// Nothing has to be set before a launch.
#[diagnostic::on_unimplemented(
    message = "the driver refuses this launch until the function is prepared for it: it needs the opt-in to more than \
               48 KiB of shared memory, or to a cluster of more than 8 blocks",
    label = "launch it through what `prepare` returns",
    note = "`…Launch::prepare(&function)?` opts in, and what it returns launches",
    note = "where your code opts in itself, launch with the numbers of `launch.opted_in()`"
)]
pub trait LaunchesAsLoaded {}

#[diagnostic::do_not_recommend]
impl<const GPUS: u8, const GRID: bool> LaunchesAsLoaded for Known<GPUS, GRID, AS_LOADED> {}

#[diagnostic::do_not_recommend]
impl<const GPUS: u8, const GRID: bool> LaunchesAsLoaded
    for Known<GPUS, GRID, { AS_LOADED | COVERING }>
{
}

/// Every number of elements up to `u32::MAX` has a grid, except none.
#[diagnostic::on_unimplemented(
    message = "not every number of elements has a grid, so `covering` could fail",
    label = "needs blocks of at least 3 elements, and clusters along x alone; on AMD, of more elements than threads in x",
    note = "`for_elements` returns an error instead"
)]
pub trait Covering {}

#[diagnostic::do_not_recommend]
impl<const GPUS: u8, const GRID: bool> Covering for Known<GPUS, GRID, COVERING> {}

#[diagnostic::do_not_recommend]
impl<const GPUS: u8, const GRID: bool> Covering for Known<GPUS, GRID, { AS_LOADED | COVERING }> {}

/// The result of judging a configuration, which the compiler evaluates.
#[derive(Debug)]
pub(crate) struct Judged<K>(PhantomData<fn() -> K>);

impl<K: Declared> Judged<K> {
    /// The violations and lints. It is evaluated once, and small, because the compiler looks at all of a constant's
    /// value.
    pub(crate) const VERDICT: Verdict = K::STATED.verdict();

    /// The configuration, or one that can be launched if it is refused.
    pub(crate) const CONFIGURATION: Configuration<'static> = K::STATED.resolved(Self::VERDICT);
}

/// The configuration of an `on(…)`, as if it were a kernel of its own.
#[derive(Debug)]
pub struct On<K, const INDEX: usize>(PhantomData<fn() -> K>);

#[allow(unsafe_code, reason = "a part of a declaration")]
unsafe impl<K: Declared, const INDEX: usize> Declared for On<K, INDEX> {
    const NAME: &'static str = K::NAME;
    const STATED: Stated<'static> = K::OVERRIDES[INDEX];
    type Known = K::Known;
}

/// Returns the configuration of each GPU, those without an `on(…)` first.
///
/// Only the compiler knows how many GPUs a constant lists, and a constant has its size from its type. So it evaluates a
/// few more and drops them, which costs less than an expression of the number in every declaration.
const fn variants<K: Declared>() -> &'static [Variant<Launch<K>>] {
    let mut count = count::<K>();
    each!(K::OVERRIDES, |stated| {
        count += stated.archs.len();
    });
    // The compiler evaluates only those that are called.
    let more = match count {
        0 | 1 => some_variants::<K, 1>(),
        2 => some_variants::<K, 2>(),
        3..=4 => some_variants::<K, 4>(),
        5..=8 => some_variants::<K, 8>(),
        9..=16 => some_variants::<K, 16>(),
        17..=64 => some_variants::<K, 64>(),
        65..=256 => some_variants::<K, 256>(),
        257..=1024 => some_variants::<K, 1024>(),
        _ => some_variants::<K, 16_384>(),
    };
    more.split_at(count).0
}

const fn some_variants<K: Declared, const COUNT: usize>() -> &'static [Variant<Launch<K>>] {
    const { &all_variants::<K, COUNT>() }
}

const fn all_variants<K: Declared, const COUNT: usize>() -> [Variant<Launch<K>>; COUNT] {
    let (mut stated, mut left) = (&K::STATED, K::OVERRIDES);
    let mut configuration = Judged::<K>::CONFIGURATION;
    let mut variants = [Variant::on(Gpus::Declared(configuration.archs), &configuration); COUNT];
    let mut at = 0;
    loop {
        let mut gpu = 0;
        while gpu < configuration.archs.len() && at < COUNT {
            let arch = &configuration.archs[gpu];
            let alone = slice::from_ref(arch);
            // A copy of the whole configuration costs the compiler more.
            variants[at] = match configuration.compiled {
                [] => Variant::on(Gpus::Declared(alone), &configuration),
                _ => Variant::on(Gpus::Declared(alone), &stated.for_gpu(arch, &configuration)),
            };
            gpu += 1;
            at += 1;
        }
        let [next, others @ ..] = left else {
            return variants;
        };
        configuration = next.resolved(next.verdict());
        (stated, left) = (next, others);
    }
}

/// Returns the code that each of `COUNT` GPUs would run, among all that the file has.
pub const fn compiled<K: Declared, const COUNT: usize>() -> [Compiled<'static>; COUNT] {
    let stated = K::STATED;
    let (archs, code) = (stated.archs, stated.code);
    let configuration = Configuration::new(archs, Kernel::new((32, 1, 1), 32)).with_compiled(code);
    let mut codes = [code[0]; COUNT];
    let mut at = 0;
    while at < COUNT && at < archs.len() {
        // A GPU without code is refused.
        if let Some(code) = configuration.compiled_on(&archs[at]) {
            codes[at] = *code;
        }
        at += 1;
    }
    codes
}

/// Ends the build if a GPU has the target that the kernel's file has a fault for.
///
/// # Panics
///
/// Panics with the message that the attribute itself would give.
#[track_caller]
pub const fn require_code<K: Declared>(faulty: &str, message: &str) {
    assert!(!K::STATED.is_on(faulty), "{}", message);
}

/// Ends the build: the compiler found a file that the attribute did not find.
///
/// # Panics
///
/// Always, with the message that says what to write.
#[track_caller]
pub const fn unread_file(message: &str, _: &[u8]) {
    panic!("{}", message);
}

/// Ends the build if the `nth` expression that names a GPU names none, or a list that is empty or has a GPU twice, or if
/// the value of an argument, by its bit, breaks a rule.
///
/// # Panics
///
/// Panics with the nearest names, or the messages that the attribute itself would give.
#[track_caller]
pub const fn require_arch<K: Declared>(nth: usize, argument: u64) {
    if let Some(name) = K::STATED.unknown_archs[nth]
        && let Err(unknown) = Arch::find(name)
    {
        panic!("{}", unknown_arch(name, &unknown, None).as_str());
    }
    let archs = K::STATED.archs;
    // A list stands alone.
    if argument != 0 && !matches!(archs, [_]) {
        refuse_list(archs);
    }
    check::<K>(argument);
}

/// Ends the build if a list is empty, or has a GPU twice.
#[track_caller]
const fn refuse_list(archs: &[Arch]) {
    assert!(
        !archs.is_empty(),
        "[OCC104] `arch` takes at least one GPU, and this list is empty\n\n    help: name a GPU in it",
    );
    let mut left = archs;
    while let [before @ .., last] = left {
        each!(before, |other| {
            if other.is(last) {
                let mut message = Message::new();
                message.text("[OCC102] `").text(last.short_name());
                message.text("` names a GPU that is already in the list");
                message.text("\n\n    help: keep one of them");
                panic!("{}", message.as_str());
            }
        });
        left = before;
    }
}

/// Ends the build if the value of an argument, by its bit, breaks a rule.
///
/// # Panics
///
/// Panics with the messages that the attribute itself would give.
#[track_caller]
pub const fn check<K: Declared>(argument: u64) {
    if Judged::<K>::VERDICT.faults.bits() & argument != 0 {
        refuse_value::<K>(argument);
    }
}

/// Ends the build. It is a function of its own because the compiler evaluates every constant that a body names, even if
/// the code does not run.
#[track_caller]
const fn refuse_value<K: Declared>(argument: u64) {
    if let Some((argument, _)) = Arguments::from_bits(argument).split_first() {
        let stated = K::STATED;
        panic!("{}", stated.judge().faults_of(argument).as_str());
    }
}

/// Ends the build if `#[cluster_launch(x, y, z)]` or else `#[launch_bounds(max_threads, min_blocks)]` contradicts the
/// configuration.
///
/// # Panics
///
/// Panics with the message that the attribute itself would give.
#[track_caller]
pub const fn check_attribute<K: Declared>(is_cluster: bool, stated: &[i128]) {
    let configuration = Judged::<K>::CONFIGURATION;
    let contradiction = if is_cluster {
        configuration.cluster_launch_contradiction(stated)
    } else {
        configuration.launch_bounds_contradiction(stated)
    };
    if let (true, Some(message)) = (Judged::<K>::VERDICT.is_sound, contradiction) {
        panic!("{}", message.as_str());
    }
}

/// Returns `true` if the lint of this bit fires for a configuration that breaks no rule.
pub const fn fires<K: Declared>(lint: u32) -> bool {
    Judged::<K>::VERDICT.lints & lint != 0
}

/// Ends the build if a lint fires that the author denies.
///
/// # Panics
///
/// Panics with the message that the attribute itself would give.
#[track_caller]
pub const fn refuse<K: Declared>(lint: usize) {
    if fires::<K>(1 << lint)
        && let Some(message) = Judged::<K>::CONFIGURATION.advise(Lint::ALL[lint])
    {
        panic!("{}", message.as_str());
    }
}

/// Returns the ways to launch one of the configurations.
pub const fn launches<K: Declared>() -> u8 {
    Judged::<K>::VERDICT.launches
}

/// Returns the number of GPUs without an `on(…)`.
pub const fn count<K: Declared>() -> usize {
    K::STATED.archs.len()
}

/// Returns the kind of the GPUs that an expression names: [`DEVICE`], [`COMPUTE_CAPABILITY`] or [`SEVERAL`]. A list of
/// one GPU is that GPU, as in brackets.
pub const fn gpu_kind<K: Declared>() -> u8 {
    match K::STATED.archs {
        [_, _, ..] => SEVERAL,
        // `sms` states the number of SMs.
        _ if K::STATED.stated.contains(Argument::Sms) => DEVICE,
        [Arch::Device(_)] => DEVICE,
        _ => COMPUTE_CAPABILITY,
    }
}
