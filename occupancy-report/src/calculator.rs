//! Launch configurations as text, and the figures calculated from them: the code that `occupancy calculate`
//! and the calculator in a browser share.
//!
//! Arguments have the names of `#[launch_config(…)]`. [`Setting::parse`] reads one, [`Values`] has all of one
//! configuration, [`Check`] the messages of the compiler about it and its figures on each GPU as a [`Row`],
//! and [`Attribute`] writes it as Rust.
//!
//! ```
//! use occupancy_core::kernel::Figure;
//! use occupancy_report::calculator::{Check, Key, Levels, NamedArch, Setting, Values, parts};
//!
//! let named = NamedArch::find("h100", "")?;
//! let stated = [("threads", "256"), ("regs", "96"), ("min_blocks", "3")];
//! let settings = stated.map(|(name, value)| Setting::parse(name, value).unwrap());
//! let mut values = Values::default();
//! for setting in &settings {
//!     values.apply(setting);
//! }
//! let parts = parts(&[named], &[])?;
//! let check = Check::new(&parts[0], &values, &Levels::default(), &[]);
//! assert!(check.errors[0].text.starts_with("[OCC012] 3 blocks of 256 threads do not fit"));
//! let row = &check.rows[0];
//! assert_eq!(row.number(Figure::BlocksPerSm), Some(2));
//! assert_eq!(row.text(Key::BindingLimits), "registers");
//! # Ok::<(), String>(())
//! ```

/// Implements `From` for a type, a line for each type that converts into it.
macro_rules! conversions {
    ($into:ty: $($from:ty: $value:pat => $converted:expr;)+) => {
        $(impl From<$from> for $into {
            fn from($value: $from) -> Self {
                $converted
            }
        })+
    };
}

mod answer;
mod attribute;
mod calculated;
mod check;
mod key;
mod per_gpu;
mod row;
pub mod values;

pub use self::answer::{answer, gpus};
pub use self::attribute::Attribute;
pub use self::calculated::{CALCULATED, calculated};
pub use self::check::{Check, Levels, Message, allowed, lint};
pub use self::key::Key;
pub use self::per_gpu::{NamedArch, Part, PerGpu, parts};
pub use self::row::{Cell, Row};
pub use self::values::{Dims, Setting, Values};
