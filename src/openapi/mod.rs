//! The description of the API, generated from the code: as JSON, and as a page that needs nothing
//! from elsewhere.

mod page;
mod records;

use std::io::Read;

use axum::Router;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use flate2::read::GzDecoder;
use serde_json::{Value, json};
use utoipa::openapi::OpenApi;
use utoipa::openapi::info::{InfoBuilder, LicenseBuilder};

use crate::base::messages;
use crate::webhooks;

/// How an answer says that it is a problem.
const PROBLEM: &str = "#/components/schemas/Problem";

/// `ui/openapi.json` as the code was built with it. Made anew at each start it would cost 15 MB for nothing: a test
/// holds it against the code.
const SQUEEZED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/openapi.json.gz"));

/// `GET /api/openapi.json` and `GET /api/docs`.
pub fn routes() -> Router {
    Router::new()
        .route("/api/openapi.json", get(async || as_kind("application/json", written())))
        .route("/api/docs", get(async || page::with_policy(page::render(&parsed()))))
        .route("/api/docs.css", get(async || as_kind("text/css; charset=utf-8", include_str!("page.css").to_owned())))
}

fn as_kind(kind: &'static str, body: String) -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static(kind))], body).into_response()
}

/// The document that the code was built with, as text.
pub fn written() -> String {
    let mut text = String::new();
    GzDecoder::new(SQUEEZED).read_to_string(&mut text).expect("what the build squeezed");
    text
}

fn parsed() -> Value {
    serde_json::from_str(&written()).expect("a generated document is plain JSON")
}

/// The whole description: what the handlers say of themselves, and what no single call knows.
pub fn described(mut document: OpenApi) -> Value {
    document.info = InfoBuilder::new()
        .title("Kapok")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(
            "A carbon-points loyalty programme in one file. Every answer that is no success is a problem (RFC 9457).",
        ))
        .license(Some(LicenseBuilder::new().name("Apache-2.0").build()))
        .build();
    let mut document = serde_json::to_value(document).expect("a generated document is plain JSON");
    records::write_out_forms(&mut document["components"]["schemas"]);
    leave_out_nulls(&mut document);
    records::leave_nulls_to_forms(&mut document["components"]["schemas"]);
    name_refusals_of_bodies(&mut document);
    name_problems(&mut document);
    document["webhooks"] = webhook_calls();
    if let Some(paths) = document["paths"].as_object_mut() {
        paths.extend(plain_calls());
    }
    document
}

/// Whatever takes a body refuses one that is too large, and one of another kind, before any call looks at it.
fn name_refusals_of_bodies(document: &mut Value) {
    let calls = document["paths"].as_object_mut().into_iter().flatten().flat_map(|(_, calls)| calls.as_object_mut());
    for (_, call) in calls.flatten().filter(|(_, call)| call["requestBody"].is_object()) {
        for (status, what) in [("413", "The body is too large"), ("415", "The body is of another media type")] {
            let refusal =
                json!({ "description": what, "content": { "application/json": { "schema": { "$ref": PROBLEM } } } });
            call["responses"].as_object_mut().map(|told| told.entry(status).or_insert(refusal));
        }
    }
}

/// Every code that a problem may have, and the media type in which it comes.
fn name_problems(document: &mut Value) {
    let mut codes: Vec<&str> = messages::error_codes().collect();
    codes.sort_unstable();
    let schemas = &mut document["components"]["schemas"];
    schemas["ErrorCode"] = json!({ "type": "string", "enum": codes, "description": "Stable: what clients branch on." });
    for schema in ["Problem", "ProblemField"] {
        let code = &mut schemas[schema]["properties"]["code"];
        *code = json!({ "$ref": "#/components/schemas/ErrorCode", "description": code["description"] });
    }
    let calls = document["paths"].as_object_mut().into_iter().flatten().flat_map(|(_, calls)| calls.as_object_mut());
    for answer in calls.flatten().filter_map(|(_, call)| call["responses"].as_object_mut()).flatten() {
        let Some(content) = answer.1["content"].as_object_mut() else { continue };
        let problem = content.get("application/json").is_some_and(|body| body["schema"]["$ref"] == PROBLEM);
        if problem && let Some(body) = content.remove("application/json") {
            content.insert("application/problem+json".to_owned(), body);
        }
    }
}

