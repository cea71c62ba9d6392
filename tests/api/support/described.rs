//! Checks responses against the API description.

use std::fs::File;
use std::io::Write;
use std::sync::OnceLock;

use serde_json::{Map, Value, json};

/// Keywords that the checker ignores, because they restrict nothing.
const NOTES: [&str; 8] =
    ["description", "examples", "example", "default", "format", "title", "deprecated", "discriminator"];

/// Statuses that any call may answer without describing them: an unsupported method, an address that is too long or
/// for another host, and a server error.
const UNSAID: [u16; 4] = [405, 414, 421, 500];

/// The description in the source tree.
fn document() -> &'static Value {
    static DOCUMENT: OnceLock<Value> = OnceLock::new();
    DOCUMENT.get_or_init(|| {
        let text = std::fs::read_to_string("ui/openapi.json").expect("the description");
        serde_json::from_str(&text).expect("JSON")
    })
}

/// Everything in a JSON response that the call's description does not allow. Unknown paths and other content types
/// are not checked.
pub fn misfits(method: &str, path: &str, status: u16, kind: &str, body: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let Some((known_path, calls)) = call_at(path) else { return found };
    let Some(call) = calls.get(method) else { return found };
    let kind = kind.split(';').next().unwrap_or("").trim();
    if !["application/json", "application/problem+json"].contains(&kind) {
        return found;
    }
    let at = format!("{method} {path} {status}");
    let own = &call["responses"][status.to_string()];
    let answer = if own["$ref"].is_null() { own } else { target(&own["$ref"]) };
    if kind == "application/problem+json" && !UNSAID.contains(&status) {
        let code = body["code"].as_str().unwrap_or_default();
        let place = format!("{} {known_path} {status}", method.to_uppercase());
        check_code(&place, own, code, &mut found);
    }
    match answer {
        Value::Null if UNSAID.contains(&status) => check(&schema("Problem"), body, &at, &mut found),
        Value::Null => found.push(format!("{at}: no such answer is described")),
        answer => match answer["content"].get(kind) {
            Some(content) => check(&content["schema"], body, &at, &mut found),
            None => found.push(format!("{at}: no {kind} is described")),
        },
    }
    found
}

/// Reports the code of a problem that the call's description does not name. `tools/problems` has the codes written to a
/// file instead.
fn check_code(place: &str, answer: &Value, code: &str, found: &mut Vec<String>) {
    match std::env::var_os("ANSWERED_PROBLEMS") {
        Some(record) if !is_of_many_calls(code) => {
            let mut record = File::options().append(true).create(true).open(record).expect("the record of codes");
            record.write_all(format!("{place} {code}\n").as_bytes()).expect("a line of the record");
        }
        None if !is_of_many_calls(code) && !names(answer, code) => {
            found.push(format!("{place}: {code} is not described; `tools/problems --record` adds it"));
        }
        _ => {}
    }
}

/// Whether the description names the code once for many calls.
fn is_of_many_calls(code: &str) -> bool {
    let shared = ["responses", "parameters", "securitySchemes"].map(|kind| &document()["components"][kind]);
    shared.into_iter().filter_map(Value::as_object).flat_map(Map::values).any(|part| names(part, code))
}

fn names(part: &Value, code: &str) -> bool {
    part["description"].as_str().is_some_and(|words| words.contains(&format!("`{code}`")))
}

fn schema(name: &str) -> Value {
    document()["components"]["schemas"][name].clone()
}

/// The matching path and its operations; a path without parameters comes before one with them.
fn call_at(path: &str) -> Option<(&'static str, &'static Map<String, Value>)> {
    let path = path.split('?').next().unwrap_or("");
    let fits = |known: &str| {
        known.split('/').count() == path.split('/').count()
            && known.split('/').zip(path.split('/')).all(|(known, part)| known.starts_with('{') || known == part)
    };
    let paths = document()["paths"].as_object().expect("paths");
    let found = paths.iter().filter(|(known, _)| fits(known)).min_by_key(|(known, _)| known.matches('{').count());
    found.and_then(|(known, calls)| Some((known.as_str(), calls.as_object()?)))
}

