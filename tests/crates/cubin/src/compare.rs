//! What is read, beside what the tools say.

use std::collections::BTreeMap;
use std::fmt::Debug;

use crate::report::Entry;
use occupancy_binary::cubin::Image;
use occupancy_core::Compiled;

use crate::dump::{Dump, Function, Kernel};

/// Differences, each in a line.
#[derive(Debug, Default)]
pub struct Differences {
    /// One for each figure that differs.
    pub lines: Vec<String>,
    /// Figures that were compared.
    pub compared: usize,
    /// How often each of them was, and how often it differed.
    pub figures: BTreeMap<&'static str, (usize, usize)>,
}

impl Differences {
    /// Adds those of another part.
    pub fn add(&mut self, mut other: Self) {
        self.lines.append(&mut other.lines);
        self.compared += other.compared;
        for (figure, (compared, differing)) in other.figures {
            let sum = self.figures.entry(figure).or_default();
            sum.0 += compared;
            sum.1 += differing;
        }
    }

    fn of<T: PartialEq + Debug + Copy>(
        &mut self,
        what: &str,
        figure: &'static str,
        read: T,
        said: T,
    ) {
        self.compared += 1;
        let sum = self.figures.entry(figure).or_default();
        sum.0 += 1;
        if read != said {
            sum.1 += 1;
            self.lines
                .push(format!("{what}: {figure}: read {read:?}, said {said:?}"));
        }
    }

    /// An image against cuobjdump: its header, and all of its kernels.
    pub fn image(&mut self, what: &str, bytes: &[u8], said: &Dump) {
        let image = match Image::new(bytes) {
            Ok(image) => image,
            Err(error) => {
                self.lines.push(format!("{what}: {error}"));
                return;
            }
        };
        self.of(what, "abi", u32::from(image.abi()), said.abi);
        let sm = (said.sm / 10, said.sm % 10);
        self.of(what, "sm", image.compute_capability(), sm);
        let mut read = 0;
        for kernel in image.kernels() {
            let kernel = match kernel {
                Ok(kernel) => kernel,
                Err(error) => {
                    self.lines.push(format!("{what}: {error}"));
                    return;
                }
            };
            read += 1;
            let what = &format!("{what}: {}", kernel.name);
            match said.kernels.get(kernel.name) {
                Some(said_of_it) => self.kernel(what, &kernel, said_of_it, said),
                None => self.lines.push(format!("{what}: not said")),
            }
            // One by one is the same.
            let alone = image.usage(kernel.name);
            if alone != Ok(kernel) {
                let line = format!("{what}: read alone {alone:?}, with the others {kernel:?}");
                self.lines.push(line);
            }
        }
        self.of(what, "kernels", read, said.kernels.len());
    }

    /// An image against `--dump-resource-usage` alone, which does not say which functions are kernels.
    /// How many are.
    pub fn usage(&mut self, what: &str, bytes: &[u8], said: &BTreeMap<String, Function>) -> usize {
        let kernels = Image::new(bytes).map(|image| image.kernels().collect::<Result<Vec<_>, _>>());
        let kernels = match kernels {
            Ok(Ok(kernels)) => kernels,
            Ok(Err(error)) | Err(error) => {
                self.lines.push(format!("{what}: {error}"));
                return 0;
            }
        };
        for kernel in &kernels {
            let what = &format!("{what}: {}", kernel.name);
            match said.get(kernel.name) {
                Some(said) => self.function(what, kernel, said),
                None => self.lines.push(format!("{what}: not said")),
            }
        }
        kernels.len()
    }

    /// What `--dump-resource-usage` says of a function.
    fn function(&mut self, what: &str, read: &Compiled<'_>, said: &Function) {
        self.of(what, "registers", read.registers, Some(said.registers));
        // Of a relocatable image cuobjdump gives what is known before linking.
        if !read.is_relocatable {
            self.of(what, "stack", read.stack, said.stack);
        }
        let Some(shared) = read.static_shared_memory else {
            // The linker gives it, and cuobjdump says 0.
            assert!(read.is_relocatable, "{what}");
            return;
        };
        // From 9.0 on, the section of a linked image has what the system takes.
        let has_reserved = read.compute_capability.0 >= 9 && !read.is_relocatable;
        let reserved = if has_reserved && said.shared > 0 {
            1024
        } else {
            0
        };
        self.of(what, "shared memory", shared + reserved, said.shared);
    }

