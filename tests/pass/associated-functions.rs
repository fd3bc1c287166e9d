//! If an `impl` or a `trait` has the attribute too, the launch types of its functions come beside it.

use occupancy::launch_config;

struct Kernels {
    elements: u64,
}

#[launch_config]
impl Kernels {
    const TILE: u32 = 64;

    #[launch_config(arch = "h100", threads = 256, regs = 64)]
    fn saxpy(elements: u64) -> u64 {
        u64::from(KernelsSaxpyLaunch::for_elements(elements).unwrap().grid_dim().0)
    }

    /// `Self` is the type in the configuration too.
    #[launch_config(arch = "h100", threads = Self::TILE * 2, regs = 64, name = GemmOnH100)]
    #[launch_config(arch = "b200", threads = (Self::TILE, 4), regs = 32, name = GemmOnB200)]
    pub fn gemm<T: Copy>(&self, _like: T) -> u64 {
        self.elements
    }

    fn not_annotated(&self) -> u32 {
        GemmOnH100::THREADS_PER_BLOCK
    }

    #[cfg(not(any()))]
    #[launch_config(arch = "h100", threads = 32, regs = 64)]
    fn either() {}

    #[cfg(any())]
    #[launch_config(arch = "h100", threads = 1, regs = 64)]
    fn either() {}

    #[launch_config(arch = "h100", threads = 256, regs = 33)]
    #[expect(deprecated, reason = "33 is what it needs")]
    fn warned_of(self) {}
}

struct Other<T>(T);

#[launch_config]
impl<T: Default> Other<T> {
    #[launch_config(arch = "h100", threads = 128, regs = 64)]
    fn make() -> Self {
        Self(T::default())
    }
}

#[launch_config]
pub trait Run {
    const BLOCKS: u32;
    #[launch_config(arch = "h100", threads = 512, regs = 64)]
    fn run(&self) -> u32 {
        RunRunLaunch::BLOCKS_PER_SM
    }
}

#[launch_config]
impl<T> Run for Other<T> {
    const BLOCKS: u32 = 1;
    #[launch_config(arch = "h100", threads = 1024, regs = 64)]
    fn run(&self) -> u32 {
        OtherRunLaunch::BLOCKS_PER_SM
    }
}

impl Run for Kernels {
    const BLOCKS: u32 = 2;
}

// The launch types of a trait's functions are as visible as the trait.
mod kernels {
    #[occupancy::launch_config]
    pub trait Saxpy {
        #[occupancy::launch_config(arch = "h100", threads = 256, regs = 64, name = OfTraitLaunch)]
        fn saxpy(&self) -> OfTraitLaunch {
            OfTraitLaunch::for_elements(1).unwrap()
        }
    }
}

impl kernels::Saxpy for Kernels {}

fn main() {
    let kernels = Kernels { elements: 3 };
    let launch: kernels::OfTraitLaunch = kernels::Saxpy::saxpy(&kernels);
    assert_eq!(launch.grid_dim(), (1, 1, 1));
    assert_eq!(Kernels::saxpy(1024), 4);
    assert_eq!(kernels.gemm(1), 3);
    assert_eq!(kernels.not_annotated(), 128);
    assert_eq!(GemmOnB200::THREADS_PER_BLOCK, 256);
    assert_eq!(KernelsEitherLaunch::THREADS_PER_BLOCK, 32);
    Kernels::either();
    assert_eq!(OtherMakeLaunch::THREADS_PER_BLOCK, 128);
    assert_eq!(Other::<u32>::make().0, 0);
    assert_eq!(kernels.run(), 2);
    assert_eq!(Other(1).run(), 1);
    assert_eq!(KernelsWarnedOfLaunch::REGISTERS_PER_THREAD, 33);
    kernels.warned_of();
    assert_eq!(Kernels::BLOCKS + Other::<u8>::BLOCKS, 3);
}