fn check(schema: &Value, value: &Value, at: &str, found: &mut Vec<String>) {
    let Some(rules) = schema.as_object() else { return };
    for (rule, said) in rules {
        match rule.as_str() {
            "$ref" => check(target(said), value, at, found),
            "type" if !is_of(said, value) => found.push(format!("{at}: {value} is not {said}")),
            "enum" if !said.as_array().is_some_and(|all| all.contains(value)) => {
                found.push(format!("{at}: {value} is none of {said}"));
            }
            "const" if said != value => found.push(format!("{at}: {value} is not {said}")),
            "minimum" if value.as_f64() < said.as_f64() => found.push(format!("{at}: {value} is below {said}")),
            "maximum" if value.as_f64() > said.as_f64() => found.push(format!("{at}: {value} is above {said}")),
            "type" | "enum" | "const" | "minimum" | "maximum" | "properties" | "required" | "additionalProperties" => {}
            "items" => {
                for (place, one) in value.as_array().into_iter().flatten().enumerate() {
                    check(said, one, &format!("{at}[{place}]"), found);
                }
            }
            "allOf" => said.as_array().into_iter().flatten().for_each(|one| check(one, value, at, found)),
            "propertyNames" => {
                let names = value.as_object().into_iter().flat_map(Map::keys);
                names.for_each(|name| check(said, &Value::from(name.as_str()), at, found));
            }
            "oneOf" => check_one_of(said, value, at, found),
            note if NOTES.contains(&note) => {}
            other => panic!("{at}: the checker does not know {other}"),
        }
    }
    if let Some(fields) = value.as_object() {
        check_fields(rules, fields, at, found);
    }
}

fn check_fields(rules: &Map<String, Value>, fields: &Map<String, Value>, at: &str, found: &mut Vec<String>) {
    let required = rules.get("required").and_then(Value::as_array).into_iter().flatten();
    for name in required.filter_map(Value::as_str).filter(|name| !fields.contains_key(*name)) {
        found.push(format!("{at}: {name} is missing"));
    }
    let known = rules.get("properties").and_then(Value::as_object);
    for (name, value) in fields {
        let at = format!("{at}.{name}");
        match (known.and_then(|known| known.get(name)), rules.get("additionalProperties")) {
            (Some(schema), _) | (None, Some(schema @ Value::Object(_))) => check(schema, value, &at, found),
            (None, Some(Value::Bool(false))) => found.push(format!("{at} is not described")),
            (None, _) => {}
        }
    }
}

fn check_one_of(choices: &Value, value: &Value, at: &str, found: &mut Vec<String>) {
    let fits = |choice: &&Value| {
        let mut wrong = Vec::new();
        check(choice, value, at, &mut wrong);
        wrong.is_empty()
    };
    let fitting = choices.as_array().into_iter().flatten().filter(fits).count();
    if fitting != 1 {
        found.push(format!("{at}: {value} is {fitting} of {choices}"));
    }
}

fn target(reference: &Value) -> &'static Value {
    let name = reference.as_str().and_then(|text| text.strip_prefix('#')).expect("a reference within the document");
    document().pointer(name).unwrap_or_else(|| panic!("{name} is not described"))
}

fn is_of(kind: &Value, value: &Value) -> bool {
    let is = |kind: &Value| match kind.as_str() {
        Some("null") => value.is_null(),
        Some("boolean") => value.is_boolean(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("number") => value.is_number(),
        Some("string") => value.is_string(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        other => panic!("{other:?} is not a known type"),
    };
    kind.as_array().map_or_else(|| is(kind), |kinds| kinds.iter().any(is))
}

#[test]
fn an_undescribed_response_is_reported() {
    let wrong = |status, body: Value| misfits("post", "/api/merchant/verify", status, "application/json", &body).len();
    assert_eq!(wrong(200, json!({ "status": "unknown" })), 0);
    assert_eq!(wrong(200, json!({ "status": "unheard of" })), 1, "not in the enum");
    assert_eq!(wrong(200, json!({ "otherPartner": null })), 2, "a missing field, and null for a boolean");
    assert_eq!(wrong(201, json!({ "status": "unknown" })), 1, "another status");
    let other = misfits("get", "/api/config", 200, "application/json; charset=utf-8", &json!([]));
    assert!(!other.is_empty(), "a list is not an object");
}

#[test]
fn a_code_is_named_by_the_call_or_once_for_many_calls() {
    let refused = &document()["paths"]["/api/transaction/transfer"]["post"]["responses"]["422"];
    assert!(names(refused, "transfer_refused") && !is_of_many_calls("transfer_refused"));
    assert!(is_of_many_calls("forbidden") && is_of_many_calls("scope_missing"));
    assert!(!names(refused, "coupon_unknown") && !is_of_many_calls("coupon_unknown"));
}
