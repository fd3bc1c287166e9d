//! The output of `ptxas -v`.

/// The figures of the functions of one compilation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The kernels, in its order.
    pub kernels: Vec<Entry>,
    /// Every line that is not one of the usual: warnings, and what is overridden or ignored.
    pub remarks: Vec<String>,
}

/// The figures of a kernel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// Its name, as the linker sees it.
    pub name: String,
    /// The target that it was compiled for.
    pub target: String,
    /// Registers per thread.
    pub registers: u32,
    /// Named barriers.
    pub barriers: u32,
    /// Static shared memory, bytes per block.
    pub shared_memory: u32,
    /// The frame of the kernel itself, bytes of local memory a thread.
    pub stack_frame: u32,
    /// The frames of the kernel and of all that it calls; 0 too where it cannot be determined.
    pub cumulative_stack: u32,
    /// Bytes of registers stored to local memory, as instructions of the code.
    pub spill_stores: u32,
    /// Bytes of registers loaded from local memory, as instructions of the code.
    pub spill_loads: u32,
}

impl Report {
    /// Reads what nvcc or ptxas printed.
    ///
    /// # Errors
    ///
    /// The line where a known one has another form, and the kernel without stated registers.
    pub fn parse(printed: &str) -> Result<Self, String> {
        let mut report = Self::default();
        // Functions that were not inlined have properties too; those of kernels count.
        let mut properties_of = "";
        for line in printed.lines() {
            let line = line.trim();
            let info = line
                .strip_prefix("ptxas info")
                .and_then(|rest| rest.trim_start().strip_prefix(':'))
                .map(str::trim);
            let unreadable = || format!("unknown form: {line}");
            if let Some(rest) = info.and_then(|info| info.strip_prefix("Compiling entry function"))
            {
                let mut quoted = rest.split('\'').skip(1).step_by(2);
                let (Some(name), Some(target)) = (quoted.next(), quoted.next()) else {
                    return Err(unreadable());
                };
                report.kernels.push(Entry {
                    name: name.to_owned(),
                    target: target.to_owned(),
                    ..Entry::default()
                });
            } else if let Some(name) =
                info.and_then(|info| info.strip_prefix("Function properties for"))
            {
                properties_of = name.trim();
            } else if let Some(used) = info.and_then(|info| info.strip_prefix("Used")) {
                let kernel = report.kernels.last_mut().ok_or_else(unreadable)?;
                kernel.registers = before(used, "registers").ok_or_else(unreadable)?;
                kernel.barriers = before(used, "barriers").unwrap_or(0);
                kernel.shared_memory = before(used, "bytes smem").unwrap_or(0);
                kernel.cumulative_stack = before(used, "bytes cumulative stack size").unwrap_or(0);
            } else if line.contains("bytes stack frame") {
                let of_kernel = |kernel: &&mut Entry| kernel.name == properties_of;
                if let Some(kernel) = report.kernels.last_mut().filter(of_kernel) {
                    kernel.stack_frame =
                        before(line, "bytes stack frame").ok_or_else(unreadable)?;
                    kernel.spill_stores =
                        before(line, "bytes spill stores").ok_or_else(unreadable)?;
                    kernel.spill_loads =
                        before(line, "bytes spill loads").ok_or_else(unreadable)?;
                }
            } else if !line.is_empty()
                && !info.is_some_and(|info| {
                    info.contains("bytes gmem") || info.starts_with("Compile time")
                })
            {
                report.remarks.push(line.to_owned());
            }
        }
        // Any kernel uses some.
        match report.kernels.iter().find(|kernel| kernel.registers == 0) {
            Some(kernel) => Err(format!("no registers: {}", kernel.name)),
            None => Ok(report),
        }
    }
}

/// The number before `unit` in a list that is separated by commas: `…, used 1 barriers, …`.
fn before(list: &str, unit: &str) -> Option<u32> {
    list.split(',').find_map(|part| {
        let number = part.trim().strip_suffix(unit)?.trim();
        number
            .strip_prefix("used")
            .unwrap_or(number)
            .trim()
            .parse()
            .ok()
    })
}
