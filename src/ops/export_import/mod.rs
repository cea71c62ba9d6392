//! Export of a programme to a file that other programmes can read, and import: members without secrets, content, and
//! the complete ledger. To copy an installation use `backup`, which keeps everything.

mod cells;
mod export;
mod format;
mod import;
mod queries;

pub use export::{export_cells, export_lines, private_file, whole_or_gone};
pub use import::{ImportMode, Imported, InvalidLine, import};

/// The `line` value of the first line of a file.
const FORMAT: &str = "kapok";
/// Increased when files of the previous format would be misread.
const VERSION: i64 = 2;
/// Name of the lines with pictures.
const PICTURES: &str = "pictures";
/// Name of the lines with codes of coupons.
const COUPON_CODES: &str = "couponCodes";
/// Name of the lines with articles.
const ARTICLES: &str = "articles";
/// Name of the lines with versions of earning rules.
const RULE_VERSIONS: &str = "earningRuleVersions";
/// Name of the lines with the times in which earning rules were on.
const RULE_SPANS: &str = "earningRuleSpans";
/// Name of the line with the programme settings.
const SETTINGS: &str = "settings";
/// Name of the lines with announcements.
const ANNOUNCEMENTS: &str = "announcements";
