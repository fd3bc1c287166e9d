//! The record of a kernel, as the library writes it (`src/report.rs` there), and the configuration that it is of.

use std::collections::BTreeMap;
use std::slice;

use occupancy::__private::record_key;
use occupancy_core::gpu::Suffix;
use occupancy_core::kernel::{Accumulator, Argument, StatedTile};
use occupancy_core::{
    Arch, Compiled, ComputeCapability, Configuration, Device, Grid, Kernel, Lint, Ratio,
    compute_capabilities,
};
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::metadata::Target;
use crate::dims::Dims;

/// The version of the records that are read here.
pub(super) const VERSION: u32 = 1;

/// What comes before the version of a record in a message of the compiler.
const MARK: &str = "occupancy report ";

/// What every record begins with.
const BEGINNING: &str = "{\"kernel\":";

/// One kernel on one GPU, as its attribute states it.
#[derive(Clone, Debug)]
pub(crate) struct Declaration {
    pub(crate) target: Target,
    pub(crate) origin: Origin,
    pub(crate) arch: Arch,
    stated: Stated,
    /// What the kernel's code states for this GPU.
    of_gpu: Integers,
    /// The warnings that the attribute asks for.
    lints: Vec<String>,
    pub(crate) compiled: Option<Compiled<'static>>,
}

/// Where a kernel is declared.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Origin {
    pub(crate) kernel: String,
    pub(crate) launch_type: String,
    pub(crate) module: String,
    pub(crate) file: String,
    pub(crate) line: u32,
}

#[derive(Deserialize)]
struct Record {
    kernel: String,
    launch_type: String,
    module: String,
    line: u32,
    /// The warnings that each configuration asks for.
    lints: Vec<Vec<String>>,
    configurations: Vec<Recorded>,
}

#[derive(Deserialize)]
struct Recorded {
    #[serde(default)]
    is_refused: bool,
    #[serde(flatten)]
    stated: Stated,
    gpus: Vec<Gpu>,
}

/// One configuration, under the names of the attribute's arguments.
#[derive(Clone, Debug, Deserialize)]
struct Stated {
    threads: Extent,
    regs: u32,
    #[serde(flatten)]
    integers: Integers,
    cluster: Option<Extent>,
    grid: Option<Extent>,
    tile: Option<Tile>,
    min_occupancy: Option<(u64, u64)>,
    tail_efficiency: Option<(u64, u64)>,
    #[serde(default)]
    allow_partial_warp: bool,
    intent: Option<String>,
    target: Option<String>,
    #[serde(default)]
    smem_by_warps: Vec<u32>,
}

/// Integers by the arguments that they state.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "BTreeMap<String, Value>")]
struct Integers(Vec<(Argument, u64)>);

/// Other keys belong to other fields.
impl TryFrom<BTreeMap<String, Value>> for Integers {
    type Error = String;

    fn try_from(fields: BTreeMap<String, Value>) -> Result<Self, String> {
        let stated = Argument::INTEGERS.into_iter().filter_map(|argument| {
            let key = record_key(argument);
            let value = fields.get(key)?;
            let number = value.as_u64().filter(|number| *number <= argument.most());
            Some(match number {
                Some(number) => Ok((argument, number)),
                None => Err(format!("`{key}` is {value}")),
            })
        });
        stated.collect::<Result<_, _>>().map(Self)
    }
}

/// The tile of a matrix product.
#[derive(Clone, Debug, Deserialize)]
struct Tile {
    accumulator: String,
    #[serde(flatten, deserialize_with = "integers_of_tile")]
    integers: StatedTile,
    problem: Option<(u32, u32)>,
    #[serde(default)]
    gives_shared_memory: bool,
}

