//! A signed statement: the transactions of one member in one month, with the end of the ledger's chain at its close,
//! signed by the programme (Ed25519). A file of it is checked without a server: see [`super::check`].

use ring::signature::{ED25519, UnparsedPublicKey};
use serde::{Deserialize, Serialize};

use super::Transaction;
use super::signing_keys::StatementSigner;
use crate::base::clock::Timestamp;
use crate::base::id::{MemberId, TransactionId};
use crate::base::language::Language;
use crate::base::messages;
use crate::base::month::Month;
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::base::secret::{base64url, read_base64url};
use crate::core::ledger::{self, LedgerEntry};
use crate::core::{members, settings};
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
    /// The reason, in the member's language. Names of other people are left out.
    pub text: String,
    /// Signed whole points.
    pub points: i64,
    /// The balance after it.
    pub balance_after: i64,
    /// The time of the posting.
    pub created: Timestamp,
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
    let statement = MonthStatement {
        format: FORMAT.to_owned(),
        programme: settings::current(read)?.programme_name.clone(),
        key_id: key.id.clone(),
        public_key: base64url(&key.public_key),
        member: record.short_id.to_string(),
        month,
        opening: account.opening,
        movements: account.entries.into_iter().map(|entry| movement(entry, record.language)).collect(),
        closing: account.closing,
        pending: Some(ledger::pending_before(read, member, month.period())?).filter(|points| *points > 0),
        chain: StatementChain { number: head.seq, hash: head.hex() },
    };
    let signature = base64url(&key.sign(&statement.signed_bytes()?));
    Ok(SignedStatement { statement, signature })
}

fn movement(entry: LedgerEntry, language: Language) -> StatementMovement {
    let number = entry.seq;
    let Transaction { id, kind, points, created, balance_after, item_snapshot, .. } = entry.into();
    let text = match item_snapshot {
        Some(snapshot) => snapshot.name.get(language).to_owned(),
        None => messages::text(language, "print.transfer", &[]),
    };
    StatementMovement { number, id, kind: kind.to_owned(), text, points, balance_after, created }
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
