//! SQL of a member's own account data.

use super::UserInfo;
use crate::base::contact::{Email, HkPhone};
use crate::base::id::MemberId;
use crate::base::problem::AppResult;
use crate::core::members::{Birthday, initials};
use crate::platform::store::{Read, params};

/// Every screen of the app reads this, so it is one statement: each one more takes the database's lock again.
pub(super) fn find(read: &Read<'_>, id: MemberId) -> AppResult<Option<UserInfo>> {
    read.one(
        "select m.first_name, m.last_name, m.email, m.phone, m.short_id, a.balance, \
         exists (select 1 from passkey p where p.member_id = m.id) as biometric, m.first_time_login, m.referral_code, \
         m.language, m.face, b.month, b.day, exists (select 1 from expiry_policy) as points_expire,
         exists (select 1 from pending_points w where w.status = 'open' and w.account_id = a.id) as points_pending,
         exists (select 1 from alarm_hold h where h.member_id = m.id and h.released_at_ms is null) as points_held,
         exists (select 1 from terms_version v where v.version = (select max(version) from terms_version)
             and m.created_at_ms < v.starts_day * 86400000 - 28800000 and not exists (
                 select 1 from terms_acceptance t where t.member_id = m.id and t.version = v.version)) as terms_changed,
         exists (select 1 from earning_rule where live_version is not null) as rules,
         exists (select 1 from goal where live_version is not null) as goals,
         exists (select 1 from carbon_factor) as carbon
         from member m join account a on a.member_id = m.id left join member_birthday b on b.member_id = m.id
         where m.id = :id",
        params! { ":id": id },
        |row| {
            let born: (Option<i64>, Option<i64>) = (row.get("month")?, row.get("day")?);
            let (first_name, last_name): (String, String) = (row.get("first_name")?, row.get("last_name")?);
            Ok(UserInfo {
                id,
                initials: initials(&first_name, &last_name),
                first_name,
                last_name,
                face: row.get("face")?,
                email: row.get::<Option<Email>>("email")?.map(|email| email.as_str().to_owned()),
                phone: row.get::<Option<HkPhone>>("phone")?.map(|phone| phone.digits().to_owned()),
                birthday: born.0.zip(born.1).and_then(|(month, day)| Birthday::new(month, day)),
                short_id: row.get("short_id")?,
                role: "member",
                points: row.get("balance")?,
                biometric: row.get("biometric")?,
                first_time_login: row.get("first_time_login")?,
                referral_code: row.get("referral_code")?,
                language: row.get("language")?,
                points_expire: row.get::<bool>("points_expire")?.then_some(true),
                points_pending: row.get::<bool>("points_pending")?.then_some(true),
                points_held: row.get::<bool>("points_held")?.then_some(true),
                terms_changed: row.get::<bool>("terms_changed")?.then_some(true),
                rules: row.get::<bool>("rules")?.then_some(true),
                goals: row.get::<bool>("goals")?.then_some(true),
                carbon: row.get::<bool>("carbon")?.then_some(true),
            })
        },
    )
}
