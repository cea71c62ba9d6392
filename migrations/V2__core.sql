-- A row is a person with an account. When a person is erased, the columns that name them are emptied and the row
-- stays, because entries of the ledger point to it.
create table member (
    id               blob    not null primary key check (length(id) = 16),
    short_id         text    not null unique check (length(short_id) = 8),
    referral_code    text    not null unique,
    first_name       text    not null,
    last_name        text    not null,
    email            text    unique,
    phone            text    unique check (phone is null or phone glob '+852[4-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]'),
    password_hash    text,
    status           text    not null default 'active' check (status in ('active', 'suspended', 'erased')),
    language         text    not null default 'en' check (language in ('en', 'zh', 'zhhk')),
    first_time_login integer not null default 1 check (first_time_login in (0, 1)),
    -- The drawn picture that the member chose; null shows the initials.
    face             text    check (face in ('bulbul', 'egret', 'kingfisher', 'magpie', 'kite', 'cockatoo', 'kapok',
                                     'bauhinia', 'frangipani', 'lotus', 'azalea')),
    -- Raised to end all sessions: a session with an older value is invalid.
    epoch            integer not null default 0,
    -- The last password reset by link or code. Large transfers are blocked for a day after a reset, because the
    -- person who reset the password may not be the member.
    recovered_at_ms  integer,
    referred_by      blob    references member (id),
    created_at_ms    integer not null,
    -- The member into whose account this one was merged. Purchases belong to that member; the transactions that paid
    -- for them stay on this account.
    merged_into      blob    references member (id)
) strict, without rowid;
-- Lists of a million members are searched by these indexes, without a scan of the table.
create index member_by_name on member (lower(last_name || first_name));
create index member_by_given_name on member (lower(first_name || ' ' || last_name));
create index member_by_family_name on member (lower(last_name || ' ' || first_name));
create index member_not_active on member (status, id) where status <> 'active';
create index member_merged on member (merged_into) where merged_into is not null;
-- A merge of two accounts moves the referrals of one to the other.
create index member_referred on member (referred_by) where referred_by is not null;
-- The list of members who are not active is sorted by name.
create index member_not_active_by_name on member (status, lower(last_name || first_name)) where status <> 'active';

-- A row is a short id that a member had before: of an account that was merged into theirs, or of a card that was
-- lost.
create table member_alias (
    short_id      text    not null primary key check (length(short_id) = 8),
    member_id     blob    not null references member (id),
    created_at_ms integer not null,
    -- The moment when the card with this short id was reported lost. A lookup ignores the id from then on. The row
    -- stays, so that the id is never assigned again. Null after a merge: the id still finds the member.
    dead_at_ms    integer
) strict, without rowid;
create index member_alias_of_member on member_alias (member_id);

-- A row is a note of staff about a member, for colleagues to read. It is deleted when the member is erased. The name
-- of the author is copied, because the author may have left by then.
create table member_note (
    id            blob    not null primary key check (length(id) = 16),
    member_id     blob    not null references member (id),
    text          text    not null check (length(text) between 1 and 1000),
    author        blob    not null check (length(author) = 16),
    author_name   text    not null,
    created_at_ms integer not null
) strict, without rowid;
create index member_note_of_member on member_note (member_id, id);

-- A row is the birthday of a member who has told it, without the year.
create table member_birthday (
    member_id     blob    not null primary key references member (id),
    month         integer not null check (month between 1 and 12),
    day           integer not null check (day between 1 and 31),
    updated_at_ms integer not null
) strict, without rowid;

-- A row is the PIN of a member who has a card and nothing else. A counter asks for it before the card shows a balance
-- or spends anything, because what is printed on cards and statements is no secret.
create table card_pin (
    member_id        blob    not null primary key references member (id),
    pin_hash         text    not null,
    -- Wrong PINs since the last correct one, and until when sign-ins are blocked because of them.
    failures         integer not null default 0 check (failures >= 0),
    blocked_until_ms integer not null default 0,
    -- Wrong PINs since the PIN was set.
    wrong_pins       integer not null default 0 check (wrong_pins >= 0),
    -- The time from which the PIN is refused, until staff set another one.
    locked_at_ms     integer,
    set_at_ms        integer not null
) strict, without rowid;

