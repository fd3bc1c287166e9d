//! Constants of the shapes that public GPU crates have, against what the compiler makes of them.

#[allow(
    dead_code,
    missing_docs,
    unreachable_pub,
    unused_imports,
    clippy::all,
    clippy::pedantic,
    reason = "the shapes are those of others, and what is not named is read all the same"
)]
#[rustfmt::skip]
#[path = "corpus/lib.rs"]
mod corpus;

use std::path::Path;

use occupancy_constants::{Constants, Evaluated, Module, UnknownValue, Why};
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::Expr;

/// The first file of the corpus.
const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus/lib.rs");

fn constants() -> Constants {
    let arguments = ["--edition=2024", CORPUS].map(str::to_owned);
    Constants::read(&arguments).expect("a crate")
}

fn module(constants: &Constants, path: &[&str]) -> Module {
    let path: Vec<String> = path.iter().map(|&name| name.to_owned()).collect();
    constants.module(&path).expect("a module")
}

/// What is read of an expression in the root of the crate.
fn read(constants: &mut Constants, expression: &str) -> Result<Evaluated, UnknownValue> {
    let root = module(constants, &[]);
    constants.value(root, expression, &[])
}

/// An expression as the source has it, as the compiler gives it to a macro, and as syn writes it: white space
/// differs, and with it which marks belong together.
fn forms(expression: &str) -> [String; 3] {
    let tokens: TokenStream = expression.parse().expect("tokens");
    // What syn parses only with all of its features goes as it is.
    let parsed = syn::parse2::<Expr>(tokens.clone());
    let parsed = parsed.map_or_else(|_| tokens.clone(), Expr::into_token_stream);
    [
        expression.to_owned(),
        tokens.to_string(),
        parsed.to_string(),
    ]
}

macro_rules! expressions {
    ($($expression:expr;)*) => {{
        #[allow(unused_imports, reason = "names of the corpus")]
        use corpus::*;
        vec![$((stringify!($expression), $expression as i128)),*]
    }};
}

/// Each expression, and its value by the compiler.
#[allow(
    clippy::all,
    clippy::pedantic,
    reason = "the shapes are those of others"
)]
fn expressions() -> Vec<(&'static str, i128)> {
    expressions! {
        WARP_SIZE;
        THREADS_PER_BLOCK;
        BLOCK_SIZE;
        TILE_DIM;
        TILE_DIM * TILE_DIM;
        LANE_MASK;
        FULL_MASK;
        SENTINEL;
        NEGATIVE;
        HEX;
        BINARY;
        ROUNDED;
        XORED;
        SHARED_MEM_BYTES;
        SMEM;
        SMEM_U32;
        QUALIFIED;
        RING;
        48 * KIB;
        PADDED;
        ALIGNED;
        align_up(SMEM, 1024);
        CEILED;
        POWER;
        RAISED;
        RAISED_BY_TYPE;
        LOGARITHM;
        ZEROS;
        CLAMPED;
        WRAPPED;
        TRUNCATED;
        LARGE;
        (SMEM as u64) << 20;
        SIGNED;
        WIDENED;
        ALIAS;
        NEWTYPE;
        DISCRIMINANT;
        Format::Q4 as u32;
        BLOCK_BYTES;
        BLOCK_SIZE / 32 * BLOCK_BYTES;
        OF_ARRAY;
        TILES[2];
        TILES.len();
        OF_TUPLE;
        BLOCK_DIM.1;
        NESTED.1.1;
        IS_LARGE as u32;
        CHOSEN;
        MATCHED;
        OF_BLOCK;
        GREATEST;
        LOOPED;
        SUMMED;
        COMMON;
        GENERIC;
        Gemm::BYTES;
        <Gemm>::TILE;
        Gemm::STAGES * Gemm::TILE * 2;
        CONFIG.threads;
        CONFIG.stages * CONFIG.tile[0];
        CONFIG.bytes();
        Config::new(64).bytes();
        Reduce::WARPS;
        Reduce::THREADS;
        <Reduce as Kernel>::SHARED;
        <f32 as Element>::BYTES * 32;
        <u8 as Element>::BYTES;
        <f32 as Element>::VECTOR;
        <f32 as Element>::DIGITS;
        row_bytes::<f32>(130);
        row_bytes::<u8>(130);
        VARIANT;
        SAME;
        shapes::THREADS;
        shapes::half::BN;
        shapes::half::ROWS;
        attention::SMEM;
        attention::BLOCK_N;
        prelude::Q_BYTES;
        field::LIMBS;
        core::mem::size_of::<field::Affine>();
        used::FROM_GLOB;
        used::RENAMED;
        used::THROUGH;
        used::SHADOWED;
        INCLUDED;
        u32::MAX - SENTINEL as u32;
        (BLOCK_SIZE + 31) / 32 * size_of::<u32>();
        2 * BLOCK_SIZE * core::mem::size_of::<f32>();
        if IS_LARGE { SMEM } else { 0 };
        32 * 2_usize.pow(4) + BLOCK_SIZE;
        usize::MAX.count_ones();
        occupancy_core::gpu::WARP_SIZE * 4;
        occupancy_core::devices::H100.sm_count() * 2;
        // What is not known without doubt.
        GENERATED;
        shadowing::HEAD_DIM;
        OTHER_TARGET;
        core::mem::size_of::<field::Point>();
        occupancy_core::gpu::MAX_GRID_DIM.1;
        f32::DIGITS;
        (0.5 * 1024.0) as usize;
        "warp".as_bytes()[0];
    }
}

