//! Grids that can be launched.

use super::{product, saturate};
use crate::error::reasons;
use crate::gpu::{MAX_GRID_DIM, Words};
use crate::text::Text;

/// The dimensions of a grid that can be launched: each is at least 1, and none is over its limit.
///
/// ```
/// use occupancy_core::{GridDim, GridError};
///
/// let grid = GridDim::new((1000, 4, 1))?;
/// assert_eq!(grid.blocks(), 4000);
/// assert!(GridDim::new((1, 65_536, 1)).is_err());
/// # Ok::<(), GridError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GridDim {
    dims: (u32, u32, u32),
}

serialized!(GridDim: Self::dims, Self::new);

impl GridDim {
    /// A grid of one block. Every device launches it.
    pub const ONE_BLOCK: Self = Self { dims: (1, 1, 1) };

    /// Checks an explicit grid, blocks in x, y and z.
    ///
    /// # Errors
    ///
    /// [`GridError::Empty`] for a zero, [`GridError::Dimension`] for a dimension over its limit
    /// (2,147,483,647 in x, 65,535 in y and z).
    pub const fn new(dims: (u32, u32, u32)) -> Result<Self, GridError> {
        let (x, y, z) = dims;
        Self::within_limits(x as u64, y as u64, z as u64)
    }

    /// Makes a one-dimensional grid of ⌈`elements` / `elements_per_block`⌉ blocks.
    ///
    /// # Errors
    ///
    /// [`GridError::Empty`] if either is zero, [`GridError::Dimension`] if the grid has more than 2,147,483,647 blocks.
    pub const fn for_elements(elements: u64, elements_per_block: u64) -> Result<Self, GridError> {
        if elements == 0 || elements_per_block == 0 {
            return Err(GridError::Empty);
        }
        Self::within_limits(elements.div_ceil(elements_per_block), 1, 1)
    }

    /// Makes a grid that covers `extent` elements in x, y and z with blocks of `block_dim` threads, one element per
    /// thread: ⌈extent / block⌉ blocks along each axis.
    ///
    /// # Errors
    ///
    /// [`GridError::Empty`] for a zero, [`GridError::Dimension`] for an axis over its limit.
    ///
    /// ```
    /// use occupancy_core::GridDim;
    ///
    /// let grid = GridDim::for_extent((1000, 1000, 1), (32, 8, 1))?;
    /// assert_eq!(grid.dims(), (32, 125, 1));
    /// # Ok::<(), occupancy_core::GridError>(())
    /// ```
    pub const fn for_extent(
        extent: (u32, u32, u32),
        block_dim: (u32, u32, u32),
    ) -> Result<Self, GridError> {
        let ((width, height, depth), (x, y, z)) = (extent, block_dim);
        if x == 0 || y == 0 || z == 0 {
            return Err(GridError::Empty);
        }
        Self::new((width.div_ceil(x), height.div_ceil(y), depth.div_ceil(z)))
    }

    /// Makes a grid if no dimension is zero and none is over its limit.
    pub(crate) const fn within_limits(x: u64, y: u64, z: u64) -> Result<Self, GridError> {
        if x == 0 || y == 0 || z == 0 {
            return Err(GridError::Empty);
        }
        each!(Axis::ALL.as_slice(), |axis| {
            let (axis, blocks) = (*axis, axis.of((x, y, z)));
            if blocks > axis.of(MAX_GRID_DIM) as u64 {
                return Err(GridError::Dimension { axis, blocks });
            }
        });
        let dims = (saturate(x), saturate(y), saturate(z));
        Ok(Self { dims })
    }

    /// Blocks in x, y and z.
    pub const fn dims(self) -> (u32, u32, u32) {
        self.dims
    }

    /// Blocks of the grid.
    pub const fn blocks(self) -> u64 {
        // Below 2^31 · 2^16 · 2^16.
        product(self.dims)
    }
}

/// An axis of a grid or block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Axis {
    /// The first dimension.
    X,
    /// The second dimension.
    Y,
    /// The third dimension.
    Z,
}

impl Axis {
    pub(crate) const ALL: [Self; 3] = [Self::X, Self::Y, Self::Z];

    /// `x`, `y` or `z`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::X => "x",
            Self::Y => "y",
            Self::Z => "z",
        }
    }

    /// The one of three figures that is along this axis.
    pub const fn of<T: Copy>(self, (x, y, z): (T, T, T)) -> T {
        match self {
            Self::X => x,
            Self::Y => y,
            Self::Z => z,
        }
    }
}

