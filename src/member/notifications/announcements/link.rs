//! The record that an announcement is about, and the screen of the app that shows it.

use serde::{Deserialize, Serialize};

use super::BroadcastInput;
use crate::base::id::RecordId;
use crate::member::notifications::push::INBOX;
use crate::platform::store::stored_names;

/// The kind of record that an announcement is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum LinkTargetKind {
    /// An item for points: a tap opens it among the others.
    Item,
    /// An article: a tap opens its page.
    Article,
    /// A campaign: members do not see it, but scan its codes, so a tap opens the scanner.
    Campaign,
}
stored_names! { LinkTargetKind { Item = "item", Article = "article", Campaign = "campaign" } }

/// The record that an announcement is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AnnouncementLink {
    /// The kind of the record.
    pub kind: LinkTargetKind,
    /// The id of the record.
    pub id: RecordId,
}

impl AnnouncementLink {
    /// The path of the screen that a tap opens.
    pub fn opens(self) -> String {
        match self.kind {
            LinkTargetKind::Item => format!("/redeem?item={}", self.id),
            LinkTargetKind::Article => format!("/article/{}", self.id),
            LinkTargetKind::Campaign => "/scanQR".to_owned(),
        }
    }
}

impl BroadcastInput {
    /// The screen that its push message and its e-mail open: the linked one, otherwise the inbox.
    pub(super) fn opens(&self) -> String {
        self.link.map_or_else(|| INBOX.to_owned(), AnnouncementLink::opens)
    }
}
