//! Names of kernels: the mangled one, that in the source, and what is said where there is none.

use occupancy_binary::cubin::{Image, usage};
use occupancy_binary::{Error, ErrorKind};
use occupancy_core::Compiled;

use super::builder::{Cubin, SYMBOLS, listed};

/// A cubin with kernels of these names.
fn with_kernels(names: &[&str]) -> Vec<u8> {
    let mut cubin = Cubin::new(80);
    for name in names {
        cubin.symbol(name.as_bytes(), 1);
    }
    cubin.sections[1].info = 16 << 24;
    cubin.bytes()
}

/// What is said where no kernel has the name.
struct Unknown(Error);

impl Unknown {
    fn names(&self) -> String {
        listed(&self.0)
    }

    fn is_near(&self) -> bool {
        self.0.to_string().contains("the nearest are")
    }

    fn is_for(&self, asked: &str) -> bool {
        self.0
            .to_string()
            .starts_with(&format!("no kernel `{asked}` in"))
    }
}

fn unknown(file: &[u8], kernel: &str) -> Unknown {
    let error = usage(file, kernel).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::UnknownKernel, "{kernel}");
    Unknown(error)
}

/// Symbols, their names in the source, and all paths that they are called by.
const CALLED: &[(&str, &str, &[&str])] = &[
    ("_Z6kernelv", "kernel", &["kernel"]),
    ("_Z6kernel", "kernel", &["kernel"]),
    ("_ZL6kernelv", "kernel", &["kernel"]),
    ("_Z7_kernelv", "_kernel", &["_kernel"]),
    ("_Z9a_kernel9v", "a_kernel9", &["a_kernel9"]),
    ("_Z10kernel_abcv", "kernel_abc", &["kernel_abc"]),
    (
        "_Z19kernel_of_9_letters_",
        "kernel_of_9_letters",
        &["kernel_of_9_letters"],
    ),
    ("_Z6kernel6kernel", "kernel", &["kernel"]),
    ("_Z1kv", "k", &["k"]),
    ("_Z1k", "k", &["k"]),
    ("_ZN1a1bE", "b", &["b", "a::b"]),
    ("_ZN4blas6kernelEv", "kernel", &["kernel", "blas::kernel"]),
    ("_ZN4blas6kernel", "kernel", &["kernel", "blas::kernel"]),
    ("_ZN4blasL6kernelEv", "kernel", &["kernel", "blas::kernel"]),
    ("_ZNL4blas6kernelEv", "kernel", &["kernel", "blas::kernel"]),
    (
        "_ZN4blas6kernelIfEEv",
        "kernel",
        &["kernel", "blas::kernel"],
    ),
    (
        "_ZN3one3two6kernelEv",
        "kernel",
        &["kernel", "two::kernel", "one::two::kernel"],
    ),
    // A namespace without a name, wherever it is; and what only looks like one.
    ("_ZN12_GLOBAL__N_16kernelEv", "kernel", &["kernel"]),
    (
        "_ZN4blas12_GLOBAL__N_16kernelEv",
        "kernel",
        &["kernel", "blas::kernel"],
    ),
    (
        "_ZN43_GLOBAL__N__0123456789_kernel_cu_kernel_1236kernelEv",
        "kernel",
        &["kernel"],
    ),
    (
        "_ZN8_GLOBAL_6kernelEv",
        "kernel",
        &["kernel", "_GLOBAL_::kernel"],
    ),
    (
        "_ZN9_GLOBAL_X6kernelEv",
        "kernel",
        &["kernel", "_GLOBAL_X::kernel"],
    ),
    (
        "_ZN10a_GLOBAL__6kernelEv",
        "kernel",
        &["kernel", "a_GLOBAL__::kernel"],
    ),
    // No mangled names.
    ("_ZN9_GLOBAL__E", "_ZN9_GLOBAL__E", &[]),
    ("_Z7kernel", "_Z7kernel", &[]),
    ("_Z", "_Z", &[]),
    ("_ZN", "_ZN", &[]),
    ("_ZL", "_ZL", &[]),
    ("_Z:kernel", "_Z:kernel", &[]),
    ("_Z/kernel", "_Z/kernel", &[]),
    ("_A6kernelv", "_A6kernelv", &[]),
    ("aZ6kernelv", "aZ6kernelv", &[]),
    ("_Z0kernel", "_Z0kernel", &[]),
    (
        "_Z99999999999999999999999999kernel",
        "_Z99999999999999999999999999kernel",
        &[],
    ),
];

/// Paths that are nearly those.
const NOT_CALLED: &[&str] = &[
    "",
    "::",
    ":",
    "::kernel",
    "x::kernel",
    ":kernel",
    "as::kernel",
    "xblas::kernel",
    "a::blas::kernel",
    "blas::x::kernel",
    "blas:kernel",
    "blas::kernel::",
    "blas::",
    "blas",
    "kerne",
    "ernel",
    "xkernel",
    "kernel6kernel",
    "kernelv",
    "kernel:",
    "kernel::",
    "kernel::kernel",
    "one::kernel",
    "one::one::two::kernel",
    "_GLOBAL__N_1::kernel",
    "12_GLOBAL__N_1::kernel",
    "_GLOBAL__",
    "a::b::c",
    "b::b",
    "a",
    "v",
    "E",
];

