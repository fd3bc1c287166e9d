//! `on("b200", …)`: what one of the GPUs has for itself.

use occupancy_core::Arch;
use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Expr, ExprLit, Lit, LitStr};

use super::argument::Place;
use super::expression::ungrouped;
use super::shown::{found, text};
use super::split::{Part, split_arguments};
use super::{ArchValue, Args, NamedArch, Spanned, arch};
use crate::errors::{self, Errors};
use crate::key::Key;
use crate::tokens::first_span;

impl Args {
    /// `on("b200", threads = 512, …)`.
    pub(super) fn on(&mut self, written: &TokenStream, group: &Group, errors: &mut Errors) {
        let mut parts = split_arguments(group.stream(), errors).into_iter();
        let Some(name) = parts.next() else {
            let help = self.on_example();
            let message = errors::wrong_form(Key::On, "nothing", Some(&help));
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
                .any(|(other, _)| other.arch == named.arch);
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
                        Arch::find(name)
                            .is_ok_and(|arch| self.listed().any(|listed| listed == arch))
                    };
                    let is_any_listed = unknown.nearest().iter().any(|name| is_listed(&name));
                    let message = errors::unknown_arch(&text.value(), &unknown, |name| {
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
        errors.at(name, errors::wrong_form(Key::On, &found(name), Some(&help)));
        let found_under = |gpu: String| {
            let arch = Arch::find(&gpu).ok()?;
            let mut name = LitStr::new(&gpu, Span::call_site());
            name.set_span(first_span(&after_name));
            Some(NamedArch { arch, name })
        };
        names?.into_iter().map(found_under).collect()
    }

    /// The GPUs of `arch`, as far as it is read.
    fn listed(&self) -> impl Iterator<Item = Arch> {
        let archs = self.archs.iter().flat_map(|archs| &archs.value);
        archs.filter_map(|arch| match arch {
            ArchValue::Named(named) => Some(named.arch),
            ArchValue::Deferred(_) => None,
        })
    }

    /// A use of `on`, with the last GPU of `arch`.
    pub(super) fn on_example(&self) -> String {
        let archs = self.archs.iter().flat_map(|archs| &archs.value);
        let mut named = archs.rev().filter_map(|arch| match arch {
            ArchValue::Named(named) => Some(named.name.value()),
            ArchValue::Deferred(_) => None,
        });
        let gpu = named.next().unwrap_or_else(|| "b200".to_owned());
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
            (&mut merged.max_blocks, &own.max_blocks),
            (&mut merged.smem, &own.smem),
            (&mut merged.static_smem, &own.static_smem),
            (&mut merged.barriers, &own.barriers),
            (&mut merged.carveout, &own.carveout),
            (&mut merged.sms, &own.sms),
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
        merged.hides_of(own);
        merged.tile_of(own);
        merged.intent_of(own);
        if own.cubin.is_some() || own.ptx.is_some() {
            // One file takes the place of the other.
            merged
                .given
                .retain(|key| !matches!(key, Key::Cubin | Key::Ptx));
        }
        merged.given.extend(&own.given);
        merged.overrides.clear();
        merged
    }

    /// The arguments for the GPUs that have no `on`; reports an `on` for a GPU that is not listed, and
    /// an `on` for every GPU of the list.
    pub(crate) fn without_overrides(&self, errors: &mut Errors) -> Self {
        let mut base = self.clone();
        let shares = |own: &Self| !own.given(Key::Intent);
        if self.overrides.iter().any(|(_, own)| shares(own)) {
            base.share_intent();
        }
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
                let name = named.name.value();
                let list = list_with(&archs.tokens, &name);
                errors.at(&named.name, errors::not_listed(&name, list.as_deref()));
            }
        }
        if archs.value.is_empty() {
            errors.at(&archs.tokens, errors::all_overridden());
            base.archs.clone_from(&self.archs);
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
