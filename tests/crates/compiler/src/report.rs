//! What `ptxas -v` prints.

/// What ptxas says of the functions of one compilation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The kernels, in its order.
    pub kernels: Vec<Entry>,
    /// Every line that is not one of the usual: warnings, and what is overridden or ignored.
    pub remarks: Vec<String>,
}

/// What ptxas says of a kernel.
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
        let mut known = Vec::new();
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
                known.push(false);
            } else if let Some(name) =
                info.and_then(|info| info.strip_prefix("Function properties for"))
            {
                properties_of = name.trim();
            } else if let Some(used) = info.and_then(|info| info.strip_prefix("Used")) {
                let (Some(kernel), Some(known)) = (report.kernels.last_mut(), known.last_mut())
                else {
                    return Err(unreadable());
                };
                kernel.registers = before(used, "registers").ok_or_else(unreadable)?;
                kernel.barriers = before(used, "barriers").unwrap_or(0);
                kernel.shared_memory = before(used, "bytes smem").unwrap_or(0);
                kernel.cumulative_stack = before(used, "bytes cumulative stack size").unwrap_or(0);
                *known = true;
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
        match known.iter().position(|known| !known) {
            Some(kernel) => Err(format!("no registers: {}", report.kernels[kernel].name)),
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

#[cfg(test)]
mod tests {
    use super::{Entry, Report};

    #[test]
    fn reads_what_is_reported() {
        let printed = "\
ptxas info    : 0 bytes gmem, 16 bytes cmem[4]
ptxas info    : Compiling entry function 'sum' for 'sm_90'
ptxas info    : Function properties for sum
    536 bytes stack frame, 1012 bytes spill stores, 1004 bytes spill loads
ptxas info    : Used 168 registers, used 1 barriers, 536 bytes cumulative stack size, 64 bytes smem
ptxas info    : Compile time = 47.417 ms
ptxas info    : Function properties for _Z6helperv
    8 bytes stack frame, 4 bytes spill stores, 4 bytes spill loads
ptxas info    : Compiling entry function 'none' for 'sm_75'
ptxas info    : Function properties for none
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 8 registers, 360 bytes cmem[0]
";
        let sum = Entry {
            name: "sum".to_owned(),
            target: "sm_90".to_owned(),
            registers: 168,
            barriers: 1,
            shared_memory: 64,
            stack_frame: 536,
            cumulative_stack: 536,
            spill_stores: 1012,
            spill_loads: 1004,
        };
        let none = Entry {
            name: "none".to_owned(),
            target: "sm_75".to_owned(),
            registers: 8,
            ..Entry::default()
        };
        let report = Report::parse(printed).unwrap();
        assert_eq!(report.kernels, [sum, none]);
        assert!(report.remarks.is_empty(), "{:?}", report.remarks);
    }

    #[test]
    fn every_other_line_is_a_remark() {
        let ignored = "ptxas warning : Value of threads per SM for entry sum is out of range. \
                       .minnctapersm will be ignored";
        let overridden = "ptxas info    : Overriding global maxrregcount 64 with entry-specific \
                          value 168 computed using thread count";
        let report = Report::parse(&format!("{ignored}\n\n{overridden}\n")).unwrap();
        assert_eq!(report.remarks, [ignored, overridden]);
    }

    #[test]
    fn a_report_of_another_form_is_an_error() {
        let entry = "ptxas info : Compiling entry function 'sum' for 'sm_90'";
        for printed in [
            "ptxas info : Compiling entry function sum",
            "ptxas info : Used 8 registers",
            entry,
            &format!("{entry}\nptxas info : Used some registers"),
            &format!(
                "{entry}\nptxas info : Function properties for sum\n 8 bytes stack frame\n\
                 ptxas info : Used 8 registers"
            ),
        ] {
            assert!(Report::parse(printed).is_err(), "{printed}");
        }
    }
}
