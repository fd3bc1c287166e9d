//! Compares whole pages, without their drawings, with the files of `pages`.

use occupancy_core::compute_capabilities::SM_90;
use occupancy_core::kernel::{Accumulator, Argument, Arguments, LatencyDemand, Tile, WarpGroups};
use occupancy_core::text::{RECORD, RECORD_VERSION};
use occupancy_core::{Arch, Configuration, Device, Grid, Kernel, Ratio};
use occupancy_report::{Page, Variant, drawings, escape::code, gpu_lines, index, record};

use crate::hostile::{HOSTILE, raw};

fn archs<const N: usize>(names: [&str; N]) -> [Arch; N] {
    names.map(|name| Arch::find(name).unwrap())
}

fn block(threads: u32, registers: u32) -> Kernel {
    Kernel::new((threads, 1, 1), registers)
}

/// A tile of 16-bit elements.
fn tile(m: u32, n: u32, k: u32, stages: u32) -> Tile {
    let mut tile = Tile::new(m, n, k);
    (tile.stages, tile.a_bytes, tile.b_bytes) = (stages, 2, 2);
    tile.gives_shared_memory = true;
    tile
}

fn compare(name: &str, page: &Page<'_>) {
    let text = page.sentence("`kernel`") + "\n" + &page.markdown(false);
    crate::compare(&format!("pages/{name}.md"), &text.replace('\u{a0}', " "));
}

/// 4 blocks by 65,536 registers: 32 of 64 warps on each of 132 SMs.
#[test]
fn a_grid_and_what_it_has_to_hide() {
    let demand = LatencyDemand {
        bytes: Some(4),
        ..LatencyDemand::cycles(400, 30)
    };
    let archs = archs(["h100"]);
    let half = Ratio::new(1, 2).unwrap();
    let configuration = Configuration::new(&archs, block(256, 64))
        .with_grid(Some(Grid::Blocks((1000, 1, 1))))
        .with_min_blocks(1)
        .with_integer(Argument::MaxBlocks, 8)
        .with_min_occupancy(half)
        .with_tail_efficiency(Some(half))
        .with_hides(Some(demand));
    compare(
        "hides",
        &Page::new("sort", vec![Variant::new(configuration)]),
    );
}

/// One block on each SM, half of the SMs, and a GPU whose memory nobody measured.
#[test]
fn few_blocks_have_few_warps() {
    let gpus = archs(["h100", "l4"]);
    let plain = Configuration::new(&gpus, block(256, 64)).with_integer(Argument::Sms, 40);
    let configuration = plain
        .with_hides(Some(LatencyDemand::bytes(16)))
        .with_grid(Some(Grid::Elements(40 * 256)));
    compare(
        "few-blocks",
        &Page::new("sort", vec![Variant::new(configuration)]),
    );
}

/// Launch bounds leave 128 registers to two blocks of 192 threads on one of the GPUs, and 168 on the other.
#[test]
fn registers_that_launch_bounds_leave() {
    let gpus = archs(["h100", "5.3"]);
    let page = |archs, threads| {
        let mut configuration = Configuration::new(archs, block(threads, 64));
        configuration.auto_registers = Some(0);
        Page::new("sort", vec![Variant::new(configuration.with_min_blocks(1))])
    };
    let [h100, _] = &gpus;
    compare("launch-bounds", &page(std::slice::from_ref(h100), 256));
    let both = page(&gpus, 192).markdown(false);
    let kept = "limits the kernel to 168 registers, and `__maxnreg__(128)` instead to 128;";
    assert!(both.contains(kept), "{both}");
}

#[test]
fn a_split_is_a_parameter() {
    let h100 = archs(["h100"]);
    let mut configuration = Configuration::new(&h100, block(384, 168));
    configuration.setmaxnreg = WarpGroups::new(&[24, 240, 232]);
    let page = Page::new("gemm", vec![Variant::new(configuration)]);
    let row = "| registers of warp groups | 24 + 240 + 232 per thread, 63,488 of the 64,512 that the block enters with |";
    assert!(page.markdown(false).contains(row));
}

/// A parameter that differs is in the section of its GPU, and every GPU has its lines.
#[test]
fn several_gpus_with_values_of_their_own() {
    let (common, own) = (archs(["a100", "h100", "h200"]), archs(["b200"]));
    let variant = |archs, threads| Variant::new(Configuration::new(archs, block(threads, 32)));
    compare(
        "several-gpus",
        &Page::new("sort", vec![variant(&common, 1024), variant(&own, 512)]),
    );
}

