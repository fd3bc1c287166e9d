//! `on("b200", …)`: what one of the GPUs has for itself.

use occupancy_core::Arch;
use occupancy_core::kernel::Argument;
use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Expr, ExprLit, Lit, LitStr};

use super::arguments::Place;
use super::expression::ungrouped;
use super::shown::{found, text};
use super::split::{Part, split_arguments};
use super::{ArchValue, Args, ArgumentValue, NamedArch, arch};
use crate::errors::{self, Errors};
use crate::tokens::first_span;

impl Args {
    /// `on("b200", threads = 512, …)`.
    pub(super) fn on(&mut self, written: &TokenStream, group: &Group, errors: &mut Errors) {
        let mut parts = split_arguments(group.stream(), errors).into_iter();
        let Some(name) = parts.next() else {
            let help = self.on_example();
            let message = errors::wrong_form(Argument::On, "nothing", Some(&help));
            return errors.at_span(group.span(), message);
        };
        let name: TokenStream = name.tokens.into_iter().collect();
        let rest: Vec<Part> = parts.collect();
        let values: Vec<String> = rest
            .iter()
            .map(|part| text(&part.tokens.iter().cloned().collect()))
            .collect();
        let Some(archs) = self.on_gpus(&name, &values, errors) else {
            return;
        };
        let states_nothing = rest.is_empty();
        let mark = errors.out_of_range_count();
        let mut own = Self::default();
        own.arguments(rest, Place::On, errors);
        errors.place_out_of_range(mark, self.overrides.len());
        self.names.append(&mut own.names);
        self.allowed.append(&mut own.allowed);
        for named in archs {
            let gpu = named.name.value();
            let is_second = self
                .overrides
                .iter()
                .any(|(other, _)| other.arch.name() == named.arch.name());
            if is_second {
                errors.at(&name, errors::two_of_one_gpu(&gpu));
                continue;
            }
            if states_nothing {
                errors.at(written, errors::states_nothing(&gpu));
            }
            self.overrides.push((named, own.clone()));
        }
    }

