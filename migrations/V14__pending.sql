-- Points of a purchase that are held until a day, the end of the time for returns, stand on an account of their own.
-- SQLite cannot change a check, so the table of accounts is built anew. Members have the numbers from 5 on.
create table new_account (
    id        integer not null primary key,
    kind      text    not null check (kind in ('member', 'issuance', 'redemption', 'escrow', 'expiry', 'pending')),
    member_id blob    unique references member (id),
    balance   integer not null default 0,
    check ((kind = 'member') = (member_id is not null)),
    check (kind = 'issuance' or balance >= 0),
    check (balance between -9007199254740991 and 9007199254740991)
) strict;
insert into new_account (id, kind, member_id, balance) select id, kind, member_id, balance from account;
insert into new_account (id, kind) values (0, 'pending');
drop table account;
alter table new_account rename to account;

-- A row is the points of one award that are released on one day. Its lots are those that the award credited to the
-- pending account. It ends once: the points are released to the member, or taken back.
create table pending_points (
    seq          integer not null references ledger_transaction (seq),
    -- The day in Hong Kong on which they are released.
    day          integer not null,
    -- The member's account.
    account_id   integer not null references account (id),
    points       integer not null check (points > 0),
    status       text    not null default 'open' check (status in ('open', 'released', 'taken')),
    ended_by_seq integer references ledger_transaction (seq),
    primary key (seq, day),
    check ((status = 'open') = (ended_by_seq is null))
) strict, without rowid;
create index pending_points_due on pending_points (day, seq) where status = 'open';
create index pending_points_of_account on pending_points (account_id, status, day, seq);
create trigger pending_points_are_never_deleted before delete on pending_points
begin select raise(abort, 'the ledger is append-only'); end;

-- Points that began to wait on the day, minus those that were released or taken back.
alter table ledger_day_all add column pending integer not null default 0;

-- A row is a code of a member's app that changes every 30 seconds, scanned at a counter. It shows the member's coupons to
-- whoever scanned it, and uses one of them. Rows are kept for as long as their codes could be scanned again.
create table counter_code_scan (
    -- The number of the half minute since 1970.
    step          integer not null,
    member_id     blob    not null references member (id),
    -- The person or the API key that scanned it.
    actor         blob    not null check (length(actor) = 16),
    scanned_at_ms integer not null,
    spent_at_ms   integer,
    primary key (step, member_id)
) strict, without rowid;
