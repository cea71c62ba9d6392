-- A row is a fuse on a campaign: what pauses it by itself when a code has got about.
create table campaign_fuse (
    campaign_id  blob    not null primary key references campaign (id),
    -- More scans than this in one hour …
    per_hour     integer check (per_hour >= 1),
    -- … or than so many times the usual number.
    factor       integer check (factor between 2 and 1000),
    paused_at_ms integer
) strict, without rowid;

-- A row counts the scans of a campaign with a fuse in one hour since 1970.
create table campaign_hour (
    campaign_id blob    not null references campaign (id),
    hour        integer not null,
    scans       integer not null check (scans > 0),
    primary key (campaign_id, hour)
) strict, without rowid;

create index campaign_claim_by_time on campaign_claim (campaign_id, created_at_ms);
