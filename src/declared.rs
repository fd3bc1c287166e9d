//! A kernel that an attribute declares: all that is written for each, and what its launch type asks of it.

use core::marker::PhantomData;

use occupancy_core::{Advisory, Arch, Argument, Compiled, Configuration};

use crate::stated::{Stated, Verdict};
use crate::variant::variants;
use crate::{Launch, Variant};

/// What `#[launch_config]` writes of a kernel: the parameter of its [`Launch`](crate::Launch).
///
/// Only the attribute implements it.
pub trait Declared: Sized + 'static {
    /// The name of the launch type.
    #[doc(hidden)]
    const NAME: &'static str;
    /// The arguments for the GPUs without an `on(…)`, and those for each GPU that has one.
    #[doc(hidden)]
    const STATED: &'static [Stated];
    /// Every GPU.
    #[doc(hidden)]
    const GPUS: &'static [Arch] = Self::STATED[0].archs;
    /// The configuration of each GPU.
    #[doc(hidden)]
    const VARIANTS: &'static [Variant<Launch<Self>>] = variants::<Self, 1>();
    /// How many GPUs there are, and whether it is a device.
    #[doc(hidden)]
    type Gpus;
    /// Whether a grid is stated.
    #[doc(hidden)]
    type Grid;
    /// Whether the function is launched as it is loaded.
    #[doc(hidden)]
    type Function;
}

/// A kernel whose code is in a file.
pub trait CompiledKernel: Declared {
    /// What the kernel was compiled to, for each GPU.
    #[doc(hidden)]
    const COMPILED: &'static [Compiled<'static>];
}

/// One GPU: a device with a number of SMs, or a compute capability.
#[derive(Debug)]
pub struct OneGpu<const IS_DEVICE: bool>;

/// Several GPUs.
#[derive(Debug)]
pub struct SeveralGpus;

/// Whether the attribute states `grid` or `elements`.
#[derive(Debug)]
pub struct StatesGrid<const IS_STATED: bool>;

/// Whether the driver accepts a launch of the function as it is loaded.
#[derive(Debug)]
pub struct AsLoaded<const IS_ACCEPTED: bool>;

/// One GPU.
pub trait OneTarget {}

#[diagnostic::do_not_recommend]
impl<const IS_DEVICE: bool> OneTarget for OneGpu<IS_DEVICE> {}

/// One device, whose SMs are counted.
#[diagnostic::on_unimplemented(
    message = "the number of SMs is not known: `arch` is a compute capability, or several GPUs",
    label = "needs one device, such as `arch = \"h100\"`",
    note = "`persistent_on` and `waves_on` take the number of SMs when the program runs"
)]
pub trait OneDevice: OneTarget {}

#[diagnostic::do_not_recommend]
impl OneDevice for OneGpu<true> {}

/// A grid that the attribute states.
#[diagnostic::on_unimplemented(
    message = "the attribute states no grid",
    label = "needs `grid = …` or `elements = …` in the attribute",
    note = "`for_elements`, `for_grid` and `for_extent` take the grid when the program runs"
)]
pub trait GridStated {}

#[diagnostic::do_not_recommend]
impl GridStated for StatesGrid<true> {}

/// A launch that needs nothing set before.
#[diagnostic::on_unimplemented(
    message = "the driver refuses this launch until the function is prepared for it: it needs the opt-in \
               to more than 48 KiB of shared memory, or to a cluster of more than 8 blocks",
    label = "launch it through what `prepare` returns",
    note = "`…Launch::prepare(&function)?` opts in, and what it returns launches",
    note = "where your code opts in itself, convert `launch.opted_in()`"
)]
pub trait LaunchesAsLoaded {}

#[diagnostic::do_not_recommend]
impl LaunchesAsLoaded for AsLoaded<true> {}

/// One of the configurations that an attribute states.
#[derive(Debug)]
pub(crate) struct Nth<K, const INDEX: usize>(PhantomData<fn() -> K>);

impl<K: Declared, const INDEX: usize> Nth<K, INDEX> {
    /// What comes of it, evaluated once.
    pub(crate) const VERDICT: Verdict = K::STATED[INDEX].verdict();

    /// The configuration, or one that can be launched.
    pub(crate) const CONFIGURATION: Configuration<'static> = Self::VERDICT.configuration;
}

/// Ends the build where the value of an argument breaks a rule.
///
/// # Panics
///
/// With the messages that the attribute itself would give.
#[track_caller]
pub const fn check<K: Declared, const INDEX: usize>(argument: Argument) {
    if Nth::<K, INDEX>::VERDICT.faults.contains(argument) {
        K::STATED[INDEX].panic_with_faults_of(argument);
    }
}

/// Whether there is something to say of a configuration that breaks no rule.
pub const fn is_worth_saying<K: Declared, const INDEX: usize>(advisory: Advisory) -> bool {
    let verdict = &Nth::<K, INDEX>::VERDICT;
    verdict.faults.is_empty()
        && K::STATED[INDEX].is_whole()
        && advisory.fires(&verdict.configuration)
}

/// Ends the build where there is something to say that the author denies.
///
/// # Panics
///
/// With the message that the attribute itself would give.
#[track_caller]
pub const fn refuse<K: Declared, const INDEX: usize>(advisory: Advisory) {
    if is_worth_saying::<K, INDEX>(advisory)
        && let Some(message) = Nth::<K, INDEX>::VERDICT.configuration.advise(advisory)
    {
        panic!("{}", message.as_str());
    }
}

/// Whether the driver accepts every launch of the kernel as its function is loaded.
pub const fn launches_as_loaded<K: Declared>() -> bool {
    let mut left = K::STATED;
    while let [stated, others @ ..] = left {
        if !stated.launches_as_loaded() {
            return false;
        }
        left = others;
    }
    true
}

/// Whether the one GPU of the kernel is a device.
pub const fn is_device<K: Declared>() -> bool {
    matches!(K::STATED[0].archs, [Arch::Device(_)])
}
