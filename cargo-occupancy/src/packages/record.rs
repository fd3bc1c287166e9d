//! One kernel on one GPU, as the compiler recorded it.

use std::hash::Hash;
use std::rc::Rc;

use occupancy_core::kernel::Stated;
use occupancy_core::{Arch, Compiled, Configuration, Lint};
use occupancy_report::record::{Record, Recorded};

use super::Target;

/// One kernel on one GPU, as its attribute states it.
#[derive(Clone, Debug)]
pub(crate) struct Declaration {
    pub(crate) target: Target,
    /// Where it is declared.
    pub(crate) origin: Rc<Record>,
    pub(crate) arch: Arch,
    stated: Stated<'static>,
    configuration: Configuration<'static>,
}

/// The kernel of a record on each of its GPUs; nothing where the attribute is refused, which is an error of
/// the compiler.
pub(super) fn declarations(record: Record, target: &Target) -> Vec<Declaration> {
    let origin = Rc::new(record);
    let sound = origin.configurations.iter().flatten();
    let each = sound.flat_map(|recorded| {
        let stated = recorded.stated;
        stated.archs.iter().map(move |arch| (recorded, arch))
    });
    let declaration = |(recorded, arch): (&Recorded, &'static Arch)| Declaration {
        target: target.clone(),
        origin: Rc::clone(&origin),
        arch: *arch,
        stated: recorded.stated,
        configuration: recorded.stated.on(arch, &recorded.configuration),
    };
    each.map(declaration).collect()
}

impl Declaration {
    /// The configuration on the GPU.
    pub(crate) fn configuration(&self) -> Configuration<'static> {
        self.configuration
    }

    /// What the kernel was compiled to, if the attribute names a binary or PTX.
    pub(crate) fn compiled(&self) -> Option<&'static Compiled<'static>> {
        self.configuration.compiled.first()
    }

    /// Why low occupancy is intended, in the author's words.
    pub(crate) fn intent(&self) -> Option<&'static str> {
        self.stated.rare.intent
    }

    /// The target that the attribute names: `sm_90a`.
    pub(crate) fn stated_target(&self) -> Option<&'static str> {
        self.stated.target
    }

    /// The codes of the warnings that the attribute asks for, and that have something to say.
    pub(crate) fn warnings(&self) -> Vec<&'static str> {
        let found = self.configuration.warned_of(self.stated.lints);
        Lint::of_bits(found).map(Lint::code).collect()
    }

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
