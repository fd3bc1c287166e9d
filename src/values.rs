//! Converts values of the author's program, of any type, into those of a configuration.
//!
//! A constant cannot call a trait's method. So each conversion is a function, whose bound refuses wrong types, and an
//! inherent method of each right type.

use occupancy_core::kernel::{self, Argument, dims as extents, saturated};
use occupancy_core::{__each as each, devices, numbers::max, text::Message};
use occupancy_core::{Arch, Device, Kernel, Multiprocessor, Ratio};
use occupancy_core::{compute_capabilities::SM_90, targets::GFX942};

/// An integer type.
///
/// If the type is refused, `Itself` leaves the result of [`integer`] unknown, so that its use causes no second error.
#[diagnostic::on_unimplemented(
    message = "a launch configuration takes integers, not `{Self}`",
    label = "expected an integer"
)]
pub trait Integer: Copy {
    /// The type.
    type Itself;
    /// [`Whole`] of the type.
    type Whole;
}

/// An integer, not yet converted to the widest type.
#[derive(Clone, Copy, Debug)]
pub struct Whole<T>(pub T);

macro_rules! integers {
    ($($integer:ty)*) => {
        $(
            #[diagnostic::do_not_recommend]
            impl Integer for $integer {
                type Itself = Self;
                type Whole = Whole<Self>;
            }

            impl Whole<$integer> {
                /// Converts the number to the widest type.
                #[allow(clippy::cast_possible_wrap, reason = "seen in the result")]
                pub const fn widest(self) -> i128 {
                    widest(self.0 as i128, self.0 > 0)
                }
            }

            #[diagnostic::do_not_recommend]
            impl Dims for $integer {
                type Axes = Axes<Self>;
            }
        )*
    };
}

integers!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

/// Accepts an integer of any type: `as` alone would take a float or a boolean too.
pub const fn integer<T: Integer<Itself = T>>(value: T) -> T::Itself {
    value
}

/// Accepts an integer that has a type.
pub const fn whole<T: Integer<Itself = T, Whole = Whole<T>>>(value: T) -> T::Whole {
    Whole(value)
}

/// Returns an integer after `as i128`. An unsigned one that does not fit is the largest.
pub const fn widest(number: i128, is_positive: bool) -> i128 {
    if is_positive && number < 0 {
        i128::MAX
    } else {
        number
    }
}

/// Calculates in the value of an argument.
///
/// # Panics
///
/// Panics if there is no result, with the message that the attribute itself would give.
#[track_caller]
pub const fn arithmetic(argument: usize, left: i128, operator: &str, right: i128) -> i128 {
    match kernel::arithmetic(left, operator, right) {
        Ok(result) => result,
        Err(fault) => {
            let argument = Argument::ALL[argument];
            let mut message = Message::new();
            message.text("[OCC108] `").text(argument.key()).text("` ");
            message.text(fault.as_str()).text("\n\n    help: `");
            message.text(argument.example()).text("`");
            panic!("{}", message.as_str());
        }
    }
}

/// Returns the fewest and the most threads of `threads = auto(least..=most)`.
///
/// # Panics
///
/// Panics if there is no size between them, with the message that the attribute itself would give.
#[track_caller]
pub const fn range(least: i128, most: i128) -> (u32, u32) {
    assert!(
        least >= 0 && least <= most && least <= u32::MAX as i128,
        "[OCC113] this is not a range of block sizes: the smaller comes first\n\n    help: `threads = auto(64..=512)`, \
         or `threads = auto` for any size",
    );
    (saturated(least), saturated(most))
}

/// One to three integers: a number, a tuple or an array.
#[diagnostic::on_unimplemented(
    message = "a block, a grid or a cluster is one to three integers, not `{Self}`",
    label = "expected an integer, or a tuple or an array of one to three integers"
)]
pub trait Dims: Copy {
    /// [`Axes`] of the type.
    type Axes;
}

/// Accepts one to three integers.
pub const fn dims<T: Dims<Axes = Axes<T>>>(value: T) -> T::Axes {
    Axes(value)
}

/// One to three integers, not yet separated.
#[derive(Clone, Copy, Debug)]
pub struct Axes<T>(pub T);

