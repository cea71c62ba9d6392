//! Extractors that authenticate the client of a request.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, header};

use super::api_keys;
use super::second_factor::SECOND_FACTOR_ENROLMENT_REQUIRED;
use super::sessions::{self, LiveSession, PresentedSecret, SessionKind};
use super::{
    ACCESS_COOKIE, Authenticator, COUNTER_COOKIE, FORBIDDEN, STAFF_COOKIE, TILL_COOKIE, TILL_NOT_ENROLLED,
    UNAUTHENTICATED,
};
use super::{
    CounterRole, CurrentTill, EnrolledTill, EnteringStaff, MaybeMember, Member, Merchant, PartnerStaff, Principal,
    Role, Staff, TrustedMember,
};
use crate::base::id::{MemberId, StaffId};
use crate::base::problem::{AppError, AppResult};
use crate::base::secret::same;
use crate::core::outlets::devices;
use crate::core::outlets::sessions::{self as counter_sessions, CounterSession, CounterUser};
use crate::platform::http::cookies;
use crate::platform::http::list_response::Recheck;
use crate::platform::http::origin::{self, Origins};
use crate::platform::http::request::ClientAddress;
use crate::platform::store::Authorized;
use crate::platform::throttle::table::{KEY_CALLS, MEMBER_READS};

/// The proof that the session belongs to the client.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CredentialSource {
    /// By the cookie only.
    Cookie,
    /// By cookie and request token, or by the bearer of an API session.
    Bearer,
}

fn authenticator(parts: &Parts) -> AppResult<Authenticator> {
    let found = parts.extensions.get::<Authenticator>().cloned();
    found.ok_or_else(|| anyhow::anyhow!("the router was assembled without an authenticator").into())
}

/// The token of `Authorization: Bearer …`.
pub(super) fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// A change that is authenticated by a cookie must come from our own pages. If the browser does not confirm that, the
/// session's request token does, because another site cannot know it.
fn require_our_own_page(parts: &Parts, proof: CredentialSource) -> AppResult<()> {
    let safe = matches!(parts.method, Method::GET | Method::HEAD | Method::OPTIONS);
    if safe || proof == CredentialSource::Bearer {
        return Ok(());
    }
    let origins = parts.extensions.get::<Origins>().cloned().unwrap_or_else(|| Origins::new(Vec::new()));
    origin::require_our_own_page(&parts.headers, &origins)
}

fn as_member(session: &LiveSession<MemberId>) -> Member {
    Member {
        id: session.owner,
        session: session.id,
        kind: session.kind,
        signed_in_at: session.signed_in_at,
        remembered_until: session.remembered.then_some(session.expires),
    }
}

fn member(parts: &Parts) -> AppResult<(Member, CredentialSource)> {
    let found = find_member(parts)?;
    if matches!(parts.method, Method::GET | Method::HEAD) {
        authenticator(parts)?.limits().count(MEMBER_READS, found.0.id.as_bytes())?;
    }
    Ok(found)
}

fn find_member(parts: &Parts) -> AppResult<(Member, CredentialSource)> {
    let authenticator = authenticator(parts)?;
    let bearer = bearer(&parts.headers);
    // A bearer that names a session is decisive on its own; a request token only accompanies the cookie.
    if let Some(presented) = bearer.and_then(PresentedSecret::parse) {
        let found = authenticator.store().read(|read| sessions::find_of_member(read, presented))?;
        let session = found.filter(|session| session.kind == SessionKind::Api).ok_or(UNAUTHENTICATED)?;
        return Ok((as_member(&session), CredentialSource::Bearer));
    }
    let presented =
        cookies::read(&parts.headers, ACCESS_COOKIE).and_then(PresentedSecret::parse).ok_or(UNAUTHENTICATED)?;
    let found = authenticator.store().read(|read| sessions::find_of_member(read, presented))?;
    let session = found.filter(|session| session.kind == SessionKind::Browser).ok_or(UNAUTHENTICATED)?;
    let expected = sessions::request_token(authenticator.keys(), session.id);
    let matched = bearer.is_some_and(|token| same(token.as_bytes(), expected.as_bytes()));
    let proof = if matched { CredentialSource::Bearer } else { CredentialSource::Cookie };
    require_our_own_page(parts, proof)?;
    Ok((as_member(&session), proof))
}

