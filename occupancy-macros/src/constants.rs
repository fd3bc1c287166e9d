//! Arguments with the values of constants in their places, for pages: [`occupancy_constants`] reads them from
//! the crate's source, and [`crate::verified`] has the compiler compare them with its own.

use std::cell::RefCell;
use std::path::Path;

use occupancy_constants::{
    Constant, Constants, Evaluated, Module, UnknownValue, Why, rustc_arguments,
};
use occupancy_core::{Arch, Ratio};
use occupancy_report::Unresolved;
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Expr, ExprLit, Lit, LitStr};

use crate::key::Key;
use crate::number::Number;
use crate::syntax::{
    ArchValue, Args, ArgumentValue, ByWarps, Dims, MOST_WARPS, NamedArch, OfBlock, expression, text,
};
use crate::tokens::first_span;

/// Where the arguments stand.
pub(crate) enum Scope<'a> {
    /// Where their tokens are.
    OfTokens,
    /// In the module of this path from the root of the crate, which `root` is the first file of.
    Module(&'a Path, &'a [String]),
}

/// What was read.
#[derive(Default)]
pub(crate) struct ReadConstants {
    pub(crate) values: Vec<ReadValue>,
    /// What is not known.
    pub(crate) unknown: Vec<UnknownValue>,
}

/// A value that was read for the page; the compiler's own value counts.
pub(crate) struct ReadValue {
    /// What it was written as.
    pub(crate) written: Written,
    pub(crate) value: Known,
    /// The constants that it names.
    pub(crate) named: Vec<Constant>,
    pub(crate) key: Key,
    /// The element of a tuple, from 0.
    pub(crate) axis: usize,
    /// The `on(…)` that it is in, from 1; 0 beside `arch`.
    pub(crate) configuration: usize,
}

/// An expression of the author's, by the form that the library takes.
pub(crate) enum Written {
    Integer(Expr),
    /// Shared memory of a block that is searched.
    ByWarps(Expr),
    Dims(Expr),
    Ratio(Expr),
    Arch(Expr),
    Text(Expr),
}

/// A value that was read.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Known {
    Integer(i128),
    /// Bytes of blocks of 1, 2, 3 … warps; `u32::MAX` for sizes that do not count.
    ByWarps(Vec<u32>),
    Dims([i128; 3]),
    Ratio(Ratio),
    Arch(Arch),
    Text(String),
}

impl ReadConstants {
    /// The constants of the crate that values name, each once.
    pub(crate) fn constants(&self) -> Vec<occupancy_report::Constant> {
        let mut all = Vec::new();
        for named in self.values.iter().flat_map(|value| &value.named) {
            let Some(definition) = named.definition.clone() else {
                continue;
            };
            let (path, value) = (named.path.clone(), named.to_string());
            let one = occupancy_report::Constant::new(path, value, definition);
            if !all.contains(&one) {
                all.push(one);
            }
        }
        all
    }

    /// What is not known, each once.
    pub(crate) fn unresolved(&self) -> Vec<Unresolved> {
        let mut all: Vec<Unresolved> = Vec::new();
        for UnknownValue { name, why } in &self.unknown {
            let one = Unresolved::new(name.clone(), why.to_string());
            if !all.contains(&one) {
                all.push(one);
            }
        }
        all
    }
}

thread_local! {
    /// The crate is read once for all of its launch types: a process documents one crate.
    #[allow(clippy::option_option, reason = "not read yet, and not known")]
    static CRATE: RefCell<Option<Option<Constants>>> = const { RefCell::new(None) };
}

