-- A row is a place where a partner serves customers. One that has closed keeps its row, because
-- awards and collections name its tills.
create table outlet (
    id            blob    not null primary key check (length(id) = 16),
    partner_id    blob    not null references partner (id),
    name          text    not null check (json_valid(name)),
    address       text    not null check (json_valid(address)),
    version       integer not null default 1,
    created_at_ms integer not null,
    updated_at_ms integer not null,
    deleted_at_ms integer
) strict, without rowid;
create index outlet_by_partner on outlet (partner_id, id);

-- A row is a device at an outlet: it waits to be enrolled by a code that works once, is enrolled,
-- or has been revoked. Code and secret are kept hashed.
create table till (
    id                 blob    not null primary key check (length(id) = 16),
    outlet_id          blob    not null references outlet (id),
    name               text    not null,
    code_hash          blob    unique check (length(code_hash) = 32),
    code_expires_at_ms integer,
    secret_hash        blob    check (length(secret_hash) = 32),
    enrolled_at_ms     integer,
    last_seen_at_ms    integer,
    -- Too many invalid codes; a supervisor unlocks it.
    locked_at_ms       integer,
    revoked_at_ms      integer,
    created_at_ms      integer not null,
    check ((code_hash is null) = (code_expires_at_ms is null)),
    check (secret_hash is null or enrolled_at_ms is not null),
    check (revoked_at_ms is null or (code_hash is null and secret_hash is null))
) strict, without rowid;
create index till_by_outlet on till (outlet_id, id);

-- A row is an invalid code or PIN entered at a till, kept for as long as it counts.
create table till_miss (
    till_id blob    not null references till (id),
    at_ms   integer not null
) strict;
create index till_miss_by_till on till_miss (till_id, at_ms);

-- A row is what one till awarded points for in one Hong Kong day.
create table till_day (
    till_id      blob    not null references till (id),
    day          integer not null,
    amount_cents integer not null check (amount_cents >= 0),
    primary key (till_id, day)
) strict, without rowid;

-- A row is somebody who signs in at a partner's tills with a PIN, and nowhere else.
create table cashier (
    id               blob    not null primary key check (length(id) = 16),
    partner_id       blob    not null references partner (id),
    name             text    not null,
    pin_hash         text    not null,
    active           integer not null check (active in (0, 1)),
    -- Raised when every session must end; a session made under an older value is dead.
    epoch            integer not null default 0,
    -- Wrong PINs since the last right one, and the pause that they brought.
    failures         integer not null default 0 check (failures >= 0),
    blocked_until_ms integer not null default 0,
    created_at_ms    integer not null,
    deleted_at_ms    integer
) strict, without rowid;
create index cashier_by_partner on cashier (partner_id, id);

-- A row is somebody signed in at a till: a cashier, or staff of the partner. The secret is kept as
-- SHA-256.
create table counter_session (
    id             blob    not null primary key check (length(id) = 16),
    till_id        blob    not null references till (id),
    cashier_id     blob    references cashier (id),
    staff_id       blob    references staff (id),
    -- The person's epoch when the session began.
    epoch          integer not null,
    secret_hash    blob    not null check (length(secret_hash) = 32),
    signed_in_at_ms integer not null,
    idle_until_ms  integer not null,
    expires_at_ms  integer not null,
    check ((cashier_id is null) <> (staff_id is null))
) strict, without rowid;
create index counter_session_by_till on counter_session (till_id);
create index counter_session_by_end on counter_session (expires_at_ms);

-- At which till it happened, where that was one, and whether the award was taken back.
alter table counter_event add column till_id blob references till (id);
alter table counter_event add column undone_at_ms integer;

-- One receipt earns once, unless what it earned was taken back.
drop index counter_event_receipt;
create unique index counter_event_receipt on counter_event (partner_id, receipt)
    where receipt is not null and undone_at_ms is null;
