//! What `cuobjdump` prints of a cubin.

use std::collections::BTreeMap;

/// What `cuobjdump --dump-resource-usage` and `cuobjdump -elf` say of an image.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dump {
    /// The number after `sm_`.
    pub sm: u32,
    /// The version of the layout.
    pub abi: u32,
    /// Whether it is an input of the linker.
    pub is_relocatable: bool,
    /// The functions that are kernels, by their symbols.
    pub kernels: BTreeMap<String, Kernel>,
}

/// What `--dump-resource-usage` says of a function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Function {
    /// `REG`
    pub registers: u32,
    /// `STACK`, which can be `UNKNOWN`.
    pub stack: Option<u32>,
    /// `SHARED`: the size of the section.
    pub shared: u32,
    /// `CONSTANT[0]`, where there are parameters or launch state.
    pub constant_bank: Option<u32>,
}

/// What is said of a kernel, as it is said: sizes of sections and values of attributes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kernel {
    /// What `--dump-resource-usage` says.
    pub function: Function,
    /// `EIATTR_REGCOUNT`
    pub register_count: Option<u32>,
    /// `EIATTR_FRAME_SIZE`
    pub frame: Option<u32>,
    /// `EIATTR_MIN_STACK_SIZE`
    pub min_stack: Option<u32>,
    /// `EIATTR_NUM_BARRIERS`, or the flags of the section in ABI 7.
    pub barriers: u32,
    /// `EIATTR_CBANK_PARAM_SIZE`
    pub parameter_bytes: u32,
    /// `EIATTR_PARAM_CBANK`: where the parameters are in the bank.
    pub parameter_base: Option<u32>,
    /// `EIATTR_MAX_THREADS`
    pub max_block: Option<(u32, u32, u32)>,
    /// `EIATTR_REQNTID`
    pub required_block: Option<(u32, u32, u32)>,
    /// `EIATTR_MAXREG_COUNT`
    pub register_cap: Option<u32>,
    /// `EIATTR_CTA_PER_CLUSTER`
    pub cluster_dim: Option<(u32, u32, u32)>,
    /// `EIATTR_MAX_CLUSTER_RANK`
    pub max_cluster_rank: Option<u32>,
    /// `EIATTR_EXPLICIT_CLUSTER`
    pub is_cluster_explicit: bool,
    /// `EIATTR_BLOCKS_ARE_CLUSTERS`, which cuobjdump 13.5 knows by name.
    pub are_blocks_clusters: bool,
    /// `SpillRefill` records of `EIATTR_ANNOTATIONS`.
    pub spill_instructions: u32,
    /// `EIATTR_CUDA_API_VERSION`
    pub toolkit: Option<u32>,
    /// `EIATTR_VRC_CTA_INIT_COUNT`
    pub virtual_resources: u32,
}

impl Dump {
    /// Reads what both print.
    ///
    /// # Errors
    ///
    /// The line that is of another form.
    pub fn parse(usage: &str, elf: &str) -> Result<Self, String> {
        let mut dump = Self::default();
        dump.read_elf(elf)?;
        // Functions that are not kernels are listed, too.
        for (name, function) in functions(usage)? {
            if let Some(kernel) = dump.kernels.get_mut(&name) {
                kernel.function = function;
            }
        }
        Ok(dump)
    }

    fn read_elf(&mut self, elf: &str) -> Result<(), String> {
        // `64bit elf: type=2, abi=7, sm=80, …`, or of ABI 8
        // `64-bit ELF: type=ET_EXEC, ABI=8, sm=90, …`.
        let header = elf
            .lines()
            .map(str::to_lowercase)
            .find(|line| line.starts_with("64") && line.contains("elf: "))
            .ok_or("no header")?;
        let field = |name: &str| {
            header
                .split([',', ' '])
                .find_map(|part| part.strip_prefix(name))
                .ok_or_else(|| format!("no {name} in {header}"))
        };
        self.abi = number(field("abi=")?)?;
        // `90a` of kernels that use what only the `a` targets have.
        self.sm = number(field("sm=")?.trim_end_matches(['a', 'f']))?;
        self.is_relocatable = matches!(field("type=")?, "1" | "et_rel");

        let mut barriers = BTreeMap::new();
        for line in elf.lines() {
            let fields: Vec<_> = line.split_whitespace().collect();
            match fields[..] {
                // Of the sections: its flags have the barriers in ABI 7.
                [_, _, _, _, _, "PROGBITS", flags, _, _, name] => {
                    if let Some(name) = name.strip_prefix(".text.") {
                        barriers.insert(name, (hexadecimal(flags)? >> 20) & 0x7f);
                    }
                }
                // Of the symbols.
                [_, _, _, "FUNC", _, _, "ENTRY", _, name] => {
                    self.kernels.insert(name.to_owned(), Kernel::default());
                }
                _ => {}
            }
        }
        if self.abi == 7 {
            for (name, kernel) in &mut self.kernels {
                kernel.barriers = *barriers.get(&**name).ok_or("a kernel without code")?;
            }
        }

        let mut section = None;
        let mut attribute = "";
        for line in elf.lines() {
            if line.starts_with('.') {
                section = line.strip_prefix(".nv.info");
            } else if let Some(name) = line.trim().strip_prefix("Attribute:") {
                attribute = name.trim();
                // Flags have no value.
                if let Some(kernel) = section
                    .and_then(|section: &str| section.strip_prefix('.'))
                    .and_then(|name| self.kernels.get_mut(name))
                {
                    match attribute {
                        "EIATTR_EXPLICIT_CLUSTER" => kernel.is_cluster_explicit = true,
                        "EIATTR_BLOCKS_ARE_CLUSTERS" => kernel.are_blocks_clusters = true,
                        _ => {}
                    }
                }
            } else if let Some(section) = section {
                let line = line.trim();
                let value = line.strip_prefix("Value:").map(str::trim);
                match section.strip_prefix('.') {
                    Some(name) => {
                        if let Some(kernel) = self.kernels.get_mut(name) {
                            kernel.take_own(attribute, value, line)?;
                        }
                    }
                    None => self.take_global(attribute, value)?,
                }
            }
        }
        Ok(())
    }

