//! Every limit of the server.
//!
//! A [`Limit`] is counted in memory: its name, attempts, and the seconds in which they are granted again. "By source"
//! means by address, and `limits.source_scale` multiplies the number. A [`Threshold`] is compared with rows of the
//! database, so that it survives a restart. Limits that an owner or the operator can change (points a day, the budget
//! for SMS) are settings.

use std::time::Duration;

use super::{Limit, Pauses, Threshold};

const MINUTE: u32 = 60;
const TEN_MINUTES: u32 = 600;
const HALF_HOUR: u32 = 1_800;
const HOUR: u32 = 3_600;
const DAY: u32 = 86_400;

// Reading.

/// Reads of the API by source: enough for a busy page, too little to copy the programme's data.
pub const READS: Limit = Limit::of("reads", 600, MINUTE);
/// Reads by one member, over all sources.
pub const MEMBER_READS: Limit = Limit::of("member reads", 240, MINUTE);
/// Calls with one API key.
pub const KEY_CALLS: Limit = Limit::of("api key", 600, MINUTE);
/// Streams that one member may open. Each tab has one and reconnects after a lost connection.
pub const EVENT_STREAMS: Limit = Limit::of("event streams", 60, MINUTE);
/// Page views that one source may report.
pub const PAGE_VIEWS: Limit = Limit::of("page views", 120, MINUTE);
/// Invitations that one source may look up: a link is opened once or twice.
pub const INVITATIONS: Limit = Limit::of("invitations", 60, MINUTE);
/// Reports of a violated content security policy by source.
pub const POLICY_REPORTS: Limit = Limit::of("policy reports", 30, MINUTE);

/// Counts of members by conditions that one member of staff may ask for: the editor counts while they type.
pub const SEGMENT_COUNTS: Limit = Limit::of("segment counts", 60, MINUTE);
/// Effects of another ladder of levels that one member of staff may look up. Each look-up reads all members with purchases.
pub const LADDER_EFFECTS: Limit = Limit::of("effects of a ladder", 20, MINUTE);
/// Costs of a goal that one member of staff may look up: the editor asks while they type. Each reads the purchases of four
/// weeks.
pub const GOAL_COSTS: Limit = Limit::of("costs of a goal", 60, MINUTE);
/// Drafts of earning rules that one member of staff may check: the editor asks while they type. Each compares the draft with
/// the rules that are on.
pub const RULE_CHECKS: Limit = Limit::of("checks of a rule", 120, MINUTE);
/// New orders of the earning rules that one member of staff may save. Each may change the priority of every rule.
pub const RULE_ORDERS: Limit = Limit::of("orders of the rules", 30, MINUTE);
/// Runs of the abuse detection that one member of staff starts. Each run reads the purchases of some days.
pub const ALARM_LOOKS: Limit = Limit::of("looks for alarms", 20, MINUTE);

// Sending points.

/// Transfers that one member may try: sixty at once, then thirty a minute.
pub const TRANSFERS: Limit = Limit::with_burst("transfer", 60, 30, MINUTE);
/// Transfers to a recipient who does not exist, by member: they may be tries to find out who is a member.
pub const TRANSFER_RECIPIENT_FAILURES: Limit = Limit::of("transfer recipient failures", 20, HOUR);
/// Transfers of more points than the sender has, by member.
pub const TRANSFER_BALANCE_FAILURES: Limit = Limit::of("transfer balance failures", 120, HOUR);
/// Names of recipients that a member may look up in a day of Hong Kong.
pub const RECIPIENT_LOOKS_PER_DAY: i64 = 20;

/// Times that one member may bring expired points back: thirty an hour.
pub const BRINGING_BACK: Limit = Limit::of("bringing back", 30, HOUR);

/// Times that one member may fetch the codes of the next hour.
pub const COUNTER_CODES: Limit = Limit::of("counter codes", 60, HOUR);

// Signing in as a member.

/// Sign-ins by source, successful or not.
pub const LOGINS: Limit = Limit::of("login", 60, MINUTE);
/// Failed sign-ins by source.
pub const LOGIN_FAILURES: [Limit; 2] =
    [Limit::of("login failures by minute", 10, MINUTE), Limit::of("login failures by hour", 60, HOUR)];
