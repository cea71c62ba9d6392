//! HTTP calls of a till: showing it, and signing in at it.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::Counter;
use crate::auth::passwords::PasswordCheck;
use crate::auth::{
    COUNTER_COOKIE, CounterRole, EnrolledTill, Merchant, PartnerStaff, TILL_NOT_ENROLLED, UNAUTHENTICATED,
};
use crate::base::clock::Timestamp;
use crate::base::id::{CashierId, PartnerId, RecordId, StaffId, TillId};
use crate::base::language::LocalizedText;
use crate::base::pin::Pin;
use crate::base::points::PointsRate;
use crate::base::problem::{AppResult, ProblemType};
use crate::core::outlets::cashiers::{self, WRONG_PIN};
use crate::core::outlets::devices::{self, LiveTill, TILL_LOCKED};
use crate::core::outlets::outlet;
use crate::core::outlets::passkeys;
use crate::core::outlets::sessions::{self, CounterSession, CounterUser};
use crate::member::awards::PARTNER_INACTIVE;
use crate::member::partners;
use crate::platform::http::cookies::{Cookies, SameSite, SetCookie};
use crate::platform::http::json::Json;
use crate::platform::http::problem::Problem;
use crate::platform::http::request::ClientAddress;
use crate::platform::store::Read;
use crate::staff::merchant::register::unlock_till;

/// The staff member's partner differs from the till's partner.
const OTHER_PARTNERS_TILL: ProblemType = ProblemType::new("other_partners_till", 403, "Another partner's till");

/// The browser sends the counter's cookies only to this path.
const COOKIE_PATH: &str = "/api/merchant";

impl Counter {
    pub(super) fn cookie(&self, cookies: &mut Cookies, name: &str, value: &str, max_age_s: Option<u64>) {
        let cookie = SetCookie::new(name, value, COOKIE_PATH, SameSite::Strict).lasting(max_age_s);
        cookies.add(&cookie, self.authenticator.secure_cookies());
    }
}

/// A till, as shown on its own screen.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CounterTill {
    /// The till.
    #[serde(rename = "_id")]
    id: TillId,
    name: String,
    /// Whether the till is locked until a supervisor unlocks it.
    locked: bool,
    /// The name of its outlet.
    outlet: LocalizedText,
    partner: CounterPartner,
    /// The cashiers who can sign in here with a PIN.
    cashiers: Vec<CounterCashier>,
    /// The person who is signed in.
    #[serde(skip_serializing_if = "Option::is_none")]
    signed_in: Option<CounterSignIn>,
    server_time: Timestamp,
}

/// The partner of a counter, and the points that purchases earn there.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CounterPartner {
    #[serde(rename = "_id")]
    id: PartnerId,
    name: LocalizedText,
    logo: String,
    /// Points per HK$1.
    base_points: PointsRate,
    /// Points per HK$1 on top for holders of the Enjoy Card.
    extra_points: PointsRate,
    /// Whether the partner may award points.
    active: bool,
}

impl CounterPartner {
    /// Fails with `partner_inactive` if the partner does not exist.
    pub(super) fn of(read: &Read<'_>, id: PartnerId) -> AppResult<Self> {
        let partner = partners::find(read, id)?.ok_or(PARTNER_INACTIVE)?;
        let (rates, input) = (partner.rates(), partner.input);
        Ok(Self {
            id: partner.id,
            name: input.name,
            logo: input.logo,
            base_points: rates.base,
            extra_points: rates.extra,
            active: input.active,
        })
    }
}

/// A cashier to choose before entering the PIN.
#[derive(Serialize, utoipa::ToSchema)]
struct CounterCashier {
    #[serde(rename = "_id")]
    id: CashierId,
    name: String,
    /// Whether the screen lock of this till's device replaces the PIN.
    passkey: bool,
    /// Whether their PIN takes an award back after the five minutes of an undo.
    supervisor: bool,
}

/// The person signed in at a till.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SignedIn)]
struct CounterSignIn {
    /// The id under which the till stores this person's own orders.
    #[serde(rename = "_id")]
    id: RecordId,
    name: String,
    standing: CounterRole,
    /// Whether the screen lock of this till's device replaces their PIN.
    passkey: bool,
    /// The session ends at this time even if it is used.
    expires: Timestamp,
}

pub(super) fn shown(read: &Read<'_>, till: &LiveTill, signed_in: Option<CounterSession>) -> AppResult<CounterTill> {
    let holders = passkeys::holders_at(read, till.id)?;
    let has_passkey = |id: &CashierId| holders.contains(id);
    let record = devices::find(read, till.id)?.ok_or(TILL_NOT_ENROLLED)?;
    let outlet = outlet::find(read, till.outlet)?.ok_or(TILL_NOT_ENROLLED)?;
    let cashiers = cashiers::list(read, till.partner)?.into_iter().filter(|cashier| cashier.active);
    Ok(CounterTill {
        id: till.id,
        name: record.name,
        locked: record.locked,
        outlet: outlet.input.name,
        partner: CounterPartner::of(read, till.partner)?,
        cashiers: cashiers
            .map(|cashier| CounterCashier {
                passkey: has_passkey(&cashier.id),
                supervisor: cashier.supervisor,
                id: cashier.id,
                name: cashier.name,
            })
            .collect(),
        signed_in: signed_in.map(|session| CounterSignIn::of(session, has_passkey)),
        server_time: read.now(),
    })
}

impl CounterSignIn {
    fn of(session: CounterSession, has_passkey: impl FnOnce(&CashierId) -> bool) -> Self {
        let (standing, passkey) = match session.holder {
            CounterUser::Cashier(id) => (CounterRole::Cashier, has_passkey(&id)),
            CounterUser::Staff(_) => (CounterRole::Manager, false),
        };
        let id = RecordId::from_bytes(session.holder.bytes());
        Self { id, name: session.name, standing, passkey, expires: session.expires }
    }
}

