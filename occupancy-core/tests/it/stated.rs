//! The fast path that spares most kernels a judge says the same as the judge, and the attribute and the compiler lose no
//! refusal between them. `tests/ui` and `tests/pass` have the configurations that stated arguments become.

use crate::random::Random;
use crate::total::spoiled;
use occupancy_core::kernel::{Argument, Arguments, Rare, Stated};
use occupancy_core::{Arch, Device, Lint, Multiprocessor, judge::Verdict};

impl Random {
    /// Mostly one of `usual`, sometimes a number near one, seldom any number.
    fn near(&mut self, usual: &[i128]) -> i128 {
        let number = self.of(usual);
        match self.next() % 16 {
            0 => number + 1,
            1 => number - 1,
            2 => -number,
            3 => i128::from(self.next()),
            4 => i128::from(self.next()) << 40,
            _ => number,
        }
    }

    /// A GPU of the tables, or one with limits of its own.
    fn any_arch(&mut self) -> Arch {
        match Multiprocessor::try_new(spoiled(self)) {
            Ok(own) if self.is_one_in(4) => Arch::Multiprocessor(Box::leak(Box::new(own))),
            _ => self.arch(),
        }
    }
}

/// Arguments with their numbers, in any order.
fn stated(archs: &[Arch], mut values: Vec<(Argument, Vec<i128>)>) -> Stated<'_> {
    values.sort_by_key(|(argument, _)| *argument as usize);
    let mut out = Stated::new(archs, 0, [], 0, 0);
    let mut at = 0;
    for (argument, numbers) in values {
        out.stated = out.stated.with(argument);
        for number in numbers {
            out.numbers[at] = number;
            at += 1;
        }
    }
    out
}

#[test]
fn the_fast_path_says_the_same_as_the_judge() {
    let mut random = Random::new();
    let (mut sound, mut broken) = (0, 0);
    for _ in 0..200_000 {
        let two = [random.any_arch(), random.any_arch()];
        let archs = &two[..random.of(&[1, 1, 1, 2])];
        let blocks = [32, 64, 96, 128, 256, 384, 512, 768, 1024];
        let extents = [1, 1, 1, 1, 1, 1, 2];
        let block = vec![
            random.near(&blocks),
            random.of(&extents),
            random.of(&extents),
        ];
        let mut values = vec![(Argument::Arch, vec![]), (Argument::Threads, block)];
        let registers: Vec<i128> = (16..=255).chain([256, 300, 301, 511, 512]).collect();
        let bytes = [
            0, 1000, 4096, 16_384, 32_768, 48_000, 49_152, 65_536, 131_072,
        ];
        for (argument, usual, one_in) in [
            (Argument::Registers, &registers[..], 0),
            (Argument::Vgprs, &registers, 4),
            (Argument::Sgprs, &[0, 96, 108], 16),
            (Argument::DynamicSharedMemory, &bytes, 2),
            (Argument::StaticSharedMemory, &bytes, 2),
            (Argument::MinBlocks, &[0, 1, 2, 3, 4, 8, 16], 2),
            (Argument::MaxBlocks, &[1, 2, 32], 8),
            (Argument::Barriers, &[0, 1, 16], 8),
        ] {
            if one_in == 0 || random.is_one_in(one_in) {
                values.push((argument, vec![random.near(usual)]));
            }
        }
        let mut stated = stated(archs, values);
        stated.lints = u32::try_from(random.next() & ((1 << Lint::ALL.len()) - 1)).unwrap();
        if random.is_one_in(2) {
            stated.lints &= 1 << Lint::RegisterCliff as u32 | 1 << Lint::IdleSchedulers as u32;
        }
        let rare = Rare {
            is_refused: random.is_one_in(16),
            auto: random.is_one_in(64).then_some((64, 128)),
            auto_registers: random.is_one_in(4).then_some(0),
            ..Rare::NONE
        };
        if rare.auto_registers.is_some() {
            stated.numbers[3] = 0;
        }
        stated.rare = &rare;
        stated.deferred = Arguments::of(&[Argument::Registers, Argument::Threads]);
        let (verdict, judged) = (stated.verdict(), stated.judge().verdict());
        let figures = |one: &Verdict| (one.is_sound, one.chosen, one.lints, one.launches);
        assert_eq!(verdict.faults, judged.faults, "{stated:?}");
        assert_eq!(figures(&verdict), figures(&judged), "{stated:?}");
        let is_plain = judged.is_sound && judged.lints == 0;
        *(if is_plain { &mut sound } else { &mut broken }) += 1;
    }
    assert!(sound > 20_000 && broken > 20_000, "{sound} {broken}");
}

