//! What the attribute leaves to the compiler: values that are constants of the author's program.

use occupancy_core::{Advisory, Arch, Argument, CompileOptions, Configuration, out_of_range};

/// An integer of any type as the widest one; what is no integer is refused by [`integer`].
#[doc(hidden)]
#[macro_export]
macro_rules! __number {
    ($value:expr) => {
        $value as ::core::primitive::i128
    };
}

/// An integer type.
#[diagnostic::on_unimplemented(
    message = "a launch configuration takes integers, not `{Self}`",
    label = "expected an integer"
)]
pub trait Integer {}

macro_rules! integers {
    ($($integer:ty)*) => {
        $(impl Integer for $integer {})*
    };
}

integers!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

/// Accepts an integer of any type: `as` alone would take a float or a boolean too.
pub fn integer<T: Integer>(_: T) {}

/// The value, or the nearest that 32 bits hold: that it is out of range is reported at the value.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "in range by then"
)]
pub const fn saturate(value: i128) -> u32 {
    if value < 0 {
        0
    } else if value > u32::MAX as i128 {
        u32::MAX
    } else {
        value as u32
    }
}

/// Like [`saturate`], for 64 bits.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "in range by then"
)]
pub const fn saturate_64(value: i128) -> u64 {
    if value < 0 {
        0
    } else if value > u64::MAX as i128 {
        u64::MAX
    } else {
        value as u64
    }
}

/// Ends the build where one of the argument's values is out of range, or breaks a rule.
///
/// # Panics
///
/// With the message that the attribute itself would give.
#[track_caller]
pub const fn require(
    configuration: &Configuration<'_>,
    argument: Argument,
    values: &[i128],
    most: u64,
) {
    let mut i = 0;
    while i < values.len() {
        if values[i] < 0 || values[i] > most as i128 {
            let message = out_of_range(argument, values[i], most);
            panic!("{}", message.as_str());
        }
        i += 1;
    }
    if let Some(message) = configuration.fault_of(argument) {
        panic!("{}", message.as_str());
    }
}

/// Ends the build where what comes of the kernel's code breaks a rule.
///
/// # Panics
///
/// With the message that the attribute itself would give.
#[track_caller]
pub const fn require_any(configuration: &Configuration<'_>, arguments: &[Argument]) {
    if let Some(message) = configuration.fault_of_any(arguments) {
        panic!("{}", message.as_str());
    }
}

/// Ends the build where there is something to say that the author denies.
///
/// # Panics
///
/// With the message that the attribute itself would give.
#[track_caller]
pub const fn refuse(configuration: &Configuration<'_>, advisory: Advisory) {
    if let Some(message) = configuration.advise(advisory) {
        panic!("{}", message.as_str());
    }
}

/// Whether there is something to say of a configuration that passes its check.
pub const fn is_worth_saying(configuration: &Configuration<'_>, advisory: Advisory) -> bool {
    advisory.fires(configuration) && configuration.passes()
}

/// A warning that depends on a constant of the program: the compiler looks for the constant of a name,
/// and finds that one deprecated which is of something worth saying. Its text is the same wherever it
/// is used, so that the numbers are left to the launch struct.
#[derive(Debug)]
pub struct Warn<const IS_WORTH_SAYING: bool>;

macro_rules! warnings {
    ($($name:ident $note:literal)*) => {
        #[allow(non_upper_case_globals, reason = "the name of the warning is shown")]
        impl Warn<true> {
            $(
                #[doc = $note]
                #[deprecated(note = $note)]
                pub const $name: () = ();
            )*
        }

        #[allow(non_upper_case_globals, reason = "the name of the warning is shown")]
        impl Warn<false> {
            $(
                /// Nothing to say.
                pub const $name: () = ();
            )*
        }
    };
}

warnings! {
    last_wave "[OCC201] the last wave of the grid is less than half full; `waves()` has the numbers"
    idle_sms "[OCC202] the grid has fewer blocks than the GPU has SMs; `waves()` has the numbers"
    register_cliff "[OCC203] one register a thread fewer would fit another block"
    min_blocks "[OCC204] fewer blocks are demanded than fit; `BLOCKS_PER_SM` is what fits"
    nonportable_cluster "[OCC205] the cluster is not portable: the GPU takes it where the function is \
        allowed CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED"
    spills "[OCC206] the kernel spills registers to local memory; `CODE` has the numbers"
    unknown_stack "[OCC207] the kernel needs local memory that is not known when it is compiled: it \
        recurses, or calls through a pointer"
    register_cap "[OCC208] the kernel was compiled with launch bounds of another number of resident \
        blocks; `CODE` has its register cap"
    relocatable "[OCC209] the kernel is an input of the linker, which may raise its registers, stack and \
        barriers"
    barrier_limit "[OCC210] the kernel's named barriers allow fewer blocks than all else; \
        `OCCUPANCY` has every limit"
}

/// Threads of a block that has been checked.
#[allow(clippy::cast_possible_truncation, reason = "at most 1,024 by then")]
pub const fn threads_per_block(configuration: &Configuration<'_>) -> u32 {
    configuration.kernel.threads_per_block() as u32
}

/// Warps of a block that has been checked.
#[allow(clippy::cast_possible_truncation, reason = "at most 32 by then")]
pub const fn warps_per_block(configuration: &Configuration<'_>) -> u32 {
    configuration.kernel.warps_per_block() as u32
}

/// The grid that the configuration states.
///
/// # Panics
///
/// Never for one that has been checked.
pub const fn stated_grid(configuration: &Configuration<'_>) -> (u32, u32, u32) {
    match configuration.grid_dim() {
        Some(Ok(grid)) => grid.dims(),
        _ => panic!("the grid was not checked"),
    }
}

/// What to compile for on the first arch.
///
/// # Panics
///
/// Where there is none, which the attribute refuses.
pub const fn target(archs: &[Arch]) -> &'static str {
    archs[0].compute_capability().targets[0]
}

/// One of the macro definitions.
///
/// # Panics
///
/// Where there are not so many.
pub const fn define(options: &'static CompileOptions<'_>, index: usize) -> &'static str {
    options.defines[index].as_str()
}
