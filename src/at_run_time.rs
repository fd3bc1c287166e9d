//! Launches of which only the running program knows the block, the registers or the GPU.

use core::fmt;

use occupancy_core::rules::Style;
use occupancy_core::{Configuration, Rule};

use crate::launch_parameters::LaunchType;
use crate::unchecked::Unchecked;
use crate::variant::{Gpus, Variant, VariantLaunch};

/// The launch type of launches that no attribute declares: see [`Checked`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AtRunTime {}

impl LaunchType for AtRunTime {
    const NAME: &'static str = "";
}

/// A configuration that was checked when the program runs.
///
/// It has what the variant of a launch type has: grids, `prepare`, `verify`, and conversions into the types of launch
/// crates. Only the running program knows whether a launch needs the opt-in to more than 48 KiB of shared memory, so
/// they convert with `try_into`.
///
/// ```
/// use occupancy::{Arch, Checked, Configuration, Kernel, Unchecked};
///
/// // What the driver reports, and what a caller chose.
/// # let (major, minor, block) = (9, 0, 256);
/// let gpus = [Arch::find(&format!("{major}.{minor}"))?];
/// let configuration = Configuration::new(&gpus, Kernel::new((block, 1, 1), 64));
/// let checked = Checked::new(&configuration)?;
/// let (grid_dim, block_dim, shared_mem_bytes) = checked.for_elements(1 << 20)?.try_into()?;
/// assert_eq!((grid_dim, block_dim, shared_mem_bytes), ((4096, 1, 1), (256, 1, 1), 0));
///
/// let refused = Checked::new(&configuration.with_min_blocks(5)).unwrap_err();
/// assert_eq!(refused.rules().next(), Some(occupancy::Rule::MinBlocks));
/// assert!(refused.to_string().contains("help: `with_registers(48)` keeps 5 blocks"));
///
/// let large = configuration.with_kernel(configuration.kernel.with_dynamic_shared_memory(96 * 1024));
/// let launch = Checked::new(&large)?.for_elements(1 << 20)?;
/// assert_eq!(<((u32, u32, u32), (u32, u32, u32), u32)>::try_from(launch), Err(Unchecked::NeedsOptIn));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub type Checked = Variant<AtRunTime>;

impl Checked {
    /// Checks a configuration of one GPU, as the attribute does.
    ///
    /// It does not compare the [images](Configuration::compiled) of a compiled kernel: `verify` compares the loaded
    /// function.
    ///
    /// # Errors
    ///
    /// [`Refused`], with every rule that the configuration breaks, or because it has several GPUs.
    #[allow(
        clippy::result_large_err,
        reason = "it keeps the configuration, without an allocator"
    )]
    pub const fn new(configuration: &Configuration<'_>) -> Result<Self, Refused> {
        let refused = Refused {
            count: configuration.archs.len(),
            gpus: match configuration.archs {
                [arch, ..] => Gpus::Found(*arch),
                [] => Gpus::Declared(&[]),
            },
            configuration: configuration.detached(),
        };
        match configuration.archs {
            [_] if refused.configuration().passes() => Ok(Self::on(refused.gpus, configuration)),
            _ => Err(refused),
        }
    }
}

impl VariantLaunch<AtRunTime> {
    /// Refuses a launch that the driver refuses as the function is loaded.
    pub(crate) fn launches_as_loaded(&self) -> Result<(), Unchecked> {
        let configuration = self.variant().configuration();
        let needs_optin = configuration.needs_shared_memory_optin();
        if needs_optin || configuration.has_nonportable_cluster() {
            return Err(Unchecked::NeedsOptIn);
        }
        Ok(())
    }
}

/// The error of [`Checked::new`]: the rules that the configuration breaks, in the words of the attribute. The helps name
/// methods and fields of the configuration, and of its parts.
///
/// ```
/// use occupancy::{Arch, Checked, Configuration, Kernel};
///
/// let gpus = [Arch::find("h100")?];
/// let configuration = Configuration::new(&gpus, Kernel::new((100, 1, 1), 64));
/// let refused = Checked::new(&configuration).unwrap_err();
/// let message = refused.to_string();
/// assert!(message.starts_with("[OCC004] a block of 100 threads ends in a partial warp"));
/// assert!(message.contains("`with_partial_warp_allowed(true)`"));
/// # Ok::<(), occupancy::UnknownArch>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The number of GPUs.
    count: usize,
    /// The first of them.
    gpus: Gpus,
    configuration: Configuration<'static>,
}

impl Refused {
    /// Returns the configuration, with the first of its GPUs.
    pub const fn configuration(&self) -> Configuration<'_> {
        self.configuration.with_archs(self.gpus.all())
    }

    /// Returns the rules that the configuration breaks; none if it was refused because it has several GPUs.
    pub fn rules(&self) -> impl Iterator<Item = Rule> {
        let broken = self.configuration().check();
        broken.iter().filter(|_| self.count < 2)
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.count > 1 {
            return write!(
                f,
                "a launch that is checked at run time has one GPU, not {}\n\n    \
                 help: `with_archs` takes the one that the program runs on",
                self.count
            );
        }
        let configuration = self.configuration();
        let mut begin = "";
        for rule in self.rules() {
            f.write_str(begin)?;
            f.write_str(configuration.message_in(Style::Program, rule).as_str())?;
            begin = "\n\n";
        }
        Ok(())
    }
}

impl core::error::Error for Refused {}