reasons! {
    /// The reason why a grid cannot be launched.
    #[non_exhaustive]
    pub enum GridError: Text<256>;

    /// There are no blocks: a dimension, the number of elements or the number of SMs is zero, or no block fits on an
    /// SM.
    Empty => text("the grid has no blocks: skip the launch if there is no work");
    /// There are more blocks along an axis than a grid can have.
    Dimension {
        /// The axis.
        axis: Axis,
        /// The blocks along it.
        blocks: u64,
    } =>
        text("a grid of ") number(blocks) text(" blocks in ") text(axis.name())
        text(": at most ") number(axis.of(MAX_GRID_DIM) as u64)
        text(" can be launched; give each thread more elements or fold the work into another axis");
    /// There are more workgroups along an axis than a GPU of AMD launches, which counts their threads in 32 bits: see
    /// [`most_blocks`](crate::Configuration::most_blocks).
    Workgroups {
        /// The axis.
        axis: Axis,
        /// The workgroups along it.
        blocks: u64,
        /// The most along it.
        most: u32,
    } =>
        text("a grid of ") number(blocks) text(" workgroups in ") text(axis.name())
        text(": at most ") number(most as u64)
        text(" can be launched on a GPU of AMD; give each thread more elements or fold the work into another axis");
    /// There are more blocks for each SM than can be resident at once: the grid would take several waves.
    Residency {
        /// The blocks for each SM.
        blocks: u32,
        /// The blocks that can be resident.
        resident: u32,
        /// The words for the GPUs.
        words: Words,
    } =>
        text("a persistent grid with ") blocks(blocks as u64)
        text(" on each SM, but only ") number(resident as u64) text(verb(resident as u64))
        text(" resident: blocks that wait for others to end make a second wave; ask for fewer")
        in_words(words);
    /// A cooperative grid has more blocks than the GPUs hold at once.
    Cooperative {
        /// The blocks of the grid.
        blocks: u64,
        /// The blocks that can be resident.
        resident: u64,
        /// The words for the GPUs.
        words: Words,
    } =>
        text("a cooperative grid of ") blocks(blocks) text(", but only ") number(resident) text(verb(resident))
        text(" resident at once, and the launch would fail; let each block work on more")
        in_words(words);
    /// The SMs of a persistent grid do not hold even one cluster.
    ResidentCluster {
        /// The blocks of a cluster.
        cluster: u64,
        /// The blocks that can be resident.
        resident: u64,
    } =>
        text("not one cluster of ") number(cluster) text(" blocks fits: ")
        blocks(resident) text(verb(resident))
        text(" resident at once, and the launch would fail; make the clusters smaller");
    /// The grid does not consist of whole clusters: its blocks along an axis are not a multiple of the cluster's.
    Cluster {
        /// The axis.
        axis: Axis,
        /// The blocks of the grid along it.
        blocks: u32,
        /// The blocks of a cluster along it.
        cluster: u32,
    } =>
        text("a grid of ") blocks(blocks as u64) text(" in ") text(axis.name())
        text(" does not divide into clusters of ") number(cluster as u64)
        // Extra blocks along an axis that the kernel does not index would do its work once more.
        text(match (axis, blocks) {
            (Axis::Y | Axis::Z, 1) => ": put the clusters along x, or launch",
            _ => ": round it up to",
        })
        text(" whole clusters and let the kernel skip the extra blocks");
    /// There are more blocks than a persistent grid can have: no GPU has so many SMs.
    SmCount {
        /// The blocks in x.
        blocks: u64,
    } =>
        text("a persistent grid of ") number(blocks) text(" blocks in x: at most ") number(MAX_GRID_DIM.0 as u64)
        text(" can be launched; pass the number of SMs that the driver reports");
    /// The grid is for the problem of a tile, and the kernel states no tile.
    NoTile =>
        text("the kernel states no tile for the blocks of a product: add `tile(…)` to the attribute");
}

const fn verb(blocks: u64) -> &'static str {
    if blocks == 1 { " is" } else { " are" }
}

impl Text<256> {
    const fn blocks(&mut self, blocks: u64) -> &mut Self {
        let noun = if blocks == 1 { " block" } else { " blocks" };
        self.number(blocks).text(noun)
    }

    /// Writes the text so far again, in the words of a vendor.
    const fn in_words(&mut self, words: Words) -> &mut Self {
        let text = *self;
        *self = Self::new();
        self.worded(text.as_str(), words)
    }
}

impl core::error::Error for GridError {}
