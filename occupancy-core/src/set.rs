//! Sets of the variants of an enum, a bit each, that constants can use.

/// Implements a set for an enum with `ALL`: `set!(pub Arguments(u64) of Argument)`. The visibility is that of the functions
/// that make a set.
macro_rules! set {
    ($visibility:vis $set:ident($bits:ident) of $variant:ident) => {
        impl $set {
            /// The empty set.
            $visibility const NONE: Self = {
                assert!($variant::ALL.len() <= $bits::BITS as usize);
                Self(0)
            };

            /// The set with one more.
            $visibility const fn with(self, one: $variant) -> Self {
                Self(self.0 | 1 << one as u32)
            }

            /// The elements of either set.
            $visibility const fn union(self, others: Self) -> Self {
                Self(self.0 | others.0)
            }

            /// Returns `true` if it is in the set.
            pub const fn contains(self, one: $variant) -> bool {
                self.0 & (1 << one as u32) != 0
            }

            /// Returns `true` if the set is empty.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// The first of the set and the others, in the order of `ALL`; `None` if the set is empty. A constant has no
            /// other way to iterate.
            #[allow(clippy::indexing_slicing, reason = "compared just before")]
            pub const fn split_first(self) -> Option<($variant, Self)> {
                let place = self.0.trailing_zeros() as usize;
                if place >= $variant::ALL.len() {
                    return None;
                }
                Some(($variant::ALL[place], Self(self.0 & !(1 << place))))
            }

            /// The elements of the set, in the order of `ALL`.
            pub fn iter(self) -> impl Iterator<Item = $variant> + Clone {
                let all = $variant::ALL.iter().copied();
                all.filter(move |one| self.contains(*one))
            }
        }
    };
}
pub(crate) use set;
