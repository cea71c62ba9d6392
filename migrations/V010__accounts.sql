-- A row is somebody who works for the programme or at a partner's counter: a realm of its own.
create table staff (
    id              blob    not null primary key check (length(id) = 16),
    name            text    not null,
    email           text    not null,
    -- None until the invitation has been accepted.
    password_hash   text,
    role            text    not null
        check (role in ('owner', 'operator', 'editor', 'support', 'finance', 'auditor', 'merchant')),
    -- The partner whose counter this is; for role merchant alone.
    partner_id      blob    check (partner_id is null or length(partner_id) = 16),
    -- Who is removed stays, for the trail and whatever else names them.
    status          text    not null default 'active' check (status in ('invited', 'active', 'suspended', 'removed')),
    -- Raised when every session must end; a session made under an older value is dead.
    epoch           integer not null default 0,
    -- Raised by every change, so that two owners don't overwrite each other.
    version         integer not null default 1,
    created_at_ms   integer not null,
    last_sign_in_ms integer,
    check ((role = 'merchant') = (partner_id is not null)),
    check (status <> 'active' or password_hash is not null)
) strict, without rowid;
create unique index staff_email on staff (email) where status <> 'removed';

-- The row is the one-time link by which the first owner is made. It goes with the first owner.
create table staff_setup (
    one           integer not null primary key check (one = 1),
    token_hash    blob    not null check (length(token_hash) = 32),
    expires_at_ms integer not null
) strict;

-- A row is a live sign-in; it is deleted when it ends. Secrets are kept as SHA-256.
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
    -- Honoured for some seconds after the rotation, for a second tab.
    previous_refresh_hash blob    check (length(previous_refresh_hash) = 32),
    rotated_at_ms         integer,
    -- Whether the member asked to stay signed in beyond the browser's end.
    remembered            integer not null check (remembered in (0, 1)),
    signed_in_at_ms       integer not null,
    -- Without a refresh by then the session is over …
    idle_until_ms         integer not null,
    -- … and by then in any case.
    expires_at_ms         integer not null,
    check ((realm = 'member') = (member_id is not null)),
    check ((realm = 'staff') = (staff_id is not null))
) strict, without rowid;
create index session_of_member on session (member_id, signed_in_at_ms) where member_id is not null;
create index session_of_staff on session (staff_id) where staff_id is not null;
create index session_by_end on session (expires_at_ms);

-- A row counts failed sign-ins under one key: an account, or the keyed hash of an identifier that
-- names none, or an account as seen from a device that it has used before.
create table login_failure (
    key              blob    not null primary key check (length(key) = 32),
    -- Failures since the window began.
    recent           integer not null,
    window_began_ms  integer not null,
    -- Failures since the last success.
    consecutive      integer not null,
    blocked_until_ms integer not null,
    last_at_ms       integer not null
) strict, without rowid;
create index login_failure_by_age on login_failure (last_at_ms);

-- A row is the latest code sent to one destination for one purpose in one scope (a registration,
-- a session, or a recovery), and whether it has been entered.
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

-- A row is one code that went out, kept for a day to bound how many a destination gets.
create table code_sending (
    destination_key blob    not null check (length(destination_key) = 32),
    sent_at_ms      integer not null
) strict;
create index code_sending_by_destination on code_sending (destination_key, sent_at_ms);
create index code_sending_by_age on code_sending (sent_at_ms);

-- A row is one visitor's attempt at signing up; the secret names it to its owner alone.
create table registration (
    id            blob    not null primary key check (length(id) = 16),
    secret_hash   blob    not null unique check (length(secret_hash) = 32),
    expires_at_ms integer not null
) strict, without rowid;
create index registration_by_end on registration (expires_at_ms);

-- A row is a captcha solution that has been used, kept until its challenge would expire anyway.
create table captcha_spent (
    solution_hash blob    not null primary key check (length(solution_hash) = 32),
    expires_at_ms integer not null
) strict, without rowid;

-- A row is a way to a new password: a link sent by e-mail, or a code sent by SMS and entered.
create table password_reset (
    token_hash    blob    not null primary key check (length(token_hash) = 32),
    member_id     blob    not null references member (id),
    channel       text    not null check (channel in ('email', 'sms')),
    created_at_ms integer not null,
    expires_at_ms integer not null
) strict, without rowid;
create index password_reset_of_member on password_reset (member_id);
create index password_reset_by_end on password_reset (expires_at_ms);

-- A row is a partner's or a script's key to the API: lyk_<id>_<secret>.
create table api_key (
    id            blob    not null primary key check (length(id) = 16),
    partner_id    blob    not null check (length(partner_id) = 16),
    name          text    not null,
    secret_hash   blob    not null check (length(secret_hash) = 32),
    -- Words separated by blanks.
    scopes        text    not null,
    created_at_ms integer not null,
    expires_at_ms integer not null,
    revoked_at_ms integer
) strict, without rowid;
create index api_key_of_partner on api_key (partner_id);
