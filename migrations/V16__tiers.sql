-- The row, of which there is one at most, is the ladder of levels that members rise on. Its versions say what a level
-- asks for.
create table tier_ladder (
    id             integer not null primary key check (id = 1),
    -- The version by which members rise; null while the ladder is off.
    live_version   integer references tier_ladder_version (version) deferrable initially deferred,
    latest_version integer not null check (latest_version >= 1),
    version        integer not null default 1,
    updated_at_ms  integer not null
) strict;

-- A row is a version of the ladder. It may be edited until it is switched on for the first time.
create table tier_ladder_version (
    version         integer not null primary key check (version >= 1),
    document        text    not null check (json_valid(document)),
    created_by_name text    not null,
    created_at_ms   integer not null,
    updated_at_ms   integer not null,
    first_on_at_ms  integer
) strict;
create trigger tier_ladder_version_stays before update of document on tier_ladder_version
    when old.first_on_at_ms is not null
begin
    select raise(abort, 'a version that was switched on does not change');
end;

-- A row is a purchase that counts towards levels, with everything that a version may count, or progress that a campaign
-- gave. A purchase that is taken back takes its row with it.
create table tier_entry (
    member_id      blob    not null references member (id),
    -- The day in Hong Kong.
    day            integer not null,
    -- The transaction of the purchase, or the id of the claim of a campaign.
    transaction_id blob    not null check (length(transaction_id) = 16),
    -- The partner of the purchase; null for a campaign.
    partner_id     blob    references partner (id),
    purchases      integer not null default 1 check (purchases >= 0),
    cents          integer not null check (cents >= 0),
    points         integer not null check (points >= 0),
    primary key (member_id, day, transaction_id)
) strict, without rowid;
create index tier_entry_of_transaction on tier_entry (transaction_id);

-- A row is a change of a member's level. The newest one says what the member holds.
create table tier_change (
    member_id     blob    not null references member (id),
    -- Counts the member's changes from 1.
    number        integer not null check (number >= 1),
    kind          text    not null check (kind in ('risen', 'kept', 'grace', 'fallen')),
    -- Counts the levels of the ladder from 1; 0 for none.
    level         integer not null check (level >= 0),
    -- The version that holds until the level ends.
    version       integer not null,
    -- The day on which the member reached this level.
    since_day     integer not null,
    -- The first day of the purchases that support the change.
    counted_from_day integer not null,
    -- The last day of the level, and of its grace.
    until_day     integer not null,
    grace_day     integer,
    -- The day on which the level is looked at again; null without a level, and for changes that are not the newest.
    due_day       integer,
    created_at_ms integer not null,
    primary key (member_id, number)
) strict, without rowid;
create index tier_change_due on tier_change (due_day) where due_day is not null;

-- The lowest level that a buyer of the item must hold; null for none. A level counts from 1.
alter table item add column requires_level integer check (requires_level between 1 and 5);

-- A row counts the members of a level. The triggers on tier_change keep it.
create table tier_total (
    level   integer not null primary key check (level >= 1),
    members integer not null check (members >= 0)
) strict;
create trigger tier_change_is_counted after insert on tier_change when new.due_day is not null
begin
    insert into tier_total (level, members) values (new.level, 1)
        on conflict (level) do update set members = members + 1;
end;
create trigger tier_change_is_counted_out after delete on tier_change when old.due_day is not null
begin
    update tier_total set members = members - 1 where level = old.level;
end;
create trigger tier_change_is_replaced after update of due_day on tier_change
    when old.due_day is not null and new.due_day is null
begin
    update tier_total set members = members - 1 where level = new.level;
end;
create trigger tier_change_is_newest_again after update of due_day on tier_change
    when old.due_day is null and new.due_day is not null
begin
    insert into tier_total (level, members) values (new.level, 1)
        on conflict (level) do update set members = members + 1;
end;
