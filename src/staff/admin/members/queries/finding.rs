//! SQL of the member search by text. The text is a range in each of seven indexes, and the number of hits decides the
//! plan. Few hits are gathered from the indexes and sorted. Many hits are found soon by a scan of all members in the
//! order of the result.

use super::ways::{Way, way};
use crate::base::id::MemberId;
use crate::base::problem::AppResult;
use crate::platform::store::{Read, indexed_by, params, unindexed};
use crate::staff::admin::members::search::{MemberSort, Ranges, Search};

/// Cost limits of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// A range with fewer hits in each index is gathered and sorted.
    pub few: i64,
    /// Number of members scanned before the search falls back to the indexes.
    pub walk: i64,
}

impl Effort {
    /// A scan in which one of 600 members matches fills a page within these limits.
    pub(super) const USUAL: Effort = Effort { few: 3_000, walk: 60_000 };
}

/// The position from which a list continues, and the ids between which it runs.
pub(super) struct SearchCursor {
    pub from: MemberId,
    pub until: MemberId,
    /// The name and the id after which a list by name continues.
    pub name: String,
    pub after: MemberId,
    pub limit: i64,
}

/// The ids between which the search runs.
const BETWEEN: &str = concat!(" and ", unindexed!("id"), " >= :from and ", unindexed!("id"), " < :until");

/// The hits of all indexes, each in the order of the result.
fn gather(columns: &'static str, more: &'static str, order: &'static str, outer: &'static str) -> Vec<&'static str> {
    let mut parts = vec!["select id from ("];
    for (index, range) in [
        (
            concat!(" from member", indexed_by!("member_by_name"), "where "),
            "lower(last_name || first_name) >= :lo and lower(last_name || first_name) < :hi",
        ),
        (
            concat!(" from member", indexed_by!("member_by_given_name"), "where "),
            "lower(first_name || ' ' || last_name) >= :lo and lower(first_name || ' ' || last_name) < :hi",
        ),
        (
            concat!(" from member", indexed_by!("member_by_family_name"), "where "),
            "lower(last_name || ' ' || first_name) >= :lo and lower(last_name || ' ' || first_name) < :hi",
        ),
        (" from member where ", "email >= :lo and email < :hi"),
        (" from member where ", "phone >= :phone_lo and phone < :phone_hi"),
        (" from member where ", "short_id >= :short_lo and short_id < :short_hi"),
    ] {
        parts.extend(["select * from (select ", columns, index, range, BETWEEN, more]);
        parts.extend([" order by ", order, " limit :limit) as hits union "]);
    }
    parts.extend([
        "select ",
        columns,
        " from member where id in (select member_id from member_alias
             where short_id >= :short_lo and short_id < :short_hi)",
        BETWEEN,
        more,
        ") as hits where :name is not null and :after is not null and (:status is null or :status is not null) order by ",
        outer,
        " limit :limit",
    ]);
    parts
}

/// A scan of at most `:walk` members for the conditions of [`gather`], which stops when the page is full.
fn walk((index, term, order): Way) -> Vec<&'static str> {
    vec![
        "select m.id from (select m.id, m.last_name, m.first_name, m.email, m.phone, m.short_id from member m ",
        index,
        " where ",
        term,
        " and (:status is null or m.status = :status) order by ",
        order,
        " limit :walk) m
         where (lower(m.last_name || m.first_name) >= :lo and lower(m.last_name || m.first_name) < :hi
             or lower(m.first_name || ' ' || m.last_name) >= :lo and lower(m.first_name || ' ' || m.last_name) < :hi
             or lower(m.last_name || ' ' || m.first_name) >= :lo and lower(m.last_name || ' ' || m.first_name) < :hi
             or m.email >= :lo and m.email < :hi
             or m.phone >= :phone_lo and m.phone < :phone_hi
             or m.short_id >= :short_lo and m.short_id < :short_hi
             or m.id in (select member_id from member_alias where short_id >= :short_lo and short_id < :short_hi))
             and :name is not null and :after is not null and :from is not null and :until is not null limit :limit",
    ]
}

