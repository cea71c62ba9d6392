-- A row is one attempt of a visitor to sign up. Only its owner knows the secret.
create table registration (
    id            blob    not null primary key check (length(id) = 16),
    secret_hash   blob    not null unique check (length(secret_hash) = 32),
    expires_at_ms integer not null
) strict, without rowid;
create index registration_by_end on registration (expires_at_ms);

-- A row is a way to a new password: a link that was sent by e-mail, or a code that was sent by SMS and entered.
create table password_reset (
    token_hash    blob    not null primary key check (length(token_hash) = 32),
    member_id     blob    not null references member (id),
    channel       text    not null check (channel in ('email', 'sms')),
    created_at_ms integer not null,
    expires_at_ms integer not null
) strict, without rowid;
create index password_reset_of_member on password_reset (member_id);
create index password_reset_by_end on password_reset (expires_at_ms);

-- A row counts wrong reset codes for one phone number, whether it is a member's or not, and says until when resets by
-- SMS are blocked for it.
create table recovery_guess (
    phone_key    blob    not null primary key check (length(phone_key) = 32),
    failures     integer not null check (failures > 0),
    since_ms     integer not null,
    off_until_ms integer not null
) strict, without rowid;

-- A row is a line in a member's inbox: either of a known kind with its values, which is worded when it is read, or
-- written by an operator in each language.
create table notification (
    member_id     blob    not null references member (id),
    id            blob    not null check (length(id) = 16),
    kind          text,
    -- The values of the kind as a JSON object of texts, or {"title": …, "body": …} of localized texts.
    content       text    not null,
    created_at_ms integer not null,
    read_at_ms    integer,
    primary key (member_id, id)
) strict, without rowid;
create index notification_unread on notification (member_id) where read_at_ms is null;

-- A row is an announcement of the programme to many members. It is delivered in batches: each member gets a line in
-- their inbox that points here, so that the text is stored once.
create table broadcast (
    id              blob    not null primary key check (length(id) = 16),
    title           text    not null check (json_valid(title)),
    body            text    not null check (json_valid(body)),
    -- The audience; everybody if all four are null.
    language        text    check (language in ('en', 'zh', 'zhhk')),
    min_points      integer check (min_points >= 0),
    max_points      integer check (max_points >= 0),
    partner_id      blob    references partner (id),
    state           text    not null check (state in ('draft', 'scheduled', 'sending', 'sent')),
    send_at_ms      integer,
    -- The id of the line in every inbox, made when the sending begins.
    notification_id blob    unique check (length(notification_id) = 16),
    -- The last member to whom it was delivered.
    reached         blob    not null default x'00000000000000000000000000000000' check (length(reached) = 16),
    delivered       integer not null default 0 check (delivered >= 0),
    opened          integer not null default 0 check (opened >= 0),
    version         integer not null default 1,
    created_at_ms   integer not null,
    updated_at_ms   integer not null,
    sent_at_ms      integer,
    -- Whether it is an offer, which only members with a marketing consent get, and whether it goes to e-mail
    -- addresses too.
    marketing       integer not null default 0 check (marketing in (0, 1)),
    by_email        integer not null default 0 check (by_email in (0, 1)),
    -- A removed announcement can be restored. An announcement that was sent cannot be removed.
    deleted_at_ms   integer check (deleted_at_ms is null or state in ('draft', 'scheduled')),
    -- The title in English, by which lists sort, and in all languages, in which they search.
    english         text    generated always as (json_extract(title, '$.en')) virtual,
    words           text    generated always as
        (json_extract(title, '$.en') || ' ' || coalesce(json_extract(title, '$.zh'), '') || ' '
            || coalesce(json_extract(title, '$.zhhk'), '')) virtual,
    check ((state in ('sending', 'sent')) = (notification_id is not null)),
    check (state <> 'scheduled' or send_at_ms is not null)
) strict, without rowid;
create index broadcast_waiting on broadcast (state, send_at_ms) where state in ('scheduled', 'sending');

