//! The limits of a GPU as lines of text, for a terminal.

use occupancy_core::{Arch, ComputeCapability, Device, text::grouped};

use crate::lines::Line;
use crate::words::{counted, kib};

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
    let cc = arch.compute_capability();
    let mut paragraphs = Vec::new();
    if let Arch::Device(device) = arch {
        paragraphs.push(board(device));
    }
    paragraphs.extend([generation(cc), sm(cc), block(cc)]);
    if let Arch::Device(device) = arch {
        paragraphs.push(published(device));
    }
    paragraphs.retain(|lines| !lines.is_empty());
    paragraphs
}

fn board(device: &Device) -> Vec<Line> {
    let mut lines = vec![Line::new(
        "SMs",
        grouped(device.sm_count().into()).to_string(),
    )];
    if !device.aliases().is_empty() {
        lines.push(Line::new("also called", device.aliases().join(", ")));
    }
    lines
}

fn generation(cc: &ComputeCapability) -> Vec<Line> {
    vec![
        Line::new(
            "compute capability",
            format!("{}, {}", cc.name(), cc.architecture()),
        ),
        Line::new("targets", cc.targets().join(", ")),
    ]
}

fn sm(cc: &ComputeCapability) -> Vec<Line> {
    let number = |number: u32| grouped(number.into()).to_string();
    let mut lines = vec![
        Line::new(
            "warps per SM",
            format!(
                "{} of {} threads: {} threads",
                number(cc.max_warps_per_sm()),
                cc.warp_size(),
                number(cc.max_threads_per_sm())
            ),
        ),
        Line::new("blocks per SM", number(cc.max_blocks_per_sm())),
        Line::new(
            "registers per SM",
            format!(
                "{} in {}, allocated to warps in units of {}",
                number(cc.registers_per_sm()),
                counted(cc.sub_partitions().into(), "sub-partition"),
                cc.register_allocation_unit()
            ),
        ),
        Line::new(
            "shared memory per SM",
            format!(
                "{} bytes ({}), allocated to blocks in units of {}",
                number(cc.shared_memory_per_sm()),
                kib(cc.shared_memory_per_sm()),
                cc.shared_memory_allocation_unit()
            ),
        ),
    ];
    if !cc.shared_memory_carveouts().is_empty() {
        let sizes: Vec<_> = cc
            .shared_memory_carveouts()
            .iter()
            .map(|bytes| (bytes / 1024).to_string())
            .collect();
        lines.push(Line::new("carve-outs", format!("{} KiB", sizes.join(", "))));
    }
    lines.extend(match cc.unified_cache_per_sm() {
        Some(0) => None,
        Some(bytes) => Some(Line::new("unified cache", kib(bytes))),
        None => Some(Line::new("unified cache", "not known".to_owned())),
    });
    if cc.barriers_limit_blocks() {
        lines.push(Line::new("barriers per SM", number(cc.barriers_per_sm())));
    }
    lines.extend(match cc.tensor_memory_columns_per_sm() {
        Some(0) => None,
        Some(columns) => Some(Line::new(
            "tensor memory",
            counted(columns.into(), "column"),
        )),
        None => Some(Line::new("tensor memory", "not known".to_owned())),
    });
    lines
}

