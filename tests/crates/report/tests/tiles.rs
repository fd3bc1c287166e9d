//! An integration test.

use occupancy::launch_config;

#[launch_config(arch = "t4", threads = 128, regs = 40)]
fn of_a_test() {}

#[test]
fn it_runs() {
    of_a_test();
    assert_eq!(OfATestLaunch::BLOCKS_PER_SM, 8);
}
