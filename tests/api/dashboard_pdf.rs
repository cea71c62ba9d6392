//! The dashboard as a PDF: its figures beside those of the range before, in each language.

use kapok::auth::Role;
use reqwest::Method;
use reqwest::header::HeaderValue;
use serde_json::json;

use crate::earning_rules::Shop;
use crate::pdf_text::{fonts_of, text_of};
use crate::simulations::set;
use crate::support::desk::coupon;
use crate::support::{Caller, TestServer, fresh_key};

const PDF: &str = "/api/admin/reports/dashboard/pdf";

/// The name under which the file is saved, and the file.
async fn printed(caller: &Caller, query: &str) -> (String, Vec<u8>) {
    let answer = caller.request(Method::GET, &format!("{PDF}?{query}")).send().await.expect("an answer");
    assert_eq!(
        (answer.status().as_u16(), &answer.headers()["content-type"]),
        (200, &HeaderValue::from_static("application/pdf"))
    );
    let name = answer.headers()["content-disposition"].to_str().expect("a name").to_owned();
    (name, answer.bytes().await.expect("bytes").to_vec())
}

#[tokio::test]
async fn the_dashboard_is_printed_with_the_range_before_in_each_language() {
    let mut shop = Shop::open_at("2026-03-01T12:00").await;
    let ada = shop.server.member().await;
    shop.award(&ada, "100").await;
    shop.go_to("2026-03-11T12:00").await;
    set(&shop, json!({ "pointValueHkd": "0.016" })).await;
    let ben = shop.server.member().await;
    shop.award(&ben, "250").await;
    let item = shop.desk.item(coupon(40)).await;
    ben.caller
        .post_once(&format!("/api/redeem/purchase/{item}"), &fresh_key(), json!({ "quantity": 1 }))
        .await
        .expect(200);
    let finance = shop.server.staff(Role::Finance).await;
    let range = "from=2026-03-06&to=2026-03-12";

    let (name, pdf) = printed(&finance, &format!("{range}&language=en")).await;
    assert_eq!(name, "attachment; filename=\"dashboard-2026-03-06-2026-03-12.pdf\"");
    let text = text_of(&pdf);
    for said in [
        "Dashboard",
        "6 March 2026 to 12 March 2026",
        "Compared with 27 February 2026 to 5 March 2026",
        "HK$4.96",
        "+150 %, from 100",
        "of 2 members",
        "Top partners",
        "Top items",
        "Alarms to decide",
    ] {
        assert!(text.contains(said), "{said} in {text}");
    }
    for (language, said) in [("zh", ["概览", "活跃会员", "警报与待办"]), ("zhhk", ["總覽", "活躍會員", "警示與待辦"])]
    {
        let (_, pdf) = printed(&finance, &format!("{range}&language={language}")).await;
        let text = text_of(&pdf);
        assert!(said.iter().all(|words| text.contains(words)), "{said:?} in {text}");
        assert!(!text.contains('\u{25a1}') && fonts_of(&pdf).iter().all(|font| font.is_embedded), "{text}");
    }
    let trail =
        shop.server.staff(Role::Auditor).await.get("/api/admin/audit?action=dashboard.download").await.expect(200);
    assert_eq!(trail[0]["target"], "2026-03-06-2026-03-12");
}

#[tokio::test]
async fn an_empty_programme_has_a_dashboard_and_wrong_ranges_are_refused() {
    let server = TestServer::start().await;
    let finance = server.staff(Role::Finance).await;
    let (_, pdf) = printed(&finance, "language=en").await;
    let text = text_of(&pdf);
    assert!(text.contains("Nothing before") && text.contains("None"), "{text}");
    for wrong in ["from=2026-03-12&to=2026-03-06", "from=2010-01-01&to=2026-03-06", "from=2020-01-01&to=2026-03-06"] {
        finance.get(&format!("{PDF}?{wrong}")).await.expect_problem(400, "invalid_period");
    }
    for wrong in ["from=yesterday", "to=2026-02-30", "language=fr"] {
        finance.get(&format!("{PDF}?{wrong}")).await.expect_problem(400, "invalid_value");
    }
    for role in [Role::Editor, Role::Support] {
        server.staff(role).await.get(PDF).await.expect_problem(403, "forbidden");
    }
    server.visitor().get(PDF).await.expect_problem(401, "unauthenticated");
}
