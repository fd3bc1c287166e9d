//! Reads or maps files, and writes them as a whole.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File, Metadata};
use std::io::ErrorKind::{PermissionDenied, ReadOnlyFilesystem, ResourceBusy};
use std::io::{self, Read, Write};
use std::ops::Deref;
#[cfg(unix)]
use std::os::unix::fs::MetadataExt;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use memmap2::Mmap;
#[cfg(unix)]
use rustix::fs::{FlockOperation, flock};

use crate::console::{display_path, fatal};

/// The bytes from which a file is mapped, since only a few parts of a large library are read.
pub(crate) const LARGE: u64 = 16 << 20;

/// The most bytes that are read from a pipe or a device, which have no size.
const MOST: u64 = 1 << 30;

/// The bytes of a file, read or mapped.
pub(crate) type Content = Box<dyn Deref<Target = [u8]>>;

/// Reads or maps a file; `-` is the standard input.
pub(crate) fn content(path: &Path) -> io::Result<Content> {
    if is_stdin(path) {
        return Ok(Box::new(read_at_most(MOST, io::stdin().lock())?));
    }
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    if metadata.is_file() && metadata.len() >= LARGE {
        return mapped(&file);
    }
    Ok(Box::new(read_at_most(MOST, file)?))
}

#[allow(unsafe_code)]
pub(crate) fn mapped(file: &File) -> io::Result<Content> {
    // SAFETY: the mapping is private and read only. Nothing keeps others from changing the file meanwhile, but compilers
    // and linkers, which map libraries as well, replace a file instead of changing it.
    Ok(Box::new(unsafe { Mmap::map(file) }?))
}

/// Reads all bytes of a file; `-` is the standard input.
pub(crate) fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    content(path).map(|content| content.to_vec())
}

fn read_at_most(most: u64, from: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = from.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if read as u64 > most {
        return Err(io::Error::other(
            "more than 1 GiB, the most that is read from a pipe or a device\n\
             help: write it to a file, which can have any size",
        ));
    }
    Ok(bytes)
}

/// Returns `true` if the path means standard input.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The path of a file from the root of its git repository, or else from the current folder.
pub(crate) fn path_in_repository(path: &Path) -> String {
    let whole = whole_path(path).unwrap_or_else(|_| path.to_owned());
    let mut folders = whole.ancestors().skip(1);
    let current = || env::current_dir().and_then(fs::canonicalize).ok();
    let root = folders.find(|folder| folder.join(".git").exists());
    let root = root.map(Path::to_owned).or_else(current);
    let below = root.and_then(|root| whole.strip_prefix(root).ok());
    below
        .unwrap_or(&whole)
        .to_string_lossy()
        .replace(MAIN_SEPARATOR, "/")
}

/// The absolute path of a file that may not be there yet. Links are followed.
fn whole_path(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().unwrap_or_default();
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
    let in_folder = |_| Ok(fs::canonicalize(folder.unwrap_or(Path::new(".")))?.join(name));
    fs::canonicalize(path).or_else(in_folder)
}

/// Writes a file as a whole, or the output if no file is named.
pub(crate) fn write_to(path: Option<&Path>, bytes: &[u8], out: &mut dyn Write) -> io::Result<()> {
    let Some(path) = path else {
        return out.write_all(bytes);
    };
    write_whole(path, bytes, &|| Ok(()))
}

/// Writes a file as a whole, unless it is no longer as it `was`.
pub(crate) fn write_if_unchanged(path: &Path, was: Option<&[u8]>, bytes: &[u8]) -> io::Result<()> {
    write_whole(path, bytes, &|| {
        let is = match fs::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            read => Some(read?),
        };
        if is.as_deref() == was {
            return Ok(());
        }
        Err(fatal("it changed meanwhile\nhelp: run the command again"))
    })
}

fn write_whole(path: &Path, bytes: &[u8], check: &dyn Fn() -> io::Result<()>) -> io::Result<()> {
    write_checked(path, bytes, check)
        .map_err(|error| fatal(format_args!("{}: {error}", display_path(path))))
}

