-- Notes to browsers and to native apps leave at a pace of their own each. A browser's recipient is an address, which has
-- a slash; a native app's is a token, which has none.
alter table outbox_message add column line text generated always as
    (case when channel <> 'push' then channel when instr(recipient, '/') > 0 then 'push' else 'native' end) virtual;
drop index outbox_message_due;
create index outbox_message_due on outbox_message (line, priority, due_at_ms) where state = 'waiting';