/// Each size of a block has a row. The kernel is compiled once, for the largest.
#[test]
fn sizes_that_the_program_chooses() {
    let (common, own) = (archs(["a100", "h100"]), archs(["b200"]));
    let variant = |archs, (nth, threads)| {
        let kernel = block(threads, 40).with_dynamic_shared_memory(4 * threads);
        let mut variant = Variant::new(Configuration::new(archs, kernel));
        variant.is_further_size = nth > 0;
        variant
    };
    let sizes = |archs, sizes: &[u32]| -> Vec<_> {
        let sizes = sizes.iter().copied().enumerate();
        sizes.map(|size| variant(archs, size)).collect()
    };
    let all = [sizes(&common, &[64, 256, 1024]), sizes(&own, &[512, 128])];
    compare("sizes", &Page::new("reduce", all.concat()));
}

/// Compute capabilities with the same result share a row and a section.
#[test]
fn a_range_of_gpus() {
    let gpus = Arch::range("7.5..").unwrap();
    let configuration = Configuration::new(gpus, block(256, 40)).with_min_blocks(4);
    let mut variant = Variant::new(configuration);
    variant.written = vec![(Argument::Arch, "\"7.5..\"".to_owned())];
    compare("range", &Page::new("sort", vec![variant]));
}

/// Clusters of 8 of 132 SMs of one block each; L1 has what the carve-out leaves, if the size of both is known.
#[test]
fn clusters_and_a_carveout() {
    let kernel = block(1024, 64).with_carveout(Some(40));
    let (h100, others) = (archs(["sm_90a", "h100"]), archs(["p100", "b300"]));
    let mut clusters = Configuration::new(&h100, kernel.with_cluster_dim(Some((4, 2, 1))));
    clusters.cooperative = true;
    let mut first = Variant::new(clusters);
    first.target = Some("sm_90a");
    let plain = Variant::new(Configuration::new(&others, block(1024, 64)));
    compare("clusters", &Page::new("gemm", vec![first, plain]));
}

/// Accumulators are in registers, with more registers beside them, or in 256 of 512 columns of tensor memory.
#[test]
fn accumulators_of_a_tile() {
    let (h100, b200) = (archs(["h100"]), archs(["b200"]));
    let mut registers = tile(256, 128, 64, 4);
    registers.extra_registers = 40;
    let mut memory = tile(128, 256, 64, 2);
    memory.accumulator = Accumulator::TensorMemory;
    let variant =
        |archs, kernel, tile| Variant::new(Configuration::new(archs, kernel).with_tile(Some(tile)));
    let variants = vec![
        variant(&h100, block(256, 168), registers),
        variant(&b200, block(192, 64), memory),
    ];
    compare("accumulators", &Page::new("gemm", variants));
}

/// NVIDIA's guide to matrix multiplication: one column more than 108 tiles on an A100 is another wave. The SMs of a
/// compute capability are not known.
#[test]
fn a_product_falls_into_tiles_and_waves() {
    let archs = archs(["a100", "sm_80"]);
    let mut tile = tile(256, 128, 32, 4);
    tile.problem = Some((2304, 1537));
    let configuration = Configuration::new(&archs, block(256, 168)).with_tile(Some(tile));
    compare(
        "product",
        &Page::new("gemm", vec![Variant::new(configuration)]),
    );
}

/// A limit is certain where all that it reads is known. By hand: 4 blocks by registers, 8 by warps, 32 by block slots.
#[test]
fn what_is_not_known_has_no_figure() {
    let archs = archs(["h100"]);
    let variants = [
        Argument::DynamicSharedMemory,
        Argument::Registers,
        Argument::Threads,
        Argument::Carveout,
    ]
    .map(|unknown| {
        let mut variant = Variant::new(Configuration::new(&archs, block(256, 64)));
        variant.unknown = Arguments::of(&[unknown]);
        variant
    });
    compare("unknown", &Page::new("sort", variants.into()));
}

