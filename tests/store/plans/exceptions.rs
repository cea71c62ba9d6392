//! The bounds of the statements that read a whole table, or sort what they read.

/// Tables that stay small, and why.
pub const BOUNDED_TABLES: &[(&str, &str)] = &[
    ("api_key", "a few for each partner"),
    ("breakage_assumption", "one row for each change by staff"),
    ("article", "some thousands, written by staff"),
    ("announcement", "some thousands, written by staff"),
    ("campaign", "some thousands, written by staff"),
    ("campaign_scan_limit", "one for each campaign"),
    ("goal", "two hundred, written by staff"),
    ("terms_version", "some, written by staff"),
    ("tier_ladder", "one row"),
    ("tier_ladder_version", "some, written by staff"),
    ("tier_total", "one row for each level, at most five"),
    ("goal_version", "some for each goal, written by staff"),
    ("carbon_factor", "some hundreds, written by staff"),
    ("cashier", "some for each partner"),
    ("checklist_aside", "at most five rows"),
    ("checklist_dismissal", "at most one row"),
    ("closed_month", "twelve rows a year"),
    ("clock_watch", "one row"),
    ("earning_rule", "at most 500, written by staff"),
    ("earning_rule_version", "a few for each earning rule"),
    ("earning_rule_span", "a row each time that staff switch an earning rule on or move it"),
    ("expiry_policy", "one row for each change of the policy by an owner"),
    ("idempotency_day", "the days that answers are kept"),
    ("item", "some thousands, written by staff"),
    ("ledger_day_mark", "one row"),
    ("message_text", "one row for each text of the programme"),
    ("outbox_count", "one row for each channel and state"),
    ("outlet", "some for each partner"),
    ("partner", "some thousands, written by staff"),
    ("partner_rate", "one row for each change of the rates of a partner"),
    ("partner_terms", "some for each partner, written by staff"),
    ("programme_settings", "one row for each change of the settings by an owner"),
    ("proposal", "some for each partner, written by its managers"),
    ("refinery_schema_history", "one row for each migration"),
    ("sqlite_master", "the schema"),
    ("sqlite_schema", "the schema"),
    ("segment", "at most 200 that stand, written by staff"),
    ("staff", "the people who work for the programme and its partners"),
    ("staff_setup", "one row for each member of staff who has not set a password"),
    ("statement_key", "one row for each change of the key that signs statements"),
    ("store_heartbeat", "one row"),
    ("till", "some for each partner"),
    ("upload", "some thousands of pictures, uploaded by staff"),
    ("webhook_endpoint", "a few, entered by owners"),
];

/// The bound of commands that read the whole database by intention, beside the server or on a copy.
const WHOLE: &str = "a command that reads the whole database, on a reader or on a copy";
/// The bound of jobs of housekeeping and of the start.
const HOUSEKEEPING: &str = "rows of some days, deleted by housekeeping";
/// The bound of the rows of registrations and sign-ins that have begun.
const CHALLENGES: &str = "challenges of some minutes";
/// The bound of a sort of one member's rows.
const ONE_MEMBER: &str = "the rows of one member";
/// The bound of content lists.
const CONTENT: &str = "some thousands of rows, written by staff";
/// The bound of sums by partner.
const PARTNERS: &str = "one row for each partner or till";

/// The bound of sums that are counted again.
const IMPORT: &str = "the end of an import into an empty programme";

/// The bound of simulations.
const SIMULATION: &str = "a simulation of an earning rule, on a reader beside the server";

