use occupancy::launch_config;

#[launch_config(arch = "h100", threads = (32, 33), regs = 64)]
fn stencil() {}

fn launch() -> u32 {
    StencilLaunch::for_extent((1920, 1080, 1)).map_or(0, |launch| launch.grid_dim().1)
}
