//! Push messages of announcements.

use super::BroadcastInput;
use crate::base::id::{MemberId, RecordId};
use crate::base::language::Language;
use crate::base::problem::AppResult;
use crate::member::notifications::push::{shortened, tell_each};
use crate::platform::delivery::{Priority, PushNotification};
use crate::platform::store::Tx;

/// Queues push messages for an announcement.
pub(super) fn announce(tx: &Tx<'_>, member: MemberId, id: RecordId, announcement: &BroadcastInput) -> AppResult<()> {
    tell_each(tx, member, announcement.kind(), |language| announced(id, announcement, language))
}

/// The push message of an announcement.
pub(super) fn announced(id: RecordId, announcement: &BroadcastInput, language: Language) -> PushNotification {
    PushNotification {
        kind: "broadcast".to_owned(),
        language,
        title: announcement.title.get(language).to_owned(),
        body: shortened(announcement.body.get(language)),
        opens: announcement.opens().into(),
        priority: Priority::Bulk,
        batch: Some(id),
    }
}
