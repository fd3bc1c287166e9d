//! The files that the attribute reads, wherever their paths start.

use std::fs;
use std::path::{Path, PathBuf};

use crate::compiler::{self, ROOT, Source};

/// The bytes of a file of the repository.
fn bytes(file: &str) -> Vec<u8> {
    fs::read(Path::new(ROOT).join(file)).unwrap()
}

/// A macro for a file in another folder than its callers. It writes the path of a cubin, and without a parameter also the
/// function.
fn of_macro(parameter: &str, name: &str, path: &str) -> String {
    format!(
        r#"
            macro_rules! kernel {{
                ({parameter}) => {{
                    #[launch_config(arch = "h100", threads = 256, cubin = {path}, kernel = stringify!({name}))]
                    pub fn {name}() {{}}
                }};
            }}
            pub(crate) use kernel;
        "#
    )
}

/// A path of the package, of a file that its build script made, and of a macro in another folder, which the compiler
/// resolves at the call.
#[test]
fn a_path_starts_where_it_does_for_the_compiler() {
    let library = r#"
        mod nested { pub mod made; }
        use occupancy::launch_config;

        #[launch_config(arch = "h100", threads = 256, cubin = concat!(env!("OUT_DIR"), "/made.cubin"), kernel = "saxpy")]
        pub fn of_the_build() {}
        const _: () = assert!(OfTheBuildLaunch::REGISTERS_PER_THREAD == 10);

        #[launch_config(arch = "h100", threads = 256, cubin = concat!(env!("CARGO_MANIFEST_DIR"), "/of_package.cubin"), kernel = "saxpy")]
        pub fn of_the_package() {}
        const _: () = assert!(OfThePackageLaunch::REGISTERS_PER_THREAD == 10);

        nested::made::kernel!(saxpy);
        const _: () = assert!(SaxpyLaunch::REGISTERS_PER_THREAD == 10);
    "#;
    let cubin = bytes("tests/kernels/saxpy.cubin");
    let made = compiler::write("paths/out/made.cubin", &cubin);
    let package = compiler::write("paths/of_package.cubin", &cubin);
    let in_macro = of_macro(
        "$name:ident",
        "$name",
        r#"concat!("of_", "package", ".cubin")"#,
    );
    compiler::write("paths/nested/made.rs", in_macro);
    let compiled = Source::text("paths/paths", library)
        .env("OUT_DIR", made.parent().unwrap())
        .env("CARGO_MANIFEST_DIR", package.parent().unwrap())
        .compile();
    assert!(compiled.succeeded, "{}", compiled.said());

    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("libpaths.rlib");
    let library = fs::read(path).unwrap();
    let figures = |part: &&[u8]| part.iter().filter(|byte| **byte != 0).count();
    let part = cubin.windows(64).max_by_key(figures).unwrap();
    assert!(
        library.windows(part.len()).all(|window| window != part),
        "the library contains the cubin"
    );
}

/// The compiler reports a variable that is not set, and the attribute a missing file.
#[test]
fn a_file_that_is_missing_is_one_error() {
    let library = r#"
        use occupancy::launch_config;

        #[launch_config(arch = "h100", threads = 256, cubin = concat!(env!("NOT_SET"), "/saxpy.cubin"))]
        pub fn saxpy() {}
    "#;
    let compiled = Source::text("not-there/environment", library).check();
    let expected = "environment variable `NOT_SET` not defined at compile time";
    assert_eq!(compiled.errors(), [expected]);

    compiler::write("not-there/saxpy.cubin", bytes("tests/kernels/saxpy.cubin"));
    let library =
        "mod nested { pub mod made; }\nuse occupancy::launch_config;\nnested::made::kernel!();\n";
    compiler::write(
        "not-there/nested/made.rs",
        of_macro("", "saxpy", "\"saxpy.cubin\""),
    );
    let compiled = Source::text("not-there/in_a_macro", library).check();
    let [said] = compiled.errors()[..] else {
        panic!("{}", compiled.said());
    };
    let expected = "[OCC038] `cubin` cannot be read: there is no file `saxpy.cubin`";
    assert!(said.contains(expected), "{said}");
    // The fix that the help suggests.
    let absolute = r#"concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kernels/saxpy.cubin")"#;
    compiler::write("not-there/nested/made.rs", of_macro("", "saxpy", absolute));
    let compiled = Source::text("not-there/in_a_macro", library).check();
    assert!(compiled.succeeded, "{}", compiled.said());
}

/// The file has two images for one GPU, and one for another: only the first GPU is refused.
#[test]
fn a_fault_for_one_gpu_is_no_fault_for_another() {
    let mut both = bytes("occupancy-binary/fixtures/raw.fatbin");
    both.extend(bytes("tests/fixtures/cubins/saxpy-13.fatbin"));
    compiler::write("two-images/two.fatbin", both);
    for (gpu, expected) in [
        ("H100", None),
        ("A100", Some("[OCC038] `cubin` cannot be read: ")),
        ("B200", Some("[OCC035] no code for B200")),
    ] {
        let kernel = format!(
            "#[occupancy::launch_config(arch = occupancy::devices::{gpu}, threads = 256, cubin = \"two.fatbin\", \
             kernel = \"saxpy\")]\npub fn kernel() {{}}\n"
        );
        let compiled = Source::text("two-images/kernel", &kernel).check();
        match (compiled.errors()[..].as_ref(), expected) {
            ([], None) => {}
            ([said], Some(expected)) => assert!(said.contains(expected), "{said}"),
            _ => panic!("{gpu}: {}", compiled.said()),
        }
    }
}
