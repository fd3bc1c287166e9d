//! Launch configurations as text, and what is calculated from them: the code that `occupancy calculate`
//! and the calculator in a browser share.
//!
//! Arguments have the names of `#[launch_config(…)]`. [`Setting::parse`] reads one, [`Values`] has all of one
//! configuration, [`Findings`] has what the compiler would say about it, [`calculated`] has its figures on
//! one GPU as a [`Row`], and [`Attribute`] writes it as Rust.
//!
//! ```
//! use occupancy_report::calculator::{Findings, Levels, NamedArch, Setting, Values, rows};
//!
//! let named = NamedArch::find("h100")?;
//! let mut values = Values::default();
//! for (name, value) in [("threads", "256"), ("regs", "96"), ("min_blocks", "3")] {
//!     values.apply(&Setting::parse(name, value)?);
//! }
//! let archs = [named.arch];
//! let findings = Findings::new(&values, &archs, &[], &Levels::default());
//! assert!(findings.errors[0].text.starts_with("[OCC012] 3 blocks of 256 threads do not fit"));
//! let rows = rows(&values, &findings, &[named], &Levels::default());
//! assert_eq!((rows[0].number("blocks_per_sm"), rows[0].text("binding_limits")), (Some(2), "registers"));
//! # Ok::<(), String>(())
//! ```

mod answer;
mod attribute;
mod calculated;
mod findings;
mod on;
mod row;
mod setting;
pub mod values;

pub use self::answer::{answer, gpus};
pub use self::attribute::Attribute;
pub use self::calculated::{CALCULATED, calculated, codes, rows};
pub use self::findings::{Findings, Levels, Message, lint};
pub use self::on::{On, Part, parts};
pub use self::row::{Cell, Row};
pub use self::setting::{Setting, Values};
pub use self::values::{Block, Dims, List, NamedArch, Value};
