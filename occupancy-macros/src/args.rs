//! Tokens → arguments: each value with the tokens it was written in, each fault reported.
//!
//! Arguments are split at commas first and parsed one by one, so that a fault in one hides no other.

use occupancy_core::{Advisory, Arch, Ratio};
use proc_macro2::{Delimiter, Group, Punct, Spacing, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::{Expr, ExprLit, ExprTuple, Ident, Lit, LitStr, Path};

use crate::errors::{self, Errors};
use crate::item::Item;
use crate::key::{self, Key};
use crate::number::{self, Fault, Number};

/// A value and the tokens that it was written in, where its faults are shown.
#[derive(Clone)]
pub(crate) struct Spanned<T> {
    pub(crate) value: T,
    pub(crate) tokens: TokenStream,
}

/// The arguments as written. What is absent or faulty is `None`; `given` tells which.
#[derive(Clone, Default)]
pub(crate) struct Args {
    pub(crate) archs: Option<Spanned<Vec<ArchValue>>>,
    pub(crate) threads: Option<Spanned<Dims>>,
    /// `threads = auto`: from so many threads to so many.
    pub(crate) auto: Option<Spanned<(u32, u32)>>,
    pub(crate) regs: Option<Spanned<Number<u32>>>,
    pub(crate) min_blocks: Option<Spanned<Number<u32>>>,
    pub(crate) smem: Option<Spanned<Number<u32>>>,
    pub(crate) static_smem: Option<Spanned<Number<u32>>>,
    pub(crate) barriers: Option<Spanned<Number<u32>>>,
    /// The path of the kernel's machine code, for `include_bytes!`.
    pub(crate) cubin: Option<Spanned<Expr>>,
    /// The path of the kernel's PTX, for `include_str!`.
    pub(crate) ptx: Option<Spanned<Expr>>,
    pub(crate) kernel: Option<Spanned<Expr>>,
    pub(crate) carveout: Option<Spanned<Number<u32>>>,
    pub(crate) grid: Option<Spanned<Dims>>,
    pub(crate) cluster: Option<Spanned<Dims>>,
    pub(crate) elements: Option<Spanned<Number<u64>>>,
    pub(crate) items_per_thread: Option<Spanned<Number<u32>>>,
    pub(crate) tail_efficiency: Option<Spanned<Number<Ratio>>>,
    pub(crate) min_occupancy: Option<Spanned<Number<Ratio>>>,
    pub(crate) name: Option<Ident>,
    pub(crate) docs: Documentation,
    pub(crate) crate_path: Option<Path>,
    pub(crate) allow_partial_warp: bool,
    /// `on("b200", …)`: the GPU, and the arguments that it has for itself.
    pub(crate) overrides: Vec<(NamedArch, Args)>,
    levels: Vec<(Advisory, Key)>,
    given: Vec<Key>,
    /// The names of all arguments as written, unknown ones too, for editors.
    pub(crate) names: Vec<Ident>,
    /// The names in `allow(…)`, `warn(…)` and `deny(…)`, as the names of arguments are kept.
    pub(crate) allowed: Vec<Ident>,
    /// Arguments that a misspelt name most likely means.
    misspelt: Vec<Key>,
}

/// What the launch struct's page shows of the configuration.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Documentation {
    #[default]
    Charts,
    Table,
    None,
}

/// Threads or blocks in x, y and z.
pub(crate) type Dims = [Number<u32>; 3];