/// Writes a file if the check passes at the last moment. The file is whole at any time, if it can be replaced.
fn write_checked(path: &Path, bytes: &[u8], check: &dyn Fn() -> io::Result<()>) -> io::Result<()> {
    let old = match fs::metadata(path) {
        // A pipe or a device is not replaced.
        Ok(old) if !old.is_file() => return fs::write(path, bytes),
        // A folder where files can be replaced does not make it less so.
        Ok(old) if old.permissions().readonly() => return Err(fatal("it is read-only")),
        Ok(old) => {
            File::options().write(true).open(path)?;
            Some(old)
        }
        // Neither is a link that leads nowhere yet.
        Err(_) if path.is_symlink() => return fs::write(path, bytes),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    // A link stays a link.
    let target = whole_path(path)?;
    let folder = target.parent().unwrap_or(Path::new("."));
    let _lock = lock(folder);
    let Err(error) = replace(&target, folder, old.as_ref(), bytes, check) else {
        return Ok(());
    };
    if old.is_some()
        && matches!(
            error.kind(),
            ResourceBusy | PermissionDenied | ReadOnlyFilesystem
        )
    {
        check()?;
        return write_in_place(path, bytes);
    }
    Err(error)
}

/// Replaces a file by one that is written beside it. Its name is always the same, so that nothing stays of a run that was
/// ended.
fn replace(
    target: &Path,
    folder: &Path,
    old: Option<&Metadata>,
    bytes: &[u8],
    check: &dyn Fn() -> io::Result<()>,
) -> io::Result<()> {
    let mut name = OsString::from(".");
    name.push(target.file_name().unwrap_or_default());
    name.push(".tmp");
    let mut beside = tempfile::Builder::new();
    beside.prefix(&name).rand_bytes(0);
    // The permissions of a new file, without those that the user's mask removes.
    #[cfg(unix)]
    beside.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let _ = fs::remove_file(folder.join(&name));
    let mut file = beside.tempfile_in(folder)?;
    file.write_all(bytes)?;
    if let Some(old) = old {
        // Only root can, and only root's file would have another owner.
        #[cfg(unix)]
        let _ = std::os::unix::fs::fchown(file.as_file(), Some(old.uid()), Some(old.gid()));
        file.as_file().set_permissions(old.permissions())?;
    }
    file.as_file().sync_all()?;
    check()?;
    file.persist(target)?;
    Ok(())
}

/// Writes a file that cannot be replaced: it is mounted alone, or its folder is read-only.
fn write_in_place(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::options().write(true).open(path)?;
    file.write_all(bytes)?;
    file.set_len(bytes.len() as u64)?;
    file.sync_all()
}

/// Waits until nobody else writes into the folder; `None` if it cannot be locked. The system unlocks it even if the
/// program is killed.
#[cfg(unix)]
fn lock(folder: &Path) -> Option<File> {
    let folder = File::open(folder).ok()?;
    flock(&folder, FlockOperation::LockExclusive).ok()?;
    Some(folder)
}

#[cfg(not(unix))]
fn lock(_: &Path) -> Option<File> {
    None
}

#[cfg(test)]
mod tests {
    use std::io::repeat;
    use std::path::Path;
    use std::{fs, thread};

    use super::{
        MOST, path_in_repository, read_at_most, write_if_unchanged, write_in_place, write_to,
    };

    fn write(path: &Path, bytes: &[u8]) {
        write_to(Some(path), bytes, &mut std::io::sink()).unwrap();
    }

    #[test]
    fn what_does_not_end_is_refused() {
        assert_eq!(read_at_most(4, &b"four"[..]).unwrap(), b"four");
        for input in [&b"five!"[..], &[0; 100]] {
            assert!(read_at_most(4, input).is_err());
        }
        let refused = read_at_most(1 << 16, repeat(b'y')).unwrap_err();
        let stated = format!("more than {} GiB", MOST >> 30);
        assert!(refused.to_string().starts_with(&stated));
    }

    #[test]
    fn a_file_is_whole_at_any_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("occupancy.toml");
        let versions = [vec![b'a'; 1 << 20], vec![b'b'; 1 << 19]];
        write(&path, &versions[0]);
        // A run that was killed left it.
        fs::write(folder.path().join(".occupancy.toml.tmp"), "cut").unwrap();
        thread::scope(|scope| {
            let writer = scope.spawn(|| {
                for number in 0..100 {
                    write(&path, &versions[number % 2]);
                }
            });
            while !writer.is_finished() {
                let bytes = fs::read(&path).unwrap();
                assert!(versions.contains(&bytes), "{} bytes", bytes.len());
            }
        });
        // Nothing is left beside it.
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        write_in_place(&path, b"shorter").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"shorter");
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
        let refused = write_if_unchanged(&path, Some(b"shorter"), b"a").unwrap_err();
        assert!(refused.to_string().ends_with(": it is read-only"));
        assert!(fs::metadata(&path).unwrap().permissions().readonly());
    }

    /// Each of many writers adds its line, or is told that another one was first.
    #[test]
    #[cfg(unix)]
    fn nothing_that_others_wrote_is_lost() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("occupancy.toml");
        let adds = |number: usize| {
            let was = fs::read(&path).ok();
            thread::yield_now();
            let line = format!("{number}\n").into_bytes();
            let all = [was.clone().unwrap_or_default(), line].concat();
            match write_if_unchanged(&path, was.as_deref(), &all) {
                Ok(()) => true,
                Err(error) => !error.to_string().contains(": it changed meanwhile\nhelp: "),
            }
        };
        let written = thread::scope(|scope| {
            let all = (0..20).map(|writer| {
                scope.spawn(move || (0..20).filter(|run| adds(writer * 20 + run)).count())
            });
            let all: Vec<_> = all.collect();
            all.into_iter()
                .map(|one| one.join().unwrap())
                .sum::<usize>()
        });
        assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), written);
        assert!(written < 400, "no two of them were at once");
    }

    #[test]
    fn paths_are_those_of_the_repository() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("k/base.toml");
        fs::create_dir_all(folder.path().join("k/a")).unwrap();
        fs::write(folder.path().join(".git"), "gitdir: elsewhere").unwrap();
        for name in ["k/base.toml", "k/a/../base.toml", "./k/./base.toml"] {
            assert_eq!(path_in_repository(&folder.path().join(name)), "k/base.toml");
        }
        fs::write(&inner, "").unwrap();
        assert_eq!(path_in_repository(&inner), "k/base.toml");
        let here = path_in_repository(Path::new("./src/../src/content.rs"));
        assert!(
            here.ends_with("src/content.rs") && !here.contains(".."),
            "{here}"
        );
    }
}
