//! Static shared memory and barriers of PTX, against what ptxas 13.5 reports for `sm_90`: the same, or
//! nothing where the text does not say it.

use std::time::{Duration, Instant};

use occupancy_binary::ErrorKind;
use occupancy_binary::ptx::{self, Bounds, Existing, Module};

/// Without optimization and on a busy machine.
const SLOWEST: Duration = Duration::from_secs(30);

/// What the entry `k` of a module has: static shared memory and barriers.
fn of(module: &str) -> (Option<u32>, Option<u32>) {
    let text = format!(".version 8.5\n.target sm_90\n.address_size 64\n{module}");
    let usage = ptx::usage(&text, "k").unwrap();
    (usage.static_shared_memory, usage.barriers)
}

/// Modules, the bytes of `smem` and the `barriers` of `ptxas -v`.
const KNOWN: [(&str, u32, u32); 24] = [
    (".visible .entry k() { ret; }", 0, 0),
    // In the order of the text, each at its alignment.
    (
        ".visible .entry k() { .shared .f32 c[4][5], d; st.shared.f32 [c], 0f00000000;
         st.shared.f32 [d], 0f00000000; barrier.sync 5, 64; ret; }",
        84,
        6,
    ),
    (
        ".visible .entry k() { .shared .align 1 .b8 a[3]; .shared .align 8 .b8 b[5];
         .shared .align 2 .b8 c[1]; st.shared.u8 [c], 1; st.shared.u8 [a], 1; st.shared.u8 [b], 1; ret; }",
        15,
        0,
    ),
    // Of the module's, what is named.
    (
        ".shared .align 1 .b8 a[3]; .shared .align 8 .b8 b[16]; .shared .b64 c;
         .visible .entry k() { st.shared.u8 [b], 1; st.shared.u8 [a], 1; ret; }",
        24,
        0,
    ),
    (
        ".shared .align 4 .b8 a[20]; .visible .entry other() { st.shared.u8 [a], 1; bar.sync 9; ret; }
         .visible .entry k() { ret; }",
        0,
        0,
    ),
    // Padded to the alignment of dynamic shared memory, whether it is named or not.
    (
        ".extern .shared .align 128 .b8 dyn[]; .visible .entry k() { .shared .v2 .b32 c[5];
         st.shared.u32 [c], 1; ret; }",
        128,
        0,
    ),
    (
        ".extern .shared .align 16 .b8 dyn[]; .shared .b8 p; .visible .entry k() { .reg .b32 %r<3>;
         mov.u32 %r1, dyn; st.shared.u8 [p], %r1; st.shared.u32 [%r1], 1; ret; }",
        16,
        0,
    ),
    (
        ".extern .shared .align 4 .b8 dyn[]; .weak .shared .align 8 .u64 w;
         .visible .entry k() { st.shared.u64 [w], 1; ret; }",
        16,
        0,
    ),
    (
        ".extern .shared .f64 other; .visible .entry k() { .shared .align 4 .b8 c[20];
         st.shared.u8 [c], 1; ret; }",
        20,
        0,
    ),
    // Of functions, those within reach.
    (
        ".func f() { .shared .b32 x[7]; st.shared.u8 [x], 1; bar.sync 3; ret; }
         .func g() { .shared .b32 y[100]; bar.sync 12; ret; }
         .visible .entry k() { .shared .b32 c[5]; st.shared.u8 [c], 1; call.uni f; ret; }",
        48,
        4,
    ),
    (
        ".shared .b64 m; .func h() { st.shared.u64 [m], 1; bar.sync 7; ret; } .func f() { call.uni h; ret; }
         .visible .entry k() { .shared .b64 one; st.shared.u8 [one], 1; call.uni f; ret; }",
        16,
        8,
    ),
    // Barriers with a result before them, and those of a warp.
    (
        ".visible .entry k() { .reg .pred %p<3>; .reg .b32 %r<3>; mov.u32 %r1, %tid.x;
         setp.eq.u32 %p1, %r1, 0; bar.red.popc.u32 %r2, 2, %p1; .shared .b32 s; st.shared.u32 [s], %r2;
         bar.warp.sync 0xffffffff; ret; }",
        4,
        3,
    ),
    // What a parameter points to declares nothing.
    (
        ".visible .entry k(.param .u64 .ptr .shared .align 8 q) { .reg .b64 %rd<2>;
         ld.param.u64 %rd1, [q]; st.shared.u64 [%rd1], 1; ret; }",
        0,
        0,
    ),
    (
        ".extern .func (.param .b32 status) vprintf (.param .b64 format, .param .b64 list);
         .visible .entry k() { .shared .b32 s; st.shared.u32 [s], 1; { .param .b64 a; .param .b64 b;
         .param .b32 r; st.param.b64 [a], 0; st.param.b64 [b], 0; call.uni (r), vprintf, (a, b); } ret; }",
        4,
        0,
    ),
    // What is returned may be a register.
    (
        ".func (.reg .b32 out) f(.reg .b32 in) { .shared .b32 s; st.shared.u32 [s], in; mov.u32 out, in; ret; }
         .visible .entry k() { .reg .b32 %r<3>; mov.u32 %r1, 1; call (%r2), f, (%r1); ret; }",
        4,
        0,
    ),
    (
        ".func f() .noreturn { bar.sync 3; ret; } .visible .entry k() { call.uni f; ret; }",
        0,
        4,
    ),
    // Names of one length that differ at the end.
    (
        ".func half() { .shared .b32 x[7]; st.shared.u8 [x], 1; bar.sync 3; ret; }
         .func hall() { .shared .b32 y[100]; bar.sync 12; ret; }
         .visible .entry k() { .shared .b32 c[5]; st.shared.u8 [c], 1; call.uni half; ret; }",
        48,
        4,
    ),
    // A function ends with its brace.
    (
        ".func f() { ret; }.shared .b32 s; .visible .entry k() { st.shared.u32 [s], 1; ret; }",
        4,
        0,
    ),
    // What is out of reach may have what is not known.
    (
        ".func g() { .shared .b128 y; ret; } .visible .entry k() { ret; }",
        0,
        0,
    ),
    // Another word with the same first letter is another word.
    (".shared .b8 r; .visible .entry k() { ret; }", 0, 0),
    (
        ".global .u32 t[2] = { 1, 2 }; .shared .b32 s; .visible .entry k() { st.shared.u32 [s], 1; ret; }",
        4,
        0,
    ),
    // The highest barrier counts, not the last.
    (
        ".visible .entry k() { bar.sync 5; bar.sync 2; ret; }",
        0,
        6,
    ),
    // Vectors, and types of two bytes.
    (
        ".visible .entry k() { .shared .v4 .b32 c[2]; .shared .b16 d[3]; st.shared.u32 [c], 1;
         st.shared.u16 [d], 1; ret; }",
        38,
        0,
    ),
    (
        ".visible .entry k() { .shared .align 16 .v4 .b32 c[2]; .shared .f16 d[3]; st.shared.u32 [c], 1;
         st.shared.u16 [d], 1; ret; }",
        38,
        0,
    ),
];

