//! The API description, generated from the code: as JSON, and as a page without external resources.

mod calls;
mod layout;
mod problems;
mod records;
mod served;
mod sign_in;
mod unions;

use serde_json::{Value, json};
use utoipa::openapi::OpenApi;
use utoipa::openapi::info::{InfoBuilder, LicenseBuilder};

use crate::base::messages;
use crate::platform::webhooks;

pub use layout::pretty;
pub use served::{routes, written};

/// The schema reference of a problem response.
const PROBLEM: &str = "#/components/schemas/Problem";

/// The complete description: the handlers' own parts, and the common parts.
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
    document["info"]["license"]["identifier"] = "Apache-2.0".into();
    document["servers"] = json!([{ "url": "/", "description": "The server that sent this description." }]);
    records::write_out_forms(&mut document["components"]["schemas"]);
    leave_out_nulls(&mut document);
    records::leave_nulls_to_forms(&mut document["components"]["schemas"]);
    unions::name_variants(&mut document["components"]["schemas"]);
    name_problems(&mut document);
    document["webhooks"] = webhook_calls();
    for (path, call) in plain_calls() {
        document["paths"][path]["get"] = call;
    }
    calls::finish(&mut document);
    sign_in::share_requirement(&mut document);
    records::leave_out_unused(&mut document);
    document
}

/// Lists all problem codes, and sets the media type of problem responses.
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
        let Some(content) = answer.1.get_mut("content").and_then(Value::as_object_mut) else { continue };
        let problem = content.get("application/json").is_some_and(|body| body["schema"]["$ref"] == PROBLEM);
        if problem && let Some(body) = content.remove("application/json") {
            content.insert("application/problem+json".to_owned(), body);
        }
    }
}

/// GET operations outside the API resources, by path.
fn plain_calls() -> impl Iterator<Item = (&'static str, Value)> {
    let call = |(path, summary, kind): (&'static str, &str, &str)| {
        let form = if kind == "application/json" { "object" } else { "string" };
        let done = json!({ "description": summary, "content": { kind: { "schema": { "type": form } } } });
        let mut answers = json!({ "200": done });
        if path.starts_with("/api/") {
            answers["304"] = json!({ "description": "The client has this version already" });
        } else {
            answers["414"] = json!({ "$ref": "#/components/responses/AddressTooLong" });
        }
        let name = format!("get_{}", path.trim_start_matches("/api/").trim_matches('/').replace('.', "_"));
        (path, json!({ "tags": ["service"], "operationId": name, "summary": summary, "responses": answers }))
    };
    [
        ("/api/docs", "This description, as a page.", "text/html"),
        ("/api/openapi.json", "This description.", "application/json"),
        ("/healthz", "Whether the process is there.", "text/plain"),
        ("/readyz", "Whether it can serve: migrated, writable, not about to stop. 503 where not.", "text/plain"),
        ("/unsubscribe", "The screen on which a person ends messages by the link in one.", "text/html"),
    ]
    .into_iter()
    .map(call)
}

/// The webhook requests that Kapok sends: every event as its receiver sees it.
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
        let post = json!({ "tags": ["webhooks"], "operationId": format!("receive_{}", name.replace('.', "_")), "summary": data, "parameters": headers,
            "requestBody": { "required": true, "content": { "application/json": { "schema": body } } },
            "responses": { "2XX": { "description": "Taken. Anything else, a redirect included, has it sent again." } } });
        (name.to_owned(), json!({ "post": post }))
    };
    Value::Object(webhooks::EVENTS.into_iter().map(call).collect())
}

/// Optional fields are omitted, never null: our responses skip them, and generated clients need not handle both
/// cases.
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
