-- The one row is counted up by the readiness probe. The probe proves by this write that a change reaches the disk.
create table store_heartbeat (
    one   integer not null primary key check (one = 1),
    beats integer not null
) strict;
insert into store_heartbeat (one, beats) values (1, 0);

-- A row is a day of the server's running time. Answers to idempotency keys of one such day are kept together, and the
-- newest day takes the new answers. These days do not follow the clock, so a clock that is set wrong hides no answer.
create table idempotency_day (
    day    integer not null primary key,
    -- Running time that has passed in it.
    ran_ms integer not null default 0 check (ran_ms >= 0)
) strict;
insert into idempotency_day (day) values (1);

-- A row is the stored response to a request with an idempotency key. A retry of the request gets this response. New rows
-- are appended to the table, because keys are random and the responses are long: in the order of the keys, each row
-- would change a page of its own. The key begins with the running day, so that housekeeping finds the rows of an old
-- day.
create table idempotency_answer (
    day         integer not null,
    key         blob    not null check (length(key) = 16),
    fingerprint blob    not null check (length(fingerprint) = 16),
    status      integer not null,
    body        text    not null,
    primary key (day, key)
) strict;

-- A row is something that staff did: who did what, when, from where, and how the target was before and after. Rows
-- are only appended. Each row has a MAC that covers the row before it.
create table audit_entry (
    seq           integer not null primary key,
    id            blob    not null unique check (length(id) = 16),
    actor         blob    not null check (length(actor) = 16),
    actor_name    text    not null,
    actor_role    text    not null,
    address       text    not null,
    action        text    not null,
    target        text    not null,
    before        text    check (before is null or json_valid(before)),
    after         text    check (after is null or json_valid(after)),
    created_at_ms integer not null,
    mac           blob    not null check (length(mac) = 32)
) strict;
-- The audit is searched by actor, action, target and time. Each index ends with seq, which gives the order of the
-- rows.
create index audit_entry_by_actor on audit_entry (actor);
create index audit_entry_by_action on audit_entry (action);
create index audit_entry_by_target on audit_entry (target);
create index audit_entry_by_time on audit_entry (created_at_ms);
create trigger audit_entry_is_never_updated before update on audit_entry
begin select raise(abort, 'the audit trail is append-only'); end;
create trigger audit_entry_is_never_deleted before delete on audit_entry
begin select raise(abort, 'the audit trail is append-only'); end;

