//! Articles over HTTP.

use axum::extract::{Query, State};
use serde::{Deserialize, Serialize};

use super::{ArticleRecord, ArticleType, queries, shown};
use crate::auth::Member;
use crate::base::clock::Timestamp;
use crate::base::content::Audience;
use crate::base::id::{ArticleId, MemberId};
use crate::base::language::LocalizedText;
use crate::base::problem::{AppResult, INVALID_PARAMETER};
use crate::platform::http::json::Json;
use crate::platform::http::page::{Page, PageRequest};
use crate::platform::http::problem::Problem;
use crate::platform::http::request::PathId;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::{Read, Store};
use crate::platform::throttle::Limits;
use crate::platform::throttle::table::LIKES;

#[derive(Clone)]
struct ArticlesState {
    store: Store,
    limits: Limits,
}

/// Routes of articles.
pub fn routes(store: Store, limits: Limits) -> Routes {
    Routes::new()
        .routes(routes!(list_articles))
        .routes(routes!(get_article))
        .routes(routes!(like_article))
        .routes(routes!(unlike_article))
        .routes(routes!(list_liked_articles))
        .with_state(ArticlesState { store, limits })
}

/// An article in a list.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct Article {
    /// Article id; ids sort by creation time.
    #[serde(rename = "_id")]
    id: ArticleId,
    #[serde(rename = "type")]
    kind: ArticleType,
    title: LocalizedText,
    cover_img: LocalizedText,
    created: Timestamp,
    /// Number of members who like it.
    likes: i64,
    /// Number of members who have opened it.
    reads: i64,
    /// The id of the member who asks, if they like the article; never other members' ids.
    liked_users: Vec<MemberId>,
    /// The id of the member who asks, if they have opened the article; never other members' ids.
    read_users: Vec<MemberId>,
}

/// An article with its text.
#[derive(Serialize, utoipa::ToSchema)]
struct ArticleDetail {
    #[serde(flatten)]
    article: Article,
    /// Sanitised HTML.
    content: LocalizedText,
}

/// The new number of likes.
#[derive(Serialize, utoipa::ToSchema)]
struct LikeAnswer {
    success: bool,
    likes: i64,
}

#[derive(Deserialize)]
struct TypeQuery {
    r#type: Option<String>,
}

/// Builds the article as one member sees it.
fn as_seen_by(read: &Read<'_>, member: MemberId, record: ArticleRecord) -> AppResult<ArticleDetail> {
    let own = |holds: bool| if holds { vec![member] } else { Vec::new() };
    let article = Article {
        id: record.id,
        kind: record.input.kind,
        title: record.input.title,
        cover_img: record.input.cover_img,
        created: record.created,
        likes: record.likes,
        reads: record.reads,
        liked_users: own(queries::has_liked(read, member, record.id)?),
        read_users: own(queries::has_read(read, member, record.id)?),
    };
    Ok(ArticleDetail { article, content: record.input.content })
}

fn listed(read: &Read<'_>, member: MemberId, records: Vec<ArticleRecord>) -> AppResult<Vec<Article>> {
    records.into_iter().map(|record| Ok(as_seen_by(read, member, record)?.article)).collect()
}

const BEFORE_ALL: ArticleId = ArticleId::from_bytes([0xff; 16]);

/// List the articles of one type, or of both types.
#[utoipa::path(get, path = "/api/article/list", tag = "articles",
    params(("type" = Option<ArticleType>, Query), ("limit" = Option<i64>, Query), ("cursor" = Option<String>, Query)),
    responses((status = 200, body = [Article])))]
async fn list_articles(
    State(ArticlesState { store, .. }): State<ArticlesState>,
    member: Member,
    Query(wanted): Query<TypeQuery>,
    page: PageRequest,
) -> AppResult<Page<Article>> {
    let kind = match wanted.r#type.as_deref() {
        None => None,
        Some(name) => Some(ArticleType::from_name(name).ok_or(INVALID_PARAMETER)?),
    };
    let before = page.after(ArticleId::parse)?.unwrap_or(BEFORE_ALL);
    let rows = store.read_consistently(|read| {
        let records = queries::list(read, Audience::Members, kind, before, page.probe())?;
        listed(read, member.id, records)
    })?;
    Ok(page.finish(rows, |article| article.id.to_string()))
}

/// List the articles that the member likes.
#[utoipa::path(get, path = "/api/article/liked", tag = "articles",
    params(("limit" = Option<i64>, Query), ("cursor" = Option<String>, Query)),
    responses((status = 200, body = [Article])))]
async fn list_liked_articles(
    State(ArticlesState { store, .. }): State<ArticlesState>,
    member: Member,
    page: PageRequest,
) -> AppResult<Page<Article>> {
    let before = page.after(ArticleId::parse)?.unwrap_or(BEFORE_ALL);
    let rows = store.read_consistently(|read| {
        let records = queries::list_liked(read, member.id, before, page.probe())?;
        listed(read, member.id, records)
    })?;
    Ok(page.finish(rows, |article| article.id.to_string()))
}

/// Show one article; the first view of a member counts as a read.
#[utoipa::path(get, path = "/api/article/detail/{id}", tag = "articles", params(("id" = ArticleId, Path)),
    responses((status = 200, body = ArticleDetail)))]
async fn get_article(
    State(ArticlesState { store, .. }): State<ArticlesState>,
    member: Member,
    PathId(id): PathId<ArticleId>,
) -> AppResult<Json<ArticleDetail>> {
    let seen = store.read_consistently(|read| {
        let detail = as_seen_by(read, member.id, shown(read, id)?)?;
        Ok(if detail.article.read_users.is_empty() { None } else { Some(detail) })
    })?;
    // Only the first view needs the writer; later views are reads.
    let detail = match seen {
        Some(detail) => detail,
        None => {
            store
                .write_as(member.principal(), move |tx| {
                    super::note_read(tx, member.id, id)?;
                    as_seen_by(tx, member.id, shown(tx, id)?)
                })
                .await?
        }
    };
    Ok(Json(detail))
}

/// Like an article.
#[utoipa::path(post, path = "/api/article/like/{id}", tag = "articles", params(("id" = ArticleId, Path)),
    responses((status = 200, body = LikeAnswer), (status = 429, body = Problem)))]
async fn like_article(
    State(ArticlesState { store, limits }): State<ArticlesState>,
    member: Member,
    PathId(id): PathId<ArticleId>,
) -> AppResult<Json<LikeAnswer>> {
    limits.count(LIKES, member.id.as_bytes())?;
    let likes = store.write_as(member.principal(), move |tx| super::like(tx, member.id, id)).await?;
    Ok(Json(LikeAnswer { success: true, likes }))
}

/// Remove a like.
#[utoipa::path(post, path = "/api/article/unlike/{id}", tag = "articles", params(("id" = ArticleId, Path)),
    responses((status = 200, body = LikeAnswer), (status = 429, body = Problem)))]
async fn unlike_article(
    State(ArticlesState { store, limits }): State<ArticlesState>,
    member: Member,
    PathId(id): PathId<ArticleId>,
) -> AppResult<Json<LikeAnswer>> {
    limits.count(LIKES, member.id.as_bytes())?;
    let likes = store.write_as(member.principal(), move |tx| super::unlike(tx, member.id, id)).await?;
    Ok(Json(LikeAnswer { success: true, likes }))
}