-- A row is a business where points are earned or spent. A partner that has left keeps its row, because awards and
-- redemptions name it.
create table partner (
    id             blob    not null primary key check (length(id) = 16),
    type           text    not null,
    name           text    not null check (json_valid(name)),
    description    text    not null check (json_valid(description)),
    name_img       text    not null,
    logo           text    not null,
    web_link       text,
    -- Points per Hong Kong dollar, in ten-thousandths.
    base_points    integer not null check (base_points >= 0),
    extra_points   integer not null check (extra_points >= 0),
    active         integer not null check (active in (0, 1)),
    version        integer not null default 1,
    created_at_ms  integer not null,
    updated_at_ms  integer not null,
    deleted_at_ms  integer,
    -- Content has four states: archived if archived_at_ms is set, else draft if not active, else scheduled until
    -- publish_at_ms, else published.
    publish_at_ms  integer,
    archived_at_ms integer,
    -- The name in English, by which lists sort, and in all languages, in which they search.
    english        text    generated always as (json_extract(name, '$.en')) virtual,
    words          text    generated always as
        (json_extract(name, '$.en') || ' ' || coalesce(json_extract(name, '$.zh'), '') || ' '
            || coalesce(json_extract(name, '$.zhhk'), '')) virtual
) strict, without rowid;

-- A row is a version of the rates of a partner, so that the bill of an earlier day earns by the rates of its day. The
-- newest row equals the rates in partner.
create table partner_rate (
    partner_id   blob    not null references partner (id),
    version      integer not null check (version >= 1),
    -- Points per Hong Kong dollar, in ten-thousandths.
    base_points  integer not null check (base_points >= 0),
    extra_points integer not null check (extra_points >= 0),
    -- The time from which it counts.
    on_at_ms     integer not null,
    primary key (partner_id, version)
) strict, without rowid;

-- A row is an article of news or activities. Its counts are derived from article_like and article_read.
create table article (
    id             blob    not null primary key check (length(id) = 16),
    type           text    not null check (type in ('news', 'activities')),
    title          text    not null check (json_valid(title)),
    cover_img      text    not null check (json_valid(cover_img)),
    -- HTML that has been through the cleaner.
    content        text    not null check (json_valid(content)),
    active         integer not null check (active in (0, 1)),
    likes          integer not null default 0 check (likes >= 0),
    reads          integer not null default 0 check (reads >= 0),
    version        integer not null default 1,
    created_at_ms  integer not null,
    updated_at_ms  integer not null,
    deleted_at_ms  integer,
    publish_at_ms  integer,
    archived_at_ms integer,
    -- The title in English, by which lists sort, and in all languages, in which they search.
    english        text    generated always as (json_extract(title, '$.en')) virtual,
    words          text    generated always as
        (json_extract(title, '$.en') || ' ' || coalesce(json_extract(title, '$.zh'), '') || ' '
            || coalesce(json_extract(title, '$.zhhk'), '')) virtual
) strict;
create index article_by_type on article (type, id) where deleted_at_ms is null;

-- A row is a member who likes an article.
create table article_like (
    member_id     blob    not null references member (id),
    article_id    blob    not null references article (id),
    created_at_ms integer not null,
    primary key (member_id, article_id)
) strict, without rowid;

-- A row is a member who has opened an article at least once.
create table article_read (
    member_id     blob    not null references member (id),
    article_id    blob    not null references article (id),
    created_at_ms integer not null,
    primary key (member_id, article_id)
) strict, without rowid;