/// A GPU by its name, or an expression for one.
#[derive(Clone)]
pub(crate) enum ArchValue {
    Named(NamedArch),
    Deferred(Expr),
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
        args.arguments(split_arguments(tokens, errors), errors);
        if args.given(Key::Grid)
            && let Some(elements) = &args.elements
        {
            errors.at(&elements.tokens, errors::conflict(Key::Elements, Key::Grid));
        }
        let own = args.overrides.iter().map(|(_, own)| own);
        let all: Vec<&Self> = std::iter::once(&args).chain(own).collect();
        for args in &all {
            if let (Some(_), Some(ptx)) = (&args.cubin, &args.ptx) {
                errors.at(&ptx.tokens, errors::two_files());
            }
        }
        let names_a_file = |args: &&Self| args.given(Key::Cubin) || args.given(Key::Ptx);
        if let Some(kernel) = &args.kernel
            && !all.iter().any(names_a_file)
        {
            errors.at(&kernel.tokens, errors::kernel_without_code());
        }
        args
    }

    /// Whether anything is known only to the compiler.
    pub(crate) fn is_deferred(&self) -> bool {
        fn deferred<T: Copy>(value: Option<&Spanned<Number<T>>>) -> bool {
            value.is_some_and(|value| value.value.known().is_none())
        }
        let dims = |value: Option<&Spanned<Dims>>| {
            value.is_some_and(|dims| dims.value.iter().any(|axis| axis.known().is_none()))
        };
        let archs = self.archs.as_ref().is_some_and(|archs| {
            archs
                .value
                .iter()
                .any(|arch| matches!(arch, ArchValue::Deferred(_)))
        });
        archs
            || self.code().is_some()
            || dims(self.threads.as_ref())
            || dims(self.grid.as_ref())
            || dims(self.cluster.as_ref())
            || deferred(self.elements.as_ref())
            || deferred(self.min_occupancy.as_ref())
            || deferred(self.tail_efficiency.as_ref())
            || self.numbers().any(|(_, value)| deferred(value))
    }

    /// Reports parameters and arguments of the function in a value: the launch struct cannot see them.
    pub(crate) fn refuse_parameters(&self, item: &Item, errors: &mut Errors) {
        for (_, value) in self.written() {
            if let Some(name) = find_ident(value, &item.parameters, true) {
                errors.at(&name, errors::parameter(&name.to_string()));
            } else if let Some(name) = find_ident(value, &item.arguments, false) {
                errors.at(&name, errors::argument(&name.to_string()));
            }
        }
    }

    /// A `Self` in a value.
    pub(crate) fn own_type(&self) -> Option<Ident> {
        let names = ["Self".to_owned()];
        self.written()
            .find_map(|(_, value)| find_ident(value, &names, true))
    }

    /// The arguments of the configuration, as they were written.
    pub(crate) fn written(&self) -> impl Iterator<Item = (&'static str, &TokenStream)> {
        [
            Key::Arch,
            Key::Threads,
            Key::Regs,
            Key::Smem,
            Key::StaticSmem,
            Key::Barriers,
            Key::Cubin,
            Key::Ptx,
            Key::Kernel,
            Key::Carveout,
            Key::Grid,
            Key::Cluster,
            Key::Elements,
            Key::ItemsPerThread,
            Key::MinBlocks,
            Key::MinOccupancy,
            Key::TailEfficiency,
        ]
        .into_iter()
        .filter_map(|key| Some((key.name(), self.tokens(key)?)))
    }

    /// The value that an argument of the configuration was written as.
    pub(crate) fn tokens(&self, key: Key) -> Option<&TokenStream> {
        fn of<T>(value: Option<&Spanned<T>>) -> Option<&TokenStream> {
            value.map(|value| &value.tokens)
        }
        match key {
            Key::Arch => of(self.archs.as_ref()),
            Key::Threads => of(self.threads.as_ref()).or(of(self.auto.as_ref())),
            Key::Regs => of(self.regs.as_ref()),
            Key::Smem => of(self.smem.as_ref()),
            Key::StaticSmem => of(self.static_smem.as_ref()),
            Key::Barriers => of(self.barriers.as_ref()),
            Key::Cubin => of(self.cubin.as_ref()),
            Key::Ptx => of(self.ptx.as_ref()),
            Key::Kernel => of(self.kernel.as_ref()),
            Key::Carveout => of(self.carveout.as_ref()),
            Key::Grid => of(self.grid.as_ref()),
            Key::Cluster => of(self.cluster.as_ref()),
            Key::Elements => of(self.elements.as_ref()),
            Key::ItemsPerThread => of(self.items_per_thread.as_ref()),
            Key::MinBlocks => of(self.min_blocks.as_ref()),
            Key::MinOccupancy => of(self.min_occupancy.as_ref()),
            Key::TailEfficiency => of(self.tail_efficiency.as_ref()),
            Key::Name | Key::Docs | Key::Crate | Key::On | Key::Allow | Key::Warn | Key::Deny => {
                None
            }
        }
    }

    /// The file of the kernel's code.
    pub(crate) fn code(&self) -> Option<&Spanned<Expr>> {
        self.cubin.as_ref().or(self.ptx.as_ref())
    }

    /// The library, as a path from the author's crate.
    pub(crate) fn library(&self) -> TokenStream {
        self.crate_path
            .as_ref()
            .map_or_else(|| quote!(::occupancy), ToTokens::to_token_stream)
    }

    /// The name of the launch struct.
    pub(crate) fn launch_name(&self, item: &Item) -> Ident {
        self.name.clone().unwrap_or_else(|| item.launch_name())
    }

    /// The arguments of one 32-bit number, by their variant of core's `Argument`.
    pub(crate) fn numbers(
        &self,
    ) -> impl Iterator<Item = (&'static str, Option<&Spanned<Number<u32>>>)> {
        [
            ("Registers", self.regs.as_ref()),
            ("MinBlocks", self.min_blocks.as_ref()),
            ("DynamicSharedMemory", self.smem.as_ref()),
            ("StaticSharedMemory", self.static_smem.as_ref()),
            ("Barriers", self.barriers.as_ref()),
            ("Carveout", self.carveout.as_ref()),
            ("ItemsPerThread", self.items_per_thread.as_ref()),
        ]
        .into_iter()
    }

    /// Whether the argument is there, right or wrong.
    pub(crate) fn given(&self, key: Key) -> bool {
        self.given.contains(&key)
    }

    /// Whether the argument is there, if under a name that is nearly its own.
    pub(crate) fn meant(&self, key: Key) -> bool {
        self.given(key) || self.misspelt.contains(&key)
    }

    fn arguments(&mut self, all: Vec<Vec<TokenTree>>, errors: &mut Errors) {
        let known = |argument: &Vec<TokenTree>| match argument.first() {
            Some(TokenTree::Ident(name)) => Key::find(&name.unraw().to_string()),
            _ => None,
        };
        let written: Vec<Key> = all.iter().filter_map(known).collect();
        for argument in all {
            self.argument(argument, &written, errors);
        }
    }

    fn argument(&mut self, tokens: Vec<TokenTree>, written: &[Key], errors: &mut Errors) {
        let all: TokenStream = tokens.iter().cloned().collect();
        let mut rest = tokens.into_iter();
        let Some(TokenTree::Ident(name)) = rest.next() else {
            return errors.at(&all, errors::malformed(&short(&all)));
        };
        self.names.push(name.clone());
        let rest: Vec<TokenTree> = rest.collect();
        let Some(key) = Key::find(&name.unraw().to_string()) else {
            let name_text = name.to_string();
            let nearest = key::nearest(&name_text);
            self.misspelt.extend(nearest);
            if let Some(meant) = nearest.filter(|nearest| written.contains(nearest)) {
                return errors.at(&name, errors::unknown_beside(&name_text, meant));
            }
            let value = rest
                .get(1..)
                .map(|value| short(&value.iter().cloned().collect()));
            return errors.at(
                &name,
                errors::unknown_key(&name_text, nearest, value.as_deref()),
            );
        };
        // Each `on` is about a GPU of its own.
        if self.given(key) && key != Key::On {
            return errors.at(&name, errors::duplicate(key));
        }
        self.given.push(key);
        match (key, rest.as_slice()) {
            (Key::On, [TokenTree::Group(group)]) if group.delimiter() == Delimiter::Parenthesis => {
                self.on(group, errors);
            }
            (Key::On, _) => {
                errors.at(&all, errors::wrong_form(key, &found(&all), None));
            }
            (Key::Allow | Key::Warn | Key::Deny, [TokenTree::Group(names)])
                if names.delimiter() == Delimiter::Parenthesis =>
            {
                self.levels(key, names, errors);
            }
            (Key::Allow | Key::Warn | Key::Deny, written) => {
                // What was meant is not reported as missing too.
                self.allow_partial_warp |= key == Key::Allow
                    && written
                        .iter()
                        .any(|token| token.to_string().contains("partial_warp"));
                errors.at(
                    &all,
                    errors::wrong_form(key, &format!("`{}`", short(&all)), None),
                );
            }
            (_, [TokenTree::Punct(equals), value @ ..])
                if equals.as_char() == '='
                    && !value.is_empty()
                    && !is_comparison(equals, value) =>
            {
                self.value(key, value.iter().cloned().collect(), errors);
            }
            // `threads: 256`, `threads(32, 8)`, `threads == 256`: the value is there.
            (_, written) => {
                let value: TokenStream = written
                    .iter()
                    .skip_while(|token| matches!(token, TokenTree::Punct(_)))
                    .cloned()
                    .collect();
                let help =
                    (!value.is_empty()).then(|| format!("{} = {}", key.name(), short(&value)));
                errors.at(&all, errors::no_value(key, help.as_deref()));
            }
        }
    }

    fn value(&mut self, key: Key, tokens: TokenStream, errors: &mut Errors) {
        // A parser that recurses would overflow the compiler's stack.
        if count(&tokens, 0) > MOST_TOKENS {
            return errors.at(
                &tokens,
                errors::wrong_form(key, "an expression of this size", None),
            );
        }
        match key {
            Key::Arch => self.archs = archs(tokens, errors),
            Key::Threads => match auto(&tokens) {
                Some(Ok(value)) => self.auto = Some(Spanned { value, tokens }),
                Some(Err(())) => errors.at(&tokens, errors::auto_range(&found(&tokens))),
                None => self.threads = dims(key, tokens, errors),
            },
            Key::Grid => self.grid = dims(key, tokens, errors),
            Key::Cluster => self.cluster = dims(key, tokens, errors),
            Key::Regs => self.regs = integer(key, tokens, errors),
            Key::MinBlocks => self.min_blocks = integer(key, tokens, errors),
            Key::Smem => self.smem = integer(key, tokens, errors),
            Key::StaticSmem => self.static_smem = integer(key, tokens, errors),
            Key::Barriers => self.barriers = integer(key, tokens, errors),
            Key::Cubin => self.cubin = text(key, tokens, errors),
            Key::Ptx => self.ptx = text(key, tokens, errors),
            Key::Kernel => self.kernel = text(key, tokens, errors),
            Key::Carveout => self.carveout = integer(key, tokens, errors),
            Key::Elements => self.elements = integer(key, tokens, errors),
            Key::ItemsPerThread => self.items_per_thread = integer(key, tokens, errors),
            Key::TailEfficiency => self.tail_efficiency = ratio(key, tokens, errors),
            Key::MinOccupancy => self.min_occupancy = ratio(key, tokens, errors),
            Key::Name => match syn::parse2::<Ident>(tokens.clone()) {
                Ok(name) => self.name = Some(name),
                Err(_) => errors.at(
                    &tokens,
                    errors::wrong_form(key, &found(&tokens), struct_name(&tokens).as_deref()),
                ),
            },
            Key::Docs => match documentation(&tokens) {
                Some(docs) => self.docs = docs,
                None => errors.at(&tokens, errors::wrong_form(key, &found(&tokens), None)),
            },
            Key::Crate => match syn::parse::Parser::parse2(Path::parse_mod_style, tokens.clone()) {
                Ok(path) => self.crate_path = Some(path),
                Err(_) => errors.at(
                    &tokens,
                    errors::wrong_form(key, &found(&tokens), crate_path(&tokens).as_deref()),
                ),
            },
            // Taken before a value is looked for.
            Key::On | Key::Allow | Key::Warn | Key::Deny => {}
        }
    }

    /// `on("b200", threads = 512, …)`.
    fn on(&mut self, group: &Group, errors: &mut Errors) {
        let mut parts = split_at_commas(group.stream()).into_iter();
        let name: TokenStream = parts.next().into_iter().flatten().collect();
        if name.is_empty() {
            return errors.at_span(group.span(), errors::wrong_form(Key::On, "nothing", None));
        }
        let Some(ArchValue::Named(named)) = arch(&name, errors) else {
            return;
        };
        if self
            .overrides
            .iter()
            .any(|(other, _)| other.arch == named.arch)
        {
            return errors.at(&name, errors::duplicate_arch(&named.name.value()));
        }
        let mut own = Self::default();
        own.arguments(parts.collect(), errors);
        self.names.append(&mut own.names);
        self.allowed.append(&mut own.allowed);
        for key in &own.given {
            if !key.is_of_one_gpu() {
                errors.at(&name, errors::not_of_one_gpu(*key));
            }
        }
        self.overrides.push((named, own));
    }

    /// The arguments for each GPU that has an `on(…)`.
    pub(crate) fn merged(&self) -> Vec<Self> {
        let merged = self.overrides.iter();
        merged
            .map(|(named, own)| self.overridden(named, own))
            .collect()
    }

    /// The arguments for one GPU: its own where it has them.
    fn overridden(&self, named: &NamedArch, own: &Self) -> Self {
        let mut merged = self.clone();
        let tokens = named.name.to_token_stream();
        merged.archs = Some(Spanned {
            value: vec![ArchValue::Named(named.clone())],
            tokens,
        });
        if own.threads.is_some() || own.auto.is_some() {
            merged.threads.clone_from(&own.threads);
            merged.auto.clone_from(&own.auto);
        }
        for (all, own) in [
            (&mut merged.regs, &own.regs),
            (&mut merged.min_blocks, &own.min_blocks),
            (&mut merged.smem, &own.smem),
            (&mut merged.static_smem, &own.static_smem),
            (&mut merged.barriers, &own.barriers),
            (&mut merged.carveout, &own.carveout),
            (&mut merged.items_per_thread, &own.items_per_thread),
        ] {
            if own.is_some() {
                all.clone_from(own);
            }
        }
        if own.cubin.is_some() || own.ptx.is_some() {
            merged.cubin.clone_from(&own.cubin);
            merged.ptx.clone_from(&own.ptx);
        }
        if own.kernel.is_some() {
            merged.kernel.clone_from(&own.kernel);
        }
        if own.cluster.is_some() {
            merged.cluster.clone_from(&own.cluster);
        }
        if own.min_occupancy.is_some() {
            merged.min_occupancy.clone_from(&own.min_occupancy);
        }
        merged.given.extend(&own.given);
        merged.overrides.clear();
        merged
    }

    /// The arguments for the GPUs that have no `on`; reports an `on` for a GPU that is not listed, and
    /// a list of which nothing is left.
    pub(crate) fn without_overrides(&self, errors: &mut Errors) -> Self {
        let mut base = self.clone();
        base.overrides.clear();
        let Some(archs) = &mut base.archs else {
            return base;
        };
        for (named, _) in &self.overrides {
            let before = archs.value.len();
            archs.value.retain(
                |arch| !matches!(arch, ArchValue::Named(listed) if listed.arch == named.arch),
            );
            if archs.value.len() == before {
                errors.at(&named.name, errors::not_listed(&named.name.value()));
            }
        }
        if archs.value.is_empty() {
            errors.at(&archs.tokens, errors::all_overridden());
            base.archs.clone_from(&self.archs);
        }
        base
    }

    /// `allow(…)`, `warn(…)` or `deny(…)`.
    fn levels(&mut self, key: Key, group: &Group, errors: &mut Errors) {
        let names = split_at_commas(group.stream());
        if names.is_empty() {
            errors.at_span(group.span(), errors::unknown_level(key, ""));
        }
        for name in names {
            if let [TokenTree::Ident(name)] = name.as_slice() {
                self.allowed.push(name.clone());
            }
            let tokens: TokenStream = name.into_iter().collect();
            let name = tokens.to_string();
            let advisory = Advisory::ALL
                .into_iter()
                .find(|advisory| advisory.name() == name);
            match (key, advisory) {
                (Key::Allow, None) if name == "partial_warp" => self.allow_partial_warp = true,
                (_, Some(advisory)) => self.levels.push((advisory, key)),
                (_, None) => {
                    self.allow_partial_warp |= name == "\"partial_warp\"";
                    errors.at(&tokens, errors::unknown_level(key, &name));
                }
            }
        }
    }

    /// Whether an advisory is silent, a warning or an error: the last that was said of it.
    pub(crate) fn level(&self, advisory: Advisory) -> Key {
        let said = self
            .levels
            .iter()
            .rev()
            .find(|(about, _)| *about == advisory);
        said.map_or(
            if advisory.is_default() {
                Key::Warn
            } else {
                Key::Allow
            },
            |(_, level)| *level,
        )
    }
}

