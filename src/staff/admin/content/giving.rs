//! Content that gives points: campaigns, and partners by their rates. A change that allows more points than one
//! person may give alone waits for approval by a second person, as points by hand do.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::EditableContent;
use crate::base::clock::Timestamp;
use crate::base::content::ContentState;
use crate::base::id::{CampaignId, PartnerId};
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::core::settings;
use crate::member::campaigns::{CampaignInput, CampaignRecord, Campaigns};
use crate::member::content::{Content, ContentInput, ContentRecord, IdOf, InputOf, PublicationRequest};
use crate::member::partners::{self, PartnerInput, PartnerRecord, Partners};
use crate::platform::store::{Read, Tx};
use crate::staff::approvals::{
    self, APPROVAL_NEEDED, ApprovalOutcome, ApprovalRequest, PendingAction, PointsChange, alone,
};
use crate::staff::kit::{AuditedStaff, require_version};

/// The highest rate that one person may set for a partner, as a multiple of the programme's usual rate.
const HIGHEST_RATE_ALONE: i64 = 2;

/// Content to add, or to replace if it has an id, once the change is approved.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ContentChange<Id, Input> {
    pub id: Option<Id>,
    /// The version that the change was made from. Approval of a change to any other version fails.
    pub version: Option<i64>,
    input: Input,
    /// Kept apart because the serialized input leaves this field out.
    use_english: bool,
}

pub type CampaignChange = ContentChange<CampaignId, CampaignInput>;
pub type PartnerChange = ContentChange<PartnerId, PartnerInput>;
pub type ContentChangeOf<C> = ContentChange<IdOf<C>, InputOf<C>>;

impl PendingAction for CampaignChange {
    const NAME: &'static str = "Campaign";
    const MOVES_POINTS: bool = true;

    fn version(&self) -> Option<i64> {
        self.version
    }

    fn carry_out(self, tx: &Tx<'_>, asker: &AuditedStaff) -> AppResult<Value> {
        Ok(serde_json::to_value(carry_out::<Campaigns>(tx, asker, self)?)?)
    }
}

impl PendingAction for PartnerChange {
    const NAME: &'static str = "Partner";
    const MOVES_POINTS: bool = true;

    fn version(&self) -> Option<i64> {
        self.version
    }

    fn carry_out(self, tx: &Tx<'_>, asker: &AuditedStaff) -> AppResult<Value> {
        Ok(serde_json::to_value(carry_out::<Partners>(tx, asker, self)?)?)
    }
}

/// Additional points that a campaign can give.
pub(super) fn more_by_campaign(
    read: &Read<'_>,
    before: Option<&CampaignRecord>,
    input: &CampaignInput,
) -> AppResult<i64> {
    let (mut input, publication) = Campaigns::check(read, before, input.clone())?;
    (input.active, input.state) = (publication.active, None);
    // `shared` is fixed at creation, whatever the form says.
    input.shared = before.map_or(input.shared, |record| record.input.shared);
    let (codes, now) = (before.map_or(0, |record| record.codes), read.now());
    let earlier = before.map_or(Ok(0), |record| most_given(read, &record.input, codes, now))?;
    Ok((most_given(read, &input, codes, now)? - earlier).max(0))
}

/// A rate has no number of points, so a raise above the limit counts as the maximum.
pub(super) fn more_by_rates(read: &Read<'_>, before: Option<&PartnerRecord>, input: &PartnerInput) -> AppResult<i64> {
    let usual = partners::usual_rates(read, before)?;
    let base = input.base_points.unwrap_or(usual.base).units();
    let both = base + input.extra_points.unwrap_or(usual.extra).units();
    let (base_before, both_before) = before.map(PartnerRecord::rates).map_or((0, 0), |rates| {
        let base = rates.base.units();
        (base, base + rates.extra.units())
    });
    let bound = settings::current(read)?.points_per_hkd.units() * HIGHEST_RATE_ALONE;
    let raised = base > base_before || both > both_before;
    Ok(if raised && both > bound { i64::MAX } else { 0 })
}

/// The most points that a campaign with that number of codes can give in total, or that its gifts are worth.
fn most_given(read: &Read<'_>, campaign: &CampaignInput, codes: i64, now: Timestamp) -> AppResult<i64> {
    let over = campaign.valid_until.is_some_and(|until| until <= now);
    // Records of scheduled campaigns say that they are not active yet.
    let public = campaign.active || campaign.state.is_some_and(ContentState::is_public);
    if !public || over {
        return Ok(0);
    }
    // The number of scans of a shared code has no limit.
    let scans = if campaign.shared { i64::MAX } else { codes };
    let scans = if campaign.total >= 0 { scans.min(campaign.total) } else { scans };
    Ok(scans.saturating_mul(campaign.worth(read)?))
}

/// Additional points that can be given with `count` more codes of a campaign. Fails with `not_found`.
pub fn more_with_codes(read: &Read<'_>, id: CampaignId, count: u32) -> AppResult<i64> {
    let record = Campaigns::find(read, id)?.ok_or(NOT_FOUND)?;
    let given = |codes| most_given(read, &record.input, codes, read.now());
    Ok(given(record.codes + i64::from(count))? - given(record.codes)?)
}

