//! Converts launches into cuda-core's.

use cuda_core::{LaunchConfig, LaunchConfig1D, LaunchConfig2D, LaunchConfig3D};

use super::rank_error::RankError;
use crate::declared::{Declared, OfFunction, accepted_as_loaded};
use crate::launch_type::Launch;
use crate::opted_in::OptedIn;
use crate::variant::VariantLaunch;

/// Converts launches into a type that fixes a number of dimensions.
///
/// If a launch needs the opt-in, the conversion does not build, its error has no methods, and the compiler
/// says what to do instead. With a bound on the conversion, the compiler would talk about the standard
/// library's conversions.
macro_rules! convert_ranked {
    ($config:ident, $convert:ident) => {
        impl TryFrom<OptedIn> for $config {
            type Error = RankError;

            #[inline]
            fn try_from(launch: OptedIn) -> Result<Self, RankError> {
                $convert(launch)
            }
        }

        impl<K: Declared> TryFrom<Launch<K>> for $config {
            type Error = RankError<<K::Known as OfFunction>::Function>;

            #[inline]
            fn try_from(launch: Launch<K>) -> Result<Self, Self::Error> {
                const { accepted_as_loaded::<K>() };
                $convert(launch.opted_in())
            }
        }

        impl<K: Declared> TryFrom<VariantLaunch<Launch<K>>> for $config {
            type Error = RankError<<K::Known as OfFunction>::Function>;

            #[inline]
            fn try_from(launch: VariantLaunch<Launch<K>>) -> Result<Self, Self::Error> {
                const { accepted_as_loaded::<K>() };
                $convert(launch.opted_in())
            }
        }
    };
}

convert_into_launch_config!(LaunchConfig);
convert_through_opted_in!(LaunchConfig3D);

/// For code that itself opts in.
impl From<OptedIn> for LaunchConfig3D {
    #[inline]
    fn from(launch: OptedIn) -> Self {
        Self::new(
            launch.grid_dim(),
            launch.block_dim(),
            launch.shared_mem_bytes(),
        )
    }
}

fn one_dimension<F>(launch: OptedIn) -> Result<LaunchConfig1D, RankError<F>> {
    let (grid_dim, block_dim) = (launch.grid_dim(), launch.block_dim());
    match (grid_dim, block_dim) {
        ((grid, 1, 1), (block, 1, 1)) => {
            Ok(LaunchConfig1D::new(grid, block, launch.shared_mem_bytes()))
        }
        _ => Err(RankError::new(1, grid_dim, block_dim)),
    }
}

fn two_dimensions<F>(launch: OptedIn) -> Result<LaunchConfig2D, RankError<F>> {
    let (grid_dim, block_dim) = (launch.grid_dim(), launch.block_dim());
    match (grid_dim, block_dim) {
        ((x, y, 1), (width, height, 1)) => {
            let bytes = launch.shared_mem_bytes();
            Ok(LaunchConfig2D::new((x, y), (width, height), bytes))
        }
        _ => Err(RankError::new(2, grid_dim, block_dim)),
    }
}

convert_ranked!(LaunchConfig1D, one_dimension);
convert_ranked!(LaunchConfig2D, two_dimensions);
