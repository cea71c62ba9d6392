//! Checks of the machine: the user that runs Kapok, the file system of its folder, and the free space.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

use super::{Finding, FindingValue, kinds};
use crate::platform::store::{file_system_of, free_bytes, is_network_file_system, volume_bytes};

const MEGABYTE: u64 = 1024 * 1024;
/// Below this many free bytes, the next busy day may fill the disk.
const LITTLE_ROOM: u64 = 2048 * MEGABYTE;
/// Below this many free bytes, the disk may be full within an hour.
const NO_ROOM: u64 = 200 * MEGABYTE;
/// Minimum volume size in addition to the data: the write-ahead log, the reserve, pictures and some days of
/// operation.
const LEAST_VOLUME: u64 = 1024 * MEGABYTE;
/// Number of database copies on the volume: the database, the copy for a backup, and archives.
const COPIES: u64 = 3;
/// Open files needed for connections and pooled readers, with a margin.
const OPEN_FILES: u64 = 4096;

/// Whether a busy day may use up `free` bytes.
pub fn is_little_room(free: u64) -> bool {
    free < LITTLE_ROOM
}

/// The id of the user that runs this process, if the system reports it.
pub(super) fn own_user() -> Option<u32> {
    fs::metadata("/proc/self").ok().map(|process| process.uid())
}

pub(super) fn user() -> Finding {
    Finding::plain(if own_user() == Some(0) { kinds::USER_ROOT } else { kinds::USER_FINE })
}

pub(super) fn open_files() -> Finding {
    let limits = fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let line = limits.lines().find(|line| line.starts_with("Max open files"));
    let soft = line.and_then(|line| line.split_whitespace().nth(3)?.parse::<u64>().ok());
    match soft {
        Some(soft) if soft < OPEN_FILES => Finding::new(
            kinds::OPEN_FILES_FEW,
            [("limit", FindingValue::Number(soft)), ("needed", FindingValue::Number(OPEN_FILES))],
        ),
        _ => Finding::plain(kinds::OPEN_FILES_ENOUGH),
    }
}

pub(super) fn file_modes(data_dir: &Path) -> Finding {
    let others = |path: &Path| fs::metadata(path).map(|found| found.permissions().mode() & 0o077).unwrap_or(0);
    let candidates = ["", "kapok.db", "keys", "keys/master.key", "backups"];
    let open = candidates.iter().map(|name| data_dir.join(name)).find(|path| others(path) != 0);
    match open {
        Some(path) => Finding::new(
            kinds::FILE_MODES_OPEN,
            [("path", FindingValue::path(&path)), ("folder", FindingValue::path(data_dir))],
        ),
        None => Finding::plain(kinds::FILE_MODES_FINE),
    }
}

pub(super) fn file_system(data_dir: &Path) -> Finding {
    let folder = ("folder", FindingValue::path(data_dir));
    let Some(kind) = file_system_of(data_dir) else {
        return Finding::plain(kinds::FILE_SYSTEM_UNTOLD);
    };
    if is_network_file_system(&kind) {
        Finding::new(kinds::FILE_SYSTEM_NETWORK, [folder, ("kind", FindingValue::Text(kind))])
    } else if kind == "tmpfs" || kind == "ramfs" {
        Finding::new(kinds::FILE_SYSTEM_MEMORY, [folder, ("kind", FindingValue::Text(kind))])
    } else {
        Finding::new(kinds::FILE_SYSTEM_LOCAL, [("kind", FindingValue::Text(kind))])
    }
}

pub(super) fn disk_space(data_dir: &Path) -> Finding {
    let Some(free) = free_bytes(data_dir) else {
        return Finding::plain(kinds::DISK_SPACE_UNTOLD);
    };
    let kind = match free {
        free if free < NO_ROOM => kinds::DISK_SPACE_NONE,
        free if is_little_room(free) => kinds::DISK_SPACE_LITTLE,
        _ => kinds::DISK_SPACE_FINE,
    };
    Finding::new(kind, [("free", FindingValue::Number(free / MEGABYTE))])
}

/// Whether the volume of the data folder is large enough for the database and its copies.
pub(super) fn volume(data_dir: &Path, database: &Path) -> Finding {
    let Some(size) = volume_bytes(data_dir) else {
        return Finding::plain(kinds::VOLUME_UNTOLD);
    };
    let data = fs::metadata(database).map_or(0, |found| found.len());
    let needed = data.saturating_mul(COPIES).saturating_add(LEAST_VOLUME);
    Finding::new(
        if size < needed { kinds::VOLUME_SMALL } else { kinds::VOLUME_FINE },
        [
            ("size", FindingValue::Number(size / MEGABYTE)),
            ("data", FindingValue::Number(data / MEGABYTE)),
            ("needed", FindingValue::Number(needed / MEGABYTE)),
        ],
    )
}
