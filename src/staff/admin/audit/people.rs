//! The members that an audit entry is about. A page of the audit must not disclose personal data, so names that the
//! entry itself does not hold are masked as at a till.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use crate::base::id::MemberId;
use crate::base::problem::AppResult;
use crate::core::members;
use crate::platform::audit::AuditEntry;
use crate::platform::http::list_response::{Cell, CsvRow};
use crate::platform::store::Read;

/// A member that an entry is about.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AuditMember)]
pub(super) struct NamedMember {
    #[serde(rename = "_id")]
    id: MemberId,
    /// The present name, masked: `Mei Yi C.`.
    name: String,
}

/// An audit entry as a list shows it.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AuditLine)]
pub(super) struct AuditEntryView {
    #[serde(flatten)]
    pub(super) entry: AuditEntry,
    /// Members whom the entry names only by id. Absent in files, and for erased members.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    members: Vec<NamedMember>,
}

impl From<AuditEntry> for AuditEntryView {
    fn from(entry: AuditEntry) -> Self {
        Self { entry, members: Vec::new() }
    }
}

impl CsvRow for AuditEntryView {
    const HEADINGS: &'static str = AuditEntry::HEADINGS;

    fn cells(&self) -> Vec<Cell> {
        self.entry.cells()
    }
}

/// Adds the masked names of the members whom the entries name by id.
pub(super) fn named(read: &Read<'_>, entries: Vec<AuditEntry>) -> AppResult<Vec<AuditEntryView>> {
    let mut known: BTreeMap<[u8; 16], Option<String>> = BTreeMap::new();
    let mut lines = Vec::with_capacity(entries.len());
    for entry in entries {
        let mut members = Vec::new();
        for id in members_of(&entry) {
            let name = match known.get(id.as_bytes()) {
                Some(name) => name.clone(),
                None => {
                    let found = members::find(read, id)?.map(|member| member.masked_name());
                    let name = found.filter(|name| !name.is_empty());
                    known.insert(*id.as_bytes(), name.clone());
                    name
                }
            };
            members.extend(name.map(|name| NamedMember { id, name }));
        }
        lines.push(AuditEntryView { entry, members });
    }
    Ok(lines)
}

/// Ids of the member affected, of the member merged into, and of the member whom a request for approval is about.
fn members_of(entry: &AuditEntry) -> Vec<MemberId> {
    let is_of_members = |action: &str| action.starts_with("member.");
    let part = |side: &Option<Value>, name: &str| -> String {
        side.as_ref().and_then(|side| side.get(name)).and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    let mut ids = Vec::new();
    if is_of_members(&entry.action) {
        ids.extend([entry.target.clone(), part(&entry.after, "into")]);
    }
    for side in [&entry.after, &entry.before] {
        if is_of_members(&part(side, "action")) {
            ids.push(part(side, "target"));
        }
    }
    ids.sort_unstable();
    ids.dedup();
    ids.iter().filter_map(|id| MemberId::parse(id)).collect()
}
