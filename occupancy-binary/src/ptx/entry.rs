//! The entries of a module, and what the module states before them.

use alloc::vec::Vec;
use core::fmt;

use super::directive::{Directive, DirectiveKind};
use super::lexer::Lexer;
use super::{BlockBound, Bounds, Error, Module};
use occupancy_core::gpu::Suffix;
use occupancy_core::{Compiled, ComputeCapability};

/// One `.entry` of a module: a definition, or a declaration without a body.
///
/// Source: PTX ISA 9.1, 11.2.1 `.entry`; 11.6 for the linkage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry<'a> {
    /// The text of the module.
    pub text: &'a str,
    /// The name.
    pub name: &'a str,
    /// The PTX ISA version of the module.
    pub version: Version,
    /// The target of the module; the last if there are several.
    pub target: Target,
    /// The linkage, if one is stated.
    pub linkage: Option<Linkage>,
    /// The parameter list with its parentheses, if there is one.
    pub parameters: Option<Span>,
    /// From the name or the parameter list to the body: where the directives are. Empty for a
    /// declaration.
    pub header: Span,
    /// The body with its braces; `None` for a declaration.
    pub body: Option<Span>,
}

/// The linkage of an entry.
///
/// Source: PTX ISA 9.1, 11.6 Linking Directives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[doc(hidden)]
pub enum Linkage {
    /// `.visible`
    Visible,
    /// `.weak`
    Weak,
    /// `.extern`
    Extern,
}

impl Linkage {
    pub(super) fn of(directive: &str) -> Option<Self> {
        match directive {
            ".visible" => Some(Self::Visible),
            ".weak" => Some(Self::Weak),
            ".extern" => Some(Self::Extern),
            _ => None,
        }
    }
}

impl<'a> Entry<'a> {
    /// Finds the definition of the entry with this name. It reads the whole text, so that it mistakes
    /// nothing in it.
    ///
    /// ```
    /// use occupancy_binary::ptx::Entry;
    ///
    /// let text = ".version 8.0\n.target sm_90\n.visible .entry saxpy() .maxntid 256\n{ ret; }\n";
    /// let entry = Entry::find(text, "saxpy")?;
    /// assert_eq!(entry.header.of(text).trim(), ".maxntid 256");
    /// let unknown = Entry::find(text, "axpy").unwrap_err();
    /// assert!(unknown.to_string().contains("`saxpy`"));
    /// # Ok::<(), occupancy_binary::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// An [`Error`] if the text is not PTX, has no entry of this name, only declares it, or defines it
    /// twice.
    pub fn find(text: &'a str, name: &str) -> Result<Self, Error> {
        Module::new(text)?.entry(name).copied()
    }

    /// The directives between the entry's name and its body, in their order.
    ///
    /// # Errors
    ///
    /// An [`Error`], with the place, if one does not follow the PTX ISA.
    #[doc(hidden)]
    pub fn directives(&self) -> Result<Vec<Directive>, Error> {
        let mut lexer = Lexer::within(self.text, self.header);
        let mut directives = Vec::new();
        while let Some(directive) = Directive::read(&mut lexer)? {
            directives.push(directive);
        }
        Ok(directives)
    }

    /// The bounds that the directives state. If a directive is stated twice, the last one counts, as for
    /// ptxas 12.9 and 13.5.
    ///
    /// # Errors
    ///
    /// An [`Error`], with the place, if a directive does not follow the PTX ISA.
    ///
    /// ```
    /// use occupancy_binary::ptx::{BlockBound, Entry};
    ///
    /// let text = ".version 8.0 .target sm_90 .entry k .reqntid 0x80 .minnctapersm 4 { ret; }";
    /// let bounds = Entry::find(text, "k")?.bounds()?;
    /// assert_eq!(bounds.block, Some(BlockBound::Required((128, 1, 1))));
    /// assert_eq!(bounds.min_blocks, Some(4));
    /// assert_eq!(bounds.max_registers, None);
    /// # Ok::<(), occupancy_binary::Error>(())
    /// ```
    pub fn bounds(&self) -> Result<Bounds, Error> {
        let mut bounds = Bounds::new();
        for Directive { kind, value, .. } in self.directives()? {
            match kind {
                DirectiveKind::MaxThreads => bounds.block = Some(BlockBound::Max(value)),
                DirectiveKind::RequiredThreads => bounds.block = Some(BlockBound::Required(value)),
                DirectiveKind::MinBlocksPerSm => bounds.min_blocks = Some(value.0),
                DirectiveKind::MaxRegisters => bounds.max_registers = Some(value.0),
                DirectiveKind::RequiredCluster => bounds.cluster_dim = Some(value),
                _ => {}
            }
        }
        Ok(bounds)
    }

