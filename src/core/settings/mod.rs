//! What the owner decides about the programme: kept in the database with its history, and read
//! where it matters, so that a change holds at once. What the server itself needs (addresses,
//! folders, gateways) stays in the settings file, out of the console's reach. No routes.

mod queries;
pub mod texts;

use serde::{Deserialize, Serialize};
use url::Url;

use crate::base::clock::Timestamp;
use crate::base::colour::Colour;
use crate::base::contact::Email;
use crate::base::content::Form;
use crate::base::messages;
use crate::base::points::PointsRate;
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Tx};

/// The longest name of a programme, in characters.
const LONGEST_NAME: usize = 40;
/// The longest address of a page, in bytes.
const LONGEST_ADDRESS: usize = 200;
/// The most points that any of these figures may say: a typing mistake, beyond it.
const HIGHEST_POINTS: i64 = 1_000_000_000;
/// The highest rate, in points per dollar.
const HIGHEST_RATE: i64 = 1_000;

/// The programme's settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProgrammeSettings {
    /// What the programme is called, at most 40 characters.
    pub programme_name: String,
    /// Points per HK$1 at a new partner, as a decimal string.
    pub points_per_hkd: PointsRate,
    /// What one point is worth in HK$ in the books, as a decimal string.
    pub point_value_hkd: PointsRate,
    /// Points for a member who brought another; 0 for none.
    pub referral_bonus: i64,
    /// What members may give each other.
    pub transfers: TransferLimits,
    /// What partners may award.
    pub awards: AwardCaps,
    /// What the member app is printed in.
    #[serde(default)]
    pub colours: Colours,
    /// Whether the weightiest changes need two people.
    #[serde(default)]
    pub two_person: bool,
    /// How people reach the programme.
    #[serde(default)]
    pub contact: Contact,
}

/// How people reach the programme; each of them may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = ProgrammeContact)]
pub struct Contact {
    /// An e-mail address.
    #[serde(default)]
    pub email: String,
    /// A phone number as people write it, such as `+852 2345 6789`.
    #[serde(default)]
    pub phone: String,
    /// The https address of a page.
    #[serde(default)]
    pub web: String,
}

impl Contact {
    /// The ways there are.
    pub fn ways(&self) -> Vec<&str> {
        [&self.email, &self.phone, &self.web].into_iter().map(String::as_str).filter(|way| !way.is_empty()).collect()
    }

    fn check(&mut self, form: &mut Form) {
        for way in [&mut self.email, &mut self.phone, &mut self.web] {
            *way = way.trim().to_owned();
        }
        form.expect("contact.email", "invalid_email", self.email.is_empty() || Email::parse(&self.email).is_some());
        let digits = self.phone.chars().filter(char::is_ascii_digit).count();
        let is_number = (6..=15).contains(&digits)
            && self.phone.chars().count() <= LONGEST_NAME
            && self.phone.chars().all(|c| c.is_ascii_digit() || "+-() ".contains(c));
        form.expect("contact.phone", "invalid_value", self.phone.is_empty() || is_number);
        let page = Url::parse(&self.web).is_ok_and(|url| url.scheme() == "https" && url.has_host());
        let is_page = page && self.web.len() <= LONGEST_ADDRESS && !self.web.contains(char::is_whitespace);
        form.expect("contact.web", "invalid_value", self.web.is_empty() || is_page);
    }
}

/// What the member app is printed in. White text must be readable on each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = ProgrammeColours)]
pub struct Colours {
    /// Points, and what spends them.
    pub points: Colour,
    /// Whatever else is pressed.
    pub actions: Colour,
}

impl Default for Colours {
    fn default() -> Self {
        Self { points: Colour::new(0xc5, 0x30, 0x1c), actions: Colour::new(0x17, 0x46, 0x3a) }
    }
}

/// What a member may give to others in a Hong Kong day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TransferLimits {
    /// Transfers.
    pub per_day: i64,
    /// Points altogether.
    pub points_per_day: i64,
    /// Points in a day from which the sign-in must be fresh.
    pub fresh_above: i64,
}

/// What a partner may award in a Hong Kong day; 0 for no cap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AwardCaps {
    /// Points altogether; left out for what the settings file says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_partner: Option<i64>,
    /// Points to one member; left out for what the settings file says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_member: Option<i64>,
}

