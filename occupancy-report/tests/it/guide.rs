//! The table of the guide's page `vendors`: one kernel on GPUs of both vendors.

use occupancy_core::text::grouped;
use occupancy_core::{Arch, Configuration, Grid, Kernel, Occupancy};
use occupancy_report::counted;

/// Tiles of 128 × 128 of a product of 4,096 × 4,096.
const TILES: u32 = 32 * 32;

type Cell<'a> = &'a dyn Fn(&Arch) -> String;

#[test]
fn the_figures_of_one_kernel_on_both_vendors() {
    let archs = ["h100", "b200", "mi355x"].map(|name| Arch::find(name).unwrap());
    let kernel = |stages: u32| {
        Kernel::new((256, 1, 1), 128)
            .with_vgprs(128)
            .with_dynamic_shared_memory(stages * (128 + 128) * 64 * 2)
    };
    let of_stages = |stages| {
        Configuration::new(&archs, kernel(stages)).with_grid(Some(Grid::Blocks((TILES, 1, 1))))
    };
    let (three, two) = (of_stages(3), of_stages(2));
    let occupancy = |of: &Configuration<'_>, arch: &Arch| {
        Occupancy::new(arch.multiprocessor(), &of.kernel).unwrap()
    };
    let of = |arch: &Arch| occupancy(&three, arch);
    let own = |arch: &Arch, [nvidia, amd]: [&'static str; 2]| {
        let is_amd = arch.multiprocessor().warp_size() == 64;
        if is_amd { amd } else { nvidia }
    };
    let tiles = |configuration: &Configuration<'_>, arch: &Arch| {
        let waves = configuration.waves(arch).unwrap();
        let count = counted(waves.count(), own(arch, ["wave", "round"]));
        let all = grouped(waves.blocks_per_wave());
        format!("{count} of {all}, {}", waves.tail_efficiency())
    };
    let rows: [(&str, Cell<'_>); 11] = [
        ("multi\u{ad}processors", &|arch| {
            counted(arch.sm_count().unwrap().into(), own(arch, ["SM", "CU"]))
        }),
        ("a block is", &|arch| {
            counted(
                of(arch).warps_per_block,
                own(arch, ["warp", "wave\u{ad}front"]),
            )
        }),
        ("registers of a block", &|arch| {
            let all = grouped(arch.multiprocessor().registers_per_sm().into());
            format!("{} of {all}", grouped(of(arch).registers_per_block))
        }),
        ("registers allow", &|arch| {
            of(arch).limits.registers.unwrap().to_string()
        }),
        ("shared memory of a block, bytes", &|arch| {
            let all = grouped(of(arch).shared_memory_per_sm.into());
            format!("{} of {all}", grouped(of(arch).shared_memory_per_block))
        }),
        ("shared memory allows", &|arch| {
            of(arch).limits.shared_memory.unwrap().to_string()
        }),
        ("**resident blocks**", &|arch| {
            format!("**{}**", of(arch).blocks_per_sm)
        }),
        ("occupancy", &|arch| {
            let (warps, slots) = (of(arch).warps_per_sm(), of(arch).max_warps_per_sm);
            format!("{warps} of {slots}, {}", of(arch).ratio())
        }),
        ("1,024 tiles", &|arch| tiles(&three, arch)),
        ("resident with two stages", &|arch| {
            occupancy(&two, arch).blocks_per_sm.to_string()
        }),
        ("1,024 tiles with two stages", &|arch| tiles(&two, arch)),
    ];
    let mut table =
        "\n<div style=\"font-size:13px\">\n\n| | H100 | B200 | MI355X |\n|---|--:|--:|--:|\n"
            .to_owned();
    for (name, cell) in rows {
        let cells = archs.each_ref().map(cell).join(" | ");
        table.extend(["| ", name, " | ", &cells, " |\n"]);
    }
    table += "\n</div>\n\nThe tiles are of a product of 4,096 × 4,096: the waves or rounds that they take, the tiles that the \
        GPU holds at once, and the tail efficiency.\n";
    crate::compare("../../docs/guide/vendors/table.md", &table);
}
