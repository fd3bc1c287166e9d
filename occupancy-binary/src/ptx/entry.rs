//! The entries of a module.

use alloc::vec::Vec;

use super::directive::Directive;
use super::lexer::Lexer;
use super::{BlockBound, Bounds, Error, Span};
use occupancy_core::Compiled;
use occupancy_core::gpu::Suffix;

/// One `.entry` of a module: a definition, or a declaration without a body.
///
/// Source: PTX ISA 9.1, 11.2.1 `.entry`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry<'a> {
    /// The text of the module.
    pub text: &'a str,
    /// The name.
    pub name: &'a str,
    /// The PTX ISA version of the module, major and minor: `.version 8.0`.
    pub version: (u32, u32),
    /// The compute capability of the module's target, major and minor; of the last if there are several.
    pub compute_capability: (u32, u32),
    /// The letter of the target: `a` of `sm_90a`.
    pub suffix: Suffix,
    /// From the name or the parameter list to the body: where the directives are. Empty for a
    /// declaration.
    pub header: Span,
    /// The body with its braces; `None` for a declaration.
    pub body: Option<Span>,
}

impl<'a> Entry<'a> {
    /// The directives between the entry's name and its body, in their order.
    ///
    /// # Errors
    ///
    /// An [`Error`], with the place, if one does not follow the PTX ISA.
    #[doc(hidden)]
    pub fn directives(&self) -> Result<Vec<Directive<'a>>, Error> {
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
        let stated = self.stated()?;
        let required = stated.required_block.map(BlockBound::Required);
        Ok(Bounds {
            block: required.or(stated.max_block.map(BlockBound::Max)),
            min_blocks: stated.min_blocks,
            max_registers: stated.register_cap,
            cluster_dim: stated.cluster_dim,
            limits: None,
        })
    }

    /// What the directives state.
    pub(super) fn stated(&self) -> Result<Compiled<'a>, Error> {
        let mut compiled = Compiled::ptx(self.name, self.compute_capability, self.suffix);
        for Directive { name, value, .. } in self.directives()? {
            match name {
                ".maxntid" => {
                    (compiled.max_block, compiled.required_block) = (Some(value), None);
                }
                ".reqntid" => {
                    (compiled.max_block, compiled.required_block) = (None, Some(value));
                }
                ".minnctapersm" => compiled.min_blocks = Some(value.0),
                ".maxnreg" => compiled.register_cap = Some(value.0),
                ".reqnctapercluster" => compiled.cluster_dim = Some(value),
                ".maxclusterrank" => compiled.max_cluster_rank = Some(value.0),
                ".explicitcluster" => compiled.is_cluster_explicit = true,
                _ => {}
            }
        }
        Ok(compiled)
    }
}
