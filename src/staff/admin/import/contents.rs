//! Import columns of content: the same as in its CSV export.

use serde_json::{Value, json};

use super::columns::{Column, ID, STAMPS, texts};
use super::records::Filed;
use super::{Cells, Columns, Form, Mistake};
use crate::base::id::PartnerId;
use crate::base::problem::AppResult;
use crate::member::partners;
use crate::platform::store::Read;
use crate::staff::admin::content::{Articles, Campaigns, Items, Partners};

const TYPE: &[Column] = &[("type", Form::Text)];
/// Its state, and the time of publication.
const STANDING: &[Column] = &[("state", Form::State), ("publishAt", Form::From)];
/// The period of validity.
const VALIDITY: &[Column] = &[("validFrom", Form::From), ("validUntil", Form::Until)];

/// Reads the partner of a record. A unique English name works too, because people who write a file do not know the
/// ids.
pub(super) fn partner_of(
    read: &Read<'_>,
    cells: &Cells<'_>,
    heading: &str,
    field: &mut Value,
) -> AppResult<Result<(), Mistake>> {
    let Some(said) = cells.get(heading) else { return Ok(Ok(())) };
    let partner = match PartnerId::parse(said) {
        None if said.is_empty() => None,
        None => partners::find_by_name(read, said)?,
        some => some,
    };
    if partner.is_none() && !said.is_empty() {
        return Ok(Err(Mistake::new(heading, "unknown_partner")));
    }
    *field = serde_json::to_value(partner)?;
    Ok(Ok(()))
}

impl Filed for Partners {
    const COLUMNS: Columns = &[
        ID,
        TYPE,
        texts!("name"),
        texts!("description"),
        &[("webLink", Form::Maybe), ("basePoints", Form::Text), ("extraPoints", Form::Text)],
        STANDING,
        STAMPS,
        &[("nameImg", Form::Text), ("logo", Form::Text)],
    ];

    fn blank() -> Value {
        json!({ "type": "", "name": { "en": "" } })
    }
}

impl Filed for Articles {
    const COLUMNS: Columns = &[
        ID,
        TYPE,
        texts!("title"),
        STANDING,
        &[("likes", Form::Told), ("reads", Form::Told)],
        STAMPS,
        texts!("coverImg"),
        texts!("content"),
    ];
    const CALLED: [&'static str; 3] = ["title.en", "title.zhhk", "title.zh"];
    const NEEDED: &'static [&'static str] = &["type"];

    fn blank() -> Value {
        json!({ "type": "news", "title": { "en": "" }, "content": { "en": "" } })
    }
}

impl Filed for Items {
    const COLUMNS: Columns = &[
        ID,
        TYPE,
        texts!("name"),
        &[("points", Form::Number), ("leftover", Form::Limit), ("freeCodes", Form::Told)],
        &[("qoutaPerson", Form::Limit), ("partnerId", Form::Own)],
        STANDING,
        VALIDITY,
        STAMPS,
        texts!("description"),
        texts!("toc"),
        &[("image", Form::Text), ("content.kind", Form::Text), ("content.format", Form::Text)],
        &[("content.imgUrl", Form::Maybe), ("unclaimed", Form::Text), ("lowStock", Form::Number)],
    ];
    const NEEDED: &'static [&'static str] = &["type", "points"];
    const FIXED: &'static [&'static str] = &["leftover"];

    fn blank() -> Value {
        json!({ "type": "coupon", "name": { "en": "" }, "points": 1, "content": { "kind": "generated" } })
    }

    fn read_own(read: &Read<'_>, cells: &Cells<'_>, record: &mut Value) -> AppResult<Result<(), Mistake>> {
        partner_of(read, cells, "partnerId", &mut record["partnerId"])
    }
}

impl Filed for Campaigns {
    const COLUMNS: Columns = &[
        ID,
        &[("type", Form::Own)],
        texts!("name"),
        &[("points", Form::Number), ("perMember", Form::Limit), ("total", Form::Limit)],
        &[("claims", Form::Told), ("codes", Form::Told)],
        STANDING,
        VALIDITY,
        STAMPS,
    ];
    const NEEDED: &'static [&'static str] = &["type", "points"];
    const FIXED: &'static [&'static str] = &["shared"];

    fn blank() -> Value {
        json!({ "name": { "en": "" }, "points": 1 })
    }

    fn read_own(_: &Read<'_>, cells: &Cells<'_>, record: &mut Value) -> AppResult<Result<(), Mistake>> {
        record["shared"] = match cells.get("type") {
            None => return Ok(Ok(())),
            Some("shared") => true.into(),
            Some("single") => false.into(),
            Some(_) => return Ok(Err(Mistake::new("type", "invalid_value"))),
        };
        Ok(Ok(()))
    }
}
