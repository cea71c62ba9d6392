//! The preview that messengers show below an invitation link: a title, a sentence and a picture (the Open Graph
//! protocol). Messengers fetch the page without running its scripts, so the server writes the preview into the page.

use super::theme::escaped;
use crate::base::language::Language;
use crate::base::messages;
use crate::base::problem::AppResult;
use crate::member::referrals::ReferralInvitation;
use crate::platform::store::Read;

/// The path of an invitation; the code follows.
const ADDRESS: &str = "/invite/";
/// The picture, 1200 by 630 pixels. It shows no name, because a programme has its own.
const PICTURE: &str = "/icons/invite.png";

/// The code in the path of an invitation.
pub(super) fn code_in(path: &str) -> Option<&str> {
    path.strip_prefix(ADDRESS).filter(|code| !code.is_empty() && code.len() <= 24 && !code.contains('/'))
}

/// The language that the link names by `?lang=`, else the given one. A messenger does not send its reader's language.
pub(super) fn language_in(query: Option<&str>, otherwise: Language) -> Language {
    let query = query.unwrap_or("");
    let named = url::form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "lang");
    named.and_then(|(_, code)| Language::from_code(&code)).unwrap_or(otherwise)
}

/// The tags of the page at an invitation's path; `site` is the server's address without a slash at the end.
pub(super) fn tags(read: &Read<'_>, site: &str, code: &str, language: Language) -> AppResult<String> {
    let invitation = ReferralInvitation::find(read, code)?;
    let name = invitation.as_ref().map(|found| found.first_name.as_str());
    let title = match name {
        Some(name) => messages::text(language, "invite.title", &[("name", name)]),
        None => messages::text(language, "invite.title_nameless", &[]),
    };
    let text = messages::text(language, "invite.text", &[]);
    let property = |name: &str, content: &str| {
        format!("<meta property=\"og:{name}\" content=\"{}\" />", escaped(content).replace('"', "&quot;"))
    };
    let parts = [
        property("type", "website"),
        property("site_name", &messages::programme_name()),
        property("title", &title),
        property("description", &text),
        property("url", &format!("{site}{ADDRESS}{code}")),
        property("image", &format!("{site}{PICTURE}")),
        property("image:width", "1200"),
        property("image:height", "630"),
        property("image:alt", &messages::text(language, "invite.picture", &[])),
        "<meta name=\"twitter:card\" content=\"summary_large_image\" />".to_owned(),
    ];
    Ok(parts.concat())
}