impl<S: Send + Sync> FromRequestParts<S> for Member {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> AppResult<Self> {
        member(parts).map(|(member, _)| member)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for MaybeMember {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> AppResult<Self> {
        match member(parts) {
            Ok((member, _)) => Ok(Self(Some(member))),
            Err(refused) if refused.is(UNAUTHENTICATED) => Ok(Self(None)),
            Err(refused) => Err(refused),
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for TrustedMember {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> AppResult<Self> {
        match member(parts)? {
            (member, CredentialSource::Bearer) => Ok(Self(member)),
            (_, CredentialSource::Cookie) => Err(UNAUTHENTICATED.into()),
        }
    }
}

fn as_staff(session: &LiveSession<StaffId>) -> AppResult<Staff> {
    let person = session.staff.clone().ok_or_else(|| anyhow::anyhow!("a staff session lacks its owner"))?;
    let role = Role::from_name(&person.role);
    Ok(Staff {
        id: session.owner,
        session: session.id,
        signed_in_at: session.signed_in_at,
        second_factor: person.second_factor,
        name: person.name,
        role: role.ok_or_else(|| anyhow::anyhow!("a staff row has the role {}", person.role))?,
        partner: person.partner,
    })
}

async fn staff(parts: &Parts) -> AppResult<Staff> {
    let authenticator = authenticator(parts)?;
    let store = authenticator.store();
    let bearer = bearer(&parts.headers);
    if let Some(presented) = bearer.and_then(PresentedSecret::parse) {
        if let Some(session) = store.read(|read| sessions::find_of_staff(read, presented))? {
            return if session.kind == SessionKind::Api { as_staff(&session) } else { Err(UNAUTHENTICATED.into()) };
        }
        return Err(UNAUTHENTICATED.into());
    }
    let presented =
        cookies::read(&parts.headers, STAFF_COOKIE).and_then(PresentedSecret::parse).ok_or(UNAUTHENTICATED)?;
    let found = store.read(|read| sessions::find_of_staff(read, presented))?;
    let session = found.filter(|session| session.kind == SessionKind::Browser).ok_or(UNAUTHENTICATED)?;
    let expected = sessions::request_token(authenticator.keys(), session.id);
    let matched = bearer.is_some_and(|token| same(token.as_bytes(), expected.as_bytes()));
    require_our_own_page(parts, if matched { CredentialSource::Bearer } else { CredentialSource::Cookie })?;
    let time = authenticator.staff_time();
    if sessions::is_due_for_touch(&session, time, store.clock().now()) {
        let (id, caller) = (session.id, as_staff(&session)?.principal());
        store.write_as(caller, move |tx| sessions::touch(tx, id, time)).await?;
    }
    as_staff(&session)
}

/// Stores in the request how to check again, later, that its client may act.
fn keep_recheck(parts: &mut Parts, principal: Principal) -> AppResult<()> {
    let store = authenticator(parts)?.store().clone();
    parts.extensions.insert(Recheck::new(move || store.read(|read| principal.require_standing(read))));
    Ok(())
}

impl<S: Send + Sync> FromRequestParts<S> for Staff {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> AppResult<Self> {
        let staff = staff(parts).await?;
        if authenticator(parts)?.lacks_second_factor(&staff) {
            return Err(SECOND_FACTOR_ENROLMENT_REQUIRED.into());
        }
        keep_recheck(parts, staff.principal())?;
        Ok(staff)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for EnteringStaff {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> AppResult<Self> {
        staff(parts).await.map(Self)
    }
}

/// The person signed in at the till of this device, if any.
async fn at_till(parts: &Parts) -> AppResult<Option<(Merchant, CounterSession)>> {
    let authenticator = authenticator(parts)?;
    let store = authenticator.store();
    let device = cookies::read(&parts.headers, TILL_COOKIE);
    let (Some(device), Some(session)) = (device, cookies::read(&parts.headers, COUNTER_COOKIE)) else {
        return Ok(None);
    };
    let found = store.read(|read| match devices::find_live(read, device)? {
        Some(till) => Ok(counter_sessions::find(read, &till, session)?.map(|session| (till, session))),
        None => Ok(None),
    })?;
    let Some((till, session)) = found else { return Ok(None) };
    require_our_own_page(parts, CredentialSource::Cookie)?;
    let principal = Principal::AtTill { session: session.id };
    if counter_sessions::is_due_for_touch(&session, store.clock().now()) {
        let (id, till) = (session.id, till.id);
        store.write_as(principal, move |tx| counter_sessions::touch(tx, id, till)).await?;
    }
    let role = match session.holder {
        CounterUser::Cashier(_) => CounterRole::Cashier,
        CounterUser::Staff(_) => CounterRole::Manager,
    };
    let merchant = Merchant {
        partner: till.partner,
        actor: session.holder.bytes(),
        name: session.name.clone(),
        role,
        till: Some(CurrentTill { id: till.id, locked: till.locked }),
        outlet: None,
        daily_cap: None,
        principal,
    };
    Ok(Some((merchant, session)))
}

impl<S: Send + Sync> FromRequestParts<S> for EnrolledTill {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> AppResult<Self> {
        let authenticator = authenticator(parts)?;
        let device = cookies::read(&parts.headers, TILL_COOKIE).ok_or(TILL_NOT_ENROLLED)?;
        let till = authenticator.store().read(|read| devices::find_live(read, device))?.ok_or(TILL_NOT_ENROLLED)?;
        Ok(Self { till, signed_in: at_till(parts).await? })
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Merchant {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> AppResult<Self> {
        let merchant = Self::of(parts).await?;
        keep_recheck(parts, merchant.principal)?;
        Ok(merchant)
    }
}

impl Merchant {
    async fn of(parts: &mut Parts) -> AppResult<Self> {
        if let Some(presented) = bearer(&parts.headers).and_then(api_keys::PresentedKey::parse) {
            let authenticator = authenticator(parts)?;
            let key = authenticator.store().read(|read| api_keys::find(read, presented))?.ok_or(UNAUTHENTICATED)?;
            authenticator.limits().count(KEY_CALLS, key.id.as_bytes())?;
            let Ok(ClientAddress(address)) = ClientAddress::from_request_parts(parts, &()).await;
            let scope = key.require(parts.uri.path(), address)?;
            let principal = Principal::ApiKey { id: key.id, scope, address };
            if key.is_due_for_touch(authenticator.store().clock().now()) {
                let id = key.id;
                authenticator.store().write_as(principal, move |tx| api_keys::touch(tx, id)).await?;
            }
            let (partner, outlet, actor) = (key.partner, key.outlet, *key.id.as_bytes());
            let (name, role, daily_cap) = (key.terms.name, CounterRole::Key, key.terms.daily_cap);
            return Ok(Self { partner, actor, name, role, till: None, outlet, daily_cap, principal });
        }
        if let Some((merchant, _)) = at_till(parts).await? {
            return Ok(merchant);
        }
        partner_staff(parts).await
    }
}

async fn partner_staff(parts: &Parts) -> AppResult<Merchant> {
    let staff = staff(parts).await?;
    match (staff.role, staff.partner) {
        (Role::Merchant, Some(partner)) => {
            let (actor, principal, role) = (*staff.id.as_bytes(), staff.principal(), CounterRole::Manager);
            let (name, till, outlet) = (staff.name, None, None);
            Ok(Merchant { partner, actor, name, role, till, outlet, daily_cap: None, principal })
        }
        _ => Err(FORBIDDEN.into()),
    }
}

impl<S: Send + Sync> FromRequestParts<S> for PartnerStaff {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> AppResult<Self> {
        let merchant = partner_staff(parts).await?;
        keep_recheck(parts, merchant.principal)?;
        Ok(Self(merchant))
    }
}
