//! Import columns of content: the same as in its CSV export.

use serde_json::{Value, json};

use super::columns::{Column, ID, STAMPS, texts};
use super::records::ImportedContent;
use super::{CellError, CellFormat, Cells, Columns};
use crate::base::id::PartnerId;
use crate::base::problem::AppResult;
use crate::member::articles::Articles;
use crate::member::campaigns::{CampaignGift, Campaigns};
use crate::member::partners::{self, Partners};
use crate::member::rewards::items::Items;
use crate::platform::store::Read;

const TYPE: &[Column] = &[("type", CellFormat::Text)];
/// The columns of a record's state and of its time of publication.
const STANDING: &[Column] = &[("state", CellFormat::State), ("publishAt", CellFormat::From)];
/// The period of validity.
const VALIDITY: &[Column] = &[("validFrom", CellFormat::From), ("validUntil", CellFormat::Until)];

/// Reads the partner of a record. A unique English name works too, because people who write a file do not know the
/// ids.
pub(super) fn partner_of(
    read: &Read<'_>,
    cells: &Cells<'_>,
    heading: &str,
    field: &mut Value,
) -> AppResult<Result<(), CellError>> {
    let Some(said) = cells.get(heading) else { return Ok(Ok(())) };
    let partner = match PartnerId::parse(said) {
        None if said.is_empty() => None,
        None => partners::find_by_name(read, said)?,
        some => some,
    };
    if partner.is_none() && !said.is_empty() {
        return Ok(Err(CellError::new(heading, "unknown_partner")));
    }
    *field = serde_json::to_value(partner)?;
    Ok(Ok(()))
}

impl ImportedContent for Partners {
    const COLUMNS: Columns = &[
        ID,
        TYPE,
        texts!("name"),
        texts!("description"),
        &[("webLink", CellFormat::Maybe), ("basePoints", CellFormat::Text), ("extraPoints", CellFormat::Text)],
        STANDING,
        STAMPS,
        &[("nameImg", CellFormat::Text), ("logo", CellFormat::Text)],
    ];

    fn blank() -> Value {
        json!({ "type": "", "name": { "en": "" } })
    }
}

impl ImportedContent for Articles {
    const COLUMNS: Columns = &[
        ID,
        TYPE,
        texts!("title"),
        STANDING,
        &[("likes", CellFormat::Told), ("reads", CellFormat::Told)],
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

impl ImportedContent for Items {
    const COLUMNS: Columns = &[
        ID,
        TYPE,
        texts!("name"),
        &[("points", CellFormat::Number), ("leftover", CellFormat::Limit), ("freeCodes", CellFormat::Told)],
        &[("qoutaPerson", CellFormat::Limit), ("partnerId", CellFormat::Own)],
        STANDING,
        VALIDITY,
        STAMPS,
        texts!("description"),
        texts!("toc"),
        &[("image", CellFormat::Text), ("content.kind", CellFormat::Text), ("content.format", CellFormat::Text)],
        &[("content.imgUrl", CellFormat::Maybe), ("unclaimed", CellFormat::Text), ("lowStock", CellFormat::Number)],
        &[("useWithinDays", CellFormat::Number), ("useUntil", CellFormat::Maybe)],
        &[("faceValueHkd", CellFormat::Maybe), ("costHkd", CellFormat::Maybe), ("requiresGoal", CellFormat::Maybe)],
        &[("requiresLevel", CellFormat::Number)],
    ];
    const NEEDED: &'static [&'static str] = &["type", "points"];
    const FIXED: &'static [&'static str] = &["leftover"];

    fn blank() -> Value {
        json!({ "type": "coupon", "name": { "en": "" }, "points": 1, "content": { "kind": "generated" } })
    }

    fn read_own(read: &Read<'_>, cells: &Cells<'_>, record: &mut Value) -> AppResult<Result<(), CellError>> {
        partner_of(read, cells, "partnerId", &mut record["partnerId"])
    }
}

impl ImportedContent for Campaigns {
    const COLUMNS: Columns = &[
        ID,
        &[("type", CellFormat::Own)],
        texts!("name"),
        &[("points", CellFormat::Number), ("perMember", CellFormat::Limit), ("total", CellFormat::Limit)],
        &[("claims", CellFormat::Told), ("codes", CellFormat::Told)],
        STANDING,
        VALIDITY,
        STAMPS,
        &[("gift", CellFormat::Own)],
    ];
    // A campaign gives points or a gift; the check of its form reports a missing one.
    const NEEDED: &'static [&'static str] = &["type"];
    const FIXED: &'static [&'static str] = &["shared"];

    fn blank() -> Value {
        json!({ "name": { "en": "" } })
    }

    fn read_own(_: &Read<'_>, cells: &Cells<'_>, record: &mut Value) -> AppResult<Result<(), CellError>> {
        if let Some(gift) = cells.get("gift").filter(|cell| !cell.is_empty()) {
            let Some(found) = CampaignGift::from_cell(gift) else {
                return Ok(Err(CellError::new("gift", "invalid_value")));
            };
            record["gift"] = serde_json::to_value(found)?;
        }
        record["shared"] = match cells.get("type") {
            None => return Ok(Ok(())),
            Some("shared") => true.into(),
            Some("single") => false.into(),
            Some(_) => return Ok(Err(CellError::new("type", "invalid_value"))),
        };
        Ok(Ok(()))
    }
}
