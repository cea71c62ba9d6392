//! For whom a change is made: `Store` has one door for callers, one for visitors and two for the server itself. A handler
//! that knows who is calling and leaves by another door than `write_as` would carry a change out for somebody who has
//! been suspended, erased or signed out while it waited.

use super::{code, report, sources};

/// The doors that ask nobody, and the files that may use each.
const PLAIN_DOORS: &[(&str, &[&str])] = &[
    (
        "write_for_visitor(",
        &[
            "src/auth/captcha/demand.rs",
            "src/auth/http.rs",
            "src/auth/login.rs",
            "src/auth/passkeys/http.rs",
            "src/auth/passkeys/mod.rs",
            "src/auth/second_factor/http.rs",
            "src/auth/second_factor/passkeys.rs",
            "src/auth/staff/http/forgotten.rs",
            "src/auth/staff/http/links.rs",
            "src/auth/staff/http/sign_in.rs",
            "src/staff/merchant/http/enrolment.rs",
            "src/platform/throttle/failures/mod.rs",
            "src/member/notifications/http/preferences.rs",
            "src/member/programme/http.rs",
            "src/member/recovery/http.rs",
            "src/member/sign_ins/http.rs",
            "src/member/signup/http.rs",
        ],
    ),
    (
        "write_unattended(",
        &[
            "src/staff/proposals/letters.rs",
            "src/staff/reports/mod.rs",
            "src/app/housekeeping.rs",
            "src/auth/staff/mod.rs",
            "src/ops/backup/alarm.rs",
            "src/platform/delivery/worker.rs",
            "src/ops/diagnostics/spending.rs",
            "src/member/notifications/announcements/sending.rs",
            "src/member/programme/policy.rs",
            "src/member/rewards/life.rs",
            "src/member/segments/daily.rs",
            "src/member/statement/anchor.rs",
            "src/member/statement/signing_keys.rs",
            "src/core/timekeeping/mod.rs",
            "src/platform/webhooks/worker.rs",
        ],
    ),
    (
        "write_blocking(",
        &[
            "src/ops/backup/restore.rs",
            "src/cli/admin/mod.rs",
            "src/ops/demo/crowd.rs",
            "src/ops/demo/mod.rs",
            "src/ops/demo/neighbours.rs",
            "src/ops/export_import/import.rs",
        ],
    ),
];

/// Types that stand for somebody who was let in.
const CALLERS: &[&str] = &[
    "ManagerAt",
    "StaffWith",
    "CounterSession",
    "EnrolledTill",
    "EnteringStaff",
    "AuditedStaff",
    "LiveTill",
    "MaybeMember",
    "Member",
    "Merchant",
    "OperatorOnly",
    "PartnerStaff",
    "Principal",
    "Staff",
    "TrustedMember",
];

/// Functions that serve members and visitors, and choose the door by which of them it is.
const CHOOSES_THE_DOOR: &[(&str, &str)] = &[("src/auth/passkeys/http.rs", "create_biometric_challenge")];

/// A function's name, what stands before its body, and its body.
struct Function<'t> {
    name: &'t str,
    signature: String,
    body: String,
}

fn functions(text: &str) -> Vec<Function<'_>> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let (indent, head) = (line.len() - line.trim_start().len(), line.trim_start());
        let before = head.split("fn ").next().unwrap_or("");
        let opens =
            head.contains("fn ") && before.split_whitespace().all(|word| word.starts_with("pub") || word == "async");
        if !opens {
            continue;
        }
        let name = head[before.len() + "fn ".len()..].split(['(', '<']).next().unwrap_or("");
        let rest = || lines[number..].iter();
        let last = format!("{}}}", " ".repeat(indent));
        let whole: Vec<&str> = match line.ends_with('}') {
            true => vec![line],
            false => rest().take_while(|line| **line != last).copied().collect(),
        };
        let opening = whole.iter().position(|line| line.contains('{')).unwrap_or(0);
        found.push(Function { name, signature: whole[..=opening].join(" "), body: whole.join("\n") });
    }
    found
}

fn names_a_caller(signature: &str) -> bool {
    let arguments = signature.split("->").next().unwrap_or(signature);
    arguments.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| CALLERS.contains(&word))
}

/// The wrong doors that a file uses.
fn offences_in(path: &str, text: &str) -> Vec<String> {
    let mut offences = Vec::new();
    for (door, files) in PLAIN_DOORS {
        if text.contains(&format!(".{door}")) && !files.contains(&path) {
            offences
                .push(format!("{path} uses {door}…): name it in tests/tidy/doors.rs if no caller stands behind it"));
        }
    }
    for function in functions(text) {
        let chooses = CHOOSES_THE_DOOR.contains(&(path, function.name));
        let plain = PLAIN_DOORS.iter().any(|(door, _)| function.body.contains(&format!(".{door}")));
        if plain && names_a_caller(&function.signature) && !chooses {
            offences.push(format!("{path}: {} knows its caller and does not use write_as", function.name));
        }
    }
    offences
}

#[test]
fn a_change_for_a_caller_asks_in_the_write_whether_they_may_act() {
    let mut offences = Vec::new();
    for source in sources().iter().filter(|source| source.module != "platform::store") {
        offences.extend(offences_in(&source.path.display().to_string(), code(source)));
    }
    report(&offences);
}

#[test]
fn a_handler_that_leaves_by_a_plain_door_is_reported() {
    let handler = |arguments: &str, door: &str| {
        format!(
            "async fn like(\n    State(store): State<Store>,\n    {arguments}\n) -> AppResult<()> {{\n    \
             store\n        .{door}(move |tx| super::like(tx))\n        .await\n}}\n"
        )
    };
    let listed = "src/member/recovery/http.rs";
    for caller in
        ["member: Member,", "TrustedMember(member): TrustedMember,", "StaffWith { hand, .. }: StaffWith<Owners>,"]
    {
        let planted = handler(caller, "write_for_visitor");
        assert_eq!(offences_in(listed, &planted).len(), 1, "{caller} in a file that visitors use");
        assert_eq!(offences_in("src/member/articles/http.rs", &planted).len(), 2, "{caller} in any other file");
        assert!(
            offences_in("src/member/articles/http.rs", &handler(caller, "write_as")).is_empty(),
            "{caller} by the right door"
        );
    }
    let visitor = handler("address: ClientAddress,", "write_for_visitor");
    assert!(offences_in(listed, &visitor).is_empty());
    assert_eq!(offences_in("src/member/articles/http.rs", &visitor).len(), 1, "a file that nobody named");
    let unattended = handler("address: ClientAddress,", "write_unattended");
    assert_eq!(offences_in(listed, &unattended).len(), 1, "a request is no housekeeping");
    let helper = "impl Counter {\n    async fn miss(&self, merchant: &Merchant) -> AppResult<()> {\n        \
                  self.store().write_for_visitor(count).await\n    }\n}\n";
    assert_eq!(offences_in(listed, helper).len(), 1, "a method");
    let sign_in =
        "async fn sign_in(request: &Request) -> AppResult<Member> {\n    store.write_for_visitor(open).await\n}\n";
    assert!(offences_in(listed, sign_in).is_empty(), "a member who comes out was a visitor before");
}
