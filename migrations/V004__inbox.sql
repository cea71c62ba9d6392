-- A row is a line in a member's inbox: either of a known kind with its values, worded when it is
-- read, or written by an operator in each language.
create table notification (
    member_id     blob    not null references member (id),
    id            blob    not null check (length(id) = 16),
    kind          text,
    -- The kind's values as a JSON object of texts, or {"title": …, "body": …} of localized texts.
    content       text    not null,
    created_at_ms integer not null,
    read_at_ms    integer,
    primary key (member_id, id)
) strict, without rowid;
create index notification_unread on notification (member_id) where read_at_ms is null;

-- A row counts what one member sent on one Hong Kong day, for the daily amounts.
create table transfer_day (
    member_id blob    not null references member (id),
    day       integer not null,
    transfers integer not null check (transfers > 0),
    points    integer not null check (points > 0),
    primary key (member_id, day)
) strict, without rowid;

-- A row counts how often one screen was opened on one Hong Kong day, by whomever.
create table page_view (
    day   integer not null,
    path  text    not null,
    views integer not null check (views > 0),
    primary key (day, path)
) strict, without rowid;
