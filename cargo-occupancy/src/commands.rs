//! The commands and their arguments.

mod calculate;
mod calculator;
mod completions;
mod explain;
mod gate;
mod inspect;
mod report;

use std::io;

use clap::{CommandFactory, Parser, Subcommand};

use crate::console::Console;

/// GPU kernels and their occupancy, without a GPU and without CUDA.
#[derive(Parser)]
#[command(name = "occupancy", version, arg_required_else_help = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    Inspect(inspect::Inspect),
    Calculate(Box<calculate::Calculate>),
    Calculator(calculator::Calculator),
    Baseline(Box<gate::WriteBaseline>),
    Compare(gate::Compare),
    Check(Box<gate::Check>),
    Report(Box<report::Report>),
    Explain(explain::Explain),
    Completions(completions::Completions),
}

impl Command {
    pub(crate) fn run(&self, console: &mut Console<'_>) -> io::Result<u8> {
        match self {
            Self::Inspect(args) => args.run(console),
            Self::Calculate(args) => args.run(console),
            Self::Calculator(args) => args.run(console),
            Self::Baseline(args) => args.run(console),
            Self::Compare(args) => args.run(console),
            Self::Check(args) => args.run(console),
            Self::Report(args) => args.run(console),
            Self::Explain(args) => args.run(console),
            Self::Completions(args) => args.run(Args::command(), console),
        }
    }
}
