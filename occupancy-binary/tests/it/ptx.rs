//! Reading PTX, and writing bounds into it: cases in the files of the folder `ptx`.

use std::time::{Duration, Instant};

use occupancy_binary::Error;
use occupancy_binary::ptx::{self, BlockBound, Bounds, Entry, Existing, Module, Span, Suffix};
use occupancy_core::kernel::WarpGroups;
use occupancy_core::{Arch, Compiled, Configuration};

use crate::cases::{check_cases, kernel};

const HEAD: &str = ".version 8.0\n.target sm_90\n.address_size 64\n";

/// Without optimization and on a busy machine.
const SLOWEST: Duration = Duration::from_secs(30);

/// Returns the text, after a version and a target if it states none.
fn whole(text: &str) -> String {
    let states_them = text.starts_with(".version") || text.starts_with(".target");
    format!("{}{text}", if states_them { "" } else { HEAD })
}

/// The text of an error.
fn said(error: &Error) -> String {
    format!("{:?}: {error}", error.kind())
}

fn dims(words: &str) -> (u32, u32, u32) {
    let mut numbers = words.split(',').map(|number| number.parse().unwrap());
    let mut next = || numbers.next().unwrap_or(1);
    (next(), next(), next())
}

/// `max=256,1,1 min_blocks=2 replace` as bounds.
fn bounds(words: &str) -> (Bounds, Existing) {
    let (mut bounds, mut existing) = (Bounds::default(), Existing::Reject);
    for word in words.split_whitespace() {
        match word.split_once('=').unwrap_or((word, "")) {
            ("max", value) => bounds.block = Some(BlockBound::Max(dims(value))),
            ("required", value) => bounds.block = Some(BlockBound::Required(dims(value))),
            ("min_blocks", value) => bounds.min_blocks = value.parse().ok(),
            ("registers", value) => bounds.max_registers = value.parse().ok(),
            ("cluster", value) => bounds.cluster_dim = Some(dims(value)),
            ("for", gpu) => {
                let arch = Arch::find(gpu).unwrap();
                bounds = bounds.with_compute_capability(arch.multiprocessor());
            }
            ("replace", "") => existing = Existing::Replace,
            _ => panic!("{word}"),
        }
    }
    (bounds, existing)
}

/// The same in words.
fn words(bounds: &Bounds) -> String {
    let mut words = Vec::new();
    let of_dims = |(x, y, z)| format!("{x},{y},{z}");
    words.extend(bounds.block.map(|block| match block {
        BlockBound::Max(dims) => format!("max={}", of_dims(dims)),
        BlockBound::Required(dims) => format!("required={}", of_dims(dims)),
    }));
    words.extend(bounds.min_blocks.map(|it| format!("min_blocks={it}")));
    words.extend(bounds.max_registers.map(|it| format!("registers={it}")));
    words.extend(
        bounds
            .cluster_dim
            .map(|it| format!("cluster={}", of_dims(it))),
    );
    words.join(" ")
}

#[test]
fn entries_are_read_or_refused() {
    check_cases("ptx/read.txt", |case| {
        let (name, text) = case.split_once(" | ").unwrap_or(("k", case));
        let text = whole(text);
        let read = Entry::find(&text, name).and_then(|entry| Ok((entry.name, entry.bounds()?)));
        match read {
            Ok((name, bounds)) => format!("{name} {}", words(&bounds)).trim().to_owned(),
            Err(error) => said(&error),
        }
    });
}

#[test]
fn bounds_are_written_or_refused() {
    check_cases("ptx/rewrite.txt", |case| {
        let (words, text) = case.split_once(" | ").unwrap();
        let (bounds, existing) = bounds(words);
        let written = bounds.rewrite(&whole(text), "k", existing);
        written.map_or_else(
            |error| said(&error),
            |written| written.strip_prefix(HEAD).unwrap_or(&written).to_owned(),
        )
    });
}

