//! The member's card for Apple Wallet and Google Wallet: what is in it, whether it is signed, and that its code earns
//! points and spends none.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kapok::auth::Role;
use kapok::platform::config::{Config, SecondFactor};
use reqwest::Method;
use ring::signature::{KeyPair, RSA_PKCS1_2048_8192_SHA256, RsaKeyPair, UnparsedPublicKey};
use serde_json::{Value, json};
use sha1::{Digest, Sha1};

use crate::accounts::suspend;
use crate::support::desk::{Desk, Over};
use crate::support::{Caller, PASSWORD, TestMember, TestServer, fresh_key, quiet};

#[path = "../data/wallet_pass_files.rs"]
mod files;
use files::{KEY, PASS_TYPE, PassFiles, TEAM, service_account};

const APPLE: &str = "/api/wallet-pass/apple";
const GOOGLE: &str = "/api/wallet-pass/google";
const PICTURES: [&str; 6] = ["icon.png", "icon@2x.png", "icon@3x.png", "logo.png", "logo@2x.png", "logo@3x.png"];

fn with_apple(files: &PassFiles, certificate: &str) -> impl FnOnce(&mut Config) + use<> {
    let [certificate, key, intermediate] = [certificate, "key.pem", "intermediate.pem"].map(|name| files.path(name));
    move |config| {
        quiet(config);
        let apple = &mut config.wallet_pass.apple;
        (apple.certificate, apple.key, apple.intermediate) = (certificate, key.as_str().into(), intermediate);
        (apple.pass_type, apple.team) = (PASS_TYPE.to_owned(), TEAM.to_owned());
    }
}

fn with_google(config: &mut Config) {
    quiet(config);
    config.public_url = "https://points.example.hk".to_owned();
    config.admin.second_factor = SecondFactor::Optional;
    config.wallet_pass.google.issuer_id = "3388000000012345678".to_owned();
    config.wallet_pass.google.service_account = service_account().as_str().into();
}

/// The wallets that the app offers.
async fn offered(server: &TestServer) -> Value {
    server.visitor().get("/api/config").await.expect(200)["walletPasses"].clone()
}

/// The claims of a token for Google, after its signature is verified.
fn claims(save_url: &str) -> Value {
    let token = save_url.strip_prefix("https://pay.google.com/gp/v/save/").expect("the address of Google");
    // Google's "safe length": some browsers cut longer addresses.
    assert!(token.len() <= 1_800, "{} characters", token.len());
    let (signed, signature) = token.rsplit_once('.').expect("a signature");
    let bytes = |text: &str| URL_SAFE_NO_PAD.decode(text).expect("base64url");
    let key = RsaKeyPair::from_pkcs8(KEY).expect("a key");
    UnparsedPublicKey::new(&RSA_PKCS1_2048_8192_SHA256, key.public_key().as_ref())
        .verify(signed.as_bytes(), &bytes(signature))
        .expect("signed by the service account");
    let (head, claims) = signed.split_once('.').expect("claims");
    let head: Value = serde_json::from_slice(&bytes(head)).expect("JSON");
    assert_eq!(head, json!({ "alg": "RS256", "typ": "JWT" }));
    serde_json::from_slice(&bytes(claims)).expect("JSON")
}

/// A card that a member downloaded, unpacked by another program.
struct Card {
    folder: tempfile::TempDir,
}

impl Card {
    async fn of(member: &Caller) -> Self {
        let answer = member.request(Method::GET, APPLE).send().await.expect("an answer");
        assert_eq!(
            (answer.status().as_u16(), &answer.headers()["content-type"]),
            (200, &"application/vnd.apple.pkpass".parse().expect("a header"))
        );
        let folder = tempfile::tempdir().expect("a folder");
        let archive = folder.path().join("card.pkpass");
        std::fs::write(&archive, answer.bytes().await.expect("a body")).expect("written");
        let unpacked = Command::new("python3")
            .args(["-m", "zipfile", "-e"])
            .args([&archive, &folder.path().join("card")])
            .output()
            .expect("python runs");
        assert!(unpacked.status.success(), "{}", String::from_utf8_lossy(&unpacked.stderr));
        Self { folder }
    }

