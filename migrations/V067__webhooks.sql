-- A row is an address that is called when something happens.
create table webhook_endpoint (
    id                blob    not null primary key check (length(id) = 16),
    url               text    not null,
    description       text    not null,
    -- The events that it wants, separated by blanks; empty for all.
    events            text    not null,
    active            integer not null check (active in (0, 1)),
    -- The secret that calls are signed with, encrypted and bound to this row.
    secret            blob    not null,
    -- The one before it, which signs as well until then.
    previous_secret   blob,
    previous_until_ms integer,
    version           integer not null default 1,
    created_at_ms     integer not null,
    check ((previous_secret is null) = (previous_until_ms is null))
) strict, without rowid;

-- A row is something that happened, written in the commit in which it did.
create table webhook_event (
    id            blob    not null primary key check (length(id) = 16),
    kind          text    not null,
    -- The body of the calls, byte for byte as it is signed.
    body          text    not null,
    created_at_ms integer not null
) strict, without rowid;
create index webhook_event_by_age on webhook_event (created_at_ms);

-- A row is one event on its way to one address, and what came of it.
create table webhook_delivery (
    endpoint_id    blob    not null references webhook_endpoint (id) on delete cascade,
    event_id       blob    not null references webhook_event (id) on delete cascade,
    state          text    not null default 'waiting' check (state in ('waiting', 'sent', 'dead')),
    leased         integer not null default 0 check (leased in (0, 1)),
    attempts       integer not null default 0,
    due_at_ms      integer not null,
    -- The HTTP status of the last answer, if there was one.
    status         integer,
    -- Why the last attempt failed, in a word.
    reason         text    not null default '',
    finished_at_ms integer,
    primary key (endpoint_id, event_id),
    check ((state = 'waiting') = (finished_at_ms is null))
) strict, without rowid;
create index webhook_delivery_due on webhook_delivery (due_at_ms) where state = 'waiting';
create index webhook_delivery_of_event on webhook_delivery (event_id);