-- A row is an account of points: one for each member, and one for each purpose of the system. Points of a purchase that
-- wait for the end of the time for returns are on the account 'pending'. The balance is the sum of the postings. It is
-- kept here so that a check can stop an overdraft.
create table account (
    id        integer not null primary key,
    kind      text    not null check (kind in ('member', 'issuance', 'redemption', 'escrow', 'expiry', 'pending')),
    member_id blob    unique references member (id),
    balance   integer not null default 0,
    check ((kind = 'member') = (member_id is not null)),
    check (kind = 'issuance' or balance >= 0),
    check (balance between -9007199254740991 and 9007199254740991)
) strict;
-- The accounts of members have the ids from 5 on.
insert into account (id, kind) values (0, 'pending'), (1, 'issuance'), (2, 'redemption'), (3, 'escrow'), (4, 'expiry');

-- A row is one balanced transaction. Rows are only appended. Each row has a hash that covers the row before it, so
-- that a change of the past is found.
create table ledger_transaction (
    seq           integer not null primary key,
    id            blob    not null unique check (length(id) = 16),
    kind          text    not null,
    created_at_ms integer not null,
    -- The lines as "account:points account:points". The postings are the same lines, ordered by account.
    lines         text    not null,
    -- The time at which the points that it issues expire; null if they never do.
    expires_at_ms integer,
    -- The reason of the transaction, as JSON: the snapshot that histories show, a reason, a partner.
    details       text,
    -- The transaction that this one undoes; each can be undone once.
    reverses_seq  integer references ledger_transaction (seq),
    hash          blob    not null check (length(hash) = 32),
    -- The partner of the details, as text.
    partner       text    generated always as (json_extract(details, '$.partner')) virtual
) strict;
-- The index is partial, because each full index is one more page that a transfer writes.
create unique index ledger_transaction_reverses on ledger_transaction (reverses_seq) where reverses_seq is not null;
-- Transfers, the most common kind, are left out: a list of them needs no index, and each transfer would write one
-- more page.
create index ledger_transaction_by_kind on ledger_transaction (kind, id) where kind <> 'Transfer';
create index ledger_transaction_by_partner on ledger_transaction (partner, id) where partner is not null;
create trigger ledger_transaction_is_never_updated before update on ledger_transaction
begin select raise(abort, 'the ledger is append-only'); end;
create trigger ledger_transaction_is_never_deleted before delete on ledger_transaction
begin select raise(abort, 'the ledger is append-only'); end;

-- A row is one signed line of a transaction. Rows are clustered by account and hold everything that a history shows,
-- so that the last lines of a member lie together on the disk.
create table posting (
    account_id    integer not null references account (id),
    seq           integer not null references ledger_transaction (seq),
    points        integer not null check (points <> 0),
    balance_after integer not null,
    kind          text    not null,
    created_at_ms integer not null,
    -- The other side, as the owner of this account knows it. It may be emptied when a person is erased.
    memo          text,
    primary key (account_id, seq)
) strict, without rowid;
create trigger posting_is_never_deleted before delete on posting
begin select raise(abort, 'the ledger is append-only'); end;
create trigger posting_is_never_updated before update on posting
when new.memo is not null or new.account_id <> old.account_id or new.seq <> old.seq or new.points <> old.points
    or new.balance_after <> old.balance_after or new.kind <> old.kind or new.created_at_ms <> old.created_at_ms
begin select raise(abort, 'the ledger is append-only'); end;

