use occupancy::{Device, compute_capabilities::SM_89};

const UNKNOWN: Device = Device::new("some board", &SM_89, 0);

fn main() {}
