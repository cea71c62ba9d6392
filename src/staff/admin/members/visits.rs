//! The partners at which a member buys: the last visit, and the favourite.

use std::cmp::Reverse;

use serde::Serialize;

use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::{MemberId, PartnerId};
use crate::base::language::LocalizedText;
use crate::base::problem::AppResult;
use crate::member::awards::{self, PartnerVisits};
use crate::member::partners;
use crate::platform::store::Read;

/// Days that count towards the favourite partner, today included.
const DAYS_OF_FAVOURITE: i64 = 365;

/// The last purchase of a member.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(super) struct LastVisit {
    /// Time of the purchase.
    at: Timestamp,
    partner: PartnerId,
    /// The partner's present name.
    name: LocalizedText,
}

/// The partner at which a member bought most often in 365 days.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(super) struct FavouritePartner {
    partner: PartnerId,
    /// The partner's present name.
    name: LocalizedText,
    /// Purchases in the 365 days up to today.
    purchases: i64,
}

/// The last visit of a member, and the favourite partner. Purchases that were taken back do not count. Of two partners with
/// equally many purchases, the favourite is the one that was visited later.
pub(super) fn of_member(read: &Read<'_>, id: MemberId) -> AppResult<(Option<LastVisit>, Option<FavouritePartner>)> {
    let since = Day::of(read.now()).plus(1 - DAYS_OF_FAVOURITE).start();
    let visits = awards::visits_of(read, id, since)?;
    let name_of = |partner| partners::find(read, partner).map(|found| found.map(|partner| partner.input.name));
    let last = visits.iter().max_by_key(|visit| (visit.latest, Reverse(visit.partner)));
    let last = match last {
        Some(PartnerVisits { partner, latest, .. }) => {
            name_of(*partner)?.map(|name| LastVisit { at: *latest, partner: *partner, name })
        }
        None => None,
    };
    let often = visits.iter().filter(|visit| visit.recent > 0);
    let favourite = match often.max_by_key(|visit| (visit.recent, visit.latest, Reverse(visit.partner))) {
        Some(PartnerVisits { partner, recent, .. }) => {
            name_of(*partner)?.map(|name| FavouritePartner { partner: *partner, name, purchases: *recent })
        }
        None => None,
    };
    Ok((last, favourite))
}
