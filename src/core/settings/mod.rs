//! Programme settings of the owner: stored in the database with their history and read at each use, so that a change
//! applies at once. Settings of the server (addresses, folders, gateways) stay in the settings file, which the admin
//! cannot change. No routes.

mod alarms;
mod contact;
mod point_values;
mod queries;
pub mod texts;

use std::rc::Rc;

use serde::{Deserialize, Serialize};

use crate::base::clock::Timestamp;
use crate::base::colour::Colour;
use crate::base::content::FormErrors;
use crate::base::language::LocalizedText;
use crate::base::messages;
use crate::base::points::PointsRate;
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Tx};

pub use alarms::{AlarmSettings, AlarmThreshold};
pub use contact::Contact;
pub use point_values::{PointValues, point_values};

/// The longest name of a programme, in characters.
const LONGEST_NAME: usize = 40;
/// Upper limit of all point settings, to reject typing mistakes.
const HIGHEST_POINTS: i64 = 1_000_000_000;
/// The highest rate, in points per dollar.
const HIGHEST_RATE: i64 = 1_000;

/// The programme's settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProgrammeSettings {
    /// The programme's name, at most 40 characters.
    pub programme_name: String,
    /// The picture that stands in place of the name, `/media/…`; absent if the name is written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub logo: Option<String>,
    /// Points per HK$1 at a new partner, as a decimal string.
    pub points_per_hkd: PointsRate,
    /// The value of one point in HK$ for accounting, as a decimal string.
    pub point_value_hkd: PointsRate,
    /// Points for a member who refers another; 0 for none.
    pub referral_bonus: i64,
    /// Limits of transfers between members.
    pub transfers: TransferLimits,
    /// Limits of awards by partners.
    pub awards: AwardCaps,
    /// The colours of the member app.
    #[serde(default)]
    pub colours: Colours,
    /// True if the most critical changes need two people.
    #[serde(default)]
    pub two_person: bool,
    /// The ways in which members can contact the programme.
    #[serde(default)]
    pub contact: Contact,
    /// True if purchases record the CO2e that they save, and members see their tree.
    #[serde(default)]
    pub carbon: bool,
    /// True if members can claim the points of a purchase that gave none.
    #[serde(default)]
    pub claims: bool,
    /// True if members have stamp cards and challenges.
    #[serde(default)]
    pub goals: bool,
    /// True if the code by which a counter looks a member up and uses coupons changes every 30 seconds.
    #[serde(default)]
    pub counter_codes: bool,
    /// Alarms about possible abuse.
    #[serde(default)]
    pub alarms: AlarmSettings,
    /// The most points that support may propose to give or take in one adjustment, which another person approves; 0 for
    /// none.
    #[serde(default = "usual_support_limit")]
    pub support_limit: i64,
}

/// The limit of proposals by support until an owner sets another one.
const fn usual_support_limit() -> i64 {
    100_000
}

/// The colours of the member app. White text must be readable on each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = ProgrammeColours)]
pub struct Colours {
    /// Points, and buttons that spend points.
    pub points: Colour,
    /// All other buttons.
    pub actions: Colour,
}

impl Default for Colours {
    fn default() -> Self {
        Self { points: Colour::new(0xc5, 0x30, 0x1c), actions: Colour::new(0x17, 0x46, 0x3a) }
    }
}

/// Limits of transfers by one member per Hong Kong day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TransferLimits {
    /// Number of transfers.
    pub per_day: i64,
    /// Points in total.
    pub points_per_day: i64,
    /// Points per day above which a recent sign-in is required.
    pub fresh_above: i64,
}

/// Limits of awards by one partner per Hong Kong day; 0 for no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AwardCaps {
    /// Points in total; if absent, the settings file applies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_partner: Option<i64>,
    /// Points to one member; if absent, the settings file applies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_member: Option<i64>,
}

impl Default for ProgrammeSettings {
    fn default() -> Self {
        Self {
            programme_name: messages::BUILT_IN_NAME.to_owned(),
            logo: None,
            points_per_hkd: PointsRate::from_units(10_000),
            point_value_hkd: PointsRate::from_units(100),
            referral_bonus: 100,
            transfers: TransferLimits { per_day: 300, points_per_day: 100_000, fresh_above: 5_000 },
            awards: AwardCaps { per_partner: None, per_member: None },
            colours: Colours::default(),
            two_person: false,
            contact: Contact::default(),
            carbon: false,
            claims: false,
            goals: false,
            counter_codes: false,
            alarms: AlarmSettings::default(),
            support_limit: usual_support_limit(),
        }
    }
}

