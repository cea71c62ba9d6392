//! Authentication of API operations, derived from the extractor types of their handlers.

use serde_json::{Map, Value, json};

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
        "Merchant" | "ActivityViewer" | "PartnerManager" => {
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
    (!known.is_empty()).then(|| as_value(&combined))
}

/// Two thirds of the operations are for staff, so the document as a whole requires their sign-in. An operation names
/// its own requirement only where it has another one; an empty one makes it public.
pub(super) fn share_requirement(document: &mut Value) {
    let staff = as_value(STAFF);
    for part in ["paths", "webhooks"] {
        let paths = document[part].as_object_mut().into_iter().flat_map(Map::values_mut);
        let calls = paths.filter_map(Value::as_object_mut).flat_map(Map::values_mut);
        for call in calls.filter_map(Value::as_object_mut) {
            let own = call.entry("security").or_insert_with(|| json!([]));
            if *own == staff {
                call.remove("security");
            }
        }
    }
    document["security"] = staff;
}

fn as_value<'s>(ways: &[impl AsRef<[&'s str]>]) -> Value {
    let all = |way: &[&str]| way.iter().map(|scheme| ((*scheme).to_owned(), json!([]))).collect::<Value>();
    ways.iter().map(|way| all(way.as_ref())).collect()
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
        "staffBearer": bearer("The `token` of an API session of staff: `POST /api/staff/login` from anything but a browser. \
            403 `second_factor_enrolment_required` is the answer to who still has to set up a second factor."),
        "partnerKey": bearer("An API key of a partner, which an owner makes. 403 `scope_missing` and `address_not_allowed` tell that \
            the key is not for the call or for the address."),
        "tillDevice": cookie("tillDevice", "A till that is enrolled: `POST /api/merchant/enrol`. Any other device gets 401 \
            `till_not_enrolled`."),
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
    fn the_sign_in_of_staff_is_named_once_for_all_operations() {
        let staff = json!([{ "staffCookie": [] }, { "staffBearer": [] }]);
        let till = json!([{ "tillDevice": [] }]);
        let mut document = json!({
            "paths": { "/a": { "get": { "security": staff }, "post": { "security": till } }, "/b": { "get": {} } },
            "webhooks": { "c": { "post": {} } },
        });
        share_requirement(&mut document);
        let expected = json!({
            "security": staff,
            "paths": { "/a": { "get": {}, "post": { "security": till } }, "/b": { "get": { "security": [] } } },
            "webhooks": { "c": { "post": { "security": [] } } },
        });
        assert_eq!(document, expected);
    }

    #[test]
    fn an_optional_sign_in_is_described_as_optional() {
        let optional = requirement("/api/config", ["MaybeMember"].into_iter());
        assert!(optional.is_some() && !is_required(optional.as_ref()));
        assert_eq!(requirement("/api/config", ["State", "Json"].into_iter()), None);
    }
}
