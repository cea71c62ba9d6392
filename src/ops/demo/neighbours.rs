//! The other members of the demo and eight weeks of their purchases, so that lists, reports and simulations in the
//! admin have data.

use std::time::Duration;

use crate::auth::passwords;
use crate::auth::{CounterRole, CurrentTill, Merchant, Principal};
use crate::base::clock::Timestamp;
use crate::base::contact::{Email, HkPhone, Identifier};
use crate::base::day::Day;
use crate::base::hours::{OpeningHours, TimeOfDay, Weekday};
use crate::base::id::{ItemId, MemberId, TransactionId};
use crate::base::keys::Keyring;
use crate::base::language::{Language, LocalizedText};
use crate::base::points::Hkd;
use crate::base::problem::AppResult;
use crate::base::secret::Secret;
use crate::core::expiry::{self, NoticeDays, Policy, Rule};
use crate::core::ledger;
use crate::core::members::{self, Face, MemberRecord, NewMember, PersonName};
use crate::core::outlets::{CounterUser, cashiers, devices, outlet};
use crate::core::settings::{self, Author, Contact, ProgrammeSettings};
use crate::member::awards::{self, AwardOrder, Caps, Receipt};
use crate::member::pending;
use crate::member::rewards::{self, CodeVault, RedemptionStatus};
use crate::platform::store::{Store, Tx};

use super::alarms::{self, OddPurchase};
use super::carbon;
use super::content::{DemoContent, DemoCounter, days_before};
use super::crowd::SeededRandom;
use super::ended;
use super::rules;
use super::sales::{self, Offered};
use super::{DemoPartners, PIN, STAFF};

use anyhow::Context;

/// The number of them.
pub(super) const COUNT: u32 = 100;
/// The days of their purchases. The earning rules and goals of the demo are older.
const DAYS: u32 = 56;
/// A neighbour shops on one day out of this many, at most and at least.
const ONE_DAY_OF: (u32, u32) = (2, 12);
/// A purchase in this many is followed by an exchange of points, if the member has enough.
const ONE_REWARD_OF: u32 = 9;
/// The items that they buy, by their place in the content: those with a large stock, of other partners than the one whose
/// counter the demo offers.
const REWARDS: [usize; 3] = [8, 4, 6];
/// The lowest price of an item for which members save.
const SAVED_FOR: i64 = 2_000;
/// A purchase of the last day in this many is followed by its slip by e-mail. Older slips would not be sent any more.
const ONE_SLIP_OF: usize = 4;
const SLIP_TIME: Duration = Duration::from_secs(86_400);
/// The time until staff confirm an exchange.
const ANSWER_TIME: Duration = Duration::from_secs(9 * 86_400);
/// Spreads numbers over addresses of wallets.
const WALLETS: u128 = 0x8ac7_3b1e_5f90_d264_0451_c9e3_77ab_16d9;
const MINUTE: Duration = Duration::from_secs(60);

/// A member with habits.
struct Neighbour {
    id: MemberId,
    short_id: Identifier,
    enjoy_card: bool,
    /// The member shops on one day out of this many.
    one_day_of: u32,
    /// The places of the counters where this member shops.
    favourites: [usize; 3],
}

impl Neighbour {
    fn of(record: &MemberRecord, counters: u32, dice: &mut SeededRandom) -> Self {
        Self {
            id: record.id,
            short_id: Identifier::ShortId(record.short_id.clone()),
            favourites: [0; 3].map(|_| dice.below(counters) as usize),
            one_day_of: ONE_DAY_OF.0 + dice.below(ONE_DAY_OF.1 - ONE_DAY_OF.0 + 1),
            enjoy_card: dice.below(3) == 0,
        }
    }
}

/// A purchase in the past.
struct Visit {
    moment: Timestamp,
    neighbour: usize,
    counter: usize,
    cashier: usize,
    amount: Hkd,
    buys_reward: bool,
}

impl From<OddPurchase> for Visit {
    fn from(odd: OddPurchase) -> Self {
        let OddPurchase { moment, neighbour, counter, amount } = odd;
        Self { moment, neighbour, counter, cashier: 0, amount, buys_reward: false }
    }
}

/// The neighbours, the cashiers of each counter, the items that the neighbours buy, and the coupon of each counter.
struct Town {
    neighbours: Vec<Neighbour>,
    cashiers: Vec<Vec<Merchant>>,
    rewards: Vec<Offered>,
    coupons: Vec<Option<Offered>>,
    vault: CodeVault,
}

