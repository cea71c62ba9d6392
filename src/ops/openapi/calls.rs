//! The common parts of all operations, described once: authentication, list parameters, and refusals that happen
//! before a handler runs. They follow from a handler's extractors, so that a new operation needs no description of
//! its own.

use serde_json::{Map, Value, json};

use super::problems::{OwnCodes, SharedRefusal, recorded, responses};
use super::sign_in;
use crate::platform::http::routes::READS;

/// Parameters that several operations share: their name in `components.parameters`, and their description.
fn parameters() -> Value {
    let query = |name: &str, what: &str, schema: Value| json!({ "in": "query", "name": name, "description": what, "schema": schema });
    let header = |name: &str, required: bool, what: &str, schema: Value| json!({ "in": "header", "name": name, "required": required, "description": what, "schema": schema });
    let key = json!({ "type": "string", "minLength": 1, "maxLength": 128, "pattern": "^[!-~]+$" });
    let (tag, version) =
        (json!({ "type": "string" }), "The `ETag` of the version that the change is made from, or `*`.");
    let intent = "Names the client's intent: the same key with the same request gets the first answer again. 422 \
        `idempotency_key_reused` is the answer to another request, 400 `idempotency_key_required` or \
        `invalid_idempotency_key` to a key that is missing or malformed.";
    json!({
        "Limit": query("limit", "The most rows of a page.",
            json!({ "type": "integer", "format": "int64", "minimum": 1, "maximum": 500, "default": 100 })),
        "Cursor": query("cursor", "The position at which the previous page ended, from its `Link`.",
            json!({ "type": "string", "maxLength": 400 })),
        "Format": query("format", "A page as JSON, or the whole list as a file.",
            json!({ "type": "string", "enum": ["json", "csv", "ndjson"], "default": "json" })),
        "Encoding": query("encoding", "The encoding of the file.",
            json!({ "type": "string", "enum": ["utf-8", "big5", "gbk"], "default": "utf-8" })),
        "IdempotencyKey": header("Idempotency-Key", true, intent, key.clone()),
        "OptionalIdempotencyKey": header("Idempotency-Key", false, intent, key),
        "IfMatch": header("If-Match", true, version, tag.clone()),
        "OptionalIfMatch": header("If-Match", false, version, tag),
    })
}

fn headers() -> Value {
    let header = |what: &str, schema: Value| json!({ "description": what, "schema": schema });
    json!({
        "Link": header("The address of the next page, as `<…>; rel=\"next\"`, where there is one.", json!({ "type": "string" })),
        "TotalCount": header("The number of rows of the whole list, where that is known.", json!({ "type": "integer" })),
        "ETag": header("The version, which `If-Match` names in a change.", json!({ "type": "string" })),
        "Replayed": header("`true` if this repeats the first answer to the same key.", json!({ "type": "string", "const": "true" })),
        "RetryAfter": header("Seconds until the client may ask again.", json!({ "type": "integer", "minimum": 1 })),
    })
}

/// Completes the description of every operation.
pub(super) fn finish(document: &mut Value) {
    let codes = recorded();
    for (path, calls) in document["paths"].as_object_mut().into_iter().flatten() {
        let versioned =
            calls["put"]["parameters"].as_array().is_some_and(|all| all.iter().any(|one| one["name"] == "If-Match"));
        for (method, call) in calls.as_object_mut().into_iter().flatten() {
            let Some(call) = call.as_object_mut() else { continue };
            let codes = codes.get(&format!("{} {path}", method.to_uppercase()));
            finish_call(OperationContext { path, method, versioned, codes }, call);
        }
    }
    let shared = [
        ("responses", responses().into()),
        ("parameters", parameters()),
        ("headers", headers()),
        ("securitySchemes", sign_in::schemes()),
    ];
    for (kind, all) in shared {
        document["components"][kind] = all;
    }
}

/// The operation that is being described.
struct OperationContext<'d> {
    path: &'d str,
    method: &'d str,
    /// Whether the resource at its path has an `ETag`.
    versioned: bool,
    /// The codes of its own problems.
    codes: Option<&'d OwnCodes>,
}

fn finish_call(place: OperationContext<'_>, call: &mut Map<String, Value>) {
    let reads = call.remove(READS).unwrap_or_default();
    let reads = extractors(reads.as_str().unwrap_or_default());
    if let Some(requirement) = sign_in::requirement(place.path, reads.iter().copied()) {
        call.insert("security".to_owned(), requirement);
    }
    let is_list = reads.contains(&"ListRequest");
    name_summary(call);
    if let Some(body) = call.get_mut("requestBody") {
        describe_binary(body);
    }
    let taken = finish_parameters(call, &reads);
    let refusals = refusals_of(&place, call, &reads);
    let Some(answers) = call.get_mut("responses").and_then(Value::as_object_mut) else { return };
    for status in refusals {
        answers.entry(status).or_insert_with(|| json!({ "content": {} }));
    }
    for (status, answer) in answers {
        let codes = place.codes.and_then(|codes| codes.get(status.as_str()));
        finish_answer(status, answer, codes.map(Vec::as_slice).unwrap_or_default());
        if status.starts_with('2') {
            name_headers(answer, &place, &taken, is_list);
            name_files(answer, is_list);
        }
    }
}

