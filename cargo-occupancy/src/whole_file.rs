//! Files that are written as a whole.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Writes a file, or leaves it as it was if it cannot be written to its end.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A link stays a link.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let old = match fs::symlink_metadata(path) {
        Ok(old) if old.is_file() => Some(old),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        // Nothing takes the place of a device, or of a link to a file that is not there.
        _ => return fs::write(path, bytes),
    };
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".occupancy");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;

        // Those of any new file.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    if let Some(old) = old {
        file.as_file().set_permissions(old.permissions())?;
    }
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}