#[test]
fn what_ptxas_reports() {
    for (module, shared_memory, barriers) in KNOWN {
        assert_eq!(
            of(module),
            (Some(shared_memory), Some(barriers)),
            "{module}"
        );
    }
}

/// Shared memory that is not told; ptxas has 13, 24 and 21 bytes for the first three.
const UNKNOWN: [&str; 16] = [
    // ptxas has that of the entry first.
    ".func f() { .shared .align 2 .b8 x[7]; st.shared.u8 [x], 1; ret; }
     .visible .entry k() { .shared .align 16 .b8 c[5]; st.shared.u8 [c], 1; call.uni f; ret; }",
    ".shared .align 1 .b8 a[3]; .shared .align 8 .b8 b[16];
     .visible .entry k() { .shared .align 4 .b8 c[5]; st.shared.u8 [a], 1; st.shared.u8 [b], 1; st.shared.u8 [c], 1; ret; }",
    // ptxas has what is not named last.
    ".shared .align 8 .b8 b[16]; .visible .entry k() { .shared .align 4 .b8 c[5]; st.shared.u8 [b], 1; ret; }",
    // Through a register, and in another module.
    ".visible .entry k() { .reg .b64 %rd<2>; call.uni %rd1, p; ret; }",
    ".extern .func f(); .visible .entry k() { call.uni f; ret; }",
    // An alignment that is none, and one below that of the type.
    ".visible .entry k() { .shared .align 3 .b8 c[5]; ret; }",
    ".visible .entry k() { .shared .align 4 .b64 c[2]; ret; }",
    // More than 32 bits.
    ".visible .entry k() { .shared .b8 c[4294967295], d; ret; }",
    // An instruction, with a blank that no compiler writes.
    ".visible .entry k() { .reg .b64 %rd<3>; cvta .shared.u64 %rd2, %rd1; ret; }",
    // A function that is not as it has to be.
    ".func f) { ret; } .visible .entry k() { ret; }",
    ".func f(.param .b32 a { ret; } .visible .entry k() { ret; }",
    ".func f .visible .entry k() { ret; }",
    // Neither a name nor a number where one has to be.
    ".visible .entry k() { .shared .b32 5; ret; }",
    ".visible .entry k() { .shared .b32 c[4); ret; }",
    ".func f() { ret; } .visible .entry k() { call.uni ), f; ret; }",
    ".func f() { ret; } .visible .entry k() { call.uni 5, f; ret; }",
];

