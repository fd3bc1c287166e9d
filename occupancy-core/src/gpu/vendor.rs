//! The makers of GPUs, and the words of their documents.

use crate::text::{Field, FigureValue, FromRecord, Text, begins};

/// The maker of a GPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Vendor {
    /// NVIDIA, with CUDA.
    Nvidia,
    /// AMD, with ROCm and HIP.
    Amd,
}

impl Field<Vendor> {
    pub(crate) const fn value(self) -> FigureValue {
        FigureValue::Number(self.0 as u64)
    }
}

impl FromRecord for Vendor {
    fn from_record(words: &mut dyn Iterator<Item = &str>) -> Option<Self> {
        match words.next()? {
            "0" => Some(Self::Nvidia),
            "1" => Some(Self::Amd),
            _ => None,
        }
    }
}

/// The words of a vendor for the parts of a GPU and of a launch. Every text is written once, in those of NVIDIA.
///
/// | NVIDIA | AMD | both |
/// |---|---|---|
/// | SM | CU, or WGP | SM or CU |
/// | block, warp, wave of a grid | workgroup, wavefront, round | block, warp, wave |
/// | register | VGPR | register |
/// | shared memory | LDS | shared memory or LDS |
/// | local memory, stack | scratch memory, scratch | local memory, stack or scratch |
/// | sub-partition, scheduler | SIMD | scheduler or SIMD |
/// | compute capabilities | targets | compute capabilities or targets |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Words {
    /// The word for a multiprocessor, if they are not those of NVIDIA.
    multiprocessor: Option<&'static str>,
    /// `true` if they are true for GPUs of both vendors.
    are_of_both: bool,
}

/// The words that differ: those of NVIDIA, of AMD and of both, where those of NVIDIA do not do. The multiprocessor has
/// its own. An `s` behind a word stays.
const WORDS: &[(&str, &str, Option<&str>)] = &[
    ("an SM", "a", Some("an")),
    ("SM", "", Some("")),
    ("block", "workgroup", None),
    ("Block", "Workgroup", None),
    ("warp", "wavefront", None),
    ("Warp", "Wavefront", None),
    ("register", "VGPR", None),
    ("Register", "VGPR", None),
    ("regis\u{ad}ter", "VGPR", None),
    ("shared memory", "LDS", Some("shared memory or LDS")),
    ("Shared memory", "LDS", Some("Shared memory or LDS")),
    ("sub-partition", "SIMD", Some("sub-partition or SIMD")),
    ("scheduler", "SIMD", Some("scheduler or SIMD")),
    ("sched\u{ad}uler", "SIMD", Some("sched\u{ad}uler or SIMD")),
    ("wave", "round", None),
    ("Wave", "Round", None),
    ("compute capability", "target", None),
    ("Compute capability", "Target", None),
    (
        "compute capabilities",
        "targets",
        Some("compute capabilities or targets"),
    ),
    ("tensor peak", "matrix peak", None),
    ("local memory", "scratch memory", None),
    ("stack", "scratch", Some("stack or scratch")),
];

impl Words {
    /// The words of NVIDIA, in which texts are written.
    pub const NVIDIA: Self = Self::new(true, false, false);

    /// The words for GPUs that have such multiprocessors.
    pub(super) const fn new(has_sm: bool, has_cu: bool, has_wgp: bool) -> Self {
        let multiprocessor = match (has_sm, has_cu, has_wgp) {
            (_, false, false) => None,
            (false, true, false) => Some("CU"),
            (false, false, true) => Some("WGP"),
            (false, true, true) => Some("CU or WGP"),
            (true, true, false) => Some("SM or CU"),
            (true, false, true) => Some("SM or WGP"),
            (true, true, true) => Some("SM, CU or WGP"),
        };
        Self {
            multiprocessor,
            are_of_both: has_sm && multiprocessor.is_some(),
        }
    }

    /// Finds the first word of a text that another replaces: the text before it, the word in its place, and the text
    /// after it. Code between backticks stays as it is.
    #[doc(hidden)]
    pub const fn first(self, text: &str) -> Option<(&str, &'static str, &str)> {
        let multiprocessor = known!(self.multiprocessor);
        let (mut at, mut left) = (0_usize, text.as_bytes());
        let (mut is_code, mut is_start) = (false, true);
        while let [byte, rest @ ..] = left {
            if is_start && !is_code {
                each!(WORDS, |(nvidia, amd, both)| {
                    let own = if self.are_of_both { *both } else { Some(*amd) };
                    if begins_with(left, nvidia.as_bytes())
                        && let Some(own) = own
                    {
                        // The word behind an article is found next.
                        let (nvidia, own) = match nvidia.as_bytes() {
                            b"an SM" => ("an", own),
                            b"SM" => ("SM", multiprocessor),
                            _ => (*nvidia, own),
                        };
                        // Both ends of a word are ends of characters.
                        let (before, rest) = text.split_at(at);
                        return Some((before, own, rest.split_at(nvidia.len()).1));
                    }
                });
            }
            is_code = is_code != (*byte == b'`');
            is_start = !is_of_word(*byte);
            (at, left) = (at.saturating_add(1), rest);
        }
        None
    }
}

/// Returns `true` if a text begins with a word, or with several of it.
const fn begins_with(text: &[u8], word: &[u8]) -> bool {
    if !begins(text, word) {
        return false;
    }
    let ([b's', left @ ..] | left) = text.split_at(word.len()).1;
    !matches!(left, [next, ..] if is_of_word(*next))
}

const fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

impl<const N: usize> Text<N> {
    /// Appends a text in the words of a vendor.
    #[doc(hidden)]
    pub const fn worded(&mut self, text: &str, words: Words) -> &mut Self {
        let (mut out, mut left) = (self, text);
        while let Some((before, word, after)) = words.first(left) {
            out = out.text(before).text(word);
            left = after;
        }
        out.text(left)
    }
}

#[cfg(test)]
mod tests {
    use super::Words;
    use crate::gpu::{Arch, Multiprocessor};
    use crate::text::Text;

    #[test]
    fn whole_words_outside_of_code_are_replaced() {
        let text = "3 blocks of 256 threads do not fit on an SM; each SM's registers, `blocks` of a block-wide warp: \
            shared memory in waves. SMEM";
        let worded = *Text::<256>::new().worded(text, Words::new(false, false, true));
        assert_eq!(
            worded.as_str(),
            "3 workgroups of 256 threads do not fit on a WGP; each WGP's VGPRs, `blocks` of a workgroup-wide \
             wavefront: LDS in rounds. SMEM"
        );
        let same = *Text::<256>::new().worded(text, Words::NVIDIA);
        assert_eq!(same.as_str(), text);
        let archs = ["h100", "rx7900xtx"].map(|name| Arch::find(name).unwrap());
        let of_both = Words::of(&archs);
        let worded = *Text::<256>::new().worded("blocks per SM, warps per scheduler", of_both);
        assert_eq!(
            worded.as_str(),
            "blocks per SM or WGP, warps per scheduler or SIMD"
        );
        for sm in Multiprocessor::ALL {
            assert_eq!(Words::of(&[Arch::Multiprocessor(sm)]), sm.words());
        }
    }
}
