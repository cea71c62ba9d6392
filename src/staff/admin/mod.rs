//! The admin (staff application), one folder for each capability: content, stock, members, settlements and
//! transactions. Each change writes its audit entry in the same commit.

mod alarms;
pub(super) mod announcements;
pub(super) mod api_keys;
mod approvals;
mod audit;
mod carbon;
mod checklist;
mod claims;
mod codes;
pub(super) mod content;
pub(super) mod credit_batches;
mod dashboard;
mod earn_link_keys;
mod earning_rules;
mod expiry;
mod goals;
mod http;
pub(super) mod members;
mod messages;
pub(super) mod outlets;
mod proposals;
mod segments;
pub(super) mod settings;
pub(super) mod staff;
mod terms;
mod tiers;
mod transactions;
mod uploads;
pub(super) mod webhooks;

pub use claims::ClaimToApprove;
pub use codes::{CodesToMake, ScanToTakeBack};
pub use content::giving::{CampaignChange, PartnerChange};
pub use credit_batches::{CreditsToGive, CreditsToUndo, post_open_rows as post_open_credits};
pub use earning_rules::RuleToSwitchOn;
pub use expiry::ExpiryToSwitchOn;
pub use goals::GoalToSwitchOn;
pub use http::routes;
pub use members::Adjustment;
pub use settings::SettingsToReplace;
pub use staff::StaffOrder;
pub use tiers::LadderToSwitchOn;
pub use transactions::Reversal;