-- A row is a lot: points that came in together, how many of them are left, and when they expire. Spending takes the
-- lot that expires first, and of those the oldest. Members and escrow hold lots.
create table lot (
    account_id    integer not null references account (id),
    seq           integer not null references ledger_transaction (seq),
    expires_at_ms integer not null,
    earned_at_ms  integer not null,
    points        integer not null check (points > 0),
    remaining     integer not null check (remaining between 0 and points),
    -- A column of its own, so that taking a part of a lot does not write the index of open lots.
    spent         integer not null default 0 check (spent = (remaining = 0)),
    primary key (account_id, seq, expires_at_ms, earned_at_ms)
) strict, without rowid;
create index lot_open on lot (account_id, expires_at_ms, earned_at_ms, seq) where spent = 0;
create trigger lot_is_never_deleted before delete on lot
begin select raise(abort, 'the ledger is append-only'); end;

-- A row is points that are held in escrow while an exchange is processed. A hold ends once.
create table hold (
    seq          integer not null primary key references ledger_transaction (seq),
    account_id   integer not null references account (id),
    points       integer not null check (points > 0),
    status       text    not null default 'open' check (status in ('open', 'confirmed', 'returned')),
    ended_by_seq integer unique references ledger_transaction (seq),
    check ((status = 'open') = (ended_by_seq is null))
) strict;
create trigger hold_is_never_deleted before delete on hold
begin select raise(abort, 'the ledger is append-only'); end;

-- A row is the points of one award that are released on one day. They wait on the account 'pending', because the purchase
-- can be returned until then. Their lots are those that the award credited to that account. The row ends once: the
-- points are released to the member, or taken back.
create table pending_points (
    seq          integer not null references ledger_transaction (seq),
    -- The Hong Kong day on which the points are released.
    day          integer not null,
    -- The account of the member who gets the points.
    account_id   integer not null references account (id),
    points       integer not null check (points > 0),
    status       text    not null default 'open' check (status in ('open', 'released', 'taken')),
    ended_by_seq integer references ledger_transaction (seq),
    primary key (seq, day),
    check ((status = 'open') = (ended_by_seq is null))
) strict, without rowid;
create index pending_points_due on pending_points (day, seq) where status = 'open';
create index pending_points_of_account on pending_points (account_id, status, day, seq);
create trigger pending_points_are_never_deleted before delete on pending_points
begin select raise(abort, 'the ledger is append-only'); end;

-- A row is a place where a partner serves customers. A closed outlet keeps its row, because awards and collections
-- name its tills.
create table outlet (
    id            blob    not null primary key check (length(id) = 16),
    partner_id    blob    not null references partner (id),
    name          text    not null check (json_valid(name)),
    address       text    not null check (json_valid(address)),
    district      text,
    -- Millionths of a degree (WGS 84).
    latitude_e6   integer check (latitude_e6 between -90000000 and 90000000),
    longitude_e6  integer check (longitude_e6 between -180000000 and 180000000),
    phone         text    not null default '',
    -- Opening hours, as JSON.
    hours         text    not null default '[]' check (json_valid(hours)),
    version       integer not null default 1,
    created_at_ms integer not null,
    updated_at_ms integer not null,
    deleted_at_ms integer,
    -- The name in English.
    english       text    generated always as (json_extract(name, '$.en')) virtual,
    check ((latitude_e6 is null) = (longitude_e6 is null))
) strict, without rowid;
create index outlet_by_partner on outlet (partner_id, id);

-- A row is a device at an outlet. It waits for enrolment with a code that works once, is enrolled, or is revoked.
-- Code and secret are stored as hashes.
create table till (
    id                 blob    not null primary key check (length(id) = 16),
    outlet_id          blob    not null references outlet (id),
    name               text    not null,
    code_hash          blob    unique check (length(code_hash) = 32),
    code_expires_at_ms integer,
    -- The name of the person who made the code, for the person who opens its link on a device.
    code_made_by       text,
    -- The code that enrolled the present device, so that its link says that it was used.
    used_code_hash     blob    unique check (length(used_code_hash) = 32),
    secret_hash        blob    check (length(secret_hash) = 32),
    enrolled_at_ms     integer,
    last_seen_at_ms    integer,
    -- The time at which the till was locked after too many invalid codes or PINs; a supervisor unlocks it.
    locked_at_ms       integer,
    revoked_at_ms      integer,
    created_at_ms      integer not null,
    -- The row that continues this till at another outlet. This row stays, so that what happened before the move stays
    -- with the outlet where it happened. The device keeps its secret, which names the first row.
    moved_to           blob    references till (id) check (moved_to is null or revoked_at_ms is not null),
    check ((code_hash is null) = (code_expires_at_ms is null)),
    check (code_hash is null or code_made_by is not null),
    check (secret_hash is null or enrolled_at_ms is not null),
    check (revoked_at_ms is null or (code_hash is null and used_code_hash is null and secret_hash is null))
) strict, without rowid;
create index till_by_outlet on till (outlet_id, id);
create index till_moved on till (moved_to) where moved_to is not null;

