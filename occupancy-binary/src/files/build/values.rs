//! What was read of a kernel, as the code of a constant.

use crate::ptx::Suffix;
use occupancy_core::Compiled;
use occupancy_core::gpu::CodeForm;

/// Every field except the form and the name is written with `Debug`.
pub(super) fn usage_code(crate_path: &str, usage: &Compiled<'_>) -> String {
    let (name, cc) = (usage.name, usage.compute_capability);
    let suffix = format!("{crate_path}::ptx::Suffix::{:?}", usage.suffix);
    let made = match usage.form {
        CodeForm::Ptx => format!("ptx({name:?}, {cc:?}, {suffix})"),
        _ => format!("machine_code({name:?}, {cc:?})"),
    };
    let mut code = vec![format!(
        "{{\n        let mut compiled = Compiled::{made};\n"
    )];
    if usage.form != CodeForm::Ptx && usage.suffix != Suffix::None {
        code.push(format!("        compiled.suffix = {suffix};\n"));
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
        min_blocks,
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
