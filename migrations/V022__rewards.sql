-- A row is something that points buy. Stock and the count of free pool codes live here, so that
-- one conditional update decides who gets the last one.
create table item (
    id              blob    not null primary key check (length(id) = 16),
    type            text    not null check (type in ('coupon', 'exchange')),
    name            text    not null check (json_valid(name)),
    description     text    not null check (json_valid(description)),
    image           text    not null,
    toc             text    not null check (json_valid(toc)),
    points          integer not null check (points between 1 and 9007199254740991),
    -- What is left; -1 for no limit.
    leftover        integer not null check (leftover >= -1),
    -- What was ever put in stock, so that what is left and what was sold can be held against it.
    stocked         integer not null check (stocked >= -1),
    -- How many one member may buy; -1 for no limit.
    quota_person    integer not null check (quota_person >= -1),
    partner_id      blob    references partner (id),
    content_kind    text    not null check (content_kind in ('generated', 'pool', 'image')),
    content_format  text    not null check (content_format in ('qrcode', 'barCode')),
    content_img_url text,
    -- What becomes of a coupon that was opened and not collected in time.
    unclaimed       text    not null check (unclaimed in ('used', 'return_once')),
    active          integer not null check (active in (0, 1)),
    valid_from_ms   integer,
    valid_until_ms  integer,
    -- Derived from coupon_code: pool codes that nobody holds.
    pool_free       integer not null default 0 check (pool_free >= 0),
    version         integer not null default 1,
    created_at_ms   integer not null,
    updated_at_ms   integer not null,
    deleted_at_ms   integer,
    check (content_kind <> 'image' or content_img_url is not null),
    check ((leftover = -1) = (stocked = -1)),
    check (leftover <= stocked)
) strict, without rowid;

-- A row is how many of an item a member holds or has used; rejected exchanges do not count.
create table item_buyer (
    member_id blob    not null references member (id),
    item_id   blob    not null references item (id),
    bought    integer not null check (bought >= 0),
    primary key (member_id, item_id)
) strict, without rowid;

-- A row is one purchase of an item by a member. What was bought is copied, so that a later edit
-- of the item changes nothing for those who have it.
create table redemption (
    id              blob    not null primary key check (length(id) = 16),
    member_id       blob    not null references member (id),
    item_id         blob    not null references item (id),
    partner_id      blob    references partner (id),
    type            text    not null check (type in ('coupon', 'exchange')),
    status          text    not null check (status in ('confirmed', 'processing', 'rejected')),
    points          integer not null check (points > 0),
    snapshot        text    not null check (json_valid(snapshot)),
    wallet_address  text,
    content_format  text    not null check (content_format in ('qrcode', 'barCode', 'imgUrl')),
    content_img_url text,
    unclaimed       text    not null check (unclaimed in ('used', 'return_once')),
    -- A coupon is opened once, or twice where it may come back once.
    openings        integer not null default 0 check (openings between 0 and 2),
    opened_at_ms    integer,
    expires_at_ms   integer,
    -- SHA-256 of the idempotency key of the latest opening.
    opening_key     blob,
    collected_at_ms integer,
    transaction_id  blob    not null unique,
    hold_seq        integer unique references hold (seq),
    created_at_ms   integer not null,
    settled_at_ms   integer,
    -- What the operator wrote when settling it.
    note            text,
    check ((openings > 0) = (opened_at_ms is not null)),
    check ((opened_at_ms is null) = (expires_at_ms is null)),
    check (collected_at_ms is null or openings > 0),
    check ((type = 'exchange') = (hold_seq is not null)),
    check (openings = 0 or status = 'confirmed')
) strict, without rowid;
create index redemption_by_member on redemption (member_id, id);
create index redemption_by_status on redemption (status, id) where status = 'processing';

-- A row is one code that a coupon shows, encrypted. A pool code waits for its redemption; a
-- generated one is made for it. No code is ever given twice.
create table coupon_code (
    id            blob    not null primary key check (length(id) = 16),
    item_id       blob    not null references item (id),
    pooled        integer not null check (pooled in (0, 1)),
    sealed        blob    not null,
    -- Keyed hash of the code, by which a counter finds it.
    lookup        blob    not null check (length(lookup) = 32),
    redemption_id blob    unique references redemption (id),
    created_at_ms integer not null,
    unique (item_id, lookup),
    check (pooled = 1 or redemption_id is not null)
) strict, without rowid;
create index coupon_code_by_lookup on coupon_code (lookup);
create index coupon_code_free on coupon_code (item_id, id) where redemption_id is null;