/// A part of a statement, a part of the step of its plan, and the bound of what it reads.
pub const EXCEPTIONS: &[(&str, &str, &str)] = &[
    ("count(distinct partner_id) as partners", "USE TEMP B-TREE", ONE_MEMBER),
    ("from goal g join goal_version v", "USE TEMP B-TREE", "the goals that are on"),
    ("select member_id, month, day from member_birthday", "SCAN member_birthday", SIMULATION),
    ("select id, created_at_ms from member", "SCAN member", SIMULATION),
    ("select transaction_id, quantity from carbon_entry", "SCAN carbon_entry", SIMULATION),
    ("select member_id, level, created_at_ms from tier_change", "SCAN tier_change", SIMULATION),
    ("delete from captcha_spent where expires_at_ms", "SCAN captcha_spent", HOUSEKEEPING),
    ("delete from one_time_code where destination", "SCAN one_time_code", HOUSEKEEPING),
    ("delete from recovery_guess where since_ms", "SCAN recovery_guess", HOUSEKEEPING),
    ("delete from suspect where until_ms", "SCAN suspect", HOUSEKEEPING),
    ("delete from distinct_try where at_ms <= (", "SCAN distinct_try", "stops after as many rows as are kept"),
    ("select s.id, s.kind, s.device, s.signed_in_at_ms", "ORDER BY", "the sessions of one member, at most ten"),
    ("from ledger_transaction order by seq", "SCAN ledger_transaction", WHOLE),
    ("select id, balance from account order by id", "SCAN account", WHOLE),
    ("from posting order by account_id, seq", "SCAN posting", WHOLE),
    ("from statement_key order by created_at_ms", "ORDER BY", "the keys that have signed statements"),
    ("from lot where spent = 0", "SCAN lot", WHOLE),
    (
        "select l.account_id, l.seq, l.expires_at_ms, l.earned_at_ms",
        "SCAN l",
        "the forecast of expiry, on a thread for long reads",
    ),
    ("select seq, account_id, points, status = 'open' as open from hold", "SCAN hold", WHOLE),
    ("join pending_points w on w.account_id", "ORDER BY", "the purchases of one member whose points wait"),
    ("select seq, points from pending_points where status = 'open'", "SCAN pending_points", WHOLE),
    ("select b.item_id from item_buyer b where b.bought <>", "SCAN b", WHOLE),
    ("select r.id from redemption r left join ledger_transaction t", "SCAN r", WHOLE),
    ("select m.short_id, r.snapshot, r.opened_at_ms from redemption r", "", WHOLE),
    ("select 1 where exists (select 1 from member)", "SCAN", "one row of each table"),
    ("delete from earning_rule_day", "SCAN earning_rule_day", IMPORT),
    ("insert into earning_rule_day (rule_id, day, awards, points, value) select", "", IMPORT),
    ("select l.rule_id from earning_rule_line l left join counter_event", "SCAN l", WHOLE),
    ("select r.id from earning_rule r left join (select rule_id", "", WHOLE),
    ("from cashier", "ORDER BY", "the cashiers of one partner"),
    ("t.secret_hash is not null as is_enrolled", "ORDER BY", "the tills of one partner"),
    ("from article_like l join article a", "ORDER BY", ONE_MEMBER),
    ("from article_read r join article a", "ORDER BY", ONE_MEMBER),
    ("from campaign_scan_limit join campaign", "ORDER BY", "the paused campaigns"),
    ("from campaign_claim where campaign_id", "GROUP BY", "the claims of one campaign, in a report"),
    ("from announcement", "ORDER BY", CONTENT),
    ("with keyed as (select id, created_at_ms", "ORDER BY", CONTENT),
    ("select r.id, r.member_id, r.partner_id, r.status", "ORDER BY", ONE_MEMBER),
    ("from outbox_message where state = 'waiting'", "SCAN outbox_message", "the queue of messages"),
    ("update outbox_message set leased = 0", "SCAN outbox_message", "the queue of messages, at the start"),
    ("from outbox_message where channel = 'sms' order by created_at_ms desc limit 1 offset", "SCAN", "the SMS budget"),
    ("update webhook_delivery set leased = 0", "SCAN webhook_delivery", "the queue of calls, at the start"),
    ("from push_subscription where member_id", "ORDER BY", ONE_MEMBER),
    ("from push_subscription where session_id", "ORDER BY", "the devices of one session"),
    (
        "select actor, actor_name as name from audit_entry where seq in",
        "GROUP BY",
        "the kinds of actions that an auditor chose",
    ),
    ("select short_id from member_alias where member_id", "ORDER BY", ONE_MEMBER),
    ("group by partner_id", "GROUP BY", PARTNERS),
    ("with stock as", "ORDER BY", CONTENT),
    ("select day, path, views from page_view", "ORDER BY", "the screens of the app, a day each"),
    ("select count(*) as n from claim where status = 'waiting'", "SCAN claim", "the claims that wait"),
    ("select waiting_since_ms from claim where status = 'waiting'", "SCAN claim", "the claims that wait"),
    ("order by sold.bought desc", "B-TREE", CONTENT),
    ("delete from claim_photo where claim_id in", "SCAN p", "photos are deleted 90 days after the decision"),
    ("order by case when e.receipt_key = :key", "ORDER BY", "one partner's awards of one day"),
    ("(created_at_ms - :midnight) / 3600000", "GROUP BY", "one partner's awards of one day"),
    ("select count(distinct e.member_id) as n", "B-TREE", "one partner's awards of at most a month"),
    ("(e.created_at_ms - :from) / 3600000", "GROUP BY", "one partner's events of at most a month"),
    ("select item_id, count(*) as sold", "GROUP BY", "the redemptions of one partner, in a report"),
    ("with bought as (", "GROUP BY", "one partner's awards of four weeks, for a proposal"),
    ("with visit as (", "B-TREE", "one partner's awards of at most a year, in a report"),
    ("delete from passkey_challenge where member_id", "SCAN passkey_challenge", CHALLENGES),
    ("delete from staff_passkey_challenge where staff_id", "SCAN staff_passkey_challenge", CHALLENGES),
    (
        "select id, pending_action from approval where expires_at_ms",
        "SCAN approval",
        "some tens of rows a day, asked for by staff",
    ),
    ("select count(*) as n from redemption", "SCAN redemption", WHOLE),
    ("select o.id, o.name, count(*) filter (where e.kind", "B-TREE", "one partner's awards of one day, by outlet"),
    (
        "select id, snapshot from redemption where content_img_url",
        "SCAN redemption",
        "on a thread for long reads, when staff look for uses of a picture that no content shows",
    ),
    ("union select * from (select", "ORDER BY", "a page of hits from each of seven indexes"),
    ("limit :walk) m", "SCAN m", "the members that the subquery has walked, at most `:walk`"),
    ("cross join account a on a.member_id = m.id where m.id >= :from", "ORDER BY", "at most 20,000 members"),
    ("from outbox_message indexed by outbox_message_lane", "", "at most 10,000 messages that wait"),
];