/// A tile with all of its integers.
fn integers_of_tile<'de, D: Deserializer<'de>>(deserializer: D) -> Result<StatedTile, D::Error> {
    let Integers(stated) = Integers::deserialize(deserializer)?;
    let mut all = Argument::OF_TILE
        .into_iter()
        .filter(|argument| argument.is_integer());
    all.try_fold(StatedTile::new(1, 1, 1), |tile, argument| {
        let mut stated = stated.iter();
        let (_, number) = stated
            .find(|(other, _)| *other == argument)
            .ok_or_else(|| D::Error::missing_field(record_key(argument)))?;
        let number = u32::try_from(*number).map_err(D::Error::custom)?;
        Ok(tile.with_integer(argument, number))
    })
}

impl Tile {
    fn stated(&self) -> StatedTile {
        let mut tile = self.integers;
        if self.accumulator == Accumulator::TensorMemory.name() {
            tile.accumulator = Accumulator::TensorMemory;
        }
        tile.problem = self.problem;
        tile.gives_shared_memory = self.gives_shared_memory;
        tile
    }
}

/// A GPU, and what the kernel's code says for it.
#[derive(Deserialize)]
struct Gpu {
    /// The constant of its row in the tables.
    row: Option<String>,
    name: Option<String>,
    sm_count: Option<u32>,
    limits: Option<Limits>,
    #[serde(flatten)]
    integers: Integers,
    compiled: Option<CompiledCode>,
}

/// The limits of an SM that is in no table, or in one.
#[derive(Deserialize)]
struct Limits {
    name: String,
    architecture: String,
    targets: Vec<String>,
    major: u32,
    minor: u32,
    warp_size: u32,
    max_threads_per_block: u32,
    max_block_dim: Extent,
    max_warps_per_sm: u32,
    max_blocks_per_sm: u32,
    registers_per_sm: u32,
    registers_per_block: u32,
    max_registers_per_thread: u32,
    register_allocation_unit: u32,
    sub_partitions: u32,
    shared_memory_per_sm: u32,
    shared_memory_per_block: u32,
    shared_memory_per_block_optin: u32,
    static_shared_memory_per_block: u32,
    reserved_shared_memory_per_block: u32,
    shared_memory_allocation_unit: u32,
    #[serde(default)]
    shared_memory_carveouts: Vec<u32>,
    unified_cache_per_sm: Option<u32>,
    barriers_per_block: u32,
    barriers_per_sm: u32,
    barriers_limit_blocks: bool,
    virtual_resources_per_sm: u32,
    tensor_memory_columns_per_sm: Option<u32>,
    max_portable_cluster_size: u32,
    max_cluster_size: Option<u32>,
}

/// What the kernel was compiled to.
#[derive(Deserialize)]
struct CompiledCode {
    form: Form,
    name: String,
    major: u32,
    minor: u32,
    suffix: String,
    toolkit_major: Option<u32>,
    toolkit_minor: Option<u32>,
    #[serde(default)]
    is_relocatable: bool,
    #[serde(default)]
    is_cluster_explicit: bool,
    #[serde(default)]
    are_blocks_clusters: bool,
    registers: Option<u32>,
    static_shared_memory: Option<u32>,
    frame: Option<u32>,
    stack: Option<u32>,
    barriers: Option<u32>,
    parameter_bytes: Option<u32>,
    min_blocks: Option<u32>,
    register_cap: Option<u32>,
    max_cluster_rank: Option<u32>,
    spill_instructions: Option<u32>,
    virtual_resources: Option<u32>,
    max_block: Option<Extent>,
    required_block: Option<Extent>,
    cluster_dim: Option<Extent>,
    code_bytes: Option<u64>,
}

/// A block, a cluster or a grid: one number along one axis, and otherwise x, y and z.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(from = "Vec<u32>")]
struct Extent(Dims);

