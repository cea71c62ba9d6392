//! Taking a programme out as a file that other programmes read, and bringing one in: members without secrets,
//! content, and the books to the point. For copies of one installation there is `backup`, which keeps everything.

mod cells;
mod export;
mod import;
mod queries;

pub use export::{export_cells, export_lines, private_file, whole_or_gone};
pub use import::{Bad, Imported, Wish, import};

/// What the first line of a file says of it.
const FORMAT: &str = "kapok";
/// Raised when a file of the old form would be read wrongly.
const VERSION: i64 = 2;
/// Lines that hold a picture.
const PICTURES: &str = "pictures";
/// Lines that hold a code which a coupon shows.
const COUPON_CODES: &str = "couponCodes";
/// Lines that hold an article.
const ARTICLES: &str = "articles";
/// The line that holds what owners have decided.
const SETTINGS: &str = "settings";
/// Lines that hold an announcement.
const ANNOUNCEMENTS: &str = "announcements";
