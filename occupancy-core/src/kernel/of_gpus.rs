//! Finds the least, the greatest or the first figure among the GPUs of a configuration.

/// Finds the least figure (`<`) or the greatest (`>`) of the GPUs that have one: `of_gpus!(configuration, <, arch =>
/// figure)`, where `figure` is an option, or `of_gpus!(configuration, <, arch: Some(occupancy) = source => figure)`. In
/// their place, `lowest` compares ratios and occupancies, and `first` takes the first figure of any type.
macro_rules! of_gpus {
    ($configuration:expr, $order:tt, $arch:ident => $figure:expr) => {
        $crate::kernel::of_gpus!($configuration, $order, $arch: Some(figure) = $figure => figure)
    };
    ($configuration:expr, $order:tt, $arch:ident: $known:pat = $source:expr => $figure:expr) => {{
        let (mut found, mut left) = (None, $configuration.archs);
        while let [$arch, others @ ..] = left {
            if let $known = $source {
                let figure = $figure;
                found = Some(match found {
                    Some(before) => $crate::kernel::of_gpus!(@ $order figure before),
                    None => figure,
                });
            }
            left = others;
        }
        found
    }};
    (@ lowest $figure:ident $before:ident) => {
        $figure.lower($before)
    };
    (@ first $figure:ident $before:ident) => {
        $before
    };
    (@ $order:tt $figure:ident $before:ident) => {
        if $figure $order $before { $figure } else { $before }
    };
}
pub(crate) use of_gpus;
