//! See the library.

fn main() -> std::process::ExitCode {
    cargo_occupancy::main()
}
