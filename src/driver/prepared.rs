//! A function that is prepared for one launch type, and takes no other.

use core::fmt;
use core::marker::PhantomData;

use occupancy_core::{Configuration, launch::function_attributes};

use super::DriverFunction;
use super::function::function_attribute::PREFERRED_SHARED_MEMORY_CARVEOUT;
use super::launch_error::{Attempt, LaunchError};
use crate::declared::Declared;
use crate::launch_parameters::LaunchParameters;
use crate::launch_type::Launch;
use crate::variant::{Variant, VariantLaunch};

/// A function `F` that is prepared for the launches of `L`.
///
/// [`Launch::prepare`] and [`Variant::prepare`] return it. It is the function and nothing else: its type
/// says that it was prepared. The adapter launches it: `launch_builder` with cudarc, `launch` with cust and
/// cuda-core.
pub struct Prepared<'f, F, L> {
    function: &'f F,
    launch: PhantomData<fn(L)>,
}

impl<'f, F, L> Prepared<'f, F, L> {
    const fn new(function: &'f F) -> Self {
        Self {
            function,
            launch: PhantomData,
        }
    }

    /// The function.
    pub const fn function(&self) -> &'f F {
        self.function
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

/// With the feature of an adapter, or `driver`.
impl<K: Declared> Launch<K> {
    /// Sets what a launch relies on, and returns a function that takes only launches of this type.
    ///
    /// It sets the dynamic shared memory that a block may have, if static and dynamic shared memory together
    /// exceed 48 KiB; the preferred carve-out, if the attribute states one; and permission for clusters of
    /// more than the portable 8 blocks. If there is nothing to set, it does not call the driver.
    ///
    /// # Errors
    ///
    /// [`LaunchError`] if the driver refuses an attribute: the GPU is not the declared one, or the
    /// kernel declares more shared memory.
    pub fn prepare<F: DriverFunction>(
        function: &F,
    ) -> Result<Prepared<'_, F, Self>, LaunchError<F::Error>> {
        prepare_for(Self::NAME, &Self::CONFIGURATION, function)?;
        Ok(Prepared::new(function))
    }
}

/// With the feature of an adapter, or `driver`.
impl<L: LaunchParameters> Variant<L> {
    /// Sets what a launch of this variant relies on, and returns a function that launches it: see
    /// [`Launch::prepare`].
    ///
    /// # Errors
    ///
    /// [`LaunchError`] if the driver refuses an attribute.
    pub fn prepare<'f, F: DriverFunction>(
        &self,
        function: &'f F,
    ) -> Result<Prepared<'f, F, VariantLaunch<L>>, LaunchError<F::Error>> {
        prepare_for(L::NAME, &self.configuration(), function)?;
        Ok(Prepared::new(function))
    }
}

/// Sets what a launch of the configuration relies on.
///
/// It lowers nothing that is already set: another configuration of the same function may rely on more.
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
        set(function, attribute, value).map_err(|error| {
            LaunchError::new(
                Attempt::Set(attribute),
                name,
                configuration,
                function,
                error,
            )
        })?;
    }
    Ok(())
}

fn set<F: DriverFunction>(function: &F, attribute: i32, value: i32) -> Result<(), F::Error> {
    // A carve-out is a preference; the other attributes are limits.
    if attribute == PREFERRED_SHARED_MEMORY_CARVEOUT || function.attribute(attribute)? < value {
        function.set_attribute(attribute, value)?;
    }
    Ok(())
}