/// Different wrong pairs of identifier and password by source; then the source must solve captchas.
pub const WRONG_PAIRS: Threshold = Threshold::by_source(15, 3 * HOUR);
/// The time for which a source with that many wrong pairs must solve captchas.
pub const CAPTCHA_TIME: Duration = Duration::from_secs(DAY as u64);
/// Renewals of sessions by source.
pub const SESSION_REFRESHES: Limit = Limit::of("refresh", 120, MINUTE);
/// Challenges for passkeys by source.
pub const PASSKEY_CHALLENGES: Limit = Limit::of("passkey challenges", 60, MINUTE);
/// Sign-ins by passkey by source, successful or not.
pub const PASSKEY_SIGN_INS: Limit = Limit::of("passkey verify", 20, MINUTE);

// Wrong passwords for one account, of members and staff.

/// Time within which failures add up to a pause.
pub const FAILURE_WINDOW: Duration = Duration::from_secs(15 * MINUTE as u64);
/// Pauses of password sign-in to an account.
pub const PASSWORD_PAUSES: Pauses = Pauses::of(5, 30);
/// From this number of consecutive failures on, only a password reset permits password sign-in again.
pub const FAILURES_BEFORE_RESET: i64 = 100;
/// A count without a new failure for this time is deleted.
pub const FAILURES_REMEMBERED: Duration = Duration::from_secs(30 * DAY as u64);
/// The longest pause, after passwords and PINs.
pub const LONGEST_PAUSE: Duration = Duration::from_secs(15 * MINUTE as u64);

// Signing up.

/// Registrations that one source may begin.
pub const REGISTRATIONS: Limit = Limit::of("registrations", 60, HOUR);
/// Captcha challenges by source.
pub const CAPTCHA_CHALLENGES: Limit = Limit::of("captcha challenges", 120, HOUR);
/// Codes that one source may request.
pub const CODE_REQUESTS: [Limit; 2] = [Limit::of("codes by hour", 30, HOUR), Limit::of("codes by day", 200, DAY)];
/// Codes that one source may request without a captcha.
pub const CODES_WITHOUT_CAPTCHA: Threshold = Threshold::by_source(10, HOUR);
/// Codes sent to one destination for a sign-up or a new contact.
pub const CODES_TO_A_CONTACT: [Threshold; 2] = [Threshold::of(5, HOUR), Threshold::of(10, DAY)];
/// Wrong codes by source.
pub const WRONG_CODES: Limit = Limit::of("code checks", 60, HOUR);
/// Different contacts in one registration.
pub const CONTACTS_OF_A_REGISTRATION: Threshold = Threshold::of(3, HALF_HOUR);
/// Contacts of which one source may learn whether a member has them.
pub const CONTACTS_LEARNT: Threshold = Threshold::by_source(10, HOUR);
/// Checks of the first step by source.
pub const SIGN_UP_CHECKS: Limit = Limit::of("sign-up checks", 60, HOUR);
/// Checks of the first step by registration: one registration is for one person, who corrects one form.
pub const CHECKS_OF_ONE_SIGN_UP: Limit = Limit::of("checks of one sign-up", 20, HALF_HOUR);
/// Accounts created by source.
pub const ACCOUNTS: [Limit; 2] = [Limit::of("accounts by hour", 10, HOUR), Limit::of("accounts by day", 50, DAY)];

// Forgotten passwords of members.

