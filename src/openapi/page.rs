//! The API's description as one static page: no script, no request to another host.

use axum::http::{HeaderValue, header};
use axum::response::{Html, IntoResponse, Response};
use serde_json::Value;

const POLICY: &str = "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'";

/// The page with the one style sheet that it may load.
pub(super) fn with_policy(html: String) -> Response {
    let mut response = Html(html).into_response();
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    response
}

/// Writes the page from the document.
pub(super) fn render(document: &Value) -> String {
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
                describe(call)
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
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Kapok API</title>\
         <meta name=\"viewport\" content=\"width=device-width\"><link rel=\"stylesheet\" href=\"/api/docs.css\"></head>\
         <body><nav><h1>Kapok API</h1><p><a href=\"/api/openapi.json\">openapi.json</a></p><ul>{index}</ul></nav>\
         <main>{calls}<h2>Schemas</h2>{schemas}</main></body></html>"
    )
}

fn describe(call: &Value) -> String {
    let mut html = String::new();
    for part in ["summary", "description"] {
        if let Some(text) = call[part].as_str() {
            html.push_str(&format!("<p>{}</p>", escape(text)));
        }
    }
    let parameters = call["parameters"].as_array().into_iter().flatten();
    let listed: String = parameters
        .map(|one| {
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
    html.push_str("<table><tbody>");
    for (status, answer) in call["responses"].as_object().into_iter().flatten() {
        let what = answer["content"].as_object().map(schemas_of).unwrap_or_default();
        html.push_str(&format!("<tr><th>{}</th><td>{what}</td></tr>", escape(status)));
    }
    html.push_str("</tbody></table>");
    html
}

fn schemas_of(content: &serde_json::Map<String, Value>) -> String {
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
