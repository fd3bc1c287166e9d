//! The arguments of the attribute, which their table lists, and sets of arguments.

#[macro_use]
mod table;

use crate::gpu::{Arch, Multiprocessor, Vendor};
use crate::set::set;
use crate::text::same;

defaults! {
    /// A row of the table: an argument, and all that differs between arguments.
    #[doc(hidden)]
    #[non_exhaustive]
    pub struct Row {
        key: &'static str = "",
        form: Form = Form::Integer,
        /// The arguments that stand in its parentheses.
        nested: &'static [Argument] = &[],
        /// Its purpose, after its name: "is the block: threads in x, or in x, y and z".
        pub purpose: &'static str = "",
        /// A use of it.
        pub example: &'static str = "",
        /// A program without the attribute sets it so, with a value for `#`; empty if it assigns the value to a field of
        /// that key. A field that is an `Option` takes `Some(#)`.
        pub(crate) setter: &'static str = "",
        /// The arguments that cannot stand beside it, each with the fault of both, and the help.
        pub excludes: &'static [(Argument, &'static str, &'static str)] = &[],
        /// The arguments, one of them required beside it, the fault if none is there, and the help.
        pub needs: Option<(&'static [Argument], &'static str, &'static str)> = None,
        /// The arguments that come from the file that it names if they are left out.
        states: &'static [Argument] = &[],
        /// The value of an integer that is left out; `None` if it has no default.
        pub left_out: Option<u64> = None,
        /// All GPUs of a list share it, so `on(…)` does not take it.
        is_shared: bool = false,
        /// A configuration has a value of it. The value of `hides` is that of the arguments in its parentheses, and
        /// `name` belongs to the launch type.
        pub has_value: bool = true,
        /// The name of its value on a command line, and its description there; `None` if a command line does not take
        /// it as one value.
        pub option: Option<(&'static str, &'static str)> = None,
        /// The header of its column in a table, and a description of the column; `None` if tables have none. Its key
        /// is the column in CSV and JSON.
        pub column: Option<(&'static str, &'static str)> = None,
        /// Its names in other tools, with spaces between them: CUDA C++ (`dim3` variables, `cudaLaunchConfig_t`,
        /// `cudaFuncAttributes`, `CUfunction_attribute`), nvcc, PTX directives, launch statistics of Nsight Compute,
        /// `LaunchConfig` of cudarc, Numba, CUB and Triton.
        synonyms: &'static str = "",
    }

    /// A row that states nothing: every field has its default.
    const USUAL;
}

/// The form of an argument's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// `64`
    Integer,
    /// `256`, `(32, 8)`
    Extents,
    /// `0.5`, `50 %`
    Ratio,
    /// The path of a file.
    File,
    /// A string.
    Text,
    /// `allow(…)`
    Names,
    /// `cooperative`, which has no value.
    Flag,
    /// `hides(…)`, with what is in the parentheses.
    Parentheses(&'static str),
    /// A form of its own.
    Other(&'static str),
    /// `registers`: a description, and the words. The value counts as a number, its place among them.
    Word(&'static str, &'static [&'static str]),
}

impl Form {
    /// The form in words, after "takes": "an integer, or arithmetic on integers".
    pub const fn description(self) -> &'static str {
        match self {
            Self::Integer => "an integer, or arithmetic on integers",
            Self::Extents => "an integer, or two or three in parentheses",
            Self::Ratio => "a decimal, a percentage or a fraction",
            Self::File => "the path of a file, as `include_bytes!` does",
            Self::Text => "a string",
            Self::Names => "names in parentheses",
            Self::Flag => "no value",
            Self::Parentheses(description)
            | Self::Other(description)
            | Self::Word(description, _) => description,
        }
    }
}

macro_rules! table {
    ($($(#[$docs:meta])* $argument:ident $key:tt $row:tt)*) => {
        /// An argument of `#[launch_config(…)]`, or in the parentheses of one. A violation blames one, and a change
        /// sets one.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Argument {
            $($(#[$docs])* $argument,)*
        }

        impl Argument {
            /// Every argument, in the order in which an attribute is written.
            pub const ALL: &[Self] = &[$(Self::$argument),*];

            #[doc(hidden)]
            pub const fn row(self) -> &'static Row {
                match self {
                    $(Self::$argument => const { &row! { $key $row } },)*
                }
            }
        }
    };
}

// A row on its own: the time that a pattern takes grows with the square of what it matches.
macro_rules! row {
    ($key:tt { $($field:tt)* }) => {
        Row { key: stringify!($key), $($field)* ..Row::USUAL }
    };
}

__arguments! { table }

impl Argument {
    /// The arguments that every attribute for GPUs of NVIDIA states, unless the kernel's code does.
    pub const REQUIRED: Arguments = Arguments::of(&[Self::Arch, Self::Threads, Self::Registers]);

    /// The budgets of registers, one of each vendor.
    pub const BUDGETS: [Self; 2] = [Self::Registers, Self::Vgprs];

    /// The arguments in the parentheses of `hides(…)`.
    pub const OF_HIDES: Arguments = Self::Hides.nested();

    /// The arguments in the parentheses of `tile(…)`.
    pub const OF_TILE: Arguments = Self::Tile.nested();

    /// The arguments in the parentheses of another.
    pub(super) const NESTED: Arguments = Self::OF_HIDES.union(Self::OF_TILE);

    /// The arguments that state a grid.
    pub const OF_GRID: Arguments = Arguments::of(&[Self::Grid, Self::Elements, Self::Problem]);

    /// The arguments that name a file with the kernel's code.
    pub const FILES: Arguments = Arguments::of(&[Self::Cubin, Self::Ptx, Self::Hsaco]);

    /// The arguments whose values come from the kernel's code, of one form or another, if they are left out.
    pub const OF_COMPILED: Arguments = Self::Cubin.stated().union(Self::Hsaco.stated());

    /// The arguments of [`OF_TILE`](Self::OF_TILE) that every tile states: its extents.
    pub const TILE_EXTENTS: [Self; 3] = [Self::TileRows, Self::TileColumns, Self::TileDepth];

    /// The key of the argument in `#[launch_config(…)]`, or in an argument of it that takes several.
    pub const fn key(self) -> &'static str {
        self.row().key
    }

    /// The argument with this key.
    pub(crate) const fn of_key(key: &str) -> Option<Self> {
        each!(Self::ALL, |argument| {
            if same(argument.key().as_bytes(), key.as_bytes()) {
                return Some(*argument);
            }
        });
        None
    }

    /// The form of its value.
    pub const fn form(self) -> Form {
        self.row().form
    }

    /// A use of the argument, as it is written in the attribute.
    ///
    /// ```
    /// use occupancy_core::kernel::Argument;
    ///
    /// assert_eq!(Argument::Registers.example(), "regs = 64");
    /// ```
    pub const fn example(self) -> &'static str {
        self.row().example
    }

    /// The names that other tools have for it.
    ///
    /// ```
    /// use occupancy_core::kernel::Argument;
    ///
    /// assert!(Argument::Threads.synonyms().any(|name| name == "block_size"));
    /// ```
    pub fn synonyms(self) -> impl Iterator<Item = &'static str> {
        self.row().synonyms.split_ascii_whitespace()
    }

    /// The most that the field of an [integer](Self::is_integer) holds.
    pub const fn most(self) -> u64 {
        match self {
            Self::Elements => u64::MAX,
            _ => u32::MAX as u64,
        }
    }

    /// The argument that states it for a GPU: each vendor has one for its registers.
    ///
    /// ```
    /// use occupancy_core::{compute_capabilities::SM_90, kernel::Argument, targets::GFX942};
    ///
    /// assert_eq!(Argument::Registers.on(&SM_90), Argument::Registers);
    /// assert_eq!(Argument::Registers.on(&GFX942), Argument::Vgprs);
    /// assert_eq!(Argument::Threads.on(&GFX942), Argument::Threads);
    /// ```
    #[must_use]
    pub const fn on(self, sm: &Multiprocessor) -> Self {
        match (self, sm.vendor) {
            (Self::Registers, Vendor::Amd) => Self::Vgprs,
            _ => self,
        }
    }

    /// Returns `true` if the GPU reads the argument: registers and code of another vendor's GPUs say nothing of this one.
    #[doc(hidden)]
    pub const fn is_read_on(self, arch: &Arch) -> bool {
        match self {
            Self::Registers | Self::Cubin | Self::Ptx => {
                arch.multiprocessor().is_of(Vendor::Nvidia)
            }
            Self::Vgprs | Self::Sgprs | Self::Hsaco => arch.multiprocessor().is_of(Vendor::Amd),
            _ => true,
        }
    }

    /// Returns `true` if its value is one integer.
    ///
    /// ```
    /// use occupancy_core::kernel::Argument;
    ///
    /// assert!(Argument::Registers.is_integer());
    /// // One to three integers, and a ratio.
    /// assert!(!Argument::Threads.is_integer());
    /// assert!(!Argument::MinOccupancy.is_integer());
    /// ```
    pub const fn is_integer(self) -> bool {
        matches!(self.row().form, Form::Integer)
    }

    /// Returns `true` if it stands in the parentheses of another argument: `cycles` in those of `hides(…)`.
    ///
    /// ```
    /// use occupancy_core::kernel::Argument;
    ///
    /// assert!(Argument::Cycles.is_nested());
    /// assert!(!Argument::Registers.is_nested());
    /// ```
    pub const fn is_nested(self) -> bool {
        Self::NESTED.contains(self)
    }

    /// The arguments in the parentheses of this one.
    pub const fn nested(self) -> Arguments {
        Arguments::of(self.row().nested)
    }

    /// The arguments that cannot stand beside this one: `elements` beside `grid`, and `grid` beside `elements`.
    ///
    /// ```
    /// use occupancy_core::kernel::{Argument, Arguments};
    ///
    /// assert_eq!(Argument::Grid.excluded(), Arguments::of(&[Argument::Elements]));
    /// assert_eq!(Argument::Ptx.excluded(), Arguments::of(&[Argument::Cubin, Argument::Hsaco]));
    /// assert!(Argument::Threads.excluded().is_empty());
    /// ```
    pub fn excluded(self) -> Arguments {
        let excludes =
            |one: Self, other: Self| one.row().excludes.iter().any(|(it, ..)| *it == other);
        let all = Arguments::ALL.iter();
        all.filter(|other| excludes(self, *other) || excludes(*other, self))
            .fold(Arguments::NONE, Arguments::with)
    }

    /// The arguments that come from the file that it names, if they are left out.
    ///
    /// ```
    /// use occupancy_core::kernel::Argument;
    ///
    /// assert!(Argument::Cubin.stated().contains(Argument::Registers));
    /// assert!(Argument::Hsaco.stated().contains(Argument::Vgprs));
    /// assert!(Argument::Threads.stated().is_empty());
    /// ```
    pub const fn stated(self) -> Arguments {
        Arguments::of(self.row().states)
    }

    /// Returns `true` if parentheses follow its key: `allow(…)`.
    pub const fn is_parenthesized(self) -> bool {
        matches!(self.row().form, Form::Names | Form::Parentheses(_))
    }

    /// Returns `true` if one GPU of a list can have a value of its own, in `on(…)`.
    ///
    /// ```
    /// use occupancy_core::kernel::Argument;
    ///
    /// assert!(Argument::Threads.is_of_one_gpu());
    /// // A launch has the same grid on each.
    /// assert!(!Argument::Grid.is_of_one_gpu());
    /// ```
    pub const fn is_of_one_gpu(self) -> bool {
        !self.row().is_shared
    }
}

/// A set of arguments.
///
/// ```
/// use occupancy_core::{kernel::{Argument, Arguments}};
///
/// let arguments = Arguments::of(&[Argument::Threads, Argument::Registers]);
/// assert!(arguments.contains(Argument::Registers));
/// assert!(!arguments.meets(Arguments::of(&[Argument::Arch])));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[must_use]
pub struct Arguments(u64);

set!(pub Arguments(u64) of Argument);

impl Arguments {
    /// Every argument.
    pub const ALL: Self = Self::of(Argument::ALL);

    /// The arguments of a list.
    pub const fn of(arguments: &[Argument]) -> Self {
        let mut set = Self::NONE;
        each!(arguments, |argument| {
            set = set.with(*argument);
        });
        set
    }

    /// The set as a number, which costs the compiler less than a list. [`Arguments::from_bits`] reads it back.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set of [`Arguments::bits`].
    #[doc(hidden)]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// The arguments that are in both sets.
    pub const fn intersection(self, others: Self) -> Self {
        Self(self.0 & others.0)
    }

    /// The arguments of this set that are not in the other.
    pub const fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// Returns `true` if the sets share an argument.
    pub const fn meets(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }
}
