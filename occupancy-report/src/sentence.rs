//! The first line of a page, which editors show.

use std::fmt::Write;

use crate::report::Report;
use crate::words::counted;

impl Report<'_> {
    /// "Launch parameters of `saxpy`: H100, 4 blocks of 256 threads per SM, 50 % occupancy; registers
    /// bind." `link` is the kernel in Markdown.
    pub fn sentence(&self, link: &str) -> String {
        let mut out = format!("Launch parameters of {link}");
        let least = self
            .variants
            .iter()
            .filter_map(|variant| {
                let occupancy = variant.configuration.least_occupancy()?;
                let threads = variant.configuration.kernel.threads_per_block();
                Some((threads, occupancy))
            })
            .min_by_key(|(_, occupancy)| occupancy.blocks_per_sm);
        let archs = || {
            self.variants
                .iter()
                .map(|variant| variant.configuration.archs)
        };
        let count = archs().map(<[_]>::len).sum::<usize>();
        match (least, archs().next().and_then(<[_]>::first)) {
            (Some((threads, occupancy)), Some(first)) if self.is_known() => {
                let gpus = if count == 1 {
                    first.name().to_owned()
                } else {
                    format!("{count} GPUs, at least")
                };
                let _ = write!(
                    out,
                    ": {gpus}{} {} of {} per SM, {} occupancy; {} {}.",
                    if count == 1 { "," } else { "" },
                    counted(occupancy.blocks_per_sm.into(), "block"),
                    counted(threads, "thread"),
                    occupancy.ratio(),
                    occupancy.binding(),
                    if occupancy.binding().is_singular() {
                        "binds"
                    } else {
                        "bind"
                    },
                );
            }
            _ => out.push_str(", checked when it compiles."),
        }
        out
    }
}
