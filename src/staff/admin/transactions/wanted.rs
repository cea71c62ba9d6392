//! Filters of the transaction and settlement lists.

use serde::Deserialize;

use super::TransactionView;
use crate::base::contact::Identifier;
use crate::base::day::Period;
use crate::base::id::{CashierId, ItemId, MemberId, OutletId, PartnerId, RedemptionId, TillId, TransactionId};
use crate::base::points::Hkd;
use crate::base::problem::{AppResult, INVALID_PARAMETER};
use crate::base::transaction_number::TypedNumber;
use crate::core::ledger;
use crate::core::ledger::TransactionKind;
use crate::core::members;
use crate::member::awards::{self, AwardSearch, PointsRange};
use crate::member::rewards::{ItemType, RedemptionStatus};
use crate::platform::http::list_response::period;
use crate::platform::store::Read;
use crate::staff::admin::content::listing::said;

/// Maximum number of awards of one receipt number in a search: partners may use the same numbers.
const MOST_OF_A_RECEIPT: i64 = 500;

/// The order of a list of transactions or settlements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = BookSort)]
pub(super) enum TransactionSort {
    /// Newest first.
    #[default]
    Newest,
    /// Oldest first.
    Oldest,
}

/// The raw query of a list.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct TransactionQuery {
    q: Option<String>,
    status: Option<String>,
    r#type: Option<String>,
    member: Option<String>,
    partner: Option<String>,
    item: Option<String>,
    outlet: Option<String>,
    till: Option<String>,
    cashier: Option<String>,
    #[serde(rename = "amountHkd")]
    amount_hkd: Option<String>,
    #[serde(rename = "pointsFrom")]
    points_from: Option<String>,
    #[serde(rename = "pointsTo")]
    points_to: Option<String>,
    from: Option<String>,
    to: Option<String>,
    #[serde(default)]
    sort: TransactionSort,
}

/// The parsed filters of a transaction list.
#[derive(Clone, Debug)]
pub(super) struct TransactionFilter {
    /// Only the transaction with this id.
    pub only: Option<TransactionId>,
    /// The awards of the receipt number in `q`, or the transaction of the short number in `q`.
    pub receipts: Option<Vec<TransactionId>>,
    /// Whether `q` matches no member and no receipt, or contradicts `member`.
    pub nobody: bool,
    pub member: Option<MemberId>,
    pub partner: Option<PartnerId>,
    pub kind: Option<String>,
    pub period: Period,
    pub sort: TransactionSort,
    /// The place, the person and the bill of an award, which other transactions do not have, and the points.
    pub award: AwardSearch,
}

/// The parsed filters of a redemption list.
#[derive(Clone, Debug)]
pub(super) struct RedemptionFilter {
    /// Only the redemption with this id.
    pub only: Option<RedemptionId>,
    /// Whether `q` matches no member, or contradicts `member`.
    pub nobody: bool,
    pub member: Option<MemberId>,
    pub partner: Option<PartnerId>,
    pub item: Option<ItemId>,
    pub kind: Option<ItemType>,
    pub status: Option<RedemptionStatus>,
    pub period: Period,
    pub sort: TransactionSort,
}

fn id<T>(text: Option<String>, parse: impl Fn(&str) -> Option<T>) -> AppResult<Option<T>> {
    match text.as_deref() {
        None | Some("") => Ok(None),
        Some(text) => Ok(Some(parse(text).ok_or(INVALID_PARAMETER)?)),
    }
}

/// The points that a search asks for.
fn points(from: Option<String>, to: Option<String>) -> AppResult<PointsRange> {
    let whole = |text: &str| text.parse().ok().filter(|points: &i64| *points >= 0);
    let all = PointsRange::default();
    Ok(PointsRange { least: id(from, whole)?.unwrap_or(all.least), most: id(to, whole)?.unwrap_or(all.most) })
}

/// The member that a text identifies, if any.
pub fn named(read: &Read<'_>, text: &str) -> AppResult<Option<MemberId>> {
    let Some(identifier) = Identifier::parse(text) else { return Ok(MemberId::parse(text)) };
    Ok(members::find_by_identifier(read, &identifier)?.map(|member| member.id))
}

