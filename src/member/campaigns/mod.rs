//! Campaigns: QR codes that give points, or a gift instead of points, to members who scan them.

mod campaign_gift;
mod code;
mod http;
mod queries;
mod scan_limit;
mod scan_record;
mod scanning;
mod taking_back;

use serde::{Deserialize, Deserializer, Serialize};

use crate::base::clock::Timestamp;
use crate::base::content::{ContentState, FormErrors, LONGEST_NAME};
use crate::base::day::{Day, Period};
use crate::base::id::{CampaignId, MemberId, RecordId};
use crate::base::language::LocalizedText;
use crate::base::messages;
use crate::base::points::Points;
use crate::base::problem::{AppError, AppResult, NOT_FOUND, ProblemType};
use crate::base::random_code::new_handle;
use crate::core::ledger::{Details, TransactionText};
use crate::member::content::{Content, content_fields};
use crate::platform::store::{Read, Tx};

pub use campaign_gift::{CampaignGift, GiftGiven};
pub use code::{CampaignCode, CodeState, CodeView};
pub use http::routes;
pub use scan_limit::{PausedCampaign, ScanLimitState, paused, resume, scan_limit_state, set_scan_limit};
pub use scan_record::{GiftKind, ScanRecord, ScanTakenBack};
pub use scanning::{Scanned, scan};
pub use taking_back::{
    SCAN_REWARD_USED, SCAN_TAKEN_BACK, ScanHeld, find_scan, forget_member, held, list_scans, note_reversal, take_back,
};

/// The text belongs to no campaign.
pub const INVALID_QR: ProblemType = ProblemType::new("invalid_qr", 404, "Invalid QR code");
/// The campaign has not begun or is over.
pub const QR_EXPIRED: ProblemType = ProblemType::new("qr_expired", 410, "QR code expired");
/// The member has claimed this code as often as allowed, or another member has used it.
pub const QR_ALREADY_USED: ProblemType = ProblemType::new("qr_already_used", 409, "QR code already used");
/// The campaign to be published has no code that could be scanned.
pub const CAMPAIGN_WITHOUT_CODES: ProblemType =
    ProblemType::new("campaign_without_codes", 409, "Campaign without codes");
/// Another code has this text.
pub const CODE_TEXT_TAKEN: ProblemType = ProblemType::new("code_text_taken", 409, "Text taken");

/// Maximum length of a scanned text, in bytes.
const LONGEST_TEXT: usize = 512;
/// The largest claim limit that a form accepts.
const MOST_CLAIMS: i64 = 1_000_000_000;
/// Maximum number of codes that one call creates.
pub const MOST_CODES: u32 = 10_000;

/// A campaign as entered by an operator.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CampaignInput {
    /// Name in histories; a plain string is taken as English.
    #[serde(deserialize_with = "name_or_names")]
    pub name: LocalizedText,
    /// Points per scan. A campaign gives points or a gift.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<Points>,
    /// The gift per scan, in place of points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gift: Option<CampaignGift>,
    /// Claims per member; negative means unlimited.
    #[serde(default = "once")]
    pub per_member: i64,
    /// Claims in total; negative means unlimited.
    #[serde(default = "unlimited")]
    pub total: i64,
    /// Start of validity.
    #[serde(default)]
    #[schema(required)]
    pub valid_from: Option<Timestamp>,
    /// End of validity, exclusive.
    #[serde(default)]
    #[schema(required)]
    pub valid_until: Option<Timestamp>,
    /// Whether one code works for all members, or each code works once. Fixed at creation.
    #[serde(default)]
    pub shared: bool,
    /// Whether members see the campaign; ignored if `state` is given.
    #[serde(default = "yes")]
    pub active: bool,
    /// Publication state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<ContentState>,
    /// The time at which members start to see it, for the state `scheduled`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub publish_at: Option<Timestamp>,
    /// Publish even if a translation is missing: English is shown in its place.
    #[serde(default, skip_serializing)]
    pub use_english: bool,
}

