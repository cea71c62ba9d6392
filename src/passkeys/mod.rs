//! The passkeys that a member has: registering one, seeing them, removing one. Each change stands
//! in the inbox, so that nobody gets a way in that the member has not heard of.

mod http;

use crate::auth::passkeys::{self, NewCredential, Passkey};
use crate::base::id::{MemberId, PasskeyId};
use crate::base::problem::AppResult;
use crate::notifications;
use crate::store::Tx;

pub use http::routes;

/// Words that browsers say of themselves, the telling ones first: most also name their ancestors.
const BROWSERS: [(&str, &str); 6] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];
const SYSTEMS: [(&str, &str); 6] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("Linux", "Linux"),
];

fn add(tx: &Tx<'_>, member: MemberId, credential: &NewCredential, name: &str) -> AppResult<Passkey> {
    let passkey = passkeys::add(tx, member, credential, name)?;
    notifications::notify(tx, member, "passkey_added", &[("name", name)])?;
    Ok(passkey)
}

fn remove(tx: &Tx<'_>, member: MemberId, id: PasskeyId) -> AppResult<()> {
    let name = passkeys::remove(tx, member, id)?;
    notifications::notify(tx, member, "passkey_removed", &[("name", &name)])
}

/// What to call a passkey made by that browser, for its owner to know it by.
fn device_name(user_agent: &str) -> String {
    let first = |known: [(&str, &'static str); 6]| {
        known.into_iter().find(|(word, _)| user_agent.contains(word)).map(|(_, name)| name)
    };
    match (first(BROWSERS), first(SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser}, {system}"),
        (Some(one), None) | (None, Some(one)) => one.to_owned(),
        (None, None) => "Passkey".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::device_name;

    #[test]
    fn a_passkey_is_named_after_browser_and_system() {
        for (user_agent, name) in [
            (
                "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 \
                 Mobile Safari/537.36",
                "Chrome, Android",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
                 Version/18.0 Mobile/15E148 Safari/604.1",
                "Safari, iPhone",
            ),
            ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0.0.0 Safari/537.36 Edg/130.0", "Edge, Windows"),
            ("curl/8.0", "Passkey"),
            ("", "Passkey"),
        ] {
            assert_eq!(device_name(user_agent), name);
        }
    }
}
