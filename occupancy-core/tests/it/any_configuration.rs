//! Random kernels and configurations: mostly such as an author writes, sometimes any at all.

#![allow(dead_code, reason = "every suite uses its own part")]

use std::ops::RangeInclusive;

use occupancy_core::kernel::{Accumulator, LatencyDemand, Tile, Wait, WarpGroups};
use occupancy_core::{
    Arch, Configuration, Device, Grid, Kernel, Multiprocessor, Ratio, compute_capabilities, targets,
};

use crate::common::{KIB, MADE_UP, STEP, ratio};
use crate::random::Random;

type Dims = (u32, u32, u32);

impl Random {
    /// Calls `some` in one of `many` cases.
    fn one_in<T>(&mut self, many: u64, some: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.is_one_in(many).then(|| some(self))
    }

    pub(crate) fn any(&mut self) -> u32 {
        u32::try_from(self.next() >> 32).unwrap()
    }

    pub(crate) fn within(&mut self, range: RangeInclusive<u32>) -> u32 {
        range.start() + self.any() % (range.end() - range.start() + 1)
    }

    /// Mostly a number of `usual`; sometimes its first or last, or any number at all.
    pub(crate) fn mostly(&mut self, usual: RangeInclusive<u32>) -> u32 {
        match self.next() % 32 {
            0..2 => self.any(),
            2 => *usual.start(),
            3 => *usual.end(),
            _ => self.within(usual),
        }
    }

    /// Each extent is mostly a number of its range.
    pub(crate) fn mostly_dims(
        &mut self,
        x: RangeInclusive<u32>,
        y: RangeInclusive<u32>,
        z: RangeInclusive<u32>,
    ) -> Dims {
        (self.mostly(x), self.mostly(y), self.mostly(z))
    }

