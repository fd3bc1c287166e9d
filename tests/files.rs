//! Files that the attribute reads, wherever their path starts, and what the compiler makes of them.

#![cfg(feature = "macros")]

mod common;

use std::fs;
use std::path::Path;

use common::package::{Message, Package};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// A file of the repository.
fn bytes(file: &str) -> Vec<u8> {
    fs::read(Path::new(ROOT).join(file)).unwrap()
}

fn write(package: &Package, file: &str, bytes: impl AsRef<[u8]>) {
    let file = package.folder().join(file);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, bytes).unwrap();
}

fn errors(messages: &[Message]) -> Vec<&str> {
    let errors = messages.iter().filter(|message| message.level == "error");
    let errors = errors.map(|message| message.text.as_str());
    errors.filter(|text| !text.contains("aborting")).collect()
}

/// Of the package, of what its build script made, and of a macro in another folder, which the compiler resolves where it
/// is called.
#[test]
fn a_path_starts_where_the_compiler_has_it() {
    let package = Package::library(
        "paths",
        r#"
            mod nested { pub mod made; }
            use occupancy::launch_config;

            #[launch_config(arch = "h100", threads = 256, cubin = concat!(env!("OUT_DIR"), "/made.cubin"), kernel = "saxpy")]
            pub fn of_the_build() {}
            const _: () = assert!(OfTheBuildLaunch::REGISTERS_PER_THREAD == 10);

            #[launch_config(arch = "h100", threads = 256, cubin = concat!(env!("CARGO_MANIFEST_DIR"), "/src/of_package.cubin"), kernel = "saxpy")]
            pub fn of_the_package() {}
            const _: () = assert!(OfThePackageLaunch::REGISTERS_PER_THREAD == 10);

            nested::made::kernel!(saxpy);
            const _: () = assert!(SaxpyLaunch::REGISTERS_PER_THREAD == 10);
        "#,
    );
    let of_macro = r#"
        macro_rules! kernel {
            ($name:ident) => {
                #[launch_config(arch = "h100", threads = 256, cubin = concat!("of_", "package", ".cubin"), kernel = stringify!($name))]
                pub fn $name() {}
            };
        }
        pub(crate) use kernel;
    "#;
    let build = r#"
        fn main() {
            let made = std::path::Path::new(&std::env::var_os("OUT_DIR").unwrap()).join("made.cubin");
            std::fs::copy("src/of_package.cubin", made).unwrap();
        }
    "#;
    write(&package, "src/nested/made.rs", of_macro);
    write(&package, "build.rs", build);
    let cubin = bytes("tests/kernels/saxpy.cubin");
    write(&package, "src/of_package.cubin", &cubin);
    let (succeeded, messages) = package.messages("build");
    assert!(succeeded, "{:?}", errors(&messages));

    // The library does not have the file.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("tests/trybuild/debug");
    let library = fs::read(folder.join("libpaths.rlib")).unwrap();
    let figures = |part: &&[u8]| part.iter().filter(|byte| **byte != 0).count();
    let part = cubin.windows(64).max_by_key(figures).unwrap();
    assert!(library.windows(part.len()).all(|window| window != part));
}

/// One error for each, in the words of the compiler where it has them.
#[test]
fn what_is_not_there_is_said_once() {
    let package = Package::library(
        "not-there",
        r#"
            mod nested { pub mod made; }
            use occupancy::launch_config;

            #[launch_config(arch = "h100", threads = 256, cubin = concat!(env!("NOT_SET"), "/saxpy.cubin"))]
            pub fn saxpy() {}
        "#,
    );
    let of_macro = r#"
        macro_rules! kernel {
            () => {
                #[launch_config(arch = "h100", threads = 256, cubin = "saxpy.cubin", kernel = "saxpy")]
                pub fn of_macro() {}
            };
        }
        pub(crate) use kernel;
    "#;
    write(&package, "src/nested/made.rs", of_macro);
    write(
        &package,
        "src/saxpy.cubin",
        bytes("tests/kernels/saxpy.cubin"),
    );
    let (_, messages) = package.messages("check");
    let said = errors(&messages);
    assert_eq!(
        said,
        ["environment variable `NOT_SET` not defined at compile time"]
    );

    let source =
        "mod nested { pub mod made; }\nuse occupancy::launch_config;\nnested::made::kernel!();\n";
    write(&package, "src/lib.rs", source);
    let (_, messages) = package.messages("check");
    let [said] = errors(&messages)[..] else {
        panic!("{:?}", errors(&messages));
    };
    assert!(said.contains(
        "[OCC038] `cubin` cannot be read: only the compiler knows where the path starts"
    ));
    // As the help says.
    let absolute = of_macro.replace(
        "\"saxpy.cubin\"",
        "concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/src/saxpy.cubin\")",
    );
    write(&package, "src/nested/made.rs", absolute);
    let (succeeded, messages) = package.messages("check");
    assert!(succeeded, "{:?}", errors(&messages));
}

/// Two images for one GPU, and one for another: only a launch on the first is refused.
#[test]
fn a_fault_for_one_gpu_is_no_fault_for_another() {
    let kernel = |gpu: &str| {
        format!(
            "#[occupancy::launch_config(arch = occupancy::devices::{gpu}, threads = 256, cubin = \"two.fatbin\", \
             kernel = \"saxpy\")]\npub fn kernel() {{}}\n"
        )
    };
    let package = Package::library("two-images", &kernel("H100"));
    let mut both = bytes("occupancy-binary/fixtures/raw.fatbin");
    both.extend(bytes("tests/fixtures/cubins/saxpy-13.fatbin"));
    write(&package, "src/two.fatbin", both);
    let (succeeded, messages) = package.messages("check");
    assert!(succeeded, "{:?}", errors(&messages));

    write(&package, "src/lib.rs", kernel("A100"));
    let (_, messages) = package.messages("check");
    let [said] = errors(&messages)[..] else {
        panic!("{:?}", errors(&messages));
    };
    assert!(said.contains("[OCC038] `cubin` cannot be read: "), "{said}");
    write(&package, "src/lib.rs", kernel("B200"));
    let (_, messages) = package.messages("check");
    let [said] = errors(&messages)[..] else {
        panic!("{:?}", errors(&messages));
    };
    assert!(said.contains("[OCC035] no code for B200"), "{said}");
}
