//! Contact details of the programme, and the opening hours of its phone line and help desk.

use serde::{Deserialize, Serialize};
use url::Url;

use crate::base::contact::{Email, is_public_number};
use crate::base::content::FormErrors;
use crate::base::hours::{OpeningHours, are_sound};
use crate::base::language::{Language, LocalizedText};

/// The longest URL of a web page, in bytes.
const LONGEST_URL: usize = 200;
/// The longest postal address, in characters.
const LONGEST_ADDRESS: usize = 300;

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
        form.expect("contact.phone", "invalid_value", self.phone.is_empty() || is_public_number(&self.phone));
        let page = Url::parse(&self.web).is_ok_and(|url| url.scheme() == "https" && url.has_host());
        let is_page = page && self.web.len() <= LONGEST_URL && !self.web.contains(char::is_whitespace);
        form.expect("contact.web", "invalid_value", self.web.is_empty() || is_page);
        form.optional_text("contact.address", &mut self.address, LONGEST_ADDRESS);
        form.expect("contact.hours", "invalid_value", are_sound(&self.hours));
    }
}
