//! The limits of a GPU as lines of text, for a terminal.

use occupancy_core::{Arch, Device, Multiprocessor, text::grouped};

use crate::escape::visible;
use crate::lines::{Line, paragraphs};
use crate::words::{counted, joined, kib, only_if};

/// What the tables have on a GPU, as paragraphs of lines: the board, what one SM holds, what one block can have,
/// and published clocks and rates. Unknown figures are named as such, and what the GPU does not have is left out.
///
/// ```
/// use occupancy_core::Arch;
/// use occupancy_report::gpu_lines;
///
/// let paragraphs = gpu_lines(&Arch::find("h100")?);
/// let registers = paragraphs.iter().flatten().find(|line| line.label == "registers per SM");
/// assert_eq!(registers.unwrap().text, "65,536 in 4 sub-partitions, allocated to warps in units of 256");
/// # Ok::<(), occupancy_core::UnknownArch>(())
/// ```
pub fn gpu_lines(arch: &Arch) -> Vec<Vec<Line>> {
    let sm = arch.multiprocessor();
    let [name, architecture] = [sm.name(), sm.architecture()].map(visible);
    let targets = visible(&sm.targets().join(", "));
    let generation = format!("compute capability: {name}, {architecture}\ntargets: {targets}");
    let of_device = arch.device().map(|one| (board(one), published(one)));
    let (board, published) = of_device.unwrap_or_default();
    paragraphs(&[board, generation, whole(sm), block(sm), published])
}

fn board(device: &Device) -> String {
    let sms = grouped(device.sm_count().into());
    let names = device.aliases().join(", ");
    format!("SMs: {sms}\nalso called: {names}")
}

fn whole(sm: &Multiprocessor) -> String {
    let number = |number: u32| grouped(number.into());
    let (warp, kib_per_sm) = (sm.warp_size(), kib(sm.shared_memory_per_sm()));
    let parts = counted(sm.sub_partitions().into(), "sub-partition");
    let register_unit = sm.register_allocation_unit();
    let byte_unit = sm.shared_memory_allocation_unit();
    let carveouts = sm.shared_memory_carveouts();
    let carveouts = joined(", ", carveouts, |bytes| (bytes / 1024).to_string());
    let carveouts = only_if(!carveouts.is_empty(), format!("{carveouts} KiB"));
    let cache = known(sm.unified_cache_per_sm(), kib);
    let columns = |columns: u32| counted(columns.into(), "column");
    let columns = known(sm.tensor_memory_columns_per_sm(), columns);
    let barriers = number(sm.barriers_per_sm());
    let barriers = only_if(sm.barriers_limit_blocks(), barriers.as_str());
    format!(
        "warps per SM: {} of {warp} threads: {} threads\n\
         blocks per SM: {}\n\
         registers per SM: {} in {parts}, allocated to warps in units of {register_unit}\n\
         shared memory per SM: {} bytes ({kib_per_sm}), allocated to blocks in units of {byte_unit}\n\
         carve-outs: {carveouts}\n\
         unified cache: {cache}\n\
         barriers per SM: {barriers}\n\
         tensor memory: {columns}",
        number(sm.max_warps_per_sm()),
        number(sm.max_threads_per_sm()),
        number(sm.max_blocks_per_sm()),
        number(sm.registers_per_sm()),
        number(sm.shared_memory_per_sm()),
    )
}

/// A figure that a GPU may not have, or that no source states.
fn known(figure: Option<u32>, words: impl Fn(u32) -> String) -> String {
    match figure {
        Some(0) => String::new(),
        Some(figure) => words(figure),
        None => "not known".to_owned(),
    }
}

fn block(sm: &Multiprocessor) -> String {
    let number = |number: u32| grouped(number.into());
    let (x, y, z) = sm.max_block_dim();
    let bytes = sm.shared_memory_per_block();
    let most = sm.shared_memory_per_block_optin();
    let with_optin = format!(", {} with the opt-in", number(most));
    let optin = only_if(most > bytes, with_optin);
    let reserved = sm.reserved_shared_memory_per_block();
    let taken = format!("; the system takes {} per block", number(reserved));
    let reserved = only_if(reserved > 0, taken);
    let cluster = match (sm.max_portable_cluster_size(), sm.max_cluster_size()) {
        (0, _) => String::new(),
        (portable, None) => format!("{portable}; the most with an opt-in is not known"),
        (portable, Some(most)) if most <= portable => portable.to_string(),
        (portable, Some(most)) => format!("{portable}, {most} if the launch side opts in"),
    };
    format!(
        "threads per block: {}; {} × {} × {z} in x, y and z\n\
         registers per block: {}; {} per thread\n\
         shared memory per block: {} bytes{optin}{reserved}\n\
         barriers per block: {}\n\
         blocks per cluster: {cluster}",
        number(sm.max_threads_per_block()),
        number(x),
        number(y),
        number(sm.registers_per_block()),
        sm.max_registers_per_thread(),
        number(bytes),
        number(sm.barriers_per_block()),
    )
}

fn published(device: &Device) -> String {
    let line = |label: &str, figure: Option<u32>, unit: &str| match figure {
        Some(figure) => format!("{label}: {} {unit}\n", grouped(figure.into())),
        None => String::new(),
    };
    let operands = "GFLOP/s, 16-bit operands, dense";
    line("boost clock", device.boost_clock_mhz(), "MHz")
        + &line("memory bandwidth", device.bandwidth_mb_per_s(), "MB/s")
        + &line("tensor peak", device.tensor_gflop_per_s(), operands)
}

#[cfg(test)]
mod tests {
    use occupancy_core::{Arch, Device, Multiprocessor};

    use super::gpu_lines;

    /// No figure is made up if the tables have none.
    #[test]
    fn unknown_figures_are_said_to_be_so() {
        for sm in Multiprocessor::ALL {
            let paragraphs = gpu_lines(&Arch::find(sm.name()).unwrap());
            let texts = paragraphs
                .iter()
                .flatten()
                .map(|line| line.text.matches("not known"));
            let count: usize = texts.map(Iterator::count).sum();
            let unknown = [
                sm.unified_cache_per_sm().is_none(),
                sm.tensor_memory_columns_per_sm().is_none(),
                sm.max_portable_cluster_size() > 0 && sm.max_cluster_size().is_none(),
            ];
            let expected = unknown.into_iter().filter(|is_unknown| *is_unknown).count();
            assert_eq!(count, expected, "{}", sm.name());
        }
        let mut devices = Device::ALL.iter();
        assert!(devices.all(|device| gpu_lines(&Arch::Device(*device)).len() >= 4));
    }
}
