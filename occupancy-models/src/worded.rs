//! Enums whose variants have words.

/// Makes an enum, and `Display` with the words of each variant, of one list.
macro_rules! worded {
    (
        $(#[$attribute:meta])+ pub enum $name:ident;
        $($(#[$documentation:meta])+ $variant:ident $(($($figure:ident: $type:ty),+))?: $words:literal;)+
    ) => {
        $(#[$attribute])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum $name {
            $($(#[$documentation])+ $variant $(($($type),+))?,)+
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    $(Self::$variant $(($($figure),+))? => f.pad(&format!($words)),)+
                }
            }
        }
    };
}