macro_rules! dims {
    ($([$($parameter:ident)*] $dims:ty, $value:ident => ($x:expr, $y:expr, $z:expr): ($($axis:ty),*);)*) => {
        $(
            #[diagnostic::do_not_recommend]
            impl<$($parameter: Integer),*> Dims for $dims {
                type Axes = Axes<Self>;
            }

            impl<$($parameter: Integer),*> Axes<$dims> {
                /// Returns the numbers in x, y and z.
                pub const fn xyz(self) -> ($($axis),*) {
                    let $value = self.0;
                    ($x, $y, $z)
                }
            }
        )*
    };
}

dims! {
    [X] (X,), dims => (dims.0, 1, 1): (X, u32, u32);
    [X Y] (X, Y), dims => (dims.0, dims.1, 1): (X, Y, u32);
    [X Y Z] (X, Y, Z), dims => (dims.0, dims.1, dims.2): (X, Y, Z);
    [T] [T; 1], dims => (dims[0], 1, 1): (T, u32, u32);
    [T] [T; 2], dims => (dims[0], dims[1], 1): (T, T, u32);
    [T] [T; 3], dims => (dims[0], dims[1], dims[2]): (T, T, T);
}

impl<T: Integer> Axes<T> {
    /// Returns the number in x.
    pub const fn xyz(self) -> (T, u32, u32) {
        (self.0, 1, 1)
    }
}

/// A type whose values name a GPU.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no GPU",
    label = "expected a `Device`, an `Arch`, a `Multiprocessor` or a GPU's name as a `&str`",
    note = "a constant list stands alone, and its type is `&[Arch]` or `[Arch; N]`: `arch = GPUS`"
)]
pub trait Gpu<'a> {
    /// [`Named`] of the type.
    type Named;
}

/// A type whose values name one GPU or several.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no GPU, and no list of them",
    label = "expected a `Device`, an `Arch`, a `Multiprocessor`, a GPU's name as a `&str`, or a list of `Arch`",
    note = "the type of a list is `&[Arch]` or `[Arch; N]`: `const GPUS: &[Arch] = &[H100.arch(), A100.arch()];`"
)]
pub trait Gpus<'a> {
    /// [`Named`] of the type.
    type Named;
}

/// Accepts a value that names a GPU.
pub const fn gpu<'a, T: Gpu<'a, Named = Named<'a, T>>>(value: &'a T) -> T::Named {
    Named(value)
}

/// Accepts a value that names one GPU or several.
pub const fn gpus<'a, T: Gpus<'a, Named = Named<'a, T>>>(value: &'a T) -> T::Named {
    Named(value)
}

/// A value that names GPUs, not yet looked up.
#[derive(Clone, Copy, Debug)]
pub struct Named<'a, T>(&'a T);

macro_rules! named {
    ($trait:ident: $([$($length:tt)*] $type:ty),*) => {
        $(
            #[diagnostic::do_not_recommend]
            impl<'a, $($length)*> $trait<'a> for $type {
                type Named = Named<'a, Self>;
            }
        )*
    };
}

macro_rules! gpus {
    ($([$($length:tt)*] $lifetime:lifetime $type:ty, $value:ident => $field:ident $found:expr;)*) => {
        $(
            named!(Gpus: [$($length)*] $type);

            impl<$($length)*> Named<$lifetime, $type> {
                /// Returns the GPU; [`gpu`] takes no list.
                pub const fn found(self) -> FoundGpu {
                    self.all()
                }

                /// Returns the GPU, or those of the list.
                pub const fn all(self) -> FoundGpu {
                    let $value = self.0;
                    FoundGpu { $field: $found, ..FoundGpu::NONE }
                }
            }
        )*
    };
}

gpus! {
    [] '_ Arch, arch => arch *arch;
    [] '_ &'static Arch, arch => arch **arch;
    [] '_ Device, device => arch Arch::Device(*device);
    [] '_ &'static Device, device => arch Arch::Device(**device);
    [] 'static Multiprocessor, sm => arch Arch::Multiprocessor(sm);
    [] '_ &'static Multiprocessor, sm => arch Arch::Multiprocessor(sm);
    [] '_ &'static [Arch], list => list Some(*list);
    [const N: usize] '_ &'static [Arch; N], list => list Some(*list);
    [const N: usize] 'static [Arch; N], list => list Some(list);
}

