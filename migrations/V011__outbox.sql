-- A row is a message to a member's e-mail or phone, written in the same commit as its cause and
-- sent right after it. Once it has left, its content is emptied: codes are nobody's to read later.
create table outbox_message (
    id              blob    not null primary key check (length(id) = 16),
    channel         text    not null check (channel in ('email', 'sms')),
    recipient       text    not null,
    subject         text    not null,
    body            text    not null,
    html            text,
    created_at_ms   integer not null,
    delivered_at_ms integer
) strict, without rowid;
create index outbox_message_waiting on outbox_message (id) where delivered_at_ms is null;
create index outbox_message_by_age on outbox_message (delivered_at_ms) where delivered_at_ms is not null;
