//! Demangles the names of C++ and Rust.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::{LazyLock, Mutex, PoisonError};

use arrayvec::ArrayString;
use cpp_demangle::{DemangleOptions, Symbol};

/// The most bytes of a name: a short symbol can stand for one without end.
const LONGEST: usize = 1 << 14;

/// The most bytes of a name that is kept, for each byte of its symbol.
const MOST_KEPT: usize = 8;

/// The name of a symbol of C++ or of Rust as it is in the source; any other symbol as it is. It is made once: a library
/// has most of its kernels for every GPU.
pub(crate) fn demangle(symbol: &str) -> String {
    static KNOWN: LazyLock<Mutex<HashMap<String, String>>> = LazyLock::new(Mutex::default);
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(name) = known().get(symbol) {
        return name.clone();
    }
    let mut name = ArrayString::<LONGEST>::new();
    // Rust's older symbols are ones of C++ as well, with a hash at the end.
    let is_written = if let Ok(rust) = rustc_demangle::try_demangle(symbol) {
        write!(name, "{rust:#}").is_ok()
    } else {
        let options = DemangleOptions::new().no_return_type();
        symbol.starts_with("_Z")
            && Symbol::new(symbol)
                .is_ok_and(|parsed| parsed.structured_demangle(&mut name, &options).is_ok())
    };
    let name = if is_written { &name } else { symbol };
    // A short symbol with a long name is not kept, so that memory is in proportion to the file.
    if name.len() <= MOST_KEPT * symbol.len() {
        known().insert(symbol.to_owned(), name.to_owned());
    }
    name.to_owned()
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, demangle};

    #[test]
    fn names() {
        for (symbol, name) in [
            ("saxpy", "saxpy"),
            ("", ""),
            ("_Z", "_Z"),
            ("_RNvC7kernels5saxpy", "kernels::saxpy"),
        ] {
            assert_eq!(demangle(symbol), name);
        }
    }

    /// Each substitution is twice as long as the one before.
    #[test]
    fn a_name_without_end_is_left_as_it_is() {
        let mut symbol = String::from("_Z1fSt4pairIiiE");
        for _ in 0..40 {
            symbol = symbol.replacen("_Z1f", "_Z1fSt4pairI", 1) + "S_E";
        }
        assert!(demangle(&symbol).len() <= LONGEST);
        let nested = format!("_Z1f{}i", "P".repeat(1 << 16));
        assert!(demangle(&nested).len() <= nested.len().max(LONGEST));
    }

    /// Names with pieces repeated and letters changed: whatever they are, a name comes of them, in bounded time.
    #[test]
    fn changed_names() {
        let seeds = include_str!("../tests/symbols.txt").lines();
        let mut demangled = 0;
        for symbol in seeds.filter(|symbol| symbol.starts_with('_')) {
            for (at, _) in symbol.char_indices() {
                let (head, tail) = symbol.split_at(at);
                for letter in ["", "0", "E", "S", "_", "é", "\0", head, tail] {
                    let name = format!("{head}{letter}{}", &tail[1..]);
                    let found = demangle(&name);
                    assert!(found.len() <= LONGEST.max(name.len()));
                    demangled += u32::from(found != name);
                }
            }
        }
        assert!(demangled > 1000, "{demangled}");
    }
}
