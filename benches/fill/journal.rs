//! The ledger: two years of postings, computed in memory and written in the order in which the tables store it.

use std::collections::{HashMap, VecDeque};

use kapok::base::clock::Timestamp;
use kapok::base::id::TransactionId;
use kapok::core::ledger::HashedTransaction;
use rusqlite::{Statement, Transaction, params};

use super::desk::{Desk, Item};
use super::people::Person;
use super::{Dice, PAST, Size, hex};

const NEVER: i64 = Timestamp::NEVER.as_millis();
const ISSUANCE: i64 = 1;
const REDEMPTION: i64 = 2;
const ESCROW: i64 = 3;
const EXPIRY: i64 = 4;

/// Points in transit: when they were earned, and how many.
type Piece = (i64, i64);

/// An open lot, in spending order: when it was earned, its source, its original and its remaining points.
struct Lot {
    earned: i64,
    seq: i64,
    points: i64,
    left: i64,
}

#[derive(Default)]
struct Purse {
    balance: i64,
    lots: VecDeque<Lot>,
}

struct Posting {
    account: i64,
    seq: i64,
    points: i64,
    after: i64,
    kind: &'static str,
    at: i64,
    /// The other side of a transfer.
    other: u32,
}

struct LotRow {
    account: i64,
    lot: Lot,
}

/// A purchase.
pub struct Sale {
    pub at: i64,
    pub id: [u8; 16],
    pub member: u32,
    /// The index among the coupons, or among the exchanges.
    pub item: u16,
    pub exchange: bool,
    pub transaction: [u8; 16],
    pub hold: Option<i64>,
    pub status: &'static str,
    pub settled: Option<i64>,
    pub points: i64,
    ended_by: Option<i64>,
}

pub struct Books {
    first: i64,
    purses: Vec<Purse>,
    system: [i64; 5],
    seq: i64,
    hash: [u8; 32],
    postings: Vec<Posting>,
    spent: Vec<LotRow>,
    /// Sales whose points are held in escrow, with the pieces of the lots they came from.
    held: VecDeque<(usize, Vec<Piece>)>,
    pub sales: Vec<Sale>,
    claims: HashMap<(u16, u32), i64>,
    pub claimed: Vec<i64>,
}

/// One movement of points between two accounts.
struct Move<'m> {
    at: i64,
    kind: &'static str,
    from: i64,
    to: i64,
    points: i64,
    details: Option<&'m str>,
    reverses: Option<i64>,
}

struct Pen<'t> {
    journal: Statement<'t>,
    award: Statement<'t>,
    claim: Statement<'t>,
}

fn merged(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut merged: Vec<Piece> = Vec::new();
    for (earned, points) in pieces {
        match merged.iter_mut().find(|(same, _)| *same == earned) {
            Some((_, sum)) => *sum += points,
            None => merged.push((earned, points)),
        }
    }
    merged
}

impl Books {
    fn purse(&mut self, account: i64) -> &mut Purse {
        &mut self.purses[(account - self.first) as usize]
    }

    /// Takes points from the oldest lots; a reversal takes from the lots of the transaction that it reverses first.
    fn take(&mut self, account: i64, points: i64, reverses: Option<i64>) -> Vec<Piece> {
        let (mut wanted, mut pieces, mut spent) = (points, Vec::new(), Vec::new());
        let purse = self.purse(account);
        while wanted > 0 {
            let own = reverses.and_then(|seq| purse.lots.iter().position(|lot| lot.seq == seq));
            let at = own.unwrap_or(0);
            let lot = purse.lots.get_mut(at).expect("a balance is made of lots");
            let part = lot.left.min(wanted);
            (lot.left, wanted) = (lot.left - part, wanted - part);
            pieces.push((lot.earned, part));
            if lot.left == 0 {
                spent.extend(purse.lots.remove(at).map(|lot| LotRow { account, lot }));
            }
        }
        self.spent.extend(spent);
        pieces
    }

    fn put(&mut self, account: i64, seq: i64, pieces: Vec<Piece>) {
        let lots = &mut self.purse(account).lots;
        for (earned, points) in merged(pieces) {
            let place = lots.partition_point(|lot| (lot.earned, lot.seq) < (earned, seq));
            lots.insert(place, Lot { earned, seq, points, left: points });
        }
    }