/// The arguments with the values of constants in their places, and what was read.
///
/// `configuration` is the number of the `on(…)` that they are for, from 1, or 0.
pub(crate) fn arguments(
    args: &Args,
    scope: &Scope<'_>,
    configuration: usize,
) -> (Args, ReadConstants) {
    let mut read_constants = ReadConstants::default();
    let is_known = args.deferred().is_empty() && args.text(Key::Kernel).is_none_or(is_text);
    if is_known {
        return (args.clone(), read_constants);
    }
    CRATE.with_borrow_mut(|read| {
        let mut reader = Reader {
            constants: of_crate(read, scope),
            scope,
            read_constants: &mut read_constants,
            axis: 0,
            configuration,
            block: None,
        };
        let args = reader.arguments(args);
        (args, read_constants)
    })
}

fn is_text(text: &Expr) -> bool {
    literal(text).is_some()
}

fn literal(text: &Expr) -> Option<&LitStr> {
    match text {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Some(text),
        _ => None,
    }
}

/// The constants of the crate; `None` where it is not known which that is.
#[allow(clippy::option_option, reason = "not read yet, and not known")]
fn of_crate<'a>(
    read: &'a mut Option<Option<Constants>>,
    scope: &Scope<'_>,
) -> Option<&'a mut Constants> {
    let read = read.get_or_insert_with(|| Constants::read(&rustc_arguments()?));
    let constants = read.as_mut()?;
    if let Scope::Module(root, _) = scope
        && root.canonicalize().ok()? != constants.root()
    {
        return None;
    }
    Some(constants)
}

struct Reader<'a> {
    constants: Option<&'a mut Constants>,
    scope: &'a Scope<'a>,
    read_constants: &'a mut ReadConstants,
    axis: usize,
    configuration: usize,
    /// The block that values can name.
    block: Option<(u32, u32, u32)>,
}

