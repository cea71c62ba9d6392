//! Faces: the drawn pictures that members choose from, and the initials that stand in their place.

use super::names::is_han;
use crate::platform::store::stored_names;

/// A drawn bird or blossom that a member chose as their picture. The drawings are in `ui/public/assets/faces`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Face {
    /// A red-whiskered bulbul.
    Bulbul,
    /// A little egret.
    Egret,
    /// A common kingfisher.
    Kingfisher,
    /// An oriental magpie robin.
    Magpie,
    /// A black kite.
    Kite,
    /// A yellow-crested cockatoo.
    Cockatoo,
    /// A kapok blossom.
    Kapok,
    /// A bauhinia.
    Bauhinia,
    /// A frangipani.
    Frangipani,
    /// A lotus.
    Lotus,
    /// An azalea.
    Azalea,
}
stored_names! { Face {
    Bulbul = "bulbul", Egret = "egret", Kingfisher = "kingfisher", Magpie = "magpie", Kite = "kite",
    Cockatoo = "cockatoo", Kapok = "kapok", Bauhinia = "bauhinia", Frangipani = "frangipani", Lotus = "lotus",
    Azalea = "azalea",
} }

/// The initials of a member: `MC` for Mei Yi Chan, the family name's first character for a Chinese name. Empty
/// without names.
pub fn initials(first: &str, last: &str) -> String {
    let first_of = |name: &str| name.chars().find(|character| character.is_alphabetic());
    match (first_of(first), first_of(last)) {
        (Some(given), Some(family)) if is_han(given) => (if is_han(family) { family } else { given }).to_string(),
        (given, family) => {
            given.into_iter().chain(family.filter(|sign| !is_han(*sign))).flat_map(char::to_uppercase).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::initials;

    #[test]
    fn initials_follow_the_script_of_the_name() {
        for (first, last, expected) in [
            ("Mei Yi", "Chan", "MC"),
            ("zoë", "o’Brien", "ZO"),
            ("美儀", "陳", "陳"),
            ("美儀", "Chan", "美"),
            ("Carol", "陳", "C"),
            ("", "", ""),
        ] {
            assert_eq!(initials(first, last), expected, "{first} {last}");
        }
    }
}
