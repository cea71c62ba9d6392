//! The API description: valid OpenAPI, with the permissions of each call, and cheap to serve.

use std::collections::{BTreeMap, BTreeSet};

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::TestServer;

fn document() -> Value {
    serde_json::from_str(&kapok::app::api_document().expect("a document")).expect("JSON")
}

/// Resolves a `$ref` within the document.
fn target<'d>(document: &'d Value, reference: &str) -> Option<&'d Value> {
    reference.strip_prefix('#').and_then(|path| document.pointer(path))
}

/// All faults of a document with their positions.
fn faults(document: &Value, value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let at = format!("{at}/{name}");
                match (name.as_str(), value) {
                    ("$ref", Value::String(path)) if target(document, path).is_none() => {
                        found.push(format!("{at}: {path} leads nowhere"));
                    }
                    ("responses", Value::Object(answers)) => {
                        for (status, answer) in answers {
                            let words = answer["description"].as_str().unwrap_or_default();
                            if answer["$ref"].is_null() && words.is_empty() {
                                found.push(format!("{at}/{status} has no description"));
                            }
                        }
                    }
                    ("content" | "schema" | "headers" | "description" | "parameters", Value::Null) => {
                        found.push(format!("{at} is null"));
                    }
                    (internal, _) if internal.starts_with("x-") => found.push(format!("{at} is not for clients")),
                    _ => {}
                }
                faults(document, value, &at, found);
            }
        }
        Value::Array(list) => {
            for (place, value) in list.iter().enumerate() {
                faults(document, value, &format!("{at}/{place}"), found);
            }
        }
        _ => {}
    }
}

#[test]
fn every_answer_has_a_description_and_every_reference_leads_somewhere() {
    let (document, mut found) = (document(), Vec::new());
    faults(&document, &document, "", &mut found);
    assert!(found.is_empty(), "{} faults:\n{}", found.len(), found.join("\n"));
    assert_eq!(document["openapi"], "3.1.0");
}

/// Unions whose variants have different fields, or are different types.
const WITHOUT_A_TAG: [&str; 3] = ["FindingValue", "RedemptionContent", "ScannedText"];

#[test]
fn a_union_names_the_field_that_tells_its_variants_apart() {
    let document = document();
    let schemas = document["components"]["schemas"].as_object().expect("schemas");
    let unions = schemas.iter().filter(|(name, _)| !WITHOUT_A_TAG.contains(&name.as_str()));
    for (name, schema) in unions.filter(|(_, schema)| schema["oneOf"].is_array()) {
        let discriminator = &schema["discriminator"];
        let tag = discriminator["propertyName"].as_str().unwrap_or_else(|| panic!("{name} names no field"));
        let mapping = discriminator["mapping"].as_object().expect("a mapping");
        assert_eq!(mapping.len(), schema["oneOf"].as_array().expect("variants").len(), "{name}");
        for (value, variant) in mapping {
            let variant = target(&document, variant.as_str().expect("a reference")).expect("a variant");
            let parts = variant["allOf"].as_array().map_or(std::slice::from_ref(variant), Vec::as_slice);
            let has_value = |part: &Value| {
                let part = part["$ref"].as_str().and_then(|path| target(&document, path)).unwrap_or(part);
                part["properties"][tag]["enum"] == json!([value])
            };
            assert!(parts.iter().any(has_value), "{name}: {value}");
        }
    }
}

#[test]
fn the_recorded_codes_of_problems_are_those_of_calls_that_exist() {
    let document = document();
    let text = std::fs::read_to_string("src/ops/openapi/problems.json").expect("the record");
    let record: BTreeMap<String, BTreeMap<String, Vec<String>>> = serde_json::from_str(&text).expect("JSON");
    assert!(record.len() > 200, "{} calls have codes of their own", record.len());
    for (call, codes) in record {
        let (method, path) = call.split_once(' ').expect("a method and a path");
        let described = &document["paths"][path][method.to_lowercase()]["responses"];
        for (status, codes) in codes {
            let words = described[&status]["description"].as_str().unwrap_or_default();
            assert!(codes.iter().all(|code| words.contains(&format!("`{code}`"))), "{call} {status}: {words}");
            assert!(codes.is_sorted(), "{call} {status}");
        }
    }
}

