//! One kernel on one GPU, as the compiler recorded it.

use std::hash::Hash;
use std::rc::Rc;

use occupancy_core::kernel::Stated;
use occupancy_core::{Arch, Configuration};
use occupancy_report::record::{Record, Recorded};

use super::Target;

/// One kernel on one GPU, as its attribute states it.
#[derive(Clone, Debug)]
pub(crate) struct Declaration {
    pub(crate) target: Target,
    /// Where it is declared.
    pub(crate) origin: Rc<Record>,
    pub(crate) arch: Arch,
    pub(crate) stated: Stated<'static>,
    pub(crate) configuration: Configuration<'static>,
}

/// The kernel of a record on each of its GPUs; nothing where the attribute is refused, which is an error of
/// the compiler.
pub(super) fn declared(record: Record, target: &Target) -> Vec<Declaration> {
    let origin = Rc::new(record);
    let declaration = |recorded: &Recorded, arch: &'static Arch| Declaration {
        target: target.clone(),
        origin: Rc::clone(&origin),
        arch: *arch,
        stated: recorded.stated,
        configuration: recorded.stated.on(arch, &recorded.configuration),
    };
    let sound = origin.configurations.iter().flatten();
    sound
        .flat_map(|recorded| {
            let archs = recorded.stated.archs.iter();
            archs.map(|arch| declaration(recorded, arch))
        })
        .collect()
}

impl Declaration {
    /// `gemm::kernels::saxpy`.
    pub(crate) fn path(&self) -> String {
        format!("{}::{}", self.origin.module, self.origin.kernel)
    }

    /// Where it is, in the order of the source; the same with unit tests and without.
    pub(super) fn place(&self) -> impl Ord + Hash + use<> {
        let (target, origin) = (&self.target, &self.origin);
        let compiled_into = (target.package.clone(), target.kind, target.name.clone());
        let at = (origin.file.clone(), origin.line, origin.kernel.clone());
        let names = (origin.module.clone(), origin.launch_type.clone());
        (compiled_into, at, names)
    }
}
