//! A code of a campaign, as printed and as shown to staff.

use serde::Serialize;

use crate::base::clock::Timestamp;
use crate::base::id::RecordId;
use crate::platform::store::stored_names;

/// A code of a campaign, as printed.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct CampaignCode {
    /// The text of the QR code.
    pub text: String,
}

/// State of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = CampaignCodeState)]
pub enum CodeState {
    /// The code can still be used once.
    Free,
    /// A member has claimed its points.
    Claimed,
    /// All members can use it.
    Shared,
}
stored_names! { CodeState { Free = "free", Claimed = "claimed", Shared = "shared" } }

/// A code of a campaign, as shown to staff.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminCampaignCode)]
pub struct CodeView {
    /// Code id; ids sort by creation time.
    #[serde(rename = "_id")]
    pub id: RecordId,
    /// The text of the QR code.
    pub text: String,
    /// Its state.
    pub state: CodeState,
    /// The time at which it was created.
    pub created: Timestamp,
    /// The time at which a member claimed its points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claimed_at: Option<Timestamp>,
}
