//! Posts the rows of accepted credit batches, in turns of the writer short enough for other writes in between.
//!
//! Each turn posts only rows that it finds open. For that reason, concurrent calls of [`post_open_rows`] never post a
//! row twice, and a server that was killed between two turns continues at its next start.

pub(super) use super::OpenRow;
use std::time::{Duration, Instant};

use super::{details, purchases, queries};
use crate::base::id::MemberId;
use crate::base::messages;
use crate::base::points::MAX_POINTS;
use crate::base::problem::AppResult;
use crate::core::ledger::{self, AccountId, BALANCE_LIMIT, NewPostings, TransactionKind};
use crate::member::notifications;
use crate::member::rewards::CodeVault;
use crate::platform::store::{Read, Store, Tx};

/// Time limit of one turn; then other waiting writes run.
const TURN: Duration = Duration::from_millis(40);
/// Maximum number of rows that one turn reads.
const ROWS_OF_A_TURN: i64 = 1_000;

/// Posts all open rows of all batches before it returns. Continues in the background if the client disconnects. Fails
/// as a write does; the remaining rows stay open for the next call.
pub async fn post_open_rows(store: &Store, vault: &CodeVault) -> AppResult<()> {
    if !store.read(queries::has_open_rows)? {
        return Ok(());
    }
    let (store, vault) = (store.clone(), vault.clone());
    let posting = tokio::spawn(async move {
        loop {
            let vault = vault.clone();
            if !store.write_many_rows_unattended(move |tx| post_turn(tx, &vault, TURN)).await? {
                break;
            }
        }
        Ok(())
    });
    posting.await.map_err(|error| anyhow::Error::from(error).context("the posting of a credit batch panicked"))?
}

/// Posts all open rows inside a write, for a change that needs them posted.
pub fn post_all(tx: &Tx<'_>, vault: &CodeVault) -> AppResult<()> {
    while post_turn(tx, vault, Duration::MAX)? {}
    Ok(())
}

/// Posts open rows until `turn` has passed, at least one; returns false when no row was open.
fn post_turn(tx: &Tx<'_>, vault: &CodeVault, turn: Duration) -> AppResult<bool> {
    let (began, rows) = (Instant::now(), queries::open_rows(tx, ROWS_OF_A_TURN)?);
    for (posted, row) in rows.iter().enumerate() {
        if posted > 0 && began.elapsed() >= turn {
            break;
        }
        if row.left {
            queries::set_refused(tx, row, "member_left")?;
        } else if let Some(bill) = &row.purchase {
            purchases::award(tx, vault, row, bill)?;
        } else if require_room(tx, row.member, row.points).is_err() {
            queries::set_refused(tx, row, BALANCE_LIMIT.code)?;
        } else {
            post(tx, row)?;
        }
    }
    Ok(!rows.is_empty())
}

fn post(tx: &Tx<'_>, row: &OpenRow) -> AppResult<()> {
    let account = ledger::account_of(tx, row.member)?;
    let movement = NewPostings::between(
        TransactionKind::Adjustment,
        AccountId::ISSUANCE,
        account,
        row.points,
        details("adjusted", &row.reason),
    );
    let posted = ledger::post(tx, &movement)?;
    let points = messages::grouped(row.points);
    notifications::notify(tx, row.member, "points_adjusted", &[("points", &points), ("reason", &row.reason)])?;
    queries::set_posted(tx, row, posted.id)
}

/// Fails with `balance_limit` where the member's balance would exceed the maximum that clients can hold.
pub(super) fn require_room(read: &Read<'_>, member: MemberId, points: i64) -> AppResult<()> {
    let after = ledger::balance_of(read, member)?.checked_add(points).filter(|after| *after <= MAX_POINTS);
    if after.is_some() { Ok(()) } else { Err(BALANCE_LIMIT.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::contact::HkPhone;
    use crate::base::id::RecordId;
    use crate::base::keys::Keyring;
    use crate::base::language::Language;
    use crate::core::members::{self, NewMember, PersonName};
    use crate::member::personal_data;
    use crate::platform::audit::Actor;
    use crate::staff::admin::credit_batches::CreditLine;

    fn member(tx: &Tx<'_>, phone: &str) -> AppResult<MemberId> {
        let name = |text| PersonName::parse(text).expect("a name");
        let new = NewMember {
            first_name: name("Mei"),
            last_name: name("Chan"),
            email: None,
            phone: HkPhone::parse(phone),
            password_hash: None,
            language: Language::En,
            referred_by: None,
        };
        let record = members::create(tx, &new)?;
        ledger::open_account(tx, record.id)?;
        Ok(record.id)
    }

    fn accept(tx: &Tx<'_>, members: &[MemberId]) -> AppResult<RecordId> {
        let id = RecordId::made_at(tx.now());
        let ada = Actor {
            id: [1; 16],
            name: "Ada".to_owned(),
            role: "operator",
            address: std::net::IpAddr::from([127, 0, 0, 1]),
        };
        queries::insert(tx, id, "July", members.len() as i64, 50 * members.len() as i64, &ada)?;
        for (number, member) in members.iter().enumerate() {
            let line = CreditLine {
                line: number as i64 + 1,
                identifier: member.to_string(),
                points: Some(50),
                reason: "thanks".to_owned(),
                purchase: None,
                mistake: None,
            };
            queries::insert_row(tx, id, &line, *member, 50)?;
        }
        Ok(id)
    }

    #[test]
    fn a_batch_is_posted_in_turns_and_each_row_once() {
        let (_folder, store) = Store::in_new_folder();
        let prepare = |tx: &Tx<'_>| {
            let members = ["61000001", "61000002", "61000003"].map(|phone| member(tx, phone));
            let members = members.into_iter().collect::<AppResult<Vec<_>>>()?;
            Ok((accept(tx, &members)?, members))
        };
        let (batch, members) = store.write_blocking(prepare).expect("accepted");
        let balances = || {
            let of = |member: &MemberId| store.read(|read| ledger::balance_of(read, *member)).expect("a balance");
            members.iter().map(of).collect::<Vec<_>>()
        };
        assert_eq!(balances(), [0, 0, 0], "an accepted batch is posted in turns of its own");

        let turn = |time| {
            let vault = CodeVault::new(&Keyring::new([9; 32]));
            store.write_blocking(move |tx| post_turn(tx, &vault, time)).expect("a turn")
        };
        let more = turn(Duration::ZERO);
        assert!(more, "the first turn finds rows");
        assert_eq!(balances(), [50, 0, 0], "a turn without time posts one row");

        let second = members[1];
        store.write_blocking(move |tx| personal_data::erase(tx, second)).expect("erased");
        while turn(TURN) {}
        assert_eq!(balances(), [50, 0, 50], "the account of a member who left gets nothing");

        let rows = store.read(|read| queries::credits(read, batch, 0, 10)).expect("rows");
        let refused: Vec<_> = rows.iter().map(|row| row.refused.as_deref()).collect();
        assert_eq!(refused, [None, Some("member_left"), None]);
        assert!(!store.read(queries::has_open_rows).expect("known"), "no row is open any more");
    }
}