impl ProgrammeSettings {
    /// Trims the name. Fails with `400` that names every field out of bounds.
    pub fn checked(mut self) -> AppResult<Self> {
        self.programme_name = self.programme_name.trim().to_owned();
        let mut form = FormErrors::new();
        let name = &self.programme_name;
        form.expect("programmeName", "required_field", !name.is_empty());
        let sound = name.chars().count() <= LONGEST_NAME && !name.chars().any(char::is_control);
        form.expect("programmeName", "invalid_name", sound);
        self.logo = self.logo.take().filter(|path| !path.is_empty());
        form.picture("logo", self.logo.as_deref().unwrap_or_default());
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
            ("supportLimit", self.support_limit),
        ] {
            form.expect(field, "invalid_value", (0..=HIGHEST_POINTS).contains(&points));
        }
        self.alarms.check(&mut form);
        form.finish()?;
        Ok(self)
    }

    /// Returns whether the two differ in more than name, logo, colours, contact, claims, carbon, goals and changing
    /// codes: in rates, bonuses or limits of points, in alarms, or in the number of people who must agree.
    pub fn differs_in_money(&self, other: &Self) -> bool {
        let looks = |of: &Self| {
            let (colours, contact) = (Colours::default(), Contact::default());
            Self {
                programme_name: String::new(),
                logo: None,
                colours,
                contact,
                claims: false,
                carbon: false,
                goals: false,
                counter_codes: false,
                ..of.clone()
            }
        };
        looks(self) != looks(other)
    }
}

/// A change of the settings.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SettingsChange {
    /// Counts from 1.
    pub version: i64,
    /// All settings before the change.
    pub before: ProgrammeSettings,
    /// All settings after the change.
    pub after: ProgrammeSettings,
    /// The author's name at that time.
    pub changed_by: String,
    /// The time at which the change was made.
    pub created: Timestamp,
}

/// The author of a change.
#[derive(Clone, Copy, Debug)]
pub struct Author<'a> {
    /// The 16 bytes of the author's id.
    pub id: [u8; 16],
    /// The author's name.
    pub name: &'a str,
}

/// The settings in force.
pub fn current(read: &Read<'_>) -> AppResult<ProgrammeSettings> {
    Ok(latest(read)?.1)
}

/// The settings in force, for changes that many clients ask for: the writer keeps them in memory.
pub fn cached(read: &Read<'_>) -> AppResult<Rc<ProgrammeSettings>> {
    read.cached(current)
}

/// Makes messages use the programme's name, texts and colours from now on.
pub fn put_to_use(read: &Read<'_>) -> AppResult<()> {
    let ProgrammeSettings { programme_name, colours: Colours { points, actions }, contact, .. } = current(read)?;
    let built_in = Colours::default();
    let colours = messages::OwnColours {
        points: Some(points).filter(|points| *points != built_in.points),
        actions: Some(actions).filter(|actions| *actions != built_in.actions),
    };
    let contact = LocalizedText::from_each(|language| contact.ways(language).join(" \u{b7} "));
    messages::use_own_words(messages::MessageBranding {
        name: programme_name,
        colours,
        contact,
        texts: texts::own(read)?,
    });
    Ok(())
}

/// The settings in force with their version; version 0 means the built-in values.
pub fn latest(read: &Read<'_>) -> AppResult<(i64, ProgrammeSettings)> {
    Ok(queries::latest(read)?.unwrap_or_else(|| (0, ProgrammeSettings::default())))
}

/// Puts new settings in force. Returns their version.
pub fn replace(tx: &Tx<'_>, settings: &ProgrammeSettings, author: Author<'_>) -> AppResult<i64> {
    let version = latest(tx)?.0 + 1;
    queries::insert(tx, version, settings, author)?;
    tx.invalidate::<ProgrammeSettings>();
    Ok(version)
}

/// Past changes before version `before`, newest first.
pub fn history(read: &Read<'_>, before: i64, limit: i64) -> AppResult<Vec<SettingsChange>> {
    queries::list(read, before, limit)
}