impl From<Vec<u32>> for Extent {
    fn from(axes: Vec<u32>) -> Self {
        let along = |axis: usize| axes.get(axis).copied().unwrap_or(1);
        Self((along(0), along(1), along(2)))
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Form {
    MachineCode,
    Ptx,
}

/// What a text of the compiler has of a record: the file, and the JSON.
pub(super) fn find(text: &str) -> Option<Result<(&str, &str), String>> {
    let after = text.get(text.find(MARK)? + MARK.len()..)?;
    let (version, after) = after.split_once(" of ")?;
    let version: u32 = version.parse().ok()?;
    if version != VERSION {
        return Some(Err(format!(
            "the library `occupancy` of this package writes records of version {version}, and this program reads \
             version {VERSION}\nhelp: install the program of the library's version"
        )));
    }
    // A file can have any name, and a record begins in one way.
    let (file, record) = after.split_at(after.find(BEGINNING)?);
    Some(Ok((file.strip_suffix(": ")?, record)))
}

/// The kernel of a record on each of its GPUs; nothing where the attribute is refused, which is an error of
/// the compiler.
pub(super) fn declarations(
    (file, record): (&str, &str),
    target: &Target,
) -> Result<Vec<Declaration>, String> {
    // Older compilers go on behind it.
    let mut values = serde_json::Deserializer::from_str(record).into_iter::<Record>();
    let record = match values.next() {
        Some(Ok(record)) => record,
        Some(Err(error)) => return Err(format!("a record cannot be read: {error}: {record}")),
        None => return Err("a record is empty".to_owned()),
    };
    let origin = Origin {
        kernel: record.kernel,
        launch_type: record.launch_type,
        module: record.module,
        file: file.to_owned(),
        line: record.line,
    };
    let mut declarations = Vec::new();
    for (recorded, lints) in record.configurations.into_iter().zip(record.lints) {
        let Recorded {
            is_refused,
            stated,
            gpus,
        } = recorded;
        if is_refused {
            continue;
        }
        for gpu in gpus {
            let arch = gpu.arch()?;
            declarations.push(Declaration {
                target: target.clone(),
                origin: origin.clone(),
                arch,
                of_gpu: gpu.integers,
                compiled: gpu.compiled.map(CompiledCode::compiled).transpose()?,
                stated: stated.clone(),
                lints: lints.clone(),
            });
        }
    }
    Ok(declarations)
}

impl Declaration {
    /// The configuration on the GPU.
    pub(crate) fn configuration(&self) -> Configuration<'_> {
        let stated = &self.stated;
        let ratio =
            |ratio: Option<(u64, u64)>| ratio.and_then(|(over, under)| Ratio::new(over, under));
        let kernel = Kernel::new(stated.threads.0, stated.regs)
            .with_cluster_dim(stated.cluster.map(|cluster| cluster.0));
        let mut configuration = Configuration::new(slice::from_ref(&self.arch), kernel);
        for (argument, value) in stated.integers.0.iter().chain(&self.of_gpu.0) {
            configuration = configuration.with_integer(*argument, *value);
        }
        configuration.tile = stated.tile.as_ref().map(Tile::stated);
        if let Some(blocks) = stated.grid {
            configuration.grid = Some(Grid::Blocks(blocks.0));
        }
        configuration.min_occupancy = ratio(stated.min_occupancy);
        configuration.tail_efficiency = ratio(stated.tail_efficiency);
        configuration.low_occupancy_intended = stated.intent.is_some();
        configuration.partial_warp_allowed = stated.allow_partial_warp;
        configuration.compiled = self.compiled.as_slice();
        configuration.shared_memory_by_warps = &stated.smem_by_warps;
        configuration
    }

    /// Why low occupancy is intended, in the author's words.
    pub(crate) fn intent(&self) -> Option<&str> {
        self.stated.intent.as_deref()
    }

    /// The target that the attribute names: `sm_90a`.
    pub(crate) fn stated_target(&self) -> Option<&str> {
        self.stated.target.as_deref()
    }

    /// The codes of the warnings that the attribute asks for, and that have something to say.
    pub(crate) fn warnings(&self) -> Vec<&'static str> {
        let configuration = self.configuration();
        let is_asked = |lint: &Lint| self.lints.iter().any(|name| name == lint.name());
        let lints = Lint::ALL.into_iter().filter(is_asked);
        lints
            .filter(|lint| lint.fires(&configuration))
            .map(Lint::code)
            .collect()
    }

    /// `gemm::kernels::saxpy`.
    pub(crate) fn path(&self) -> String {
        format!("{}::{}", self.origin.module, self.origin.kernel)
    }
}

