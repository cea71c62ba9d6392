//! Short admin lists as CSV.

use crate::auth::staff::StaffRecord;
use crate::core::outlets::cashiers::CashierRecord;
use crate::core::outlets::devices::TillRecord;
use crate::core::outlets::outlet::OutletRecord;
use crate::core::settings::SettingsChange;
use crate::platform::delivery::history::MessageRecord;
use crate::platform::http::list_response::{Cell, CsvRow, languages};
use crate::platform::webhooks::{Delivery, Endpoint};

/// The name of an enum value, as the API writes it.
pub fn word<T: serde::Serialize>(value: &T) -> Cell {
    let json = serde_json::to_value(value).ok();
    Cell::from(json.as_ref().and_then(serde_json::Value::as_str).map(str::to_owned))
}

impl CsvRow for StaffRecord {
    const HEADINGS: &'static str = "_id,name,email,role,partner,status,secondFactor,created,lastSignIn";

    fn cells(&self) -> Vec<Cell> {
        vec![
            self.info.id.to_string().into(),
            self.info.name.clone().into(),
            self.info.email.clone().into(),
            self.info.role.name().into(),
            self.info.partner_id.map(|id| id.to_string()).into(),
            word(&self.status),
            self.second_factor.into(),
            self.created.into(),
            self.last_sign_in.into(),
        ]
    }
}

impl CsvRow for OutletRecord {
    const HEADINGS: &'static str =
        "_id,partner,name.en,name.zh,name.zhhk,address.en,address.zh,address.zhhk,created,updated";

    fn cells(&self) -> Vec<Cell> {
        let mut cells = vec![self.id.to_string().into(), self.partner_id.to_string().into()];
        cells.extend(languages(&self.input.name));
        cells.extend(languages(&self.input.address));
        cells.extend([self.created.into(), self.updated.into()]);
        cells
    }
}

impl CsvRow for TillRecord {
    const HEADINGS: &'static str =
        "_id,partner,outlet,outlet.en,outlet.zh,outlet.zhhk,name,state,locked,created,enrolled,lastSeen";

    fn cells(&self) -> Vec<Cell> {
        let mut cells: Vec<Cell> =
            [self.id.to_string(), self.partner_id.to_string(), self.outlet_id.to_string()].map(Cell::from).into();
        cells.extend(languages(&self.outlet_name));
        cells.extend([
            self.name.clone().into(),
            word(&self.state),
            self.locked.into(),
            self.created.into(),
            self.enrolled.into(),
            self.last_seen.into(),
        ]);
        cells
    }
}

impl CsvRow for CashierRecord {
    const HEADINGS: &'static str = "_id,partner,name,active,created";

    fn cells(&self) -> Vec<Cell> {
        vec![
            self.id.to_string().into(),
            self.partner_id.to_string().into(),
            self.name.clone().into(),
            self.active.into(),
            self.created.into(),
        ]
    }
}

impl CsvRow for Endpoint {
    const HEADINGS: &'static str = "_id,url,description,events,active,created";

    fn cells(&self) -> Vec<Cell> {
        vec![
            self.id.to_string().into(),
            self.url.clone().into(),
            self.description.clone().into(),
            self.events.join(" ").into(),
            self.active.into(),
            self.created.into(),
        ]
    }
}

impl CsvRow for Delivery {
    const HEADINGS: &'static str = "_id,event,state,attempts,status,reason,created,due,finished";

    fn cells(&self) -> Vec<Cell> {
        vec![
            self.event_id.to_string().into(),
            self.event.clone().into(),
            self.state.clone().into(),
            self.attempts.into(),
            self.status.into(),
            self.reason.clone().into(),
            self.created.into(),
            self.due.into(),
            self.finished.into(),
        ]
    }
}

impl CsvRow for MessageRecord {
    const HEADINGS: &'static str = "_id,kind,channel,to,member,state,attempts,reason,created,due,finished";

    fn cells(&self) -> Vec<Cell> {
        vec![
            self.id.to_string().into(),
            self.kind.clone().into(),
            word(&self.channel),
            self.to.clone().into(),
            self.member_id.map(|id| id.to_string()).into(),
            word(&self.state),
            self.attempts.into(),
            self.reason.clone().into(),
            self.created.into(),
            self.due.into(),
            self.finished.into(),
        ]
    }
}

impl CsvRow for SettingsChange {
    const HEADINGS: &'static str = "version,created,changedBy,before,after";

    fn cells(&self) -> Vec<Cell> {
        let json = |settings| Cell::from(serde_json::to_string(settings).ok());
        vec![
            self.version.into(),
            self.created.into(),
            self.changed_by.clone().into(),
            json(&self.before),
            json(&self.after),
        ]
    }
}
