//! HTTP calls of the counter.

mod activity;
mod awards;
mod bills;
mod bonuses;
mod carbon;
mod cards;
mod coupons;
mod earn_links;
mod enrolment;
mod member_codes;
mod passkeys;
mod proposals;
mod register;
mod sales;
mod shelf;
mod take_back;
mod tills;

use axum::extract::FromRequestParts;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use serde::Serialize;

use crate::auth::{Authenticator, CounterRole, Merchant, PartnerStaff};
use crate::base::id::MemberId;
use crate::base::keys::Keyring;
use crate::base::problem::{AppError, AppResult};
use crate::base::short_code::ShortCode;
use crate::base::short_id::ShortId;
use crate::core::members;
use crate::core::outlets::devices;
use crate::member::awards::Caps;
use crate::member::rewards::CodeVault;
use crate::platform::config::Config;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::{Read, Store};
use crate::platform::throttle::table::{
    COUNTER_CALLS, COUNTER_GUESSES, COUNTER_GUESSES_OF_A_KEY, SHORT_CODES_OF_A_PARTNER,
};
use crate::platform::throttle::{Limit, Limits};

#[derive(Clone)]
struct Counter {
    store: Store,
    limits: Limits,
    keys: Keyring,
    authenticator: Authenticator,
    vault: CodeVault,
    caps: Caps,
    public_url: String,
}

/// The calls of the counter. Without rate limits, the award caps are off too.
pub fn routes(store: Store, limits: Limits, keys: Keyring, authenticator: Authenticator, config: &Config) -> Routes {
    let caps = limits.in_force(Caps::new(&config.merchant)).unwrap_or(Caps::NONE);
    let (vault, public_url) = (CodeVault::new(&keys), config.public_url.clone());
    Routes::new()
        .routes(routes!(awards::award_points))
        .routes(routes!(awards::preview_award))
        .routes(routes!(awards::undo_award))
        .routes(routes!(awards::send_award_slip))
        .routes(routes!(take_back::take_award_back))
        .routes(routes!(awards::look_member_up))
        .routes(routes!(bonuses::list_running_bonuses))
        .routes(routes!(bonuses::list_own_bonuses))
        .routes(routes!(carbon::list_entered_factors))
        .routes(routes!(carbon::get_own_carbon_report))
        .routes(routes!(cards::show_card_choice))
        .routes(routes!(cards::redeem_by_card))
        .routes(routes!(cards::set_card_pin))
        .routes(routes!(coupons::verify_coupon))
        .routes(routes!(coupons::collect_coupon))
        .routes(routes!(coupons::give_coupon_back))
        .routes(routes!(earn_links::create_counter_link))
        .routes(routes!(earn_links::preview_counter_link))
        .routes(routes!(earn_links::get_counter_link, earn_links::take_counter_link_back))
        .routes(routes!(member_codes::scan_member_code))
        .routes(routes!(member_codes::use_by_member_code))
        .routes(routes!(activity::list_activity))
        .routes(routes!(activity::get_counter_today))
        .routes(routes!(sales::get_partner_sales))
        .routes(routes!(bills::get_own_bill))
        .routes(routes!(bills::print_own_bill))
        .routes(routes!(shelf::list_own_rewards))
        .routes(routes!(shelf::upload_own_codes))
        .routes(routes!(shelf::get_customer_counts))
        .routes(routes!(proposals::list_own_proposals, proposals::create_proposal))
        .routes(routes!(proposals::get_own_proposal, proposals::replace_own_proposal, proposals::delete_own_proposal))
        .routes(routes!(proposals::compute_proposal_outlook))
        .routes(routes!(proposals::send_own_proposal))
        .routes(routes!(proposals::take_own_proposal_back))
        .routes(routes!(enrolment::preview_enrolment))
        .routes(routes!(enrolment::enrol_till))
        .routes(routes!(tills::get_till))
        .routes(routes!(tills::create_counter_session, tills::delete_counter_session))
        .routes(routes!(tills::create_counter_session_of_staff))
        .routes(routes!(tills::unlock_this_till))
        .routes(routes!(passkeys::create_cashier_passkey_challenge))
        .routes(routes!(passkeys::add_cashier_passkey, passkeys::remove_cashier_passkey))
        .routes(routes!(passkeys::create_counter_passkey_challenge))
        .routes(routes!(passkeys::create_counter_session_by_passkey))
        .routes(routes!(register::get_own_partner))
        .routes(routes!(register::list_own_outlets))
        .routes(routes!(register::list_own_tills, register::create_own_till))
        .routes(routes!(register::change_own_till, register::revoke_own_till))
        .routes(routes!(register::renew_own_till_code))
        .routes(routes!(register::unlock_own_till))
        .routes(routes!(register::list_own_cashiers, register::create_own_cashier))
        .routes(routes!(register::change_own_cashier, register::remove_own_cashier))
        .routes(routes!(passkeys::remove_own_cashiers_passkeys))
        .with_state(Counter { store, limits, keys, authenticator, vault, caps, public_url })
}

