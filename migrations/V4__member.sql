-- A row is one attempt of a visitor to sign up. Only its owner knows the secret.
create table registration (
    id            blob    not null primary key check (length(id) = 16),
    secret_hash   blob    not null unique check (length(secret_hash) = 32),
    expires_at_ms integer not null
) strict, without rowid;
create index registration_by_end on registration (expires_at_ms);

-- A row allows a member to set a new password, by a link that was sent by e-mail or a code that was sent by SMS and
-- entered.
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
create table announcement (
    id              blob    not null primary key check (length(id) = 16),
    title           text    not null check (json_valid(title)),
    body            text    not null check (json_valid(body)),
    -- The audience: members who meet all conditions that are not null. Everybody meets them if all five are null.
    language        text    check (language in ('en', 'zh', 'zhhk')),
    min_points      integer check (min_points >= 0),
    max_points      integer check (max_points >= 0),
    partner_id      blob    references partner (id),
    segment_id      blob    references segment (id),
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
    -- 1 if the announcement is an offer, which only members with a marketing consent get, and 1 if it goes to e-mail
    -- addresses too.
    marketing       integer not null default 0 check (marketing in (0, 1)),
    by_email        integer not null default 0 check (by_email in (0, 1)),
    -- The item, article or campaign that a tap opens, and the path of a picture; null and empty for none.
    link_kind       text    check (link_kind in ('item', 'article', 'campaign')),
    link_id         blob    check (length(link_id) = 16),
    picture         text    not null default '',
    -- A removed announcement can be restored. An announcement that was sent cannot be removed.
    deleted_at_ms   integer check (deleted_at_ms is null or state in ('draft', 'scheduled')),
    -- The title in English, by which lists sort, and in all languages, in which they search.
    english         text    generated always as (json_extract(title, '$.en')) virtual,
    words           text    generated always as
        (json_extract(title, '$.en') || ' ' || coalesce(json_extract(title, '$.zh'), '') || ' '
            || coalesce(json_extract(title, '$.zhhk'), '')) virtual,
    check ((link_kind is null) = (link_id is null)),
    check ((state in ('sending', 'sent')) = (notification_id is not null)),
    check (state <> 'scheduled' or send_at_ms is not null)
) strict, without rowid;
create index announcement_waiting on announcement (state, send_at_ms) where state in ('scheduled', 'sending');

-- A row is a segment: a named group of members who meet some conditions. A removed segment keeps its row, because
-- announcements that were sent and earlier versions of earning rules name it.
create table segment (
    id            blob    not null primary key check (length(id) = 16),
    name          text    not null,
    conditions    text    not null check (json_valid(conditions)),
    -- The number of members at the last count, and the time of that count.
    members       integer check (members >= 0),
    counted_at_ms integer,
    saved_by_name text    not null,
    version       integer not null default 1,
    created_at_ms integer not null,
    updated_at_ms integer not null,
    deleted_at_ms integer,
    check ((members is null) = (counted_at_ms is null))
) strict, without rowid;

-- A row is a member on the list of a segment whose members staff name one by one.
create table segment_member (
    segment_id blob not null references segment (id),
    member_id  blob not null references member (id),
    primary key (segment_id, member_id)
) strict, without rowid;
create index segment_member_of_member on segment_member (member_id);

-- A row is the number of members of a segment on one Hong Kong day, counted once.
create table segment_day (
    segment_id blob    not null references segment (id),
    day        integer not null,
    members    integer not null check (members >= 0),
    primary key (segment_id, day)
) strict, without rowid;

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

