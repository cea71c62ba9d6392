//! What keeps SQLite from a database that may well be sound.

use rusqlite::{Error, ErrorCode, ffi};

/// Why a database cannot be used although nothing is known to be wrong with it: no reason to restore a backup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hindrance {
    /// No room is left, or what is written does not reach the disk.
    Disk,
    /// This user may not open the files, or not write them.
    Access,
}

impl Hindrance {
    /// Judges an error of SQLite's; none where the file itself may be at fault.
    pub(super) fn of(error: &Error) -> Option<Self> {
        let Error::SqliteFailure(failure, _) = error else { return None };
        match failure.code {
            ErrorCode::DiskFull => Some(Self::Disk),
            ErrorCode::CannotOpen | ErrorCode::PermissionDenied | ErrorCode::ReadOnly => Some(Self::Access),
            ErrorCode::SystemIoFailure => match failure.extended_code {
                // The shared memory is the first file that grows, at the first look at a database that nobody has open.
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

impl std::fmt::Display for Hindrance {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(match self {
            Self::Disk => "the disk is full or refuses to be written; make room",
            Self::Access => "this user may not open or write its files; run this as the server's user",
        })
    }
}

/// Why a sound file is no database that this Kapok reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// Another program made it.
    OfAnotherProgram,
    /// It has another schema.
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
