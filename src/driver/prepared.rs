//! Prepares a function for one variant of a launch type. It takes launches of no other.

use alloc::format;
use alloc::string::{String, ToString as _};
use core::fmt;

use occupancy_core::{Configuration, launch::function_attributes, text::grouped};

use super::DriverFunction;
use super::chosen::variant_on;
use super::function::device_attribute::COMPUTE_CAPABILITY_MAJOR;
use super::function::function_attribute::PREFERRED_SHARED_MEMORY_CARVEOUT;
use super::launch_error::{Attempt, LaunchError};
use crate::declared::Declared;
use crate::launch_parameters::{LaunchParameters, LaunchType};
use crate::launch_type::Launch;
use crate::variant::{Gpus, Variant};

/// A function `F` that is prepared for a variant of the launch type `L`.
///
/// [`Launch::prepare`] and [`Variant::prepare`] return it. The adapter launches it: `launch_builder` with cudarc,
/// `launch` with cust and cuda-core. It takes the launches of `L` and of its variants that have the values that it was
/// prepared for, and no others.
///
/// ```
/// # use occupancy::driver::{DriverFunction, LaunchError};
/// use occupancy::launch_config;
///
/// #[launch_config(arch = ["h100", "b200"], threads = 256, regs = 64, on("b200", threads = 512))]
/// fn saxpy() {}
///
/// # fn example<F: DriverFunction>(function: &F) -> Result<(), Box<dyn core::error::Error>>
/// # where LaunchError<F::Error>: core::error::Error + 'static {
/// // The driver says which of the GPUs it is.
/// let saxpy = SaxpyLaunch::prepare(function)?;
/// let launch = saxpy.variant().for_elements(1 << 20)?;
/// saxpy.accept(&launch)?;
/// # Ok(())
/// # }
/// ```
pub struct Prepared<'f, F, L> {
    function: &'f F,
    variant: Variant<L>,
}

impl<'f, F, L> Prepared<'f, F, L> {
    /// Returns the function.
    pub const fn function(&self) -> &'f F {
        self.function
    }

    /// Returns the variant of the GPU that the function is loaded on. If all GPUs have the same values for a launch, it
    /// is that of the first.
    pub const fn variant(&self) -> &Variant<L> {
        &self.variant
    }
}

impl<F: DriverFunction, L: LaunchType> Prepared<'_, F, L> {
    /// Accepts launches that the function is prepared for. The adapters call it before each launch; call it if your own
    /// code launches the function.
    ///
    /// # Errors
    ///
    /// [`LaunchError`] if the launch is of another variant. It has no error of the driver.
    pub fn accept<P>(&self, launch: &P) -> Result<(), LaunchError<F::Error>>
    where
        P: LaunchParameters<LaunchType = L>,
    {
        let configuration = launch.configuration();
        let (own, bytes) = (&self.variant, launch.kernel().dynamic_shared_memory);
        // A launch for several GPUs is one for this GPU if it is among them.
        let mut archs = configuration.archs.iter();
        let arch = archs.find(|arch| *arch == own.arch());
        let arch = *arch.unwrap_or(&configuration.archs[0]);
        let launched = Variant::on(Gpus::Found(arch), &configuration);
        // A function that is prepared for some shared memory launches with less.
        let less = own.with_dynamic_shared_memory(bytes);
        if less.is_ok_and(|less| less.launches_like(&launched)) {
            return Ok(());
        }
        let of = match L::NAME {
            "" => String::new(),
            name => format!(" of `{name}`"),
        };
        let values = |one: &Variant<L>| {
            let kernel = one.kernel();
            let bytes = grouped(kernel.dynamic_shared_memory.into());
            [
                one.arch().name().to_string(),
                format!("blocks of {:?} threads", kernel.block_dim),
                format!("{bytes} bytes of dynamic shared memory"),
                format!("clusters of {:?} blocks", kernel.cluster()),
            ]
        };
        let mut both = values(own).into_iter().zip(values(&launched));
        let different = both.find(|(this, other)| this != other);
        let (this, other) = different.unwrap_or(("its own".into(), "another configuration".into()));
        let why = format!(
            "a launch{of} for {other}, but the function is prepared for {this}\n\n    \
             help: launch what `prepared.variant()` gives"
        );
        let error = LaunchError::launching(Attempt::Launch, self.function, launch, Err(why));
        Err(error)
    }
}

