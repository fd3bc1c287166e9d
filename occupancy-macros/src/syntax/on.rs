//! `on("b200", …)`: what one of the GPUs has for itself.

use proc_macro2::{Group, TokenStream};
use quote::ToTokens;

use super::arch::arch;
use super::split::split_at_commas;
use super::{ArchValue, Args, NamedArch, Spanned};
use crate::errors::{self, Errors};
use crate::key::Key;

impl Args {
    /// `on("b200", threads = 512, …)`.
    pub(super) fn on(&mut self, group: &Group, errors: &mut Errors) {
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
}