-- A row is something that points buy. Stock and the number of free pool codes are kept here, so that one conditional
-- update decides who gets the last one.
create table item (
    id              blob    not null primary key check (length(id) = 16),
    type            text    not null check (type in ('coupon', 'exchange')),
    name            text    not null check (json_valid(name)),
    description     text    not null check (json_valid(description)),
    image           text    not null,
    toc             text    not null check (json_valid(toc)),
    points          integer not null check (points between 1 and 9007199254740991),
    -- The remaining stock; -1 for no limit.
    leftover        integer not null check (leftover >= -1),
    -- Everything that was ever put in stock, to compare with what is left and what was sold.
    stocked         integer not null check (stocked >= -1),
    -- How many one member may buy; -1 for no limit.
    quota_person    integer not null check (quota_person >= -1),
    partner_id      blob    references partner (id),
    content_kind    text    not null check (content_kind in ('generated', 'pool', 'image')),
    content_format  text    not null check (content_format in ('qrcode', 'barCode')),
    content_img_url text,
    -- How a coupon ends that was opened and not collected in time.
    unclaimed       text    not null check (unclaimed in ('used', 'return_once')),
    active          integer not null check (active in (0, 1)),
    valid_from_ms   integer,
    valid_until_ms  integer,
    -- The number of pool codes that nobody holds, derived from coupon_code.
    pool_free       integer not null default 0 check (pool_free >= 0),
    version         integer not null default 1,
    created_at_ms   integer not null,
    updated_at_ms   integer not null,
    deleted_at_ms   integer,
    publish_at_ms   integer,
    archived_at_ms  integer,
    -- The summary names the item when its stock is below this; null for never.
    low_stock       integer check (low_stock is null or low_stock >= 0),
    -- A coupon can be opened on this many days after the day of purchase, and on no day after `use_until_day`, which
    -- counts from 1970-01-01. The earlier end counts; null for no end.
    use_days        integer check (use_days is null or use_days between 1 and 3650),
    use_until_day   integer,
    -- The worth for a customer and the price that the programme pays, in cents of HK$; null if unknown.
    face_cents      integer check (face_cents is null or face_cents >= 0),
    cost_cents      integer check (cost_cents is null or cost_cents >= 0),
    -- The name in English, by which lists sort, and in all languages, in which they search.
    english         text    generated always as (json_extract(name, '$.en')) virtual,
    words           text    generated always as
        (json_extract(name, '$.en') || ' ' || coalesce(json_extract(name, '$.zh'), '') || ' '
            || coalesce(json_extract(name, '$.zhhk'), '')) virtual,
    check (content_kind <> 'image' or content_img_url is not null),
    check ((leftover = -1) = (stocked = -1)),
    check (leftover <= stocked)
) strict, without rowid;

-- A row is how many of an item one member holds or has used. Rejected exchanges do not count.
create table item_buyer (
    member_id blob    not null references member (id),
    item_id   blob    not null references item (id),
    bought    integer not null check (bought >= 0),
    primary key (member_id, item_id)
) strict, without rowid;

-- A row is one purchase of an item by a member. What was bought is copied, so that a later edit of the item changes
-- nothing for those who have it.
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
    -- A coupon is opened once, or twice if it may be returned once.
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
    -- The note of the operator who settled it.
    note            text,
    -- When staff returned an opened coupon that was not collected; that is possible once.
    reopened_at_ms  integer,
    -- When the code was first shown. It stays set when the coupon is returned unopened: if the purchase is undone
    -- later, a pool code that somebody has seen is not given to another member.
    shown_at_ms     integer,
    -- The end of the time in which a coupon can be opened; null for no end.
    use_by_ms       integer,
    -- The time of the next notice of that end; null if no more follows.
    remind_at_ms    integer,
    -- The item's face value and cost at the time of purchase, in cents of HK$.
    face_cents      integer check (face_cents is null or face_cents >= 0),
    cost_cents      integer check (cost_cents is null or cost_cents >= 0),
    check ((openings > 0) = (opened_at_ms is not null)),
    check ((opened_at_ms is null) = (expires_at_ms is null)),
    check (collected_at_ms is null or openings > 0),
    check ((type = 'exchange') = (hold_seq is not null)),
    check (openings = 0 or status = 'confirmed')
) strict, without rowid;
create index redemption_by_member on redemption (member_id, id);
create index redemption_by_notice on redemption (remind_at_ms) where remind_at_ms is not null;
create index redemption_by_status on redemption (status, id) where status in ('processing', 'rejected');
create index redemption_by_partner on redemption (partner_id, id) where partner_id is not null;
-- The index contains all columns that the report of redeemed items reads, so the query does not read the table.
create index redemption_by_item on redemption (item_id, id, status, cost_cents);
create index redemption_of_exchange on redemption (type, id) where type = 'exchange';
-- Exchanges of one partner or item that wait or were rejected are a few among hundreds of thousands of coupons.
create index redemption_unsettled_by_partner on redemption (partner_id, status, id)
    where status in ('processing', 'rejected');
create index redemption_unsettled_by_item on redemption (item_id, status, id)
    where status in ('processing', 'rejected');
-- The member's screen asks for the last collected coupon while a coupon is open.
create index redemption_collected on redemption (member_id, collected_at_ms) where collected_at_ms is not null;
create trigger redemption_is_counted after insert on redemption when new.status <> 'rejected'
begin
    insert into redemption_day (day, partner_id, bought, collected)
        values ((new.created_at_ms + 28800000) / 86400000, coalesce(new.partner_id, zeroblob(16)), 1, new.collected_at_ms is not null)
        on conflict (day, partner_id) do update set bought = bought + 1, collected = collected + excluded.collected;
