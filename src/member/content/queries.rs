//! SQL of content: one set of statements for the tables of all kinds.

use super::{ContentTable, IdOf, InputOf, PublicationRequest};
use crate::base::clock::Timestamp;
use crate::base::content::{ContentState, Publication};
use crate::base::problem::AppResult;
use crate::platform::store::{Params, Read, Row, Tx, params};

/// The columns of every kind.
const SHARED: &str =
    "id, active, publish_at_ms, archived_at_ms, created_at_ms, updated_at_ms, deleted_at_ms, version, ";

fn record<C: ContentTable>(row: &Row<'_>, now: Timestamp) -> AppResult<C::Record> {
    let publish_at = row.get("publish_at_ms")?;
    let stored = Publication { active: row.get("active")?, publish_at, archived_at: row.get("archived_at_ms")? };
    let state = stored.state(now);
    let active = state == ContentState::Published;
    C::read(row, PublicationRequest { active, state: Some(state), publish_at, use_english: false })
}

/// Records of a kind; `rest` follows the name of its table in the statement.
pub fn list<C: ContentTable>(read: &Read<'_>, rest: &'static str, params: Params<'_>) -> AppResult<Vec<C::Record>> {
    read.all(["select ", SHARED, C::OWN_COLUMNS, " from ", C::NAME, rest], params, |row| record::<C>(row, read.now()))
}

pub(super) fn find<C: ContentTable>(read: &Read<'_>, id: IdOf<C>) -> AppResult<Option<C::Record>> {
    let found = list::<C>(read, " where id = :id and deleted_at_ms is null", params! { ":id": id })?;
    Ok(found.into_iter().next())
}

pub(super) fn find_even_removed<C: ContentTable>(read: &Read<'_>, id: IdOf<C>) -> AppResult<Option<C::Record>> {
    Ok(list::<C>(read, " where id = :id", params! { ":id": id })?.into_iter().next())
}

pub(super) fn insert<C: ContentTable>(
    tx: &Tx<'_>,
    id: IdOf<C>,
    input: &InputOf<C>,
    publication: Publication,
) -> AppResult<()> {
    let own = [C::values(input), C::fixed_values(input)].concat();
    let mut sql =
        vec!["insert into ", C::NAME, " (id, active, publish_at_ms, archived_at_ms, created_at_ms, updated_at_ms"];
    sql.extend(own.iter().flat_map(|(parameter, _)| [", ", column(parameter)]));
    sql.push(") values (:id, :active, :publish_at, :archived_at, :now, :now");
    sql.extend(own.iter().flat_map(|(parameter, _)| [", ", *parameter]));
    sql.push(")");
    let shared = params! { ":id": id, ":active": publication.active, ":publish_at": publication.publish_at,
    ":archived_at": publication.archived_at, ":now": tx.now() };
    tx.execute_one(sql, &[own.as_slice(), shared].concat())
}

pub(super) fn update<C: ContentTable>(
    tx: &Tx<'_>,
    id: IdOf<C>,
    input: &InputOf<C>,
    publication: Publication,
) -> AppResult<()> {
    let own = C::values(input);
    let mut sql = vec![
        "update ",
        C::NAME,
        " set active = :active, publish_at_ms = :publish_at,
             archived_at_ms = case when :archived_at is null then null else coalesce(archived_at_ms, :archived_at) end,
             updated_at_ms = :now, version = version + 1",
    ];
    sql.extend(own.iter().flat_map(|(parameter, _)| [", ", column(parameter), " = ", *parameter]));
    sql.push(" where id = :id and deleted_at_ms is null");
    let shared = params! { ":id": id, ":active": publication.active, ":publish_at": publication.publish_at,
    ":archived_at": publication.archived_at, ":now": tx.now() };
    tx.execute_one(sql, &[own.as_slice(), shared].concat())
}

/// The column that a parameter is named after.
fn column(parameter: &'static str) -> &'static str {
    parameter.trim_start_matches(':')
}

pub(super) fn mark_removed<C: ContentTable>(tx: &Tx<'_>, id: IdOf<C>) -> AppResult<usize> {
    tx.execute(
        [
            "update ",
            C::NAME,
            " set deleted_at_ms = :now, version = version + 1 where id = :id and deleted_at_ms is null",
        ],
        params! { ":id": id, ":now": tx.now() },
    )
}

pub(super) fn unmark_removed<C: ContentTable>(tx: &Tx<'_>, id: IdOf<C>) -> AppResult<usize> {
    tx.execute(
        [
            "update ",
            C::NAME,
            " set deleted_at_ms = null, version = version + 1 where id = :id and deleted_at_ms is not null",
        ],
        params! { ":id": id },
    )
}
