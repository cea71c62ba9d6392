-- A row is something that happened at a partner's counter: points awarded, or a coupon collected.
create table counter_event (
    id             blob    not null primary key check (length(id) = 16),
    partner_id     blob    not null references partner (id),
    kind           text    not null check (kind in ('award', 'collect')),
    member_id      blob    not null references member (id),
    -- Who stood there: a member of staff or a key, and the name that it had.
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
    check ((kind = 'award') = (amount_cents is not null and transaction_id is not null)),
    check ((kind = 'collect') = (redemption_id is not null))
) strict, without rowid;
create index counter_event_by_partner on counter_event (partner_id, id);
-- One receipt earns once.
create unique index counter_event_receipt on counter_event (partner_id, receipt) where receipt is not null;

-- A row is what a partner awarded in one Hong Kong day: to one member, or, where the subject is
-- the partner itself, altogether.
create table award_day (
    partner_id blob    not null references partner (id),
    day        integer not null,
    subject    blob    not null check (length(subject) = 16),
    points     integer not null check (points > 0),
    primary key (partner_id, day, subject)
) strict, without rowid;
