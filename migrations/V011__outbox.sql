-- A row is a message to a member's e-mail, phone or device, written in the same commit as its cause
-- and sent after it. Once it has left, its content is emptied: codes are nobody's to read later. The
-- rest of the row stays for a month and tells what became of it.
create table outbox_message (
    id             blob    not null primary key check (length(id) = 16),
    -- What it is about, such as code or password_changed.
    kind           text    not null,
    channel        text    not null check (channel in ('email', 'sms', 'push')),
    -- An address, a number, or the id of a device. Messages to one recipient leave in order.
    recipient      text    not null,
    member_id      blob    check (length(member_id) = 16),
    language       text    not null,
    -- 0 goes at any hour, 1 waits for the end of the quiet hours, 2 is for many and goes last.
    priority       integer not null check (priority between 0 and 2),
    subject        text    not null,
    body           text    not null,
    -- Where one tap ends messages of this sort.
    unsubscribe    text,
    -- The message to queue when this one cannot be delivered, as JSON.
    fallback       text,
    state          text    not null default 'waiting' check (state in ('waiting', 'sent', 'dead')),
    -- Whether somebody is sending it now; then due_at_ms is when that is taken to have failed.
    leased         integer not null default 0 check (leased in (0, 1)),
    attempts       integer not null default 0 check (attempts >= 0),
    due_at_ms      integer not null,
    -- From then on it would mislead: a code that no longer works.
    lapses_at_ms   integer not null,
    -- What came of the last attempt that failed.
    reason         text    not null default '',
    created_at_ms  integer not null,
    finished_at_ms integer,
    check ((state = 'waiting') = (finished_at_ms is null)),
    check (leased = 0 or state = 'waiting')
) strict, without rowid;
create index outbox_message_due on outbox_message (channel, priority, due_at_ms) where state = 'waiting';
create index outbox_message_lane on outbox_message (channel, recipient, id) where state = 'waiting';
create index outbox_message_by_end on outbox_message (finished_at_ms) where finished_at_ms is not null;
create index outbox_message_by_sms on outbox_message (created_at_ms) where channel = 'sms';
create index outbox_message_of_member on outbox_message (member_id) where member_id is not null;

-- A row counts the parts of SMS that were paid for in one month of Hong Kong (year * 12 + month).
create table sms_month (
    month integer not null primary key,
    parts integer not null check (parts >= 0)
) strict;