/// Names of the source are those of the last part and of those before it, and no others.
#[test]
fn names_in_the_source() {
    for &(symbol, name, paths) in CALLED {
        let read = Compiled::machine_code(symbol, (8, 0)).name_in_source();
        assert_eq!(read, name, "{symbol}");
        let file = with_kernels(&["another", symbol, "_Z7anotherv"]);
        let finds = |path: &str| usage(&file, path).map(|usage| usage.name);
        assert_eq!(finds(symbol), Ok(symbol));
        for path in paths {
            assert_eq!(finds(path), Ok(symbol), "{symbol} is {path}");
        }
        for path in NOT_CALLED {
            assert!(finds(path).is_err(), "{symbol} is no {path:?}");
        }
    }
}

/// The name of the symbol comes before one that is only called so.
#[test]
fn the_name_of_the_symbol_is_taken_first() {
    for names in [
        ["kernel", "_Z6kernelv", "_ZN4blas6kernelEv"],
        ["_Z6kernelv", "_ZN4blas6kernelEv", "kernel"],
    ] {
        let file = with_kernels(&names);
        assert_eq!(usage(&file, "kernel").unwrap().name, "kernel");
        assert_eq!(
            usage(&file, "blas::kernel").unwrap().name,
            "_ZN4blas6kernelEv"
        );
    }
    let file = with_kernels(&["_Z1kf", "other", "_Z1kv", "_ZN1a1kEv"]);
    let ambiguous = usage(&file, "k").unwrap_err();
    assert_eq!(ambiguous.kind(), ErrorKind::AmbiguousKernel);
    assert_eq!(ambiguous.names(), ["_Z1kf", "_Z1kv", "_ZN1a1kEv"]);
    assert_eq!(listed(&ambiguous), "`_Z1kf`, `_Z1kv`, `_ZN1a1kEv`");
    // Twice the same name is no cubin of the linker.
    let file = with_kernels(&["kernel", "other", "kernel"]);
    let twice = usage(&file, "kernel").unwrap_err();
    assert_eq!(twice.kind(), ErrorKind::Damaged);
    assert_eq!(Image::new(&file).unwrap().kernels().count(), 3);
}

/// By the name that `occupancy inspect` prints.
#[test]
fn an_instance_of_a_template_is_taken_by_its_arguments() {
    let file = with_kernels(&[
        "_ZN4blas6reduceIfLi128EEEvPT_i",
        "_ZN4blas6reduceIdLi128EEEvPT_i",
        "_Z6reduceIfLi128EEvPT_i",
        "_Z6reduceIN2ns1TELj4EEvPT_i",
        "_Z3runIZ4mainEUliE_EvT_",
    ]);
    let finds = |kernel: &str| usage(&file, kernel).map(|usage| usage.name);
    for (kernel, symbol) in [
        ("reduce<double, 128>", "_ZN4blas6reduceIdLi128EEEvPT_i"),
        ("blas::reduce<float,128>", "_ZN4blas6reduceIfLi128EEEvPT_i"),
        (
            "blas::reduce<float, 128>(float *, int)",
            "_ZN4blas6reduceIfLi128EEEvPT_i",
        ),
        (
            "reduce<ns::T, (unsigned int)4>",
            "_Z6reduceIN2ns1TELj4EEvPT_i",
        ),
        (
            "reduce<ns::T, 4>(ns::T*, int)",
            "_Z6reduceIN2ns1TELj4EEvPT_i",
        ),
        // What cannot be read of a name is still found by its symbol, and by its name alone.
        ("_Z3runIZ4mainEUliE_EvT_", "_Z3runIZ4mainEUliE_EvT_"),
        ("run", "_Z3runIZ4mainEUliE_EvT_"),
    ] {
        assert_eq!(finds(kernel), Ok(symbol), "{kernel}");
    }
    let ambiguous = finds("reduce<float, 128>").unwrap_err();
    assert_eq!(ambiguous.kind(), ErrorKind::AmbiguousKernel);
    assert_eq!(
        ambiguous.names(),
        ["_ZN4blas6reduceIfLi128EEEvPT_i", "_Z6reduceIfLi128EEvPT_i"]
    );
    let unknown = finds("reduce<float, 64>").unwrap_err();
    assert_eq!(
        unknown.to_string(),
        "no kernel `reduce<float, 64>` in the binary\nhelp: the nearest are `reduce<float, 128>`"
    );
}

