//! Moving a programme: the admin app shows the same data in the new installation.

use std::fs::File;
use std::path::Path;

use kapok::auth::Role;
use kapok::base::clock::Clock;
use kapok::ops::export_import::{self, ImportMode, Imported};
use kapok::platform::config::Synchronous;
use kapok::platform::store::{DataDir, Store};
use serde_json::{Value, json};

use crate::consent::{PREFERENCES, agree};
use crate::counter::Shop;
use crate::support::{Caller, TestServer, fresh_key, quiet};

const SETTINGS: &str = "/api/admin/settings";
const TEXT: &str = "/api/admin/settings/texts/mail.code.text";
const ANNOUNCEMENTS: &str = "/api/admin/notifications";

fn export(folder: &Path, file: &Path) {
    let folder = DataDir::existing(folder).expect("a data folder");
    export_import::export_lines(&folder, &mut File::create(file).expect("a file")).expect("an export");
}

fn import(folder: &Path, file: &Path) -> Imported {
    let folder = DataDir::create(folder).expect("a data folder");
    let keys = folder.keyring().expect("keys");
    let store = Store::open(&folder, Synchronous::Normal, Clock::system()).expect("a store");
    let imported = export_import::import(&store, &keys, &folder.media(), file, ImportMode::Keep);
    store.close_blocking();
    imported.expect("readable")
}

/// Runs the import on another thread, because the test's runtime must not block.
async fn import_beside(folder: &Path, file: &Path) -> Imported {
    let (folder, file) = (folder.to_owned(), file.to_owned());
    tokio::task::spawn_blocking(move || import(&folder, &file)).await.expect("an import")
}

/// The records that an earlier export left out, as the admin shows them.
async fn seen(owner: &Caller) -> [Value; 3] {
    let mut settings = owner.get(SETTINGS).await.expect(200);
    settings["text"] = owner.get(TEXT).await.expect(200)["own"].clone();
    [owner.get("/api/admin/reports/outlets").await.expect(200), settings, owner.get(ANNOUNCEMENTS).await.expect(200)]
}

/// Changes the settings and a message text, and makes an announcement.
async fn decide(owner: &Caller, name: &str) {
    let mut settings = owner.get(SETTINGS).await.expect(200);
    settings["programmeName"] = json!(name);
    owner.put_at(SETTINGS, "*", settings).await.expect(200);
    let text = json!({ "en": "Harbour: {code}", "zh": "海港：{code}", "zhhk": "海港：{code}" });
    owner.put_at(TEXT, "*", json!({ "text": text })).await.expect(200);
    let words = json!({ "en": "News", "zh": "消息", "zhhk": "消息" });
    let news = json!({ "title": words, "body": words });
    owner.post(ANNOUNCEMENTS, news).await.expect(201);
}

#[tokio::test]
async fn an_export_carries_outlets_settings_texts_and_announcements() {
    let shop = Shop::open().await;
    let (till, ada) = (shop.till().await, shop.server.member_with(100).await);
    let order = json!({ "member": ada.short_id, "amountHkd": "30" });
    till.post_once("/api/merchant/award", &fresh_key(), order).await.expect(200);
    let owner = shop.server.staff_at(Role::Owner, None).await;
    decide(&owner, "Green Harbour").await;
    decide(&owner, "Blue Harbour").await;
    let before = seen(&owner).await;
    assert_eq!((&before[0][0]["name"]["en"], &before[0][0]["issued"]), (&json!("Sheung Wan"), &json!(30)));

    let scratch = tempfile::tempdir().expect("a folder");
    let file = scratch.path().join("all.ndjson");
    export(&shop.server.data_dir(), &file);
    let device = till.cookie("tillDevice").expect("the secret of the device");
    let text = std::fs::read_to_string(&file).expect("text");
    assert!(!text.contains("secret") && !text.contains(&device), "no secret gets out");

    // The new installation has its own settings, which the import replaces.
    let fresh = TestServer::start().await;
    let owner = fresh.staff_at(Role::Owner, None).await;
    let mut settings = owner.get(SETTINGS).await.expect(200);
    settings["programmeName"] = json!("Nobody's");
    owner.put_at(SETTINGS, "*", settings).await.expect(200);
    let folder = fresh.stop().await;
    let imported = import_beside(folder.path(), &file).await;
    assert!(matches!(imported, Imported::Sound { .. }), "{imported:?}");
    let copy = TestServer::start_in(folder, quiet).await;
    let owner = copy.staff_at(Role::Owner, None).await;
    assert_eq!(seen(&owner).await, before);

    // The old device is unknown here; the till waits for a new device.
    let stranger = copy.visitor().browser();
    stranger.set_cookie("tillDevice", &device);
    stranger.get("/api/merchant/till").await.expect_problem(401, "till_not_enrolled");
    let tills = owner.get(&format!("/api/admin/partners/{}/tills", shop.partner)).await.expect(200);
    assert_eq!((tills[0]["state"].as_str(), tills[0]["name"].as_str()), (Some("waiting"), Some("Till 2")));
}

