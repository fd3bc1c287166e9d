//! The tables of GPUs against figures that were published elsewhere, in `tests/published`, and against each other.
//!
//! `compute_capabilities.csv` has the limits of an SM, from the sources that `compute_capabilities.rs` names. They are
//! written down a second time, so that a slip in one of the two shows. `fp32_cores` are the FP32 cores of one SM, from
//! the CUDA C++ Programming Guide 13.0, and from older editions for 7.x and before; empty if the guide has no column.
//!
//! `targets.csv` has the limits of AMD's targets in their default mode, from LLVM 22.1.8's `; Occupancy:` of generated
//! kernels and from the sources that `targets.rs` names. The other modes follow from it.
//!
//! `code.csv` has the GPUs that code for a target runs on. Its sources are those of [`runs`], and for `sm_101`, the old
//! name of Thor, ptxas 13.5 with `.target` in the rows and `-arch` in the columns. `?` is not documented.
//!
//! `totals.csv` has a row for each device with published figures:
//!
//! * `cc`, `sms`: written down a second time;
//! * FP32 cores, 64 to a CU: TechPowerUp, the page that the device's row names, as kept in RightNow-GPU-Database 77fae38;
//! * TFLOP/s of FP32 and the boost clock they go with: NVIDIA's datasheets where they print them, or else the same
//!   pages;
//! * TPCs, of two SMs each: the whitepapers of V100 (Table 1), A100 (p. 19), H100 and RTX Blackwell;
//! * bits of the memory bus and Mbit/s a pin: TechPowerUp for T4 (5,001 MHz, two transfers a clock) and RTX 3090
//!   (`geforce-rtx-3090.c3622`: 1,219 MHz, 16 transfers a clock); Wikipedia for TITAN V (850 MHz); Nsight Compute on a MIG
//!   instance of an eighth of the memory of H800 PCIe (640 bits at 1,593 MHz); a driver dump of B200 (3,996 MHz, 7,680 of
//!   the 8,192 bits); `Euhedral-Engine/Euhedral`, `docs/nvidia/memory-system.md` for RTX 5070 Ti (28 Gbit/s);
//! * `disagrees`: a column in which the source disagrees, and the reason why the table keeps its figure.

use crate::common::{Cells, arch, every_compute_capability, mig_instances, or_none, row, table};
use occupancy_core::gpu::nvidia::WARP_SIZE;
use occupancy_core::gpu::{CodeForm, Suffix, Vendor, runs, targets};
use occupancy_core::{Arch, Device, Multiprocessor};

const COMPUTE_CAPABILITIES: &str = include_str!("../published/compute_capabilities.csv");
const TARGETS: &str = include_str!("../published/targets.csv");
const CODE: &str = include_str!("../published/code.csv");
const TOTALS: &str = include_str!("../published/totals.csv");

/// The figure of a column of `compute_capabilities.csv`.
fn figure(sm: &Multiprocessor, column: &str) -> String {
    let kib = |bytes: u32| bytes / 1024;
    let figure = match column {
        "cc" => return sm.name().to_owned(),
        "architecture" => return sm.architecture().to_owned(),
        "targets" => return sm.targets().join(" "),
        "carveouts_kib" => {
            let all = sm.shared_memory_carveouts().iter().copied();
            return all
                .map(|bytes| kib(bytes).to_string())
                .collect::<Vec<_>>()
                .join(" ");
        }
        "barriers_limit_blocks" => {
            let yes = sm.barriers_limit_blocks();
            return if yes { "yes" } else { "no" }.to_owned();
        }
        "largest_cluster" => return or_none(sm.max_cluster_size()),
        "unified_cache_kib" => return or_none(sm.unified_cache_per_sm().map(kib)),
        "warps" => sm.max_warps_per_sm(),
        "blocks" => sm.max_blocks_per_sm(),
        "registers_per_block" => sm.registers_per_block(),
        "sub_partitions" => sm.sub_partitions(),
        "smem_per_sm" => sm.shared_memory_per_sm(),
        "smem_per_block_optin" => sm.shared_memory_per_block_optin(),
        "reserved_smem" => sm.reserved_shared_memory_per_block(),
        "smem_unit" => sm.shared_memory_allocation_unit(),
        "barriers" => sm.barriers_per_sm(),
        "virtual" => sm.virtual_resources_per_sm(),
        "portable_cluster" => sm.max_portable_cluster_size(),
        other => panic!("no figure for the column {other}"),
    };
    figure.to_string()
}