impl Town {
    /// Writes a purchase with its own time. The member may buy a coupon of the counter and use it at once.
    fn visit(&self, tx: &Tx<'_>, visit: &Visit, number: usize, takes_coupon: bool) -> AppResult<()> {
        let (who, counter) = (&self.neighbours[visit.neighbour], &self.cashiers[visit.counter][visit.cashier]);
        let then = tx.at(visit.moment);
        pending::settle_due(&then)?;
        let award = shop(&then, &self.vault, who, counter, visit, number)?;
        if visit.moment.plus(SLIP_TIME) > tx.now() && number.is_multiple_of(ONE_SLIP_OF) {
            awards::send_slip(&then, counter.partner, award)?;
        }
        if takes_coupon {
            sales::take(&then, &self.vault, counter, who.id, self.coupons[visit.counter])?;
        }
        if visit.buys_reward {
            exchange(&then, &self.vault, who, &self.rewards, (number, tx.now()))?;
        }
        Ok(())
    }
}

/// Switches expiry on for the demo: points expire eleven months after they were earned. The policy starts a day before the
/// history of the demo. So the oldest points of most members expire soon, and the server still has to send the notices about
/// them; the oldest points of the members of `ended.rs` have expired already.
pub(super) fn write_expiry(tx: &Tx<'_>) -> AppResult<()> {
    let begun = tx.at(days_before(tx.now(), 400));
    let policy = Policy {
        rule: Rule::AfterEarning { months: 11, month_end: false },
        grace_days: 14,
        extra_days: 60,
        notices: NoticeDays::default(),
    };
    expiry::switch_on(&begun, &policy, begun.now(), ([0; 16], "Kapok")).map(|_| ())
}

/// Lets the code that a member shows at a counter change every 30 seconds, and says how members reach the programme.
pub(super) fn write_settings(tx: &Tx<'_>) -> anyhow::Result<()> {
    let (at, days) = (|text| TimeOfDay::parse(text).context("a time"), &Weekday::ALL[..5]);
    let contact = Contact {
        email: "help@kapok.example".to_owned(),
        phone: "+852 2345 6789".to_owned(),
        address: LocalizedText {
            en: "3/F, 88 Kapok Road".to_owned(),
            zh: Some("木棉道 88 号 3 楼".to_owned()),
            zhhk: Some("木棉道 88 號 3 樓".to_owned()),
        },
        hours: vec![OpeningHours { days: days.to_vec(), from: at("09:00")?, until: at("18:00")? }],
        ..Contact::default()
    };
    let settings = ProgrammeSettings { counter_codes: true, contact, ..settings::current(tx)? };
    settings::replace(tx, &settings, Author { id: [0; 16], name: "Kapok" })?;
    Ok(())
}