#[test]
fn what_the_text_does_not_say() {
    for module in UNKNOWN {
        assert_eq!(of(module).0, None, "{module}");
    }
    for module in [
        ".visible .entry k() { .reg .b32 %r<2>; mov.u32 %r1, 3; bar.sync %r1; ret; }",
        ".visible .entry k() { .reg .b32 %r<2>; mov.u32 %r1, 3; bar.arrive %r1, 8; ret; }",
        ".visible .entry k() { .reg .b32 %r<2>; bar.red.popc.u32 %r1 + 2, 1; ret; }",
        ".visible .entry k() { bar.sync 16; ret; }",
        ".visible .entry k() { barrier.cluster.arrive; barrier.cluster.wait; ret; }",
    ] {
        assert_eq!(of(module), (Some(0), None), "{module}");
    }
}

/// What later versions may have between a function's name and its body.
#[test]
fn the_first_word_is_the_name_of_a_function() {
    let module =
        ".func f() .later word { bar.sync 3; ret; } .visible .entry k() { call.uni f; ret; }";
    assert_eq!(of(module), (Some(0), Some(4)));
}

#[test]
fn a_module_has_any_number_of_functions() {
    let with = |functions: usize| {
        let others = (1..functions)
            .map(|number| format!(".func f{number}() {{ ret; }}"))
            .collect::<Vec<_>>()
            .join("\n");
        of(&format!(
            "{others}.shared .b32 s, not_named;
             .visible .entry k() {{ st.shared.u32 [s], 1; call.uni f1; bar.sync 0; ret; }}"
        ))
    };
    assert_eq!(with(256), (Some(4), Some(1)));
    assert_eq!(with(10_000), (Some(4), Some(1)));
}

#[test]
fn directives_and_names() {
    let text = ".version 8.5 .target sm_90 .visible .entry _ZN4blas3dotEPKf() .reqntid 128, 2
        .minnctapersm 3 .maxnreg 40 .explicitcluster .maxclusterrank 4 { ret; }
        .visible .entry _Z5scaleIfEvPT_() { ret; } .visible .entry _Z5scaleIdEvPT_() { ret; }";
    let usage = ptx::usage(text, "blas::dot").unwrap();
    assert_eq!(usage.name, "_ZN4blas3dotEPKf");
    assert_eq!(usage.required_block, Some((128, 2, 1)));
    assert_eq!((usage.min_blocks, usage.register_cap), (Some(3), Some(40)));
    assert_eq!(
        (usage.max_cluster_rank, usage.is_cluster_explicit),
        (Some(4), true)
    );
    assert_eq!((usage.max_block, usage.cluster_dim), (None, None));
    // Two are called so.
    let several = ptx::usage(text, "scale").unwrap_err();
    assert_eq!(
        several.to_string(),
        "several entries of the PTX are called `scale`\nhelp: state the mangled name of one: \
         `_Z5scaleIfEvPT_`, `_Z5scaleIdEvPT_`"
    );
    assert_eq!(several.kind(), ErrorKind::AmbiguousKernel);
    assert_eq!(several.names(), ["_Z5scaleIfEvPT_", "_Z5scaleIdEvPT_"]);
    let instance = ptx::usage(text, "scale<double>").unwrap();
    assert_eq!(instance.name, "_Z5scaleIdEvPT_");
    let malformed = ptx::usage("{", "k").unwrap_err();
    assert_eq!(malformed.kind(), ErrorKind::InvalidPtx);
}