/// A handler that a macro wrote has no words of its own: its name says what it does.
fn name_summary(call: &mut Map<String, Value>) {
    let Some(name) = call.get("operationId").and_then(Value::as_str) else { return };
    let words = name.replace('_', " ");
    let summary = format!("{}{}.", words[..1].to_uppercase(), &words[1..]);
    call.entry("summary").or_insert_with(|| summary.into());
}

/// The names of the types in a tuple, without their paths and generic parameters.
fn extractors(tuple: &str) -> Vec<&str> {
    let inner = tuple.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or_default();
    let mut depth = 0;
    let types = inner.split(|character| {
        match character {
            '<' | '(' | '[' => depth += 1,
            '>' | ')' | ']' => depth -= 1,
            _ => {}
        }
        character == ',' && depth == 0
    });
    let bare = |path: &'_ str| path.find('<').unwrap_or(path.len());
    types.map(str::trim).map(|path| path[..bare(path)].rsplit("::").next().unwrap_or_default()).collect()
}

/// The parameters that an extractor reads, whether or not the operation lists them.
fn parameters_of(extractor: &str) -> &'static [(&'static str, bool)] {
    match extractor {
        "PageRequest" => &[("limit", false), ("cursor", false)],
        "ListRequest" => &[("format", false)],
        "IdempotencyKey" => &[("Idempotency-Key", true)],
        "OptionalKey" => &[("Idempotency-Key", false)],
        _ => &[],
    }
}

/// Adds the parameters of the extractors, replaces shared parameters by references, and returns all names.
fn finish_parameters(call: &mut Map<String, Value>, reads: &[&str]) -> Vec<String> {
    let described = call.get("parameters").and_then(Value::as_array).cloned().unwrap_or_default();
    let named = |name: &str| described.iter().any(|parameter| parameter["name"] == name);
    let taken = reads.iter().flat_map(|extractor| parameters_of(extractor)).filter(|(name, _)| !named(name));
    let added: Vec<Value> = taken.map(|(name, required)| json!({ "name": name, "required": required })).collect();
    let mut all = [described, added].concat();
    let is_list = reads.contains(&"ListRequest");
    let names = all.iter_mut().map(|parameter| shorten_parameter(parameter, is_list)).collect();
    if !all.is_empty() {
        call.insert("parameters".to_owned(), all.into());
    }
    names
}

/// Replaces a shared parameter by a reference, and returns its name.
fn shorten_parameter(parameter: &mut Value, is_list: bool) -> String {
    let name = parameter["name"].as_str().unwrap_or_default().to_owned();
    let required = parameter["required"] == true;
    let shared = match name.as_str() {
        "limit" => "Limit",
        "cursor" => "Cursor",
        "format" if is_list => "Format",
        "encoding" => "Encoding",
        "Idempotency-Key" if required => "IdempotencyKey",
        "Idempotency-Key" => "OptionalIdempotencyKey",
        "If-Match" if required => "IfMatch",
        "If-Match" => "OptionalIfMatch",
        _ => return name,
    };
    *parameter = json!({ "$ref": format!("#/components/parameters/{shared}") });
    name
}

