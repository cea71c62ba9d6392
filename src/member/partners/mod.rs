//! Partners: the businesses where members earn and spend points.

mod http;
mod queries;
mod rates;

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::base::clock::Timestamp;
use crate::base::content::{Audience, ContentState, FormErrors, LONGEST_NAME, LONGEST_TEXT};
use crate::base::id::PartnerId;
use crate::base::language::LocalizedText;
use crate::base::points::PointsRate;
use crate::base::problem::AppResult;
use crate::core::settings;
use crate::member::content::{Content, content_fields};
use crate::platform::store::{Read, Tx};

pub use http::routes;
pub use rates::{Rates, RatesVersion};

/// Maximum length of the heading under which partners are grouped, in characters.
const LONGEST_TYPE: usize = 40;

/// A partner as entered by an editor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PartnerInput {
    /// The heading under which it is listed.
    #[serde(rename = "type")]
    pub kind: String,
    /// Its name.
    pub name: LocalizedText,
    /// Description of the partner.
    #[serde(default)]
    pub description: LocalizedText,
    /// The picture on its page, `/media/…`.
    #[serde(default)]
    pub name_img: String,
    /// The partner's logo, `/media/…`.
    #[serde(default)]
    pub logo: String,
    /// URL of its shop.
    #[serde(default)]
    #[schema(required)]
    pub web_link: Option<String>,
    /// Points per HK$1 for all members. If absent, a new partner gets the programme's default rate, and an existing
    /// one keeps its rate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = PointsRate)]
    pub base_points: Option<PointsRate>,
    /// Extra points per HK$1 for holders of the Enjoy Card. If absent, zero for a new partner; an existing one keeps
    /// its rate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = PointsRate)]
    pub extra_points: Option<PointsRate>,
    /// Whether members see the partner; ignored if `state` is given.
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

fn yes() -> bool {
    true
}

impl PartnerInput {
    fn checked(mut self) -> AppResult<Self> {
        let mut form = FormErrors::new();
        self.kind = self.kind.trim().to_owned();
        form.expect("type", "required_field", !self.kind.is_empty());
        form.expect("type", "too_long", self.kind.chars().count() <= LONGEST_TYPE);
        form.text("name", &mut self.name, LONGEST_NAME);
        form.optional_text("description", &mut self.description, LONGEST_TEXT);
        form.picture("nameImg", &self.name_img);
        form.picture("logo", &self.logo);
        form.web_link("webLink", &mut self.web_link);
        Rates::of(&self).check_in(&mut form);
        form.finish()?;
        Ok(self)
    }
}

/// A partner with everything that staff can see.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = AdminPartner)]
pub struct PartnerRecord {
    /// Partner id; ids sort by creation time.
    #[serde(rename = "_id")]
    pub id: PartnerId,
    /// The editor's input.
    #[serde(flatten)]
    pub input: PartnerInput,
    /// The time at which it was created.
    pub created: Timestamp,
    /// The time at which it was last changed.
    pub updated: Timestamp,
    /// The time at which it was removed; a removed partner can be restored.
    #[serde(rename = "deletedAt", skip_serializing_if = "Option::is_none")]
    pub deleted_at: Option<Timestamp>,
    /// Number of changes.
    #[serde(skip)]
    pub version: i64,
}

content_fields! { PartnerInput { name, description }, PartnerRecord { PartnerId } }

impl PartnerRecord {
    /// The rates of the partner; a missing rate is zero.
    pub fn rates(&self) -> Rates {
        Rates::of(&self.input)
    }
}

/// The default rates of a form: those of the existing partner, or the programme's for a new one.
pub fn usual_rates(read: &Read<'_>, before: Option<&PartnerRecord>) -> AppResult<Rates> {
    match before {
        Some(record) => Ok(record.rates()),
        None => Ok(Rates { base: settings::cached(read)?.points_per_hkd, extra: PointsRate::ZERO }),
    }
}

/// The rates for a purchase. A purchase of this moment earns by the present rates. An earlier one earns by the rates of its
/// time, or by the first ones if the partner is younger.
pub fn rates_at(read: &Read<'_>, partner: &PartnerRecord, bought: Timestamp) -> AppResult<Rates> {
    if bought >= read.now() {
        return Ok(partner.rates());
    }
    Ok(queries::rates_at(read, partner.id, bought)?.unwrap_or(partner.rates()))
}

/// The versions of the rates of a partner, newest first.
pub fn rates_versions(read: &Read<'_>, partner: PartnerId) -> AppResult<Vec<RatesVersion>> {
    queries::rates_versions(read, partner)
}

/// The businesses where members earn and spend points.
pub struct Partners;

impl Content for Partners {
    fn checked(read: &Read<'_>, before: Option<&PartnerRecord>, input: PartnerInput) -> AppResult<PartnerInput> {
        let mut input = input.checked()?;
        let usual = usual_rates(read, before)?;
        input.base_points.get_or_insert(usual.base);
        input.extra_points.get_or_insert(usual.extra);
        Ok(input)
    }

    /// The rates of a new partner are their first version.
    fn after_create(tx: &Tx<'_>, id: PartnerId, input: &PartnerInput) -> AppResult<()> {
        queries::insert_rates(tx, id, Rates::of(input))
    }

    /// Changed rates are a new version.
    fn after_replace(tx: &Tx<'_>, before: &PartnerRecord, after: &PartnerRecord) -> AppResult<()> {
        if before.rates() == after.rates() { Ok(()) } else { queries::insert_rates(tx, after.id, after.rates()) }
    }
}

/// Finds a partner, including hidden ones.
pub fn find(read: &Read<'_>, id: PartnerId) -> AppResult<Option<PartnerRecord>> {
    Partners::find(read, id)
}

/// The partners that members see, of those with these ids, with their names. `known` keeps the name of each partner that
/// was looked up, and `None` for one that members do not see, so that a loop reads each partner once.
pub fn shown(
    read: &Read<'_>,
    ids: &[PartnerId],
    known: &mut HashMap<PartnerId, Option<LocalizedText>>,
) -> AppResult<Vec<(PartnerId, LocalizedText)>> {
    for id in ids {
        if !known.contains_key(id) {
            let is_shown = |partner: &PartnerRecord| partner.input.state == Some(ContentState::Published);
            known.insert(*id, find(read, *id)?.filter(is_shown).map(|partner| partner.input.name));
        }
    }
    Ok(ids.iter().filter_map(|id| Some((*id, known.get(id).cloned().flatten()?))).collect())
}

/// The partner with that English name; `None` if several partners have it.
pub fn find_by_name(read: &Read<'_>, name: &str) -> AppResult<Option<PartnerId>> {
    let found = queries::named(read, name)?;
    Ok(if let [one] = found.as_slice() { Some(*one) } else { None })
}

/// Partners older than `before`, newest first.
pub fn list(
    read: &Read<'_>,
    audience: Audience,
    before: Option<PartnerId>,
    limit: i64,
) -> AppResult<Vec<PartnerRecord>> {
    queries::list(read, audience, before.unwrap_or(PartnerId::from_bytes([0xff; 16])), limit)
}
