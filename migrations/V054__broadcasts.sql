-- A row is an announcement of the programme to many members. It is handed out in batches: each
-- member gets a line in their inbox that points here, so that the words are kept once.
create table broadcast (
    id              blob    not null primary key check (length(id) = 16),
    title           text    not null check (json_valid(title)),
    body            text    not null check (json_valid(body)),
    -- To whom: everybody where all four are null.
    language        text    check (language in ('en', 'zh', 'zhhk')),
    min_points      integer check (min_points >= 0),
    max_points      integer check (max_points >= 0),
    partner_id      blob    references partner (id),
    state           text    not null check (state in ('draft', 'scheduled', 'sending', 'sent')),
    send_at_ms      integer,
    -- The id of the line in every inbox, made when the sending begins.
    notification_id blob    unique check (length(notification_id) = 16),
    -- Up to this member it has been handed out.
    reached         blob    not null default x'00000000000000000000000000000000' check (length(reached) = 16),
    delivered       integer not null default 0 check (delivered >= 0),
    opened          integer not null default 0 check (opened >= 0),
    version         integer not null default 1,
    created_at_ms   integer not null,
    updated_at_ms   integer not null,
    sent_at_ms      integer,
    check ((state in ('sending', 'sent')) = (notification_id is not null)),
    check (state <> 'scheduled' or send_at_ms is not null)
) strict, without rowid;
create index broadcast_waiting on broadcast (state, send_at_ms) where state in ('scheduled', 'sending');

-- Who has earned at which counter.
create index counter_event_of_member on counter_event (member_id, partner_id);
