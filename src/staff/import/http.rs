//! Imports of lists over HTTP.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::announcements::AnnouncementImport;
use super::members::MemberImport;
use super::outlets::OutletImport;
use super::records::{ContentImport, Contents};
use super::staff_accounts::StaffImport;
use super::undo::{self, ImportUndo, UndoRequest, UndoableImport};
use super::webhooks::WebhookImport;
use super::{File, ImportSummary, ImportedList};
use crate::base::id::PartnerId;
use crate::base::language::Language;
use crate::base::problem::{AppError, AppResult, NOT_FOUND};
use crate::member::articles::Articles;
use crate::member::campaigns::Campaigns;
use crate::member::partners::{self, Partners};
use crate::member::rewards::items::Items;
use crate::platform::http::csv_upload::{CsvFile, Row};
use crate::platform::http::json::Json;
use crate::platform::http::list_response::Filters;
use crate::platform::http::problem::Problem;
use crate::platform::http::request::PathId;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::idempotency::{self, IDEMPOTENCY_KEY_REQUIRED, OptionalKey};
use crate::platform::store::Tx;
use crate::staff::admin::content::Writers;
use crate::staff::admin::credit_batches;
use crate::staff::admin::staff::http::letterhead;
use crate::staff::kit::http::StaffWith;
use crate::staff::kit::permissions::{Editors, Operators, Owners};
use crate::staff::kit::{AdminContext, AuditedStaff};

/// Maximum length of a file name, in characters.
const LONGEST_NAME: usize = 120;
/// Body limit in bytes: ten thousand ids.
const UNDO_BODY_LIMIT: usize = 512 * 1024;

/// The routes of imports.
pub fn routes() -> Routes<AdminContext> {
    Routes::new()
        .routes(routes!(load_partners))
        .routes(routes!(undo_load_of_partners))
        .routes(routes!(load_articles))
        .routes(routes!(undo_load_of_articles))
        .routes(routes!(load_items))
        .routes(routes!(undo_load_of_items))
        .routes(routes!(load_campaigns))
        .routes(routes!(undo_load_of_campaigns))
        .routes(routes!(load_broadcasts))
        .routes(routes!(undo_load_of_broadcasts))
        .routes(routes!(load_staff))
        .routes(routes!(undo_load_of_staff))
        .routes(routes!(load_webhooks))
        .routes(routes!(undo_load_of_webhooks))
        .routes(routes!(load_outlets))
        .routes(routes!(undo_load_of_outlets))
        .routes(routes!(load_members))
}

/// Options of an import.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct LoadQuery {
    #[serde(default)]
    dry_run: bool,
    #[serde(default)]
    name: String,
}

async fn load<L: ImportedList>(
    admin: AdminContext,
    staff: AuditedStaff,
    list: L,
    query: LoadQuery,
    (OptionalKey(key), language): (OptionalKey, Language),
    rows: Vec<Row>,
) -> AppResult<Response> {
    let file = File::read(L::COLUMNS, rows)?;
    if query.dry_run {
        let survey = admin.store.read_at_length(move |read| super::survey(read, list, &file)).await?;
        return Ok(Json(survey.worded(language)).into_response());
    }
    let key = key.ok_or(IDEMPOTENCY_KEY_REQUIRED)?;
    let name = query.name.trim().to_owned();
    if name.chars().count() > LONGEST_NAME || name.contains(char::is_control) {
        return Err(AppError::invalid_field("name", "invalid_value"));
    }
    let name = if name.is_empty() { L::NAME.to_owned() } else { name };
    let caller = staff.caller();
    let write = move |tx: &Tx<'_>| {
        let (asked, mut secrets) = ((&name, file.fingerprint()), Vec::new());
        let answer = idempotency::once(tx, &staff.actor.id, &key, &asked, |tx| {
            let (loaded, told) = super::load(tx, &staff, list, &file, &name)?;
            secrets = told;
            Ok(loaded)
        })?;
        Ok((answer, secrets))
    };
    let (mut answer, secrets) = admin.store.write_many_rows_as(caller, write).await?;
    credit_batches::post_open_rows(&admin.store, &admin.vault).await?;
    admin.outbox.wake();
    if !secrets.is_empty() {
        // The stored response for replays leaves out the secrets, which are stored nowhere.
        let mut body: Map<String, Value> = serde_json::from_str(&answer.body)?;
        body.insert("secrets".to_owned(), serde_json::to_value(secrets)?);
        answer.body = serde_json::to_string(&body)?;
    }
    Ok(answer.into_response())
}

async fn undo<L: UndoableImport>(
    admin: AdminContext,
    staff: AuditedStaff,
    list: L,
    language: Language,
    request: UndoRequest,
) -> AppResult<Json<ImportUndo>> {
    let undone = admin.store.write_as(staff.caller(), move |tx| undo::undo(tx, &staff, &list, &request.ids)).await?;
    Ok(Json(undone.worded(language)))
}

/// Makes the list for one call; the function fixes the closure's argument types.
fn list_at<L>(
    admin: &AdminContext,
    by: &AuditedStaff,
    language: Language,
    list: impl FnOnce(&AdminContext, &AuditedStaff, Language) -> L,
) -> L {
    list(admin, by, language)
}

