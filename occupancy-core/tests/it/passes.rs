//! The answers without words agree with those in words: `passes` with `check`, `fires` with `advise`,
//! for random configurations of every kind: a quarter of a million, and a release build a million.

use crate::random::Random;
use occupancy_core::{
    Arch, Compiled, ComputeCapability, Configuration, Device, Grid, Kernel, Lint, Ratio, Rule,
    gpu::{SmLimits, Suffix},
    kernel::{Accumulator, Argument, LatencyDemand, Tile},
};

impl Random {
    /// Mostly up to `usual`, sometimes anything.
    fn number(&mut self, usual: u32) -> u32 {
        let number = u32::try_from(self.next() >> 32).unwrap();
        if self.next().is_multiple_of(32) {
            number
        } else {
            number % (usual + 1)
        }
    }

    fn ratio(&mut self) -> Ratio {
        let twentieths = u64::from(self.number(22));
        Ratio::new(twentieths, 20).unwrap()
    }

    fn tile(&mut self) -> Tile {
        let mut tile = Tile::new(self.number(256), self.number(256), self.number(64));
        tile.stages = self.number(4);
        (tile.a_bytes, tile.b_bytes) = (self.number(4), self.number(4));
        tile.extra_registers = self.number(64);
        if self.is_one_in(4) {
            tile.accumulator = Accumulator::TensorMemory;
        }
        if self.is_one_in(4) {
            tile.problem = Some((self.number(3), self.number(4096)));
        }
        tile.gives_shared_memory = self.is_one_in(2);
        tile
    }

    fn latency_demand(&mut self) -> LatencyDemand {
        let mut demand = LatencyDemand::NONE;
        if self.is_one_in(2) {
            demand.cycles = Some(self.number(700));
        }
        if self.is_one_in(2) {
            demand.instructions = Some(self.number(64));
        }
        if self.is_one_in(2) {
            demand.bytes = Some(self.number(32));
        }
        demand
    }

    fn dims(&mut self) -> (u32, u32, u32) {
        if self.is_one_in(4) {
            (self.number(40), self.number(40), self.number(5))
        } else {
            (self.number(33).saturating_mul(32), 1, 1)
        }
    }

    fn kernel(&mut self) -> Kernel {
        let bytes = [0, 0, 16, 40 * 1024, 100 * 1024, 230 * 1024];
        let mut kernel = Kernel::new(self.dims(), self.number(140))
            .with_dynamic_shared_memory(self.of(&bytes))
            .with_shared_memory_optin(!self.is_one_in(8));
        if self.is_one_in(4) {
            kernel = kernel.with_static_shared_memory(self.number(50_000));
        }
        if self.is_one_in(4) {
            kernel = kernel.with_barriers(self.number(17));
        }
        if self.is_one_in(8) {
            kernel = kernel.with_virtual_resources(self.number(129));
        }
        if self.is_one_in(4) {
            kernel = kernel.with_carveout(Some(self.number(102)));
        }
        if self.is_one_in(3) {
            let dims = (
                self.number(17),
                self.of(&[0, 1, 1, 1, 2]),
                self.of(&[1, 1, 2]),
            );
            kernel = kernel.with_cluster_dim(Some(dims));
        }
        kernel
    }

    fn arch(&mut self, own: &'static ComputeCapability) -> Arch {
        match self.next() % 8 {
            0 => Arch::ComputeCapability(
                &ComputeCapability::ALL[self.index(ComputeCapability::ALL.len())],
            ),
            1 => Arch::Device(Device::new("ours", own, 1 + self.number(8))),
            _ => Arch::Device(self.of(Device::ALL)),
        }
    }

    fn grid(&mut self) -> Option<Grid> {
        match self.next() % 4 {
            0 => None,
            1 => Some(Grid::Elements(self.next() >> (self.number(63) % 64))),
            _ => Some(Grid::Blocks((
                self.number(3000),
                self.number(2).max(1),
                self.of(&[1, 1, 0, 65_535]),
            ))),
        }
    }
}

/// Limits that no GPU has, and that go together.
fn own(random: &mut Random) -> ComputeCapability {
    loop {
        if let Ok(own) = ComputeCapability::try_new(any_limits(random)) {
            return own;
        }
    }
}

fn any_limits(random: &mut Random) -> SmLimits {
    let mut own = random.of(ComputeCapability::ALL).limits();
    let number = random.number(2048);
    match random.next() % 6 {
        0 => own.max_warps_per_sm = number,
        1 => own.registers_per_sm = number.saturating_mul(64),
        2 => own.shared_memory_per_sm = number.saturating_mul(128),
        3 => own.max_blocks_per_sm = number,
        4 => own.max_cluster_size = Some(number),
        _ => own.sub_partitions = number,
    }
    own
}

