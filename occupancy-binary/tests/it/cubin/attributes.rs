//! The records of `.nv.info`.

use std::slice;

use occupancy_binary::Error;
use occupancy_binary::cubin::{Image, usage};
use occupancy_core::Compiled;

use super::builder::{Cubin, Fault, INFO, byte, flag, half, id, malformed, words};

/// A kernel whose own attributes are these.
fn with_own(records: &[Vec<u8>]) -> (Cubin, usize) {
    let mut cubin = Cubin::new(90);
    let kernel = cubin.kernel("kernel");
    cubin.says(kernel.own, &words(id::CUDA_API_VERSION, &[130]));
    for record in records {
        cubin.says(kernel.own, record);
    }
    let at = cubin.content_of(kernel.own) + 8;
    (cubin, at)
}

/// The same once it is read: by its name, and among all kernels.
fn own<T>(records: &[Vec<u8>], take: impl Fn(&Compiled<'_>) -> T) -> Result<T, (Fault, usize)> {
    let (cubin, at) = with_own(records);
    let file = cubin.bytes();
    let alone = usage(&file, "kernel");
    let mut all = Image::new(&file).unwrap().kernels();
    assert_eq!(all.next().unwrap(), alone, "one of all kernels");
    assert_eq!(all.next(), None, "there is one, also where it is an error");
    match alone {
        Ok(usage) => Ok(take(&usage)),
        Err(error) => {
            let (fault, offset) = malformed(error);
            Err((fault, offset - at))
        }
    }
}

#[test]
fn what_is_not_known_is_passed_over_by_its_length() {
    let parameters = half(id::CBANK_PARAM_SIZE, 0x1234);
    for unknown in [
        flag(id::UNKNOWN),
        byte(id::UNKNOWN, 255),
        half(id::UNKNOWN, u16::MAX),
        words(id::UNKNOWN, &[]),
        words(id::UNKNOWN, &[0x2f04_0010; 3]),
        // More bytes than 8 bits count.
        words(id::UNKNOWN, &[0x1909_0909; 100]),
        // What is said of functions has no meaning here.
        half(id::REGCOUNT, 8),
    ] {
        let records = [unknown.clone(), parameters.clone(), unknown.clone()];
        let read = own(&records, |usage| usage.parameter_bytes.unwrap());
        assert_eq!(read, Ok(0x1234), "{unknown:x?}");
        // Nor has what is said of one kernel, where all functions are.
        let mut cubin = Cubin::new(90);
        cubin.says(INFO, &unknown[..1]);
        cubin.says(INFO, &[id::NUM_BARRIERS]);
        cubin.says(INFO, &unknown[2..]);
        cubin.kernel("kernel");
        assert!(usage(&cubin.bytes(), "kernel").is_ok(), "{unknown:x?}");
    }
}

#[test]
fn what_is_no_whole_record_is_an_error() {
    for record in [
        // Forms that do not exist, of something that is not known.
        vec![0, id::UNKNOWN, 0, 0],
        vec![5, id::UNKNOWN, 0, 0],
        vec![255, id::UNKNOWN, 0, 0],
        // Cut off, and with a payload that is longer than what is left of the section.
        vec![1],
        vec![1, id::UNKNOWN],
        vec![1, id::UNKNOWN, 0],
        vec![4, id::UNKNOWN, 1, 0],
        vec![4, id::UNKNOWN, 0, 1],
        words(id::UNKNOWN, &[1, 2])[..11].to_vec(),
    ] {
        let known = flag(id::EXPLICIT_CLUSTER);
        let read = own(&[known, record.clone()], |_| ());
        assert_eq!(read, Err((Fault::Attribute, 4)), "{record:x?}");
        // Nor where something follows.
        if record.len() == 4 && record[0] != 4 {
            let read = own(&[record.clone(), flag(id::UNKNOWN)], |_| ());
            assert_eq!(read, Err((Fault::Attribute, 0)), "{record:x?}");
        }
        // Of all functions.
        let mut cubin = Cubin::new(90);
        cubin.kernel("kernel");
        let at = cubin.content_of(INFO) + 12;
        cubin.says(INFO, &record);
        let read = usage(&cubin.bytes(), "kernel")
            .map(|_| ())
            .map_err(malformed);
        assert_eq!(read, Err((Fault::Attribute, at)), "{record:x?}");
    }
}

/// An attribute of a kernel, whose value is the number or the numbers.
type Stated = (u8, fn(u8, u8) -> Vec<u8>, fn(&Compiled<'_>, u8) -> bool);

fn word_of(id: u8, value: u8) -> Vec<u8> {
    words(id, &[u32::from(value) << 24 | 1])
}

fn half_of(id: u8, value: u8) -> Vec<u8> {
    half(id, u16::from(value) << 8 | 1)
}

fn dims_of(id: u8, value: u8) -> Vec<u8> {
    words(id, &[u32::from(value), 0x0100_0000, 3])
}

fn is_dims(dims: Option<(u32, u32, u32)>, value: u8) -> bool {
    dims == Some((u32::from(value), 0x0100_0000, 3))
}

const STATED: [Stated; 9] = [
    (id::CUDA_API_VERSION, word_of, |usage, value| {
        let toolkit = u32::from(value) << 24 | 1;
        usage.toolkit == Some((toolkit / 10, toolkit % 10))
    }),
    (id::MAX_CLUSTER_RANK, word_of, |usage, value| {
        usage.max_cluster_rank == Some(u32::from(value) << 24 | 1)
    }),
    (id::NUM_BARRIERS, byte, |usage, value| {
        usage.barriers.unwrap() == u32::from(value)
    }),
    (id::VRC_CTA_INIT_COUNT, byte, |usage, value| {
        usage.virtual_resources.unwrap() == u32::from(value)
    }),
    (id::CBANK_PARAM_SIZE, half_of, |usage, value| {
        usage.parameter_bytes.unwrap() == u32::from(value) << 8 | 1
    }),
    (id::MAXREG_COUNT, half_of, |usage, value| {
        usage.register_cap == Some(u32::from(value) << 8 | 1)
    }),
    (id::MAX_THREADS, dims_of, |usage, value| {
        is_dims(usage.max_block, value)
    }),
    (id::REQNTID, dims_of, |usage, value| {
        is_dims(usage.required_block, value)
    }),
    (id::CTA_PER_CLUSTER, dims_of, |usage, value| {
        is_dims(usage.cluster_dim, value)
    }),
];

#[test]
fn every_attribute_has_its_form() {
    let others = |id| {
        [
            flag(id),
            byte(id, 7),
            half(id, 7),
            // The sizes of payloads, without a payload.
            half(id, 4),
            half(id, 8),
            half(id, 12),
            words(id, &[]),
            words(id, &[7]),
            words(id, &[7; 2]),
            words(id, &[7; 3]),
            words(id, &[7; 4]),
        ]
    };
    let form = |record: &[u8]| match record[0] {
        4 => (4, record.len()),
        form => (form, 0),
    };
    for (id, make, _) in STATED {
        let right = make(id, 7);
        for other in others(id) {
            // The toolkit is stated by then, and that is another fault.
            if id == id::CUDA_API_VERSION && form(&other) == form(&right) {
                continue;
            }
            let read = own(slice::from_ref(&other), |_| ());
            let expected = if form(&other) == form(&right) {
                Ok(())
            } else {
                Err((Fault::Attribute, 0))
            };
            assert_eq!(read, expected, "{other:x?}");
        }
    }
    for id in [id::EXPLICIT_CLUSTER, id::BLOCKS_ARE_CLUSTERS] {
        for other in others(id) {
            let read = own(slice::from_ref(&other), |usage| {
                (usage.is_cluster_explicit, usage.are_blocks_clusters)
            });
            let expected = match other[0] {
                1 => Ok((id == id::EXPLICIT_CLUSTER, id == id::BLOCKS_ARE_CLUSTERS)),
                _ => Err((Fault::Attribute, 0)),
            };
            assert_eq!(read, expected, "{other:x?}");
        }
    }
    for other in others(id::ANNOTATIONS) {
        let read = own(slice::from_ref(&other), |_| ());
        let expected = match other[0] {
            4 => Ok(()),
            _ => Err((Fault::Attribute, 0)),
        };
        assert_eq!(read, expected, "{other:x?}");
    }
    for id in [
        id::REGCOUNT,
        id::FRAME_SIZE,
        id::MIN_STACK_SIZE,
        id::MAX_STACK_SIZE,
    ] {
        for other in others(id) {
            if form(&other) == (4, 12) {
                continue;
            }
            // Of which function it is said cannot be known, so it is wrong for every one.
            let mut cubin = Cubin::new(90);
            let kernel = cubin.kernel("kernel");
            let at = cubin.content_of(INFO) + 12;
            cubin.says(INFO, &other);
            cubin.says(INFO, &words(id::FRAME_SIZE, &[kernel.symbol, 0]));
            let file = cubin.bytes();
            let expected = Err((Fault::Attribute, at));
            assert_eq!(
                usage(&file, "kernel").map_err(malformed),
                expected,
                "{other:x?}"
            );
            let image = Image::new(&file).map(drop);
            assert_eq!(image.map_err(malformed), expected.map(drop), "{other:x?}");
        }
    }
}

#[test]
fn what_is_stated_twice_is_the_same() {
    for (id, make, is) in STATED {
        if id == id::CUDA_API_VERSION {
            let read = own(&[make(id, 7)], |_| ());
            assert_eq!(read, Err((Fault::Contradiction, 0)), "12.8 and another");
            continue;
        }
        let (first, second) = (make(id, 7), make(id, 8));
        let twice = own(&[first.clone(), first.clone()], |usage| is(usage, 7));
        assert_eq!(twice, Ok(true), "{first:x?}");
        assert_eq!(
            own(slice::from_ref(&second), |usage| is(usage, 8)),
            Ok(true)
        );
        let both = own(&[first.clone(), second], |_| ());
        assert_eq!(both, Err((Fault::Contradiction, first.len())), "{first:x?}");
    }
    // Each of the dimensions.
    for id in [id::MAX_THREADS, id::REQNTID, id::CTA_PER_CLUSTER] {
        for other in [[2, 1, 1], [1, 2, 1], [1, 1, 2]] {
            let both = own(&[words(id, &[1, 1, 1]), words(id, &other)], |_| ());
            assert_eq!(both, Err((Fault::Contradiction, 16)), "{other:?}");
        }
    }
    for id in [
        id::REGCOUNT,
        id::FRAME_SIZE,
        id::MIN_STACK_SIZE,
        id::MAX_STACK_SIZE,
    ] {
        let mut cubin = Cubin::new(90);
        let kernel = cubin.kernel("kernel");
        let at = cubin.content_of(INFO) + 24;
        cubin.says(INFO, &words(id, &[kernel.symbol, 32]));
        assert!(usage(&cubin.bytes(), "kernel").is_ok(), "{id:x}");
        cubin.says(INFO, &words(id, &[kernel.symbol, 33]));
        let read = usage(&cubin.bytes(), "kernel")
            .map(|_| ())
            .map_err(malformed);
        assert_eq!(read, Err((Fault::Contradiction, at)), "{id:x}");
    }
}

#[test]
fn spills_are_the_annotations_of_one_kind() {
    let spills = |payloads: &[&[u32]]| {
        let records: Vec<_> = payloads
            .iter()
            .map(|it| words(id::ANNOTATIONS, it))
            .collect();
        own(&records, |usage| usage.spill_instructions)
    };
    assert_eq!(spills(&[]), Ok(Some(0)));
    assert_eq!(spills(&[&[]]), Ok(Some(0)));
    assert_eq!(spills(&[&[1, 0x10]]), Ok(Some(1)));
    assert_eq!(
        spills(&[&[1, 0x10, 1, 0x20, 1, 0x30], &[1, 0x40]]),
        Ok(Some(4))
    );
    // What has another length in between is not counted, before or after.
    assert_eq!(spills(&[&[2, 0x10]]), Ok(None));
    assert_eq!(spills(&[&[1, 0x10, 2, 0x20]]), Ok(None));
    assert_eq!(spills(&[&[1, 0x10, 1]]), Ok(None));
    assert_eq!(spills(&[&[2, 0x10], &[1, 0x10]]), Ok(None));
    assert_eq!(spills(&[&[1, 0x10], &[2, 0x10]]), Ok(None));
    // Before 12.8, ptxas stated none.
    for (toolkit, expected) in [(127, None), (128, Some(1)), (129, Some(1))] {
        let mut cubin = Cubin::new(90);
        let kernel = cubin.kernel("kernel");
        cubin.says(kernel.own, &words(id::CUDA_API_VERSION, &[toolkit]));
        cubin.says(kernel.own, &words(id::ANNOTATIONS, &[1, 0x10]));
        let file = cubin.bytes();
        let read = usage(&file, "kernel").unwrap();
        assert_eq!(read.spill_instructions, expected, "{toolkit}");
    }
}

/// 300 kernels, so that the last 8 bits of their symbols do not tell them apart.
#[test]
fn what_is_said_of_functions_is_about_each() {
    let mut cubin = Cubin::new(90);
    let names: Vec<_> = (0..300).map(|i| format!("kernel_{i}")).collect();
    let kernels: Vec<_> = names.iter().map(|name| cubin.kernel(name)).collect();
    for kernel in &kernels {
        let symbol = kernel.symbol;
        cubin.says(INFO, &words(id::FRAME_SIZE, &[symbol, symbol + 1000]));
        cubin.says(INFO, &words(id::MAX_STACK_SIZE, &[symbol, symbol + 2000]));
        if symbol.is_multiple_of(2) {
            cubin.says(INFO, &words(id::MIN_STACK_SIZE, &[symbol, symbol + 3000]));
        }
        cubin.says(
            kernel.own,
            &half(id::CBANK_PARAM_SIZE, u16::try_from(symbol).unwrap()),
        );
    }
    // Of a symbol that does not exist, and only ends as one does that does.
    cubin.says(INFO, &words(id::FRAME_SIZE, &[1 << 16 | 7, 1]));
    let file = cubin.bytes();
    let image = Image::new(&file).unwrap();
    let all: Result<Vec<_>, Error> = image.kernels().collect();
    let all = all.unwrap();
    assert_eq!(all.len(), kernels.len());
    for ((name, kernel), one) in names.iter().zip(&kernels).zip(&all) {
        let symbol = kernel.symbol;
        assert_eq!(one.name, name);
        assert_eq!(
            (one.registers, one.parameter_bytes),
            (Some(32), Some(symbol)),
            "{name}"
        );
        assert_eq!(one.frame, Some(symbol + 1000), "{name}");
        // What is added up is the least; without, there is the frame of the function alone.
        let stack = if symbol.is_multiple_of(2) { 3000 } else { 2000 };
        assert_eq!(one.stack, Some(symbol + stack), "{name}");
        assert_eq!(image.usage(name), Ok(*one), "{name}");
    }
}