/// What the configuration breaks is blamed on an argument that is given: by the attribute, or by the compiler, which looks
/// only where the attribute asks it to.
#[test]
fn no_refusal_is_lost() {
    let mut random = Random::new();
    let (mut refused, mut late) = (0, 0);
    for _ in 0..100_000 {
        let two = [random.of(Device::ALL).arch(), random.of(Device::ALL).arch()];
        let archs = &two[..random.of(&[1, 1, 2])];
        let threads = random.near(&[32, 64, 256, 256, 1024]);
        let mut values = vec![
            (Argument::Arch, vec![]),
            (Argument::Threads, vec![threads, 1, 1]),
        ];
        let mut rare = Rare::NONE;
        let mut budget = |argument, auto: &mut Option<u32>, is_needed: bool| match random.next() % 5
        {
            0 if !is_needed => false,
            0 | 1 => {
                *auto = Some(0);
                values.push((argument, vec![0]));
                true
            }
            _ => {
                values.push((argument, vec![random.near(&[0, 1, 64, 96, 255, 256, 512])]));
                true
            }
        };
        let has_vgprs = budget(Argument::Vgprs, &mut rare.auto_vgprs, false);
        budget(Argument::Registers, &mut rare.auto_registers, !has_vgprs);
        for (argument, usual) in [
            (Argument::Sgprs, &[0, 96, 109][..]),
            (Argument::DynamicSharedMemory, &[0, 49_152, 65_537]),
            (Argument::StaticSharedMemory, &[0, 49_152]),
            (Argument::Barriers, &[0, 1, 17]),
            (Argument::Carveout, &[0, 50, 101]),
            (Argument::Elements, &[0, 1000, 1 << 33]),
            (Argument::ThreadsPerItem, &[1, 3, 32]),
            (Argument::Sms, &[0, 8, 500]),
            (Argument::MinBlocks, &[0, 1, 9]),
            (Argument::MaxBlocks, &[0, 1, 32]),
        ] {
            if random.is_one_in(4) {
                values.push((argument, vec![random.near(usual)]));
            }
        }
        if random.is_one_in(4) {
            values.push((Argument::Cluster, vec![random.near(&[1, 2, 16]), 1, 1]));
        }
        let is_deferred = |_: &&(Argument, Vec<i128>)| random.is_one_in(3);
        let deferred: Vec<_> = values
            .iter()
            .filter(is_deferred)
            .map(|(one, _)| *one)
            .collect();
        let is_known = |(one, _): &(Argument, Vec<i128>)| !deferred.contains(one);
        let known = values.iter().filter(|one| is_known(one)).cloned().collect();
        let has_archs = !deferred.contains(&Argument::Arch);
        let mut attribute = stated(if has_archs { archs } else { &[] }, known);
        let mut compiler = stated(archs, values);
        for stated in [&mut attribute, &mut compiler] {
            stated.deferred = Arguments::of(&deferred);
            stated.rare = &rare;
        }
        let found = attribute.judge().verdict().faults;
        let faults = compiler.verdict().faults;
        let is_within = |some: Arguments, others: Arguments| some.without(others).is_empty();
        assert!(
            is_within(faults, attribute.can_be_at_fault().union(found)),
            "{compiler:?}"
        );
        assert!(
            is_within(found.union(faults), compiler.given()),
            "{compiler:?}"
        );
        let (configuration, out_of_range) = compiler.merged();
        if configuration.passes() && out_of_range.is_empty() {
            continue;
        }
        assert!(!found.union(faults).is_empty(), "{compiler:?}");
        for argument in faults.iter() {
            assert!(
                !compiler.judge().faults_of(argument).as_str().is_empty(),
                "{compiler:?}"
            );
        }
        refused += 1;
        late += i32::from(found.is_empty());
    }
    assert!(refused > 20_000 && late > 2_000, "{refused} {late}");
}