#[test]
fn operations_have_names_of_their_own_and_known_ways_to_sign_in() {
    let document = document();
    let schemes = document["components"]["securitySchemes"].as_object().expect("schemes");
    let mut names = BTreeSet::new();
    for (path, calls) in document["paths"].as_object().expect("paths") {
        for (method, call) in calls.as_object().expect("calls") {
            if let Some(name) = call["operationId"].as_str() {
                assert!(names.insert(name), "two calls have the name {name}");
            }
            let ways = call["security"].as_array().or_else(|| document["security"].as_array());
            for way in ways.expect("a requirement") {
                for scheme in way.as_object().expect("schemes").keys() {
                    assert!(schemes.contains_key(scheme), "{method} {path}: {scheme}");
                }
            }
            for name in path.split('{').skip(1).filter_map(|rest| rest.split('}').next()) {
                let taken = call["parameters"].as_array().into_iter().flatten();
                assert!(
                    taken.filter(|one| one["in"] == "path").any(|one| one["name"] == name),
                    "{method} {path}: {name}"
                );
            }
        }
    }
}

#[test]
fn lists_and_keys_are_described_with_their_bounds() {
    let document = document();
    let parameters = &document["components"]["parameters"];
    let limit = &parameters["Limit"]["schema"];
    assert_eq!((limit["minimum"].as_i64(), limit["maximum"].as_i64()), (Some(1), Some(500)));
    let list = &document["paths"]["/api/admin/partners"]["get"];
    let taken = list["parameters"].as_array().expect("parameters");
    for name in ["Limit", "Cursor", "Format"] {
        let path = format!("#/components/parameters/{name}");
        assert!(taken.iter().any(|one| one["$ref"] == path.as_str()), "{name}");
    }
    for kind in ["application/json", "text/csv", "application/x-ndjson"] {
        assert!(list["responses"]["200"]["content"][kind].is_object(), "{kind}");
    }
    let transfer = &document["paths"]["/api/transaction/transfer"]["post"];
    let key = &transfer["parameters"][0]["$ref"];
    assert_eq!(key, "#/components/parameters/IdempotencyKey");
    assert_eq!(transfer["responses"]["429"]["$ref"], "#/components/responses/TooManyRequests");
}

#[tokio::test]
async fn the_api_description_is_precompressed_and_answers_304() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    for path in ["/api/openapi.json", "/api/docs"] {
        let ask = |coding: &str| visitor.request(Method::GET, path).header("accept-encoding", coding);
        let (plain, squeezed) = (visitor.send(ask("identity")).await, ask("gzip, br").send().await.expect("an answer"));
        assert_eq!((plain.status, plain.headers.get("content-encoding")), (200, None));
        assert_eq!(squeezed.headers()["content-encoding"], "gzip");
        assert_eq!(squeezed.headers()["vary"], "Accept-Encoding");
        assert_ne!(squeezed.headers()["etag"], plain.header("etag"), "another encoding has another ETag");
        let bytes = squeezed.bytes().await.expect("a body");
        let mut text = String::new();
        std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(&bytes[..]), &mut text).expect("squeezed");
        assert_eq!(text, plain.text);
        // A client that accepts only another encoding gets the uncompressed document.
        assert!(visitor.send(ask("br")).await.headers.get("content-encoding").is_none());
        let again = visitor.send(ask("identity").header("if-none-match", plain.header("etag"))).await;
        assert_eq!((again.status, again.text.as_str()), (304, ""));
        assert_eq!(plain.header("cache-control"), "no-cache");
    }
}
