//! One kernel on one GPU, as the compiler recorded it, and its row of `occupancy report`.

use std::hash::Hash;
use std::path::PathBuf;

use cargo_metadata::TargetKind;
use occupancy_core::{Arch, Configuration};
use occupancy_report::calculator::{Key, Row, calculated};
use occupancy_report::record::{Record, Recorded};

use crate::content::path_in_repository;
use crate::row::{compiled_row, keys};

/// One target of a package, with its unit tests or without.
pub(super) struct Target {
    pub(super) package: String,
    pub(super) kind: TargetKind,
    pub(super) name: String,
    /// Its first file.
    pub(super) source: PathBuf,
    pub(super) is_unit_test: bool,
}

/// One kernel on one GPU, as its attribute declares it.
pub(crate) struct Declaration {
    pub(crate) arch: Arch,
    pub(crate) configuration: Configuration<'static>,
    /// Its place, then the configuration and its occupancy under the names of `occupancy calculate`, then the target that
    /// the attribute names and the figures of the compiled kernel.
    pub(crate) row: Row,
    /// The file of the attribute, from the root of the repository.
    pub(crate) source: String,
    /// `true` if the block is one of several sizes.
    pub(crate) has_sizes: bool,
    pub(super) is_unit_test: bool,
    /// How compiled kernels break what the attribute declares.
    pub(crate) exceeded: Vec<String>,
}

impl Declaration {
    fn new(record: &Record, recorded: &Recorded, arch: &'static Arch, target: &Target) -> Self {
        let stated = &recorded.stated;
        let configuration = stated.for_gpu(arch, &recorded.configuration);
        let (intent, name) = (stated.rare.intent, arch.short_name());
        let compiled = configuration.compiled.first().map(compiled_row);
        let figures = calculated(&configuration, intent, name, arch, stated.lints, &[]);
        let row = Row::default()
            .with(Key::Package, &*target.package)
            .with(Key::CrateKind, target.kind.to_string())
            .with(Key::CrateName, &*target.name)
            .with(Key::Module, &*record.module)
            .with(Key::Name, &*record.kernel)
            .with(Key::LaunchType, &*record.launch_type)
            .with(Key::File, &*record.file)
            .with(Key::Line, record.line)
            .with_row(figures)
            .with(Key::Target, stated.target)
            .with(Key::Compiled, compiled);
        let mut configurations = record.configurations.iter().flatten();
        Self {
            arch: *arch,
            configuration,
            row,
            source: source(&record.file, target),
            has_sizes: configurations.any(|one| one.stated.rare.is_further_size),
            is_unit_test: target.is_unit_test,
            exceeded: Vec::new(),
        }
    }

    /// Returns a key that sorts in the order of the source. A declaration has the same key in a build with unit tests.
    pub(super) fn sort_key(&self) -> impl Ord + Hash + use<> {
        let cell = |name| self.row.get(name).clone();
        let is_library = self.row.text(Key::CrateKind) == "lib";
        let others = keys! { Key: CrateKind CrateName File Line Name Module LaunchType; };
        (cell(Key::Package), !is_library, others.map(cell))
    }
}

/// Returns the kernel of a record on each of its GPUs. An attribute that the compiler refuses declares none.
pub(super) fn declared(record: &Record, target: &Target) -> Vec<Declaration> {
    let mut all = Vec::new();
    for recorded in record.configurations.iter().flatten() {
        let archs = recorded.stated.archs.iter();
        all.extend(archs.map(|arch| Declaration::new(record, recorded, arch, target)));
    }
    all
}

/// The file of an attribute. The compiler names it from a folder that has the first file of the target in it.
fn source(file: &str, target: &Target) -> String {
    let mut places = target.source.ancestors().map(|folder| folder.join(file));
    let place = places.find(|place| place.exists());
    place.map_or_else(|| file.to_owned(), |place| path_in_repository(&place))
}

/// Writes the path of a kernel: `gemm::kernels::saxpy`.
pub(crate) fn path(row: &Row) -> String {
    format!("{}::{}", row.text(Key::Module), row.text(Key::Name))
}

/// Writes the place of its attribute: `src/kernels.rs:12`.
pub(crate) fn place(row: &Row) -> String {
    format!("{}:{}", row.text(Key::File), row.get(Key::Line))
}

/// Writes the target that has the kernel: `gemm`, or `gemm example sweep`.
pub(crate) fn library(row: &Row) -> String {
    let package = row.text(Key::Package);
    match row.text(Key::CrateKind) {
        "lib" => package.to_owned(),
        kind => format!("{package} {kind} {}", row.text(Key::CrateName)),
    }
}

#[cfg(test)]
#[path = "../../../occupancy-report/tests/it/hostile.rs"]
mod hostile;

/// The kernels of a record, in a program of this name.
#[cfg(test)]
pub(crate) fn recorded(record: &str, name: &str) -> Vec<Declaration> {
    let target = Target {
        package: name.to_owned(),
        kind: TargetKind::Bin,
        name: name.to_owned(),
        source: PathBuf::new(),
        is_unit_test: false,
    };
    let record = occupancy_report::record::find(record);
    declared(&record.unwrap().unwrap(), &target)
}

#[cfg(test)]
mod tests {
    use occupancy_core::compute_capabilities::SM_90;
    use occupancy_core::{Arch, Device};
    use occupancy_report::record::find;

    use super::hostile::{HOSTILE, raw};
    use super::recorded;
    use crate::output::markdown_page;

    /// Writes hostile names of a file, an intent, a device and a package.
    #[test]
    fn no_name_is_markup_or_control() {
        for (class, name) in HOSTILE {
            let bytes: Vec<_> = name.bytes().map(|byte| format!("%{byte:02x}")).collect();
            let intent = bytes.concat();
            let place = format!("3 gemm saxpy SaxpyLaunch 7 {}", name.replace(" | ", " "));
            let stated = format!("sound 0 6 256 1 1 64 intent {intent} gpu row H100 end");
            let mut all = recorded(&format!("occupancy report 4 {place} | {stated}"), name);
            all[0].arch = Arch::Device(Device::new(name, &SM_90, 132));
            let page = markdown_page(&all);
            assert_eq!(raw(&page), None, "{class}");
            assert!(!page.contains("<script>alert"), "{class}: {page}");
        }
        for names in [
            "a<b> saxpy SaxpyLaunch",
            "gemm `a` SaxpyLaunch",
            "gemm saxpy a\u{202e}",
        ] {
            let read = find(&format!(
                "occupancy report 4 3 {names} 7 a.rs | refused end"
            ));
            assert!(read.unwrap().is_err(), "{names}");
        }
    }
}
