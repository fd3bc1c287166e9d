//! Whatever is written, the attribute answers: the item as it was, with the launch type or errors
//! that have a code. It never panics.

#[cfg(feature = "pages")]
mod images;
#[cfg(feature = "binary")]
mod ui;

use std::panic::{AssertUnwindSafe, catch_unwind};

use proc_macro2::{Delimiter, Group, Ident, Literal, Span, TokenStream, TokenTree};

use crate::block;
use crate::launch_config_tokens;
use crate::literal::text;

/// Attributes that are accepted: every argument, in every form of value.
const ATTRIBUTES: [&str; 40] = [
    "arch = \"h100\", threads = 256, regs = 64",
    "arch = \"h100\", threads = 256, regs = 64,",
    "arch = [\"h100\", \"a100\", \"rtx4090\"], threads = 256, regs = 32",
    "arch = [\"9.0\"], threads = (256), regs = (32)",
    "arch = \"sm_90a\", threads = (32, 8), regs = 64, min_blocks = 2",
    "arch = \"RTX 4090\", threads = (8, 8, 4), regs = 0x40",
    "threads = 1_024, regs = 32u32, arch = \"b200\"",
    "arch = \"h100\", threads = 4 * 64, regs = 1 << 6, min_blocks = 8 / 2",
    "arch = \"h100\", threads = 256, regs = 64, smem = 48 * 1024",
    "arch = \"h100\", threads = 256, regs = 64, smem = 227 * 1024",
    "arch = \"h100\", threads = 256, regs = 64, static_smem = 0xC000, smem = 1024",
    "arch = \"h100\", threads = 256, regs = 64, barriers = 16",
    "arch = \"h100\", threads = 256, regs = 64, smem = 16 * 1024, carveout = 50",
    "arch = \"h100\", threads = 256, regs = 64, grid = 1056",
    "arch = \"h100\", threads = 256, regs = 64, grid = (64, 64)",
    "arch = \"h100\", threads = 256, regs = 64, grid = (8, 8, 8)",
    "arch = \"h100\", threads = 256, regs = 64, elements = 1 << 20",
    "arch = \"h100\", threads = 256, regs = 64, elements = 1 << 20, items_per_thread = 4",
    "arch = \"h100\", threads = 256, regs = 64, grid = 528, tail_efficiency = 0.9",
    "arch = \"h100\", threads = 256, regs = 64, grid = 528, tail_efficiency = 90 %",
    "arch = \"h100\", threads = 256, regs = 64, grid = 528, tail_efficiency = 9 / 10",
    "arch = \"h100\", threads = 256, regs = 64, min_occupancy = 0.5",
    "arch = \"h100\", threads = 256, regs = 64, min_occupancy = 50 %",
    "arch = \"h100\", threads = 256, regs = 64, min_occupancy = 1 / 2",
    "arch = \"h100\", threads = 256, regs = 64, min_occupancy = 1e-1",
    "arch = \"h100\", threads = 256, regs = 64, name = Launch",
    "arch = \"h100\", threads = 256, regs = 64, crate = ::occupancy",
    "arch = \"h100\", threads = 256, regs = 64, crate = crate::gpu, name = r#Launch",
    "arch = \"h100\", threads = 100, regs = 64, allow(partial_warp)",
    "arch = \"h100\", threads = 256, regs = 64, cluster = (2, 2), grid = (8, 8)",
    "arch = \"h100\", threads = 256, regs = 64, cluster = 16, allow(nonportable_cluster)",
    "arch = \"h100:1g.10gb\", threads = 256, regs = 64",
    "arch = \"h100\", threads = auto, regs = 64",
    "arch = \"h100\", threads = auto(64..=512), regs = 64, min_blocks = 2",
    "arch = \"h100\", threads = 32 * WARPS, regs = REGS, smem = TILE * size_of::<[f32; 4]>()",
    "arch = [\"h100\", crate::LAPTOP], threads = (X, Y), regs = 64, min_occupancy = HALF",
    "arch = [\"a100\", \"h100\"], threads = 256, regs = 64, on(\"h100\", threads = 128, smem = 1)",
    "arch = \"h100\", threads = 256, regs = 33, grid = 600, allow(last_wave), deny(idle_sms)",
    "arch = \"h100\", threads = 256, regs = 33, grid = 600, min_blocks = 2, warn(min_blocks)",
    "arch = \"8.6\", threads = (16, 6), regs = 40, min_blocks = 2, min_occupancy = 25 %, \
     smem = 4 * 1024, static_smem = 512, barriers = 2, carveout = 100, grid = (7, 7), \
     items_per_thread = 2, name = All, crate = occupancy, allow(partial_warp)",
];

