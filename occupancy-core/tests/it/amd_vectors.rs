//! AMD's targets, compared with what two LLVMs say of the same kernels.
//!
//! `vectors/amd_llvm.csv` has the `; Occupancy:` of LLVM 22.1.8 (Debian's llvm-22) and of LLVM 24.0.0git b010a18d2b64 (the
//! one in triton 3.9.0), for 12,000 kernels on 15 targets, a digit a target; `amd_llvm.py` beside it made it. RDNA runs row
//! *i* in mode *i* mod 4 of [`MODES`].
//!
//! LLVM's figure is waves per SIMD, the least of three limits that know nothing of each other: of workgroups by their
//! slots and LDS, whose waves are rounded up to whole ones on each SIMD; of VGPRs; and of SGPRs. Each is 1 where nothing
//! fits. Here each of the three is that of the library, for a kernel that asks for nothing else. Whole workgroups, which
//! the library reports, are another figure: `figures/amd.txt` has those of hardware.

use std::collections::BTreeMap;

use occupancy_core::{Kernel, Multiprocessor, Occupancy};

use crate::common::arch;

const VECTORS: &str = include_str!("../vectors/amd_llvm.csv");

const MODES: [&str; 4] = ["", ":wave64", ":cu", ":wave64:cu"];

/// What an LLVM counts in another way than the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Difference {
    /// LDS in steps of so many bytes.
    Lds(u32),
    /// LLVM 22 has steps of SGPRs, without those of the trap handler. The library, LLVM 24 (pull request 201342) and
    /// hardware (rocm-systems, issue 10618) agree.
    SgprSteps,
    /// LLVM 24 takes more SGPRs than the code names, so that no more waves are resident than workgroups allow; on
    /// gfx908, 9 waves become 8 by that (`getMinNumSGPRs`). It is in no `.sgpr_count`, and the library does not guess it.
    MoreSgprs,
}

use Difference::{Lds, MoreSgprs, SgprSteps};

/// A target, the differences of LLVM 22 and of LLVM 24, and the rows, of 12,000, where each makes another figure.
///
/// LDS of the library is what hardware allocates, in the steps of LLVM 24, except on RDNA from gfx10.3 on: 1,024 bytes
/// (Mesa's `ac_gpu_info`; rocm-libraries, issues 10078 and 11791; LLVM, pull request 219495), where LLVM 24 has the 512 of
/// the kernel descriptor. LLVM 22 rounds nothing.
type Row = (
    &'static str,
    &'static [(Difference, usize)],
    &'static [(Difference, usize)],
);

#[rustfmt::skip]
const TARGETS: [Row; 14] = [
    ("gfx908", &[(Lds(1), 43), (SgprSteps, 972)], &[(MoreSgprs, 930)]),
    ("gfx90a", &[(Lds(1), 32), (SgprSteps, 554)], &[]),
    ("gfx942", &[(Lds(1), 32), (SgprSteps, 601)], &[]),
    ("gfx950", &[(Lds(1), 41), (SgprSteps, 613)], &[]),
    ("gfx1010", &[(Lds(1), 66)], &[]),
    ("gfx1030", &[(Lds(1), 88)], &[(Lds(512), 47)]),
    ("gfx1100", &[(Lds(1), 96)], &[(Lds(512), 54)]),
    ("gfx1101", &[(Lds(1), 96)], &[(Lds(512), 54)]),
    ("gfx1102", &[(Lds(1), 88)], &[(Lds(512), 47)]),
    ("gfx1150", &[(Lds(1), 88)], &[(Lds(512), 47)]),
    ("gfx1151", &[(Lds(1), 96)], &[(Lds(512), 54)]),
    ("gfx1200", &[(Lds(1), 96)], &[(Lds(512), 54)]),
    ("gfx1201", &[(Lds(1), 96)], &[(Lds(512), 54)]),
    ("gfx1250", &[(Lds(1), 75)], &[]),
];

/// What a row states of a kernel.
#[derive(Clone, Copy, Debug)]
struct Code {
    threads: u32,
    /// Without accumulation registers.
    vgprs: u32,
    agprs: u32,
    sgprs: u32,
    lds: u32,
}

/// The library's limit of a kernel that asks for nothing but this, in waves per SIMD, at least 1.
fn waves(sm: &Multiprocessor, threads: u32, kernel: impl Fn(Kernel) -> Kernel) -> u32 {
    let kernel = kernel(Kernel::new((threads, 1, 1), 0));
    let occupancy = Occupancy::new(sm, &kernel).unwrap();
    let most = sm.max_warps_per_sm() / sm.sub_partitions();
    let waves = occupancy.warps_per_sm().div_ceil(sm.sub_partitions());
    waves.clamp(1, most)
}

