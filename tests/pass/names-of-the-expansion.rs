//! No name of the author's collides with one of the expansion: each of these is here a constant, a static,
//! a function, a type, a variant, a module or a macro.

#![allow(
    dead_code,
    deprecated,
    non_camel_case_types,
    non_snake_case,
    non_upper_case_globals,
    unused_imports,
    unused_macros
)]

/// The names, which the tests of `occupancy-macros` compare with the expansion.
macro_rules! names {
    ($kind:ident) => {
        define! { $kind
            A100 Arch Axes B200 CodeForm Compiled CompiledKernel Declared Device GFX1100 GFX1100_WAVE64 GFX1101
            GFX1102 GFX1103 GFX1150 GFX1151 GFX1152 GFX1153 GFX1200 GFX1201 GFX942 GPUS H100 Known MAX MI300X MI355X
            MachineCode Multiprocessor NAME NONE None OVERRIDES Ok On Option RTX4090 RX7900XTX Rare Result SM_86
            SM_90 SM_90A STATED Sizes Some Stated Suffix Warn _file all allow allow_partial_warp allowed alone archs
            arguments arithmetic arithmetic_overflow auto_registers auto_vgprs automatically_derived block cfg
            cfg_attr check clippy code compute_capabilities concat cooperative_clusters core dead_code deprecated
            devices dims doc doctest exhaustive_enums expr file fires fraction from gpu hidden i128 ident
            idle_schedulers idle_sms include_bytes integer is_further_size item kernel last_wave launches line
            literal macro_rules missing_copy_implementations missing_debug_implementations module_path new
            non_camel_case_types non_upper_case_globals not note occupancy of_block option primitive
            put_launch_config_on_the_impl_or_trait_too range rare reason record register_cliff require_arch result
            saturated saxpy smem_by_warps str target targets to tt u32 u8 unconditional_panic unknown_archs
            unused_braces unused_parens usize vis whole widest
        }
    };
}

/// An item of this kind with each name.
macro_rules! define {
    (constants $($name:ident)*) => { $(pub const $name: () = ();)* };
    (statics $($name:ident)*) => { $(pub static $name: () = ();)* };
    (functions $($name:ident)*) => { $(pub fn $name() {})* };
    (types $($name:ident)*) => { $(pub struct $name;)* };
    (aliases $($name:ident)*) => { $(pub type $name = ();)* };
    (traits $($name:ident)*) => { $(pub trait $name {})* };
    (variants $($name:ident)*) => {
        pub enum Names { $($name),* }
        pub use self::Names::*;
    };
    (modules $($name:ident)*) => { $(pub mod $name {})* };
    (macros $($name:ident)*) => { $(macro_rules! $name { () => {}; })* };
}

/// A kernel for each way to write a value, among other items of the author's.
macro_rules! kernels {
    () => {
        pub type Integer = ::core::primitive::u16;
        pub const K: Integer = 64;
        pub const TILE: (::core::primitive::u8, ::core::primitive::u64) = (32, 4);
        pub const HALF: ::occupancy::Ratio = ::occupancy::Ratio::new(1, 2).unwrap();
        pub const GPU: ::occupancy::Device = ::occupancy::devices::A100;

        #[::occupancy::launch_config(arch = "h100", threads = 4 * K, regs = K, smem = K * threads)]
        pub fn exactly() {}

        #[::occupancy::launch_config(arch = "h100", threads = TILE, regs = K / 2, smem = K * threads_x / 2 - 1)]
        pub fn planar() {}

        #[::occupancy::launch_config(arch = "h100", threads = auto, regs = { K }, smem = (threads - 32) * K)]
        pub fn searched() {}

        #[::occupancy::launch_config(
            arch = [GPU, "b200:1g.23gb"],
            threads = (4 * K, 1),
            regs = 40,
            grid = if true { 528 } else { 1 },
            items_per_thread = 2 * K,
            min_occupancy = HALF,
            hides(cycles = K, instructions = 8),
            warn(idle_sms)
        )]
        pub fn ratios() {}

        #[::occupancy::launch_config(arch = ["h100", "a100"], threads = 256, regs = K, on("a100", regs = 2 * K), intent(low_occupancy, "tiles"), grid = 600)]
        pub fn several() {}

        #[::occupancy::launch_config(arch = "h100", threads = 256, cubin = "../kernels/saxpy.cubin", kernel = "saxpy")]
        pub fn from_cubin() {}

        #[::occupancy::launch_config(arch = "h100", threads = 256, regs = 33, grid = 600, tile(m = 64, n = 64, k = 32, stages = K / 32))]
        pub fn warned() {}

        pub struct Rows;

        #[::occupancy::launch_config]
        impl Rows {
            #[::occupancy::launch_config(arch = "h100", threads = 256, regs = K, elements = 1 << 20)]
            pub fn sum() {}
        }
    };
}

macro_rules! modules {
    ($($kind:ident)*) => {
        $(mod $kind {
            names! { $kind }
            kernels! {}
        })*
    };
}

modules! { constants statics functions types aliases traits variants modules macros }

fn main() {
    constants::exactly();
    assert_eq!(constants::ExactlyLaunch::THREADS_PER_BLOCK, 256);
    assert_eq!(macros::PlanarLaunch::DYNAMIC_SHARED_MEMORY, 64 * 32 / 2 - 1);
    assert_eq!(variants::FromCubinLaunch::BLOCK_DIM, (256, 1, 1));
}