/// The two calls of a list: import a file, and undo an import.
macro_rules! calls {
    ($load:ident, $undo:ident, $roles:ty, $list:expr, $path:literal, $undo_path:literal, $word:literal, $rows:literal, $csv:literal, $example:literal) => {
        #[doc = concat!("Import ", $word, " from a file, every row or none; ", $rows, ". The columns are those of the list's own CSV; absent columns leave their fields unchanged. With `dryRun=true` \
            the response only shows the result of each row; otherwise `Idempotency-Key` is required. At most 10,000 rows in 4 MB.")]
        #[utoipa::path(post, path = $path, tag = "admin",
            request_body(content = String, content_type = "text/csv", description = $csv, example = json!($example)),
            params(("dryRun" = Option<bool>, Query), ("name" = Option<String>, Query, description = "The file's name, for the trail"),
                ("encoding" = Option<String>, Query, description = "`utf-8` (default), `big5` or `gbk`"),
                ("Idempotency-Key" = Option<String>, Header)),
            responses((status = 200, body = ImportSummary), (status = 422, body = Problem)))]
        async fn $load(
            State(admin): State<AdminContext>,
            by: StaffWith<$roles>,
            Filters(query): Filters<LoadQuery>,
            asked: (OptionalKey, Language),
            CsvFile(rows): CsvFile,
        ) -> AppResult<Response> {
            let list = list_at(&admin, &by.staff, asked.1, $list);
            load(admin, by.staff, list, query, asked, rows).await
        }

        #[doc = concat!("Undo an import of ", $word, ": remove all that it created, by the ids in its response. If one was changed \
            since or is in use, nothing is removed, and the error names it. Missing ids are skipped.")]
        #[utoipa::path(post, path = $undo_path, tag = "admin", request_body = UndoRequest,
            responses((status = 200, body = ImportUndo), (status = 409, body = Problem)))]
        async fn $undo(
            State(admin): State<AdminContext>,
            by: StaffWith<$roles>,
            language: Language,
            Json(request): Json<UndoRequest, UNDO_BODY_LIMIT>,
        ) -> AppResult<Json<ImportUndo>> {
            let list = list_at(&admin, &by.staff, language, $list);
            undo(admin, by.staff, list, language, request).await
        }
    };
}

calls!(
    load_partners,
    undo_load_of_partners,
    Writers<Partners>,
    |_, staff, _| Contents::<Partners>::file(staff),
    "/api/admin/partners/import",
    "/api/admin/partners/import/undo",
    "partners",
    "a row with an `_id` changes that record, a row without creates a draft",
    "`type,name.en,name.zh,name.zhhk,description.en,…,webLink,basePoints,extraPoints,state,publishAt,nameImg,logo`",
    "type,name.en,name.zhhk,basePoints\nFood,Tea House,茶館,1.5\n"
);
calls!(
    load_articles,
    undo_load_of_articles,
    Writers<Articles>,
    |_, staff, _| Contents::<Articles>::file(staff),
    "/api/admin/articles/import",
    "/api/admin/articles/import/undo",
    "articles",
    "a row with an `_id` changes that record, a row without creates a draft",
    "`type,title.en,title.zh,title.zhhk,content.en,…,coverImg.en,…,state,publishAt`; HTML is cleaned",
    "type,title.en,content.en\nnews,Opening hours,<p>Open every day.</p>\n"
);
calls!(
    load_items,
    undo_load_of_items,
    Writers<Items>,
    |_, staff, _| Contents::<Items>::file(staff),
    "/api/admin/items/import",
    "/api/admin/items/import/undo",
    "items",
    "a row with an `_id` changes that record, a row without creates a draft",
    "`type,name.en,name.zh,name.zhhk,points,leftover,qoutaPerson,partnerId,validFrom,validUntil,content.kind,…`; the partner by id or English name; the stock of an item that is there stays",
    "type,name.en,points,leftover\ncoupon,A cup of tea,50,100\n"
);
calls!(
    load_campaigns,
    undo_load_of_campaigns,
    Writers<Campaigns>,
    |_, staff, _| Contents::<Campaigns>::file(staff),
    "/api/admin/campaigns/import",
    "/api/admin/campaigns/import/undo",
    "campaigns",
    "a row with an `_id` changes that record, a row without creates a draft",
    "`type,name.en,name.zh,name.zhhk,points,perMember,total,validFrom,validUntil,…`; the type is `shared` or `single` and stays",
    "type,name.en,points,perMember,total\nshared,Spring fair,5,1,200\n"
);

calls!(
    load_broadcasts,
    undo_load_of_broadcasts,
    Editors,
    |_, _, _| ContentImport::of(AnnouncementImport),
    "/api/admin/notifications/import",
    "/api/admin/notifications/import/undo",
    "announcements",
    "a row with an `_id` changes that record, a row without creates a draft",
    "`title.en,title.zh,title.zhhk,body.en,body.zh,body.zhhk,segment.language,segment.minPoints,segment.maxPoints,segment.partnerId,marketing,byEmail,state,sendAt`; the partner by id or English name; one that has gone out stays",
    "title.en,body.en,segment.language,marketing\nBeach day,Come along.,en,yes\n"
);

