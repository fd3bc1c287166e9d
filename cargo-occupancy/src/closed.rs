//! Finds out that standard output was closed (`>&-`). The standard library opens `/dev/null` in its place before `main`
//! begins, which looks like an output that nobody wants, so this asks before.

use std::sync::atomic::AtomicBool;

/// It was closed when the program began. Only Linux tells.
pub(crate) static IS_CLOSED: AtomicBool = AtomicBool::new(false);

#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
// SAFETY: the C runtime calls the functions of this section before `main`. This one takes none of their arguments, and
// only looks at two paths.
#[used]
#[unsafe(link_section = ".init_array")]
static AT_START: extern "C" fn() = {
    extern "C" fn at_start() {
        use std::sync::atomic::Ordering;

        let descriptors = std::path::Path::new("/proc/self/fd");
        let is_closed = descriptors.is_dir() && descriptors.join("1").symlink_metadata().is_err();
        IS_CLOSED.store(is_closed, Ordering::Relaxed);
    }
    at_start
};
