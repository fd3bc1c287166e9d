//! Compares whole pages, without their drawings, with the files of `pages`.

use occupancy_core::compute_capabilities::SM_90;
use occupancy_core::kernel::{Argument, Arguments, WarpGroups};
use occupancy_core::text::{RECORD, RECORD_VERSION};
use occupancy_core::{Arch, Configuration, Device, Kernel};
use occupancy_report::{Page, Variant, drawings, escape::code, gpu_lines, index, record};

use crate::arguments::configuration;
use crate::hostile::{HOSTILE, raw};

fn archs<const N: usize>(names: [&str; N]) -> [Arch; N] {
    names.map(|name| Arch::find(name).unwrap())
}

fn block(threads: u32, registers: u32) -> Kernel {
    Kernel::new((threads, 1, 1), registers)
}

fn compare(name: &str, page: &Page<'_>) {
    let text = page.sentence("`kernel`") + "\n" + &page.markdown(false);
    crate::compare(&format!("pages/{name}.md"), &text.replace('\u{a0}', " "));
}

#[test]
fn pages_are_as_they_are_written() {
    let lines = include_str!("../pages.txt").lines();
    let rows: Vec<&str> = lines.filter(|line| !line.starts_with('#')).collect();
    for rows in rows
        .split(|line| line.is_empty())
        .filter(|rows| !rows.is_empty())
    {
        let (name, kernel) = rows[0].split_once(' ').unwrap();
        let variant = |row: &&str| {
            let further = row.strip_prefix("+ ");
            let mut variant = Variant::new(configuration(further.unwrap_or(row)));
            variant.is_further_size = further.is_some();
            variant
        };
        let variants = rows[1..].iter().map(variant).collect();
        compare(name, &Page::new(kernel, variants));
    }
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
