//! Content that editors maintain: partners, articles, items and campaigns. All four share one implementation of
//! create, replace and remove; each change is audited.

pub mod giving;
pub mod http;
pub mod listing;
mod queries;
mod tables;

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use self::giving::{CampaignChange, ContentChangeOf, PartnerChange};
use self::listing::{ContentUse, Listing};
use self::queries::Source;
pub(super) use self::queries::used_by;
use crate::base::clock::Timestamp;
use crate::base::content::{ContentState, LONGEST_NAME};
use crate::base::id::{Id, ItemId, PartnerId, RecordId};
use crate::base::language::LocalizedText;
use crate::base::problem::{AppError, AppResult, FieldProblem, NOT_FOUND, ProblemType, Refusal};
use crate::member::articles::{ArticleRecord, Articles};
use crate::member::campaigns::{CampaignInput, CampaignRecord, Campaigns};
use crate::member::content::{Content, ContentInput, ContentRecord, IdOf, InputOf};
use crate::member::notifications::{self, AnnouncementLink, LinkTargetKind};
use crate::member::partners::{self, PartnerInput, PartnerRecord, Partners};
use crate::member::rewards::items::{ItemRecord, Items};
use crate::platform::http::list_response::CsvRow;
use crate::platform::store::{Read, Tx};
use crate::staff::approvals::AskedAction;
use crate::staff::kit::permissions::{Editors, Operators, RoleSet};
use crate::staff::kit::{AuditedStaff, require_version};

/// Something else uses the record, so it cannot be removed.
pub const IN_USE: ProblemType = ProblemType::new("in_use", 409, "In use");

/// Only staff who may give points may set a partner's rates.
pub const RATES_NEED_OPERATOR: ProblemType = ProblemType::new("rates_need_operator", 403, "Rates are set by operators");

/// Maximum number of ids in one bulk call.
const MOST_AT_ONCE: usize = 500;

/// A kind of content that editors maintain.
pub trait EditableContent: Content<Record: CsvRow> {
    /// Names of the audit actions for adding and changing.
    const CREATE: &'static str;
    const UPDATE: &'static str;
    /// The columns by which a list is filtered.
    const SOURCE: Source;
    /// The roles that may write it.
    type WriterRoles: RoleSet;

    /// Refuses input that needs the right to give points when the person lacks it.
    fn permit(_: &Read<'_>, _: &AuditedStaff, _: Option<&Self::Record>, _: &InputOf<Self>) -> AppResult<()> {
        Ok(())
    }

    /// The texts that a brief list shortens.
    fn long_texts(record: &mut Self::Record) -> Vec<&mut LocalizedText>;

    /// The records that use this one. It may scan all redemptions of a partner: run it on a thread for long reads.
    fn uses(_: &Read<'_>, _: IdOf<Self>) -> AppResult<Vec<ContentUse>> {
        Ok(Vec::new())
    }

    /// The records that use this one, found without a scan of redemptions: for the check in the transaction that
    /// removes the record.
    fn uses_at_once(read: &Read<'_>, id: IdOf<Self>) -> AppResult<Vec<ContentUse>> {
        Self::uses(read, id)
    }

    /// The kind of this content in the links of announcements; `None` for content to which none can link.
    const LINKED_AS: Option<LinkTargetKind> = None;

    /// Additional points that can be given when `input` replaces `before`.
    fn more(_: &Read<'_>, _: Option<&Self::Record>, _: &InputOf<Self>) -> AppResult<i64> {
        Ok(0)
    }

    /// The pending form of the change; `None` for content that gives no points.
    fn asked_action(_: &ContentChangeOf<Self>) -> AppResult<Option<AskedAction>> {
        Ok(None)
    }
}

/// The roles that may write content of a kind.
pub type Writers<C> = <C as EditableContent>::WriterRoles;

impl EditableContent for Partners {
    const CREATE: &'static str = "partner.create";
    const UPDATE: &'static str = "partner.update";
    const SOURCE: Source = Source { kind: "type", partner: "null" };
    type WriterRoles = Editors;

