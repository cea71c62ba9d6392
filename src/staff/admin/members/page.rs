//! The page of one member, in one call, and the member's statement for print.

pub(super) use super::LotView;
use serde::Serialize;

use super::visits::{self, FavouritePartner, LastVisit};
use super::{MemberView, known, queries};
use crate::auth::sessions;
use crate::auth::{SessionKind, passkeys};
use crate::base::clock::Timestamp;
use crate::base::day::{Day, Period};
use crate::base::id::{MemberId, PasskeyId, SessionId, TransactionId};
use crate::base::language::Language;
use crate::base::messages;
use crate::base::points::{Hkd, PointsRate};
use crate::base::problem::AppResult;
use crate::core::ledger::{self, LedgerEntry, TransactionText};
use crate::core::members::card_pins::{self, CardPinState};
use crate::core::members::{self, notes};
use crate::core::print::{PrintBranding, StatementRow, StatementSheet};
use crate::core::settings;
use crate::member::notifications::{self, Notification};
use crate::member::rewards;
use crate::member::statement::second_line;
use crate::platform::http::list_response::{Cell, CsvRow, languages};
use crate::platform::store::Read;
use crate::staff::admin::transactions::{RedemptionView, redemption_view};

/// Rows of each kind on the page.
const LATEST: i64 = 20;
/// Maximum number of lines in one statement.
pub(super) const LONGEST_STATEMENT: i64 = 10_000;

/// A transaction of a member, with fields that only the admin shows.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminEntry {
    #[serde(rename = "_id")]
    id: TransactionId,
    #[serde(rename = "type")]
    kind: String,
    /// Signed.
    points: i64,
    balance_after: i64,
    created: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    counterparty: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    item_snapshot: Option<TransactionText>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// The transaction's sequence number in the ledger.
    #[serde(skip)]
    pub(super) seq: i64,
}

impl From<LedgerEntry> for AdminEntry {
    fn from(entry: LedgerEntry) -> Self {
        Self {
            id: entry.id,
            kind: entry.kind.name().to_owned(),
            points: entry.points,
            balance_after: entry.balance_after,
            created: entry.created,
            counterparty: entry.memo,
            item_snapshot: entry.details.snapshot,
            reason: entry.details.reason,
            seq: entry.seq,
        }
    }
}

impl CsvRow for AdminEntry {
    const HEADINGS: &'static str = "_id,created,type,in,out,balanceAfter,name.en,name.zh,name.zhhk,counterparty,reason";

    fn cells(&self) -> Vec<Cell> {
        let (came, went) =
            (Some(self.points).filter(|points| *points > 0), Some(-self.points).filter(|points| *points > 0));
        let mut cells = vec![
            self.id.to_string().into(),
            self.created.into(),
            self.kind.clone().into(),
            came.into(),
            went.into(),
            self.balance_after.into(),
        ];
        let name = self.item_snapshot.as_ref().map(|snapshot| snapshot.name.clone()).unwrap_or_default();
        cells.extend(languages(&name));
        cells.extend([self.counterparty.clone().into(), self.reason.clone().into()]);
        cells
    }
}

/// A session of a member.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminSession)]
struct AdminSession {
    #[serde(rename = "_id")]
    id: SessionId,
    /// `browser` or `api`.
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    device: Option<String>,
    started: Timestamp,
    last_seen: Timestamp,
}

/// A passkey of a member.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminPasskey)]
struct PasskeyView {
    #[serde(rename = "_id")]
    id: PasskeyId,
    /// Browser and system.
    name: String,
    created: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_used: Option<Timestamp>,
}

/// A member's page.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminMemberPage)]
pub(super) struct MemberPage {
    member: MemberView,
    language: Language,
    referral_code: String,
    /// Whether the member can sign in with a password.
    has_password: bool,
    /// The member's passkeys, oldest first.
    passkeys: Vec<PasskeyView>,
    /// Short ids from merged accounts, which still find the member.
    former_short_ids: Vec<String>,
    /// Short ids of replaced cards, which no longer find the member.
    lost_short_ids: Vec<String>,
    /// The text of the QR code on the card.
    card_text: String,
    /// Whether the card has a PIN; absent for members who can sign in.
    #[serde(skip_serializing_if = "Option::is_none")]
    card_pin: Option<CardPinState>,
    /// Points on hold for open exchanges.
    held: i64,
    /// The balance in HK$, by the value of a point in the settings; absent while that value is 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    worth_hkd: Option<Hkd>,
    /// The last purchase; absent for members who have bought nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_visit: Option<LastVisit>,
    /// The partner with the most purchases; absent for members who have bought nothing in 365 days.
    #[serde(skip_serializing_if = "Option::is_none")]
    favourite_partner: Option<FavouritePartner>,
    /// The lots that make up the points, in the order in which they are spent.
    lots: Vec<LotView>,
    transactions: Vec<AdminEntry>,
    redemptions: Vec<RedemptionView>,
    /// The newest messages of the inbox.
    messages: Vec<Notification>,
    /// The member's sessions.
    sessions: Vec<AdminSession>,
    /// Notes of staff about the member, newest first.
    notes: Vec<notes::MemberNote>,
}