end;
create trigger redemption_is_counted_anew after update of status, collected_at_ms on redemption
begin
    update redemption_day set
        bought = bought + (new.status <> 'rejected') - (old.status <> 'rejected'),
        collected = collected + (new.status <> 'rejected' and new.collected_at_ms is not null)
            - (old.status <> 'rejected' and old.collected_at_ms is not null)
        where day = (new.created_at_ms + 28800000) / 86400000 and partner_id = coalesce(new.partner_id, zeroblob(16));
end;

-- A row is one code that a coupon shows, encrypted. A pool code waits for its redemption; a generated code is made
-- for it. No code is given twice.
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

-- A row is the short code of a coupon that was opened: a person can read it out and type it at a till. It is valid
-- while the coupon is open, and is kept for a day so that a counter can tell an expired code from an unknown one.
create table short_code (
    redemption_id blob    not null primary key references redemption (id),
    sealed        blob    not null,
    lookup        blob    not null unique check (length(lookup) = 32),
    expires_at_ms integer not null
) strict, without rowid;
create index short_code_by_end on short_code (expires_at_ms);

-- A row is how many items were bought at one partner (sixteen zero bytes without a partner) in one Hong Kong day, and
-- how many of them were collected. Rejected ones do not count. The triggers on redemption keep it.
create table redemption_day (
    day        integer not null,
    partner_id blob    not null check (length(partner_id) = 16),
    bought     integer not null check (bought >= 0),
    collected  integer not null check (collected >= 0),
    primary key (day, partner_id)
) strict, without rowid;

-- A row is a set of QR codes that give points when they are scanned. The number of claims is derived and kept here,
-- so that one conditional update decides who gets the last one.
create table campaign (
    id             blob    not null primary key check (length(id) = 16),
    name           text    not null check (json_valid(name)),
    points         integer not null check (points between 1 and 9007199254740991),
    -- How often one member may claim; -1 for no limit.
    per_member     integer not null check (per_member = -1 or per_member >= 1),
    -- How often it may be claimed altogether; -1 for no limit.
    total          integer not null check (total = -1 or total >= 1),
    -- Whether one text serves everybody; otherwise each text works once.
    shared         integer not null check (shared in (0, 1)),
    active         integer not null check (active in (0, 1)),
    valid_from_ms  integer,
    valid_until_ms integer,
    claims         integer not null default 0 check (claims >= 0),
    version        integer not null default 1,
    created_at_ms  integer not null,
    updated_at_ms  integer not null,
    deleted_at_ms  integer,
    publish_at_ms  integer,
    archived_at_ms integer,
    -- The number of its codes. Each scan reads the campaign and must not count them.
    codes          integer not null default 0 check (codes >= 0),
    -- The name in English, by which lists sort, and in all languages, in which they search.
    english        text    generated always as (json_extract(name, '$.en')) virtual,
    words          text    generated always as
        (json_extract(name, '$.en') || ' ' || coalesce(json_extract(name, '$.zh'), '') || ' '
            || coalesce(json_extract(name, '$.zhhk'), '')) virtual
) strict, without rowid;

-- A row is the text of one QR code. It is stored readable, because codes are printed again from here.
create table campaign_code (
    id            blob    not null primary key check (length(id) = 16),
    campaign_id   blob    not null references campaign (id),
    text          text    not null unique,
    created_at_ms integer not null
) strict, without rowid;
create index campaign_code_by_campaign on campaign_code (campaign_id, id);
-- A code that is typed in small letters is found too.
create index campaign_code_in_any_case on campaign_code (lower(text));
create trigger campaign_code_is_counted after insert on campaign_code
begin
    update campaign set codes = codes + 1 where id = new.campaign_id;
end;
create trigger campaign_code_is_counted_out after delete on campaign_code
begin
    update campaign set codes = codes - 1 where id = old.campaign_id;
end;

