//! The actions that may wait for a second person's approval.

use crate::staff::admin::{
    Adjustment, CampaignChange, ClaimToApprove, CodesToMake, CreditsToGive, CreditsToUndo, ExpiryToSwitchOn,
    GoalToSwitchOn, LadderToSwitchOn, PartnerChange, Reversal, RuleToSwitchOn, ScanToTakeBack, SettingsToReplace,
    StaffOrder,
};
use crate::staff::approvals::{ActionKind, ActionKinds};
use crate::staff::merge::Merge;

/// Every kind of action that this server can carry out on approval.
pub const PENDING_ACTIONS: ActionKinds = &[
    ActionKind::of::<Adjustment>(),
    ActionKind::of::<CampaignChange>(),
    ActionKind::of::<ClaimToApprove>(),
    ActionKind::of::<CodesToMake>(),
    ActionKind::of::<CreditsToGive>(),
    ActionKind::of::<CreditsToUndo>(),
    ActionKind::of::<ExpiryToSwitchOn>(),
    ActionKind::of::<GoalToSwitchOn>(),
    ActionKind::of::<LadderToSwitchOn>(),
    ActionKind::of::<Merge>(),
    ActionKind::of::<PartnerChange>(),
    ActionKind::of::<Reversal>(),
    ActionKind::of::<RuleToSwitchOn>(),
    ActionKind::of::<ScanToTakeBack>(),
    ActionKind::of::<SettingsToReplace>(),
    ActionKind::of::<StaffOrder>(),
];
