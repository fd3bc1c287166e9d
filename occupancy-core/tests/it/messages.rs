//! Whole messages of broken rules and of warnings, as far as no case of `tests/ui` has them.
//!
//! A row of `messages/*.txt` is a line of arguments, and below it each message after the argument to blame. For a new
//! row, write its arguments, and copy what this test prints.

use std::collections::BTreeSet;
use std::fs;

use crate::any_configuration::for_random;
use crate::arguments::configuration;
use crate::common::{STEP, block_with};
use crate::rules::said_of;
use occupancy_core::compute_capabilities::SM_120;
use occupancy_core::gpu::Vendor;
use occupancy_core::{
    Arch, Configuration, Device, Multiprocessor, Occupancy, Resource, Rule, compute_capabilities,
};

/// The messages of the broken rules, or of the warnings if there are none.
fn messages(configuration: &Configuration<'_>) -> String {
    let message = |rule: Rule| {
        let key = rule.argument(configuration).key();
        format!("{key}: {}", configuration.message(rule))
    };
    let rules = said_of(configuration).into_iter();
    rules.map(message).collect::<Vec<_>>().join("\n\n")
}

/// The file of each row, its arguments, and the expected messages.
fn rows() -> Vec<(String, String, String)> {
    let mut rows = Vec::new();
    for file in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/messages")).unwrap() {
        let path = file.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        for row in format!("\n\n{text}").split("\n\narch = ").skip(1) {
            let (arguments, messages) =
                row.split_once('\n').expect("a message below the arguments");
            let arguments = format!("arch = {arguments}");
            rows.push((
                path.display().to_string(),
                arguments,
                messages.trim_end().to_owned(),
            ));
        }
    }
    rows
}

#[test]
fn each_message_is_as_it_is_written() {
    let mut differing = Vec::new();
    for (file, arguments, expected) in rows() {
        let messages = messages(&configuration(&arguments));
        if messages != expected {
            differing.push(format!("{file}:\n\n{arguments}\n{messages}\n"));
        }
    }
    let rows = differing.join("\n");
    assert!(
        rows.is_empty(),
        "correct the rule, or copy these rows:\n\n{rows}"
    );
}

/// The length that a text would have if each number in it were 18,446,744,073,709,551,615.
fn widened(text: &str) -> usize {
    let is_of_number = |c: char| c.is_ascii_digit() || c == ',';
    let is_number = |part: &&str| part.contains(|c: char| c.is_ascii_digit());
    let parts = text.split(|c| !is_of_number(c)).filter(is_number);
    let shorter: usize = parts.map(|part| 26_usize.saturating_sub(part.len())).sum();
    text.len() + shorter
}

/// Each rule on five GPUs at once: of every compute capability, the board with the longest name. Everything else that a
/// message says of a GPU is a number.
#[test]
fn no_message_is_cut_however_long_its_numbers_are() {
    let longest = Multiprocessor::ALL.iter().filter_map(|sm| {
        let boards = Device::ALL.iter().filter(|one| one.multiprocessor() == sm);
        boards
            .max_by_key(|board| board.name().len())
            .map(|board| board.arch())
    });
    let of_nvidia = compute_capabilities::ALL.iter().map(Arch::Multiprocessor);
    let archs: Vec<Arch> = longest.chain(of_nvidia).collect();
    let all = rows()
        .into_iter()
        .map(|(_, arguments, _)| arguments)
        .chain(crate::rules::rows().map(|(_, arguments)| arguments.to_owned()));
    for (nth, arguments) in all.enumerate() {
        let configuration = configuration(&arguments);
        for arch in archs.iter().skip(nth % STEP).step_by(STEP) {
            let five = [*arch; 5];
            let configuration = configuration.with_archs(&five);
            for rule in configuration.check().iter() {
                let message = configuration.message(rule);
                // A name of code has at most 64 bytes.
                let length = widened(message.as_str()) + 64;
                assert!(!message.is_cut() && length <= 3072, "{length}: {message}");
                assert!(!message.as_str().contains('{'), "{message}");
            }
        }
    }
}

/// Each resource allows one block, so each binds.
#[test]
fn all_resources_bind_at_once() {
    let mut limits = SM_120.limits();
    limits.max_blocks_per_sm = 1;
    let narrow = Multiprocessor::try_new(limits).unwrap();
    let kernel = block_with(1024, 64, SM_120.shared_memory_per_block_optin())
        .with_barriers(16)
        .with_virtual_resources(128);
    let binding = Occupancy::new(&narrow, &kernel).unwrap().binding();
    assert!(!binding.is_cut());
    // Those of NVIDIA.
    let scalar = Resource::ScalarRegisters;
    for resource in Resource::ALL.into_iter().filter(|one| *one != scalar) {
        assert!(binding.as_str().contains(resource.name()), "{binding}");
    }
}

/// Whole words outside of code.
fn words(text: &str) -> Vec<&str> {
    let prose = text.split('`').step_by(2);
    prose
        .flat_map(|part| part.split(|c: char| !c.is_alphanumeric() && c != '_'))
        .collect()
}

/// What a message for GPUs of one vendor says is in its words alone, whatever the configuration.
#[test]
fn messages_have_the_words_of_their_vendor() {
    let mut said = BTreeSet::new();
    for_random(1_500, |random| {
        let configuration = random.configuration();
        let vendor = configuration.archs[0].multiprocessor().vendor();
        let is_of_it = |arch: &&Arch| arch.multiprocessor().vendor() == vendor;
        let archs: Vec<Arch> = configuration
            .archs
            .iter()
            .filter(is_of_it)
            .copied()
            .collect();
        let configuration = configuration.with_archs(&archs);
        let foreign = match vendor {
            Vendor::Amd => {
                "SM SMs warp warps block blocks register registers shared wave waves scheduler schedulers partition \
                 partitions ptxas nvcc CUDA NVIDIA capability opt"
            }
            _ => {
                "CU CUs WGP wavefront wavefronts workgroup workgroups VGPR VGPRs LDS round rounds SIMD SIMDs SGPRs HIP \
                 AMD target"
            }
        };
        for rule in said_of(&configuration) {
            let message = configuration.message(rule);
            let mut found = words(message.as_str()).into_iter();
            let found = found.find(|word| foreign.split(' ').any(|one| one == *word));
            assert_eq!(found, None, "{message}");
            said.insert((vendor as u8, rule.code()));
        }
    });
    // All but those of compiled code, and some that are rare.
    assert!(said.len() > 80, "{}: {said:?}", said.len());
}
