//! A signed statement: the transactions of one member in one month, with the end of the ledger's chain at its close,
//! signed by the programme (Ed25519). A file of it is checked without a server: see [`super::check`].

use std::collections::BTreeMap;

use ring::signature::{ED25519, UnparsedPublicKey};
use serde::{Deserialize, Serialize};

use super::Transaction;
use super::second_line::{partner_line, second_line};
use super::signing_keys::StatementSigner;
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::{MemberId, TransactionId};
use crate::base::language::Language;
use crate::base::messages;
use crate::base::month::Month;
use crate::base::points::Measure;
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::base::secret::{base64url, read_base64url};
use crate::core::expiry::{self, last_day_of};
use crate::core::ledger::{self, LedgerEntry};
use crate::core::{members, settings};
use crate::member::carbon;
use crate::member::expiry::ends_of;
use crate::platform::store::Read;

/// The format that this version writes. It is the first line of the signed text, so that a signature made for another
/// purpose does not match.
pub const FORMAT: &str = "kapok-statement-1";

/// A signed statement, as the JSON file holds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SignedStatement {
    /// The signed content.
    pub statement: MonthStatement,
    /// Ed25519 over the format, a line break and the canonical JSON of the statement (RFC 8785), in base64url.
    pub signature: String,
}

/// The transactions of a member in a month.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MonthStatement {
    /// `kapok-statement-1`.
    pub format: String,
    /// The programme's name.
    pub programme: String,
    /// The id of the key that signed.
    pub key_id: String,
    /// The public key, in base64url.
    pub public_key: String,
    /// The member's short id.
    pub member: String,
    /// The month in Hong Kong.
    pub month: Month,
    /// Points before the month.
    pub opening: i64,
    /// Oldest first.
    pub movements: Vec<StatementMovement>,
    /// Points at the end of the month.
    pub closing: i64,
    /// Points of purchases that were pending at the end of the month, which are in no balance; absent if none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pending: Option<i64>,
    /// The points that expire next, on the day of the download. Absent where none expire, and in statements of before
    /// this field existed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expiring: Option<StatementExpiring>,
    /// The CO2e that the member saved. Absent while the programme does not count carbon, and in statements of before
    /// this field existed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carbon: Option<StatementCarbon>,
    /// The last transaction of the whole programme in the month, or before it.
    pub chain: StatementChain,
}

/// A transaction of the member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StatementMovement {
    /// The number of the transaction in the programme's ledger.
    pub number: i64,
    /// The transaction's id.
    pub id: TransactionId,
    /// The type, as the list of transactions names it.
    #[serde(rename = "type")]
    pub kind: String,
    /// The partner of a purchase or the reason of any other movement, in the member's language. Names of other people are left out.
    pub text: String,
    /// The outlet, the bill and the parts of the points of a purchase, or the day of what is taken back, in the member's
    /// language. Absent where there is nothing to add, and in statements of before this field existed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// Signed whole points.
    pub points: i64,
    /// The balance after it.
    pub balance_after: i64,
    /// The time of the posting.
    pub created: Timestamp,
}

/// The points that expire next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StatementExpiring {
    /// The day on which the statement was made.
    pub as_of: Day,
    /// At most two days, the next first.
    pub days: Vec<StatementEnd>,
}

/// Points that expire together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StatementEnd {
    /// Whole points.
    pub points: i64,
    /// The last day on which they can be spent.
    pub last_day: Day,
}

/// The CO2e that a member saved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StatementCarbon {
    /// Grams in the month.
    pub month_grams: Measure,
    /// Grams from the start of the year to the end of the month.
    pub year_grams: Measure,
}

/// The end of the ledger's chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StatementChain {
    /// The number of the transaction; 0 for an empty ledger.
    pub number: i64,
    /// The transaction's hash, which covers all transactions up to it, in hexadecimal.
    pub hash: String,
}

/// The months of which a member can have a statement: those that have ended since the member joined, newest first.
pub fn months_since(joined: Timestamp, now: Timestamp) -> Vec<Month> {
    let mut months = Vec::new();
    let (first, mut month) = (Month::of(joined), Month::of(now).previous());
    while month >= first {
        months.push(month);
        month = month.previous();
    }
    months
}