-- A row is an invalid code or PIN that was entered at a till, kept for as long as it counts.
create table till_miss (
    till_id blob    not null references till (id),
    at_ms   integer not null
) strict;
create index till_miss_by_till on till_miss (till_id, at_ms);

-- A row is somebody who signs in with a PIN at the tills of one partner, and nowhere else.
create table cashier (
    id               blob    not null primary key check (length(id) = 16),
    partner_id       blob    not null references partner (id),
    name             text    not null,
    pin_hash         text    not null,
    active           integer not null check (active in (0, 1)),
    -- Raised to end all sessions: a session with an older value is invalid.
    epoch            integer not null default 0,
    -- Wrong PINs since the last correct one, and until when sign-ins are blocked because of them.
    failures         integer not null default 0 check (failures >= 0),
    blocked_until_ms integer not null default 0,
    created_at_ms    integer not null,
    deleted_at_ms    integer,
    -- Raised by each change. A change must name the version that it was made from, so that two people do not
    -- overwrite each other.
    version          integer not null default 1 check (version > 0),
    -- Wrong PINs since the PIN was set. A correct PIN does not reset it, so that guessing between two sign-ins ends
    -- as well.
    wrong_pins       integer not null default 0 check (wrong_pins >= 0),
    -- 1 if the person's PIN takes an award back after the five minutes of an undo.
    supervisor       integer not null default 0 check (supervisor in (0, 1))
) strict, without rowid;
create index cashier_by_partner on cashier (partner_id, id);

-- A row is a sign-in at a till, of a cashier or of the partner's staff. The secret is stored as SHA-256.
create table counter_session (
    id              blob    not null primary key check (length(id) = 16),
    till_id         blob    not null references till (id),
    cashier_id      blob    references cashier (id),
    staff_id        blob    references staff (id),
    -- The person's epoch when the session began.
    epoch           integer not null,
    secret_hash     blob    not null check (length(secret_hash) = 32),
    signed_in_at_ms integer not null,
    idle_until_ms   integer not null,
    expires_at_ms   integer not null,
    check ((cashier_id is null) <> (staff_id is null))
) strict, without rowid;
create index counter_session_by_till on counter_session (till_id);
create index counter_session_by_end on counter_session (expires_at_ms);

-- A row is a cashier's passkey on the device of one till. It replaces the PIN there, and nowhere else. It is deleted
-- with the PIN under which it was registered, with the cashier, and with the device.
create table cashier_passkey (
    id              blob    not null primary key check (length(id) = 16),
    cashier_id      blob    not null references cashier (id),
    till_id         blob    not null references till (id),
    credential_id   blob    not null unique check (length(credential_id) between 1 and 1023),
    public_key      blob    not null check (length(public_key) = 64),
    counter         integer not null check (counter >= 0),
    backup_eligible integer not null check (backup_eligible in (0, 1)),
    backed_up       integer not null check (backed_up in (0, 1)),
    created_at_ms   integer not null,
    last_used_at_ms integer
) strict, without rowid;
create unique index cashier_passkey_at_till on cashier_passkey (till_id, cashier_id);
create index cashier_passkey_of_cashier on cashier_passkey (cashier_id);

