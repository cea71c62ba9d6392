//! The disk of the data folder: its file system, and its free space.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use crate::base::random_code::new_handle;

/// File systems whose locks and syncs SQLite cannot rely on.
const NETWORK: [&str; 12] = [
    "nfs",
    "nfs4",
    "cifs",
    "smb3",
    "smbfs",
    "afs",
    "ceph",
    "fuse.sshfs",
    "fuse.s3fs",
    "fuse.glusterfs",
    "glusterfs",
    "lustre",
];
const PROBE: usize = 16 * 1024;

/// The type of the file system that a path lies on, such as `ext4`; `None` if the system does not report it.
pub fn file_system_of(path: &Path) -> Option<String> {
    let path = fs::canonicalize(path).ok()?;
    let table = fs::read_to_string("/proc/self/mountinfo").ok()?;
    mounted(&table, &path).map(str::to_owned)
}

/// The type of the deepest mount in `table` (proc(5), mountinfo) that holds `path`.
fn mounted<'t>(table: &'t str, path: &Path) -> Option<&'t str> {
    let mounts = table.lines().filter_map(|line| {
        let (before, after) = line.split_once(" - ")?;
        let point = before.split(' ').nth(4)?.replace("\\040", " ");
        path.starts_with(&point).then_some((point.len(), after.split(' ').next()?))
    });
    // If several mounts share a mount point, the last one hides the others.
    mounts.enumerate().max_by_key(|(order, (length, _))| (*length, *order)).map(|(_, (_, kind))| kind)
}

/// Whether a database is unsafe on that file system.
pub fn is_network_file_system(kind: &str) -> bool {
    NETWORK.contains(&kind)
}

/// Bytes that this process may still write below a path.
pub fn free_bytes(path: &Path) -> Option<u64> {
    let found = rustix::fs::statvfs(path).ok()?;
    found.f_bavail.checked_mul(found.f_frsize)
}

/// The size of the volume that a path lies on.
pub fn volume_bytes(path: &Path) -> Option<u64> {
    let found = rustix::fs::statvfs(path).ok()?;
    found.f_blocks.checked_mul(found.f_frsize)
}

/// Whether another file does not fit in a folder: SQLite reports a full disk, but not an exceeded quota.
pub(super) fn has_no_room(folder: &Path) -> bool {
    let path = folder.join(".room");
    let attempt = fs::File::create(&path).and_then(|mut file| {
        file.write_all(&[0; PROBE])?;
        file.sync_all()
    });
    // If the file could not be created, there is nothing to remove.
    let _ = fs::remove_file(&path);
    attempt.is_err_and(|error| {
        matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge)
    })
}

/// Fails if this process cannot write into a folder, tested by a file that is created there and removed. For a
/// missing folder, tests whether it could be created.
pub fn try_writing(folder: &Path) -> io::Result<()> {
    if folder.exists() {
        let path = folder.join(format!(".kapok-probe-{}", new_handle()));
        let made = fs::File::options().create_new(true).write(true).mode(0o600).open(&path);
        return made.and_then(|_| fs::remove_file(&path));
    }
    let folder = std::path::absolute(folder)?;
    let nearest = folder.ancestors().find(|place| place.exists()).map_or_else(PathBuf::new, Path::to_owned);
    Ok(rustix::fs::access(&nearest, rustix::fs::Access::WRITE_OK | rustix::fs::Access::EXEC_OK)?)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{is_network_file_system, mounted};

    #[test]
    fn the_deepest_mount_decides() {
        let table = "22 1 254:0 / / rw,relatime - ext4 /dev/vda rw\n\
                     40 22 0:35 / /srv/my\\040data rw,noatime shared:1 - nfs4 nas:/export rw\n\
                     41 22 0:36 / /srv rw - xfs /dev/vdb rw\n";
        assert_eq!(mounted(table, Path::new("/srv/my data/kapok")), Some("nfs4"));
        assert_eq!(mounted(table, Path::new("/srv/other")), Some("xfs"));
        assert_eq!(mounted(table, Path::new("/srvx")), Some("ext4"));
        assert!(is_network_file_system("nfs4") && !is_network_file_system("ext4"));
    }
}