    /// The GPU that an `on(…)` is for; those that are meant by another form, which is reported.
    fn on_gpus(
        &self,
        name: &TokenStream,
        values: &[String],
        errors: &mut Errors,
    ) -> Option<Vec<NamedArch>> {
        let stated = |gpu: &str| {
            let mut all = vec![format!("\"{gpu}\"")];
            all.extend_from_slice(values);
            format!("on({})", all.join(", "))
        };
        let text = syn::parse2::<Expr>(name.clone()).map(ungrouped);
        if let Ok(Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        })) = text
            && arch::names(name).is_none_or(|names| names.len() == 1)
        {
            return match Arch::find(&text.value()) {
                Ok(arch) => Some(vec![NamedArch { arch, name: text }]),
                Err(unknown) => {
                    let is_listed = |name: &&&str| {
                        Arch::find(name).is_ok_and(|arch| {
                            self.listed()
                                .any(|listed| listed.arch.name() == arch.name())
                        })
                    };
                    let is_any_listed = unknown.nearest().iter().any(|name| is_listed(&name));
                    let message = errors::unknown_arch(&text.value(), &unknown, &|name| {
                        (!is_any_listed || is_listed(&&name)).then(|| stated(name))
                    });
                    errors.at(name, message);
                    None
                }
            };
        }
        let after_name: TokenStream = match name.clone().into_iter().collect::<Vec<_>>().as_slice()
        {
            [TokenTree::Ident(_), TokenTree::Punct(mark), value @ ..]
                if "=:".contains(mark.as_char()) =>
            {
                value.iter().cloned().collect()
            }
            _ => name.clone(),
        };
        let names = arch::names(&after_name);
        let help = names.as_ref().map_or_else(
            || self.on_example(),
            |names| {
                let all: Vec<String> = names.iter().map(|name| stated(name)).collect();
                all.join(", ")
            },
        );
        errors.at(
            name,
            errors::wrong_form(Argument::On, &found(name), Some(&help)),
        );
        let found_under = |gpu: String| {
            let arch = Arch::find(&gpu).ok()?;
            let mut name = LitStr::new(&gpu, Span::call_site());
            name.set_span(first_span(&after_name));
            Some(NamedArch { arch, name })
        };
        names?.into_iter().map(found_under).collect()
    }

    /// The GPUs of `arch` that have a name, as far as it is read.
    fn listed(&self) -> impl DoubleEndedIterator<Item = &NamedArch> {
        self.archs().iter().filter_map(|arch| match arch {
            ArchValue::Named(named) => Some(named),
            ArchValue::Deferred(_) => None,
        })
    }

    /// A use of `on`, with the last GPU of `arch`.
    pub(super) fn on_example(&self) -> String {
        let last = self.listed().next_back();
        let gpu = last.map_or_else(|| "b200".to_owned(), |named| named.name.value());
        format!("on(\"{gpu}\", threads = 512)")
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
        let alone = ArgumentValue::Archs(vec![ArchValue::Named(named.clone())]);
        merged.set(Argument::Arch, alone, named.name.to_token_stream());
        // Each is taken whole: a latency and its instructions belong together, and a file takes the place of another.
        let whole: [&[Argument]; 3] = [
            &[Argument::Hides],
            &[Argument::Tile],
            &[Argument::Cubin, Argument::Ptx],
        ];
        for arguments in whole {
            if arguments.iter().any(|argument| own.given(*argument)) {
                for argument in arguments {
                    merged.forget(*argument);
                    let is_of_it =
                        |given: &Argument| given == argument || argument.nested().contains(given);
                    merged.given.retain(|given| !is_of_it(given));
                }
            }
        }
        if own.given(Argument::Intent) {
            merged.forget(Argument::Intent);
        } else {
            merged.share_intent();
        }
        for (argument, value) in own.values() {
            merged.set(*argument, value.value.clone(), value.tokens.clone());
        }
        merged.given.extend(&own.given);
        merged.overrides.clear();
        merged
    }

    /// The arguments for the GPUs that have no `on`; reports an `on` for a GPU that is not listed, and
    /// an `on` for every GPU of the list.
    pub(crate) fn without_overrides(&self, errors: &mut Errors) -> Self {
        let mut base = self.clone();
        let shares = |own: &Self| !own.given(Argument::Intent);
        if self.overrides.iter().any(|(_, own)| shares(own)) {
            base.share_intent();
        }
        base.overrides.clear();
        let Some(tokens) = base.tokens(Argument::Arch).cloned() else {
            return base;
        };
        let mut archs = self.archs().to_vec();
        for (named, _) in &self.overrides {
            let before = archs.len();
            archs.retain(
                |arch| !matches!(arch, ArchValue::Named(listed) if listed.arch.name() == named.arch.name()),
            );
            if archs.len() == before {
                let name = named.name.value();
                let list = list_with(&tokens, &name);
                errors.at(&named.name, errors::not_listed(&name, list.as_deref()));
            }
        }
        if archs.is_empty() {
            errors.at(&tokens, errors::all_overridden());
        } else {
            base.set(Argument::Arch, ArgumentValue::Archs(archs), tokens);
        }
        base
    }
}

/// `arch = ["a100", "b200"]`: the list, or the one GPU, with another.
fn list_with(archs: &TokenStream, name: &str) -> Option<String> {
    let mut group = archs.clone().into_iter();
    let listed = match (group.next(), group.next()) {
        (Some(TokenTree::Group(list)), None) => list.stream(),
        _ => archs.clone(),
    };
    let listed = text(&listed);
    let listed = listed.trim_end_matches([',', ' ']);
    (listed.len() < 80).then(|| format!("arch = [{listed}, \"{name}\"]"))
}