-- A row is a challenge that was given to the device of a till and has not been answered yet: for that cashier to
-- register a passkey, or to sign in with one.
create table cashier_passkey_challenge (
    challenge     blob    not null primary key check (length(challenge) = 32),
    till_id       blob    not null references till (id),
    cashier_id    blob    not null references cashier (id),
    registers     integer not null check (registers in (0, 1)),
    expires_at_ms integer not null
) strict, without rowid;
create index cashier_passkey_challenge_by_end on cashier_passkey_challenge (expires_at_ms);

-- A row is a member's choice that differs from the default, by kind of message and channel.
create table message_preference (
    member_id     blob    not null references member (id),
    kind          text    not null check (kind in ('points', 'rewards', 'news', 'marketing')),
    channel       text    not null check (channel in ('email', 'push')),
    wanted        integer not null check (wanted in (0, 1)),
    changed_at_ms integer not null,
    primary key (member_id, kind, channel)
) strict, without rowid;

-- A row is the proof that a member agreed to receive offers: when, to which text, and until when.
create table marketing_consent (
    member_id       blob    not null references member (id),
    given_at_ms     integer not null,
    -- The version of the text, and the language in which it was on screen.
    text_version    text    not null,
    language        text    not null check (language in ('en', 'zh', 'zhhk')),
    withdrawn_at_ms integer check (withdrawn_at_ms >= given_at_ms),
    -- The way in which the member withdrew the consent: on the settings screen or by the link in a message.
    withdrawn_by    text    check (withdrawn_by in ('settings', 'link')),
    primary key (member_id, given_at_ms),
    check ((withdrawn_at_ms is null) = (withdrawn_by is null))
) strict, without rowid;
-- A member has at most one consent in force.
create unique index marketing_consent_in_force on marketing_consent (member_id) where withdrawn_at_ms is null;

-- A row is one version of the programme's settings. The newest row is in force. Without a row the built-in values
-- are.
create table programme_settings (
    version         integer not null primary key,
    document        text    not null check (json_valid(document)),
    changed_by      blob    not null check (length(changed_by) = 16),
    changed_by_name text    not null,
    created_at_ms   integer not null
) strict;
create trigger programme_settings_are_never_updated before update on programme_settings
begin select raise(abort, 'the history of settings is append-only'); end;
create trigger programme_settings_are_never_deleted before delete on programme_settings
begin select raise(abort, 'the history of settings is append-only'); end;

-- A row is the text of a message in the programme's own words, in place of the built-in text.
create table message_text (
    key           text    not null primary key,
    text          text    not null check (json_valid(text)),
    version       integer not null,
    updated_at_ms integer not null
) strict, without rowid;

-- A row is one version of the policy by which points expire. Rows are only appended. A version is in force from its start
-- until the start of a later version. It is never in force if a later version starts at the same time or earlier.
-- Without a row points never expire.
create table expiry_policy (
    version         integer not null primary key,
    -- The rule, the days of grace, and the days for which points stay valid after the member brought them back, as JSON.
    policy          text    not null check (json_valid(policy)),
    starts_at_ms    integer not null,
    changed_by      blob    not null check (length(changed_by) = 16),
    changed_by_name text    not null,
    created_at_ms   integer not null
) strict;
create trigger expiry_policy_is_never_updated before update on expiry_policy
begin select raise(abort, 'the history of expiry is append-only'); end;
create trigger expiry_policy_is_never_deleted before delete on expiry_policy
begin select raise(abort, 'the history of expiry is append-only'); end;

-- The one row is what the server last saw of the machine's clock.
create table clock_watch (
    id            integer not null primary key check (id = 1),
    noted_at_ms   integer not null,
    -- The time that the clock should have shown and the time that it did show when it was moved; null while it is
    -- trusted.
    moved_from_ms integer,
    moved_to_ms   integer,
    -- Running time since then in which the clock advanced correctly.
    steady_ms     integer not null default 0 check (steady_ms >= 0),
    check ((moved_from_ms is null) = (moved_to_ms is null))
) strict;
