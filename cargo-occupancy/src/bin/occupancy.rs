//! The program under its name `occupancy`.

fn main() -> std::process::ExitCode {
    cargo_occupancy::main()
}
