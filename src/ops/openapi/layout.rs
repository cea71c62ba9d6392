//! The layout of the JSON file: an object or array that fits on one line stands on one line, so that a change of one
//! part of a call shows as one line in a diff.

use serde_json::Value;

/// Columns of a line, as in the Rust sources.
const WIDTH: usize = 120;

/// Writes JSON with an indent of two spaces.
pub fn pretty(value: &Value) -> String {
    let mut text = String::new();
    write(&mut text, value, Position { indent: 0, column: 0 });
    text
}

/// The position at which a value begins: the indent of its line, and the column after its key.
#[derive(Clone, Copy)]
struct Position {
    indent: usize,
    column: usize,
}

fn write(text: &mut String, value: &Value, at: Position) {
    let line = on_one_line(value);
    // One column is left for a comma.
    if at.column + line.chars().count() < WIDTH {
        text.push_str(&line);
        return;
    }
    let indent = at.indent + 2;
    match value {
        Value::Object(fields) => {
            let entries = fields.iter().map(|(name, field)| (format!("{}: ", Value::from(name.as_str())), field));
            write_entries(text, ['{', '}'], indent, entries);
        }
        Value::Array(list) => {
            write_entries(text, ['[', ']'], indent, list.iter().map(|one| (String::new(), one)));
        }
        _ => text.push_str(&line),
    }
}

/// Writes the entries of an object or array on lines of their own, each after its key.
fn write_entries<'v>(
    text: &mut String,
    [opening, closing]: [char; 2],
    indent: usize,
    entries: impl Iterator<Item = (String, &'v Value)>,
) {
    text.push(opening);
    for (place, (key, value)) in entries.enumerate() {
        let comma = if place == 0 { "" } else { "," };
        text.push_str(&format!("{comma}\n{:indent$}{key}", ""));
        write(text, value, Position { indent, column: indent + key.chars().count() });
    }
    text.push_str(&format!("\n{:1$}{closing}", "", indent - 2));
}

fn on_one_line(value: &Value) -> String {
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            let entries =
                fields.iter().map(|(name, field)| format!("{}: {}", Value::from(name.as_str()), on_one_line(field)));
            format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
        }
        Value::Array(list) => format!("[{}]", list.iter().map(on_one_line).collect::<Vec<_>>().join(", ")),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_fits_in_120_columns_stands_on_one_line() {
        let short = json!({ "responses": { "400": { "$ref": "#/a" }, "204": {} }, "tags": ["admin", "x"] });
        let line = r##"{ "responses": { "204": {}, "400": { "$ref": "#/a" } }, "tags": ["admin", "x"] }"##;
        assert_eq!(pretty(&short), line);
        let long = json!({ "names": ["a".repeat(60), "b".repeat(60)], "note": "é\n\"" });
        let lines = format!(
            "{{\n  \"names\": [\n    \"{}\",\n    \"{}\"\n  ],\n  \"note\": \"é\\n\\\"\"\n}}",
            "a".repeat(60),
            "b".repeat(60)
        );
        assert_eq!(pretty(&long), lines);
    }

    #[test]
    fn a_line_with_its_comma_has_120_columns_at_most() {
        for letters in 1..100 {
            let value = json!({ "first": { "name": "ж".repeat(letters) }, "second": 1 });
            let text = pretty(&value);
            assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
            assert_eq!(serde_json::from_str::<Value>(&text).expect("JSON"), value);
        }
    }
}
