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
#[path = "tests/corpus/lib.rs"]
mod corpus;

use std::path::Path;

use quote::ToTokens;

use super::compilation::Compilation;
use super::evaluator::Evaluator;
use super::modules::Crate;
use super::stop::{Stop, Why};
use super::value::Value;

/// The reader of a crate whose first file is below `src/fold/tests`.
fn reader(root: &str) -> Evaluator {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("src/fold/tests")
        .join(root);
    let root = root.to_str().expect("a path in UTF-8").to_owned();
    let compilation = Compilation::new(&["--edition=2024".to_owned(), root]);
    let krate = Crate::read(compilation.expect("a compilation"));
    Evaluator::new(krate.expect("a crate"))
}

/// An expression as the attribute is given it.
fn as_tokens(expression: &str) -> String {
    let tokens = expression.parse().expect("tokens");
    let parsed = crate::syntax::expression(&tokens).expect("an expression");
    parsed.to_token_stream().to_string()
}

/// What is read of an expression in a module.
fn read(reader: &mut Evaluator, module: &[&str], expression: &str) -> Result<Value, Stop> {
    let path: Vec<String> = module.iter().map(|&name| name.to_owned()).collect();
    let module = reader.krate.by_path(&path).expect("a module");
    let range = reader.text(module, expression.to_owned()).expect("tokens");
    reader.argument(range, module, Vec::new())
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
        IS_LARGE;
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
    let mut reader = reader("corpus/lib.rs");
    let expressions = expressions();
    assert!(expressions.len() >= 60);
    let (mut wrong, mut known) = (Vec::new(), 0);
    let mut unknown = Vec::new();
    for (expression, expected) in &expressions {
        match read(&mut reader, &[], &as_tokens(expression)) {
            Ok(Value::Integer(value, _)) if value == *expected => known += 1,
            Ok(Value::Bool(value)) if i128::from(value) == *expected => known += 1,
            Ok(value) => wrong.push(format!("{expression}: {value} for {expected}")),
            Err(stop) => unknown.push(format!("{expression}: {} ({})", stop.name, stop.why)),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // Nine of ten, at least.
    assert!(
        known * 10 >= expressions.len() * 9,
        "{known} of {}:\n{}",
        expressions.len(),
        unknown.join("\n")
    );
    assert_eq!(unknown.len(), 8, "{}", unknown.join("\n"));
}

#[test]
fn what_is_not_known_is_named() {
    let mut reader = reader("corpus/lib.rs");
    for (expression, name, why) in [
        ("GENERATED", "GENERATED", Why::Macro),
        ("2 * shadowing::HEAD_DIM", "shadowing::HEAD_DIM", Why::Macro),
        ("OTHER_TARGET", "OTHER_TARGET", Why::Condition),
        ("other::SMEM * 2", "other::SMEM", Why::OtherCrate),
        ("NOWHERE", "NOWHERE", Why::Macro),
        ("attention::NOWHERE", "attention::NOWHERE", Why::Unclear),
    ] {
        let stop = read(&mut reader, &[], expression).expect_err(expression);
        assert_eq!((stop.name.as_str(), stop.why), (name, why), "{expression}");
    }
}

#[test]
fn a_place_is_in_its_module() {
    let mut reader = reader("corpus/lib.rs");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/fold/tests");
    let mut at = |file: &str, text: &str| {
        let path = root.join(file);
        let source = std::fs::read_to_string(&path).expect("a source");
        let (line, found) = source
            .lines()
            .enumerate()
            .find(|(_, line)| line.contains(text))
            .expect("the text");
        let column = found.find(text).expect("the text") + 1;
        let module = reader.krate.at(&path, line + 1, column)?;
        Some(reader.krate.modules[module].name.clone())
    };
    assert_eq!(
        at("corpus/lib.rs", "WARPS_PER_BLOCK"),
        Some("crate".to_owned())
    );
    assert_eq!(
        at("corpus/lib.rs", "super::BN / 2"),
        Some("half".to_owned())
    );
    assert_eq!(
        at("corpus/attention.rs", "HEAD_DIM"),
        Some("attention".to_owned())
    );
    assert_eq!(
        at("corpus/field/limbs.rs", "BITS"),
        Some("limbs".to_owned())
    );
    // A block of a function, and what macros are given and made of.
    assert_eq!(at("corpus/lib.rs", "value >>= 1"), Some(String::new()));
    assert_eq!(at("corpus/lib.rs", "GENERATED = 11"), None);
    assert_eq!(at("corpus/lib.rs", "$value;)*"), None);
}
