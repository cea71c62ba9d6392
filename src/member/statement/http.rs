//! The statement over HTTP.

use axum::extract::State;
use axum::response::Response;

use super::pdf::StatementLayout;
use super::signed::{self, SignedStatement};
use super::signing_keys::{self, PublishedKeys, StatementSigner};
use super::{Transaction, TransactionReceipt, pdf, receipt};
use crate::auth::Member;
use crate::base::day::Day;
use crate::base::id::{MemberId, TransactionId};
use crate::base::keys::Keyring;
use crate::base::month::Month;
use crate::base::problem::{AppResult, INVALID_PARAMETER, NOT_FOUND};
use crate::core::print::PrintBranding;
use crate::core::{ledger, members, settings};
use crate::platform::http::json::Json;
use crate::platform::http::list_response::attachment;
use crate::platform::http::page::{Page, PageRequest};
use crate::platform::http::problem::Problem;
use crate::platform::http::request::PathId;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::{Read, Store};
use crate::platform::throttle::Limits;
use crate::platform::throttle::table::STATEMENT_COPIES;

#[derive(Clone)]
struct Statements {
    store: Store,
    limits: Limits,
    keys: Keyring,
    public_url: String,
}

/// Routes of the statement.
pub fn routes(store: Store, limits: Limits, keys: Keyring, public_url: String) -> Routes {
    Routes::new()
        .routes(routes!(list_statements))
        .routes(routes!(list_statement_keys))
        .routes(routes!(get_statement))
        .routes(routes!(get_statement_pdf))
        .with_state(Statements { store: store.clone(), limits, keys, public_url })
        .merge(Routes::new().routes(routes!(list_transactions)).routes(routes!(get_receipt)).with_state(store))
}

/// List the transactions of the member's points, and the purchases whose points all wait.
#[utoipa::path(get, path = "/api/transaction/listMyTransactions", tag = "statement",
    params(("limit" = Option<i64>, Query), ("cursor" = Option<String>, Query)),
    responses((status = 200, body = Vec<Transaction>)))]
async fn list_transactions(
    State(store): State<Store>,
    member: Member,
    page: PageRequest,
) -> AppResult<Page<Transaction>> {
    let after = page.after(TransactionId::parse)?;
    let rows = store.read(|read| {
        let before_seq = match after {
            None => i64::MAX,
            Some(id) => ledger::place_of(read, id)?.ok_or(INVALID_PARAMETER)?,
        };
        let entries = ledger::entries(read, member.id, before_seq, page.probe())?;
        let waiting = ledger::waiting_entries(read, member.id, before_seq, page.probe())?;
        let mut rows: Vec<(i64, Transaction)> =
            entries.into_iter().map(|entry| (entry.seq, Transaction::from(entry))).collect();
        rows.extend(waiting.into_iter().map(|waiting| (waiting.entry.seq, Transaction::from(waiting))));
        rows.sort_by_key(|(seq, _)| std::cmp::Reverse(*seq));
        rows.truncate(usize::try_from(page.probe()).unwrap_or(usize::MAX));
        Ok(rows)
    })?;
    let page = page.finish(rows, |(_, row)| row.id.to_string());
    Ok(Page { rows: page.rows.into_iter().map(|(_, row)| row).collect(), next: page.next })
}

/// Show one transaction with its receipt: the purchase behind it, until when its points can be spent, and whether they
/// were taken back.
#[utoipa::path(get, path = "/api/transaction/receipt/{id}", tag = "statement", params(("id" = TransactionId, Path)),
    responses((status = 200, body = TransactionReceipt), (status = 404, body = Problem)))]
async fn get_receipt(
    State(store): State<Store>,
    member: Member,
    PathId(id): PathId<TransactionId>,
) -> AppResult<Json<TransactionReceipt>> {
    store.read(|read| receipt::receipt(read, member.id, id)).map(Json)
}

/// List the months of which the member can have a signed statement, newest first.
#[utoipa::path(get, path = "/api/statement/list", tag = "statement", responses((status = 200, body = Vec<Month>)))]
async fn list_statements(State(state): State<Statements>, member: Member) -> AppResult<Json<Vec<Month>>> {
    let months = state.store.read(|read| {
        let record = members::find(read, member.id)?.ok_or(NOT_FOUND)?;
        Ok(signed::months_since(record.created, read.now()))
    })?;
    Ok(Json(months))
}

/// List the public keys that signed or sign statements. Everybody may read them; `kapok verify --statement` takes the
/// answer as its key file.
#[utoipa::path(get, path = "/api/statement/keys", tag = "statement", responses((status = 200, body = PublishedKeys)))]
async fn list_statement_keys(State(state): State<Statements>) -> AppResult<Json<PublishedKeys>> {
    Ok(Json(state.store.read(signing_keys::published)?))
}

/// Download the signed statement of a month that has ended.
#[utoipa::path(get, path = "/api/statement/{month}", tag = "statement", params(("month" = Month, Path)),
    responses((status = 200, body = SignedStatement), (status = 429, body = Problem)))]
async fn get_statement(
    State(state): State<Statements>,
    member: Member,
    PathId(month): PathId<Month>,
) -> AppResult<Response> {
    let (statement, ()) = state.sign(member.id, month, |_, _| Ok(())).await?.1;
    Ok(attachment("application/json", &format!("statement-{month}"), "json", serde_json::to_vec(&statement)?))
}

/// Download the same statement as a PDF that carries the signed JSON as an attachment.
#[utoipa::path(get, path = "/api/statement/{month}/pdf", tag = "statement", params(("month" = Month, Path)),
    responses((status = 200, description = "The statement", body = Vec<u8>, content_type = "application/pdf"), (status = 429, body = Problem)))]
async fn get_statement_pdf(
    State(state): State<Statements>,
    member: Member,
    PathId(month): PathId<Month>,
) -> AppResult<Response> {
    let public_url = state.public_url.clone();
    let layout = |read: &Read<'_>, member| {
        let record = members::find(read, member)?.ok_or(NOT_FOUND)?;
        let name = members::full_name(record.language, &record.first_name, &record.last_name);
        let head = PrintBranding::of(&settings::current(read)?);
        Ok(StatementLayout { head, name, since: Day::of(record.created), language: record.language, public_url })
    };
    let (key, (statement, layout)) = state.sign(member.id, month, layout).await?;
    let pdf = pdf::signed_pdf(&statement, &key, layout)?;
    Ok(attachment("application/pdf", &format!("statement-{month}"), "pdf", pdf))
}

impl Statements {
    /// Signs a statement, and reads what its form needs in the same state of the database.
    async fn sign<T: Send + 'static>(
        &self,
        member: MemberId,
        month: Month,
        form: impl FnOnce(&Read<'_>, MemberId) -> AppResult<T> + Send + 'static,
    ) -> AppResult<(StatementSigner, (SignedStatement, T))> {
        self.limits.count(STATEMENT_COPIES, member.as_bytes())?;
        let key = signing_keys::signing_key(&self.store, &self.keys).await?;
        self.store
            .read_at_length(move |read| {
                let statement = signed::signed(read, &key, member, month)?;
                let form = form(read, member)?;
                Ok((key, (statement, form)))
            })
            .await
    }
}