/// Requests for a link or a code by source.
pub const RESET_REQUESTS: Limit = Limit::of("recovery requests", 30, HOUR);
/// Requests for one address. Above it the response stays the same and nothing is sent.
pub const RESET_REQUESTS_FOR_ONE: Limit = Limit::of("recovery requests for one address", 5, HOUR);
/// Codes sent to one phone.
pub const RESET_CODES_TO_A_PHONE: [Threshold; 2] = [Threshold::of(3, HOUR), Threshold::of(6, DAY)];
/// Wrong codes by source.
pub const WRONG_RESET_CODES: Limit = Limit::of("recovery code checks", 60, HOUR);
/// Wrong codes for one phone; then resets by SMS are off for it for a day.
pub const WRONG_RESET_CODES_FOR_ONE: Threshold = Threshold::of(10, DAY);
/// Checks of reset links by source.
pub const RESET_LINK_CHECKS: Limit = Limit::of("reset link checks", 60, HOUR);
/// New passwords by link or code by source.
pub const PASSWORD_RESETS: Limit = Limit::of("password resets", 20, HOUR);

// A member's own account, by member unless it says otherwise.

/// Changes of the account.
pub const ACCOUNT_UPDATES: Limit = Limit::of("account updates", 10, MINUTE);
/// Changes of the password.
pub const PASSWORD_CHANGES: Limit = Limit::of("password changes", 5, HOUR);
/// Registrations of passkeys.
pub const PASSKEY_REGISTRATIONS: Limit = Limit::of("passkey registrations", 20, HOUR);
/// Downloads of the member's data.
pub const DATA_COPIES: Limit = Limit::of("copies of personal data", 10, DAY);
/// Downloads of signed statements.
pub const STATEMENT_COPIES: Limit = Limit::of("signed statements", 60, HOUR);
/// Cards for the wallet of a phone. Each is signed.
pub const WALLET_PASS_COPIES: Limit = Limit::of("wallet passes", 30, HOUR);
/// Downloads of the method of counting CO2e.
pub const METHOD_COPIES: Limit = Limit::of("carbon method", 60, HOUR);
/// Attempts to delete the account; most fail because they need a fresh sign-in.
pub const ACCOUNT_CLOSINGS: Limit = Limit::of("account closings", 10, HOUR);
/// Changes of push subscriptions.
pub const PUSH_CHANGES: Limit = Limit::of("push subscriptions", 30, HOUR);
/// Unsubscribe requests by source. The number is high because mail services send many from one address.
pub const UNSUBSCRIBES: Limit = Limit::of("unsubscribe links", 600, HOUR);
/// Likes and unlikes of articles.
pub const LIKES: Limit = Limit::of("article likes", 60, MINUTE);

// Points, by member.

/// Purchases: a burst of 60, then 30 a minute.
pub const PURCHASES: Limit = Limit::with_burst("purchases", 60, 30, MINUTE);
/// Attempts to open a coupon.
pub const COUPON_OPENINGS: Limit = Limit::of("coupon openings", 60, MINUTE);
/// Claims of missing points, made, repeated or withdrawn.
pub const CLAIMS: Limit = Limit::of("claims", 20, HOUR);
/// Photos of claims: each costs the server a second of work.
pub const CLAIM_PHOTOS: Limit = Limit::of("photos of claims", 20, HOUR);
/// Scans of QR codes.
pub const SCANS: [Limit; 2] = [Limit::of("scans a minute", 30, MINUTE), Limit::of("scans an hour", 200, HOUR)];
/// Scans of codes that do not exist.
pub const INVALID_SCANS: Limit = Limit::of("invalid scans", 20, HOUR);

// Staff.

/// Sign-ins by source, successful or not.
pub const STAFF_LOGINS: Limit = Limit::of("staff login", 30, MINUTE);
/// Wrong passwords and codes for one account from one source: a burst of three, then one per five minutes.
pub const STAFF_FAILURES_BY_ACCOUNT: Limit = Limit::with_burst("staff login failures by account", 3, 1, 300);
/// Wrong passwords and codes from one source for all accounts. The number is high because a whole office may share one address.
pub const STAFF_FAILURES_BY_SOURCE: Limit = Limit::of("staff login failures by source", 30, HOUR);
/// Tries at the one-time link of the first owner, by source.
pub const STAFF_SETUPS: Limit = Limit::of("staff setup", 20, HOUR);
/// Tries at links of invitations and resets, by source.
pub const STAFF_LINKS: Limit = Limit::of("staff link", 20, HOUR);
/// Requests for a reset link by source.
pub const STAFF_RESET_REQUESTS: Limit = Limit::of("staff reset requests", 20, HOUR);
/// Requests for a reset link to one address. Above it the response stays the same and nothing is sent.
pub const STAFF_RESET_REQUESTS_FOR_ONE: Limit = Limit::of("staff reset requests for one address", 3, HOUR);
/// Challenges for passkeys by source.
pub const STAFF_PASSKEY_CHALLENGES: Limit = Limit::of("staff passkey challenges", 60, MINUTE);
/// Sign-ins by passkey by source, successful or not.
pub const STAFF_PASSKEY_SIGN_INS: Limit = Limit::of("staff passkey verify", 20, MINUTE);
/// First codes of an authenticator app tried by one person.
pub const FIRST_APP_CODES: Limit = Limit::of("second factor set-up", 10, TEN_MINUTES);

