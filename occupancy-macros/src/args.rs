//! Tokens → arguments: each value with the tokens it was written in, each fault reported.
//!
//! Arguments are split at commas first and parsed one by one, so that a fault in one hides no other.

use occupancy_core::{Arch, Ratio};
use proc_macro2::{Delimiter, Spacing, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Expr, Ident, Lit, LitStr, Path};

use crate::errors::{self, Errors};
use crate::key::Key;
use crate::number::{self, Fault};

/// A value and the tokens that it was written in, where its faults are shown.
#[derive(Clone)]
pub(crate) struct Spanned<T> {
    pub(crate) value: T,
    pub(crate) tokens: TokenStream,
}

/// The arguments as written. What is absent or faulty is `None`; `given` tells which.
#[derive(Default)]
pub(crate) struct Args {
    pub(crate) archs: Option<Spanned<Vec<NamedArch>>>,
    pub(crate) threads: Option<Spanned<(u32, u32, u32)>>,
    pub(crate) regs: Option<Spanned<u32>>,
    pub(crate) min_blocks: Option<Spanned<u32>>,
    pub(crate) smem: Option<Spanned<u32>>,
    pub(crate) static_smem: Option<Spanned<u32>>,
    pub(crate) barriers: Option<Spanned<u32>>,
    pub(crate) carveout: Option<Spanned<u32>>,
    pub(crate) grid: Option<Spanned<(u32, u32, u32)>>,
    pub(crate) elements: Option<Spanned<u64>>,
    pub(crate) items_per_thread: Option<Spanned<u32>>,
    pub(crate) tail_efficiency: Option<Spanned<Ratio>>,
    pub(crate) min_occupancy: Option<Spanned<Ratio>>,
    pub(crate) name: Option<Ident>,
    pub(crate) crate_path: Option<Path>,
    pub(crate) allow_partial_warp: bool,
    given: Vec<Key>,
}

/// A GPU under the name that the author gave it.
#[derive(Clone)]
pub(crate) struct NamedArch {
    pub(crate) arch: Arch,
    pub(crate) name: LitStr,
}

impl Args {
    pub(crate) fn parse(tokens: TokenStream, errors: &mut Errors) -> Self {
        let mut args = Self::default();
        for argument in split_at_commas(tokens) {
            args.argument(argument, errors);
        }
        if args.given(Key::Grid)
            && let Some(elements) = &args.elements
        {
            errors.at(&elements.tokens, errors::conflict(Key::Elements, Key::Grid));
        }
        args
    }

    /// Whether the argument is there, right or wrong.
    pub(crate) fn given(&self, key: Key) -> bool {
        self.given.contains(&key)
    }

    fn argument(&mut self, tokens: Vec<TokenTree>, errors: &mut Errors) {
        let all: TokenStream = tokens.iter().cloned().collect();
        let mut rest = tokens.into_iter();
        let Some(TokenTree::Ident(name)) = rest.next() else {
            return errors.at(&all, errors::malformed(&all.to_string()));
        };
        let Some(key) = Key::find(&name.to_string()) else {
            return errors.at(&name, errors::unknown_key(&name.to_string()));
        };
        if self.given(key) {
            return errors.at(&name, errors::duplicate(key));
        }
        self.given.push(key);
        let value: Vec<TokenTree> = match (key, rest.next()) {
            (Key::Allow, Some(TokenTree::Group(names)))
                if names.delimiter() == Delimiter::Parenthesis =>
            {
                return self.allow(names.stream(), errors);
            }
            (Key::Allow, _) => return errors.at(&all, errors::wrong_form(key, "this", None)),
            (_, Some(TokenTree::Punct(equals)))
                if equals.as_char() == '=' && equals.spacing() == Spacing::Alone =>
            {
                rest.collect()
            }
            // `regs = -1` is one `=` joined to nothing, `regs == 1` is two.
            (_, Some(TokenTree::Punct(equals))) if equals.as_char() == '=' => {
                let value: Vec<TokenTree> = rest.collect();
                if matches!(value.first(), Some(TokenTree::Punct(second)) if second.as_char() == '=')
                {
                    return errors.at(&all, errors::malformed(&all.to_string()));
                }
                value
            }
            _ => return errors.at(&all, errors::wrong_form(key, "nothing", None)),
        };
        if value.is_empty() {
            return errors.at(&all, errors::wrong_form(key, "nothing", None));
        }
        self.value(key, value.into_iter().collect(), errors);
    }

