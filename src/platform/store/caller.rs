//! The door for a change that somebody asks for: whether they may still act is asked where the change is made.

use super::Store;
use super::row::{Read, Tx};
use super::writer::Share;
use crate::base::problem::AppResult;

/// Somebody who is signed in, on whose behalf a change is made.
pub trait Caller: Send + 'static {
    /// Whether the caller may still act: the session or key lives, and its owner is active in the same role. Fails as
    /// the next request of the same caller would.
    fn require_standing(&self, read: &Read<'_>) -> AppResult<()>;
}

/// Both must stand.
impl<A: Caller, B: Caller> Caller for (A, B) {
    fn require_standing(&self, read: &Read<'_>) -> AppResult<()> {
        self.0.require_standing(read)?;
        self.1.require_standing(read)
    }
}

impl Store {
    /// Runs `change` on behalf of `caller`, as [`Store::write_unattended`] does, if the caller may still act by then.
    ///
    /// A request is let in before its change waits for the writer. What is written ahead of it may end the caller's
    /// session, suspend or erase them, or revoke their key; so the caller is resolved again in the transaction of the
    /// change. A refusal changes nothing and is stored under no idempotency key.
    pub async fn write_as<C, T, F>(&self, caller: C, change: F) -> AppResult<T>
    where
        C: Caller,
        T: Send + 'static,
        F: FnOnce(&Tx<'_>) -> AppResult<T> + Send + 'static,
    {
        self.write(Share::Batch, move |tx| {
            caller.require_standing(tx)?;
            change(tx)
        })
        .await
    }

    /// Runs `change` for a visitor: a call that no session and no key stands behind, such as signing up, signing in and
    /// out, recovery, and a link from a message.
    pub async fn write_for_visitor<T, F>(&self, change: F) -> AppResult<T>
    where
        T: Send + 'static,
        F: FnOnce(&Tx<'_>) -> AppResult<T> + Send + 'static,
    {
        self.write(Share::Batch, change).await
    }

    /// Runs `change` for the server itself: workers, schedules and housekeeping, which act for no caller.
    pub async fn write_unattended<T, F>(&self, change: F) -> AppResult<T>
    where
        T: Send + 'static,
        F: FnOnce(&Tx<'_>) -> AppResult<T> + Send + 'static,
    {
        self.write(Share::Batch, change).await
    }

    /// The same as [`Store::write_as`] for a change of many rows. It has a commit of its own, because sharing one makes
    /// many rows slow; all other changes wait until it has ended.
    pub async fn write_many_rows_as<C, T, F>(&self, caller: C, change: F) -> AppResult<T>
    where
        C: Caller,
        T: Send + 'static,
        F: FnOnce(&Tx<'_>) -> AppResult<T> + Send + 'static,
    {
        self.write(Share::Alone, move |tx| {
            caller.require_standing(tx)?;
            change(tx)
        })
        .await
    }

    /// The same as [`Store::write_unattended`] for a change of many rows.
    pub async fn write_many_rows_unattended<T, F>(&self, change: F) -> AppResult<T>
    where
        T: Send + 'static,
        F: FnOnce(&Tx<'_>) -> AppResult<T> + Send + 'static,
    {
        self.write(Share::Alone, change).await
    }
}
