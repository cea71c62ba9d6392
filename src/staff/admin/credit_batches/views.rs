//! Credit batches as the API answers them.

use serde::Serialize;

use crate::base::clock::Timestamp;
use crate::base::id::{MemberId, RecordId, TransactionId};
use crate::base::points::Hkd;
use crate::base::short_id::ShortId;
use crate::platform::http::list_response::{Cell, CsvRow};
use crate::staff::admin::transactions::MemberBrief;

/// The result of a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CreditFate)]
pub struct CreditRowState {
    /// The row's number in the file, counted from 1.
    pub(super) line: i64,
    /// The row's identifier of the member.
    pub(super) identifier: String,
    /// For a purchase, the points that it would earn now without the other rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) points: Option<i64>,
    /// The amount of a purchase.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) amount_hkd: Option<Hkd>,
    /// The short id of that member.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) short_id: Option<String>,
    /// The error code: `unknown_member`, `member_inactive`, `invalid_amount` or `invalid_reason`; for a purchase
    /// `invalid_amount_hkd`, `invalid_day`, `invalid_time`, `time_without_day`, `invalid_receipt`, `invalid_value`,
    /// `unknown_partner`, `partner_inactive`, `unknown_outlet`, `ambiguous_outlet`, `outlet_of_other_partner`,
    /// `amount_too_small` or `receipt_already_used`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) code: Option<&'static str>,
}

/// The result of a dry run.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = CreditDryRun)]
pub struct DryRun {
    /// Number of valid rows.
    pub(super) good: i64,
    /// Number of rows with mistakes; if there is one, nothing is given.
    pub(super) bad: i64,
    /// Total points of the valid rows.
    pub(super) points: i64,
    pub(super) rows: Vec<CreditRowState>,
}

/// A credit batch.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CreditBatch)]
pub struct Batch {
    #[serde(rename = "_id")]
    pub(super) id: RecordId,
    pub(super) name: String,
    pub(super) rows: i64,
    pub(super) points: i64,
    /// Name of the person who gave it.
    pub(super) actor_name: String,
    pub(super) created: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) undone_at: Option<Timestamp>,
}

impl CsvRow for Batch {
    const HEADINGS: &'static str = "_id,name,rows,points,by,created,undoneAt";

    fn cells(&self) -> Vec<Cell> {
        vec![
            self.id.to_string().into(),
            self.name.clone().into(),
            self.rows.into(),
            self.points.into(),
            self.actor_name.clone().into(),
            self.created.into(),
            self.undone_at.into(),
        ]
    }
}

/// A credit of a batch, as in the file.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CreditRow)]
pub struct Credit {
    /// The row's number in the file.
    pub(super) line: i64,
    /// The member who got it.
    pub(super) short_id: ShortId,
    /// For a purchase, the points that it earned.
    pub(super) points: i64,
    /// Empty for a purchase.
    pub(super) reason: String,
    /// The amount of a purchase.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) amount_hkd: Option<Hkd>,
    /// The receipt number of a purchase.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) receipt: Option<String>,
    /// The transaction that gave the points; absent while they are not yet posted, and where they were refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) transaction_id: Option<TransactionId>,
    /// The reason why the points could not be posted after the batch was accepted: `member_left` or `balance_limit`; for a
    /// purchase also `partner_inactive`, `amount_too_small` or `receipt_already_used`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) refused: Option<String>,
    /// Points that returned when the batch was undone; the rest had been spent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) taken_back: Option<i64>,
}

impl CsvRow for Credit {
    const HEADINGS: &'static str = "line,member,points,reason,transactionId,takenBack,refused,amountHkd,receipt";

    fn cells(&self) -> Vec<Cell> {
        vec![
            self.line.into(),
            self.short_id.to_string().into(),
            self.points.into(),
            self.reason.clone().into(),
            self.transaction_id.map(|id| id.to_string()).into(),
            self.taken_back.into(),
            self.refused.clone().into(),
            self.amount_hkd.map(|amount| amount.to_string()).into(),
            self.receipt.clone().into(),
        ]
    }
}

/// A credit of a batch that waits for approval, as in the file.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PlannedCredit)]
pub struct PendingCredit {
    /// The row's number in the file, counted from 1.
    pub line: i64,
    /// The row's identifier of the member.
    pub(super) identifier: String,
    /// The member that it names now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) member: Option<MemberBrief>,
    /// For a purchase, the points that it would earn now.
    pub(super) points: i64,
    pub(super) reason: String,
    /// The amount of a purchase.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) amount_hkd: Option<Hkd>,
}

impl CsvRow for PendingCredit {
    const HEADINGS: &'static str = "line,identifier,member,lastName,firstName,points,reason,amountHkd";

    fn cells(&self) -> Vec<Cell> {
        let member = self.member.as_ref();
        vec![
            self.line.into(),
            self.identifier.clone().into(),
            member.map(|one| one.short_id.to_string()).into(),
            member.map(|one| one.last_name.clone()).into(),
            member.map(|one| one.first_name.clone()).into(),
            self.points.into(),
            self.reason.clone().into(),
            self.amount_hkd.map(|amount| amount.to_string()).into(),
        ]
    }
}

/// The result of an undo.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CreditUndo)]
pub struct CreditUndo {
    pub(super) batch: Batch,
    /// Points that returned.
    pub(super) taken_back: i64,
    /// Points that had been spent and did not return, by row.
    pub(super) spent: Vec<RowPoints>,
    /// Rows skipped because their transactions had been reversed before.
    pub(super) reversed: Vec<RowPoints>,
}

/// Points of one row that did not return at the undo.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CreditRowPoints)]
pub struct RowPoints {
    pub(super) line: i64,
    pub(super) member: MemberId,
    pub(super) points: i64,
}