impl Gpu {
    fn arch(&self) -> Result<Arch, String> {
        if let Some(row) = &self.row {
            let mut rows = Device::ALL.iter().chain(Device::MIG);
            return match rows.find(|device| device.constant() == row) {
                Some(device) => Ok(Arch::Device(*device)),
                None => Err(format!(
                    "the library `occupancy` of this package has a GPU `{row}` that this program does not know\n\
                     help: install the program of the library's version"
                )),
            };
        }
        let limits = self.limits.as_ref().ok_or("a GPU has no limits")?;
        let compute_capability = limits.compute_capability()?;
        match (&self.name, self.sm_count) {
            (Some(name), Some(sm_count)) => {
                let device = Device::try_new(lasting(name), compute_capability, sm_count);
                device
                    .map(Arch::Device)
                    .map_err(|invalid| invalid.to_string())
            }
            _ => Ok(Arch::ComputeCapability(compute_capability)),
        }
    }
}

impl Limits {
    fn compute_capability(&self) -> Result<&'static ComputeCapability, String> {
        macro_rules! set {
            ($limits:ident: $($figure:ident)*) => {
                $($limits.$figure = self.$figure;)*
            };
        }
        let mut limits = compute_capabilities::SM_90.limits();
        limits.name = lasting(&self.name);
        limits.architecture = lasting(&self.architecture);
        let targets: Vec<&'static str> =
            self.targets.iter().map(|target| lasting(target)).collect();
        limits.targets = targets.leak();
        limits.shared_memory_carveouts = self.shared_memory_carveouts.clone().leak();
        set! {
            limits: major minor warp_size max_threads_per_block max_warps_per_sm max_blocks_per_sm
            registers_per_sm registers_per_block max_registers_per_thread register_allocation_unit sub_partitions
            shared_memory_per_sm shared_memory_per_block shared_memory_per_block_optin
            static_shared_memory_per_block reserved_shared_memory_per_block shared_memory_allocation_unit unified_cache_per_sm barriers_per_block
            barriers_per_sm barriers_limit_blocks virtual_resources_per_sm tensor_memory_columns_per_sm
            max_portable_cluster_size max_cluster_size
        }
        limits.max_block_dim = self.max_block_dim.0;
        let made = ComputeCapability::try_new(limits).map_err(|invalid| invalid.to_string())?;
        let mut all = ComputeCapability::ALL.iter();
        Ok(match all.find(|known| **known == made) {
            Some(known) => known,
            None => Box::leak(Box::new(made)),
        })
    }
}

impl CompiledCode {
    fn compiled(self) -> Result<Compiled<'static>, String> {
        let name = lasting(&self.name);
        let compute_capability = (self.major, self.minor);
        let all = [Suffix::None, Suffix::Architecture, Suffix::Family];
        let suffix = all
            .into_iter()
            .find(|suffix| suffix.letter() == self.suffix);
        let suffix = suffix.ok_or_else(|| format!("a target ends in `{}`", self.suffix))?;
        let mut compiled = match self.form {
            Form::MachineCode => Compiled::machine_code(name, compute_capability),
            Form::Ptx => Compiled::ptx(name, compute_capability, suffix),
        };
        macro_rules! set {
            ($($figure:ident)*) => {
                $(compiled.$figure = self.$figure;)*
            };
        }
        set! {
            is_relocatable is_cluster_explicit are_blocks_clusters registers static_shared_memory frame stack
            barriers parameter_bytes min_blocks register_cap max_cluster_rank spill_instructions virtual_resources
            code_bytes
        }
        compiled.max_block = self.max_block.map(|block| block.0);
        compiled.required_block = self.required_block.map(|block| block.0);
        compiled.cluster_dim = self.cluster_dim.map(|cluster| cluster.0);
        compiled.suffix = suffix;
        compiled.toolkit = self.toolkit_major.zip(self.toolkit_minor);
        Ok(compiled)
    }
}