    fn value(&mut self, key: Key, tokens: TokenStream, errors: &mut Errors) {
        match key {
            Key::Arch => self.archs = archs(tokens, errors),
            Key::Threads => self.threads = dims(key, tokens, errors),
            Key::Grid => self.grid = dims(key, tokens, errors),
            Key::Regs => self.regs = integer(key, tokens, errors),
            Key::MinBlocks => self.min_blocks = integer(key, tokens, errors),
            Key::Smem => self.smem = integer(key, tokens, errors),
            Key::StaticSmem => self.static_smem = integer(key, tokens, errors),
            Key::Barriers => self.barriers = integer(key, tokens, errors),
            Key::Carveout => self.carveout = integer(key, tokens, errors),
            Key::Elements => self.elements = integer(key, tokens, errors),
            Key::ItemsPerThread => self.items_per_thread = integer(key, tokens, errors),
            Key::TailEfficiency => self.tail_efficiency = ratio(key, tokens, errors),
            Key::MinOccupancy => self.min_occupancy = ratio(key, tokens, errors),
            Key::Name => match syn::parse2::<Ident>(tokens.clone()) {
                Ok(name) => self.name = Some(name),
                Err(_) => errors.at(
                    &tokens,
                    errors::wrong_form(key, "this", struct_name(&tokens).as_deref()),
                ),
            },
            Key::Crate => match syn::parse::Parser::parse2(Path::parse_mod_style, tokens.clone()) {
                Ok(path) => self.crate_path = Some(path),
                Err(_) => errors.at(&tokens, errors::wrong_form(key, "this", None)),
            },
            // Taken before a value is looked for.
            Key::Allow => {}
        }
    }

    fn allow(&mut self, names: TokenStream, errors: &mut Errors) {
        let names = split_at_commas(names);
        if names.is_empty() {
            errors.at_span(Span::call_site(), errors::unknown_allow(""));
        }
        for name in names {
            let tokens: TokenStream = name.into_iter().collect();
            let name = tokens.to_string();
            if name == "partial_warp" {
                self.allow_partial_warp = true;
            } else {
                errors.at(&tokens, errors::unknown_allow(&name));
            }
        }
    }
}

