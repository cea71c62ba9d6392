-- A row is a segment: a named group of members who meet some conditions. A segment that was removed keeps its row,
-- because announcements that were sent and earlier versions of earning rules name it.
create table segment (
    id            blob    not null primary key check (length(id) = 16),
    name          text    not null,
    conditions    text    not null check (json_valid(conditions)),
    -- The number of members at the last count, and its time.
    members       integer check (members >= 0),
    counted_at_ms integer,
    saved_by_name text    not null,
    version       integer not null default 1,
    created_at_ms integer not null,
    updated_at_ms integer not null,
    deleted_at_ms integer,
    check ((members is null) = (counted_at_ms is null))
) strict, without rowid;

-- A row is a member on the list of a segment whose members staff name one by one.
create table segment_member (
    segment_id blob not null references segment (id),
    member_id  blob not null references member (id),
    primary key (segment_id, member_id)
) strict, without rowid;
create index segment_member_of_member on segment_member (member_id);

-- The saved segment to which an announcement goes, in addition to its other conditions.
alter table broadcast add column segment_id blob references segment (id);

-- Purchases of members, with all that counts of segments read: a count over all members reads this index alone.
drop index counter_event_of_member;
create index counter_event_of_member on counter_event
    (member_id, partner_id, kind, undone_at_ms, created_at_ms, amount_cents);