    fn add(&mut self, account: i64, movement: &Move<'_>, points: i64, other: u32) {
        let seq = self.seq;
        let balance =
            if account <= EXPIRY { &mut self.system[account as usize] } else { &mut self.purse(account).balance };
        *balance += points;
        let after = *balance;
        self.postings.push(Posting { account, seq, points, after, kind: movement.kind, at: movement.at, other });
    }

    /// The pieces that the oldest hold brought to escrow.
    fn release(&mut self) -> Vec<Piece> {
        let Some((sale, pieces)) = self.held.pop_front() else { return Vec::new() };
        let seq = self.sales[sale].hold.expect("a hold");
        for (earned, points) in merged(pieces.clone()) {
            self.spent.push(LotRow { account: ESCROW, lot: Lot { earned, seq, points, left: 0 } });
        }
        pieces
    }

    /// Appends a posting; returns its id.
    fn post(&mut self, pen: &mut Pen<'_>, dice: &mut Dice, movement: &Move<'_>) -> rusqlite::Result<[u8; 16]> {
        let Move { at, kind, from, to, points, details, reverses } = *movement;
        self.seq += 1;
        let (id, lines) = (dice.id(at), format!("{from}:-{points} {to}:{points}"));
        let link = HashedTransaction {
            previous: self.hash,
            seq: self.seq,
            id: TransactionId::from_bytes(id),
            kind,
            created: Timestamp::from_millis(at),
            lines: &lines,
            expires_at: None,
            details,
            reverses_seq: reverses,
        };
        self.hash = link.hash();
        pen.journal.execute(params![self.seq, id, kind, at, lines, details, reverses, self.hash])?;
        let other = |account: i64| if kind == "Transfer" { (account - self.first) as u32 } else { u32::MAX };
        let (giver, taker) = (other(to), other(from));
        self.add(from, movement, -points, giver);
        self.add(to, movement, points, taker);
        // Escrow's lots move with their hold.
        let pieces = match from {
            ISSUANCE => vec![(at, points)],
            ESCROW => self.release(),
            _ => self.take(from, points, reverses),
        };
        match to {
            ESCROW => self.held.push_back((self.sales.len(), pieces)),
            ISSUANCE | REDEMPTION | EXPIRY => {}
            _ if kind == "Transfer" => self.put(to, self.seq, vec![(at, points)]),
            _ => self.put(to, self.seq, pieces),
        }
        Ok(id)
    }
}

/// The simulation at one time of the programme's history; its fields choose the members' actions at random.
struct Day<'d> {
    books: Books,
    pen: Pen<'d>,
    dice: &'d mut Dice,
    people: &'d [Person],
    desk: &'d Desk,
    at: i64,
    /// Members who have joined so far.
    there: u32,
    /// An earning that may still be reversed: its place, account and points.
    recent: Option<(i64, i64, i64)>,
    labels: usize,
}

fn say(name: (&str, &str), text: (&str, &str), more: &str) -> String {
    format!(
        "{{\"snapshot\":{{\"name\":{{\"en\":\"{}\",\"zh\":\"{}\",\"zhhk\":\"{}\"}},\"description\":{{\"en\":\"{}\",\"zh\":\"{}\",\"zhhk\":\"{}\"}}}}{more}}}",
        name.0, name.1, name.1, text.0, text.1, text.1
    )
}

