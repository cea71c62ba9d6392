//! Admin and the counter in tests.

use std::time::Duration;

use kapok::auth::Role;
use kapok::auth::passwords::hash_now;
use kapok::auth::staff::NewStaff;
use kapok::auth::staff::create_staff;
use kapok::base::contact::Email;
use kapok::base::id::MemberId;
use kapok::base::id::PartnerId;
use kapok::base::problem::AppResult;
use kapok::core::ledger;
use kapok::member::notifications::{self, Letters};
use kapok::platform::store::DataDir;
use reqwest::Method;
use serde_json::{Value, json};

use super::{Answer, Caller, PASSWORD, TestServer};

/// A signed-in operator.
pub struct Desk {
    pub operator: Caller,
}

/// Overwrites fields of one JSON object with those of another.
pub trait Over {
    fn over(self, base: Value) -> Value;
}

impl Over for Value {
    fn over(self, mut base: Value) -> Value {
        for (name, value) in self.as_object().expect("an object") {
            base[name] = value.clone();
        }
        base
    }
}

/// A coupon with a stock of ten.
pub fn coupon(points: i64) -> Value {
    json!({ "type": "coupon", "name": { "en": "Tea", "zhhk": "茶" }, "description": { "en": "A cup" }, "image": "",
        "points": points, "leftover": 10, "qoutaPerson": -1, "content": { "kind": "generated", "format": "qrcode" }, "active": true })
}

/// An exchange with a stock of ten.
pub fn exchange(points: i64) -> Value {
    json!({ "type": "exchange" }).over(coupon(points))
}

impl Desk {
    pub async fn of(server: &TestServer) -> Self {
        Self { operator: server.staff_at(Role::Operator, None).await }
    }

    /// Creates a record and gives its id.
    pub async fn create(&self, kind: &str, body: Value) -> String {
        let made = self.operator.post(&format!("/api/admin/{kind}"), body).await.expect(201);
        made["_id"].as_str().expect("an id").to_owned()
    }

    pub async fn item(&self, body: Value) -> String {
        self.create("items", body).await
    }

    pub async fn partner(&self, base: &str, extra: &str) -> String {
        let body = json!({ "type": "Food", "name": { "en": "Tea House", "zhhk": "茶館" }, "basePoints": base, "extraPoints": extra });
        self.create("partners", body).await
    }

    /// Reverses a transaction.
    pub async fn reverse(&self, made: &Value) -> Answer {
        let id = made["transactionId"].as_str().expect("an id");
        let path = format!("/api/admin/transactions/{id}/reverse");
        self.operator.post_once(&path, &super::fresh_key(), json!({ "reason": "Wrong member" })).await
    }

    /// Uploads codes to an item's pool.
    pub async fn upload(&self, item: &str, csv: &str) -> Value {
        self.upload_to(&format!("/api/admin/items/{item}/codes"), csv).await.expect(200)
    }

    pub async fn upload_to(&self, path: &str, csv: &str) -> Answer {
        let request = self.operator.request(Method::POST, path).header("content-type", "text/csv").body(csv.to_owned());
        self.operator.send(request).await
    }
}

impl TestServer {
    /// A staff member, signed in by API session.
    pub async fn staff_at(&self, role: Role, partner: Option<&str>) -> Caller {
        let email = self.staff_email_at(role, partner).await;
        let caller = self.visitor();
        caller.staff_sign_in(&email, PASSWORD).await;
        caller
    }

    /// The e-mail address of a new staff member who is not signed in.
    pub async fn staff_email_at(&self, role: Role, partner: Option<&str>) -> String {
        let keys = DataDir::existing(&self.data_dir()).and_then(|folder| folder.keyring()).expect("the keys");
        let email = format!("{}@staff.example", kapok::base::random_code::new_handle().to_lowercase());
        let person = NewStaff {
            name: "Chan Tai Man".to_owned(),
            email: Email::parse(&email).expect("an address"),
            password_hash: hash_now(&keys, PASSWORD).expect("a hash"),
            role,
            partner: partner.map(|id| PartnerId::parse(id).expect("an id")),
        };
        self.running.store.write_unattended(move |tx| create_staff(tx, &person)).await.expect("staff are added");
        email
    }

    /// Sends the announcements that are due, as the server's own worker does, one member per write.
    pub async fn hand_out_announcements(&self) -> AppResult<()> {
        notifications::deliver_due(&self.running.store, &self.letters(), Duration::ZERO).await
    }

    /// The settings of this server for e-mails that members may decline.
    pub fn letters(&self) -> Letters {
        let keys = DataDir::existing(&self.data_dir()).and_then(|folder| folder.keyring()).expect("the keys");
        Letters { keys, public_url: self.running.public_url.clone(), outbox: self.running.outbox.clone() }
    }

    /// A member's balance, read from the ledger.
    pub async fn balance(&self, member: MemberId) -> i64 {
        self.running.store.read(|read| ledger::balance_of(read, member)).expect("a balance")
    }
}
