-- A row is a day of the server's running time. Answers to idempotency keys of such a day are kept together; the newest
-- day takes the new ones. These days follow no clock, so that a clock that is set wrong or set right hides no answer.
create table idempotency_day (
    day    integer not null primary key,
    -- Running time that has passed in it.
    ran_ms integer not null default 0 check (ran_ms >= 0)
) strict;
-- Until now the days were those of the clock in Hong Kong. The answers stay where they are.
insert into idempotency_day (day)
with recursive known (day) as (
    select min(day) from idempotency_answer
    union all
    select (select min(day) from idempotency_answer where day > known.day) from known where known.day is not null
)
select day from known where day is not null;
insert into idempotency_day (day) select coalesce(max(day), 0) + 1 from idempotency_day;

-- The one row is what the server last saw of the machine's clock.
create table clock_watch (
    id             integer not null primary key check (id = 1),
    noted_at_ms    integer not null,
    -- Where the clock was moved to and what it should have shown then; null while it is believed.
    moved_from_ms  integer,
    moved_to_ms    integer,
    -- Running time since then in which the clock went as it should.
    steady_ms      integer not null default 0 check (steady_ms >= 0),
    check ((moved_from_ms is null) = (moved_to_ms is null))
) strict;
