//! One kernel on one GPU, as the compiler recorded it, and what `occupancy report` shows of it.

use std::hash::Hash;

use cargo_metadata::TargetKind;
use occupancy_core::{Arch, Configuration};
use occupancy_report::calculator::{Key, Row, calculated};
use occupancy_report::record::{Record, Recorded};

use crate::row::compiled_row;

/// One target of a package, with its unit tests or without.
pub(super) struct Target {
    pub(super) package: String,
    pub(super) kind: TargetKind,
    pub(super) name: String,
    pub(super) is_unit_test: bool,
}

/// One kernel on one GPU, as its attribute states it.
pub(crate) struct Declaration {
    pub(crate) arch: Arch,
    pub(crate) configuration: Configuration<'static>,
    /// Where it is declared; behind it, the configuration and its occupancy, under the names of `occupancy calculate`,
    /// the target that the attribute names, and the figures of the compiled kernel.
    pub(crate) row: Row,
    pub(super) is_unit_test: bool,
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
        Self {
            arch: *arch,
            configuration,
            row,
            is_unit_test: target.is_unit_test,
        }
    }

    /// Where it is, in the order of the source; the same with unit tests and without.
    pub(super) fn place(&self) -> impl Ord + Hash + use<> {
        let cell = |name| self.row.get(name).clone();
        let is_library = self.row.text(Key::CrateKind) == "lib";
        let names = [Key::CrateKind, Key::CrateName, Key::File];
        let others = [Key::Line, Key::Name, Key::Module, Key::LaunchType].map(cell);
        (cell(Key::Package), !is_library, names.map(cell), others)
    }
}

/// The kernel of a record on each of its GPUs; nothing where the attribute is refused, which is an error of
/// the compiler.
pub(super) fn declared(record: &Record, target: &Target) -> Vec<Declaration> {
    let sound = record.configurations.iter().flatten();
    let each = sound.flat_map(|recorded| {
        let archs = recorded.stated.archs.iter();
        archs.map(move |arch| Declaration::new(record, recorded, arch, target))
    });
    each.collect()
}

/// `gemm::kernels::saxpy`
pub(crate) fn path(row: &Row) -> String {
    format!("{}::{}", row.text(Key::Module), row.text(Key::Name))
}

/// `src/kernels.rs:12`
pub(crate) fn place(row: &Row) -> String {
    format!("{}:{}", row.text(Key::File), row.get(Key::Line))
}

/// `gemm`, or `gemm example sweep`: what it is compiled into.
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

#[cfg(test)]
mod tests {
    use cargo_metadata::TargetKind;
    use occupancy_core::compute_capabilities::SM_90;
    use occupancy_core::{Arch, Device};
    use occupancy_report::record::find;

    use super::hostile::{HOSTILE, raw};
    use super::{Target, declared};
    use crate::output::{html_page, markdown_page};

    /// Of a file, an intent, a device and a package.
    #[test]
    fn no_name_is_markup_or_control() {
        for (class, name) in HOSTILE {
            let intent = name.bytes().map(|byte| format!("%{byte:02x}"));
            let intent = intent.collect::<Vec<_>>().concat();
            let place = format!("3 gemm saxpy SaxpyLaunch 7 {}", name.replace(" | ", " "));
            let stated = format!("sound 0 6 256 1 1 64 intent {intent} gpu row H100 end");
            let record = find(&format!("occupancy report 3 {place} | {stated}")).unwrap();
            let target = Target {
                package: name.to_owned(),
                kind: TargetKind::Bin,
                name: name.to_owned(),
                is_unit_test: false,
            };
            let mut all = declared(&record.unwrap(), &target);
            all[0].arch = Arch::Device(Device::new(name, &SM_90, 132));
            for page in [html_page(&all), markdown_page(&all)] {
                assert_eq!(raw(&page), None, "{class}");
                assert!(!page.contains("<script>alert"), "{class}: {page}");
            }
        }
        for names in [
            "a<b> saxpy SaxpyLaunch",
            "gemm `a` SaxpyLaunch",
            "gemm saxpy a\u{202e}",
        ] {
            let read = find(&format!(
                "occupancy report 3 3 {names} 7 a.rs | refused end"
            ));
            assert!(read.unwrap().is_err(), "{names}");
        }
    }
}
