//! All of it works in constants.

use occupancy_core::Ratio;
use occupancy_core::compute_capabilities::SM_90;
use occupancy_core::devices::H100;
use occupancy_core::model::{BytesInFlight, LatencyHiding, SchedulerLoad};

const LOAD: LatencyHiding = LatencyHiding::new(400, 30).unwrap();
const SHARE: Ratio = LOAD.issue_share(&SM_90, 32);
const NEEDED: BytesInFlight = BytesInFlight::of(&H100).unwrap();

// What a program would write beside its kernel.
const _: () = assert!(LOAD.is_hidden_by(&SM_90, 60));
const _: () = assert!(SchedulerLoad::new(&SM_90, 3).idle_schedulers() == 1);

#[test]
fn constants_are_what_a_program_calculates() {
    assert_eq!(SHARE, LOAD.issue_share(&SM_90, 32));
    assert_eq!(NEEDED.per_sm(), 8_978);
}
