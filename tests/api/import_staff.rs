//! Staff accounts that owners import.

use kapok::auth::Role;
use kapok::core::settings::{self, Author, ProgrammeSettings};
use serde_json::{Value, json};

use crate::import::{bring, counts, fates, file, load, try_out};
use crate::import_undo::{listed, undo};
use crate::support::desk::Desk;
use crate::support::{TestServer, fresh_key};

const LIST: &str = "staff";
const CROWD: &str =
    "name,email,role,partner\r\n'=Ada,Ada@crew.example,operator,\r\n陳志明,ben@crew.example,merchant,Tea House\r\n";

/// The token at the end of an invitation link.
fn token_of(secret: &Value) -> String {
    let link = secret["secret"].as_str().expect("a link");
    link.rsplit('/').next().expect("a token").to_owned()
}

#[tokio::test]
async fn each_row_is_an_invitation_that_is_mailed_shown_once_and_withdrawn_until_accepted() {
    let server = TestServer::start().await;
    let (owner, desk) = (server.staff_at(Role::Owner, None).await, Desk::of(&server).await);
    let partner = desk.partner("1", "0").await;
    let before = listed(&owner, LIST).await;
    let dry = try_out(&owner, LIST, CROWD).await;
    assert_eq!((counts(&dry), &dry["rows"][0]["name"]), ([2, 0, 0, 0], &json!("=Ada, Ada@crew.example")));
    assert_eq!(listed(&owner, LIST).await, before);
    let key = fresh_key();
    let answer = bring(&owner, LIST, "name=crew.csv", &key, CROWD).await.expect(200);
    let again = bring(&owner, LIST, "name=crew.csv", &key, CROWD).await;
    assert_eq!(again.header("idempotency-replayed"), "true");
    let again = again.expect(200);
    assert_eq!((&again["made"], &again["secrets"]), (&answer["made"], &Value::Null), "links are shown once");
    let people = listed(&owner, LIST).await;
    let ben = people.as_array().expect("people").iter().find(|one| one["email"] == "ben@crew.example").expect("Ben");
    assert_eq!(
        (&ben["status"], &ben["role"], &ben["partnerId"]),
        (&json!("invited"), &json!("merchant"), &json!(partner))
    );
    let message = server.message_to("ada@crew.example").await;
    let token = token_of(&answer["secrets"][0]);
    assert!(message["text"].as_str().expect("a text").contains(&token), "{message}");
    let chosen = json!({ "token": token, "password": "Red-flowers-in-March-71" });
    server.visitor().post("/api/staff/link/accept", chosen).await.expect(200);
    let undone = undo(&owner, LIST, &answer["made"]).await.expect(200);
    assert_eq!((&undone["removed"], &undone["stay"][0]["_id"]), (&json!(1), &answer["made"][0]));
    assert_eq!(undone["stay"][0]["code"], "already_accepted");
    let late = json!({ "token": token_of(&answer["secrets"][1]), "password": "Red-flowers-in-March-72" });
    server.visitor().post("/api/staff/link/accept", late).await.expect_problem(410, "link_expired");
    let trail = server.staff_at(Role::Auditor, None).await.get("/api/admin/audit").await.expect(200);
    let actions: Vec<&Value> = trail.as_array().expect("lines").iter().map(|line| &line["action"]).collect();
    for action in ["staff.load_undo", "staff.remove", "staff.load", "staff.invite"] {
        assert!(actions.contains(&&json!(action)), "{action}: {actions:?}");
    }
    assert!(!trail.to_string().contains(&token), "the audit holds a link");
}

#[tokio::test]
async fn each_mistake_in_an_invitation_is_told_and_nobody_is_invited() {
    let server = TestServer::start().await;
    let (owner, desk) = (server.staff_at(Role::Owner, None).await, Desk::of(&server).await);
    desk.partner("1", "0").await;
    let known = server.staff_email_at(Role::Editor, None).await;
    let before = listed(&owner, LIST).await;
    let long = "x".repeat(101);
    let csv = format!(
        "name,email,role,partner\nA,{known},editor,\nA,a@x.example,editor,\nA,A@X.example,editor,\n,b@x.example,editor,\n\
         {long},c@x.example,editor,\nA,nobody,editor,\nA,,editor,\nA,d@x.example,chief,\nA,e@x.example,,\n\
         A,f@x.example,merchant,\nA,g@x.example,editor,Tea House\nA,h@x.example,merchant,Nobody\nA,i@x.example\n"
    );
    let expected = [
        "email email_in_use",
        "new",
        "email twice_in_file",
        "name required_field",
        "name invalid_name",
        "email invalid_email",
        "email invalid_email",
        "role unknown_role",
        "role unknown_role",
        "partner partner_required",
        "partner partner_required",
        "partner unknown_partner",
        " cells_amiss",
    ];
    assert_eq!(fates(&try_out(&owner, LIST, &csv).await), expected);
    bring(&owner, LIST, "", &fresh_key(), csv).await.expect_problem(422, "file_refused");
    let out = file(&owner, LIST).await;
    assert!(fates(&try_out(&owner, LIST, &out).await).iter().all(|fate| fate == "unchanged"), "{out}");
    let other = out.replace("editor", "owner");
    assert!(fates(&try_out(&owner, LIST, &other).await).contains(&"role colleague_kept".to_owned()));
    let unknown = "_id,name\n019cde0a5b7070009f1b4c1f0c2f7a31,A\n";
    assert_eq!(fates(&try_out(&owner, LIST, unknown).await), ["_id unknown_record"]);
    for (csv, code) in [("", "invalid_csv"), ("name,email,password\nA,a@x.example,p\n", "unknown_column")] {
        bring(&owner, LIST, "dryRun=true", "", csv).await.expect_problem(400, code);
    }
    assert_eq!(listed(&owner, LIST).await.as_array().map(Vec::len), before.as_array().map(Vec::len));
    bring(&desk.operator, LIST, "dryRun=true", "", CROWD).await.expect_problem(403, "forbidden");
    undo(&desk.operator, LIST, &json!(["x"])).await.expect_problem(403, "forbidden");
}

#[tokio::test]
async fn a_file_invites_nobody_where_two_people_decide() {
    let server = TestServer::start().await;
    let (owner, desk) = (server.staff_at(Role::Owner, None).await, Desk::of(&server).await);
    desk.partner("1", "0").await;
    let settings = ProgrammeSettings { two_person: true, ..ProgrammeSettings::default() };
    let author = Author { id: [0; 16], name: "Chan Tai Man" };
    server.running.store.write_unattended(move |tx| settings::replace(tx, &settings, author)).await.expect("kept");
    assert_eq!(fates(&try_out(&owner, LIST, CROWD).await), [" invitations_need_approval"; 2]);
    bring(&owner, LIST, "", &fresh_key(), CROWD).await.expect_problem(422, "file_refused");
    let without = load(&owner, LIST, &file(&owner, LIST).await).await;
    assert_eq!(counts(&without)[0], 0);
}