/// A member's statement of a month, signed. Fails with `not_found` for a month that has not ended or is before the
/// member joined.
pub fn signed(read: &Read<'_>, key: &StatementSigner, member: MemberId, month: Month) -> AppResult<SignedStatement> {
    let record = members::find(read, member)?.ok_or(NOT_FOUND)?;
    if !months_since(record.created, read.now()).contains(&month) {
        return Err(NOT_FOUND.into());
    }
    let account = ledger::account_in(read, member, month.period(), i64::MAX)?;
    let head = ledger::head_before(read, month.period())?;
    let movement = |entry| movement(read, entry, record.language);
    let statement = MonthStatement {
        format: FORMAT.to_owned(),
        programme: settings::current(read)?.programme_name.clone(),
        key_id: key.id.clone(),
        public_key: base64url(&key.public_key),
        member: record.short_id.to_string(),
        month,
        opening: account.opening,
        movements: account.entries.into_iter().map(movement).collect::<AppResult<_>>()?,
        closing: account.closing,
        pending: Some(ledger::pending_before(read, member, month.period())?).filter(|points| *points > 0),
        expiring: expiring(read, member)?,
        carbon: saved(read, member, month)?,
        chain: StatementChain { number: head.seq, hash: head.hex() },
    };
    let signature = base64url(&key.sign(&statement.signed_bytes()?));
    Ok(SignedStatement { statement, signature })
}

/// The next two days on which points expire; `None` if none do.
fn expiring(read: &Read<'_>, member: MemberId) -> AppResult<Option<StatementExpiring>> {
    let policies = expiry::policies(read)?;
    if policies.is_empty() {
        return Ok(None);
    }
    let mut days = BTreeMap::new();
    for (lot, end) in ends_of(read, &policies, ledger::account_of(read, member)?)? {
        if end > read.now() && end != Timestamp::NEVER {
            *days.entry(last_day_of(end)).or_insert(0) += lot.points;
        }
    }
    let days: Vec<_> = days.into_iter().take(2).map(|(last_day, points)| StatementEnd { points, last_day }).collect();
    Ok(Some(StatementExpiring { as_of: Day::of(read.now()), days }).filter(|expiring| !expiring.days.is_empty()))
}

/// The CO2e that the member saved in the month and in its year; `None` while the programme does not count carbon.
fn saved(read: &Read<'_>, member: MemberId, month: Month) -> AppResult<Option<StatementCarbon>> {
    if !settings::current(read)?.carbon {
        return Ok(None);
    }
    let Some(tree) = carbon::tree(read, member, month.number().div_euclid(12))? else { return Ok(None) };
    let place = usize::try_from(month.number().rem_euclid(12)).unwrap_or(0);
    let until = tree.months.iter().take(place + 1).map(|grams| grams.units()).sum();
    let month_grams = tree.months.get(place).copied().unwrap_or_default();
    Ok(Some(StatementCarbon { month_grams, year_grams: Measure::from_units(until) }))
}

fn movement(read: &Read<'_>, entry: LedgerEntry, language: Language) -> AppResult<StatementMovement> {
    let (number, detail) = (entry.seq, second_line(read, &entry, language)?);
    let partner = partner_line(read, &entry, language)?;
    let Transaction { id, kind, points, created, balance_after, item_snapshot, .. } = entry.into();
    let text = match (partner, item_snapshot) {
        (Some(partner), _) => partner,
        (None, Some(snapshot)) => snapshot.name.get(language).to_owned(),
        (None, None) => messages::text(language, "print.transfer", &[]),
    };
    Ok(StatementMovement { number, id, kind: kind.to_owned(), text, detail, points, balance_after, created })
}

impl MonthStatement {
    /// The bytes that are signed.
    pub fn signed_bytes(&self) -> AppResult<Vec<u8>> {
        // A `Value` keeps the fields of an object sorted, and all numbers are whole: this is the form of RFC 8785.
        let canonical = serde_json::to_string(&serde_json::to_value(self)?)?;
        Ok(format!("{FORMAT}\n{canonical}").into_bytes())
    }

    /// Whether each movement leads from the balance before it to the balance after it.
    pub fn adds_up(&self) -> bool {
        let mut balance = self.opening;
        let steps = self.movements.iter().all(|movement| {
            let next = balance.checked_add(movement.points);
            balance = movement.balance_after;
            next == Some(balance)
        });
        steps && balance == self.closing
    }
}

/// Whether a text is the signature of these bytes by the owner of that public key.
pub(super) fn is_signature(public_key: &[u8], bytes: &[u8], signature: &str) -> bool {
    let Some(signature) = read_base64url(signature) else { return false };
    UnparsedPublicKey::new(&ED25519, public_key).verify(bytes, &signature).is_ok()
}

#[cfg(test)]
mod tests {
    use super::months_since;
    use crate::base::clock::Timestamp;

    #[test]
    fn a_month_has_a_statement_from_its_end_in_hong_kong_on() {
        let at = |text| Timestamp::parse(text).expect("a moment");
        let months = |joined, now| -> Vec<String> {
            months_since(at(joined), at(now)).iter().map(ToString::to_string).collect()
        };
        assert_eq!(months("2026-12-31T15:59:59Z", "2027-02-28T15:59:59Z"), ["2027-01", "2026-12"]);
        assert_eq!(months("2026-12-31T16:00:00Z", "2027-02-28T16:00:00Z"), ["2027-02", "2027-01"]);
        assert!(months("2027-02-01T00:00:00Z", "2027-02-28T15:59:59Z").is_empty());
    }
}