impl Default for ProgrammeSettings {
    fn default() -> Self {
        Self {
            programme_name: messages::BUILT_IN_NAME.to_owned(),
            points_per_hkd: PointsRate::from_units(10_000),
            point_value_hkd: PointsRate::from_units(100),
            referral_bonus: 100,
            transfers: TransferLimits { per_day: 300, points_per_day: 100_000, fresh_above: 5_000 },
            awards: AwardCaps { per_partner: None, per_member: None },
            colours: Colours::default(),
            two_person: false,
            contact: Contact::default(),
        }
    }
}

impl ProgrammeSettings {
    /// Trims the name. Fails with `400` that names every figure out of bounds.
    pub fn checked(mut self) -> AppResult<Self> {
        self.programme_name = self.programme_name.trim().to_owned();
        let mut form = Form::new();
        let name = &self.programme_name;
        form.expect("programmeName", "required_field", !name.is_empty());
        let sound = name.chars().count() <= LONGEST_NAME && !name.chars().any(char::is_control);
        form.expect("programmeName", "invalid_name", sound);
        for (field, colour) in [("colours.points", self.colours.points), ("colours.actions", self.colours.actions)] {
            form.expect(field, "low_contrast", colour.carries_text());
        }
        self.contact.check(&mut form);
        let highest = PointsRate::from_units(HIGHEST_RATE * 10_000);
        for (field, rate) in [("pointsPerHkd", self.points_per_hkd), ("pointValueHkd", self.point_value_hkd)] {
            form.expect(field, "invalid_value", (PointsRate::ZERO..=highest).contains(&rate));
        }
        let TransferLimits { per_day, points_per_day, fresh_above } = self.transfers;
        for (field, points) in [
            ("referralBonus", self.referral_bonus),
            ("transfers.perDay", per_day),
            ("transfers.pointsPerDay", points_per_day),
            ("transfers.freshAbove", fresh_above),
            ("awards.perPartner", self.awards.per_partner.unwrap_or(0)),
            ("awards.perMember", self.awards.per_member.unwrap_or(0)),
        ] {
            form.expect(field, "invalid_value", (0..=HIGHEST_POINTS).contains(&points));
        }
        form.finish()?;
        Ok(self)
    }

    /// Whether the two differ in more than looks: in what points are worth, how many move, and who
    /// has to agree.
    pub fn differs_in_money(&self, other: &Self) -> bool {
        let looks = |of: &Self| {
            let (colours, contact) = (Colours::default(), Contact::default());
            Self { programme_name: String::new(), colours, contact, ..of.clone() }
        };
        looks(self) != looks(other)
    }
}

/// The settings as somebody left them.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SettingsChange {
    /// Counts from 1.
    pub version: i64,
    /// All of them, as they were until then.
    pub before: ProgrammeSettings,
    /// All of them, as they were from then on.
    pub after: ProgrammeSettings,
    /// Who, by name at that time.
    pub changed_by: String,
    /// When.
    pub created: Timestamp,
}

/// Who changes settings.
#[derive(Clone, Copy, Debug)]
pub struct Author<'a> {
    /// The 16 bytes of their id.
    pub id: [u8; 16],
    /// Their name.
    pub name: &'a str,
}

/// What holds now.
pub fn current(read: &Read<'_>) -> AppResult<ProgrammeSettings> {
    Ok(latest(read)?.1)
}

/// Has messages written in the programme's name, words and colours from now on.
pub fn put_to_use(read: &Read<'_>) -> AppResult<()> {
    let ProgrammeSettings { programme_name, colours: Colours { points, actions }, contact, .. } = current(read)?;
    let built_in = Colours::default();
    let colours = messages::OwnColours {
        points: Some(points).filter(|points| *points != built_in.points),
        actions: Some(actions).filter(|actions| *actions != built_in.actions),
    };
    let contact = contact.ways().join(" \u{b7} ");
    messages::use_own_words(messages::OwnWords { name: programme_name, colours, contact, texts: texts::own(read)? });
    Ok(())
}

/// The same with its version: 0 for the built-in values.
pub fn latest(read: &Read<'_>) -> AppResult<(i64, ProgrammeSettings)> {
    Ok(queries::latest(read)?.unwrap_or_else(|| (0, ProgrammeSettings::default())))
}

/// From now on these hold; gives their version.
pub fn replace(tx: &Tx<'_>, settings: &ProgrammeSettings, author: Author<'_>) -> AppResult<i64> {
    let version = latest(tx)?.0 + 1;
    queries::insert(tx, version, settings, author)?;
    Ok(version)
}

/// What held before, newest first, from the version before `before` on.
pub fn history(read: &Read<'_>, before: i64, limit: i64) -> AppResult<Vec<SettingsChange>> {
    queries::list(read, before, limit)
}
