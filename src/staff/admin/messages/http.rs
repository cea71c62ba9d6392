//! Messages in the admin, over HTTP.

use std::path::PathBuf;

use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};

use crate::base::contact::{Email, HkPhone};
use crate::base::id::{MemberId, MessageId};
use crate::base::language::Language;
use crate::base::problem::{AppError, AppResult, INVALID_PARAMETER, NOT_FOUND};
use crate::platform::delivery::history;
use crate::platform::delivery::history::{MessageCount, MessageFilter, MessageRecord, Retried};
use crate::platform::delivery::{BudgetUse, DeliveryChannel, KeptMessage, SmsBudget};
use crate::platform::http::json::Json;
use crate::platform::http::list_response::{Filters, ListRequest};
use crate::platform::http::problem::Problem;
use crate::platform::http::request::PathId;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::{Read, Tx};
use crate::platform::throttle::table::TEST_MESSAGES;
use crate::staff::kit::AdminContext;
use crate::staff::kit::http::StaffWith;
use crate::staff::kit::permissions::{BookReaders, Operators, Owners, Supporters};

pub fn routes() -> Routes<AdminContext> {
    Routes::new()
        .routes(routes!(list_messages))
        .routes(routes!(summarize_messages))
        .routes(routes!(retry_messages))
        .routes(routes!(retry_message))
        .routes(routes!(get_kept_message))
        .routes(routes!(send_test_message))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct MessageQuery {
    state: Option<history::MessageState>,
    channel: Option<DeliveryChannel>,
    to: Option<String>,
    member_id: Option<String>,
    #[serde(default)]
    kept: bool,
}

impl MessageQuery {
    fn wanted(self) -> AppResult<MessageFilter> {
        let to = match self.to.as_deref().map(str::trim).filter(|to| !to.is_empty()) {
            None => None,
            Some(typed) => Some(recipient(typed).ok_or(INVALID_PARAMETER)?),
        };
        let member = match self.member_id {
            None => None,
            Some(text) => Some(MemberId::parse(&text).ok_or(INVALID_PARAMETER)?),
        };
        Ok(MessageFilter { state: self.state, channel: self.channel, to, member })
    }
}

/// The e-mail address or phone number in the form that messages are stored with.
fn recipient(typed: &str) -> Option<String> {
    let email = Email::parse(typed).map(|email| email.as_str().to_owned());
    email.or_else(|| Some(HkPhone::parse_loosely(typed)?.e164()))
}

/// List the messages of the last month with their delivery states, without their texts; as CSV with `format=csv`.
/// The search is audited. `kept=true` lists the messages that are in this server's outbox folder, because their channel
/// has no gateway.
#[utoipa::path(get, path = "/api/admin/messages", tag = "admin",
    params(("state" = Option<history::MessageState>, Query), ("channel" = Option<DeliveryChannel>, Query),
        ("to" = Option<String>, Query, description = "A whole address or number"),
        ("memberId" = Option<String>, Query), ("kept" = Option<bool>, Query),
        ("format" = Option<String>, Query), ("limit" = Option<i64>, Query), ("cursor" = Option<String>, Query)),
    responses((status = 200, body = [MessageRecord])))]
async fn list_messages(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<BookReaders>,
    request: ListRequest,
    Filters(query): Filters<MessageQuery>,
) -> AppResult<Response> {
    let kept = query.kept;
    let wanted = query.wanted()?;
    let look = admin.look_at_list(&request, staff, "message")?;
    let fetch = move |cursor: Option<String>, limit: i64| {
        let (store, wanted, folder) = (admin.store.clone(), wanted.clone(), outbox_folder(&admin));
        async move {
            let before = cursor.map(|text| MessageId::parse(&text).ok_or(INVALID_PARAMETER)).transpose()?;
            let listed = move |read: &Read<'_>| {
                if kept {
                    let most = usize::try_from(limit).unwrap_or_default();
                    return history::list_kept(read, &wanted, &folder, before, most);
                }
                let mut found = history::list(read, &wanted, before, limit)?;
                history::mark_kept(&mut found, &folder);
                Ok(found)
            };
            store.read_at_length(listed).await
        }
    };
    look.beside(request.answer("messages", None, fetch, |trace| trace.id.to_string())).await
}

/// The folder with the messages of channels that have no gateway.
fn outbox_folder(admin: &AdminContext) -> PathBuf {
    admin.config.data_dir.join("outbox")
}

/// Show the text of a message that was stored on this server because its channel has no gateway. Only for owners, and
/// only while the server is on loopback or runs as a trial. The access is audited.
#[utoipa::path(get, path = "/api/admin/messages/{id}/text", tag = "admin", params(("id" = MessageId, Path)),
    responses((status = 200, body = KeptMessage)))]
async fn get_kept_message(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Owners>,
    PathId(id): PathId<MessageId>,
) -> AppResult<Json<KeptMessage>> {
    if !admin.config.shows_kept_messages() {
        return Err(NOT_FOUND.into());
    }
    let folder = outbox_folder(&admin);
    let found = admin.store.read_at_length(move |read| history::read_kept(read, id, &folder)).await?;
    admin.look_at(staff, "message.read", id).beside(async { Ok(Json(found)) }).await
}