fn block(cc: &ComputeCapability) -> Vec<Line> {
    let number = |number: u32| grouped(number.into()).to_string();
    let (x, y, z) = cc.max_block_dim();
    let reserved = match cc.reserved_shared_memory_per_block() {
        0 => String::new(),
        bytes => format!("; the system takes {} per block", number(bytes)),
    };
    let mut lines = vec![
        Line::new(
            "threads per block",
            format!(
                "{}; {} × {} × {} in x, y and z",
                number(cc.max_threads_per_block()),
                number(x),
                number(y),
                z
            ),
        ),
        Line::new(
            "registers per block",
            format!(
                "{}; {} per thread",
                number(cc.registers_per_block()),
                cc.max_registers_per_thread()
            ),
        ),
        Line::new(
            "shared memory per block",
            if cc.shared_memory_per_block_optin() > cc.shared_memory_per_block() {
                format!(
                    "{} bytes, {} with the opt-in{reserved}",
                    number(cc.shared_memory_per_block()),
                    number(cc.shared_memory_per_block_optin())
                )
            } else {
                format!("{} bytes{reserved}", number(cc.shared_memory_per_block()))
            },
        ),
        Line::new("barriers per block", number(cc.barriers_per_block())),
    ];
    if cc.max_portable_cluster_size() > 0 {
        let largest = match cc.max_cluster_size() {
            Some(most) if most > cc.max_portable_cluster_size() => {
                format!(", {most} if the launch side opts in")
            }
            Some(_) => String::new(),
            None => "; the most with an opt-in is not known".to_owned(),
        };
        lines.push(Line::new(
            "blocks per cluster",
            format!("{}{largest}", cc.max_portable_cluster_size()),
        ));
    }
    lines
}

fn published(device: &Device) -> Vec<Line> {
    let figure = |label: &str, figure: Option<u32>, unit: &str| {
        figure.map(|figure| Line::new(label, format!("{} {unit}", grouped(figure.into()))))
    };
    [
        figure("boost clock", device.boost_clock_mhz(), "MHz"),
        figure("memory bandwidth", device.bandwidth_mb_per_s(), "MB/s"),
        figure(
            "tensor peak",
            device.tensor_gflop_per_s(),
            "GFLOP/s, 16-bit operands, dense",
        ),
    ]
    .into_iter()
    .flatten()
    .collect()
}

#[cfg(test)]
mod tests {
    use occupancy_core::{Arch, ComputeCapability, Device};

    use super::gpu_lines;

    fn text(name: &str) -> String {
        let paragraphs = gpu_lines(&Arch::find(name).unwrap());
        let lines = paragraphs.iter().flatten();
        let lines: Vec<_> = lines
            .map(|line| format!("{}: {}\n", line.label, line.text))
            .collect();
        lines.concat()
    }

    #[test]
    fn a_device_and_a_compute_capability() {
        let h100 = text("h100");
        for line in [
            "SMs: 132",
            "compute capability: 9.0, Hopper GH100",
            "targets: sm_90, sm_90a",
            "warps per SM: 64 of 32 threads: 2,048 threads",
            "carve-outs: 0, 8, 16, 32, 64, 100, 132, 164, 196, 228 KiB",
            "shared memory per block: 49,152 bytes, 232,448 with the opt-in; the system takes 1,024 per block",
            "blocks per cluster: 8, 16 if the launch side opts in",
            "boost clock: 1,980 MHz",
        ] {
            assert!(h100.contains(&format!("{line}\n")), "{line} in\n{h100}");
        }
        let capability = text("sm_61");
        assert!(!capability.contains("SMs:"), "{capability}");
        for absent in ["carve-outs", "cluster", "unified", "tensor", "boost clock"] {
            assert!(!capability.contains(absent), "{absent} in\n{capability}");
        }
    }

    /// No figure is made up if the tables have none.
    #[test]
    fn unknown_figures_are_said_to_be_so() {
        for cc in ComputeCapability::ALL {
            let text = text(cc.name());
            let unknown = [
                cc.unified_cache_per_sm().is_none(),
                cc.tensor_memory_columns_per_sm().is_none(),
                cc.max_portable_cluster_size() > 0 && cc.max_cluster_size().is_none(),
            ];
            let count = unknown.iter().filter(|&&is_unknown| is_unknown).count();
            assert_eq!(text.matches("not known").count(), count, "{text}");
        }
        assert!(
            Device::ALL
                .iter()
                .all(|device| gpu_lines(&Arch::Device(*device)).len() >= 4)
        );
    }
}
