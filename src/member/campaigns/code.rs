//! One code of a campaign: as it is printed, and as staff see it.

use serde::Serialize;

use crate::base::clock::Timestamp;
use crate::base::id::RecordId;

/// One code of a campaign, as it is printed.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct CampaignCode {
    /// What the QR code says.
    pub text: String,
}

/// What became of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = CampaignCodeState)]
pub enum CodeState {
    /// It works once more.
    Free,
    /// Somebody has had its points.
    Claimed,
    /// It works for everybody.
    Shared,
}

impl CodeState {
    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            CodeState::Free => "free",
            CodeState::Claimed => "claimed",
            CodeState::Shared => "shared",
        }
    }

    /// Reads that name.
    pub fn from_name(name: &str) -> Option<Self> {
        [CodeState::Free, CodeState::Claimed, CodeState::Shared].into_iter().find(|one| one.name() == name)
    }
}

/// One code of a campaign, as staff see it.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminCampaignCode)]
pub struct CodeView {
    /// Sorts by creation.
    #[serde(rename = "_id")]
    pub id: RecordId,
    /// What the QR code says.
    pub text: String,
    /// What became of it.
    pub state: CodeState,
    /// When it was made.
    pub created: Timestamp,
    /// When somebody had its points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claimed_at: Option<Timestamp>,
}
