-- A row is one credit of a batch. It is open from the moment when its batch is accepted until its
-- points are posted (transaction_id) or cannot be any more (refused: the member has left, or the
-- balance would outgrow what clients can hold). taken_back says how many points came back when the
-- batch was undone; the rest had been spent.
create table credit_batch_row_new (
    batch_id       blob    not null references credit_batch (id),
    line           integer not null,
    member_id      blob    not null references member (id),
    points         integer not null check (points > 0),
    reason         text    not null,
    transaction_id blob    unique,
    refused        text    check (refused in ('member_left', 'balance_limit')),
    taken_back     integer,
    primary key (batch_id, line),
    check (transaction_id is null or refused is null)
) strict, without rowid;

insert into credit_batch_row_new (batch_id, line, member_id, points, reason, transaction_id, taken_back)
    select batch_id, line, member_id, points, reason, transaction_id, taken_back from credit_batch_row;
drop table credit_batch_row;
alter table credit_batch_row_new rename to credit_batch_row;

-- The index holds the rows whose points are not posted yet. It is small: a batch is posted soon after it was accepted.
create index credit_batch_row_open on credit_batch_row (batch_id, line)
    where transaction_id is null and refused is null;