#[test]
fn every_figure_of_a_compute_capability() {
    let rows = table(COMPUTE_CAPABILITIES);
    let names: Vec<&str> = rows.iter().map(|row| row["cc"].as_str()).collect();
    let ours: Vec<&str> = every_compute_capability()
        .map(Multiprocessor::name)
        .collect();
    assert_eq!(names, ours, "a row for each, in this order");
    for (sm, row) in every_compute_capability().zip(&rows) {
        let columns = row.iter().filter(|(column, _)| *column != "fp32_cores");
        for (column, expected) in columns {
            assert_eq!(figure(sm, column), *expected, "{column} of {}", sm.name());
        }

        // These are the same for all.
        let name = sm.name();
        assert_eq!(name, format!("{}.{}", sm.major(), sm.minor()));
        let common = [
            sm.warp_size(),
            sm.max_threads_per_sm() / sm.max_warps_per_sm(),
            sm.max_threads_per_block(),
            sm.registers_per_sm(),
            sm.max_registers_per_thread(),
            sm.register_allocation_unit(),
            sm.shared_memory_per_block(),
            sm.static_shared_memory_per_block(),
            sm.barriers_per_block(),
        ];
        let expected = [WARP_SIZE, 32, 1024, 65_536, 255, 256, 49_152, 49_152, 16];
        assert_eq!(common, expected, "{name}");
        assert_eq!(sm.max_block_dim(), (1024, 1024, 64), "{name}");
        assert_eq!(Multiprocessor::of(sm.major(), sm.minor()), Some(sm));
    }
    for (major, minor) in [(0, 0), (9, 1), (8, 4), (10, 2), (90, 0)] {
        assert_eq!(Multiprocessor::of(major, minor), None, "{major}.{minor}");
    }
    let mut many = occupancy_core::compute_capabilities::ALL[0].limits();
    many.max_warps_per_sm = 1 << 31;
    let many = Multiprocessor::new(many);
    assert_eq!(many.max_threads_per_sm(), u32::MAX);
}

#[test]
fn every_figure_of_a_target_in_each_mode() {
    let mut left = targets::ALL.iter();
    for row in table(TARGETS) {
        let figure = |column: &str| row[column].parse::<u32>().expect("a number");
        let (lanes, simds) = (figure("lanes"), figure("simds"));
        for mode in 0..if row["modes"] == "yes" { 4 } else { 1 } {
            let sm = left.next().expect("a row for each, in this order");
            // Waves of 64 lanes, and one CU of two.
            let (wide, halves) = (mode % 2, mode / 2 + 1);
            let file = figure("vgprs") * lanes * simds / halves;
            let mode = ["", ":wave64", ":cu", ":wave64:cu"][mode as usize];
            assert_eq!(sm.name(), format!("{}{mode}", row["target"]));
            assert_eq!(sm.targets(), [row["target"].as_str()]);
            let ours = [
                sm.warp_size(),
                sm.sub_partitions(),
                sm.max_warps_per_sm(),
                sm.max_blocks_per_sm(),
                sm.registers_per_sm(),
                sm.registers_per_block(),
                sm.register_allocation_unit(),
                sm.max_registers_per_thread(),
                sm.scalar_registers_per_partition(),
                sm.shared_memory_per_sm(),
                sm.shared_memory_per_block(),
                sm.shared_memory_per_block_optin(),
                sm.static_shared_memory_per_block(),
                sm.shared_memory_allocation_unit(),
            ];
            let of_group = figure("lds_per_workgroup");
            let expected = [
                lanes << wide,
                simds / halves,
                figure("waves") * simds / halves,
                figure("workgroups") / halves,
                file,
                file,
                figure("vgpr_granule") * lanes,
                figure("addressable_vgprs"),
                figure("total_sgprs"),
                figure("lds") / halves,
                of_group,
                of_group,
                of_group,
                figure("lds_granule"),
            ];
            assert_eq!(ours, expected, "{}", sm.name());
            assert_eq!(sm.is_wgp(), row["modes"] == "yes" && halves == 1);
            let accumulates = figure("addressable_vgprs") == 512;
            assert_eq!(sm.has_accumulation_half(), accumulates, "{}", sm.name());
            assert!(sm.lone_warps_take_no_slot());
            // A program's own GPU can start from each.
            let mut limits = sm.limits();
            limits.name = "ours";
            limits.max_warps_per_sm += sm.sub_partitions();
            assert_eq!(Multiprocessor::new(limits).vendor(), Vendor::Amd);
        }
    }
    assert!(left.next().is_none());
}

