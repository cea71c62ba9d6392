//! The records of the back office in the filled demo: a batch of credits, an API key, and corrections, one of which waits
//! for a second person.

use std::net::{IpAddr, Ipv4Addr};

use anyhow::Context;

use super::content::days_before;
use super::office::OFFICE;
use super::{DemoPartners, STAFF};
use crate::auth::api_keys::Scope;
use crate::auth::staff;
use crate::base::contact::Email;
use crate::base::id::MemberId;
use crate::base::keys::Keyring;
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::core::members;
use crate::platform::audit::Actor;
use crate::platform::store::Tx;
use crate::staff::for_cli::{self, NewKey};
use crate::staff::for_demo::{self, ActingStaff};

/// The number of members who helped at the event of the credit batch, and the points of each of them.
const HELPERS: usize = 12;
const HELPED: i64 = 120;
/// The age of the API key in days.
const KEY_MADE: u32 = 40;
/// The points of the correction; support may propose this number.
const MISSED: i64 = 240;
/// The corrections that an operator made alone: the place of the member, the points and the reason. They have the time of
/// the fill, as the batch has, so that the movements of each member are in the order of their time.
const CORRECTED: [(usize, i64, &str); 3] = [
    (7, 36, "The receipt shows the Enjoy Card, and the till did not count it."),
    (31, 50, "The till was offline for a bill of HK$50."),
    (44, 20, "The own cup was not counted at the counter."),
];

/// Writes the records of this module. A demo without neighbours gets none of them.
pub(super) fn write(tx: &Tx<'_>, people: &[MemberId], partners: &DemoPartners, keys: &Keyring) -> AppResult<()> {
    let Some(asking) = people.last() else { return Ok(()) };
    let [(owner, ..), (operator, ..), _] = STAFF;
    let [_, (support, ..), ..] = OFFICE;
    let acting = ActingStaff::new(signed_in(tx, operator)?, keys);
    for (place, points, reason) in CORRECTED {
        if let Some(member) = people.get(place) {
            for_demo::ask_to_adjust(tx, &acting, *member, points, reason)?;
        }
    }
    give_credits(tx, &acting, people)?;
    if let Some((_, partner)) = partners.first() {
        let key = NewKey {
            partner: *partner,
            outlet: None,
            name: "Till system, head office".to_owned(),
            scopes: vec![Scope::Award, Scope::Activity],
            networks: Vec::new(),
            daily_cap: Some(20_000),
            days: Some(365),
        };
        for_cli::create_key(&tx.at(days_before(tx.now(), KEY_MADE)), keys, &signed_in(tx, owner)?, &key)?;
    }
    let reason = "The till was offline, and the receipt of HK$240 was not scanned.";
    for_demo::ask_to_adjust(tx, &ActingStaff::new(signed_in(tx, support)?, keys), *asking, MISSED, reason)
}

/// Gives the same points to some members by one file, as an operator does after an event.
fn give_credits(tx: &Tx<'_>, operator: &ActingStaff, people: &[MemberId]) -> AppResult<()> {
    let rows = people.iter().step_by(3).take(HELPERS).map(|member| {
        let member = members::find(tx, *member)?.ok_or(NOT_FOUND)?;
        Ok((member.short_id.to_string(), HELPED, "Helped at the beach clean-up in Shek O"))
    });
    for_demo::give_credits(tx, operator, "beach-clean-up.csv", &rows.collect::<AppResult<Vec<_>>>()?)
}

/// The member of staff with this address, on this machine.
fn signed_in(tx: &Tx<'_>, email: &str) -> AppResult<Actor> {
    let email = Email::parse(email).context("a demo address")?;
    let person = staff::find_staff_by_email(tx, &email)?.ok_or(NOT_FOUND)?.info;
    let address = IpAddr::V4(Ipv4Addr::LOCALHOST);
    Ok(Actor { id: *person.id.as_bytes(), name: person.name, role: person.role.name(), address })
}
