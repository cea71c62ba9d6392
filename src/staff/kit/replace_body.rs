//! Reads the body of a PUT that replaces a resource.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::base::problem::{AppError, AppResult};
use crate::platform::http::json;

/// Reads the body that replaces the resource `shown`. Read-only fields of the resource (id, creation time, counts) are
/// accepted and ignored, so that a client can send back what it got with one field changed. `form` has the fields that
/// can be set. Any other field is a typing mistake and fails with `invalid_body`.
pub fn edited<T: DeserializeOwned>(mut body: Value, shown: &impl Serialize, form: &impl Serialize) -> AppResult<T> {
    let (shown, form) = (fields(shown)?, fields(form)?);
    if let Some(body) = body.as_object_mut() {
        body.retain(|name, _| form.contains_key(name) || !shown.contains_key(name));
        keep_standing(body, &shown);
    }
    json::read_value(body)
}

/// Refuses a new value for a field that is fixed at creation, so that the client does not believe that it changed.
pub fn require_settled(body: &Value, shown: &impl Serialize, name: &'static str) -> AppResult<()> {
    match body.get(name) {
        Some(value) if Some(value) != fields(shown)?.get(name) => Err(AppError::invalid_field(name, "invalid_value")),
        _ => Ok(()),
    }
}

fn fields(value: &impl Serialize) -> AppResult<Map<String, Value>> {
    Ok(match serde_json::to_value(value)? {
        Value::Object(fields) => fields,
        _ => Map::new(),
    })
}

/// Drops a `state` that equals the present one: then `active` decides, as it does when no state is named. For
/// `scheduled` the state stays, because `active` says nothing yet, and English still replaces missing translations.
fn keep_standing(body: &mut Map<String, Value>, shown: &Map<String, Value>) {
    let (Some(state), true) = (body.get("state"), body.contains_key("active")) else { return };
    if Some(state) != shown.get("state") {
        return;
    }
    if state == "scheduled" {
        body.insert("useEnglish".to_owned(), Value::Bool(true));
    } else {
        body.remove("state");
    }
}