impl<F, L> Clone for Prepared<'_, F, L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F, L> Copy for Prepared<'_, F, L> {}

impl<F: fmt::Debug, L> fmt::Debug for Prepared<'_, F, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Prepared").field(self.function).finish()
    }
}

impl<K: Declared> Launch<K> {
    /// Sets the attributes that a launch relies on, and returns a function that takes only launches of this type.
    ///
    /// If the GPUs have different values, it asks the driver which of them the function is loaded on, and prepares the
    /// function for that [variant](Prepared::variant).
    ///
    /// It sets the dynamic shared memory that a block may have, if static and dynamic shared memory together exceed 48
    /// KiB; the preferred carve-out, if the attribute states one; and permission for clusters of more than the portable
    /// 8 blocks. If there is nothing to choose and nothing to set, it does not call the driver.
    ///
    /// # Errors
    ///
    /// [`LaunchError`] if the driver refuses an attribute, because the GPU is not the declared one or the kernel declares
    /// more shared memory; or if the GPUs have different values, and this GPU is none of them.
    pub fn prepare<F: DriverFunction>(
        function: &F,
    ) -> Result<Prepared<'_, F, Self>, LaunchError<F::Error>> {
        let (base, attempt) = (&Self::CONFIGURATION, Attempt::Set(COMPUTE_CAPABILITY_MAJOR));
        let failed = |why| LaunchError::new(attempt, K::NAME, base, function, why);
        let chosen = variant_on::<K, F>(function, Variant::launches_like);
        let variant = match chosen.map_err(|error| failed(Ok(error)))? {
            Some(chosen) => chosen.map_err(|other| failed(Err(other.to_string())))?,
            None => Variant::on(Gpus::Declared(base.archs), base),
        };
        variant.prepare(function)
    }
}

impl<L: LaunchType> Variant<L> {
    /// Sets the attributes that a launch of this variant relies on, and returns a function that launches it: see
    /// [`Launch::prepare`].
    ///
    /// # Errors
    ///
    /// [`LaunchError`] if the driver refuses an attribute.
    pub fn prepare<'f, F: DriverFunction>(
        &self,
        function: &'f F,
    ) -> Result<Prepared<'f, F, L>, LaunchError<F::Error>> {
        prepare_for(L::NAME, &self.configuration(), function)?;
        let variant = *self;
        Ok(Prepared { function, variant })
    }
}

/// Sets the attributes that a launch of the configuration relies on.
///
/// It lowers no attribute that is set already: another configuration of the same function may rely on it.
///
/// # Errors
///
/// [`LaunchError`] if the driver refuses an attribute.
pub fn prepare<F: DriverFunction>(
    configuration: &Configuration<'_>,
    function: &F,
) -> Result<(), LaunchError<F::Error>> {
    prepare_for("", configuration, function)
}

fn prepare_for<F: DriverFunction>(
    name: &'static str,
    configuration: &Configuration<'_>,
    function: &F,
) -> Result<(), LaunchError<F::Error>> {
    for (attribute, value) in function_attributes(configuration) {
        let attempt = Attempt::Set(attribute);
        let failed = |error| LaunchError::new(attempt, name, configuration, function, Ok(error));
        // A carve-out is a preference; the other attributes are limits.
        if attribute == PREFERRED_SHARED_MEMORY_CARVEOUT
            || function.attribute(attribute).map_err(failed)? < value
        {
            function.set_attribute(attribute, value).map_err(failed)?;
        }
    }
    Ok(())
}
