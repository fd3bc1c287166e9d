//! A reader of a page with the GPUs of one vendor sees no word of the other's.

use occupancy_core::gpu::Vendor;
use occupancy_core::kernel::{Argument, Arguments};
use occupancy_core::text::{RECORD, RECORD_VERSION};
use occupancy_core::{Arch, Configuration};
use occupancy_report::{Page, Variant, gpu_lines, index, lines, record};

use crate::any_configuration::for_random;

/// Words that only one vendor has, as a reader sees them.
const OF_NVIDIA: &str = " SM block warp register shared-memory sub-partition scheduler wave compute-capability carve-out \
    opt-in tensor-memory L1 CUDA NVIDIA Nsight ";
const OF_AMD: &str = " CU WGP workgroup wavefront VGPR SGPR LDS SIMD round CDNA RDNA ";

/// Finds a word of the other vendor in a text, outside of code and of markup.
fn foreign(vendor: Vendor, text: &str) -> Option<String> {
    let foreign = if vendor == Vendor::Amd {
        OF_NVIDIA
    } else {
        OF_AMD
    };
    let prose: Vec<&str> = text.split('`').step_by(2).collect();
    let between_tags = prose.join("…").replace('<', "\n<").replace('>', ">\n");
    let lines = between_tags.lines().filter(|line| !line.starts_with('<'));
    let prose = lines.collect::<Vec<_>>().join(" ").replace('\u{ad}', "");
    let pairs = [
        ("shared memory", "shared-memory"),
        ("compute cap", "compute-cap"),
    ];
    let prose = pairs.iter().fold(prose.to_lowercase(), |text, (from, to)| {
        text.replace(from, to)
    });
    let mut words = prose.split(|letter: char| !letter.is_alphanumeric() && !"-_".contains(letter));
    let is_foreign = |word: &&str| {
        let word = word.trim_end_matches('s');
        !word.is_empty() && foreign.to_lowercase().contains(&format!(" {word} "))
    };
    words.find(is_foreign).map(str::to_owned)
}

#[test]
fn no_page_has_words_of_another_vendor() {
    let mut seen = [0; 2];
    for_random(1_000, |random| {
        let any = random.configuration();
        let vendor = any.archs[0].multiprocessor().vendor();
        let is_named = |arch: &Arch| Arch::find(arch.short_name()).is_ok();
        let is_of_it = |arch: &&Arch| is_named(arch) && arch.multiprocessor().vendor() == vendor;
        let archs: Vec<Arch> = any.archs.iter().filter(is_of_it).copied().collect();
        let mut configuration = any.with_archs(&archs);
        configuration.auto_vgprs = random
            .is_one_in(2)
            .then_some(0)
            .filter(|_| vendor == Vendor::Amd);
        // Whole warps of either vendor, and no more than its GPUs have.
        let block = (64 * random.within(1..=8), 1, 1);
        let kernel = any.kernel.with_block_dim(block);
        let of_amd = kernel.with_registers(0).with_carveout(None);
        configuration.kernel = match vendor {
            Vendor::Amd => of_amd.with_cluster_dim(None),
            _ => kernel.with_vgprs(0).with_sgprs(0),
        };
        configuration.setmaxnreg = None;
        let configuration = configuration.with_min_blocks(1);
        if configuration.fewest_blocks_per_sm().unwrap_or(0) == 0 {
            return;
        }
        seen[usize::from(vendor == Vendor::Amd)] += 1;
        let mut first = Variant::new(configuration);
        let mut second = first.clone();
        second.configuration = second.configuration.with_block_dim((128, 1, 1));
        second.is_further_size = true;
        let pages = [vec![first.clone()], vec![first.clone(), second]];
        first.unknown = Arguments::of(&[Argument::Registers.on(archs[0].multiprocessor())]);
        let mut texts = Vec::new();
        for page in pages.into_iter().chain([vec![first]]) {
            let page = Page::new("sort", page);
            texts.extend([page.sentence("`sort`"), page.markdown(true)]);
        }
        for arch in &archs {
            let paragraphs = [lines(&configuration, arch), gpu_lines(arch)].concat();
            let lines = paragraphs.iter().flatten();
            texts.extend(lines.map(|line| format!("{}: {}", line.label, line.text)));
        }
        #[cfg(feature = "calculator")]
        texts.extend(answered(&configuration));
        for text in &texts {
            assert_eq!(foreign(vendor, text), None, "{vendor:?}: {text}");
        }
    });
    assert!(seen.iter().all(|seen| *seen > 40), "{seen:?}");
}

/// The texts of the calculator's answer that a reader sees.
#[cfg(feature = "calculator")]
fn answered(configuration: &Configuration<'_>) -> Vec<String> {
    use serde_json::Value;

    fn texts(value: &Value, all: &mut Vec<String>) {
        match value {
            Value::String(text) => all.push(text.clone()),
            Value::Array(values) => values.iter().for_each(|value| texts(value, all)),
            Value::Object(values) => values.values().for_each(|value| texts(value, all)),
            _ => {}
        }
    }
    let kernel = &configuration.kernel;
    let archs: Vec<_> = configuration.archs.iter().map(Arch::short_name).collect();
    let request = format!(
        "arch = {}\nthreads = {}\nregs = {}\nvgprs = {}\nsgprs = {}\nsmem = {}",
        archs.join(", "),
        kernel.block_dim.0,
        kernel.registers_per_thread.max(1),
        kernel.vgprs.max(1),
        kernel.sgprs,
        kernel.dynamic_shared_memory,
    );
    let answer = occupancy_report::calculator::answer(&request);
    let answer: Value = serde_json::from_str(&answer).unwrap();
    let mut all = Vec::new();
    texts(&answer["gpus"], &mut all);
    assert!(!all.is_empty(), "{answer}");
    all
}

/// The index of a crate, whose records name GPUs.
#[test]
fn an_index_has_the_words_of_its_gpus() {
    for (vendor, name, argument) in [
        (Vendor::Nvidia, "h100", Argument::Registers),
        (Vendor::Amd, "gfx1100:wave64", Argument::Vgprs),
    ] {
        let bits = Arguments::of(&[Argument::Threads, argument]).bits();
        let words = format!(
            "1 gemm saxpy SaxpyLaunch 0 src/lib.rs | sound 0 {bits} 256 1 1 64 gpu row {name} end"
        );
        let record = record::find(&format!("{RECORD}{RECORD_VERSION} {words}"));
        let page = index::page(&[record.unwrap().unwrap()], false, false);
        assert_eq!(foreign(vendor, &page), None, "{page}");
    }
}
