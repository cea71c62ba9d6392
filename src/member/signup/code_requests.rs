//! Request bodies for verifying a contact.

use serde::Deserialize;

/// An e-mail address to verify.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[derive(Default)]
pub(super) struct EmailRequest {
    #[schema(required)]
    pub(super) email: String,
    /// The registration, for clients without cookies.
    pub(super) registration_id: Option<String>,
    /// The captcha solution, after the server asked for it by `captcha_required`.
    pub(super) captcha: Option<String>,
}

/// An e-mail address and the code that was sent to it.
#[derive(Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct EmailCodeRequest {
    #[schema(required)]
    pub(super) email: String,
    #[schema(required)]
    pub(super) otp: String,
    /// The registration, for clients without cookies.
    pub(super) registration_id: Option<String>,
}

/// A phone number to verify.
#[derive(Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct PhoneRequest {
    /// Eight digits.
    #[schema(required)]
    pub(super) phone: String,
    /// The registration, for clients without cookies.
    pub(super) registration_id: Option<String>,
    /// The captcha solution, after the server asked for it by `captcha_required`.
    pub(super) captcha: Option<String>,
}

/// A phone number and the code that was sent to it.
#[derive(Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct PhoneCodeRequest {
    /// Eight digits.
    #[schema(required)]
    pub(super) phone: String,
    #[schema(required)]
    pub(super) otp: String,
    /// The registration, for clients without cookies.
    pub(super) registration_id: Option<String>,
}
