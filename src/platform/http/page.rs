//! Pagination of lists: `?limit=` and `?cursor=` in, `Link: <…>; rel="next"` out (contract section 2).

use std::collections::BTreeMap;

use axum::extract::{FromRequestParts, Query};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, Uri, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::json::Json;
use crate::base::problem::{AppError, AppResult, INVALID_PARAMETER};

const DEFAULT_LIMIT: i64 = 100;
const LARGEST_LIMIT: i64 = 500;

/// The requested part of a list.
#[derive(Clone, Debug)]
pub struct PageRequest {
    /// Requested rows, 1 to 500.
    pub limit: i64,
    /// The place at which the previous page ended; each list has its own format.
    pub cursor: Option<String>,
    uri: Uri,
}

#[derive(Deserialize)]
struct PageQuery {
    limit: Option<i64>,
    cursor: Option<String>,
}

impl<S: Send + Sync> FromRequestParts<S> for PageRequest {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> AppResult<Self> {
        let Query(query) = Query::<PageQuery>::from_request_parts(parts, state).await.map_err(|_| INVALID_PARAMETER)?;
        let limit = query.limit.unwrap_or(DEFAULT_LIMIT);
        if !(1..=LARGEST_LIMIT).contains(&limit) || query.cursor.as_ref().is_some_and(|cursor| cursor.len() > 400) {
            return Err(INVALID_PARAMETER.into());
        }
        Ok(Self { limit, cursor: query.cursor, uri: parts.uri.clone() })
    }
}

impl PageRequest {
    /// One row more than the page holds, to see whether there is a next page.
    pub fn probe(&self) -> i64 {
        self.limit + 1
    }

    /// Parses the cursor into the list's sort key.
    pub fn after<T>(&self, read: impl Fn(&str) -> Option<T>) -> AppResult<Option<T>> {
        match &self.cursor {
            None => Ok(None),
            Some(text) => read(text).map(Some).ok_or_else(|| INVALID_PARAMETER.into()),
        }
    }

    /// The query parameters, as they were sent.
    pub fn parameters(&self) -> BTreeMap<String, String> {
        url::form_urlencoded::parse(self.uri.query().unwrap_or("").as_bytes()).into_owned().collect()
    }

    /// The page from up to [`PageRequest::probe`] rows; `cursor_of` returns the cursor of a row.
    pub fn finish<T>(&self, mut rows: Vec<T>, cursor_of: impl Fn(&T) -> String) -> Page<T> {
        let wanted = usize::try_from(self.limit).unwrap_or(usize::MAX);
        let more = rows.len() > wanted;
        rows.truncate(wanted);
        let next = rows.last().filter(|_| more).map(|last| self.next_address(&cursor_of(last)));
        Page { rows, next }
    }

    fn next_address(&self, cursor: &str) -> String {
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        for (name, value) in url::form_urlencoded::parse(self.uri.query().unwrap_or("").as_bytes()) {
            if name != "cursor" {
                query.append_pair(&name, &value);
            }
        }
        query.append_pair("cursor", cursor);
        format!("{}?{}", self.uri.path(), query.finish())
    }
}

/// Part of a list: the bare array as the body, the next page's address in `Link`.
pub struct Page<T> {
    /// The rows.
    pub rows: Vec<T>,
    /// The next page's address, if there is one.
    pub next: Option<String>,
}

impl<T> Page<T> {
    /// The `Link` header, for responses that wrap their rows in an object.
    pub fn link(&self) -> Option<(HeaderName, HeaderValue)> {
        let address = self.next.as_ref()?;
        Some((header::LINK, HeaderValue::from_str(&format!("<{address}>; rel=\"next\"")).ok()?))
    }
}

impl<T: Serialize> IntoResponse for Page<T> {
    fn into_response(self) -> Response {
        let link = self.link();
        let mut response = Json(self.rows).into_response();
        if let Some((name, value)) = link {
            response.headers_mut().insert(name, value);
        }
        response
    }
}
