//! Each error says what to do, on one line: `errors.txt` has them all.

use occupancy_core::{Kernel, Occupancy, compute_capabilities::SM_90};
use occupancy_models::InstructionClass::{Double, IntegerMultiply};
use occupancy_models::{Access, Error, Swizzle};

const fn is_an_error<E: std::error::Error + Clone + PartialEq + Send + Sync + Unpin>() {}
const _: () = is_an_error::<Error>();

#[test]
fn each_says_what_to_do() {
    let strided = |stride, bytes| Access::strided(stride, bytes).unwrap();
    let swizzle = Swizzle::new(3, 3, 3).unwrap();
    let accesses = [
        Access::strided(12, 3),
        Access::strided(0, 0),
        Access::strided(32, 32),
        Access::strided(6, 4),
        strided(128, 4).at(2),
        Access::rows(0, 128, 4),
        Access::rows(33, 4096, 4),
        Access::columns(u32::MAX, 4096, 4),
        Access::rows(32, 64, 4),
        Access::columns(8, 8, 4),
        strided(128, 16).with_swizzle(swizzle),
    ];
    let empty = Occupancy::new(&SM_90, &Kernel::new((0, 1, 1), 64)).unwrap_err();
    let others = [
        Error::Sms(0),
        Error::Kernel(empty),
        Error::DoesNotFit,
        Error::Resident(5, 4),
        Error::Block(100),
        Error::Warpgroups(2, 3),
        Error::NoneLeft(2, 2),
        Error::Pool(2, 1),
        Error::NotNative(IntegerMultiply),
        Error::UnknownThroughput(Double),
        Error::OnlyNvidia("gfx942"),
        Error::UnknownComputeCapability(9, 1),
        Error::Time,
        Error::NoSetmaxnreg(8, 9),
        Error::Registers(1, 20),
    ];
    let errors = accesses.map(Result::unwrap_err).into_iter().chain(others);
    let messages: Vec<_> = errors.map(|error| error.to_string()).collect();
    assert_eq!(
        messages.join("\n"),
        include_str!("../errors.txt").trim_end(),
        "tests/errors.txt has one message a line: write those that have changed into it"
    );
}
