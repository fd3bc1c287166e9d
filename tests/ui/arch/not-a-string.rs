use occupancy::launch_config;

#[launch_config(name = CString, arch = c"h100", threads = 256, regs = 64)]
#[launch_config(name = Decimal, arch = 9.0, threads = 256, regs = 64)]
#[launch_config(name = EmptyList, arch = [], threads = 256, regs = 64)]
#[launch_config(name = ListAsString, arch = "h100, a100", threads = 256, regs = 64)]
#[launch_config(name = ListInAList, arch = [["h100"]], threads = 256, regs = 64)]
#[launch_config(name = ListWithANameWithoutQuotes, arch = ["a100", h100], threads = 256, regs = 64)]
#[launch_config(name = ListWithANumber, arch = ["h100", 80], threads = 256, regs = 64)]
#[launch_config(name = ListWithBars, arch = "h100" | "a100", threads = 256, regs = 64)]
#[launch_config(name = ListWithoutBrackets, arch = "h100", "a100", threads = 256, regs = 64)]
#[launch_config(name = ListWithoutCommas, arch = ["h100" "a100"], threads = 256, regs = 64)]
#[launch_config(name = Number, arch = 90, threads = 256, regs = 64)]
#[launch_config(name = Pair, arch = (9, 0), threads = 256, regs = 64)]
#[launch_config(name = Tuple, arch = ("h100", "a100"), threads = 256, regs = 64)]
fn kernel() {}
