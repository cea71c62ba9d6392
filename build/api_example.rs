//! Example requests for the page of the API: a body that has what is required, and the call for the shell.

use serde_json::{Map, Value, json};

/// Levels of objects in an example: a deeper one is left empty.
const DEEPEST: usize = 5;

/// An example body of a call as one line of JSON; `None` without a body, or for another media type.
pub fn body_of(document: &Value, call: &Value) -> Option<String> {
    let schema = &call["requestBody"]["content"]["application/json"]["schema"];
    (!schema.is_null()).then(|| example(document, schema, "", DEEPEST).to_string())
}

/// The call for the shell. Its variables are those that the page explains.
pub fn shell(verb: &str, path: &str, (signed, key, version): (bool, bool, bool), body: Option<&str>) -> String {
    let mut lines = vec![match verb {
        "GET" => format!("curl \"$KAPOK_URL{path}\""),
        _ => format!("curl -X {verb} \"$KAPOK_URL{path}\""),
    }];
    let mut add = |wanted: bool, line: &str| wanted.then(|| lines.push(format!("  {line}")));
    add(signed, "-H \"Authorization: Bearer $KAPOK_TOKEN\"");
    add(key, "-H \"Idempotency-Key: $(uuidgen)\"");
    add(version, "-H 'If-Match: *'");
    if let Some(body) = body {
        add(true, "-H 'Content-Type: application/json'");
        add(true, &format!("-d '{}'", body.replace('\'', "'\\''")));
    }
    lines.join(" \\\n")
}

/// A value that fits a schema. Objects have what they require, or else all plain values that they may have.
fn example(document: &Value, schema: &Value, name: &str, depth: usize) -> Value {
    if let Some(at) = schema["$ref"].as_str().and_then(|text| text.strip_prefix('#')) {
        return document.pointer(at).map_or(Value::Null, |schema| example(document, schema, name, depth));
    }
    for fixed in ["example", "const", "default"] {
        if let Some(value) = schema.get(fixed) {
            return value.clone();
        }
    }
    if let Some(value) = schema["enum"].as_array().and_then(|all| all.first()) {
        return value.clone();
    }
    if let Some(all) = schema["allOf"].as_array() {
        let mut whole = Map::new();
        for part in all {
            whole.extend(example(document, part, name, depth).as_object().cloned().unwrap_or_default());
        }
        return whole.into();
    }
    for choice in ["oneOf", "anyOf"] {
        let real = schema[choice].as_array().and_then(|all| all.iter().find(|one| one["type"] != "null"));
        if let Some(one) = real {
            return example(document, one, name, depth);
        }
    }
    let kind = match &schema["type"] {
        Value::Array(all) => all.iter().find_map(|one| one.as_str().filter(|kind| *kind != "null")).unwrap_or_default(),
        one => one.as_str().unwrap_or_default(),
    };
    match kind {
        "object" if depth > 0 => {
            let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
            let mut fields: Vec<&str> = required.collect();
            // Where nothing is required on its own, the plain values make sense together.
            if fields.is_empty() {
                let all = schema["properties"].as_object().into_iter().flatten();
                fields.extend(all.filter(|(_, one)| is_plain(one)).map(|(field, _)| field.as_str()));
            }
            let value = |field: &str| example(document, &schema["properties"][field], field, depth - 1);
            fields.into_iter().map(|field| (field.to_owned(), value(field))).collect::<Map<_, _>>().into()
        }
        "object" => json!({}),
        "array" => json!([example(document, &schema["items"], name, depth)]),
        "integer" | "number" => json!(schema["minimum"].as_i64().unwrap_or(1).max(1)),
        "boolean" => json!(true),
        _ => text_for(schema["format"].as_str().unwrap_or_default(), name).into(),
    }
}

fn is_plain(schema: &Value) -> bool {
    ["string", "integer", "number", "boolean"].iter().any(|kind| {
        schema["type"] == *kind || schema["type"].as_array().is_some_and(|all| all.iter().any(|one| one == kind))
    })
}

fn text_for(format: &str, name: &str) -> &'static str {
    let name = name.to_lowercase();
    let holds = |part: &str| name.contains(part);
    match format {
        "date" => "2026-03-12",
        "date-time" => "2026-03-12T13:06:00+08:00",
        _ if holds("hkd") => "136.00",
        _ if holds("email") => "alice@kapok.example",
        _ if holds("recipient") => "bob@kapok.example",
        _ if holds("phone") || holds("identifier") || holds("member") => "alice@kapok.example",
        _ if holds("password") => "Cotton-tree-88",
        _ if holds("day") => "2026-03-12",
        _ if holds("url") => "/picture.webp",
        _ if holds("id") || holds("partner") || holds("item") || holds("goal") => "01a0c4506c00776db817fbca58dae9e4",
        _ if holds("receipt") => "10472",
        _ => "text",
    }
}
