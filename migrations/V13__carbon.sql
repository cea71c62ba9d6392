-- A row is one version of a carbon factor: the CO2e that one unit of a choice saves, and where that figure comes from. A
-- version is never changed; a new one counts from a day on. A version with 0 milligrams ends the factor.
create table carbon_factor (
    id            blob    not null check (length(id) = 16),
    version       integer not null check (version >= 1),
    -- The partner at whose counters it counts; null for all partners.
    partner_id    blob    references partner (id),
    name          text    not null check (json_valid(name)),
    -- Each Hong Kong dollar of the bill, each purchase, or what the cashier enters.
    unit          text    not null check (unit in ('dollar', 'purchase', 'kilogram', 'trip', 'action')),
    milligrams    integer not null check (milligrams >= 0),
    -- The largest quantity in thousandths of the unit that a cashier may enter for one purchase.
    most          integer not null check (most > 0),
    source        text    not null,
    source_link   text,
    -- The Hong Kong day from which it counts, as a number from 1970-01-01.
    from_day      integer not null,
    created_at_ms integer not null,
    primary key (id, version)
) strict, without rowid;

-- A row is the CO2e that one purchase saved by one factor. It keeps the version that was in force.
create table carbon_entry (
    member_id      blob    not null references member (id),
    -- Ids sort by creation, so the entries of a member's year lie together.
    transaction_id blob    not null check (length(transaction_id) = 16),
    factor_id      blob    not null,
    factor_version integer not null,
    partner_id     blob    not null references partner (id),
    quantity       integer not null check (quantity > 0),
    milligrams     integer not null check (milligrams >= 0),
    created_at_ms  integer not null,
    primary key (member_id, transaction_id, factor_id),
    foreign key (factor_id, factor_version) references carbon_factor (id, version)
) strict, without rowid;

-- A row sums the entries of a Hong Kong month, which is twelve times the year plus the month counted from 0.
create table carbon_month (
    month          integer not null,
    partner_id     blob    not null,
    factor_id      blob    not null,
    factor_version integer not null,
    uses           integer not null default 0 check (uses >= 0),
    milligrams     integer not null default 0 check (milligrams >= 0),
    primary key (month, partner_id, factor_id, factor_version)
) strict, without rowid;