// The counter.

/// Calls by one actor.
pub const COUNTER_CALLS: Limit = Limit::of("counter calls", 600, MINUTE);
/// Wrong codes and unknown members by one actor who is not at a till.
pub const COUNTER_GUESSES: Limit = Limit::of("counter guesses", 10, TEN_MINUTES);
/// Wrong codes and unknown members by an API key. The number is higher because a key serves all tills of a partner,
/// and some customers are not members.
pub const COUNTER_GUESSES_OF_A_KEY: Limit = Limit::of("counter guesses by key", 60, TEN_MINUTES);
/// Wrong short coupon codes at all counters of one partner together. Scanned codes do not count.
pub const SHORT_CODES_OF_A_PARTNER: Limit = Limit::of("short coupon codes by partner", 60, TEN_MINUTES);
/// Wrong codes, PINs and members at one till; then the till is locked.
pub const TILL_MISSES: Threshold = Threshold::of(10, TEN_MINUTES);
/// Looks at a till's link, and attempts to enrol a device with it, by source: a shop sets up several tills from one
/// address, and each takes two calls and one more for each name that is refused.
pub const TILL_ENROLMENTS: Limit = Limit::of("till enrolments", 40, TEN_MINUTES);
/// Challenges for passkeys of cashiers by source.
pub const TILL_PASSKEY_CHALLENGES: Limit = Limit::of("till passkey challenges", 60, MINUTE);
/// Sign-ins of cashiers by passkey by source, successful or not.
pub const TILL_PASSKEY_SIGN_INS: Limit = Limit::of("till passkey verify", 20, MINUTE);

// Wrong PINs. These hold with the limits off too.

/// Pauses of a cashier.
pub const CASHIER_PIN_PAUSES: Pauses = Pauses::of(5, 30);
/// Wrong PINs since a cashier's PIN was set that lock it. A right PIN removes only its own try from the count. Otherwise
/// a colleague could guess between the sign-ins of the PIN's owner forever.
pub const CASHIER_PINS_IN_ALL: i64 = 100;
/// Pauses of a card.
pub const CARD_PIN_PAUSES: Pauses = Pauses::of(3, 60);
/// Consecutive wrong PINs that lock a card's PIN.
pub const CARD_PINS_IN_A_ROW: i64 = 10;
/// Wrong PINs in total since a card's PIN was set that lock it, regardless of right PINs between them. Otherwise a
/// cashier could guess a few times after each visit.
pub const CARD_PINS_IN_ALL: i64 = 50;

// Rows about different tries.

/// Tries of every kind are deleted after this time at the latest.
pub const TRIES_REMEMBERED: Duration = Duration::from_secs(3 * HOUR as u64);
/// Largest number of rows. Beyond it the oldest rows are deleted, regardless of subject.
pub const TRIES_KEPT: i64 = 100_000;

// Work on the installation.

/// Backups that staff start by hand: each copies the whole database.
pub const BACKUPS_BY_HAND: Limit = Limit::of("backups by hand", 6, HOUR);
/// Checks of the whole ledger that staff start.
pub const LEDGER_CHECKS: Limit = Limit::of("ledger checks", 12, HOUR);
/// Test messages that one member of staff may send.
pub const TEST_MESSAGES: Limit = Limit::of("test messages", 10, HOUR);
