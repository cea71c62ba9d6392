-- A row is a named set of credits that staff brought as one file, given as one change and undone as
-- one.
create table credit_batch (
    id            blob    not null primary key check (length(id) = 16),
    name          text    not null,
    rows          integer not null check (rows > 0),
    points        integer not null,
    actor_name    text    not null,
    created_at_ms integer not null,
    undone_at_ms  integer
) strict, without rowid;

-- A row is one credit of a batch, and what became of it when the batch was undone: how many points
-- came back. The rest had been spent.
create table credit_batch_row (
    batch_id       blob    not null references credit_batch (id),
    line           integer not null,
    member_id      blob    not null references member (id),
    points         integer not null check (points > 0),
    reason         text    not null,
    transaction_id blob    not null unique,
    taken_back     integer,
    primary key (batch_id, line)
) strict, without rowid;
