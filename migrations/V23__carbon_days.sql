-- The year of a factor's source. A version without a source or without its year does not count.
alter table carbon_factor add column source_year integer;

-- A row sums the entries of a Hong Kong day, as a number from 1970-01-01. It replaces the sums of whole months, because a
-- report may begin and end on any day.
create table carbon_day (
    day            integer not null,
    partner_id     blob    not null,
    factor_id      blob    not null,
    factor_version integer not null,
    uses           integer not null default 0 check (uses >= 0),
    milligrams     integer not null default 0 check (milligrams >= 0),
    primary key (day, partner_id, factor_id, factor_version)
) strict, without rowid;
insert into carbon_day (day, partner_id, factor_id, factor_version, uses, milligrams)
select (created_at_ms + 28800000) / 86400000, partner_id, factor_id, factor_version, count(*), sum(milligrams)
from carbon_entry
group by 1, 2, 3, 4;
drop table if exists carbon_month;
