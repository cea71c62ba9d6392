//! The API's description as one static page. It loads its style and its script from this server and nothing from others;
//! without the script it has the examples for the shell, and no search.

use serde_json::{Map, Value};

use crate::api_example::{Example, plain, resolved};

/// The groups of calls in the order of the menu: its title, and the start of the paths. The first that fits holds.
const GROUPS: &[(&str, &[&str])] = &[
    ("Tills and partners", &["/api/merchant"]),
    ("Member: signing in", &["/api/auth", "/api/captcha", "/unsubscribe"]),
    ("Member: points and rewards", &["/api/transaction", "/api/redeem", "/api/goals", "/api/carbon", "/api/claims"]),
    ("Member: what there is", &["/api/article", "/api/partner", "/api/notification", "/api/events"]),
    ("Staff: signing in", &["/api/staff"]),
    ("Admin", &["/api/admin"]),
    ("Service", &[""]),
];

/// Writes the page from the document.
pub fn render(document: &Value) -> String {
    let mut menu = String::new();
    let mut calls = String::new();
    for (title, calls_of_group) in groups(document) {
        menu.push_str(&format!("<details><summary>{} <i>{}</i></summary><ul>", escape(&title), calls_of_group.len()));
        for call in &calls_of_group {
            let (id, name) = (call.id(), call.title());
            menu.push_str(&format!("<li><a href=\"#{id}\">{name}</a></li>"));
            calls.push_str(&section(document, call, &title));
        }
        menu.push_str("</ul></details>");
    }
    let mut schemas = String::new();
    for (name, schema) in document["components"]["schemas"].as_object().into_iter().flatten() {
        let name = escape(name);
        schemas.push_str(&format!("<h4 id=\"s-{name}\">{name}</h4>{}", fields(schema)));
    }
    let mut schemes = String::new();
    for (name, scheme) in document["components"]["securitySchemes"].as_object().into_iter().flatten() {
        let text = prose(scheme["description"].as_str().unwrap_or_default());
        schemes.push_str(&format!("<tr><th>{}</th><td>{text}</td></tr>", escape(name)));
    }
    let version = escape(document["info"]["version"].as_str().unwrap_or_default());
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Kapok API</title>\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><meta name=\"color-scheme\" content=\"light dark\">\
         <link rel=\"stylesheet\" href=\"/api/docs.css\"><script defer src=\"/api/docs.js\"></script></head>\
         <body><nav aria-label=\"Calls\"><a class=\"mark\" href=\"#start\">Kapok <span lang=\"zh-HK\">木棉</span></a>\
         <label class=\"find\" hidden>Search calls <kbd>/</kbd><input type=\"search\" autocomplete=\"off\" spellcheck=\"false\"></label>\
         <p class=\"none\" role=\"status\" hidden>No call has these words.</p>{menu}</nav>\
         <main><header><b>API, version {version}</b><a href=\"/docs/api\">Handbook</a><a href=\"/api/openapi.json\">openapi.json</a></header>\
         {START}<h3>Ways to sign in</h3><table>{schemes}</table></section>{calls}\
         <section id=\"objects\"><h2>Objects</h2>{schemas}</section></main></body></html>"
    )
}

const START: &str = "<section id=\"start\"><h1>Kapok API</h1>\
    <p>Each call has its fields, what it answers, when it fails, and an example for the shell, Python and JavaScript. The examples \
    read two variables of the environment: <code>KAPOK_URL</code>, the address of the server, and <code>KAPOK_TOKEN</code>. \
    They run as they stand; ids in them are examples, <code>picture.png</code> is a file of yours, and JavaScript stands in a module (<code>.mjs</code>).</p>\
    <h3>Get a token</h3>\
    <p>Staff and members sign in by password; an integration uses an API key, which an owner makes under Settings, in the place of \
    the token. Against the demo:</p>\
    <pre class=\"code\" tabindex=\"0\">KAPOK_TOKEN=$(curl -s \"$KAPOK_URL/api/auth/login\" -H 'Content-Type: application/json' \\\n  \
    -d '{\"userIdentifier\":\"alice@kapok.example\",\"userPassword\":\"Cotton-tree-88\"}' | sed 's/.*\"token\":\"\\([^\"]*\\)\".*/\\1/')\n\
    export KAPOK_TOKEN</pre>\
    <h3>The same call twice</h3>\
    <p>Calls that move points take an <code>Idempotency-Key</code>. The same key with the same request gets the first answer again, \
    so that a retry pays once.</p>\
    <h3>When a call fails</h3>\
    <p>Every failure is a problem as in RFC 9457, with a <code>code</code> to branch on and a <code>message</code> in the language \
    of <code>Accept-Language</code>. Each call names its codes by status. Any call may answer these as well: 404 \
    <code>not_found</code>, 405 <code>method_not_allowed</code>, 408 <code>request_timeout</code>, 413 <code>body_too_large</code>, \
    414 <code>uri_too_long</code>, 421 <code>misdirected_request</code>, 500 <code>internal_error</code> and 503 \
    <code>server_busy</code>, <code>server_timeout</code>, <code>storage_full</code> or <code>storage_damaged</code>. \
    A request with 408, 429 or 503 may be sent again; <code>Retry-After</code> says when.</p>";