/// What a kernel is compiled to: machine code with one difference each, and PTX.
fn codes() -> Vec<Compiled<'static>> {
    let saxpy = {
        let mut code = Compiled::machine_code("saxpy", (9, 0))
            .with_registers(10)
            .with_static_shared_memory(0);
        code.barriers = Some(0);
        code.stack = Some(0);
        code.max_block = Some((256, 1, 1));
        code.register_cap = Some(64);
        code.spill_instructions = Some(0);
        code
    };
    let mut codes = vec![saxpy; 7];
    codes[1].compute_capability = (8, 0);
    codes[2].is_relocatable = true;
    codes[3].required_block = Some((128, 1, 1));
    codes[3].cluster_dim = Some((2, 1, 1));
    codes[4].spill_instructions = Some(40);
    codes[4].register_cap = Some(32);
    codes[5].stack = None;
    codes[6].barriers = Some(16);
    codes[6].register_cap = Some(32);
    codes[6].static_shared_memory = Some(4096);
    let mut ptx = Compiled::ptx("k", (8, 0), Suffix::None).with_static_shared_memory(1024);
    ptx.max_block = Some((256, 1, 1));
    ptx.barriers = Some(4);
    codes.push(ptx);
    codes
}

#[test]
fn answers_without_words_are_those_in_words() {
    let codes = codes();
    let mut function = Compiled::loaded((9, 0)).with_registers(10);
    function.sm_count = Some(114);
    function.max_dynamic_shared_memory = Some(48 * 1024);
    function.blocks_per_sm = Some(1);
    let mut functions = [function; 2];
    functions[1].compute_capability = (8, 0);

    let random = &mut Random(0x9e37_79b9_7f4a_7c15);
    let boards: Vec<&'static ComputeCapability> = (0..200)
        .map(|_| &*Box::leak(Box::new(own(random))))
        .collect();
    let mut broken = [0_u32; Rule::ALL.len()];
    let mut counts = [0_u32; Lint::ALL.len()];
    let mut passed = 0;
    let inputs = if cfg!(debug_assertions) {
        250_000
    } else {
        1_000_000
    };
    for _ in 0..inputs {
        let board = random.of(&boards);
        let archs = [random.arch(board), random.arch(board), random.arch(board)];
        let count = random.of(&[0, 1, 1, 1, 1, 1, 2, 3]);
        let mut configuration = Configuration::new(&archs[..count], random.kernel())
            .with_grid(random.grid())
            .with_integer(Argument::ItemsPerThread, random.number(4).into())
            .with_partial_warp_allowed(random.is_one_in(2));
        if random.is_one_in(3) {
            configuration = configuration.with_min_blocks(random.number(4));
        }
        if random.is_one_in(4) {
            configuration = configuration.with_min_occupancy(random.ratio());
        }
        if random.is_one_in(4) {
            configuration =
                configuration.with_integer(Argument::MaxBlocks, random.number(4).into());
        }
        if random.is_one_in(3) {
            configuration = configuration.with_hides(Some(random.latency_demand()));
        }
        if random.is_one_in(3) {
            configuration = configuration.with_tile(Some(random.tile()));
        }
        configuration.low_occupancy_intended = random.is_one_in(2);
        if random.is_one_in(4) {
            configuration = configuration.with_tail_efficiency(Some(random.ratio()));
        }
        if random.is_one_in(8) {
            configuration = configuration.with_integer(Argument::Sms, random.number(200).into());
        }
        let code = [random.of(&codes), random.of(&codes)];
        if random.is_one_in(3) {
            let barriers = code[0].barriers.unwrap_or(0);
            configuration = configuration
                .with_kernel(configuration.kernel.with_barriers(barriers))
                .with_compiled(&code);
        }
        if random.is_one_in(64) {
            configuration = configuration.with_loaded(random.of(&[&functions[0], &functions[1]]));
        }

        let violations = configuration.check();
        assert_eq!(
            configuration.passes(),
            violations.is_empty(),
            "{configuration:?}"
        );
        passed += u32::from(violations.is_empty());
        for rule in violations.iter() {
            broken[rule as usize] += 1;
        }
        // Words take long: those of one lint a configuration.
        let lint = random.of(&Lint::ALL);
        let fires = lint.fires(&configuration);
        assert_eq!(
            fires,
            configuration.advise(lint).is_some(),
            "{lint:?} {configuration:?}"
        );
        counts[lint as usize] += u32::from(fires);
    }
    // Each answer was given often.
    assert!(passed > inputs / 100, "{passed}");
    for rule in Rule::ALL {
        assert!(
            broken[rule as usize] > inputs / 10_000,
            "few of these configurations break {rule:?}: {broken:?}"
        );
    }
    for lint in Lint::ALL {
        let count = counts[lint as usize];
        assert!(
            count > inputs / 50_000,
            "{lint:?} fires for few of these configurations: {counts:?}"
        );
    }
}
