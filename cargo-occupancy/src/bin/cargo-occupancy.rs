//! The program under its name for cargo.

fn main() -> std::process::ExitCode {
    cargo_occupancy::main()
}
