//! Reads or maps files, and writes them as a whole.

use std::fs::{self, File, Permissions};
use std::io::ErrorKind::{PermissionDenied, ReadOnlyFilesystem, ResourceBusy};
use std::io::{self, Read, Write};
use std::ops::Deref;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use memmap2::Mmap;
#[cfg(unix)]
use rustix::fs::{FlockOperation, flock};

use crate::console::{display_path, fatal};

/// The bytes from which a file is mapped, since only a few parts of a library are read.
const MAPPED: u64 = 1 << 20;

/// The bytes from which a file is much for the memory: a larger member of a zip file is unpacked into a file.
pub(crate) const LARGE: u64 = 16 << 20;

/// The most bytes that are read from a pipe or a device, which have no size.
const MOST: u64 = 1 << 30;

/// The bytes of a file, read or mapped.
pub(crate) type Content = Box<dyn Bytes>;

pub(crate) trait Bytes: Deref<Target = [u8]> + Sync {
    /// Gives the memory of a part back to the system, if the file is mapped; it may be read again.
    fn release(&self, _part: &[u8]) {}
}

impl Bytes for Vec<u8> {}

impl Bytes for Mmap {
    #[cfg(unix)]
    #[allow(unsafe_code)]
    fn release(&self, part: &[u8]) {
        /// Bytes before a part that the system maps with it.
        const AROUND: usize = 1 << 16;
        let at = part.as_ptr().addr().saturating_sub(self.as_ptr().addr());
        let (start, end) = (at.saturating_sub(AROUND), at + part.len());
        let dont_need = memmap2::UncheckedAdvice::DontNeed;
        // SAFETY: the mapping is read only, so nothing is lost that is not in the file.
        let _ = unsafe { self.unchecked_advise_range(dont_need, start, end - start) };
    }
}

/// Reads or maps a file; `-` is the standard input.
pub(crate) fn content(path: &Path) -> io::Result<Content> {
    if is_stdin(path) {
        return Ok(Box::new(read_at_most(MOST, io::stdin().lock(), 0)?));
    }
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    if metadata.is_file() && metadata.len() >= MAPPED {
        return mapped(&file);
    }
    Ok(Box::new(read_at_most(MOST, file, metadata.len())?))
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

/// Reads all bytes. There are usually so many as `size`, for which one call of the system is enough.
fn read_at_most(most: u64, from: impl Read, size: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(usize::try_from(size.min(MAPPED)).unwrap_or(0));
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
    let whole = absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut folders = whole.ancestors().skip(1);
    let root = folders.find(|folder| folder.join(".git").exists());
    let root = root.map_or_else(|| absolute(Path::new(".")), |root| Ok(root.to_owned()));
    let below = root.map(|root| whole.strip_prefix(root).unwrap_or(&whole));
    let path = below.unwrap_or(path).to_string_lossy();
    path.replace(MAIN_SEPARATOR, "/")
}

/// The absolute path of a file, without links if it is there.
pub(crate) fn absolute(path: &Path) -> io::Result<PathBuf> {
    fs::canonicalize(path).or_else(|_| std::path::absolute(path))
}

/// Writes a file as a whole, or the output if no file is named.
pub(crate) fn write_to(path: Option<&Path>, bytes: &[u8], out: &mut dyn Write) -> io::Result<()> {
    match path {
        Some(path) => write_checked(path, bytes, &|| Ok(())),
        None => out.write_all(bytes),
    }
}

/// Writes a file as a whole, unless it is no longer as it `was`.
pub(crate) fn write_if_unchanged(path: &Path, was: Option<&[u8]>, bytes: &[u8]) -> io::Result<()> {
    write_checked(path, bytes, &|| {
        if fs::read(path).ok().as_deref() == was {
            return Ok(());
        }
        Err(fatal("it changed meanwhile\nhelp: run the command again"))
    })
}

/// Writes a file as a whole, or leaves it as it was. The check is at the last moment.
fn write_checked(path: &Path, bytes: &[u8], check: &dyn Fn() -> io::Result<()>) -> io::Result<()> {
    write_whole(path, bytes, check)
        .map_err(|error| fatal(format_args!("{}: {error}", display_path(path))))
}

fn write_whole(path: &Path, bytes: &[u8], check: &dyn Fn() -> io::Result<()>) -> io::Result<()> {
    let old = match fs::metadata(path) {
        // A pipe or a device is not replaced.
        Ok(old) if !old.is_file() => return fs::write(path, bytes),
        Ok(old) if old.permissions().readonly() => return Err(fatal("it is read-only")),
        Ok(old) => Some(old.permissions()),
        // Neither is a link that leads nowhere yet.
        Err(_) if path.is_symlink() => return fs::write(path, bytes),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    // A link stays a link.
    let target = absolute(path)?;
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    // Its name is always the same, so that nothing stays of a run that was killed.
    let beside = target.with_file_name(format!(".{name}.tmp"));
    #[cfg(unix)]
    let _until_the_end = locked(target.parent().unwrap_or(Path::new(".")));
    let _ = fs::remove_file(&beside);
    let replaced = write_beside(&beside, bytes, old.as_ref())
        .and_then(|()| check())
        .and_then(|()| fs::rename(&beside, &target));
    let Err(error) = replaced else {
        return Ok(());
    };
    let _ = fs::remove_file(&beside);
    match error.kind() {
        // It is mounted alone, or its folder is read-only.
        ResourceBusy | PermissionDenied | ReadOnlyFilesystem if old.is_some() => {
            check()?;
            fs::write(path, bytes)
        }
        _ => Err(error),
    }
}

fn write_beside(path: &Path, bytes: &[u8], permissions: Option<&Permissions>) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    file.write_all(bytes)?;
    if let Some(permissions) = permissions {
        file.set_permissions(permissions.clone())?;
    }
    file.sync_all()
}

/// Waits until nobody else writes into the folder. The system unlocks it even if the program is killed.
#[cfg(unix)]
fn locked(folder: &Path) -> io::Result<File> {
    let folder = File::open(folder)?;
    flock(&folder, FlockOperation::LockExclusive)?;
    Ok(folder)
}

#[cfg(test)]
mod tests {
    use std::io::repeat;
    use std::path::Path;
    use std::{fs, thread};

    use super::{MOST, path_in_repository, read_at_most, write_if_unchanged, write_to};

    fn write(path: &Path, bytes: &[u8]) {
        write_to(Some(path), bytes, &mut std::io::sink()).unwrap();
    }

    #[test]
    fn what_does_not_end_is_refused() {
        assert_eq!(read_at_most(4, &b"four"[..], 4).unwrap(), b"four");
        for input in [&b"five!"[..], &[0; 100]] {
            assert!(read_at_most(4, input, 0).is_err());
        }
        let refused = read_at_most(1 << 16, repeat(b'y'), 0).unwrap_err();
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
        write(&path, b"shorter");
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
        for name in ["k/base.toml", "./k/./base.toml"] {
            assert_eq!(path_in_repository(&folder.path().join(name)), "k/base.toml");
        }
        fs::write(&inner, "").unwrap();
        let inner = folder.path().join("k/a/../base.toml");
        assert_eq!(path_in_repository(&inner), "k/base.toml");
        let here = path_in_repository(Path::new("./src/../src/content.rs"));
        assert!(
            here.ends_with("src/content.rs") && !here.contains(".."),
            "{here}"
        );
    }
}
