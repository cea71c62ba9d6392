//! The content of a proposal: the fields of an item, an article or an earning rule that a partner may decide. All other
//! fields, such as the partner and the publication, are set when staff accept the proposal.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::ProposalKind;
use crate::base::content::{ContentState, FormErrors, LONGEST_NAME, LONGEST_TEXT};
use crate::base::day::Day;
use crate::base::hours::{Hours, Weekday};
use crate::base::id::{OutletId, PartnerId};
use crate::base::language::LocalizedText;
use crate::base::points::{Hkd, Points};
use crate::base::problem::{AppError, AppResult, FieldProblem, INVALID_BODY, Refusal};
use crate::member::articles::{self, ArticleInput, ArticleType, Articles, LONGEST_CONTENT};
use crate::member::content::Content;
use crate::member::earning_rules::{self, Bonus, Budget, EarningRule, RuleCaps};
use crate::member::rewards::ItemType;
use crate::member::rewards::items::{CodeFormat, ContentKind, ItemContent, ItemInput, Items};
use crate::platform::http::json;
use crate::platform::store::Read;

/// The largest number in a draft. What the number may be is checked when the proposal is sent.
const MOST: i64 = 1_000_000_000;
/// Most outlets of a bonus hour.
const MOST_OUTLETS: usize = 200;

/// The content of a proposal. A text may be missing in some languages; it needs one language.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ProposalBody {
    /// A coupon that members buy and that the partner's counters collect.
    Item(ProposedItem),
    /// News or an activity.
    Article(ProposedArticle),
    /// Hours in which purchases at the partner earn more.
    Bonus(ProposedBonus),
}

/// An item that a partner proposes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProposedItem {
    /// Its name.
    #[serde(default)]
    pub name: LocalizedText,
    /// The description of what the member gets.
    #[serde(default)]
    pub description: LocalizedText,
    /// Terms and conditions, such as the outlets that take it.
    #[serde(default)]
    pub toc: LocalizedText,
    /// Path of its picture, `/media/…`.
    #[serde(default)]
    pub image: String,
    /// Price in whole points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<i64>,
    /// The cost of one piece for the partner, in HK$.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost_hkd: Option<Hkd>,
    /// The number of pieces; absent for no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leftover: Option<i64>,
    /// A coupon can be opened on the day of purchase and on this many days after it; absent for no such end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub use_within_days: Option<i64>,
}

/// An article that a partner proposes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProposedArticle {
    /// News or activities.
    #[serde(rename = "type")]
    pub kind: ArticleType,
    /// Its title.
    #[serde(default)]
    pub title: LocalizedText,
    /// The cover picture, `/media/…`, in each language.
    #[serde(default)]
    pub cover_img: LocalizedText,
    /// HTML; sanitised when it is stored.
    #[serde(default)]
    pub content: LocalizedText,
}

/// Bonus hours that a partner proposes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProposedBonus {
    /// A short name that members read beside the points.
    #[serde(default)]
    pub name: LocalizedText,
    /// Its effect: a multiple, a fixed number, or points for each full amount.
    pub bonus: Bonus,
    /// The first day in Hong Kong; if absent, from the day on which it is switched on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Day>,
    /// The last day in Hong Kong. A proposal that is sent has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Day>,
    /// The days of the week; every day if empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weekdays: Vec<Weekday>,
    /// The hours of the day in Hong Kong; absent for the whole day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hours: Option<Hours>,
    /// The partner's outlets; every outlet if empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outlets: Vec<OutletId>,
    /// The smallest bill.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minimum_bill_hkd: Option<Hkd>,
    /// The limit of all that the hours give. A proposal that is sent has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<Budget>,
}

/// The fields that each kind has beside `kind`. The description of a tagged union cannot forbid other fields, so
/// [`ProposalBody::read`] refuses them.
const ITEM_FIELDS: &[&str] = &["name", "description", "toc", "image", "points", "costHkd", "leftover", "useWithinDays"];
const ARTICLE_FIELDS: &[&str] = &["type", "title", "coverImg", "content"];
const BONUS_FIELDS: &[&str] =
    &["name", "bonus", "from", "until", "weekdays", "hours", "outlets", "minimumBillHkd", "budget"];