/// The parts of a board of AMD are its partitions, or its modes.
#[test]
fn parts_of_boards_of_amd() {
    for board in Device::of(Vendor::Amd) {
        let (whole, count) = (board.multiprocessor(), board.sm_count());
        assert!(
            !whole.is_wgp() || board.parts().len() == 3,
            "{}: the row of a Radeon ends in `; modes`",
            board.name()
        );
        for (mode, part) in board.parts().iter().enumerate() {
            let (_, own) = part.name().split_once(':').expect("a name of its own");
            assert_eq!(part.name(), format!("{}:{own}", board.name()));
            assert_eq!(part.aliases(), [format!("{}:{own}", board.aliases()[0])]);
            for name in board.aliases().iter().chain([&board.name()]) {
                assert_eq!(
                    arch(&format!("{name}:{own}")),
                    Arch::Device(*part),
                    "{name}"
                );
            }
            assert!(part.parts().is_empty() && part.constant().is_empty());
            assert_eq!(part.boost_clock_mhz(), board.boost_clock_mhz());
            let (l2, cus) = (part.l2_cache_bytes(), part.sm_count());
            if whole.is_wgp() {
                let name = format!("{}:{own}", whole.name());
                assert_eq!(
                    (part.multiprocessor().name(), l2),
                    (&*name, board.l2_cache_bytes())
                );
                assert_eq!(cus, if mode == 0 { count } else { 2 * count });
                assert_eq!(part.arch().reported_count(), Some(count));
                assert!(part.arch().is_reported_like(&board.arch()), "{name}");
            } else {
                assert_eq!((part.multiprocessor(), l2), (whole, None));
                assert_eq!(count % cus, 0);
                assert!(!part.arch().is_reported_like(&board.arch()));
            }
            let reported = part.arch().reported_count().expect("a number");
            assert!(
                part.arch()
                    .is_reported_as(&format!("AMD {}", board.name()), reported)
            );
            assert!(part.arch().is_of_target(whole.targets()[0]));
        }
    }
    let [mi250, mi250x] = ["mi250", "mi250x"].map(arch);
    let reported = "AMD Instinct MI250X / MI250";
    assert!(mi250.is_reported_as(reported, 104) && mi250x.is_reported_as(reported, 110));
    assert!(!mi250.is_reported_like(&mi250x) && !mi250.is_reported_as(reported, 110));
    let [wgp, cu, other] = ["gfx1100", "gfx1100:cu", "gfx1101"].map(arch);
    assert!(wgp.is_reported_like(&cu) && !wgp.is_reported_like(&other));
    assert!(mi250.is_of_target("gfx90a:sramecc+:xnack-") && !mi250.is_of_target("gfx942"));
    assert!(!mi250.is_of_target("mi250") && !arch("h100").is_of_target("gfx90a"));
}