-- A row is a version of the rates of a partner. Versions are kept so that a bill earns by the rates of its day. The
-- newest row equals the rates in partner.
create table partner_rate (
    partner_id   blob    not null references partner (id),
    version      integer not null check (version >= 1),
    -- Points per Hong Kong dollar, in ten-thousandths.
    base_points  integer not null check (base_points >= 0),
    extra_points integer not null check (extra_points >= 0),
    -- The time from which the version counts.
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
    -- The most pieces that one member may buy; -1 for no limit.
    quota_person    integer not null check (quota_person >= -1),
    partner_id      blob    references partner (id),
    content_kind    text    not null check (content_kind in ('generated', 'pool', 'image')),
    content_format  text    not null check (content_format in ('qrcode', 'barCode')),
    content_img_url text,
    -- The outcome for a coupon that was opened and not collected in time.
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
    -- The stock is low at or below this number; null for 10.
    low_stock       integer check (low_stock is null or low_stock >= 0),
    -- A coupon can be opened on this many days after the day of purchase, and on no day after `use_until_day`, which
    -- counts from 1970-01-01. The earlier end counts; null for no end.
    use_days        integer check (use_days is null or use_days between 1 and 3650),
    use_until_day   integer,
    -- The worth for a customer and the price that the programme pays, in cents of HK$; null if unknown.
    face_cents      integer check (face_cents is null or face_cents >= 0),
    cost_cents      integer check (cost_cents is null or cost_cents >= 0),
    -- The goal that a member must have reached to buy the item; null for none. Only a goal that was on is named, and
    -- such a goal is never deleted.
    requires_goal_id blob   references goal (id),
    -- The lowest level that a buyer of the item must hold, counted from 1; null for none.
    requires_level  integer check (requires_level between 1 and 5),
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
    -- The time at which staff returned an opened coupon that was not collected; staff can return a coupon once.
    reopened_at_ms  integer,
    -- The time at which the member first saw the code. A return of the coupon does not clear the time. An undo of the
    -- purchase puts the code back into the pool only if this column is null.
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
create index redemption_by_item on redemption (item_id, id);
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
    insert into redemption_day (day, partner_id, item_id, bought, collected, cost_cents, unpriced)
        values ((new.created_at_ms + 28800000) / 86400000, coalesce(new.partner_id, zeroblob(16)), new.item_id, 1,
                new.collected_at_ms is not null, coalesce(new.cost_cents, 0), new.cost_cents is null)
        on conflict (day, partner_id, item_id) do update set bought = bought + 1,
            collected = collected + excluded.collected, cost_cents = cost_cents + excluded.cost_cents,
            unpriced = unpriced + excluded.unpriced;
end;
create trigger redemption_is_counted_anew after update of status, collected_at_ms on redemption
begin
    update redemption_day set
        bought = bought + (new.status <> 'rejected') - (old.status <> 'rejected'),
        collected = collected + (new.status <> 'rejected' and new.collected_at_ms is not null)
            - (old.status <> 'rejected' and old.collected_at_ms is not null),
        cost_cents = cost_cents + ((new.status <> 'rejected') - (old.status <> 'rejected')) * coalesce(new.cost_cents, 0),
        unpriced = unpriced + ((new.status <> 'rejected') - (old.status <> 'rejected')) * (new.cost_cents is null)
        where day = (new.created_at_ms + 28800000) / 86400000 and partner_id = coalesce(new.partner_id, zeroblob(16))
            and item_id = new.item_id;
end;

-- A row is one code that a coupon shows, encrypted. A pool code is stored before its redemption; a generated code is made
-- for its redemption. No code is given twice.
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

-- A row is how many of an item were bought at one partner (sixteen zero bytes without a partner) in one Hong Kong day, and
-- how many of them were collected. Rejected ones do not count. The triggers on redemption keep it.
create table redemption_day (
    day        integer not null,
    partner_id blob    not null check (length(partner_id) = 16),
    item_id    blob    not null check (length(item_id) = 16),
    bought     integer not null check (bought >= 0),
    collected  integer not null check (collected >= 0),
    -- The sum of the known costs of the bought pieces, in cents of HK$, and the number of pieces without a known cost.
    cost_cents integer not null check (cost_cents >= 0),
    unpriced   integer not null check (unpriced >= 0),
    primary key (day, partner_id, item_id)
) strict, without rowid;

-- A row is a campaign: a set of QR codes that give points or a gift when they are scanned. The number of claims is derived and kept here,
-- so that one conditional update decides who gets the last one.
create table campaign (
    id             blob    not null primary key check (length(id) = 16),
    name           text    not null check (json_valid(name)),
    points         integer not null check (points between 1 and 9007199254740991),
    -- The most claims of one member; -1 for no limit.
    per_member     integer not null check (per_member = -1 or per_member >= 1),
    -- The most claims of all members together; -1 for no limit.
    total          integer not null check (total = -1 or total >= 1),
    -- 1 if one text serves everybody; otherwise each text works once.
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
    -- The gift of a campaign that gives no points but a coupon, a stamp or progress to a level; null for points. With a
    -- gift, `points` is 1 and means nothing.
    gift_kind      text    check (gift_kind in ('item', 'stamp', 'progress')),
    gift_item_id   blob    references item (id),
    gift_goal_id   blob    references goal (id),
    -- In the unit of the ladder of levels.
    gift_amount    integer check (gift_amount >= 1),
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

-- A row is one scan of a campaign by a member. Its number among the member's scans is unique, and so is the single-use code, so that parallel
-- scans give points once.
create table campaign_claim (
    campaign_id       blob    not null references campaign (id),
    member_id         blob    not null references member (id),
    nth               integer not null check (nth >= 1),
    single_code_id    blob    unique references campaign_code (id),
    transaction_id    blob    not null unique,
    -- The version of the campaign at the time of the scan.
    campaign_version  integer not null check (campaign_version >= 1),
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
create table campaign_scan_limit (
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
    -- The points by the partner's base rate and by its extra rate; null for a collection, and for awards that an import
    -- took from a file without them.
    base_points    integer check (base_points >= 0),
    card_points    integer check (card_points >= 0),
    -- The rates by which these points were given, in ten-thousandths of a point for each HK$1. The extra rate is null
    -- without an Enjoy Card.
    base_rate      integer check (base_rate >= 0),
    card_rate      integer check (card_rate >= 0),
    check ((kind = 'award') = (amount_cents is not null and transaction_id is not null)),
    check ((kind = 'collect') = (redemption_id is not null))
) strict, without rowid;
create index counter_event_by_partner on counter_event (partner_id, id);
-- One receipt earns once, unless its award was taken back.
create unique index counter_event_receipt on counter_event (partner_id, receipt)
    where receipt is not null and undone_at_ms is null;
create unique index counter_event_receipt_key on counter_event (partner_id, receipt_key)
    where receipt_key is not null and undone_at_ms is null;
-- Staff look for an award by its receipt, at any partner and also after it was taken back.
create index counter_event_by_receipt on counter_event (receipt, id) where receipt is not null;
-- Staff look for an award by its bill alone, at any partner.
create index counter_event_by_amount on counter_event (amount_cents, id) where amount_cents is not null;
-- Staff look for the purchases of a day at a partner, also those that were posted later.
create index counter_event_bought on counter_event (partner_id, bought_at_ms) where bought_at_ms is not null;
-- The members who earned points at a partner, and the purchases of members. The index has all columns that counts of
-- segments read, so a count over all members does not read the table.
create index counter_event_of_member on counter_event
    (member_id, partner_id, kind, undone_at_ms, created_at_ms, amount_cents);
create trigger counter_event_is_counted after insert on counter_event when new.undone_at_ms is null
begin
    insert into counter_day (day, partner_id, till_id, awards, issued, collected, base_points, card_points)
        values ((new.created_at_ms + 28800000) / 86400000, new.partner_id, coalesce(new.till_id, x''), new.kind = 'award',
                iif(new.kind = 'award', new.points, 0), new.kind = 'collect', coalesce(new.base_points, 0),
                coalesce(new.card_points, 0))
        on conflict (day, partner_id, till_id) do update set awards = awards + excluded.awards,
            issued = issued + excluded.issued, collected = collected + excluded.collected,
            base_points = base_points + excluded.base_points, card_points = card_points + excluded.card_points;
end;
create trigger counter_event_is_counted_out after update of undone_at_ms on counter_event
    when old.undone_at_ms is null and new.undone_at_ms is not null
begin
    update counter_day set awards = awards - (new.kind = 'award'), issued = issued - iif(new.kind = 'award', new.points, 0),
        collected = collected - (new.kind = 'collect'), base_points = base_points - coalesce(new.base_points, 0),
        card_points = card_points - coalesce(new.card_points, 0)
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
    -- The part of the points issued that the partner's base rate and its extra rate gave.
    base_points integer not null check (base_points >= 0),
    card_points integer not null check (card_points >= 0),
    primary key (day, partner_id, till_id)
) strict, without rowid;

-- A row is a key by which a partner's till makes earn links without calling the server. The secret is stored encrypted
-- under the master key and bound to the row.
create table earn_link_key (
    id            blob    not null primary key check (length(id) = 16),
    partner_id    blob    not null references partner (id),
    -- The outlet whose till prints the links; null for a partner without outlets, or for all outlets.
    outlet_id     blob    references outlet (id),
    name          text    not null,
    sealed        blob    not null,
    -- The points that links of this key may give in a Hong Kong day; null for no cap of its own.
    daily_cap     integer check (daily_cap > 0),
    created_at_ms integer not null,
    -- The time from which its links give nothing, because staff withdrew the key, or because another key replaced it a
    -- week before; null while it is valid without an end.
    ends_at_ms    integer
) strict, without rowid;
create index earn_link_key_by_partner on earn_link_key (partner_id, id);

-- A row is an earn link that was claimed. The row stays when the award is taken back, so that the link gives points once.
create table earn_link_claim (
    key_id         blob    not null references earn_link_key (id),
    -- The number of the receipt, in the form in which receipts are compared (counter_event.receipt_key).
    receipt_key    text    not null,
    transaction_id blob    not null unique check (length(transaction_id) = 16),
    created_at_ms  integer not null,
    primary key (key_id, receipt_key)
) strict, without rowid;

-- A row is an earn link that a counter showed to a customer. The server made the link and stores only the hash of its
-- code. The row is deleted some weeks after the link has ended.
create table counter_link (
    id             blob    not null primary key check (length(id) = 16),
    code_hash      blob    not null unique check (length(code_hash) = 32),
    partner_id     blob    not null references partner (id),
    -- The till that showed it; null for a manager in a browser that is no till.
    till_id        blob    references till (id),
    -- The member of staff or the cashier who created the link, and who is recorded as the giver of the award.
    actor          blob    not null check (length(actor) = 16),
    actor_name     text    not null,
    amount_cents   integer not null check (amount_cents > 0),
    enjoy_card     integer not null check (enjoy_card in (0, 1)),
    receipt        text,
    -- The quantities of carbon factors that the cashier entered, as JSON; null for none.
    carbon         text    check (json_valid(carbon)),
    -- The end of its validity, exclusive. It moves to an earlier time if the counter takes the link back.
    until_ms       integer not null,
    -- The award that a member collected; null before. It stays when the award is taken back, so that the link gives
    -- points once.
    transaction_id blob    check (length(transaction_id) = 16),
    created_at_ms  integer not null
) strict, without rowid;
create index counter_link_by_end on counter_link (until_ms);

-- A row is the scan of a changing code (a code in a member's app that changes every 30 seconds) at a counter. It lets the
-- person who scanned the code see the member's coupons and collect one of them. The row stays for as long as the code
-- could be scanned again.
create table counter_code_scan (
    -- The half minute of the code, counted from 1970-01-01.
    step          integer not null,
    member_id     blob    not null references member (id),
    -- The person or the API key that scanned it.
    actor         blob    not null check (length(actor) = 16),
    scanned_at_ms integer not null,
    -- The time at which a coupon was collected with the scan; null if none was.
    spent_at_ms   integer,
    primary key (step, member_id)
) strict, without rowid;

-- A row is a claim: a member says that a purchase gave no points, and staff answer. One award answers a claim at most.
-- If staff reverse the award, the status of the claim becomes 'waiting' again.
create table claim (
    id               blob    not null primary key check (length(id) = 16),
    -- The number by which people name the claim, counted from 1.
    number           integer not null unique check (number > 0),
    member_id        blob    not null references member (id),
    partner_id       blob    not null references partner (id),
    -- The Hong Kong day of the purchase.
    day              integer not null,
    amount_cents     integer not null check (amount_cents > 0),
    receipt          text,
    -- The number of the receipt, in the form in which receipts are compared (counter_event.receipt_key).
    receipt_key      text,
    -- The member's note about the purchase.
    note             text    not null,
    status           text    not null check (status in ('waiting', 'asked', 'approved', 'refused', 'withdrawn')),
    -- The staff member who made the claim in the member's name; null if the member made it.
    filed_by_name    text,
    created_at_ms    integer not null,
    -- The time at which staff last had to begin: the creation, the member's second request or answer, or the award's
    -- reversal.
    waiting_since_ms integer not null,
    -- The time at which the member asked again after a refusal. A member may do so once.
    asked_again_ms   integer,
    decided_at_ms    integer,
    decided_by_name  text,
    -- The reason of a refusal, and the text of staff to the member. Both stay while the member asks again.
    reason           text    check (reason in ('already_given', 'not_found', 'other_details', 'unreadable', 'not_eligible', 'other')),
    reply            text    not null default '',
    transaction_id   blob    unique references ledger_transaction (id),
    -- The one question of staff to the member, and the member's answer. While the status is 'asked', the member has to
    -- answer.
    question         text    check (question in ('photo', 'receipt_number', 'other')),
    question_words   text    not null default '',
    question_at_ms   integer,
    question_by_name text,
    answer           text    not null default '',
    answer_at_ms     integer,
    -- The staff member to whom the claim is assigned, or null. Approving or refusing the claim sets this column to null.
    assigned_to      blob    references staff (id),
    -- The reversal of the award that reopened the claim: its time, the staff member and the reason. A later decision
    -- keeps these columns.
    reopened_at_ms   integer,
    reopened_by_name text,
    reopened_reason  text,
    check ((question is null) = (question_at_ms is null) and (question is null) = (question_by_name is null)),
    check (status <> 'asked' or (question is not null and answer_at_ms is null)),
    check ((status = 'approved') = (transaction_id is not null)),
    check ((receipt is null) = (receipt_key is null))
) strict, without rowid;
create index claim_of_member on claim (member_id, id);
create index claim_by_receipt on claim (partner_id, receipt_key) where receipt_key is not null;
create index claim_waiting on claim (waiting_since_ms, id) where status = 'waiting';
-- Finds the open claims that are assigned to one staff member.
create index claim_of_staff on claim (assigned_to, waiting_since_ms, id)
    where status in ('waiting', 'asked') and assigned_to is not null;
-- The figures above the list of claims count the decisions of this month.
create index claim_answered on claim (decided_at_ms, waiting_since_ms) where status in ('approved', 'refused');

-- A row is the photo of a claim's receipt. The photo is not in the media folder, because everybody can read that folder,
-- and only the member and some of the staff may see the photo. The row is deleted some time after the decision.
create table claim_photo (
    claim_id      blob    not null primary key references claim (id),
    -- A re-encoded JPEG.
    bytes         blob    not null,
    -- The thumbnail of the photo, for lists. It is too small for the text of a receipt to be legible.
    thumbnail     blob    not null,
    -- SHA-256 of the bytes, by which staff are shown that two claims have the same photo.
    digest        blob    not null check (length(digest) = 32),
    width         integer not null check (width > 0),
    height        integer not null check (height > 0),
    created_at_ms integer not null
) strict;
create index claim_photo_by_digest on claim_photo (digest);

-- A row is an earning rule: what members get for a purchase beyond the rates of the partner. Its versions
-- (earning_rule_version) hold the rule. Its totals are the sums of earning_rule_line and are written with them.
create table earning_rule (
    id             blob    not null primary key check (length(id) = 16),
    -- The version by which purchases earn; null while the rule is off.
    live_version   integer,
    latest_version integer not null default 1 check (latest_version >= 1),
    -- The points that it gave and that were not taken back.
    given_points   integer not null default 0 check (given_points >= 0),
    -- The value of these points when they were given, in ten-thousandths of HK$.
    given_value    integer not null default 0 check (given_value >= 0),
    version        integer not null default 1,
    created_at_ms  integer not null,
    updated_at_ms  integer not null,
    foreign key (id, live_version) references earning_rule_version (rule_id, version) deferrable initially deferred
) strict, without rowid;

-- A row is a version of an earning rule. It may be edited until it is switched on for the first time.
create table earning_rule_version (
    rule_id         blob    not null references earning_rule (id),
    version         integer not null check (version >= 1),
    document        text    not null check (json_valid(document)),
    -- The priority that counts. It begins as that of the document and follows the order in which staff arrange the rules,
    -- also after the version was switched on.
    priority        integer not null default 0,
    created_by_name text    not null,
    created_at_ms   integer not null,
    updated_at_ms   integer not null,
    first_on_at_ms  integer,
    primary key (rule_id, version)
) strict, without rowid;
create trigger earning_rule_version_stays before update of document on earning_rule_version
    when old.first_on_at_ms is not null
begin
    select raise(abort, 'a version that was switched on does not change');
end;

-- A row is a span of time in which a version of a rule was on with one priority. Spans are kept so that the bill of an
-- earlier day earns by the rules of its time.
create table earning_rule_span (
    rule_id   blob    not null references earning_rule (id),
    on_at_ms  integer not null,
    version   integer not null,
    priority  integer not null default 0,
    -- Null while it is on.
    off_at_ms integer,
    -- The last day, if staff ended the rule by hand: the person, and the moment of the decision.
    last_day      integer,
    ended_by_name text,
    ended_at_ms   integer,
    check ((last_day is null) = (ended_at_ms is null) and (last_day is null) = (ended_by_name is null)),
    primary key (rule_id, on_at_ms),
    foreign key (rule_id, version) references earning_rule_version (rule_id, version)
) strict, without rowid;
-- A rule is on at most once.
create unique index earning_rule_span_open on earning_rule_span (rule_id) where off_at_ms is null;

-- A row lets a member earn by a rule for some days. It is the reward of a goal, for rules that require such a grant.
create table earning_rule_grant (
    id            blob    not null primary key check (length(id) = 16),
    rule_id       blob    not null references earning_rule (id),
    member_id     blob    not null references member (id),
    -- The first and the last Hong Kong day.
    from_day      integer not null,
    until_day     integer not null,
    created_at_ms integer not null,
    check (from_day <= until_day)
) strict, without rowid;
create index earning_rule_grant_of_rule on earning_rule_grant (rule_id, member_id, until_day, from_day);
-- A merge of two accounts moves the grants of one to the other.
create index earning_rule_grant_of_member on earning_rule_grant (member_id);

-- A row is what one rule added to one award, under the version of that moment. Its transaction, its member and its
-- partner are those of the award (counter_event). References of its own would be looked up for each line.
create table earning_rule_line (
    transaction_id blob    not null,
    rule_id        blob    not null,
    version        integer not null,
    member_id      blob    not null,
    partner_id     blob    not null,
    -- The Hong Kong day of the purchase. The points count towards the caps of that day, also if a claim is approved
    -- later.
    day            integer not null,
    points         integer not null check (points > 0),
    value          integer not null check (value >= 0),
    created_at_ms  integer not null,
    undone_at_ms   integer,
    -- Ids of transactions sort by time, so the key also finds what a rule gave since a day.
    primary key (rule_id, transaction_id),
    foreign key (rule_id, version) references earning_rule_version (rule_id, version)
) strict, without rowid;
-- The index serves the sums of a member, in total and by rule, and the lines of an award that is taken back.
create index earning_rule_line_of_member on earning_rule_line (member_id, rule_id, day, points, undone_at_ms);

-- A row is what one rule gave in one Hong Kong day. Awards that were taken back do not count. It is written with the
-- lines of a batch of awards, once for each rule and day.
create table earning_rule_day (
    rule_id blob    not null references earning_rule (id),
    day     integer not null,
    awards  integer not null check (awards >= 0),
    points  integer not null check (points >= 0),
    value   integer not null check (value >= 0),
    primary key (rule_id, day)
) strict, without rowid;

-- A row is the last finished simulation of a rule: the rule that was simulated, and the result.
create table earning_rule_simulation (
    rule_id        blob    not null primary key references earning_rule (id),
    version        integer not null,
    document       text    not null check (json_valid(document)),
    result         text    not null check (json_valid(result)),
    finished_at_ms integer not null
) strict, without rowid;

-- A row is the last finished simulation of the rates of a partner: the rates that were simulated, and the result.
create table partner_rate_simulation (
    partner_id     blob    not null primary key references partner (id),
    base_points    integer not null check (base_points >= 0),
    extra_points   integer not null check (extra_points >= 0),
    result         text    not null check (json_valid(result)),
    finished_at_ms integer not null
) strict, without rowid;

-- A row is one version of a carbon factor: the CO2e that one unit of a choice saves, and the source of that figure. A
-- version is never changed; a new version counts from a day on. A version with 0 milligrams ends the factor.
create table carbon_factor (
    id            blob    not null check (length(id) = 16),
    version       integer not null check (version >= 1),
    -- The partner at whose counters it counts; null for all partners.
    partner_id    blob    references partner (id),
    name          text    not null check (json_valid(name)),
    -- The unit to which the grams of this factor apply: one HK$ of the bill, one purchase, or one unit that the cashier enters.
    unit          text    not null check (unit in ('dollar', 'purchase', 'kilogram', 'trip', 'action')),
    milligrams    integer not null check (milligrams >= 0),
    -- The largest quantity in thousandths of the unit that a cashier may enter for one purchase.
    most          integer not null check (most > 0),
    source        text    not null,
    source_link   text,
    -- The year of the source. A version without a source or without its year does not count.
    source_year   integer,
    -- The Hong Kong day from which the version counts, as a number from 1970-01-01.
    from_day      integer not null,
    created_at_ms integer not null,
    primary key (id, version)
) strict, without rowid;

-- A row is the CO2e that one purchase saved by one factor. It names the version of the factor that was in force.
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

-- A row is the sum of the entries of one Hong Kong day (counted from 1970-01-01) at one partner by one version of a factor.
-- The sums are by day, because a report may begin and end on any day.
create table carbon_day (
    day            integer not null,
    partner_id     blob    not null,
    factor_id      blob    not null,
    factor_version integer not null,
    uses           integer not null default 0 check (uses >= 0),
    milligrams     integer not null default 0 check (milligrams >= 0),
    primary key (day, partner_id, factor_id, factor_version)
) strict, without rowid;

-- A row is a goal: a stamp card or a challenge that members complete for a reward. Its versions (goal_version) hold the
-- target and the reward. The triggers on goal_card keep its totals.
create table goal (
    id             blob    not null primary key check (length(id) = 16),
    -- The version under which cards begin; null while the goal is off.
    live_version   integer,
    latest_version integer not null default 1 check (latest_version >= 1),
    -- Cards that members have begun.
    cards          integer not null default 0 check (cards >= 0),
    -- Cards whose target was reached.
    rewards        integer not null default 0 check (rewards >= 0),
    version        integer not null default 1,
    created_at_ms  integer not null,
    updated_at_ms  integer not null,
    foreign key (id, live_version) references goal_version (goal_id, version) deferrable initially deferred
) strict, without rowid;

-- A row is a version of a goal. It may be edited until it is switched on for the first time.
create table goal_version (
    goal_id         blob    not null references goal (id),
    version         integer not null check (version >= 1),
    document        text    not null check (json_valid(document)),
    created_by_name text    not null,
    created_at_ms   integer not null,
    updated_at_ms   integer not null,
    first_on_at_ms  integer,
    primary key (goal_id, version)
) strict, without rowid;
create trigger goal_version_stays before update of document on goal_version
    when old.first_on_at_ms is not null
begin
    select raise(abort, 'a version that was switched on does not change');
end;

-- A row is a member's card of a goal. It begins with the first purchase that counts, and keeps the version that was live
-- then, so that a later version does not change its target.
create table goal_card (
    member_id      blob    not null references member (id),
    goal_id        blob    not null,
    -- Counts the member's cards of the goal from 1.
    number         integer not null check (number >= 1),
    version        integer not null,
    -- The progress in the unit of the goal; in cents for a sum of bills.
    progress       integer not null check (progress >= 0),
    started_at_ms  integer not null,
    -- The first moment at which no purchase counts any more; null if the card has no end.
    ends_at_ms     integer,
    reached_at_ms  integer,
    -- The transaction that gave the points of the reward, or the points that paid for its item.
    transaction_id blob,
    -- The coupon of the reward.
    redemption_id  blob,
    -- The reward that lets the member earn by a rule (earning_rule_grant); null for other rewards.
    grant_id       blob,
    -- 1 if the target was reached and the reward could not be given yet, such as an item without stock.
    owed           integer not null default 0 check (owed in (0, 1)),
    -- The time at which the member saw that the target was reached.
    seen_at_ms     integer,
    -- The time at which the member was told that the card ends soon, or at which that was found to be unnecessary.
    noticed_at_ms  integer,
    primary key (member_id, goal_id, number),
    check (reached_at_ms is not null or (transaction_id is null and redemption_id is null and owed = 0))
) strict, without rowid;
create index goal_card_ending on goal_card (ends_at_ms) where reached_at_ms is null and noticed_at_ms is null;
create index goal_card_owed on goal_card (goal_id, member_id) where owed = 1;
create trigger goal_card_is_counted after insert on goal_card
begin
    update goal set cards = cards + 1, rewards = rewards + case when new.reached_at_ms is null then 0 else 1 end
        where id = new.goal_id;
end;
create trigger goal_card_is_counted_out after delete on goal_card
begin
    update goal set cards = cards - 1, rewards = rewards - case when old.reached_at_ms is null then 0 else 1 end
        where id = old.goal_id;
end;
create trigger goal_card_is_reached after update of reached_at_ms on goal_card
    when (old.reached_at_ms is null) <> (new.reached_at_ms is null)
begin
    update goal set rewards = rewards + case when new.reached_at_ms is null then -1 else 1 end where id = new.goal_id;
end;

-- A row is what one purchase, or one scan of a campaign, added to one card. The row is deleted when the purchase is taken
-- back.
create table goal_stamp (
    member_id      blob    not null references member (id),
    goal_id        blob    not null,
    card           integer not null,
    -- The transaction of the purchase, or the id of the claim of a campaign.
    transaction_id blob    not null check (length(transaction_id) = 16),
    -- The partner of the purchase; null for a campaign.
    partner_id     blob    references partner (id),
    amount         integer not null check (amount > 0),
    -- The Hong Kong day.
    day            integer not null,
    created_at_ms  integer not null,
    primary key (member_id, goal_id, card, transaction_id)
) strict, without rowid;
create index goal_stamp_of_transaction on goal_stamp (transaction_id);

-- The one row is the ladder of the levels that members hold. It is missing until staff save a ladder. Its versions
-- (tier_ladder_version) hold what each level requires.
create table tier_ladder (
    id             integer not null primary key check (id = 1),
    -- The version by which members rise; null while the ladder is off.
    live_version   integer references tier_ladder_version (version) deferrable initially deferred,
    latest_version integer not null check (latest_version >= 1),
    version        integer not null default 1,
    updated_at_ms  integer not null
) strict;

-- A row is a version of the ladder. It may be edited until it is switched on for the first time.
create table tier_ladder_version (
    version         integer not null primary key check (version >= 1),
    document        text    not null check (json_valid(document)),
    created_by_name text    not null,
    created_at_ms   integer not null,
    updated_at_ms   integer not null,
    first_on_at_ms  integer
) strict;
create trigger tier_ladder_version_stays before update of document on tier_ladder_version
    when old.first_on_at_ms is not null
begin
    select raise(abort, 'a version that was switched on does not change');
end;

-- A row is a purchase that counts towards levels, with everything that a version of the ladder may count, or progress
-- that a campaign gave. The row is deleted when the purchase is taken back.
create table tier_entry (
    member_id      blob    not null references member (id),
    -- The Hong Kong day.
    day            integer not null,
    -- The transaction of the purchase, or the id of the claim of a campaign.
    transaction_id blob    not null check (length(transaction_id) = 16),
    -- The partner of the purchase; null for a campaign.
    partner_id     blob    references partner (id),
    purchases      integer not null default 1 check (purchases >= 0),
    cents          integer not null check (cents >= 0),
    points         integer not null check (points >= 0),
    primary key (member_id, day, transaction_id)
) strict, without rowid;
create index tier_entry_of_transaction on tier_entry (transaction_id);

-- A row is a change of a member's level. The member's newest row has the level that the member holds.
create table tier_change (
    member_id     blob    not null references member (id),
    -- Counts the member's changes from 1.
    number        integer not null check (number >= 1),
    kind          text    not null check (kind in ('risen', 'kept', 'grace', 'ending', 'fallen')),
    -- Counts the levels of the ladder from 1; 0 for none.
    level         integer not null check (level >= 0),
    -- The version of the ladder that is in force for the member until the level ends.
    version       integer not null,
    -- The day on which the member reached this level.
    since_day     integer not null,
    -- The first day of the purchases that support the change.
    counted_from_day integer not null,
    -- The last day of the level, and of its grace.
    until_day     integer not null,
    grace_day     integer,
    -- The day on which the level is reviewed; null without a level, and for changes that are not the newest.
    due_day       integer,
    created_at_ms integer not null,
    primary key (member_id, number)
) strict, without rowid;
create index tier_change_due on tier_change (due_day) where due_day is not null;
-- After a change of the ladder, the review finds by these the members whose level the ladder lacks, and those whose
-- level it has again.
create index tier_change_held on tier_change (level) where due_day is not null and kind <> 'ending';
create index tier_change_ending on tier_change (level) where due_day is not null and kind = 'ending';
create trigger tier_change_is_counted after insert on tier_change when new.due_day is not null
begin
    insert into tier_total (level, members) values (new.level, 1)
        on conflict (level) do update set members = members + 1;
end;
create trigger tier_change_is_counted_out after delete on tier_change when old.due_day is not null
begin
    update tier_total set members = members - 1 where level = old.level;
end;
create trigger tier_change_is_replaced after update of due_day on tier_change
    when old.due_day is not null and new.due_day is null
begin
    update tier_total set members = members - 1 where level = new.level;
end;
create trigger tier_change_is_newest_again after update of due_day on tier_change
    when old.due_day is null and new.due_day is not null
begin
    insert into tier_total (level, members) values (new.level, 1)
        on conflict (level) do update set members = members + 1;
end;

-- A row is the reward that a member got, or is owed, for reaching a level.
create table tier_reward (
    member_id      blob    not null references member (id),
    level          integer not null check (level >= 1),
    -- The day on which the level was reached.
    reached_day    integer not null,
    -- The last day of the level as it was then. Until that day the level gives no other reward.
    until_day      integer not null,
    -- The version of the ladder that has the reward.
    version        integer not null,
    -- The transaction that gave the points, or the points that paid for the coupon; the coupon; the days with more
    -- points (earning_rule_grant).
    transaction_id blob,
    redemption_id  blob,
    grant_id       blob,
    -- 1 if the reward could not be given yet, such as a coupon without stock.
    owed           integer not null default 0 check (owed in (0, 1)),
    primary key (member_id, level, reached_day)
) strict, without rowid;
create index tier_reward_owed on tier_reward (owed, version, level, member_id) where owed = 1;

-- A row counts the members of a level. The triggers on tier_change keep it.
create table tier_total (
    level   integer not null primary key check (level >= 1),
    members integer not null check (members >= 0)
) strict;

-- A row is points that have expired. The member may bring them back once, until the time until_ms.
create table expiry_grace (
    -- The transaction by which they expired.
    transaction_id  blob    not null primary key references ledger_transaction (id),
    member_id       blob    not null references member (id),
    points          integer not null check (points > 0),
    -- The last day on which the points could be spent.
    last_day        integer not null,
    until_ms        integer not null,
    -- The number of days for which the points stay valid, from the day on which the member brings them back.
    extra_days      integer not null check (extra_days > 0),
    -- The transaction by which they came back.
    brought_back_id blob    unique references ledger_transaction (id)
) strict, without rowid;
create index expiry_grace_of_member on expiry_grace (member_id, until_ms) where brought_back_id is null;

-- A row is a notice that a member got some days before points expire. last_day is the last day on which these points can be
-- spent. The row is kept for a while after that day, so that no notice is given twice. mailed_on is the day on which an
-- e-mail about it was queued.
create table expiry_notice (
    member_id   blob    not null references member (id),
    last_day    integer not null,
    days_before integer not null check (days_before in (1, 7, 30)),
    mailed_on   integer,
    primary key (member_id, last_day, days_before)
) strict, without rowid;
create index expiry_notice_by_day on expiry_notice (last_day);

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

-- A row is an alarm about a subject, such as a cashier and a member, a member who gets transfers, or a device. While an
-- alarm of a subject has not ended, later findings about it are added to this row.
create table alarm (
    id              blob    not null primary key check (length(id) = 16),
    kind            text    not null check (kind in ('pair', 'round_amounts', 'no_receipt', 'fan_in', 'undone', 'device')),
    -- The key by which a later run finds this alarm: ids of its members and staff, or the keyed hash of a device.
    subject         text    not null,
    level           text    not null check (level in ('high', 'medium', 'low')),
    -- The list of the admin in which the alarm stands, and how it ended.
    queue           text    not null check (queue in ('open', 'held', 'done')),
    outcome         text    check (outcome in ('released', 'dismissed')),
    member_id       blob    references member (id),
    -- The person or the API key at the counter, and the name at that moment.
    actor           blob    check (length(actor) = 16),
    actor_name      text,
    partner_id      blob    references partner (id),
    till_id         blob    references till (id),
    -- The count of the last run, the total of which it is a part, the usual count, and the number of days.
    counted         integer not null check (counted > 0),
    of_all          integer not null check (of_all >= 0),
    usual           integer not null check (usual >= 0),
    days            integer not null check (days > 0),
    -- The points of its evidence.
    points          integer not null check (points >= 0),
    raised_at_ms    integer not null,
    -- The time of the last finding.
    found_at_ms     integer not null,
    ended_at_ms     integer,
    -- No alarm about the subject is raised before this moment.
    quiet_until_ms  integer,
    check ((queue = 'done') = (outcome is not null)),
    check ((queue = 'done') = (ended_at_ms is not null))
) strict, without rowid;
create index alarm_by_queue on alarm (queue, id);
create index alarm_of_subject on alarm (kind, subject, id);
create unique index alarm_not_ended on alarm (kind, subject) where queue <> 'done';
create index alarm_of_member on alarm (member_id) where member_id is not null;

-- A row is one transaction that is evidence of an alarm; for an alarm about a device, it is one account.
create table alarm_evidence (
    alarm_id      blob    not null references alarm (id),
    -- The id of the transaction, or of the account.
    id            blob    not null check (length(id) = 16),
    -- The member who has the points.
    member_id     blob    not null references member (id),
    points        integer not null check (points >= 0),
    created_at_ms integer not null,
    primary key (alarm_id, id)
) strict, without rowid;
create index alarm_evidence_of_member on alarm_evidence (member_id);

-- A row is one step in the history of an alarm: the alarm was raised, or staff acted on it.
create table alarm_step (
    id            blob    not null primary key check (length(id) = 16),
    alarm_id      blob    not null references alarm (id),
    what          text    not null check (what in ('raised', 'held', 'released', 'dismissed', 'paused', 'resumed')),
    by_name       text,
    note          text    not null,
    points        integer not null check (points >= 0),
    created_at_ms integer not null
) strict, without rowid;
create index alarm_step_of_alarm on alarm_step (alarm_id, id);

-- A row is points of a member that staff put on hold because of an alarm. The ledger has the hold itself (hold).
create table alarm_hold (
    seq           integer not null primary key references hold (seq),
    alarm_id      blob    not null references alarm (id),
    member_id     blob    not null references member (id),
    points        integer not null check (points > 0),
    held_at_ms    integer not null,
    released_at_ms integer
) strict;
create index alarm_hold_of_alarm on alarm_hold (alarm_id);
create index alarm_hold_open on alarm_hold (member_id) where released_at_ms is null;

-- A row is a key pair (Ed25519) for statements. The newest key signs. The rows of earlier keys stay, so that the
-- statements which those keys signed can be checked.
create table statement_key (
    -- The first eight bytes of the SHA-256 of the public key, in hexadecimal.
    id            text    not null primary key check (length(id) = 16),
    public_key    blob    not null unique check (length(public_key) = 32),
    -- The private key, encrypted under the master key and bound to the id.
    sealed        blob    not null,
    created_at_ms integer not null
) strict, without rowid;

-- A row is the end of the ledger's chain of hashes on one day, as the server published it in the log and by e-mail.
create table ledger_anchor (
    -- The Hong Kong day, counted from 1970-01-01.
    day           integer not null primary key,
    seq           integer not null,
    hash          blob    not null check (length(hash) = 32),
    created_at_ms integer not null
) strict;

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
