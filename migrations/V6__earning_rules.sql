-- A row is an earning rule: what members get for a purchase beyond the rates of the partner. Its versions say what it
-- does. Its totals are derived from earning_rule_line.
create table earning_rule (
    id             blob    not null primary key check (length(id) = 16),
    -- The version by which purchases earn; null while the rule is off.
    live_version   integer,
    latest_version integer not null default 1 check (latest_version >= 1),
    given_points   integer not null default 0 check (given_points >= 0),
    -- The value of these points when they were given, in ten-thousandths of HK$.
    given_value    integer not null default 0 check (given_value >= 0),
    version        integer not null default 1,
    created_at_ms  integer not null,
    updated_at_ms  integer not null,
    foreign key (id, live_version) references earning_rule_version (rule_id, version) deferrable initially deferred
) strict, without rowid;

-- A row is a version of an earning rule. It may be edited until it is switched on for the first time.
create table earning_rule_version (
    rule_id         blob    not null references earning_rule (id),
    version         integer not null check (version >= 1),
    document        text    not null check (json_valid(document)),
    created_by_name text    not null,
    created_at_ms   integer not null,
    updated_at_ms   integer not null,
    first_on_at_ms  integer,
    primary key (rule_id, version)
) strict, without rowid;
create trigger earning_rule_version_stays before update of document on earning_rule_version
    when old.first_on_at_ms is not null
begin
    select raise(abort, 'a version that was switched on does not change');
end;

-- A row is a time in which a version of a rule was on, so that the bill of an earlier day earns by the rules of its time.
create table earning_rule_span (
    rule_id   blob    not null references earning_rule (id),
    on_at_ms  integer not null,
    version   integer not null,
    -- Null while it is on.
    off_at_ms integer,
    primary key (rule_id, on_at_ms),
    foreign key (rule_id, version) references earning_rule_version (rule_id, version)
) strict, without rowid;

-- A row is what one rule added to one award, under the version of that moment.
create table earning_rule_line (
    transaction_id blob    not null references ledger_transaction (id),
    rule_id        blob    not null,
    version        integer not null,
    member_id      blob    not null references member (id),
    partner_id     blob    not null references partner (id),
    -- The day of the purchase in Hong Kong, whose caps it counts towards. A claim is approved on a later one.
    day            integer not null,
    points         integer not null check (points > 0),
    value          integer not null check (value >= 0),
    created_at_ms  integer not null,
    undone_at_ms   integer,
    -- Ids of transactions sort by time, so this finds what a rule gave since a day.
    primary key (rule_id, transaction_id),
    foreign key (rule_id, version) references earning_rule_version (rule_id, version)
) strict, without rowid;
-- For the sums of a member, in total and by rule, and for an award that is taken back.
create index earning_rule_line_of_member on earning_rule_line (member_id, rule_id, day, points, undone_at_ms);

-- A row is what one rule gave in one Hong Kong day. Awards that were taken back do not count. The triggers on
-- earning_rule_line keep it.
create table earning_rule_day (
    rule_id blob    not null references earning_rule (id),
    day     integer not null,
    awards  integer not null check (awards >= 0),
    points  integer not null check (points >= 0),
    value   integer not null check (value >= 0),
    primary key (rule_id, day)
) strict, without rowid;
create trigger earning_rule_line_is_counted after insert on earning_rule_line when new.undone_at_ms is null
begin
    update earning_rule set given_points = given_points + new.points, given_value = given_value + new.value
        where id = new.rule_id;
    insert into earning_rule_day (rule_id, day, awards, points, value)
        values (new.rule_id, new.day, 1, new.points, new.value)
        on conflict (rule_id, day) do update set awards = awards + 1, points = points + excluded.points,
            value = value + excluded.value;
end;
create trigger earning_rule_line_is_counted_out after update of undone_at_ms on earning_rule_line
    when old.undone_at_ms is null and new.undone_at_ms is not null
begin
    update earning_rule set given_points = given_points - new.points, given_value = given_value - new.value
        where id = new.rule_id;
    update earning_rule_day set awards = awards - 1, points = points - new.points, value = value - new.value
        where rule_id = new.rule_id and day = new.day;
end;

-- A row is the last simulation of a rule that was finished: the text of the rule that was tried, and what it found.
create table earning_rule_simulation (
    rule_id        blob    not null primary key references earning_rule (id),
    version        integer not null,
    document       text    not null check (json_valid(document)),
    result         text    not null check (json_valid(result)),
    finished_at_ms integer not null
) strict, without rowid;

-- A row is the last simulation of rates of a partner that was finished: the rates that were tried, and what it found.
create table partner_rate_simulation (
    partner_id     blob    not null primary key references partner (id),
    base_points    integer not null check (base_points >= 0),
    extra_points   integer not null check (extra_points >= 0),
    result         text    not null check (json_valid(result)),
    finished_at_ms integer not null
) strict, without rowid;

-- A row is the birthday of a member who has told it, without the year.
create table member_birthday (
    member_id     blob    not null primary key references member (id),
    month         integer not null check (month between 1 and 12),
    day           integer not null check (day between 1 and 31),
    updated_at_ms integer not null
) strict, without rowid;

-- The points by the partner's base rate and by its extra rate, which may have changed since. Older awards do not have
-- them.
alter table counter_event add column base_points integer check (base_points >= 0);
alter table counter_event add column card_points integer check (card_points >= 0);
-- The rates by which these points were given, in ten-thousandths of a point for each HK$1. The extra rate is null
-- without an Enjoy Card.
alter table counter_event add column base_rate integer check (base_rate >= 0);
alter table counter_event add column card_rate integer check (card_rate >= 0);