impl Day<'_> {
    /// A random member: low numbers are more frequent.
    fn somebody(&mut self) -> u32 {
        self.dice.below(self.there).min(self.dice.below(self.there))
    }

    fn balance(&mut self, member: u32) -> i64 {
        let account = self.people[member as usize].account;
        self.books.purse(account).balance
    }

    fn between(
        &mut self,
        kind: &'static str,
        from: i64,
        to: i64,
        points: i64,
        details: Option<&str>,
    ) -> rusqlite::Result<[u8; 16]> {
        let movement = Move { at: self.at, kind, from, to, points, details, reverses: None };
        self.books.post(&mut self.pen, self.dice, &movement)
    }

    fn earn(&mut self, member: u32) -> rusqlite::Result<()> {
        let (dollars, place) =
            (i64::from(10 + self.dice.below(490)), self.dice.below(self.desk.partners.len() as u32) as usize);
        let (person, partner) = (&self.people[member as usize], self.desk.partners[place]);
        // One award in five is made at no till, by an API key or by the partner's staff.
        let till = self.desk.tills[place].get(self.dice.below(5) as usize);
        let text = (format!("HK${dollars} spent at Green Kitchen"), format!("在綠廚消費 HK${dollars}"));
        let details =
            say(("Points earned", "賺取積分"), (&text.0, &text.1), &format!(",\"partner\":\"{}\"", hex(&partner)));
        let id = self.between("Earn", ISSUANCE, person.account, dollars, Some(&details))?;
        self.recent = Some((self.books.seq, person.account, dollars));
        let receipt = (self.dice.below(2) == 0).then(|| format!("R-{}", self.books.seq));
        let event = self.dice.id(self.at);
        self.pen.award.execute(params![
            event,
            partner,
            person.id,
            partner,
            dollars,
            dollars * 100,
            receipt,
            id,
            self.at,
            till
        ])?;
        Ok(())
    }

    fn transfer(&mut self, member: u32) -> rusqlite::Result<()> {
        let (to, balance) = (self.somebody(), self.balance(member));
        if balance == 0 || to == member {
            return self.earn(member);
        }
        let points = i64::from(1 + self.dice.below(200)).min(balance);
        let (from, to) = (self.people[member as usize].account, self.people[to as usize].account);
        self.between("Transfer", from, to, points, None).map(drop)
    }

    fn buy(&mut self, member: u32, exchange: bool) -> rusqlite::Result<()> {
        let shelf: &[Item] = if exchange { &self.desk.exchanges } else { &self.desk.coupons };
        let item = self.dice.below(shelf.len() as u32) as u16;
        let wanted = &shelf[usize::from(item)];
        if self.balance(member) < wanted.points {
            return self.earn(member);
        }
        let (id, account) = (self.dice.id(self.at), self.people[member as usize].account);
        let more = format!(",\"partner\":\"{}\",\"redemption\":\"{}\"", hex(&wanted.partner), hex(&id));
        let details = say(("Set lunch", "午市套餐"), ("Coupon: Set lunch", "禮券：午市套餐"), &more);
        let (kind, to, status) =
            if exchange { ("Redeem - Hold", ESCROW, "processing") } else { ("Redeem", REDEMPTION, "confirmed") };
        let transaction = self.between(kind, account, to, wanted.points, Some(&details))?;
        self.books.sales.push(Sale {
            at: self.at,
            id,
            member,
            item,
            exchange,
            transaction,
            hold: exchange.then_some(self.books.seq),
            status,
            settled: None,
            points: wanted.points,
            ended_by: None,
        });
        Ok(())
    }

    /// An operator settles the oldest exchange.
    fn settle(&mut self, member: u32) -> rusqlite::Result<()> {
        let Some(sale) = self.books.held.front().map(|(sale, _)| *sale) else { return self.earn(member) };
        let (points, owner) = (self.books.sales[sale].points, self.books.sales[sale].member);
        let confirmed = self.dice.below(10) > 0;
        let details = say(("Green token", "綠色代幣"), ("Exchange settled", "換領已處理"), "");
        let (kind, to, status) = match confirmed {
            true => ("Redeem", REDEMPTION, "confirmed"),
            false => ("Redeem - Refund", self.people[owner as usize].account, "rejected"),
        };
        self.between(kind, ESCROW, to, points, Some(&details))?;
        let (at, seq) = (self.at, self.books.seq);
        let sale = &mut self.books.sales[sale];
        (sale.status, sale.settled, sale.ended_by) = (status, Some(at), Some(seq));
        Ok(())
    }

    fn scan(&mut self, member: u32) -> rusqlite::Result<()> {
        let number = self.dice.below(self.desk.campaigns.len() as u32) as usize;
        let campaign = &self.desk.campaigns[number];
        let account = self.people[member as usize].account;
        let details = format!(
            "{{\"snapshot\":{{\"name\":{},\"description\":{{\"en\":\"QR code scanned\",\"zh\":\"已扫描二维码\",\"zhhk\":\"已掃描二維碼\"}}}}}}",
            campaign.name
        );
        let single = if number == 0 { campaign.codes.get(self.labels).copied() } else { None };
        if number < 11 && single.is_none() {
            return self.earn(member);
        }
        self.labels += usize::from(single.is_some());
        let id = self.between("Campaign", ISSUANCE, account, campaign.points, Some(&details))?;
        let nth = self.books.claims.entry((number as u16, member)).or_default();
        *nth += 1;
        self.books.claimed[number] += 1;
        let member = self.people[member as usize].id;
        self.pen.claim.execute(params![campaign.id, member, *nth, single, id, campaign.points, self.at])?;
        Ok(())
    }

    fn adjust(&mut self, member: u32) -> rusqlite::Result<()> {
        let details = say(
            ("Adjustment", "調整"),
            ("Made by the programme team", "由計劃團隊作出"),
            ",\"reason\":\"Lost receipt\"",
        );
        let account = self.people[member as usize].account;
        self.between("Adjustment", ISSUANCE, account, 100, Some(&details)).map(drop)
    }

    fn expire(&mut self, member: u32) -> rusqlite::Result<()> {
        let points = self.balance(member) / 2;
        if points == 0 {
            return self.earn(member);
        }
        let account = self.people[member as usize].account;
        self.between("Expiry", account, EXPIRY, points, None).map(drop)
    }

    fn refer(&mut self, member: u32) -> rusqlite::Result<()> {
        let details = say(("Friend referral", "推薦朋友"), ("Thank you for bringing a friend", "多謝推薦朋友"), "");
        let account = self.people[member as usize].account;
        self.between("Referral", ISSUANCE, account, 100, Some(&details)).map(drop)
    }

    fn take_back(&mut self, member: u32) -> rusqlite::Result<()> {
        let Some((seq, account, points)) = self.recent.take() else { return self.earn(member) };
        if self.books.purse(account).balance < points {
            return self.earn(member);
        }
        let details = say(("Reversal", "撤銷"), ("Taken back", "已收回"), ",\"reason\":\"Wrong amount\"");
        let (at, reverses) = (self.at, Some(seq));
        let movement =
            Move { at, kind: "Reversal", from: account, to: ISSUANCE, points, details: Some(&details), reverses };
        self.books.post(&mut self.pen, self.dice, &movement).map(drop)
    }

    fn anything(&mut self) -> rusqlite::Result<()> {
        let member = self.somebody();
        match self.dice.below(1000) {
            0..500 => self.earn(member),
            500..740 => self.transfer(member),
            740..840 => self.buy(member, false),
            840..920 => self.scan(member),
            920..945 => self.adjust(member),
            945..965 => self.buy(member, true),
            965..984 => self.settle(member),
            984..994 => self.expire(member),
            994..999 => self.refer(member),
            _ => self.take_back(member),
        }
    }
}

