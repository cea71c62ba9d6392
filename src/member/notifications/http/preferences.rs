//! Message preferences over HTTP, and unsubscribing without a sign-in.

use axum::extract::{Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use serde::{Deserialize, Serialize};

use crate::auth::{Member, Success};
use crate::base::clock::Timestamp;
use crate::base::id::MemberId;
use crate::base::keys::Keyring;
use crate::base::language::{Language, LocalizedText};
use crate::base::messages;
use crate::base::problem::{AppError, AppResult};
use crate::core::preferences::{self, CONSENT_TEXT, ConsentChoice, MessageChannel, MessageKind, Withdrawal};
use crate::member::notifications::take_back_unwanted;
use crate::platform::http::json::Json;
use crate::platform::http::problem::Problem;
use crate::platform::http::request::ClientAddress;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::{Read, Store, Tx};
use crate::platform::throttle::Limits;
use crate::platform::throttle::table::UNSUBSCRIBES;

/// Maximum number of preferences per request: more than exist.
const MOST_WISHES: usize = 20;

#[derive(Clone)]
struct PreferencesState {
    store: Store,
    limits: Limits,
    keys: Keyring,
}

pub(super) fn routes(store: Store, limits: Limits, keys: &Keyring) -> Routes {
    Routes::new()
        .routes(routes!(get_preferences, set_preferences))
        .routes(routes!(unsubscribe_from_messages))
        .routes(routes!(unsubscribe_by_one_click))
        .with_state(PreferencesState { store, limits, keys: keys.clone() })
}

/// All message kinds and channels, and whether the member wants them.
#[derive(Serialize, utoipa::ToSchema)]
struct Preferences {
    kinds: Vec<KindView>,
    marketing: MarketingView,
}

#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = MessageKindView)]
struct KindView {
    kind: MessageKind,
    channels: Vec<ChannelView>,
}

#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = MessageChannelView)]
struct ChannelView {
    channel: MessageChannel,
    /// Whether the member wants this message on this channel; offers also need the consent.
    wanted: bool,
    /// Whether the member cannot switch it off.
    locked: bool,
}

/// The consent to marketing: its text, and whether it was given.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MarketingConsent)]
struct MarketingView {
    consented: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    given: Option<Timestamp>,
    /// Version of the text; the client sends it back with the consent.
    text_version: &'static str,
    text: LocalizedText,
}

fn shown(read: &Read<'_>, member: MemberId) -> AppResult<Preferences> {
    let kinds = MessageKind::ALL.into_iter().map(|kind| {
        let locked = kind == MessageKind::Security;
        let channels = kind.channels().iter().map(|channel| {
            let wanted = preferences::is_wished(read, member, kind, *channel)?;
            Ok(ChannelView { channel: *channel, wanted, locked })
        });
        Ok(KindView { kind, channels: channels.collect::<AppResult<_>>()? })
    });
    let consent = preferences::consent(read, member)?;
    Ok(Preferences {
        kinds: kinds.collect::<AppResult<_>>()?,
        marketing: MarketingView {
            consented: consent.is_some(),
            given: consent.map(|consent| consent.given),
            text_version: CONSENT_TEXT,
            text: messages::localized("consent.marketing", &[]),
        },
    })
}

/// Show the member's message preferences, by kind of message and channel.
#[utoipa::path(get, path = "/api/notification/preferences", tag = "notifications",
    responses((status = 200, body = Preferences)))]
async fn get_preferences(State(wishes): State<PreferencesState>, member: Member) -> AppResult<Json<Preferences>> {
    wishes.store.read_consistently(|read| shown(read, member.id)).map(Json)
}

/// Changes of preferences; omitted ones stay unchanged.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct PreferencesRequest {
    #[serde(default)]
    preferences: Vec<WishRequest>,
    marketing: Option<ConsentRequest>,
}

#[derive(Deserialize, utoipa::ToSchema)]
struct WishRequest {
    kind: MessageKind,
    channel: MessageChannel,
    wanted: bool,
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct ConsentRequest {
    consented: bool,
    /// The version of the text that was shown; required to consent.
    #[serde(default)]
    text_version: String,
}

/// Change the message preferences, and give or withdraw the consent to marketing.
#[utoipa::path(put, path = "/api/notification/preferences", tag = "notifications", request_body = PreferencesRequest,
    responses((status = 200, body = Preferences), (status = 409, body = Problem), (status = 422, body = Problem)))]
async fn set_preferences(
    State(wishes): State<PreferencesState>,
    member: Member,
    language: Language,
    Json(request): Json<PreferencesRequest>,
) -> AppResult<Json<Preferences>> {
    let empty = request.preferences.is_empty() && request.marketing.is_none();
    if empty || request.preferences.len() > MOST_WISHES {
        return Err(AppError::invalid_field("preferences", "invalid_value"));
    }
    let changed = wishes.store.write_as(member.principal(), move |tx| {
        apply(tx, member.id, language, &request)?;
        shown(tx, member.id)
    });
    changed.await.map(Json)
}

fn apply(tx: &Tx<'_>, member: MemberId, language: Language, request: &PreferencesRequest) -> AppResult<()> {
    for WishRequest { kind, channel, wanted } in &request.preferences {
        let wish = if *wanted { ConsentChoice::Wanted } else { ConsentChoice::Unwanted };
        preferences::set(tx, member, *kind, *channel, wish)?;
    }
    match &request.marketing {
        None => {}
        Some(asked) if asked.consented => preferences::give_consent(tx, member, &asked.text_version, language)?,
        Some(_) => preferences::withdraw_consent(tx, member, Withdrawal::Settings)?,
    }
    take_back_unwanted(tx, member)
}

/// The token of an unsubscribe link.
#[derive(Deserialize, utoipa::ToSchema)]
struct UnsubscribeLink {
    #[serde(default)]
    token: String,
}

impl PreferencesState {
    async fn leave(&self, address: ClientAddress, token: String) -> AppResult<()> {
        self.limits.count_source(UNSUBSCRIBES, address.source())?;
        let keys = self.keys.clone();
        let leaving = move |tx: &Tx<'_>| take_back_unwanted(tx, preferences::unsubscribe(tx, &keys, &token)?);
        self.store.write_for_visitor(leaving).await
    }
}

/// Unsubscribe from the kind of messages that a link names, without signing in.
#[utoipa::path(post, path = "/api/notification/unsubscribe", tag = "notifications", request_body = UnsubscribeLink,
    responses((status = 200, body = Success), (status = 429, body = Problem)))]
async fn unsubscribe_from_messages(
    State(wishes): State<PreferencesState>,
    address: ClientAddress,
    Json(request): Json<UnsubscribeLink>,
) -> AppResult<Json<Success>> {
    wishes.leave(address, request.token).await?;
    Ok(Success::DONE)
}

/// Unsubscribe with one click, as mail programs do for their users (RFC 8058): a form post to the link itself.
#[utoipa::path(post, path = "/unsubscribe", tag = "notifications", params(("token" = String, Query)),
    responses((status = 200), (status = 429, body = Problem)))]
async fn unsubscribe_by_one_click(
    State(wishes): State<PreferencesState>,
    address: ClientAddress,
    Query(link): Query<UnsubscribeLink>,
) -> AppResult<(StatusCode, HeaderMap)> {
    wishes.leave(address, link.token).await?;
    let mut headers = HeaderMap::new();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok((StatusCode::OK, headers))
}
