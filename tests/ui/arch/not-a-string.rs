use occupancy::launch_config;

#[launch_config(arch = c"h100", threads = 256, regs = 64)]
fn c_string() {}

#[launch_config(arch = 9.0, threads = 256, regs = 64)]
fn decimal() {}

#[launch_config(arch = [], threads = 256, regs = 64)]
fn empty_list() {}

#[launch_config(arch = "h100, a100", threads = 256, regs = 64)]
fn list_as_string() {}

#[launch_config(arch = [["h100"]], threads = 256, regs = 64)]
fn list_in_a_list() {}

#[launch_config(arch = ["a100", h100], threads = 256, regs = 64)]
fn list_with_a_name_without_quotes() {}

#[launch_config(arch = ["h100", 80], threads = 256, regs = 64)]
fn list_with_a_number() {}

#[launch_config(arch = "h100" | "a100", threads = 256, regs = 64)]
fn list_with_bars() {}

#[launch_config(arch = "h100", "a100", threads = 256, regs = 64)]
fn list_without_brackets() {}

#[launch_config(arch = ["h100" "a100"], threads = 256, regs = 64)]
fn list_without_commas() {}

#[launch_config(arch = 90, threads = 256, regs = 64)]
fn number() {}

#[launch_config(arch = (9, 0), threads = 256, regs = 64)]
fn pair() {}

#[launch_config(arch = ("h100", "a100"), threads = 256, regs = 64)]
fn tuple() {}