#[test]
fn the_nearest_names_are_listed() {
    // The nearest first, wherever they are in the file.
    for names in [
        ["kernexx", "kernel", "kexnell", "far_away"],
        ["far_away", "kexnell", "kernexx", "kernel"],
        ["kernel", "far_away", "kernexx", "kexnell"],
    ] {
        let unknown = unknown(&with_kernels(&names), "kernell");
        assert_eq!(
            unknown.names(),
            "`kernel`, `kexnell`, `kernexx`",
            "{names:?}"
        );
        assert!(unknown.is_near());
    }
    // Three at most, of those that are as near the first, and each once.
    let file = with_kernels(&[
        "kernel1",
        "_Z7kernel1v",
        "kernel2",
        "_Z7kernel2v",
        "kernel3",
        "kernel4",
    ]);
    assert_eq!(
        unknown(&file, "kernel").names(),
        "`kernel1`, `kernel2`, `kernel3`"
    );
    // By the last part of what was asked for.
    let file = with_kernels(&["_ZN4blas6kernelEv", "blas"]);
    assert_eq!(unknown(&file, "blas::kernell").names(), "`kernel`");
    assert_eq!(unknown(&file, "x::blas::kernell").names(), "`kernel`");
    assert_eq!(unknown(&file, "kernel::blax").names(), "`blas`");
}

#[test]
fn where_none_is_near_the_first_are_listed() {
    let list = |names: &[&str]| {
        let unknown = unknown(&with_kernels(names), "zzzzzzzzzzzz");
        assert!(!unknown.is_near());
        assert!(unknown.is_for("zzzzzzzzzzzz"));
        unknown.names()
    };
    assert_eq!(list(&[]), "");
    assert_eq!(list(&["a"]), "`a`");
    assert_eq!(list(&["b", "_Z1av", "c"]), "`b`, `a`, `c`");
    // As many as fit, with what is said of the others.
    let [a, b, c, d] = ["a", "b", "c", "d"].map(|it| it.repeat(10));
    assert_eq!(list(&[&a, &b, &c]), format!("`{a}`, `{b}`, `{c}`"));
    assert_eq!(
        list(&[&a, &b, &c, &d]),
        format!("`{a}`, `{b}`, `{c}` and 1 more")
    );
    assert_eq!(
        list(&[&a, &b, &format!("{c}c"), &d]),
        format!("`{a}`, `{b}`, `{d}` and 1 more")
    );
    let long = "l".repeat(57);
    assert_eq!(list(&[&long]), "1 more");
    assert_eq!(list(&[&long, &long]), "2 more");
    let full = "f".repeat(36);
    assert_eq!(list(&[&full]), format!("`{full}`"));
    assert_eq!(list(&[&format!("{full}f")]), "1 more");
    let many = vec![full.as_str(); 12_346];
    assert_eq!(list(&many), format!("`{full}` and 12,345 more"));
    // Near ones that do not fit are not counted, unless there is nothing else to say.
    let [near, longer] = [36, 37].map(|len| "n".repeat(len));
    let asked = "n".repeat(38);
    let of = |names: &[&str]| unknown(&with_kernels(names), &asked).names();
    assert_eq!(of(&[&near, &longer]), format!("`{near}`"));
    assert_eq!(of(&[&longer]), "1 more");
}

/// From a symbol that cannot be read on, it is not known how many there are.
#[test]
fn instances_of_a_template_are_listed_once() {
    let file = with_kernels(&["_Z6scaledIfEvPT_", "_Z6scaledIdEvPT_", "_Z3dotv"]);
    assert_eq!(unknown(&file, "zzzzzzzzzzzz").names(), "`scaled`, `dot`");
}

#[test]
fn where_a_symbol_is_broken_there_are_more() {
    let mut cubin = Cubin::new(80);
    cubin.symbol(b"first", 1);
    cubin.symbol(b"second", 1);
    cubin.symbol(b"", 1);
    cubin.symbol(b"third", 1);
    let names = |cubin: &Cubin, kernel: &str| {
        let file = cubin.bytes();
        let unknown = unknown(&file, kernel);
        unknown.names()
    };
    assert_eq!(names(&cubin, "zzzzzzzz"), "`first`, `second` and more");
    assert_eq!(names(&cubin, "firs"), "`first`", "what is near and is read");
    cubin.sections[SYMBOLS].content.drain(24..72);
    assert_eq!(names(&cubin, "zzzzzzzz"), "more");
}

/// Names are compared with what was asked for as long as that is quick: 2^16 of them.
#[test]
fn of_very_many_names_some_are_compared() {
    for (count, expected) in [(1 << 15, "32,768 more"), (1 << 16, "more")] {
        let mut cubin = Cubin::new(80);
        // One that is too long for the list.
        cubin.symbol(&[b'k'; 60], 1);
        let symbols = &mut cubin.sections[SYMBOLS].content;
        let symbol = symbols.split_off(24);
        symbols.extend(symbol.repeat(count));
        let file = cubin.bytes();
        assert_eq!(unknown(&file, "zzzzzzzz").names(), expected);
    }
}

#[test]
fn errors_are_the_same_where_they_say_the_same() {
    let [one, two] = [with_kernels(&["one"]), with_kernels(&["two"])];
    let error = |file, kernel| usage(file, kernel).unwrap_err();
    assert_eq!(error(&one, "zzzzzz"), error(&one, "zzzzzz"));
    assert_ne!(error(&one, "zzzzzz"), error(&two, "zzzzzz"), "other names");
    assert_ne!(
        error(&one, "zzzzzz"),
        error(&one, "yyyyyy"),
        "another was asked for"
    );
}
