//! The member's own account data (contract section 4).

mod queries;

use serde::Serialize;

use crate::base::id::MemberId;
use crate::base::language::Language;
use crate::base::problem::AppResult;
use crate::base::short_id::ShortId;
use crate::core::members::{Birthday, Face};
use crate::platform::store::Read;

use super::UNAUTHENTICATED;

/// The member's own account data.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserInfo {
    /// Sorts by creation.
    #[serde(rename = "_id")]
    pub id: MemberId,
    /// Given name.
    pub first_name: String,
    /// Family name.
    pub last_name: String,
    /// Two letters, or one Han character; empty without names. Shown where the member has chosen no picture.
    pub initials: String,
    /// The drawn picture that the member chose; absent for the initials.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub face: Option<Face>,
    /// Null until one is added.
    #[schema(required)]
    pub email: Option<String>,
    /// Eight digits; null until one is added.
    #[schema(required)]
    pub phone: Option<String>,
    /// Month and day of birth; absent until the member has entered them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub birthday: Option<Birthday>,
    /// The short id that the member reads out at a till.
    pub short_id: ShortId,
    /// Always `member`: staff accounts are separate.
    #[schema(value_type = String)]
    pub role: &'static str,
    /// The balance, in whole points.
    pub points: i64,
    /// Whether a passkey is registered.
    pub biometric: bool,
    /// Whether the tutorial was not shown yet.
    pub first_time_login: bool,
    /// The code that a friend enters at sign-up.
    pub referral_code: String,
    /// The language of the programme's messages.
    pub language: Language,
    /// True where points of the programme expire; otherwise absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points_expire: Option<bool>,
    /// True while points of the member wait until the time for returns is over; otherwise absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points_pending: Option<bool>,
    /// True while staff hold points of the member; otherwise absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points_held: Option<bool>,
    /// True if there is a new version of the terms that the member has not accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terms_changed: Option<bool>,
    /// True if an earning rule is on; otherwise absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<bool>,
    /// True if a stamp card or a challenge is on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goals: Option<bool>,
    /// True if the programme has carbon factors, also while carbon is switched off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub carbon: Option<bool>,
}

/// Content of the `userInfo` cookie, which scripts can read and use for the first paint. Its only personal data are
/// the first name and the initials.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FirstPaint<'u> {
    #[serde(rename = "_id")]
    id: MemberId,
    first_name: &'u str,
    initials: &'u str,
    #[serde(skip_serializing_if = "Option::is_none")]
    face: Option<Face>,
    short_id: &'u ShortId,
    role: &'u str,
    points: i64,
    biometric: bool,
    first_time_login: bool,
}

impl UserInfo {
    /// Reads a member's data. Fails with `unauthenticated` if the member no longer exists.
    pub fn read(read: &Read<'_>, id: MemberId) -> AppResult<Self> {
        queries::find(read, id)?.ok_or_else(|| UNAUTHENTICATED.into())
    }

    /// The value of the `userInfo` cookie: URL-encoded JSON.
    pub fn cookie_value(&self) -> String {
        let shown = FirstPaint {
            id: self.id,
            first_name: &self.first_name,
            initials: &self.initials,
            face: self.face,
            short_id: &self.short_id,
            role: self.role,
            points: self.points,
            biometric: self.biometric,
            first_time_login: self.first_time_login,
        };
        let json = serde_json::to_string(&shown).expect("text and numbers serialize");
        // Form encoding writes a space as `+`, which JavaScript's decodeURIComponent does not decode.
        url::form_urlencoded::byte_serialize(json.as_bytes()).collect::<String>().replace('+', "%20")
    }
}
