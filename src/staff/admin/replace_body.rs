//! A resource that comes back as it was shown, with changes.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::base::problem::{AppError, AppResult};
use crate::platform::http::json;

/// Reads what is to stand in place of what was `shown`. What a resource tells of itself and nobody sets (its id, when
/// it was made, what is counted) may stand there, so that whoever got it can change a field and send it back; `form` is
/// what of it can be set. Any other field that the form lacks is a typo. Fails with `invalid_body`.
pub(super) fn edited<T: DeserializeOwned>(
    mut body: Value,
    shown: &impl Serialize,
    form: &impl Serialize,
) -> AppResult<T> {
    let (shown, form) = (fields(shown)?, fields(form)?);
    if let Some(body) = body.as_object_mut() {
        body.retain(|name, _| form.contains_key(name) || !shown.contains_key(name));
        keep_standing(body, &shown);
    }
    json::read_value(body)
}

/// Refuses another value of a field that is settled when something is made, so that nobody takes it for changed.
pub(super) fn require_settled(body: &Value, shown: &impl Serialize, name: &'static str) -> AppResult<()> {
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

/// The state that it has already asks for nothing anew: `active` decides then, as it does where no state is named. Of
/// what is scheduled `active` tells nothing yet, and what was enough for that still is.
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
