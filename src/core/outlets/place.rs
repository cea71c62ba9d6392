//! The location of an outlet: its district and its position on the map.

use serde::{Deserialize, Serialize};

use crate::platform::store::stored_names;

/// A district of Hong Kong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the names say it")]
pub enum District {
    CentralAndWestern,
    WanChai,
    Eastern,
    Southern,
    YauTsimMong,
    ShamShuiPo,
    KowloonCity,
    WongTaiSin,
    KwunTong,
    KwaiTsing,
    TsuenWan,
    TuenMun,
    YuenLong,
    North,
    TaiPo,
    ShaTin,
    SaiKung,
    Islands,
}
stored_names! { District {
    CentralAndWestern = "centralAndWestern", WanChai = "wanChai", Eastern = "eastern", Southern = "southern",
    YauTsimMong = "yauTsimMong", ShamShuiPo = "shamShuiPo", KowloonCity = "kowloonCity", WongTaiSin = "wongTaiSin",
    KwunTong = "kwunTong", KwaiTsing = "kwaiTsing", TsuenWan = "tsuenWan", TuenMun = "tuenMun", YuenLong = "yuenLong",
    North = "north", TaiPo = "taiPo", ShaTin = "shaTin", SaiKung = "saiKung", Islands = "islands",
} }

/// A position on the map (WGS 84), in millionths of a degree: a tenth of a metre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = Position)]
pub struct MapPosition {
    /// Millionths of a degree north of the equator.
    pub latitude_e6: i64,
    /// Millionths of a degree east of Greenwich.
    pub longitude_e6: i64,
}

impl MapPosition {
    /// Whether the globe has such a position.
    pub fn is_on_earth(self) -> bool {
        self.latitude_e6.abs() <= 90_000_000 && self.longitude_e6.abs() <= 180_000_000
    }
}