/// More than anyone writes, and less than a parser cannot take.
const MOST_TOKENS: usize = 256;

/// The tokens of a value, groups and what is in them; those that are nested deeply count for more.
fn count(tokens: &TokenStream, depth: usize) -> usize {
    if depth > 32 {
        return MOST_TOKENS + 1;
    }
    let inner = tokens.clone().into_iter().map(|token| match token {
        TokenTree::Group(group) => 1 + count(&group.stream(), depth + 1),
        _ => 1,
    });
    inner.sum()
}

/// Whether `=` and what follows it is `==`.
fn is_comparison(equals: &Punct, value: &[TokenTree]) -> bool {
    equals.spacing() == Spacing::Joint
        && matches!(value.first(), Some(TokenTree::Punct(second)) if second.as_char() == '=')
}

/// The first identifier of `names` that stands for a value or a type by itself, in groups too: not a
/// field, a part of a longer path (but for its first, where they are `types`), or the name of a
/// function that is called.
fn find_ident(tokens: &TokenStream, names: &[String], types: bool) -> Option<Ident> {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let is = |at: Option<usize>, mark: char| {
        at.and_then(|at| tokens.get(at)).is_some_and(
            |token| matches!(token, TokenTree::Punct(found) if found.as_char() == mark),
        )
    };
    tokens
        .iter()
        .enumerate()
        .find_map(|(at, token)| match token {
            TokenTree::Ident(ident) if names.contains(&ident.to_string()) => {
                let before = at.checked_sub(1);
                let after = at.checked_add(1);
                let is_called = matches!(
                    after.and_then(|after| tokens.get(after)),
                    Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis
                );
                let is_first = is(after, ':') && !types;
                let is_part = is(before, '.') || is(before, ':') || is_first || is_called;
                (!is_part).then(|| ident.clone())
            }
            TokenTree::Group(group) => find_ident(&group.stream(), names, types),
            _ => None,
        })
}

