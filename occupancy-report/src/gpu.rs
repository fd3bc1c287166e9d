//! Writes the limits of a GPU as lines of text, for a terminal.

use occupancy_core::{Arch, Device, Multiprocessor, gpu::Vendor, text::grouped};

use crate::escape::visible;
use crate::format::{counted, joined, kib, only_if, worded};
use crate::lines::{Line, paragraphs};

/// Writes the row of a GPU as paragraphs of lines: the board, the capacity of one SM, the limits of one block, and
/// published clocks and rates. A figure that is not known says so, and features that the GPU lacks are left out.
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
    let words = sm.words();
    let generation = worded("compute capability: ", words) + &format!("{name}, {architecture}");
    // The name of AMD's limits is that of their target.
    let is_named = sm.vendor() == Vendor::Amd;
    let generation = generation + &only_if(!is_named, format!("\ntargets: {targets}"));
    let of_device = arch.device().map(|one| (board(one), published(one)));
    let (board, published) = of_device.unwrap_or_default();
    let [whole, block, published] =
        [whole(sm), block(sm), published].map(|text| worded(&text, words));
    paragraphs(&[board, generation, whole, block, published])
}

/// Writes the SMs of a board, and its other names.
fn board(device: &Device) -> String {
    let sms = worded("SMs: ", device.multiprocessor().words());
    let count = grouped(device.sm_count().into());
    let names = device.aliases().join(", ");
    format!("{sms}{count}\nalso called: {names}")
}

/// Writes the capacity of one SM.
fn whole(sm: &Multiprocessor) -> String {
    let number = |number: u32| grouped(number.into());
    let (warp, kib_per_sm) = (sm.warp_size(), kib(sm.shared_memory_per_sm()));
    let parts = counted(sm.sub_partitions().into(), "sub-partition");
    let register_unit = sm.register_allocation_unit();
    let byte_unit = sm.shared_memory_allocation_unit();
    let carveouts = match sm.shared_memory_carveouts() {
        [] => String::new(),
        all => joined(", ", all, |bytes| (bytes / 1024).to_string()) + " KiB",
    };
    let cache = figure(sm.unified_cache_per_sm(), kib);
    let columns = |count: u32| counted(count.into(), "column");
    let tensor_memory = figure(sm.tensor_memory_columns_per_sm(), columns);
    let barriers = number(sm.barriers_per_sm());
    let limit = only_if(sm.barriers_limit_blocks(), barriers.as_str());
    let scalar = sm.scalar_registers_per_partition();
    let scalar = figure(Some(scalar), |count| {
        format!("{} in each SIMD", grouped(count.into()))
    });
    format!(
        "warps per SM: {} of {warp} threads: {} threads\n\
         blocks per SM: {}\n\
         registers per SM: {} in {parts}, allocated to warps in units of {register_unit}\n\
         SGPRs: {scalar}\n\
         shared memory per SM: {} bytes ({kib_per_sm}), allocated to blocks in units of {byte_unit}\n\
         carve-outs: {carveouts}\n\
         unified cache: {cache}\n\
         barriers per SM: {limit}\n\
         tensor memory: {tensor_memory}",
        number(sm.max_warps_per_sm()),
        number(sm.max_threads_per_sm()),
        number(sm.max_blocks_per_sm()),
        number(sm.registers_per_sm()),
        number(sm.shared_memory_per_sm()),
    )
}

/// Writes a figure. Zero is a feature that the GPU lacks, and `None` a figure that no source states.
fn figure(figure: Option<u32>, words: impl Fn(u32) -> String) -> String {
    match figure {
        Some(0) => String::new(),
        Some(figure) => words(figure),
        None => "not known".to_owned(),
    }
}

/// Writes the limits of one block.
fn block(sm: &Multiprocessor) -> String {
    let number = |number: u32| grouped(number.into());
    let (x, y, z) = sm.max_block_dim();
    let bytes = sm.shared_memory_per_block();
    let most = sm.shared_memory_per_block_optin();
    let optin = only_if(most > bytes, format!(", {} with the opt-in", number(most)));
    let reserved = sm.reserved_shared_memory_per_block();
    let taken = format!("; the system takes {} per block", number(reserved));
    let system = only_if(reserved > 0, taken);
    let barriers = figure(Some(sm.barriers_per_block()), |count| count.to_string());
    let cluster = match (sm.max_portable_cluster_size(), sm.max_cluster_size()) {
        (0, _) => String::new(),
        (portable, None) => format!("{portable}; the most with an opt-in is not known"),
        (portable, Some(most)) if most <= portable => portable.to_string(),
        (portable, Some(most)) => format!("{portable}, {most} if the launch side opts in"),
    };
    format!(
        "threads per block: {}; {} × {} × {} in x, y and z\n\
         registers per block: {}; {} per thread\n\
         shared memory per block: {} bytes{optin}{system}\n\
         barriers per block: {barriers}\n\
         blocks per cluster: {cluster}",
        number(sm.max_threads_per_block()),
        number(x),
        number(y),
        number(z),
        number(sm.registers_per_block()),
        sm.max_registers_per_thread(),
        number(bytes),
    )
}

/// Writes the published clocks, sizes and rates of a board.
fn published(device: &Device) -> String {
    let line = |label: &str, figure: Option<u32>, unit: &str| match figure {
        Some(figure) => format!("{label}: {} {unit}\n", grouped(figure.into())),
        None => String::new(),
    };
    let operands = "GFLOP/s, 16-bit operands, dense";
    line("boost clock", device.boost_clock_mhz(), "MHz")
        + &line("L2 cache", device.l2_cache_bytes(), "bytes")
        + &line("memory", device.memory_mib(), "MiB")
        + &line("memory bandwidth", device.bandwidth_mb_per_s(), "MB/s")
        + &line("tensor peak", device.tensor_gflop_per_s(), operands)
}

#[cfg(test)]
mod tests {
    use occupancy_core::{Arch, Device, Multiprocessor};

    use super::gpu_lines;

    /// A figure that the tables lack is not made up.
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
