//! The routes of all capabilities, put together: each line shows what a capability needs.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::response::{IntoResponse, Response};
use axum::routing::any;
use axum::{Extension, Router};
use tokio::sync::watch;

use super::pending_actions::PENDING_ACTIONS;
use super::{AppParts, health_and_metrics, metrics_of, trusted_hosts};
use crate::auth::Authenticator;
use crate::base::clock::Clock;
use crate::ops::diagnostics;
use crate::ops::handbook;
use crate::ops::maintenance;
use crate::ops::openapi;
use crate::platform::config::Config;
use crate::platform::delivery::Outbox;
use crate::platform::http::documents::DocumentPace;
use crate::platform::http::edge::EdgeLayer;
use crate::platform::http::listener_scope::ListenerScope;
use crate::platform::http::routes::{DESCRIBES, Routes};
use crate::platform::log_buffer::LogBuffer;
use crate::platform::store::{DataDir, Store};
use crate::platform::throttle::Limits;
use crate::staff::kit::AdminContext;
use crate::staff::{admin, import, merchant, merge, reports};

/// The API description as JSON. A debug build generates it from the code in a scratch folder; a release returns the
/// one it was built with.
pub fn api_document() -> anyhow::Result<String> {
    if !DESCRIBES {
        return Ok(openapi::written()?);
    }
    let root = std::env::temp_dir().join(format!("kapok-openapi-{}", std::process::id()));
    let folder = DataDir::create(&root)?;
    let keys = folder.keyring()?;
    let config = Config::default();
    let store = Store::open(&folder, config.store.synchronous, Clock::system())?;
    let limits = Limits::new(1);
    let authenticator = Authenticator::new(store.clone(), keys.clone(), limits.clone(), &config)?;
    let outbox = Outbox::new();
    let (_, stopping) = watch::channel(false);
    let metrics = metrics_of(&config, &store, &folder, &authenticator);
    let config = Arc::new(config);
    let (documents, wallet_passes) = (DocumentPace::default(), Arc::default());
    let parts = AppParts {
        config,
        store,
        keys,
        limits,
        folder,
        authenticator,
        outbox,
        metrics,
        documents,
        wallet_passes,
        stopping,
    };
    let document = capabilities(&parts).document();
    std::fs::remove_dir_all(&root)?;
    Ok(openapi::pretty(&openapi::described(document)))
}

fn admin_context(parts: &AppParts) -> AdminContext {
    let AppParts { config, store, keys, limits, folder, authenticator, outbox, .. } = parts;
    let passwords = authenticator.passwords().clone();
    AdminContext::new(store.clone(), limits.clone(), keys.clone(), passwords, outbox.clone(), config, folder.media())
}

fn auth_routes(AppParts { config, store, keys, limits, authenticator, outbox, .. }: &AppParts) -> Routes {
    let (authenticator, outbox) = (authenticator.clone(), outbox.clone());
    crate::auth::routes(store.clone(), limits.clone(), keys.clone(), authenticator, outbox, config)
}

/// The routes of all capabilities, with their descriptions.
fn capabilities(parts: &AppParts) -> Routes {
    let AppParts { config, store, keys, limits, folder, authenticator, outbox, metrics, stopping, .. } = parts;
    let passes = &parts.wallet_passes;
    let context = admin_context(parts);
    let staff = admin::routes(PENDING_ACTIONS).merge(import::routes()).merge(merge::routes()).merge(reports::routes());
    let images = context.images();
    Routes::new()
        .merge(maintenance::routes(context.clone(), metrics.clone(), config.clone(), keys.clone(), limits.clone()))
        .merge(staff.with_state(context))
        .merge(auth_routes(parts))
        .merge(crate::member::alarms::routes(store.clone()))
        .merge(crate::member::articles::routes(store.clone(), limits.clone()))
        .merge(crate::member::campaigns::routes(store.clone(), keys, limits.clone()))
        .merge(crate::member::carbon::routes(store.clone(), limits.clone()))
        .merge(crate::member::claims::routes(store.clone(), limits.clone(), images))
        .merge(crate::member::counter_codes::routes(store.clone(), limits.clone(), keys.clone()))
        .merge(crate::member::earn_links::routes(store.clone(), limits.clone(), keys.clone(), &config.merchant))
        .merge(diagnostics::routes(metrics.clone(), config.clone(), LogBuffer::of_this_process()))
        .merge(crate::member::expiry::routes(store.clone(), limits.clone()))
        .merge(crate::member::explore::routes(store.clone()))
        .merge(crate::member::goals::routes(store.clone()))
        .merge(crate::member::tiers::routes(store.clone()))
        .merge(crate::member::live_updates::routes(store.clone(), limits.clone(), stopping.clone()))
        .merge(crate::member::media::routes(folder.media()))
        .merge(merchant::routes(store.clone(), limits.clone(), keys.clone(), authenticator.clone(), config))
        .merge(crate::member::notifications::routes(store.clone(), limits.clone(), keys, &config.push))
        .merge(crate::member::partners::routes(store.clone()))
        .merge(crate::member::passkeys::routes(store.clone(), limits.clone(), authenticator.clone()))
        .merge(crate::member::personal_data::routes(
            store.clone(),
            limits.clone(),
            authenticator.clone(),
            outbox.clone(),
        ))
        .merge(crate::member::profile::routes(store.clone(), limits.clone(), authenticator.clone(), outbox.clone()))
        .merge(crate::member::programme::routes(store.clone(), limits.clone(), config, keys, passes.clone()))
        .merge(crate::member::recovery::routes(
            store.clone(),
            limits.clone(),
            keys.clone(),
            authenticator.clone(),
            outbox.clone(),
            config,
        ))
        .merge(crate::member::referrals::routes(store.clone(), limits.clone()))
        .merge(crate::member::rewards::routes(store.clone(), keys, limits.clone(), &config.rewards))
        .merge(crate::member::sign_ins::routes(
            store.clone(),
            limits.clone(),
            keys.clone(),
            authenticator.clone(),
            outbox.clone(),
        ))
        .merge(crate::member::signup::routes(
            store.clone(),
            limits.clone(),
            keys.clone(),
            authenticator.clone(),
            outbox.clone(),
            config,
        ))
        .merge(crate::member::statement::routes(store.clone(), limits.clone(), keys.clone(), config.public_url.clone()))
        .merge(crate::member::terms::routes(store.clone(), limits.clone()))
        .merge(crate::member::transfers::routes(store.clone(), limits.clone(), authenticator.clone()))
        .merge(crate::member::wallet_passes::routes(store.clone(), limits.clone(), passes.clone()))
}

/// Every route that a listener of this scope answers, inside the layer that each request passes.
pub(super) fn assemble(parts: &AppParts, address: SocketAddr, side: ListenerScope) -> Router {
    let policy = trusted_hosts::edge_policy(parts, address, side);
    capabilities(parts)
        .into_router()
        .merge(openapi::routes(parts.documents.clone()))
        .merge(handbook::routes(parts.documents.clone()))
        .merge(health_and_metrics::probes(&parts.store, &parts.stopping))
        .route("/api", any(no_such_call))
        .route("/api/{*rest}", any(no_such_call))
        // Mail programs POST to this address; a person who opens the link gets a page.
        .route("/unsubscribe", crate::member::programme::page(parts.store.clone()))
        .fallback_service(crate::member::programme::web_app(parts.store.clone(), &parts.config))
        .layer((EdgeLayer::new(policy), Extension(parts.authenticator.clone())))
}

async fn no_such_call() -> Response {
    crate::base::problem::AppError::from(crate::base::problem::NOT_FOUND).into_response()
}