/// Free functions, which keep their launch type whatever the arguments are.
const FUNCTIONS: [&str; 8] = [
    "fn saxpy() {}",
    "/// Documented.\n#[inline] pub(crate) fn sgemm_128x128<T: Copy>(a: T) -> T where T: Send { a }",
    "pub(in crate::gpu) const unsafe extern \"C\" fn _1(x: *const u8) {}",
    "async fn r#match<'a>(x: &'a str, f: fn(u32) -> u32) -> impl Iterator<Item = &'a u8> { 1 }",
    "fn _(a: u32) {}",
    "fn größe_ändern() { let self_ = '\\''; loop {} }",
    "extern \"system\" fn f() { half typed = ; }",
    "safe fn f()",
];

/// What else the attribute may be put on.
const OTHERS: [&str; 34] = [
    "impl S { const N: u32 = 8; #[launch_config(arch = \"h100\", threads = 256, regs = 64)] pub fn f(&self) {} }",
    "impl<T: U> A<T> for B where T: C { #[doc = \"x\"] #[launch_config(arch = \"h100\", threads = Self::N, regs = 64)] fn f() {} }",
    "unsafe impl S { #[cfg(a)] #[launch_config(threads = 33, regs = 64)] #[launch_config()] fn f(self) }",
    "pub unsafe trait T: A { #[launch_config] fn f(&self); fn g() {} #[inline] fn h() {} }",
    "",
    "fn",
    "pub fn",
    "fn half_typed",
    "fn half_typed<T",
    "pub(",
    "#",
    "#[inline]",
    "fn method(&self) {}",
    "fn method<'a>(&'a mut self, x: u32) {}",
    "fn method(mut self: Box<Self>) {}",
    "fn 1() {}",
    "fn fn() {}",
    "fn 'a() {}",
    "struct Kernel;",
    "pub struct Kernel<T> { x: T }",
    "enum Kernel { A, B }",
    "union Kernel { a: u32 }",
    "unsafe trait Kernel { fn f(self); }",
    "impl Kernel { fn f() {} }",
    "const X: u32 = 1;",
    "static mut X: &str = \"fn f()\";",
    "mod kernels { fn f() {} }",
    "extern \"C\" { fn f(); }",
    "macro_rules! kernels { () => {} }",
    "#[launch_bounds(256, 2)] fn f() {}",
    "#[kernel] #[cluster_launch(2, 1, 1)] fn f() {}",
    "#[launch_config(arch = \"a100\", threads = 64, regs = 32, name = Other)] fn f() {}",
    "#[launch_config] fn f() {}",
    "1 + 1",
];

/// What random changes put between or in place of tokens.
const PIECES: [&str; 80] = [
    "0",
    "1",
    "33",
    "-1",
    "- - - 1",
    "4294967296",
    "18446744073709551616",
    "170141183460469231731687303715884105727 + 1",
    "-170141183460469231731687303715884105728",
    "99999999999999999999999999999999999999999999999999",
    "0xFFFF_FFFF_FFFF_FFFF",
    "0b1",
    "300u8",
    "1i128",
    "1foo",
    "0.5",
    "1.5f32",
    "1e400",
    "1e-400",
    "0.00000000000000000000000000000000001",
    "9999999999999999999.5",
    "\"h100\"",
    "\"\"",
    "\"рабочая станция 🦀\"",
    "\"\\0\\n\\\"\\u{202e}\"",
    "\"sm_90\"suffix",
    "r#\"raw \"string\" \"#",
    "b\"bytes\"",
    "c\"h100\"",
    "'a'",
    "'\\u{1F980}'",
    "b'x'",
    "'static",
    "'_",
    "true",
    "_",
    "fn",
    "self",
    "Self",
    "crate",
    "super::super",
    "r#fn",
    "größe",
    "N",
    "usize::MAX as u32",
    "size_of::<[f32; 4]>()",
    "include_str!(\"kernel.cu\")",
    "match x { _ => 1 }",
    "|x| x",
    "async move {}",
    "()",
    "(1,)",
    "(1, 2, 3, 4)",
    "((((((((1))))))))",
    "[]",
    "[[[\"h100\"]]]",
    "{ let x = 1; x }",
    "{}",
    ",",
    ", ,",
    "=",
    "==",
    "=>",
    "::",
    "..=",
    "%",
    "% %",
    "1 / 0",
    "1 << 200",
    "#![doc]",
    "$ @ ! ? ;",
    "&& || <<= ->",
    "threads = 96",
    "cluster = 3",
    "auto",
    "auto(96..=97)",
    "warn(min_blocks)",
    "on(\"h100\", regs = 128)",
    "#[launch_bounds(1)]",
    "allow(partial_warp)",
];

