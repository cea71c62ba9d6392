-- A row is one version of the rule by which points expire. Rows are only added. A version holds from its start until
-- the start of a later version; a version whose start a later version shares or precedes never holds. Without a row
-- points never expire.
create table expiry_policy (
    version         integer not null primary key,
    -- The rule, the days of grace and the days that points live after they were brought back, as JSON.
    policy          text    not null check (json_valid(policy)),
    starts_at_ms    integer not null,
    changed_by      blob    not null check (length(changed_by) = 16),
    changed_by_name text    not null,
    created_at_ms   integer not null
) strict;
create trigger expiry_policy_is_never_updated before update on expiry_policy
begin select raise(abort, 'the history of expiry is append-only'); end;
create trigger expiry_policy_is_never_deleted before delete on expiry_policy
begin select raise(abort, 'the history of expiry is append-only'); end;

-- A row is points that have expired and that the member may bring back once, until a moment.
create table expiry_grace (
    -- The transaction by which they expired.
    transaction_id  blob    not null primary key references ledger_transaction (id),
    member_id       blob    not null references member (id),
    points          integer not null check (points > 0),
    -- The last day on which they could be spent.
    last_day        integer not null,
    until_ms        integer not null,
    -- Days that they live from the day on which the member brings them back.
    extra_days      integer not null check (extra_days > 0),
    -- The transaction by which they came back.
    brought_back_id blob    unique references ledger_transaction (id)
) strict, without rowid;
create index expiry_grace_of_member on expiry_grace (member_id, until_ms) where brought_back_id is null;

-- A row is a notice that a member was given: that points expire on that day, some days before it. Rows are kept for a
-- while after that day, so that a restart gives no notice twice. mailed_on is the day on which an e-mail about it was queued.
create table expiry_notice (
    member_id   blob    not null references member (id),
    last_day    integer not null,
    days_before integer not null check (days_before in (1, 7, 30)),
    mailed_on   integer,
    primary key (member_id, last_day, days_before)
) strict, without rowid;
create index expiry_notice_by_day on expiry_notice (last_day);
