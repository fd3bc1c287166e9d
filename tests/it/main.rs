//! Tests of the facade: the attribute, the launch type and the documentation. They are one program, which is linked once.
#![cfg(feature = "macros")]

mod cases;
mod checked;
mod compiler;
#[cfg(feature = "driver")]
mod driver;
mod editor;
mod error_types;
mod errors;
mod figures;
mod files;
mod from_cubin;
mod guide;
mod help_applies;
mod launch_struct;
mod links;
mod one_emission;
mod readme;
mod ui;