/// The highest number of hits in any one index, counted up to `:few`.
const DENSITY: &str = concat!(
    "select max(n) as n from (select count(*) as n from (select 1 from member",
    indexed_by!("member_by_name"),
    "where lower(last_name || first_name) >= :lo and lower(last_name || first_name) < :hi limit :few) as a
     union all select count(*) from (select 1 from member",
    indexed_by!("member_by_given_name"),
    "where lower(first_name || ' ' || last_name) >= :lo and lower(first_name || ' ' || last_name) < :hi
        limit :few) as b
     union all select count(*) from (select 1 from member where email >= :lo and email < :hi limit :few) as c
     union all select count(*) from (select 1 from member where phone >= :phone_lo and phone < :phone_hi limit :few) as d
     union all select count(*) from (select 1 from member
        where short_id >= :short_lo and short_id < :short_hi limit :few) as e) as counts"
);

/// Ids of the members that match a text, in the wanted order.
pub(super) fn find(
    read: &Read<'_>,
    search: &Search,
    ranges: &Ranges,
    place: &SearchCursor,
    effort: Effort,
) -> AppResult<Vec<MemberId>> {
    let run = |sql: Vec<&'static str>, walk: Option<i64>| {
        let all = params! { ":lo": ranges.words.0, ":hi": ranges.words.1, ":phone_lo": ranges.phone.0,
        ":phone_hi": ranges.phone.1, ":short_lo": ranges.short_id.0, ":short_hi": ranges.short_id.1,
        ":from": place.from, ":until": place.until, ":name": place.name, ":after": place.after,
        ":status": search.status, ":limit": place.limit, ":walk": walk };
        // The last parameter is only for scans.
        let own = if walk.is_some() { all } else { &all[..all.len() - 1] };
        read.all(sql, own, |row| row.get("id"))
    };
    if search.status.is_some_and(|status| status != "active") {
        // These members are few, so each is checked.
        return run(walk(way(search.sort, false)), Some(i64::MAX));
    }
    let density = read.number(
        DENSITY,
        params! { ":lo": ranges.words.0, ":hi": ranges.words.1, ":phone_lo": ranges.phone.0,
        ":phone_hi": ranges.phone.1, ":short_lo": ranges.short_id.0, ":short_hi": ranges.short_id.1, ":few": effort.few },
    )?;
    if density >= effort.few {
        let met = run(walk(way(search.sort, true)), Some(effort.walk))?;
        if met.len() as i64 == place.limit {
            return Ok(met);
        }
    }
    // There are few hits, or all of them are far from where the scan began.
    let of_status = if search.status.is_some() { " and status = :status" } else { "" };
    let sql = match search.sort {
        MemberSort::Newest => gather("id", of_status, concat!(unindexed!("id"), " desc"), "id desc"),
        MemberSort::Oldest => gather("id", of_status, unindexed!("id"), "id"),
        MemberSort::Name => gather(
            "id, lower(last_name || first_name) as name",
            concat!(
                " and (:status is null or status = :status) and (",
                unindexed!("lower(last_name || first_name)"),
                " > :name or ",
                unindexed!("lower(last_name || first_name)"),
                " = :name and ",
                unindexed!("id"),
                " > :after)"
            ),
            concat!(unindexed!("lower(last_name || first_name)"), ", ", unindexed!("id")),
            "name, id",
        ),
    };
    run(sql, None)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::base::contact::{Email, HkPhone};
    use crate::base::day::Period;
    use crate::base::language::Language;
    use crate::core::members::{self, NewMember, PersonName, Status};
    use crate::platform::store::Store;
    use crate::staff::admin::members::queries;

    const GIVEN: [&str; 7] = ["Ka Wing", "ka", "Kam", "詠怡", "詠", "Chan", "Amy K"];
    const FAMILY: [&str; 6] = ["Chan", "chan", "Cheung", "陳", "陳大", "K"];
    const TYPED: [&str; 16] = [
        "c",
        "CHAN",
        "chan k",
        "chanka",
        "k",
        "ka wing chan",
        "陳",
        "陳詠",
        "詠怡陳",
        "ka",
        "5",
        "+852 51",
        "m",
        "m1@",
        "0",
        "zzz",
    ];

    /// A member for the plain filter with which the test compares.
    struct Somebody {
        id: MemberId,
        texts: [String; 3],
        email: String,
        phone: String,
        short_ids: Vec<String>,
        status: String,
    }

    impl Somebody {
        fn is_meant(&self, typed: &str) -> bool {
            let ranges = Ranges::of(typed);
            let begins = |text: &String, with: &str| !with.is_empty() && text.starts_with(with);
            self.texts.iter().chain([&self.email]).any(|text| begins(text, &ranges.words.0))
                || begins(&self.phone, &ranges.phone.0)
                || self.short_ids.iter().any(|short_id| begins(short_id, &ranges.short_id.0))
        }
    }

    pub(in crate::staff::admin::members::queries) fn fill(store: &Store) -> AppResult<()> {
        store.write_blocking(|tx| {
            for number in 0..160_u32 {
                let name = |list: &[&str], at: u32| PersonName::parse(list[at as usize % list.len()]).expect("a name");
                let new = NewMember {
                    first_name: name(&GIVEN, number * 5 / 3),
                    last_name: name(&FAMILY, number * 7 / 4),
                    email: (number % 3 > 0).then(|| Email::parse(&format!("m{number}@k.example")).expect("an address")),
                    phone: (number % 4 > 0)
                        .then(|| HkPhone::parse(&format!("{}{number:07}", 5 + number % 2)).expect("a number")),
                    password_hash: None,
                    language: Language::ALL[0],
                    referred_by: None,
                };
                let record = members::create(tx, &new)?;
                crate::core::ledger::open_account(tx, record.id)?;
                if number % 9 == 0 {
                    members::put_alias(tx, &format!("0{number:07}"), MemberId::from_bytes([0; 16]), record.id)?;
                }
                if number % 5 == 0 {
                    members::set_status(tx, record.id, Status::Suspended)?;
                }
            }
            Ok(())
        })
    }

    fn everybody(read: &Read<'_>) -> AppResult<Vec<Somebody>> {
        read.all(
            "select id, lower(last_name || first_name) as a, lower(first_name || ' ' || last_name) as b,
                    lower(last_name || ' ' || first_name) as c, coalesce(email, '') as email, coalesce(phone, '') as phone, status,
                    short_id || ' ' || coalesce((select group_concat(short_id, ' ') from member_alias where member_id = id), '') as ids
             from member",
            params! {},
            |row| {
                let ids: String = row.get("ids")?;
                Ok(Somebody {
                    id: row.get("id")?,
                    texts: [row.get("a")?, row.get("b")?, row.get("c")?],
                    email: row.get("email")?,
                    phone: row.get("phone")?,
                    short_ids: ids.split(' ').filter(|id| !id.is_empty()).map(str::to_owned).collect(),
                    status: row.get("status")?,
                })
            },
        )
    }

    #[test]
    fn every_way_finds_what_a_plain_filter_finds_in_the_same_order() {
        let (_folder, store) = Store::in_new_folder();
        fill(&store).expect("filled");
        let ways = [(i64::MAX, 1), (0, i64::MAX), (0, 9), (20, 30)].map(|(few, walk)| Effort { few, walk });
        let compare = |read: &Read<'_>| {
            let all = everybody(read)?;
            for (typed, status, sort, effort) in
                TYPED.iter().map(|typed| Some(*typed)).chain([None]).flat_map(|typed| {
                    [None, Some("active"), Some("suspended")].into_iter().flat_map(move |status| {
                        [MemberSort::Newest, MemberSort::Oldest, MemberSort::Name]
                            .into_iter()
                            .flat_map(move |sort| ways.map(|effort| (typed, status, sort, effort)))
                    })
                })
            {
                let mut expected: Vec<&Somebody> = all
                    .iter()
                    .filter(|one| status.is_none_or(|status| status == one.status))
                    .filter(|one| typed.is_none_or(|typed| one.is_meant(typed)))
                    .collect();
                expected.sort_by_key(|one| {
                    (if sort == MemberSort::Name { one.texts[0].clone() } else { String::new() }, one.id)
                });
                if sort == MemberSort::Newest {
                    expected.reverse();
                }
                let search =
                    Search { ranges: typed.map(Ranges::of), status, period: Period::ALWAYS, segment: None, sort };
                let (mut found, mut after) = (Vec::new(), None);
                loop {
                    let page = queries::search_all(read, &search, after, 7, effort)?;
                    after = page.last().map(|member| member.id);
                    found.extend(page.iter().map(|member| member.id));
                    if page.len() < 7 {
                        break;
                    }
                }
                let expected: Vec<MemberId> = expected.into_iter().map(|one| one.id).collect();
                assert_eq!(found, expected, "{typed:?} {status:?} {sort:?} {effort:?}");
            }
            Ok(())
        };
        store.read_consistently(compare).expect("compared");
    }
}
