//! Writes on behalf of a client: the client's authorization is checked in the transaction of the change.

use super::Store;
use super::batch::BatchSharing;
use super::row::{Read, Tx};
use super::writer::ChangeOrigin;
use crate::base::problem::AppResult;

/// A signed-in client, on whose behalf a change is made.
pub trait Authorized: Send + 'static {
    /// Whether the client is still authorized: the session or key is valid, and its owner is active in the same role.
    /// Fails with the same error as the client's next request would.
    fn require_standing(&self, read: &Read<'_>) -> AppResult<()>;
}

/// Both must be authorized.
impl<A: Authorized, B: Authorized> Authorized for (A, B) {
    fn require_standing(&self, read: &Read<'_>) -> AppResult<()> {
        self.0.require_standing(read)?;
        self.1.require_standing(read)
    }
}

impl Store {
    /// Runs `change` on behalf of `caller`, as [`Store::write_unattended`] does, if the caller is still authorized by
    /// then.
    ///
    /// A request is authorized before its change waits for the writer. Changes ahead of it may end the caller's
    /// session, suspend or erase them, or revoke their key, so the caller is resolved again in the transaction of the
    /// change. A refusal changes nothing and is stored under no idempotency key.
    pub async fn write_as<C, T, F>(&self, caller: C, change: F) -> AppResult<T>
    where
        C: Authorized,
        T: Send + 'static,
        F: FnOnce(&Tx<'_>) -> AppResult<T> + Send + 'static,
    {
        self.write(ChangeOrigin::Request, BatchSharing::Batch, move |tx| {
            caller.require_standing(tx)?;
            change(tx)
        })
        .await
    }

    /// Runs `change` for a visitor: a request without session and key, such as signing up, signing in and out,
    /// recovery, and a link from a message.
    pub async fn write_for_visitor<T, F>(&self, change: F) -> AppResult<T>
    where
        T: Send + 'static,
        F: FnOnce(&Tx<'_>) -> AppResult<T> + Send + 'static,
    {
        self.write(ChangeOrigin::Request, BatchSharing::Batch, change).await
    }

    /// Runs `change` for the server itself: workers, schedules and housekeeping, which act for no client.
    pub async fn write_unattended<T, F>(&self, change: F) -> AppResult<T>
    where
        T: Send + 'static,
        F: FnOnce(&Tx<'_>) -> AppResult<T> + Send + 'static,
    {
        self.write(ChangeOrigin::Server, BatchSharing::Batch, change).await
    }

    /// Runs a change of many rows for a caller who may act. It has a commit of its own, because many rows are slow in a
    /// shared one; all other changes wait until it has ended.
    pub async fn write_many_rows_as<C, T, F>(&self, caller: C, change: F) -> AppResult<T>
    where
        C: Authorized,
        T: Send + 'static,
        F: FnOnce(&Tx<'_>) -> AppResult<T> + Send + 'static,
    {
        self.write(ChangeOrigin::Request, BatchSharing::Alone, move |tx| {
            caller.require_standing(tx)?;
            change(tx)
        })
        .await
    }

    /// Runs a change of many rows for the server itself, in a commit of its own.
    pub async fn write_many_rows_unattended<T, F>(&self, change: F) -> AppResult<T>
    where
        T: Send + 'static,
        F: FnOnce(&Tx<'_>) -> AppResult<T> + Send + 'static,
    {
        self.write(ChangeOrigin::Server, BatchSharing::Alone, change).await
    }
}
