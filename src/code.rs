//! The code of a kernel in a file that the attribute names. The compiler reads it; the program contains
//! only the kernel's name.

use occupancy_binary::cubin::{CubinError, usage_for};
use occupancy_binary::ptx::{FindError, usage};
use occupancy_binary::{unreadable, unreadable_ptx};
use occupancy_core::{Arch, Compiled, kernel::Argument, rules::not_stated};

/// The code that each GPU of a configuration runs.
#[doc(hidden)]
#[macro_export]
macro_rules! __kernel_code {
    (
        $launch:ident;
        $code:ident, $read:ident;
        $kind:ident: $file:expr, $kernel:expr;
        on: [$($arch:expr => $index:tt),*];
    ) => {
        #[allow(
            dead_code,
            long_running_const_eval,
            reason = "what a launch does not need stays unused, and a large file takes its time"
        )]
        impl $launch {
            #[doc(hidden)]
            const $read: &'static [$crate::__private::$kind::Read] = &[
                $($crate::__private::$kind::read($file, $kernel, &$arch)),*
            ];

            const $code: &'static [$crate::Compiled<'static>] =
                if $crate::__private::$kind::is_read($launch::$read) {
                    &[$({
                        // A reference into the file would put the whole file into the program.
                        const NAME: [::core::primitive::u8;
                            $crate::__private::name($launch::$read, $index).len()] =
                            $crate::__private::copied($crate::__private::name($launch::$read, $index));
                        $crate::__private::renamed($launch::$read, $index, &NAME)
                    }),*]
                } else {
                    &[]
                };
        }
    };
}

/// The bytes of a name.
///
/// # Panics
///
/// If the name has another length.
pub const fn copied<const N: usize>(name: &str) -> [u8; N] {
    let mut bytes = [0; N];
    bytes.copy_from_slice(name.as_bytes());
    bytes
}

const fn text(name: &[u8]) -> &str {
    match core::str::from_utf8(name) {
        Ok(name) => name,
        Err(_) => "",
    }
}

/// The name of the kernel; empty if it was not read.
pub const fn name<E>(read: &'static [Result<Compiled<'static>, E>], index: usize) -> &'static str {
    match &read[index] {
        Ok(code) => code.name,
        Err(_) => "",
    }
}

/// The code, with its own copy of the name.
///
/// # Panics
///
/// Panics if it was not read.
pub const fn renamed<E>(
    read: &'static [Result<Compiled<'static>, E>],
    index: usize,
    name: &'static [u8],
) -> Compiled<'static> {
    match &read[index] {
        Ok(code) => code.with_name(text(name)),
        Err(_) => panic!("the file was not read"),
    }
}

#[track_caller]
const fn require_stated(code: &Compiled<'_>, arguments: &[Argument]) {
    let mut i = 0;
    while i < arguments.len() {
        if let Some(message) = not_stated(code, arguments[i]) {
            panic!("{}", message.as_str());
        }
        i += 1;
    }
}

/// Machine code, of a cubin or a fat binary.
pub mod machine {
    use super::{Arch, Argument, Compiled, CubinError, unreadable, usage_for};

    /// The code for one GPU, or why there is none.
    pub type Read = Result<Compiled<'static>, CubinError>;

    /// The code that a GPU runs.
    ///
    /// # Errors
    ///
    /// An error if there is none in the file, or the file cannot be read.
    pub const fn read(file: &'static [u8], kernel: &str, arch: &Arch) -> Read {
        let cc = arch.compute_capability();
        usage_for(file, (cc.major(), cc.minor()), kernel)
    }

    /// Whether there is code for every GPU.
    pub const fn is_read(read: &[Read]) -> bool {
        let mut i = 0;
        while i < read.len() {
            if read[i].is_err() {
                return false;
            }
            i += 1;
        }
        true
    }

    /// Ends the build if the file cannot be read, or has nothing for one of the GPUs.
    ///
    /// # Panics
    ///
    /// Panics with the reason.
    #[track_caller]
    pub const fn require_file(read: &[Read], archs: &[Arch]) {
        require(read, archs, false);
    }

    /// Ends the build if the code does not state what the attribute leaves out.
    ///
    /// # Panics
    ///
    /// Panics with what to state.
    #[track_caller]
    pub const fn require_stated(read: &[Read], arguments: &[Argument]) {
        let mut i = 0;
        while i < read.len() {
            if let Ok(code) = &read[i] {
                super::require_stated(code, arguments);
            }
            i += 1;
        }
    }

    /// Ends the build if the file has no such kernel.
    ///
    /// # Panics
    ///
    /// Panics with the names of the kernels in the file.
    #[track_caller]
    pub const fn require_kernel(read: &[Read], archs: &[Arch]) {
        require(read, archs, true);
    }

    #[track_caller]
    const fn require(read: &[Read], archs: &[Arch], of_kernel: bool) {
        let mut i = 0;
        while i < read.len() {
            if let Err(error) = &read[i] {
                let is_of_kernel = matches!(
                    error,
                    CubinError::UnknownKernel(_) | CubinError::AmbiguousKernel(_)
                );
                if is_of_kernel == of_kernel {
                    let message = unreadable(error, &archs[i]);
                    panic!("{}", message.as_str());
                }
            }
            i += 1;
        }
    }
}

/// PTX text.
pub mod ptx {
    use super::{Arch, Argument, Compiled, FindError, unreadable_ptx, usage};

    /// The code of the text, or why there is none; the same for every GPU.
    pub type Read = Result<Compiled<'static>, FindError>;

    /// The code that a GPU runs.
    ///
    /// # Errors
    ///
    /// An error if there is none in the text, or it cannot be read.
    pub const fn read(file: &'static str, kernel: &str, _: &Arch) -> Read {
        usage(file, kernel)
    }

    /// Whether there is code for every GPU.
    pub const fn is_read(read: &[Read]) -> bool {
        matches!(read, [Ok(_), ..])
    }

    /// Ends the build if the text cannot be read.
    ///
    /// # Panics
    ///
    /// Panics with the reason.
    #[track_caller]
    pub const fn require_file(read: &[Read], _: &[Arch]) {
        if let [
            Err(error @ (FindError::Malformed(_) | FindError::DeclaredOnly)),
            ..,
        ] = read
        {
            let message = unreadable_ptx(error);
            panic!("{}", message.as_str());
        }
    }

    /// Ends the build if the text has no such kernel.
    ///
    /// # Panics
    ///
    /// Panics with the names of the kernels in the file.
    #[track_caller]
    pub const fn require_kernel(read: &[Read], _: &[Arch]) {
        if let [Err(error @ FindError::Unknown(_)), ..] = read {
            let message = unreadable_ptx(error);
            panic!("{}", message.as_str());
        }
    }

    /// Ends the build if the text does not state what the attribute leaves out.
    ///
    /// # Panics
    ///
    /// Panics with what to state.
    #[track_caller]
    pub const fn require_stated(read: &[Read], arguments: &[Argument]) {
        if let [Ok(code), ..] = read {
            super::require_stated(code, arguments);
        }
    }
}