#[test]
fn what_is_read_is_what_the_compiler_makes_of_it() {
    let mut constants = constants();
    let expressions = expressions();
    assert!(expressions.len() >= 60);
    let (mut wrong, mut unknown) = (Vec::new(), Vec::new());
    for (expression, expected) in &expressions {
        for form in forms(expression) {
            match read(&mut constants, &form) {
                Ok(value) if value.integer() == Some(*expected) => {}
                Ok(value) => wrong.push(format!("{form}: {value:?} for {expected}")),
                Err(error) => unknown.push(format!("{form}: {error}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(unknown.len(), 8 * 3, "{}", unknown.join("\n"));
}

#[test]
fn what_is_not_known_is_named() {
    let mut constants = constants();
    for (expression, name, why) in [
        ("GENERATED", "GENERATED", Why::Macro),
        ("2 * shadowing::HEAD_DIM", "shadowing::HEAD_DIM", Why::Macro),
        ("OTHER_TARGET", "OTHER_TARGET", Why::Condition),
        ("other::SMEM * 2", "other::SMEM", Why::OtherCrate),
        ("NOWHERE", "NOWHERE", Why::Macro),
        ("attention::NOWHERE", "attention::NOWHERE", Why::Unclear),
    ] {
        let unknown = read(&mut constants, expression).expect_err(expression);
        assert_eq!(unknown, UnknownValue::new(name, why), "{expression}");
        assert!(unknown.to_string().contains(name), "{unknown}");
    }
}

#[test]
fn a_place_is_in_its_module() {
    let mut constants = constants();
    let mut at = |file: &str, text: &str| {
        let path = Path::new(CORPUS).with_file_name(file);
        let source = std::fs::read_to_string(&path).expect("a source");
        let (line, found) = source
            .lines()
            .enumerate()
            .find(|(_, line)| line.contains(text))
            .expect("the text");
        let column = found.find(text).expect("the text") + 1;
        constants.module_at(&path, line + 1, column)
    };
    let of_root = at("lib.rs", "WARPS_PER_BLOCK");
    let of_half = at("lib.rs", "super::BN / 2");
    let of_attention = at("attention.rs", "HEAD_DIM");
    let of_limbs = at("field/limbs.rs", "BITS");
    // A block of a function, and what macros are given and made of.
    let of_block = at("lib.rs", "value >>= 1");
    assert_eq!(at("lib.rs", "GENERATED = 11"), None);
    assert_eq!(at("lib.rs", "$value;)*"), None);
    for (found, path) in [
        (of_root, &[][..]),
        (of_half, &["shapes", "half"]),
        (of_attention, &["attention"]),
        (of_limbs, &["field", "limbs"]),
    ] {
        assert_eq!(found, Some(module(&constants, path)), "{path:?}");
    }
    assert!(of_block.is_some() && of_block != of_root);
}