impl ProposalBody {
    /// Reads the body of a request. Fails with `invalid_body` that names an unknown, missing or wrong field.
    pub fn read(body: Value) -> AppResult<Self> {
        let names: Vec<String> = body.as_object().map(|fields| fields.keys().cloned().collect()).unwrap_or_default();
        let read: Self = json::read_value(body)?;
        let known = match read.kind() {
            ProposalKind::Item => ITEM_FIELDS,
            ProposalKind::Article => ARTICLE_FIELDS,
            ProposalKind::Bonus => BONUS_FIELDS,
        };
        let is_unknown = |name: &String| name != "kind" && !known.contains(&name.as_str());
        let fields: Vec<FieldProblem> =
            names.into_iter().filter(is_unknown).map(|name| FieldProblem::new(name, "unknown_field")).collect();
        if fields.is_empty() {
            return Ok(read);
        }
        Err(AppError::Refused(Box::new(Refusal { problem: INVALID_BODY, fields, retry_after_s: None })))
    }

    /// Its kind.
    pub fn kind(&self) -> ProposalKind {
        match self {
            ProposalBody::Item(_) => ProposalKind::Item,
            ProposalBody::Article(_) => ProposalKind::Article,
            ProposalBody::Bonus(_) => ProposalKind::Bonus,
        }
    }

    /// Its name or title.
    pub fn title(&self) -> &LocalizedText {
        match self {
            ProposalBody::Item(item) => &item.name,
            ProposalBody::Article(article) => &article.title,
            ProposalBody::Bonus(bonus) => &bonus.name,
        }
    }

    /// Trims and checks a draft, which may lack values. Fails with `400` that names every field with a mistake.
    pub fn checked_draft(mut self) -> AppResult<Self> {
        let mut form = FormErrors::new();
        match &mut self {
            ProposalBody::Item(item) => item.check_draft(&mut form),
            ProposalBody::Article(article) => article.check_draft(&mut form),
            ProposalBody::Bonus(bonus) => bonus.check_draft(&mut form),
        }
        form.finish()?;
        Ok(self)
    }

    /// Checks a proposal of that partner as what it becomes. Fails with `400` that names every field with a mistake.
    pub(super) fn require_complete(&self, read: &Read<'_>, partner: PartnerId) -> AppResult<()> {
        match self {
            ProposalBody::Item(item) => item.require_complete(read, partner),
            ProposalBody::Article(article) => Articles::check(read, None, article.input()).map(drop),
            ProposalBody::Bonus(bonus) => bonus.require_complete(read, partner),
        }
    }
}

impl ProposedItem {
    fn check_draft(&mut self, form: &mut FormErrors) {
        form.optional_text("name", &mut self.name, LONGEST_NAME);
        form.optional_text("description", &mut self.description, LONGEST_TEXT);
        form.optional_text("toc", &mut self.toc, LONGEST_TEXT);
        form.picture("image", &self.image);
        for (field, number, least) in
            [("points", self.points, 1), ("leftover", self.leftover, 0), ("useWithinDays", self.use_within_days, 1)]
        {
            form.expect(field, "invalid_value", number.is_none_or(|number| (least..=MOST).contains(&number)));
        }
    }

    fn require_complete(&self, read: &Read<'_>, partner: PartnerId) -> AppResult<()> {
        let mut form = FormErrors::new();
        form.expect("name", "required_field", !self.name.is_empty());
        form.expect("points", "required_field", self.points.is_some());
        form.finish()?;
        Items::check(read, None, self.input(partner)?).map(drop)
    }

