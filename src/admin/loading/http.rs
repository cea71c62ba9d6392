//! Files of lists over HTTP.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::people::People;
use super::places::Outlets;
use super::records::Contents;
use super::{File, Loaded, Loading};
use crate::admin::content::{Articles, Campaigns, Items, Partners};
use crate::admin::crews::{Editors, Operators};
use crate::admin::http::By;
use crate::admin::{Desk, Hand};
use crate::base::id::PartnerId;
use crate::base::language::Language;
use crate::base::problem::{AppError, AppResult, NOT_FOUND};
use crate::http::csv::Filters;
use crate::http::json::Json;
use crate::http::problem::Problem;
use crate::http::request::PathId;
use crate::http::routes::{Routes, routes};
use crate::http::rows::{CsvFile, Row};
use crate::idempotency::{self, IDEMPOTENCY_KEY_REQUIRED, OptionalKey};
use crate::partners;
use crate::store::Tx;

/// The longest name of a file, in characters.
const LONGEST_NAME: usize = 120;

/// The calls of files.
pub(in crate::admin) fn routes() -> Routes<Desk> {
    Routes::new()
        .routes(routes!(load_partners))
        .routes(routes!(load_articles))
        .routes(routes!(load_items))
        .routes(routes!(load_campaigns))
        .routes(routes!(load_outlets))
        .routes(routes!(load_members))
}

/// How a file is to be taken.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct LoadQuery {
    #[serde(default)]
    dry_run: bool,
    #[serde(default)]
    name: String,
}

async fn load<L: Loading>(
    desk: Desk,
    hand: Hand,
    list: L,
    query: LoadQuery,
    (OptionalKey(key), language): (OptionalKey, Language),
    rows: Vec<Row>,
) -> AppResult<Response> {
    let file = File::read(L::COLUMNS, rows)?;
    if query.dry_run {
        let survey = desk.store.read_at_length(move |read| super::survey(read, list, &file)).await?;
        return Ok(Json(survey.worded(language)).into_response());
    }
    let key = key.ok_or(IDEMPOTENCY_KEY_REQUIRED)?;
    let name = query.name.trim().to_owned();
    if name.chars().count() > LONGEST_NAME || name.contains(char::is_control) {
        return Err(AppError::invalid_field("name", "invalid_value"));
    }
    let name = if name.is_empty() { L::NAME.to_owned() } else { name };
    let write = move |tx: &Tx<'_>| {
        let asked = (&name, file.fingerprint());
        idempotency::once(tx, &hand.actor.id, &key, &asked, |tx| super::load(tx, &hand, list, &file, &name))
    };
    Ok(desk.store.write(write).await?.into_response())
}

macro_rules! call {
    ($call:ident, $crew:ty, $kind:ty, $path:literal, $word:literal, $csv:literal) => {
        #[doc = concat!("Load ", $word, " from a file, every row or none; a row with an `_id` changes that one, a row without makes a \
            draft. The columns are those of the list's own CSV; those that are left out stay as they are. With `dryRun=true` \
            only tell what would become of each row; else `Idempotency-Key` is needed. At most 10,000 rows in 4 MB.")]
        #[utoipa::path(post, path = $path, tag = "admin",
            request_body(content = String, content_type = "text/csv", description = $csv),
            params(("dryRun" = Option<bool>, Query), ("name" = Option<String>, Query, description = "The file's name, for the trail"),
                ("encoding" = Option<String>, Query, description = "`utf-8` (default), `big5` or `gbk`"),
                ("Idempotency-Key" = Option<String>, Header)),
            responses((status = 200, body = Loaded), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem),
                (status = 413, body = Problem), (status = 415, body = Problem), (status = 422, body = Problem)))]
        async fn $call(
            State(desk): State<Desk>,
            by: By<$crew>,
            Filters(query): Filters<LoadQuery>,
            asked: (OptionalKey, Language),
            CsvFile(rows): CsvFile,
        ) -> AppResult<Response> {
            load(desk, by.hand, <$kind>::file(), query, asked, rows).await
        }
    };
}

