-- A row lets a member earn by a rule for some days: a goal gave it as its reward. The rule asks for it.
create table earning_rule_grant (
    id            blob    not null primary key check (length(id) = 16),
    rule_id       blob    not null references earning_rule (id),
    member_id     blob    not null references member (id),
    -- The first and the last day in Hong Kong.
    from_day      integer not null,
    until_day     integer not null,
    created_at_ms integer not null,
    check (from_day <= until_day)
) strict, without rowid;
create index earning_rule_grant_of_rule on earning_rule_grant (rule_id, member_id, until_day, from_day);
-- For accounts that are merged.
create index earning_rule_grant_of_member on earning_rule_grant (member_id);

-- The reward of a goal's card that lets the member earn by a rule; null for other rewards.
alter table goal_card add column grant_id blob;

-- The gift of a campaign that gives no points but a coupon, a stamp or progress to a level; null for points. With a
-- gift, `points` is 1 and means nothing.
alter table campaign add column gift_kind text check (gift_kind in ('item', 'stamp', 'progress'));
alter table campaign add column gift_item_id blob references item (id);
alter table campaign add column gift_goal_id blob references goal (id);
-- In the unit of the ladder.
alter table campaign add column gift_amount integer check (gift_amount >= 1);
