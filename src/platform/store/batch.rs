//! The way in which a job is committed.

/// Whether a job shares its batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BatchSharing {
    /// With the jobs that waited beside it.
    Batch,
    /// With no other job.
    Alone,
}
