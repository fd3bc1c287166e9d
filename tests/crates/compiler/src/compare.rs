//! Compares the figures that are read with those that the tools state.

use std::collections::BTreeMap;
use std::fmt::Debug;

use occupancy::Compiled;
use occupancy_binary::cubin::Image;

use crate::cuobjdump::{Dump, Kernel};
use crate::report::Entry;

/// Differences, each in a line.
#[derive(Debug, Default)]
pub struct Differences {
    /// One for each figure that differs.
    pub lines: Vec<String>,
    /// The number of comparisons of each figure.
    pub figures: BTreeMap<&'static str, usize>,
    /// Kernels that were compared.
    pub kernels: usize,
}

impl Differences {
    /// Adds those of another part.
    pub fn add(&mut self, mut other: Self) {
        self.lines.append(&mut other.lines);
        self.kernels += other.kernels;
        for (figure, compared) in other.figures {
            *self.figures.entry(figure).or_default() += compared;
        }
    }

    /// Figures that were compared.
    pub fn compared(&self) -> usize {
        self.figures.values().sum()
    }

    fn of<'a>(&'a mut self, what: &'a str) -> Of<'a> {
        let differences = self;
        Of { differences, what }
    }

    /// An image against cuobjdump: its header, and all of its kernels, together and one by one.
    pub fn image(&mut self, what: &str, bytes: &[u8], said: &Dump) {
        let kernels = Image::new(bytes).and_then(|image| {
            let mut of = self.of(what);
            of.is("abi", u32::from(bytes[8]), said.abi);
            of.is(
                "sm",
                image.compute_capability(),
                (said.sm / 10, said.sm % 10),
            );
            let read: Vec<_> = image.kernels().collect::<Result<_, _>>()?;
            read.into_iter()
                .map(|kernel| Ok((kernel, image.usage(kernel.name)?)))
                .collect::<Result<Vec<_>, _>>()
        });
        let kernels = kernels.unwrap_or_else(|error| {
            self.lines.push(format!("{what}: {error}"));
            Vec::new()
        });
        for (read, alone) in &kernels {
            let what = &format!("{what}: {}", read.name);
            let mut of = self.of(what);
            of.is("alone", read, alone);
            match said.kernels.get(read.name) {
                Some(said_of_it) => kernel(&mut of, read, said_of_it, said),
                None => self.lines.push(format!("{what}: not said")),
            }
        }
        self.kernels += kernels.len();
        self.of(what)
            .is("kernels", kernels.len(), said.kernels.len());
    }

    /// A kernel against what ptxas said when it made it.
    pub fn ptxas(&mut self, what: &str, read: &Compiled<'_>, said: &Entry) {
        let what = &format!("{what}: {} (ptxas)", read.name);
        // ptxas 13.5 reports another kernel for sm_107 where there are textures: 10 registers and no
        // frame, where cuobjdump and the instructions have more.
        if read.compute_capability == (10, 7) && read.name == "texture" {
            return;
        }
        let mut of = self.of(what);
        of.is("registers", read.registers, Some(said.registers));
        of.is(
            "shared memory",
            read.static_shared_memory,
            Some(said.shared_memory),
        );
        of.is("frame", read.frame, Some(said.stack_frame));
        // It says barriers since 12.8, and 11.8 does not say the stack.
        if read.toolkit >= Some((12, 8)) {
            of.is("barriers", read.barriers, Some(said.barriers));
        }
        if let (Some(stack), false) = (read.stack, read.is_relocatable)
            && read.toolkit >= Some((12, 4))
        {
            of.is("stack", stack, said.cumulative_stack);
        }
        if let Some(spills) = read.spill_instructions {
            let spilled = said.spill_stores + said.spill_loads > 0;
            of.is("spilled", spills > 0, spilled);
        }
    }
}

/// The differences of one image or kernel.
struct Of<'a> {
    differences: &'a mut Differences,
    what: &'a str,
}

impl Of<'_> {
    fn is<T: PartialEq + Debug + Copy>(&mut self, figure: &'static str, read: T, said: T) {
        *self.differences.figures.entry(figure).or_default() += 1;
        if read != said {
            let line = format!("{}: {figure}: read {read:?}, said {said:?}", self.what);
            self.differences.lines.push(line);
        }
    }
}

fn kernel(of: &mut Of<'_>, read: &Compiled<'_>, said: &Kernel, image: &Dump) {
    let sm = (image.sm / 10, image.sm % 10);
    of.is("sm", read.compute_capability, sm);
    of.is("relocatable", read.is_relocatable, image.is_relocatable);
    of.is("registers", read.registers, said.number("REG"));
    if said.has("REGCOUNT") {
        of.is("register count", read.registers, said.number("REGCOUNT"));
    }
    // For a relocatable image, cuobjdump prints the figures before linking.
    if !image.is_relocatable {
        of.is("stack", read.stack, said.number("STACK"));
        let least = said.number("MIN_STACK_SIZE");
        of.is(
            "least stack",
            read.stack,
            least.filter(|&stack| stack != u32::MAX),
        );
    }
    let section = said.number("SHARED").expect("cuobjdump says it");
    match read.static_shared_memory {
        Some(shared) => {
            // From 9.0 on, the section of a linked image has what the system takes.
            let has_reserved = image.sm >= 90 && !image.is_relocatable && section > 0;
            let reserved = if has_reserved { 1024 } else { 0 };
            of.is("shared memory", shared + reserved, section);
        }
        // The linker gives it, and cuobjdump says 0.
        None => of.is("shared memory", image.is_relocatable, true),
    }
    of.is("frame", read.frame, said.number("FRAME_SIZE"));
    of.is(
        "barriers",
        read.barriers,
        said.number("NUM_BARRIERS").or(Some(0)),
    );
    let bytes = said.number("CBANK_PARAM_SIZE").or(Some(0));
    of.is("parameters", read.parameter_bytes, bytes);
    if let (Some(bank), Some(packed)) = (
        said.number("CONSTANT[0]"),
        said.numbers("PARAM_CBANK").get(1),
    ) {
        let end = read.parameter_bytes.map(|bytes| bytes + (packed & 0xffff));
        of.is("constant bank", end, Some(bank));
    }
    of.is("block", read.max_block, said.dims("MAX_THREADS"));
    of.is("required block", read.required_block, said.dims("REQNTID"));
    of.is(
        "register cap",
        read.register_cap,
        said.number("MAXREG_COUNT"),
    );
    of.is("cluster", read.cluster_dim, said.dims("CTA_PER_CLUSTER"));
    of.is(
        "cluster rank",
        read.max_cluster_rank,
        said.number("MAX_CLUSTER_RANK"),
    );
    of.is(
        "explicit cluster",
        read.is_cluster_explicit,
        said.has("EXPLICIT_CLUSTER"),
    );
    // cuobjdump 13.5 knows it by name.
    of.is(
        "blocks are clusters",
        read.are_blocks_clusters,
        said.has("BLOCKS_ARE_CLUSTERS"),
    );
    let toolkit = said.number("CUDA_API_VERSION");
    of.is(
        "toolkit",
        read.toolkit.map(|(major, minor)| 10 * major + minor),
        toolkit,
    );
    let spills = (toolkit >= Some(128)).then_some(said.spills);
    of.is("spills", read.spill_instructions, spills);
    let virtual_resources = said.number("VRC_CTA_INIT_COUNT").or(Some(0));
    of.is(
        "virtual resources",
        read.virtual_resources,
        virtual_resources,
    );
}
