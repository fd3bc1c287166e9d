//! Figures as words between spaces, in one order: how a record of a kernel has them. One list of fields writes
//! them and reads them back.

use core::str::FromStr;

use super::Text;

/// Makes the functions that write the fields of a type, and read them back. `$kind` says what a field is.
macro_rules! words {
    ($type:ty: $($kind:ident $field:ident,)+) => {
        impl $type {
            /// Appends its figures as words, with a space before each.
            #[doc(hidden)]
            pub const fn write_words<const N: usize>(&self, out: &mut $crate::text::Text<N>) {
                $($crate::text::words!(@write out $kind self.$field);)+
            }

            /// Sets the figures that [`write_words`](Self::write_words) wrote; `None` if one cannot be read.
            #[doc(hidden)]
            pub fn read_words(&mut self, words: &mut dyn Iterator<Item = &str>) -> Option<()> {
                $(self.$field = $crate::text::words!(@read words $kind);)+
                Some(())
            }
        }
    };
    (@write $out:ident known $value:expr) => {
        $out.word_of(match $value {
            Some(number) => Some(number as u64),
            None => None,
        })
    };
    (@write $out:ident extent $value:expr) => {
        $out.words_of(Some($value))
    };
    (@write $out:ident known_extent $value:expr) => {
        $out.words_of($value)
    };
    (@write $out:ident pair $value:expr) => {
        $out.words_of(Some(($value.0, $value.1, 1)))
    };
    (@write $out:ident known_pair $value:expr) => {
        $out.words_of(match $value {
            Some((first, second)) => Some((first, second, 1)),
            None => None,
        })
    };
    (@write $out:ident $number_or_flag:ident $value:expr) => {
        $out.word_of(Some($value as u64))
    };
    (@read $words:ident number) => {
        $crate::text::number_of($words)??
    };
    (@read $words:ident flag) => {
        $crate::text::number_of::<u64>($words)?? != 0
    };
    (@read $words:ident known) => {
        $crate::text::number_of($words)?
    };
    (@read $words:ident extent) => {
        $crate::text::extent_of($words)??
    };
    (@read $words:ident known_extent) => {
        $crate::text::extent_of($words)?
    };
    (@read $words:ident pair) => {{
        let (first, second, _) = $crate::text::extent_of($words)??;
        (first, second)
    }};
    (@read $words:ident known_pair) => {
        $crate::text::extent_of($words)?.map(|(first, second, _)| (first, second))
    };
}
pub(crate) use words;

impl<const N: usize> Text<N> {
    /// Appends a number, or `-` for none.
    #[doc(hidden)]
    pub const fn word_of(&mut self, number: Option<u64>) -> &mut Self {
        match number {
            Some(number) => self.text(" ").number(number),
            None => self.text(" -"),
        }
    }

    /// Appends three numbers, or `-` for none.
    #[doc(hidden)]
    pub const fn words_of(&mut self, extent: Option<(u32, u32, u32)>) -> &mut Self {
        match extent {
            Some((x, y, z)) => {
                let out = self.word_of(Some(x as u64));
                out.word_of(Some(y as u64)).word_of(Some(z as u64))
            }
            None => self.word_of(None),
        }
    }

    /// Appends a text as one word: what is no visible character of ASCII stands as `%` and two digits, and an
    /// empty text is `%`.
    #[doc(hidden)]
    pub const fn word(&mut self, text: &str) -> &mut Self {
        let mut out = self.text(if text.is_empty() { " %" } else { " " });
        let mut left = text.as_bytes();
        while let [byte, others @ ..] = left {
            out = match byte {
                b'!'..=b'~' if *byte != b'%' => out.append(&[*byte]),
                _ => out.append(&[b'%', hexadecimal(*byte >> 4), hexadecimal(*byte & 15)]),
            };
            left = others;
        }
        out
    }
}

/// A digit of at most 15.
const fn hexadecimal(digit: u8) -> u8 {
    match digit {
        0..10 => b'0'.wrapping_add(digit),
        _ => (b'a' - 10).wrapping_add(digit),
    }
}

/// The number of the next word, or none for `-`.
pub(crate) fn number_of<T: FromStr>(words: &mut dyn Iterator<Item = &str>) -> Option<Option<T>> {
    match words.next()? {
        "-" => Some(None),
        number => number.parse().ok().map(Some),
    }
}

/// The next three numbers, or none for `-`.
pub(crate) fn extent_of(words: &mut dyn Iterator<Item = &str>) -> Option<Option<(u32, u32, u32)>> {
    let Some(x) = number_of(words)? else {
        return Some(None);
    };
    Some(Some((x, number_of(words)??, number_of(words)??)))
}

/// What a record of a kernel begins with, before its [version](RECORD_VERSION).
pub const RECORD: &str = "occupancy report ";

/// The version of the records that the library writes and its tools read.
pub const RECORD_VERSION: u64 = 3;

/// The variable that the environment of a compiler has if it is asked for the records.
pub const ASKED_BY: &str = "OCCUPANCY_REPORT";