/// Calls that hand out no resource.
fn plain_calls() -> impl Iterator<Item = (String, Value)> {
    let call = |(path, summary, kind): (&str, &str, &str)| {
        let form = if kind == "application/json" { "object" } else { "string" };
        let done = json!({ "description": summary, "content": { kind: { "schema": { "type": form } } } });
        (path.to_owned(), json!({ "get": { "tags": ["service"], "summary": summary, "responses": { "200": done } } }))
    };
    [
        ("/api/docs", "This description, as a page.", "text/html"),
        ("/api/openapi.json", "This description.", "application/json"),
        ("/healthz", "Whether the process is there.", "text/plain"),
        ("/readyz", "Whether it can serve: migrated, writable, not about to stop. 503 where not.", "text/plain"),
    ]
    .into_iter()
    .map(call)
}

/// The calls that Kapok makes itself: every event as whoever takes it sees it.
fn webhook_calls() -> Value {
    let header = |name: &str, description: &str| json!({ "name": name, "in": "header", "required": true, "description": description, "schema": { "type": "string" } });
    let headers = json!([
        header("webhook-id", "The event; the same each time it is sent."),
        header("webhook-timestamp", "When this call was made, in seconds since 1970."),
        header(
            "webhook-signature",
            "`v1,` and the HMAC-SHA-256 over id, timestamp and body; several while a secret is replaced."
        ),
    ]);
    let call = |(name, data): (&str, &str)| {
        let body = json!({ "type": "object", "required": ["type", "timestamp", "data"], "properties": {
            "type": { "type": "string", "const": name },
            "timestamp": { "type": "string", "format": "date-time", "description": "When it happened." },
            "data": { "type": "object", "description": data },
        } });
        let post = json!({ "tags": ["webhooks"], "summary": data, "parameters": headers,
            "requestBody": { "required": true, "content": { "application/json": { "schema": body } } },
            "responses": { "2XX": { "description": "Taken. Anything else, a redirect included, has it sent again." } } });
        (name.to_owned(), json!({ "post": post }))
    };
    Value::Object(webhooks::EVENTS.into_iter().map(call).collect())
}

/// A field that may be left out is left out, never null: our answers skip it, and clients that
/// are generated from this document need not look for both.
fn leave_out_nulls(value: &mut Value) {
    if let Some(required) = value.get("properties").is_some().then(|| value["required"].clone()) {
        let is_required = |name: &str| required.as_array().is_some_and(|all| all.iter().any(|one| one == name));
        for (name, schema) in value["properties"].as_object_mut().into_iter().flatten() {
            if !is_required(name) {
                leave_out_null(schema);
            }
        }
    }
    match value {
        Value::Object(map) => map.values_mut().for_each(leave_out_nulls),
        Value::Array(list) => list.iter_mut().for_each(leave_out_nulls),
        _ => {}
    }
}

fn leave_out_null(schema: &mut Value) {
    let Some(map) = schema.as_object_mut() else { return };
    if map.get("default") == Some(&Value::Null) {
        map.remove("default");
    }
    if let Some(Value::Array(kinds)) = map.get_mut("type") {
        kinds.retain(|kind| kind != "null");
        if let [only] = kinds.as_slice() {
            let only = only.clone();
            map.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(choices)) = map.get_mut("oneOf") {
        choices.retain(|choice| choice["type"] != "null");
        if let [only] = choices.as_slice() {
            let only = only.clone();
            map.remove("oneOf");
            if let Some(inner) = only.as_object() {
                map.extend(inner.clone());
            }
        }
    }
}
