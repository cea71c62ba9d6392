//! Schemas of responses that combine an editor's form with fields that the server adds.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

/// A form allows no additional fields, so a schema of a form plus an id could never be valid. Therefore the form's
/// fields are written out in the combined schema. The same is done for a part that is optional as a whole.
pub(super) fn write_out_forms(schemas: &mut Value) {
    let known = schemas.clone();
    for schema in schemas.as_object_mut().into_iter().flat_map(Map::values_mut) {
        let parts: Vec<SchemaPart<'_>> =
            schema["allOf"].as_array().into_iter().flatten().map(|part| SchemaPart::of(part, &known)).collect();
        if parts.iter().any(|part| part.is_optional || is_form(part.schema)) {
            *schema = joined(&schema["description"], &parts);
        }
    }
}

/// A field that a form reads as absent when it is null may be omitted in the form. In a record the same field is
/// always present.
pub(super) fn leave_nulls_to_forms(schemas: &mut Value) {
    for form in schemas.as_object_mut().into_iter().flat_map(Map::values_mut).filter(|schema| is_form(schema)) {
        let fields = form["properties"].clone();
        if let Some(required) = form.get_mut("required").and_then(Value::as_array_mut) {
            required.retain(|name| !name.as_str().is_some_and(|name| takes_null(&fields[name])));
        }
    }
}

struct SchemaPart<'s> {
    schema: &'s Value,
    is_optional: bool,
}

impl<'s> SchemaPart<'s> {
    fn of(part: &'s Value, known: &'s Value) -> Self {
        let choices = part["oneOf"].as_array().map(Vec::as_slice);
        let (part, is_optional) = match choices {
            Some([one, null]) if null["type"] == "null" => (one, true),
            _ => (part, false),
        };
        let name = part["$ref"].as_str().and_then(|path| path.rsplit('/').next());
        Self { schema: name.map_or(part, |name| &known[name]), is_optional }
    }
}

fn is_form(schema: &Value) -> bool {
    schema["additionalProperties"] == false
}

fn takes_null(schema: &Value) -> bool {
    let is_null = |choice: &Value| choice["type"] == "null";
    let kinds = schema["type"].as_array().into_iter().flatten();
    kinds.clone().any(|kind| kind == "null") || schema["oneOf"].as_array().into_iter().flatten().any(is_null)
}

fn joined(description: &Value, parts: &[SchemaPart<'_>]) -> Value {
    let (mut fields, mut required) = (Map::new(), Vec::new());
    for SchemaPart { schema, is_optional } in parts {
        fields.extend(schema["properties"].as_object().cloned().unwrap_or_default());
        if !is_optional {
            required.extend(schema["required"].as_array().cloned().unwrap_or_default());
        }
    }
    json!({ "type": "object", "description": description, "properties": fields, "required": required })
}

/// Removes the schemas that nothing refers to, so that generated clients have no types without use.
pub(super) fn leave_out_unused(document: &mut Value) {
    loop {
        let mut named = BTreeSet::new();
        collect_references(document, &mut named);
        let Some(schemas) = document["components"]["schemas"].as_object_mut() else { return };
        let before = schemas.len();
        schemas.retain(|name, _| named.contains(name));
        if schemas.len() == before {
            return;
        }
    }
}

fn collect_references(value: &Value, named: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (field, inner) in fields {
                match inner.as_str().and_then(|text| text.strip_prefix("#/components/schemas/")) {
                    Some(name) if field == "$ref" => _ = named.insert(name.to_owned()),
                    _ => collect_references(inner, named),
                }
            }
        }
        Value::Array(all) => all.iter().for_each(|inner| collect_references(inner, named)),
        _ => {}
    }
}