-- A row is one claim. Its number among the member's claims is unique, and so is the single-use code, so that parallel
-- scans give points once.
create table campaign_claim (
    campaign_id       blob    not null references campaign (id),
    member_id         blob    not null references member (id),
    nth               integer not null check (nth >= 1),
    single_code_id    blob    unique references campaign_code (id),
    transaction_id    blob    not null unique,
    -- The points or the gift of this scan. The campaign may give something else by now.
    points            integer not null check (points >= 0),
    gift_kind         text    check (gift_kind in ('item', 'stamp', 'progress')),
    redemption_id     blob,
    created_at_ms     integer not null,
    -- The time at which staff took the scan back, or null. The row stays, so that the code stays used.
    taken_back_at_ms  integer,
    taken_back_by     text    check ((taken_back_by is null) = (taken_back_at_ms is null)),
    taken_back_reason text    check ((taken_back_reason is null) = (taken_back_at_ms is null)),
    primary key (campaign_id, member_id, nth)
) strict, without rowid;
create index campaign_claim_by_time on campaign_claim (campaign_id, created_at_ms);
create index campaign_claim_newest on campaign_claim (campaign_id, transaction_id);
create index campaign_claim_of_member on campaign_claim (member_id, transaction_id);

-- A row is the scan limit of a campaign. It pauses the campaign when a code spreads further than it should.
create table campaign_fuse (
    campaign_id  blob    not null primary key references campaign (id),
    -- The most scans in one hour; null for no such limit.
    per_hour     integer check (per_hour >= 1),
    -- The most scans in one hour as a multiple of the usual number; null for no such limit.
    factor       integer check (factor between 2 and 1000),
    paused_at_ms integer,
    -- The multiple does not count below this number of scans in one hour; null is twenty.
    floor        integer check (floor >= 1),
    version      integer not null default 1 check (version > 0)
) strict, without rowid;

-- A row counts the scans of a campaign with a scan limit in one hour (hours since 1970).
create table campaign_hour (
    campaign_id blob    not null references campaign (id),
    hour        integer not null,
    scans       integer not null check (scans > 0),
    primary key (campaign_id, hour)
) strict, without rowid;

-- A row counts what one member sent in one Hong Kong day, for the daily limits. The key begins with the day, so that
-- housekeeping finds old days without reading the others.
create table transfer_day (
    member_id blob    not null references member (id),
    day       integer not null,
    transfers integer not null check (transfers > 0),
    points    integer not null check (points > 0),
    primary key (day, member_id)
) strict, without rowid;

-- A row counts how many short ids one member looked up before a transfer in one Hong Kong day.
create table recipient_look (
    member_id blob    not null references member (id),
    day       integer not null,
    looks     integer not null check (looks > 0),
    primary key (day, member_id)
) strict, without rowid;

-- A row is something that happened at a partner's counter: an award of points, or the collection of a coupon.
create table counter_event (
    id             blob    not null primary key check (length(id) = 16),
    partner_id     blob    not null references partner (id),
    kind           text    not null check (kind in ('award', 'collect')),
    member_id      blob    not null references member (id),
    -- The member of staff or API key, and its name at that moment.
    actor          blob    not null check (length(actor) = 16),
    actor_name     text    not null,
    points         integer not null check (points >= 0),
    amount_cents   integer,
    enjoy_card     integer not null default 0 check (enjoy_card in (0, 1)),
    receipt        text,
    transaction_id blob    unique,
    redemption_id  blob    unique references redemption (id),
    item_name      text    check (item_name is null or json_valid(item_name)),
    created_at_ms  integer not null,
    -- The till, if there was one, and when the award was taken back.
    till_id        blob    references till (id),
    undone_at_ms   integer,
    -- The number of the receipt without differences of case, width and invisible characters: two receipts with one
    -- key are the same receipt. The column receipt stays as it was typed.
    receipt_key    text,
    -- The outlet of a purchase at no till, as an earn link may name it, and the time of a purchase that earned points
    -- later, by a claim. Simulations evaluate the rules there and then once more.
    outlet_id      blob    references outlet (id),
    bought_at_ms   integer,
    check ((kind = 'award') = (amount_cents is not null and transaction_id is not null)),
    check ((kind = 'collect') = (redemption_id is not null))
) strict, without rowid;
create index counter_event_by_partner on counter_event (partner_id, id);
-- The members who earned points at a partner.
create index counter_event_of_member on counter_event (member_id, partner_id);
-- One receipt earns once, unless its award was taken back.
create unique index counter_event_receipt on counter_event (partner_id, receipt)
    where receipt is not null and undone_at_ms is null;
create unique index counter_event_receipt_key on counter_event (partner_id, receipt_key)
    where receipt_key is not null and undone_at_ms is null;