/// Around each carve-out, L1 has the rest that the next larger carve-out leaves.
#[test]
fn l1_has_what_the_carve_out_leaves() {
    for sm in occupancy_core::compute_capabilities::ALL {
        let carveouts = sm.shared_memory_carveouts();
        let around = carveouts.iter().flat_map(|bytes| [*bytes, bytes + 1]);
        for bytes in around.chain([1, u32::MAX]) {
            let next = carveouts.iter().find(|carveout| **carveout >= bytes);
            let cache = sm.unified_cache_per_sm().filter(|cache| *cache > 0);
            let expected = next.and_then(|carveout| Some(cache? - carveout));
            let name = sm.name();
            assert_eq!(sm.l1_cache_beside(bytes), expected, "{name}: {bytes}");
        }
    }
}

/// The compute capability and the suffix of a target: `sm_90a`.
fn code_of(target: &str) -> ((u32, u32), Suffix) {
    let number = target.trim_start_matches("sm_");
    let (number, suffix) = match number.strip_suffix(['a', 'f']) {
        Some(rest) if number.ends_with('a') => (rest, Suffix::Architecture),
        Some(rest) => (rest, Suffix::Family),
        None => (number, Suffix::None),
    };
    let number: u32 = number.parse().unwrap();
    ((number / 10, number % 10), suffix)
}

#[test]
fn code_of_every_target_runs_where_it_is_documented_to() {
    let rows = table(CODE);
    let documented: Vec<&str> = rows.iter().map(|row| row["target"].as_str()).collect();
    let mut every: Vec<_> = every_compute_capability().collect();
    every.sort_by_key(|sm| sm.compute_capability());
    for target in every.iter().flat_map(|sm| sm.targets()) {
        assert!(
            documented.contains(target),
            "code.csv: add a row of {target}"
        );
    }
    for row in &rows {
        let (code, suffix) = code_of(&row["target"]);
        for (at, sm) in every.iter().enumerate() {
            let is_listed = |cell: &str| match cell.strip_suffix(" and later") {
                Some(first) => every[..=at].iter().any(|sm| sm.name() == first),
                None => cell.split(' ').any(|name| name == sm.name()),
            };
            let gpu = sm.compute_capability();
            let on = |form| runs(form, code, suffix, gpu);
            for (form, column) in [
                (CodeForm::MachineCode, "machine_code"),
                (CodeForm::Ptx, "ptx"),
            ] {
                let (cell, about) = (&row[column], (&row["target"], sm.name()));
                if cell != "?" {
                    assert_eq!(on(form), is_listed(cell), "{column}: {about:?}");
                }
            }
            assert_eq!(on(CodeForm::Loaded), code == gpu, "{}", row["target"]);
        }
    }
}

/// The constant is the first alias in capitals, and aliases have lower case, digits and `-`.
#[test]
fn names_of_a_device() {
    for device in Device::ALL {
        let constant = device.aliases()[0].to_uppercase().replace('-', "_");
        assert_eq!(device.constant(), constant, "the first alias in capitals");
        for alias in device.aliases() {
            let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            assert!(alias.chars().all(is_plain), "{alias}");
        }
    }
}

/// The figure in a column of a row of `totals.csv`; `None` if the cell is empty.
fn published(row: &Cells, column: &str) -> Option<f64> {
    let cell = &row[column];
    (!cell.is_empty()).then(|| cell.parse().expect("a number"))
}

/// The figure is within `tolerance` of the published one, unless the row says why it disagrees.
fn agrees(row: &Cells, column: &str, computed: f64, tolerance: f64) {
    let Some(published) = published(row, column) else {
        return;
    };
    let device = row["device"].as_str();
    let why = row["disagrees"].split_once(": ");
    let disagrees = why.is_some_and(|(what, _)| what == column);
    assert_eq!(
        (computed - published).abs() <= tolerance,
        !disagrees,
        "{device}: {computed} by the tables, and {column} {published} published"
    );
}

