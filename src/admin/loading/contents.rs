//! The columns of content: those of its lists' own CSV.

use serde_json::{Value, json};

use super::records::Filed;
use super::{Cells, Column, Form, Mistake};
use crate::admin::content::{Articles, Campaigns, Items, Partners};
use crate::base::id::PartnerId;
use crate::base::problem::AppResult;
use crate::partners;
use crate::store::Read;

impl Filed for Partners {
    const COLUMNS: &'static [Column] = &[
        ("_id", Form::Own),
        ("type", Form::Text),
        ("name.en", Form::Text),
        ("name.zh", Form::Maybe),
        ("name.zhhk", Form::Maybe),
        ("description.en", Form::Text),
        ("description.zh", Form::Maybe),
        ("description.zhhk", Form::Maybe),
        ("webLink", Form::Maybe),
        ("basePoints", Form::Text),
        ("extraPoints", Form::Text),
        ("state", Form::State),
        ("publishAt", Form::From),
        ("created", Form::Told),
        ("updated", Form::Own),
        ("nameImg", Form::Text),
        ("logo", Form::Text),
    ];

    fn blank() -> Value {
        json!({ "type": "", "name": { "en": "" } })
    }
}

impl Filed for Articles {
    const COLUMNS: &'static [Column] = &[
        ("_id", Form::Own),
        ("type", Form::Text),
        ("title.en", Form::Text),
        ("title.zh", Form::Maybe),
        ("title.zhhk", Form::Maybe),
        ("state", Form::State),
        ("publishAt", Form::From),
        ("likes", Form::Told),
        ("reads", Form::Told),
        ("created", Form::Told),
        ("updated", Form::Own),
        ("coverImg.en", Form::Text),
        ("coverImg.zh", Form::Maybe),
        ("coverImg.zhhk", Form::Maybe),
        ("content.en", Form::Text),
        ("content.zh", Form::Maybe),
        ("content.zhhk", Form::Maybe),
    ];
    const CALLED: [&'static str; 3] = ["title.en", "title.zhhk", "title.zh"];
    const NEEDED: &'static [&'static str] = &["type"];

    fn blank() -> Value {
        json!({ "type": "news", "title": { "en": "" }, "content": { "en": "" } })
    }
}

impl Filed for Items {
    const COLUMNS: &'static [Column] = &[
        ("_id", Form::Own),
        ("type", Form::Text),
        ("name.en", Form::Text),
        ("name.zh", Form::Maybe),
        ("name.zhhk", Form::Maybe),
        ("points", Form::Number),
        ("leftover", Form::Limit),
        ("freeCodes", Form::Told),
        ("qoutaPerson", Form::Limit),
        ("partnerId", Form::Own),
        ("state", Form::State),
        ("publishAt", Form::From),
        ("validFrom", Form::From),
        ("validUntil", Form::Until),
        ("created", Form::Told),
        ("updated", Form::Own),
        ("description.en", Form::Text),
        ("description.zh", Form::Maybe),
        ("description.zhhk", Form::Maybe),
        ("toc.en", Form::Text),
        ("toc.zh", Form::Maybe),
        ("toc.zhhk", Form::Maybe),
        ("image", Form::Text),
        ("content.kind", Form::Text),
        ("content.format", Form::Text),
        ("content.imgUrl", Form::Maybe),
        ("unclaimed", Form::Text),
        ("lowStock", Form::Number),
    ];
    const NEEDED: &'static [&'static str] = &["type", "points"];
    const FIXED: &'static [&'static str] = &["leftover"];

    fn blank() -> Value {
        json!({ "type": "coupon", "name": { "en": "" }, "points": 1, "content": { "kind": "generated" } })
    }

    /// The partner may go by its English name, where no other has it: whoever writes a file knows no ids.
    fn read_own(read: &Read<'_>, cells: &Cells<'_>, record: &mut Value) -> AppResult<Result<(), Mistake>> {
        let Some(said) = cells.get("partnerId") else { return Ok(Ok(())) };
        let partner = match PartnerId::parse(said) {
            None if said.is_empty() => None,
            None => partners::find_by_name(read, said)?,
            some => some,
        };
        if partner.is_none() && !said.is_empty() {
            return Ok(Err(Mistake::new("partnerId", "unknown_partner")));
        }
        record["partnerId"] = serde_json::to_value(partner)?;
        Ok(Ok(()))
    }
}

impl Filed for Campaigns {
    const COLUMNS: &'static [Column] = &[
        ("_id", Form::Own),
        ("type", Form::Own),
        ("name.en", Form::Text),
        ("name.zh", Form::Maybe),
        ("name.zhhk", Form::Maybe),
        ("points", Form::Number),
        ("perMember", Form::Limit),
        ("total", Form::Limit),
        ("claims", Form::Told),
        ("codes", Form::Told),
        ("state", Form::State),
        ("publishAt", Form::From),
        ("validFrom", Form::From),
        ("validUntil", Form::Until),
        ("created", Form::Told),
        ("updated", Form::Own),
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