    fn kernel(&mut self, what: &str, read: &Compiled<'_>, said: &Kernel, image: &Dump) {
        let sm = (image.sm / 10, image.sm % 10);
        self.of(what, "sm", read.compute_capability, sm);
        self.of(
            what,
            "relocatable",
            read.is_relocatable,
            image.is_relocatable,
        );
        self.function(what, read, &said.function);
        if let Some(count) = said.register_count {
            self.of(what, "register count", read.registers, Some(count));
        }
        if !image.is_relocatable {
            let min_stack = said.min_stack.filter(|&stack| stack != u32::MAX);
            self.of(what, "least stack", read.stack, min_stack);
        }
        self.of(what, "frame", read.frame, said.frame);
        self.of(what, "barriers", read.barriers, Some(said.barriers));
        let parameters = (read.parameter_bytes, Some(said.parameter_bytes));
        self.of(what, "parameters", parameters.0, parameters.1);
        if let (Some(bank), Some(base)) = (said.function.constant_bank, said.parameter_base) {
            let bank_read = read.parameter_bytes.map(|bytes| bytes + base);
            self.of(what, "constant bank", bank_read, Some(bank));
        }
        self.of(what, "block", read.max_block, said.max_block);
        let required = (read.required_block, said.required_block);
        self.of(what, "required block", required.0, required.1);
        let cap = (read.register_cap, said.register_cap);
        self.of(what, "register cap", cap.0, cap.1);
        let cluster = (read.cluster_dim, said.cluster_dim);
        self.of(what, "cluster", cluster.0, cluster.1);
        let rank = (read.max_cluster_rank, said.max_cluster_rank);
        self.of(what, "cluster rank", rank.0, rank.1);
        let explicit = (read.is_cluster_explicit, said.is_cluster_explicit);
        self.of(what, "explicit cluster", explicit.0, explicit.1);
        let counted = (read.are_blocks_clusters, said.are_blocks_clusters);
        self.of(what, "blocks are clusters", counted.0, counted.1);
        let toolkit = read.toolkit.map(|(major, minor)| 10 * major + minor);
        self.of(what, "toolkit", toolkit, said.toolkit);
        let states_spills = said.toolkit >= Some(128);
        let spills = states_spills.then_some(said.spill_instructions);
        self.of(what, "spills", read.spill_instructions, spills);
        let virtual_resources = (read.virtual_resources, Some(said.virtual_resources));
        self.of(
            what,
            "virtual resources",
            virtual_resources.0,
            virtual_resources.1,
        );
    }

    /// A kernel against what ptxas said when it made it.
    pub fn ptxas(&mut self, what: &str, read: &Compiled<'_>, said: &Entry) {
        let what = &format!("{what}: {} (ptxas)", read.name);
        // ptxas 13.5 reports another kernel for sm_107 where there are textures: 10 registers and no
        // frame, where cuobjdump and the instructions have more.
        if read.compute_capability == (10, 7) && read.name == "texture" {
            return;
        }
        self.of(what, "registers", read.registers, Some(said.registers));
        let shared = (read.static_shared_memory, Some(said.shared_memory));
        self.of(what, "shared memory", shared.0, shared.1);
        self.of(what, "frame", read.frame, Some(said.stack_frame));
        // It says barriers since 12.8, and 11.8 does not say the stack.
        if read.toolkit >= Some((12, 8)) {
            self.of(what, "barriers", read.barriers, Some(said.barriers));
        }
        if let (Some(stack), false) = (read.stack, read.is_relocatable)
            && read.toolkit >= Some((12, 4))
        {
            self.of(what, "stack", stack, said.cumulative_stack);
        }
        if let Some(spills) = read.spill_instructions {
            let spilled = said.spill_stores + said.spill_loads > 0;
            self.of(what, "spilled", spills > 0, spilled);
        }
    }
}
