//! All of it works in constants.

use occupancy_core::Ratio;
use occupancy_core::compute_capabilities::SM_90;
use occupancy_core::devices::H100;
use occupancy_core::kernel::LatencyDemand;
use occupancy_core::model::bytes_in_flight;

const LOAD: LatencyDemand = LatencyDemand::cycles(400, 30);
const SHARE: Ratio = LOAD.issue_share(&SM_90, 32).unwrap();
const NEEDED: Ratio = bytes_in_flight(&H100, H100.sm_count()).unwrap();

// What a program would write beside its kernel.
const _: () = assert!(LOAD.is_hidden_by(&SM_90, 60));

#[test]
fn constants_are_what_a_program_calculates() {
    assert_eq!(Some(SHARE), LOAD.issue_share(&SM_90, 32));
    assert_eq!(NEEDED.rounded_up(), 8_978);
}
