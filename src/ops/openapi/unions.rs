//! Unions: a field such as `kind` tells which variant a value is.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

/// Gives each variant of a union its own named schema and adds the discriminator, which can refer to named schemas
/// only. Without a discriminator, generated clients try one variant after the other.
pub(super) fn name_variants(schemas: &mut Value) {
    let known = schemas.clone();
    let Some(schemas) = schemas.as_object_mut() else { return };
    let mut variants = Map::new();
    for (union, schema) in schemas.iter_mut() {
        let Some(choices) = schema["oneOf"].as_array() else { continue };
        let Some((tag, values)) = tag_of(choices, &known) else { continue };
        let names = values.iter().map(|value| format!("{union}{}{}", value[..1].to_uppercase(), &value[1..]));
        let names: Vec<String> = names.collect();
        let reference = |name: &String| format!("#/components/schemas/{name}");
        let mapping: Map<_, _> =
            values.iter().zip(&names).map(|(value, name)| ((*value).to_owned(), reference(name).into())).collect();
        let references: Value = names.iter().map(|name| json!({ "$ref": reference(name) })).collect();
        let discriminator = json!({ "propertyName": tag, "mapping": mapping });
        variants.extend(names.into_iter().zip(choices.iter().cloned()));
        schema["oneOf"] = references;
        schema["discriminator"] = discriminator;
    }
    variants.extend(extended_unions(schemas));
    for (name, variant) in variants {
        assert!(!schemas.contains_key(&name), "a variant and another schema have the name {name}");
        schemas.insert(name, variant);
    }
}

/// Turns each schema that adds fields to a union into a union, and returns its variants. Generators read fields beside
/// a union as the fields of a base class and ignore the variants.
fn extended_unions(schemas: &mut Map<String, Value>) -> Map<String, Value> {
    let known = schemas.clone();
    let mut variants = Map::new();
    for (name, schema) in schemas.iter_mut() {
        let Some(parts) = schema["allOf"].as_array() else { continue };
        let union_of = |part: &Value| {
            let name = part["$ref"].as_str()?.rsplit('/').next()?;
            known[name].get("discriminator").map(|discriminator| (name.to_owned(), discriminator.clone()))
        };
        let found = parts.iter().enumerate().find_map(|(place, part)| Some((place, union_of(part)?)));
        let Some((place, (union, mut discriminator))) = found else { continue };
        let mut references = Vec::new();
        for choice in known[&union]["oneOf"].as_array().into_iter().flatten() {
            let reference = choice["$ref"].as_str().unwrap_or_default();
            let own_reference = reference.replacen(&union, name, 1);
            let mut parts = parts.clone();
            parts[place] = choice.clone();
            variants.insert(own_reference.rsplit('/').next().unwrap_or_default().to_owned(), json!({ "allOf": parts }));
            for value in discriminator["mapping"].as_object_mut().into_iter().flat_map(Map::values_mut) {
                if *value == reference {
                    *value = own_reference.as_str().into();
                }
            }
            references.push(json!({ "$ref": own_reference }));
        }
        *schema = json!({ "description": schema["description"], "oneOf": references, "discriminator": discriminator });
    }
    variants
}

/// The field that has a different constant in each variant, and its constants in the order of the variants.
fn tag_of<'s>(choices: &'s [Value], known: &'s Value) -> Option<(&'s str, Vec<&'s str>)> {
    let fixed: Vec<_> = choices.iter().map(|choice| fixed_fields(choice, known)).collect();
    fixed.first()?.keys().find_map(|name| {
        let values: Vec<&str> = fixed.iter().filter_map(|fields| fields.get(name).copied()).collect();
        let distinct: BTreeSet<&str> = values.iter().copied().collect();
        (distinct.len() == choices.len()).then_some((*name, values))
    })
}

/// The fields of a variant that have a constant.
fn fixed_fields<'s>(variant: &'s Value, known: &'s Value) -> BTreeMap<&'s str, &'s str> {
    let parts = variant["allOf"].as_array().map_or(std::slice::from_ref(variant), Vec::as_slice);
    let schema_of = |part: &'s Value| {
        let name = part["$ref"].as_str().and_then(|path| path.rsplit('/').next());
        name.map_or(part, |name| &known[name])
    };
    let fields = parts.iter().filter_map(|part| schema_of(part)["properties"].as_object()).flatten();
    let fixed = fields.filter_map(|(name, field)| match field["enum"].as_array().map(Vec::as_slice) {
        Some([only]) => Some((name.as_str(), only.as_str()?)),
        Some(_) => None,
        None => Some((name.as_str(), field["const"].as_str()?)),
    });
    fixed.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variant(kind: &str) -> Value {
        json!({ "type": "object", "properties": { "kind": { "type": "string", "enum": [kind] } }, "required": ["kind"] })
    }

    #[test]
    fn a_variant_gets_a_name_and_the_union_its_discriminator() {
        let combined = json!({ "allOf": [{ "$ref": "#/components/schemas/Base" }, variant("perUnit")] });
        let mut schemas = json!({
            "Base": { "type": "object", "properties": { "points": { "type": "integer" } } },
            "Bonus": { "oneOf": [variant("fixed"), combined] },
        });
        name_variants(&mut schemas);
        let expected = json!({
            "oneOf": [{ "$ref": "#/components/schemas/BonusFixed" }, { "$ref": "#/components/schemas/BonusPerUnit" }],
            "discriminator": { "propertyName": "kind", "mapping": {
                "fixed": "#/components/schemas/BonusFixed",
                "perUnit": "#/components/schemas/BonusPerUnit",
            } },
        });
        assert_eq!(schemas["Bonus"], expected);
        assert_eq!((&schemas["BonusFixed"], &schemas["BonusPerUnit"]), (&variant("fixed"), &combined));
    }

    #[test]
    fn fields_beside_a_union_are_fields_of_each_variant() {
        let union = json!({ "$ref": "#/components/schemas/Fact", "description": "The fact." });
        let more = json!({ "type": "object", "properties": { "not": { "type": "boolean" } } });
        let mut schemas = json!({
            "Fact": { "oneOf": [variant("spent"), variant("joined")] },
            "Line": { "description": "A line.", "allOf": [union, more] },
        });
        name_variants(&mut schemas);
        let expected = json!({
            "description": "A line.",
            "oneOf": [{ "$ref": "#/components/schemas/LineSpent" }, { "$ref": "#/components/schemas/LineJoined" }],
            "discriminator": { "propertyName": "kind", "mapping": {
                "joined": "#/components/schemas/LineJoined",
                "spent": "#/components/schemas/LineSpent",
            } },
        });
        assert_eq!(schemas["Line"], expected);
        assert_eq!(schemas["LineSpent"], json!({ "allOf": [{ "$ref": "#/components/schemas/FactSpent" }, more] }));
    }

    #[test]
    fn a_union_without_a_tag_stays_as_it_is() {
        let text = json!({ "type": "string" });
        let mut schemas = json!({ "Scanned": { "oneOf": [text, variant("text")] } });
        let before = schemas.clone();
        name_variants(&mut schemas);
        assert_eq!(schemas, before);
    }
}