-- A row is a message to a member's e-mail address, phone or device. It is written in the same commit as its cause and
-- sent after that commit. Delivery empties its content, so that a one-time code cannot be read later. The rest
-- of the row stays for a month and records the outcome of the delivery.
create table outbox_message (
    id             blob    not null primary key check (length(id) = 16),
    -- The kind of message, such as code or password_changed.
    kind           text    not null,
    channel        text    not null check (channel in ('email', 'sms', 'push')),
    -- An address, a number, or the id of a device. Messages to one recipient leave in order.
    recipient      text    not null,
    member_id      blob    check (length(member_id) = 16),
    language       text    not null,
    -- 0 is sent at any hour, 1 after the quiet hours, 2 goes to many members and is sent last.
    priority       integer not null check (priority between 0 and 2),
    subject        text    not null,
    body           text    not null,
    -- The address that unsubscribes with one tap.
    unsubscribe    text,
    -- The message to queue when this one cannot be delivered, as JSON.
    fallback       text,
    state          text    not null default 'waiting' check (state in ('waiting', 'sent', 'dead')),
    -- 1 if a worker is sending the message now. Without a stored outcome, the message is sent again at due_at_ms.
    leased         integer not null default 0 check (leased in (0, 1)),
    attempts       integer not null default 0 check (attempts >= 0),
    due_at_ms      integer not null,
    -- The message is not sent after this moment, because its content (such as a code) is no longer valid.
    lapses_at_ms   integer not null,
    -- The reason why the last attempt failed.
    reason         text    not null default '',
    created_at_ms  integer not null,
    finished_at_ms integer,
    -- The screen of the app that a tap on a push notification opens; null for e-mail and SMS.
    opens          text,
    -- The address of the picture above the text of an e-mail.
    picture        text,
    -- The announcement or other reason for which the message went to many members.
    batch_id       blob    check (length(batch_id) = 16),
    -- The queue by which the message leaves: browsers and native apps have a pace of their own each. The recipient of
    -- a browser is an address, which has a slash; that of a native app is a token, which has none.
    line           text    generated always as
        (case when channel <> 'push' then channel when instr(recipient, '/') > 0 then 'push' else 'native' end) virtual,
    -- The message preference that applies. Null for messages that a member cannot decline, such as codes. When a
    -- member declines this kind, waiting messages are cancelled too.
    about          text    check (about in ('points', 'rewards', 'news', 'marketing')),
    check ((state = 'waiting') = (finished_at_ms is null)),
    check (leased = 0 or state = 'waiting')
) strict, without rowid;
create index outbox_message_lane on outbox_message (channel, recipient, id) where state = 'waiting';
create index outbox_message_by_end on outbox_message (finished_at_ms) where finished_at_ms is not null;
create index outbox_message_of_member on outbox_message (member_id) where member_id is not null;
-- The SMS budget of the hour and of the day counts rows by their creation time.
create index outbox_message_sms on outbox_message (created_at_ms) where channel = 'sms';
-- Staff look for messages that could not be delivered. Messages to one address are deleted when its owner leaves.
create index outbox_message_dead on outbox_message (id) where state = 'dead';
create index outbox_message_to on outbox_message (recipient, id);
create index outbox_message_due on outbox_message (line, priority, due_at_ms) where state = 'waiting';
create trigger outbox_message_is_counted after insert on outbox_message
begin
    insert into outbox_count (channel, state, messages) values (new.channel, new.state, 1)
        on conflict (channel, state) do update set messages = messages + 1;
end;
create trigger outbox_message_is_counted_anew after update of state on outbox_message when new.state <> old.state
begin
    update outbox_count set messages = messages - 1 where channel = old.channel and state = old.state;
    insert into outbox_count (channel, state, messages) values (new.channel, new.state, 1)
        on conflict (channel, state) do update set messages = messages + 1;
end;
create trigger outbox_message_is_counted_out after delete on outbox_message
begin
    update outbox_count set messages = messages - 1 where channel = old.channel and state = old.state;
end;
-- Triggers keep outbox_tally, so that every message that is queued, ends, is queued again or is deleted is counted.
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
-- A message that is deleted before it was sent counts as failed: its device or its member has left.
create trigger outbox_tally_dropped after delete on outbox_message
    when old.batch_id is not null and old.state = 'waiting'
begin
    update outbox_tally set waiting = waiting - 1, failed = failed + 1
    where batch_id = old.batch_id and channel = old.channel;
end;

-- A row is the number of messages of one channel in one state, so that the admin's list
-- needs no scan of a month of messages. Triggers on outbox_message update the row in the commit of each change.
create table outbox_count (
    channel  text    not null,
    state    text    not null,
    messages integer not null check (messages >= 0),
    primary key (channel, state)
) strict, without rowid;

-- A row counts by channel how messages ended that went to many members for one reason, such as an announcement. The
-- messages themselves are deleted after a month; these counts stay.
create table outbox_tally (
    batch_id blob    not null check (length(batch_id) = 16),
    channel  text    not null check (channel in ('email', 'sms', 'push')),
    waiting  integer not null default 0 check (waiting >= 0),
    sent     integer not null default 0 check (sent >= 0),
    failed   integer not null default 0 check (failed >= 0),
    primary key (batch_id, channel)
) strict, without rowid;

-- A row is the number of paid SMS parts in one month of Hong Kong (year * 12 + month).
create table sms_month (
    month integer not null primary key,
    parts integer not null check (parts >= 0),
    -- The threshold of the month's budget, in percent, of which the owners were last told; 0 for none.
    told  integer not null default 0 check (told in (0, 80, 100))
) strict;

