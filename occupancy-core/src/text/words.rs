//! Figures as words between spaces, in one order: how a record of a kernel has them. One list of fields writes
//! them and reads them back.

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
    (@write $out:ident number $value:expr) => {
        $out.word_of(Some($value as u64))
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
    (@read $words:ident number) => {
        $crate::text::number_of($words)??.try_into().ok()?
    };
    (@read $words:ident flag) => {
        $crate::text::number_of($words)?? != 0
    };
    (@read $words:ident known) => {
        match $crate::text::number_of($words)? {
            Some(number) => Some(number.try_into().ok()?),
            None => None,
        }
    };
    (@write $out:ident flag $value:expr) => {
        $out.word_of(Some($value as u64))
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
        let mut out = self.text(" ");
        if text.is_empty() {
            return out.text("%");
        }
        let mut left = text;
        while let Some(special) = first_special(left.as_bytes()) {
            let (before, _) = left.split_at(special);
            out = out.text(before);
            // Whole characters are cut off, byte by byte.
            let (_, mut bytes) = left.as_bytes().split_at(special);
            while let [byte, others @ ..] = bytes
                && is_special(*byte)
            {
                out = out.text("%").hexadecimal(*byte);
                bytes = others;
            }
            left = match core::str::from_utf8(bytes) {
                Ok(rest) => rest,
                // Not reached: every byte of a character that is not ASCII is special.
                Err(_) => "",
            };
        }
        out.text(left)
    }
}

const fn is_special(byte: u8) -> bool {
    byte <= b' ' || byte >= 0x7f || byte == b'%'
}

const fn first_special(bytes: &[u8]) -> Option<usize> {
    let (mut at, mut left) = (0_usize, bytes);
    while let [byte, others @ ..] = left {
        if is_special(*byte) {
            return Some(at);
        }
        (at, left) = (at.saturating_add(1), others);
    }
    None
}

/// The number of the next word, or none for `-`.
pub(crate) fn number_of(words: &mut dyn Iterator<Item = &str>) -> Option<Option<u64>> {
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
    let (y, z) = (number_of(words)??, number_of(words)??);
    let [Ok(x), Ok(y), Ok(z)] = [x, y, z].map(u32::try_from) else {
        return None;
    };
    Some(Some((x, y, z)))
}

/// What a record of a kernel begins with, before its [version](RECORD_VERSION).
pub const RECORD: &str = "occupancy report ";

/// The version of the records that the library writes and its tools read.
pub const RECORD_VERSION: u64 = 3;

/// The variable that the environment of a compiler has if it is asked for the records.
pub const ASKED_BY: &str = "OCCUPANCY_REPORT";