/// Tokens as they may stand in a message.
fn short(tokens: &TokenStream) -> String {
    let text = tokens.to_string().replace('\n', " ");
    if text.chars().count() <= 40 {
        text
    } else {
        text.chars().take(37).chain("...".chars()).collect()
    }
}

/// The parts between top-level commas; an empty last part, after a trailing comma, is none. A comma
/// with nothing before it is a part of its own, and so is the next argument where a comma is missing.
fn split_at_commas(tokens: TokenStream) -> Vec<Vec<TokenTree>> {
    let mut parts: Vec<Vec<TokenTree>> = Vec::new();
    let mut part: Vec<TokenTree> = Vec::new();
    for token in tokens {
        match &token {
            TokenTree::Punct(comma) if comma.as_char() == ',' => {
                if part.is_empty() {
                    part.push(token);
                }
                parts.push(std::mem::take(&mut part));
            }
            _ => part.push(token),
        }
    }
    if !part.is_empty() {
        parts.push(part);
    }
    parts
}

/// The arguments of the attribute; reports where one follows another without a comma.
fn split_arguments(tokens: TokenStream, errors: &mut Errors) -> Vec<Vec<TokenTree>> {
    let mut arguments = Vec::new();
    for mut part in split_at_commas(tokens) {
        while let Some(at) = next_argument(&part) {
            let rest = part.split_off(at);
            if let Some(name) = rest.first() {
                errors.at(name, errors::missing_comma(&name.to_string()));
            }
            arguments.push(std::mem::replace(&mut part, rest));
        }
        arguments.push(part);
    }
    arguments
}