fn pen<'t>(tx: &'t Transaction<'_>) -> rusqlite::Result<Pen<'t>> {
    Ok(Pen {
        journal: tx.prepare(
            "insert into ledger_transaction (seq, id, kind, created_at_ms, lines, details, reverses_seq, hash)
             values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        )?,
        award: tx.prepare(
            "insert into counter_event (id, partner_id, kind, member_id, actor, actor_name, points, amount_cents, receipt,
                 transaction_id, created_at_ms, till_id)
             values (?1, ?2, 'award', ?3, ?4, 'Till 1', ?5, ?6, ?7, ?8, ?9, ?10)",
        )?,
        claim: tx.prepare(
            "insert into campaign_claim (campaign_id, member_id, nth, single_code_id, transaction_id, campaign_version, points,
                 created_at_ms)
             values (?1, ?2, ?3, ?4, ?5, 1, ?6, ?7)",
        )?,
    })
}

/// Computes the years and writes the journal, and the other tables that are ordered by time.
pub fn write(
    tx: &Transaction<'_>,
    dice: &mut Dice,
    now: i64,
    size: Size,
    people: &[Person],
    desk: &Desk,
) -> rusqlite::Result<Books> {
    let (seq, hash) =
        tx.query_row("select seq, hash from ledger_transaction order by seq desc limit 1", [], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })?;
    let mut system = [0; 5];
    for account in ISSUANCE..=EXPIRY {
        system[account as usize] =
            tx.query_row("select balance from account where id = ?1", [account], |row| row.get(0))?;
    }
    let books = Books {
        first: people[0].account,
        purses: people.iter().map(|_| Purse::default()).collect(),
        system,
        seq,
        hash,
        postings: Vec::with_capacity(size.transactions as usize * 2),
        spent: Vec::new(),
        held: VecDeque::new(),
        sales: Vec::new(),
        claims: HashMap::new(),
        claimed: vec![0; desk.campaigns.len()],
    };
    let mut day = Day { books, pen: pen(tx)?, dice, people, desk, at: 0, there: 1, recent: None, labels: 0 };
    for number in 0..size.transactions {
        day.at = now - PAST + PAST / i64::from(size.transactions) * i64::from(number + 1);
        while (day.there as usize) < people.len() && people[day.there as usize].joined < day.at {
            day.there += 1;
        }
        day.anything()?;
    }
    Ok(day.books)
}