/// Whole statements that change all rows of a table, when a backup is restored.
pub const RESTORING: &[&str] = &[
    "delete from cashier_passkey_challenge",
    "delete from counter_link",
    "delete from counter_session",
    "delete from outbox_message where state = 'waiting'",
    "delete from passkey_challenge",
    "delete from password_reset",
    "delete from session",
    "delete from short_code",
    "delete from staff_link",
    "delete from staff_passkey_challenge",
    "delete from staff_session_origin",
    "update member set epoch = epoch + 1",
];

/// Texts in files of SQL that are no part of a statement with a plan: a file, a part of the text, and why.
pub const NO_PARTS: &[(&str, &str, &str)] = &[
    ("ops/export_import/queries.rs", "", "the insert of one imported row from its values, by a macro"),
    ("member/transfers/queries.rs", "an insert returned no row", "an error"),
    ("core/ledger/queries/mod.rs", "an account just opened is missing", "an error"),
    ("core/ledger/queries/open.rs", "hold {seq} is not what the journal says", "an error"),
    (
        "core/ledger/queries/open.rs",
        "{open} holds are open and {ended} ended, and the journal has {} and {}",
        "an error",
    ),
    ("core/ledger/queries/open.rs", "the pending points of transaction number {seq} are not its lots", "an error"),
    ("core/outlets/queries/sessions.rs", "a session at a till is nobody's", "an error"),
];