/// The lines of a kind in an export file.
fn lines_of(file: &Path, kind: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(file).expect("text");
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("an object"));
    lines.filter(|line| line["line"] == kind).collect()
}

#[tokio::test]
async fn a_bonus_is_not_paid_again_and_what_members_declined_stays_declined() {
    let shop = Shop::open().await;
    let (till, referrer) = (shop.till().await, shop.server.member().await);
    let me = referrer.caller.get("/api/auth/getUserInfo").await.expect(200);
    let friend = shop.server.friend_of(me["referralCode"].as_str().expect("a code")).await;
    let order = json!({ "member": friend.short_id, "amountHkd": "30" });
    till.post_once("/api/merchant/award", &fresh_key(), order).await.expect(200);
    agree(&friend).await;
    let quiet_please = json!({ "preferences": [{ "kind": "news", "channel": "email", "wanted": false }] });
    friend.caller.put(PREFERENCES, quiet_please).await.expect(200);
    let owner = shop.server.staff_at(Role::Owner, None).await;
    decide(&owner, "Green Harbour").await;
    let news = owner.get(ANNOUNCEMENTS).await.expect(200)[0]["_id"].as_str().expect("an id").to_owned();
    assert_eq!(owner.delete(&format!("{ANNOUNCEMENTS}/{news}")).await.status, 204);

    let scratch = tempfile::tempdir().expect("a folder");
    let [file, again] = ["all.ndjson", "again.ndjson"].map(|name| scratch.path().join(name));
    export(&shop.server.data_dir(), &file);
    let new = tempfile::tempdir().expect("a folder");
    let imported = import_beside(new.path(), &file).await;
    assert!(matches!(imported, Imported::Sound { .. }), "{imported:?}");
    export(new.path(), &again);
    for (kind, count) in [
        ("referralRewards", 1),
        ("tillDays", 1),
        ("awardDays", 2),
        ("messagePreferences", 1),
        ("marketingConsents", 1),
        ("announcements", 1),
    ] {
        let lines = lines_of(&file, kind);
        assert_eq!(lines.len(), count, "{kind}");
        assert_eq!(lines_of(&again, kind), lines);
    }
    assert!(lines_of(&again, "announcements")[0]["deletedAtMs"].is_i64(), "a removed announcement stays removed");
}

#[tokio::test]
async fn an_announcement_that_was_to_be_sent_is_not_sent_from_the_new_place() {
    let server = TestServer::start().await;
    let owner = server.staff_at(Role::Owner, None).await;
    let words = json!({ "en": "News", "zh": "消息", "zhhk": "消息" });
    let news = json!({ "title": words, "body": words, "state": "scheduled", "sendAt": "2027-01-01T00:00:00.000Z" });
    owner.post(ANNOUNCEMENTS, news).await.expect(201);
    let scratch = tempfile::tempdir().expect("a folder");
    let file = scratch.path().join("all.ndjson");
    export(&server.data_dir(), &file);

    let new = tempfile::tempdir().expect("a folder");
    import_beside(new.path(), &file).await;
    let copy = TestServer::start_in(new, quiet).await;
    let owner = copy.staff_at(Role::Owner, None).await;
    let listed = owner.get(ANNOUNCEMENTS).await.expect(200);
    assert_eq!((&listed[0]["state"], &listed[0]["title"]["en"]), (&json!("draft"), &json!("News")));
}

#[test]
fn settings_that_no_owner_could_have_made_are_named() {
    let scratch = tempfile::tempdir().expect("a folder");
    let file = scratch.path().join("bad.ndjson");
    let head = r#"{"line":"kapok","version":2}"#;
    let by = r#""changedBy":"00000000000000000000000000000000","changedByName":"Ada","createdAtMs":1"#;
    for (document, version) in [("{\"programmeName\":7}", "1"), ("[]", "1"), ("{}", "\"one\""), ("null", "null")] {
        let line = format!(r#"{{"line":"settings","version":{version},"document":{document},{by}}}"#);
        std::fs::write(&file, format!("{head}\n{line}\n")).expect("written");
        let imported = import(&scratch.path().join("new"), &file);
        assert!(matches!(&imported, Imported::Refused { bad, count: 1 } if bad[0].place == "line 2"), "{imported:?}");
    }
}