    fn file(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.folder.path().join("card").join(name)).expect(name)
    }

    fn json(&self, name: &str) -> Value {
        serde_json::from_slice(&self.file(name)).expect("JSON")
    }

    /// Compares the digests of all files, and lets OpenSSL verify the signature.
    fn verify(&self, authority: &str, now: i64) {
        let digests: BTreeMap<String, String> = serde_json::from_slice(&self.file("manifest.json")).expect("digests");
        let found = files_below(&self.folder.path().join("card"), "");
        let listed: Vec<&str> = digests.keys().map(String::as_str).collect();
        let signed: Vec<&str> =
            found.iter().map(String::as_str).filter(|name| !["manifest.json", "signature"].contains(name)).collect();
        assert_eq!(listed, signed, "each file has a digest");
        for (name, digest) in &digests {
            let found: String = Sha1::digest(self.file(name)).iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(*digest, found, "{name}");
        }
        let at = |name: &str| self.folder.path().join("card").join(name);
        let verify = |content: &Path| {
            let mut openssl = Command::new("openssl");
            openssl.args(["cms", "-verify", "-binary", "-inform", "DER", "-in"]).arg(at("signature"));
            openssl.arg("-content").arg(content).args(["-CAfile", authority, "-purpose", "any"]);
            openssl.args(["-attime", &now.to_string(), "-out", "/dev/null"]).output().expect("openssl runs")
        };
        let verified = verify(&at("manifest.json"));
        assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stderr));
        assert!(!verify(&at("pass.json")).status.success(), "the signature is of the digests alone");
        let shown = Command::new("openssl")
            .args(["cms", "-cmsout", "-print", "-inform", "DER", "-in"])
            .arg(at("signature"))
            .output()
            .expect("openssl runs");
        let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
        assert!(shown.contains("signingTime") && shown.contains("sha256"), "{shown}");
        assert_eq!(shown.matches("d.certificate:").count(), 2, "the certificate and the intermediate: {shown}");
    }
}

/// The files of a folder, sorted, with the folders in it.
fn files_below(folder: &Path, prefix: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        match entry.path().is_dir() {
            true => found.extend(files_below(&entry.path(), &format!("{name}/"))),
            false => found.push(name),
        }
    }
    found.sort();
    found
}

/// A counter of a programme with changing codes, where the short id only earns.
async fn counter(server: &TestServer) -> Caller {
    let owner = server.staff(Role::Owner).await;
    let settings = owner.get("/api/admin/settings").await.expect(200);
    owner.put_at("/api/admin/settings", "*", json!({ "counterCodes": true }).over(settings)).await.expect(200);
    let partner = Desk::of(server).await.partner("1", "0").await;
    server.staff_at(Role::Merchant, Some(&partner)).await
}

/// Shows the code of a card at a counter: it earns points, and is refused wherever points are seen or spent.
async fn earns_only(till: &Caller, member: &TestMember, code: &str) {
    let found = till.post("/api/merchant/lookup", json!({ "member": code })).await.expect(200);
    assert!(found.get("points").is_none_or(Value::is_null), "{found}");
    let body = json!({ "member": code, "amountHkd": "10" });
    till.post_once("/api/merchant/award", &fresh_key(), body).await.expect(200);
    assert_eq!(member.caller.get("/api/auth/getUserInfo").await.expect(200)["points"], 1_010);
    let scan = json!({ "code": code });
    till.post("/api/merchant/member-code", scan).await.expect_problem(409, "counter_code_stale");
    let body = json!({ "code": code, "coupon": "019cde0a5b7070009f1b4c1f0c2f7a31" });
    till.post_once("/api/merchant/member-code/use", &fresh_key(), body).await.expect_problem(409, "counter_code_stale");
    assert_eq!(member.caller.get("/api/auth/getUserInfo").await.expect(200)["points"], 1_010);
}

#[tokio::test]
async fn a_card_for_google_is_signed_and_its_code_earns_only() {
    let server = TestServer::start_with(with_google).await;
    assert_eq!(offered(&server).await, json!(["google"]));
    let till = counter(&server).await;
    let member = server.member_with(1_000).await;
    let url = member.caller.post(GOOGLE, json!({})).await.expect(200)["saveUrl"].clone();
    let claims = claims(url.as_str().expect("an address"));
    assert_eq!(
        json!([claims["iss"], claims["aud"], claims["typ"], claims["iat"], claims["origins"]]),
        json!([
            "cards@kapok-test.iam.example.org",
            "google",
            "savetowallet",
            server.clock.now().as_millis() / 1_000,
            ["https://points.example.hk"]
        ])
    );
    let (class, card) = (&claims["payload"]["loyaltyClasses"][0], &claims["payload"]["loyaltyObjects"][0]);
    assert_eq!(class["id"], "3388000000012345678.points.example.hk_card");
    assert_eq!(
        (&card["classId"], &class["programName"], &class["hexBackgroundColor"]),
        (&class["id"], &json!("Kapok"), &json!("#c5301c"))
    );
    assert_eq!(class["programLogo"]["sourceUri"]["uri"], "https://points.example.hk/icons/maskable-512.png");
    assert_eq!(card["id"], format!("3388000000012345678.points.example.hk_{}", member.short_id));
    assert_eq!((&card["accountName"], &card["state"]), (&json!("Mei 陳"), &json!("ACTIVE")));
    assert_eq!(card["textModulesData"][0]["header"], "Earns points only");
    assert_eq!((&card["barcode"]["type"], &card["barcode"]["value"]), (&json!("QR_CODE"), &json!(member.short_id)));
    assert!(!claims.to_string().contains("1000"), "no balance is on the card: {claims}");
    earns_only(&till, &member, card["barcode"]["value"].as_str().expect("a code")).await;
    server.verify_books();
}