/// One operation of the document.
struct Call<'d> {
    path: &'d str,
    verb: String,
    call: &'d Value,
}

impl Call<'_> {
    fn id(&self) -> String {
        escape(self.call["operationId"].as_str().unwrap_or(self.path))
    }

    /// The start of the summary, for the menu, and the rest of it.
    fn summary(&self) -> (&str, &str) {
        let summary = self.call["summary"].as_str().unwrap_or(self.path);
        let ends = [". ", ".\n", ": ", "; "].into_iter().filter_map(|end| summary.find(end));
        let (first, rest) = ends.min().map_or((summary, ""), |at| (&summary[..at], &summary[at + 2..]));
        (first.trim_end_matches('.'), rest)
    }

    fn title(&self) -> String {
        escape(&self.summary().0.replace('`', ""))
    }
}

/// The calls by group. The admin's stand by the part of the programme that their paths name.
fn groups(document: &Value) -> Vec<(String, Vec<Call<'_>>)> {
    let mut found: Vec<(String, Vec<Call<'_>>)> = Vec::new();
    for (title, starts) in GROUPS {
        for (path, methods) in document["paths"].as_object().into_iter().flatten() {
            let first = GROUPS.iter().find(|(_, all)| all.iter().any(|start| path.starts_with(start)));
            if first.is_none_or(|(found, _)| found != title) || starts.is_empty() {
                continue;
            }
            let part = path.strip_prefix("/api/admin/").and_then(|rest| rest.split('/').next());
            let title = part.map_or((*title).to_owned(), |part| format!("Admin: {}", part.replace('-', " ")));
            for (method, call) in methods.as_object().into_iter().flatten() {
                let call = Call { path, verb: method.to_uppercase(), call };
                match found.iter_mut().find(|(known, _)| *known == title) {
                    Some((_, calls)) => calls.push(call),
                    None => found.push((title.clone(), vec![call])),
                }
            }
        }
    }
    found
}

fn section(document: &Value, call: &Call<'_>, group: &str) -> String {
    let (id, title, verb, path) = (call.id(), call.title(), &call.verb, escape(call.path));
    let rest = call.summary().1;
    let mut words = rest.chars();
    let rest: String = words.next().into_iter().flat_map(char::to_uppercase).chain(words).collect();
    let words: String = [rest.as_str(), call.call["description"].as_str().unwrap_or_default()]
        .into_iter()
        .filter(|text| !text.is_empty())
        .map(|text| format!("<p>{}</p>", prose(text)))
        .collect();
    format!(
        "<section id=\"{id}\" class=\"call\"><div><small>{}</small><h2>{title}</h2><p><b class=\"verb {verb}\">{verb}</b> \
         <code>{path}</code></p>{words}{}{}{}</div>{}</section>",
        escape(group),
        parameters(document, call.call),
        answers(document, call.call),
        sign_in(document, call.call),
        example(document, call)
    )
}

fn parameters(document: &Value, call: &Value) -> String {
    let mut rows = String::new();
    for one in call["parameters"].as_array().into_iter().flatten() {
        let one = resolved(document, one);
        let needed = one["required"] == true;
        rows.push_str(&row(
            &one["name"],
            &one["schema"],
            needed,
            one["in"].as_str().unwrap_or_default(),
            &one["description"],
        ));
    }
    let content = resolved(document, &call["requestBody"])["content"].as_object();
    for (kind, body) in content.into_iter().flatten() {
        match resolved(document, &body["schema"]) {
            schema if schema["properties"].is_object() => rows.push_str(&rows_of(schema)),
            _ => rows.push_str(&format!("<tr><th>body<td>{}<td>", escape(kind))),
        }
    }
    if rows.is_empty() { rows } else { format!("<h3>What you send</h3><table>{rows}</table>") }
}

fn rows_of(schema: &Value) -> String {
    let needed: Vec<&str> = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let properties = schema["properties"].as_object().into_iter().flatten();
    properties
        .map(|(name, one)| {
            let name_value = Value::from(name.as_str());
            row(&name_value, one, needed.contains(&name.as_str()), "", &one["description"])
        })
        .collect()
}

fn row(name: &Value, schema: &Value, needed: bool, place: &str, words: &Value) -> String {
    let place = if place.is_empty() { String::new() } else { format!(" <i>{place}</i>") };
    let mark = if needed { "" } else { " <i>optional</i>" };
    let words = words.as_str().unwrap_or_default();
    format!(
        "<tr><th>{}{place}<td>{}{mark}<td>{}",
        escape(name.as_str().unwrap_or_default()),
        kind(schema),
        prose(words)
    )
}

/// The fields of an object, or the one line that says what another schema is.
fn fields(schema: &Value) -> String {
    let words = schema["description"].as_str().map(|text| format!("<p>{}</p>", prose(text))).unwrap_or_default();
    let rows = rows_of(schema);
    if rows.is_empty() { format!("{words}<p>{}</p>", kind(schema)) } else { format!("{words}<table>{rows}</table>") }
}

/// The type of a value in a few words, with links to objects.
fn kind(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|text| text.rsplit('/').next()) {
        return format!("<a href=\"#s-{0}\">{0}</a>", escape(name));
    }
    for choice in ["oneOf", "anyOf", "allOf"] {
        if let Some(all) = schema[choice].as_array() {
            let parts: Vec<String> = all.iter().filter(|one| one["type"] != "null").map(kind).collect();
            return parts.join(if choice == "allOf" { " and " } else { " or " });
        }
    }
    if let Some(values) = schema["enum"].as_array().filter(|values| values.len() <= 12) {
        return values
            .iter()
            .map(|value| format!("<code>{}</code>", escape(&plain(value))))
            .collect::<Vec<_>>()
            .join(" ");
    }
    if let Some(value) = schema.get("const") {
        return format!("<code>{}</code>", escape(&plain(value)));
    }
    let name = match &schema["type"] {
        Value::Array(all) => all.iter().find_map(|one| one.as_str().filter(|name| *name != "null")).unwrap_or("any"),
        one => one.as_str().unwrap_or("any"),
    };
    if name == "array" {
        return format!("list of {}", kind(&schema["items"]));
    }
    escape(schema["format"].as_str().filter(|format| !format.starts_with("int")).unwrap_or(name))
}

