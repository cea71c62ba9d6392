-- A row is one state of what a partner pays and gets for a point, from a day on. Rows are only added: on each day the row
-- with the highest version counts whose first day is that day or earlier.
create table partner_terms (
    partner_id      blob    not null references partner (id),
    version         integer not null check (version > 0),
    -- The first Hong Kong day, counted from 1970-01-01.
    from_day        integer not null,
    -- Ten-thousandths of HK$ for a point: what the partner pays for one that is issued there, what it gets for one that is
    -- redeemed there (null for the value of a point on that day), and the fee for one that is issued there.
    issued_rate     integer not null check (issued_rate >= 0),
    redeemed_rate   integer check (redeemed_rate is null or redeemed_rate >= 0),
    fee_rate        integer not null check (fee_rate >= 0),
    changed_by_name text    not null,
    created_at_ms   integer not null,
    primary key (partner_id, version)
) strict, without rowid;

-- A row is a Hong Kong month (year * 12 + month, of which January is 0) whose bills are made. They never change again.
create table closed_month (
    month          integer not null primary key,
    -- The sequence number of the last ledger transaction of the month; 0 if the ledger has none until then.
    ledger_seq     integer not null,
    closed_by_name text    not null,
    closed_at_ms   integer not null
) strict;
create trigger closed_month_is_never_updated before update on closed_month
begin select raise(abort, 'a closed month is final'); end;
create trigger closed_month_is_never_deleted before delete on closed_month
begin select raise(abort, 'a closed month is final'); end;

-- A row is the bill of one partner for one closed month. Bills are numbered in the order in which they were made.
create table partner_bill (
    month      integer not null references closed_month (month),
    partner_id blob    not null references partner (id),
    number     integer not null unique,
    -- The partner's name when the bill was made.
    name       text    not null check (json_valid(name)),
    primary key (month, partner_id)
) strict, without rowid;
create index partner_bill_of_partner on partner_bill (partner_id, month);
create trigger partner_bill_is_never_updated before update on partner_bill
begin select raise(abort, 'a bill is final'); end;
create trigger partner_bill_is_never_deleted before delete on partner_bill
begin select raise(abort, 'a bill is final'); end;

-- A row is one line of a bill.
create table partner_bill_line (
    month      integer not null,
    partner_id blob    not null,
    place      integer not null,
    kind       text    not null check (kind in ('issued', 'redeemed', 'fee')),
    -- The month to which the points belong: an earlier one for a correction.
    of_month   integer not null,
    points     integer not null,
    -- Ten-thousandths of HK$ for a point, and the amount in cents that the partner owes; negative if it is owed to the
    -- partner.
    rate       integer not null,
    cents      integer not null,
    primary key (month, partner_id, place),
    foreign key (month, partner_id) references partner_bill (month, partner_id)
) strict, without rowid;
create trigger partner_bill_line_is_never_updated before update on partner_bill_line
begin select raise(abort, 'a bill is final'); end;
create trigger partner_bill_line_is_never_deleted before delete on partner_bill_line
begin select raise(abort, 'a bill is final'); end;

-- A row is a breakage rate: the share of issued points, in hundredths of a per cent, that the operator expects to stay
-- unredeemed, valid from a month on.
-- Rows are only added: for each month the row with the highest version counts whose first month is that one or earlier.
create table breakage_assumption (
    version         integer not null primary key check (version > 0),
    from_month      integer not null,
    basis_points    integer not null check (basis_points between 0 and 9000),
    reason          text    not null,
    changed_by_name text    not null,
    created_at_ms   integer not null
) strict;
