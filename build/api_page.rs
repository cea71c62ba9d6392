//! The API's description as one static page: no script, no request to another host.

use serde_json::{Map, Value};

/// Writes the page from the document.
pub fn render(document: &Value) -> String {
    let mut calls = String::new();
    let mut index = String::new();
    let paths = document["paths"].as_object().into_iter().flatten();
    for (path, methods) in paths {
        for (method, call) in methods.as_object().into_iter().flatten() {
            let id = escape(call["operationId"].as_str().unwrap_or(path));
            let verb = method.to_uppercase();
            let path = escape(path);
            index.push_str(&format!("<li><a href=\"#{id}\"><b>{verb}</b> {path}</a></li>"));
            calls.push_str(&format!(
                "<section id=\"{id}\"><h2><b>{verb}</b> <code>{path}</code></h2>{}</section>",
                describe(document, call)
            ));
        }
    }
    let mut schemas = String::new();
    for (name, schema) in document["components"]["schemas"].as_object().into_iter().flatten() {
        let name = escape(name);
        let text = escape(&serde_json::to_string_pretty(schema).unwrap_or_default());
        schemas
            .push_str(&format!("<details id=\"schema-{name}\"><summary>{name}</summary><pre>{text}</pre></details>"));
    }
    let mut schemes = String::new();
    for (name, scheme) in document["components"]["securitySchemes"].as_object().into_iter().flatten() {
        let text = escape(scheme["description"].as_str().unwrap_or_default());
        schemes.push_str(&format!("<tr><th>{}</th><td>{text}</td></tr>", escape(name)));
    }
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Kapok API</title>\
         <meta name=\"viewport\" content=\"width=device-width\"><link rel=\"stylesheet\" href=\"/api/docs.css\"></head>\
         <body><nav><h1>Kapok API</h1><p><a href=\"/api/openapi.json\">openapi.json</a></p><ul>{index}</ul></nav>\
         <main><h2>Signing in</h2><table><tbody>{schemes}</tbody></table>{calls}<h2>Schemas</h2>{schemas}</main></body></html>"
    )
}

fn describe(document: &Value, call: &Value) -> String {
    let mut html = String::new();
    for part in ["summary", "description"] {
        if let Some(text) = call[part].as_str() {
            html.push_str(&format!("<p>{}</p>", escape(text)));
        }
    }
    let parameters = call["parameters"].as_array().into_iter().flatten();
    let listed: String = parameters
        .map(|one| {
            let one = resolved(document, one);
            let text = |key: &str| escape(one[key].as_str().unwrap_or_default());
            format!("<li><code>{}</code> ({})</li>", text("name"), text("in"))
        })
        .collect();
    if !listed.is_empty() {
        html.push_str(&format!("<ul>{listed}</ul>"));
    }
    if let Some(content) = call["requestBody"]["content"].as_object() {
        html.push_str(&format!("<p>Takes {}</p>", schemas_of(content)));
    }
    // An operation without a requirement of its own has the document's; an empty one makes it public.
    let ways = call["security"].as_array().or_else(|| document["security"].as_array());
    if let Some(ways) = ways.filter(|ways| !ways.is_empty()) {
        let way = |way: &Value| {
            let schemes: Vec<_> = way.as_object().into_iter().flat_map(Map::keys).map(|name| escape(name)).collect();
            if schemes.is_empty() { "without signing in".to_owned() } else { schemes.join(" and ") }
        };
        html.push_str(&format!("<p>Signs in: {}</p>", ways.iter().map(way).collect::<Vec<_>>().join(", or ")));
    }
    html.push_str("<table><tbody>");
    for (status, answer) in call["responses"].as_object().into_iter().flatten() {
        let answer = resolved(document, answer);
        let what = answer["content"].as_object().map(schemas_of).unwrap_or_default();
        let words = escape(answer["description"].as_str().unwrap_or_default());
        html.push_str(&format!("<tr><th>{}</th><td>{what}</td><td>{words}</td></tr>", escape(status)));
    }
    html.push_str("</tbody></table>");
    html
}

/// Resolves a reference within the document.
fn resolved<'d>(document: &'d Value, value: &'d Value) -> &'d Value {
    let name = value["$ref"].as_str().and_then(|text| text.strip_prefix('#'));
    name.and_then(|name| document.pointer(name)).unwrap_or(value)
}

fn schemas_of(content: &Map<String, Value>) -> String {
    let link = |schema: &Value| {
        let reference = schema["$ref"].as_str().or_else(|| schema["items"]["$ref"].as_str());
        reference.and_then(|text| text.rsplit('/').next()).map(escape)
    };
    let shown = content.iter().map(|(kind, body)| match link(&body["schema"]) {
        Some(name) => format!("<a href=\"#schema-{name}\">{name}</a>"),
        None => escape(kind),
    });
    shown.collect::<Vec<_>>().join(", ")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
