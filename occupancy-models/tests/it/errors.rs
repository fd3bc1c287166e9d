//! The error says what to do, on one line.

use occupancy_core::{Kernel, Occupancy, compute_capabilities::SM_90};
use occupancy_models::Error;

const fn is_an_error<E: std::error::Error + Clone + PartialEq + Send + Sync + Unpin>() {}
const _: () = is_an_error::<Error>();

#[test]
fn each_says_what_to_do() {
    let empty = Occupancy::new(&SM_90, &Kernel::new((0, 1, 1), 64)).unwrap_err();
    for (error, says) in [
        (Error::AccessSize(3), "1, 2, 4, 8 or 16 bytes"),
        (Error::Sms(0), "a schedule has 1 to 65536"),
        (Error::Kernel(empty), "at least 1"),
        (Error::DoesNotFit, "says why"),
        (
            Error::Resident(5, 4),
            "5 resident blocks on one SM, which holds 4 of them",
        ),
        (Error::Block(100), "a multiple of 128"),
        (Error::Warpgroups(2, 3), "state those of each"),
        (Error::NoneLeft(2, 2), "leave out those to ask for"),
        (Error::Pool(2, 1), "give a producer fewer"),
    ] {
        let text = error.to_string();
        assert!(text.contains(says) && !text.contains('\n'), "{text}");
    }
}
