//! The moment in the name of an archive.

use crate::base::clock::Timestamp;

/// Formats as `20261121T080000Z`, so that names sort by time.
pub fn stamp(moment: Timestamp) -> String {
    let text = moment.to_string().replace([':', '-'], "");
    format!("{}Z", text.split('.').next().unwrap_or_default())
}

/// The moment in the name of a daily backup; `None` for any other file.
pub(super) fn read_stamp(name: &str) -> Option<Timestamp> {
    let text = name.strip_prefix("kapok-")?;
    let text = text.strip_suffix(".tar.zst").or_else(|| text.strip_suffix(".tar.zst.age"))?;
    let parts =
        (text.get(..4)?, text.get(4..6)?, text.get(6..8)?, text.get(9..11)?, text.get(11..13)?, text.get(13..)?);
    let moment = Timestamp::parse(&format!("{}-{}-{}T{}:{}:{}", parts.0, parts.1, parts.2, parts.3, parts.4, parts.5))?;
    (stamp(moment) == text).then_some(moment)
}
