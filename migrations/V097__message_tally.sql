-- A row counts what became of messages that went to many for one reason, such as an announcement, by channel. The
-- messages themselves are forgotten after a month.
create table outbox_tally (
    batch_id blob    not null check (length(batch_id) = 16),
    channel  text    not null check (channel in ('email', 'sms', 'push')),
    waiting  integer not null default 0 check (waiting >= 0),
    sent     integer not null default 0 check (sent >= 0),
    failed   integer not null default 0 check (failed >= 0),
    primary key (batch_id, channel)
) strict, without rowid;

-- Why a message went to many.
alter table outbox_message add column batch_id blob check (length(batch_id) = 16);

-- Counted here, so that no way in which a message can come, end, come back or go is left out.
create trigger outbox_tally_queued after insert on outbox_message when new.batch_id is not null
begin
    insert into outbox_tally (batch_id, channel, waiting) values (new.batch_id, new.channel, 1)
    on conflict (batch_id, channel) do update set waiting = waiting + 1;
end;
create trigger outbox_tally_moved after update of state on outbox_message
    when new.batch_id is not null and new.state <> old.state
begin
    update outbox_tally set
        waiting = waiting + (new.state = 'waiting') - (old.state = 'waiting'),
        sent = sent + (new.state = 'sent') - (old.state = 'sent'),
        failed = failed + (new.state = 'dead') - (old.state = 'dead')
    where batch_id = new.batch_id and channel = new.channel;
end;
-- Dropped before it went: its device has left, or its member.
create trigger outbox_tally_dropped after delete on outbox_message
    when old.batch_id is not null and old.state = 'waiting'
begin
    update outbox_tally set waiting = waiting - 1, failed = failed + 1
    where batch_id = old.batch_id and channel = old.channel;
end;
