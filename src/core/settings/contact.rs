//! Contact details of the programme, and the opening hours of its phone line and help desk.

use serde::{Deserialize, Serialize};
use url::Url;

use super::LONGEST_NAME;
use crate::base::contact::Email;
use crate::base::content::FormErrors;
use crate::base::hours::{Hours, TimeOfDay, Weekday};
use crate::base::language::{Language, LocalizedText};

/// The longest URL of a web page, in bytes.
const LONGEST_URL: usize = 200;
/// The longest postal address, in characters.
const LONGEST_ADDRESS: usize = 300;
/// Most lines of opening hours: two for each day.
const MOST_HOURS: usize = 14;

/// Contact details of the programme; each may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = ProgrammeContact)]
pub struct Contact {
    /// An e-mail address.
    #[serde(default)]
    pub email: String,
    /// A phone number as usually written, such as `+852 2345 6789`.
    #[serde(default)]
    pub phone: String,
    /// The https URL of a web page.
    #[serde(default)]
    pub web: String,
    /// The postal address of the help desk, at most 300 characters a language.
    #[serde(default, skip_serializing_if = "LocalizedText::is_empty")]
    #[schema(required = false)]
    pub address: LocalizedText,
    /// The hours in which the phone is answered and the help desk is open, at most 14 lines. Lines of one day do not
    /// overlap.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub hours: Vec<OpeningHours>,
}

/// Opening hours of some days of the week, in Hong Kong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OpeningHours {
    /// The days, at least one.
    pub days: Vec<Weekday>,
    /// The start, included.
    pub from: TimeOfDay,
    /// The end, excluded; later than the start.
    pub until: TimeOfDay,
}

impl OpeningHours {
    fn is_sound(&self) -> bool {
        let mut days = self.days.clone();
        days.sort();
        days.dedup();
        !days.is_empty() && days.len() == self.days.len() && self.from < self.until
    }

    fn overlaps(&self, other: &Self) -> bool {
        let hours = |of: &Self| Hours { from: of.from, until: of.until };
        hours(self).meet(hours(other)) && self.days.iter().any(|day| other.days.contains(day))
    }
}

impl Contact {
    /// The contact details that are not empty, the address in one line.
    pub fn ways(&self, language: Language) -> Vec<String> {
        let lines: Vec<&str> = self.address.get(language).lines().map(str::trim).collect();
        let ways = [self.email.clone(), self.phone.clone(), self.web.clone(), lines.join(", ")];
        ways.into_iter().filter(|way| !way.is_empty()).collect()
    }

    pub(super) fn check(&mut self, form: &mut FormErrors) {
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
        let is_page = page && self.web.len() <= LONGEST_URL && !self.web.contains(char::is_whitespace);
        form.expect("contact.web", "invalid_value", self.web.is_empty() || is_page);
        form.optional_text("contact.address", &mut self.address, LONGEST_ADDRESS);
        let after = |place: usize| self.hours.get(place + 1..).unwrap_or_default();
        let overlap = (0..).zip(&self.hours).any(|(place, hours)| after(place).iter().any(|next| hours.overlaps(next)));
        let are_sound = self.hours.len() <= MOST_HOURS && self.hours.iter().all(OpeningHours::is_sound);
        form.expect("contact.hours", "invalid_value", are_sound && !overlap);
    }
}
