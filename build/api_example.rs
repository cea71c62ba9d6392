//! Example requests for the page of the API: a body that has what is required, and the call for the shell.

use serde_json::{Map, Value, json};

/// Levels of objects in an example: a deeper one is left empty.
const DEEPEST: usize = 5;

/// An example of a call; the page writes it in each language.
pub struct Example<'d> {
    pub verb: &'d str,
    /// The path with example ids, and the parameters that the call needs.
    pub path: String,
    pub sends_token: bool,
    pub sends_key: bool,
    pub sends_version: bool,
    pub body: ExampleBody,
}

/// The body of an example.
pub enum ExampleBody {
    Nothing,
    /// One line of JSON.
    Json(String),
    /// The text of a CSV file.
    Table(String),
    /// A picture, which the example reads from a file.
    Picture,
}

impl<'d> Example<'d> {
    pub fn of(document: &'d Value, verb: &'d str, path: &str, call: &Value) -> Self {
        let parameters: Vec<&Value> =
            call["parameters"].as_array().into_iter().flatten().map(|one| resolved(document, one)).collect();
        let needs = |name: &str| parameters.iter().any(|one| one["name"] == name && one["required"] == true);
        let ways = call["security"].as_array().or_else(|| document["security"].as_array());
        Self {
            verb,
            path: address(document, path, &parameters),
            sends_token: ways.is_some_and(|ways| !ways.is_empty()),
            sends_key: needs("Idempotency-Key"),
            sends_version: needs("If-Match"),
            body: body_of(document, call),
        }
    }

    /// The notes for the page's script, which writes the example in other languages: one letter for each header and for
    /// a body that is not JSON.
    pub fn flags(&self) -> String {
        let flags = [
            (self.sends_token, 't'),
            (self.sends_key, 'k'),
            (self.sends_version, 'v'),
            (matches!(self.body, ExampleBody::Table(_)), 'c'),
            (matches!(self.body, ExampleBody::Picture), 'p'),
        ];
        flags.iter().filter(|(on, _)| *on).map(|(_, flag)| *flag).collect()
    }

    /// The text of the body, where it has one.
    pub fn text(&self) -> Option<&str> {
        match &self.body {
            ExampleBody::Json(text) | ExampleBody::Table(text) => Some(text),
            ExampleBody::Nothing | ExampleBody::Picture => None,
        }
    }

    /// The example for the shell. Its variables are those that the page explains.
    pub fn shell(&self) -> String {
        let mut lines = vec![match self.verb {
            "GET" => format!("curl \"$KAPOK_URL{}\"", self.path),
            verb => format!("curl -X {verb} \"$KAPOK_URL{}\"", self.path),
        }];
        let mut add = |wanted: bool, line: &str| wanted.then(|| lines.push(format!("  {line}")));
        add(self.sends_token, "-H \"Authorization: Bearer $KAPOK_TOKEN\"");
        add(self.sends_key, "-H \"Idempotency-Key: $(date +%s)-$$\"");
        add(self.sends_version, "-H 'If-Match: *'");
        let quoted = |text: &str| text.replace('\'', "'\\''");
        match &self.body {
            ExampleBody::Nothing => {}
            ExampleBody::Json(text) => {
                add(true, "-H 'Content-Type: application/json'");
                add(true, &format!("-d '{}'", quoted(text)));
            }
            ExampleBody::Table(text) => {
                add(true, "-H 'Content-Type: text/csv'");
                add(true, &format!("--data-binary '{}'", quoted(text)));
            }
            ExampleBody::Picture => {
                add(true, "-H 'Content-Type: image/png'");
                add(true, "--data-binary @picture.png");
            }
        }
        lines.join(" \\\n")
    }
}

/// The path of an example: each part in braces is replaced by an example, and the parameters that are required follow. A
/// call that can be tried is only tried.
fn address(document: &Value, path: &str, parameters: &[&Value]) -> String {
    let (mut path, mut query) = (path.to_owned(), Vec::new());
    for one in parameters {
        let name = one["name"].as_str().unwrap_or_default();
        let value = || plain(&example(document, &one["schema"], name, DEEPEST));
        match one["in"].as_str() {
            Some("path") => path = path.replace(&format!("{{{name}}}"), &value()),
            Some("query") if name == "dryRun" => query.push("dryRun=true".to_owned()),
            Some("query") if one["required"] == true => query.push(format!("{name}={}", value())),
            _ => {}
        }
    }
    if query.is_empty() { path } else { format!("{path}?{}", query.join("&")) }
}

fn body_of(document: &Value, call: &Value) -> ExampleBody {
    for (kind, body) in resolved(document, &call["requestBody"])["content"].as_object().into_iter().flatten() {
        match kind.as_str() {
            "application/json" => {
                return ExampleBody::Json(example(document, &body["schema"], "", DEEPEST).to_string());
            }
            "text/csv" => return ExampleBody::Table(plain(&body["example"])),
            picture if picture.starts_with("image/") => return ExampleBody::Picture,
            _ => {}
        }
    }
    ExampleBody::Nothing
}

/// A value that fits a schema. Objects have what they require, or else all plain values that they may have.
fn example(document: &Value, schema: &Value, name: &str, depth: usize) -> Value {
    if let Some(at) = schema["$ref"].as_str().and_then(|text| text.strip_prefix('#')) {
        if at.ends_with("/Decimal") && ["percent", "factor"].contains(&name) {
            return "2.00".into();
        }
        return document.pointer(at).map_or(Value::Null, |schema| example(document, schema, name, depth));
    }
    for fixed in ["/example", "/examples/0", "/const", "/default"] {
        if let Some(value) = schema.pointer(fixed).filter(|value| *value != "") {
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
            // Without required parameters, the plain values make sense together. A text is the same in all languages.
            if fields.is_empty() || fields == ["en"] {
                fields.clear();
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
        _ if holds("img") || holds("image") || holds("logo") => "/picture.webp",
        _ if holds("url") => "https://crm.example.hk/hooks",
        _ if holds("otp") => "123456",
        _ if holds("pin") => "4711",
        _ if name == "en" => "Green tea",
        _ if name == "zh" => "绿茶",
        _ if name == "zhhk" => "綠茶",
        _ if holds("id") || holds("partner") || holds("item") || holds("goal") => "01a0c4506c00776db817fbca58dae9e4",
        _ if holds("receipt") => "10472",
        _ => "text",
    }
}

/// A value as text, without the quotes of a string.
pub fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Resolves a reference within the document.
pub fn resolved<'d>(document: &'d Value, value: &'d Value) -> &'d Value {
    let name = value["$ref"].as_str().and_then(|text| text.strip_prefix('#'));
    name.and_then(|name| document.pointer(name)).unwrap_or(value)
}