/// Show the till of this device, its cashiers, and the person who is signed in.
#[utoipa::path(get, path = "/api/merchant/till", tag = "merchant",
    responses((status = 200, body = CounterTill), (status = 403, body = Problem)))]
pub(super) async fn get_till(State(counter): State<Counter>, enrolled: EnrolledTill) -> AppResult<Json<CounterTill>> {
    let signed_in = enrolled.signed_in.map(|(_, session)| session);
    counter.store.read_consistently(|read| shown(read, &enrolled.till, signed_in)).map(Json)
}

/// A cashier and their PIN.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CounterSessionRequest {
    cashier_id: CashierId,
    /// Four to eight digits.
    pin: String,
}

/// Sign a cashier in at this till.
#[utoipa::path(post, path = "/api/merchant/session", tag = "merchant", request_body = CounterSessionRequest,
    responses((status = 200, body = CounterTill), (status = 429, body = Problem)))]
pub(super) async fn create_counter_session(
    State(counter): State<Counter>,
    enrolled: EnrolledTill,
    Json(request): Json<CounterSessionRequest>,
) -> AppResult<Response> {
    let till = enrolled.till;
    if till.locked {
        return Err(TILL_LOCKED.into());
    }
    let pin = Pin::parse(&request.pin)?;
    let (partner, id) = (till.partner, request.cashier_id);
    let known = counter.store.write_as(till.clone(), move |tx| cashiers::begin_attempt(tx, partner, id)).await?;
    let stored = known.as_ref().map(|credentials| credentials.pin_hash.clone());
    let check = match counter.authenticator.passwords().verify(pin.expose(), stored).await {
        Err(busy) => {
            counter.store.write_as(till, move |tx| cashiers::take_back_attempt(tx, id)).await?;
            return Err(busy);
        }
        Ok(check) => check,
    };
    let Some(known) = known.filter(|_| check != PasswordCheck::Wrong) else {
        counter.count_wrong_proof(till).await?;
        return Err(WRONG_PIN.into());
    };
    let secret = counter
        .store
        .write_as(till.clone(), move |tx| {
            cashiers::require_unchanged(tx, partner, &known)?;
            cashiers::clear_failures(tx, id)?;
            sessions::open(tx, till.id, CounterUser::Cashier(id))
        })
        .await?;
    counter.welcome(&till, &secret).await
}

/// Sign in at this till with the partner's staff session in this browser.
/// Also works at a locked till and while a cashier is signed in there, so that a supervisor can unlock the till. The
/// cashier's session ends.
#[utoipa::path(post, path = "/api/merchant/session/staff", tag = "merchant",
    responses((status = 200, body = CounterTill)))]
pub(super) async fn create_counter_session_of_staff(
    State(counter): State<Counter>,
    PartnerStaff(merchant): PartnerStaff,
    enrolled: EnrolledTill,
) -> AppResult<Response> {
    let till = enrolled.till;
    if merchant.partner != till.partner {
        return Err(OTHER_PARTNERS_TILL.into());
    }
    let holder = CounterUser::Staff(StaffId::from_bytes(merchant.actor));
    let caller = (merchant.principal(), till.clone());
    let secret = counter.store.write_as(caller, move |tx| sessions::open(tx, till.id, holder)).await?;
    counter.welcome(&till, &secret).await
}

impl Counter {
    /// Counts a wrong PIN or passkey at a till.
    pub(super) async fn count_wrong_proof(&self, till: LiveTill) -> AppResult<()> {
        let id = till.id;
        self.limits.counting(self.store.write_as(till, move |tx| devices::count_miss(tx, id))).await
    }

    pub(super) async fn welcome(&self, till: &LiveTill, secret: &str) -> AppResult<Response> {
        let told = self.store.read_consistently(|read| {
            let session = sessions::find(read, till, secret)?.ok_or(UNAUTHENTICATED)?;
            shown(read, till, Some(session))
        })?;
        let mut cookies = Cookies::default();
        // A session cookie: the browser deletes it when it closes.
        self.cookie(&mut cookies, COUNTER_COOKIE, secret, None);
        Ok((cookies, Json(told)).into_response())
    }
}

/// Sign out at this till. Succeeds with or without a session.
#[utoipa::path(delete, path = "/api/merchant/session", tag = "merchant",
    responses((status = 204)))]
pub(super) async fn delete_counter_session(
    State(counter): State<Counter>,
    enrolled: EnrolledTill,
) -> AppResult<Response> {
    if let Some((_, session)) = enrolled.signed_in {
        counter.store.write_as(enrolled.till, move |tx| sessions::end(tx, session.id)).await?;
    }
    let mut cookies = Cookies::default();
    counter.cookie(&mut cookies, COUNTER_COOKIE, "", Some(0));
    Ok((cookies, StatusCode::NO_CONTENT).into_response())
}

/// Unlock this till, as a manager who is signed in at it.
#[utoipa::path(post, path = "/api/merchant/unlock", tag = "merchant",
    responses((status = 204)))]
pub(super) async fn unlock_this_till(
    State(counter): State<Counter>,
    merchant: Merchant,
    enrolled: EnrolledTill,
    address: ClientAddress,
) -> AppResult<Response> {
    merchant.require_manager()?;
    let keys = counter.keys.clone();
    counter
        .store
        .write_as(merchant.principal(), move |tx| unlock_till(tx, &keys, (&merchant, address), enrolled.till.id))
        .await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
