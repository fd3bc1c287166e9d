//! Figures of the program are those that the library has for the same kernels.

use std::fs;
use std::path::Path;

use occupancy_binary::compiled;
use occupancy_binary::cubin::Image;
use occupancy_core::{Arch, Configuration, GridDim, Kernel, Occupancy, Resource, Waves};
use serde_json::{Value, json};

use crate::common::{json_of, occupancy, text};

#[test]
fn every_figure_is_that_of_the_library() {
    let stated = "calculate -f json -a h100,b200,sm_86 -t 64,16x16,96..=160 -r 32..=96:32 -s 0,30000 --static-smem 1024 \
                  --barriers 2 --grid 1000";
    let stated: Vec<_> = stated.split_whitespace().collect();
    let rows = json_of(&occupancy(&stated));
    let blocks = [
        (64, 1, 1),
        (16, 16, 1),
        (96, 1, 1),
        (128, 1, 1),
        (160, 1, 1),
    ];
    let mut expected = Vec::new();
    for (block, regs) in blocks
        .iter()
        .flat_map(|block| [32, 64, 96].map(|regs| (*block, regs)))
    {
        for (smem, name) in [0, 30_000]
            .iter()
            .flat_map(|smem| ["h100", "b200", "sm_86"].map(|name| (*smem, name)))
        {
            let arch = Arch::find(name).unwrap();
            let cc = arch.compute_capability();
            let kernel = Kernel::new(block, regs)
                .with_dynamic_shared_memory(smem)
                .with_static_shared_memory(1024)
                .with_barriers(2);
            let of = Occupancy::new(cc, &kernel).unwrap();
            let grid = GridDim::new((1000, 1, 1)).unwrap();
            let waves = arch
                .sm_count()
                .and_then(|sms| Waves::new(grid, sms, of.blocks_per_sm));
            let binding: Vec<_> = of.binding_resources().map(Resource::name).collect();
            let percent = of.ratio().to_string();
            let percent: f64 = percent.strip_suffix(" %").unwrap().parse().unwrap();
            let threads = if block.1 == 1 {
                json!(block.0)
            } else {
                json!(block)
            };
            expected.push(json!({
                "arch": name, "threads": threads, "regs": regs, "smem": smem, "static_smem": 1024, "barriers": 2,
                "grid": 1000, "compute_capability": cc.name(), "blocks_per_sm": of.blocks_per_sm,
                "warps_per_sm": of.warps_per_sm(), "max_warps_per_sm": of.max_warps_per_sm,
                "occupancy_percent": percent, "binding_limits": binding.join(", "),
                "register_limit": of.limits.registers, "barrier_limit": of.limits.barriers,
                "shared_memory_limit": of.limits.shared_memory, "registers_per_block": of.registers_per_block,
                "waves": waves.map(Waves::count), "errors": [],
            }));
        }
    }
    let rows = rows.as_array().unwrap();
    assert_eq!(rows.len(), expected.len());
    for (row, expected) in rows.iter().zip(&expected) {
        for (key, value) in expected.as_object().unwrap() {
            assert_eq!(&row[key], value, "{key} of {row}");
        }
    }
}

/// What the attribute takes of a cubin, the check at run time and the table: one number of blocks, which
/// tensor memory does not limit.
#[test]
fn tensor_memory_limits_no_blocks_anywhere() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/cubins");
    let mut compared = 0;
    for path in fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
    {
        if path
            .extension()
            .is_none_or(|extension| extension != "cubin")
        {
            continue;
        }
        let file = fs::read(&path).unwrap();
        let inspect = ["inspect", "--threads", "128", path.to_str().unwrap()];
        let rows: Value = json_of(&occupancy(&[&inspect[..], &["--format", "json"]].concat()));
        let rows = rows.as_array().unwrap();
        for kernel in Image::new(&file).unwrap().kernels() {
            let usage = kernel.unwrap();
            if usage.virtual_resources.unwrap() == 0 {
                continue;
            }
            compared += 1;
            let archs = [Arch::ComputeCapability(
                usage.known_compute_capability().unwrap(),
            )];
            let declared = Kernel::new((128, 1, 1), usage.registers.unwrap())
                .with_static_shared_memory(usage.static_shared_memory.unwrap())
                .with_barriers(usage.barriers.unwrap());
            let code = [usage];
            let attribute = Configuration::new(&archs, declared).with_compiled(&code);
            let blocks = attribute.least_occupancy().unwrap().blocks_per_sm;
            assert!(blocks > 1);
            let attribute = attribute.with_min_blocks(blocks);
            assert!(attribute.check().is_empty());
            assert_eq!(compiled::check(&attribute, &file, usage.name), Ok(()));
            let row = rows.iter().find(|row| row["symbol"] == usage.name).unwrap();
            assert_eq!(row["blocks_per_sm"], blocks);
            assert_eq!(row["virtual_resources"], usage.virtual_resources.unwrap());
        }
        // What is not known of it, the table says.
        let has_tensor_memory = rows.iter().any(|row| row["virtual_resources"] != 0);
        let note = "\ntcgen05: blocks/SM without tensor memory, whose columns no file states";
        assert_eq!(
            text(&occupancy(&inspect).stdout).contains(note),
            has_tensor_memory
        );
    }
    assert!(compared > 0);
}