#[test]
fn static_shared_memory_and_barriers() {
    check_cases("ptx/usage.txt", |case| {
        let text = format!(".version 8.5\n.target sm_90\n.address_size 64\n{case}");
        // Nothing panics, whatever is left of a text.
        for end in 0..text.len() {
            let _ = ptx::usage(&text[..end], "k");
            let _ = ptx::usage(&text[end..], "k");
        }
        let usage = ptx::usage(&text, "k").unwrap();
        let known = |figure: Option<u32>| figure.map_or("?".to_owned(), |it| it.to_string());
        format!(
            "{} {}",
            known(usage.static_shared_memory),
            known(usage.barriers)
        )
    });
}

/// PTX as compilers emit it, and text that is hard to read: every entry with each of its parts.
#[test]
fn the_parts_of_a_module() {
    let text = include_str!("ptx/module.ptx");
    let mut parts = Vec::new();
    for entry in Module::new(text).unwrap().entries() {
        let (name, (major, minor)) = (entry.name, entry.version);
        let target = (entry.compute_capability, entry.suffix);
        parts.push(format!("{name}: PTX {major}.{minor} for {target:?}"));
        parts.push(format!("header {:?}", entry.header.of(text)));
        parts.push(format!("body {:?}", entry.body.map(|body| body.of(text))));
        for directive in entry.directives().unwrap() {
            let span = directive.span.of(text);
            parts.push(format!(
                "{} {:?} of {span:?}",
                directive.name, directive.value
            ));
        }
    }
    let parts = parts.join("\n");
    assert_eq!(parts, include_str!("ptx/module.txt").trim_end(), "{parts}");
}

#[test]
fn a_span_of_another_text_is_empty() {
    assert_eq!(Span { start: 1, end: 2 }.of("é"), "");
    assert_eq!(Span { start: 3, end: 2 }.of("abcdef"), "");
    let text = whole(".entry k .maxntid 8 { ret; }");
    let mut entry = Entry::find(&text, "k").unwrap();
    for (start, end) in [(usize::MAX, usize::MAX), (9, 3), (0, usize::MAX)] {
        entry.header = Span { start, end };
        let _ = entry.directives();
    }
}

#[test]
fn bounds_of_configurations() {
    check_cases("ptx/bounds.txt", |case| {
        let (archs, figures) = case.split_once(" | ").unwrap();
        let archs: Vec<_> = archs
            .split(' ')
            .map(|name| Arch::find(name).unwrap())
            .collect();
        words(&Bounds::of(&Configuration::new(&archs, kernel(figures).0)))
    });
}

#[test]
fn equal_bounds_state_the_same_for_any_gpu() {
    let of = |words| bounds(words).0;
    let one = of("max=1024 min_blocks=1 registers=64 cluster=2 for=9.0");
    assert_eq!(one, of("max=1024 min_blocks=1 registers=64 cluster=2"));
    for different in [
        "required=1024 min_blocks=1 registers=64 cluster=2",
        "max=1024 min_blocks=2 registers=64 cluster=2",
        "max=1024 min_blocks=1 cluster=2",
        "max=1024 min_blocks=1 registers=64",
    ] {
        assert_ne!(one, of(different), "{different}");
    }
}

#[test]
fn everything_that_an_entry_states() {
    let text = ".version 8.5 .target sm_90 .visible .entry _ZN4blas3dotEPKf() .reqntid 128, 2
        .minnctapersm 3 .maxnreg 40 .explicitcluster .maxclusterrank 4 { ret; }";
    let mut expected = Compiled::ptx("_ZN4blas3dotEPKf", (9, 0), Suffix::None);
    (expected.static_shared_memory, expected.barriers) = (Some(0), Some(0));
    expected.required_block = Some((128, 2, 1));
    (expected.min_blocks, expected.register_cap) = (Some(3), Some(40));
    (expected.max_cluster_rank, expected.is_cluster_explicit) = (Some(4), true);
    assert_eq!(ptx::usage(text, "blas::dot"), Ok(expected));
    let several = Entry::find(
        ".version 8.5 .target sm_90 .entry _Z1kf {} .entry _Z1kv {}",
        "k",
    )
    .unwrap_err();
    assert_eq!(
        (several.names(), several.line()),
        (&["_Z1kf".to_owned(), "_Z1kv".to_owned()][..], None)
    );
    let malformed = ptx::usage("\n{", "k").unwrap_err();
    assert_eq!((malformed.line(), malformed.offset()), (Some(2), Some(1)));
}

