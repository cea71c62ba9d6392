//! Rules for new passwords (spec section 5).

use std::collections::HashSet;
use std::sync::OnceLock;

use crate::base::problem::FieldProblem;
use crate::platform::config::PasswordPolicy;

/// Error code of a password that is easy to guess.
pub const WEAK_PASSWORD: &str = "weak_password";
/// Error code of a password that is too short for staff.
pub const PASSWORD_TOO_SHORT: &str = "password_too_short";
/// Error code of a password that is longer than the server hashes.
pub const PASSWORD_TOO_LONG: &str = "password_too_long";

const FEWEST_CHARACTERS: usize = 8;
const FEWEST_WITHOUT_COMPOSITION: usize = 15;
const MOST_CHARACTERS: usize = 128;
const MOST_BYTES: usize = 512;
/// Largest number of digits and symbols around a common word. A password with more of them is not treated as that
/// word.
const DECORATION: usize = 8;
/// Shorter personal words occur in too many good passwords by chance.
const SHORTEST_PERSONAL: usize = 4;
const PRODUCT: &str = "kapok";

/// The most common words in leaked passwords, without digits and symbols around them.
const COMMON: &str = include_str!("common_passwords.txt");

/// Whether a password is too long to hash. Such a password is rejected before any work is spent on it.
pub fn is_too_long(password: &str) -> bool {
    password.len() > MOST_BYTES || password.chars().count() > MOST_CHARACTERS
}

/// Checks a new password. `personal` holds data that others know about its owner: names, the local part of an e-mail
/// address, a phone number.
pub fn check(
    password: &str,
    policy: PasswordPolicy,
    personal: &[&str],
    field: &'static str,
) -> Result<(), FieldProblem> {
    if is_too_long(password) {
        return Err(FieldProblem::new(field, PASSWORD_TOO_LONG));
    }
    let composed = match policy {
        PasswordPolicy::Composition => is_composed(password),
        PasswordPolicy::Length15 => password.chars().count() >= FEWEST_WITHOUT_COMPOSITION,
    };
    if composed && !is_common(password) && !is_personal(password, personal) {
        Ok(())
    } else {
        Err(FieldProblem::new(field, WEAK_PASSWORD))
    }
}

/// Checks a new password of staff. A password that is only too short gets its own error code.
pub fn check_for_staff(
    password: &str,
    policy: PasswordPolicy,
    personal: &[&str],
    field: &'static str,
) -> Result<(), FieldProblem> {
    let short = password.chars().count() < FEWEST_WITHOUT_COMPOSITION;
    if policy == PasswordPolicy::Length15 && short {
        return Err(FieldProblem::new(field, PASSWORD_TOO_SHORT));
    }
    check(password, policy, personal, field)
}

fn is_composed(password: &str) -> bool {
    // Same pattern as the web app: `\W` is any character except a Latin letter, a digit or an underscore.
    let non_word = |c: char| !c.is_ascii_alphanumeric() && c != '_';
    password.chars().count() >= FEWEST_CHARACTERS
        && password.chars().any(|c| c.is_ascii_uppercase())
        && password.chars().any(|c| c.is_ascii_lowercase())
        && password.chars().any(|c| c.is_ascii_digit())
        && password.chars().any(non_word)
}

/// Finds disguised common words: `P@ssw0rd123!` is `password`. Strips digits and symbols at both ends and turns
/// look-alike characters into letters before the lookup.
fn is_common(password: &str) -> bool {
    static WORDS: OnceLock<HashSet<&'static str>> = OnceLock::new();
    let words = WORDS.get_or_init(|| COMMON.split_whitespace().collect());
    let lower = password.to_lowercase();
    if words.contains(lower.as_str()) {
        return true;
    }
    let core = lower.trim_matches(|c: char| !c.is_alphabetic());
    let tail_off = lower.trim_end_matches(|c: char| !c.is_alphabetic());
    let decoration = lower.chars().count() - core.chars().count();
    if decoration > DECORATION {
        return false;
    }
    let repeated = core.chars().collect::<HashSet<_>>().len() <= 1;
    repeated || [core, tail_off].iter().any(|part| words.contains(part) || words.contains(plain_letters(part).as_str()))
}

fn plain_letters(disguised: &str) -> String {
    disguised
        .chars()
        .filter_map(|c| match c {
            '@' | '4' => Some('a'),
            '0' => Some('o'),
            '1' | '!' => Some('i'),
            '3' => Some('e'),
            '5' | '$' => Some('s'),
            '7' => Some('t'),
            '-' | '_' | '.' | ' ' => None,
            other => Some(other),
        })
        .collect()
}

fn is_personal(password: &str, personal: &[&str]) -> bool {
    personal_part(password, personal).is_some()
}

/// The first personal word that a password contains, if any.
pub fn personal_part(password: &str, personal: &[&str]) -> Option<String> {
    let lower = password.to_lowercase();
    std::iter::once(PRODUCT)
        .map(str::to_owned)
        .chain(personal.iter().map(|known| known.trim().to_lowercase()))
        .filter(|known| known.chars().count() >= SHORTEST_PERSONAL)
        .find(|known| lower.contains(known))
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::platform::config::PasswordPolicy;

    fn passes(password: &str, personal: &[&str]) -> bool {
        check(password, PasswordPolicy::Composition, personal, "password").is_ok()
    }

    #[test]
    fn four_kinds_of_characters_and_eight_of_them() {
        for good in ["Cotton-tree-88", "Harbour#4471q", "Tr0ub4dor&3x", "Peak-tram-1888", "青馬 Bridge 7x"] {
            assert!(passes(good, &["Carol", "carol"]), "{good}");
        }
        for bad in ["", "weak", "Sh0rt-x", "alllower-88", "ALLUPPER-88", "No-digits-x", "NoSpecial88", "Under_score88"]
        {
            assert!(!passes(bad, &[]), "{bad}");
        }
    }

    #[test]
    fn a_common_word_in_disguise_is_still_common() {
        for bad in [
            "Password1!",
            "P@ssw0rd123!",
            "Welcome@2024",
            "Qwerty123!",
            "Hongkong1997!",
            "Admin@123",
            "Aaaaaa1!",
            "1qaz!QAZ",
        ] {
            assert!(!passes(bad, &[]), "{bad}");
        }
    }

    #[test]
    fn a_password_must_not_contain_personal_data() {
        assert!(!passes("Xq7!carol-blue", &["Carol"]));
        assert!(!passes("Xq7!-61234567", &["61234567"]));
        assert!(!passes("My-Kapok-77x", &[]));
        assert!(passes("Xq7!Li-blueyes", &["Li"]), "too short to matter");
    }

    #[test]
    fn length_is_bounded() {
        assert!(!passes(&format!("Aa1-{}", "x".repeat(125)), &[]));
        assert!(check("a phrase of long words", PasswordPolicy::Length15, &[], "password").is_ok());
    }
}
