//! A module: its entries and their figures.

use alloc::collections::BTreeSet;
use core::cell::OnceCell;
use core::ops::Range;

use super::body::{Body, Place, Variable, bytes, declared, higher};
use super::lexer::{Kind, Lexer};
use super::{Entry, Error, ErrorKind, Span};
use crate::cubin::{Query, only};
use crate::prelude::*;
use occupancy_core::Compiled;
use occupancy_core::gpu::CodeForm;

/// The driver's functions that need neither shared memory nor barriers.
///
/// Source: CUDA C++ Programming Guide 13.0, Formatted Output, Dynamic Global Memory Allocation and
/// Assertion: what they are in PTX.
const OF_THE_DRIVER: [&str; 4] = ["vprintf", "malloc", "free", "__assertfail"];

/// The most steps, for each byte of the text, to find the functions that all entries together can reach. A normal module
/// takes less than one.
const STEPS_PER_BYTE: usize = 16;

/// A module of PTX, whose text is read once for all entries.
///
/// ```
/// use occupancy_binary::ptx::Module;
///
/// let text = ".version 8.0 .target sm_90
///     .entry first() { .shared .b8 a[64]; bar.sync 0; ret; }
///     .entry second() { ret; }";
/// let module = Module::new(text)?;
/// let mut used = Vec::new();
/// for entry in module.entries() {
///     let usage = module.usage(entry)?;
///     used.push((usage.name, usage.static_shared_memory, usage.barriers));
/// }
/// assert_eq!(used, [("first", Some(64), Some(1)), ("second", Some(0), Some(0))]);
/// # Ok::<(), occupancy_binary::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Module<'a> {
    text: &'a str,
    entries: Vec<Entry<'a>>,
    /// In the order of the alphabet. A name can have several meanings: a function is declared, and then defined.
    names: Vec<Named<'a>>,
    /// Set if a declaration of shared memory outside of functions has an unknown form.
    has_unknown_variables: bool,
    /// The alignment that the module's own shared memory pads the sum to, bytes.
    padding: u64,
    /// Set if a function has an unknown form.
    has_unknown_functions: bool,
    /// The byte after the last statement, before anything that is not one.
    end: usize,
}

/// A name, and one of its meanings.
type Named<'a> = (&'a str, Meaning<'a>);

#[derive(Debug)]
enum Meaning<'a> {
    /// A function without a body.
    Declared,
    /// A body, which is read when it is first reached: `None` if it calls an unknown function.
    Body(Span, OnceCell<Option<Body<'a>>>),
    /// Shared memory.
    Variable(Variable<'a>),
}

impl<'a> Entry<'a> {
    /// Finds the definition of the entry with this name, as [`Module::find`] does. It reads the whole text, so a comment
    /// or a string cannot mislead it.
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
        Module::new(text)?.find(name).copied()
    }
}

impl<'a> Module<'a> {
    /// Reads a module.
    ///
    /// # Errors
    ///
    /// An [`Error`] if the text is not PTX.
    pub fn new(text: &'a str) -> Result<Self, Error> {
        Self::read(text, usize::MAX)
    }

    /// Reads a module up to this number of entries, and no further.
    pub(crate) fn read(text: &'a str, most_entries: usize) -> Result<Self, Error> {
        let mut module = Self::default();
        module.walk(text, most_entries)?;
        Ok(module)
    }

    /// The part of a text that is a module. Other data may follow at once.
    #[cfg(feature = "files")]
    pub(crate) fn leading(text: &str) -> &str {
        let mut module = Module::default();
        let _ = module.walk(text, usize::MAX);
        text.get(..module.end).unwrap_or_default()
    }

