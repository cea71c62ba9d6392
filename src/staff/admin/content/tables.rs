//! Content as CSV.

use crate::base::content::ContentState;
use crate::base::points::Points;
use crate::member::articles::ArticleRecord;
use crate::member::campaigns::{CampaignGift, CampaignRecord};
use crate::member::partners::PartnerRecord;
use crate::member::rewards::items::ItemRecord;
use crate::platform::http::list_response::{Cell, CsvRow, languages};
use crate::staff::kit::tables::word;

fn state(state: Option<ContentState>) -> Cell {
    Cell::from(match state {
        Some(ContentState::Scheduled) => "scheduled",
        Some(ContentState::Published) => "published",
        Some(ContentState::Archived) => "archived",
        Some(ContentState::Draft) | None => "draft",
    })
}

/// Empty for unlimited.
fn limited(count: i64) -> Cell {
    Cell::from(Some(count).filter(|count| *count >= 0))
}

impl CsvRow for PartnerRecord {
    const HEADINGS: &'static str = "\
        _id,type,name.en,name.zh,name.zhhk,description.en,description.zh,description.zhhk,webLink,basePoints,\
        extraPoints,state,publishAt,created,updated,nameImg,logo";

    fn cells(&self) -> Vec<Cell> {
        let mut cells = vec![self.id.to_string().into(), self.input.kind.clone().into()];
        cells.extend(languages(&self.input.name));
        cells.extend(languages(&self.input.description));
        cells.extend([
            self.input.web_link.clone().into(),
            self.rates().base.to_string().into(),
            self.rates().extra.to_string().into(),
            state(self.input.state),
            self.input.publish_at.into(),
            self.created.into(),
            self.updated.into(),
            self.input.name_img.clone().into(),
            self.input.logo.clone().into(),
        ]);
        cells
    }
}

impl CsvRow for ArticleRecord {
    const HEADINGS: &'static str = "\
        _id,type,title.en,title.zh,title.zhhk,state,publishAt,likes,reads,created,updated,coverImg.en,\
        coverImg.zh,coverImg.zhhk,content.en,content.zh,content.zhhk";

    fn cells(&self) -> Vec<Cell> {
        let mut cells = vec![self.id.to_string().into(), self.input.kind.name().into()];
        cells.extend(languages(&self.input.title));
        cells.extend([
            state(self.input.state),
            self.input.publish_at.into(),
            self.likes.into(),
            self.reads.into(),
            self.created.into(),
            self.updated.into(),
        ]);
        cells.extend(languages(&self.input.cover_img));
        cells.extend(languages(&self.input.content));
        cells
    }
}

impl CsvRow for ItemRecord {
    const HEADINGS: &'static str = "\
        _id,type,name.en,name.zh,name.zhhk,points,leftover,freeCodes,qoutaPerson,partnerId,state,publishAt,\
        validFrom,validUntil,created,updated,description.en,description.zh,description.zhhk,toc.en,toc.zh,\
        toc.zhhk,image,content.kind,content.format,content.imgUrl,unclaimed,lowStock,\
        useWithinDays,useUntil,faceValueHkd,costHkd,requiresGoal,requiresLevel";

    fn cells(&self) -> Vec<Cell> {
        let mut cells = vec![self.id.to_string().into(), self.input.kind.name().into()];
        cells.extend(languages(&self.input.name));
        cells.extend([
            self.input.points.get().into(),
            limited(self.input.leftover),
            self.free_codes.into(),
            limited(self.input.quota_person),
            self.input.partner_id.map(|id| id.to_string()).into(),
            state(self.input.state),
            self.input.publish_at.into(),
            self.input.valid_from.into(),
            self.input.valid_until.into(),
            self.created.into(),
            self.updated.into(),
        ]);
        cells.extend(languages(&self.input.description));
        cells.extend(languages(&self.input.toc));
        cells.extend([
            self.input.image.clone().into(),
            word(&self.input.content.kind),
            word(&self.input.content.format),
            self.input.content.img_url.clone().into(),
            word(&self.input.unclaimed),
            self.input.low_stock.into(),
            self.input.use_within_days.into(),
            self.input.use_until.map(|day| day.to_string()).into(),
            self.input.face_value_hkd.map(|value| value.to_string()).into(),
            self.input.cost_hkd.map(|value| value.to_string()).into(),
            self.input.requires_goal.map(|id| id.to_string()).into(),
            self.input.requires_level.into(),
        ]);
        cells
    }
}

impl CsvRow for CampaignRecord {
    const HEADINGS: &'static str = "\
        _id,type,name.en,name.zh,name.zhhk,points,perMember,total,claims,codes,state,publishAt,validFrom,\
        validUntil,created,updated,gift";

    fn cells(&self) -> Vec<Cell> {
        let kind = if self.input.shared { "shared" } else { "single" };
        let mut cells = vec![self.id.to_string().into(), kind.into()];
        cells.extend(languages(&self.input.name));
        cells.extend([
            self.input.points.map(Points::get).into(),
            limited(self.input.per_member),
            limited(self.input.total),
            self.claims.into(),
            self.codes.into(),
            state(self.input.state),
            self.input.publish_at.into(),
            self.input.valid_from.into(),
            self.input.valid_until.into(),
            self.created.into(),
            self.updated.into(),
            self.input.gift.as_ref().map(CampaignGift::as_cell).into(),
        ]);
        cells
    }
}
