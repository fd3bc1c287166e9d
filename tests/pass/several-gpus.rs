//! A kernel on several GPUs: values of one of them, and the choice when the program runs.

use occupancy::{GridError, Variant, launch_config};

#[launch_config(
    arch = ["a100", "h100", "b200", "rtx 4090"],
    threads = (32, 8),
    regs = 64,
    min_blocks = 4,
    on("b200", threads = 512, regs = 128, min_blocks = 1, smem = 64 * 1024, cluster = 2),
    on("RTX 4090", threads = auto(..=128), items_per_thread = 4),
)]
fn gemm() {}

#[launch_config(arch = ["h100", "sm_100"], threads = 256, regs = 64)]
fn plain() {}

// A T4 holds two blocks, which fill it, and the others hold as many or more, which do not.
macro_rules! orders {
    ($($kernel:ident = $archs:tt),*) => {
        $(
            #[launch_config(arch = $archs, threads = 512, regs = 48)]
            fn $kernel() {}
        )*
    };
}

orders!(
    first = ["t4", "sm_86", "h100"],
    second = ["t4", "h100", "sm_86"],
    third = ["sm_86", "t4", "h100"],
    fourth = ["sm_86", "h100", "t4"],
    fifth = ["h100", "t4", "sm_86"],
    sixth = ["h100", "sm_86", "t4"]
);

macro_rules! lowest {
    ($($launch:ident)*) => {
        $(
            assert_eq!($launch::OCCUPANCY.ratio().to_string(), "50 %");
            assert_eq!($launch::OCCUPANCY, FirstLaunch::OCCUPANCY);
            assert_eq!(($launch::BLOCKS_PER_SM, $launch::WARPS_PER_SM), (2, 32));
            assert_eq!($launch::LAUNCH_BOUNDS, "__launch_bounds__(512, 2)");
            assert_eq!($launch::DEFINES, FirstLaunch::DEFINES);
        )*
    };
}

const ON_B200: Variant<GemmLaunch> = match GemmLaunch::for_compute_capability(10, 0) {
    Ok(variant) => variant,
    Err(_) => panic!("declared"),
};

fn main() -> Result<(), GridError> {
    gemm();
    plain();
    for kernel in [first, second, third, fourth, fifth, sixth] {
        kernel();
    }
    lowest!(FirstLaunch SecondLaunch ThirdLaunch FourthLaunch FifthLaunch SixthLaunch);

    assert_eq!(GemmLaunch::ARCHS.len(), 2);
    assert_eq!(GemmLaunch::BLOCK_DIM, (32, 8, 1));
    assert_eq!(GemmLaunch::VARIANTS.len(), 4);

    let h100 = GemmLaunch::for_compute_capability(9, 0).unwrap();
    assert_eq!(h100.arch().name(), "H100 SXM5 80GB");
    assert_eq!(h100.for_extent((64, 64, 1))?.grid_dim(), (2, 8, 1));

    assert_eq!(ON_B200.block_dim(), (512, 1, 1));
    assert_eq!(ON_B200.occupancy().unwrap().blocks_per_sm, 1);
    let launch = ON_B200.for_elements(1000)?;
    assert_eq!((launch.grid_dim(), launch.shared_mem_bytes()), ((2, 1, 1), 65_536));
    assert!(matches!(ON_B200.for_grid((3, 1, 1)), Err(GridError::Cluster { .. })));
    assert_eq!(ON_B200.persistent_on(148)?.grid_dim(), (148, 1, 1));

    let rtx4090 = GemmLaunch::for_compute_capability(8, 9).unwrap();
    assert_eq!(rtx4090.block_dim(), (128, 1, 1));
    assert_eq!(rtx4090.for_elements(1024)?.grid_dim(), (2, 1, 1));

    let other = GemmLaunch::for_compute_capability(12, 0).unwrap_err();
    assert_eq!(other.compute_capability(), (12, 0));
    assert_eq!(
        other.to_string(),
        "the launch was not checked for compute capability 12.0, only for A100-SXM4-40GB (8.0), \
         H100 SXM5 80GB (9.0), B200 SXM 180GB (10.0), GeForce RTX 4090 (8.9); add the GPU to `arch`"
    );

    assert_eq!(PlainLaunch::for_compute_capability(10, 0).unwrap().block_dim(), (256, 1, 1));
    assert!(PlainLaunch::for_compute_capability(10, 3).is_err());
    Ok(())
}