    /// Reads the statements of the module.
    ///
    /// Source: PTX ISA 9.1, 4.3: statements begin with a directive, and end with `;` or a block.
    fn walk(&mut self, text: &'a str, most_entries: usize) -> Result<(), Error> {
        self.text = text;
        let mut lexer = Lexer::new(text);
        let (mut version, mut target, mut before) = (None, None, None);
        let (mut is_ended, mut is_module) = (false, true);
        while self.entries.len() < most_entries {
            let token = lexer.next()?;
            // A `,` and more may follow a list of values.
            let goes_on = token.kind == Kind::Directive || [",", ";"].contains(&token.text);
            is_module &= goes_on || !is_ended;
            is_ended = token.text == ";";
            match token.text {
                "" => break,
                "{" => {
                    lexer.block(token)?;
                    is_ended = true;
                }
                "}" => {
                    let fault = "a `}` closes nothing";
                    return Err(lexer.error(token.at, fault, "remove it"));
                }
                ".version" => version = lexer.version(token, version)?,
                ".target" => target = lexer.target(token, target)?,
                ".entry" => {
                    let entry = lexer.entry(token, version, target)?;
                    self.entries.push(entry);
                    self.define(entry.name, entry.body);
                    is_ended = true;
                }
                ".func" => match lexer.function() {
                    Some((name, body)) => {
                        self.define(name, body);
                        is_ended = true;
                    }
                    None => self.has_unknown_functions = true,
                },
                ".shared" => {
                    let declared = declared(before, token, lexer, Place::Module);
                    self.has_unknown_variables |= declared.is_none();
                    for variable in declared.unwrap_or_default() {
                        self.padding = self.padding.max(variable.padding());
                        self.names
                            .push((variable.name, Meaning::Variable(variable)));
                    }
                }
                _ => {}
            }
            before = Some(token);
            if is_ended && is_module {
                self.end = lexer.at;
            }
        }
        self.names.sort_unstable_by_key(|(name, _)| *name);
        Ok(())
    }

    fn define(&mut self, name: &'a str, body: Option<Span>) {
        let body = body.map(|body| Meaning::Body(body, OnceCell::new()));
        self.names.push((name, body.unwrap_or(Meaning::Declared)));
    }

    /// The entries in their order, with those that are only declared.
    pub fn entries(&self) -> &[Entry<'a>] {
        &self.entries
    }

    /// Finds the definition of the entry with this name, or else the only one with this name in the source,
    /// with or without namespaces, and with the arguments of its template or without.
    ///
    /// # Errors
    ///
    /// An [`Error`] if no entry has the name, several have it, or the entry is only declared.
    pub fn find(&self, kernel: &str) -> Result<&Entry<'a>, Error> {
        let mut same_name = self.defined().filter(|entry| entry.name == kernel);
        match (same_name.next(), same_name.next()) {
            (_, Some(again)) => {
                let fault = "an entry of this name is defined before";
                return Err(Lexer::new(self.text).error(again.header.start, fault, "remove one"));
            }
            (Some(entry), None) => return Ok(entry),
            (None, None) if self.entries.iter().any(|entry| entry.name == kernel) => {
                return Err(declared_only());
            }
            (None, None) => {}
        }
        let query = Query::new(kernel);
        let defined = self.defined().map(|entry| (entry, entry.name));
        let is_meant = |(_, name): &(_, &str)| query.matches(name.as_bytes());
        let matching: Vec<_> = defined.filter(is_meant).collect();
        only(&matching, kernel, CodeForm::Ptx, |candidates| {
            let mut names: Vec<_> = self.defined().map(|entry| entry.name).collect();
            // A mangled name contains the names that it is made from.
            names.sort_by_key(|name| !name.contains(kernel));
            candidates.look_in(&mut names.into_iter().map(Some));
        })
    }

    fn defined(&self) -> impl Iterator<Item = &Entry<'a>> {
        self.entries.iter().filter(|entry| entry.body.is_some())
    }

    /// The figures of an entry of this module: see [`usage`].
    ///
    /// # Errors
    ///
    /// An [`Error`] if the entry is only declared, or ptxas does not compile its directives: they do not follow the PTX
    /// ISA, are zero, exclude each other, or need another version or target.
    pub fn usage(&self, entry: &Entry<'a>) -> Result<Compiled<'a>, Error> {
        let body = entry.body.ok_or_else(declared_only)?;
        let directives = entry.directives()?;
        entry.check_directives(&directives)?;
        let mut compiled = entry.figures(&directives);
        if let Some((barriers, bytes, setmaxnreg)) = self.reach(body) {
            (compiled.barriers, compiled.static_shared_memory) = (barriers, bytes);
            compiled.setmaxnreg = (setmaxnreg != 0).then_some(setmaxnreg);
        }
        Ok(compiled)
    }

    /// The barriers, the static shared memory and the bits of `setmaxnreg` of the entry with this body, and of the functions
    /// that it can reach; `None` if not all of those are known.
    fn reach(&self, body: Span) -> Option<(Option<u32>, Option<u32>, u32)> {
        if self.has_unknown_functions {
            return None;
        }
        let steps = self.text.len().saturating_mul(STEPS_PER_BYTE);
        let mut left = steps.checked_div(self.entries.len())?;
        let (mut barriers, mut setmaxnreg, mut variables) = (Some(0), 0, Vec::new());
        let mut knows_variables = !self.has_unknown_variables;
        let unread = OnceCell::new();
        let mut next = vec![(body, &unread)];
        // The bytes where the bodies and the variables begin that the walk has come by.
        let mut visited = BTreeSet::from([body.start]);
        while let Some((span, read)) = next.pop() {
            let body = read
                .get_or_init(|| Body::read(self.text, span, |word| self.places(word)))
                .as_ref()?;
            barriers = higher(barriers, body.barriers);
            setmaxnreg |= body.setmaxnreg;
            let declared = body.variables.as_deref().unwrap_or_default();
            left = left.checked_sub(declared.len())?;
            knows_variables &= body.variables.is_some();
            variables.extend_from_slice(declared);
            for places in &body.names {
                let meanings = self.names.get(places.clone()).unwrap_or_default();
                left = left.checked_sub(meanings.len())?;
                let (mut is_declared, mut is_defined) = (false, false);
                for (name, meaning) in meanings {
                    match meaning {
                        Meaning::Declared => is_declared = !OF_THE_DRIVER.contains(name),
                        Meaning::Body(span, read) => {
                            is_defined = true;
                            if visited.insert(span.start) {
                                next.push((*span, read));
                            }
                        }
                        Meaning::Variable(variable) => {
                            if visited.insert(variable.at) {
                                variables.push(*variable);
                            }
                        }
                    }
                }
                // The body is in another module.
                if is_declared && !is_defined {
                    return None;
                }
            }
        }
        let bytes = bytes(variables, self.padding).filter(|_| knows_variables);
        Some((barriers, bytes, setmaxnreg))
    }

    /// The places of a name in the list; none if it is not one of the module's.
    fn places(&self, name: &str) -> Range<usize> {
        let start = self.names.partition_point(|(other, _)| *other < name);
        start..self.names.partition_point(|(other, _)| *other <= name)
    }
}

