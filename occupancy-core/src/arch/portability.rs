//! Where machine code that was compiled for a target runs.

use super::{Arch, ComputeCapability};

impl ComputeCapability {
    /// Whether machine code (a cubin) that was compiled for `target` runs here; `None` for a target
    /// that is not known.
    ///
    /// | target | runs on |
    /// |---|---|
    /// | `sm_80` | the same major version, this minor version or a later one: 8.0, 8.6, 8.7, 8.9 |
    /// | `sm_90a` | that compute capability alone |
    /// | `sm_100f` | its family: the same major version, this minor version or a later one |
    ///
    /// PTX for a plain target also runs on later major versions, once the driver has compiled it;
    /// a configuration was still checked for the limits of its own `arch`.
    ///
    /// Source: CUDA C++ Programming Guide 13.0, family-specific and architecture-specific features:
    /// `compute_100f` covers 10.0 and 10.3, `compute_103f` 10.3, `compute_110f` 11.0, `compute_120f`
    /// 12.0 and 12.1, `compute_121f` 12.1.
    ///
    /// ```
    /// use occupancy_core::compute_capabilities::{SM_86, SM_90, SM_100, SM_103};
    ///
    /// assert_eq!(SM_86.runs("sm_80"), Some(true));
    /// assert_eq!(SM_90.runs("sm_80"), Some(false));
    /// assert_eq!(SM_90.runs("sm_90a"), Some(true));
    /// assert_eq!(SM_103.runs("sm_100f"), Some(true));
    /// assert_eq!(SM_103.runs("sm_100a"), Some(false));
    /// assert_eq!(SM_100.runs("sm_103f"), Some(false));
    /// assert_eq!(SM_100.runs("h100"), None);
    /// ```
    pub const fn runs(&self, target: &str) -> Option<bool> {
        let Ok(Arch::ComputeCapability(built_for)) = Arch::find(target) else {
            return None;
        };
        let is_exact = matches!(target.as_bytes(), [.., b'a' | b'A']);
        let is_same = self.major == built_for.major && self.minor == built_for.minor;
        let is_later = self.major == built_for.major && self.minor >= built_for.minor;
        Some(if is_exact { is_same } else { is_later })
    }
}

#[cfg(test)]
mod tests {
    use super::ComputeCapability;

    /// Every compute capability that runs machine code of the target.
    const RUNS: [(&str, &[&str]); 15] = [
        ("sm_50", &["5.0", "5.2", "5.3"]),
        ("sm_61", &["6.1", "6.2"]),
        ("sm_70", &["7.0", "7.2", "7.5"]),
        ("sm_80", &["8.0", "8.6", "8.7", "8.9"]),
        ("sm_89", &["8.9"]),
        ("sm_90", &["9.0"]),
        ("sm_90a", &["9.0"]),
        ("sm_100", &["10.0", "10.3"]),
        ("sm_100a", &["10.0"]),
        ("sm_100f", &["10.0", "10.3"]),
        ("sm_103f", &["10.3"]),
        ("sm_110f", &["11.0"]),
        ("sm_120", &["12.0", "12.1"]),
        ("sm_120f", &["12.0", "12.1"]),
        ("sm_121a", &["12.1"]),
    ];

    #[test]
    fn targets_run_within_their_major_version_or_family() {
        for (target, expected) in RUNS {
            for cc in ComputeCapability::ALL {
                let runs = expected.contains(&cc.name);
                assert_eq!(cc.runs(target), Some(runs), "{target} on {}", cc.name);
            }
        }
    }

    #[test]
    fn every_target_of_the_tables_runs_where_it_is_listed() {
        for cc in ComputeCapability::ALL {
            for target in cc.targets {
                assert_eq!(cc.runs(target), Some(true), "{target}");
            }
        }
        for unknown in ["sm_91", "h100", "", "sm_80a"] {
            assert_eq!(ComputeCapability::ALL[0].runs(unknown), None, "{unknown}");
        }
    }
}
