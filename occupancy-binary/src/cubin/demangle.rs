//! The names that C++ has for symbols: `blas::reduce<float, 128>`.

use alloc::string::String;
use core::fmt::{self, Write};

use cpp_demangle::{DemangleOptions, Symbol};

/// The most bytes of a name: a short symbol can stand for one without end.
const LONGEST: usize = 1 << 14;

/// The name of a function of C++ with the arguments of its template and its parameters, as the crate `cpp_demangle`
/// spells it; `None` if the symbol is not one of C++, or the name has more than 16,384 bytes.
///
/// ```
/// use occupancy_binary::cubin::demangle;
///
/// let name = demangle("_ZN4blas6reduceIfLi128EEEvPT_i");
/// assert_eq!(name.as_deref(), Some("blas::reduce<float, 128>(float*, int)"));
/// assert_eq!(demangle("saxpy"), None);
/// ```
#[doc(hidden)]
pub fn demangle(symbol: &str) -> Option<String> {
    spell(symbol, DemangleOptions::new())
}

/// The name of a function of C++ with the arguments of its template, and without its parameters.
pub(super) fn demangle_name(symbol: &str) -> Option<String> {
    spell(symbol, DemangleOptions::new().no_params())
}

fn spell(symbol: &str, options: DemangleOptions) -> Option<String> {
    let symbol = Symbol::new(Some(symbol).filter(|it| it.starts_with("_Z"))?).ok()?;
    let mut name = Bounded(String::new());
    symbol
        .structured_demangle(&mut name, &options.no_return_type())
        .ok()?;
    Some(name.0)
}

struct Bounded(String);

impl Write for Bounded {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.0.len().saturating_add(text.len()) > LONGEST {
            return Err(fmt::Error);
        }
        self.0.push_str(text);
        Ok(())
    }
}