/// A text that lasts as long as the program, as the names of GPUs and kernels do in the library. There are
/// only as many as an author wrote.
fn lasting(text: &str) -> &'static str {
    text.to_owned().leak()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use occupancy_core::kernel::{Accumulator, StatedTile};

    use super::super::metadata::{Kind, Target};
    use super::{declarations, find};

    fn target() -> Target {
        Target {
            package: "gemm".to_owned(),
            manifest_path: PathBuf::new(),
            kind: Kind::Library,
            name: "gemm".to_owned(),
            is_unit_test: false,
            features: String::new(),
        }
    }

    const RECORD: &str = r#"{"kernel":"saxpy","launch_type":"SaxpyLaunch","module":"gemm","line":3,
        "lints":[[]],"configurations":[{"threads":[256],"regs":64,"gpus":[{"row":"H100"}]}]}"#;

    #[test]
    fn a_record_is_found_wherever_the_compiler_puts_it() {
        let message =
            format!("evaluation panicked: occupancy report 1 of src/a: {{b}}.rs: {RECORD}");
        // As compilers before 1.89 have it, in a label.
        let label = format!(
            "the evaluated program panicked at 'occupancy report 1 of src/a: {{b}}.rs: {RECORD}', src/lib.rs:3:1"
        );
        for text in [message, label] {
            let (file, record) = find(&text).unwrap().unwrap();
            assert_eq!(file, "src/a: {b}.rs");
            let found = declarations((file, record), &target()).unwrap();
            assert_eq!(found.len(), 1);
            assert_eq!(found[0].path(), "gemm::saxpy");
            let configuration = found[0].configuration();
            assert_eq!(configuration.kernel.block_dim, (256, 1, 1));
            assert_eq!(configuration.archs[0].name(), "H100 SXM5 80GB");
        }
        for text in [
            "",
            "occupancy report",
            "occupancy report of work",
            "an error",
        ] {
            assert!(find(text).is_none(), "{text}");
        }
    }

    #[test]
    fn a_tile_is_that_of_the_attribute() {
        let record = RECORD.replace(
            "\"gpus\"",
            r#""smem":24576,"tile":{"accumulator":"tensor_memory","m":128,"n":64,"k":32,"stages":2,"a_bytes":2,
            "b_bytes":2,"extra_registers":40,"problem":[256,512],"gives_shared_memory":true},"gpus""#,
        );
        let found = declarations(("src/lib.rs", &record), &target()).unwrap();
        let mut tile = StatedTile::new(128, 64, 32);
        (tile.stages, tile.a_bytes, tile.b_bytes) = (2, 2, 2);
        tile.accumulator = Accumulator::TensorMemory;
        tile.extra_registers = 40;
        tile.problem = Some((256, 512));
        tile.gives_shared_memory = true;
        assert_eq!(found[0].configuration().tile, Some(tile));
    }

    #[test]
    fn what_another_version_writes_is_refused() {
        let later = format!("occupancy report 2 of src/lib.rs: {RECORD}");
        let refused = find(&later).unwrap().unwrap_err();
        assert!(refused.contains("records of version 2, and this program reads version 1\nhelp: "));
        for (from, to, reason) in [
            (
                "H100",
                "H1000",
                "has a GPU `H1000` that this program does not know",
            ),
            ("\"regs\":64,", "", "cannot be read: missing field `regs`"),
            (
                "\"gpus\"",
                "\"sms\":4294967296,\"gpus\"",
                "cannot be read: `sms` is 4294967296",
            ),
            (
                "\"gpus\"",
                "\"bytes\":\"16\",\"gpus\"",
                "cannot be read: `bytes` is \"16\"",
            ),
            (
                "\"gpus\"",
                r#""tile":{"accumulator":"registers","m":128,"n":64},"gpus""#,
                "cannot be read: missing field `k`",
            ),
            ("}]}]}", "…", "cannot be read"),
        ] {
            let record = RECORD.replace(from, to);
            let refused = declarations(("src/lib.rs", &record), &target()).unwrap_err();
            assert!(refused.contains(reason), "{refused}");
        }
    }
}
