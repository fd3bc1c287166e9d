//! A kernel on several GPUs: values of one of them, and the choice when the program runs.

use occupancy::{GridError, Unchecked, Variant, launch_config};

#[launch_config(
    arch = ["a100", "h100", "b200", "rtx 4090"],
    threads = (32, 8),
    regs = 64,
    min_blocks = 4,
    on("b200", threads = 512, regs = 128, min_blocks = 1, smem = 64 * 1024, cluster = 2),
    on("RTX 4090", threads = auto(..=128), items_per_thread = 4),
)]
fn gemm() {}

const REGISTERS: u32 = 64;
const THREADS: u32 = 512;

#[launch_config(
    arch = ["a100", "h100", "b200"],
    threads = 256,
    regs = REGISTERS,
    on("h100", regs = 32, items_per_thread = 2),
    on("b200", threads = (THREADS / 16, 16)),
)]
fn constants_of_both() {}

#[launch_config(
    arch = ["9.0", "h100", "h200", "h100:1g.10gb"],
    threads = 256,
    regs = 64,
    on("h100", threads = 512),
    on("h200", threads = 128),
    on("h100:1g.10gb", threads = 64),
)]
fn slices() {}

#[launch_config(name = Plain, arch = ["h100", "sm_100"], threads = 256, regs = 64)]
#[launch_config(name = OwnConstant, arch = ["a100", "h100"], threads = 256, regs = 32, on("h100", threads = THREADS))]
#[launch_config(name = Boards, arch = ["rtx4090", "l4"], threads = 256, regs = 64, on("l4", smem = 64 * 1024))]
#[launch_config(name = Demands, arch = ["a100", "a30"], threads = 256, regs = 64, on("a30", min_blocks = 2))]
#[launch_config(name = Namesakes, arch = ["rtx3080", "rtx3080-12gb"], threads = 256, regs = 64, on("rtx3080-12gb", regs = 32))]
fn rows() {}

fn threads(of: Result<Variant<SlicesLaunch>, Unchecked>) -> u32 {
    of.unwrap().block_dim().0
}

fn what_the_driver_reports_chooses() {
    let bytes = |name, sms| {
        let variant = Boards::for_gpu(name, (8, 9), sms)?;
        Ok::<u32, Unchecked>(variant.kernel().dynamic_shared_memory)
    };
    assert_eq!(bytes("NVIDIA GeForce RTX 4090", 128), Ok(0));
    assert_eq!(bytes("NVIDIA L4", 58), Ok(65_536));
    // No table has the name.
    assert_eq!(bytes("NVIDIA Graphics Device", 58), Ok(65_536));
    assert!(bytes("NVIDIA L40S", 142).is_err());
    assert!(bytes("", 1).unwrap_err().to_string().contains("with this name and 1 SM, only for"));
    assert_eq!(
        Boards::for_compute_capability(8, 9).unwrap_err().to_string(),
        "several configurations are for compute capability 8.9: those of GeForce RTX 4090 (8.9), L4 (8.9); \
         `for_gpu` chooses by the name and the SMs of the GPU, too"
    );

    let of = |name, sms| threads(SlicesLaunch::for_gpu(name, (9, 0), sms));
    assert_eq!(of("NVIDIA H100 80GB HBM3", 132), 512);
    assert_eq!(of("NVIDIA H200", 132), 128);
    assert_eq!(of("NVIDIA H100 80GB HBM3 MIG 1g.10gb", 16), 64);
    // Any other GPU of the compute capability.
    assert_eq!(of("NVIDIA GH200 480GB", 132), 256);
    assert_eq!(of("NVIDIA H100 80GB HBM3 MIG 2g.20gb", 32), 256);

    // Their values are the same.
    assert!(Demands::for_compute_capability(8, 0).is_ok());
    assert_eq!(Demands::for_gpu("NVIDIA A30", (8, 0), 56).unwrap().arch().name(), "A30");
    let registers = |sms| {
        let variant = Namesakes::for_gpu("NVIDIA GeForce RTX 3080", (8, 6), sms);
        variant.unwrap().kernel().registers_per_thread
    };
    assert_eq!((registers(68), registers(70)), (64, 32));
}

fn main() -> Result<(), GridError> {
    what_the_driver_reports_chooses();
    let on_b200 = GemmLaunch::for_compute_capability(10, 0).unwrap();
    assert_eq!(GemmLaunch::ARCHS.len(), 2);
    assert_eq!(GemmLaunch::BLOCK_DIM, (32, 8, 1));
    assert_eq!(GemmLaunch::VARIANTS.len(), 4);

    let h100 = GemmLaunch::for_compute_capability(9, 0).unwrap();
    assert_eq!(h100.arch().name(), "H100 SXM5 80GB");
    assert_eq!(h100.for_extent((64, 64, 1))?.grid_dim(), (2, 8, 1));

    assert_eq!(on_b200.block_dim(), (512, 1, 1));
    assert_eq!(on_b200.occupancy().unwrap().blocks_per_sm, 1);
    let launch = on_b200.for_elements(1000)?;
    assert_eq!((launch.grid_dim(), launch.shared_mem_bytes()), ((2, 1, 1), 65_536));
    assert!(matches!(on_b200.for_grid((3, 1, 1)), Err(GridError::Cluster { .. })));
    assert_eq!(on_b200.persistent_on(148)?.grid_dim(), (148, 1, 1));

    let rtx4090 = GemmLaunch::for_compute_capability(8, 9).unwrap();
    assert_eq!(rtx4090.block_dim(), (128, 1, 1));
    assert_eq!(rtx4090.for_elements(1024)?.grid_dim(), (2, 1, 1));

    let other = GemmLaunch::for_compute_capability(12, 0).unwrap_err();
    assert!(matches!(other, Unchecked::Gpu { compute_capability: (12, 0), sm_count: None, declared, .. } if declared.len() == 4));

    let [ampere, hopper] = OwnConstant::VARIANTS else {
        panic!("two GPUs");
    };
    assert_eq!((hopper.block_dim().0, hopper.kernel().registers_per_thread), (512, 32));
    assert_eq!((ampere.block_dim().0, ampere.kernel().registers_per_thread), (256, 32));
    let [_, hopper, blackwell] = ConstantsOfBothLaunch::VARIANTS else {
        panic!("three GPUs");
    };
    assert_eq!(hopper.kernel().registers_per_thread, 32);
    assert_eq!(hopper.for_elements(1024)?.grid_dim(), (2, 1, 1));
    assert_eq!(blackwell.block_dim(), (32, 16, 1));

    assert_eq!(Plain::for_compute_capability(10, 0).unwrap().block_dim(), (256, 1, 1));
    assert!(Plain::for_compute_capability(10, 3).is_err());
    Ok(())
}
