//! Launch configurations as text, and what is calculated from them: the code that `occupancy calculate`
//! and the calculator in a browser share.
//!
//! Arguments have the names of `#[launch_config(…)]`. [`Setting::parse`] reads one, [`Values`] has all of one
//! configuration, [`Findings`] has what the compiler would say about it, [`Calculated`] has its figures on
//! one GPU, and [`Attribute`] writes it as Rust.
//!
//! ```
//! use occupancy_report::calculator::{Calculated, Findings, Levels, NamedArch, Setting, Values};
//!
//! let named = NamedArch::find("h100")?;
//! let mut values = Values::default();
//! for (name, value) in [("threads", "256"), ("regs", "96"), ("min_blocks", "3")] {
//!     values.apply(&Setting::parse(name, value)?);
//! }
//! let archs = [named.arch];
//! let findings = Findings::new(&values, &archs, &[], &Levels::default());
//! assert!(findings.errors[0].text.starts_with("[OCC012] 3 blocks of 256 threads do not fit"));
//! let calculated = Calculated::new(&findings.configuration().unwrap(), None, &named);
//! assert_eq!((calculated.blocks_per_sm, calculated.occupancy_percent), (2, 25.0));
//! # Ok::<(), String>(())
//! ```

mod answer;
mod asked;
mod attribute;
mod calculated;
mod figures;
mod findings;
mod on;
mod setting;
pub mod values;

pub use self::answer::{answer, gpus};
pub use self::asked::{Asked, Extent, Figure};
pub use self::attribute::Attribute;
pub use self::calculated::Calculated;
pub use self::figures::{binding_limits, percent};
pub use self::findings::{Findings, Levels, Message, lint};
pub use self::on::{On, Part, parts};
pub use self::setting::{Setting, Value, Values};
pub use self::values::{Dims, NamedArch};