/// Tokens that only another macro can write: groups without delimiters, negative literals.
fn from_a_macro(random: &mut Random) -> TokenTree {
    match random.below(6) {
        0 => Literal::i32_unsuffixed(-64).into(),
        1 => Literal::i128_suffixed(i128::MIN).into(),
        2 => Literal::f64_unsuffixed(-0.5).into(),
        3 => Group::new(Delimiter::None, TokenStream::new()).into(),
        4 => Ident::new_raw("threads", Span::call_site()).into(),
        _ => Group::new(Delimiter::None, tokens("2 * 64").unwrap()).into(),
    }
}

/// Marsaglia's xorshift with 64 bits: the same cases on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % limit
    }

    fn pick<'a>(&mut self, texts: &[&'a str]) -> &'a str {
        texts[self.below(texts.len())]
    }
}

/// The tokens of `text`, where it has any: half of a group has none.
fn tokens(text: &str) -> Option<TokenStream> {
    text.parse().ok()
}

/// `tokens` with one token or group deleted, doubled, swapped, replaced or put in between, at any
/// depth.
fn changed(tokens: TokenStream, random: &mut Random) -> TokenStream {
    let mut trees: Vec<TokenTree> = tokens.into_iter().collect();
    let at = random.below(trees.len() + 1);
    if let Some(TokenTree::Group(group)) = trees.get(at)
        && random.below(4) > 0
    {
        let inside = changed(group.stream(), random);
        trees[at] = Group::new(group.delimiter(), inside).into();
        return trees.into_iter().collect();
    }
    let piece: TokenStream = match random.below(8) {
        0 => from_a_macro(random).into(),
        _ => self::tokens(random.pick(&PIECES)).unwrap(),
    };
    let rest = trees.len().min(at + 1);
    match random.below(6) {
        0 | 1 => drop(trees.drain(at..rest)),
        2 => {
            let doubled = trees[at..rest].to_vec();
            drop(trees.splice(at..at, doubled));
        }
        3 if at < trees.len() => {
            let other = random.below(trees.len());
            trees.swap(at, other);
        }
        4 => drop(trees.splice(at..at, piece)),
        _ => drop(trees.splice(at..rest, piece)),
    }
    trees.into_iter().collect()
}

/// What the attribute wrote beside the item.
struct Answer {
    written: String,
    has_launch_struct: bool,
    errors: usize,
}

impl Answer {
    /// The answer to `arguments` on `item`, which has to be one.
    fn to(arguments: &TokenStream, item: &TokenStream) -> Self {
        let written = format!("#[launch_config({arguments})] {item}");
        let expand = || launch_config_tokens(arguments, item);
        let output = catch_unwind(AssertUnwindSafe(expand))
            .unwrap_or_else(|_| panic!("panicked: {written}"));
        let output: Vec<TokenTree> = output.into_iter().collect();
        let mut kept: Vec<TokenTree> = item.clone().into_iter().collect();
        let at = if block::read(item).is_some() {
            // What stands in it has lost its attributes.
            kept.pop();
            output.len() - kept.len() - 1
        } else {
            let editor = |tree: &TokenTree| tree.to_string() == "__for_editors";
            output.iter().position(editor).unwrap() + 3
        };
        let (before, behind) = output.split_at(at);
        let (found, behind) = behind.split_at(kept.len());
        assert_eq!(format!("{found:?}"), format!("{kept:?}"), "{written}");
        let mut output = before.iter().chain(behind).cloned();
        let (mut has_launch_struct, mut errors) = (false, 0);
        while let Some(tree) = output.next() {
            let name = match tree {
                TokenTree::Ident(name) => name,
                // It is in a macro's braces beside an item that may be in an `impl`.
                TokenTree::Group(group) => {
                    has_launch_struct |= group.stream().to_string().contains(":: __declare !");
                    continue;
                }
                _ => continue,
            };
            if name == "__declare" {
                has_launch_struct = true;
            } else if name == "compile_error" {
                let Some(TokenTree::Group(message)) = output.nth(1) else {
                    panic!("{written}");
                };
                let message = text(&message.stream()).unwrap();
                assert!(message.starts_with("[OCC"), "{written}");
                errors += 1;
            }
        }
        let is_block = block::read(item).is_some();
        assert!(has_launch_struct || errors > 0 || is_block, "{written}");
        Self {
            written,
            has_launch_struct,
            errors,
        }
    }
}