    /// The draft of the item that it becomes. Fails with `required_field` without a price.
    pub fn input(&self, partner: PartnerId) -> AppResult<ItemInput> {
        let price = self.points.and_then(Points::new);
        let points = price.ok_or_else(|| AppError::invalid_field("points", "required_field"))?;
        Ok(ItemInput {
            kind: ItemType::Coupon,
            name: with_english(&self.name),
            description: with_english(&self.description),
            image: self.image.clone(),
            points,
            leftover: self.leftover.unwrap_or(-1),
            quota_person: -1,
            toc: with_english(&self.toc),
            partner_id: Some(partner),
            content: ItemContent { kind: ContentKind::Generated, format: CodeFormat::default(), img_url: None },
            active: false,
            state: Some(ContentState::Draft),
            publish_at: None,
            use_english: false,
            valid_from: None,
            valid_until: None,
            unclaimed: Default::default(),
            low_stock: None,
            use_within_days: self.use_within_days,
            use_until: None,
            face_value_hkd: None,
            cost_hkd: self.cost_hkd,
            requires_goal: None,
            requires_level: None,
        })
    }
}

impl ProposedArticle {
    fn check_draft(&mut self, form: &mut FormErrors) {
        form.optional_text("title", &mut self.title, LONGEST_NAME);
        form.pictures("coverImg", &mut self.cover_img);
        form.optional_text("content", &mut self.content, LONGEST_CONTENT);
        let LocalizedText { en, zh, zhhk } = &mut self.content;
        for html in [Some(en), zh.as_mut(), zhhk.as_mut()].into_iter().flatten() {
            *html = articles::clean(html);
        }
    }

    /// The draft of the article that it becomes.
    pub fn input(&self) -> ArticleInput {
        ArticleInput {
            kind: self.kind,
            title: with_english(&self.title),
            cover_img: with_english(&self.cover_img),
            content: with_english(&self.content),
            active: false,
            state: Some(ContentState::Draft),
            publish_at: None,
            use_english: false,
        }
    }
}

impl ProposedBonus {
    fn check_draft(&mut self, form: &mut FormErrors) {
        form.optional_text("name", &mut self.name, LONGEST_NAME);
        form.expect("outlets", "too_long", self.outlets.len() <= MOST_OUTLETS);
        // Points for a unit need a carbon factor, and waiting points are no bonus: staff write such rules.
        let offered = !matches!(self.bonus, Bonus::PerUnit { .. } | Bonus::None);
        form.expect("bonus.kind", "invalid_value", offered);
    }

    /// The draft of the earning rule that it becomes. Members read the name in their language, so a missing language
    /// gets the words of another one, which staff replace.
    pub fn rule(&self, partner: PartnerId) -> EarningRule {
        let name = with_english(&self.name);
        let chinese = self.name.zhhk.as_ref().or(self.name.zh.as_ref()).unwrap_or(&name.en).clone();
        EarningRule {
            name: LocalizedText {
                zh: Some(name.zh.unwrap_or_else(|| chinese.clone())),
                zhhk: Some(name.zhhk.unwrap_or(chinese)),
                en: name.en,
            },
            bonus: self.bonus,
            rounding: Default::default(),
            from: self.from,
            until: self.until,
            weekdays: self.weekdays.clone(),
            hours: self.hours,
            partners: vec![partner],
            partner_types: Vec::new(),
            outlets: self.outlets.clone(),
            minimum_bill_hkd: self.minimum_bill_hkd,
            enjoy_card: None,
            segment: None,
            level: None,
            granted: false,
            occasion: None,
            pending: None,
            caps: RuleCaps::default(),
            budget: self.budget,
            priority: 0,
            stacking: Default::default(),
        }
    }

    /// Fails as [`earning_rules::checked`] does, and with `required_field` without a budget and an end.
    fn require_complete(&self, read: &Read<'_>, partner: PartnerId) -> AppResult<()> {
        let mut form = FormErrors::new();
        form.expect("name", "required_field", !self.name.is_empty());
        form.expect("budget", "required_field", self.budget.is_some());
        form.expect("until", "required_field", self.until.is_some());
        form.finish()?;
        let today = Day::of(read.now());
        if self.until.is_some_and(|until| until < today) {
            return Err(AppError::invalid_field("until", "rule_is_over"));
        }
        earning_rules::checked(read, None, self.rule(partner)).map(drop)
    }
}

/// The text with English filled from another language, because stored content needs it. Staff translate it.
fn with_english(text: &LocalizedText) -> LocalizedText {
    let mut filled = text.clone();
    if filled.en.is_empty() {
        filled.en = text.zhhk.clone().or_else(|| text.zh.clone()).unwrap_or_default();
    }
    filled
}