/// The time at which a campaign pauses itself; never if both `perHour` and `factor` are absent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = CampaignFuse)]
pub struct ScanLimit {
    /// Pause after this many scans in one hour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_hour: Option<i64>,
    /// Pause after this multiple of the usual scans per hour and at least `floor` scans. The usual number is the
    /// average of the last seven days; it needs at least one day and twenty scans.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub factor: Option<i64>,
    /// Minimum number of scans per hour before `factor` applies; 20 if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub floor: Option<i64>,
}

fn once() -> i64 {
    1
}

fn unlimited() -> i64 {
    -1
}

fn yes() -> bool {
    true
}

fn name_or_names<'de, D: Deserializer<'de>>(input: D) -> Result<LocalizedText, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum TextOrTranslations {
        One(String),
        Each(LocalizedText),
    }
    Ok(match TextOrTranslations::deserialize(input)? {
        TextOrTranslations::One(en) => LocalizedText { en, zh: None, zhhk: None },
        TextOrTranslations::Each(names) => names,
    })
}

impl CampaignInput {
    fn checked(mut self, read: &Read<'_>) -> AppResult<Self> {
        let mut form = FormErrors::new();
        form.text("name", &mut self.name, LONGEST_NAME);
        self.per_member = self.per_member.max(-1);
        self.total = self.total.max(-1);
        for (field, count) in [("perMember", self.per_member), ("total", self.total)] {
            form.expect(field, "invalid_value", count != 0 && count <= MOST_CLAIMS);
        }
        let ordered = self.valid_from.zip(self.valid_until).is_none_or(|(from, until)| from < until);
        form.expect("validUntil", "invalid_period", ordered);
        form.expect("points", "required_field", self.points.is_some() || self.gift.is_some());
        form.expect("gift", "points_and_gift", self.points.is_none() || self.gift.is_none());
        form.finish()?;
        let problems = self.gift.as_ref().map_or_else(|| Ok(Vec::new()), |gift| gift.problems(read))?;
        if problems.is_empty() { Ok(self) } else { Err(AppError::invalid(problems)) }
    }

    /// The points that one scan is worth.
    pub fn worth(&self, read: &Read<'_>) -> AppResult<i64> {
        match (&self.gift, self.points) {
            (Some(gift), _) => gift.worth(read),
            (None, points) => Ok(points.map_or(0, Points::get)),
        }
    }

    fn is_on(&self, now: Timestamp) -> bool {
        self.valid_from.is_none_or(|from| from <= now) && self.valid_until.is_none_or(|until| now < until)
    }
}

/// A campaign with everything that staff can see.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminCampaign)]
pub struct CampaignRecord {
    /// Campaign id; ids sort by creation time.
    #[serde(rename = "_id")]
    pub id: CampaignId,
    /// The operator's input.
    #[serde(flatten)]
    pub input: CampaignInput,
    /// Number of claims.
    pub claims: i64,
    /// Number of codes.
    pub codes: i64,
    /// The time at which its scan limit paused it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paused_at: Option<Timestamp>,
    /// The time at which it was created.
    pub created: Timestamp,
    /// The time at which it was last changed.
    pub updated: Timestamp,
    /// The time at which it was removed; a removed campaign can be restored.
    #[serde(rename = "deletedAt", skip_serializing_if = "Option::is_none")]
    pub deleted_at: Option<Timestamp>,
    /// Number of changes.
    #[serde(skip)]
    pub version: i64,
}

content_fields! { CampaignInput { name }, CampaignRecord { CampaignId } }

/// Codes that give points.
pub struct Campaigns;

impl Content for Campaigns {
    fn checked(read: &Read<'_>, _: Option<&CampaignRecord>, input: CampaignInput) -> AppResult<CampaignInput> {
        input.checked(read)
    }

    /// A new campaign has the default scan limit. A shared one gets its code at once; single-use codes are created on
    /// request.
    fn after_create(tx: &Tx<'_>, id: CampaignId, input: &CampaignInput) -> AppResult<()> {
        queries::put_scan_limit(tx, id, ScanLimit::USUAL)?;
        if input.shared {
            queries::insert_code(tx, RecordId::made_at(tx.now()), id, &new_handle())?;
        }
        Ok(())
    }