    fn permit(
        read: &Read<'_>,
        staff: &AuditedStaff,
        before: Option<&PartnerRecord>,
        input: &PartnerInput,
    ) -> AppResult<()> {
        require_own_rates(read, staff, before, input)
    }

    fn long_texts(record: &mut PartnerRecord) -> Vec<&mut LocalizedText> {
        vec![&mut record.input.description]
    }

    fn uses(read: &Read<'_>, id: PartnerId) -> AppResult<Vec<ContentUse>> {
        queries::uses_of_partner(read, id)
    }

    fn uses_at_once(read: &Read<'_>, id: PartnerId) -> AppResult<Vec<ContentUse>> {
        queries::holdings_of_partner(read, id)
    }

    fn more(read: &Read<'_>, before: Option<&PartnerRecord>, input: &PartnerInput) -> AppResult<i64> {
        giving::more_by_rates(read, before, input)
    }

    fn asked_action(change: &PartnerChange) -> AppResult<Option<AskedAction>> {
        AskedAction::of(change).map(Some)
    }
}

impl EditableContent for Articles {
    const CREATE: &'static str = "article.create";
    const UPDATE: &'static str = "article.update";
    const SOURCE: Source = Source { kind: "type", partner: "null" };
    const LINKED_AS: Option<LinkTargetKind> = Some(LinkTargetKind::Article);
    type WriterRoles = Editors;

    fn long_texts(record: &mut ArticleRecord) -> Vec<&mut LocalizedText> {
        vec![&mut record.input.content]
    }
}

impl EditableContent for Items {
    const CREATE: &'static str = "item.create";
    const UPDATE: &'static str = "item.update";
    const SOURCE: Source = Source { kind: "type", partner: "partner_id" };
    const LINKED_AS: Option<LinkTargetKind> = Some(LinkTargetKind::Item);
    type WriterRoles = Operators;

    fn long_texts(record: &mut ItemRecord) -> Vec<&mut LocalizedText> {
        vec![&mut record.input.description, &mut record.input.toc]
    }

    fn uses(read: &Read<'_>, id: ItemId) -> AppResult<Vec<ContentUse>> {
        queries::uses_of_item(read, id)
    }
}

impl EditableContent for Campaigns {
    const CREATE: &'static str = "campaign.create";
    const UPDATE: &'static str = "campaign.update";
    const SOURCE: Source = Source { kind: "case shared when 1 then 'shared' else 'single' end", partner: "null" };
    const LINKED_AS: Option<LinkTargetKind> = Some(LinkTargetKind::Campaign);
    type WriterRoles = Operators;

    fn long_texts(record: &mut CampaignRecord) -> Vec<&mut LocalizedText> {
        vec![&mut record.input.name]
    }

    fn more(read: &Read<'_>, before: Option<&CampaignRecord>, input: &CampaignInput) -> AppResult<i64> {
        giving::more_by_campaign(read, before, input)
    }

    fn asked_action(change: &CampaignChange) -> AppResult<Option<AskedAction>> {
        AskedAction::of(change).map(Some)
    }
}

/// A rate gives points. Staff who may not give points leave a partner's rates unchanged, and a new partner's rates as
/// the programme has them. Fails with [`RATES_NEED_OPERATOR`], naming the rates.
fn require_own_rates(
    read: &Read<'_>,
    staff: &AuditedStaff,
    before: Option<&PartnerRecord>,
    input: &PartnerInput,
) -> AppResult<()> {
    if staff.may_issue() {
        return Ok(());
    }
    let usual = partners::usual_rates(read, before)?;
    let asked = [("basePoints", input.base_points, usual.base), ("extraPoints", input.extra_points, usual.extra)];
    let others = asked.iter().filter(|(_, asked, usual)| asked.is_some_and(|rate| rate != *usual));
    let fields: Vec<FieldProblem> =
        others.map(|(field, ..)| FieldProblem::new(*field, RATES_NEED_OPERATOR.code)).collect();
    if fields.is_empty() {
        return Ok(());
    }
    Err(AppError::Refused(Box::new(Refusal { problem: RATES_NEED_OPERATOR, fields, retry_after_s: None })))
}