/// All vector registers of a lane, as `.vgpr_count` has them.
fn all_vgprs(sm: &Multiprocessor, code: &Code) -> u32 {
    match (code.agprs, sm.name()) {
        (0, _) => code.vgprs,
        (agprs, "gfx908") => code.vgprs.max(agprs),
        (agprs, _) if sm.has_accumulation_half() => code.vgprs.next_multiple_of(4) + agprs,
        // The row has those of other targets.
        _ => code.vgprs,
    }
}

/// Waves per SIMD, by the library and with some differences.
fn figure(sm: &Multiprocessor, code: &Code, differences: &[(Difference, usize)]) -> u32 {
    let has = |wanted| differences.iter().any(|(one, _)| *one == wanted);
    let mut limits = sm.limits();
    for (difference, _) in differences {
        if let Lds(unit) = difference {
            limits.shared_memory_allocation_unit = *unit;
        }
    }
    let lds = code.lds.min(sm.shared_memory_per_block());
    let of_workgroups = waves(&Multiprocessor::new(limits), code.threads, |kernel| {
        kernel.with_dynamic_shared_memory(lds)
    });
    let in_vgprs = waves(sm, sm.warp_size(), |kernel| {
        kernel.with_vgprs(all_vgprs(sm, code))
    });
    let in_scalars = match code.sgprs {
        81..=88 if has(SgprSteps) => 9,
        89..=100 if has(SgprSteps) => 8,
        101.. if has(SgprSteps) => 7,
        _ if has(SgprSteps) => 10,
        sgprs => waves(sm, sm.warp_size(), |kernel| kernel.with_sgprs(sgprs)),
    };
    let of_workgroups = match of_workgroups {
        9 if has(MoreSgprs) => 8,
        waves => waves,
    };
    of_workgroups.min(in_vgprs).min(in_scalars)
}

/// Calls `with` for each kernel, with the figures of both LLVMs by target, and with its mode on RDNA.
fn each_row(mut with: impl FnMut(Code, [BTreeMap<&str, u32>; 2], &str)) {
    let mut lines = VECTORS.lines();
    let targets = lines
        .next()
        .and_then(|line| line.strip_prefix("# targets "));
    let targets: Vec<&str> = targets.unwrap().split(' ').collect();
    assert_eq!(
        lines.next(),
        Some("threads,vgprs,agprs,sgprs,lds,llvm22,llvm24")
    );
    for (row, line) in lines.enumerate() {
        let cells: Vec<&str> = line.split(',').collect();
        let number = |at: usize| cells[at].parse().unwrap();
        let code = Code {
            threads: number(0),
            vgprs: number(1),
            agprs: number(2),
            sgprs: number(3),
            lds: number(4),
        };
        let said = [cells[5], cells[6]].map(|digits| {
            let figures = digits.chars().map(|digit| digit.to_digit(36).unwrap());
            targets.iter().copied().zip(figures).collect()
        });
        with(code, said, MODES[row % MODES.len()]);
    }
}

/// Every figure of both LLVMs is that of the library with the differences of the table, and each difference changes as
/// many figures as it says. gfx906 is not in the library.
#[test]
fn waves_of_llvm() {
    let (mut compared, mut found) = (0, BTreeMap::new());
    each_row(|code, said, mode| {
        for (target, of_22, of_24) in TARGETS {
            let is_rdna = !target.starts_with("gfx9") && target != "gfx1250";
            let arch = arch(&(target.to_owned() + if is_rdna { mode } else { "" }));
            let sm = arch.multiprocessor();
            // VCC and XNACK, and FLAT_SCRATCH.
            let more = match target {
                "gfx908" | "gfx90a" => 4,
                "gfx942" | "gfx950" => 6,
                _ => 0,
            };
            let sgprs = code.sgprs + more;
            let code = Code { sgprs, ..code };
            let ours = figure(sm, &code, &[]);
            for (said, differences) in said.iter().zip([of_22, of_24]) {
                compared += 1;
                let theirs = figure(sm, &code, differences);
                assert_eq!(theirs, said[target], "{}: {code:?}", sm.name());
                for (at, one) in differences.iter().enumerate() {
                    let is_other = figure(sm, &code, &differences[at..=at]) != ours;
                    *found.entry((target, one.0)).or_insert(0) += usize::from(is_other);
                }
            }
        }
    });
    assert_eq!(compared, 12_000 * 2 * TARGETS.len());
    for (target, of_22, of_24) in TARGETS {
        for (difference, rows) in of_22.iter().chain(of_24) {
            assert_eq!(
                found[&(target, *difference)],
                *rows,
                "{target}: {difference:?}"
            );
        }
    }
}
