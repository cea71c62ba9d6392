//! Command-line commands: what they refuse, what they leave behind and what they print.

use std::fs;
use std::net::TcpListener;

use crate::support::{Server, as_text, expect_failure, expect_success, kapok, run, text};

#[test]
fn the_demo_takes_no_folder_that_it_did_not_make() {
    let folder = tempfile::tempdir().expect("a folder");
    let (real, demo) = (folder.path().join("real"), folder.path().join("demo"));
    // `demo` would create an owner with a public password for a programme that has no owner yet.
    assert_eq!(Server::start(&real, "serve").terminate(), 0);
    let refused = run(&real, &["demo", "--listen", "127.0.0.1:0"]);
    expect_failure(&refused, "holds a programme that the demo did not make");
    assert_eq!(text(&refused.stdout), "", "demo prints no sign-in for a real programme");
    assert_eq!(expect_success(&run(&real, &["admin", "list"])), "");
    assert_eq!(Server::start(&demo, "demo").terminate(), 0);
    assert_eq!(Server::start(&demo, "demo").terminate(), 0, "demo starts again on its own folder");
    let archive = folder.path().join("demo.tar.zst");
    expect_success(&run(&demo, &["backup", as_text(&archive)]));
    let restored = folder.path().join("restored");
    expect_success(&run(&restored, &["restore", as_text(&archive)]));
    assert_eq!(Server::start(&restored, "demo").terminate(), 0, "demo accepts a restored demo");
}

#[test]
fn a_command_that_fails_leaves_no_folder_behind() {
    let folder = tempfile::tempdir().expect("a folder");
    let (data, junk) = (folder.path().join("a/data"), folder.path().join("junk"));
    fs::write(&junk, "nothing of ours").expect("written");
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    expect_failure(&run(&data, &["serve", "--listen", &address]), "cannot listen on");
    expect_failure(&run(&data, &["restore", as_text(&junk)]), "is not a Kapok backup");
    expect_failure(&run(&data, &["restore", "nowhere"]), "does not exist");
    expect_failure(&run(&data, &["import", as_text(&junk)]), "no export of Kapok");
    assert!(!folder.path().join("a").exists());
}

#[test]
fn commands_tell_scripts_and_people_what_they_need() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    assert_eq!(Server::start(&data, "demo").terminate(), 0);
    for verb in ["doctor", "export", "verify", "admin"] {
        assert!(!expect_success(&run(&data, &[verb, "--help"])).contains("--listen"), "{verb}");
    }
    assert!(expect_success(&run(&data, &["serve", "--help"])).contains("--public-url"));
    let list = |arguments: &[&str]| -> serde_json::Value {
        serde_json::from_str(&expect_success(&run(&data, arguments))).expect("JSON")
    };
    let staff = list(&["admin", "list", "--json"]);
    let is_owner = |one: &serde_json::Value| one["email"] == "owner@kapok.example" && one["role"] == "owner";
    assert!(staff.as_array().is_some_and(|all| all.iter().any(is_owner)), "{staff}");
    let settings = list(&["config", "show", "--json"]);
    assert!(settings.as_array().is_some_and(|all| all.iter().any(|one| one["name"] == "email.transport")));
    let settings = expect_success(&run(&data, &["admin", "settings", "get"]));
    assert!(settings.contains("awards.perPartner is not set"), "{settings}");
    expect_failure(&run(&data, &["export", "out.csv"]), "name a folder with --format csv");
    let mut weak =
        kapok(&data, &["admin", "create", "--email", "margaret@staff.example", "--name", "M", "--password-stdin"]);
    let password = folder.path().join("password");
    fs::write(&password, "Margaret-2026-Tram!\n").expect("written");
    weak.stdin(fs::File::open(&password).expect("a file"));
    expect_failure(&weak.output().expect("runs"), "holds «margaret»");
    expect_success(&run(&data, &["admin", "settings", "set", "programmeName", "Green Steps"]));
    expect_success(&run(&data, &["admin", "invite", "--email", "ming@staff.example", "--name", "Ming"]));
    assert_eq!(Server::start(&data, "serve").terminate(), 0);
    let database = data.join("kapok.db");
    fs::remove_file(data.join("kapok.db-wal"))
        .or_else(|error| if database.exists() { Ok(()) } else { Err(error) })
        .expect("a log");
    fs::write(&database, "not a database at all, however long it may be".repeat(200)).expect("written");
    let found = text(&run(&data, &["doctor"]).stdout);
    assert!(
        found.contains("restore ") && found.contains(" FILE --force") && !found.contains("start the server"),
        "{found}"
    );
}

#[test]
fn a_backup_made_as_the_doctor_says_ends_its_warning_and_is_listed() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    assert_eq!(Server::start(&data, "demo").terminate(), 0);
    let advice = || -> Option<String> {
        let found = text(&run(&data, &["doctor"]).stdout);
        let fix = found.lines().skip_while(|line| !line.contains(" backup: there is no backup")).nth(1)?;
        Some(fix.rsplit(' ').next()?.to_owned())
    };
    let file = advice().expect("a warning");
    expect_success(&run(&data, &["backup", &file]));
    assert_eq!(advice(), None);
    let listed = expect_success(&run(&data, &["backup", "list"]));
    assert!(listed.contains(&file) && listed.contains("the settings name none"), "{listed}");
}

#[test]
fn the_shell_makes_and_invites_the_staff_of_a_partner() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    assert_eq!(Server::start(&data, "demo").terminate(), 0);
    let add = |verb: &str, who: &str, more: &[&str]| {
        let email = format!("{who}@staff.example");
        run(&data, &[&["admin", verb, "--email", email.as_str(), "--name", who], more].concat())
    };
    let merchant = ["--role", "merchant", "--partner"];
    let with = |partner: &'static str| [merchant.as_slice(), &[partner]].concat();
    for verb in ["create", "invite"] {
        expect_failure(&add(verb, "ada", &["--role", "merchant"]), "--role merchant needs --partner");
        let unknown = add(verb, "ada", &with("Nobody's Tea"));
        expect_failure(&unknown, "no partner has the name or the id «Nobody's Tea»");
        assert!(text(&unknown.stderr).contains(" Wing Fat Grocer"), "the error names the existing partners");
        let other = add(verb, "ada", &["--role", "finance", "--partner", "Wing Fat Grocer"]);
        expect_failure(&other, "--partner is for --role merchant alone");
    }
    let unknown = text(&add("create", "ada", &with("?")).stderr);
    let id = unknown.lines().find_map(|line| line.trim().strip_suffix(" Wing Fat Grocer")).expect("an id");
    expect_success(&add("create", "ada", &with("wing fat grocer")));
    expect_success(&add("invite", "ben", &[merchant.as_slice(), &[id]].concat()));
    let listed = expect_success(&run(&data, &["admin", "list"]));
    let is_merchant = |who: &str| listed.lines().any(|line| line.starts_with(who) && line.contains(" merchant "));
    assert!(is_merchant("ada@") && is_merchant("ben@"), "{listed}");
    let empty = folder.path().join("empty");
    assert_eq!(Server::start(&empty, "serve").terminate(), 0);
    let none = run(
        &empty,
        &[&["admin", "invite", "--email", "c@staff.example", "--name", "C"], with("X").as_slice()].concat(),
    );
    expect_failure(&none, "the programme has no partner yet");
}
