//! Authentication of API operations, derived from the extractor types of their handlers.

use serde_json::{Value, json};

/// Security schemes that are required together.
type SchemeSet = &'static [&'static str];

const MEMBER: &[SchemeSet] = &[&["memberCookie"], &["memberBearer"]];
const STAFF: &[SchemeSet] = &[&["staffCookie"], &["staffBearer"]];

/// The alternatives that an extractor accepts; `None` for an extractor without authentication.
fn ways_of(extractor: &str) -> Option<&'static [SchemeSet]> {
    Some(match extractor {
        "Member" | "OpeningMember" => MEMBER,
        "TrustedMember" => &[&["memberCookie", "requestToken"], &["memberBearer"]],
        "MaybeMember" => &[&[], &["memberCookie"], &["memberBearer"]],
        "Staff" | "EnteringStaff" | "PartnerStaff" | "StaffWith" | "OperatorOnly" => STAFF,
        "Merchant" | "ActivityViewer" => {
            &[&["partnerKey"], &["tillDevice", "tillSession"], &["staffCookie"], &["staffBearer"]]
        }
        "EnrolledTill" => &[&["tillDevice"]],
        _ => return None,
    })
}

/// The security requirement of an operation with these extractors; `None` if it is public.
pub(super) fn requirement<'e>(path: &str, extractors: impl Iterator<Item = &'e str>) -> Option<Value> {
    let mut known: Vec<&[SchemeSet]> = extractors.filter_map(ways_of).collect();
    if path == "/api/auth/refresh" {
        known.push(&[&["refreshCookie"]]);
    }
    let mut combined: Vec<Vec<&str>> = vec![Vec::new()];
    for ways in &known {
        combined =
            combined.iter().flat_map(|before| ways.iter().map(move |way| [before.as_slice(), way].concat())).collect();
    }
    let as_value = |schemes: Vec<&str>| schemes.into_iter().map(|name| (name.to_owned(), json!([]))).collect();
    (!known.is_empty()).then(|| combined.into_iter().map(as_value).collect::<Vec<Value>>().into())
}

/// Whether an operation with this requirement rejects unauthenticated requests.
pub(super) fn is_required(requirement: Option<&Value>) -> bool {
    let ways = requirement.and_then(Value::as_array);
    ways.is_some_and(|ways| ways.iter().all(|way| way.as_object().is_some_and(|schemes| !schemes.is_empty())))
}

/// Whether staff can satisfy this requirement: their operations also check roles.
pub(super) fn is_of_staff(requirement: Option<&Value>) -> bool {
    let ways = requirement.and_then(Value::as_array).into_iter().flatten();
    ways.filter_map(Value::as_object).any(|schemes| schemes.contains_key("staffBearer"))
}

/// The value of `components.securitySchemes`.
pub(super) fn schemes() -> Value {
    let cookie =
        |name: &str, what: &str| json!({ "type": "apiKey", "in": "cookie", "name": name, "description": what });
    let bearer = |what: &str| json!({ "type": "http", "scheme": "bearer", "description": what });
    json!({
        "memberCookie": cookie("accessToken", "A member's browser session: `POST /api/auth/login` from a page of ours."),
        "memberBearer": bearer("The `token` of a member's API session: `POST /api/auth/login` from anything but a browser."),
        "requestToken": bearer("The `token` of a member's browser session. It counts only beside that session's cookie."),
        "refreshCookie": cookie("refreshToken", "Renews a member's browser session."),
        "staffCookie": cookie("staffToken", "The browser session of staff: `POST /api/staff/login` from a page of ours."),
        "staffBearer": bearer("The `token` of an API session of staff: `POST /api/staff/login` from anything but a browser."),
        "partnerKey": bearer("An API key of a partner, which an owner makes."),
        "tillDevice": cookie("tillDevice", "A till that is enrolled: `POST /api/merchant/enrol`."),
        "tillSession": cookie("tillToken", "Who is signed in at that till: `POST /api/merchant/session`."),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extractors_that_ask_for_two_things_are_required_together() {
        let both = requirement("/api/merchant/unlock", ["State", "EnrolledTill", "PartnerStaff"].into_iter());
        let expected = json!([{ "tillDevice": [], "staffCookie": [] }, { "tillDevice": [], "staffBearer": [] }]);
        assert_eq!(both, Some(expected));
        assert!(is_required(both.as_ref()) && is_of_staff(both.as_ref()));
    }

    #[test]
    fn who_may_sign_in_need_not() {
        let optional = requirement("/api/config", ["MaybeMember"].into_iter());
        assert!(optional.is_some() && !is_required(optional.as_ref()));
        assert_eq!(requirement("/api/config", ["State", "Json"].into_iter()), None);
    }
}