/// A member's page. Fails with `not_found`.
pub(super) fn page(read: &Read<'_>, id: MemberId) -> AppResult<MemberPage> {
    let view = known(read, id)?;
    let record = members::find(read, id)?.ok_or(crate::base::problem::NOT_FOUND)?;
    let bought = queries::latest_redemptions(read, id, LATEST)?;
    let redemption = |id| rewards::find(read, id)?.map(|record| redemption_view(read, record)).transpose();
    let sessions = sessions::list_of_member(read, id)?.into_iter().map(|one| AdminSession {
        id: one.id,
        kind: if one.kind == SessionKind::Browser { "browser" } else { "api" },
        device: one.device,
        started: one.started,
        last_seen: one.last_seen,
    });
    let passkeys = passkeys::list(read, id)?.into_iter().map(|one| PasskeyView {
        id: one.id,
        name: one.name,
        created: one.created,
        last_used: one.last_used,
    });
    let card_only = card_pins::has_card_only(read, &record)?;
    let value = Some(settings::current(read)?.point_value_hkd).filter(|value| *value > PointsRate::ZERO);
    let (last_visit, favourite_partner) = visits::of_member(read, id)?;
    Ok(MemberPage {
        card_pin: card_only.then(|| card_pins::state_of(read, id)).transpose()?,
        language: record.language,
        referral_code: record.referral_code,
        has_password: members::credentials(read, id)?.is_some_and(|known| known.password_hash.is_some()),
        passkeys: passkeys.collect(),
        former_short_ids: queries::former_short_ids(read, id, false)?,
        lost_short_ids: queries::former_short_ids(read, id, true)?,
        card_text: record.short_id.to_string(),
        held: queries::points_on_hold(read, id)?,
        worth_hkd: value.and_then(|value| value.worth_of(view.points)),
        last_visit,
        favourite_partner,
        lots: queries::lots(read, id)?,
        transactions: ledger::entries(read, id, i64::MAX, LATEST)?.into_iter().map(AdminEntry::from).collect(),
        redemptions: bought.into_iter().filter_map(|id| redemption(id).transpose()).collect::<AppResult<_>>()?,
        messages: notifications::latest(read, id, LATEST)?,
        sessions: sessions.collect(),
        notes: notes::newest(read, id)?,
        member: view,
    })
}

/// A statement for print: opening balance, each movement, and closing balance.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminStatement)]
pub(super) struct Statement {
    member: MemberView,
    language: Language,
    /// The day on which the member joined.
    #[serde(skip)]
    since: Day,
    from: Day,
    to: Day,
    /// Points before the first line.
    opening: i64,
    /// Oldest first.
    lines: Vec<AdminEntry>,
    /// The second line of each entry of `lines`, for print; empty unless the statement is printed.
    #[serde(skip)]
    details: Vec<Option<String>>,
    /// Points after the last line.
    closing: i64,
    /// Whether lines were cut because the statement is too long; ask for fewer days.
    cut: bool,
}

impl Statement {
    pub(super) fn lines(&self) -> &[AdminEntry] {
        &self.lines
    }

    /// The statement as a sheet for print.
    pub(super) fn sheet(&self, head: PrintBranding) -> StatementSheet {
        let words = |line: &AdminEntry| {
            let snapshot = line.item_snapshot.as_ref().map(|snapshot| snapshot.name.get(self.language).to_owned());
            let words = [
                snapshot.unwrap_or_else(|| messages::text(self.language, "print.transfer", &[])),
                line.counterparty.clone().unwrap_or_default(),
            ];
            words.join(" ").trim().to_owned()
        };
        let row = |(line, detail): (&AdminEntry, &Option<String>)| StatementRow {
            day: Day::of(line.created),
            words: words(line),
            detail: detail.clone(),
            points: line.points,
            balance: line.balance_after,
        };
        StatementSheet {
            head,
            language: self.language,
            heading: messages::text(self.language, "print.statement", &[]),
            name: members::full_name(self.language, &self.member.first_name, &self.member.last_name),
            short_id: self.member.short_id.to_string(),
            since: self.since,
            from: self.from,
            to: self.to,
            opening: self.opening,
            rows: self.lines.iter().zip(&self.details).map(row).collect(),
            closing: self.closing,
            notes: Vec::new(),
            facts: Vec::new(),
            proof: None,
            attachment: None,
        }
    }
}

/// A member's statement for some days; `details` is for print only, because each takes a statement of its own. Fails with
/// `not_found`.
pub(super) fn statement(
    read: &Read<'_>,
    id: MemberId,
    period: Period,
    (from, to): (Day, Day),
    for_print: bool,
) -> AppResult<Statement> {
    let member = known(read, id)?;
    let record = members::find(read, id)?.ok_or(crate::base::problem::NOT_FOUND)?;
    let account = ledger::account_in(read, id, period, LONGEST_STATEMENT + 1)?;
    let cut = account.entries.len() as i64 > LONGEST_STATEMENT;
    let printed = account.entries.iter().filter(|_| for_print);
    let details = printed.map(|entry| second_line(read, entry, record.language));
    let details = details.collect::<AppResult<_>>()?;
    let lines = account.entries.into_iter().map(AdminEntry::from).collect();
    let (opening, closing) = (account.opening, account.closing);
    let since = Day::of(record.created);
    Ok(Statement { member, language: record.language, since, from, to, opening, lines, details, closing, cut })
}
