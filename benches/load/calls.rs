//! The calls that are measured, as requests for the wire.

use std::rc::Rc;

use crate::client::Requests;
use crate::support::actors::{Actors, SCANNED};

/// A kind of call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    Transfers,
    Awards,
    Purchases,
    Scans,
    Balance,
    History,
    Items,
    /// The requests of a later visit to Home, one after the other.
    Home,
    Login,
    Health,
}

impl Call {
    pub const ALL: [Self; 10] = [
        Self::Transfers,
        Self::Awards,
        Self::Purchases,
        Self::Scans,
        Self::Balance,
        Self::History,
        Self::Items,
        Self::Home,
        Self::Login,
        Self::Health,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Transfers => "transfers",
            Self::Awards => "awards",
            Self::Purchases => "purchases",
            Self::Scans => "scans",
            Self::Balance => "balance",
            Self::History => "history",
            Self::Items => "items",
            Self::Home => "home",
            Self::Login => "login",
            Self::Health => "health",
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|call| call.name() == name)
    }

    /// More connections get refusals: passwords are checked one at a time, and few may wait.
    pub fn most_connections(self) -> usize {
        if self == Self::Login { 8 } else { usize::MAX }
    }
}

/// The requests of Home once the app is known to the browser.
const HOME: [&str; 4] = [
    "/api/auth/getUserInfo",
    "/api/notification/notifications?limit=1",
    "/api/article/list?type=news&limit=20",
    "/api/article/list?type=activities&limit=20",
];

/// The call of a connection, and the members, item and codes that its requests name.
pub struct Plan {
    pub call: Call,
    pub actors: Rc<Actors>,
    /// The server's address, as requests name it.
    pub host: String,
    /// The members that act: the first so many of the folder.
    pub among: usize,
    /// A text that no other measurement has, for idempotency keys.
    pub mark: String,
}

/// The requests of one connection.
pub struct Stream {
    plan: Rc<Plan>,
    dice: u64,
    connection: usize,
    sent: u64,
    /// The member of the unit in progress, and its next step.
    unit: (usize, usize),
}

impl Stream {
    pub fn new(plan: Plan, connection: usize) -> Self {
        let dice = 88 + 7919 * connection as u64;
        Self { plan: Rc::new(plan), dice, connection, sent: 0, unit: (0, 0) }
    }

    /// A member, drawn evenly.
    fn drawn(&mut self) -> usize {
        self.dice = self.dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.dice >> 33) % self.plan.among as u64) as usize
    }

    fn get(&self, path: &str, token: &str, out: &mut Vec<u8>) {
        out.extend_from_slice(format!("GET {path} HTTP/1.1\r\nhost: {}\r\n", self.plan.host).as_bytes());
        if !token.is_empty() {
            out.extend_from_slice(format!("authorization: Bearer {token}\r\n").as_bytes());
        }
        out.extend_from_slice(b"\r\n");
    }

    fn post(&self, path: &str, token: &str, body: &str, out: &mut Vec<u8>) {
        let Plan { mark, host, .. } = &*self.plan;
        let (connection, sent, length) = (self.connection, self.sent, body.len());
        out.extend_from_slice(
            format!(
                "POST {path} HTTP/1.1\r\nhost: {host}\r\nauthorization: Bearer {token}\r\n\
                 idempotency-key: {mark}-{connection}-{sent}\r\ncontent-type: application/json\r\n\
                 content-length: {length}\r\n\r\n{body}"
            )
            .as_bytes(),
        );
    }
}

impl Requests for Stream {
    fn next(&mut self, out: &mut Vec<u8>) -> bool {
        let plan = self.plan.clone();
        let members = &plan.actors.members;
        let (first, second) = (self.drawn(), self.drawn());
        let second = if second == first { (first + 1) % plan.among } else { second };
        let (one, other) = (&members[first], &members[second]);
        self.sent += 1;
        match plan.call {
            Call::Transfers => {
                let body = format!("{{\"recipient\":\"{}\",\"amount\":1}}", other.short_id);
                self.post("/api/transaction/transfer", &one.token, &body, out);
            }
            Call::Awards => {
                let body = format!("{{\"member\":\"{}\",\"amountHkd\":\"12.50\"}}", one.short_id);
                self.post("/api/merchant/award", &plan.actors.counter, &body, out);
            }
            Call::Purchases => {
                let path = format!("/api/redeem/purchase/{}", plan.actors.item);
                self.post(&path, &one.token, "{\"quantity\":1}", out);
            }
            Call::Scans => {
                self.post("/api/redeem/scanQR", &one.token, &format!("{{\"qr\":\"{SCANNED}\"}}"), out);
            }
            Call::Balance => self.get("/api/auth/getUserInfo", &one.token, out),
            Call::History => self.get("/api/transaction/listMyTransactions?limit=20", &one.token, out),
            Call::Items => self.get("/api/redeem/list", &one.token, out),
            Call::Home => {
                let step = self.unit.1;
                if step == 0 {
                    self.unit.0 = first;
                }
                self.get(HOME[step], &members[self.unit.0].token, out);
                self.unit.1 = (step + 1) % HOME.len();
                return self.unit.1 == 0;
            }
            Call::Login => {
                let body = format!(
                    "{{\"userIdentifier\":\"{}\",\"userPassword\":\"{}\"}}",
                    one.email,
                    crate::support::PASSWORD
                );
                self.post("/api/auth/login", "", &body, out);
            }
            Call::Health => self.get("/healthz", "", out),
        }
        true
    }
}
