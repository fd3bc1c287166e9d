//! Names as they are in the source.

use std::fmt::{self, Write};

use cpp_demangle::{DemangleOptions, Symbol};

/// Letters that a name has at most; a short symbol can be made that stands for a name without end.
const LONGEST: usize = 1 << 14;

/// The name of a symbol of C++ or of Rust as it is in the source; any other one as it is.
pub(crate) fn demangle(symbol: &str) -> String {
    let mut name = Bounded(String::new());
    // Rust's older symbols are ones of C++ as well, with a hash at the end.
    let is_written = if let Ok(rust) = rustc_demangle::try_demangle(symbol) {
        write!(name, "{rust:#}").is_ok()
    } else {
        let options = DemangleOptions::new().no_return_type();
        symbol.starts_with("_Z")
            && Symbol::new(symbol)
                .is_ok_and(|parsed| parsed.structured_demangle(&mut name, &options).is_ok())
    };
    let Bounded(name) = name;
    if is_written { name } else { symbol.to_owned() }
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

    /// Names with letters changed: whatever they are, a name comes of them, in bounded time.
    /// `OCCUPANCY_MUTATIONS` states how many.
    #[test]
    fn changed_names() {
        let seeds = [
            "_ZN4blas3dotEiPKfPf",
            "_Z6scaledIfEvPT_S0_",
            "_ZN7kernels5saxpy17h0123456789abcdefE",
            "_RNvXs_C7kernelsNtB4_1SINtNtC4core3ops2FnfE3dot",
            "_RINvCs1234_7kernels4axpyKj3e_RShE",
            "_Z14gemvNSP_kernelIafffLi11ELi32ELb1E18ParamsExIi30StridedBatchedIKaES1_IKfEEEvT8_",
            "_ZNK3FooILi3EE3barIJidEEEDTcl1ffp_EET_DpT0_",
            "_ZZN1aIXadL_Z1fvEEE1bEvENKUlT_E_clIiEEDaS1_",
        ];
        let letters: Vec<char> = ('0'..='z').chain(['\u{e9}', '$', '.', '\0']).collect();
        let count = std::env::var("OCCUPANCY_MUTATIONS");
        let count = count.map_or(20_000, |count| count.parse().unwrap());
        let mut state = 0x2545_f491_u64;
        let mut below = |end: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            usize::try_from(state >> 33).unwrap() % end
        };
        let mut demangled = 0_u64;
        for _ in 0..count {
            let mut name: Vec<char> = seeds[below(seeds.len())].chars().collect();
            for _ in 0..=below(4) {
                let at = below(name.len());
                match below(4) {
                    0 => name[at] = letters[below(letters.len())],
                    1 => name.insert(at, letters[below(letters.len())]),
                    2 if name.len() > 1 => {
                        name.remove(at);
                    }
                    _ => {
                        let end = (at + below(20)).min(name.len());
                        let piece = name[at..end].to_vec();
                        name.splice(at..at, piece);
                    }
                }
            }
            let name: String = name.into_iter().collect();
            let found = demangle(&name);
            assert!(found.len() <= LONGEST.max(name.len()));
            demangled += u64::from(found != name);
        }
        assert!(demangled > count / 20, "{demangled}");
    }
}
