const SMEM: usize = 32 * 1024;

// What the page has for `smem = SMEM`.
const READ: i128 = 65_536;

/// Where that was read, and what helps.
const NOTE: &str = "\n    `SMEM` was read at src/gemm.rs:11\n\n    help: `smem = { SMEM }` leaves it to the compiler";

// As documentation writes it.
const _: [(); occupancy::__private::read_integer("SMEM", READ, SMEM as i128, NOTE)] = [];

fn main() {}