/// Statuses that any call may answer, which the start of the page explains.
const ANYWHERE: [&str; 4] = ["408", "413", "414", "503"];

/// The HTML of a call's answers: the status and fields of success first, then each error status with its meaning.
fn answers(document: &Value, call: &Value) -> String {
    let (mut well, mut ill) = (String::new(), String::new());
    for (status, answer) in call["responses"].as_object().into_iter().flatten() {
        let own = answer;
        let answer = resolved(document, own);
        // A description beside a reference has the codes of this call.
        let words = own["description"].as_str().or(answer["description"].as_str());
        let words = prose(words.unwrap_or_default());
        if status.starts_with('2') || status.starts_with('3') {
            let content = answer["content"].as_object().into_iter().flatten();
            let shown = content.map(|(media, body)| match &body["schema"] {
                Value::Null => escape(media),
                schema if schema["format"] == "binary" || schema["items"]["type"] == "integer" => escape(media),
                schema => kind(schema),
            });
            let shown: Vec<String> = shown.collect();
            well.push_str(&format!("<tr><th>{}<td>{}<td>{words}", escape(status), shown.join(", ")));
        } else if own["description"].is_string() || !ANYWHERE.contains(&status.as_str()) {
            ill.push_str(&format!("<tr><th>{}<td>{words}", escape(status)));
        }
    }
    format!("<h3>What it answers</h3><table>{well}</table><h3>When it fails</h3><table>{ill}</table>")
}

/// The HTML that says which sign-in a call needs. A call without its own `security` list takes the list of the document;
/// an empty list means that the call is public.
fn sign_in(document: &Value, call: &Value) -> String {
    let ways = call["security"].as_array().or_else(|| document["security"].as_array());
    let Some(ways) = ways.filter(|ways| !ways.is_empty()) else { return String::new() };
    let way = |way: &Value| {
        let schemes: Vec<_> = way.as_object().into_iter().flat_map(Map::keys).map(|name| escape(name)).collect();
        if schemes.is_empty() { "without signing in".to_owned() } else { schemes.join(" and ") }
    };
    format!("<p class=\"ways\">Signs in by {}.</p>", ways.iter().map(way).collect::<Vec<_>>().join(", or "))
}

/// The example for the shell. The script makes those in other languages from what stands in its attributes.
fn example(document: &Value, call: &Call<'_>) -> String {
    let example = Example::of(document, &call.verb, call.path, call.call);
    let data = example.text().map(|text| format!(" data-b=\"{}\"", escape(text))).unwrap_or_default();
    format!(
        "<aside data-f=\"{}\"{data}><pre class=\"code\" tabindex=\"0\">{}</pre></aside>",
        example.flags(),
        escape(&example.shell())
    )
}

/// A text of the description, whose code stands between backticks.
fn prose(text: &str) -> String {
    let parts = escape(text);
    let parts = parts.split('`').enumerate();
    parts.map(|(nth, part)| if nth % 2 == 1 { format!("<code>{part}</code>") } else { part.to_owned() }).collect()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
