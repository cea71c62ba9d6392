-- A row is a goal, a stamp card or a challenge: what members do for its reward. Its versions say how it is won and what it
-- gives. The triggers on goal_card keep its totals.
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

-- A row is a member's card of a goal: it begins with the first purchase that counts, and keeps the version of that
-- moment.
create table goal_card (
    member_id      blob    not null references member (id),
    goal_id        blob    not null,
    -- Counts the member's cards of the goal from 1.
    number         integer not null check (number >= 1),
    version        integer not null,
    -- In the unit of the goal; cents for a sum of bills.
    progress       integer not null check (progress >= 0),
    started_at_ms  integer not null,
    -- The first moment at which no purchase counts any more; null if it has no end.
    ends_at_ms     integer,
    reached_at_ms  integer,
    -- The transaction that gave the points of the reward, or the points that paid for its item.
    transaction_id blob,
    -- The coupon of the reward.
    redemption_id  blob,
    -- Whether the target was reached and the reward could not be given yet, such as an item without stock.
    owed           integer not null default 0 check (owed in (0, 1)),
    -- The time at which the member saw that the target was reached.
    seen_at_ms     integer,
    -- The time at which the member was told that it ends soon, or need not be told.
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

-- A row is what one purchase, or one scan of a campaign, added to one card. A purchase that is taken back takes its row
-- with it.
create table goal_stamp (
    member_id      blob    not null references member (id),
    goal_id        blob    not null,
    card           integer not null,
    -- The transaction of the purchase, or the id of the claim of a campaign.
    transaction_id blob    not null check (length(transaction_id) = 16),
    -- The partner of the purchase; null for a campaign.
    partner_id     blob    references partner (id),
    amount         integer not null check (amount > 0),
    -- The day in Hong Kong.
    day            integer not null,
    created_at_ms  integer not null,
    primary key (member_id, goal_id, card, transaction_id)
) strict, without rowid;
create index goal_stamp_of_transaction on goal_stamp (transaction_id);

-- The goal that a member must have reached to buy the item; null for none. Only a goal that was on is named, and such a
-- goal is never deleted.
alter table item add column requires_goal_id blob references goal (id);
