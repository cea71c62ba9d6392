//! Actions that wait for approval and are carried out on approval. Each capability implements its actions beside its
//! rule, and `app` registers their kinds.

use std::collections::BTreeMap;

use serde::Serialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::Value;

use crate::base::id::{MemberId, RecordId, StaffId, TransactionId};
use crate::base::problem::AppResult;
use crate::platform::store::Tx;
use crate::staff::kit::AuditedStaff;

/// An action that can be carried out without the person who asked for it.
pub trait PendingAction: Serialize + DeserializeOwned {
    /// The name under which the action is stored.
    const NAME: &'static str;
    /// Whether it moves points. If so, staff who settle exchanges may approve it; otherwise only owners may.
    const MOVES_POINTS: bool;
    /// Whether staff who may not make the change themselves may propose it.
    const MAY_BE_PROPOSED: bool = false;

    /// The member of staff who cannot sign in until the action is done.
    fn locked_out(&self) -> Option<StaffId> {
        None
    }

    /// The version of the record that the action changes: a record changed meanwhile may be asked for again.
    fn version(&self) -> Option<i64> {
        None
    }

    /// The records that the deciding person has to see.
    fn subject(&self) -> ActionSubject {
        ActionSubject::Nothing
    }

    /// Carries out the action in the name of the person who asked; returns the response that their own call would
    /// have had, or null where nobody can ask for the response again.
    fn carry_out(self, tx: &Tx<'_>, asker: &AuditedStaff) -> AppResult<Value>;
}

/// The records that an action is about.
pub enum ActionSubject {
    Nothing,
    Member(MemberId),
    Merge {
        from: MemberId,
        into: MemberId,
    },
    Transaction(TransactionId),
    CreditBatch(RecordId),
    /// Rows of a credit batch that is not given yet.
    Credits(usize),
}

/// A kind of action, as it is registered.
pub struct ActionKind {
    name: &'static str,
    pub(super) moves_points: bool,
    pub(super) subject: fn(&str) -> AppResult<ActionSubject>,
    pub(super) carry_out: fn(&str, &Tx<'_>, &AuditedStaff) -> AppResult<Value>,
}

impl ActionKind {
    /// The kind of the action `A`.
    pub const fn of<A: PendingAction>() -> Self {
        Self {
            name: A::NAME,
            moves_points: A::MOVES_POINTS,
            subject: |stored| Ok(read::<A>(stored)?.subject()),
            carry_out: |stored, tx, asker| read::<A>(stored)?.carry_out(tx, asker),
        }
    }
}

/// The kinds of actions that a server can carry out.
pub type ActionKinds = &'static [ActionKind];

/// An action as a request for approval has it.
pub struct AskedAction {
    /// JSON: an object with the action under its name.
    pub(super) stored: String,
    pub(super) moves_points: bool,
    pub(super) may_be_proposed: bool,
    pub(super) locked_out: Option<StaffId>,
    pub(super) version: Option<i64>,
}

impl AskedAction {
    pub fn of<A: PendingAction>(action: &A) -> AppResult<Self> {
        Ok(Self {
            stored: serde_json::to_string(&BTreeMap::from([(A::NAME, action)]))?,
            moves_points: A::MOVES_POINTS,
            may_be_proposed: A::MAY_BE_PROPOSED,
            locked_out: action.locked_out(),
            version: action.version(),
        })
    }
}

fn read<A: PendingAction>(stored: &str) -> AppResult<A> {
    let mut actions: BTreeMap<String, A> = serde_json::from_str(stored)?;
    let action = actions.remove(A::NAME);
    action.ok_or_else(|| anyhow::anyhow!("the stored action is no {}", A::NAME).into())
}

fn name_of(stored: &str) -> AppResult<String> {
    let actions: BTreeMap<String, IgnoredAny> = serde_json::from_str(stored)?;
    Ok(actions.into_keys().next().unwrap_or_default())
}

/// The kind of a stored action.
pub(super) fn kind_of(kinds: ActionKinds, stored: &str) -> AppResult<&'static ActionKind> {
    let name = name_of(stored)?;
    let kind = kinds.iter().find(|kind| kind.name == name);
    kind.ok_or_else(|| anyhow::anyhow!("the stored action {name:?} is not registered").into())
}

/// The stored action, if it has the type `A`.
pub(super) fn read_if<A: PendingAction>(stored: &str) -> AppResult<Option<A>> {
    if name_of(stored)? == A::NAME { read(stored).map(Some) } else { Ok(None) }
}