impl Reader<'_> {
    fn arguments(&mut self, args: &Args) -> Args {
        if let Some(constants) = &mut self.constants {
            let library = args.library().to_string().replace(' ', "");
            constants.set_library(library.trim_start_matches("::"));
        }
        let mut out = args.clone();
        self.each(&mut out, &|reader, key, value, _| {
            if let ArgumentValue::Dims(dims) = value {
                reader.dims(key, dims);
            }
        });
        self.block = out.known_dims(Key::Threads);
        self.by_warps(&mut out);
        self.each(&mut out, &|reader, key, value, tokens| match value {
            ArgumentValue::Integer(number) => reader.integer_of_block(key, number, tokens),
            ArgumentValue::Accumulator(Number::Deferred(expression)) => {
                let text = text(&expression.to_token_stream());
                reader
                    .read_constants
                    .unknown
                    .push(UnknownValue::new(&text, Why::Calculation));
            }
            _ => {}
        });
        // Nothing else can name it.
        self.block = None;
        self.each(&mut out, &|reader, key, value, _| match value {
            ArgumentValue::Ratio(ratio) => reader.ratio(key, ratio),
            ArgumentValue::Archs(archs) => archs.iter_mut().for_each(|arch| reader.arch(arch)),
            ArgumentValue::Text(text) => reader.text(key, text),
            _ => {}
        });
        out
    }

    fn each(
        &mut self,
        args: &mut Args,
        read: &dyn Fn(&mut Self, Key, &mut ArgumentValue, &TokenStream),
    ) {
        for (key, value) in args.values_mut() {
            read(self, key, &mut value.value, &value.tokens);
        }
    }

    /// A number as the author wrote it, who can name the block in it.
    fn integer_of_block(&mut self, key: Key, number: &mut Number<u64>, tokens: &TokenStream) {
        if let Number::Deferred(_) = number
            && let Some(expression) = expression(tokens)
        {
            self.integer(key, expression, number);
        }
    }

    fn number(&mut self, key: Key, number: &mut Number<u64>) {
        if let Number::Deferred(expression) = &*number {
            self.integer(key, expression.clone(), number);
        }
    }

    fn integer(&mut self, key: Key, expression: Expr, number: &mut Number<u64>) {
        let known = self.read(&expression, &mut |value| {
            value.integer().map(Known::Integer)
        });
        if let Some((Known::Integer(value), named)) = known
            // What is out of range is the compiler's to refuse.
            && let Ok(known) = u64::try_from(value)
            && known <= key.most()
        {
            *number = Number::Known(known);
            self.push(
                key,
                Written::Integer(expression),
                Known::Integer(value),
                named,
            );
        }
    }

    /// Shared memory that depends on a block which is searched.
    fn by_warps(&mut self, args: &mut Args) {
        let Some(ByWarps::Deferred(tokens, first, last)) = &args.smem_by_warps else {
            return;
        };
        // That of a block that is stated is read as it is.
        if args.auto().is_none() {
            return;
        }
        let (Some(expression), first, last) = (expression(tokens), *first, *last) else {
            return;
        };
        let mut bytes = vec![u32::MAX; MOST_WARPS as usize];
        let mut named = Vec::new();
        for (warps, bytes) in (1..).zip(&mut bytes) {
            if !(first..=last).contains(&warps) {
                continue;
            }
            self.block = Some((32 * warps, 1, 1));
            let known = self.read(&expression, &mut |value| {
                value.integer().map(Known::Integer)
            });
            self.block = None;
            let Some((Known::Integer(value), constants)) = known else {
                return;
            };
            // As the library takes what 32 bits do not hold.
            *bytes = u32::try_from(value).unwrap_or(u32::MAX);
            named = constants;
        }
        if let Some(tokens) = args.tokens(Key::Smem).cloned() {
            // What every block asks for, until one is chosen.
            let of_each = bytes.iter().copied().min().unwrap_or_default();
            let of_each = ArgumentValue::Integer(Number::Known(of_each.into()));
            args.set(Key::Smem, of_each, tokens);
        }
        args.smem_by_warps = Some(ByWarps::Known(bytes.clone()));
        let written = Written::ByWarps(expression);
        self.push(Key::Smem, written, Known::ByWarps(bytes), named);
    }

    fn dims(&mut self, key: Key, dims: &mut Dims) {
        let whole = match dims {
            Dims::Axes(axes) => {
                for (axis, number) in axes.iter_mut().enumerate() {
                    self.axis = axis;
                    self.number(key, number);
                }
                self.axis = 0;
                return;
            }
            Dims::Whole(whole) => whole.clone(),
        };
        let known = self.read(&whole, &mut |value| value.extents().map(Known::Dims));
        if let Some((Known::Dims(extents), named)) = known
            && let [Ok(x), Ok(y), Ok(z)] = extents.map(u32::try_from)
        {
            *dims = Dims::Axes(Box::new(
                [x, y, z].map(|extent| Number::Known(extent.into())),
            ));
            self.push(key, Written::Dims(whole), Known::Dims(extents), named);
        }
    }

    fn ratio(&mut self, key: Key, number: &mut Number<Ratio>) {
        let Number::Deferred(expression) = &*number else {
            return;
        };
        let expression = expression.clone();
        let known = self.read(&expression, &mut |value| value.ratio().map(Known::Ratio));
        if let Some((Known::Ratio(ratio), named)) = known {
            *number = Number::Known(ratio);
            self.push(key, Written::Ratio(expression), Known::Ratio(ratio), named);
        }
    }

    fn arch(&mut self, arch: &mut ArchValue) {
        let ArchValue::Deferred(expression) = &*arch else {
            return;
        };
        let expression = expression.clone();
        let mut name = None;
        let known = self.read(&expression, &mut |value| {
            let arch = value.arch().or_else(|| {
                // It can state a target.
                name = value.text().map(str::to_owned);
                Arch::find(value.text()?).ok()
            });
            arch.map(Known::Arch)
        });
        if let Some((Known::Arch(found), named)) = known {
            let name = name.as_deref().unwrap_or(found.name());
            let name = LitStr::new(name, first_span(&expression.to_token_stream()));
            *arch = ArchValue::Named(NamedArch { arch: found, name });
            self.push(
                Key::Arch,
                Written::Arch(expression),
                Known::Arch(found),
                named,
            );
        }
    }

    fn text(&mut self, key: Key, text: &mut Expr) {
        if literal(text).is_some() {
            return;
        }
        let expression = text.clone();
        let known = self.read(&expression, &mut |value| {
            let text = value.text()?;
            Some(Known::Text(text.to_owned()))
        });
        if let Some((Known::Text(found), named)) = known {
            let literal = LitStr::new(&found, first_span(&expression.to_token_stream()));
            *text = Expr::Lit(ExprLit {
                attrs: Vec::new(),
                lit: Lit::Str(literal),
            });
            self.push(key, Written::Text(expression), Known::Text(found), named);
        }
    }

    fn push(&mut self, key: Key, written: Written, value: Known, named: Vec<Constant>) {
        self.read_constants.values.push(ReadValue {
            written,
            value,
            named,
            key,
            axis: self.axis,
            configuration: self.configuration,
        });
    }

    /// The value of an expression in the form that its argument takes, and the constants that it names.
    fn read(
        &mut self,
        expression: &Expr,
        form: &mut dyn FnMut(&Evaluated) -> Option<Known>,
    ) -> Option<(Known, Vec<Constant>)> {
        let tokens = expression.to_token_stream();
        let read = self.value(&tokens).and_then(|value| match form(&value) {
            Some(known) => Ok((known, value.constants)),
            None => Err(UnknownValue::new("", Why::Calculation)),
        });
        match read {
            Ok(read) => Some(read),
            Err(mut unknown) => {
                if unknown.name.is_empty() {
                    unknown.name = text(&tokens);
                }
                self.read_constants.unknown.push(unknown);
                None
            }
        }
    }

    fn value(&mut self, tokens: &TokenStream) -> Result<Evaluated, UnknownValue> {
        let unclear = || UnknownValue::new("", Why::Unclear);
        let constants = self.constants.as_mut().ok_or_else(unclear)?;
        // Braces leave a value to the compiler.
        if let [TokenTree::Group(group)] = tokens.clone().into_iter().collect::<Vec<_>>().as_slice()
            && group.delimiter() == proc_macro2::Delimiter::Brace
        {
            return Err(UnknownValue::new("", Why::Left));
        }
        let module = match self.scope {
            Scope::OfTokens => {
                let module = module_of(constants, tokens);
                module.ok_or_else(|| UnknownValue::new("", Why::InMacro))?
            }
            Scope::Module(_, path) => constants.module(path).ok_or_else(unclear)?,
        };
        let expression = tokens.to_string();
        match self.block {
            Some(block) => {
                let names = OfBlock::ALL.map(|name| (name.name(), name.of(block)));
                constants.value(module, &expression, &names)
            }
            None => constants.value(module, &expression, &[]),
        }
    }
}

/// The module that all of the tokens stand in. What a macro wrote stands in several, or in none.
fn module_of(constants: &mut Constants, tokens: &TokenStream) -> Option<Module> {
    if !proc_macro::is_available() {
        return None;
    }
    let mut found = None;
    for token in tokens.clone() {
        let module = match &token {
            TokenTree::Ident(name) => module_at(constants, name.span())?,
            TokenTree::Group(group) => {
                if group.delimiter() == proc_macro2::Delimiter::None {
                    return None;
                }
                let inside = group.stream();
                if inside.is_empty() {
                    continue;
                }
                module_of(constants, &inside)?
            }
            token => module_at(constants, token.span())?,
        };
        if found.is_some_and(|found| found != module) {
            return None;
        }
        found = Some(module);
    }
    found
}

fn module_at(constants: &mut Constants, span: Span) -> Option<Module> {
    let span = span.unwrap();
    let file = span.local_file()?;
    constants.module_at(&file, span.line(), span.column())
}
