//! The smallest change of each argument that makes one SM hold more blocks, or fewer.

use occupancy_core::{
    Arch, Configuration, Occupancy,
    kernel::{Argument, Change},
    rules::{MARGINS, Margin, change, margin},
    text::grouped,
};

use crate::report::Variant;
use crate::verdict::Verdict;
use crate::words::counted;

/// An argument, its value, and the nearest values that change how many blocks an SM holds.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Changes {
    /// The argument: `regs`.
    pub name: &'static str,
    /// Its value in words.
    pub stated: String,
    /// The nearest value with more blocks with which the configuration keeps its rules, and its result, in Markdown:
    /// "`regs = 48`: 5 blocks, 62.5 %".
    pub more: Option<String>,
    /// The nearest value with fewer blocks.
    pub fewer: Option<String>,
}

/// The smallest change of each argument of the kernel that changes how many blocks an SM of this GPU holds.
///
/// ```
/// use occupancy_core::{Arch, Configuration, Kernel};
/// use occupancy_report::changes;
///
/// let archs = [Arch::find("h100")?];
/// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
/// let changes = changes(&configuration, &archs[0]);
/// assert_eq!(changes[0].name, "regs");
/// assert_eq!(changes[0].more.as_deref(), Some("`regs = 48`: 5 blocks, 62.5 %"));
/// # Ok::<(), occupancy_core::UnknownArch>(())
/// ```
pub fn changes(configuration: &Configuration<'_>, arch: &Arch) -> Vec<Changes> {
    let variant = Variant::new(*configuration);
    Verdict::new(&variant, arch).map_or_else(Vec::new, |verdict| of_verdict(&verdict).collect())
}

pub(crate) fn of_verdict(verdict: &Verdict<'_>) -> impl Iterator<Item = Changes> {
    let (configuration, arch) = (verdict.configuration(), verdict.arch);
    MARGINS.into_iter().filter_map(|argument| {
        let stated = stated(configuration, argument)?;
        let Margin { more, fewer, .. } = margin(configuration, arch, argument);
        let effect = |change| effect(configuration, arch, change);
        (more.is_some() || fewer.is_some()).then(|| Changes {
            name: argument.key(),
            stated,
            more: more.map(effect),
            fewer: fewer.map(effect),
        })
    })
}

/// The value of the argument; `None` if the kernel does not have it.
fn stated(configuration: &Configuration<'_>, argument: Argument) -> Option<String> {
    let number = configuration.integer(argument);
    match argument {
        Argument::Threads => Some(configuration.kernel.threads_per_block().to_string()),
        Argument::StaticSharedMemory | Argument::Barriers if number == argument.left_out() => None,
        Argument::Registers | Argument::Barriers => number.map(|number| number.to_string()),
        _ => number.map(|number| grouped(number).to_string()),
    }
}

fn effect(configuration: &Configuration<'_>, arch: &Arch, one: Change) -> String {
    let changed = one.apply(configuration).kernel;
    match Occupancy::new(arch.compute_capability(), &changed) {
        Ok(occupancy) if occupancy.blocks_per_sm > 0 => format!(
            "`{}`: {}, {}",
            change(one),
            counted(occupancy.blocks_per_sm.into(), "block"),
            occupancy.ratio()
        ),
        _ => format!("`{}`: does not launch", change(one)),
    }
}
