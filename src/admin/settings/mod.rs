//! The programme's settings at the desk: what comes from the settings file, to be read only.

pub(super) mod http;

use serde::Serialize;

/// A setting of the server, as it stands.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(super) struct InfrastructureSetting {
    /// Its dotted name, such as `limits.enabled`.
    name: String,
    /// Its value as TOML has it; a secret's is masked.
    value: String,
    /// `default`, `environment`, `flag`, or the settings file's path.
    source: String,
}