/// Writes the members, the tills and the purchases, a week per commit. Returns the members.
pub(super) fn write(
    store: &Store,
    keys: &Keyring,
    password_hash: &str,
    partners: DemoPartners,
    items: &[ItemId],
) -> anyhow::Result<Vec<MemberId>> {
    let (hash, pin_hash) = (password_hash.to_owned(), passwords::hash_now(keys, PIN)?);
    let content = DemoContent::load()?;
    let (names, counters) = (content.names, std::sync::Arc::new(content.counters));
    let mut dice = SeededRandom::new(1_888);
    let (mut habits, opened) = (dice, counters.clone());
    let counters_open = counters.len() as u32;
    let neighbours = store.write_blocking(move |tx| {
        let mut met = Vec::new();
        for number in 0..COUNT {
            let pick = |list: &[String], step: u32| list[(number * step) as usize % list.len()].clone();
            let name = (pick(&names.given_names, 7), pick(&names.surnames, 3));
            let referred_by = (number % 7 == 6).then(|| met.last().map(|friend: &Neighbour| friend.id)).flatten();
            let record = join(tx, number, name, &hash, referred_by, &mut habits)?;
            met.push(Neighbour::of(&record, counters_open, &mut habits));
        }
        Ok(met)
    })?;
    let (sealing, of_demo) = (keys.clone(), partners.first().map(|(_, partner)| *partner));
    let cashiers = store.write_blocking(move |tx| {
        let open = |counter: &DemoCounter| open_counter(tx, &sealing, &pin_hash, counter, &partners);
        opened.iter().map(open).collect::<AppResult<Vec<_>>>()
    })?;
    let prices = content.items.iter().map(|item| item.points);
    let offered: Vec<Offered> = items.iter().copied().zip(prices).collect();
    let rewards: Vec<_> = REWARDS.iter().filter_map(|place| offered.get(*place).copied()).collect();
    let mut visits = plan(store.clock().now(), &neighbours, &counters, &mut dice);
    visits.extend(alarms::odd_purchases(store.clock().now()).into_iter().map(Visit::from));
    visits.sort_by_key(|visit| (visit.moment, visit.neighbour));
    let coupons = sales::coupons_of(&content.items, &counters, &offered);
    let taken = sales::chosen(visits.iter().map(|visit| (visit.neighbour, visit.counter, Day::of(visit.moment))));
    let shared = std::sync::Arc::new(Town { neighbours, cashiers, rewards, coupons, vault: CodeVault::new(keys) });
    let mut visits = visits.into_iter().zip(taken).enumerate().peekable();
    while visits.peek().is_some() {
        let (batch, shared) = (visits.by_ref().take(200).collect::<Vec<_>>(), shared.clone());
        store.write_blocking(move |tx| {
            batch.iter().try_for_each(|(number, (visit, takes))| shared.visit(tx, visit, *number, *takes))
        })?;
    }
    // The server has nothing to release at its start.
    store.write_blocking(pending::settle_due)?;
    let people: Vec<MemberId> = shared.neighbours.iter().map(|neighbour| neighbour.id).collect();
    // The fifth item is a coupon without a limit of stock.
    let coupon = items.get(4).copied();
    Ok(store.write_blocking(move |tx| {
        alarms::raise(tx, &people)?;
        if let Some(partner) = of_demo {
            rules::write_bonus_hours(tx, partner)?;
        }
        if let Some(coupon) = coupon {
            ended::buy(tx, &shared.vault, &people, coupon)?;
        }
        ended::take(tx, &people)?;
        Ok(people)
    })?)
}

fn join(
    tx: &Tx<'_>,
    number: u32,
    (given, family): (String, String),
    password_hash: &str,
    referred_by: Option<MemberId>,
    dice: &mut SeededRandom,
) -> AppResult<MemberRecord> {
    let name = |text: &str| PersonName::parse(text).context("a demo name");
    let (early, days_ago) = (number >= COUNT - ended::EARLY, DAYS + 1 + dice.below(200));
    let joined = tx.at(days_before(tx.now(), if early { ended::JOINED_DAYS_AGO } else { days_ago }));
    let new = NewMember {
        first_name: name(&given)?,
        last_name: name(&family)?,
        email: Some(Email::parse(&format!("neighbour{number}@kapok.example")).context("a demo address")?),
        phone: HkPhone::parse(&format!("6800{number:04}")),
        password_hash: Some(password_hash.to_owned()),
        language: [Language::Zhhk, Language::Zhhk, Language::En, Language::Zh][number as usize % 4],
        referred_by,
    };
    let record = members::create(&joined, &new)?;
    // One member in three keeps the initials.
    let face = Face::ALL.get(number as usize % (Face::ALL.len() * 3 / 2)).copied();
    members::set_face(tx, record.id, face)?;
    ledger::open_account(tx, record.id)?;
    if early {
        ended::earn(tx, record.id)?;
    }
    Ok(record)
}

/// An outlet of the partner with a till, and its cashiers as they stand at that till.
fn open_counter(
    tx: &Tx<'_>,
    keys: &Keyring,
    pin_hash: &str,
    counter: &DemoCounter,
    partners: &DemoPartners,
) -> AppResult<Vec<Merchant>> {
    let partner = super::partner_of(partners, Some(counter.partner.as_str())).context("a partner of the demo")?;
    let before = tx.at(days_before(tx.now(), DAYS + 30));
    let outlet = match outlet::list(tx, partner)?.into_iter().next() {
        Some(found) => found,
        None => outlet::create(&before, partner, serde_json::from_value(counter.outlet())?)?,
    };
    let (_, code) = devices::create(&before, keys, outlet.id, "Till 1", STAFF[2].1)?;
    let till = devices::enrol(&before, keys, &code, None, &Secret::generate())?.after;
    let known = cashiers::list(tx, partner)?;
    let at_till = |name: &String| {
        let id = match known.iter().find(|cashier| cashier.name == *name) {
            Some(cashier) => cashier.id,
            None => cashiers::create(&before, partner, name, pin_hash)?.id,
        };
        Ok(Merchant {
            partner,
            actor: CounterUser::Cashier(id).bytes(),
            name: name.clone(),
            role: CounterRole::Cashier,
            till: Some(CurrentTill { id: till.id, locked: false }),
            outlet: None,
            daily_cap: None,
            principal: Principal::WithoutSession,
        })
    };
    counter.cashiers.iter().map(at_till).collect()
}