impl Books {
    /// Writes what is derived from the journal: by account, then by place.
    pub fn lay_out(&self, tx: &Transaction<'_>, people: &[Person]) -> rusqlite::Result<()> {
        let mut account =
            tx.prepare("insert into account (id, kind, member_id, balance) values (?1, 'member', ?2, ?3)")?;
        for (person, purse) in people.iter().zip(&self.purses) {
            account.execute(params![person.account, person.id, purse.balance])?;
        }
        for id in ISSUANCE..=EXPIRY {
            tx.execute("update account set balance = ?2 where id = ?1", params![id, self.system[id as usize]])?;
        }
        let mut order: Vec<u32> = (0..self.postings.len() as u32).collect();
        order.sort_unstable_by_key(|place| {
            let posting = &self.postings[*place as usize];
            (posting.account, posting.seq)
        });
        let mut posting = tx.prepare(
            "insert into posting (account_id, seq, points, balance_after, kind, created_at_ms, memo)
             values (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        )?;
        for place in order {
            let Posting { account, seq, points, after, kind, at, other } = &self.postings[place as usize];
            let memo = people.get(*other as usize).map(|person| person.short_id.as_str());
            posting.execute(params![account, seq, points, after, kind, at, memo])?;
        }
        self.lay_out_lots(tx)
    }

    fn lay_out_lots(&self, tx: &Transaction<'_>) -> rusqlite::Result<()> {
        let mut rows: Vec<(i64, i64, i64, i64, i64)> = Vec::new();
        rows.extend(self.spent.iter().map(|LotRow { account, lot }| (*account, lot.seq, lot.earned, lot.points, 0)));
        for (place, purse) in self.purses.iter().enumerate() {
            let account = self.first + place as i64;
            rows.extend(purse.lots.iter().map(|lot| (account, lot.seq, lot.earned, lot.points, lot.left)));
        }
        rows.extend(self.escrow_lots());
        rows.sort_unstable();
        let mut insert = tx.prepare(
            "insert into lot (account_id, seq, expires_at_ms, earned_at_ms, points, remaining, spent)
             values (?1, ?2, ?3, ?4, ?5, ?6, ?6 = 0)",
        )?;
        for (account, seq, earned, points, left) in rows {
            insert.execute(params![account, seq, NEVER, earned, points, left])?;
        }
        Ok(())
    }

    fn escrow_lots(&self) -> impl Iterator<Item = (i64, i64, i64, i64, i64)> {
        self.held.iter().flat_map(|(sale, pieces)| {
            let seq = self.sales[*sale].hold.expect("a hold");
            merged(pieces.clone()).into_iter().map(move |(earned, points)| (ESCROW, seq, earned, points, points))
        })
    }

    /// Writes the purchases.
    pub fn sell(&self, tx: &Transaction<'_>, dice: &mut Dice, people: &[Person], desk: &Desk) -> rusqlite::Result<()> {
        super::rest::sales(tx, dice, &self.sales, people, desk)?;
        let mut hold =
            tx.prepare("insert into hold (seq, account_id, points, status, ended_by_seq) values (?1, ?2, ?3, ?4, ?5)")?;
        for sale in self.sales.iter().filter(|sale| sale.exchange) {
            let status = match sale.status {
                "processing" => "open",
                "rejected" => "returned",
                other => other,
            };
            hold.execute(params![sale.hold, people[sale.member as usize].account, sale.points, status, sale.ended_by])?;
        }
        for (campaign, claims) in desk.campaigns.iter().zip(&self.claimed) {
            tx.execute("update campaign set claims = ?2 where id = ?1", params![campaign.id, claims])?;
        }
        Ok(())
    }
}
