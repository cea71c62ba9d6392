-- A row is a business where points are earned or spent. A partner that has left keeps its row,
-- because awards and redemptions name it.
create table partner (
    id            blob    not null primary key check (length(id) = 16),
    type          text    not null,
    name          text    not null check (json_valid(name)),
    description   text    not null check (json_valid(description)),
    name_img      text    not null,
    logo          text    not null,
    web_link      text,
    -- Points per Hong Kong dollar, in ten-thousandths.
    base_points   integer not null check (base_points >= 0),
    extra_points  integer not null check (extra_points >= 0),
    active        integer not null check (active in (0, 1)),
    version       integer not null default 1,
    created_at_ms integer not null,
    updated_at_ms integer not null,
    deleted_at_ms integer
) strict, without rowid;