/// Records of a list, after the given one.
fn list<C: EditableContent>(
    read: &Read<'_>,
    wanted: &Listing,
    after: Option<IdOf<C>>,
    limit: i64,
) -> AppResult<Vec<C::Record>> {
    let ids = queries::list::<C>(read, wanted, after, limit)?;
    ids.into_iter().filter_map(|id| C::find_even_removed(read, id).transpose()).collect()
}

/// Cuts every long text to the length of a name, which is enough to show whether the text exists.
fn shorten<C: EditableContent>(record: &mut C::Record) {
    for LocalizedText { en, zh, zhhk } in C::long_texts(record) {
        for text in [Some(en), zh.as_mut(), zhhk.as_mut()].into_iter().flatten() {
            if let Some((end, _)) = text.char_indices().nth(LONGEST_NAME) {
                text.truncate(end);
            }
        }
    }
}

/// Creates a record and audits it.
pub fn create<C: EditableContent>(tx: &Tx<'_>, staff: &AuditedStaff, input: InputOf<C>) -> AppResult<C::Record> {
    C::permit(tx, staff, None, &input)?;
    let record = C::create(tx, input)?;
    staff.note(tx, C::CREATE, record.id(), None, Some(&record))?;
    Ok(record)
}

/// Replaces a record that is still at `version` (`None` for any) and audits it. Fails with `not_found` and `stale`.
pub fn replace<C: EditableContent>(
    tx: &Tx<'_>,
    staff: &AuditedStaff,
    id: IdOf<C>,
    version: Option<i64>,
    input: InputOf<C>,
) -> AppResult<C::Record> {
    let before = C::find(tx, id)?.ok_or(NOT_FOUND)?;
    require_version(version, before.version())?;
    C::permit(tx, staff, Some(&before), &input)?;
    let after = C::replace(tx, id, input)?;
    staff.note(tx, C::UPDATE, id, Some(&before), Some(&after))?;
    Ok(after)
}

/// Whatever uses a record, and the announcements that link to it, which do not block its removal.
fn uses_and_links<C: EditableContent>(read: &Read<'_>, id: IdOf<C>) -> AppResult<Vec<ContentUse>> {
    let mut uses = C::uses(read, id)?;
    let linked = match (C::LINKED_AS, RecordId::parse(&id.to_string())) {
        (Some(kind), Some(id)) => notifications::linking_to(read, AnnouncementLink { kind, id })?,
        _ => Vec::new(),
    };
    let kind = || "notification".to_owned();
    uses.extend(linked.into_iter().map(|(id, name)| ContentUse {
        kind: kind(),
        id: id.to_string(),
        name,
        blocks: false,
    }));
    Ok(uses)
}

/// Fails with `not_found`, and with [`IN_USE`] for a record in use. Call it before [`remove`].
fn require_unused<C: EditableContent>(read: &Read<'_>, id: IdOf<C>) -> AppResult<()> {
    C::find(read, id)?.ok_or(NOT_FOUND)?;
    refuse_used(&C::uses(read, id)?)
}

/// Removes an unused record and audits it. Fails with `not_found` and [`IN_USE`].
pub fn remove<C: EditableContent>(tx: &Tx<'_>, staff: &AuditedStaff, id: IdOf<C>) -> AppResult<()> {
    let before = C::find(tx, id)?.ok_or(NOT_FOUND)?;
    // Since the first check, another record may have begun to use this one.
    refuse_used(&C::uses_at_once(tx, id)?)?;
    C::remove(tx, id)?;
    staff.note(tx, format!("{}.delete", C::NAME), id, Some(&before), None)
}

/// Fails with [`IN_USE`], naming each user, unless `uses` is empty.
pub fn refuse_used(uses: &[ContentUse]) -> AppResult<()> {
    if uses.is_empty() {
        return Ok(());
    }
    let fields = uses.iter().map(|one| FieldProblem::new(format!("{} {}", one.kind, one.id), "in_use")).collect();
    Err(AppError::Refused(Box::new(Refusal { problem: IN_USE, fields, retry_after_s: None })))
}