    /// Fails with [`CAMPAIGN_WITHOUT_CODES`] when a campaign without codes is published. A new campaign may be
    /// published without codes, because a script creates them in its next call.
    fn after_replace(_: &Tx<'_>, before: &CampaignRecord, after: &CampaignRecord) -> AppResult<()> {
        let is_public = |record: &CampaignRecord| record.input.state.is_some_and(ContentState::is_public);
        if after.codes == 0 && is_public(after) && !is_public(before) {
            return Err(CAMPAIGN_WITHOUT_CODES.into());
        }
        Ok(())
    }
}

/// Finds a campaign, including inactive ones.
pub fn find(read: &Read<'_>, id: CampaignId) -> AppResult<Option<CampaignRecord>> {
    Campaigns::find(read, id)
}

/// Creates `count` single-use codes, or returns the one shared code. A shared campaign of an earlier version may lack
/// its code; then it is created. Fails with `not_found`, and with `invalid_value` outside 1 to [`MOST_CODES`].
pub fn make_codes(tx: &Tx<'_>, id: CampaignId, count: u32) -> AppResult<Vec<CampaignCode>> {
    let campaign = Campaigns::find(tx, id)?.ok_or(NOT_FOUND)?;
    if !(1..=MOST_CODES).contains(&count) {
        return Err(AppError::invalid_field("count", "invalid_value"));
    }
    if campaign.input.shared
        && let Some(text) = queries::shared_text(tx, id)?
    {
        return Ok(vec![CampaignCode { text }]);
    }
    let wanted = if campaign.input.shared { 1 } else { count };
    let make = |_| {
        let text = new_handle();
        queries::insert_code(tx, RecordId::made_at(tx.now()), id, &text)?;
        Ok(CampaignCode { text })
    };
    (0..wanted).map(make).collect()
}

/// Replaces the random code of a shared campaign by a given text. Fails with [`CODE_TEXT_TAKEN`].
pub fn set_shared_text(tx: &Tx<'_>, id: CampaignId, text: &str) -> AppResult<()> {
    if queries::find_code(tx, text)?.is_some() {
        return Err(CODE_TEXT_TAKEN.into());
    }
    queries::delete_codes(tx, id)?;
    queries::insert_code(tx, RecordId::made_at(tx.now()), id, text)
}

/// The codes of a campaign older than `before`, newest first; `state` filters them.
pub fn list_codes(
    read: &Read<'_>,
    id: CampaignId,
    state: Option<CodeState>,
    before: Option<RecordId>,
    limit: i64,
) -> AppResult<Vec<CodeView>> {
    queries::list_codes(read, id, state, before.unwrap_or(RecordId::from_bytes([0xff; 16])), limit)
}

/// The unused codes of one printed sheet: the `nth` sheet (from 1) of `size` codes in order of creation. A code never
/// moves to another sheet, even if codes are used meanwhile.
pub fn list_sheet(read: &Read<'_>, id: CampaignId, nth: i64, size: i64) -> AppResult<Vec<String>> {
    queries::list_sheet(read, id, (nth - 1) * size, size)
}

/// The text of one of a campaign's codes.
pub fn find_code_text(read: &Read<'_>, id: CampaignId, code: RecordId) -> AppResult<Option<String>> {
    queries::code_text(read, id, code)
}

/// Visits the points of each scan in a period that gave points and was not taken back.
pub fn each_points(read: &Read<'_>, period: Period, visit: impl FnMut(Day, i64)) -> AppResult<()> {
    queries::each_points(read, period, visit)
}

/// Scans that gave points, by Hong Kong day; days without scans are omitted.
pub fn scans_by_day(read: &Read<'_>, id: CampaignId, period: Period) -> AppResult<Vec<(Day, i64)>> {
    queries::scans_by_day(read, id, period)
}

/// The transaction details for histories; `line` is the message key of the sentence.
fn details(campaign: &CampaignRecord, line: &str) -> Details {
    Details {
        snapshot: Some(TransactionText {
            name: LocalizedText::from_each(|language| campaign.input.name.get(language).to_owned()),
            description: messages::localized(line, &[]),
        }),
        ..Details::default()
    }
}

/// Moves the claims of an account that is merged to the account that stays.
pub fn move_member(tx: &Tx<'_>, from: MemberId, into: MemberId) -> AppResult<()> {
    queries::move_claims(tx, from, into)
}