/// By hand: 128 of 512 registers per lane leave 4 waves to each SIMD, so 4 workgroups of 4 to the CU; LDS allows 65,536 /
/// 16,384, and 304 CUs hold 1,216 workgroups. In wave64, 96 of 768 registers leave 8 waves to each of 4 SIMDs of a WGP.
#[test]
fn amd_has_words_and_registers_of_its_own() {
    let kernel = |vgprs| block(256, 0).with_vgprs(vgprs);
    let gpus = archs(["mi300x"]);
    let own = kernel(128)
        .with_sgprs(100)
        .with_dynamic_shared_memory(16 << 10);
    let configuration = Configuration::new(&gpus, own)
        .with_grid(Some(Grid::Blocks((2000, 1, 1))))
        .with_min_blocks(2);
    compare(
        "gfx942",
        &Page::new("sort", vec![Variant::new(configuration)]),
    );
    let gpus = archs(["gfx1100:wave64"]);
    let configuration = Configuration::new(&gpus, kernel(96));
    compare(
        "wave64",
        &Page::new("sort", vec![Variant::new(configuration)]),
    );
}

/// Each GPU reads its own budget.
#[test]
fn gpus_of_both_vendors_in_one_table() {
    let gpus = archs(["h100", "b200", "mi355x"]);
    let kernel = block(256, 64)
        .with_vgprs(96)
        .with_dynamic_shared_memory(56 << 10);
    let configuration =
        Configuration::new(&gpus, kernel).with_grid(Some(Grid::Blocks((4096, 1, 1))));
    compare(
        "both-vendors",
        &Page::new("sort", vec![Variant::new(configuration)]),
    );
}

/// Each kind of GPU has its launch bounds, each mode its options, and each vendor its part. Half of an odd number of VGPRs
/// is named.
#[test]
fn each_compiler_has_its_text() {
    let gpus = archs(["gfx1100", "h100", "mi300x", "gfx1100:wave64"]);
    let configuration = Configuration::new(&gpus, block(256, 64).with_vgprs(71));
    compare(
        "compilers",
        &Page::new("k", vec![Variant::new(configuration)]),
    );
}

/// A name can be that of a device, or in an intent, an expression of the author, or a source.
#[test]
fn no_name_is_markup_or_control() {
    for (class, name) in HOSTILE {
        let device = Arch::Device(Device::new(name, &SM_90, 132));
        let (both, own) = ([device, archs(["h100"])[0]], [device]);
        let kernel = block(256, 64);
        let mut first = Variant::new(Configuration::new(&both, kernel));
        first.intent = Some(name);
        let mut unknown = first.clone();
        let other = Variant::new(Configuration::new(&own, kernel.with_barriers(2)));
        let mut page = Page::new("sort", vec![first, other]);
        // Long words of a table's head may be broken.
        let without_breaks = |text: &str| {
            text.replace("sched\u{ad}uler", "scheduler")
                .replace("occu\u{ad}pancy", "occupancy")
        };
        let texts = [
            page.sentence("`sort`"),
            without_breaks(&page.markdown(true)),
            drawings(&page.variants[0].configuration, &device).unwrap(),
        ];
        for text in &texts {
            assert_eq!(raw(text), None, "{class}: {text}");
        }
        assert!(!texts[2].contains("<script"), "{class}");
        // The drawings are XML.
        roxmltree::Document::parse(&texts[2]).unwrap();
        assert!(
            gpu_lines(&device)
                .iter()
                .flatten()
                .all(|line| raw(&line.text).is_none())
        );
        page.sources = vec![code(name)];
        unknown.unknown = Arguments::of(&[Argument::Registers]);
        unknown.written = vec![(Argument::Registers, name.to_owned())];
        for page in [page, Page::new("sort", vec![unknown])] {
            let text = without_breaks(&page.markdown(false));
            assert_eq!(raw(&text), None, "{class}: {text}");
        }
    }
}

/// Rustdoc leaves the brackets around a name without a page. Only it knows which names have none.
#[test]
fn brackets_are_explained_where_they_are() {
    let words = "1 gemm::kernels saxpy SaxpyLaunch 0 src/lib.rs | refused end";
    let text = format!("{RECORD}{RECORD_VERSION} {words}");
    let mut records = vec![record::find(&text).unwrap().unwrap()];
    let in_brackets =
        "<span title=\"A name in brackets has no page\">[`kernels::`SaxpyLaunch]</span>";
    assert!(index::page(&records, false, false).contains(in_brackets));
    assert!(!index::page(&records, false, true).contains("brackets"));
    records[0].is_in_function = true;
    assert!(!index::page(&records, false, false).contains("brackets"));
}
