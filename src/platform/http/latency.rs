//! Response times, by route and method. A route is its template, never a path: paths that clients invent must not
//! become metric series.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use axum::http::{Method, StatusCode};

use crate::base::histogram::{Histogram, HistogramSnapshot};

/// Bucket bounds in microseconds.
const BOUNDS: [u64; 12] =
    [500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 5_000_000];
const METHODS: [Method; 6] = [Method::GET, Method::POST, Method::PUT, Method::DELETE, Method::PATCH, Method::HEAD];
/// Label of every other method.
const OTHER: &str = "other";

/// Latencies of every route; clones share them.
#[derive(Clone, Debug, Default)]
pub struct Latencies(Arc<[RouteLatencies; METHODS.len() + 1]>);

type RouteLatencies = RwLock<HashMap<Arc<str>, Arc<LatencySeries>>>;

#[derive(Debug)]
struct LatencySeries {
    route: Arc<str>,
    durations: Histogram,
    /// Responses by the first digit of their status, from 1 to 5.
    classes: [AtomicU64; 5],
}

/// Measurements of one route and method.
pub struct RouteLatency {
    /// The route's template.
    pub route: String,
    /// The method.
    pub method: &'static str,
    /// Durations, in microseconds.
    pub durations: HistogramSnapshot,
    /// Responses by the first digit of their status, from 1 to 5.
    pub classes: [u64; 5],
}

impl Latencies {
    /// Counts one response; returns the shared text of its route.
    pub fn observe(&self, route: &str, method: &Method, status: StatusCode, took: Duration) -> Arc<str> {
        let place = METHODS.iter().position(|known| known == method).unwrap_or(METHODS.len());
        let series = self.series(place, route);
        series.durations.observe(u64::try_from(took.as_micros()).unwrap_or(u64::MAX));
        let class = usize::from(status.as_u16() / 100).clamp(1, 5) - 1;
        series.classes[class].fetch_add(1, Ordering::Relaxed);
        series.route.clone()
    }

    fn series(&self, place: usize, route: &str) -> Arc<LatencySeries> {
        let known = self.0[place].read().unwrap_or_else(PoisonError::into_inner).get(route).cloned();
        known.unwrap_or_else(|| {
            let mut all = self.0[place].write().unwrap_or_else(PoisonError::into_inner);
            let route: Arc<str> = route.into();
            let fresh =
                |route| LatencySeries { route, durations: Histogram::new(&BOUNDS), classes: Default::default() };
            all.entry(route.clone()).or_insert_with(|| Arc::new(fresh(route))).clone()
        })
    }

    /// All measurements so far, by route.
    pub fn observed(&self) -> Vec<RouteLatency> {
        let mut found = Vec::new();
        for (place, all) in self.0.iter().enumerate() {
            let method = METHODS.get(place).map_or(OTHER, |method| match method.as_str() {
                "GET" => "GET",
                "POST" => "POST",
                "PUT" => "PUT",
                "DELETE" => "DELETE",
                "PATCH" => "PATCH",
                _ => "HEAD",
            });
            for (route, series) in all.read().unwrap_or_else(PoisonError::into_inner).iter() {
                found.push(RouteLatency {
                    route: route.to_string(),
                    method,
                    durations: series.durations.snapshot(),
                    classes: std::array::from_fn(|class| series.classes[class].load(Ordering::Relaxed)),
                });
            }
        }
        found.sort_by(|left, right| (&left.route, left.method).cmp(&(&right.route, right.method)));
        found
    }
}
