//! The programs of the articles: rows of what the models find for their arguments.

use occupancy_core::compute_capabilities::SM_90;
use occupancy_core::{Kernel, Occupancy};
use occupancy_models::{Access, beside, busy_share, makespan};

use crate::rows::{compute_capability, number, rows};

/// The numbers of a text, whatever stands between them.
fn numbers(text: &str) -> Vec<u32> {
    let words = text.split(|c: char| !c.is_ascii_digit());
    words.filter(|word| !word.is_empty()).map(number).collect()
}

/// Blocks with their times, on SMs with their slots.
fn simulate(arguments: &str) -> String {
    let (blocks, sms) = arguments.split_once(" on ").unwrap();
    let durations: Vec<u64> = numbers(blocks)
        .chunks(2)
        .flat_map(|pair| vec![u64::from(pair[1]); pair[0] as usize])
        .collect();
    let slots = numbers(sms).into_iter().map(u64::from).product();
    let time = makespan(&durations, slots).unwrap();
    let share = busy_share(&durations, slots).unwrap();
    format!("{time} with {share} busy")
}

/// The blocks that fit beside others, and the limits by slots, warps, registers and shared memory.
fn assign(arguments: &str) -> String {
    let [
        threads,
        registers,
        bytes,
        resident,
        of_threads,
        of_registers,
    ] = numbers(arguments)[..].try_into().unwrap();
    let block = |threads, registers| Kernel::new((threads, 1, 1), registers);
    let kernel = block(threads, registers).with_dynamic_shared_memory(bytes);
    let others = [(block(of_threads, of_registers), resident)];
    let occupancy = beside(&SM_90, &kernel, &others).unwrap();
    let limits = occupancy.limits;
    let [slots, registers, bytes] =
        [limits.block_slots, limits.registers, limits.shared_memory].map(Option::unwrap);
    let (blocks, warps) = (occupancy.blocks_per_sm, limits.warps);
    format!("{blocks}: {slots} {warps} {registers} {bytes}")
}

/// The wavefronts of a column, and of the same with the least padding.
fn column(arguments: &str) -> String {
    let floats: u32 = numbers(arguments).iter().sum();
    let access = Access::strided(floats * 4, 4).unwrap();
    let (wavefronts, padding) = (access.wavefronts(), access.padding(4).unwrap());
    let (bytes, padded) = (padding.bytes, padding.wavefronts);
    format!("{wavefronts} and with {bytes} more bytes in a row {padded}")
}

/// The occupancy of each block size.
fn search(arguments: &str) -> String {
    let (given, sizes) = arguments.split_once(" of ").unwrap();
    let (sm, registers) = given.split_once(' ').unwrap();
    let sm = compute_capability(sm);
    let ratio = |threads| {
        let kernel = Kernel::new((threads, 1, 1), number(registers));
        Occupancy::new(sm, &kernel).unwrap().ratio().to_string()
    };
    let ratios: Vec<String> = numbers(sizes).into_iter().map(ratio).collect();
    ratios.join(" ")
}

#[test]
fn programs_of_the_articles() {
    for row in &rows(include_str!("../articles.csv"))[1..] {
        let found = match row[0] {
            "simulate" => simulate(row[1]),
            "assign" => assign(row[1]),
            "column" => column(row[1]),
            program => {
                assert_eq!(program, "search");
                search(row[1])
            }
        };
        assert_eq!(found, row[3], "{row:?}");
    }
}