/// The parts between top-level commas; an empty last part, after a trailing comma, is none.
fn split_at_commas(tokens: TokenStream) -> Vec<Vec<TokenTree>> {
    let mut parts = vec![Vec::new()];
    for token in tokens {
        match (&token, parts.last_mut()) {
            (TokenTree::Punct(comma), Some(part)) if comma.as_char() == ',' && !part.is_empty() => {
                parts.push(Vec::new());
            }
            (_, Some(part)) => part.push(token),
            (_, None) => {}
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

fn archs(tokens: TokenStream, errors: &mut Errors) -> Option<Spanned<Vec<NamedArch>>> {
    let mut group = tokens.clone().into_iter();
    let names: Vec<TokenStream> = match (group.next(), group.next()) {
        (Some(TokenTree::Group(list)), None) if list.delimiter() == Delimiter::Bracket => {
            split_at_commas(list.stream())
                .into_iter()
                .map(TokenStream::from_iter)
                .collect()
        }
        _ => vec![tokens.clone()],
    };
    if names.is_empty() {
        errors.at(
            &tokens,
            errors::wrong_form(Key::Arch, "an empty list", None),
        );
        return None;
    }
    let mut archs: Vec<NamedArch> = Vec::new();
    for name in &names {
        if let Some(found) = arch(name, errors) {
            if archs.iter().any(|other| other.arch == found.arch) {
                errors.at(name, errors::duplicate_arch(&found.name.value()));
            } else {
                archs.push(found);
            }
        }
    }
    // The rest of a list is still checked where one name in it is wrong.
    (!archs.is_empty()).then_some(Spanned {
        value: archs,
        tokens,
    })
}

fn arch(tokens: &TokenStream, errors: &mut Errors) -> Option<NamedArch> {
    let Ok(Lit::Str(name)) = syn::parse2::<Lit>(tokens.clone()) else {
        let quoted = tokens.to_string().replace([' ', '"'], "");
        let help = format!("arch = \"{quoted}\"");
        let help = Arch::find(&quoted).is_ok().then_some(help.as_str());
        errors.at(tokens, errors::wrong_form(Key::Arch, "this", help));
        return None;
    };
    match Arch::find(&name.value()) {
        Ok(arch) => Some(NamedArch { arch, name }),
        Err(unknown) => {
            errors.at(&name, errors::unknown_arch(&name.value(), &unknown));
            None
        }
    }
}

fn integer<T: TryFrom<i128> + Limit>(
    key: Key,
    tokens: TokenStream,
    errors: &mut Errors,
) -> Option<Spanned<T>> {
    let Ok(expression) = syn::parse2::<Expr>(tokens.clone()) else {
        errors.at(&tokens, errors::wrong_form(key, "this", None));
        return None;
    };
    let value = number(key, &expression, errors)?;
    Some(Spanned { value, tokens })
}

/// `256`, `(32, 8)` or `(8, 8, 4)`.
fn dims(key: Key, tokens: TokenStream, errors: &mut Errors) -> Option<Spanned<(u32, u32, u32)>> {
    let value = match syn::parse2::<Expr>(tokens.clone()) {
        Ok(Expr::Tuple(tuple)) if (1..=3).contains(&tuple.elems.len()) => {
            // Every element is looked at before one that is faulty ends it.
            let numbers: Vec<Option<u32>> = tuple
                .elems
                .iter()
                .map(|element| number(key, element, errors))
                .collect();
            let mut numbers = numbers.into_iter();
            let mut axis = || numbers.next().unwrap_or(Some(1));
            (axis()?, axis()?, axis()?)
        }
        Ok(Expr::Tuple(tuple)) => {
            let found = format!("{} in parentheses", tuple.elems.len());
            errors.at(&tokens, errors::wrong_form(key, &found, None));
            return None;
        }
        Ok(expression) => (number(key, &expression, errors)?, 1, 1),
        Err(_) => {
            errors.at(&tokens, errors::wrong_form(key, "this", None));
            return None;
        }
    };
    Some(Spanned { value, tokens })
}

fn ratio(key: Key, tokens: TokenStream, errors: &mut Errors) -> Option<Spanned<Ratio>> {
    match number::ratio(&tokens) {
        Ok(value) => Some(Spanned { value, tokens }),
        Err(fault) => {
            report(key, &tokens, fault, errors);
            None
        }
    }
}

/// The largest value that an argument holds.
trait Limit {
    const MOST: u64;
}

impl Limit for u32 {
    const MOST: u64 = u32::MAX as u64;
}

impl Limit for u64 {
    const MOST: u64 = u64::MAX;
}

fn number<T: TryFrom<i128> + Limit>(key: Key, expression: &Expr, errors: &mut Errors) -> Option<T> {
    match number::integer(expression) {
        Ok(value) => {
            let fits = T::try_from(value).ok();
            if fits.is_none() {
                let fault = if value < 0 {
                    format!("is {value}: it cannot be negative")
                } else {
                    format!(
                        "is {value}: the most that can be written here is {}",
                        T::MOST
                    )
                };
                errors.at(expression, errors::arithmetic(key, &fault));
            }
            fits
        }
        Err(fault) => {
            report(key, expression, fault, errors);
            None
        }
    }
}

fn report(key: Key, tokens: impl ToTokens, fault: Fault, errors: &mut Errors) {
    let message = match fault {
        Fault::Form(found, number) => {
            let help = number.map(|number| format!("{} = {number}", key.name()));
            errors::wrong_form(key, found, help.as_deref())
        }
        Fault::Arithmetic(fault) => errors::arithmetic(key, &fault),
    };
    errors.at(tokens, message);
}

/// `name = SaxpyLaunch` for `name = "SaxpyLaunch"`.
fn struct_name(tokens: &TokenStream) -> Option<String> {
    let name = syn::parse2::<LitStr>(tokens.clone())
        .ok()?
        .parse::<Ident>()
        .ok()?;
    Some(format!("name = {name}"))
}
