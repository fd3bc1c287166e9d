//! What was read of a kernel, as the code of a constant.

use crate::ptx::{Bounds, Suffix};
use occupancy_core::Compiled;

/// Every field except the name is written with `Debug`.
pub(super) fn usage_code(crate_path: &str, usage: &Compiled<'_>) -> String {
    let (name, cc, suffix) = (usage.name, usage.compute_capability, usage.suffix);
    let mut code = vec![format!(
        "{{\n        let mut compiled = Compiled::machine_code({name:?}, {cc:?});\n"
    )];
    if suffix != Suffix::None {
        code.push(format!(
            "        compiled.suffix = {crate_path}::ptx::Suffix::{suffix:?};\n"
        ));
    }
    macro_rules! fields {
        ($($field:ident),*) => {
            $(code.push(format!("        compiled.{} = {:?};\n", stringify!($field), usage.$field));)*
        };
    }
    fields!(
        toolkit,
        is_relocatable,
        registers,
        static_shared_memory,
        frame,
        stack,
        barriers,
        parameter_bytes,
        max_block,
        required_block,
        register_cap,
        cluster_dim,
        max_cluster_rank,
        is_cluster_explicit,
        are_blocks_clusters,
        spill_instructions,
        code_bytes,
        virtual_resources
    );
    code.push("        compiled\n    }".to_owned());
    code.concat()
}

pub(super) fn bounds_code(bounds: Bounds) -> String {
    let block = match bounds.block {
        None => "None".to_owned(),
        Some(block) => format!("Some(BlockBound::{block:?})"),
    };
    format!(
        "Bounds::new()\n        .with_block({block})\n        .with_min_blocks({:?})\n        \
         .with_max_registers({:?})\n        .with_cluster_dim({:?})",
        bounds.min_blocks, bounds.max_registers, bounds.cluster_dim,
    )
}
