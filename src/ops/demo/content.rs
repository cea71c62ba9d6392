//! The demo's embedded texts and pictures.

use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use rust_embed::RustEmbed;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::base::clock::Timestamp;
use crate::base::hours::Weekday;
use crate::base::language::LocalizedText;
use crate::member::media;

#[derive(RustEmbed)]
#[folder = "src/ops/demo/pictures"]
struct Embedded;

const DAY: Duration = Duration::from_secs(86_400);

/// A moment some days earlier, at that time of day.
pub(super) fn days_before(moment: Timestamp, days: u32) -> Timestamp {
    moment.minus(DAY * days)
}

/// Creation time of the content's entry at `place`. Lists show the newest first, so later entries get earlier times
/// and the content's order is kept.
pub(super) fn in_order(moment: Timestamp, days: u32, place: usize) -> Timestamp {
    const APART: Duration = Duration::from_secs(60);
    days_before(moment, days).minus(APART * u32::try_from(place).unwrap_or_default())
}

/// The format of `content.json`.
#[derive(Deserialize)]
pub(super) struct DemoContent {
    pub partners: Vec<DemoPartner>,
    pub articles: Vec<DemoArticle>,
    pub items: Vec<DemoItem>,
    pub history: HashMap<String, Vec<DemoTransaction>>,
    pub notifications: Vec<DemoMessage>,
    pub counters: Vec<DemoCounter>,
    pub outlets: Vec<DemoOutlet>,
    pub campaigns: Vec<DemoCampaign>,
    pub names: DemoNames,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DemoPartner {
    pub key: String,
    #[serde(rename = "type")]
    pub kind: String,
    pub name: LocalizedText,
    pub description: LocalizedText,
    pub logo: String,
    pub name_img: String,
    pub web_link: Option<String>,
    pub base_points: String,
    pub extra_points: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DemoArticle {
    #[serde(rename = "type")]
    pub kind: String,
    pub title: LocalizedText,
    pub cover_img: String,
    pub content: LocalizedText,
    pub days_ago: u32,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DemoItem {
    #[serde(rename = "type")]
    pub kind: String,
    pub name: LocalizedText,
    pub description: LocalizedText,
    pub image: String,
    pub points: i64,
    pub leftover: i64,
    pub qouta_person: i64,
    pub toc: LocalizedText,
    pub partner: Option<String>,
    pub content: Value,
    pub use_within_days: Option<i64>,
    pub face_value_hkd: Option<String>,
    pub cost_hkd: Option<String>,
}

/// A transaction of a member's history, in Hong Kong time.
#[derive(Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DemoTransaction {
    pub days_ago: u32,
    pub hour: u32,
    pub minute: u32,
    pub kind: String,
    pub points: i64,
    pub name: LocalizedText,
    pub description: LocalizedText,
    #[serde(default)]
    pub partner: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DemoMessage {
    pub title: LocalizedText,
    pub body: LocalizedText,
    pub days_ago: u32,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DemoCampaign {
    pub text: String,
    pub points: i64,
    pub per_member: i64,
    pub total: Option<i64>,
    pub title: LocalizedText,
}

/// A partner's counter as its customers see it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DemoCounter {
    pub partner: String,
    pub district: LocalizedText,
    pub address: LocalizedText,
    /// The district of Hong Kong by which members find it.
    pub area: Value,
    pub position: Value,
    pub phone: String,
    /// A cashier for the morning and one for the rest of the day.
    pub cashiers: [String; 2],
    /// The lowest and the highest usual bill.
    pub bills_cents: (u32, u32),
    /// The first and the last hour of purchases.
    pub open_hours: (u32, u32),
}

impl DemoCounter {
    /// The outlet of the partner, as an editor would enter it.
    pub fn outlet(&self) -> Value {
        let (first, last) = self.open_hours;
        let hours =
            json!([{ "days": Weekday::ALL, "from": format!("{first:02}:00"), "until": format!("{:02}:00", last + 1) }]);
        json!({ "name": self.district, "address": self.address, "district": self.area, "position": self.position,
            "phone": self.phone, "hours": hours })
    }
}

/// Another outlet of a partner, without a till.
#[derive(Deserialize)]
pub(super) struct DemoOutlet {
    pub partner: String,
    #[serde(flatten)]
    pub input: Value,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DemoNames {
    pub given_names: Vec<String>,
    pub surnames: Vec<String>,
}

impl DemoContent {
    pub(super) fn load() -> anyhow::Result<Self> {
        serde_json::from_str(include_str!("content.json")).context("the demo's content is not what the demo expects")
    }
}

/// Paths of the demo's pictures, by file name.
pub(super) struct Pictures(HashMap<String, String>);

impl Pictures {
    /// Copies every picture into the media folder.
    pub(super) fn store(folder: &Path) -> anyhow::Result<Self> {
        let stored = Embedded::iter().map(|name| {
            let file = Embedded::get(&name).context("an embedded picture")?;
            Ok((name.to_string(), media::store_picture(folder, &file.data, "svg")?))
        });
        Ok(Self(stored.collect::<anyhow::Result<_>>()?))
    }

    pub(super) fn address(&self, name: &str) -> anyhow::Result<&str> {
        self.0.get(name).map(String::as_str).with_context(|| format!("the demo lacks the picture {name}"))
    }
}
