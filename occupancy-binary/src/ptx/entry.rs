//! The entries of a module.

use alloc::vec::Vec;

use super::directive::{Directive, DirectiveKind};
use super::lexer::Lexer;
use super::{BlockBound, Bounds, Error, Span, Target, Version};
use occupancy_core::Compiled;

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