call!(
    load_partners,
    Editors,
    Contents<Partners>,
    "/api/admin/partners/import",
    "partners",
    "`type,name.en,name.zh,name.zhhk,description.en,…,webLink,basePoints,extraPoints,state,publishAt,nameImg,logo`"
);
call!(
    load_articles,
    Editors,
    Contents<Articles>,
    "/api/admin/articles/import",
    "articles",
    "`type,title.en,title.zh,title.zhhk,content.en,…,coverImg.en,…,state,publishAt`; HTML is cleaned"
);
call!(
    load_items,
    Operators,
    Contents<Items>,
    "/api/admin/items/import",
    "items",
    "`type,name.en,name.zh,name.zhhk,points,leftover,qoutaPerson,partnerId,validFrom,validUntil,content.kind,…`; the partner by id or English name; the stock of an item that is there stays"
);
call!(
    load_campaigns,
    Operators,
    Contents<Campaigns>,
    "/api/admin/campaigns/import",
    "campaigns",
    "`type,name.en,name.zh,name.zhhk,points,perMember,total,validFrom,validUntil,…`; the type is `shared` or `single` and stays"
);

/// Load the outlets of a partner from a file, every row or none; a row with an `_id` changes that one, a row without
/// makes a new one. With `dryRun=true` only tell what would become of each row; else `Idempotency-Key` is needed. At
/// most 10,000 rows in 4 MB.
#[utoipa::path(post, path = "/api/admin/partners/{id}/outlets/import", tag = "admin",
    request_body(content = String, content_type = "text/csv", description = "`name.en,name.zh,name.zhhk,address.en,address.zh,address.zhhk`"),
    params(("id" = PartnerId, Path), ("dryRun" = Option<bool>, Query), ("name" = Option<String>, Query, description = "The file's name, for the trail"),
        ("encoding" = Option<String>, Query, description = "`utf-8` (default), `big5` or `gbk`"),
        ("Idempotency-Key" = Option<String>, Header)),
    responses((status = 200, body = Loaded), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 413, body = Problem), (status = 415, body = Problem), (status = 422, body = Problem)))]
async fn load_outlets(
    State(desk): State<Desk>,
    by: By<Editors>,
    PathId(partner): PathId<PartnerId>,
    Filters(query): Filters<LoadQuery>,
    asked: (OptionalKey, Language),
    CsvFile(rows): CsvFile,
) -> AppResult<Response> {
    desk.store.read(|read| partners::find(read, partner))?.ok_or(NOT_FOUND)?;
    load(desk, by.hand, Outlets::file_of(partner), query, asked, rows).await
}

/// Load people who come over from an older scheme, every row or none, with the points that they had there: they become
/// one batch of credits, named like the file. They have no password and agreed to no offers; those with an address or a
/// number set a password by the recovery. Who is a member already stays as they are. With `dryRun=true` only tell what
/// would become of each row; else `Idempotency-Key` is needed. At most 10,000 rows in 4 MB.
#[utoipa::path(post, path = "/api/admin/members/import", tag = "admin",
    request_body(content = String, content_type = "text/csv", description = "`firstName,lastName,email,phone,language,points,reason`; no points where they need a second person"),
    params(("dryRun" = Option<bool>, Query), ("name" = Option<String>, Query, description = "The file's name, for the trail and the batch"),
        ("encoding" = Option<String>, Query, description = "`utf-8` (default), `big5` or `gbk`"),
        ("Idempotency-Key" = Option<String>, Header)),
    responses((status = 200, body = Loaded), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 413, body = Problem), (status = 415, body = Problem), (status = 422, body = Problem)))]
async fn load_members(
    State(desk): State<Desk>,
    by: By<Operators>,
    Filters(query): Filters<LoadQuery>,
    asked: (OptionalKey, Language),
    CsvFile(rows): CsvFile,
) -> AppResult<Response> {
    load(desk, by.hand, People::default(), query, asked, rows).await
}
