//! Whether standard output was closed (`>&-`). The standard library opens `/dev/null` in its place before `main` begins,
//! which looks like an output that nobody wants, so this asks before.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

static IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Whether it was closed when the program began. Only known on Linux.
pub(crate) fn is_closed() -> bool {
    IS_CLOSED.load(Ordering::Relaxed)
}

#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
// SAFETY: the C runtime calls the functions of this section before `main`; it takes no arguments, so those that it is
// called with do not matter, and it only looks at two paths.
#[used]
#[unsafe(link_section = ".init_array")]
static AT_START: extern "C" fn() = {
    extern "C" fn at_start() {
        let descriptors = std::path::Path::new("/proc/self/fd");
        let is_closed = descriptors.is_dir() && descriptors.join("1").symlink_metadata().is_err();
        IS_CLOSED.store(is_closed, Ordering::Relaxed);
    }
    at_start
};

/// An output that is closed.
pub(crate) struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::Error::other("it is closed"))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