#[test]
fn boards_have_what_was_published() {
    let cores = table(COMPUTE_CAPABILITIES);
    let cores_of = |cc: &str| {
        let of_cc = cores.iter().find(|row| row["cc"] == cc);
        // AMD's CU has 64.
        let of_amd = || {
            if arch(cc).multiprocessor().is_wgp() {
                128.0
            } else {
                64.0
            }
        };
        of_cc.map_or_else(|| Some(of_amd()), |row| published(row, "fp32_cores"))
    };
    for row_of in table(TOTALS) {
        let device = row(&row_of["device"]);
        let cc = device.multiprocessor().name();
        assert!(
            row_of["cc"].is_empty() || row_of["cc"] == cc,
            "{row_of:?}: {cc}"
        );
        let sms = f64::from(device.sm_count());
        agrees(&row_of, "sms", sms, 0.0);
        // A TPC is two SMs.
        agrees(&row_of, "tpcs", sms / 2.0, 0.0);
        // Each bit of the bus is a pin with its megabits per second.
        let columns = ["bus_bits", "mbit_per_pin"].map(|column| published(&row_of, column));
        if let [Some(bits), Some(rate)] = columns {
            let ours = f64::from(device.bandwidth_mb_per_s().expect("a bandwidth"));
            let computed = bits * rate / 8.0;
            let is_near = (ours - computed).abs() * 1_000.0 <= 2.0 * computed;
            assert!(is_near, "{row_of:?}: {ours}, {computed}");
        }
        if let Some(ours) = device.boost_clock_mhz() {
            agrees(&row_of, "boost_mhz", f64::from(ours), 0.0);
        }
        let Some(per_sm) = cores_of(cc) else {
            continue;
        };
        agrees(&row_of, "fp32_cores", sms * per_sm, 0.0);
        // A core makes two FLOP per clock; to 1.1 %, or half a unit of the last digit.
        let columns = ["fp32_tflops", "boost_mhz"].map(|column| published(&row_of, column));
        if let [Some(tflops), Some(mhz)] = columns {
            let decimals = row_of["fp32_tflops"]
                .split_once('.')
                .map_or(0, |(_, digits)| digits.len());
            let half_a_unit = 0.5 * 0.1_f64.powi(i32::try_from(decimals).unwrap());
            let computed = sms * per_sm * 2.0 * mhz / 1e6;
            let tolerance = half_a_unit.max(0.011 * tflops);
            agrees(&row_of, "fp32_tflops", computed, tolerance);
        }
    }
}

/// A TPC has two SMs from compute capability 7.0 on, and a board has whole TPCs. No GPC in the table has more than 18
/// SMs, and no board fewer than 3 GPCs.
#[test]
fn layouts_agree_with_the_sms() {
    for device in Device::of(Vendor::Nvidia) {
        let (name, sms) = (device.name(), device.sm_count());
        let (tpcs, gpcs) = (device.tpcs(), device.gpcs());
        let about = format!("{name}: {sms} SMs, {tpcs:?} TPCs, {gpcs:?} GPCs");
        assert!((1..=256).contains(&sms), "{about}");
        assert!(tpcs.is_none_or(|tpcs| tpcs * 2 == sms), "{about}");
        let of_gpcs = |gpcs| gpcs >= 3 && sms.div_ceil(gpcs) <= 18;
        assert!(gpcs.is_none_or(of_gpcs), "{about}");
    }
}

/// A MIG instance has none of its board's layout and latencies.
#[test]
fn an_instance_is_not_its_board() {
    for (_, _, instance) in mig_instances() {
        let layout = (instance.gpcs(), instance.tpcs());
        assert_eq!(layout, (None, None), "{}", instance.name());
        assert!(instance.memory_latencies().is_none(), "{}", instance.name());
    }
    assert_eq!(row("H100").l2_cache_bytes(), Some(52_428_800));
}
