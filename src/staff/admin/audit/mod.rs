//! The audit in the admin: search and download.

pub mod http;
mod people;

use serde_json::Value;

use crate::platform::audit::AuditEntry;
use crate::platform::http::list_response::{Cell, CsvRow};

impl CsvRow for AuditEntry {
    const HEADINGS: &'static str =
        "number,_id,created,actor,actorName,actorRole,address,action,target,before,after,seal";

    fn cells(&self) -> Vec<Cell> {
        let json = |value: &Option<Value>| Cell::from(value.as_ref().map(Value::to_string));
        vec![
            self.seq.into(),
            self.id.to_string().into(),
            self.created.into(),
            self.actor.clone().into(),
            self.actor_name.clone().into(),
            self.actor_role.clone().into(),
            self.address.clone().into(),
            self.action.clone().into(),
            self.target.clone().into(),
            json(&self.before),
            json(&self.after),
            self.seal_text().into(),
        ]
    }
}