/// Restores a removed record and audits it. Fails with `not_found`.
fn restore<C: EditableContent>(tx: &Tx<'_>, staff: &AuditedStaff, id: IdOf<C>) -> AppResult<C::Record> {
    let record = C::restore(tx, id)?;
    staff.note(tx, format!("{}.restore", C::NAME), id, None, Some(&record))?;
    Ok(record)
}

/// The action of a bulk change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum BulkAction {
    /// Publish them, at `publishAt` where given.
    Publish,
    /// Make them drafts again.
    Unpublish,
    /// Archive them.
    Archive,
    /// Remove them.
    Delete,
    /// Restore removed ones.
    Restore,
}

/// A bulk change.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BulkRequest {
    action: BulkAction,
    /// 1 to 500.
    ids: Vec<String>,
    /// Time of publication, for `publish`.
    #[serde(default)]
    publish_at: Option<Timestamp>,
    /// Publish although a translation is missing.
    #[serde(default)]
    use_english: bool,
}

/// The result for one record of a bulk change.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = BulkFate)]
pub struct BulkOutcome {
    #[serde(rename = "_id")]
    id: String,
    done: bool,
    /// The reason for a failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
}

/// The records to be removed that are in use. Call it before [`change_many`].
fn used_ones<C: EditableContent>(read: &Read<'_>, change: &BulkRequest) -> AppResult<HashSet<String>> {
    let mut used = HashSet::new();
    if change.action != BulkAction::Delete || change.ids.len() > MOST_AT_ONCE {
        return Ok(used);
    }
    for text in &change.ids {
        if let Some(id) = IdOf::<C>::parse(text)
            && !C::uses(read, id)?.is_empty()
        {
            used.insert(text.clone());
        }
    }
    Ok(used)
}

/// Applies one action to many records, except the `used` ones. Each record has its own result and its own audit
/// entry. Fails with `invalid_value` for no ids or too many.
fn change_many<C: EditableContent>(
    tx: &Tx<'_>,
    staff: &AuditedStaff,
    change: &BulkRequest,
    used: &HashSet<String>,
) -> AppResult<Vec<BulkOutcome>> {
    each(tx, &change.ids, |tx, text| {
        let id = IdOf::<C>::parse(text).ok_or(NOT_FOUND)?;
        if used.contains(text) {
            return Err(IN_USE.into());
        }
        change_one::<C>(tx, staff, id, change)
    })
}

/// Applies `act` to each id in its own savepoint and returns each result. Fails with `invalid_value` for no ids or
/// too many.
pub fn each(tx: &Tx<'_>, ids: &[String], act: impl Fn(&Tx<'_>, &str) -> AppResult<()>) -> AppResult<Vec<BulkOutcome>> {
    if ids.is_empty() || ids.len() > MOST_AT_ONCE {
        return Err(AppError::invalid_field("ids", "invalid_value"));
    }
    let outcome_of = |text: &String| match tx.savepoint(|tx| act(tx, text)) {
        Ok(()) => Ok(BulkOutcome { id: text.clone(), done: true, code: None }),
        Err(AppError::Refused(refusal)) => {
            Ok(BulkOutcome { id: text.clone(), done: false, code: Some(refusal.problem.code) })
        }
        Err(internal) => Err(internal),
    };
    ids.iter().map(outcome_of).collect()
}

fn change_one<C: EditableContent>(
    tx: &Tx<'_>,
    staff: &AuditedStaff,
    id: IdOf<C>,
    change: &BulkRequest,
) -> AppResult<()> {
    let state = match change.action {
        BulkAction::Delete => return remove::<C>(tx, staff, id),
        BulkAction::Restore => return restore::<C>(tx, staff, id).map(drop),
        BulkAction::Publish if change.publish_at.is_some() => ContentState::Scheduled,
        BulkAction::Publish => ContentState::Published,
        BulkAction::Unpublish => ContentState::Draft,
        BulkAction::Archive => ContentState::Archived,
    };
    let record = C::find(tx, id)?.ok_or(NOT_FOUND)?;
    let publish_at = change.publish_at.or(record.input().publication().publish_at);
    let input = record.input().clone().in_state(state, publish_at, change.use_english);
    giving::replace_among::<C>(tx, staff, id, input).map(drop)
}