/// Nothing panics, whatever is left of a text.
#[test]
fn every_part_of_a_text_has_a_result() {
    for (module, ..) in KNOWN {
        let text = format!(".version 8.5 .target sm_90 {module}");
        for end in 0..text.len() {
            let _ = ptx::usage(&text[..end], "k");
            let _ = ptx::usage(&text[end..], "k");
        }
    }
}

#[test]
fn a_module_has_any_number_of_variables() {
    let body = "add.u32 %r1, %r1, 1;\n".repeat(600);
    let variables: Vec<_> = (0..10_000)
        .map(|variable| format!(".shared .b8 v{variable}[4];\n"))
        .collect();
    let module = format!(
        "{}.visible .entry k() {{ {body} st.shared.u8 [v7], 1; bar.sync 1; }}",
        variables.concat()
    );
    assert_eq!(of(&module), (Some(4), Some(2)));
}

/// A text of megabytes: each byte is looked at a few times, whatever is in it. Without optimization and on a
/// busy machine, a text that is read again for each of its parts would still take minutes.
#[test]
fn a_large_text_is_read_once() {
    let head = ".version 8.5 .target sm_90 .address_size 64\n";
    let body = "ld.global.f32 %f1, [%rd1]; add.f32 %f2, %f1, %f1;\n".repeat(8);
    let entries: Vec<_> = (0..2_000)
        .map(|number| {
            format!(
                ".func f{number}() {{ .shared .b8 a[4]; st.shared.u8 [a], 1; bar.sync 1; ret; }}
                 .visible .entry k{number}() .maxntid 128 {{ {body} call.uni f{number}; ret; }}\n"
            )
        })
        .collect();
    let text = format!("{head}{}", entries.concat());
    let start = Instant::now();
    let module = Module::new(&text).unwrap();
    assert_eq!(module.entries().len(), 2_000);
    for entry in module.entries() {
        let usage = module.usage(entry).unwrap();
        assert_eq!(
            (usage.static_shared_memory, usage.barriers),
            (Some(4), Some(2))
        );
    }
    assert_eq!(module.find("k1999").unwrap().name, "k1999");
    assert!(start.elapsed() < SLOWEST, "{:?}", start.elapsed());
}

/// Texts that were made to be read again and again.
#[test]
fn no_text_takes_long() {
    let head = ".version 8.5 .target sm_90 .address_size 64\n";
    let number = 40_000;
    let of_each = |part: &dyn Fn(usize) -> String| (0..10_000).map(part).collect::<String>();
    let texts = [
        // What opens and does not close.
        ".func (".repeat(number),
        format!(".entry k {{ {} }}", "call (".repeat(number)),
        format!(".entry k {{ {} }}", ".shared .b8 ".repeat(number)),
        format!(
            ".entry k {}{{ ret; }}",
            ".maxntid 1 .noreturn ".repeat(number)
        ),
        // The same name everywhere.
        format!(
            "{} .entry k {{ {} }}",
            ".func f {}".repeat(number),
            "f ".repeat(number)
        ),
        format!(
            "{} .entry k {{ {} }}",
            ".shared .b8 f;".repeat(number),
            "f ".repeat(number)
        ),
        ".entry k {}".repeat(number),
        // Each entry reaches all functions.
        of_each(&|i| format!(".func f{i} {{ f{} ; }} .entry k{i} {{ f{i} ; }}\n", i + 1)),
        // Each function names all variables.
        format!(
            "{}.func f {{ {} }}{}",
            of_each(&|i| format!(".shared .b8 v{i};")),
            of_each(&|i| format!("v{i} ")),
            of_each(&|i| format!(".entry k{i} {{ f; }}")),
        ),
    ];
    for text in texts {
        let text = format!("{head}{text}");
        let start = Instant::now();
        if let Ok(module) = Module::new(&text) {
            for entry in module.entries() {
                let _ = module.usage(entry);
            }
        }
        let _ = ptx::usage(&text, "unknown");
        let _ = Bounds {
            max_registers: Some(64),
            ..Bounds::default()
        }
        .rewrite(&text, "k", Existing::Replace);
        assert!(
            start.elapsed() < SLOWEST,
            "{:?}: {}",
            start.elapsed(),
            &text[..80]
        );
    }
}
