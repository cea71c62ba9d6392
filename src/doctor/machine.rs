//! Checks of the machine: who runs Kapok, where its folder lies, how much room there is.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

use super::Finding;
use crate::store::{file_system_of, free_bytes, is_network_file_system};

const MEGABYTE: u64 = 1024 * 1024;
/// Below this the next busy day may fill the disk.
const LITTLE_ROOM: u64 = 2048 * MEGABYTE;
/// Below this it may be full in an hour.
const NO_ROOM: u64 = 200 * MEGABYTE;
/// Connections, pooled readers and room to spare.
const OPEN_FILES: u64 = 4096;

/// Whether a busy day may use up so many bytes.
pub fn is_little_room(free: u64) -> bool {
    free < LITTLE_ROOM
}

/// The number of the user who runs this, where the system tells.
pub(super) fn own_user() -> Option<u32> {
    fs::metadata("/proc/self").ok().map(|process| process.uid())
}

pub(super) fn user() -> Finding {
    let check = "user";
    if own_user() == Some(0) {
        let fix = "run it as a user of its own; the packaged unit does (kapok systemd print)";
        Finding::warning(check, "this runs as root", fix)
    } else {
        Finding::ok(check, "this does not run as root")
    }
}

pub(super) fn open_files() -> Finding {
    let check = "open_files";
    let limits = fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let line = limits.lines().find(|line| line.starts_with("Max open files"));
    let soft = line.and_then(|line| line.split_whitespace().nth(3)?.parse::<u64>().ok());
    match soft {
        Some(soft) if soft < OPEN_FILES => Finding::warning(
            check,
            format!("{soft} files and connections may be open at once"),
            format!("raise it to {OPEN_FILES} or more: LimitNOFILE= in the unit, or ulimit -n"),
        ),
        _ => Finding::ok(check, "enough files and connections may be open at once"),
    }
}

pub(super) fn file_modes(data_dir: &Path) -> Finding {
    let check = "file_modes";
    let others = |path: &Path| fs::metadata(path).map(|found| found.permissions().mode() & 0o077).unwrap_or(0);
    let candidates = ["", "kapok.db", "keys", "keys/master.key", "backups"];
    let open = candidates.iter().map(|name| data_dir.join(name)).find(|path| others(path) != 0);
    match open {
        Some(path) => Finding::problem(
            check,
            format!("other users of this machine may enter {}", path.display()),
            format!("chmod -R go= {}", data_dir.display()),
        ),
        None => Finding::ok(check, "no other user may enter the data folder"),
    }
}

pub(super) fn file_system(data_dir: &Path) -> Finding {
    let check = "file_system";
    match file_system_of(data_dir) {
        Some(kind) if is_network_file_system(&kind) => Finding::problem(
            check,
            format!("{} lies on a network file system ({kind})", data_dir.display()),
            "move the folder to a local disk: a database on a network file system gets damaged",
        ),
        Some(kind) if kind == "tmpfs" || kind == "ramfs" => Finding::warning(
            check,
            format!("{} lies in memory ({kind})", data_dir.display()),
            "move the folder to a disk: everything is lost when the machine stops",
        ),
        Some(kind) => Finding::ok(check, format!("the data folder lies on a local file system ({kind})")),
        None => Finding::ok(check, "the system does not tell which file system the data folder lies on"),
    }
}

pub(super) fn disk_space(data_dir: &Path) -> Finding {
    let check = "disk_space";
    let Some(free) = free_bytes(data_dir) else {
        return Finding::ok(check, "the system does not tell how much room there is");
    };
    let message = format!("{} MB are free for the data folder", free / MEGABYTE);
    let fix = "make room or a larger disk: when it is full, Kapok only reads until there is room again";
    match free {
        free if free < NO_ROOM => Finding::problem(check, message, fix),
        free if is_little_room(free) => Finding::warning(check, message, fix),
        _ => Finding::ok(check, message),
    }
}