#[tokio::test]
async fn a_card_for_apple_is_signed_and_its_code_earns_only() {
    let files = PassFiles::new();
    let server = TestServer::start_with(with_apple(&files, "certificate.pem")).await;
    assert_eq!(offered(&server).await, json!(["apple"]));
    let till = counter(&server).await;
    let member = server.member_with(1_000).await;
    let card = Card::of(&member.caller).await;
    card.verify(&files.path("intermediate.pem"), server.clock.now().as_millis() / 1_000);
    let pass = card.json("pass.json");
    assert_eq!(
        json!([pass["formatVersion"], pass["passTypeIdentifier"], pass["teamIdentifier"], pass["serialNumber"]]),
        json!([1, PASS_TYPE, TEAM, member.id.to_string()])
    );
    assert_eq!((&pass["organizationName"], &pass["description"]), (&json!("Kapok"), &json!("Kapok member card")));
    assert_eq!(
        (&pass["backgroundColor"], &pass["foregroundColor"]),
        (&json!("rgb(197, 48, 28)"), &json!("rgb(255, 253, 248)"))
    );
    assert_eq!(pass["storeCard"]["primaryFields"][0]["value"], "Mei 陳");
    let shown = pass.to_string();
    assert!(!shown.contains("1000") && !shown.contains("1,000"), "no balance is on the card: {shown}");
    for (name, side) in PICTURES.into_iter().zip([29, 58, 87, 50, 100, 150]) {
        let picture = image::load_from_memory(&card.file(name)).expect(name);
        assert_eq!((picture.width(), picture.height()), (side, side), "{name}");
    }
    let code = &pass["barcodes"][0];
    assert_eq!(code["format"], "PKBarcodeFormatQR");
    earns_only(&till, &member, code["message"].as_str().expect("a code")).await;
    server.verify_books();
}

#[tokio::test]
async fn a_card_speaks_the_language_of_its_member_and_that_of_the_phone() {
    let files = PassFiles::new();
    let server = TestServer::start_with(with_apple(&files, "certificate.pem")).await;
    let member = server.member().await;
    // The language of a member is that of the phone on which they sign in.
    let phone = server.visitor().with_header("accept-language", "zh-HK");
    phone.sign_in(&member.email, PASSWORD).await;
    let card = Card::of(&phone).await;
    let pass = card.json("pass.json");
    assert_eq!(
        (&pass["description"], &pass["storeCard"]["secondaryFields"][1]["value"]),
        (&json!("Kapok 會員卡"), &json!("只賺積分"))
    );
    for (folder, expected) in [("en", "Earns points only"), ("zh-Hans", "只赚积分"), ("zh-Hant", "只賺積分")] {
        let texts = String::from_utf8(card.file(&format!("{folder}.lproj/pass.strings"))).expect("text");
        assert!(texts.contains(&format!("\"只賺積分\" = \"{expected}\";\n")), "{folder}: {texts}");
        assert!(texts.lines().all(|line| line.starts_with('"') && line.ends_with("\";")), "{folder}: {texts}");
    }
}

#[tokio::test]
async fn a_programme_without_certificates_has_no_cards() {
    let server = TestServer::start().await;
    let member = server.member().await;
    assert_eq!(offered(&server).await, json!([]));
    member.caller.get(APPLE).await.expect_problem(404, "wallet_pass_off");
    member.caller.post(GOOGLE, json!({})).await.expect_problem(404, "wallet_pass_off");
    server.visitor().get(APPLE).await.expect_problem(401, "unauthenticated");
    server.visitor().post(GOOGLE, json!({})).await.expect_problem(401, "unauthenticated");
}

#[tokio::test]
async fn a_suspended_member_gets_no_card() {
    let server = TestServer::start_with(with_google).await;
    let member = server.member().await;
    member.caller.post(GOOGLE, json!({})).await.expect(200);
    suspend(&server, &member).await;
    member.caller.post(GOOGLE, json!({})).await.expect_problem(401, "unauthenticated");
}

#[tokio::test]
async fn a_certificate_that_ends_takes_its_card_away_and_nothing_else() {
    let files = PassFiles::new();
    files.issue("short.pem", |params| {
        // Ten hours after the time that the clock of the tests shows.
        params.not_after = rcgen::date_time_ymd(2026, 9, 22);
    });
    let server = TestServer::start_with(with_apple(&files, "short.pem")).await;
    let member = server.member().await;
    assert_eq!(offered(&server).await, json!(["apple"]));
    server.clock.advance(Duration::from_secs(86_400));
    assert_eq!(offered(&server).await, json!([]));
    member.caller.sign_in(&member.email, PASSWORD).await;
    member.caller.get(APPLE).await.expect_problem(404, "wallet_pass_off");
    let server = server.restart_with(with_apple(&files, "short.pem")).await;
    assert_eq!(offered(&server).await, json!([]));
    let server = server.restart_with(with_apple(&files, "certificate.pem")).await;
    assert_eq!(offered(&server).await, json!(["apple"]));
}

#[tokio::test]
async fn cards_are_limited() {
    let server = TestServer::start_with(|config| {
        with_google(config);
        config.limits.enabled = true;
    })
    .await;
    let member = server.member().await;
    for _ in 0..30 {
        member.caller.post(GOOGLE, json!({})).await.expect(200);
    }
    member.caller.post(GOOGLE, json!({})).await.expect_problem(429, "rate_limited");
}
