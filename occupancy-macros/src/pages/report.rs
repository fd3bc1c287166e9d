//! What a page shows: the configurations of an attribute, with what the compiler evaluated.

use occupancy_core::{kernel::Argument, rules::best_block_sizes};
use occupancy_report::record::Record;
use occupancy_report::{Report, Variant};

use crate::code;
use crate::resolved::Resolved;

/// The report of the kernel of this name, as far as the macro knows it, or with what the compiler evaluated.
pub(super) fn report<'a>(
    resolved: &'a Resolved,
    kernel: &'a str,
    record: Option<&'a Record>,
) -> Report<'a> {
    let mut report = Report::new(kernel, Vec::new());
    report.is_compiled = resolved.base.args.has(Argument::Cubin);
    for (at, model) in resolved.models().enumerate() {
        let recorded = record.and_then(|record| record.configurations.get(at)?.as_ref());
        let (stated, whole) = match recorded {
            Some(recorded) => (recorded.stated, recorded.configuration),
            None => (model.stated(), model.configuration()),
        };
        let mut variant = Variant::new(whole);
        variant.written = model.args.written_for(model.stated().unknown());
        variant.unknown = stated.unknown().and(stated.faulty());
        variant.is_refused = recorded.is_none() && model.is_refused;
        variant.target = stated.target;
        variant.intent = model.args.text(Argument::Intent);
        if let Some(sentence) = code::from(&model.args, whole.compiled)
            && !report.sources.contains(&sentence)
        {
            report.sources.push(sentence);
        }
        // Without code, they are as the whole.
        let configurations = match whole.compiled {
            [] => vec![whole],
            _ => whole
                .archs
                .iter()
                .map(|arch| stated.on(arch, &whole))
                .collect(),
        };
        for configuration in configurations {
            let mut own = variant.clone();
            own.configuration = configuration;
            if let Some((least, most)) = model.args.auto()
                && variant.is_known()
            {
                let best = best_block_sizes::<3>(&configuration, least, most);
                own.block_sizes = best.into_iter().flatten().collect();
            }
            report.variants.push(own);
        }
    }
    report
}
