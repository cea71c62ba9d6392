//! Checks the captcha of a call, by whichever provider the settings name.

use anyhow::anyhow;

use super::{SolvedCaptcha, check, spend};
use crate::auth::Authenticator;
use crate::base::problem::{AppError, AppResult};
use crate::platform::config::CaptchaProvider;

const CAPTCHA_REQUIRED: &str = "captcha_required";

/// Checks the solution in a form, off the async threads. `None` if captchas are switched off (`captcha.provider`).
/// Fails with `captcha_failed` and `captcha_unavailable`.
pub async fn solved(authenticator: &Authenticator, typed: &str) -> AppResult<Option<SolvedCaptcha>> {
    if let Some(provider) = authenticator.captcha_elsewhere() {
        return provider.check(typed, authenticator.store().clock().now()).await.map(Some);
    }
    match authenticator.captcha_provider() {
        CaptchaProvider::None => Ok(None),
        _ => {
            let (keys, typed) = (authenticator.keys().clone(), typed.to_owned());
            let checked = tokio::task::spawn_blocking(move || check(&keys, &typed)).await;
            Ok(Some(checked.map_err(|error| anyhow!("the captcha's check panicked: {error}"))??))
        }
    }
}

/// Checks and uses up a solution at once, for a call that requires a captcha from this source. Fails with
/// `captcha_required` if the call carries no solution, and with `captcha_failed`.
pub async fn demand(authenticator: &Authenticator, typed: Option<&str>) -> AppResult<()> {
    let typed = typed.filter(|text| !text.trim().is_empty());
    let typed = typed.ok_or_else(|| AppError::invalid_field("captcha", CAPTCHA_REQUIRED))?;
    match solved(authenticator, typed).await? {
        Some(solution) => authenticator.store().write_for_visitor(move |tx| spend(tx, &solution)).await,
        None => Ok(()),
    }
}