fn declared_only() -> Error {
    let fault = "the entry is declared, but its body is not in this PTX";
    let help = "take the PTX that defines it";
    Error::new(ErrorKind::DeclaredOnly, fault, help)
}

/// Reads a kernel of PTX: the figures that it determines of the machine code, which are bounds, static shared memory and
/// barriers.
///
/// `kernel` is the name of the entry; or its name in the source, with or without namespaces, if only one
/// entry has it. For several kernels of a text, [`Module`] reads it once.
///
/// ptxas decides registers, the stack and spills: no PTX has them. The driver's compiler may allocate
/// differently than ptxas does.
///
/// * [`Compiled::static_shared_memory`] has the variables that the entry and the functions that it can call declare, and
///   those of the module that they name, laid out as ptxas does. It is `None` if a function is called through
///   a register or is in another module, if a declaration has an unknown form, or if several functions,
///   or a function and the module, declare variables that ptxas may put together in another order, with other
///   gaps.
/// * [`Compiled::barriers`] is `None` if a number is in a register (ptxas may know it), if there is a
///   barrier of the cluster, or if static shared memory is not known.
///
/// ```
/// use occupancy_binary::ptx;
///
/// let text = ".version 8.0 .target sm_90
///     .visible .entry _Z3sumPKf(.param .u64 p) .maxntid 256 {
///         .shared .align 4 .b8 partial[1024];
///         bar.sync 0;
///         ret;
///     }";
/// let usage = ptx::usage(text, "sum")?;
/// assert_eq!(usage.max_block, Some((256, 1, 1)));
/// assert_eq!(usage.static_shared_memory, Some(1024));
/// assert_eq!(usage.barriers, Some(1));
/// # Ok::<(), occupancy_binary::Error>(())
/// ```
///
/// # Errors
///
/// An [`Error`] if the text is not PTX, or does not define such an entry.
pub fn usage<'a>(text: &'a str, kernel: &str) -> Result<Compiled<'a>, Error> {
    let module = Module::new(text)?;
    module.usage(module.find(kernel)?)
}
