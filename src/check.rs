//! Checks a constant configuration without the attribute.

use occupancy_core::Configuration;

/// Checks a [`Configuration`] when the code compiles, without the attribute.
///
/// Use it for configurations that a build script writes, that a macro of your own makes, or that several functions
/// share. It is an item with a constant expression, and needs neither the feature `macros` nor a launch type. All
/// faults of the configuration are one error, in the words of the attribute. Only the attribute and
/// [`build_script`](crate::build_script) warn.
///
/// # Fails to compile if
///
/// the configuration breaks a [`Rule`](crate::Rule).
///
/// # Examples
///
/// ```
/// use occupancy::{Arch, Configuration, Kernel, devices::H100};
///
/// const ARCHS: &[Arch] = &[H100.arch()];
/// const SAXPY: Configuration = Configuration::new(ARCHS, Kernel::new((256, 1, 1), 64)).with_min_blocks(4);
///
/// occupancy::check!(SAXPY);
/// ```
///
/// ```compile_fail
/// # use occupancy::{Arch, Configuration, Kernel, devices::H100};
/// # const ARCHS: &[Arch] = &[H100.arch()];
/// occupancy::check!(Configuration::new(ARCHS, Kernel::new((256, 1, 1), 96)).with_min_blocks(3));
/// ```
///
/// ```text
/// error[E0080]: evaluation panicked: [OCC012] 3 blocks of 256 threads do not fit on one SM of H100 SXM5 80GB: registers allow 2
/// ```
#[macro_export]
macro_rules! check {
    ($configuration:expr $(,)?) => {
        const _: () = $crate::__private::accept(&$configuration);
    };
}

/// Ends the build if the configuration breaks a rule.
///
/// # Panics
///
/// Panics with the messages that the attribute would give.
#[track_caller]
pub const fn accept(configuration: &Configuration<'_>) {
    if let Some(faults) = configuration.faults() {
        panic!("{}", faults.as_str());
    }
}
