//! The target that a name states.

use super::ComputeCapability;

impl ComputeCapability {
    /// The target of this compute capability that `name` spells, in any form that
    /// [`Arch::find`](super::Arch::find) takes; `None` for a name that is not a target, such as `h100` or
    /// `9.0`.
    ///
    /// ```
    /// use occupancy_core::compute_capabilities::SM_90;
    ///
    /// assert_eq!(SM_90.target_named("sm_90a"), Some("sm_90a"));
    /// assert_eq!(SM_90.target_named("Compute 90A"), Some("sm_90a"));
    /// assert_eq!(SM_90.target_named("h100"), None);
    /// ```
    pub const fn target_named(&self, name: &str) -> Option<&'static str> {
        let mut left = self.targets;
        while let [target, others @ ..] = left {
            if is_spelled(target.as_bytes(), name.as_bytes()) {
                return Some(target);
            }
            left = others;
        }
        None
    }
}

/// Whether `name` is `target`, without regard to case and separators, and with `compute` for `sm`.
const fn is_spelled(target: &[u8], name: &[u8]) -> bool {
    let [b's', b'm', target @ ..] = target else {
        return false;
    };
    let ([b's' | b'S', b'm' | b'M', rest @ ..]
    | [
        b'c' | b'C',
        b'o' | b'O',
        b'm' | b'M',
        b'p' | b'P',
        b'u' | b'U',
        b't' | b'T',
        b'e' | b'E',
        rest @ ..,
    ]) = name
    else {
        return false;
    };
    let (mut target, mut name) = (target, rest);
    loop {
        match (target, name) {
            ([b' ' | b'-' | b'_', rest @ ..], _) => target = rest,
            (_, [b' ' | b'-' | b'_', rest @ ..]) => name = rest,
            ([one, other_targets @ ..], [letter, other_letters @ ..]) => {
                if !one.eq_ignore_ascii_case(letter) {
                    return false;
                }
                (target, name) = (other_targets, other_letters);
            }
            ([], []) => return true,
            _ => return false,
        }
    }
}
