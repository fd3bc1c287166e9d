//! All of it works in constants.

use occupancy_core::compute_capabilities::SM_90;
use occupancy_core::devices::H100;
use occupancy_core::model::{
    BytesInFlight, ExpectedProfile, GlobalAccess, InstructionClass, InstructionMix, LatencyHiding,
    MixClocks, PeakRates, Policy, Precision, SchedulerLoad, SharedAccess, Step, Swizzle, Timeline,
};
use occupancy_core::{Kernel, Occupancy, Ratio};

const LOAD: LatencyHiding = LatencyHiding::new(400, 30).unwrap();
const SHARE: Ratio = LOAD.issue_share(&SM_90, 32);
const NEEDED: BytesInFlight = BytesInFlight::of(&H100).unwrap();
const RIDGE: Ratio = PeakRates::of(&H100).ridge(Precision::TensorHalf).unwrap();
const PROGRAM: [Step; 1] = [Step::new(30, 400).unwrap()];
const CLOCKS: MixClocks = {
    let mix = InstructionMix::new().with(InstructionClass::Float, 4);
    match mix.clocks(&SM_90) {
        Ok(clocks) => clocks,
        Err(_) => panic!("known"),
    }
};
const IN_TURN: Ratio = Timeline::new(&PROGRAM, 16, Policy::LooseRoundRobin)
    .unwrap()
    .issue_share(10_000)
    .unwrap();
const FIRST: Option<u32> = {
    let mut timeline = Timeline::new(&PROGRAM, 4, Policy::GreedyThenOldest).unwrap();
    timeline.next_cycle().issued()
};
const KERNEL: Kernel = Kernel::new((256, 1, 1), 64);
const PROFILE: ExpectedProfile = match Occupancy::new(&SM_90, &KERNEL) {
    Ok(occupancy) => ExpectedProfile::new(&SM_90, &KERNEL, &occupancy, None),
    Err(_) => panic!("a block with threads"),
};

const COLUMN: SharedAccess = match SharedAccess::strided(128, 4) {
    Ok(column) => column,
    Err(_) => panic!("aligned"),
};
const SWIZZLE: Swizzle = COLUMN.swizzle_needed().unwrap();
const MATRIX: GlobalAccess = match GlobalAccess::rows(16, 4096, 4) {
    Ok(rows) => rows,
    Err(_) => panic!("aligned"),
};

// What a program would write beside its kernel.
const _: () = match COLUMN.with_swizzle(SWIZZLE) {
    Ok(column) => column.assert_conflict_free(),
    Err(_) => panic!("whole words"),
};
const _: () = assert!(LOAD.is_hidden_by(&SM_90, 60));
const _: () = assert!(SchedulerLoad::new(&SM_90, 3).idle_schedulers() == 1);

#[test]
fn constants_are_what_a_program_calculates() {
    assert_eq!(SHARE, LOAD.issue_share(&SM_90, 32));
    assert_eq!(NEEDED.per_sm(), 8_978);
    assert_eq!(RIDGE.numerator() / RIDGE.denominator(), 295);
    assert_eq!(CLOCKS.per_sm(), Ratio::ONE);
    assert_eq!(IN_TURN, Ratio::new(480, 864).unwrap());
    assert_eq!(FIRST, Some(0));
    assert_eq!(COLUMN.padding().unwrap().bytes(), 4);
    assert_eq!(MATRIX.sectors(), 4);
    assert_eq!(PROFILE.metrics().count(), 8);
}
