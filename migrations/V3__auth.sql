-- A row is a live sign-in. It is deleted when the session ends. Secrets are stored as SHA-256.
create table session (
    id                    blob    not null primary key check (length(id) = 16),
    realm                 text    not null check (realm in ('member', 'staff')),
    kind                  text    not null check (kind in ('browser', 'api')),
    member_id             blob    references member (id),
    staff_id              blob    references staff (id),
    -- The owner's epoch when the session began.
    epoch                 integer not null,
    access_hash           blob    not null check (length(access_hash) = 32),
    access_expires_at_ms  integer not null,
    refresh_hash          blob    check (length(refresh_hash) = 32),
    -- Accepted for some seconds after the rotation, for a second tab.
    previous_refresh_hash blob    check (length(previous_refresh_hash) = 32),
    rotated_at_ms         integer,
    -- 1 if the member asked to stay signed in after the browser closes.
    remembered            integer not null check (remembered in (0, 1)),
    signed_in_at_ms       integer not null,
    -- The session ends at this moment unless it is refreshed before.
    idle_until_ms         integer not null,
    -- The session ends at this moment in any case.
    expires_at_ms         integer not null,
    -- The browser and system at the sign-in, as the owner of the session reads them.
    device                text,
    check ((realm = 'member') = (member_id is not null)),
    check ((realm = 'staff') = (staff_id is not null))
) strict, without rowid;
create index session_of_member on session (member_id, signed_in_at_ms) where member_id is not null;
create index session_of_staff on session (staff_id) where staff_id is not null;
create index session_by_end on session (expires_at_ms);

-- A row says that a member signed in on a device. The device is a keyed hash of the random number in its cookie. Rows are
-- written only while alarms about devices are on.
create table device_account (
    device           blob    not null check (length(device) = 32),
    member_id        blob    not null references member (id),
    first_seen_at_ms integer not null,
    last_seen_at_ms  integer not null,
    primary key (device, member_id)
) strict, without rowid;
create index device_account_by_first on device_account (first_seen_at_ms);
create index device_account_by_last on device_account (last_seen_at_ms);
create index device_account_of_member on device_account (member_id);

-- A row is the latest code that was sent to one destination for one purpose in one scope (a registration, a session
-- or a recovery), and whether it was entered.
create table one_time_code (
    purpose        text    not null check (purpose in ('registration', 'contact', 'recovery')),
    destination    text    not null,
    scope          blob    not null check (length(scope) = 16),
    code_hash      blob    not null check (length(code_hash) = 32),
    attempts_left  integer not null check (attempts_left >= 0),
    sent_at_ms     integer not null,
    expires_at_ms  integer not null,
    verified_at_ms integer,
    primary key (purpose, destination, scope)
) strict, without rowid;
create index one_time_code_by_scope on one_time_code (scope);
create index one_time_code_by_end on one_time_code (expires_at_ms);

-- A row is one code that was sent, kept for a day to limit how many codes one destination gets.
create table code_sending (
    destination_key blob    not null check (length(destination_key) = 32),
    sent_at_ms      integer not null
) strict;
create index code_sending_by_destination on code_sending (destination_key, sent_at_ms);
create index code_sending_by_age on code_sending (sent_at_ms);

-- A row is a captcha solution that was used, kept until its challenge expires.
create table captcha_spent (
    solution_hash blob    not null primary key check (length(solution_hash) = 32),
    expires_at_ms integer not null
) strict, without rowid;

-- A row is a member's passkey: the public half of a key that never leaves the member's device.
create table passkey (
    id              blob    not null primary key check (length(id) = 16),
    member_id       blob    not null references member (id),
    -- The id that the device gave it. One credential belongs to one member.
    credential_id   blob    not null unique check (length(credential_id) between 1 and 1023),
    -- The point on P-256: x and y, 32 bytes each.
    public_key      blob    not null check (length(public_key) = 64),
    -- The signature counter of the device; always 0 if the device does not count.
    counter         integer not null check (counter >= 0),
    -- 1 if the device may copy the key to other devices, and 1 if it has copied the key.
    backup_eligible integer not null check (backup_eligible in (0, 1)),
    backed_up       integer not null check (backed_up in (0, 1)),
    name            text    not null,
    created_at_ms   integer not null,
    last_used_at_ms integer
) strict, without rowid;
create index passkey_of_member on passkey (member_id, id);

-- A row is a challenge that was given out and has not been answered yet: for one member to register a passkey, or for
-- anybody to sign in.
create table passkey_challenge (
    challenge     blob    not null primary key check (length(challenge) = 32),
    member_id     blob    references member (id),
    expires_at_ms integer not null
) strict, without rowid;
create index passkey_challenge_by_end on passkey_challenge (expires_at_ms);

