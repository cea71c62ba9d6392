//! The folder of `src/` that owns each table. Only the owner writes a table: another part that changes rows asks the
//! owner, so that the rules of a table stand in one folder.

use std::collections::BTreeSet;
use std::fs;

use super::{ROOMS, code, report, sources};

/// The folders of `src/` and the tables that each writes. A table stands in the migration of the folder's room.
const OWNERS: &[(&str, &[&str])] = &[
    ("platform/store", &["store_heartbeat"]),
    ("platform/throttle", &["login_failure", "distinct_try", "suspect"]),
    ("platform/idempotency", &["idempotency_answer", "idempotency_day"]),
    ("platform/audit", &["audit_entry"]),
    ("platform/delivery", &["outbox_message", "outbox_count", "outbox_tally", "sms_month", "push_subscription"]),
    ("platform/webhooks", &["webhook_endpoint", "webhook_event", "webhook_delivery"]),
    ("core/expiry", &["expiry_policy"]),
    ("core/members", &["member", "member_alias", "member_note", "member_birthday", "card_pin"]),
    ("core/ledger", &["account", "ledger_transaction", "posting", "lot", "hold", "pending_points"]),
    (
        "core/outlets",
        &["outlet", "till", "till_miss", "cashier", "counter_session", "cashier_passkey", "cashier_passkey_challenge"],
    ),
    ("core/preferences", &["message_preference", "marketing_consent"]),
    ("core/settings", &["programme_settings", "message_text"]),
    ("core/timekeeping", &["clock_watch"]),
    (
        "auth",
        &[
            "session",
            "one_time_code",
            "code_sending",
            "captcha_spent",
            "passkey",
            "passkey_challenge",
            "staff",
            "staff_setup",
            "staff_link",
            "staff_session_origin",
            "staff_totp",
            "staff_recovery_code",
            "staff_passkey",
            "staff_passkey_challenge",
            "api_key",
            "device_account",
        ],
    ),
    ("member/signup", &["registration"]),
    ("member/recovery", &["password_reset", "recovery_guess"]),
    ("member/segments", &["segment", "segment_member", "segment_day"]),
    ("member/notifications", &["notification", "announcement"]),
    ("member/counter_codes", &["counter_code_scan"]),
    ("member/partners", &["partner", "partner_rate"]),
    ("member/articles", &["article", "article_like", "article_read"]),
    ("member/rewards", &["item", "item_buyer", "redemption", "redemption_day", "coupon_code", "short_code"]),
    ("member/expiry", &["expiry_grace", "expiry_notice"]),
    ("member/earn_links", &["earn_link_key", "earn_link_claim", "counter_link"]),
    ("member/campaigns", &["campaign", "campaign_code", "campaign_claim", "campaign_scan_limit", "campaign_hour"]),
    ("member/statement", &["statement_key", "ledger_anchor"]),
    ("member/transfers", &["transfer_day", "recipient_look"]),
    ("member/awards", &["counter_event", "award_day", "till_day", "counter_day"]),
    (
        "member/earning_rules",
        &[
            "earning_rule",
            "earning_rule_version",
            "earning_rule_span",
            "earning_rule_line",
            "earning_rule_day",
            "earning_rule_simulation",
            "earning_rule_grant",
            "partner_rate_simulation",
        ],
    ),
    ("member/carbon", &["carbon_factor", "carbon_entry", "carbon_day"]),
    ("member/goals", &["goal", "goal_version", "goal_card", "goal_stamp"]),
    ("member/tiers", &["tier_ladder", "tier_ladder_version", "tier_entry", "tier_change", "tier_total", "tier_reward"]),
    ("member/referrals", &["referral_reward"]),
    ("member/terms", &["terms_version", "terms_acceptance"]),
    ("member/alarms", &["alarm", "alarm_evidence", "alarm_step", "alarm_hold"]),
    ("member/claims", &["claim", "claim_photo"]),
    ("member/programme", &["page_view", "text_copy"]),
    ("staff/approvals", &["approval", "points_alone"]),
    ("staff/proposals", &["proposal"]),
    ("staff/admin/uploads", &["upload"]),
    ("staff/admin/credit_batches", &["credit_batch", "credit_batch_row"]),
    (
        "staff/reports",
        &[
            "ledger_day",
            "ledger_day_all",
            "ledger_span",
            "active_day",
            "ledger_day_mark",
            "partner_terms",
            "closed_month",
            "partner_bill",
            "partner_bill_line",
            "breakage_assumption",
        ],
    ),
    ("staff/admin/checklist", &["checklist_dismissal", "checklist_aside"]),
];

