//! Errors that keep SQLite from opening a database which may be intact.

use rusqlite::{Error, ErrorCode, ffi};

/// The reason why a database cannot be used although it may be intact: restoring a backup would not help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenError {
    /// The disk is full, or writes to it fail.
    Disk,
    /// The user who runs Kapok lacks permission to open or write the files.
    Access,
}

impl OpenError {
    /// Classifies an error of SQLite; `None` if the file itself may be damaged.
    pub(super) fn of(error: &Error) -> Option<Self> {
        let Error::SqliteFailure(failure, _) = error else { return None };
        match failure.code {
            ErrorCode::DiskFull => Some(Self::Disk),
            ErrorCode::CannotOpen | ErrorCode::PermissionDenied | ErrorCode::ReadOnly => Some(Self::Access),
            ErrorCode::SystemIoFailure => match failure.extended_code {
                // The shared-memory file is the first to grow, at the first read of a database that no process has
                // open.
                ffi::SQLITE_IOERR_WRITE
                | ffi::SQLITE_IOERR_FSYNC
                | ffi::SQLITE_IOERR_DIR_FSYNC
                | ffi::SQLITE_IOERR_TRUNCATE
                | ffi::SQLITE_IOERR_SHMOPEN
                | ffi::SQLITE_IOERR_SHMSIZE
                | ffi::SQLITE_IOERR_SHMMAP => Some(Self::Disk),
                ffi::SQLITE_IOERR_ACCESS => Some(Self::Access),
                _ => None,
            },
            _ => None,
        }
    }
}

impl std::fmt::Display for OpenError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(match self {
            Self::Disk => "the disk is full or refuses to be written; make room",
            Self::Access => "this user may not open or write its files; run this as the server's user",
        })
    }
}

/// The reason why this Kapok cannot read an intact file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// Another program made it.
    OfAnotherProgram,
    /// The database has another schema.
    OfAnotherVersion,
}

impl std::fmt::Display for Unreadable {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(match self {
            Self::OfAnotherProgram => "it does not bear the mark of Kapok",
            Self::OfAnotherVersion => "the schemas differ",
        })
    }
}

impl std::error::Error for Unreadable {}