    /// What the entry states.
    pub(super) fn stated(&self) -> Result<Compiled<'a>, Error> {
        let bounds = self.bounds()?;
        let mut compiled = Compiled::ptx(self.name, self.target.numbers(), self.target.suffix);
        match bounds.block {
            Some(BlockBound::Max(block)) => compiled.max_block = Some(block),
            Some(BlockBound::Required(block)) => compiled.required_block = Some(block),
            None => {}
        }
        compiled.min_blocks = bounds.min_blocks;
        compiled.register_cap = bounds.max_registers;
        compiled.cluster_dim = bounds.cluster_dim;
        for directive in self.directives()? {
            match directive.kind {
                DirectiveKind::MaxClusterRank => {
                    compiled.max_cluster_rank = Some(directive.value.0);
                }
                DirectiveKind::ExplicitCluster => compiled.is_cluster_explicit = true,
                _ => {}
            }
        }
        Ok(compiled)
    }
}

/// Bytes `start..end` of the PTX text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(hidden)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Span {
    /// The text of the span; empty if the span is outside of this text.
    ///
    /// ```
    /// use occupancy_binary::ptx::Span;
    ///
    /// assert_eq!(Span { start: 1, end: 6 }.of(".entry k"), "entry");
    /// assert_eq!(Span { start: 5, end: 99 }.of(".entry k"), "");
    /// ```
    pub fn of(self, text: &str) -> &str {
        text.get(self.start..self.end).unwrap_or_default()
    }
}

/// The PTX ISA version of a module: `.version 8.0`.
///
/// Source: PTX ISA 9.1, 11.1.1 `.version`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[doc(hidden)]
pub struct Version {
    /// The 8 of 8.0.
    pub major: u32,
    /// The 0 of 8.0.
    pub minor: u32,
}

impl Version {
    /// `None` if it is not a major and a minor number.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (major, minor) = text.split_once('.')?;
        Some(Self {
            major: major.parse().ok()?,
            minor: minor.parse().ok()?,
        })
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

/// The target of a module: `.target sm_90a`. `compute_90` is another word for `sm_90`.
///
/// Source: PTX ISA 9.1, 11.1.2 `.target`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(hidden)]
pub struct Target {
    /// The 90 of `sm_90`, the 120 of `sm_120`.
    pub number: u32,
    /// Which GPUs the module runs on.
    pub suffix: Suffix,
}

impl Target {
    /// The target with this name; `None` if it is not `sm_` or `compute_` and a number.
    pub(super) fn parse(name: &str) -> Option<Self> {
        let name = name
            .strip_prefix("sm_")
            .or_else(|| name.strip_prefix("compute_"))?;
        let (digits, suffix) = if let Some(digits) = name.strip_suffix('a') {
            (digits, Suffix::Architecture)
        } else if let Some(digits) = name.strip_suffix('f') {
            (digits, Suffix::Family)
        } else {
            (name, Suffix::None)
        };
        if digits.len() > 1 && digits.starts_with('0') {
            return None;
        }
        let number = digits.parse().ok()?;
        Some(Self { number, suffix })
    }

    /// Major and minor of the compute capability.
    pub(super) const fn numbers(self) -> (u32, u32) {
        (self.number / 10, self.number % 10)
    }

    /// The limits of an SM of this target, if they are known.
    ///
    /// ```
    /// use occupancy_binary::ptx::Entry;
    /// use occupancy_core::compute_capabilities::SM_90;
    ///
    /// let entry = Entry::find(".version 8.0 .target sm_90a .entry k { ret; }", "k")?;
    /// assert_eq!(entry.target.compute_capability(), Some(&SM_90));
    /// # Ok::<(), occupancy_binary::Error>(())
    /// ```
    pub fn compute_capability(self) -> Option<&'static ComputeCapability> {
        let (major, minor) = self.numbers();
        ComputeCapability::of(major, minor)
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sm_{}{}", self.number, self.suffix.letter())
    }
}

#[cfg(test)]
mod tests {
    use super::Version;

    #[test]
    fn versions() {
        let read = |text| Version::parse(text).map(|version| (version.major, version.minor));
        assert_eq!(read("8.0"), Some((8, 0)));
        assert_eq!(read("08.00"), Some((8, 0)));
        for text in ["8", "8.", ".0", "8.0f", "8.0.1", "99999999999.0"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
