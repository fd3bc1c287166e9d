//! `occupancy completions`: shell completions.

use std::io::{self, Write};

use clap::CommandFactory;
use clap_complete::{Shell, generate};

use crate::args::Args;

pub(crate) fn completions(shell: Shell, out: &mut dyn Write) -> io::Result<()> {
    // It panics if the output is closed.
    let mut script = Vec::new();
    generate(shell, &mut Args::command(), "occupancy", &mut script);
    out.write_all(&script)
}