    pub(crate) fn multiprocessor(&mut self) -> &'static Multiprocessor {
        if self.is_one_in(4) {
            return &MADE_UP[self.index(MADE_UP.len())];
        }
        &Multiprocessor::ALL[self.index(Multiprocessor::ALL.len())]
    }

    pub(crate) fn arch(&mut self) -> Arch {
        match self.next() % 4 {
            0 => Arch::Multiprocessor(self.multiprocessor()),
            1 => {
                let sm_count = self.mostly(1..=40).max(1);
                Device::new("a board", self.multiprocessor(), sm_count).arch()
            }
            _ => Arch::Device(self.of(Device::ALL)),
        }
    }

    fn block_dim(&mut self) -> Dims {
        match self.next() % 15 {
            0..4 => (32 * self.within(1..=32), 1, 1),
            4..6 => (64 * self.within(1..=16), 1, 1),
            6..9 => (self.mostly(0..=1100), 1, 1),
            9..12 => (self.within(1..=32), self.within(1..=32), self.within(1..=4)),
            12 => self.mostly_dims(1..=32, 1..=32, 1..=70),
            13 => self.of(&[
                (1, 1, 64),
                (16, 1, 64),
                (8, 1, 65),
                (1, 640, 1),
                (1, 1024, 1),
                (1, 1025, 1),
                (2, 1025, 1),
            ]),
            _ => (self.any(), self.any(), self.any()),
        }
    }

    fn bytes(&mut self) -> u32 {
        match self.next() % 10 {
            0..4 => 0,
            4..7 => self.mostly(0..=60 * KIB),
            7 => 48 * KIB + self.within(0..=1),
            _ => self.mostly(0..=229 * KIB),
        }
    }

    pub(crate) fn kernel(&mut self) -> Kernel {
        // Some are at the edges of allocation units.
        let registers = match self.next() % 4 {
            0 => self.of(&[32, 33, 40, 41, 64, 65, 72, 73, 128, 129, 168, 169]),
            1 => self.mostly(0..=512),
            _ => self.mostly(0..=256),
        };
        let mut kernel = Kernel::new(self.block_dim(), registers)
            .with_vgprs(match self.next() % 12 {
                0 => 0,
                1..4 => self.mostly(0..=512),
                _ => registers,
            })
            .with_static_shared_memory(self.bytes())
            .with_dynamic_shared_memory(self.bytes())
            .with_shared_memory_optin(self.is_one_in(2));
        if self.is_one_in(3) {
            kernel = kernel.with_carveout(Some(self.mostly(0..=101)));
        }
        if self.is_one_in(3) {
            kernel = kernel.with_barriers(self.mostly(0..=17));
        }
        if self.is_one_in(4) {
            kernel = kernel.with_sgprs(self.mostly(0..=110));
        }
        if self.is_one_in(5) {
            kernel = kernel.with_virtual_resources(self.mostly(0..=129));
        }
        kernel
    }

    pub(crate) fn cluster(&mut self) -> Dims {
        match self.next() % 4 {
            0 => self.mostly_dims(0..=8, 0..=4, 0..=2),
            _ => (self.mostly(0..=17), 1, 1),
        }
    }

    fn grid(&mut self) -> Option<Grid> {
        match self.next() % 9 {
            0..2 => None,
            2..5 => Some(Grid::Blocks((self.mostly(0..=20_000), 1, 1))),
            5 => Some(Grid::Blocks(self.mostly_dims(
                1..=999,
                1..=70_000,
                1..=70_000,
            ))),
            6..8 => Some(Grid::Elements(self.within(0..=5_000_000).into())),
            _ => Some(Grid::Elements(self.next() >> (self.next() % 40))),
        }
    }

    pub(crate) fn ratio(&mut self) -> Ratio {
        match self.next() % 7 {
            0 => ratio(self.next(), self.next().max(1)),
            _ => ratio(self.within(0..=22).into(), 20),
        }
    }

    fn latency_demand(&mut self) -> LatencyDemand {
        LatencyDemand {
            cycles: self.one_in(2, |random| random.mostly(0..=800)),
            instructions: self.one_in(2, |random| random.mostly(0..=64)),
            wait: self.one_in(2, |random| {
                if random.is_one_in(2) {
                    Wait::First
                } else {
                    Wait::Last
                }
            }),
            bytes: self.one_in(2, |random| random.mostly(0..=64)),
        }
    }

    fn tile(&mut self) -> Tile {
        let (m, n, k) = self.mostly_dims(1..=256, 1..=256, 1..=64);
        let mut tile = Tile::new(m, n, k);
        tile.stages = self.mostly(0..=5);
        (tile.a_bytes, tile.b_bytes) = (self.mostly(0..=4), self.mostly(0..=4));
        tile.packed = self.mostly(1..=2);
        tile.extra_registers = self.mostly(0..=64);
        tile.problem = self.one_in(2, |random| {
            (random.mostly(0..=9000), random.mostly(1..=9000))
        });
        if self.is_one_in(3) {
            tile.accumulator = Accumulator::TensorMemory;
        }
        tile.gives_shared_memory = self.is_one_in(2);
        tile
    }

    /// A configuration of one to three GPUs.
    pub(crate) fn configuration(&mut self) -> Configuration<'static> {
        let archs: Vec<Arch> = (0..self.within(1..=3)).map(|_| self.arch()).collect();
        let mut out = Configuration::new(archs.leak(), self.kernel()).with_grid(self.grid());
        out.kernel.cluster_dim = self.one_in(3, Self::cluster);
        out.sms = self.one_in(5, |random| random.mostly(0..=150));
        out.items_per_thread = self.mostly(0..=8);
        if self.is_one_in(10) {
            out.threads_per_item = 1 << self.within(0..=6);
        }
        out.setmaxnreg = self.one_in(5, |random| {
            let registers = [16, 24, 40, 64, 100, 168, 232, 240, 256];
            let groups = random.within(0..=8);
            WarpGroups::new(
                &(0..groups)
                    .map(|_| random.of(&registers))
                    .collect::<Vec<_>>(),
            )
            .unwrap()
        });
        out.min_blocks = self.one_in(2, |random| random.mostly(0..=12));
        out.max_blocks = self.one_in(5, |random| random.mostly(0..=12));
        out.min_occupancy = self.one_in(2, Self::ratio);
        out.tail_efficiency = self.one_in(2, Self::ratio);
        out.cooperative = self.one_in(4, |_| ()).is_some();
        out.low_occupancy_intended = self.is_one_in(2);
        out.partial_warp_allowed = self.is_one_in(2);
        out.hides = self.one_in(3, Self::latency_demand);
        let tile = self.one_in(3, Self::tile);
        out.with_tile(tile)
    }
}

/// Every compute capability, targets of AMD in all their modes, as many as the build has time for, and the made up ones.
pub(crate) fn multiprocessors() -> impl Iterator<Item = &'static Multiprocessor> {
    let of_amd = targets::ALL.iter().step_by(STEP);
    compute_capabilities::ALL
        .iter()
        .chain(of_amd)
        .chain(&MADE_UP)
}

/// Calls `ask` for this many cases where the compiler optimizes, and for a third of them in a debug build.
pub(crate) fn for_random(cases: usize, mut ask: impl FnMut(&mut Random)) {
    let mut random = Random::new();
    for _ in 0..cases / if cfg!(debug_assertions) { 3 } else { 1 } {
        ask(&mut random);
    }
}
