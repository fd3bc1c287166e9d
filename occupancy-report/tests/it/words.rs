//! A reader of a page with the GPUs of one vendor sees no word of the other's.

use occupancy_core::gpu::Vendor;
use occupancy_core::kernel::{Argument, Arguments, LatencyDemand, Tile};
use occupancy_core::text::{RECORD, RECORD_VERSION};
use occupancy_core::{Arch, Configuration, Device, Grid, Kernel, Multiprocessor, Ratio};
use occupancy_report::{Page, Variant, gpu_lines, index, lines, record};

use crate::random::Random;

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

impl Random {
    fn below(&mut self, end: u32) -> u32 {
        self.small(0, end - 1)
    }

    fn some<T>(&mut self, value: impl Fn(u32) -> T) -> Option<T> {
        let number = self.below(64);
        (number < 32).then(|| value(number))
    }
}

fn gpus(vendor: Vendor) -> Vec<Arch> {
    let sms = Multiprocessor::ALL.iter().map(Arch::Multiprocessor);
    let devices = Device::of(vendor).iter().copied().map(Arch::Device);
    let mut all: Vec<_> = devices.chain(sms).collect();
    all.retain(|arch| arch.multiprocessor().vendor() == vendor);
    all
}

fn kernel(random: &mut Random, vendor: Vendor) -> Kernel {
    let registers = 1 + random.below(200);
    let threads = 64 * (1 + random.below(16));
    let memory = random.some(|number| number << 11).unwrap_or_default();
    let kernel = Kernel::new((threads, 1, 1), 0).with_dynamic_shared_memory(memory);
    if vendor == Vendor::Amd {
        return kernel.with_vgprs(registers).with_sgprs(random.below(102));
    }
    kernel
        .with_registers(registers)
        .with_barriers(random.below(4))
        .with_carveout(random.some(|number| number))
}

#[test]
fn no_page_has_words_of_another_vendor() {
    let mut random = Random(40);
    for vendor in [Vendor::Nvidia, Vendor::Amd] {
        let all = gpus(vendor);
        for _ in 0..60 {
            let archs: Vec<_> = (0..=random.below(6))
                .map(|_| all[random.below(u32::try_from(all.len()).unwrap()) as usize])
                .collect();
            let stated = kernel(&mut random, vendor);
            let mut configuration = Configuration::new(&archs, stated)
                .with_grid(random.some(|number| Grid::Blocks((number * 97 + 1, 2, 1))))
                .with_hides(random.some(|number| LatencyDemand {
                    bytes: Some(4),
                    ..LatencyDemand::cycles(400 + number, 30)
                }))
                .with_tile(random.some(|number| Tile::new(128, 64, number + 8)))
                .with_tail_efficiency(Ratio::new(1, 2));
            configuration.auto_vgprs = random.some(|_| 0).filter(|_| vendor == Vendor::Amd);
            configuration.sms = random.some(|number| number + 1);
            let configuration = configuration.with_min_blocks(1);
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
        }
    }
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