/// Adds a record, or asks for approval. Fails as [`super::create`] does.
pub(super) fn add<C: EditableContent>(
    tx: &Tx<'_>,
    staff: &AuditedStaff,
    input: InputOf<C>,
) -> AppResult<ApprovalOutcome<C::Record>> {
    C::permit(tx, staff, None, &input)?;
    let share = share_of::<C>(tx, None, &input)?;
    let ask = asked_for::<C>(tx, staff, share, None, &input)?;
    approvals::unless_waiting(tx, staff, ask.as_ref(), |tx| {
        let record = super::create::<C>(tx, staff, input)?;
        alone::count(tx, staff, share)?;
        Ok(record)
    })
}

/// Replaces a record, or asks for approval. Fails as [`super::replace`] does.
pub(super) fn change<C: EditableContent>(
    tx: &Tx<'_>,
    staff: &AuditedStaff,
    id: IdOf<C>,
    version: Option<i64>,
    input: InputOf<C>,
) -> AppResult<ApprovalOutcome<C::Record>> {
    let before = C::find(tx, id)?.ok_or(NOT_FOUND)?;
    require_version(version, before.version())?;
    C::permit(tx, staff, Some(&before), &input)?;
    let share = share_of::<C>(tx, Some(&before), &input)?;
    let ask = asked_for::<C>(tx, staff, share, Some(&before), &input)?;
    approvals::unless_waiting(tx, staff, ask.as_ref(), |tx| {
        let record = super::replace::<C>(tx, staff, id, version, input)?;
        alone::count(tx, staff, share)?;
        Ok(record)
    })
}

fn share_of<C: EditableContent>(
    read: &Read<'_>,
    before: Option<&C::Record>,
    input: &InputOf<C>,
) -> AppResult<PointsChange> {
    Ok(PointsChange { member: None, points: C::more(read, before, input)? })
}

fn asked_for<C: EditableContent>(
    tx: &Tx<'_>,
    staff: &AuditedStaff,
    share: PointsChange,
    before: Option<&C::Record>,
    input: &InputOf<C>,
) -> AppResult<Option<ApprovalRequest>> {
    if !alone::is_too_much(tx, staff, share)? {
        return Ok(None);
    }
    let use_english = input.publication().use_english;
    let (id, version) = before.map(|record| (record.id(), record.version())).unzip();
    // For a replacement the second person sees the old and the new values.
    let body = match before {
        Some(record) => serde_json::json!({ "before": record.input(), "after": input }),
        None => serde_json::to_value(input)?,
    };
    let place = format!("/api/admin/{}s", C::NAME);
    Ok(Some(ApprovalRequest {
        action: if id.is_some() { C::UPDATE } else { C::CREATE },
        target: id.map_or_else(|| "new".to_owned(), |id| id.to_string()),
        method: if id.is_some() { "PUT" } else { "POST" },
        path: id.map_or_else(|| place.clone(), |id| format!("{place}/{id}")),
        key: None,
        body,
        exact: Some(use_english.to_string()),
        pending: C::asked_action(&ContentChange { id, version, input: input.clone(), use_english })?,
    }))
}

/// Carries out an approved change in the name of the person who asked for it.
fn carry_out<C: EditableContent>(tx: &Tx<'_>, asker: &AuditedStaff, order: ContentChangeOf<C>) -> AppResult<C::Record> {
    let publication = PublicationRequest { use_english: order.use_english, ..order.input.publication() };
    let input = order.input.with_publication(publication);
    match order.id {
        Some(id) => super::replace::<C>(tx, asker, id, order.version, input),
        None => super::create::<C>(tx, asker, input),
    }
}

/// Fails with [`APPROVAL_NEEDED`] for a change that needs approval: a bulk change cannot wait for it.
pub fn require_light<C: EditableContent>(
    read: &Read<'_>,
    staff: &AuditedStaff,
    before: Option<&C::Record>,
    input: &InputOf<C>,
) -> AppResult<()> {
    let share = share_of::<C>(read, before, input)?;
    let heavy = approvals::are_needed(read)? && alone::is_too_much(read, staff, share)?;
    if heavy { Err(APPROVAL_NEEDED.into()) } else { Ok(()) }
}

/// Creates a record as part of a bulk change. Fails as [`super::create`] does, and also with [`APPROVAL_NEEDED`].
pub fn create_among<C: EditableContent>(tx: &Tx<'_>, staff: &AuditedStaff, input: InputOf<C>) -> AppResult<C::Record> {
    require_light::<C>(tx, staff, None, &input)?;
    let share = share_of::<C>(tx, None, &input)?;
    let record = super::create::<C>(tx, staff, input)?;
    alone::count(tx, staff, share)?;
    Ok(record)
}

/// Replaces a record as part of a bulk change. Fails as [`super::replace`] does, and also with [`APPROVAL_NEEDED`].
pub fn replace_among<C: EditableContent>(
    tx: &Tx<'_>,
    staff: &AuditedStaff,
    id: IdOf<C>,
    input: InputOf<C>,
) -> AppResult<C::Record> {
    let before = C::find(tx, id)?.ok_or(NOT_FOUND)?;
    C::permit(tx, staff, Some(&before), &input)?;
    require_light::<C>(tx, staff, Some(&before), &input)?;
    let share = share_of::<C>(tx, Some(&before), &input)?;
    let record = super::replace::<C>(tx, staff, id, None, input)?;
    alone::count(tx, staff, share)?;
    Ok(record)
}
