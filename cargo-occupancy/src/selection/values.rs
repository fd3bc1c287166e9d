//! The values of the arguments that the commands on files share.

use occupancy_core::{Arch, ComputeCapability};

use crate::name::Name;

/// A compute capability by its number, also one that is not known, or a GPU by its name.
pub(crate) fn compute_capability(text: &str) -> Result<(u32, u32), String> {
    if let Some((major, minor)) = text.split_once('.')
        && let (Ok(major), Ok(minor)) = (major.parse(), minor.parse())
    {
        return Ok((major, minor));
    }
    let number = ["sm_", "compute_"]
        .iter()
        .find_map(|prefix| text.strip_prefix(prefix))
        .unwrap_or(text)
        .trim_end_matches(['a', 'f']);
    if (2..=3).contains(&number.len())
        && let Ok(number) = number.parse::<u32>()
    {
        return Ok((number / 10, number % 10));
    }
    let arch = Arch::find(text).map_err(|unknown| unknown.to_string())?;
    let cc = arch.compute_capability();
    Ok((cc.major(), cc.minor()))
}

/// A name, or a part of one.
pub(crate) fn name(text: &str) -> Result<Name, String> {
    if text.is_empty() {
        return Err(
            "every name has an empty text in it; leave it out to list all kernels".to_owned(),
        );
    }
    Ok(Name::new(text))
}

/// One to three numbers from 1 on, of a block that some GPU launches.
pub(crate) fn block(text: &str) -> Result<(u32, u32, u32), String> {
    let number = |dim: &str| dim.trim().parse().ok().filter(|&dim| dim > 0);
    let dims: Option<Vec<u32>> = text.split([',', 'x']).map(number).collect();
    let (x, y, z) = match dims.as_deref() {
        Some(&[x]) => (x, 1, 1),
        Some(&[x, y]) => (x, y, 1),
        Some(&[x, y, z]) => (x, y, z),
        Some(_) => return Err("a block has x, y and z".to_owned()),
        None => return Err("it is `256`, `16,16` or `8,8,4`".to_owned()),
    };
    let threads = largest(ComputeCapability::max_threads_per_block);
    let product = u128::from(x) * u128::from(y) * u128::from(z);
    if product > threads.into() {
        return Err(format!(
            "{product} threads are more than the {threads} that a block has at most"
        ));
    }
    let deepest = largest(|cc| cc.max_block_dim().2);
    if z > deepest {
        return Err(format!("z is {z}, and at most {deepest}"));
    }
    Ok((x, y, z))
}

/// The largest of all compute capabilities.
fn largest(of: fn(&ComputeCapability) -> u32) -> u32 {
    let all = ComputeCapability::ALL.iter().map(of);
    all.max().unwrap_or(u32::MAX)
}

/// Bytes of shared memory that some GPU gives a block.
pub(crate) fn shared_memory(text: &str) -> Result<u32, String> {
    let most = largest(ComputeCapability::shared_memory_per_block_optin);
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(bytes) if bytes <= most => Ok(bytes),
        _ if is_number => Err(format!("no GPU gives a block more than {most} bytes")),
        _ => Err("it is a number of bytes, such as 49152".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::{block, compute_capability, name, shared_memory};

    #[test]
    fn archs() {
        for text in ["sm_90", "sm_90a", "compute_90", "9.0", "90", "h100", "H100"] {
            assert_eq!(compute_capability(text), Ok((9, 0)), "{text}");
        }
        assert_eq!(compute_capability("sm_107"), Ok((10, 7)));
        assert_eq!(compute_capability("sm_100f"), Ok((10, 0)));
        for text in ["", "h1000", "sm_", "9.", "sm_9"] {
            assert!(compute_capability(text).is_err(), "{text}");
        }
    }

    #[test]
    fn blocks() {
        assert_eq!(block("256"), Ok((256, 1, 1)));
        assert_eq!(block("16, 16"), Ok((16, 16, 1)));
        assert_eq!(block("8x8x4"), Ok((8, 8, 4)));
        assert_eq!(block("1024"), Ok((1024, 1, 1)));
        assert_eq!(block("1,1,64"), Ok((1, 1, 64)));
        for text in ["", "0", "1,", "1,2,3,4", "-1", "a"] {
            assert!(block(text).is_err(), "{text}");
        }
        assert!(block("1025").unwrap_err().contains("1024"));
        assert!(block("64,64").unwrap_err().contains("4096 threads"));
        assert!(block("4294967295,4294967295,4294967295").is_err());
        assert!(block("1,1,65").unwrap_err().contains("at most 64"));
    }

    #[test]
    fn bytes_of_shared_memory() {
        assert_eq!(shared_memory("0"), Ok(0));
        assert_eq!(shared_memory("232448"), Ok(232_448));
        for text in ["232449", "4294967296", "99999999999999999999"] {
            assert!(
                shared_memory(text).unwrap_err().contains("232448"),
                "{text}"
            );
        }
        for text in ["", "-1", "48k", "1.5"] {
            assert!(
                shared_memory(text).unwrap_err().contains("number of bytes"),
                "{text}"
            );
        }
    }

    #[test]
    fn names() {
        assert_eq!(name("dot").unwrap().text, "dot");
        assert!(name("").is_err());
    }
}
