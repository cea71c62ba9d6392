//! Recipient preview before a transfer. Only for short ids, which people read out, and with a masked name that is
//! enough to recognise the right person.

use std::time::Duration;

use serde::Serialize;

use super::{DAILY_LIMIT, queries};
use crate::base::contact::Identifier;
use crate::base::id::MemberId;
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::base::short_id::ShortId;
use crate::core::members::{self, MemberRecord, Status, is_han};
use crate::platform::store::Tx;
use crate::platform::throttle::Limits;
use crate::platform::throttle::table::RECIPIENT_LOOKS_PER_DAY;

/// The member with a short id.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RecipientPreview {
    short_id: ShortId,
    /// The name with all but its initials masked, such as `M*** C***` or `陳*文`.
    name: String,
}

/// The result of a preview. Both variants are committed, because previews of unknown ids count against the daily
/// limit too.
pub(super) type RecipientLookup = Result<RecipientPreview, crate::base::problem::ProblemType>;

/// Looks up a short id. Fails with `daily_limit_reached`; returns `not_found` for an unknown id, for a member who
/// cannot receive, and for the member's own id.
pub(super) fn look(tx: &Tx<'_>, limits: &Limits, member: MemberId, short_id: &ShortId) -> AppResult<RecipientLookup> {
    limits.counted(|| {
        if queries::add_look(tx, member, tx.now().hong_kong_day())? <= RECIPIENT_LOOKS_PER_DAY {
            return Ok(());
        }
        let tomorrow = tx.now().hong_kong_midnight().plus(Duration::from_secs(86_400));
        Err(DAILY_LIMIT.retry_after(tomorrow.since(tx.now()).as_secs()))
    })?;
    let found = members::find_by_identifier(tx, &Identifier::ShortId(short_id.clone()))?;
    let found = found.filter(|found| found.status == Status::Active && found.id != member);
    Ok(found.map(|found| RecipientPreview { name: covered(&found), short_id: found.short_id }).ok_or(NOT_FOUND))
}

fn covered(member: &MemberRecord) -> String {
    covered_name(&member.first_name, &member.last_name)
}

/// Masks a name. A Chinese name keeps its surname and the last character of a longer given name, as Hong Kong banks
/// show it; other names keep the initial of each word. The mask does not show the length.
fn covered_name(first: &str, last: &str) -> String {
    let han = |text: &str| !text.is_empty() && text.chars().all(is_han);
    if han(first) && han(last) {
        let surname = last.chars().next().into_iter();
        let end = first.chars().nth(1).and_then(|_| first.chars().last());
        return surname.chain(['*']).chain(end).collect();
    }
    let words = first.split_whitespace().chain(last.split_whitespace());
    let covered: Vec<String> = words.filter_map(|word| Some(format!("{}***", word.chars().next()?))).collect();
    covered.join(" ")
}

#[cfg(test)]
mod tests {
    use super::covered_name;

    #[test]
    fn names_are_masked_as_hong_kong_banks_do() {
        for (first, last, covered) in [
            ("Mei Ling", "Chan", "M*** L*** C***"),
            ("大文", "陳", "陳*文"),
            ("文", "陳", "陳*"),
            ("大文", "歐陽", "歐*文"),
            ("Mei", "陳", "M*** 陳***"),
            ("Zoë", "O’Neill", "Z*** O***"),
        ] {
            assert_eq!(covered_name(first, last), covered);
        }
    }
}