    /// An attribute of all functions: `function: saxpy(0x2d)`, a tab and `register count: 8`.
    fn take_global(&mut self, attribute: &str, value: Option<&str>) -> Result<(), String> {
        let Some((name, value)) = value
            .and_then(|value| value.strip_prefix("function: "))
            .and_then(|value| value.split_once('\t'))
        else {
            return Ok(());
        };
        let unreadable = || format!("unknown form: {name} {value}");
        let (name, _) = name.rsplit_once("(0x").ok_or_else(unreadable)?;
        let Some(kernel) = self.kernels.get_mut(name) else {
            return Ok(());
        };
        let (_, value) = value.rsplit_once(": ").ok_or_else(unreadable)?;
        let place = match attribute {
            "EIATTR_REGCOUNT" => &mut kernel.register_count,
            "EIATTR_FRAME_SIZE" => &mut kernel.frame,
            "EIATTR_MIN_STACK_SIZE" => &mut kernel.min_stack,
            _ => return Ok(()),
        };
        *place = Some(number(value)?);
        Ok(())
    }
}

impl Kernel {
    fn take_own(&mut self, attribute: &str, value: Option<&str>, line: &str) -> Result<(), String> {
        if attribute == "EIATTR_ANNOTATIONS" {
            self.spill_instructions += u32::from(line.contains("SpillRefill"));
            return Ok(());
        }
        let Some(value) = value else {
            return Ok(());
        };
        let dims = || {
            let numbers: Result<Vec<_>, _> = value.split_whitespace().map(number).collect();
            match numbers?[..] {
                [x, y, z] => Ok(Some((x, y, z))),
                _ => Err(format!("not three numbers: {value}")),
            }
        };
        match attribute {
            "EIATTR_NUM_BARRIERS" => self.barriers = number(value)?,
            "EIATTR_CBANK_PARAM_SIZE" => self.parameter_bytes = number(value)?,
            "EIATTR_PARAM_CBANK" => {
                let (_, packed) = value.split_once(' ').ok_or("no parameter bank")?;
                self.parameter_base = Some(number(packed)? & 0xffff);
            }
            "EIATTR_MAX_THREADS" => self.max_block = dims()?,
            "EIATTR_REQNTID" => self.required_block = dims()?,
            "EIATTR_MAXREG_COUNT" => self.register_cap = Some(number(value)?),
            "EIATTR_CTA_PER_CLUSTER" => self.cluster_dim = dims()?,
            "EIATTR_MAX_CLUSTER_RANK" => self.max_cluster_rank = Some(number(value)?),
            "EIATTR_CUDA_API_VERSION" => self.toolkit = Some(number(value)?),
            "EIATTR_VRC_CTA_INIT_COUNT" => self.virtual_resources = number(value)?,
            _ => {}
        }
        Ok(())
    }
}

/// Every function that `--dump-resource-usage` lists of an image, kernels and others.
///
/// # Errors
///
/// The line that is of another form.
pub fn functions(usage: &str) -> Result<BTreeMap<String, Function>, String> {
    let mut functions = BTreeMap::new();
    let mut name = "";
    for line in usage.lines() {
        let line = line.trim();
        if let Some(function) = line.strip_prefix("Function ") {
            name = function.trim_end_matches(':');
        } else if line.starts_with("REG:") {
            functions.insert(name.to_owned(), Function::parse(line)?);
        }
    }
    Ok(functions)
}

impl Function {
    fn parse(line: &str) -> Result<Self, String> {
        let mut function = Self::default();
        for field in line.split_whitespace() {
            let unreadable = || format!("unknown form: {line}");
            let (name, value) = field.split_once(':').ok_or_else(unreadable)?;
            let number = value.parse().map_err(|_| unreadable());
            match name {
                "REG" => function.registers = number?,
                "STACK" if value == "UNKNOWN" => function.stack = None,
                "STACK" => function.stack = Some(number?),
                "SHARED" => function.shared = number?,
                "CONSTANT[0]" => function.constant_bank = Some(number?),
                _ => {}
            }
        }
        Ok(function)
    }
}

fn number(text: &str) -> Result<u32, String> {
    let text = text.trim();
    match text.strip_prefix("0x") {
        Some(digits) => hexadecimal(digits),
        None => text.parse().map_err(|_| format!("not a number: {text}")),
    }
}

fn hexadecimal(text: &str) -> Result<u32, String> {
    let digits = text.strip_prefix("0x").unwrap_or(text);
    u32::from_str_radix(digits, 16).map_err(|_| format!("not a number: {text}"))
}
