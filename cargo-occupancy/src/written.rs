//! Files that are written as a whole.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use crate::console::fatal;

/// Writes to a file as a whole, or to the output where no file is named.
pub(crate) fn write_to(path: Option<&Path>, bytes: &[u8], out: &mut dyn Write) -> io::Result<()> {
    let Some(path) = path else {
        return out.write_all(bytes);
    };
    write_whole(path, bytes).map_err(|error| fatal(format_args!("{}: {error}", path.display())))
}

/// Writes a file as a whole, or leaves it as it was: the bytes go to a file beside it, which takes its place.
fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let old = match fs::metadata(path) {
        // A pipe or a device is not replaced.
        Ok(old) if !old.is_file() => return fs::write(path, bytes),
        Ok(old) => Some(old.permissions()),
        // Neither does a link that leads nowhere yet.
        Err(_) if path.is_symlink() => return fs::write(path, bytes),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    // A link stays a link.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = target.parent().unwrap_or(Path::new("."));
    let mut beside = tempfile::Builder::new();
    beside.prefix(".occupancy");
    // As those of every new file: the system takes what its user does not want.
    #[cfg(unix)]
    beside.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = beside.tempfile_in(folder)?;
    file.write_all(bytes)?;
    if let Some(old) = old {
        file.as_file().set_permissions(old)?;
    }
    file.as_file().sync_all()?;
    file.persist(target)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::thread;

    use super::write_whole;

    #[test]
    fn a_file_is_whole_at_any_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("occupancy.toml");
        let versions = [vec![b'a'; 1 << 20], vec![b'b'; 1 << 19]];
        write_whole(&path, &versions[0]).unwrap();
        thread::scope(|scope| {
            let writer = scope.spawn(|| {
                for number in 0..100 {
                    write_whole(&path, &versions[number % 2]).unwrap();
                }
            });
            while !writer.is_finished() {
                let bytes = fs::read(&path).unwrap();
                assert!(versions.contains(&bytes), "{} bytes", bytes.len());
            }
        });
        // Nothing is left beside it.
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        let nowhere = folder.path().join("none/occupancy.toml");
        assert!(write_whole(&nowhere, b"a").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_permissions_and_devices_stay() {
        use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let [path, link, plain] = ["a", "b", "c"].map(|name| folder.path().join(name));
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        write_whole(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"new");
        let mode = |path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&path), 0o640);
        // A new file has the permissions of every new file.
        let new = folder.path().join("new");
        write_whole(&new, b"new").unwrap();
        fs::write(&plain, "new").unwrap();
        assert_eq!(mode(&new), mode(&plain));
        write_whole("/dev/null".as_ref(), b"new").unwrap();
        assert!(
            fs::metadata("/dev/null")
                .unwrap()
                .file_type()
                .is_char_device()
        );
    }
}