/// Where `argument = …` follows another in one part.
fn next_argument(part: &[TokenTree]) -> Option<usize> {
    if !matches!(part.get(1), Some(TokenTree::Punct(equals)) if equals.as_char() == '=') {
        return None;
    }
    let starts = |at: &usize| match part.get(*at..*at + 2) {
        Some([TokenTree::Ident(name), TokenTree::Punct(equals)]) => {
            equals.as_char() == '=' && Key::find(&name.to_string()).is_some()
        }
        _ => false,
    };
    (2..part.len()).find(starts)
}

fn archs(tokens: TokenStream, errors: &mut Errors) -> Option<Spanned<Vec<ArchValue>>> {
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
    let mut archs: Vec<ArchValue> = Vec::new();
    for name in &names {
        match arch(name, errors) {
            Some(ArchValue::Named(found)) if is_in(&archs, &found) => {
                errors.at(name, errors::duplicate_arch(&found.name.value()));
            }
            Some(found) => archs.push(found),
            None => {}
        }
    }
    // The rest of a list is still checked where one name in it is wrong.
    (!archs.is_empty()).then_some(Spanned {
        value: archs,
        tokens,
    })
}

fn is_in(archs: &[ArchValue], found: &NamedArch) -> bool {
    archs
        .iter()
        .any(|other| matches!(other, ArchValue::Named(other) if other.arch == found.arch))
}

