//! Names of kernels: the mangled one, the one in the source, and the errors for others.

use occupancy_binary::cubin::usage;
use occupancy_core::Compiled;

use super::builder::{Cubin, STRINGS, SYMBOLS};
use super::described::damage;
use crate::cases::{check_cases, texts};

/// The name and the count of a word: `kkk`, twice, for `k*3*2`.
fn repeated(word: &str) -> (String, usize) {
    let mut parts = word.split('*');
    let letters = parts.next().unwrap();
    let mut next = || parts.next().map_or(1, |count| count.parse().unwrap());
    (letters.repeat(next()), next())
}

/// A cubin with kernels of these names. A `~` at the end of the last one stands for the end of the file.
fn with_kernels(names: &[&str]) -> Vec<u8> {
    let is_cut = names.last().is_some_and(|name| name.ends_with('~'));
    let mut cubin = Cubin::new(80);
    for name in names {
        let (name, count) = repeated(name.trim_end_matches('~'));
        cubin.symbol(name.trim_matches('\'').as_bytes(), 1);
        let symbols = &mut cubin.sections[SYMBOLS].content;
        let symbol = symbols.split_off(symbols.len() - 24);
        symbols.extend(symbol.repeat(count));
    }
    cubin.sections[1].info = 16 << 24;
    if is_cut {
        let size = cubin.sections[STRINGS].content.len() - 1;
        return cubin.with_last(STRINGS, size, 0);
    }
    cubin.bytes()
}

/// Names that find no kernel of `called.txt`.
const NOT_CALLED: &str = ":: : ::kernel x::kernel :kernel as::kernel xblas::kernel a::blas::kernel blas::x::kernel
    blas:kernel blas::kernel:: blas:: blas kerne ernel xkernel kernel6kernel kernelv kernel: kernel:: kernel::kernel
    one::kernel one::one::two::kernel _GLOBAL__N_1::kernel 12_GLOBAL__N_1::kernel _GLOBAL__ a::b::c b::b a v E";

/// A name in the source has the last part, and parts before it, and nothing else.
#[test]
fn names_in_the_source() {
    let mut requested: Vec<_> = NOT_CALLED.split_whitespace().map(str::to_owned).collect();
    for case in texts("cubin/called.txt") {
        let (_, called) = case.split_once(": ").unwrap_or_default();
        requested.extend(called.split(", ").map(str::to_owned));
    }
    check_cases("cubin/called.txt", |symbol| {
        let file = with_kernels(&["another_one", symbol, "_Z7anotherv"]);
        let finds = |name: &str| usage(&file, name).map(|usage| usage.name);
        assert_eq!(finds(symbol), Ok(symbol));
        let mut called: Vec<_> = requested
            .iter()
            .map(|it| &**it)
            .filter(|it| finds(it) == Ok(symbol))
            .collect();
        called.sort_by_key(|name| (name.len(), *name));
        called.dedup();
        let name = Compiled::machine_code(symbol, (8, 0)).name_in_source();
        format!("{name}: {}", called.join(", ")).trim().to_owned()
    });
}

#[test]
fn requested_kernels() {
    check_cases("cubin/requested.txt", |case| {
        let (names, requested) = case.split_once("| ").unwrap();
        let file = with_kernels(&names.split_whitespace().collect::<Vec<_>>());
        let answers = requested
            .split(" | ")
            .map(|requested| match usage(&file, requested) {
                Ok(usage) => usage.name.to_owned(),
                Err(error) => {
                    let text = error.to_string();
                    let is_listed = |name: &String| text.contains(&format!("`{name}`"));
                    assert!(error.names().iter().all(is_listed), "{:?}", error.names());
                    // Unless the file has two of one symbol.
                    let finds_one = |name: &String| match usage(&file, name) {
                        Ok(_) => true,
                        Err(error) => damage(&error).is_some(),
                    };
                    assert!(error.names().iter().all(finds_one), "{:?}", error.names());
                    let damage = damage(&error).map(|(fault, _)| fault);
                    damage.unwrap_or_else(|| format!("{:?}: {text}", error.kind()))
                }
            });
        let mut answers: Vec<_> = answers.collect();
        answers.dedup();
        answers.join("\n")
    });
}