-- A row is a device that receives its member's notifications: a browser (web push) or a native app (the token of its
-- push service).
create table push_subscription (
    -- An https address of the browser's push service, or the token of a native app.
    address       text    not null primary key check (length(address) between 1 and 4096),
    member_id     blob    not null references member (id),
    -- The session of the browser; the subscription ends with it. The subscription of a native app has none.
    session_id    blob    references session (id) on delete cascade,
    -- The browser's key, a point on P-256, and its shared secret; null for a native app.
    p256dh        blob    check (length(p256dh) = 65),
    auth          blob    check (length(auth) = 16),
    created_at_ms integer not null,
    -- The language of the app on the device when it last asked; null for the member's own language.
    language      text    check (language in ('en', 'zh', 'zhhk')),
    check ((p256dh is null) = (auth is null))
) strict, without rowid;
create index push_subscription_of_member on push_subscription (member_id, created_at_ms);
create index push_subscription_of_session on push_subscription (session_id) where session_id is not null;

-- A row is an address that receives a webhook call when something happens.
create table webhook_endpoint (
    id                blob    not null primary key check (length(id) = 16),
    url               text    not null,
    description       text    not null,
    -- The kinds of events that it receives, separated by blanks; empty for all.
    events            text    not null,
    active            integer not null check (active in (0, 1)),
    -- The secret that calls are signed with, encrypted and bound to this row.
    secret            blob    not null,
    -- The secret before it, with which calls are signed too until previous_until_ms.
    previous_secret   blob,
    previous_until_ms integer,
    version           integer not null default 1,
    created_at_ms     integer not null,
    check ((previous_secret is null) = (previous_until_ms is null))
) strict, without rowid;

-- A row is something that happened, written in the commit in which it happened.
create table webhook_event (
    id            blob    not null primary key check (length(id) = 16),
    kind          text    not null,
    -- The body of the calls, byte for byte as it is signed.
    body          text    not null,
    created_at_ms integer not null
) strict, without rowid;
create index webhook_event_by_age on webhook_event (created_at_ms);

-- A row is the delivery of one event to one address, and how it ended.
create table webhook_delivery (
    endpoint_id    blob    not null references webhook_endpoint (id) on delete cascade,
    event_id       blob    not null references webhook_event (id) on delete cascade,
    state          text    not null default 'waiting' check (state in ('waiting', 'sent', 'dead')),
    leased         integer not null default 0 check (leased in (0, 1)),
    attempts       integer not null default 0,
    due_at_ms      integer not null,
    -- The HTTP status of the last answer, if there was one.
    status         integer,
    -- The reason why the last attempt failed, in a word.
    reason         text    not null default '',
    finished_at_ms integer,
    -- The last replay that staff requested. The three days of retries start again at this moment.
    replayed_at_ms integer,
    primary key (endpoint_id, event_id),
    check ((state = 'waiting') = (finished_at_ms is null))
) strict, without rowid;
create index webhook_delivery_of_event on webhook_delivery (event_id);
-- Due deliveries are looked up by address, so that an address that does not answer delays no other.
create index webhook_delivery_lane on webhook_delivery (endpoint_id, due_at_ms, event_id) where state = 'waiting';

-- A row counts failed sign-ins under one key: an account, the keyed hash of an identifier that names no account, or
-- an account as seen from a device that has signed in to it before.
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

-- A row is a value that a subject has tried, where the number of different values counts: wrong passwords from one
-- source, or addresses that it asked about. Both columns are keyed hashes.
create table distinct_try (
    tried   text    not null check (tried in ('passwords', 'members', 'contacts')),
    subject blob    not null check (length(subject) = 32),
    value   blob    not null check (length(value) = 32),
    at_ms   integer not null,
    primary key (tried, subject, value)
) strict, without rowid;
create index distinct_try_by_age on distinct_try (at_ms);

-- A row is a source that guessed passwords, and until when it must pass the captcha.
create table suspect (
    subject  blob    not null primary key check (length(subject) = 32),
    until_ms integer not null
) strict, without rowid;