fn arch(tokens: &TokenStream, errors: &mut Errors) -> Option<ArchValue> {
    match syn::parse2::<Expr>(tokens.clone()).map(ungrouped) {
        Ok(Expr::Lit(ExprLit {
            lit: Lit::Str(name),
            ..
        })) => match Arch::find(&name.value()) {
            Ok(arch) => Some(ArchValue::Named(NamedArch { arch, name })),
            Err(unknown) => {
                errors.at(&name, errors::unknown_arch(&name.value(), &unknown));
                None
            }
        },
        // `devices::H100`, `MY_BOARD`, `Device::new(…)`; `h100` alone is a name without its quotes.
        Ok(
            expression @ (Expr::Path(_) | Expr::Call(_) | Expr::Reference(_) | Expr::MethodCall(_)),
        ) if Arch::find(&plain(tokens)).is_err() => Some(ArchValue::Deferred(expression)),
        _ => {
            let help = format!("arch = \"{}\"", plain(tokens));
            let help = Arch::find(&plain(tokens)).is_ok().then_some(help.as_str());
            errors.at(tokens, errors::wrong_form(Key::Arch, &found(tokens), help));
            None
        }
    }
}

/// The expression without the invisible delimiters of a `macro_rules!` argument.
fn ungrouped(expression: Expr) -> Expr {
    match expression {
        Expr::Group(inner) => ungrouped(*inner.expr),
        expression => expression,
    }
}

/// Tokens as a name would be written, without quotes.
fn plain(tokens: &TokenStream) -> String {
    tokens.to_string().replace([' ', '"'], "")
}

fn integer<T: TryFrom<i128> + Limit>(
    key: Key,
    tokens: TokenStream,
    errors: &mut Errors,
) -> Option<Spanned<Number<T>>> {
    let Ok(expression) = syn::parse2::<Expr>(tokens.clone()) else {
        errors.at(&tokens, errors::wrong_form(key, &found(&tokens), None));
        return None;
    };
    let value = number(key, &expression, None, errors)?;
    Some(Spanned { value, tokens })
}

