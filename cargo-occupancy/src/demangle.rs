//! Names as they are in the source.

use std::fmt::{self, Write};

use cpp_demangle::{DemangleOptions, Symbol};

/// Letters that a name has at most; a short symbol can be made that stands for a name without end.
const LONGEST: usize = 1 << 14;

/// The name of a symbol of C++ or of Rust as it is in the source; any other one as it is.
pub(crate) fn demangle(symbol: &str) -> String {
    let mut name = Bounded(String::new());
    if symbol.starts_with("_Z")
        && let Ok(parsed) = Symbol::new(symbol)
    {
        // Rust's older symbols are ones of C++ as well, with a hash at the end.
        if let Ok(rust) = rustc_demangle::try_demangle(symbol) {
            if write!(name, "{rust:#}").is_ok() {
                return name.0;
            }
        } else if parsed
            .structured_demangle(&mut name, &DemangleOptions::new().no_return_type())
            .is_ok()
        {
            return name.0;
        }
    } else if let Ok(rust) = rustc_demangle::try_demangle(symbol)
        && write!(name, "{rust:#}").is_ok()
    {
        return name.0;
    }
    symbol.to_owned()
}

struct Bounded(String);

impl Write for Bounded {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.0.len() + text.len() > LONGEST {
            return Err(fmt::Error);
        }
        self.0.push_str(text);
        Ok(())
    }
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
            (
                "_ZN4blas3dotEiPKfPf",
                "blas::dot(int, float const*, float*)",
            ),
            ("_Z6scaledIfEvPT_S0_", "scaled<float>(float*, float)"),
            ("_ZN7kernels5saxpy17h0123456789abcdefE", "kernels::saxpy"),
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
}
