-- A row is what one kind of transaction moved in one Hong Kong day at one partner (sixteen zero
-- bytes where there is none). Derived from the journal up to ledger_day_mark, so that reports over
-- years read thousands of rows instead of millions; what came after the mark is added as it is read.
create table ledger_day (
    day          integer not null,
    partner_id   blob    not null check (length(partner_id) = 16),
    kind         text    not null,
    transactions integer not null,
    issued       integer not null,
    redeemed     integer not null,
    expired      integer not null,
    held         integer not null,
    transferred  integer not null,
    primary key (day, partner_id, kind)
) strict, without rowid;

create table ledger_day_mark (
    one integer not null primary key check (one = 1),
    seq integer not null
) strict;
insert into ledger_day_mark (one, seq) values (1, 0);