/// A string, or a macro or constant that is one: `concat!(env!("OUT_DIR"), "/saxpy.cubin")`.
fn text(key: Key, tokens: TokenStream, errors: &mut Errors) -> Option<Spanned<Expr>> {
    let expression = syn::parse2::<Expr>(tokens.clone()).map(ungrouped);
    match expression {
        Ok(
            value @ (Expr::Lit(ExprLit {
                lit: Lit::Str(_), ..
            })
            | Expr::Macro(_)),
        ) => Some(Spanned { value, tokens }),
        // `include_bytes!` takes no constant.
        Ok(value @ Expr::Path(_)) if key == Key::Kernel => Some(Spanned { value, tokens }),
        _ => {
            let help = syn::parse2::<Ident>(tokens.clone()).ok();
            let help = help.map(|name| format!("{} = \"{name}\"", key.name()));
            errors.at(
                &tokens,
                errors::wrong_form(key, &found(&tokens), help.as_deref()),
            );
            None
        }
    }
}

/// `256`, `(32, 8)` or `(8, 8, 4)`.
fn dims(key: Key, tokens: TokenStream, errors: &mut Errors) -> Option<Spanned<Dims>> {
    let one = || Number::Known(1);
    let value = match syn::parse2::<Expr>(tokens.clone()).map(ungrouped) {
        Ok(Expr::Tuple(tuple)) if (1..=3).contains(&tuple.elems.len()) => {
            // Every element is looked at before one that is faulty ends it.
            let numbers: Vec<Option<Number<u32>>> = tuple
                .elems
                .iter()
                .enumerate()
                .map(|(at, element)| number(key, element, Some((&tuple, at)), errors))
                .collect();
            let mut numbers = numbers.into_iter();
            let mut axis = || numbers.next().unwrap_or_else(|| Some(one()));
            [axis()?, axis()?, axis()?]
        }
        Ok(Expr::Tuple(tuple)) => {
            let found = format!("{} in parentheses", tuple.elems.len());
            errors.at(&tokens, errors::wrong_form(key, &found, None));
            return None;
        }
        Ok(expression) => [number(key, &expression, None, errors)?, one(), one()],
        Err(_) => {
            let help = parenthesized(key, &tokens);
            errors.at(
                &tokens,
                errors::wrong_form(key, &found(&tokens), help.as_deref()),
            );
            return None;
        }
    };
    Some(Spanned { value, tokens })
}

/// The range of `auto`, `auto(64..=512)`, `auto(64..)` or `auto(..=512)`; `None` for something else.
fn auto(tokens: &TokenStream) -> Option<Result<(u32, u32), ()>> {
    let mut tokens = tokens.clone().into_iter();
    if !matches!(tokens.next(), Some(TokenTree::Ident(name)) if name == "auto") {
        return None;
    }
    match (tokens.next(), tokens.next()) {
        (None, _) => Some(Ok((32, 1024))),
        (Some(TokenTree::Group(group)), None) if group.delimiter() == Delimiter::Parenthesis => {
            let range = group.stream().to_string().replace(' ', "");
            let Some((least, most)) = range.split_once("..") else {
                return Some(Err(()));
            };
            let least = if least.is_empty() {
                Ok(32)
            } else {
                bound(least)
            };
            let most = match (most, most.strip_prefix('=')) {
                ("", _) => Ok(1024),
                (_, Some(most)) => bound(most),
                (most, None) => bound(most).map(|most| most.saturating_sub(1)),
            };
            Some(match (least, most) {
                (Ok(least), Ok(most)) if least <= most => Ok((least, most)),
                _ => Err(()),
            })
        }
        // `auto` may be a constant in an expression: `auto * 2`.
        _ => None,
    }
}

fn bound(text: &str) -> Result<u32, ()> {
    let expression = syn::parse_str::<Expr>(text).map_err(|_| ())?;
    let value = number::integer(&expression).map_err(|_| ())?;
    u32::try_from(value).map_err(|_| ())
}

