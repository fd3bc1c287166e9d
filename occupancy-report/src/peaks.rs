//! The published peaks of tensor cores, and the ridge of a roofline.

use occupancy_core::kernel::Tile;
use occupancy_core::{Arch, Device, Ratio};

/// A kind of operands that tensor cores multiply, or that they skip zeros of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TensorOperands {
    /// Floating point of 8 bits, dense.
    Fp8,
    /// Integers of 8 bits, dense.
    Int8,
    /// Floating point of 6 bits, dense.
    Fp6,
    /// Floating point of 4 bits, dense.
    Fp4,
    /// Floating point of 16 bits, with two of four elements of one operand zero.
    SparseHalf,
    /// Floating point of 8 bits, likewise.
    SparseFp8,
    /// Integers of 8 bits, likewise.
    SparseInt8,
}

/// The published peak of the tensor cores with these operands, TFLOP/s or, of integers, 10¹² operations per second; a
/// multiply-add is two. `None` if no source states it for this board, or it has no such instruction.
///
/// [`Device::tensor_gflop_per_s`] is that of dense 16-bit operands.
///
/// ```
/// use occupancy_core::devices::{A100, B200, H100};
/// use occupancy_report::{TensorOperands, tensor_tflop_per_s};
///
/// assert_eq!(tensor_tflop_per_s(&H100, TensorOperands::Fp8), Some(1_979));
/// assert_eq!(tensor_tflop_per_s(&H100, TensorOperands::SparseHalf), Some(1_979));
/// assert_eq!(tensor_tflop_per_s(&B200, TensorOperands::Fp4), Some(9_000));
/// assert_eq!(tensor_tflop_per_s(&A100, TensorOperands::Fp8), None);
/// ```
pub fn tensor_tflop_per_s(device: &Device, operands: TensorOperands) -> Option<u32> {
    // FP8 and INT8, FP6, FP4: ML Engineering tables, `stas00/ml-engineering` 0074473, `compute/accelerator`. Sparse: of
    // A100, the datasheet that they show; of H100, glennklockwood.com, `garden/processors/h100`, from NVIDIA's whitepaper.
    let peaks = match device.constant() {
        "A100" | "A100_SXM4_80GB" => [0, 624, 0, 0, 624, 0, 1_248],
        "L40S" => [733, 733, 0, 0, 0, 0, 0],
        "H100" => [1_979, 1_979, 0, 0, 1_979, 3_958, 3_958],
        "H100_PCIE" => [1_513, 1_513, 0, 0, 0, 0, 0],
        "H200" => [1_979, 1_979, 0, 0, 0, 0, 0],
        "B200" => [4_500, 4_500, 4_500, 9_000, 0, 0, 0],
        "GB200" => [5_000, 5_000, 5_000, 10_000, 0, 0, 0],
        _ => return None,
    };
    Some(peaks[operands as usize]).filter(|peak| *peak > 0)
}

/// The FLOP per byte of device memory at which a peak, MFLOP/s, and the bandwidth are reached together; `None` if no
/// source states the bandwidth.
#[doc(hidden)]
pub fn ridge_of(device: &Device, peak_mflop_per_s: u64) -> Option<Ratio> {
    Ratio::new(peak_mflop_per_s, device.bandwidth_mb_per_s()?.into())
}

/// The ridge of tensor cores with the operands of a tile, of 16, 8 or 4 bits; `None` for others, or if no source states
/// the peak or the bandwidth of the GPU.
pub(crate) fn ridge(tile: &Tile, arch: &Arch) -> Option<Ratio> {
    let device = arch.device()?;
    let peak = |operands| tensor_tflop_per_s(device, operands);
    let gflop_per_s = match (tile.a_bytes, tile.b_bytes, tile.packed) {
        (2, 2, 1) => device.tensor_gflop_per_s()?.into(),
        // The same where both are known.
        (1, 1, 1) => {
            u64::from(peak(TensorOperands::Fp8).or_else(|| peak(TensorOperands::Int8))?) * 1_000
        }
        (1, 1, 2) => u64::from(peak(TensorOperands::Fp4)?) * 1_000,
        _ => return None,
    };
    ridge_of(device, gflop_per_s * 1_000)
}

#[cfg(test)]
mod tests {
    use occupancy_core::Arch;
    use occupancy_core::kernel::Tile;

    use super::ridge;

    /// Whole FLOP per byte, by the board and the bytes of an element of A and of B.
    #[test]
    fn ridges_of_the_operands_of_a_tile() {
        for (board, a_bytes, b_bytes, packed, expected) in [
            ("h100", 2, 2, 1, Some(295)),
            ("h100", 1, 1, 1, Some(590)),
            ("b200", 1, 1, 1, Some(586)),
            ("b200", 1, 1, 2, Some(1_173)),
            ("h100", 1, 1, 2, None),
            ("h100", 2, 2, 2, None),
            // Of integers.
            ("a100", 1, 1, 1, Some(401)),
            ("h100", 1, 2, 1, None),
            ("h100", 4, 4, 1, None),
            ("h100:1g.10gb", 1, 1, 1, None),
            ("rtx4090", 1, 1, 1, None),
            ("9.0", 1, 1, 1, None),
            ("mi300x", 1, 1, 1, None),
        ] {
            let tile = Tile {
                a_bytes,
                b_bytes,
                packed,
                ..Tile::new(128, 128, 64)
            };
            let found = ridge(&tile, &Arch::find(board).unwrap());
            let whole = found.map(|ridge| ridge.numerator() / ridge.denominator());
            assert_eq!(
                whole, expected,
                "{board} with {packed} in {a_bytes} and {b_bytes}"
            );
        }
    }
}