/// Refusals that happen before the handler runs, or that all handlers of its kind produce.
fn refusals_of(place: &OperationContext<'_>, call: &Map<String, Value>, reads: &[&str]) -> Vec<&'static str> {
    let requirement = call.get("security");
    let reads_any = |names: &[&str]| reads.iter().any(|read| names.contains(read));
    let parameters = call.get("parameters").and_then(Value::as_array);
    let beside_path = parameters.is_some_and(|all| all.iter().any(|one| one["in"] != "path"));
    let is_api = place.path.starts_with("/api/");
    let takes_body = call.contains_key("requestBody");
    let keyed = reads_any(&["IdempotencyKey", "OptionalKey"]);
    [
        ("400", beside_path || takes_body || keyed),
        ("401", sign_in::is_required(requirement)),
        ("403", (is_api && place.method != "get") || sign_in::is_of_staff(requirement)),
        ("404", place.path.contains('{')),
        ("408", takes_body),
        ("413", takes_body),
        ("414", beside_path || place.path.contains('{')),
        ("415", takes_body),
        ("422", keyed),
        ("429", (is_api && place.method == "get") || reads_any(&["Merchant", "ActivityViewer", "PartnerManager"])),
        ("503", true),
    ]
    .into_iter()
    .filter_map(|(status, may_come)| may_come.then_some(status))
    .collect()
}

/// Completes a response. A problem response without its own description becomes a reference. The codes of the operation
/// are a description beside the reference, which replaces the shared description.
fn finish_answer(status: &str, answer: &mut Value, codes: &[String]) {
    let Some(fields) = answer.as_object_mut() else { return };
    if fields.get("content").is_some_and(|content| content.as_object().is_none_or(Map::is_empty)) {
        fields.remove("content");
    }
    let words = fields.get("description").and_then(Value::as_str).unwrap_or_default().to_owned();
    match SharedRefusal::of(status) {
        Some(shared) if words.is_empty() => {
            *answer = json!({ "$ref": format!("#/components/responses/{}", shared.name) });
            if !codes.is_empty() {
                answer["description"] = shared.described(codes).into();
            }
        }
        Some(shared) => {
            let stop = if words.ends_with(['.', '!', '?']) { "" } else { "." };
            fields.insert("description".to_owned(), format!("{words}{stop}{}", shared.listed(codes)).into());
        }
        None if words.is_empty() => {
            let words = match status {
                "201" => "Created.",
                "202" => "Waits until a second person approves it.",
                "204" => "Done.",
                _ => "The answer.",
            };
            fields.insert("description".to_owned(), words.into());
        }
        None => {}
    }
}

fn name_headers(answer: &mut Value, place: &OperationContext<'_>, taken: &[String], is_list: bool) {
    let takes = |name: &str| taken.iter().any(|one| one == name);
    let sent = [
        ("Link", "Link", takes("cursor")),
        ("X-Total-Count", "TotalCount", is_list && takes("cursor")),
        ("ETag", "ETag", place.versioned && matches!(place.method, "get" | "put")),
        ("Idempotency-Replayed", "Replayed", takes("Idempotency-Key")),
    ];
    for (header, name, _) in sent.into_iter().filter(|(.., sent)| *sent) {
        answer["headers"][header] = json!({ "$ref": format!("#/components/headers/{name}") });
    }
}

/// Adds the file formats of a list, and describes pictures and PDF files as binary.
fn name_files(answer: &mut Value, is_list: bool) {
    if let Some(content) = answer.get_mut("content").and_then(Value::as_object_mut)
        && is_list
        && content.contains_key("application/json")
    {
        for kind in ["text/csv", "application/x-ndjson"] {
            content.insert(kind.to_owned(), json!({ "schema": { "type": "string" } }));
        }
    }
    describe_binary(answer);
}

/// Describes pictures and PDF files as binary. The macro describes bytes as a list of numbers.
fn describe_binary(body: &mut Value) {
    let content = body.get_mut("content").and_then(Value::as_object_mut);
    for (kind, body) in content.into_iter().flatten() {
        if kind.starts_with("image/") || kind == "application/pdf" {
            *body = json!({ "schema": { "type": "string", "format": "binary" } });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extractors_are_named_without_paths_and_parameters() {
        let tuple = "(axum_core::ViaRequest, axum::State<a::B<c::D, e::F>>, kapok::auth::Member, core::option::Option<x::Json<y::Member>>)";
        assert_eq!(extractors(tuple), ["ViaRequest", "State", "Member", "Option"]);
        assert_eq!(extractors("((),)"), ["()", ""]);
    }

    #[test]
    fn a_refusal_is_described_once_and_every_answer_somehow() {
        let mut answer = json!({ "content": null });
        finish_answer("404", &mut answer, &[]);
        assert_eq!(answer, json!({ "$ref": "#/components/responses/NotFound" }));
        let mut answer = json!({ "content": null });
        finish_answer("204", &mut answer, &[]);
        assert_eq!(answer, json!({ "description": "Done." }));
        let mut own = json!({ "description": "The picture" });
        finish_answer("200", &mut own, &[]);
        assert_eq!(own["description"], "The picture");
    }

    #[test]
    fn the_codes_of_an_operation_stand_in_its_own_description() {
        let codes = ["item_unavailable".to_owned()];
        let mut answer = json!({ "content": null });
        finish_answer("404", &mut answer, &codes);
        assert_eq!(answer["$ref"], "#/components/responses/NotFound");
        let words =
            "The resource does not exist, or the client may not see it. Codes: `item_unavailable`, `not_found`.";
        assert_eq!(answer["description"], words);
        let mut own = json!({ "description": "There is no such item" });
        finish_answer("404", &mut own, &codes);
        assert_eq!(own["description"], "There is no such item. Codes: `item_unavailable`, `not_found`.");
    }
}