impl TransactionFilter {
    /// Fails with `invalid_parameter` for unknown values, and with `invalid_period`.
    pub(super) fn read(read: &Read<'_>, query: TransactionQuery) -> AppResult<Self> {
        let typed = said(query.q)?;
        let only = typed.as_deref().and_then(TransactionId::parse);
        let named = match (&typed, only) {
            (Some(text), None) => Some(named(read, text)?),
            _ => None,
        };
        let given = id(query.member, MemberId::parse)?;
        let receipts = match (&typed, named) {
            (Some(text), Some(None)) => {
                let mut found = awards::of_receipt(read, text, MOST_OF_A_RECEIPT)?;
                if let Some(number) = TypedNumber::parse(text) {
                    found.extend(ledger::numbered(read, number)?);
                }
                Some(found)
            }
            _ => None,
        }
        .filter(|found| !found.is_empty());
        // The details that a counter entered narrow the awards of a receipt in the same search.
        let receipt = typed.filter(|_| receipts.is_some());
        let (member, partner) = (named.flatten().or(given), id(query.partner, PartnerId::parse)?);
        let award = AwardSearch {
            partner,
            member,
            outlet: id(query.outlet, OutletId::parse)?,
            till: id(query.till, TillId::parse)?,
            cashier: id(query.cashier, CashierId::parse)?,
            amount: id(query.amount_hkd, Hkd::parse)?,
            receipt,
            points: points(query.points_from, query.points_to)?,
        };
        let wanted = Self {
            only,
            nobody: (named == Some(None) && receipts.is_none())
                || (given.is_some() && named.flatten().is_some_and(|one| Some(one) != given)),
            receipts,
            member,
            partner,
            kind: said(query.r#type)?,
            period: period(query.from.as_deref(), query.to.as_deref())?,
            sort: query.sort,
            award,
        };
        if wanted.points().is_asked() && !wanted.is_bounded() { Err(INVALID_PARAMETER.into()) } else { Ok(wanted) }
    }

    /// The points that each transaction must have moved.
    pub(super) fn points(&self) -> PointsRange {
        self.award.points
    }

    /// Whether something else bounds the transactions whose points are compared: no index has points, and a search by
    /// points alone would read the whole ledger.
    fn is_bounded(&self) -> bool {
        let rarer = |kind: &String| *kind != TransactionKind::Transfer.name();
        self.only.is_some()
            || self.nobody
            || self.receipts.is_some()
            || self.member.is_some()
            || self.partner.is_some()
            || self.award.is_asked()
            || self.kind.as_ref().is_some_and(rarer)
            || self.period.from != Period::ALWAYS.from
    }

    /// Whether a transaction found by its receipt matches the other filters.
    pub(super) fn fits(&self, view: &TransactionView) -> bool {
        let partner = self.partner.map(|id| id.to_string());
        let belongs = |id| view.postings.iter().any(|posting| posting.member.as_ref().is_some_and(|one| one.id == id));
        self.kind.as_ref().is_none_or(|kind| *kind == view.kind)
            && (partner.is_none() || partner == view.partner)
            && self.member.is_none_or(belongs)
            && self.period.from <= view.created
            && view.created < self.period.until
            && self.points().contains(view.moved())
    }

    /// Whether there is no filter.
    pub(super) fn is_open(&self) -> bool {
        let narrowed = self.only.is_some()
            || self.receipts.is_some()
            || self.nobody
            || self.member.is_some()
            || self.partner.is_some()
            || self.award.is_asked()
            || self.points().is_asked();
        !narrowed && self.kind.is_none() && self.period == Period::ALWAYS
    }
}

impl RedemptionFilter {
    /// Fails with `invalid_parameter` for unknown values, and with `invalid_period`.
    pub(super) fn read(read: &Read<'_>, query: TransactionQuery) -> AppResult<Self> {
        let typed = said(query.q)?;
        let only = match typed.as_deref().and_then(RedemptionId::parse) {
            Some(id) => crate::member::rewards::find(read, id)?.map(|found| found.id),
            None => None,
        };
        let named = match (&typed, only) {
            (Some(text), None) => Some(named(read, text)?),
            _ => None,
        };
        let given = id(query.member, MemberId::parse)?;
        Ok(Self {
            only,
            nobody: named == Some(None) || (given.is_some() && named.flatten().is_some_and(|one| Some(one) != given)),
            member: named.flatten().or(given),
            partner: id(query.partner, PartnerId::parse)?,
            item: id(query.item, ItemId::parse)?,
            kind: id(query.r#type, ItemType::from_name)?,
            status: id(query.status, RedemptionStatus::from_name)?,
            period: period(query.from.as_deref(), query.to.as_deref())?,
            sort: query.sort,
        })
    }
}