/// State of the channels.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MessageSummary)]
struct MessageSummary {
    /// Messages of the last month.
    counts: Vec<MessageCount>,
    /// SMS parts paid for in this Hong Kong month.
    sms_parts: i64,
    /// Maximum of SMS parts per month; 0 for unlimited.
    sms_budget: u32,
    /// Whether owners may read messages that were kept on this server.
    kept_readable: bool,
}

/// Count the messages that wait, were sent, and failed.
#[utoipa::path(get, path = "/api/admin/messages/summary", tag = "admin",
    responses((status = 200, body = MessageSummary)))]
async fn summarize_messages(
    State(admin): State<AdminContext>,
    _: StaffWith<BookReaders>,
) -> AppResult<Json<MessageSummary>> {
    let (budget, kept_readable) = (SmsBudget::new(&admin.config.sms), admin.config.shows_kept_messages());
    let look = move |read: &Read<'_>| {
        let BudgetUse { parts, budget } = budget.spending(read)?;
        Ok(MessageSummary { counts: history::count(read)?, sms_parts: parts, sms_budget: budget, kept_readable })
    };
    admin.store.read_at_length(look).await.map(Json)
}

/// Retry a failed message.
/// A message with a code or a link cannot be retried: its text is erased, and the code or link no longer works.
#[utoipa::path(post, path = "/api/admin/messages/{id}/retry", tag = "admin", params(("id" = MessageId, Path)),
    responses((status = 200, body = MessageRecord), (status = 409, body = Problem)))]
async fn retry_message(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Supporters>,
    PathId(id): PathId<MessageId>,
) -> AppResult<Json<MessageRecord>> {
    admin.store.write_as(staff.caller(), move |tx| super::retry(tx, &staff, id)).await.map(Json)
}

/// Filters of the failed messages to retry; all of them without a filter.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct RetryRequest {
    channel: Option<DeliveryChannel>,
    /// A whole address or number.
    to: Option<String>,
    #[schema(value_type = Option<String>)]
    member_id: Option<MemberId>,
    /// The position at which the previous response ended.
    #[schema(value_type = Option<String>)]
    before: Option<MessageId>,
}

/// Retry failed messages in bulk, newest first: some hundreds per request, and the position to continue from.
/// Messages with a code or a link are skipped.
#[utoipa::path(post, path = "/api/admin/messages/retry", tag = "admin", request_body = RetryRequest,
    responses((status = 200, body = Retried)))]
async fn retry_messages(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Supporters>,
    Json(request): Json<RetryRequest>,
) -> AppResult<Json<Retried>> {
    let RetryRequest { channel, to, member_id: member, before } = request;
    let wrong = || AppError::invalid_field("to", "invalid_value");
    let to = to.map(|typed| recipient(typed.trim()).ok_or_else(wrong)).transpose()?;
    let wanted = MessageFilter { state: Some(history::MessageState::Dead), channel, to, member };
    let done = admin.store.write_as(staff.caller(), move |tx| super::retry_some(tx, &staff, &wanted, before)).await?;
    admin.outbox.wake();
    Ok(Json(done))
}

/// A test of one channel.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct TestMessageRequest {
    /// `email` goes to the address of the signed-in person.
    channel: DeliveryChannel,
    /// For `sms`: a Hong Kong number.
    phone: Option<String>,
}

/// A test message on its way.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TestMessage)]
struct TestMessageAnswer {
    /// The message in `GET /api/admin/messages`, which shows its delivery state.
    #[serde(rename = "_id")]
    id: MessageId,
    /// The address or number that it goes to.
    to: String,
}

/// Send a test message by e-mail to the signed-in person, or by SMS to a number. It is audited.
#[utoipa::path(post, path = "/api/admin/messages/test", tag = "admin", request_body = TestMessageRequest,
    responses((status = 200, body = TestMessageAnswer), (status = 400, body = Problem), (status = 429, body = Problem)))]
async fn send_test_message(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    language: Language,
    Json(request): Json<TestMessageRequest>,
) -> AppResult<Json<TestMessageAnswer>> {
    let phone = match request.channel {
        DeliveryChannel::Email => None,
        DeliveryChannel::Sms => {
            let typed = request.phone.as_deref().unwrap_or_default();
            Some(HkPhone::parse_loosely(typed).ok_or(AppError::invalid_field("phone", "invalid_hong_kong_phone"))?)
        }
        _ => return Err(AppError::invalid_field("channel", "invalid_value")),
    };
    admin.limits.count(TEST_MESSAGES, &staff.actor.id)?;
    let caller = staff.caller();
    let write = move |tx: &Tx<'_>| super::send_test(tx, &staff, phone.as_ref(), language);
    let (id, to) = admin.store.write_as(caller, write).await?;
    admin.outbox.wake();
    Ok(Json(TestMessageAnswer { id, to }))
}
