//! The names that a template can use: figures of the configuration, of the GPU, and of the rule itself.

use super::code::named;
use super::list::List;
use super::template::{Hole, Style, Value, add_argument};
use crate::kernel::{Argument, Change, Configuration, of_gpus};
use crate::model::OnGpu;
use crate::numbers::or;
use crate::text::{Message, Ratio, same};

/// The values that one rule names for its templates, at most.
const MOST_NAMES: usize = 16;

/// The names of a configuration on one GPU.
#[derive(Clone, Copy)]
pub(super) struct Names<'a> {
    pub(super) configuration: &'a Configuration<'a>,
    pub(super) on_gpu: OnGpu<'a>,
    pub(super) style: Style,
    /// The names that the rule adds.
    pub(super) own: List<(&'static str, Value<'a>), MOST_NAMES>,
    /// The change whose effect is written.
    pub(super) change: Option<Change>,
    /// Set if it is the first of a help.
    pub(super) is_first: bool,
}

impl<'a> Names<'a> {
    /// Writes the effect of a change; nothing if a figure of it is not known, because no block launches.
    pub(super) const fn effect(
        &self,
        out: &mut Message,
        template: &str,
        change: Change,
        is_first: bool,
    ) {
        let names = Self {
            change: Some(change),
            is_first,
            ..*self
        };
        let mut left = template;
        while let Some((_, hole, after)) = Hole::first(left) {
            if names.value(hole.name).is_none() {
                return;
            }
            left = after;
        }
        names.fill(out, template);
    }

    /// Writes a template. A hole with an unknown name stays as it is; the tests look for one.
    pub(super) const fn fill(&self, out: &mut Message, template: &str) {
        let (mut left, words) = (template, self.on_gpu.sm.words());
        while let Some((before, hole, after)) = Hole::first(left) {
            out.worded(before, words);
            let code = self.on_gpu.code;
            let value = self.value(hole.name);
            match (hole.name.as_bytes(), code, value) {
                (b"code", Some(code), _) => named(out, code),
                _ if hole.is_argument() => {
                    let argument = or(Argument::of_key(hole.rest), Argument::Arch);
                    add_argument(out, argument.on(self.on_gpu.sm), value, self.style)
                }
                (_, _, Some(value)) => {
                    hole.write(out, value, self.value(hole.rest), self.is_first, words)
                }
                _ => out.text("{").text(hole.name).text("}"),
            };
            left = after;
        }
        out.worded(left, words);
    }

    /// The value of a name; `None` if the configuration has none on this GPU.
    const fn value(&self, name: &str) -> Option<Value<'a>> {
        each!(self.own.as_slice(), |(own, value)| {
            if same(own.as_bytes(), name.as_bytes()) {
                return Some(*value);
            }
        });
        let (configuration, on_gpu) = (self.configuration, &self.on_gpu);
        let kernel = &configuration.kernel;
        Some(match (name.as_bytes(), &on_gpu.launched, self.change) {
            (b"gpu", ..) => Value::Text(on_gpu.arch.name()),
            (b"cc", ..) => Value::Text(on_gpu.sm.name),
            (b"block", ..) => Value::Dims(kernel.block_dim),
            (b"threads", ..) => Value::Number(on_gpu.threads),
            (b"cluster", ..) => Value::Number(kernel.blocks_per_cluster()),
            (b"shared_memory", ..) => Value::Number(kernel.shared_memory()),
            (b"allowed", ..) => Value::of(configuration.shared_memory_allowed(on_gpu.arch)),
            (b"sm_count", ..) => Value::of(known!(configuration.sm_count(on_gpu.arch))),
            (b"virtual_resources", ..) => Value::of(kernel.virtual_resources),
            (b"elements_per_block", ..) => Value::Number(configuration.elements_per_block()),
            // These are known if the block launches.
            (b"binding", Some(occupancy), _) => Value::Binding(*occupancy),
            (b"blocks", Some(occupancy), _) => Value::of(occupancy.blocks_per_sm),
            (b"occupancy", Some(occupancy), _) => Value::Ratio(occupancy.ratio()),
            (b"min_occupancy", ..) => Value::Ratio(known!(configuration.min_occupancy)),
            (b"tail_efficiency", ..) => Value::Ratio(known!(configuration.tail_efficiency)),
            // The effect of a change.
            (b"ratio", _, Some(Change::Ratio(_, ratio))) => Value::Ratio(ratio),
            (b"device_sms", _, Some(Change::Device(device))) => Value::of(device.sm_count),
            (b"reached", _, Some(to)) => {
                Value::Ratio(known!(to.apply(configuration).lowest_occupancy()))
            }
            (b"efficiency", _, Some(to)) => {
                Value::Ratio(known!(to.apply(configuration).lowest_tail_efficiency()))
            }
            (b"clusters", _, Some(to)) => {
                let after = to.apply(configuration);
                let fewest = of_gpus!(after, <, arch => after.resident_clusters_at_most(arch));
                Value::Number(known!(fewest))
            }
            _ => {
                let argument = known!(Argument::of_key(name)).on(on_gpu.sm);
                Value::Number(known!(configuration.integer(argument)))
            }
        })
    }
}

impl Configuration<'_> {
    /// The lowest occupancy over all archs on which the block launches.
    pub(super) const fn lowest_occupancy(&self) -> Option<Ratio> {
        of_gpus!(self, lowest, arch: Some(one) = self.launchable_occupancy(arch) => one.ratio())
    }

    /// The lowest tail efficiency over all archs.
    pub(super) const fn lowest_tail_efficiency(&self) -> Option<Ratio> {
        of_gpus!(self, lowest, arch: Some(waves) = self.waves(arch) => waves.tail_efficiency())
    }
}
