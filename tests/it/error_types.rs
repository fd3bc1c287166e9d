//! Every error is a `core::error::Error` that can be kept, sent and compared, and says what to do.
//!
//! `tests/crates/no-std` shows that none needs `std`.

use std::error::Error;
use std::fmt::Debug;
use std::hash::Hash;

use occupancy::{
    Arch, Compiled, Configuration, Declared, Device, GridDim, GridError, Kernel, Launch,
    Multiprocessor, Occupancy, Refused, Resource, Rule, Unchecked, UnknownArch, Variant,
    VariantLaunch, Waves, cubin,
};
use static_assertions::assert_impl_all;

assert_impl_all!(GridError: Error, Clone, Debug, PartialEq, Eq, Send, Sync, Unpin);
assert_impl_all!(Refused: Error, Clone, Debug, PartialEq, Eq, Send, Sync, Unpin);
assert_impl_all!(Unchecked: Error, Clone, Debug, PartialEq, Eq, Send, Sync, Unpin);
assert_impl_all!(UnknownArch: Error, Clone, Debug, PartialEq, Eq, Send, Sync, Unpin);
assert_impl_all!(occupancy::Error: Error, Clone, Copy, Debug, PartialEq, Eq, Send, Sync, Unpin);
assert_impl_all!(cubin::Error: Error, Clone, Debug, PartialEq, Eq, Send, Sync, Unpin);

/// Plain values are keys of maps, and go to other threads.
const fn _values<K: Declared>() {
    const fn value<T: Copy + Debug + Eq + Hash + Send + Sync + Unpin>() {}
    const fn ordered<T: Copy + Debug + Ord + Hash + Send + Sync + Unpin>() {}
    value::<(Configuration<'_>, Compiled<'_>, Occupancy, Waves)>();
    value::<(Launch<K>, Variant<Launch<K>>, VariantLaunch<Launch<K>>)>();
    ordered::<(
        Arch,
        Device,
        GridDim,
        Kernel,
        Multiprocessor,
        Resource,
        Rule,
    )>();
}

/// The messages that no other suite quotes.
#[test]
fn each_says_what_to_do() {
    let over_axis = GridDim::new((1, 65_536, 1)).unwrap_err();
    for (error, message) in [
        (
            GridError::Empty,
            "the grid has no blocks: skip the launch if there is no work",
        ),
        (
            over_axis,
            "a grid of 65536 blocks in y: at most 65535 can be launched; give each thread more elements or fold the \
             work into another axis",
        ),
    ] {
        assert_eq!(error.to_string(), message);
    }
}