/// Those of the entry and of the functions that it can call. ptxas refuses any other number.
#[test]
fn registers_of_setmaxnreg() {
    let text = ".version 9.0 .target sm_90a
        .func called() { setmaxnreg.inc.sync.aligned.u32 0xF0; ret; }
        .func other() { setmaxnreg.dec.sync.aligned.u32 40; ret; }
        .entry split() { setmaxnreg.dec.sync.aligned.u32 24; call called, (); ret; }
        .entry wrong() { setmaxnreg.dec.sync.aligned.u32 20; setmaxnreg.inc %r1; ret; }
        .entry cut_off() { setmaxnreg.dec }";
    let asked = |kernel| ptx::usage(text, kernel).unwrap().setmaxnreg;
    let both = WarpGroups::bit(24) | WarpGroups::bit(240);
    assert_eq!(
        ["split", "wrong", "cut_off"].map(asked),
        [Some(both), None, None]
    );
}

fn of_each(count: usize, part: impl Fn(usize) -> String) -> String {
    (0..count).map(part).collect()
}

/// Texts of megabytes, and ones that were made to be read again and again. Each byte is looked at a few times; a text
/// that is read again for each of its parts would take minutes.
#[test]
fn no_text_takes_long() {
    let many = |part: &str| part.repeat(40_000);
    let body = "ld.global.f32 %f1, [%rd1]; add.f32 %f2, %f1, %f1;\n".repeat(8);
    let texts = [
        // Megabytes of PTX as compilers emit it.
        of_each(2_000, |i| {
            format!(
                ".func f{i}() {{ .shared .b8 a[4]; st.shared.u8 [a], 1; bar.sync 1; ret; }} .shared .b8 v{i}[4];
                 .visible .entry k{i}() .maxntid 128 {{ {body} call.uni f{i}; ret; }}\n"
            )
        }),
        // Text that opens something and does not close it.
        many(".func ("),
        format!(".entry k {{ {} }}", many("call (")),
        format!(".entry k {{ {} }}", many(".shared .b8 ")),
        format!(".entry k {}{{ ret; }}", many(".maxntid 1 .noreturn ")),
        // The same name everywhere.
        format!("{} .entry k {{ {} }}", many(".func f {}"), many("f ")),
        format!("{} .entry k {{ {} }}", many(".shared .b8 f;"), many("f ")),
        many(".entry k {}"),
        // Each entry reaches all functions.
        of_each(10_000, |i| {
            format!(".func f{i} {{ f{} ; }} .entry k{i} {{ f{i} ; }}\n", i + 1)
        }),
        // Each function names all variables.
        format!(
            "{}.func f {{ {} }}{}",
            of_each(10_000, |i| format!(".shared .b8 v{i};")),
            of_each(10_000, |i| format!("v{i} ")),
            of_each(10_000, |i| format!(".entry k{i} {{ f; }}")),
        ),
    ];
    for text in texts.map(|text| whole(&text)) {
        let start = Instant::now();
        if let Ok(module) = Module::new(&text) {
            for entry in module.entries() {
                let _ = module.usage(entry);
            }
        }
        let _ = ptx::usage(&text, "unknown");
        let _ = bounds("registers=64")
            .0
            .rewrite(&text, "k", Existing::Replace);
        assert!(
            start.elapsed() < SLOWEST,
            "{:?}: {}",
            start.elapsed(),
            &text[..80]
        );
    }
}