/// The answers to random attributes on what `item` makes of chance.
fn answers(
    cases: usize,
    mut random: Random,
    item: impl Fn(&mut Random) -> Option<TokenStream>,
) -> Vec<Answer> {
    let mut answers = Vec::new();
    while answers.len() < cases {
        let mut arguments = tokens(random.pick(&ATTRIBUTES)).unwrap();
        for _ in 0..random.below(4) {
            arguments = changed(arguments, &mut random);
        }
        // Half of a group or of a lifetime is nothing that a compiler hands over.
        let Some(item) = item(&mut random) else {
            continue;
        };
        if tokens(&arguments.to_string()).is_none() || tokens(&item.to_string()).is_none() {
            continue;
        }
        answers.push(Answer::to(&arguments, &item));
        if answers.len() % 8 == 0 {
            let output = || launch_config_tokens(&arguments, &item).to_string();
            let text = output();
            assert!(tokens(&text).is_some(), "{text}");
            assert_eq!(text, output());
        }
    }
    answers
}

/// An optimized build takes them all; `.ci/run` has one.
const CASES: usize = if cfg!(debug_assertions) { 2_000 } else { 8_000 };

#[test]
fn random_attributes_on_functions() {
    let answers = answers(CASES, Random(0x0CC0_0CC0_0CC0_0CC1), |random| {
        tokens(random.pick(&FUNCTIONS))
    });
    for answer in &answers {
        // A `Self` says that the function stands where no struct can.
        let is_free = !answer.written.contains("Self");
        assert!(answer.has_launch_struct || !is_free, "{}", answer.written);
    }
    let accepted = answers.iter().filter(|answer| answer.errors == 0).count();
    assert!((CASES / 8..CASES * 5 / 8).contains(&accepted), "{accepted}");
}

#[test]
fn random_attributes_on_anything() {
    let answers = answers(CASES, Random(0x0CC0_0CC0_0CC0_0CC2), |random| {
        let item = tokens(random.pick(&OTHERS))?;
        Some(changed(item, random))
    });
    let refused = answers.iter().filter(|answer| answer.errors > 0).count();
    assert!(refused > CASES / 2, "{refused}");
}

#[test]
fn every_attribute_without_one_of_its_tokens() {
    let item = tokens(FUNCTIONS[0]).unwrap();
    for attribute in ATTRIBUTES {
        let attribute = tokens(attribute).unwrap();
        let answer = Answer::to(&attribute, &item);
        assert_eq!(answer.errors, 0, "{attribute}");
        assert!(answer.has_launch_struct, "{attribute}");
        for arguments in without_one(&attribute) {
            assert!(
                Answer::to(&arguments, &item).has_launch_struct,
                "{arguments}"
            );
        }
    }
}

/// `tokens` without each of its tokens, at every depth.
fn without_one(tokens: &TokenStream) -> Vec<TokenStream> {
    let trees: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let with = |at: usize, instead: Option<TokenTree>| -> TokenStream {
        let (before, after) = trees.split_at(at);
        before
            .iter()
            .cloned()
            .chain(instead)
            .chain(after[1..].iter().cloned())
            .collect()
    };
    let mut all = Vec::new();
    for (at, tree) in trees.iter().enumerate() {
        all.push(with(at, None));
        if let TokenTree::Group(group) = tree {
            let inside = without_one(&group.stream()).into_iter();
            all.extend(
                inside.map(|inside| with(at, Some(Group::new(group.delimiter(), inside).into()))),
            );
        }
    }
    all
}

/// In a build without the readers, a file is refused where it is named.
#[cfg(not(feature = "binary"))]
#[test]
fn a_file_needs_the_readers() {
    for argument in ["cubin", "ptx"] {
        let attribute =
            format!("arch = \"h100\", threads = 256, regs = 64, {argument} = \"saxpy\"");
        let arguments = tokens(&attribute).unwrap();
        let tokens = launch_config_tokens(&arguments, &tokens("fn saxpy() {}").unwrap());
        let text = tokens.to_string();
        let expected = format!("[OCC038] `{argument}` cannot be read: the feature `binary`");
        assert!(text.contains(&expected), "{text}");
    }
}

/// Where a macro has no file of a span, as here and in editors, the compiler has the last word.
#[cfg(feature = "binary")]
#[test]
fn a_file_that_is_not_found_refuses_nothing() {
    let expanded = |path: &str| {
        let attribute = format!("arch = \"h100\", threads = 256, cubin = {path:?}");
        let arguments = tokens(&attribute).unwrap();
        launch_config_tokens(&arguments, &tokens("fn saxpy() {}").unwrap()).to_string()
    };
    let unread = expanded("saxpy.cubin");
    assert!(!unread.contains("compile_error"), "{unread}");
    for part in ["unread_file", "include_bytes", "SaxpyLaunch"] {
        assert!(unread.contains(part), "{unread}");
    }
    let absolute = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/kernels/saxpy.cubin");
    let read = expanded(absolute);
    assert!(!read.contains("unread_file"), "{read}");
    assert!(read.contains("_Z5saxpyifPKfPf"), "{read}");
}
