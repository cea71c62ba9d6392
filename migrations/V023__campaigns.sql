-- A row is a set of QR codes that give points when scanned. The count of claims is derived, and
-- kept here so that one conditional update decides who gets the last one.
create table campaign (
    id             blob    not null primary key check (length(id) = 16),
    name           text    not null check (json_valid(name)),
    points         integer not null check (points between 1 and 9007199254740991),
    -- How often one member may claim; -1 for no limit.
    per_member     integer not null check (per_member = -1 or per_member >= 1),
    -- How often it may be claimed altogether; -1 for no limit.
    total          integer not null check (total = -1 or total >= 1),
    -- One text for everybody, or texts that work once each.
    shared         integer not null check (shared in (0, 1)),
    active         integer not null check (active in (0, 1)),
    valid_from_ms  integer,
    valid_until_ms integer,
    claims         integer not null default 0 check (claims >= 0),
    version        integer not null default 1,
    created_at_ms  integer not null,
    updated_at_ms  integer not null,
    deleted_at_ms  integer
) strict, without rowid;

-- A row is the text of one QR code. It is kept readable: codes are printed again from here.
create table campaign_code (
    id            blob    not null primary key check (length(id) = 16),
    campaign_id   blob    not null references campaign (id),
    text          text    not null unique,
    created_at_ms integer not null
) strict, without rowid;
create index campaign_code_by_campaign on campaign_code (campaign_id, id);

-- A row is one claim. Its place among the member's claims and the single-use code are unique, so
-- that parallel scans credit once.
create table campaign_claim (
    campaign_id    blob    not null references campaign (id),
    member_id      blob    not null references member (id),
    nth            integer not null check (nth >= 1),
    single_code_id blob    unique references campaign_code (id),
    transaction_id blob    not null unique,
    created_at_ms  integer not null,
    primary key (campaign_id, member_id, nth)
) strict, without rowid;