fn ratio(key: Key, tokens: TokenStream, errors: &mut Errors) -> Option<Spanned<Number<Ratio>>> {
    let value = match number::ratio(&tokens) {
        Ok(value) => Number::Known(value),
        // It has been parsed as an expression before.
        Err(Fault::Deferred) => Number::Deferred(syn::parse2(tokens.clone()).ok()?),
        Err(fault) => {
            report(key, &tokens, fault, None, errors);
            return None;
        }
    };
    Some(Spanned { value, tokens })
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

/// The number that an expression is; `within` is the tuple that it is an element of.
fn number<T: TryFrom<i128> + Limit>(
    key: Key,
    expression: &Expr,
    within: Option<(&ExprTuple, usize)>,
    errors: &mut Errors,
) -> Option<Number<T>> {
    let value = match number::integer(expression) {
        Ok(value) => value,
        Err(Fault::Deferred) => return Some(Number::Deferred(expression.clone())),
        Err(fault) => {
            report(key, expression, fault, within, errors);
            return None;
        }
    };
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
        let positive = T::try_from(value.saturating_neg()).is_ok();
        let number = positive.then(|| value.saturating_neg().to_string());
        errors.at(
            expression,
            errors::arithmetic(
                key,
                &fault,
                number.map(|n| stated(key, &n, within)).as_deref(),
            ),
        );
    }
    fits.map(Number::Known)
}

fn report(
    key: Key,
    tokens: impl ToTokens,
    fault: Fault,
    within: Option<(&ExprTuple, usize)>,
    errors: &mut Errors,
) {
    let message = match fault {
        Fault::Form(found, number) => {
            let help = number.map(|number| stated(key, &number, within));
            errors::wrong_form(
                key,
                &found,
                help.as_deref().or(within.map(|_| tuple_example(key))),
            )
        }
        Fault::Arithmetic(fault) => {
            errors::arithmetic(key, &fault, within.map(|_| tuple_example(key)))
        }
        // Taken before a fault is reported.
        Fault::Deferred => return,
    };
    errors.at(tokens, message);
}

const fn tuple_example(key: Key) -> &'static str {
    match key {
        Key::Threads => "threads = (32, 8)",
        Key::Cluster => "cluster = (2, 1)",
        _ => "grid = (64, 64)",
    }
}

/// The argument with `number` as its value, or as the element of its tuple.
fn stated(key: Key, number: &str, within: Option<(&ExprTuple, usize)>) -> String {
    let is_other_fault = |tuple: &ExprTuple, at: usize| {
        tuple.elems.iter().enumerate().any(|(i, other)| {
            i != at && !matches!(number::integer(other), Ok(_) | Err(Fault::Deferred))
        })
    };
    let value = match within {
        Some((tuple, at)) if is_other_fault(tuple, at) => return tuple_example(key).to_owned(),
        Some((tuple, at)) => {
            let elements: Vec<_> = tuple
                .elems
                .iter()
                .enumerate()
                .map(|(i, element)| {
                    if i == at {
                        number.to_owned()
                    } else {
                        element.to_token_stream().to_string()
                    }
                })
                .collect();
            format!("({})", elements.join(", "))
        }
        None => number.to_owned(),
    };
    format!("{} = {value}", key.name())
}

/// What was written, in a message.
fn found(tokens: &TokenStream) -> String {
    format!("`{}`", short(tokens))
}

/// `threads = (32, 8)` for `threads = [32, 8]` and `threads = 32 x 8`.
fn parenthesized(key: Key, tokens: &TokenStream) -> Option<String> {
    let mut tokens = tokens.clone().into_iter();
    match (tokens.next(), tokens.next()) {
        (Some(TokenTree::Literal(x)), Some(TokenTree::Ident(by))) if by == "x" => {
            let y: TokenStream = tokens.collect();
            Some(format!("{} = ({x}, {y})", key.name()))
        }
        (Some(TokenTree::Group(list)), None) if list.delimiter() == Delimiter::Bracket => {
            Some(format!("{} = ({})", key.name(), list.stream()))
        }
        _ => None,
    }
}

/// `charts`, `table` or `none`, as a name or as a string.
fn documentation(tokens: &TokenStream) -> Option<Documentation> {
    let name = match syn::parse2::<LitStr>(tokens.clone()) {
        Ok(text) => text.value(),
        Err(_) => syn::parse2::<Ident>(tokens.clone()).ok()?.to_string(),
    };
    match name.as_str() {
        "charts" => Some(Documentation::Charts),
        "table" => Some(Documentation::Table),
        "none" => Some(Documentation::None),
        _ => None,
    }
}

/// `crate = occupancy` for `crate = "occupancy"`.
fn crate_path(tokens: &TokenStream) -> Option<String> {
    let path = syn::parse2::<LitStr>(tokens.clone()).ok()?;
    path.parse_with(Path::parse_mod_style).ok()?;
    Some(format!("crate = {}", path.value()))
}

/// `name = SaxpyLaunch` for `name = "SaxpyLaunch"`.
fn struct_name(tokens: &TokenStream) -> Option<String> {
    let name = syn::parse2::<LitStr>(tokens.clone())
        .ok()?
        .parse::<Ident>()
        .ok()?;
    Some(format!("name = {name}"))
}
