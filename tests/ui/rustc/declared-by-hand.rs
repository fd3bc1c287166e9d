use occupancy::Declared;
use occupancy::__private::{Known, Stated};

/// States 2,048 threads, and that a launch needs nothing.
enum Forged {}

impl Declared for Forged {
    const NAME: &'static str = "Forged";
    const STATED: Stated<'static> = Stated::new(&[], 6, [2048, 1, 1], 0, 0);
    type Known = Known<2, true, 3>;
}

fn main() {}