calls!(
    load_staff,
    undo_load_of_staff,
    Owners,
    |admin, _, language| StaffImport::invited_on(letterhead(admin, language)),
    "/api/admin/staff/import",
    "/api/admin/staff/import/undo",
    "colleagues",
    "a row without an `_id` is an invitation, sent by e-mail, whose link `secrets` shows once; existing staff stay unchanged. An undo \
        withdraws invitations not yet accepted and names the others; where invitations need approval, none can be imported",
    "`name,email,role,partner`; the partner of a merchant by id or English name",
    "name,email,role,partner\nChan Mei,mei@kapok.example,editor,\n"
);

calls!(
    load_webhooks,
    undo_load_of_webhooks,
    Owners,
    |admin, _, _| ContentImport::of(WebhookImport::of(admin)),
    "/api/admin/webhooks/import",
    "/api/admin/webhooks/import/undo",
    "webhooks",
    "a row with an `_id` changes that webhook, a row without creates one, whose secret `secrets` shows once",
    "`url,description,events,active`; events beside each other, none for all; 20 webhooks at the most",
    "url,description,events,active\nhttps://crm.example.hk/hooks,The CRM,,yes\n"
);

/// Import the outlets of a partner from a file, every row or none.
/// A row with an `_id` changes that outlet, a row without creates one. With `dryRun=true` the response only shows the
/// result of each row; otherwise `Idempotency-Key` is required. At most 10,000 rows in 4 MB.
#[utoipa::path(post, path = "/api/admin/partners/{id}/outlets/import", tag = "admin",
    request_body(content = String, content_type = "text/csv", description = "`name.en,name.zh,name.zhhk,address.en,address.zh,address.zhhk`",
        example = json!("name.en,name.zhhk,address.en\nCentral,中環,1 Queen's Road\n")),
    params(("id" = PartnerId, Path), ("dryRun" = Option<bool>, Query), ("name" = Option<String>, Query, description = "The file's name, for the trail"),
        ("encoding" = Option<String>, Query, description = "`utf-8` (default), `big5` or `gbk`"),
        ("Idempotency-Key" = Option<String>, Header)),
    responses((status = 200, body = ImportSummary), (status = 422, body = Problem)))]
async fn load_outlets(
    State(admin): State<AdminContext>,
    by: StaffWith<Editors>,
    PathId(partner): PathId<PartnerId>,
    Filters(query): Filters<LoadQuery>,
    asked: (OptionalKey, Language),
    CsvFile(rows): CsvFile,
) -> AppResult<Response> {
    admin.store.read(|read| partners::find(read, partner))?.ok_or(NOT_FOUND)?;
    load(admin, by.staff, OutletImport::file_of(partner), query, asked, rows).await
}

/// Undo an import of outlets: remove all that it created, by the ids in its response.
/// If one was changed since or had a till enrolled, nothing is removed, and the error names it. Missing ids are
/// skipped.
#[utoipa::path(post, path = "/api/admin/partners/{id}/outlets/import/undo", tag = "admin", request_body = UndoRequest,
    params(("id" = PartnerId, Path)),
    responses((status = 200, body = ImportUndo), (status = 409, body = Problem)))]
async fn undo_load_of_outlets(
    State(admin): State<AdminContext>,
    by: StaffWith<Operators>,
    PathId(partner): PathId<PartnerId>,
    language: Language,
    Json(request): Json<UndoRequest, UNDO_BODY_LIMIT>,
) -> AppResult<Json<ImportUndo>> {
    undo(admin, by.staff, OutletImport::file_of(partner), language, request).await
}

/// Import people from an older scheme, every row or none, with the points that they had there.
/// The points become one credit batch with the file's name. The new members have no password and no consent to
/// offers; those with an e-mail address or phone number set a password by the recovery. Existing members stay
/// unchanged. With `dryRun=true` the response only shows the result of each row; otherwise `Idempotency-Key` is
/// required. At most 10,000 rows in 4 MB.
#[utoipa::path(post, path = "/api/admin/members/import", tag = "admin",
    request_body(content = String, content_type = "text/csv", description = "`firstName,lastName,email,phone,language,points,reason`; no points where they need a second person",
        example = json!("firstName,lastName,email,points,reason\nMei,Chan,mei@kapok.example,120,Points of the old scheme\n")),
    params(("dryRun" = Option<bool>, Query), ("name" = Option<String>, Query, description = "The file's name, for the trail and the batch"),
        ("encoding" = Option<String>, Query, description = "`utf-8` (default), `big5` or `gbk`"),
        ("Idempotency-Key" = Option<String>, Header)),
    responses((status = 200, body = ImportSummary), (status = 422, body = Problem)))]
async fn load_members(
    State(admin): State<AdminContext>,
    by: StaffWith<Operators>,
    Filters(query): Filters<LoadQuery>,
    asked: (OptionalKey, Language),
    CsvFile(rows): CsvFile,
) -> AppResult<Response> {
    load(admin, by.staff, MemberImport::default(), query, asked, rows).await
}
