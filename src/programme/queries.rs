//! The SQL of page views.

use crate::base::problem::AppResult;
use crate::store::Tx;
use crate::store::params;

pub(super) fn count_view(tx: &Tx<'_>, day: i64, path: &str) -> AppResult<()> {
    tx.execute_one(
        "insert into page_view (day, path, views) values (:day, :path, 1)
         on conflict (day, path) do update set views = views + 1",
        params! { ":day": day, ":path": path },
    )
}