named! {
    Gpu: [] Arch, [] &'static Arch, [] Device, [] &'static Device, [] Multiprocessor, [] &'static Multiprocessor,
        [] &'static str
}
named!(Gpus: [] &'static str);

impl Named<'_, &'static str> {
    /// Looks up the GPU of this name.
    pub const fn found(self) -> FoundGpu {
        let mut found = FoundGpu::NONE;
        match Arch::find(self.0) {
            Ok(arch) => {
                // A device has no target in its name.
                if let Arch::Multiprocessor(sm) = arch {
                    found.target = sm.target_named(self.0);
                }
                found.arch = arch;
            }
            Err(_) => found.unknown = Some(*self.0),
        }
        found
    }

    /// Looks up the GPU of this name, or those of a range.
    pub const fn all(self) -> FoundGpu {
        let mut found = self.found();
        if found.unknown.is_some()
            && let Ok(list) = Arch::range(self.0)
        {
            (found.list, found.unknown) = (Some(list), None);
        }
        found
    }
}

/// A GPU that was looked up, or a list.
#[derive(Clone, Copy, Debug)]
pub struct FoundGpu {
    /// The GPU; an arbitrary one if no GPU has the name.
    pub arch: Arch,
    /// The GPUs of a list, in place of the one.
    pub list: Option<&'static [Arch]>,
    /// The target, if the name states one: `sm_90a`.
    pub target: Option<&'static str>,
    /// The name, if no GPU has it.
    pub unknown: Option<&'static str>,
}

impl FoundGpu {
    const NONE: Self = Self {
        arch: Arch::Device(devices::H100),
        list: None,
        target: None,
        unknown: None,
    };
}

/// A type of ratios.
#[diagnostic::on_unimplemented(
    message = "a ratio is an `occupancy::Ratio`, not `{Self}`",
    label = "expected a `Ratio`, such as `Ratio::new(3, 4).unwrap()`"
)]
pub trait Fraction: Copy {
    /// The type.
    type Itself;
}

#[diagnostic::do_not_recommend]
impl Fraction for Ratio {
    type Itself = Self;
}

/// Accepts a ratio.
pub const fn fraction<T: Fraction<Itself = T>>(value: T) -> T::Itself {
    value
}

/// Parses an expression in place of the attribute, so that a fault in it hides no other.
#[doc(hidden)]
#[macro_export]
macro_rules! __expression {
    ($expression:expr) => {
        $expression
    };
}

/// Returns the part of a block that a value names: its threads, its threads in x, y or z, its warps of 32 threads, or those
/// of 64, in this order.
pub const fn of_block(threads: [i128; 3], part: usize) -> usize {
    let (x, y, z) = extents(threads);
    let kernel = Kernel::new((x, y, z), 1);
    let number = match part {
        0 => kernel.threads_per_block(),
        1 => x as u64,
        2 => y as u64,
        3 => z as u64,
        4 => kernel.warps_per_block(&SM_90),
        _ => kernel.warps_per_block(&GFX942),
    };
    saturated(number as i128) as usize
}

/// Returns the most threads of some blocks.
pub const fn most_threads(blocks: &[[i128; 3]]) -> u32 {
    let mut most = 0;
    each!(blocks, |block| {
        let threads = Kernel::new(extents(*block), 1).threads_per_block();
        most = max(most, saturated(threads as i128));
    });
    most
}

/// Evaluates a value for blocks of each number of warps: see `Stated::smem_by_warps`. A negative value is not known.
#[doc(hidden)]
#[macro_export]
macro_rules! __by_warps {
    ($count:ident from $first:literal to $last:literal: $bytes:block) => {{
        let mut __occupancy_by_warps = [::core::primitive::u32::MAX; 32];
        let mut $count: ::core::primitive::usize = $first;
        while $count <= $last {
            let __occupancy_bytes: ::core::primitive::i128 = $bytes;
            if __occupancy_bytes >= 0 {
                __occupancy_by_warps[$count - 1] = $crate::__private::saturated(__occupancy_bytes);
            }
            $count += 1;
        }
        __occupancy_by_warps
    }};
}