fn guesses(merchant: &Merchant) -> Limit {
    if merchant.role == CounterRole::Key { COUNTER_GUESSES_OF_A_KEY } else { COUNTER_GUESSES }
}

impl Counter {
    /// Checks that a call may proceed. Fails with `rate_limited` and `till_locked`.
    fn admit(&self, merchant: &Merchant) -> AppResult<()> {
        merchant.require_unlocked()?;
        if merchant.till.is_none() {
            self.limits.refuse_failing(guesses(merchant), &merchant.actor, self.store.clock().now())?;
        }
        self.limits.count(COUNTER_CALLS, &merchant.actor)
    }

    /// Checks that a coupon call may proceed. Fails with the errors of [`Counter::admit`], and with `rate_limited`
    /// for a short code after too many wrong short codes at the partner's counters.
    fn admit_code(&self, merchant: &Merchant, code: &str) -> AppResult<()> {
        self.admit(merchant)?;
        if ShortCode::parse(code).is_none() {
            return Ok(());
        }
        let now = self.store.clock().now();
        self.limits.refuse_failing(SHORT_CODES_OF_A_PARTNER, merchant.partner.as_bytes(), now)
    }

    /// Counts an unknown coupon code.
    async fn count_missed_code(&self, merchant: &Merchant, code: &str) -> AppResult<()> {
        if ShortCode::parse(code).is_some() {
            let now = self.store.clock().now();
            self.limits.count_failure(SHORT_CODES_OF_A_PARTNER, merchant.partner.as_bytes(), now);
        }
        self.count_miss(merchant).await
    }

    /// Counts an unknown code or member. Too many of them lock the till, or, without a till, refuse the actor's calls
    /// for some time.
    async fn count_miss(&self, merchant: &Merchant) -> AppResult<()> {
        let Some(till) = merchant.till else {
            self.limits.count_failure(guesses(merchant), &merchant.actor, self.store.clock().now());
            return Ok(());
        };
        let counting = self.store.write_as(merchant.principal(), move |tx| devices::count_miss(tx, till.id));
        self.limits.counting(counting).await
    }
}

/// Staff of the partner, wherever they are signed in. Fails with `forbidden` for everybody else.
struct PartnerManager(Merchant);

impl FromRequestParts<Counter> for PartnerManager {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, counter: &Counter) -> AppResult<Self> {
        // A staff session in this browser is used even if a cashier is signed in at its till.
        if !parts.headers.contains_key(AUTHORIZATION)
            && let Ok(PartnerStaff(staff)) = PartnerStaff::from_request_parts(parts, counter).await
        {
            return Ok(Self(staff));
        }
        let merchant = Merchant::from_request_parts(parts, counter).await?;
        merchant.require_manager()?;
        Ok(Self(Merchant { till: None, ..merchant }))
    }
}

/// The data of a member that a counter needs to greet them.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Greeted)]
struct MemberGreeting {
    short_id: ShortId,
    first_name: String,
}

/// The data of a member by which a counter recognises them.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Recognised)]
struct MemberIdentity {
    short_id: ShortId,
    first_name: String,
    /// The name with its end masked.
    name: String,
}

fn recognised(read: &Read<'_>, id: MemberId) -> AppResult<Option<MemberIdentity>> {
    Ok(members::find(read, id)?.map(|member| MemberIdentity {
        name: member.masked_name(),
        short_id: member.short_id,
        first_name: member.first_name,
    }))
}