/// Writes to copies of the database, never to the one that is in use.
const WRITES_COPIES: &str = "src/ops/backup/queries.rs";

/// The names of tables that follow one of these words are written.
const WRITING: &[&str] = &["insert into ", "insert or ignore into ", "update ", "delete from "];

fn owner(table: &str) -> Option<&'static str> {
    OWNERS.iter().find(|(_, tables)| tables.contains(&table)).map(|(folder, _)| *folder)
}

/// The tables that the statements of a text write.
fn written_tables(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for head in WRITING {
        for (at, _) in text.match_indices(head) {
            let rest = &text[at + head.len()..];
            let name: String = rest.chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect();
            // `do update set` and prose name no table.
            if owner(&name).is_some() {
                found.insert(name);
            }
        }
    }
    found
}

/// The writes of a file to tables of another folder.
fn foreign_writes(path: &str, text: &str) -> Vec<String> {
    if path == WRITES_COPIES {
        return Vec::new();
    }
    written_tables(text)
        .into_iter()
        .filter_map(|table| {
            let folder = owner(&table)?;
            (!path.starts_with(&format!("src/{folder}/")))
                .then(|| format!("{path} writes {table}, which is {folder}'s"))
        })
        .collect()
}

#[test]
fn each_table_is_written_by_its_owner_alone() {
    let mut offences = Vec::new();
    for source in sources() {
        // Comments may name a statement; only code runs one.
        let lines = code(&source).lines().filter(|line| !line.trim_start().starts_with("//"));
        let text: String = lines.flat_map(|line| [line, "\n"]).collect();
        offences.extend(foreign_writes(&source.path.to_string_lossy(), &text));
    }
    report(&offences);
}

#[test]
fn a_planted_write_of_a_foreign_table_is_reported() {
    let planted = r#"tx.execute("update redemption set member_id = :into where member_id = :from", both)"#;
    assert_eq!(
        foreign_writes("src/staff/admin/members/queries.rs", planted),
        ["src/staff/admin/members/queries.rs writes redemption, which is member/rewards's"]
    );
    assert!(foreign_writes("src/member/rewards/queries/redemptions.rs", planted).is_empty());
    assert!(foreign_writes("src/staff/admin/members/queries.rs", "select points from redemption").is_empty());
}

#[test]
fn each_table_of_the_migrations_has_an_owner_in_the_room_of_its_file() {
    let mut offences = Vec::new();
    let mut made = BTreeSet::new();
    for entry in fs::read_dir("migrations").expect("the migrations").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let room =
            name.split_once("__").and_then(|(_, rest)| rest.strip_suffix(".sql")).expect("V1__room.sql").to_owned();
        let text = fs::read_to_string(entry.path()).expect("SQL");
        // A table that is built anew gets its old name at the end.
        let renamed = |table: &&str| text.contains(&format!("alter table {table} rename to "));
        for table in text
            .lines()
            .filter_map(|line| line.strip_prefix("create table ")?.split(' ').next())
            .filter(|table| !renamed(table))
        {
            match owner(table) {
                Some(_) if !ROOMS.iter().any(|(name, _)| *name == room) => {}
                Some(folder) if folder.split('/').next() == Some(&room) => {}
                Some(folder) => offences.push(format!("{name} makes {table}, which is {folder}'s")),
                None => offences.push(format!("{name} makes {table}, which has no owner")),
            }
            made.insert(table.to_owned());
        }
    }
    let owned = OWNERS.iter().flat_map(|(_, tables)| tables.iter());
    offences
        .extend(owned.filter(|table| !made.contains(**table)).map(|table| format!("{table} is owned but not made")));
    report(&offences);
}

#[test]
fn every_line_of_an_export_stands_in_its_page() {
    let page = fs::read_to_string("docs/import-export.md").expect("the page");
    let source = fs::read_to_string("src/ops/export_import/queries.rs").expect("the tables");
    let names: Vec<&str> = source.split("table!(\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(names.len() > 50, "the tables were not found");
    let missing: Vec<_> = names.into_iter().filter(|name| !page.contains(&format!("`{name}`"))).collect();
    assert!(missing.is_empty(), "docs/import-export.md does not name {missing:?}");
}