-- Staff look for an award by its receipt, at any partner and also after it was taken back.
create index counter_event_by_receipt on counter_event (receipt, id) where receipt is not null;
create trigger counter_event_is_counted after insert on counter_event when new.undone_at_ms is null
begin
    insert into counter_day (day, partner_id, till_id, awards, issued, collected)
        values ((new.created_at_ms + 28800000) / 86400000, new.partner_id, coalesce(new.till_id, x''), new.kind = 'award',
                iif(new.kind = 'award', new.points, 0), new.kind = 'collect')
        on conflict (day, partner_id, till_id) do update set awards = awards + excluded.awards,
            issued = issued + excluded.issued, collected = collected + excluded.collected;
end;
create trigger counter_event_is_counted_out after update of undone_at_ms on counter_event
    when old.undone_at_ms is null and new.undone_at_ms is not null
begin
    update counter_day set awards = awards - (new.kind = 'award'), issued = issued - iif(new.kind = 'award', new.points, 0),
        collected = collected - (new.kind = 'collect')
        where day = (new.created_at_ms + 28800000) / 86400000 and partner_id = new.partner_id and till_id = coalesce(new.till_id, x'');
end;

-- A row is how many points a partner awarded in one Hong Kong day: to one member, or altogether where the subject is
-- the partner itself.
create table award_day (
    partner_id blob    not null references partner (id),
    day        integer not null,
    subject    blob    not null check (length(subject) = 16),
    points     integer not null check (points > 0),
    primary key (partner_id, day, subject)
) strict, without rowid;

-- A row is the purchase amount for which one till awarded points in one Hong Kong day.
create table till_day (
    till_id      blob    not null references till (id),
    day          integer not null,
    amount_cents integer not null check (amount_cents >= 0),
    primary key (till_id, day)
) strict, without rowid;

-- A row is what happened at one partner's counter in one Hong Kong day, by till (no bytes without a till). Awards
-- that were taken back do not count. The triggers on counter_event keep it.
create table counter_day (
    day        integer not null,
    partner_id blob    not null,
    till_id    blob    not null,
    awards     integer not null check (awards >= 0),
    issued     integer not null,
    collected  integer not null check (collected >= 0),
    primary key (day, partner_id, till_id)
) strict, without rowid;

-- A row is a reward for a referral. There is one for each friend, however often that friend earns.
create table referral_reward (
    friend_id      blob    not null primary key references member (id),
    referrer_id    blob    not null references member (id),
    -- The purchase for which the reward was given. If it is taken back, the reward is taken back too.
    earn_id        blob    not null references ledger_transaction (id),
    transaction_id blob    not null unique references ledger_transaction (id),
    created_at_ms  integer not null,
    -- The reward in points. The settings may name another number by now.
    points         integer not null default 100 check (points > 0)
) strict, without rowid;
create index referral_reward_of_referrer on referral_reward (referrer_id, created_at_ms);
create index referral_reward_by_earn on referral_reward (earn_id);

-- A row counts how often one screen was opened in one Hong Kong day, by anybody.
create table page_view (
    day   integer not null,
    path  text    not null,
    views integer not null check (views > 0),
    primary key (day, path)
) strict, without rowid;

-- A row is a version of the terms of use that the operator published.
create table terms_version (
    version         integer not null primary key check (version > 0),
    -- The full text in each language, as JSON.
    text            text    not null check (json_valid(text)),
    -- The summary of the changes against the version before, in each language, as JSON.
    changes         text    not null check (json_valid(changes)),
    -- The first day in Hong Kong on which it applies, and the last one on which a member may put the decision off.
    starts_day      integer not null,
    decide_day      integer not null,
    created_at_ms   integer not null,
    created_by_name text    not null
) strict;

-- A row says that a member accepted a version of the terms.
create table terms_acceptance (
    member_id      blob    not null references member (id),
    version        integer not null references terms_version (version),
    accepted_at_ms integer not null,
    primary key (member_id, version)
) strict, without rowid;

-- A row is the last good copy of one of the programme's own legal texts in one language.
create table text_copy (
    kind          text    not null check (kind in ('privacy', 'terms')),
    language      text    not null check (language in ('en', 'zh', 'zhhk')),
    -- The address from which it was fetched. A copy from another address is not shown.
    url           text    not null,
    text          text    not null check (length(text) > 0),
    fetched_at_ms integer not null,
    primary key (kind, language)
) strict, without rowid;
