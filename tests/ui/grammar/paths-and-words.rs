use occupancy::launch_config;

#[launch_config(name = DocsNearAName, arch = "h100", threads = 256, regs = 64, docs = chart)]
#[launch_config(name = FileThatIsIncluded, arch = "h100", threads = 128, cubin = include_bytes!("saxpy.cubin"), kernel = "saxpy")]
#[launch_config(name = FileWithoutQuotes, arch = "h100", threads = 128, cubin = saxpy.cubin, kernel = "saxpy")]
#[launch_config(name = IntentAsAString, arch = "h100", threads = 256, regs = 64, intent = "low occupancy")]
#[launch_config(name = Empty, arch = "h100", threads = 256, regs = 64, intent(low_occupancy, ""))]
#[launch_config(name = Blank, arch = "h100", threads = 256, regs = 64, intent(low_occupancy, " "))]
#[launch_config(name = IntentWithoutAReason, arch = "h100", threads = 256, regs = 64, intent(low_occupancy))]
fn kernel() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, crate = 1)]
fn crate_as_number() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, crate = "occupancy")]
fn crate_as_string() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, crate = ::occupancy::<u32>)]
fn crate_with_generics() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, name = struct)]
fn name_as_keyword() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, name = 3)]
fn name_as_number() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, name = launch::Saxpy)]
fn name_as_path() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, name = "SaxpyLaunch")]
fn name_as_string() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, name = "my launch")]
fn name_as_unusable_string() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, name = Saxpy<f32>)]
fn name_with_generics() {}