-- A row is somebody who works for the programme or at a partner's counter. Staff and members are separate realms.
create table staff (
    id              blob    not null primary key check (length(id) = 16),
    name            text    not null,
    email           text    not null,
    -- Null until the invitation is accepted.
    password_hash   text,
    role            text    not null
        check (role in ('owner', 'operator', 'editor', 'support', 'finance', 'auditor', 'merchant')),
    -- The partner of a merchant; null for all other roles.
    partner_id      blob    check (partner_id is null or length(partner_id) = 16),
    -- Removed staff keep their row, because the audit names them.
    status          text    not null default 'active' check (status in ('invited', 'active', 'suspended', 'removed')),
    -- Raised to end all sessions: a session with an older value is invalid.
    epoch           integer not null default 0,
    -- Raised by each change, so that two owners do not overwrite each other.
    version         integer not null default 1,
    created_at_ms   integer not null,
    last_sign_in_ms integer,
    check ((role = 'merchant') = (partner_id is not null)),
    check (status <> 'active' or password_hash is not null)
) strict, without rowid;
create unique index staff_email on staff (email) where status <> 'removed';

-- The one row is the link with which the first owner account is made. It is deleted with its use.
create table staff_setup (
    one           integer not null primary key check (one = 1),
    token_hash    blob    not null check (length(token_hash) = 32),
    expires_at_ms integer not null
) strict;

-- A row is the live link of one member of staff: to accept an invitation or to choose another password. It is deleted
-- with its use.
create table staff_link (
    staff_id      blob    not null primary key references staff (id),
    purpose       text    not null check (purpose in ('invitation', 'reset')),
    token_hash    blob    not null unique check (length(token_hash) = 32),
    expires_at_ms integer not null
) strict, without rowid;

-- A row says from where a staff session was opened. It is deleted with the session.
create table staff_session_origin (
    session_id blob    not null primary key references session (id) on delete cascade,
    address    text    not null,
    agent      text    not null
) strict, without rowid;

-- A row is the shared secret of a staff member's authenticator app, encrypted and bound to this row. It is in force
-- from the first correct code on.
create table staff_totp (
    staff_id        blob    not null primary key references staff (id),
    sealed          blob    not null,
    confirmed_at_ms integer,
    -- The newest time step whose code was accepted; no code is accepted twice.
    last_step       integer not null default 0
) strict, without rowid;

-- A row is a code that replaces a lost second factor, once.
create table staff_recovery_code (
    staff_id  blob    not null references staff (id),
    code_hash blob    not null check (length(code_hash) = 32),
    primary key (staff_id, code_hash)
) strict, without rowid;

-- A row is a staff member's passkey. Its columns are those of passkey.
create table staff_passkey (
    id              blob    not null primary key check (length(id) = 16),
    staff_id        blob    not null references staff (id),
    credential_id   blob    not null unique check (length(credential_id) between 1 and 1023),
    public_key      blob    not null check (length(public_key) = 64),
    counter         integer not null check (counter >= 0),
    backup_eligible integer not null check (backup_eligible in (0, 1)),
    backed_up       integer not null check (backed_up in (0, 1)),
    name            text    not null,
    created_at_ms   integer not null,
    last_used_at_ms integer
) strict, without rowid;
create index staff_passkey_of_staff on staff_passkey (staff_id, id);

-- A row is a challenge that was given out and has not been answered yet: for one member of staff to register a
-- passkey, or for any of them to sign in.
create table staff_passkey_challenge (
    challenge     blob    not null primary key check (length(challenge) = 32),
    staff_id      blob    references staff (id),
    expires_at_ms integer not null
) strict, without rowid;
create index staff_passkey_challenge_by_end on staff_passkey_challenge (expires_at_ms);

-- A row is a key to the API of a partner or a script: lyk_<id>_<secret>.
create table api_key (
    id              blob    not null primary key check (length(id) = 16),
    partner_id      blob    not null check (length(partner_id) = 16),
    name            text    not null,
    secret_hash     blob    not null check (length(secret_hash) = 32),
    -- Scopes separated by blanks.
    scopes          text    not null,
    created_at_ms   integer not null,
    expires_at_ms   integer not null,
    revoked_at_ms   integer,
    -- The networks from which the key may be used, separated by blanks; empty for all.
    networks        text    not null default '',
    -- The most points that may be awarded with the key in a Hong Kong day; null if the key has no limit of its own.
    daily_cap       integer check (daily_cap > 0),
    last_used_at_ms integer,
    -- The outlet of the till that uses the key; null for a partner without outlets, or for a system of all outlets.
    outlet_id       blob    references outlet (id),
    -- Raised by each change, so that two owners do not overwrite each other.
    version         integer not null default 1
) strict, without rowid;
create index api_key_of_partner on api_key (partner_id);
