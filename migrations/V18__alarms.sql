-- A row is an alarm about a subject, such as a cashier and a member, a member who gets transfers, or a device. While an
-- alarm of a subject has not ended, later findings about it are added to this row.
create table alarm (
    id              blob    not null primary key check (length(id) = 16),
    kind            text    not null check (kind in ('pair', 'round_amounts', 'no_receipt', 'fan_in', 'undone', 'device')),
    -- The key by which a later run finds this alarm: ids of its members and staff, or the keyed hash of a device.
    subject         text    not null,
    level           text    not null check (level in ('high', 'medium', 'low')),
    -- The list of the desk in which it stands, and how it ended.
    queue           text    not null check (queue in ('open', 'held', 'done')),
    outcome         text    check (outcome in ('released', 'dismissed')),
    member_id       blob    references member (id),
    -- The person or the API key at the counter, and its name at that moment.
    actor           blob    check (length(actor) = 16),
    actor_name      text,
    partner_id      blob    references partner (id),
    till_id         blob    references till (id),
    -- The count of the last run, the total it was taken from, the number of days, and the usual count.
    counted         integer not null check (counted > 0),
    of_all          integer not null check (of_all >= 0),
    usual           integer not null check (usual >= 0),
    days            integer not null check (days > 0),
    -- The points of its evidence.
    points          integer not null check (points >= 0),
    raised_at_ms    integer not null,
    -- The time of the last finding.
    found_at_ms     integer not null,
    ended_at_ms     integer,
    -- No alarm about the subject is raised before this moment.
    quiet_until_ms  integer,
    check ((queue = 'done') = (outcome is not null)),
    check ((queue = 'done') = (ended_at_ms is not null))
) strict, without rowid;
create index alarm_by_queue on alarm (queue, id);
create index alarm_of_subject on alarm (kind, subject, id);
create unique index alarm_not_ended on alarm (kind, subject) where queue <> 'done';
create index alarm_of_member on alarm (member_id) where member_id is not null;

-- A row is one transaction on which an alarm rests; for an alarm about a device, one account.
create table alarm_evidence (
    alarm_id      blob    not null references alarm (id),
    -- The id of the transaction, or of the account.
    id            blob    not null check (length(id) = 16),
    -- The member who has the points.
    member_id     blob    not null references member (id),
    points        integer not null check (points >= 0),
    created_at_ms integer not null,
    primary key (alarm_id, id)
) strict, without rowid;
create index alarm_evidence_of_member on alarm_evidence (member_id);

-- A row is something that happened to an alarm: it was raised, or staff did something.
create table alarm_step (
    id            blob    not null primary key check (length(id) = 16),
    alarm_id      blob    not null references alarm (id),
    what          text    not null check (what in ('raised', 'held', 'released', 'dismissed')),
    by_name       text,
    note          text    not null,
    points        integer not null check (points >= 0),
    created_at_ms integer not null
) strict, without rowid;
create index alarm_step_of_alarm on alarm_step (alarm_id, id);

-- A row is points of a member that staff put on hold because of an alarm. The hold itself stands in the ledger.
create table alarm_hold (
    seq           integer not null primary key references hold (seq),
    alarm_id      blob    not null references alarm (id),
    member_id     blob    not null references member (id),
    points        integer not null check (points > 0),
    held_at_ms    integer not null,
    released_at_ms integer
) strict;
create index alarm_hold_of_alarm on alarm_hold (alarm_id);
create index alarm_hold_open on alarm_hold (member_id) where released_at_ms is null;

-- A row says that a member signed in on a device. The device is a keyed hash of the random number in its cookie, and rows
-- are written only while alarms about devices are on.
create table device_account (
    device           blob    not null check (length(device) = 32),
    member_id        blob    not null references member (id),
    first_seen_at_ms integer not null,
    last_seen_at_ms  integer not null,
    primary key (device, member_id)
) strict, without rowid;
create index device_account_by_first on device_account (first_seen_at_ms);
create index device_account_by_last on device_account (last_seen_at_ms);
create index device_account_of_member on device_account (member_id);
