//! The whole words of what a configuration breaks and is warned of, as far as no case of `tests/ui` has them.
//!
//! A row of `messages/*.txt` is a line of arguments, and below it what is said: each message behind the argument that
//! is to blame. For a new row, write its arguments, and copy what this test prints.

use crate::arguments::configuration;
use crate::common::{STEP, block_with};
use occupancy_core::compute_capabilities::SM_120;
use occupancy_core::{Arch, Configuration, Device, Lint, Multiprocessor, Occupancy, Resource};

const FILES: [(&str, &str); 11] = [
    ("block", include_str!("messages/block.txt")),
    ("cluster", include_str!("messages/cluster.txt")),
    ("code", include_str!("messages/code.txt")),
    ("grid", include_str!("messages/grid.txt")),
    ("latency", include_str!("messages/latency.txt")),
    ("residency", include_str!("messages/residency.txt")),
    ("several-gpus", include_str!("messages/several-gpus.txt")),
    ("shared-memory", include_str!("messages/shared-memory.txt")),
    ("tail", include_str!("messages/tail.txt")),
    ("tile", include_str!("messages/tile.txt")),
    ("warnings", include_str!("messages/warnings.txt")),
];

/// Each broken rule, or else each warning.
fn said(configuration: &Configuration<'_>) -> String {
    let rules = configuration.check().iter().collect::<Vec<_>>();
    let broken = rules.into_iter().map(|rule| {
        let key = rule.argument(configuration).key();
        format!("{key}: {}", configuration.message(rule))
    });
    let lints = Lint::ALL
        .into_iter()
        .filter(|_| configuration.passes())
        .filter_map(|lint| {
            let key = lint.argument(configuration).key();
            Some(format!("{key}: {}", configuration.advise(lint)?))
        });
    broken.chain(lints).collect::<Vec<_>>().join("\n\n")
}

/// The file of each row, its arguments, and what is expected.
fn rows() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let of_file = |(file, rows): (&'static str, &'static str)| {
        let starts = rows.match_indices("arch = ").map(|(at, _)| at);
        let starts = starts.filter(|&at| at == 0 || rows[..at].ends_with("\n\n"));
        let starts: Vec<usize> = starts.chain([rows.len()]).collect();
        let rows = starts.windows(2).map(|ends| &rows[ends[0]..ends[1]]);
        let rows = rows.map(|row| row.split_once('\n').expect("what is said"));
        rows.map(|(arguments, said)| (file, arguments, said.trim_end()))
            .collect::<Vec<_>>()
    };
    FILES.into_iter().flat_map(of_file)
}

#[test]
fn each_is_said_as_it_is_written() {
    let mut differing = Vec::new();
    for (file, arguments, expected) in rows() {
        let said = said(&configuration(arguments));
        if said != expected {
            differing.push(format!("messages/{file}.txt:\n\n{arguments}\n{said}\n"));
        }
    }
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

/// The length that a text would have if each number in it were 18,446,744,073,709,551,615.
fn widened(text: &str) -> usize {
    let is_of_number = |c: char| c.is_ascii_digit() || c == ',';
    let is_number = |part: &&str| part.contains(|c: char| c.is_ascii_digit());
    let parts = text.split(|c| !is_of_number(c)).filter(is_number);
    let shorter: usize = parts.map(|part| 26_usize.saturating_sub(part.len())).sum();
    text.len() + shorter
}

/// Each rule on five GPUs at once: of every compute capability, the board with the longest name. All else that is
/// written of a GPU is a number.
#[test]
fn no_message_is_cut_however_long_its_numbers_are() {
    let longest = Multiprocessor::ALL.iter().filter_map(|sm| {
        let boards = Device::ALL.iter().filter(|one| one.multiprocessor() == sm);
        boards
            .max_by_key(|board| board.name().len())
            .map(|board| board.arch())
    });
    let archs: Vec<Arch> = longest
        .chain(Multiprocessor::ALL.iter().map(Arch::Multiprocessor))
        .collect();
    let all = rows()
        .map(|(_, arguments, _)| arguments)
        .chain(crate::rules::rows().map(|(_, arguments)| arguments));
    for (nth, arguments) in all.enumerate() {
        let configuration = configuration(arguments);
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

/// One block allowed by each resource, which so binds.
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
    for resource in Resource::ALL {
        assert!(binding.as_str().contains(resource.name()), "{binding}");
    }
}