/// The purchases of all neighbours until now, the oldest first.
fn plan(now: Timestamp, neighbours: &[Neighbour], counters: &[DemoCounter], dice: &mut SeededRandom) -> Vec<Visit> {
    let mut visits = Vec::new();
    for days_ago in (0..=DAYS).rev() {
        let midnight = days_before(now, days_ago).hong_kong_midnight();
        for (place, neighbour) in neighbours.iter().enumerate() {
            if dice.below(neighbour.one_day_of) > 0 {
                continue;
            }
            let counter = neighbour.favourites[dice.below(3) as usize];
            let DemoCounter { bills_cents: bills, open_hours: open, .. } = &counters[counter];
            let minute = open.0 * 60 + dice.below((open.1 - open.0) * 60);
            // The lower of two random numbers is taken, so that small bills are more frequent.
            let above = dice.below(bills.1 - bills.0).min(dice.below(bills.1 - bills.0));
            visits.push(Visit {
                moment: midnight.plus(MINUTE * minute),
                neighbour: place,
                counter,
                cashier: usize::from(minute > 14 * 60),
                amount: Hkd::from_units(i64::from((bills.0 + above) / 10 * 10)),
                buys_reward: dice.below(ONE_REWARD_OF) == 0,
            });
        }
    }
    // Early members do not shop: purchases fill stamp cards, and a reward that is bought takes the points that expire first.
    visits.retain(|visit| visit.neighbour < (COUNT - ended::EARLY) as usize && visit.moment < now);
    visits.sort_by_key(|visit| (visit.moment, visit.neighbour));
    visits
}

fn shop(
    tx: &Tx<'_>,
    vault: &CodeVault,
    neighbour: &Neighbour,
    counter: &Merchant,
    visit: &Visit,
    number: usize,
) -> AppResult<TransactionId> {
    let order = AwardOrder {
        member: Some(neighbour.short_id.clone()),
        amount: visit.amount,
        enjoy_card: neighbour.enjoy_card,
        // One receipt in twelve is not typed in.
        receipt: Receipt::parse(&format!("{:06}", 410_000 + number)).filter(|_| !number.is_multiple_of(12)),
        bought: None,
        // Every second customer brings a cup or a bottle, where the cashier counts them.
        carbon: if number.is_multiple_of(2) { carbon::one_of_each(tx, counter.partner)? } else { Vec::new() },
        outlet: None,
    };
    Ok(awards::award_silently(tx, vault, counter, &order, Caps::NONE)?.transaction)
}

/// Exchanges points for one of the items that the member can pay. The items have their prices.
fn exchange(
    tx: &Tx<'_>,
    vault: &CodeVault,
    neighbour: &Neighbour,
    items: &[(ItemId, i64)],
    (number, today): (usize, Timestamp),
) -> AppResult<()> {
    let balance = ledger::balance_of(tx, neighbour.id)?;
    // Some members save for the dearer items.
    let least = if neighbour.one_day_of.is_multiple_of(2) { SAVED_FOR } else { 0 };
    let affordable: Vec<_> = items.iter().filter(|(_, price)| (least..=balance).contains(price)).collect();
    let Some((item, _)) = affordable.get(number % affordable.len().max(1)) else { return Ok(()) };
    let wallet = format!("0x{:040x}", (number as u128 + 1).wrapping_mul(WALLETS));
    let bought = rewards::buy_for_member(tx, vault, neighbour.id, *item, Some(wallet))?.redemption;
    let answered = tx.now().plus(ANSWER_TIME);
    if bought.status == RedemptionStatus::Processing && answered < today {
        rewards::confirm(&tx.at(answered), bought.id, None)?;
    }
    Ok(())
}
