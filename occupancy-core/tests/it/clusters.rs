//! Thread block clusters: how many are resident at most, and what a grid says that they do not divide.

use crate::arguments::configuration;
use occupancy_core::GridDim;

#[test]
fn the_bound_of_resident_clusters() {
    for (arguments, bound) in [
        // 132 SMs of 8 blocks.
        ("arch = \"h100\", threads = 256, cluster = 1", Some(1056)),
        ("arch = \"h100\", threads = 256, cluster = 8", Some(132)),
        ("arch = \"h100\", threads = 256, cluster = 5", Some(211)),
        ("arch = \"h100\", threads = 256, cluster = (4, 4)", Some(66)),
        // What cannot launch, and what is not known.
        ("arch = \"h100\", threads = 256, cluster = 17", None),
        ("arch = \"h100\", threads = 256, cluster = (0, 4)", None),
        ("arch = \"h100\", threads = 2048, cluster = 2", None),
        ("arch = \"h100\", threads = 256", None),
        ("arch = \"b300\", threads = 256, cluster = (4, 4)", None),
        ("arch = \"a100\", threads = 256, cluster = 1", None),
        ("arch = \"9.0\", threads = 256, cluster = 2", None),
    ] {
        let configuration = configuration(&format!("{arguments}, regs = 32"));
        let [arch] = configuration.archs else {
            panic!("{arguments}");
        };
        assert_eq!(
            configuration.resident_clusters_at_most(arch),
            bound,
            "{arguments}"
        );
    }
}

#[test]
fn a_cut_cluster_is_said() {
    let said = |dims, cluster| {
        let cut = GridDim::new(dims).unwrap().check_cluster(cluster);
        cut.unwrap_err().to_string()
    };
    assert_eq!(
        said((100, 1, 1), (8, 1, 1)),
        "a grid of 100 blocks in x does not divide into clusters of 8: round it up to whole \
         clusters and let the kernel skip the extra blocks"
    );
    assert_eq!(
        said((8, 1, 1), (8, 2, 1)),
        "a grid of 1 block in y does not divide into clusters of 2: put the clusters along x, or launch \
         whole clusters and let the kernel skip the extra blocks"
    );
}
